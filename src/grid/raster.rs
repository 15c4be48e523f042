//! The software raster: a scene as a picture, the same pixels on every machine, and the reference for every other
//! renderer.
//!
//! A glyph is 8 by 16 dots. Its cell is a whole number of pixels wide and high at every [`Scale`], so a pixel and a dot
//! have edges at exact fractions. A pixel's coverage is the share of its area that lies on ink, as
//! `floor(255 * share + 1/2)`, computed in integers; its colour is the background mixed with the foreground by that
//! coverage ([`Rgb::mix`]). At whole scales in mode 3 each dot becomes a square of equal pixels.

use std::collections::{HashMap, HashSet};
use std::str::FromStr;

use super::bitmap::{GLYPH_HEIGHT, GLYPH_WIDTH};
use super::cell::{Cell, CellWidth, Glyph, Style};
use super::fonts;
use super::image::{Image, Pixels};
use super::scene::{CursorShape, Scene};
use crate::base::{Point, Rgb};

/// The row of dots, from 0, that an underline inks from side to side.
pub const UNDERLINE_ROW: usize = 14;
/// The rows of dots that the underline cursor inks, as VGA's cursor does.
pub const CURSOR_ROWS: [usize; 2] = [13, 14];

/// The screen mode: how high a cell is for its width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// Mode 3: cells twice as high as wide.
    #[default]
    M3,
    /// Mode 259: the same glyphs at half height.
    M259,
}

/// A value that is not a screen mode.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a screen mode; 3 and 259 are")]
pub struct BadMode(String);

impl FromStr for Mode {
    type Err = BadMode;

    fn from_str(text: &str) -> Result<Self, BadMode> {
        match text {
            "3" => Ok(Mode::M3),
            "259" => Ok(Mode::M259),
            _ => Err(BadMode(text.to_owned())),
        }
    }
}

/// How large the pixels of a glyph are, in eighths: 8 is scale 1, 64 is scale 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Scale(u8);

/// A value that is not a scale.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is not a scale; 1 to 8 are, in steps of 0.125")]
pub struct BadScale(String);

impl Scale {
    /// One pixel a dot.
    pub const ONE: Scale = Scale(8);
    /// The largest scale, 8.
    pub const MAX: Scale = Scale(64);

    /// A scale of so many eighths, 8 to 64.
    pub fn from_eighths(eighths: u8) -> Option<Self> {
        (Self::ONE.0..=Self::MAX.0).contains(&eighths).then_some(Scale(eighths))
    }

    /// How many eighths it is.
    pub fn eighths(self) -> u8 {
        self.0
    }
}

impl Default for Scale {
    fn default() -> Self {
        Self::ONE
    }
}

impl FromStr for Scale {
    type Err = BadScale;

    /// Reads `2` or `1.125`: only whole eighths are scales, nothing is rounded.
    fn from_str(text: &str) -> Result<Self, BadScale> {
        let eighths = text.parse::<f64>().map_or(0.0, |scale| scale * 8.0);
        let whole = (8.0..=64.0).contains(&eighths) && eighths.fract() == 0.0;
        if whole { Ok(Scale(eighths as u8)) } else { Err(BadScale(text.to_owned())) }
    }
}

/// The picture would be too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a picture of {width}x{height} pixels; at most {} million are made: choose a smaller scale", Raster::MAX_PIXELS / 1_000_000)]
pub struct TooLarge {
    pub width: u32,
    pub height: u32,
}

/// Draws scenes in one mode at one scale.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Raster {
    mode: Mode,
    scale: Scale,
}

impl Raster {
    /// The most pixels of one picture: a 240x67 scene at scale 8 fits.
    pub const MAX_PIXELS: u64 = 1 << 27;

    pub const fn new(mode: Mode, scale: Scale) -> Self {
        Self { mode, scale }
    }

    /// The pixels of one cell, across and down.
    pub fn cell_size(self) -> (usize, usize) {
        let eighths = usize::from(self.scale.0);
        match self.mode {
            Mode::M3 => (eighths, 2 * eighths),
            Mode::M259 => (eighths, eighths),
        }
    }

    /// The scene as a picture, its cursor included: an underline cursor inks [`CURSOR_ROWS`] in the cell's foreground, a
    /// block cursor exchanges its colours; on a wide glyph it covers both halves.
    pub fn render(self, scene: &Scene) -> Result<Image, TooLarge> {
        let (cell_width, cell_height) = self.cell_size();
        let width = scene.size().width as u32 * cell_width as u32;
        let height = scene.size().height as u32 * cell_height as u32;
        if u64::from(width) * u64::from(height) > Self::MAX_PIXELS {
            return Err(TooLarge { width, height });
        }
        let frame = Frame::of(scene, self);
        let pixels = match frame.palette() {
            Some(Palette { colors, tables }) => Pixels::Indexed { palette: colors, indices: frame.paint(&tables) },
            None => Pixels::Rgb(frame.paint(&frame.mixes())),
        };
        Ok(Image { width, height, pixels })
    }

    /// Coverage, 0 to 255, of each pixel of one cell, row by row, for the 8 by 16 dots of its glyph.
    pub fn coverage(self, dots: &[u8; GLYPH_HEIGHT]) -> Vec<u8> {
        let (width, height) = self.cell_size();
        Resample::new(width, height).coverage(dots)
    }
}

/// How dots spread over the pixels of one cell.
struct Resample {
    across: Vec<Vec<Share>>,
    down: Vec<Vec<Share>>,
}

/// A line of dots that a line of pixels overlaps, and by how much: all shares of a pixel line add up to the number of
/// dot lines.
struct Share {
    line: usize,
    amount: u32,
}

impl Resample {
    const WHOLE: u32 = (GLYPH_WIDTH * GLYPH_HEIGHT) as u32;

    fn new(width: usize, height: usize) -> Self {
        Self { across: shares(GLYPH_WIDTH, width), down: shares(GLYPH_HEIGHT, height) }
    }

    fn coverage(&self, dots: &[u8; GLYPH_HEIGHT]) -> Vec<u8> {
        let inked = |row: u8, column: usize| u32::from(row << column & 0x80 != 0);
        let across = |row: u8| -> Vec<u32> {
            self.across.iter().map(|px| px.iter().map(|share| share.amount * inked(row, share.line)).sum()).collect()
        };
        let rows = dots.map(across);
        let pixel = &|down: &[Share], x: usize| {
            let inked: u32 = down.iter().map(|share| share.amount * rows[share.line][x]).sum();
            ((255 * inked + Self::WHOLE / 2) / Self::WHOLE) as u8
        };
        let columns = self.across.len();
        self.down.iter().flat_map(|down| (0..columns).map(move |x| pixel(down, x))).collect()
    }
}

/// For each of `pixels` lines of pixels, the lines of dots it overlaps. In units in which a dot is `pixels` and a pixel
/// is `dots` long, every edge is a whole number.
fn shares(dots: usize, pixels: usize) -> Vec<Vec<Share>> {
    let of_pixel = |pixel: usize| {
        let (start, end) = (pixel * dots, (pixel + 1) * dots);
        let touched = start / pixels..end.div_ceil(pixels);
        let amount = |line: usize| end.min((line + 1) * pixels) - start.max(line * pixels);
        touched.map(|line| Share { line, amount: amount(line) as u32 }).collect()
    };
    (0..pixels).map(of_pixel).collect()
}

/// The look of a cell apart from its colours.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Shape {
    glyph: Glyph,
    width: CellWidth,
    style: Style,
    underline_cursor: bool,
}

impl Shape {
    fn dots(self, scene: &Scene) -> [u8; GLYPH_HEIGHT] {
        let text = scene.glyph_text(self.glyph);
        let mut dots = fonts::picture(text, self.width != CellWidth::Single, self.style).half(self.width);
        if self.style.contains(Style::UNDERLINE) {
            dots[UNDERLINE_ROW] = 0xFF;
        }
        if self.underline_cursor {
            CURSOR_ROWS.iter().for_each(|&row| dots[row] = 0xFF);
        }
        dots
    }
}

/// Background and foreground, and which coverages the picture has of them.
struct Ink {
    colors: (Rgb, Rgb),
    used: [bool; 256],
}

/// The coverage of a shape's pixels.
struct Tile {
    coverage: Vec<u8>,
    used: [bool; 256],
}

/// What each coverage becomes in pixels of `N` bytes, for one ink.
type Table<const N: usize> = [[u8; N]; 256];

/// The colours of a picture that has few, and for each ink the index of each coverage.
struct Palette {
    colors: Vec<Rgb>,
    tables: Vec<Table<1>>,
}

/// A scene taken apart: each shape is resampled once. All tiles together are never more pixels than the picture.
struct Frame {
    tiles: Vec<Tile>,
    inks: Vec<Ink>,
    /// Tile and ink of each cell, row by row.
    cells: Vec<(usize, usize)>,
    columns: usize,
    /// Pixels of a cell, across and down.
    cell_size: (usize, usize),
}

impl Frame {
    fn of(scene: &Scene, raster: Raster) -> Self {
        let (cell_size, columns) = (raster.cell_size(), scene.size().width as usize);
        let cells = Vec::with_capacity(scene.size().area());
        let mut frame = Frame { tiles: Vec::new(), inks: Vec::new(), cells, columns, cell_size };
        let resample = Resample::new(cell_size.0, cell_size.1);
        let (mut tile_of, mut ink_of, mut seen) = (HashMap::new(), HashMap::new(), HashSet::new());
        for (y, row) in scene.rows().enumerate() {
            for (x, cell) in row.iter().enumerate() {
                let cursor = cursor_on(scene, Point::new(x as i32, y as i32), cell);
                let (shape, colors) = (shape_of(cell, cursor), colors_of(cell, cursor));
                let tile = *tile_of.entry(shape).or_insert_with(|| {
                    frame.tiles.push(Tile::of(resample.coverage(&shape.dots(scene))));
                    frame.tiles.len() - 1
                });
                let ink = *ink_of.entry(colors).or_insert_with(|| {
                    frame.inks.push(Ink { colors, used: [false; 256] });
                    frame.inks.len() - 1
                });
                if seen.insert((tile, ink)) {
                    let used = frame.inks[ink].used.iter_mut().zip(frame.tiles[tile].used);
                    used.for_each(|(all, one)| *all |= one);
                }
                frame.cells.push((tile, ink));
            }
        }
        frame
    }

    /// The picture's palette, unless it has more than 256 colours.
    fn palette(&self) -> Option<Palette> {
        let mut palette = Palette { colors: Vec::new(), tables: vec![[[0]; 256]; self.inks.len()] };
        let mut index_of = HashMap::new();
        for (ink, table) in self.inks.iter().zip(&mut palette.tables) {
            for coverage in (0..=255).filter(|&coverage| ink.used[usize::from(coverage)]) {
                let color = ink.colors.0.mix(ink.colors.1, coverage);
                let index = *index_of.entry(color).or_insert_with(|| {
                    palette.colors.push(color);
                    palette.colors.len() - 1
                });
                table[usize::from(coverage)] = [u8::try_from(index).ok()?];
            }
        }
        Some(palette)
    }

    /// For each ink, the colour of each coverage.
    fn mixes(&self) -> Vec<Table<3>> {
        let mix = |ink: &Ink| {
            std::array::from_fn(|coverage| {
                let Rgb(r, g, b) = ink.colors.0.mix(ink.colors.1, coverage as u8);
                [r, g, b]
            })
        };
        self.inks.iter().map(mix).collect()
    }

    /// The bytes of all pixels: each cell's tile, by its ink's table.
    fn paint<const N: usize>(&self, tables: &[Table<N>]) -> Vec<u8> {
        let (cell_width, cell_height) = self.cell_size;
        let line_width = self.columns * cell_width;
        let mut pixels = vec![[0; N]; self.cells.len() * cell_width * cell_height];
        let bands = pixels.chunks_exact_mut(line_width * cell_height);
        for (cells, band) in self.cells.chunks_exact(self.columns).zip(bands) {
            for (y, line) in band.chunks_exact_mut(line_width).enumerate() {
                for (&(tile, ink), out) in cells.iter().zip(line.chunks_exact_mut(cell_width)) {
                    let coverage = &self.tiles[tile].coverage[y * cell_width..][..cell_width];
                    let table = &tables[ink];
                    out.iter_mut().zip(coverage).for_each(|(out, &c)| *out = table[usize::from(c)]);
                }
            }
        }
        pixels.into_flattened()
    }
}

impl Tile {
    fn of(coverage: Vec<u8>) -> Self {
        let mut used = [false; 256];
        coverage.iter().for_each(|&c| used[usize::from(c)] = true);
        Self { coverage, used }
    }
}

/// The shape of the cursor that covers a cell, if it does.
fn cursor_on(scene: &Scene, at: Point, cell: &Cell) -> Option<CursorShape> {
    let cursor = scene.cursor?;
    let glyph = match cell.width {
        CellWidth::Single => at.x..=at.x,
        CellWidth::WideLead => at.x..=at.x + 1,
        CellWidth::WideTail => at.x - 1..=at.x,
    };
    (cursor.at.y == at.y && glyph.contains(&cursor.at.x)).then_some(cursor.shape)
}

fn shape_of(cell: &Cell, cursor: Option<CursorShape>) -> Shape {
    let underline_cursor = cursor == Some(CursorShape::Underline);
    Shape { glyph: cell.glyph, width: cell.width, style: cell.attr.style, underline_cursor }
}

/// Background, then foreground.
fn colors_of(cell: &Cell, cursor: Option<CursorShape>) -> (Rgb, Rgb) {
    let attr = if cursor == Some(CursorShape::Block) { cell.attr.inverse() } else { cell.attr };
    (attr.bg, attr.fg)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Size;

    fn scale(eighths: u8) -> Scale {
        Scale::from_eighths(eighths).unwrap()
    }

    #[test]
    fn scales_and_modes_are_read_exactly() {
        assert_eq!("1".parse(), Ok(Scale::ONE));
        assert_eq!("1.125".parse(), Ok(scale(9)));
        assert_eq!("8".parse(), Ok(Scale::MAX));
        for bad in ["0.875", "8.125", "1.1", "", "x", "NaN", "inf", "-2", "1e9"] {
            assert!(bad.parse::<Scale>().is_err(), "{bad}");
        }
        assert_eq!((Scale::from_eighths(7), Scale::from_eighths(65)), (None, None));
        assert_eq!(("3".parse(), "259".parse()), (Ok(Mode::M3), Ok(Mode::M259)));
        assert!("4".parse::<Mode>().unwrap_err().to_string().contains("\"4\""));
    }

    #[test]
    fn whole_scales_in_mode_3_repeat_dots() {
        let dots = std::array::from_fn(|y| 0b1010_0110_u8.rotate_left(y as u32));
        for times in 1..=8 {
            let coverage = Raster::new(Mode::M3, scale(8 * times as u8)).coverage(&dots);
            for (at, &c) in coverage.iter().enumerate() {
                let (x, y) = (at % (8 * times) / times, at / (8 * times) / times);
                assert_eq!(c, if dots[y] << x & 0x80 != 0 { 255 } else { 0 });
            }
        }
    }

    #[test]
    fn coverage_rounds_half_up() {
        let mut dots = [0; GLYPH_HEIGHT];
        dots[0] = 0x80;
        // At half height the first pixel is half ink: 127.5 of 255.
        assert_eq!(Raster::new(Mode::M259, Scale::ONE).coverage(&dots)[..2], [128, 0]);
        // At scale 1.125 the first pixel lies on the dot whole; the second one by an eighth each way.
        let coverage = Raster::new(Mode::M3, scale(9)).coverage(&dots);
        assert_eq!(coverage[..3], [255, 32, 0]);
        assert_eq!(coverage[9..12], [32, 4, 0]);
    }

    #[test]
    fn the_shares_of_a_pixel_make_one_pixel_at_every_scale() {
        for eighths in 8..=64 {
            for mode in [Mode::M3, Mode::M259] {
                let raster = Raster::new(mode, scale(eighths));
                let (width, height) = raster.cell_size();
                assert_eq!(raster.coverage(&[0xFF; GLYPH_HEIGHT]), vec![255; width * height]);
            }
        }
    }

    #[test]
    fn a_picture_without_end_is_refused() {
        let error = Raster::new(Mode::M3, Scale::MAX).render(&Scene::new(Scene::MAX)).unwrap_err();
        assert_eq!(error, TooLarge { width: 32768, height: 32768 });
        assert!(error.to_string().contains("134 million"));
        assert!(Raster::default().render(&Scene::new(Size::new(1, 1))).is_ok());
    }
}
