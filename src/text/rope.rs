//! [`Text`]: the characters of a buffer, as a persistent rope.

use std::fmt;
use std::ops::Range;

use compact_str::CompactString;
use crop::{Rope, RopeBuilder};

use super::units::{ByteOffset, Utf16Column, Utf16Offset};

/// Memory of one leaf of the rope: 2,048 bytes of text, what counts them, its share of the nodes above, and what the
/// allocator adds.
const LEAF_BYTES: usize = 2048 + 96;
/// A text is inserted in pieces of this many bytes.
const COPY_PIECE: usize = 256 * 1024;
/// Up to so many bytes are taken from the rope one by one sooner than as a slice, whose length in all units it would count.
const FEW_BYTES: usize = 16;

/// A place that a text does not have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlaceError {
    /// Past the end.
    #[error("byte {offset} lies past the end of the text, which has {len} bytes")]
    PastEnd {
        /// The place asked for.
        offset: ByteOffset,
        /// The length of the text.
        len: usize,
    },
    /// Inside of the encoding of one character.
    #[error("byte {offset} lies inside of a character; use the place before or after it")]
    InsideChar {
        /// The place asked for.
        offset: ByteOffset,
    },
    /// A range that ends before it starts.
    #[error("the range {start}..{end} ends before it starts")]
    Reversed {
        /// Where it starts.
        start: ByteOffset,
        /// Where it ends.
        end: ByteOffset,
    },
}

/// A text: UTF-8 that clones in O(1) and is edited in O(log n). Lines end with `\n` or `\r\n`, which stay as they are.
///
/// Places past the end that are asked about count as the end, and places inside of a character as its beginning;
/// only [`Text::replace`] refuses them.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Text {
    rope: Rope,
}

impl Text {
    /// The empty text.
    pub fn new() -> Text {
        Text::default()
    }

    /// Length in bytes.
    pub fn len(&self) -> usize {
        self.rope.byte_len()
    }

    /// Whether there is not one character.
    pub fn is_empty(&self) -> bool {
        self.rope.is_empty()
    }

    /// The place after the last character.
    pub fn end(&self) -> ByteOffset {
        ByteOffset(self.len())
    }

    /// Number of lines, at least 1: a text that ends with a line break has an empty last line.
    pub fn line_count(&self) -> usize {
        self.rope.line_of_byte(self.len()) + 1
    }

    /// Where a line (from 0) starts; for a line past the last, the end of the text.
    pub fn line_start(&self, line: usize) -> ByteOffset {
        if line >= self.line_count() {
            return self.end();
        }
        ByteOffset(self.rope.byte_of_line(line))
    }

    /// The line (from 0) of a place. The place between `\r` and `\n` belongs to the line that they end.
    #[inline]
    pub fn line_of(&self, offset: ByteOffset) -> usize {
        self.rope.line_of_byte(self.floor_boundary(offset).0)
    }

    /// Where a line starts and where its text ends, without its line break.
    pub fn line_range(&self, line: usize) -> Range<ByteOffset> {
        let whole = self.line_range_with_break(line);
        let end = whole.end.0;
        let is = |at: usize, byte: u8| at >= whole.start.0 && self.rope.byte(at) == byte;
        let broken = end > whole.start.0 && is(end - 1, b'\n');
        let return_too = broken && end - 1 > whole.start.0 && is(end - 2, b'\r');
        whole.start..whole.end - usize::from(broken) - usize::from(return_too)
    }

    /// Where a line starts and where it ends, with its line break if it has one.
    pub fn line_range_with_break(&self, line: usize) -> Range<ByteOffset> {
        self.line_start(line)..self.line_start(line.saturating_add(1))
    }

    /// The nearest place that exists: the end for one past it.
    #[inline]
    pub fn clamp(&self, offset: ByteOffset) -> ByteOffset {
        offset.min(self.end())
    }

    /// Whether a place exists and lies between characters.
    #[inline]
    pub fn is_char_boundary(&self, offset: ByteOffset) -> bool {
        offset <= self.end() && (self.is_ascii() || self.rope.is_char_boundary(offset.0))
    }

    /// Whether every character is one byte, and so one UTF-16 code unit. O(1).
    #[inline]
    fn is_ascii(&self) -> bool {
        self.rope.utf16_len() == self.rope.byte_len()
    }

    /// The nearest place at or before `offset` that lies between characters.
    #[inline]
    pub fn floor_boundary(&self, offset: ByteOffset) -> ByteOffset {
        let mut at = self.clamp(offset);
        while !self.is_char_boundary(at) {
            at -= 1;
        }
        at
    }

    /// Checks that a range can be replaced.
    #[inline]
    pub fn check(&self, range: &Range<ByteOffset>) -> Result<(), PlaceError> {
        if range.start > range.end {
            return Err(PlaceError::Reversed { start: range.start, end: range.end });
        }
        if range.end > self.end() {
            return Err(PlaceError::PastEnd { offset: range.end, len: self.len() });
        }
        for offset in [range.start, range.end] {
            if !self.is_char_boundary(offset) {
                return Err(PlaceError::InsideChar { offset });
            }
            if range.start == range.end {
                break;
            }
        }
        Ok(())
    }

    /// Replaces a range; changes nothing when the range is not one of this text.
    pub fn replace(&mut self, range: Range<ByteOffset>, insert: &str) -> Result<(), PlaceError> {
        self.check(&range)?;
        self.splice(range, insert);
        Ok(())
    }

    /// Replaces a range that was checked.
    #[inline]
    pub(super) fn splice(&mut self, range: Range<ByteOffset>, insert: &str) {
        self.rope.replace(range.start.0..range.end.0, insert);
    }

    /// Replaces a range that was checked with a text, which is copied unless it is all there is afterwards.
    pub(super) fn splice_text(&mut self, range: Range<ByteOffset>, insert: &Text) {
        if range.start.0 == 0 && range.end == self.end() {
            *self = insert.clone();
            return;
        }
        self.splice(range.clone(), "");
        let mut at = range.start;
        while at - range.start < insert.len() {
            let from = at - range.start;
            let piece = insert.slice(ByteOffset(from)..insert.floor_boundary(ByteOffset(from + COPY_PIECE)));
            self.splice(at..at, &piece);
            at += piece.len();
        }
    }

    /// The memory that the text takes when it shares none with others, in bytes. Walks over all of it, 2 KiB a step.
    pub fn memory(&self) -> usize {
        self.rope.chunks().count() * LEAF_BYTES
    }

    /// A part, as a string of its own.
    pub fn slice(&self, range: Range<ByteOffset>) -> String {
        let mut part = String::with_capacity(range.end.0.saturating_sub(range.start.0).min(self.len()));
        self.chunks(range).for_each(|chunk| part.push_str(chunk));
        part
    }

    /// A part that was checked. Quick for a few ASCII characters, as keys delete them.
    #[inline]
    pub(super) fn copy_checked(&self, range: Range<ByteOffset>) -> CompactString {
        let Range { start: ByteOffset(start), end: ByteOffset(end) } = range;
        if end - start == 1 || (end - start <= FEW_BYTES && self.is_ascii()) {
            return (start..end).map(|at| char::from(self.rope.byte(at))).collect();
        }
        let mut part = CompactString::with_capacity(end - start);
        self.rope.byte_slice(start..end).chunks().for_each(|chunk| part.push_str(chunk));
        part
    }

    /// A part, as a text of its own; shares its memory with this one.
    pub fn sub_text(&self, range: Range<ByteOffset>) -> Text {
        let (start, end) = self.bounds(range);
        Text { rope: Rope::from(self.rope.byte_slice(start..end)) }
    }

    /// A line without its line break.
    pub fn line(&self, line: usize) -> String {
        self.slice(self.line_range(line))
    }

    /// A part, as the pieces it is kept in: each at most a few KiB, none empty. Can be walked from both ends.
    pub fn chunks(&self, range: Range<ByteOffset>) -> impl DoubleEndedIterator<Item = &str> + Clone {
        let (start, end) = self.bounds(range);
        self.rope.byte_slice(start..end).chunks()
    }

    /// The piece that begins at a place between characters, cut at another such place.
    pub(super) fn chunk_from(&self, start: ByteOffset, end: ByteOffset) -> &str {
        self.rope.byte_slice(start.0..end.0).chunks().next().unwrap_or("")
    }

    /// The piece that ends at a place between characters.
    pub(super) fn chunk_before(&self, end: ByteOffset) -> &str {
        self.rope.byte_slice(..end.0).chunks().next_back().unwrap_or("")
    }

    /// The characters of a part. Can be walked from both ends.
    pub fn chars(&self, range: Range<ByteOffset>) -> impl DoubleEndedIterator<Item = char> + Clone {
        let (start, end) = self.bounds(range);
        self.rope.byte_slice(start..end).chars()
    }

    /// The character that starts at a place.
    pub fn char_at(&self, offset: ByteOffset) -> Option<char> {
        self.chars(offset..self.end()).next()
    }

    /// The character that ends at a place.
    pub fn char_before(&self, offset: ByteOffset) -> Option<char> {
        self.chars(ByteOffset::ZERO..offset).next_back()
    }

    /// The byte of UTF-8 at a place.
    pub fn byte_at(&self, offset: ByteOffset) -> Option<u8> {
        (offset < self.end()).then(|| self.rope.byte(offset.0))
    }

    /// Length in UTF-16 code units.
    pub fn utf16_len(&self) -> usize {
        self.rope.utf16_len()
    }

    /// The UTF-16 code units before a place.
    #[inline]
    pub fn utf16_of(&self, offset: ByteOffset) -> Utf16Offset {
        let offset = self.floor_boundary(offset);
        Utf16Offset(if self.is_ascii() { offset.0 } else { self.rope.utf16_code_unit_of_byte(offset.0) })
    }

    /// The place after so many UTF-16 code units; inside of a surrogate pair, the beginning of its character.
    pub fn offset_of_utf16(&self, offset: Utf16Offset) -> ByteOffset {
        let units = offset.0.min(self.utf16_len());
        ByteOffset(if self.is_ascii() { units } else { self.rope.byte_of_utf16_code_unit(units) })
    }

    /// The line (from 0) and the UTF-16 column of a place, as language servers speak of it.
    pub fn utf16_position(&self, offset: ByteOffset) -> (usize, Utf16Column) {
        let line = self.line_of(offset);
        let column = self.utf16_of(offset) - self.utf16_of(self.line_start(line));
        (line, Utf16Column(column))
    }

    /// The place of a UTF-16 column in a line (from 0); past the line's end, its end.
    pub fn offset_of_utf16_position(&self, line: usize, column: Utf16Column) -> ByteOffset {
        let range = self.line_range(line);
        let wanted = Utf16Offset(self.utf16_of(range.start).0.saturating_add(column.0));
        self.offset_of_utf16(wanted).min(range.end)
    }

    /// How many bytes at the beginning and, apart from those, at the end are the same in another text. O(n).
    pub fn common_ends(&self, other: &Text) -> (usize, usize) {
        let shorter = self.len().min(other.len());
        let whole = |text: &Text| ByteOffset::ZERO..text.end();
        let prefix = common_prefix(self.chunks(whole(self)), other.chunks(whole(other)));
        let prefix = self.floor_boundary(ByteOffset(prefix)).min(other.floor_boundary(ByteOffset(prefix))).0;
        let suffix = common_suffix(self.chunks(whole(self)).rev(), other.chunks(whole(other)).rev());
        let mut suffix = suffix.min(shorter - prefix);
        let between = |text: &Text, suffix: usize| text.is_char_boundary(text.end() - suffix);
        while !(between(self, suffix) && between(other, suffix)) {
            suffix -= 1;
        }
        (prefix, suffix)
    }

    fn bounds(&self, range: Range<ByteOffset>) -> (usize, usize) {
        let end = self.floor_boundary(range.end);
        (self.floor_boundary(range.start).min(end).0, end.0)
    }
}

fn common_prefix<'a>(mut a: impl Iterator<Item = &'a str>, mut b: impl Iterator<Item = &'a str>) -> usize {
    let (mut left, mut right, mut total): (&[u8], &[u8], usize) = (&[], &[], 0);
    loop {
        if left.is_empty() {
            let Some(next) = a.next() else { return total };
            left = next.as_bytes();
        }
        if right.is_empty() {
            let Some(next) = b.next() else { return total };
            right = next.as_bytes();
        }
        let len = left.len().min(right.len());
        if left[..len] != right[..len] {
            return total + left.iter().zip(right).take_while(|(x, y)| x == y).count();
        }
        (left, right, total) = (&left[len..], &right[len..], total + len);
    }
}

/// As [`common_prefix`], from the end: the pieces come last first.
fn common_suffix<'a>(mut a: impl Iterator<Item = &'a str>, mut b: impl Iterator<Item = &'a str>) -> usize {
    let (mut left, mut right, mut total): (&[u8], &[u8], usize) = (&[], &[], 0);
    loop {
        if left.is_empty() {
            let Some(next) = a.next() else { return total };
            left = next.as_bytes();
        }
        if right.is_empty() {
            let Some(next) = b.next() else { return total };
            right = next.as_bytes();
        }
        let len = left.len().min(right.len());
        let (left_rest, left_end) = left.split_at(left.len() - len);
        let (right_rest, right_end) = right.split_at(right.len() - len);
        if left_end != right_end {
            return total + left_end.iter().rev().zip(right_end.iter().rev()).take_while(|(x, y)| x == y).count();
        }
        (left, right, total) = (left_rest, right_rest, total + len);
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text { rope: Rope::from(text) }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.rope.fmt(f)
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Text").field("bytes", &self.len()).field("lines", &self.line_count()).finish()
    }
}

/// Builds a [`Text`] from pieces of any size, with little more memory than the text takes.
#[derive(Default)]
pub struct TextBuilder {
    builder: RopeBuilder,
}

impl TextBuilder {
    /// A builder of an empty text.
    pub fn new() -> TextBuilder {
        TextBuilder::default()
    }

    /// Appends a piece.
    pub fn append(&mut self, piece: &str) {
        self.builder.append(piece);
    }

    /// The text of all pieces.
    pub fn build(self) -> Text {
        Text { rope: self.builder.build() }
    }
}

/// As one string: for changes that are recorded or sent about.
impl serde::Serialize for Text {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.slice(ByteOffset::ZERO..self.end()))
    }
}

impl<'de> serde::Deserialize<'de> for Text {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
        <String as serde::Deserialize>::deserialize(deserializer).map(|text| Text::from(text.as_str()))
    }
}
