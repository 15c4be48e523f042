//! The bundled bitmap fonts (`fonts/README.md`): VGA shapes where they exist, Unifont for the rest of the Basic
//! Multilingual Plane, and a box with the code for everything else.

use std::collections::HashMap;
use std::sync::LazyLock;

use unicode_width::UnicodeWidthChar;

use super::bitmap::{Bitmap, GLYPH_HEIGHT};
use super::cell::Style;
use super::scene::GlyphText;

static GREEK: LazyLock<Psf<'static>> = LazyLock::new(|| bundled(include_bytes!("../../fonts/FullGreek-VGA16.psf")));
static SLAVIC: LazyLock<Psf<'static>> = LazyLock::new(|| bundled(include_bytes!("../../fonts/FullCyrSlav-VGA16.psf")));

/// Lines of `CODE:ROWS` in hexadecimal, ascending by code; searched where it lies.
static UNIFONT: &[u8] = include_bytes!("../../fonts/unifont.hex");

/// The picture of a cell's glyph for one cell or for two, in bold and italic as the style says. Underlines are not in
/// it: they belong to the cell, not to the glyph.
pub fn picture(text: GlyphText<'_>, wide: bool, style: Style) -> Bitmap {
    let mut chars = text.chars();
    let base = chars.next().unwrap_or(' ');
    let plain = find(base).unwrap_or_else(|| code_box(base, wide)).fitted(wide);
    let marks = chars.filter(|&c| is_mark(c)).filter_map(find);
    let mut bitmap = marks.fold(plain, Bitmap::with_mark);
    if is_drawing(base) {
        return bitmap;
    }
    if style.contains(Style::BOLD) {
        bitmap = bitmap.bold();
    }
    if style.contains(Style::ITALIC) {
        bitmap = bitmap.italic();
    }
    bitmap
}

/// The picture of a character, if one of the fonts has it.
pub fn find(c: char) -> Option<Bitmap> {
    let vga = match c {
        '►' => '▶',
        '◄' => '◀',
        _ => c,
    };
    GREEK.glyph(vga).or_else(|| SLAVIC.glyph(vga)).map(Bitmap::narrow).or_else(|| unifont(c))
}

/// Lines and blocks that must meet those of the next cell: no style changes them.
fn is_drawing(c: char) -> bool {
    ('\u{2500}'..='\u{259F}').contains(&c)
}

/// Whether a later character of a cluster is drawn over its base. Joiners and variation selectors have pictures in
/// Unifont, but mean nothing that could be drawn.
fn is_mark(c: char) -> bool {
    c.width() == Some(0) && !matches!(c, '\u{200B}'..='\u{200D}' | '\u{2060}'..='\u{206F}' | '\u{FE00}'..='\u{FE0F}')
}

fn bundled(bytes: &'static [u8]) -> Psf<'static> {
    Psf::parse(bytes).expect("a bundled font is broken") // reason: part of the program; a test parses both
}

/// Why bytes are not a font that can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PsfError {
    #[error("not a PSF font of version 1: it must start with 36 04")]
    Magic,
    #[error("glyphs {0} dots high; only 16 can be used")]
    Height(u8),
    #[error("the font has no table of Unicode characters")]
    NoTable,
    #[error("the font ends early")]
    Truncated,
}

/// A PC screen font, version 1: 8 dots across, with its table of Unicode characters.
struct Psf<'a> {
    glyphs: &'a [[u8; GLYPH_HEIGHT]],
    index: HashMap<char, u16>,
}

impl<'a> Psf<'a> {
    const MODE_512: u8 = 1;
    const MODE_TABLE: u8 = 2 | 4;
    const SEQUENCE: u16 = 0xFFFE;
    const END: u16 = 0xFFFF;

    fn parse(bytes: &'a [u8]) -> Result<Self, PsfError> {
        let (header, rest) = bytes.split_first_chunk::<4>().ok_or(PsfError::Truncated)?;
        let [0x36, 0x04, mode, height] = *header else { return Err(PsfError::Magic) };
        if usize::from(height) != GLYPH_HEIGHT {
            return Err(PsfError::Height(height));
        }
        if mode & Self::MODE_TABLE == 0 {
            return Err(PsfError::NoTable);
        }
        let count = if mode & Self::MODE_512 != 0 { 512 } else { 256 };
        let (glyphs, table) = rest.split_at_checked(count * GLYPH_HEIGHT).ok_or(PsfError::Truncated)?;
        Ok(Self { glyphs: glyphs.as_chunks().0, index: Self::parse_table(table, count)? })
    }

    /// The table lists, for each glyph, its characters, then sequences of several, then an end mark. Sequences are left
    /// out: clusters are put together from their characters.
    fn parse_table(table: &[u8], count: usize) -> Result<HashMap<char, u16>, PsfError> {
        let mut index = HashMap::new();
        let (mut glyph, mut in_sequence) = (0, false);
        let mut words = table.as_chunks::<2>().0.iter().map(|word| u16::from_le_bytes(*word));
        while usize::from(glyph) < count {
            match words.next().ok_or(PsfError::Truncated)? {
                Self::END => (glyph, in_sequence) = (glyph + 1, false),
                Self::SEQUENCE => in_sequence = true,
                code if !in_sequence => {
                    if let Some(c) = char::from_u32(u32::from(code)) {
                        index.entry(c).or_insert(glyph);
                    }
                }
                _ => {}
            }
        }
        Ok(index)
    }

    fn glyph(&self, c: char) -> Option<[u8; GLYPH_HEIGHT]> {
        self.index.get(&c).and_then(|&glyph| self.glyphs.get(usize::from(glyph))).copied()
    }
}

/// Looks a character up in Unifont by halving the range of bytes in which its line must start.
fn unifont(c: char) -> Option<Bitmap> {
    let code = c as u32;
    let (mut low, mut high) = (0, UNIFONT.len());
    while low < high {
        let middle = low + (high - low) / 2;
        let start = UNIFONT[low..middle].iter().rposition(|&byte| byte == b'\n').map_or(low, |at| low + at + 1);
        let length = UNIFONT[start..].iter().position(|&byte| byte == b'\n').unwrap_or(UNIFONT.len() - start);
        let (key, rows) = std::str::from_utf8(&UNIFONT[start..start + length]).ok()?.split_once(':')?;
        let found = u32::from_str_radix(key, 16).ok()?;
        match found.cmp(&code) {
            std::cmp::Ordering::Less => low = start + length + 1,
            std::cmp::Ordering::Greater => high = start,
            std::cmp::Ordering::Equal => return hex_rows(rows),
        }
    }
    None
}

/// 32 hexadecimal digits for a narrow picture, 64 for a wide one.
fn hex_rows(digits: &str) -> Option<Bitmap> {
    let per_row = digits.len() / GLYPH_HEIGHT;
    let mut rows = [0u16; GLYPH_HEIGHT];
    for (y, row) in rows.iter_mut().enumerate() {
        *row = u16::from_str_radix(digits.get(y * per_row..(y + 1) * per_row)?, 16).ok()?;
    }
    match per_row {
        2 => Some(Bitmap::narrow(rows.map(|row| row as u8))),
        4 => Some(Bitmap::wide(rows)),
        _ => None,
    }
}

/// Hexadecimal digits, three dots across and five down, the top row in the highest bits.
const DIGITS: [u16; 16] = [
    0b111_101_101_101_111,
    0b010_110_010_010_111,
    0b111_001_111_100_111,
    0b111_001_111_001_111,
    0b101_101_111_001_001,
    0b111_100_111_001_111,
    0b111_100_111_101_111,
    0b111_001_001_001_001,
    0b111_101_111_101_111,
    0b111_101_111_001_111,
    0b010_101_111_101_101,
    0b110_101_110_101_110,
    0b111_100_100_100_111,
    0b110_101_101_101_110,
    0b111_100_111_100_111,
    0b111_100_111_100_100,
];

/// What stands for a character that no font has: its code in a dark box, four digits in one cell, six in two. A code
/// too long for one cell gets the replacement character's picture.
fn code_box(c: char, wide: bool) -> Bitmap {
    let code = c as u32;
    if !wide && code > 0xFFFF {
        return find(char::REPLACEMENT_CHARACTER).unwrap_or(Bitmap::narrow([0xFF; GLYPH_HEIGHT]));
    }
    let (per_line, left, ground) = if wide { (3, 2, 0xFFFE) } else { (2, 1, 0xFF00) };
    let mut rows = [0u16; GLYPH_HEIGHT];
    rows[1..14].fill(ground);
    for place in 0..2 * per_line {
        let digit = DIGITS[(code >> (4 * (2 * per_line - 1 - place)) & 0xF) as usize];
        let (x, y) = (left + 4 * (place % per_line), if place < per_line { 2 } else { 8 });
        for line in 0..5 {
            let dots = digit >> (12 - 3 * line) & 0b111;
            rows[y + line] &= !(dots << (13 - x));
        }
    }
    if wide { Bitmap::wide(rows) } else { Bitmap::narrow(rows.map(|row| (row >> 8) as u8)) }
}

#[cfg(test)]
mod tests {
    use super::super::cell::CellWidth;
    use super::*;

    /// Every glyph that `look.md` names for the screen.
    const LOOK: &str = "░▒▓█▀▄▌▐■▲▼◄►↑↓↕←→─│┌┐└┘├┤┬┴═║╔╗╚╝╟╢╤╧☼≡•○«»‼";

    fn art(c: char) -> String {
        let rows = find(c).unwrap().half(CellWidth::Single);
        rows.map(|row| format!("{row:08b}").replace('0', ".").replace('1', "#")).join("\n")
    }

    #[test]
    fn every_glyph_of_the_look_is_a_vga_shape() {
        for c in LOOK.chars().chain(' '..='~') {
            let shape = match c {
                '►' => '▶',
                '◄' => '◀',
                _ => c,
            };
            assert!(GREEK.glyph(shape).is_some(), "{c}");
        }
        assert_eq!(find('►'), find('▶'));
        assert_ne!(find('►'), unifont('►'));
    }

    #[test]
    fn double_lines_are_double() {
        assert_eq!(art('═').matches("########").count(), 2);
        assert!(art('║').lines().all(|line| line == "..##.##."));
        let corner: Vec<String> = art('╔').lines().map(str::to_owned).collect();
        assert_eq!(corner[6..9], ["..######", "..##....", "..##.###"]);
        assert_eq!(art('─').matches("########").count(), 1);
    }

    #[test]
    fn unifont_is_in_order_and_found_everywhere() {
        let text = std::str::from_utf8(UNIFONT).unwrap();
        let mut last = None;
        for (at, line) in text.lines().enumerate() {
            let (key, rows) = line.split_once(':').unwrap();
            assert!(last < Some(key), "{key}");
            last = Some(key);
            if at % 97 == 0 || at < 3 {
                let c = char::from_u32(u32::from_str_radix(key, 16).unwrap()).unwrap();
                assert_eq!(unifont(c), hex_rows(rows), "{key}");
                assert!(unifont(c).is_some());
            }
        }
        assert_eq!(last, Some("FFFD"));
        assert!(unifont('\u{FFFD}').is_some());
        for missing in ['\u{E0B0}', '\u{FFFE}', '😀', '\u{10FFFF}'] {
            assert_eq!(unifont(missing), None);
        }
    }

    #[test]
    fn marks_and_styles_change_the_picture_and_joiners_do_not() {
        let plain = |text| picture(GlyphText::Cluster(text), false, Style::PLAIN);
        let e = picture(GlyphText::Char('e'), false, Style::PLAIN);
        assert_eq!(plain("e\u{301}"), e.with_mark(find('\u{301}').unwrap()));
        assert_ne!(plain("e\u{301}"), e);
        assert_eq!(plain("e\u{FE0E}"), e);
        assert_eq!(plain("e\u{200D}"), e);
        assert_eq!(picture(GlyphText::Char('e'), false, Style::BOLD), e.bold());
        assert_eq!(picture(GlyphText::Char('e'), false, Style::ITALIC), e.italic());
        for c in ['╔', '─', '█', '░'] {
            let styled = picture(GlyphText::Char(c), false, Style::BOLD | Style::ITALIC);
            assert_eq!(styled, find(c).unwrap());
        }
    }

    #[test]
    fn an_unknown_character_shows_its_code() {
        let boxed = picture(GlyphText::Char('\u{E0B0}'), false, Style::PLAIN);
        assert_ne!(boxed, picture(GlyphText::Char('\u{E0B1}'), false, Style::PLAIN));
        let rows = boxed.half(CellWidth::Single);
        assert_eq!(rows[2..7].iter().map(|row| !row >> 4 & 0b111).collect::<Vec<_>>(), [7, 4, 7, 4, 7], "E");
        let emoji = |c| picture(GlyphText::Char(c), true, Style::PLAIN);
        assert_ne!(emoji('😀'), emoji('😁'));
        assert_eq!(Some(picture(GlyphText::Char('𝔸'), false, Style::PLAIN)), find('\u{FFFD}'));
    }

    #[test]
    fn broken_fonts_are_refused() {
        let good: &[u8] = include_bytes!("../../fonts/FullGreek-VGA16.psf");
        let error = |bytes: &[u8]| Psf::parse(bytes).err();
        assert_eq!(error(good), None);
        assert_eq!(error(b"PNG?"), Some(PsfError::Magic));
        assert_eq!(error(&[0x36, 4, 3, 14]), Some(PsfError::Height(14)));
        assert_eq!(error(&[0x36, 4, 1, 16]), Some(PsfError::NoTable));
        for length in [0, 3, 4, 5000, good.len() - 2] {
            assert_eq!(error(&good[..length]), Some(PsfError::Truncated), "{length}");
        }
    }
}
