//! Where the caret goes: by words and to the ends of lines. By clusters: see [`next_grapheme`] and [`prev_grapheme`].

use std::ops::Range;

use super::grapheme::{floor_grapheme, next_grapheme, prev_grapheme};
use super::rope::Text;
use super::units::ByteOffset;

/// One movement by words passes at most so many bytes.
const WORD_REACH: usize = 16 * 1024;

/// What a cluster is to a movement by words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// A line break.
    Break,
    /// Blanks within a line.
    Blank,
    /// Letters, digits and `_`, and the `'` after them that Haskell's names may have.
    Name,
    /// Everything else: operators and punctuation.
    Sign,
}

/// Whether a character belongs to a word, for whole-word search.
pub fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn class_at(text: &Text, offset: ByteOffset) -> Option<Class> {
    Some(match text.char_at(offset)? {
        '\n' => Class::Break,
        '\r' if text.byte_at(offset + 1) == Some(b'\n') => Class::Break,
        '\'' if primes_a_name(text, offset) => Class::Name,
        c if c.is_whitespace() => Class::Blank,
        c if is_word_char(c) => Class::Name,
        _ => Class::Sign,
    })
}

fn primes_a_name(text: &Text, offset: ByteOffset) -> bool {
    const PRIMES: usize = 16;
    text.chars(ByteOffset::ZERO..offset).rev().take(PRIMES).find(|&c| c != '\'').is_some_and(is_word_char)
}

/// The end of the clusters of one class from a place on.
fn skip_forward(text: &Text, from: ByteOffset, class: Class) -> ByteOffset {
    let mut at = from;
    while at - from < WORD_REACH && class_at(text, at) == Some(class) {
        at = next_grapheme(text, at);
    }
    at
}

/// The beginning of the clusters of one class that end at a place.
fn skip_back(text: &Text, from: ByteOffset, class: Class) -> ByteOffset {
    let mut at = from;
    while at > ByteOffset::ZERO && from - at < WORD_REACH {
        let earlier = prev_grapheme(text, at);
        if class_at(text, earlier) != Some(class) {
            break;
        }
        at = earlier;
    }
    at
}

/// The beginning of the next word or run of signs; from the end of a line, the first one in the next line.
pub fn next_word(text: &Text, offset: ByteOffset) -> ByteOffset {
    let offset = floor_grapheme(text, offset);
    let passed = match class_at(text, offset) {
        None => return text.end(),
        Some(Class::Break) => next_grapheme(text, offset),
        Some(class) => skip_forward(text, offset, class),
    };
    skip_forward(text, passed, Class::Blank)
}

/// The beginning of the word or run of signs before a place; from the beginning of a line, the end of the line before.
pub fn prev_word(text: &Text, offset: ByteOffset) -> ByteOffset {
    let from = skip_back(text, text.floor_boundary(offset), Class::Blank);
    if from == ByteOffset::ZERO {
        return from;
    }
    let earlier = prev_grapheme(text, from);
    match class_at(text, earlier) {
        Some(Class::Break) if from == offset => earlier,
        Some(Class::Break) => from,
        Some(class) => skip_back(text, from, class),
        None => earlier,
    }
}

/// The word, run of signs or run of blanks at a place, as a double click selects it. A name that ends at the place is
/// preferred over blanks and signs that begin there. Empty in an empty line.
pub fn word_at(text: &Text, offset: ByteOffset) -> Range<ByteOffset> {
    let offset = floor_grapheme(text, offset);
    let here = class_at(text, offset).filter(|&class| class != Class::Break);
    let line_start = text.line_start(text.line_of(offset));
    let before = (offset > line_start).then(|| class_at(text, prev_grapheme(text, offset))).flatten();
    let class = match (here, before) {
        (Some(Class::Name), _) => Class::Name,
        (_, Some(Class::Name)) => Class::Name,
        (Some(class), _) => class,
        (None, Some(class)) => class,
        (None, None) => return offset..offset,
    };
    skip_back(text, offset, class).max(line_start)..skip_forward(text, offset, class)
}

/// The beginning of a place's line.
pub fn line_start(text: &Text, offset: ByteOffset) -> ByteOffset {
    text.line_start(text.line_of(offset))
}

/// The end of a place's line, before its line break.
pub fn line_end(text: &Text, offset: ByteOffset) -> ByteOffset {
    text.line_range(text.line_of(offset)).end
}

/// The first character of a place's line that is not a blank, or the line's end. Passes at most 16 KiB of blanks.
pub fn first_nonblank(text: &Text, offset: ByteOffset) -> ByteOffset {
    let start = line_start(text, offset);
    skip_forward(text, start, Class::Blank).min(line_end(text, offset))
}

/// Where Home goes: to the first character that is not a blank, and from there to the beginning of the line.
pub fn smart_home(text: &Text, offset: ByteOffset) -> ByteOffset {
    let first = first_nonblank(text, offset);
    if offset == first { line_start(text, offset) } else { first }
}
