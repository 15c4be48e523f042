//! Go to line.

use crate::base::Size;
use crate::desk::Answer;
use crate::ui::dialog::form::Form;
use crate::ui::dialog::{Button, ButtonKind, Dialog, Input};

const LINE: &str = "line";
/// Digits of a line and a column, and what parts them.
const LINE_MAX: usize = 32;

/// Which line, of so many.
pub fn dialog(lines: usize, screen: Size) -> Dialog {
    Form::new("Go to line", 40, screen)
        .field("~L~ine", LINE, Input::new("").with_limit(LINE_MAX))
        .text("help", &format!("1 to {lines}; line:column goes to a column too."))
        .buttons(vec![
            ("go", Button::new("~G~o", ButtonKind::Default)),
            ("cancel", Button::new("Cancel", ButtonKind::Cancel)),
        ])
        .build()
}

/// The line, and the column after a colon; a number past the last line means the last.
pub fn answer(dialog: &Dialog, lines: usize) -> Result<Answer, String> {
    let text = dialog.text(LINE).trim();
    let (line, column) = text.split_once(':').unwrap_or((text, "1"));
    match (number(line), number(column)) {
        (Some(line), Some(column)) if line > 0 && column > 0 => Ok(Answer::Line { line, column }),
        _ => Err(format!("\"{text}\" is no line: type a number from 1 to {lines}.")),
    }
}

/// A number in digits; one too large to be counted to is the largest.
fn number(digits: &str) -> Option<usize> {
    let digits = digits.trim();
    let all_digits = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    all_digits.then(|| digits.parse().unwrap_or(usize::MAX))
}
