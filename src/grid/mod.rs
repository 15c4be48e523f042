//! What a text-mode screen is made of, and how it becomes a picture.
//!
//! - [`cell`]: colours and style of a cell ([`Attr`]), what it shows ([`Glyph`]), and whom it belongs to ([`Source`]).
//! - [`scene`]: one whole frame, owned by whoever paints it and read by every output: window, terminal, picture, text
//!   dump. Hits and redaction use what the painting pass wrote into its cells.
//! - [`canvas`]: the only way to paint a scene, clipped and translated.
//! - [`bitmap`] and [`fonts`]: the pictures of glyphs, from fonts that are part of the program.
//! - [`raster`] and [`image`]: a scene as pixels and as PNG, equal on every machine. Keeps nothing between frames.
//!
//! Must not know: what a buffer says, what a widget is, processes, files at run time, and the GPU.

pub mod bitmap;
pub mod canvas;
pub mod cell;
pub mod fonts;
pub mod image;
pub mod raster;
pub mod scene;

pub use canvas::{Canvas, cluster_width, text_width};
pub use cell::{Attr, Cell, CellWidth, Glyph, Readable, Source, SourceId, Style};
pub use image::{Image, Pixels};
pub use raster::{BadMode, BadScale, Mode, Raster, Scale, TooLarge};
pub use scene::{Cursor, CursorShape, GlyphText, Scene};
