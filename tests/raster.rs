//! Pictures against the fonts, cell by cell: everything expected here comes from a second, slow and simple reading of
//! the font files and of the rules in `grid::raster`.

use std::collections::HashMap;
use std::fs;
use std::io::Cursor as Bytes;

use thc_edit::base::{Point, Rect, Rgb, Size};
use thc_edit::grid::{
    Attr, Canvas, Cell, CellWidth, Cursor, CursorShape, Image, Mode, Pixels, Raster, Scale, Scene, Style,
};

/// Rows of dots, true where ink is: 8 across, or 16 for a wide glyph.
type Dots = Vec<Vec<bool>>;

struct Fonts {
    greek: HashMap<char, Dots>,
    slavic: HashMap<char, Dots>,
    unifont: HashMap<char, String>,
}

fn font_file(name: &str) -> Vec<u8> {
    fs::read(format!("{}/fonts/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

fn bits(value: u32, count: u32) -> Vec<bool> {
    (0..count).rev().map(|bit| value >> bit & 1 == 1).collect()
}

fn read_psf(name: &str) -> HashMap<char, Dots> {
    let bytes = font_file(name);
    assert_eq!(bytes[..4], [0x36, 0x04, 3, 16], "512 glyphs, a table, 16 rows");
    let mut glyphs = HashMap::new();
    let mut at = 4 + 512 * 16;
    for glyph in 0..512 {
        loop {
            let code = u16::from_le_bytes([bytes[at], bytes[at + 1]]);
            at += 2;
            if code == 0xFFFF {
                break;
            }
            assert_ne!(code, 0xFFFE, "these fonts have no sequences");
            let rows = &bytes[4 + glyph * 16..][..16];
            let dots = rows.iter().map(|&row| bits(u32::from(row), 8)).collect();
            glyphs.entry(char::from_u32(u32::from(code)).unwrap()).or_insert(dots);
        }
    }
    assert_eq!(at, bytes.len());
    glyphs
}

/// Unifont's lines, as they are written.
fn read_unifont() -> HashMap<char, String> {
    let text = String::from_utf8(font_file("unifont.hex")).unwrap();
    let lines = text.lines().map(|line| line.split_once(':').unwrap());
    let code = |digits| char::from_u32(u32::from_str_radix(digits, 16).unwrap()).unwrap();
    lines.map(|(digits, rows)| (code(digits), rows.to_owned())).collect()
}

fn hex_dots(rows: &str) -> Dots {
    let digits = rows.len() / 16;
    let row = |y: usize| u32::from_str_radix(&rows[y * digits..(y + 1) * digits], 16).unwrap();
    (0..16).map(|y| bits(row(y), 4 * digits as u32)).collect()
}

impl Fonts {
    fn read() -> Self {
        Self {
            greek: read_psf("FullGreek-VGA16.psf"),
            slavic: read_psf("FullCyrSlav-VGA16.psf"),
            unifont: read_unifont(),
        }
    }

    fn glyph(&self, c: char) -> Dots {
        let vga = if c == '►' { '▶' } else { c };
        let shape = self.greek.get(&vga).or(self.slavic.get(&vga));
        shape.cloned().unwrap_or_else(|| hex_dots(&self.unifont[&c]))
    }

    /// The 8 by 16 dots of a cell, styles and cursor included.
    fn cell(&self, scene: &Scene, cell: &Cell, cursor: Option<CursorShape>) -> Dots {
        let text = scene.glyph_text(cell.glyph).to_string();
        let base = text.chars().next().unwrap();
        let mut dots = self.glyph(base);
        for mark in text.chars().skip(1) {
            for (row, over) in dots.iter_mut().zip(&self.glyph(mark)) {
                row.iter_mut().zip(over).for_each(|(dot, &ink)| *dot |= ink);
            }
        }
        if !('\u{2500}'..'\u{25A0}').contains(&base) {
            if cell.attr.style.contains(Style::BOLD) {
                dots = dots.iter().map(|row| (0..row.len()).map(|x| row[x] || x > 0 && row[x - 1]).collect()).collect();
            }
            if cell.attr.style.contains(Style::ITALIC) {
                dots =
                    dots.iter().enumerate().map(|(y, row)| moved(row, i32::from(y < 6) - i32::from(y > 9))).collect();
            }
        }
        if cell.attr.style.contains(Style::UNDERLINE) {
            dots[14].fill(true);
        }
        if cursor == Some(CursorShape::Underline) {
            dots[13].fill(true);
            dots[14].fill(true);
        }
        let half = if cell.width == CellWidth::WideTail { 8 } else { 0 };
        dots.iter().map(|row| row[half..half + 8].to_vec()).collect()
    }
}

fn moved(row: &[bool], by: i32) -> Vec<bool> {
    let at = |x: i32| usize::try_from(x).ok().and_then(|x| row.get(x)).copied().unwrap_or(false);
    (0..row.len() as i32).map(|x| at(x - by)).collect()
}

/// Every kind of cell: each row of fonts, wide and combined glyphs, styles, a shadow.
fn scene(cursor: Option<Cursor>) -> Scene {
    let size = Size::new(20, 6);
    let mut scene = Scene::new(size);
    let mut canvas = Canvas::new(&mut scene);
    canvas.fill(Rect::of_size(size), '░', Attr::vga(0x71));
    canvas.text(Point::new(0, 0), "╔═[■]═ Main.hs ═[↑]╗", Attr::vga(0x1F));
    canvas.text(Point::new(0, 1), "║λ x → x ∷ ∀Ж漢字e\u{301}─", Attr::vga(0x1E));
    canvas.text(Point::new(1, 2), "bold", Attr::vga(0x1B).with(Style::BOLD));
    canvas.text(Point::new(6, 2), "Italic─", Attr::vga(0x17).with(Style::ITALIC));
    canvas.text(Point::new(14, 2), "link漢", Attr::vga(0x3E).with(Style::UNDERLINE));
    canvas.text(Point::new(0, 3), "gjpq►▓█▀▌漢", Attr::new(Rgb(0xD6, 0xDB, 0xE4), Rgb(0x10, 0x14, 0x1C)));
    canvas.text(Point::new(3, 4), "All 漢!", Attr::vga(0x2E).with(Style::BOLD | Style::ITALIC | Style::UNDERLINE));
    canvas.recolor(Rect::new(2, 3, 9, 2), Attr::vga(0x08));
    scene.cursor = cursor;
    scene
}

fn scale(eighths: u8) -> Scale {
    Scale::from_eighths(eighths).unwrap()
}

fn png(image: &Image) -> Vec<u8> {
    let mut bytes = Vec::new();
    image.write_png(&mut bytes).unwrap();
    bytes
}

/// Compares every pixel of a cell's box with the share of it that the dots ink, counted on a grid so fine that each
/// point lies on one dot.
fn assert_cell(image: &Image, (left, top): (usize, usize), (width, height): (usize, usize), dots: &Dots, attr: Attr) {
    for y in 0..height {
        let mut inked_in = [0; 8];
        for point in 16 * y..16 * (y + 1) {
            for (column, inked) in inked_in.iter_mut().enumerate() {
                *inked += u32::from(dots[point / height][column]);
            }
        }
        for x in 0..width {
            let inked: u32 = (8 * x..8 * (x + 1)).map(|point| inked_in[point / width]).sum();
            let coverage = (f64::from(inked) * 255.0 / 128.0 + 0.5).floor();
            let mix = |bg: u8, fg: u8| {
                ((f64::from(bg) * (255.0 - coverage) + f64::from(fg) * coverage) / 255.0).round() as u8
            };
            let expected = Rgb(mix(attr.bg.0, attr.fg.0), mix(attr.bg.1, attr.fg.1), mix(attr.bg.2, attr.fg.2));
            let pixel = image.pixel((left + x) as u32, (top + y) as u32);
            assert_eq!(pixel, Some(expected), "pixel {x},{y} of the cell at pixel {left},{top}");
        }
    }
}

fn assert_picture(fonts: &Fonts, scene: &Scene, mode: Mode, eighths: u8) {
    let image = Raster::new(mode, scale(eighths)).render(scene).unwrap();
    let width = usize::from(eighths);
    let height = if mode == Mode::M3 { 2 * width } else { width };
    let size = scene.size();
    assert_eq!(
        (image.width as usize, image.height as usize),
        (size.width as usize * width, size.height as usize * height)
    );
    for (y, row) in scene.rows().enumerate() {
        for (x, cell) in row.iter().enumerate() {
            // The tests put the cursor on single cells and on leads.
            let on_tail = usize::from(cell.width == CellWidth::WideTail);
            let here = Point::new((x - on_tail) as i32, y as i32);
            let cursor = scene.cursor.filter(|cursor| cursor.at == here).map(|cursor| cursor.shape);
            let mut attr = cell.attr;
            if cursor == Some(CursorShape::Block) {
                (attr.fg, attr.bg) = (attr.bg, attr.fg);
            }
            assert_cell(&image, (x * width, y * height), (width, height), &fonts.cell(scene, cell, cursor), attr);
        }
    }
}

#[test]
fn every_cell_shows_its_glyph_in_both_modes_at_whole_and_broken_scales() {
    let fonts = Fonts::read();
    let scene = scene(None);
    for mode in [Mode::M3, Mode::M259] {
        for eighths in [8, 9, 12, 16, 64] {
            assert_picture(&fonts, &scene, mode, eighths);
        }
    }
}

#[test]
fn the_cursor_covers_its_glyph() {
    let fonts = Fonts::read();
    for shape in [CursorShape::Underline, CursorShape::Block] {
        for at in [Point::new(2, 3), Point::new(9, 3), Point::new(14, 2), Point::new(90, 90)] {
            assert_picture(&fonts, &scene(Some(Cursor { at, shape })), Mode::M3, 8);
        }
    }
}

#[test]
fn a_cursor_on_the_right_half_is_one_on_the_left_half() {
    let at = |x| Some(Cursor { at: Point::new(x, 3), shape: CursorShape::Block });
    let raster = Raster::default();
    assert_eq!(raster.render(&scene(at(9))), raster.render(&scene(at(10))));
    assert_ne!(raster.render(&scene(at(9))), raster.render(&scene(None)));
}

#[test]
fn pictures_are_equal_on_every_run_and_decode_to_their_pixels() {
    for (mode, eighths) in [(Mode::M3, 8), (Mode::M3, 9), (Mode::M259, 13), (Mode::M259, 64)] {
        let raster = Raster::new(mode, scale(eighths));
        let image = raster.render(&scene(None)).unwrap();
        let bytes = png(&image);
        assert!(bytes == png(&raster.render(&scene(None)).unwrap()));
        let mut decoder = png::Decoder::new(Bytes::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let frame = reader.next_frame(&mut pixels).unwrap();
        assert_eq!((frame.width, frame.height), (image.width, image.height));
        for (at, color) in pixels.chunks_exact(3).enumerate() {
            let (x, y) = (at as u32 % image.width, at as u32 / image.width);
            assert_eq!(image.pixel(x, y), Some(Rgb(color[0], color[1], color[2])));
        }
    }
}

#[test]
fn few_colours_make_a_palette_and_many_do_not() {
    let few = Raster::default().render(&scene(None)).unwrap();
    assert!(matches!(&few.pixels, Pixels::Indexed { palette, .. } if palette.len() <= 16));
    let mut scene = Scene::new(Size::new(16, 16));
    let mut canvas = Canvas::new(&mut scene);
    for at in 0..256 {
        let attr = Attr::new(Rgb(255, 255, 255), Rgb(0, at as u8, 100));
        canvas.text(Point::new(at % 16, at / 16), " ", attr);
    }
    let exactly = Raster::default().render(&scene).unwrap();
    assert!(matches!(&exactly.pixels, Pixels::Indexed { palette, .. } if palette.len() == 256));
    Canvas::new(&mut scene).text(Point::new(0, 0), "x", Attr::vga(0x1E));
    Canvas::new(&mut scene).text(Point::new(1, 0), "x", Attr::vga(0x4F));
    let many = Raster::default().render(&scene).unwrap();
    assert!(matches!(&many.pixels, Pixels::Rgb(_)));
    assert_eq!(many.pixel(2 * 8, 0), Some(Rgb(0, 2, 100)));
}

#[test]
fn a_shadow_darkens_the_glyphs_and_keeps_them() {
    let mut lit = Scene::new(Size::new(6, 1));
    Canvas::new(&mut lit).text(Point::new(0, 0), "a░漢B", Attr::vga(0x71));
    let mut shaded = lit.clone();
    Canvas::new(&mut shaded).recolor(Rect::new(0, 0, 6, 1), Attr::vga(0x08));
    let (lit, shaded) = (Raster::default().render(&lit).unwrap(), Raster::default().render(&shaded).unwrap());
    for y in 0..16 {
        for x in 0..40 {
            let inked = lit.pixel(x, y) == Some(Attr::vga(0x71).fg);
            let attr = Attr::vga(0x08);
            assert_eq!(shaded.pixel(x, y), Some(if inked { attr.fg } else { attr.bg }));
        }
    }
}

#[test]
fn a_redacted_picture_does_not_depend_on_what_is_hidden() {
    let hidden = |text| {
        let mut scene = Scene::new(Size::new(8, 1));
        Canvas::new(&mut scene).text(Point::new(0, 0), text, Attr::vga(0x1E).with(Style::BOLD));
        png(&Raster::default().render(&scene.redacted(|_| false)).unwrap())
    };
    assert!(hidden("secret") == hidden("漢 e\u{301}"));
}
