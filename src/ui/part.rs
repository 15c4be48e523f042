//! What a cell is part of: written while painting, read back from the cell under the mouse.

use serde::{Deserialize, Serialize};

use super::scrollbar::{Axis, BarPart};

/// A part of a window, menu, status line or dialog. Rows and columns within a part follow from the mouse's own cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Part {
    /// The inside: an editor's text, a dialog's ground.
    Body,
    /// The upper edge, by which a window is moved.
    Title,
    /// `[■]`.
    Close,
    /// `[↑]` or `[↕]`.
    Zoom,
    /// The window's digit.
    Number,
    /// `─┘`, by which a window is resized.
    Grow,
    /// The other edges.
    Frame,
    /// Line and column, or other text on the lower edge.
    Indicator,
    ScrollUp,
    ScrollDown,
    PageUp,
    PageDown,
    ThumbV,
    ScrollLeft,
    ScrollRight,
    PageLeft,
    PageRight,
    ThumbH,
    /// The n-th title of the menu bar.
    MenuTitle(u8),
    /// An entry of an open box: how deep the box lies (0 is the one below the bar; at most 15), and which row of it.
    MenuItem(u8, u8),
    /// An open box outside its entries.
    MenuFrame,
    /// The n-th item of the status line.
    StatusItem(u8),
    /// A dialog's n-th control.
    Control(u8),
    /// A visible row of the n-th control (at most 127), counted from its top.
    ControlRow(u8, u8),
    /// The scroll bar of the n-th control (at most 127).
    ControlBar(u8, BarPart),
    /// The history button of the n-th control.
    History(u8),
    /// A visible row of the open history list.
    HistoryRow(u8),
    /// The scroll bar of the open history list.
    HistoryBar(BarPart),
}

/// Parts without a number, by their code.
const PLAIN: [Part; 19] = [
    Part::Body,
    Part::Title,
    Part::Close,
    Part::Zoom,
    Part::Number,
    Part::Grow,
    Part::Frame,
    Part::Indicator,
    Part::ScrollUp,
    Part::ScrollDown,
    Part::PageUp,
    Part::PageDown,
    Part::ThumbV,
    Part::ScrollLeft,
    Part::ScrollRight,
    Part::PageLeft,
    Part::PageRight,
    Part::ThumbH,
    Part::MenuFrame,
];

const MENU_TITLE: u16 = 0x0100;
const STATUS_ITEM: u16 = 0x0200;
const CONTROL: u16 = 0x0300;
const HISTORY: u16 = 0x0400;
const HISTORY_ROW: u16 = 0x0500;
const HISTORY_BAR: u16 = 0x0600;
const MENU_ITEM: u16 = 0x1000;
const CONTROL_BAR: u16 = 0x2000;
const CONTROL_ROW: u16 = 0x8000;

impl Part {
    /// The part as a cell stores it.
    pub fn to_u16(self) -> u16 {
        match self {
            Part::MenuTitle(n) => MENU_TITLE | u16::from(n),
            Part::MenuItem(level, n) => MENU_ITEM | u16::from(level & 0x0F) << 8 | u16::from(n),
            Part::StatusItem(n) => STATUS_ITEM | u16::from(n),
            Part::Control(n) => CONTROL | u16::from(n),
            Part::ControlRow(n, row) => CONTROL_ROW | u16::from(n & 0x7F) << 8 | u16::from(row),
            Part::ControlBar(n, bar) => CONTROL_BAR | u16::from(n & 0x7F) << 3 | bar as u16,
            Part::History(n) => HISTORY | u16::from(n),
            Part::HistoryRow(row) => HISTORY_ROW | u16::from(row),
            Part::HistoryBar(bar) => HISTORY_BAR | bar as u16,
            plain => PLAIN.iter().position(|p| *p == plain).unwrap_or(0) as u16,
        }
    }

    /// Reads a stored part back; `None` for a number that no part has.
    pub fn from_u16(code: u16) -> Option<Part> {
        let low = code as u8;
        if code & CONTROL_ROW != 0 {
            return Some(Part::ControlRow((code >> 8) as u8 & 0x7F, low));
        }
        match code & 0xFF00 {
            0 => PLAIN.get(usize::from(code)).copied(),
            MENU_TITLE => Some(Part::MenuTitle(low)),
            STATUS_ITEM => Some(Part::StatusItem(low)),
            CONTROL => Some(Part::Control(low)),
            HISTORY => Some(Part::History(low)),
            HISTORY_ROW => Some(Part::HistoryRow(low)),
            HISTORY_BAR => BarPart::from_code(low).map(Part::HistoryBar),
            high if high & 0xF000 == MENU_ITEM => Some(Part::MenuItem((high >> 8) as u8 & 0x0F, low)),
            high if high & 0xFC00 == CONTROL_BAR => {
                let bar = BarPart::from_code(low & 7)?;
                Some(Part::ControlBar((code >> 3) as u8 & 0x7F, bar))
            }
            _ => None,
        }
    }

    /// The part of a window's own scroll bar.
    pub fn of_bar(axis: Axis, bar: BarPart) -> Part {
        match (axis, bar) {
            (Axis::Vertical, BarPart::Less) => Part::ScrollUp,
            (Axis::Vertical, BarPart::PageLess) => Part::PageUp,
            (Axis::Vertical, BarPart::Thumb) => Part::ThumbV,
            (Axis::Vertical, BarPart::PageMore) => Part::PageDown,
            (Axis::Vertical, BarPart::More) => Part::ScrollDown,
            (Axis::Horizontal, BarPart::Less) => Part::ScrollLeft,
            (Axis::Horizontal, BarPart::PageLess) => Part::PageLeft,
            (Axis::Horizontal, BarPart::Thumb) => Part::ThumbH,
            (Axis::Horizontal, BarPart::PageMore) => Part::PageRight,
            (Axis::Horizontal, BarPart::More) => Part::ScrollRight,
        }
    }

    /// Which window scroll bar this belongs to, and where on it.
    pub fn bar(self) -> Option<(Axis, BarPart)> {
        Some(match self {
            Part::ScrollUp => (Axis::Vertical, BarPart::Less),
            Part::PageUp => (Axis::Vertical, BarPart::PageLess),
            Part::ThumbV => (Axis::Vertical, BarPart::Thumb),
            Part::PageDown => (Axis::Vertical, BarPart::PageMore),
            Part::ScrollDown => (Axis::Vertical, BarPart::More),
            Part::ScrollLeft => (Axis::Horizontal, BarPart::Less),
            Part::PageLeft => (Axis::Horizontal, BarPart::PageLess),
            Part::ThumbH => (Axis::Horizontal, BarPart::Thumb),
            Part::PageRight => (Axis::Horizontal, BarPart::PageMore),
            Part::ScrollRight => (Axis::Horizontal, BarPart::More),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_reads_back_as_what_was_written() {
        let mut parts = 0;
        for code in 0..=u16::MAX {
            if let Some(part) = Part::from_u16(code) {
                assert_eq!(part.to_u16(), code, "{part:?}");
                parts += 1;
            }
        }
        let expected = PLAIN.len() + 5 * 256 + 5 + 16 * 256 + 128 * 5 + 128 * 256;
        assert_eq!(parts, expected);
    }

    #[test]
    fn window_bars_name_their_parts_both_ways() {
        for axis in [Axis::Vertical, Axis::Horizontal] {
            for bar in BarPart::ALL {
                assert_eq!(Part::of_bar(axis, bar).bar(), Some((axis, bar)));
            }
        }
        assert_eq!(Part::Title.bar(), None);
    }
}
