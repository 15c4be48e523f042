//! The bytes of a hex window: an offset of eight digits, byte pairs, and the ASCII column (desktop.md "For scripts").

use crate::base::{Point, Rect};
use crate::desk::{Desktop, HexSide, Window, hex_width};
use crate::grid::{Attr, Canvas};
use crate::text::{ByteIndex, Bytes};
use crate::ui::theme::{Role, WindowColor};

/// Where the digits begin: eight of the offset and two blanks.
const DIGITS: i32 = 10;

/// The column of a byte's first digit.
fn digits_at(byte: usize) -> i32 {
    DIGITS + 3 * byte as i32
}

/// The column of a byte's character, in rows of so many bytes.
fn ascii_at(byte: usize, row: usize) -> i32 {
    DIGITS + 3 * row as i32 + 1 + byte as i32
}

/// Paints the rows that show; answers the cursor's cell within the window.
pub(super) fn paint(canvas: &mut Canvas<'_>, desk: &Desktop, window: &Window, bytes: &Bytes<'_>) -> Option<Point> {
    let theme = &desk.presentation().theme;
    let size = canvas.size();
    let (plain, marked) = (theme.attr(Role::Identifier), theme.attr(Role::Selection(WindowColor::Blue)));
    let offsets = Attr { style: plain.style, ..theme.attr(Role::Comment) };
    canvas.fill(Rect::of_size(size), ' ', plain);
    let row = window.hex_row();
    let top = bytes.index_of(window.scroll.top).0 / row;
    let left = left(window);
    let cursor = bytes.index_of(window.cursor()).0;
    let selected = {
        let range = window.selection.range();
        bytes.index_of(range.start).0..bytes.index_of(range.end).0
    };
    for y in 0..size.height {
        let start = (top + y as usize) * row;
        if start > bytes.len() {
            break;
        }
        canvas.text(Point::new(-left, y), &format!("{start:08X}"), offsets);
        let end = (start + row).min(bytes.len());
        for (i, byte) in bytes.iter(ByteIndex(start)..ByteIndex(end)).enumerate() {
            let attr = if selected.contains(&(start + i)) { marked } else { plain };
            paint_byte(canvas, Point::new(-left, y), (i, row), byte, attr);
        }
    }
    let (line, column) = (cursor / row, cursor % row);
    let y = i32::try_from(line.checked_sub(top)?).ok().filter(|y| *y < size.height)?;
    let x = match window.side {
        HexSide::Digits => digits_at(column) + i32::from(window.low_digit),
        HexSide::Ascii => ascii_at(column, row),
    };
    Some(Point::new(x - left, y))
}

/// The first column that shows: a window may be narrower than its rows.
fn left(window: &Window) -> i32 {
    i32::try_from(window.scroll.left.0).unwrap_or(i32::MAX).min(hex_width(window.hex_row()))
}

/// Paints the byte at a place of a row of so many, which begins at `origin`.
fn paint_byte(canvas: &mut Canvas<'_>, origin: Point, (at, row): (usize, usize), byte: u8, attr: Attr) {
    const DIGIT: &[u8; 16] = b"0123456789ABCDEF";
    let pair = [DIGIT[usize::from(byte >> 4)], DIGIT[usize::from(byte & 15)]].map(char::from);
    let shown = if (b' '..=b'~').contains(&byte) { char::from(byte) } else { '·' };
    let mut put = |x: i32, c: char| canvas.put(Point::new(origin.x + x, origin.y), c.encode_utf8(&mut [0; 4]), 1, attr);
    put(digits_at(at), pair[0]);
    put(digits_at(at) + 1, pair[1]);
    put(ascii_at(at, row), shown);
}

/// The byte and the column of it that a cell of the window belongs to; blanks belong to the byte before them, cells above
/// the window to the row before the first that shows.
pub(super) fn byte_at(window: &Window, bytes: &Bytes<'_>, at: Point) -> (ByteIndex, HexSide) {
    let row = window.hex_row();
    let top = bytes.index_of(window.scroll.top).0 / row;
    let start = if at.y < 0 { top.saturating_sub(1) } else { top + at.y as usize } * row;
    let last = row - 1;
    let x = at.x.saturating_add(left(window));
    let (byte, side) = if x >= ascii_at(0, row) {
        ((x - ascii_at(0, row)) as usize, HexSide::Ascii)
    } else {
        ((x - DIGITS).max(0) as usize / 3, HexSide::Digits)
    };
    (ByteIndex((start + byte.min(last)).min(bytes.len())), side)
}
