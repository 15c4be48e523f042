//! [`Columns`]: which place of a line is in which column.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use super::column_index::{ColumnIndex, Target};
use super::edit::Delta;
use super::grapheme::Walk;
use super::measure::{Measure, width_of};
use super::rope::Text;
use super::units::{ByteOffset, CellColumn, CharColumn};
use super::width::TabWidth;

/// Lines up to this many bytes are measured from their beginning each time; longer ones have an index.
const SHORT_LINE: usize = 16 * 1024;
/// How many long lines keep their index: as many as the tallest screen shows, so that a paint never measures one twice.
const CACHED_LINES: usize = 256;
/// A change with more splices than these is not followed: the indexes are made anew where they are asked for.
const FOLLOWED_SPLICES: usize = 64;

/// One cluster of a line and where it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    /// Its place in the text.
    pub range: Range<ByteOffset>,
    /// Its first cell.
    pub cell: CellColumn,
    /// Its cells: 1 or 2, for a tab up to the tab width.
    pub width: usize,
    /// Its first character; the only one if the range is as long as its UTF-8.
    pub first: char,
}

impl Cluster {
    /// Whether it has more characters than its first.
    pub fn is_compound(&self) -> bool {
        self.range.end - self.range.start > self.first.len_utf8()
    }

    /// The cell after it.
    pub fn end_cell(&self) -> CellColumn {
        self.cell + self.width
    }
}

/// What is shown in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AtCell {
    /// A cluster; `part` counts its cells before this one: 1 is the second half of a wide one.
    Cluster {
        /// Which.
        cluster: Cluster,
        /// Its cells before this one.
        part: usize,
    },
    /// Nothing: so many cells past the line's last, from 0.
    Past(usize),
}

/// The columns of one line, without its line break.
///
/// In lines of more than 16 KiB every question is answered in O(log n) from an index, which is made at the first question
/// about the line.
#[derive(Clone, Debug)]
pub struct Columns<'a> {
    text: &'a Text,
    line: Range<ByteOffset>,
    tab: TabWidth,
    index: Option<Arc<ColumnIndex>>,
}

impl<'a> Columns<'a> {
    /// The columns of a line (from 0) of a text that keeps no indexes. For a text of a document, ask the document.
    pub fn new(text: &'a Text, line: usize, tab: TabWidth) -> Columns<'a> {
        let line = text.line_range(line);
        let index = (line.end - line.start > SHORT_LINE).then(|| Arc::new(ColumnIndex::new(text, line.clone(), tab)));
        Columns { text, line, tab, index }
    }

    /// The line's place in the text, without its line break.
    pub fn range(&self) -> Range<ByteOffset> {
        self.line.clone()
    }

    /// The column after the line's last cell.
    pub fn end_cell(&self) -> CellColumn {
        let total = match &self.index {
            Some(index) => index.total(),
            None => Measure::of(self.text, self.line.clone(), self.tab),
        };
        total.end(CellColumn::ZERO, self.tab)
    }

    /// The first cell of a place; past the line's end, its end.
    pub fn cell_of(&self, offset: ByteOffset) -> CellColumn {
        self.measure_to(offset).end(CellColumn::ZERO, self.tab)
    }

    /// The code points before a place; past the line's end, all of the line.
    pub fn char_of(&self, offset: ByteOffset) -> CharColumn {
        let offset = self.clamp(offset);
        let before = self.before(Target::Byte(offset - self.line.start));
        CharColumn(before.chars + count_chars(self.text, self.line.start + before.bytes..offset))
    }

    /// The place after so many code points; past the line's end, its end.
    pub fn offset_of_char(&self, column: CharColumn) -> ByteOffset {
        let before = self.before(Target::Char(column));
        let mut at = self.line.start + before.bytes;
        let mut left = column.0.saturating_sub(before.chars);
        for chunk in self.text.chunks(at..self.line.end) {
            let skip = chunk.char_indices().nth(left);
            if let Some((bytes, _)) = skip {
                return at + bytes;
            }
            left -= chunk.chars().count();
            at += chunk.len();
        }
        self.line.end
    }

    /// What is shown in a cell.
    pub fn at_cell(&self, cell: CellColumn) -> AtCell {
        let mut clusters = self.clusters(cell);
        match clusters.next() {
            Some(cluster) => AtCell::Cluster { part: cell - cluster.cell, cluster },
            None => AtCell::Past(cell - clusters.cell),
        }
    }

    /// The boundary nearest to a cell, as a click means it: before the cluster in its first half, after it in its second;
    /// past the line's end, its end.
    pub fn nearest(&self, cell: CellColumn) -> ByteOffset {
        match self.at_cell(cell) {
            AtCell::Cluster { cluster, part } if part * 2 < cluster.width => cluster.range.start,
            AtCell::Cluster { cluster, .. } => cluster.range.end,
            AtCell::Past(_) => self.line.end,
        }
    }

    /// The place of the cluster in a cell; past the line's end, its end.
    pub fn offset_of_cell(&self, cell: CellColumn) -> ByteOffset {
        match self.at_cell(cell) {
            AtCell::Cluster { cluster, .. } => cluster.range.start,
            AtCell::Past(_) => self.line.end,
        }
    }

    /// The clusters from the one in a cell on, to the line's end. The first may begin before the cell.
    pub fn clusters(&self, from: CellColumn) -> Clusters<'a> {
        let before = self.before(Target::Cell(from));
        let mut cell = before.end(CellColumn::ZERO, self.tab);
        let mut walk = Walk::new(self.text, self.line.start + before.bytes..self.line.end);
        while cell < from {
            let run = walk.ascii_run(from - cell);
            let mut passed = Measure::default();
            passed.add_ascii(run, self.tab);
            let end = passed.end(cell, self.tab);
            if end > from {
                return self.clusters_in_run(run, walk.at() - run.len(), cell, from);
            }
            cell = end;
            if cell == from {
                break;
            }
            let start = walk.at();
            let Some(cluster) = next_cluster(self.text, &mut walk, cell, self.tab) else { break };
            if cluster.end_cell() > from {
                walk = Walk::new(self.text, start..self.line.end);
                break;
            }
            cell = cluster.end_cell();
        }
        Clusters { text: self.text, walk, cell, tab: self.tab }
    }

    /// The clusters from the one in a cell on, which is known to be in a run of ASCII with tabs.
    fn clusters_in_run(&self, run: &str, start: ByteOffset, start_cell: CellColumn, from: CellColumn) -> Clusters<'a> {
        let (mut at, mut cell) = (start, start_cell);
        for byte in run.bytes() {
            let end = if byte == b'\t' { self.tab.next_stop(cell) } else { cell + 1 };
            if end > from {
                break;
            }
            (at, cell) = (at + 1, end);
        }
        Clusters { text: self.text, walk: Walk::new(self.text, at..self.line.end), cell, tab: self.tab }
    }

    fn clamp(&self, offset: ByteOffset) -> ByteOffset {
        self.text.floor_boundary(offset.clamp(self.line.start, self.line.end))
    }

    fn before(&self, target: Target) -> Measure {
        self.index.as_ref().map_or_else(Measure::default, |index| index.before(target))
    }

    fn measure_to(&self, offset: ByteOffset) -> Measure {
        let offset = self.clamp(offset);
        let before = self.before(Target::Byte(offset - self.line.start));
        before.then(Measure::of(self.text, self.line.start + before.bytes..offset, self.tab), self.tab)
    }
}

/// The clusters of a line. See [`Columns::clusters`].
pub struct Clusters<'a> {
    text: &'a Text,
    walk: Walk<'a>,
    cell: CellColumn,
    tab: TabWidth,
}

impl Iterator for Clusters<'_> {
    type Item = Cluster;

    fn next(&mut self) -> Option<Cluster> {
        let cluster = next_cluster(self.text, &mut self.walk, self.cell, self.tab)?;
        self.cell = cluster.end_cell();
        Some(cluster)
    }
}

fn next_cluster(text: &Text, walk: &mut Walk<'_>, cell: CellColumn, tab: TabWidth) -> Option<Cluster> {
    let start = walk.at();
    let (first, len) = walk.cluster()?;
    let width = match first {
        '\t' => tab.next_stop(cell) - cell,
        _ => width_of(text, start, first, len),
    };
    Some(Cluster { range: start..start + len, cell, width, first })
}

fn count_chars(text: &Text, range: Range<ByteOffset>) -> usize {
    text.chunks(range).map(|chunk| chunk.chars().count()).sum()
}

/// The indexes of the long lines that were asked about last, kept through edits.
#[derive(Clone, Debug, Default)]
pub(super) struct ColumnCache {
    /// The one asked about last is the last.
    lines: RefCell<Vec<CachedLine>>,
}

#[derive(Clone, Debug)]
struct CachedLine {
    line: Range<ByteOffset>,
    index: Arc<ColumnIndex>,
}

impl ColumnCache {
    /// The columns of a line (from 0) of the document's text.
    pub(super) fn columns<'a>(&self, text: &'a Text, line: usize, tab: TabWidth) -> Columns<'a> {
        let line = text.line_range(line);
        if line.end - line.start <= SHORT_LINE {
            return Columns { text, line, tab, index: None };
        }
        let mut lines = self.lines.borrow_mut();
        let found = lines.iter().position(|cached| cached.line == line && cached.index.tab() == tab);
        let cached = match found {
            Some(at) => lines.remove(at),
            None => {
                if lines.len() == CACHED_LINES {
                    lines.remove(0);
                }
                CachedLine { line: line.clone(), index: Arc::new(ColumnIndex::new(text, line.clone(), tab)) }
            }
        };
        let index = Some(Arc::clone(&cached.index));
        lines.push(cached);
        Columns { text, line, tab, index }
    }

    /// Follows a change; `text` is the text after it. Forgets what it cannot follow.
    #[inline]
    pub(super) fn apply(&mut self, text: &Text, delta: &Delta) {
        let lines = self.lines.get_mut();
        if delta.splices().len() > FOLLOWED_SPLICES {
            lines.clear();
        }
        if !lines.is_empty() {
            lines.retain_mut(|cached| cached.follow(text, delta));
        }
    }
}

impl CachedLine {
    /// Whether the line could be followed: all changes are outside of it, or one is inside and none touches its ends.
    fn follow(&mut self, text: &Text, delta: &Delta) -> bool {
        let (mut start, mut end) = (self.line.start, self.line.end);
        let mut inside = None;
        for splice in delta.splices() {
            let old = splice.old_range();
            let shift = |at: ByteOffset| at + splice.inserted - splice.removed;
            if old.end < self.line.start {
                (start, end) = (shift(start), shift(end));
            } else if old.start >= self.line.start && old.end <= self.line.end && inside.is_none() {
                inside = Some(splice);
                end = shift(end);
            } else if old.start <= self.line.end {
                return false;
            }
        }
        if text.line_range(text.line_of(start)) != (start..end) || end - start <= SHORT_LINE {
            return false;
        }
        self.line = start..end;
        if let Some(splice) = inside {
            Arc::make_mut(&mut self.index).edit(text, start..end, splice);
        }
        true
    }
}
