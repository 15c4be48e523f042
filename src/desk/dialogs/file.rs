//! Open and Save as: a name, and a folder to pick it from.

use crate::base::Size;
use crate::desk::{Answer, FolderView};
use crate::ui::dialog::form::{Form, Group};
use crate::ui::dialog::{Button, ButtonKind, Dialog, Input, Kind, List};

const NAME: &str = "name";
const FILES: &str = "files";
/// The dialog's width in cells, and the rows of its list, where the screen has the room.
const WIDTH: i32 = 64;
const ROWS: i32 = 9;
/// The longest name that can be typed, in bytes: what Linux allows for a path.
const NAME_MAX: usize = 4096;

/// Which file to open; a wildcard in place of a name filters the list.
pub fn open(view: &FolderView, screen: Size) -> Dialog {
    dialog("Open a file", "~O~pen", view, screen)
}

/// Under which name to save.
pub fn save_as(view: &FolderView, screen: Size) -> Dialog {
    dialog("Save file as", "~S~ave", view, screen)
}

fn dialog(title: &str, accept: &str, view: &FolderView, screen: Size) -> Dialog {
    let cut = if view.cut { "\nThere are more files than could be listed; type a name or a wildcard." } else { "" };
    let mut items = vec!["../".to_owned()];
    items.extend(view.entries.iter().cloned());
    let mut dialog = Form::new(title, WIDTH, screen)
        .field("~N~ame", NAME, Input::new(&view.name).with_limit(NAME_MAX))
        .group(Group::list("~F~iles", FILES, List::new(items, 2), ROWS))
        .info("folder", &format!("{}{cut}", view.folder.display()), if view.cut { 2 } else { 1 })
        .buttons(vec![
            ("accept", Button::new(accept, ButtonKind::Default)),
            ("cancel", Button::new("Cancel", ButtonKind::Cancel)),
        ])
        .build();
    dialog.set_focus(NAME);
    dialog
}

/// Walking the list puts its entries into the name.
pub fn changed(dialog: &mut Dialog, control: &str) {
    if control != FILES {
        return;
    }
    let picked = dialog.controls().iter().find_map(|control| match &control.kind {
        Kind::List(list) => list.items().get(list.current()?).cloned(),
        _ => None,
    });
    if let Some(name) = picked {
        dialog.set_text(NAME, &name);
    }
}

/// The name as it stands, unless there is none.
pub fn answer(dialog: &Dialog) -> Result<Answer, String> {
    match dialog.text(NAME) {
        "" => Err("Type a name, or pick one from the list.".to_owned()),
        name => Ok(Answer::Path { text: name.to_owned() }),
    }
}
