//! One cell: what it shows, in which colours, and what it belongs to.

use std::fmt;
use std::ops::{BitOr, BitOrAssign};

use serde::{Deserialize, Serialize};

use crate::base::color::VGA;
use crate::base::{BufferId, Rgb};

/// A small set of ways to draw a glyph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Style(u8);

impl Style {
    /// The glyph as the font has it.
    pub const PLAIN: Style = Style(0);
    /// Heavier strokes.
    pub const BOLD: Style = Style(1);
    /// Slanted.
    pub const ITALIC: Style = Style(2);
    /// A line below.
    pub const UNDERLINE: Style = Style(4);

    const NAMED: [(Style, &'static str); 3] =
        [(Style::BOLD, "bold"), (Style::ITALIC, "italic"), (Style::UNDERLINE, "underline")];

    /// Whether every member of `other` is in this set.
    pub const fn contains(self, other: Style) -> bool {
        self.0 & other.0 == other.0
    }

    /// The members of both sets.
    pub const fn union(self, other: Style) -> Style {
        Style(self.0 | other.0)
    }
}

impl BitOr for Style {
    type Output = Style;

    fn bitor(self, other: Style) -> Style {
        self.union(other)
    }
}

impl BitOrAssign for Style {
    fn bitor_assign(&mut self, other: Style) {
        *self = self.union(other);
    }
}

impl fmt::Display for Style {
    /// Its members' names with a space between, as golden scenes show them; nothing for the plain style.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Self::NAMED.iter().filter(|(style, _)| self.contains(*style));
        for (at, (_, name)) in names.enumerate() {
            f.write_str(if at > 0 { " " } else { "" })?;
            f.write_str(name)?;
        }
        Ok(())
    }
}

/// Colours and style of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Attr {
    pub fg: Rgb,
    pub bg: Rgb,
    pub style: Style,
}

impl Attr {
    /// These colours, plain.
    pub const fn new(fg: Rgb, bg: Rgb) -> Self {
        Self { fg, bg, style: Style::PLAIN }
    }

    /// A VGA attribute as `look.md` section 2 writes it: background digit, then foreground digit; `0x1E` is yellow on
    /// blue.
    pub const fn vga(code: u8) -> Self {
        Self::new(VGA[(code & 0x0F) as usize], VGA[(code >> 4) as usize])
    }

    /// The VGA attribute with these colours, if both are among the sixteen.
    pub fn vga_code(self) -> Option<u8> {
        let index = |color| VGA.iter().position(|&vga| vga == color);
        Some((index(self.bg)? << 4 | index(self.fg)?) as u8)
    }

    /// The same colours, with `style` added.
    pub const fn with(self, style: Style) -> Self {
        Self { style: self.style.union(style), ..self }
    }

    /// Foreground and background exchanged.
    pub const fn inverse(self) -> Self {
        Self { fg: self.bg, bg: self.fg, style: self.style }
    }
}

impl Default for Attr {
    /// Light grey on black, as a screen is switched on.
    fn default() -> Self {
        Self::vga(0x07)
    }
}

/// What a cell shows: a character, or a cluster of several that its scene interned. Never a control character.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Glyph(u32);

/// The first value that is no code point.
const CLUSTERS: u32 = char::MAX as u32 + 1;

impl Glyph {
    /// An empty cell.
    pub const BLANK: Glyph = Glyph(' ' as u32);

    /// A single character; what may not be shown as it is, is exchanged as [`shown`] says.
    pub fn char(c: char) -> Self {
        Glyph(shown(c) as u32)
    }

    /// The cluster at `index` of a scene's table.
    pub(super) fn cluster(index: u32) -> Self {
        Glyph(CLUSTERS.saturating_add(index))
    }

    /// The character, unless this is a cluster.
    pub fn as_char(self) -> Option<char> {
        char::from_u32(self.0)
    }

    /// The index into the scene's table of clusters, if this is one.
    pub fn cluster_index(self) -> Option<usize> {
        self.0.checked_sub(CLUSTERS).map(|index| index as usize)
    }
}

/// What stands for a character on a screen: control characters become their Unicode pictures (␛ for ESC), others that
/// would act rather than show become �. So no output can be made to obey a text that it displays.
pub fn shown(c: char) -> char {
    match c {
        '\0'..='\x1f' => char::from_u32(0x2400 + c as u32).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\x7f' => '\u{2421}',
        '\u{80}'..='\u{9f}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
        | '\u{feff}' => char::REPLACEMENT_CHARACTER,
        _ => c,
    }
}

/// How many cells the glyph at this cell takes, and which of them this is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CellWidth {
    #[default]
    Single,
    /// The left half of a wide glyph; its [`CellWidth::WideTail`] is the next cell.
    WideLead,
    /// The right half of a wide glyph; it repeats glyph, source and part of the left half.
    WideTail,
}

/// An index into a scene's table of sources.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SourceId(pub u16);

impl SourceId {
    /// Nobody said what the cell shows: no agent may read it.
    pub const UNKNOWN: SourceId = SourceId(0);
}

/// Who may read what a source paints.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Readable {
    /// Only the person.
    #[default]
    Never,
    /// Whoever may read the source's buffer.
    WithBuffer,
    /// Everyone: the desktop's own furniture.
    Always,
}

/// What painted a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Source {
    pub readable: Readable,
    /// The buffer whose text it shows.
    pub buffer: Option<BufferId>,
}

impl Source {
    /// The desktop's own furniture: frames, menus, the status line.
    pub const FURNITURE: Source = Source { readable: Readable::Always, buffer: None };

    /// The text of a buffer, readable to whoever may read the buffer.
    pub const fn of_buffer(buffer: BufferId) -> Self {
        Self { readable: Readable::WithBuffer, buffer: Some(buffer) }
    }
}

/// One cell of a scene, 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    pub glyph: Glyph,
    pub attr: Attr,
    pub width: CellWidth,
    /// What painted it.
    pub source: SourceId,
    /// The painter's own number for what within the source the cell belongs to; 0 when it has none.
    pub part: u16,
}

impl Default for Cell {
    fn default() -> Self {
        Self {
            glyph: Glyph::BLANK,
            attr: Attr::default(),
            width: CellWidth::Single,
            source: SourceId::UNKNOWN,
            part: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_stays_small() {
        assert_eq!(size_of::<Cell>(), 16);
    }

    #[test]
    fn vga_attributes_read_background_first() {
        let attr = Attr::vga(0x1E);
        assert_eq!((attr.fg, attr.bg), (Rgb::hex(0xFFFF55), Rgb::hex(0x0000AA)));
        for code in 0..=255 {
            assert_eq!(Attr::vga(code).vga_code(), Some(code));
        }
        assert_eq!(Attr::new(Rgb(1, 2, 3), Rgb(0, 0, 0)).vga_code(), None);
    }

    #[test]
    fn characters_that_act_are_shown_instead() {
        assert_eq!(Glyph::char('\x1b').as_char(), Some('␛'));
        assert_eq!(Glyph::char('\u{202e}').as_char(), Some('\u{fffd}'));
        assert_eq!(Glyph::char('λ').as_char(), Some('λ'));
        assert_eq!(Glyph::cluster(3).as_char(), None);
        assert_eq!(Glyph::cluster(3).cluster_index(), Some(3));
        assert_eq!(Glyph::char('\u{10ffff}').cluster_index(), None);
    }

    #[test]
    fn styles_are_a_set() {
        let style = Style::BOLD | Style::UNDERLINE;
        assert!(style.contains(Style::BOLD) && !style.contains(Style::ITALIC));
        assert_eq!(style.to_string(), "bold underline");
        assert_eq!(Attr::vga(0x17).with(style).with(Style::ITALIC).style.to_string(), "bold italic underline");
    }
}
