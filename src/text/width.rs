//! How many display cells a cluster takes.

use std::ops::RangeInclusive;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::units::CellColumn;

/// Distance between tab stops, in cells: 1 to 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TabWidth(u8);

impl TabWidth {
    /// The widths that there are.
    pub const ALLOWED: RangeInclusive<u8> = 1..=16;

    /// The nearest allowed width.
    pub fn new(cells: u8) -> TabWidth {
        TabWidth(cells.clamp(*Self::ALLOWED.start(), *Self::ALLOWED.end()))
    }

    /// The width in cells.
    pub fn cells(self) -> usize {
        usize::from(self.0)
    }

    /// The first tab stop after a column.
    pub fn next_stop(self, column: CellColumn) -> CellColumn {
        CellColumn((column.0 / self.cells() + 1) * self.cells())
    }
}

impl Default for TabWidth {
    /// 8 cells, as terminals do.
    fn default() -> TabWidth {
        TabWidth(8)
    }
}

/// The cells of a cluster that is not a tab: 2 for a wide one, 1 for every other, control characters and a combining mark
/// that stands alone included, so that a caret can stand on each.
pub fn cluster_width(cluster: &str) -> usize {
    let mut chars = cluster.chars();
    let width = match (chars.next(), chars.next()) {
        (Some(only), None) => char_width(only),
        _ => cluster.width(),
    };
    width.clamp(1, 2)
}

/// The cells of a cluster of one character that is not a tab.
pub(super) fn char_width(c: char) -> usize {
    if c < '\u{300}' { 1 } else { c.width().unwrap_or(1).clamp(1, 2) }
}
