//! File: new, open, save, close, exit.

use crate::desk::Desktop;
use crate::desk::catalogue::Availability;
use crate::op;

use super::{Command, Run, always, in_window, menus::FILE, start};

pub const COMMANDS: &[Command] = &[
    Command::new(
        "file.new",
        "~N~ew",
        "Open a window on a new, untitled text.",
        Run::Operation(|_| start(|cx| async move { op::new_buffer(&cx).await })),
    )
    .menu(FILE, 0),
    Command::new(
        "file.open",
        "~O~pen...",
        "Choose a file and open it in a window.",
        Run::Operation(|_| start(|cx| async move { op::open_asking(&cx).await })),
    )
    .keys(&["F3"])
    .menu(FILE, 0)
    .status(20, "Open"),
    Command::new(
        "file.save",
        "~S~ave",
        "Write the text of the active window to its file.",
        Run::Operation(|target| {
            start(move |cx| async move {
                let Some(target) = target else { return Ok(()) };
                op::save(&cx, target, op::Typing::GoesOn).await.map(|_| ())
            })
        }),
    )
    .keys(&["F2"])
    .menu(FILE, 1)
    .status(10, "Save")
    .when(in_window),
    Command::new(
        "file.save_as",
        "Save ~a~s...",
        "Write the text of the active window to a file of another name.",
        Run::Operation(|target| {
            start(move |cx| async move {
                let Some(target) = target else { return Ok(()) };
                op::save_as(&cx, target).await.map(|_| ())
            })
        }),
    )
    .menu(FILE, 1)
    .when(in_window),
    Command::new(
        "file.save_all",
        "Save a~l~l",
        "Write every text with unsaved changes to its file.",
        Run::Operation(|_| start(|cx| async move { op::save_all(&cx).await.map(|_| ()) })),
    )
    .menu(FILE, 1)
    .when(any_dirty),
    Command::new(
        "file.recover",
        "~R~ecover...",
        "Go through the unsaved texts that earlier sessions left behind.",
        Run::Operation(|_| start(|cx| async move { op::offer_recovery(&cx).await })),
    )
    .menu(FILE, 2)
    .when(always),
    Command::new(
        "file.detach",
        "~D~etach",
        "Leave the session running and give the screen back.",
        Run::Later("Detaching needs a session process, which this version does not have yet."),
    )
    .keys(&["Ctrl+]"])
    .menu(FILE, 3),
    Command::new(
        "file.exit",
        "E~x~it",
        "End the session; unsaved texts are asked about.",
        Run::Operation(|_| start(|cx| async move { op::exit(&cx).await })),
    )
    .keys(&["Alt+X"])
    .menu(FILE, 3)
    .status(90, "Exit"),
];

fn any_dirty(desk: &Desktop) -> Availability {
    let dirty = desk.buffers().any(|buffer| buffer.is_dirty());
    if dirty { Ok(()) } else { Err("Every text is saved.".to_owned()) }
}
