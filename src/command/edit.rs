//! Edit: history, clipboard, deleting, line breaks.

use std::ops::Range;

use crate::desk::catalogue::Availability;
use crate::desk::{Buffer, Change, Desktop, Refusal, TextEdit, Window};
use crate::text::{ByteOffset, Edit, EditKind, Selection, Text, Transaction, movement, next_grapheme, prev_grapheme};

use super::{Command, Run, Subject, bytes, in_text, in_window, indent, menus::EDIT, target, typing};

pub const COMMANDS: &[Command] = &[
    Command::new("edit.undo", "~U~ndo", "Take the last step back.", Run::Changes(|subject| history(subject, false)))
        .keys(&["Ctrl+Z"])
        .menu(EDIT, 0)
        .when(can_undo),
    Command::new(
        "edit.redo",
        "~R~edo",
        "Do again what was taken back.",
        Run::Changes(|subject| history(subject, true)),
    )
    .keys(&["Ctrl+Y", "Ctrl+Shift+Z"])
    .menu(EDIT, 0)
    .when(can_redo),
    Command::new("edit.cut", "Cu~t~", "Move the selection to the clipboard.", Run::Changes(cut))
        .keys(&["Ctrl+X", "Shift+Delete"])
        .menu(EDIT, 1)
        .when(selected),
    Command::new("edit.copy", "~C~opy", "Copy the selection to the clipboard.", Run::Changes(copy))
        .keys(&["Ctrl+C", "Ctrl+Insert"])
        .menu(EDIT, 1)
        .when(selected),
    Command::new("edit.paste", "P~a~ste", "Put the clipboard's text in place of the selection.", Run::Changes(paste))
        .keys(&["Ctrl+V", "Shift+Insert"])
        .menu(EDIT, 1)
        .when(in_window),
    Command::new(
        "edit.delete",
        "~D~elete",
        "Delete the selection, or the character after the cursor.",
        Run::Changes(|s| delete(s, next)),
    )
    .keys(&["Delete"])
    .menu(EDIT, 1)
    .when(in_window),
    Command::new("edit.select_all", "~S~elect all", "Select the whole text.", Run::Changes(select_all))
        .keys(&["Ctrl+A"])
        .menu(EDIT, 2)
        .when(in_window),
    Command::new(
        "edit.overwrite",
        "~O~verwrite",
        "Let typing replace what is under the cursor, or no longer.",
        Run::Changes(overwrite),
    )
    .keys(&["Insert"])
    .menu(EDIT, 3)
    .when(in_window),
    Command::new(
        "edit.backspace",
        "Delete back",
        "Delete the selection, or the character before the cursor.",
        Run::Changes(|s| delete(s, previous)),
    )
    .keys(&["Backspace", "Shift+Backspace"])
    .when(in_window),
    Command::new("edit.delete_word", "Delete word", "Delete to the next word.", Run::Changes(|s| delete(s, next_word)))
        .keys(&["Ctrl+Delete"])
        .when(in_text),
    Command::new(
        "edit.delete_word_back",
        "Delete word back",
        "Delete to the start of the word.",
        Run::Changes(|s| delete(s, previous_word)),
    )
    .keys(&["Ctrl+Backspace"])
    .when(in_text),
    Command::new(
        "edit.line_break",
        "Break line",
        "Begin a new line, with the line ending of the text, indented as the line before and the language have it.",
        Run::Changes(line_break),
    )
    .keys(&["Enter", "Shift+Enter"])
    .when(in_text),
];

/// Replaces a range of the target's text and puts the cursor behind what came in.
pub(super) fn replace(
    window: &Window,
    buffer: &Buffer,
    range: Range<ByteOffset>,
    insert: &str,
    kind: EditKind,
) -> Result<Change, Refusal> {
    let head = range.start + insert.len();
    Ok(Change::Edit(TextEdit {
        buffer: buffer.id,
        revision: buffer.revision(),
        transaction: Transaction::from(Edit::replace(range, insert)),
        window: Some(window.id),
        select: Some(Selection::caret(head)),
        kind,
        low_digit: false,
    }))
}

fn history(subject: &Subject, redo: bool) -> Result<Vec<Change>, Refusal> {
    let (window, buffer) = target(subject)?;
    let (revision, window) = (buffer.revision(), Some(window.id));
    Ok(vec![Change::History { buffer: buffer.id, window, revision, redo, steps: 1 }])
}

fn can_undo(desk: &Desktop) -> Availability {
    let (_, buffer) = desk.active_buffer().ok_or("No window is open.")?;
    match (buffer.document.can_undo(), buffer.document.dropped_steps()) {
        (true, _) => Ok(()),
        (false, 0) => Err("Nothing has been changed.".to_owned()),
        (false, dropped) => Err(format!("The {dropped} oldest steps were dropped to bound memory.")),
    }
}

fn can_redo(desk: &Desktop) -> Availability {
    let (_, buffer) = desk.active_buffer().ok_or("No window is open.")?;
    if buffer.document.can_redo() { Ok(()) } else { Err("Nothing has been taken back.".to_owned()) }
}

fn selected(desk: &Desktop) -> Availability {
    let window = desk.active().ok_or("No window is open.")?;
    if window.selection.is_empty() { Err("Nothing is selected.".to_owned()) } else { Ok(()) }
}

/// What the clipboard gets of a selection: text as it is, bytes as pairs of digits.
fn selected_text(window: &Window, buffer: &Buffer) -> Text {
    let range = window.selection.range();
    match buffer.document.bytes() {
        Some(_) => Text::from(bytes::digits(buffer, range).as_str()),
        None => buffer.document.text().sub_text(range),
    }
}

fn copy(subject: &Subject) -> Result<Vec<Change>, Refusal> {
    let (window, buffer) = target(subject)?;
    Ok(vec![Change::Copy { text: selected_text(window, buffer) }])
}

fn cut(subject: &Subject) -> Result<Vec<Change>, Refusal> {
    let (window, buffer) = target(subject)?;
    let taken = Change::Copy { text: selected_text(window, buffer) };
    let edit = replace(window, buffer, window.selection.range(), "", EditKind::Other)?;
    Ok(vec![taken, edit])
}

fn paste(subject: &Subject) -> Result<Vec<Change>, Refusal> {
    let empty = || Refusal::Unavailable("The clipboard is empty.".to_owned());
    let text = &subject.desk.hand(subject.actor).ok_or_else(empty)?.clipboard;
    if text.is_empty() { Err(empty()) } else { typing::paste_text(subject, &text.to_string()) }
}

/// Deletes the selection, or what lies between the cursor and where `reach` goes from it.
fn delete(subject: &Subject, reach: fn(&Buffer, ByteOffset) -> ByteOffset) -> Result<Vec<Change>, Refusal> {
    let (window, buffer) = target(subject)?;
    let mut range = window.selection.range();
    if window.selection.is_empty() {
        let other = reach(buffer, range.start);
        range = range.start.min(other)..range.start.max(other);
    }
    if range.is_empty() {
        return Ok(Vec::new());
    }
    Ok(vec![replace(window, buffer, range, "", EditKind::Deleting)?])
}

fn next(buffer: &Buffer, at: ByteOffset) -> ByteOffset {
    match buffer.document.bytes() {
        Some(bytes) => bytes.offset_of(bytes.index_of(at) + 1).min(buffer.document.text().end()),
        None => next_grapheme(buffer.document.text(), at),
    }
}

fn previous(buffer: &Buffer, at: ByteOffset) -> ByteOffset {
    match buffer.document.bytes() {
        Some(bytes) => bytes.offset_of(bytes.index_of(at).saturating_sub(1)),
        None => prev_grapheme(buffer.document.text(), at),
    }
}

fn next_word(buffer: &Buffer, at: ByteOffset) -> ByteOffset {
    movement::next_word(buffer.document.text(), at)
}

fn previous_word(buffer: &Buffer, at: ByteOffset) -> ByteOffset {
    movement::prev_word(buffer.document.text(), at)
}

fn select_all(subject: &Subject) -> Result<Vec<Change>, Refusal> {
    let (window, buffer) = target(subject)?;
    let selection = Selection::new(ByteOffset::ZERO, buffer.document.text().end());
    let scroll = Change::Scroll { window: window.id, top: window.scroll.top, left: window.scroll.left };
    let select = Change::Select { window: window.id, revision: buffer.revision(), selection, goal: None };
    // The cursor goes to the end, and what shows stays where it is.
    Ok(vec![select, scroll])
}

fn overwrite(subject: &Subject) -> Result<Vec<Change>, Refusal> {
    let (_, buffer) = target(subject)?;
    Ok(vec![Change::Overwrite { bytes: buffer.is_hex(), on: !subject.desk.overwrites(buffer) }])
}

fn line_break(subject: &Subject) -> Result<Vec<Change>, Refusal> {
    let (window, buffer) = target(subject)?;
    Ok(vec![indent::line_break(window, buffer, subject.desk.presentation())?])
}
