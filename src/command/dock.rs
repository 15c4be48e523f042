//! The docks: showing and hiding them, and what can be done in each.

use crate::desk::{Change, Dock, DockChange};
use crate::op;

use super::{Command, Operation, Run, Subject, menus::WINDOW, start};

pub const COMMANDS: &[Command] = &[Command::new(
    "window.files",
    "~F~iles",
    "Show the files of the project, or hide them.",
    Run::Changes(|subject| Ok(toggle(subject, Dock::Files))),
)
.keys(&["Ctrl+B"])
.menu(WINDOW, 4)];

/// What any dock can do while it has the keys.
pub const IN_DOCK: &[Command] = &[Command::new(
    "dock.leave",
    "Back",
    "Give the keys back to the window in front.",
    Run::Changes(|_| Ok(vec![dock(DockChange::Focus { dock: None })])),
)
.keys(&["Escape"])
.status(9, "Back")];

/// What Files can do while it has the keys.
pub const IN_FILES: &[Command] = &[
    Command::new(
        "files.open",
        "Open",
        "Open the file in a window; open or close the folder.",
        Run::Operation(|_| start(|cx| async move { op::open_row(&cx).await })),
    )
    .keys(&["Enter"])
    .status(1, "Open"),
    Command::new(
        "files.refresh",
        "Read again",
        "Read the open folders of the tree again.",
        Run::Changes(|_| Ok(vec![dock(DockChange::Refresh)])),
    )
    .keys(&["Ctrl+R"]),
];

fn dock(change: DockChange) -> Change {
    Change::Dock(change)
}

/// Shows a dock with the keys in it; hides one that has them. One that only shows gets them first.
fn toggle(subject: &Subject, which: Dock) -> Vec<Change> {
    if subject.desk.focus() == Some(which) {
        return vec![dock(DockChange::Show { dock: which, on: false })];
    }
    vec![dock(DockChange::Show { dock: which, on: true }), dock(DockChange::Focus { dock: Some(which) })]
}

/// Reads the folders that the tree waits for: what an effect runs, and no key.
pub fn read_folders() -> Operation {
    start(|cx| async move { op::read_folders(&cx).await })
}
