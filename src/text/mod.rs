//! Texts: what is in a buffer, how it changes, and how places in it are counted.
//!
//! - [`Text`] is a persistent rope that clones in O(1); [`Snapshot`] is all of a buffer that a worker gets. [`Decoder`] and
//!   [`Snapshot::write_to`] turn a file's bytes into a text and back, exactly; [`Bytes`] reads a text that stands for bytes.
//! - [`Transaction`] is a change as data, [`Delta`] what it does to places.
//! - [`Document`] owns one text with its revision, undo history, [`MarkSet`], recent changes and the indexes of its long
//!   lines, and is changed through transactions only. Every revision comes from the session's one [`Revisions`].
//! - [`Diff`] tells which lines of two texts are different, on a worker; [`Reload`] puts one text in the place of another.
//! - [`Columns`] finds cells and code points in a line; [`Query`] searches; [`movement`] moves by words and lines,
//!   [`next_grapheme`] and [`prev_grapheme`] by what a person takes for a character; [`indent`] moves lines by levels,
//!   [`comment`] makes them comments.
//!
//! Must not know files, threads, the clock (times come as arguments), or cells of the screen: a [`CellColumn`] counts
//! cells from the beginning of a line.

mod changes;
mod column_index;
mod columns;
pub mod comment;
mod diff;
mod document;
mod edit;
mod form;
mod grapheme;
mod history;
pub mod indent;
mod line_ending;
mod marks;
mod measure;
pub mod movement;
mod revisions;
mod rope;
mod search;
mod selection;
mod snapshot;
mod stack;
mod units;
mod width;

#[cfg(test)]
mod tests;

pub use changes::RECENT_CHANGES;
pub use columns::{AtCell, Cluster, Clusters, Columns};
pub use diff::{Aligned, COMPARED_MAX_BYTES, CONTEXT, Diff, Hunk, TooLarge, Unified, WALKED_MAX_BYTES};
pub use document::{Applied, Document, Reload, Restored};
pub use edit::{Bias, Delta, Edit, EditError, Splice, Transaction};
pub use form::{Bytes, Decoder, Form};
pub use grapheme::{floor_grapheme, is_grapheme_boundary, next_grapheme, prev_grapheme};
pub use history::{EditKind, HISTORY_BYTES, PAUSE_MS, PIECES_MAX, RUN_CHARS, Step};
pub use indent::Indentation;
pub use line_ending::LineEnding;
pub use marks::{MarkId, MarkSet};
pub use movement::is_word_char;
pub use revisions::Revisions;
pub use rope::{PlaceError, Text, TextBuilder};
pub use search::{Cancelled, Query, QueryError, Search};
pub use selection::Selection;
pub use snapshot::Snapshot;
pub use units::{ByteIndex, ByteOffset, CellColumn, CharColumn, Utf16Column, Utf16Offset};
pub use width::{TabWidth, cluster_width};
