//! A window: a view of one buffer with its own cursor, selection and scroll.

use serde::{Deserialize, Serialize};

use crate::base::{BufferId, Rect, Size, WindowId};
use crate::text::{Bias, ByteIndex, ByteOffset, CellColumn, Delta, Document, Selection, TabWidth};

/// Bytes in a row of a hex window (desktop.md "Editing").
pub const HEX_ROW: usize = 16;
/// The fewer bytes of a row that a narrow hex window shows.
pub const HEX_ROW_NARROW: usize = 8;

/// What a window shows first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scroll {
    /// In the topmost line that shows; in a hex window in the topmost row.
    pub top: ByteOffset,
    /// The leftmost column that shows, in cells.
    pub left: CellColumn,
}

/// Which of the two columns of a hex window has the cursor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HexSide {
    #[default]
    Digits,
    Ascii,
}

/// How a window shows its buffer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum View {
    /// The text itself, or its bytes, to be edited.
    #[default]
    Current,
    /// The lines that differ from the file, with what is around them.
    Changes(Place),
    /// What is in the file and the text, beside each other.
    SideBySide(Place),
}

/// What a view of changes shows first, and where one is in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The row with the cursor, …
    pub row: usize,
    /// … and the topmost that shows.
    pub top: usize,
    /// The leftmost column of the texts that shows.
    pub left: CellColumn,
}

impl View {
    /// The place, where changes are shown.
    pub fn place(self) -> Option<Place> {
        match self {
            View::Current => None,
            View::Changes(place) | View::SideBySide(place) => Some(place),
        }
    }

    /// The same view at another place.
    pub fn at(self, place: Place) -> View {
        match self {
            View::Current => View::Current,
            View::Changes(_) => View::Changes(place),
            View::SideBySide(_) => View::SideBySide(place),
        }
    }
}

/// A window. Read it freely; only the desk alters it.
#[derive(Clone, Debug)]
pub struct Window {
    pub id: WindowId,
    /// 1 to 9, for Alt and the digit; the tenth window has none.
    pub number: Option<u8>,
    /// With its frame, without its shadow.
    pub rect: Rect,
    /// The place to go back to, once it was zoomed. It is zoomed while it also fills the desk.
    pub unzoomed: Option<Rect>,
    pub buffer: BufferId,
    pub selection: Selection,
    /// The column that moving up and down aims at.
    pub goal: Option<CellColumn>,
    pub scroll: Scroll,
    pub view: View,
    /// In a hex window: the column with the cursor.
    pub side: HexSide,
    /// In a hex window: the cursor is on the second digit of its byte.
    pub low_digit: bool,
    /// The cursor moved, or the window's size changed: it is to be scrolled before it is painted.
    pub(super) follows: bool,
}

impl Window {
    /// The cells inside the frame.
    pub fn inside(&self) -> Rect {
        self.rect.shrink(1)
    }

    /// Where the cursor is.
    pub fn cursor(&self) -> ByteOffset {
        self.selection.head
    }

    /// Whether it is zoomed on a desk of that area: moved or resized since, it no longer is.
    pub fn is_zoomed(&self, area: Rect) -> bool {
        self.unzoomed.is_some() && self.rect == area
    }

    /// How many bytes a row of it shows as hex.
    pub fn hex_row(&self) -> usize {
        hex_row(self.inside().width)
    }

    /// Moves cursor, selection and scroll with an edit of the buffer.
    pub(super) fn map(&mut self, delta: &Delta) {
        self.selection = self.selection.map(delta, Bias::Before);
        self.scroll.top = delta.map(self.scroll.top, Bias::Before);
        self.goal = None;
        self.low_digit = false;
    }

    /// Scrolls as little as it takes to show the cursor, if it moved; far jumps put it into the middle.
    pub(super) fn follow_cursor(&mut self, document: &Document, tab: TabWidth) {
        if !std::mem::take(&mut self.follows) {
            return;
        }
        let size = self.inside().size();
        if document.bytes().is_some() {
            self.reveal_byte(document, size);
        } else {
            self.reveal_text(document, size, tab);
        }
    }

    fn reveal_text(&mut self, document: &Document, size: Size, tab: TabWidth) {
        let text = document.text();
        let line = text.line_of(self.cursor());
        let top = text.line_of(self.scroll.top);
        let top = revealed(line, top, size.height);
        self.scroll.top = text.line_start(top);
        let column = document.columns(line, tab).cell_of(self.cursor());
        self.scroll.left = CellColumn(revealed_column(column.0, self.scroll.left.0, size.width));
    }

    fn reveal_byte(&mut self, document: &Document, size: Size) {
        let Some(bytes) = document.bytes() else { return };
        let row = self.hex_row();
        let line = bytes.index_of(self.cursor()).0 / row;
        let top = bytes.index_of(self.scroll.top).0 / row;
        let top = revealed(line, top, size.height);
        self.scroll.top = bytes.offset_of(ByteIndex(top * row));
    }
}

/// Bytes of a hex row that fit into so many cells: offset, digits, gap, characters.
pub fn hex_row(width: i32) -> usize {
    if width >= hex_width(HEX_ROW) { HEX_ROW } else { HEX_ROW_NARROW }
}

/// Cells that a hex row of so many bytes takes: eight digits, two blanks, three cells a byte, one blank, one a byte.
pub fn hex_width(row: usize) -> i32 {
    (8 + 2 + 3 * row + 1 + row) as i32
}

/// The first line to show so that `line` is among `height` lines.
fn revealed(line: usize, top: usize, height: i32) -> usize {
    let height = height.max(1) as usize;
    if line >= top && line < top + height {
        return top;
    }
    let far = line + height < top || line > top + 2 * height;
    if far {
        line.saturating_sub(height / 2)
    } else if line < top {
        line
    } else {
        line + 1 - height
    }
}

/// The first column to show; moves by eighths of the width, so that typing at the edge does not scroll at every key.
fn revealed_column(column: usize, left: usize, width: i32) -> usize {
    let width = width.max(1) as usize;
    let step = (width / 8).max(1);
    if column < left {
        column.saturating_sub(step - 1)
    } else if column >= left + width {
        column + step - width
    } else {
        left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scrolling_is_the_least_that_shows_the_line() {
        assert_eq!(revealed(5, 0, 10), 0);
        assert_eq!(revealed(10, 0, 10), 1);
        assert_eq!(revealed(3, 4, 10), 3);
        assert_eq!(revealed(500, 0, 10), 495);
        assert_eq!(revealed(0, 500, 10), 0);
    }

    #[test]
    fn a_row_of_sixteen_fits_the_reference_screen() {
        assert_eq!(hex_width(HEX_ROW), 75);
        assert_eq!(hex_row(77), 16);
        assert_eq!(hex_row(60), 8);
    }
}
