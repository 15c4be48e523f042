//! Window: order and geometry.

use crate::desk::catalogue::Availability;
use crate::desk::{Arrange, Change, Desktop, Dock, Drag, Refusal};
use crate::op;
use crate::ui::geometry::KeyboardMove;

use super::{Command, Run, Subject, in_window, menus::WINDOW, start, target};

/// A command that focuses the window of one number.
macro_rules! focus {
    ($id:literal, $title:literal, $key:literal, $number:literal) => {
        Command::new(
            $id,
            $title,
            concat!("Bring window ", $number, " to the front."),
            Run::Changes(|subject| focus(subject, $number)),
        )
        .keys(&[$key])
    };
}

pub const COMMANDS: &[Command] = &[
    Command::new(
        "desk.menu",
        "Menu",
        "Go to the menu bar.",
        Run::Changes(|_| Ok(vec![Change::OpenMenu { menu: None }])),
    )
    .keys(&["F10"])
    .status(80, "Menu"),
    Command::new("window.tile", "~T~ile", "Lay all windows side by side.", Run::Changes(|_| arranged(Arrange::Tile)))
        .menu(WINDOW, 0)
        .when(in_window),
    Command::new(
        "window.cascade",
        "C~a~scade",
        "Lay all windows one over the other, titles showing.",
        Run::Changes(|_| arranged(Arrange::Cascade)),
    )
    .menu(WINDOW, 0)
    .when(in_window),
    Command::new(
        "window.split_vertical",
        "Split ~v~ertically",
        "Make two windows side by side of the active one.",
        Run::Changes(|subject| Ok(vec![Change::Arrange(Arrange::SplitVertical { window: target(subject)?.0.id })])),
    )
    .menu(WINDOW, 1)
    .when(in_window),
    Command::new(
        "window.split_horizontal",
        "Split ~h~orizontally",
        "Make two windows one above the other of the active one.",
        Run::Changes(|subject| Ok(vec![Change::Arrange(Arrange::SplitHorizontal { window: target(subject)?.0.id })])),
    )
    .menu(WINDOW, 1)
    .when(in_window),
    Command::new(
        "window.move",
        "~S~ize/Move",
        "Move the window with the arrow keys, resize it with Shift.",
        Run::Changes(hold),
    )
    .keys(&["Ctrl+F5"])
    .menu(WINDOW, 2)
    .when(in_window_or_dock),
    Command::new(
        "window.zoom",
        "~Z~oom",
        "Let the window fill the desk, or take its size back.",
        Run::Changes(|subject| Ok(vec![Change::Arrange(Arrange::Zoom { window: target(subject)?.0.id })])),
    )
    .keys(&["F5"])
    .menu(WINDOW, 2)
    .status(30, "Zoom")
    .when(in_window),
    Command::new(
        "window.next",
        "~N~ext",
        "Bring the next window to the front.",
        Run::Changes(|_| arranged(Arrange::Next)),
    )
    .keys(&["F6", "Ctrl+Tab"])
    .menu(WINDOW, 3)
    .status(40, "Next")
    .when(several),
    Command::new(
        "window.previous",
        "~P~revious",
        "Bring the window before to the front.",
        Run::Changes(|_| arranged(Arrange::Previous)),
    )
    .keys(&["Shift+F6", "Ctrl+Shift+Tab"])
    .menu(WINDOW, 3)
    .when(several),
    Command::new(
        "window.close",
        "~C~lose",
        "Close the window, after asking about unsaved text, or the dock that has the keys.",
        Run::Operation(|target| start(move |cx| async move { op::close_active(&cx, target).await })),
    )
    .keys(&["Alt+F3"])
    .menu(WINDOW, 3)
    .when(in_window_or_dock),
    Command::new(
        "window.close_all",
        "Cl~o~se all",
        "Close every window; unsaved texts are asked about.",
        Run::Operation(|_| start(|cx| async move { op::close_all(&cx).await.map(|_| ()) })),
    )
    .menu(WINDOW, 3)
    .when(in_window),
    Command::new(
        "window.list",
        "~L~ist...",
        "Show all windows, to go to one or close some.",
        Run::Operation(|_| start(|cx| async move { op::list_windows(&cx).await })),
    )
    .keys(&["Alt+0"])
    .menu(WINDOW, 4)
    .when(in_window),
    focus!("window.focus_1", "Window 1", "Alt+1", 1),
    focus!("window.focus_2", "Window 2", "Alt+2", 2),
    focus!("window.focus_3", "Window 3", "Alt+3", 3),
    focus!("window.focus_4", "Window 4", "Alt+4", 4),
    focus!("window.focus_5", "Window 5", "Alt+5", 5),
    focus!("window.focus_6", "Window 6", "Alt+6", 6),
    focus!("window.focus_7", "Window 7", "Alt+7", 7),
    focus!("window.focus_8", "Window 8", "Alt+8", 8),
    focus!("window.focus_9", "Window 9", "Alt+9", 9),
];

fn arranged(arrange: Arrange) -> Result<Vec<Change>, Refusal> {
    Ok(vec![Change::Arrange(arrange)])
}

fn in_window_or_dock(desk: &Desktop) -> Availability {
    if desk.focus().is_some() { Ok(()) } else { in_window(desk) }
}

fn hold(subject: &Subject) -> Result<Vec<Change>, Refusal> {
    if let Some(dock) = subject.desk.focus() {
        let rect = subject.desk.layout().of(dock).unwrap_or_default();
        let before = if dock == Dock::Files { rect.width } else { rect.height };
        return Ok(vec![Change::Drag { drag: Some(Drag::DockKeys { dock, before }) }]);
    }
    let (window, _) = target(subject)?;
    let hold = KeyboardMove::new(window.rect, true);
    Ok(vec![Change::Drag { drag: Some(Drag::Keys { window: window.id, hold }) }])
}

fn focus(subject: &Subject, number: u8) -> Result<Vec<Change>, Refusal> {
    let window = subject.desk.windows().iter().find(|window| window.number == Some(number));
    let window = window.ok_or_else(|| Refusal::Unavailable(format!("There is no window {number}.")))?;
    arranged(Arrange::Focus { window: window.id })
}

fn several(desk: &Desktop) -> Availability {
    match desk.windows().len() + desk.docks().shown().count() {
        0 => Err("No window is open.".to_owned()),
        1 if desk.focus().is_none() && desk.windows().is_empty() => Ok(()),
        1 => Err("Only one window is open.".to_owned()),
        _ => Ok(()),
    }
}
