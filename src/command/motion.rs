//! Moving the cursor, in text and in bytes, with or without the selection.

use crate::base::Revision;
use crate::desk::{Buffer, Change, HexSide, Place, Refusal, Window};
use crate::text::{ByteIndex, ByteOffset, CellColumn, Selection, TabWidth, movement, next_grapheme, prev_grapheme};

use super::{Command, Run, Subject, in_window, target};

/// Cells that a view of changes is scrolled sideways by a key.
const SIDEWAYS: usize = 4;

/// A movement of the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    Left,
    Right,
    WordLeft,
    WordRight,
    Up,
    Down,
    PageUp,
    PageDown,
    LineStart,
    LineEnd,
    TextStart,
    TextEnd,
}

/// The two commands of one movement: without and with the selection.
macro_rules! motion {
    ($motion:ident, $move:literal, $select:literal, $title:literal, $what:literal, $key:literal, $shifted:literal) => {
        [
            Command::new($move, $title, concat!("Move the cursor ", $what, "."), Run::Move(Motion::$motion, false))
                .keys(&[$key])
                .when(in_window),
            Command::new($select, $title, concat!("Select ", $what, "."), Run::Move(Motion::$motion, true))
                .keys(&[$shifted])
                .when(in_window),
        ]
    };
}

const PAIRS: [[Command; 2]; 12] = [
    motion!(Left, "cursor.left", "select.left", "Left", "one character to the left", "ArrowLeft", "Shift+ArrowLeft"),
    motion!(
        Right,
        "cursor.right",
        "select.right",
        "Right",
        "one character to the right",
        "ArrowRight",
        "Shift+ArrowRight"
    ),
    motion!(
        WordLeft,
        "cursor.word_left",
        "select.word_left",
        "Word left",
        "to the word before",
        "Ctrl+ArrowLeft",
        "Ctrl+Shift+ArrowLeft"
    ),
    motion!(
        WordRight,
        "cursor.word_right",
        "select.word_right",
        "Word right",
        "to the next word",
        "Ctrl+ArrowRight",
        "Ctrl+Shift+ArrowRight"
    ),
    motion!(Up, "cursor.up", "select.up", "Up", "to the line above", "ArrowUp", "Shift+ArrowUp"),
    motion!(Down, "cursor.down", "select.down", "Down", "to the line below", "ArrowDown", "Shift+ArrowDown"),
    motion!(PageUp, "cursor.page_up", "select.page_up", "Page up", "one page up", "PageUp", "Shift+PageUp"),
    motion!(
        PageDown,
        "cursor.page_down",
        "select.page_down",
        "Page down",
        "one page down",
        "PageDown",
        "Shift+PageDown"
    ),
    motion!(
        LineStart,
        "cursor.line_start",
        "select.line_start",
        "Line start",
        "to the first letter of the line, then to its start",
        "Home",
        "Shift+Home"
    ),
    motion!(LineEnd, "cursor.line_end", "select.line_end", "Line end", "to the end of the line", "End", "Shift+End"),
    motion!(
        TextStart,
        "cursor.text_start",
        "select.text_start",
        "Text start",
        "to the start of the text",
        "Ctrl+Home",
        "Ctrl+Shift+Home"
    ),
    motion!(
        TextEnd,
        "cursor.text_end",
        "select.text_end",
        "Text end",
        "to the end of the text",
        "Ctrl+End",
        "Ctrl+Shift+End"
    ),
];

pub const COMMANDS: &[Command] = PAIRS.as_flattened();

/// The changes that a movement comes to; `extend` takes the selection along.
pub fn changes(motion: Motion, extend: bool, subject: &Subject) -> Result<Vec<Change>, Refusal> {
    let (window, buffer) = target(subject)?;
    if let Some(place) = window.view.place() {
        return Ok(vec![Change::Show { window: window.id, view: window.view.at(moved(motion, place, window)) }]);
    }
    let tab = subject.desk.presentation().tab_width;
    let mut changes = Vec::with_capacity(2);
    if matches!(motion, Motion::PageUp | Motion::PageDown) {
        changes.push(page(motion, window, buffer));
    }
    let moved = if buffer.is_hex() {
        move_byte(motion, extend, window, buffer)
    } else {
        let (head, goal) = destination(motion, extend, window, buffer, tab);
        let selection = window.selection.moved(head, extend);
        Change::Select { window: window.id, revision: buffer.revision(), selection, goal }
    };
    changes.push(moved);
    Ok(changes)
}

/// Where a movement goes in a view of changes: from row to row, or sideways.
fn moved(motion: Motion, place: Place, window: &Window) -> Place {
    let (Place { row, top, left: CellColumn(left) }, page) = (place, page_lines(window));
    let (row, left) = match motion {
        Motion::Up => (row.saturating_sub(1), left),
        Motion::Down => (row + 1, left),
        Motion::PageUp => (row.saturating_sub(page), left),
        Motion::PageDown => (row + page, left),
        Motion::TextStart => (0, 0),
        Motion::TextEnd => (usize::MAX >> 1, left),
        Motion::Left | Motion::WordLeft => (row, left.saturating_sub(SIDEWAYS)),
        Motion::Right | Motion::WordRight => (row, left + SIDEWAYS),
        Motion::LineStart | Motion::LineEnd => (row, 0),
    };
    Place { row, top, left: CellColumn(left) }
}

/// Lines that a page moves by: one stays in sight.
fn page_lines(window: &Window) -> usize {
    (window.inside().height - 1).max(1) as usize
}

/// Scrolls as far as the cursor goes, so that it stays on its row of the screen.
fn page(motion: Motion, window: &Window, buffer: &Buffer) -> Change {
    let by = page_lines(window);
    let top = if let Some(bytes) = buffer.document.bytes() {
        let row = window.hex_row();
        let at = bytes.index_of(window.scroll.top).0 / row;
        let rows = bytes.len() / row + 1;
        bytes.offset_of(ByteIndex(paged(motion, at, by, rows) * row))
    } else {
        let text = buffer.document.text();
        text.line_start(paged(motion, text.line_of(window.scroll.top), by, text.line_count()))
    };
    Change::Scroll { window: window.id, top, left: window.scroll.left }
}

fn paged(motion: Motion, top: usize, by: usize, count: usize) -> usize {
    match motion {
        Motion::PageUp => top.saturating_sub(by),
        _ => (top + by).min(count.saturating_sub(by + 1).max(top)),
    }
}

fn destination(
    motion: Motion,
    extend: bool,
    window: &Window,
    buffer: &Buffer,
    tab: TabWidth,
) -> (ByteOffset, Option<CellColumn>) {
    let text = buffer.document.text();
    let head = window.cursor();
    let selected = window.selection.range();
    let collapses = !extend && !window.selection.is_empty();
    let head = match motion {
        Motion::Left if collapses => selected.start,
        Motion::Right if collapses => selected.end,
        Motion::Left => prev_grapheme(text, head),
        Motion::Right => next_grapheme(text, head),
        Motion::WordLeft => movement::prev_word(text, head),
        Motion::WordRight => movement::next_word(text, head),
        Motion::LineStart => movement::smart_home(text, head),
        Motion::LineEnd => movement::line_end(text, head),
        Motion::TextStart => ByteOffset::ZERO,
        Motion::TextEnd => text.end(),
        Motion::Up => return vertical(window, buffer, tab, |line| line.checked_sub(1)),
        Motion::Down => return vertical(window, buffer, tab, |line| line.checked_add(1)),
        Motion::PageUp => {
            let by = page_lines(window);
            return vertical(window, buffer, tab, move |line| line.checked_sub(by).or(line.checked_sub(line)));
        }
        Motion::PageDown => {
            let by = page_lines(window);
            let last = text.line_count() - 1;
            return vertical(window, buffer, tab, move |line| Some((line + by).min(last)));
        }
    };
    (head, None)
}

/// To another line, as near to the column that the first vertical move started from as that line allows. From the
/// first line up goes to its start, from the last one down to its end.
fn vertical(
    window: &Window,
    buffer: &Buffer,
    tab: TabWidth,
    to: impl Fn(usize) -> Option<usize>,
) -> (ByteOffset, Option<CellColumn>) {
    let document = &buffer.document;
    let text = document.text();
    let line = text.line_of(window.cursor());
    let goal = window.goal.unwrap_or_else(|| document.columns(line, tab).cell_of(window.cursor()));
    let head = match to(line) {
        None => ByteOffset::ZERO,
        Some(line) if line >= text.line_count() => text.end(),
        Some(line) => document.columns(line, tab).nearest(goal),
    };
    (head, Some(goal))
}

fn move_byte(motion: Motion, extend: bool, window: &Window, buffer: &Buffer) -> Change {
    let revision: Revision = buffer.revision();
    let keep =
        |selection| Change::SelectByte { window: window.id, revision, selection, side: window.side, low_digit: false };
    let Some(bytes) = buffer.document.bytes() else { return keep(window.selection) };
    let at = bytes.index_of(window.cursor()).0;
    let (row, last) = (window.hex_row(), bytes.len());
    let by_rows = |rows: usize| rows * row;
    let to = match motion {
        Motion::Left if window.low_digit && !extend => at,
        Motion::Left => at.saturating_sub(1),
        Motion::Right if window.side == HexSide::Digits && !window.low_digit && !extend && at < last => {
            let selection = Selection::caret(window.cursor());
            return Change::SelectByte { window: window.id, revision, selection, side: window.side, low_digit: true };
        }
        Motion::Right => at + 1,
        Motion::WordLeft => at.saturating_sub(4),
        Motion::WordRight => at + 4,
        Motion::Up => at.checked_sub(row).unwrap_or(at),
        Motion::Down if at + row <= last => at + row,
        Motion::Down => at,
        Motion::PageUp => at.saturating_sub(by_rows(page_lines(window))),
        Motion::PageDown => at + by_rows(page_lines(window)),
        Motion::LineStart => at - at % row,
        Motion::LineEnd => at - at % row + row - 1,
        Motion::TextStart => 0,
        Motion::TextEnd => last,
    };
    keep(window.selection.moved(bytes.offset_of(ByteIndex(to.min(last))), extend))
}
