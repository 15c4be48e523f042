//! Some text and a few ways on.

use crate::base::Size;
use crate::desk::Choice;
use crate::ui::dialog::{Button, ButtonKind, Dialog, message};

/// The dialog: the first button is the default; of several, the last one cancels.
pub fn dialog(choice: &Choice, screen: Size) -> Dialog {
    let last = choice.buttons.len().saturating_sub(1);
    let mut buttons = Vec::with_capacity(choice.buttons.len());
    for (at, button) in choice.buttons.iter().enumerate() {
        let kind = match at {
            0 if !choice.cautious => ButtonKind::Default,
            at if at == last => ButtonKind::Cancel,
            _ => ButtonKind::Plain,
        };
        buttons.push((button.name.as_str(), Button::new(&button.caption, kind)));
    }
    let mut dialog = message(&choice.title, &choice.text, buttons, screen);
    if let Some(button) = choice.buttons.last().filter(|_| choice.cautious) {
        dialog.set_focus(&button.name);
    }
    dialog
}
