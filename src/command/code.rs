//! Code: lines in and out, comments, brackets.

use crate::desk::catalogue::Availability;
use crate::desk::{COMMAND_REACH, Change, Desktop, Pair, Refusal};
use crate::op::Target;
use crate::op::lines::{self, Rewrite};
use crate::text::{EditKind, Selection};

use super::{
    Command, Operation, Run, Subject, bytes, edit, in_text, in_window,
    menus::{EDIT, SEARCH},
    start, target,
};

pub const COMMANDS: &[Command] = &[
    Command::new(
        "edit.tab",
        "~I~ndent",
        "Move the selected lines one level to the right, or the cursor to the next level; in a hex window, go to the other \
         column.",
        Run::Either(tab),
    )
    .keys(&["Tab"])
    .menu(EDIT, 2)
    .when(in_window),
    Command::new(
        "edit.outdent",
        "Outde~n~t",
        "Move the selected lines, or that of the cursor, one level to the left.",
        Run::Operation(|target| rewrite(target, Rewrite::Outdent)),
    )
    .keys(&["Shift+Tab"])
    .menu(EDIT, 2)
    .when(in_text),
    Command::new(
        "edit.comment",
        "Co~m~ment",
        "Turn the selected lines, or that of the cursor, into comments, or comments back.",
        Run::Operation(|target| rewrite(target, Rewrite::ToggleComment)),
    )
    .keys(&["Ctrl+/"])
    .menu(EDIT, 2)
    .when(has_comments),
    Command::new(
        "cursor.bracket",
        "Matching ~b~racket",
        "Go from the bracket at the cursor to the one that belongs to it.",
        Run::Changes(|subject| to_bracket(subject, false)),
    )
    .keys(&["Ctrl+\\"])
    .menu(SEARCH, 1)
    .when(in_text),
    Command::new(
        "select.bracket",
        "Select to bracket",
        "Select from the bracket at the cursor to the one that belongs to it.",
        Run::Changes(|subject| to_bracket(subject, true)),
    )
    .keys(&["Ctrl+|"])
    .when(in_text),
];

fn rewrite(target: Option<Target>, how: Rewrite) -> Operation {
    start(move |cx| async move {
        let Some(target) = target else { return Ok(()) };
        lines::rewrite(&cx, target, how).await
    })
}

/// Tab indents lines if more than one has some of the selection.
fn tab(subject: &Subject) -> Run {
    let selects_lines = target(subject).is_ok_and(|(window, buffer)| {
        let (text, range) = (buffer.document.text(), window.selection.range());
        !buffer.is_hex() && text.line_of(range.start) != text.line_of(range.end)
    });
    match selects_lines {
        true => Run::Operation(|target| rewrite(target, Rewrite::Indent)),
        false => Run::Changes(insert_tab),
    }
}

fn insert_tab(subject: &Subject) -> Result<Vec<Change>, Refusal> {
    let (window, buffer) = target(subject)?;
    if buffer.is_hex() {
        return bytes::other_column(subject);
    }
    let (presentation, range) = (subject.desk.presentation(), window.selection.range());
    let text = buffer.document.text();
    let columns = buffer.document.columns(text.line_of(range.start), presentation.tab_width);
    let from = columns.cell_of(range.start);
    let step = buffer.indentation(presentation).step(from);
    Ok(vec![edit::replace(window, buffer, range, &step, EditKind::Typing)?])
}

fn has_comments(desk: &Desktop) -> Availability {
    in_text(desk)?;
    let (_, buffer) = desk.active_buffer().ok_or("No window is open.")?;
    let language =
        buffer.language.ok_or("The language of this text is not known, and so not how it writes comments.")?;
    let comments = language.comments;
    match comments.line.or(comments.block.map(|(open, _)| open)) {
        Some(_) => Ok(()),
        None => Err(format!("{} has no comments.", language.title)),
    }
}

/// From before a bracket to before its counterpart, from behind one to behind its counterpart. What is selected takes both
/// in.
fn to_bracket(subject: &Subject, extend: bool) -> Result<Vec<Change>, Refusal> {
    let (window, buffer) = target(subject)?;
    let cursor = window.cursor();
    let none = || Refusal::Unavailable("No bracket here has a counterpart.".to_owned());
    let Pair { here, there } = buffer.bracket_pair(cursor, COMMAND_REACH).ok_or_else(none)?;
    let onwards = there > here;
    let selection = match (extend, window.selection.is_empty()) {
        (false, _) => Selection::caret(there + usize::from(here < cursor)),
        (true, true) => Selection::new(here + usize::from(!onwards), there + usize::from(onwards)),
        (true, false) => window.selection.moved(there + usize::from(onwards), true),
    };
    Ok(vec![Change::Select { window: window.id, revision: buffer.revision(), selection, goal: None }])
}
