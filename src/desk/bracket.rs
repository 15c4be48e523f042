//! Which brackets of a text belong together, as far as is looked.

use std::ops::Range;

use memchr::{memchr2_iter, memrchr2_iter};

use super::Buffer;
use crate::model::Category;
use crate::model::language::BRACKETS;
use crate::text::ByteOffset;

/// How far from the cursor the painted pair is looked for, in bytes.
pub const PAINTED_REACH: usize = 16 << 10;
/// How far from the cursor a command looks for a bracket, in bytes.
pub const COMMAND_REACH: usize = 1 << 20;

/// Two brackets that belong together. Each is one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The one that was asked about.
    pub here: ByteOffset,
    /// Its counterpart.
    pub there: ByteOffset,
}

impl Buffer {
    /// The bracket at a place, or else before it, and the one that belongs to it, no farther than `reach` bytes away. In
    /// code, brackets in strings and comments do not count, and in those no others, as far as colours are known.
    pub fn bracket_pair(&self, at: ByteOffset, reach: usize) -> Option<Pair> {
        let before = (at > ByteOffset::ZERO).then(|| at - 1);
        [Some(at), before].into_iter().flatten().find_map(|here| {
            let there = self.counterpart(here, reach)?;
            Some(Pair { here, there })
        })
    }

    /// The bracket before a place that `close` would close there, no farther than `reach` bytes away.
    pub fn opener_of(&self, close: char, at: ByteOffset, reach: usize) -> Option<ByteOffset> {
        let (open, close) = self.brackets().find(|(_, other)| *other == close)?;
        self.search_back(at, reach, (open, close), self.surroundings(at))
    }

    fn brackets(&self) -> impl Iterator<Item = (char, char)> {
        self.language.map_or(BRACKETS, |language| language.brackets).iter().copied()
    }

    fn counterpart(&self, here: ByteOffset, reach: usize) -> Option<ByteOffset> {
        let bracket = char::from(self.document.text().byte_at(here)?);
        let pair = self.brackets().find(|(open, close)| bracket == *open || bracket == *close)?;
        let within = self.surroundings(here);
        match bracket == pair.0 {
            true => self.search_on(here + 1, reach, pair, within),
            false => self.search_back(here, reach, pair, within),
        }
    }

    fn search_on(
        &self,
        from: ByteOffset,
        reach: usize,
        (open, close): (char, char),
        within: Surroundings,
    ) -> Option<ByteOffset> {
        let text = self.document.text();
        let (mut at, mut depth) = (from, 0usize);
        for chunk in text.chunks(from..text.floor_boundary(from + reach)) {
            for found in memchr2_iter(open as u8, close as u8, chunk.as_bytes()) {
                let is_open = chunk.as_bytes()[found] == open as u8;
                match self.surroundings(at + found) == within {
                    false => {}
                    true if is_open => depth += 1,
                    true if depth == 0 => return Some(at + found),
                    true => depth -= 1,
                }
            }
            at += chunk.len();
        }
        None
    }

    fn search_back(
        &self,
        from: ByteOffset,
        reach: usize,
        (open, close): (char, char),
        within: Surroundings,
    ) -> Option<ByteOffset> {
        let text = self.document.text();
        let (mut end, mut depth) = (from, 0usize);
        for chunk in text.chunks(text.floor_boundary(from.saturating_sub(reach))..from).rev() {
            let start = end - chunk.len();
            for found in memrchr2_iter(open as u8, close as u8, chunk.as_bytes()) {
                let is_close = chunk.as_bytes()[found] == close as u8;
                match self.surroundings(start + found) == within {
                    false => {}
                    true if is_close => depth += 1,
                    true if depth == 0 => return Some(start + found),
                    true => depth -= 1,
                }
            }
            end = start;
        }
        None
    }

    fn surroundings(&self, at: ByteOffset) -> Surroundings {
        match self.category_at(at) {
            Some(Category::String) => Surroundings::String,
            Some(Category::Comment) => Surroundings::Comment,
            _ => Surroundings::Code,
        }
    }

    /// The category of a byte of the text, as far as it is known.
    pub fn category_at(&self, at: ByteOffset) -> Option<Category> {
        self.span_at(at).map(|(_, category)| category)
    }

    /// The coloured part of the text that a byte belongs to, as far as it is known.
    pub fn span_at(&self, at: ByteOffset) -> Option<(Range<ByteOffset>, Category)> {
        self.highlights.within(at..at + 1).next().cloned()
    }
}

/// What a bracket stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Surroundings {
    Code,
    String,
    Comment,
}
