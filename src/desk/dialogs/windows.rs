//! The list of windows: go to one, or close it.

use crate::base::{Key, KeyName, Size};
use crate::desk::{Answer, WindowList};
use crate::ui::dialog::form::{Form, Group};
use crate::ui::dialog::{Button, ButtonKind, Dialog, List};

const WINDOWS: &str = "windows";
const CLOSE: &str = "close";
/// The dialog's width in cells, and the rows of its list, where the screen has the room.
const WIDTH: i32 = 60;
const ROWS: i32 = 9;

/// The dialog; the list has the keys.
pub fn dialog(list: &WindowList, screen: Size) -> Dialog {
    let mut dialog = Form::new("Windows", WIDTH, screen)
        .group(Group::list("~W~indows", WINDOWS, List::new(list.rows.clone(), 1), ROWS))
        .buttons(vec![
            ("go", Button::new("~G~o to", ButtonKind::Default)),
            (CLOSE, Button::new("~C~lose", ButtonKind::Plain)),
            ("cancel", Button::new("Cancel", ButtonKind::Cancel)),
        ])
        .build();
    dialog.select(WINDOWS, list.current);
    dialog
}

/// The button that a key stands for where the dialog has no other use for it: Delete closes.
pub fn button_of(dialog: &Dialog, key: Key) -> Option<&'static str> {
    (key == Key::plain(KeyName::Delete) && dialog.focused() == Some(WINDOWS)).then_some(CLOSE)
}

/// The row, and what to do with its window.
pub fn answer(dialog: &Dialog, button: &str) -> Result<Answer, String> {
    let row = dialog.selected(WINDOWS).ok_or("No window is open.")?;
    Ok(Answer::Window { row, close: button == CLOSE })
}
