//! One editor window: frame, scroll bars, cursor, and its text or bytes.

use crate::base::{Point, Rect};
use crate::desk::{Buffer, Desktop, Drag, Drop, View, Window, hex_width};
use crate::grid::{Canvas, Cursor, CursorShape, Source};
use crate::text::CellColumn;
use crate::ui::frame::{self, Indicator};
use crate::ui::part::Part;
use crate::ui::scrollbar::{Axis, ScrollBar};
use crate::ui::theme::WindowColor;

use super::{Frame, Owner, bars, changes, editor, hex, person_drag, window_frame};

/// Paints a window over what lies behind it; the active one has the cursor.
pub(super) fn paint(painted: &mut Frame, desk: &Desktop, window: &Window, active: bool) {
    let Some(buffer) = desk.buffer(window.buffer) else { return };
    let (caret, has_cursor) = match text_drop(desk) {
        Some(drop) => (drop.at, drop.window == window.id),
        None => (window.cursor(), active),
    };
    let edge = painted.enter(Source::FURNITURE, Owner::Window(window.id));
    let inside = painted.enter(Source::of_buffer(buffer.id), Owner::Window(window.id));
    let theme = &desk.presentation().theme;
    let frame = window_frame(desk, window, active);
    let mut canvas = Canvas::new(&mut painted.scene);
    frame::shadow(&mut canvas, window.rect, theme);
    canvas.set_source(edge);
    frame.paint(&mut canvas, window.rect, theme);

    canvas.set_source(inside);
    canvas.set_part(Part::Body.to_u16());
    let mut body = canvas.within(window.inside());
    let (cursor, widest) = match buffer.document.bytes() {
        _ if window.view != View::Current => changes::paint(&mut body, desk, window, buffer),
        Some(bytes) => (hex::paint(&mut body, desk, window, &bytes), CellColumn(0)),
        None => editor::paint(&mut body, desk, window, buffer, caret),
    };
    canvas.set_source(edge);
    if !buffer.is_hex() && window.view == View::Current {
        bars::paint(&mut canvas, window, buffer, theme);
    }
    if let Some(bar) = frame.vertical_bar(window.rect) {
        vertical(window, buffer).paint(&mut canvas, bar, theme, WindowColor::Blue);
    }
    if let Some(bar) = frame.horizontal_bar(window.rect) {
        horizontal(window, buffer, widest).paint(&mut canvas, bar, theme, WindowColor::Blue);
    }
    if has_cursor {
        let shape = if desk.overwrites(buffer) { CursorShape::Block } else { CursorShape::Underline };
        painted.scene.cursor = cursor
            .and_then(|at| on_screen(window.inside().intersect(desk.area()), window, at))
            .map(|at| Cursor { at, shape });
    }
}

/// Where the text that the person drags would land.
fn text_drop(desk: &Desktop) -> Option<Drop> {
    match person_drag(desk) {
        Some(Drag::Text { drop, .. }) => drop.filter(|drop| desk.window(drop.window).is_some()),
        _ => None,
    }
}

/// A cell of a window's inside as a cell of the screen, if it is in the part that shows.
fn on_screen(shows: Rect, window: &Window, at: Point) -> Option<Point> {
    let at = Point::new(window.inside().x + at.x, window.inside().y + at.y);
    shows.contains(at).then_some(at)
}

/// Line and column of the cursor, from 1; in a hex window the byte's offset.
pub(super) fn indicator(desk: &Desktop, window: &Window, buffer: &Buffer) -> Indicator {
    let document = &buffer.document;
    let text = match document.bytes() {
        _ if window.view != View::Current => changes::position(window, buffer),
        Some(bytes) => format!("{:08X}", bytes.index_of(window.cursor()).0),
        None => {
            let line = document.text().line_of(window.cursor());
            let column = document.columns(line, desk.presentation().tab_width).char_of(window.cursor());
            format!("{}:{}", line + 1, column.0 + 1)
        }
    };
    let text = match bars::counts(buffer) {
        Some(counts) => format!("{text} {counts}"),
        None => text,
    };
    Indicator { text, modified: buffer.is_dirty() }
}

/// The vertical scroll bar: lines, or rows of bytes.
pub(super) fn vertical(window: &Window, buffer: &Buffer) -> ScrollBar {
    let page = window.inside().height.max(1) as usize;
    if let Some(place) = window.view.place() {
        let rows = buffer.comparison().map_or(1, |comparison| comparison.rows(window.view));
        return paging(ScrollBar::new(Axis::Vertical, place.top.min(rows - 1), rows, page));
    }
    let (top, count) = match buffer.document.bytes() {
        Some(bytes) => {
            let row = window.hex_row();
            (bytes.index_of(window.scroll.top).0 / row, bytes.len() / row + 1)
        }
        None => {
            let text = buffer.document.text();
            (text.line_of(window.scroll.top), text.line_count())
        }
    };
    paging(ScrollBar::new(Axis::Vertical, top, count, page))
}

/// The horizontal scroll bar, as far as the lines that show reach: the longest line of a text is not known. Rows of
/// bytes have one width.
pub(super) fn horizontal(window: &Window, buffer: &Buffer, widest: CellColumn) -> ScrollBar {
    let page = window.inside().width.max(1) as usize;
    let left = window.view.place().map_or(window.scroll.left, |place| place.left).0;
    let cells = if buffer.is_hex() { hex_width(window.hex_row()) as usize } else { widest.0 + 1 };
    paging(ScrollBar::new(Axis::Horizontal, left, cells.max(left + page), page))
}

/// A page of a text leaves one line or column of the last page in sight.
fn paging(bar: ScrollBar) -> ScrollBar {
    ScrollBar { page: (bar.page - 1).max(1), ..bar }
}
