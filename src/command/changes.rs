//! Changes: what is different from the file, shown, gone to and taken back.

use crate::desk::catalogue::Availability;
use crate::desk::{Buffer, Change, Comparison, Desktop, Place, Refusal, TextEdit, View, Window};
use crate::op;
use crate::text::{Diff, Edit, EditKind, Hunk, Selection, Transaction};

use super::menus::{EDIT, FILE, SEARCH, WINDOW};
use super::{Command, Run, Subject, in_text, start, target};

pub const COMMANDS: &[Command] = &[
    Command::new(
        "file.reload",
        "Reload from dis~k~",
        "Put what is in the file in the place of the text, as one step.",
        Run::Operation(|target| {
            start(move |cx| async move {
                let Some(target) = target else { return Ok(()) };
                op::reload(&cx, target).await
            })
        }),
    )
    .menu(FILE, 1)
    .when(has_file),
    Command::new(
        "edit.revert_change",
        "Re~v~ert change",
        "Bring the lines at the cursor back to what is in the file.",
        Run::Changes(revert),
    )
    .keys(&["Alt+Backspace"])
    .menu(EDIT, 2)
    .when(has_changes),
    Command::new(
        "search.next_change",
        "Next ~c~hange",
        "Go to the next lines that differ from the file.",
        Run::Changes(|subject| go(subject, true)),
    )
    .keys(&["Alt+ArrowDown"])
    .menu(SEARCH, 1)
    .when(has_changes),
    Command::new(
        "search.previous_change",
        "Pre~v~ious change",
        "Go to the lines before that differ from the file.",
        Run::Changes(|subject| go(subject, false)),
    )
    .keys(&["Alt+ArrowUp"])
    .menu(SEARCH, 1)
    .when(has_changes),
    Command::new(
        "window.view_current",
        "C~u~rrent text",
        "Show the text of the window, to be edited.",
        Run::Changes(|subject| show(subject, View::Current)),
    )
    .menu(WINDOW, 5)
    .when(in_text),
    Command::new(
        "window.view_changes",
        "Chan~g~es",
        "Show only the lines that differ from the file, with those around them.",
        Run::Changes(|subject| show(subject, View::Changes(Place::default()))),
    )
    .menu(WINDOW, 5)
    .when(in_text),
    Command::new(
        "window.view_side_by_side",
        "Si~d~e by side",
        "Show what is in the file and the text beside each other.",
        Run::Changes(|subject| show(subject, View::SideBySide(Place::default()))),
    )
    .menu(WINDOW, 5)
    .when(in_text),
];

/// What a window that shows changes can do while it has the keys.
pub const IN_CHANGES: &[Command] = &[
    Command::new(
        "changes.go",
        "Go to the text",
        "Go to the line of the text that the row shows.",
        Run::Changes(go_to_text),
    )
    .keys(&["Enter"])
    .status(1, "Go to")
    .when(shows_changes),
    Command::new(
        "changes.revert",
        "Revert",
        "Bring the change at the cursor back to what is in the file.",
        Run::Changes(revert),
    )
    .keys(&["Delete"])
    .status(2, "Revert")
    .when(shows_changes),
    Command::new(
        "changes.leave",
        "Back to the text",
        "Show the text of the window again.",
        Run::Changes(|subject| show(subject, View::Current)),
    )
    .keys(&["Escape"])
    .status(3, "Text")
    .when(shows_changes),
];

const SAME: &str = "The text is as it is in the file.";
const COMPARING: &str = "The text is still being compared; try again.";

fn refused(why: &str) -> Refusal {
    Refusal::Unavailable(why.to_owned())
}

fn has_file(desk: &Desktop) -> Availability {
    let (_, buffer) = desk.active_buffer().ok_or("No window is open.")?;
    if buffer.path.is_some() { Ok(()) } else { Err("The text has no file yet.".to_owned()) }
}

fn shows_changes(desk: &Desktop) -> Availability {
    let shows = desk.active().is_some_and(|window| window.view != View::Current);
    if shows { Ok(()) } else { Err("The window shows its text, not changes.".to_owned()) }
}

/// Whether there is something to go to or take back.
fn has_changes(desk: &Desktop) -> Availability {
    in_text(desk)?;
    let comparison = desk.active_buffer().and_then(|(_, buffer)| buffer.comparison());
    match comparison.map(|comparison| &comparison.diff) {
        None => Err(SAME.to_owned()),
        Some(Err(error)) => Err(format!("Changes are not known: {error}.")),
        Some(Ok(diff)) if diff.is_empty() => Err(SAME.to_owned()),
        Some(Ok(_)) => Ok(()),
    }
}

/// The comparison of the text as it is now.
fn compared(buffer: &Buffer) -> Result<(&Comparison, &Diff), Refusal> {
    let comparison = buffer.comparison().ok_or_else(|| refused(SAME))?;
    let now = comparison.revision == buffer.revision();
    let diff = comparison.diff.as_ref().map_err(|error| Refusal::Unavailable(error.to_string()))?;
    if now { Ok((comparison, diff)) } else { Err(refused(COMPARING)) }
}

/// The change at the cursor of a window.
fn at_cursor<'a>(window: &Window, buffer: &'a Buffer) -> Result<(&'a Comparison, &'a Hunk), Refusal> {
    let (comparison, diff) = compared(buffer)?;
    let found = match window.view.place() {
        Some(place) => comparison.hunk_of_row(window.view, place.row),
        None => diff.hunk_at(buffer.document.text().line_of(window.cursor())),
    };
    let hunk = found.and_then(|hunk| diff.hunks().get(hunk));
    hunk.map(|hunk| (comparison, hunk)).ok_or_else(|| refused("The cursor is not in a change."))
}

/// Puts the lines of the file in the place of those at the cursor.
fn revert(subject: &Subject) -> Result<Vec<Change>, Refusal> {
    let (window, buffer) = target(subject)?;
    let (comparison, hunk) = at_cursor(window, buffer)?;
    let lines = comparison.base.slice(hunk.old_bytes.clone());
    let edits = window.view == View::Current;
    Ok(vec![Change::Edit(TextEdit {
        buffer: buffer.id,
        revision: buffer.revision(),
        transaction: Transaction::from(Edit::replace(hunk.new_bytes.clone(), lines)),
        window: edits.then_some(window.id),
        select: edits.then(|| Selection::caret(hunk.new_bytes.start)),
        kind: EditKind::Other,
        low_digit: false,
    })])
}

/// Puts the cursor on the nearest change after it, or before it; from the last one on to the first.
fn go(subject: &Subject, forward: bool) -> Result<Vec<Change>, Refusal> {
    let (window, buffer) = target(subject)?;
    let (comparison, diff) = compared(buffer)?;
    let hunks = diff.hunks();
    let text = buffer.document.text();
    let line = text.line_of(window.cursor());
    let starts_before = |at: usize, or_at: bool| match window.view.place() {
        Some(place) => {
            let row = comparison.row_of_hunk(window.view, at);
            row < place.row || (or_at && row == place.row)
        }
        None => {
            let start = text.line_of(hunks[at].new_bytes.start);
            start < line || (or_at && start == line)
        }
    };
    // Searched by halves: there may be many.
    let first_after = |or_at| {
        let (mut low, mut high) = (0, hunks.len());
        while low < high {
            let middle = (low + high) / 2;
            if starts_before(middle, or_at) { low = middle + 1 } else { high = middle }
        }
        low
    };
    let found = match forward {
        true => Some(first_after(true)).filter(|at| *at < hunks.len()).unwrap_or(0),
        false => first_after(false).checked_sub(1).unwrap_or(hunks.len().saturating_sub(1)),
    };
    let hunk = hunks.get(found).ok_or_else(|| refused(SAME))?;
    Ok(vec![match window.view.place() {
        Some(place) => {
            let row = comparison.row_of_hunk(window.view, found);
            Change::Show { window: window.id, view: window.view.at(Place { row, ..place }) }
        }
        None => {
            let selection = Selection::caret(hunk.new_bytes.start);
            Change::Select { window: window.id, revision: buffer.revision(), selection, goal: None }
        }
    }])
}

/// Shows the window's buffer in that way, at the cursor; one that is shown so already stays where it is.
fn show(subject: &Subject, view: View) -> Result<Vec<Change>, Refusal> {
    let (window, buffer) = target(subject)?;
    if std::mem::discriminant(&window.view) == std::mem::discriminant(&view) {
        return Ok(Vec::new());
    }
    let at = match (window.view.place(), buffer.comparison()) {
        (Some(place), Some(comparison)) => comparison.place_of_row(&buffer.document, window.view, place.row),
        _ => window.cursor(),
    };
    Ok(vec![Change::Show { window: window.id, view: buffer.view_at(view, at) }])
}

/// Puts the cursor on the line that the row shows, which shows the text.
fn go_to_text(subject: &Subject) -> Result<Vec<Change>, Refusal> {
    let (window, buffer) = target(subject)?;
    let (Some(place), Some(comparison)) = (window.view.place(), buffer.comparison()) else {
        return show(subject, View::Current);
    };
    let at = comparison.place_of_row(&buffer.document, window.view, place.row);
    let (revision, selection) = (buffer.revision(), Selection::caret(at));
    Ok(vec![Change::Select { window: window.id, revision, selection, goal: None }])
}
