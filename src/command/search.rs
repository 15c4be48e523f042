//! Search: find, replace, go to a line.

use crate::desk::Desktop;
use crate::desk::catalogue::Availability;
use crate::op;

use super::{Command, Operation, Run, in_text, in_window, menus::SEARCH, start};
use crate::op::Target;

pub const COMMANDS: &[Command] = &[
    Command::new("search.find", "~F~ind...", "Look for text in the active window.", Run::Operation(find))
        .keys(&["Ctrl+F"])
        .menu(SEARCH, 0)
        .when(in_text),
    Command::new(
        "search.replace",
        "~R~eplace...",
        "Look for text and put other text in its place.",
        Run::Operation(replace),
    )
    .keys(&["Ctrl+H"])
    .menu(SEARCH, 0)
    .when(in_text),
    Command::new(
        "search.next",
        "Find ~n~ext",
        "Go to the next place of what was looked for.",
        Run::Operation(|t| again(t, false)),
    )
    .keys(&["Ctrl+L"])
    .menu(SEARCH, 0)
    .when(has_query),
    Command::new(
        "search.previous",
        "Find ~p~revious",
        "Go to the place before of what was looked for.",
        Run::Operation(|t| again(t, true)),
    )
    .keys(&["Ctrl+Shift+L"])
    .menu(SEARCH, 0)
    .when(has_query),
    Command::new(
        "search.count",
        "Co~u~nt",
        "Say how often what was looked for is in the text, and in the selection.",
        Run::Operation(count),
    )
    .menu(SEARCH, 0)
    .when(has_query),
    Command::new(
        "search.go_to_line",
        "~G~o to line...",
        "Put the cursor on a line of a given number; in a hex window, on the byte of a given offset.",
        Run::Operation(go_to_line),
    )
    .keys(&["Ctrl+G"])
    .menu(SEARCH, 1)
    .when(in_window),
];

fn has_query(desk: &Desktop) -> Availability {
    in_text(desk)?;
    desk.last_query().map(|_| ()).ok_or_else(|| "Nothing has been looked for yet.".to_owned())
}

fn find(target: Option<Target>) -> Operation {
    start(move |cx| async move {
        let Some(target) = target else { return Ok(()) };
        op::find(&cx, target).await
    })
}

fn replace(target: Option<Target>) -> Operation {
    start(move |cx| async move {
        let Some(target) = target else { return Ok(()) };
        op::replace(&cx, target).await
    })
}

fn again(target: Option<Target>, backward: bool) -> Operation {
    start(move |cx| async move {
        let Some(target) = target else { return Ok(()) };
        op::find_again(&cx, target, backward).await
    })
}

fn count(target: Option<Target>) -> Operation {
    start(move |cx| async move {
        let Some(target) = target else { return Ok(()) };
        op::count(&cx, target).await
    })
}

fn go_to_line(target: Option<Target>) -> Operation {
    start(move |cx| async move {
        let Some(target) = target else { return Ok(()) };
        op::go_to_place(&cx, target).await
    })
}
