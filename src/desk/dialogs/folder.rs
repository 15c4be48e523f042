//! Change dir: which folder is the project's.

use crate::base::Size;
use crate::desk::{Answer, FolderView};
use crate::ui::dialog::form::{Form, Group};
use crate::ui::dialog::{Button, ButtonKind, Dialog, Input, Kind, List};

const NAME: &str = "name";
const FOLDERS: &str = "folders";
const CHOOSE: &str = "choose";
/// The dialog's width in cells, and the rows of its list, where the screen has the room.
const WIDTH: i32 = 60;
const ROWS: i32 = 9;
/// The longest path that can be typed, in bytes: what Linux allows.
const PATH_MAX: usize = 4096;

/// The dialog: Enter looks into a folder, a button chooses it.
pub fn dialog(view: &FolderView, screen: Size) -> Dialog {
    let cut = if view.cut { "\nThere are more folders than could be listed; type a path." } else { "" };
    let mut items = vec!["../".to_owned()];
    items.extend(view.entries.iter().cloned());
    let mut dialog = Form::new("Change dir", WIDTH, screen)
        .field("~F~older", NAME, Input::new(&view.name).with_limit(PATH_MAX))
        .group(Group::list("Folders ~i~n it", FOLDERS, List::new(items, 2), ROWS))
        .info("folder", &format!("{}{cut}", view.folder.display()), if view.cut { 2 } else { 1 })
        .buttons(vec![
            ("into", Button::new("~L~ook in", ButtonKind::Default)),
            (CHOOSE, Button::new("~C~hoose", ButtonKind::Plain)),
            ("cancel", Button::new("Cancel", ButtonKind::Cancel)),
        ])
        .build();
    dialog.set_focus(FOLDERS);
    dialog
}

/// Walking the list puts its entries into the name.
pub fn changed(dialog: &mut Dialog, control: &str) {
    if control != FOLDERS {
        return;
    }
    if let Some(name) = picked(dialog) {
        dialog.set_text(NAME, &name);
    }
}

/// The row with the cursor.
fn picked(dialog: &Dialog) -> Option<String> {
    dialog.controls().iter().find_map(|control| match &control.kind {
        Kind::List(list) => list.items().get(list.current()?).cloned(),
        _ => None,
    })
}

/// The path as it stands; empty for the folder that is shown.
pub fn answer(dialog: &Dialog, button: &str) -> Result<Answer, String> {
    let (typed, chosen) = (dialog.text(NAME), button == CHOOSE);
    // Enter on a row that nobody walked to yet: the first one.
    let looks_in_row = typed.is_empty() && !chosen && dialog.focused() == Some(FOLDERS);
    let text = if looks_in_row { picked(dialog).unwrap_or_default() } else { typed.to_owned() };
    Ok(Answer::Folder { text, chosen })
}
