//! [`Diff`]: which lines of one text are different in another. Not for the owner thread.

use std::borrow::Cow;
use std::ops::Range;

use imara_diff::{Algorithm, InternedInput, TokenSource};
use serde::{Deserialize, Serialize};

use super::rope::Text;
use super::units::ByteOffset;

/// As much of each text, between what both begin and end with, is compared by lines, in bytes.
pub const COMPARED_MAX_BYTES: usize = 8 << 20;
/// Texts longer than this are not compared at all, in bytes: walking over one takes too long after every key.
pub const WALKED_MAX_BYTES: usize = 32 << 20;
/// Lines around a change that are shown with it.
pub const CONTEXT: usize = 3;

/// Lines that are different: those of the old text, and those that stand in their place in the new one. Lines count
/// from 0 and are whole, with their breaks. One side may be empty, never both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hunk {
    pub old: Range<usize>,
    pub new: Range<usize>,
    /// The bytes of `old` …
    pub old_bytes: Range<ByteOffset>,
    /// … and of `new`.
    pub new_bytes: Range<ByteOffset>,
}

impl Hunk {
    /// Nothing, before these lines.
    fn at(old: usize, new: usize) -> Hunk {
        let nowhere = ByteOffset::ZERO..ByteOffset::ZERO;
        Hunk { old: old..old, new: new..new, old_bytes: nowhere.clone(), new_bytes: nowhere }
    }
}

/// Why two texts are not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error, Serialize, Deserialize)]
#[error("what is different in the text is too much to compare by lines")]
pub struct TooLarge;

/// What is different, in ascending order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Parts", into = "Parts")]
pub struct Diff {
    hunks: Vec<Hunk>,
    /// The first row of each hunk, and after them the number of all rows, where only changes are shown …
    unified: Vec<usize>,
    /// … and where both texts are shown whole, beside each other.
    aligned: Vec<usize>,
    /// Lines of the old text, to which the end belongs as none.
    old_lines: usize,
    new_lines: usize,
}

/// What a [`Diff`] is made from.
#[derive(Serialize, Deserialize)]
struct Parts {
    hunks: Vec<Hunk>,
    old_lines: usize,
    new_lines: usize,
}

impl From<Diff> for Parts {
    fn from(diff: Diff) -> Parts {
        Parts { hunks: diff.hunks, old_lines: diff.old_lines, new_lines: diff.new_lines }
    }
}

impl TryFrom<Parts> for Diff {
    type Error = &'static str;

    fn try_from(parts: Parts) -> Result<Diff, Self::Error> {
        let wrong = "hunks must ascend, and what is between them must be the same on both sides";
        let (mut old, mut new) = (0, 0);
        let end = Hunk::at(parts.old_lines, parts.new_lines);
        for hunk in parts.hunks.iter().chain([&end]) {
            let between = hunk.old.start.checked_sub(old).ok_or(wrong)?;
            let ascends = hunk.old.start <= hunk.old.end && hunk.new.start <= hunk.new.end;
            if hunk.new.start.checked_sub(new) != Some(between) || !ascends {
                return Err(wrong);
            }
            (old, new) = (hunk.old.end, hunk.new.end);
        }
        Ok(Diff::of(parts.hunks, parts.old_lines, parts.new_lines))
    }
}

/// A row of the texts beside each other: the line of each, where it has one there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Aligned {
    pub old: Option<usize>,
    pub new: Option<usize>,
    /// The hunk that the row belongs to.
    pub hunk: Option<usize>,
}

/// A row where only changes are shown, with what is around them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unified {
    /// Says where a hunk is.
    Head {
        hunk: usize,
    },
    /// A line of both texts, by its number in the new one.
    Same {
        hunk: usize,
        new: usize,
    },
    Removed {
        hunk: usize,
        old: usize,
    },
    Added {
        hunk: usize,
        new: usize,
    },
}

impl Unified {
    /// The hunk that the row belongs to.
    pub fn hunk(self) -> usize {
        match self {
            Unified::Head { hunk }
            | Unified::Same { hunk, .. }
            | Unified::Removed { hunk, .. }
            | Unified::Added { hunk, .. } => hunk,
        }
    }
}

impl Diff {
    /// Compares two texts. O(n) in their length, and more in what is different.
    pub fn between(old: &Text, new: &Text) -> Result<Diff, TooLarge> {
        if old.len().max(new.len()) > WALKED_MAX_BYTES {
            return Err(TooLarge);
        }
        hunks(old, new).map(|hunks| Diff::of(hunks, lines(old), lines(new)))
    }

    fn of(hunks: Vec<Hunk>, old_lines: usize, new_lines: usize) -> Diff {
        let mut diff = Diff { hunks, unified: Vec::new(), aligned: Vec::new(), old_lines, new_lines };
        let (mut unified, mut aligned, mut old) = (0, 0, 0);
        for (at, hunk) in diff.hunks.iter().enumerate() {
            let (before, after) = diff.context(at);
            diff.unified.push(unified);
            unified += 1 + before.len() + hunk.old.len() + hunk.new.len() + after.len();
            aligned += hunk.old.start - old;
            diff.aligned.push(aligned);
            aligned += hunk.old.len().max(hunk.new.len());
            old = hunk.old.end;
        }
        diff.unified.push(unified);
        diff.aligned.push(aligned + old_lines - old);
        diff
    }

    /// The lines of the new text around a hunk that are shown with it; those between two hunks are shown once.
    fn context(&self, at: usize) -> (Range<usize>, Range<usize>) {
        let hunk = &self.hunks[at].new;
        let before = at.checked_sub(1).map_or(0, |at| self.hunks[at].new.end);
        // What the hunk before shows after it.
        let taken = if at == 0 { 0 } else { (before + CONTEXT).min(hunk.start) };
        let next = self.hunks.get(at + 1).map_or(self.new_lines, |next| next.new.start);
        (hunk.start.saturating_sub(CONTEXT).max(taken)..hunk.start, hunk.end..(hunk.end + CONTEXT).min(next))
    }

    /// The hunks, in ascending order.
    pub fn hunks(&self) -> &[Hunk] {
        &self.hunks
    }

    /// Whether the texts are the same.
    pub fn is_empty(&self) -> bool {
        self.hunks.is_empty()
    }

    /// How many lines are only in the new text, and how many only in the old one.
    pub fn counts(&self) -> (usize, usize) {
        self.hunks.iter().fold((0, 0), |(added, removed), hunk| (added + hunk.new.len(), removed + hunk.old.len()))
    }

    /// The hunk at a line of the new text, or the one whose removed lines stood before it. O(log n).
    pub fn hunk_at(&self, line: usize) -> Option<usize> {
        let at = self.hunks.partition_point(|hunk| hunk.new.end.max(hunk.new.start + 1) <= line);
        let last = self.new_lines.saturating_sub(1);
        self.hunks.get(at).filter(|hunk| hunk.new.start.min(last) <= line).map(|_| at)
    }

    /// Number of rows where only changes are shown.
    pub fn unified_rows(&self) -> usize {
        self.unified.last().copied().unwrap_or(0)
    }

    /// What a row shows where only changes are shown. O(log n).
    pub fn unified_row(&self, row: usize) -> Option<Unified> {
        let at = self.unified.partition_point(|first| *first <= row).checked_sub(1)?;
        let hunk = self.hunks.get(at)?;
        let (before, after) = self.context(at);
        let mut row = row - self.unified[at];
        if row == 0 {
            return Some(Unified::Head { hunk: at });
        }
        row -= 1;
        for (lines, which) in [(&before, 0), (&hunk.old, 1), (&hunk.new, 2), (&after, 0)] {
            if let Some(line) = lines.clone().nth(row) {
                return Some(match which {
                    1 => Unified::Removed { hunk: at, old: line },
                    2 => Unified::Added { hunk: at, new: line },
                    _ => Unified::Same { hunk: at, new: line },
                });
            }
            row -= lines.len();
        }
        None
    }

    /// The row of a hunk's head where only changes are shown.
    pub fn unified_start(&self, hunk: usize) -> usize {
        self.unified.get(hunk).copied().unwrap_or(0)
    }

    /// Number of rows where both texts are shown.
    pub fn aligned_rows(&self) -> usize {
        self.aligned.last().copied().unwrap_or(0).max(1)
    }

    /// What a row shows where both texts are shown. O(log n).
    pub fn aligned_row(&self, row: usize) -> Option<Aligned> {
        if row >= self.aligned_rows() {
            return None;
        }
        let Some(at) = self.aligned[..self.hunks.len()].partition_point(|first| *first <= row).checked_sub(1) else {
            return Some(Aligned { old: Some(row), new: Some(row), hunk: None });
        };
        let (hunk, row) = (&self.hunks[at], row - self.aligned[at]);
        let height = hunk.old.len().max(hunk.new.len());
        if row < height {
            let line = |lines: &Range<usize>| lines.clone().nth(row);
            return Some(Aligned { old: line(&hunk.old), new: line(&hunk.new), hunk: Some(at) });
        }
        let past = row - height;
        Some(Aligned { old: Some(hunk.old.end + past), new: Some(hunk.new.end + past), hunk: None })
    }

    /// The first row of a hunk where both texts are shown.
    pub fn aligned_start(&self, hunk: usize) -> usize {
        self.aligned.get(hunk).copied().unwrap_or(0)
    }

    /// The row of a line of the new text where both texts are shown. O(log n).
    pub fn aligned_of(&self, line: usize) -> usize {
        let line = line.min(self.new_lines.saturating_sub(1));
        let Some(at) = self.hunks.partition_point(|hunk| hunk.new.start <= line).checked_sub(1) else { return line };
        let (hunk, first) = (&self.hunks[at], self.aligned[at]);
        if line < hunk.new.end {
            first + line - hunk.new.start
        } else {
            first + hunk.old.len().max(hunk.new.len()) + line - hunk.new.end
        }
    }
}

/// Lines of a text; the end of one that ends with a break is none.
fn lines(text: &Text) -> usize {
    let ends_with_break = text.end().0.checked_sub(1).and_then(|last| text.byte_at(ByteOffset(last))) == Some(b'\n');
    text.line_count() - usize::from(ends_with_break || text.is_empty())
}

/// The lines that are different, ascending.
pub(super) fn hunks(old: &Text, new: &Text) -> Result<Vec<Hunk>, TooLarge> {
    let (prefix, suffix) = old.common_ends(new);
    if prefix + suffix == old.len() && old.len() == new.len() {
        return Ok(Vec::new());
    }
    let first = old.line_of(ByteOffset(prefix));
    let start = old.line_start(first);
    let (old_end, new_end) = whole_lines_end((old, old.end() - suffix), (new, new.end() - suffix));
    if (old_end - start).max(new_end - start) > COMPARED_MAX_BYTES {
        return Err(TooLarge);
    }
    let input =
        InternedInput::new(Part { text: old, range: start..old_end }, Part { text: new, range: start..new_end });
    let mut diff = imara_diff::Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    let bytes = |text: &Text, lines: &Range<usize>| text.line_start(lines.start)..text.line_start(lines.end);
    let hunks = diff.hunks().map(|hunk| {
        let lines = |range: Range<u32>| first + range.start as usize..first + range.end as usize;
        let (old_lines, new_lines) = (lines(hunk.before), lines(hunk.after));
        let (old_bytes, new_bytes) = (bytes(old, &old_lines), bytes(new, &new_lines));
        Hunk { old: old_lines, new: new_lines, old_bytes, new_bytes }
    });
    Ok(hunks.collect())
}

/// The first places at or after these, behind which the texts are the same, where a line starts in both.
fn whole_lines_end((old, o): (&Text, ByteOffset), (new, n): (&Text, ByteOffset)) -> (ByteOffset, ByteOffset) {
    let starts_line = |text: &Text, at: ByteOffset| text.line_start(text.line_of(at)) == at;
    if starts_line(old, o) && starts_line(new, n) {
        return (o, n);
    }
    let next = |text: &Text, at: ByteOffset| text.line_start(text.line_of(at) + 1);
    (next(old, o), next(new, n))
}

/// A part of a text that begins and ends where lines do.
struct Part<'a> {
    text: &'a Text,
    range: Range<ByteOffset>,
}

/// A line with its break.
#[derive(PartialEq, Eq, Hash)]
struct Line<'a>(Cow<'a, str>);

impl AsRef<[u8]> for Line<'_> {
    fn as_ref(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl<'a> TokenSource for Part<'a> {
    type Token = Line<'a>;
    type Tokenizer = std::vec::IntoIter<Line<'a>>;

    fn tokenize(&self) -> Self::Tokenizer {
        let mut lines: Vec<Line<'a>> = Vec::new();
        let mut whole = true;
        for chunk in self.text.chunks(self.range.clone()) {
            for piece in chunk.split_inclusive('\n') {
                match lines.last_mut().filter(|_| !whole) {
                    Some(Line(line)) => line.to_mut().push_str(piece),
                    None => lines.push(Line(Cow::Borrowed(piece))),
                }
                whole = piece.ends_with('\n');
            }
        }
        lines.into_iter()
    }

    fn estimate_tokens(&self) -> u32 {
        let lines = self.text.line_of(self.range.end) - self.text.line_of(self.range.start) + 1;
        u32::try_from(lines).unwrap_or(u32::MAX)
    }
}
