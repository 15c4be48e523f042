//! Go to line, and in a hex window go to offset.

use crate::base::Size;
use crate::desk::Answer;
use crate::ui::dialog::form::Form;
use crate::ui::dialog::{Button, ButtonKind, Dialog, Input};

const PLACE: &str = "place";
/// Digits of a line and a column, and what parts them.
const PLACE_MAX: usize = 32;

/// Which line, of so many.
pub fn line(lines: usize, screen: Size) -> Dialog {
    dialog("Go to line", "~L~ine", &format!("1 to {lines}; line:column goes to a column too."), screen)
}

/// Which byte, of so many.
pub fn byte(bytes: usize, screen: Size) -> Dialog {
    dialog("Go to offset", "~O~ffset", &format!("0 to {bytes:X}, in hexadecimal as the rows show it."), screen)
}

fn dialog(title: &str, label: &str, help: &str, screen: Size) -> Dialog {
    Form::new(title, 40, screen)
        .field(label, PLACE, Input::new("").with_limit(PLACE_MAX))
        .text("help", help)
        .buttons(vec![
            ("go", Button::new("~G~o", ButtonKind::Default)),
            ("cancel", Button::new("Cancel", ButtonKind::Cancel)),
        ])
        .build()
}

/// The line, and the column after a colon; a number past the last line means the last.
pub fn line_answer(dialog: &Dialog, lines: usize) -> Result<Answer, String> {
    let text = dialog.text(PLACE).trim();
    let (line, column) = text.split_once(':').unwrap_or((text, "1"));
    match (number(line), number(column)) {
        (Some(line), Some(column)) if line > 0 && column > 0 => Ok(Answer::Line { line, column }),
        _ => Err(format!("\"{text}\" is no line: type a number from 1 to {lines}.")),
    }
}

/// The offset; one past the end means the end.
pub fn byte_answer(dialog: &Dialog, bytes: usize) -> Result<Answer, String> {
    let text = dialog.text(PLACE).trim();
    let digits = text.strip_prefix("0x").or(text.strip_prefix("0X")).unwrap_or(text);
    let digits = (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(digits);
    let digits = digits.ok_or_else(|| format!("\"{text}\" is no offset: type hexadecimal digits, 0 to {bytes:X}."))?;
    Ok(Answer::Byte { at: usize::from_str_radix(digits, 16).unwrap_or(usize::MAX).min(bytes) })
}

/// A number in digits; one too large to be counted to is the largest.
fn number(digits: &str) -> Option<usize> {
    let digits = digits.trim();
    let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    all_digits.then(|| digits.parse().unwrap_or(usize::MAX))
}
