//! The project: finding text in all of its files.

use crate::desk::catalogue::Availability;
use crate::desk::{Change, Desktop, MessagesChange};
use crate::op;

use super::{
    Command, Run,
    menus::{FILE, SEARCH},
    start,
};

pub const COMMANDS: &[Command] = &[
    Command::new(
        "file.change_dir",
        "~C~hange dir...",
        "Choose the project folder.",
        Run::Operation(|_| start(|cx| async move { op::change_folder(&cx).await })),
    )
    .menu(FILE, 0),
    Command::new(
        "search.in_project",
        "Find in pro~j~ect...",
        "Look through every file of the project; what is found goes to the messages.",
        Run::Operation(|_| start(|cx| async move { op::find_in_project(&cx).await })),
    )
    .keys(&["Ctrl+Shift+F"])
    .menu(SEARCH, 2),
    Command::new(
        "search.stop",
        "~S~top search",
        "Stop the search through the project.",
        Run::Changes(|_| Ok(vec![Change::Messages(MessagesChange::Stop)])),
    )
    .menu(SEARCH, 2)
    .when(is_searching),
];

fn is_searching(desk: &Desktop) -> Availability {
    desk.docks().messages().job().map(|_| ()).ok_or_else(|| "No search is under way.".to_owned())
}
