//! A picture in memory, and its PNG form.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::base::Rgb;

/// Quick, and many times smaller than what png's fastest coder makes of text: that one finds no repeated strings.
const DEFLATE_LEVEL: u8 = 1;

/// The pixels of a picture, row by row from the top.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pixels {
    /// One byte a pixel: an index into a palette of at most 256 colours.
    Indexed { palette: Vec<Rgb>, indices: Vec<u8> },
    /// Three bytes a pixel: red, green, blue.
    Rgb(Vec<u8>),
}

/// A picture, its measures in pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    pub width: u32,
    pub height: u32,
    pub pixels: Pixels,
}

impl Image {
    /// The colour at a pixel, if it is in the picture.
    pub fn pixel(&self, x: u32, y: u32) -> Option<Rgb> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let at = y as usize * self.width as usize + x as usize;
        match &self.pixels {
            Pixels::Indexed { palette, indices } => palette.get(usize::from(*indices.get(at)?)).copied(),
            Pixels::Rgb(bytes) => {
                let [r, g, b] = *bytes.as_chunks().0.get(at)?;
                Some(Rgb(r, g, b))
            }
        }
    }

    /// Writes the picture as PNG: with a palette and as few bits a pixel as it allows, else in RGB. Equal pictures give
    /// equal bytes. Errors are those of `out`.
    pub fn write_png(&self, out: &mut impl Write) -> io::Result<()> {
        self.encode(out).map_err(|error| match error {
            png::EncodingError::IoError(error) => error,
            other => io::Error::other(other),
        })
    }

    fn encode(&self, out: &mut impl Write) -> Result<(), png::EncodingError> {
        let mut encoder = png::Encoder::new(out, self.width, self.height);
        encoder.set_deflate_compression(png::DeflateCompression::Level(DEFLATE_LEVEL));
        encoder.set_filter(png::Filter::NoFilter);
        let bytes = match &self.pixels {
            Pixels::Indexed { palette, indices } => {
                let (depth, bits) = depth_for(palette.len());
                encoder.set_color(png::ColorType::Indexed);
                encoder.set_depth(depth);
                encoder.set_palette(palette.iter().flat_map(|color| [color.0, color.1, color.2]).collect::<Vec<u8>>());
                packed(indices, self.width as usize, bits)
            }
            Pixels::Rgb(bytes) => {
                encoder.set_color(png::ColorType::Rgb);
                bytes.into()
            }
        };
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&bytes)?;
        writer.finish()
    }
}

fn depth_for(colors: usize) -> (png::BitDepth, usize) {
    match colors {
        0..=2 => (png::BitDepth::One, 1),
        3..=4 => (png::BitDepth::Two, 2),
        5..=16 => (png::BitDepth::Four, 4),
        _ => (png::BitDepth::Eight, 8),
    }
}

/// Rows of indices in `bits` each, the first in the highest bits; each row fills whole bytes.
fn packed(indices: &[u8], width: usize, bits: usize) -> Cow<'_, [u8]> {
    match bits {
        1 => pack_rows::<8>(indices, width).into(),
        2 => pack_rows::<4>(indices, width).into(),
        4 => pack_rows::<2>(indices, width).into(),
        _ => indices.into(),
    }
}

fn pack_rows<const PER_BYTE: usize>(indices: &[u8], width: usize) -> Vec<u8> {
    let bits = 8 / PER_BYTE;
    let pack = |pixels: &[u8; PER_BYTE]| pixels.iter().fold(0, |byte, &index| byte << bits | index);
    let mut bytes = Vec::with_capacity(indices.len().div_ceil(PER_BYTE));
    for row in indices.chunks_exact(width) {
        let (whole, rest) = row.as_chunks::<PER_BYTE>();
        bytes.extend(whole.iter().map(pack));
        if !rest.is_empty() {
            let mut last = [0; PER_BYTE];
            last[..rest.len()].copy_from_slice(rest);
            bytes.push(pack(&last));
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture(colors: usize, width: u32, height: u32) -> Image {
        let palette = (0..colors).map(|at| Rgb(at as u8, 255 - at as u8, 7)).collect();
        let indices = (0..width * height).map(|at| (at as usize * 7 % colors) as u8).collect();
        Image { width, height, pixels: Pixels::Indexed { palette, indices } }
    }

    /// The pixels of a PNG as RGB, and its bits a pixel.
    fn decoded(bytes: &[u8]) -> (Vec<u8>, png::BitDepth) {
        let mut decoder = png::Decoder::new(io::Cursor::new(bytes));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let depth = reader.info().bit_depth;
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut pixels).unwrap();
        (pixels, depth)
    }

    #[test]
    fn every_depth_decodes_to_the_same_pixels() {
        use png::BitDepth::{Eight, Four, One, Two};
        for (colors, depth) in
            [(1, One), (2, One), (3, Two), (4, Two), (5, Four), (16, Four), (17, Eight), (256, Eight)]
        {
            for width in [1, 7, 8, 9, 33] {
                let image = picture(colors, width, 5);
                let mut png = Vec::new();
                image.write_png(&mut png).unwrap();
                let expected: Vec<u8> = (0..5)
                    .flat_map(|y| (0..width).map(move |x| (x, y)))
                    .flat_map(|(x, y)| image.pixel(x, y).map(|c| [c.0, c.1, c.2]).unwrap())
                    .collect();
                assert_eq!(decoded(&png), (expected, depth), "{colors} colours, {width} wide");
            }
        }
    }

    #[test]
    fn a_picture_in_rgb_decodes_to_itself() {
        let bytes: Vec<u8> = (0..3 * 40 * 20).map(|at| (at * 31 % 251) as u8).collect();
        let image = Image { width: 40, height: 20, pixels: Pixels::Rgb(bytes.clone()) };
        let mut png = Vec::new();
        image.write_png(&mut png).unwrap();
        assert_eq!(decoded(&png), (bytes.clone(), png::BitDepth::Eight));
        assert_eq!(image.pixel(39, 19), Some(Rgb(bytes[2397], bytes[2398], bytes[2399])));
        assert_eq!((image.pixel(40, 0), image.pixel(0, 20)), (None, None));
    }

    #[test]
    fn an_output_that_fails_says_so() {
        let mut full = [0u8; 60];
        let error = picture(4, 100, 100).write_png(&mut full.as_mut_slice()).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::WriteZero);
    }
}
