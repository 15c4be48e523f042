//! The picture of one glyph, one bit a dot, and what styles do to it.

use super::cell::CellWidth;

/// Dots across one cell.
pub const GLYPH_WIDTH: usize = 8;
/// Dots down one cell.
pub const GLYPH_HEIGHT: usize = 16;

/// A glyph's picture: 16 rows of 8 dots for one cell, or of 16 dots for two. The leftmost dot is the highest bit; a
/// picture for one cell has nothing in the low bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bitmap {
    rows: [u16; GLYPH_HEIGHT],
    wide: bool,
}

impl Bitmap {
    /// A picture for one cell.
    pub fn narrow(rows: [u8; GLYPH_HEIGHT]) -> Self {
        Self { rows: rows.map(|row| u16::from(row) << 8), wide: false }
    }

    /// A picture for two cells.
    pub fn wide(rows: [u16; GLYPH_HEIGHT]) -> Self {
        Self { rows, wide: true }
    }

    /// The same glyph for two cells or for one: a narrow picture stands in the middle of two cells, a wide one is
    /// squeezed into one, two dots into each.
    pub fn fitted(self, wide: bool) -> Self {
        let change: fn(u16) -> u16 = match (self.wide, wide) {
            (false, true) => |row| row >> 4,
            (true, false) => squeezed,
            _ => |row| row,
        };
        Self { rows: self.rows.map(change), wide }
    }

    /// This glyph with a combining mark over it.
    pub fn with_mark(self, mark: Bitmap) -> Self {
        let mark = mark.fitted(self.wide);
        Self { rows: std::array::from_fn(|y| self.rows[y] | mark.rows[y]), wide: self.wide }
    }

    /// Heavier: every dot also inks the one to its right.
    pub fn bold(self) -> Self {
        Self { rows: self.rows.map(|row| row | row >> 1), ..self }.within_cells()
    }

    /// Slanted: the upper third moves one dot to the right, the lower third one to the left.
    pub fn italic(self) -> Self {
        let sheared = |y: usize| match y {
            0..=5 => self.rows[y] >> 1,
            6..=9 => self.rows[y],
            _ => self.rows[y] << 1,
        };
        Self { rows: std::array::from_fn(sheared), ..self }.within_cells()
    }

    /// The 8 dots across that belong to one cell of the glyph.
    pub fn half(self, width: CellWidth) -> [u8; GLYPH_HEIGHT] {
        match width {
            CellWidth::Single | CellWidth::WideLead => self.rows.map(|row| (row >> 8) as u8),
            CellWidth::WideTail => self.rows.map(|row| row as u8),
        }
    }

    fn within_cells(self) -> Self {
        let cells = if self.wide { 0xFFFF } else { 0xFF00 };
        Self { rows: self.rows.map(|row| row & cells), ..self }
    }
}

/// 16 dots in 8: each is inked where one of its two was.
fn squeezed(row: u16) -> u16 {
    (0..8).filter(|x| row >> (14 - 2 * x) & 0b11 != 0).map(|x| 0x8000 >> x).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn every_row(bits: u16, wide: bool) -> Bitmap {
        if wide { Bitmap::wide([bits; GLYPH_HEIGHT]) } else { Bitmap::narrow([bits as u8; GLYPH_HEIGHT]) }
    }

    #[test]
    fn fitting_centres_and_squeezes() {
        let centred = every_row(0b1000_0001, false).fitted(true);
        assert_eq!(centred.half(CellWidth::WideLead)[3], 0b0000_1000);
        assert_eq!(centred.half(CellWidth::WideTail)[3], 0b0001_0000);
        let squeezed = every_row(0b1000_0001_0000_0011, true).fitted(false);
        assert_eq!(squeezed, every_row(0b1001_0001, false));
    }

    #[test]
    fn styles_stay_in_their_cells() {
        assert_eq!(every_row(0b1000_0001, false).bold(), every_row(0b1100_0001, false));
        let slanted = every_row(0b1000_0001, false).italic().half(CellWidth::Single);
        assert_eq!([slanted[0], slanted[7], slanted[15]], [0b0100_0000, 0b1000_0001, 0b0000_0010]);
        assert_eq!(every_row(0x0180, true).bold(), every_row(0x01C0, true));
    }

    #[test]
    fn a_mark_is_drawn_over_its_base() {
        assert_eq!(every_row(0x81, false).with_mark(every_row(0x18, false)), every_row(0x99, false));
        assert_eq!(every_row(0x8001, true).with_mark(every_row(0x18, false)), every_row(0x8181, true));
    }
}
