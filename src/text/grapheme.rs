//! Grapheme clusters (Unicode Standard Annex #29): what a person takes for one character. `\r\n` is one.
//!
//! To decide about one place, at most [`REACH`] bytes before it are looked at, so a cluster that is longer than that counts
//! as several.

use std::borrow::Cow;
use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use super::rope::Text;
use super::units::ByteOffset;

/// How far one decision looks, in bytes.
const REACH: usize = 1024;

/// Whether a character neither extends others nor takes any, as letters do and combining marks do not.
fn stands_alone(c: char) -> bool {
    matches!(c,
        '\0'..='\u{2ff}' | '\u{370}'..='\u{482}' | '\u{48a}'..='\u{52f}' | '\u{3041}'..='\u{3096}'
        | '\u{30a1}'..='\u{30fa}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}')
}

/// Whether a boundary is between two characters, whatever is before and after them.
fn certain_between(a: char, b: char) -> bool {
    stands_alone(a) && stands_alone(b) && !(a == '\r' && b == '\n')
}

/// The nearest boundary after a place, which is taken for a boundary itself; at the end of the text, the end.
pub fn next_grapheme(text: &Text, offset: ByteOffset) -> ByteOffset {
    let offset = text.floor_boundary(offset);
    let mut chars = text.chars(offset..text.end());
    match (chars.next(), chars.next()) {
        (Some(first), Some(second)) if !certain_between(first, second) => {}
        (Some(first), _) => return offset + first.len_utf8(),
        (None, _) => return offset,
    }
    let window = contiguous(text, offset..text.floor_boundary(offset + REACH));
    offset + window.graphemes(true).next().map_or(0, str::len)
}

/// The nearest boundary before a place; at the beginning of the text, the beginning.
pub fn prev_grapheme(text: &Text, offset: ByteOffset) -> ByteOffset {
    let offset = text.floor_boundary(offset);
    let mut chars = text.chars(ByteOffset::ZERO..offset).rev();
    let Some(mut later) = chars.next() else { return offset };
    let mut start = offset - later.len_utf8();
    let mut near = true;
    for earlier in chars {
        if certain_between(earlier, later) {
            break;
        }
        if offset - start >= REACH {
            break;
        }
        near = false;
        start -= earlier.len_utf8();
        later = earlier;
    }
    if near {
        return start;
    }
    let window = contiguous(text, start..offset);
    start + window.grapheme_indices(true).next_back().map_or(0, |(at, _)| at)
}

/// Whether a cluster begins or the text ends at a place.
pub fn is_grapheme_boundary(text: &Text, offset: ByteOffset) -> bool {
    if !text.is_char_boundary(offset) {
        return false;
    }
    match (text.char_before(offset), text.char_at(offset)) {
        (Some(before), Some(after)) => {
            certain_between(before, after) || prev_grapheme(text, offset + after.len_utf8()) == offset
        }
        _ => true,
    }
}

/// The boundary at or before a place.
pub fn floor_grapheme(text: &Text, offset: ByteOffset) -> ByteOffset {
    let offset = text.floor_boundary(offset);
    if is_grapheme_boundary(text, offset) { offset } else { prev_grapheme(text, offset) }
}

/// A part as one string; copied only when it is kept in several pieces.
pub(super) fn contiguous(text: &Text, range: Range<ByteOffset>) -> Cow<'_, str> {
    let mut chunks = text.chunks(range.clone());
    match (chunks.next(), chunks.next()) {
        (None, _) => Cow::Borrowed(""),
        (Some(only), None) => Cow::Borrowed(only),
        _ => Cow::Owned(text.slice(range)),
    }
}

/// Walks over the clusters of a part of a line that begins at a boundary, quickly over ASCII.
pub(super) struct Walk<'a> {
    text: &'a Text,
    /// What is left of the piece of the text that `at` is in.
    chunk: &'a str,
    at: ByteOffset,
    end: ByteOffset,
}

impl<'a> Walk<'a> {
    pub(super) fn new(text: &'a Text, range: Range<ByteOffset>) -> Walk<'a> {
        let end = text.floor_boundary(range.end);
        let mut walk = Walk { text, chunk: "", at: text.floor_boundary(range.start).min(end), end };
        walk.refill();
        walk
    }

    /// Where the next cluster begins.
    pub(super) fn at(&self) -> ByteOffset {
        self.at
    }

    /// Passes ASCII characters, each a cluster, at most `limit` of them, and returns them. Stops where it is not certain
    /// that they are clusters of their own.
    pub(super) fn ascii_run(&mut self, limit: usize) -> &'a str {
        let bytes = self.chunk.as_bytes();
        let bytes = &bytes[..bytes.len().min(limit.saturating_add(1))];
        let ascii = if bytes.is_ascii() {
            bytes.len()
        } else {
            bytes.iter().position(|byte| !byte.is_ascii()).unwrap_or(bytes.len())
        };
        let all = ascii == self.chunk.len() && self.at + ascii == self.end;
        let mut len = if all { ascii } else { ascii.saturating_sub(1) }.min(limit);
        if len < self.chunk.len() && len > 0 && bytes[len - 1] == b'\r' {
            len -= 1;
        }
        let run = &self.chunk[..len];
        self.advance(len);
        run
    }

    /// Passes one cluster, and returns its first character and its length in bytes.
    pub(super) fn cluster(&mut self) -> Option<(char, usize)> {
        let mut chars = self.chunk.chars();
        let first = chars.next()?;
        let len = match chars.next() {
            Some(second) if certain_between(first, second) => first.len_utf8(),
            None if self.at + first.len_utf8() == self.end => first.len_utf8(),
            _ => self.cluster_len(),
        };
        self.advance(len);
        Some((first, len))
    }

    fn cluster_len(&self) -> usize {
        let near = self.chunk.floor_char_boundary(REACH);
        let inside = self.chunk[..near].graphemes(true).next().map_or(near, str::len);
        if inside < self.chunk.len() || self.at + inside == self.end {
            return inside;
        }
        (next_grapheme(self.text, self.at).min(self.end) - self.at).max(1)
    }

    fn advance(&mut self, len: usize) {
        self.at += len;
        match self.chunk.get(len..) {
            Some(rest) if !rest.is_empty() => self.chunk = rest,
            _ => self.refill(),
        }
    }

    fn refill(&mut self) {
        self.chunk = self.text.chunk_from(self.at, self.end);
    }
}
