//! Help: what this is, and (later) how it works.

use super::{Command, Run, menus::HELP, start};

pub const COMMANDS: &[Command] = &[
    Command::new(
        "help.contents",
        "~C~ontents",
        "Show the handbook.",
        Run::Later("This version has no help window yet; docs/commands.md lists every command."),
    )
    .keys(&["F1"])
    .menu(HELP, 0),
    Command::new(
        "help.about",
        "~A~bout",
        "Say which program and version this is.",
        Run::Operation(|_| start(|cx| async move { cx.tell("About", about()).await })),
    )
    .menu(HELP, 1),
];

fn about() -> String {
    format!("thc-edit {}\n\nA text-mode IDE for people and coding agents.", env!("CARGO_PKG_VERSION"))
}
