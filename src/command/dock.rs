//! The docks: showing and hiding them, and what can be done in each.

use crate::desk::catalogue::Availability;
use crate::desk::{Change, Desktop, Dock, DockChange, MessagesChange, Refusal};
use crate::op;
use crate::text::Text;

use super::{
    Command, Operation, Run, Subject,
    menus::{COMPILE, FILE, WINDOW},
    start,
};

pub const COMMANDS: &[Command] = &[
    Command::new(
        "window.files",
        "~F~iles",
        "Show the files of the project, or hide them.",
        Run::Changes(|subject| Ok(toggle(subject, Dock::Files))),
    )
    .keys(&["Ctrl+B"])
    .menu(WINDOW, 4),
    Command::new(
        "window.messages",
        "~M~essages",
        "Show the messages, or hide them.",
        Run::Changes(|subject| Ok(toggle(subject, Dock::Panel))),
    )
    .keys(&["Ctrl+Shift+M"])
    .menu(WINDOW, 4),
    Command::new(
        "compile.next_message",
        "~N~ext message",
        "Go to the place of the next message.",
        Run::Operation(|_| start(|cx| async move { op::step_message(&cx, true).await })),
    )
    .keys(&["Alt+F8"])
    .menu(COMPILE, 1)
    .when(any_message),
    Command::new(
        "compile.previous_message",
        "~P~revious message",
        "Go to the place of the message before.",
        Run::Operation(|_| start(|cx| async move { op::step_message(&cx, false).await })),
    )
    .keys(&["Alt+F7"])
    .menu(COMPILE, 1)
    .when(any_message),
];

/// What the messages can do while they have the keys.
pub const IN_MESSAGES: &[Command] = &[
    Command::new(
        "messages.go_to",
        "Go to",
        "Go to the place of the message.",
        Run::Operation(|_| start(|cx| async move { op::go_to_message(&cx).await })),
    )
    .keys(&["Enter"])
    .status(1, "Go to")
    .when(any_message),
    Command::new("messages.copy", "Copy", "Copy the selected messages to the clipboard.", Run::Changes(copy))
        .keys(&["Ctrl+C", "Ctrl+Insert"])
        .status(2, "Copy")
        .when(any_message),
    Command::new(
        "messages.select_all",
        "Select all",
        "Select every message.",
        Run::Changes(|_| Ok(vec![Change::Messages(MessagesChange::SelectAll)])),
    )
    .keys(&["Ctrl+A"]),
    Command::new(
        "messages.clear",
        "Clear",
        "Take all messages away; a search that adds some stops.",
        Run::Changes(|_| Ok(vec![Change::Messages(MessagesChange::Clear)])),
    )
    .keys(&["Ctrl+Delete"])
    .status(3, "Clear")
    .when(any_message),
];

fn any_message(desk: &Desktop) -> Availability {
    let any = !desk.docks().messages().rows().is_empty();
    if any { Ok(()) } else { Err("There are no messages.".to_owned()) }
}

/// The selected rows as text, a line each.
fn copy(subject: &Subject) -> Result<Vec<Change>, Refusal> {
    let messages = subject.desk.docks().messages();
    let rows = messages.rows().get(messages.selected()).unwrap_or_default();
    let lines: Vec<String> = rows.iter().map(|row| subject.desk.message_text(row)).collect();
    Ok(vec![Change::Copy { text: Text::from(lines.join("\n").as_str()) }])
}

/// What any dock can do while it has the keys.
pub const IN_DOCK: &[Command] = &[Command::new(
    "dock.leave",
    "Back",
    "Stop the search that fills the messages; else give the keys back to the window in front.",
    Run::Changes(leave),
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
        "files.create",
        "Create f~i~le...",
        "Make a file in the folder under the cursor of Files, and open it.",
        Run::Operation(|_| start(|cx| async move { op::create(&cx, op::Made::File).await })),
    )
    .keys(&["Insert"])
    .menu(FILE, 2)
    .status(2, "Create"),
    Command::new(
        "files.create_folder",
        "Create ~f~older...",
        "Make a folder in the folder under the cursor of Files.",
        Run::Operation(|_| start(|cx| async move { op::create(&cx, op::Made::Folder).await })),
    )
    .keys(&["Shift+Insert"])
    .menu(FILE, 2),
    Command::new(
        "files.rename",
        "Rena~m~e...",
        "Give the file or folder under the cursor of Files another name.",
        Run::Operation(|_| start(|cx| async move { op::rename(&cx).await })),
    )
    .keys(&["Shift+F2"])
    .menu(FILE, 2)
    .status(3, "Rename"),
    Command::new(
        "files.delete",
        "D~e~lete...",
        "Delete the file or the empty folder under the cursor of Files, after a question.",
        Run::Operation(|_| start(|cx| async move { op::delete(&cx).await })),
    )
    .keys(&["Delete"])
    .menu(FILE, 2)
    .status(4, "Delete"),
    Command::new(
        "files.refresh",
        "Read again",
        "Read the open folders of the tree again.",
        Run::Changes(|_| Ok(vec![dock(DockChange::Refresh)])),
    )
    .keys(&["Ctrl+R"]),
];

/// Stops what fills the messages, if they have the keys; or else gives the keys back.
fn leave(subject: &Subject) -> Result<Vec<Change>, Refusal> {
    let docks = subject.desk.docks();
    if docks.focus() == Some(Dock::Panel) && docks.messages().job().is_some() {
        return Ok(vec![Change::Messages(MessagesChange::Stop)]);
    }
    Ok(vec![dock(DockChange::Focus { dock: None })])
}

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
