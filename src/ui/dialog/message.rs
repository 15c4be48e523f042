//! Message boxes: a text and buttons.

use super::form::Form;
use super::{Button, Dialog};
use crate::base::Size;
use crate::grid::text_width;
use crate::ui::markup;

/// Lines of a message are no wider than this, for the eye's sake.
const WIDEST: i32 = 60;
/// The most characters of a message; what is beyond them no screen would show.
const LONGEST: usize = 8192;
/// What a message box has beside its text.
const AROUND: i32 = 10;

/// A message box as wide as its text needs, wrapped, on a screen of that size. `buttons` are name and button, in order;
/// the first one has the focus.
pub fn message(title: &str, text: &str, buttons: Vec<(&str, Button)>, available: Size) -> Dialog {
    let most = (available.width - AROUND).clamp(1, WIDEST);
    let text = match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    };
    let lines = markup::wrapped(&text, most);
    let text_width = lines.iter().map(|line| text_width(line)).max().unwrap_or(0);
    let buttons_width = buttons.iter().map(|(_, button)| button.width() + 1).sum::<i32>();
    let width = text_width.max(text_width_of_title(title)).max(buttons_width) + AROUND;
    Form::new(title, width.min(available.width), available).text("text", &text).buttons(buttons).build()
}

/// The title wants the close box and some frame beside it.
fn text_width_of_title(title: &str) -> i32 {
    text_width(title) + 6
}
