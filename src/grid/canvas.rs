//! Painting a scene, clipped and translated.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::cell::{Attr, Cell, CellWidth, Glyph, SourceId, shown};
use super::scene::Scene;
use crate::base::{Point, Rect, Size};

/// The most bytes of one grapheme cluster that a cell keeps; what is beyond them is not shown.
pub const CLUSTER_MAX_BYTES: usize = 64;

/// No coordinate goes further from 0 than this, so that sums of two stay in range.
const FAR: i32 = 1 << 29;

/// How many cells a grapheme cluster takes on the screen, 1 or 2. What has no width of its own, such as a control
/// character or a lone combining mark, takes one, since it is shown by something that can be seen.
pub fn cluster_width(cluster: &str) -> i32 {
    if cluster.len() == 1 { 1 } else { cluster.width().clamp(1, 2) as i32 }
}

/// How many cells a text takes that is painted by [`Canvas::text`] where nothing is clipped.
pub fn text_width(text: &str) -> i32 {
    text.graphemes(true).map(cluster_width).fold(0, i32::saturating_add)
}

/// A part of a scene to paint on. Points are counted from the canvas's own top left cell; what falls outside its clip
/// is dropped. Any coordinates are allowed, and no wide glyph is ever left in half: where one is cut by the clip or
/// painted over in part, the rest of it is blank.
pub struct Canvas<'a> {
    scene: &'a mut Scene,
    /// Where the canvas's 0,0 is on the scene.
    origin: Point,
    size: Size,
    /// What may be painted, in cells of the scene; always lies on it.
    clip: Rect,
    source: SourceId,
    part: u16,
}

impl<'a> Canvas<'a> {
    /// A canvas over a whole scene. Its source is unknown until [`Canvas::set_source`] names one.
    pub fn new(scene: &'a mut Scene) -> Self {
        let size = scene.size();
        Self { scene, origin: Point::new(0, 0), size, clip: Rect::of_size(size), source: SourceId::UNKNOWN, part: 0 }
    }

    /// A canvas over a rectangle of this one, with its source and part; it paints no cell that this one would not.
    pub fn within(&mut self, rect: Rect) -> Canvas<'_> {
        let clip = self.visible(rect);
        Canvas {
            scene: self.scene,
            origin: translated(self.origin, rect.origin()),
            size: rect.size(),
            clip,
            source: self.source,
            part: self.part,
        }
    }

    /// The measures of the rectangle it stands for, whether or not all of that can be seen.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The part of this canvas that can be seen, in its own cells.
    pub fn visible_area(&self) -> Rect {
        self.clip.offset(-self.origin.x, -self.origin.y)
    }

    /// The scene that is painted, to add sources to.
    pub fn scene(&mut self) -> &mut Scene {
        self.scene
    }

    /// From now on, cells belong to this source, and to no part of it.
    pub fn set_source(&mut self, source: SourceId) {
        (self.source, self.part) = (source, 0);
    }

    /// From now on, cells belong to this part of the source.
    pub fn set_part(&mut self, part: u16) {
        self.part = part;
    }

    /// Where a point of this canvas is on the scene, if it can be seen: for the text cursor.
    pub fn on_scene(&self, at: Point) -> Option<Point> {
        let at = translated(self.origin, at);
        self.clip.contains(at).then_some(at)
    }

    /// Fills a rectangle with one character; a wide one is exchanged for a blank.
    pub fn fill(&mut self, rect: Rect, c: char, attr: Attr) {
        let glyph = if c.width() == Some(2) { Glyph::BLANK } else { self.glyph(c.encode_utf8(&mut [0; 4])) };
        let cell = self.cell(glyph, CellWidth::Single, attr);
        let rect = self.visible(rect);
        self.scene.place_all(rect, cell);
    }

    /// Paints a text in one row, from `at` to the right: one grapheme cluster after the other, in one or two cells
    /// each. Answers how many cells it advanced; it stops at the right edge of what can be seen.
    pub fn text(&mut self, at: Point, text: &str, attr: Attr) -> i32 {
        let start = translated(self.origin, at);
        let (mut x, mut rest) = (start.x, text);
        while x < self.clip.right() {
            let (plain, after) = rest.split_at(printable_ascii(rest, (self.clip.right() - x) as usize));
            for byte in plain.bytes() {
                self.put_single(Point::new(x, start.y), Glyph::char(char::from(byte)), attr);
                x += 1;
            }
            let Some(cluster) = after.graphemes(true).next() else { break };
            let width = cluster_width(cluster);
            self.put_on_scene(Point::new(x, start.y), cluster, width, attr);
            x += width;
            rest = &after[cluster.len()..];
        }
        x - start.x
    }

    /// Paints one grapheme cluster as one cell, or as two where `width` is 2 or more.
    pub fn put(&mut self, at: Point, cluster: &str, width: i32, attr: Attr) {
        self.put_on_scene(translated(self.origin, at), cluster, width, attr);
    }

    /// Gives the cells of a rectangle other colours: what they show, its style, its source and part stay. For shadows.
    pub fn recolor(&mut self, rect: Rect, attr: Attr) {
        self.map_attr(rect, |old| Attr { style: old.style, ..attr });
    }

    /// Changes colours and style of the cells of a rectangle; what they show, its source and part stay.
    pub fn map_attr(&mut self, rect: Rect, change: impl Fn(Attr) -> Attr) {
        let rect = self.visible(rect);
        for cell in self.scene.cells_mut(rect) {
            cell.attr = change(cell.attr);
        }
    }

    fn put_on_scene(&mut self, at: Point, cluster: &str, width: i32, attr: Attr) {
        if width < 2 {
            if self.clip.contains(at) {
                let glyph = self.glyph(cluster);
                self.put_single(at, glyph, attr);
            }
            return;
        }
        let right = Point::new(at.x + 1, at.y);
        if !(self.clip.contains(at) && self.clip.contains(right)) {
            self.put_single(at, Glyph::BLANK, attr);
            self.put_single(right, Glyph::BLANK, attr);
            return;
        }
        let glyph = self.glyph(cluster);
        let (lead, tail) = (self.cell(glyph, CellWidth::WideLead, attr), self.cell(glyph, CellWidth::WideTail, attr));
        self.scene.place(at.x, at.y, lead);
        self.scene.place(right.x, right.y, tail);
    }

    fn put_single(&mut self, at: Point, glyph: Glyph, attr: Attr) {
        if self.clip.contains(at) {
            let cell = self.cell(glyph, CellWidth::Single, attr);
            self.scene.place(at.x, at.y, cell);
        }
    }

    fn glyph(&mut self, cluster: &str) -> Glyph {
        match presentable(cluster) {
            Presentable::AsIs(text) => self.scene.intern(text),
            Presentable::Mark(text) => self.scene.intern(&format!("◌{text}")),
            Presentable::Instead(c) => Glyph::char(c),
        }
    }

    fn cell(&self, glyph: Glyph, width: CellWidth, attr: Attr) -> Cell {
        Cell { glyph, attr, width, source: self.source, part: self.part }
    }

    /// The cells of the scene that a rectangle of this canvas may paint.
    fn visible(&self, rect: Rect) -> Rect {
        let at = translated(self.origin, rect.origin());
        let rect = Rect::new(at.x, at.y, rect.width.min(FAR), rect.height.min(FAR));
        let visible = rect.intersect(self.clip);
        if visible.is_empty() { Rect::new(self.clip.x, self.clip.y, 0, 0) } else { visible }
    }
}

/// The sum of two points, kept where further sums cannot overflow.
fn translated(origin: Point, at: Point) -> Point {
    let sum = |a: i32, b: i32| a.saturating_add(b).clamp(-FAR, FAR);
    Point::new(sum(origin.x, at.x), sum(origin.y, at.y))
}

/// How many bytes at the start of a text, `most` at most, are ASCII characters that stand alone: the last one before
/// anything else may carry a combining mark and is left out.
fn printable_ascii(text: &str, most: usize) -> usize {
    let run = text.bytes().take(most).take_while(|byte| (0x20..0x7f).contains(byte)).count();
    if run < text.len() { run.saturating_sub(1) } else { run }
}

/// How a grapheme cluster gets into a cell.
enum Presentable<'a> {
    AsIs(&'a str),
    /// A combining mark without a base: it needs one to sit on.
    Mark(&'a str),
    Instead(char),
}

fn presentable(cluster: &str) -> Presentable<'_> {
    let text = &cluster[..cluster.floor_char_boundary(CLUSTER_MAX_BYTES)];
    let Some(first) = text.chars().next() else { return Presentable::Instead(' ') };
    if first.width().unwrap_or(0) == 0 {
        let extends = format!("◌{first}").graphemes(true).count() == 1;
        return match shown(first) {
            other if other != first => Presentable::Instead(other),
            _ if extends => Presentable::Mark(text),
            _ => Presentable::Instead(char::REPLACEMENT_CHARACTER),
        };
    }
    if text.len() == first.len_utf8() || text.chars().all(|c| shown(c) == c) {
        Presentable::AsIs(text)
    } else {
        Presentable::Instead(char::REPLACEMENT_CHARACTER)
    }
}

#[cfg(test)]
mod tests {
    use super::super::cell::{Readable, Source, Style};
    use super::*;
    use crate::base::BufferId;

    const BLUE: Attr = Attr::vga(0x1E);
    const GRAY: Attr = Attr::vga(0x70);

    fn scene(width: i32, height: i32) -> Scene {
        Scene::new(Size::new(width, height))
    }

    /// Fails unless every wide glyph of the scene is whole.
    fn assert_whole(scene: &Scene) {
        for row in scene.rows() {
            let mut after_lead = false;
            for cell in row {
                assert_eq!(cell.width == CellWidth::WideTail, after_lead, "{}", scene.to_text());
                after_lead = cell.width == CellWidth::WideLead;
            }
            assert!(!after_lead);
        }
    }

    #[test]
    fn text_advances_by_clusters_and_stops_at_the_edge() {
        let mut scene = scene(10, 2);
        let mut canvas = Canvas::new(&mut scene);
        assert_eq!(canvas.text(Point::new(1, 0), "ae\u{301}漢x", BLUE), 5);
        assert_eq!(canvas.text(Point::new(7, 1), "abcdef", BLUE), 3);
        assert_eq!(canvas.text(Point::new(0, 1), "", BLUE), 0);
        assert_eq!(scene.to_text(), " ae\u{301}漢x    \n       abc\n");
        assert_eq!(text_width("ae\u{301}漢x"), 5);
    }

    #[test]
    fn every_coordinate_is_allowed() {
        let mut scene = scene(4, 3);
        let extremes = [i32::MIN, -5, -1, 0, 2, 3, 4, i32::MAX];
        for x in extremes {
            for y in extremes {
                let at = Point::new(x, y);
                let mut canvas = Canvas::new(&mut scene);
                for rect in [Rect { x, y, width: i32::MAX, height: i32::MAX }, Rect { x, y, width: 2, height: 1 }] {
                    canvas.fill(rect, '░', GRAY);
                    canvas.recolor(rect, BLUE);
                    let mut inner = canvas.within(rect);
                    inner.text(at, "漢字 e\u{301}", GRAY);
                    inner.within(rect).put(at, "字", 2, BLUE);
                    inner.on_scene(at);
                }
                canvas.text(at, "a漢b", BLUE);
                assert_whole(&scene);
            }
        }
    }

    #[test]
    fn a_canvas_within_another_is_translated_and_clipped() {
        let mut scene = scene(8, 4);
        let mut canvas = Canvas::new(&mut scene);
        let mut window = canvas.within(Rect::new(2, 1, 4, 2));
        window.fill(Rect::new(-9, -9, 99, 99), '.', GRAY);
        let mut inner = window.within(Rect::new(2, 1, 9, 9));
        assert_eq!(inner.size(), Size::new(9, 9));
        assert_eq!(inner.visible_area(), Rect::new(0, 0, 2, 1));
        assert_eq!(inner.text(Point::new(-1, 0), "wxyz", BLUE), 3);
        assert_eq!(inner.on_scene(Point::new(1, 0)), Some(Point::new(5, 2)));
        assert_eq!(inner.on_scene(Point::new(2, 0)), None);
        assert_eq!(scene.to_text(), "        \n  ....  \n  ..xy  \n        \n");
    }

    #[test]
    fn half_a_wide_glyph_is_never_left() {
        for x in 0..6 {
            for painted in ["x", "漢", "漢x", "x漢"] {
                let mut scene = scene(6, 1);
                let mut canvas = Canvas::new(&mut scene);
                canvas.text(Point::new(1, 0), "字字", GRAY);
                canvas.within(Rect::new(0, 0, 5, 1)).text(Point::new(x, 0), painted, BLUE);
                assert_whole(&scene);
            }
        }
        let mut scene = scene(4, 1);
        let mut canvas = Canvas::new(&mut scene);
        canvas.text(Point::new(0, 0), "漢字", GRAY);
        canvas.fill(Rect::new(1, 0, 2, 1), '-', BLUE);
        assert_eq!(scene.to_text(), " -- \n");
        assert_eq!(scene.cell(Point::new(0, 0)).unwrap().attr, GRAY);
    }

    #[test]
    fn a_wide_glyph_cut_by_the_clip_is_blank_where_it_can_be_seen() {
        let mut scene = scene(5, 1);
        let mut canvas = Canvas::new(&mut scene);
        canvas.fill(Rect::new(0, 0, 5, 1), '.', GRAY);
        let mut inner = canvas.within(Rect::new(1, 0, 3, 1));
        inner.text(Point::new(-1, 0), "漢漢", BLUE);
        assert_eq!(scene.to_text(), ". 漢.\n");
    }

    #[test]
    fn shadows_keep_glyph_style_and_source() {
        let mut scene = scene(6, 1);
        let mut canvas = Canvas::new(&mut scene);
        let source = canvas.scene().add_source(Source::of_buffer(BufferId(7)));
        canvas.set_source(source);
        canvas.set_part(42);
        canvas.text(Point::new(0, 0), "a漢e\u{301}", BLUE.with(Style::UNDERLINE));
        let before = scene.clone();
        let mut canvas = Canvas::new(&mut scene);
        canvas.recolor(Rect::new(0, 0, 3, 1), Attr::vga(0x08));
        assert_eq!(scene.to_text(), before.to_text());
        for x in 0..4 {
            let (old, new) = (before.cell(Point::new(x, 0)).unwrap(), scene.cell(Point::new(x, 0)).unwrap());
            assert_eq!((new.source, new.part, new.glyph, new.width), (source, 42, old.glyph, old.width));
            assert_eq!(new.attr.style, Style::UNDERLINE);
            assert_eq!(new.attr.fg, if x < 3 { Attr::vga(0x08).fg } else { BLUE.fg });
        }
        assert_eq!(scene.source(source).readable, Readable::WithBuffer);
    }

    #[test]
    fn a_new_source_starts_without_a_part_and_the_inner_canvas_inherits_both() {
        let mut scene = scene(4, 1);
        let mut canvas = Canvas::new(&mut scene);
        let source = canvas.scene().add_source(Source::FURNITURE);
        canvas.text(Point::new(0, 0), "a", GRAY);
        canvas.set_part(9);
        canvas.set_source(source);
        canvas.text(Point::new(1, 0), "b", GRAY);
        canvas.set_part(3);
        canvas.within(Rect::new(2, 0, 2, 1)).text(Point::new(0, 0), "漢", GRAY);
        let belongs: Vec<_> = scene.row(0).iter().map(|cell| (cell.source, cell.part)).collect();
        assert_eq!(belongs, [(SourceId::UNKNOWN, 0), (source, 0), (source, 3), (source, 3)]);
    }

    #[test]
    fn what_cannot_be_seen_alone_gets_a_visible_stand_in() {
        let mut scene = scene(8, 1);
        let mut canvas = Canvas::new(&mut scene);
        assert_eq!(canvas.text(Point::new(0, 0), "\x1b\u{301}\u{202e}\u{200b}\r\n\t", GRAY), 6);
        assert_eq!(scene.to_text(), "␛◌\u{301}��␍␉  \n");
        let long = format!("e{}", "\u{301}".repeat(5000));
        Canvas::new(&mut scene).text(Point::new(0, 0), &long, GRAY);
        assert!(scene.to_text().starts_with(&long[..CLUSTER_MAX_BYTES - 1]));
        assert!(scene.to_text().len() < 100);
    }
}
