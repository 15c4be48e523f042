//! What a buffer's text has that its file has not.

use crate::base::Revision;
use crate::text::{Bias, ByteOffset, CONTEXT, CellColumn, Diff, Document, Hunk, Text, TooLarge, Unified};

use super::{Buffer, Place, View};

/// A text compared with what is in its file.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// What is in the file.
    pub base: Text,
    /// The text as it was compared, …
    pub text: Text,
    /// … and which state that was. Later edits may have moved its places.
    pub revision: Revision,
    /// From the base to the text.
    pub diff: Result<Diff, TooLarge>,
}

/// What became of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineChange {
    Added,
    Changed,
    /// Lines that stood before it, or behind it at the end of the text, are gone.
    Removed,
}

impl LineChange {
    fn of(hunk: &Hunk) -> LineChange {
        match (hunk.old.is_empty(), hunk.new.is_empty()) {
            (true, _) => LineChange::Added,
            (_, true) => LineChange::Removed,
            _ => LineChange::Changed,
        }
    }
}

impl Comparison {
    /// What became of the lines from one to another of the document as it is now: pairs of line and change, ascending.
    /// Nothing where too much was typed since. O(log n) and what is found.
    pub fn changes(&self, document: &Document, lines: std::ops::Range<usize>) -> Vec<(usize, LineChange)> {
        let Ok(diff) = &self.diff else { return Vec::new() };
        let text = document.text();
        let map = |at: ByteOffset, bias: Bias| document.map_since(self.revision, at, bias);
        let mut found = Vec::new();
        let start = text.line_start(lines.start);
        let first =
            diff.hunks().partition_point(|hunk| map(hunk.new_bytes.end, Bias::After).is_some_and(|end| end < start));
        for hunk in &diff.hunks()[first..] {
            let (Some(from), Some(to)) =
                (map(hunk.new_bytes.start, Bias::Before), map(hunk.new_bytes.end, Bias::Before))
            else {
                return Vec::new();
            };
            let first = text.line_of(from);
            if first >= lines.end {
                break;
            }
            // The end of the last line of a hunk is the start of the line after it, or the end of the text.
            let end = if to > from { text.line_of(to - 1) + 1 } else { first + 1 };
            let change = LineChange::of(hunk);
            found.extend((first.max(lines.start)..end.min(lines.end)).map(|line| (line, change)));
        }
        found
    }

    /// How many rows a view of it has, at least one.
    pub fn rows(&self, view: View) -> usize {
        let rows = match (&self.diff, view) {
            (Ok(diff), View::Changes(_)) => diff.unified_rows(),
            (Ok(diff), View::SideBySide(_)) => diff.aligned_rows(),
            _ => 1,
        };
        rows.max(1)
    }

    /// The hunk that a row of a view belongs to.
    pub fn hunk_of_row(&self, view: View, row: usize) -> Option<usize> {
        let diff = self.diff.as_ref().ok()?;
        match view {
            View::Changes(_) => Some(diff.unified_row(row)?.hunk()),
            View::SideBySide(_) => diff.aligned_row(row)?.hunk,
            View::Current => None,
        }
    }

    /// The first row of a hunk in a view.
    pub fn row_of_hunk(&self, view: View, hunk: usize) -> usize {
        match (&self.diff, view) {
            (Ok(diff), View::Changes(_)) => diff.unified_start(hunk),
            (Ok(diff), View::SideBySide(_)) => diff.aligned_start(hunk),
            _ => 0,
        }
    }

    /// The row of a view that shows a line of the text, or of the first change after it.
    pub fn row_of_line(&self, view: View, line: usize) -> usize {
        match (&self.diff, view) {
            (Ok(diff), View::Changes(_)) => {
                let hunk = diff.hunks().partition_point(|hunk| hunk.new.end.max(hunk.new.start + 1) <= line);
                diff.unified_start(hunk.min(diff.hunks().len().saturating_sub(1)))
            }
            (Ok(diff), View::SideBySide(_)) => diff.aligned_of(line),
            _ => 0,
        }
    }

    /// The place in the document as it is now that a row of a view is about.
    pub fn place_of_row(&self, document: &Document, view: View, row: usize) -> ByteOffset {
        let line = self.diff.as_ref().ok().and_then(|diff| match view {
            View::Changes(_) => match diff.unified_row(row)? {
                Unified::Same { new, .. } | Unified::Added { new, .. } => Some(new),
                row => Some(diff.hunks().get(row.hunk())?.new.start),
            },
            View::SideBySide(_) => {
                let found = diff.aligned_row(row)?;
                found.new.or_else(|| Some(diff.hunks().get(found.hunk?)?.new.end))
            }
            View::Current => None,
        });
        let at = self.text.line_start(line.unwrap_or(0));
        document.map_since(self.revision, at, Bias::After).unwrap_or(at)
    }
}

impl Buffer {
    /// A view of the buffer's changes that begins where the cursor is; `view` says which.
    pub fn view_at(&self, view: View, cursor: ByteOffset) -> View {
        let line = self.document.text().line_of(cursor);
        let row = self.comparison().map_or(0, |comparison| comparison.row_of_line(view, line));
        // A few rows above it show as well.
        view.at(Place { row, top: row.saturating_sub(CONTEXT), left: CellColumn::default() })
    }
}
