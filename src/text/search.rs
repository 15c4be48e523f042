//! [`Query`]: what to look for, and [`Search`]: looking for it in a text of any size.

use std::ops::Range;

use regex_cursor::engines::meta::Regex;
use regex_cursor::regex_automata::Anchored;
use regex_cursor::regex_automata::util::interpolate;
use regex_cursor::regex_automata::util::syntax;
use regex_cursor::{Cursor, Input};
use serde::{Deserialize, Serialize};

use super::edit::Edit;
use super::movement::is_word_char;
use super::rope::Text;
use super::units::ByteOffset;

/// Bytes between two questions whether to stop, about.
const POLL_BYTES: usize = 64 * 1024;
/// Bytes of the first block that a search backwards looks through; each further one is twice as long.
const BLOCK: usize = 64 * 1024;
/// A match of a regular expression that a search backwards is to find reaches at most so far, in bytes.
const MATCH_REACH: usize = 1024 * 1024;

/// What to look for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Query {
    /// The text, or the regular expression, in the syntax of Rust's `regex`, without look-around and back-references.
    /// `^` and `$` are at each line.
    pub pattern: String,
    /// Whether `a` does not match `A`.
    pub case_sensitive: bool,
    /// Whether neither neighbour of a match may be a word character where the match begins or ends with one.
    pub whole_words: bool,
    /// Whether the pattern is a regular expression.
    pub regex: bool,
}

/// Why there cannot be a search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueryError {
    /// Nothing to look for.
    #[error("the pattern is empty; enter what to look for")]
    Empty,
    /// Not a regular expression.
    #[error("the regular expression is wrong: {0}")]
    Syntax(String),
    /// A regular expression that would take too much memory.
    #[error("the regular expression is too large when its repetitions are written out; make them smaller")]
    TooLarge,
}

/// The search was asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search was stopped")]
pub struct Cancelled;

impl Query {
    /// Prepares the search.
    pub fn compile(&self) -> Result<Search, QueryError> {
        if self.pattern.is_empty() {
            return Err(QueryError::Empty);
        }
        let pattern = match (self.regex, self.whole_words) {
            (false, _) => escaped(&self.pattern),
            (true, false) => self.pattern.clone(),
            (true, true) => format!(r"\b{{start-half}}(?:{})\b{{end-half}}", self.pattern),
        };
        let syntax = syntax::Config::new().case_insensitive(!self.case_sensitive).multi_line(true).crlf(true);
        if self.regex {
            // A pattern may be whole only together with what is put around it, as `a)(b` is; that is wrong all the same.
            build(&self.pattern, syntax)?;
        }
        let regex = build(&pattern, syntax)?;
        Ok(Search { query: self.clone(), regex })
    }
}

fn build(pattern: &str, syntax: syntax::Config) -> Result<Regex, QueryError> {
    Regex::builder().syntax(syntax).build(pattern).map_err(|error| match error.syntax_error() {
        Some(syntax) => QueryError::Syntax(last_line(&syntax.to_string())),
        None => QueryError::TooLarge,
    })
}

/// The line that says what is wrong; those before it repeat the pattern.
fn last_line(message: &str) -> String {
    let line = message.lines().last().unwrap_or_default();
    line.strip_prefix("error: ").unwrap_or(line).to_owned()
}

/// A pattern that matches a text and nothing else.
fn escaped(text: &str) -> String {
    let mut pattern = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if r"\.+*?()|[]{}^$#&-~".contains(c) {
            pattern.push('\\');
        }
        pattern.push(c);
    }
    pattern
}

/// A prepared search. Takes time in proportion to the text that it looks at. `stop` is asked about every 64 KiB.
#[derive(Clone, Debug)]
pub struct Search {
    query: Query,
    regex: Regex,
}

impl Search {
    /// What it looks for.
    pub fn query(&self) -> &Query {
        &self.query
    }

    /// The first match that starts at a place or after it.
    pub fn find_from(
        &self,
        text: &Text,
        from: ByteOffset,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Range<ByteOffset>>, Cancelled> {
        self.find_in(text, text.floor_boundary(from)..text.end(), stop)
    }

    /// The last match that starts before a place, as a search from the beginning of a line near it finds them. Finds no
    /// match of a regular expression that is longer than 1 MiB.
    pub fn find_before(
        &self,
        text: &Text,
        before: ByteOffset,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Range<ByteOffset>>, Cancelled> {
        let reach = if self.query.regex { MATCH_REACH } else { 4 * self.query.pattern.len() };
        let (mut high, mut size) = (text.floor_boundary(before), BLOCK);
        while high > ByteOffset::ZERO {
            let low = block_start(text, high, size);
            let mut last = None;
            let mut matches = self.matches(text, low..text.floor_boundary(high + reach), stop);
            while let Some(found) = matches.next().transpose()?.filter(|found| found.start < high) {
                last = Some(found.start);
            }
            if let Some(start) = last {
                return self.find_in(text, start..text.end(), stop);
            }
            (high, size) = (low, size * 2);
        }
        Ok(None)
    }

    /// The matches in a range, at most `limit` of them, none overlapping another.
    pub fn find_all(
        &self,
        text: &Text,
        range: Range<ByteOffset>,
        limit: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<Range<ByteOffset>>, Cancelled> {
        let end = text.floor_boundary(range.end);
        self.matches(text, text.floor_boundary(range.start).min(end)..end, stop).take(limit).collect()
    }

    /// How many matches there are in a range, none overlapping another. O(n).
    pub fn count(&self, text: &Text, range: Range<ByteOffset>, stop: &dyn Fn() -> bool) -> Result<usize, Cancelled> {
        let end = text.floor_boundary(range.end);
        let mut matches = self.matches(text, text.floor_boundary(range.start).min(end)..end, stop);
        matches.try_fold(0, |count, found| found.map(|_| count + 1))
    }

    /// The edits that replace the matches in a range, at most `limit` of them.
    pub fn replace_all(
        &self,
        text: &Text,
        range: Range<ByteOffset>,
        template: &str,
        limit: usize,
        stop: &dyn Fn() -> bool,
    ) -> Result<Vec<Edit>, Cancelled> {
        let found = self.find_all(text, range, limit, stop)?;
        let edits =
            found.into_iter().map(|range| Edit::replace(range.clone(), self.replacement(text, &range, template)));
        Ok(edits.collect())
    }

    /// What to put in the place of a match. For a regular expression `$1`, `${1}`, `$name` and `${name}` are its groups,
    /// `$$` is a `$`; a group that the expression does not have is empty.
    pub fn replacement(&self, text: &Text, found: &Range<ByteOffset>, template: &str) -> String {
        if !self.query.regex {
            return template.to_owned();
        }
        let mut groups = self.regex.create_captures();
        let never = || false;
        let cursor = TextCursor::new(text, found.start, &never);
        let mut input = Input::new(cursor).range(found.start.0..found.end.0);
        input.set_anchored(Anchored::Yes);
        self.regex.search_captures(input, &mut groups);
        let mut replacement = String::new();
        interpolate::string(
            template,
            |index, out| {
                if let Some(span) = groups.get_group(index) {
                    out.push_str(&text.slice(ByteOffset(span.start)..ByteOffset(span.end)));
                }
            },
            |name| groups.group_info().pattern_names(Default::default()).position(|other| other == Some(name)),
            &mut replacement,
        );
        replacement
    }

    fn matches<'a>(&'a self, text: &'a Text, range: Range<ByteOffset>, stop: &'a dyn Fn() -> bool) -> Matches<'a> {
        Matches { search: self, text, range, last_end: None, stop }
    }

    /// The first match that lies within a range.
    fn find_in(
        &self,
        text: &Text,
        mut range: Range<ByteOffset>,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Range<ByteOffset>>, Cancelled> {
        while range.start <= range.end {
            let mut cursor = TextCursor::new(text, range.start, stop);
            let found = self.regex.find(Input::new(&mut cursor).range(range.start.0..range.end.0));
            if cursor.stopped {
                return Err(Cancelled);
            }
            let Some(found) = found else { return Ok(None) };
            let found = ByteOffset(found.start())..ByteOffset(found.end());
            if self.query.regex || !self.query.whole_words || is_whole_word(text, &found) {
                return Ok(Some(found));
            }
            range.start = found.start + text.char_at(found.start).map_or(1, char::len_utf8);
        }
        Ok(None)
    }
}

/// Where a block that ends at a place begins: at the beginning of a line, if there is one near.
fn block_start(text: &Text, end: ByteOffset, size: usize) -> ByteOffset {
    let start = text.floor_boundary(end.saturating_sub(size));
    let line_start = text.line_start(text.line_of(start));
    if start - line_start <= size { line_start } else { start }
}

fn is_whole_word(text: &Text, found: &Range<ByteOffset>) -> bool {
    let word = |c: Option<char>| c.is_some_and(is_word_char);
    let joined = |at: ByteOffset| word(text.char_before(at)) && word(text.char_at(at));
    !joined(found.start) && !joined(found.end)
}

/// The matches in a range, one after the other.
struct Matches<'a> {
    search: &'a Search,
    text: &'a Text,
    range: Range<ByteOffset>,
    last_end: Option<ByteOffset>,
    stop: &'a dyn Fn() -> bool,
}

impl Iterator for Matches<'_> {
    type Item = Result<Range<ByteOffset>, Cancelled>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.range.start <= self.range.end {
            let found = match self.search.find_in(self.text, self.range.clone(), self.stop).transpose()? {
                Ok(found) => found,
                Err(cancelled) => {
                    self.range.start = self.range.end + 1;
                    return Some(Err(cancelled));
                }
            };
            let repeated = found.is_empty() && self.last_end == Some(found.start);
            self.last_end = Some(found.end);
            self.range.start = found.end;
            if found.is_empty() {
                self.range.start += self.text.char_at(found.end).map_or(1, char::len_utf8);
            }
            if !repeated {
                return Some(Ok(found));
            }
        }
        None
    }
}

/// A text as the regular expressions read it: piece by piece, in both directions.
struct TextCursor<'a> {
    text: &'a Text,
    chunk: &'a str,
    offset: ByteOffset,
    stop: &'a dyn Fn() -> bool,
    /// Bytes passed since `stop` was asked.
    passed: usize,
    /// Whether it said yes. The text ends here then.
    stopped: bool,
}

impl<'a> TextCursor<'a> {
    fn new(text: &'a Text, at: ByteOffset, stop: &'a dyn Fn() -> bool) -> TextCursor<'a> {
        let (chunk, offset) = match text.chunk_from(at, text.end()) {
            "" => {
                let last = text.chunk_before(at);
                (last, at - last.len())
            }
            chunk => (chunk, at),
        };
        TextCursor { text, chunk, offset, stop, passed: POLL_BYTES, stopped: false }
    }
}

impl Cursor for TextCursor<'_> {
    fn chunk(&self) -> &[u8] {
        self.chunk.as_bytes()
    }

    fn advance(&mut self) -> bool {
        self.passed += self.chunk.len();
        if self.passed >= POLL_BYTES {
            self.passed = 0;
            self.stopped |= (self.stop)();
        }
        let next = self.offset + self.chunk.len();
        let chunk = self.text.chunk_from(next, self.text.end());
        if self.stopped || chunk.is_empty() {
            return false;
        }
        (self.chunk, self.offset) = (chunk, next);
        true
    }

    fn backtrack(&mut self) -> bool {
        let chunk = self.text.chunk_before(self.offset);
        if chunk.is_empty() {
            return false;
        }
        self.offset -= chunk.len();
        self.chunk = chunk;
        true
    }

    fn total_bytes(&self) -> Option<usize> {
        Some(self.text.len())
    }

    fn offset(&self) -> usize {
        self.offset.0
    }
}
