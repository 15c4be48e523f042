//! One whole frame of cells, the only thing that outputs read.

use std::collections::HashMap;
use std::fmt::{self, Write};
use std::sync::Arc;

use super::cell::{Attr, Cell, CellWidth, Glyph, Source, SourceId};
use crate::base::{Point, Rect, Size};

/// The shape of the text cursor (`look.md` section 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CursorShape {
    /// Two scan lines at the foot of the cell: typing inserts.
    Underline,
    /// The whole cell, inverse: typing overwrites.
    Block,
}

/// Where the text cursor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cursor {
    pub at: Point,
    pub shape: CursorShape,
}

/// The text of a cell's glyph. Clusters have two characters at least, so equal variants mean equal text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GlyphText<'a> {
    Char(char),
    Cluster(&'a str),
}

impl GlyphText<'_> {
    /// Its characters, the base first.
    pub fn chars(self) -> impl Iterator<Item = char> {
        let (one, many) = match self {
            GlyphText::Char(c) => (Some(c), ""),
            GlyphText::Cluster(text) => (None, text),
        };
        one.into_iter().chain(many.chars())
    }
}

impl fmt::Display for GlyphText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GlyphText::Char(c) => f.write_char(*c),
            GlyphText::Cluster(text) => f.write_str(text),
        }
    }
}

/// A frame: cells row by row, the sources they name, and the cursor. Painted through a [`Canvas`](super::Canvas).
///
/// Every wide glyph is whole: a lead is followed by its tail in the same row, and each tail follows its lead.
#[derive(Clone, Debug)]
pub struct Scene {
    size: Size,
    cells: Vec<Cell>,
    clusters: Clusters,
    sources: Vec<Source>,
    /// The text cursor, when one is visible. One outside the scene is not drawn.
    pub cursor: Option<Cursor>,
    /// Which frame this is; input names the frame that it was aimed at.
    pub sequence: u64,
}

/// Interned texts of more than one character.
#[derive(Clone, Debug, Default)]
struct Clusters {
    texts: Vec<Arc<str>>,
    index: HashMap<Arc<str>, u32>,
}

impl Clusters {
    fn intern(&mut self, text: &str) -> Glyph {
        if let Some(&index) = self.index.get(text) {
            return Glyph::cluster(index);
        }
        let (index, text) = (self.texts.len() as u32, Arc::<str>::from(text));
        self.texts.push(text.clone());
        self.index.insert(text, index);
        Glyph::cluster(index)
    }
}

impl Scene {
    /// The largest scene, in cells (`desktop.md`, Look).
    pub const MAX: Size = Size::new(512, 256);

    /// An empty scene of unknown source. Measures are brought into 1x1 to [`Scene::MAX`].
    pub fn new(size: Size) -> Self {
        let size = Size::new(size.width.clamp(1, Self::MAX.width), size.height.clamp(1, Self::MAX.height));
        Self {
            size,
            cells: vec![Cell::default(); size.area()],
            clusters: Clusters::default(),
            sources: vec![Source::default()],
            cursor: None,
            sequence: 0,
        }
    }

    /// Its measures, in cells.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The cell at a point, if the point is on the scene.
    pub fn cell(&self, at: Point) -> Option<&Cell> {
        Rect::of_size(self.size).contains(at).then(|| &self.cells[self.index(at.x, at.y)])
    }

    /// The cells of row `y`; none outside the scene.
    pub fn row(&self, y: i32) -> &[Cell] {
        if (0..self.size.height).contains(&y) { &self.cells[self.row_range(y)] } else { &[] }
    }

    /// All rows, from the top.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[Cell]> {
        self.cells.chunks_exact(self.size.width as usize)
    }

    /// Enters a source that cells may name from now on. When all 65,535 numbers are taken it answers
    /// [`SourceId::UNKNOWN`], which nobody but the person may read.
    pub fn add_source(&mut self, source: Source) -> SourceId {
        match u16::try_from(self.sources.len()) {
            Ok(id) => {
                self.sources.push(source);
                SourceId(id)
            }
            Err(_) => SourceId::UNKNOWN,
        }
    }

    /// What a source number stands for; numbers that nobody entered are unknown sources.
    pub fn source(&self, id: SourceId) -> Source {
        self.sources.get(usize::from(id.0)).copied().unwrap_or_default()
    }

    /// The text of a glyph of this scene.
    pub fn glyph_text(&self, glyph: Glyph) -> GlyphText<'_> {
        let cluster = glyph.cluster_index().and_then(|index| self.clusters.texts.get(index));
        match (cluster, glyph.as_char()) {
            (Some(text), _) => GlyphText::Cluster(text),
            (None, c) => GlyphText::Char(c.unwrap_or(char::REPLACEMENT_CHARACTER)),
        }
    }

    /// The text: every row in its full width, wide glyphs once, a newline after each row.
    pub fn to_text(&self) -> String {
        let mut text = String::with_capacity(self.cells.len() + self.size.height as usize);
        for row in self.rows() {
            for cell in row.iter().filter(|cell| cell.width != CellWidth::WideTail) {
                match self.glyph_text(cell.glyph) {
                    GlyphText::Char(c) => text.push(c),
                    GlyphText::Cluster(cluster) => text.push_str(cluster),
                }
            }
            text.push('\n');
        }
        text
    }

    /// The text, then the attributes: a letter for each, rows of letters (one for every cell), and a legend that names
    /// VGA attributes as `look.md` does; then the cursor. For tests that compare whole frames.
    pub fn to_golden(&self) -> String {
        let mut golden = self.to_text();
        let mut legend: Vec<Attr> = Vec::new();
        golden.push('\n');
        for row in self.rows() {
            for cell in row {
                let known = legend.iter().position(|attr| *attr == cell.attr);
                let at = known.unwrap_or_else(|| {
                    legend.push(cell.attr);
                    legend.len() - 1
                });
                golden.push(legend_letter(at));
            }
            golden.push('\n');
        }
        golden.push('\n');
        for (at, attr) in legend.iter().enumerate() {
            golden.push_str(&legend_line(legend_letter(at), *attr));
        }
        if let Some(Cursor { at, shape }) = self.cursor {
            golden.push_str(&format!("cursor {},{} {shape:?}\n", at.x, at.y).to_lowercase());
        }
        golden
    }

    /// The rows that look different from those of `older`, from the top; all of them when the size changed. Sources,
    /// parts and the cursor are not looked at.
    pub fn damage(&self, older: &Scene) -> Vec<i32> {
        (0..self.size.height).filter(|&y| self.size != older.size || !self.row_looks_like(older, y)).collect()
    }

    fn row_looks_like(&self, older: &Scene, y: i32) -> bool {
        self.row(y).iter().zip(older.row(y)).all(|(new, old)| {
            let same_glyph = if new.glyph.cluster_index().is_none() {
                new.glyph == old.glyph
            } else {
                self.glyph_text(new.glyph) == older.glyph_text(old.glyph)
            };
            same_glyph && new.attr == old.attr && new.width == old.width
        })
    }

    /// The frame as a viewer sees it who may read only the sources that `may_read` admits: every other cell becomes ▒
    /// in one colour, blanks included, and has no part. A hidden cell keeps its source; a cursor on one is taken away,
    /// and so is every text that is nowhere to be seen.
    pub fn redacted(&self, may_read: impl Fn(&Source) -> bool) -> Scene {
        let readable: Vec<bool> = self.sources.iter().map(may_read).collect();
        let hidden = |cell: &Cell| !readable.get(usize::from(cell.source.0)).copied().unwrap_or(false);
        let mut scene = Scene { clusters: Clusters::default(), ..self.clone() };
        for cell in &mut scene.cells {
            if hidden(cell) {
                *cell =
                    Cell { glyph: Glyph::char('▒'), attr: Attr::vga(0x08), source: cell.source, ..Cell::default() };
            } else if let GlyphText::Cluster(text) = self.glyph_text(cell.glyph) {
                cell.glyph = scene.clusters.intern(text);
            }
        }
        scene.cursor = self.cursor.filter(|cursor| self.cell(cursor.at).is_some_and(|cell| !hidden(cell)));
        scene
    }

    /// The glyph for a text of one grapheme cluster.
    pub(super) fn intern(&mut self, cluster: &str) -> Glyph {
        let mut chars = cluster.chars();
        match (chars.next(), chars.next()) {
            (None, _) => Glyph::BLANK,
            (Some(c), None) => Glyph::char(c),
            _ => self.clusters.intern(cluster),
        }
    }

    /// Puts a cell; the other half of a wide glyph that it cuts becomes blank. The point must be on the scene.
    pub(super) fn place(&mut self, x: i32, y: i32, cell: Cell) {
        let at = self.index(x, y);
        self.part_from_neighbours(at, at);
        self.cells[at] = cell;
    }

    /// Puts the same single cell all over a rectangle, which must lie on the scene.
    pub(super) fn place_all(&mut self, rect: Rect, cell: Cell) {
        if rect.is_empty() {
            return;
        }
        for y in rect.y..rect.bottom() {
            let (first, last) = (self.index(rect.x, y), self.index(rect.right() - 1, y));
            self.part_from_neighbours(first, last);
            self.cells[first..=last].fill(cell);
        }
    }

    /// The cells of a rectangle, which must lie on the scene; for changes that keep every width.
    pub(super) fn cells_mut(&mut self, rect: Rect) -> impl Iterator<Item = &mut Cell> {
        let (width, columns) = (self.size.width as usize, rect.x as usize..rect.right() as usize);
        let rows = self.cells.chunks_exact_mut(width).skip(rect.y as usize).take(rect.height as usize);
        rows.flat_map(move |row| row[columns.clone()].iter_mut())
    }

    /// Blanks the halves outside `first..=last`, cells of one row, of wide glyphs that reach into it.
    fn part_from_neighbours(&mut self, first: usize, last: usize) {
        let (left, right) = (self.cells[first].width, self.cells[last].width);
        let mut blank = |at: usize| {
            let cell = &mut self.cells[at];
            (cell.glyph, cell.width) = (Glyph::BLANK, CellWidth::Single);
        };
        if left == CellWidth::WideTail {
            blank(first - 1);
        }
        if right == CellWidth::WideLead {
            blank(last + 1);
        }
    }

    fn index(&self, x: i32, y: i32) -> usize {
        y as usize * self.size.width as usize + x as usize
    }

    fn row_range(&self, y: i32) -> std::ops::Range<usize> {
        let start = self.index(0, y);
        start..start + self.size.width as usize
    }
}

/// The sign of the attribute at `index` of a golden scene's legend; past the 62nd they share one.
fn legend_letter(index: usize) -> char {
    let letters = ('A'..='Z').chain('a'..='z').chain('0'..='9');
    letters.chain(std::iter::repeat('?')).nth(index).unwrap_or('?')
}

fn legend_line(letter: char, attr: Attr) -> String {
    let code = attr.vga_code().map_or("--".to_owned(), |code| format!("{code:02X}"));
    let line = format!("{letter} {code} {} on {} {}", attr.fg, attr.bg, attr.style);
    format!("{}\n", line.trim_end())
}

#[cfg(test)]
mod tests {
    use super::super::{Canvas, Readable, Style};
    use super::*;
    use crate::base::BufferId;

    fn painted(size: Size, text: &str) -> Scene {
        let mut scene = Scene::new(size);
        let mut canvas = Canvas::new(&mut scene);
        for (y, line) in text.lines().enumerate() {
            canvas.text(Point::new(0, y as i32), line, Attr::vga(0x1E));
        }
        scene
    }

    #[test]
    fn measures_are_brought_into_bounds() {
        assert_eq!(Scene::new(Size::new(0, -4)).size(), Size::new(1, 1));
        assert_eq!(Scene::new(Size::new(9999, 9999)).size(), Scene::MAX);
        let scene = Scene::new(Size::new(3, 2));
        assert!(scene.cell(Point::new(3, 0)).is_none() && scene.cell(Point::new(0, -1)).is_none());
        assert_eq!((scene.row(1).len(), scene.row(2).len(), scene.row(-1).len()), (3, 0, 0));
    }

    #[test]
    fn the_golden_form_shows_text_attributes_and_cursor() {
        let mut scene = painted(Size::new(4, 2), "a漢");
        let odd = Attr::new(crate::base::Rgb(1, 2, 3), Attr::default().bg).with(Style::BOLD);
        Canvas::new(&mut scene).text(Point::new(3, 1), "z", odd);
        scene.cursor = Some(Cursor { at: Point::new(3, 1), shape: CursorShape::Block });
        let expected = "a漢 \n   z\n\nAAAB\nBBBC\n\nA 1E #FFFF55 on #0000AA\nB 07 #AAAAAA on #000000\n\
                        C -- #010203 on #000000 bold\ncursor 3,1 block\n";
        assert_eq!(scene.to_golden(), expected);
    }

    #[test]
    fn damage_is_the_rows_that_look_different() {
        let size = Size::new(6, 4);
        let old = painted(size, "same\ne\u{301}\no\u{308}\nlast");
        // The clusters get other numbers in this scene, and mean the same.
        let mut new = painted(size, "o\u{308}\no\u{308}\no\u{308}\nlast");
        let mut canvas = Canvas::new(&mut new);
        canvas.text(Point::new(0, 0), "same", Attr::vga(0x1E));
        canvas.text(Point::new(0, 1), "e\u{301}", Attr::vga(0x1E));
        assert_eq!(new.damage(&old), Vec::<i32>::new());
        let mut canvas = Canvas::new(&mut new);
        canvas.text(Point::new(0, 1), "o\u{308}", Attr::vga(0x1E));
        canvas.recolor(Rect::new(2, 3, 1, 1), Attr::vga(0x08));
        assert_eq!(new.damage(&old), [1, 3]);
        assert_eq!(new.damage(&Scene::new(Size::new(6, 3))), [0, 1, 2, 3]);
    }

    #[test]
    fn what_a_viewer_may_not_read_leaves_no_trace() {
        let mut scene = Scene::new(Size::new(8, 1));
        let open = scene.add_source(Source::FURNITURE);
        let closed = scene.add_source(Source::of_buffer(BufferId(1)));
        let mut canvas = Canvas::new(&mut scene);
        canvas.set_source(closed);
        canvas.set_part(5);
        canvas.text(Point::new(0, 0), "k漢e\u{301} ", Attr::vga(0x1F));
        canvas.set_source(open);
        canvas.text(Point::new(5, 0), "o\u{308}", Attr::vga(0x70));
        scene.cursor = Some(Cursor { at: Point::new(1, 0), shape: CursorShape::Underline });
        let seen = scene.redacted(|source| source.readable == Readable::Always);
        assert_eq!(seen.to_text(), "▒▒▒▒▒o\u{308}▒▒\n");
        assert!(!format!("{seen:?}").contains('\u{301}'));
        assert_eq!(seen.cursor, None);
        let hidden = seen.row(0)[0];
        assert!(seen.row(0)[..5].iter().all(|cell| *cell == hidden));
        assert_eq!((hidden.source, hidden.part), (closed, 0));
        assert_eq!(scene.redacted(|_| true).to_golden(), scene.to_golden());
    }

    #[test]
    fn a_full_table_of_sources_answers_unknown() {
        let mut scene = Scene::new(Size::new(1, 1));
        for _ in 0..usize::from(u16::MAX) {
            assert_ne!(scene.add_source(Source::FURNITURE), SourceId::UNKNOWN);
        }
        assert_eq!(scene.add_source(Source::FURNITURE), SourceId::UNKNOWN);
        assert_eq!(scene.source(SourceId::UNKNOWN).readable, Readable::Never);
        assert_eq!(Scene::new(Size::new(1, 1)).source(SourceId(9)), Source::default());
    }
}
