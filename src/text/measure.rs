//! [`Measure`]: how long a part of a line is, in every unit, so that the parts' measures add up to the line's.

use std::ops::Range;

use super::grapheme::{Walk, contiguous};
use super::rope::Text;
use super::units::{ByteOffset, CellColumn};
use super::width::{TabWidth, char_width, cluster_width};

/// The length of a part of a line.
///
/// After a tab the column is a multiple of the tab width, so what follows takes the same cells wherever the part begins:
/// the cells before the first tab and those after it are all there is to know.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Measure {
    pub(super) bytes: usize,
    pub(super) chars: usize,
    /// Cells before the first tab, or all.
    lead: usize,
    /// Cells after the stop of the first tab, if there is a tab.
    rest: Option<usize>,
}

impl Measure {
    /// The measure of a part that begins at a cluster boundary.
    pub(super) fn of(text: &Text, range: Range<ByteOffset>, tab: TabWidth) -> Measure {
        let mut measure = Measure::default();
        let mut walk = Walk::new(text, range);
        loop {
            let run = walk.ascii_run(usize::MAX);
            measure.add_ascii(run, tab);
            if !measure.add_cluster(text, &mut walk, tab) {
                return measure;
            }
        }
    }

    /// The measure of this part and one that follows it.
    pub(super) fn then(self, next: Measure, tab: TabWidth) -> Measure {
        let (lead, rest) = match self.rest {
            None => (self.lead + next.lead, next.rest),
            Some(rest) => (self.lead, Some(next.end(CellColumn(rest), tab).0)),
        };
        Measure { bytes: self.bytes + next.bytes, chars: self.chars + next.chars, lead, rest }
    }

    /// The column after this part, when it begins at a column.
    pub(super) fn end(self, start: CellColumn, tab: TabWidth) -> CellColumn {
        let before = start + self.lead;
        self.rest.map_or(before, |rest| tab.next_stop(before) + rest)
    }

    /// Adds clusters that are each one ASCII character.
    pub(super) fn add_ascii(&mut self, run: &str, tab: TabWidth) {
        let mut from = 0;
        for at in memchr::memchr_iter(b'\t', run.as_bytes()) {
            self.add_cells(at - from);
            self.add_tab(tab);
            from = at + 1;
        }
        self.add_cells(run.len() - from);
        self.bytes += run.len();
        self.chars += run.len();
    }

    /// Adds the next cluster; false when there is none.
    pub(super) fn add_cluster(&mut self, text: &Text, walk: &mut Walk<'_>, tab: TabWidth) -> bool {
        let start = walk.at();
        let Some((first, len)) = walk.cluster() else { return false };
        self.bytes += len;
        self.chars += if len == first.len_utf8() { 1 } else { text.chars(start..start + len).count() };
        if first == '\t' {
            self.add_tab(tab);
        } else {
            self.add_cells(width_of(text, start, first, len));
        }
        true
    }

    fn add_cells(&mut self, cells: usize) {
        *self.rest.as_mut().unwrap_or(&mut self.lead) += cells;
    }

    fn add_tab(&mut self, tab: TabWidth) {
        self.rest = Some(self.rest.map_or(0, |rest| tab.next_stop(CellColumn(rest)).0));
    }
}

/// The cells of a cluster that is not a tab.
pub(super) fn width_of(text: &Text, start: ByteOffset, first: char, len: usize) -> usize {
    if len == first.len_utf8() { char_width(first) } else { cluster_width(&contiguous(text, start..start + len)) }
}
