//! [`ColumnIndex`]: finds columns in a very long line in O(log n).

use std::ops::Range;

use super::edit::Splice;
use super::grapheme::{Walk, is_grapheme_boundary};
use super::measure::Measure;
use super::rope::Text;
use super::units::{ByteOffset, CellColumn, CharColumn};
use super::width::TabWidth;

/// Pieces are cut to about this many bytes, …
const PIECE: usize = 2 * 1024;
/// … may grow to this, …
const MAX_PIECE: usize = 2 * PIECE;
/// … and are joined with a neighbour below this.
const MIN_PIECE: usize = PIECE / 4;
/// How many more pieces an edit may cut anew because a cluster reaches over their boundary.
const MAX_REACH: usize = 4;

/// The measures of a line's pieces, in a tree.
#[derive(Clone, Debug)]
pub(super) struct ColumnIndex {
    tab: TabWidth,
    /// A complete binary tree: the children of node `i` are `2i` and `2i + 1`; its second half is the pieces, in order,
    /// filled up with empty ones.
    tree: Vec<Measure>,
    /// Number of pieces, at least 1.
    pieces: usize,
}

/// What a look-up stops at.
#[derive(Clone, Copy)]
pub(super) enum Target {
    /// The piece with this byte of the line.
    Byte(usize),
    /// The piece with this code point.
    Char(CharColumn),
    /// The piece with this cell.
    Cell(CellColumn),
}

impl ColumnIndex {
    /// The index of a line. O(n).
    pub(super) fn new(text: &Text, line: Range<ByteOffset>, tab: TabWidth) -> ColumnIndex {
        let pieces = cut(text, line, tab);
        ColumnIndex { tab, tree: tree_of(&pieces, tab), pieces: pieces.len() }
    }

    /// The tab width that cells are counted with.
    pub(super) fn tab(&self) -> TabWidth {
        self.tab
    }

    /// The measure of the whole line.
    pub(super) fn total(&self) -> Measure {
        self.tree[1]
    }

    /// What is before the piece that has the target; before the last piece if the target is past the end. O(log n).
    pub(super) fn before(&self, target: Target) -> Measure {
        self.find(target).1
    }

    fn find(&self, target: Target) -> (usize, Measure) {
        let (mut node, mut before) = (1, Measure::default());
        let leaves = self.tree.len() / 2;
        while node < leaves {
            let left = before.then(self.tree[2 * node], self.tab);
            let passed = match target {
                Target::Byte(byte) => left.bytes <= byte,
                Target::Char(column) => left.chars <= column.0,
                Target::Cell(column) => left.end(CellColumn::ZERO, self.tab) <= column,
            };
            node *= 2;
            if passed && self.has_pieces(node + 1) {
                before = left;
                node += 1;
            }
        }
        (node - leaves, before)
    }

    fn has_pieces(&self, node: usize) -> bool {
        self.tree[node].bytes > 0
    }

    /// Follows an edit within the line. `line` is the line after it, `splice` is relative to the text. O(log n), and
    /// O(n / 2048) once in about a thousand characters, when a piece is divided or joined.
    pub(super) fn edit(&mut self, text: &Text, line: Range<ByteOffset>, splice: &Splice) {
        let from = splice.new_start - line.start;
        let (mut first, before) = self.find(Target::Byte(from));
        let mut start = before.bytes;
        let (mut last, before_last) = self.find(Target::Byte((from + splice.removed).saturating_sub(1).max(from)));
        let old_end = before_last.bytes + self.piece(last).bytes;
        let mut end = old_end + splice.inserted - splice.removed;
        for _ in 0..MAX_REACH {
            if first > 0 && !is_grapheme_boundary(text, line.start + start) {
                first -= 1;
                start -= self.piece(first).bytes;
            } else if last + 1 < self.pieces && !is_grapheme_boundary(text, line.start + end) {
                last += 1;
                end += self.piece(last).bytes;
            }
        }
        if end - start < MIN_PIECE {
            if last + 1 < self.pieces {
                last += 1;
                end += self.piece(last).bytes;
            } else if first > 0 {
                first -= 1;
                start -= self.piece(first).bytes;
            }
        }
        let part = line.start + start..line.start + end;
        if end - start <= MAX_PIECE {
            self.replace(first..last + 1, &[Measure::of(text, part, self.tab)]);
        } else {
            self.replace(first..last + 1, &cut(text, part, self.tab));
        }
    }

    fn piece(&self, index: usize) -> Measure {
        self.tree[self.tree.len() / 2 + index]
    }

    fn replace(&mut self, range: Range<usize>, new: &[Measure]) {
        let leaves = self.tree.len() / 2;
        if new.len() != range.len() {
            let mut pieces = self.tree[leaves..leaves + self.pieces].to_vec();
            pieces.splice(range, new.iter().copied());
            self.pieces = pieces.len();
            self.tree = tree_of(&pieces, self.tab);
            return;
        }
        for (index, &measure) in range.zip(new) {
            let mut node = leaves + index;
            self.tree[node] = measure;
            while node > 1 {
                node /= 2;
                self.tree[node] = self.tree[2 * node].then(self.tree[2 * node + 1], self.tab);
            }
        }
    }
}

/// Measures pieces of about [`PIECE`] bytes; one empty piece for an empty part.
fn cut(text: &Text, range: Range<ByteOffset>, tab: TabWidth) -> Vec<Measure> {
    let mut pieces = Vec::with_capacity((range.end - range.start) / PIECE + 1);
    let mut piece = Measure::default();
    let mut walk = Walk::new(text, range);
    loop {
        let run = walk.ascii_run(PIECE - piece.bytes);
        piece.add_ascii(run, tab);
        let more = piece.bytes >= PIECE || piece.add_cluster(text, &mut walk, tab);
        if piece.bytes >= PIECE || !more {
            if piece.bytes > 0 || pieces.is_empty() {
                pieces.push(piece);
            }
            piece = Measure::default();
        }
        if !more {
            return pieces;
        }
    }
}

fn tree_of(pieces: &[Measure], tab: TabWidth) -> Vec<Measure> {
    let leaves = pieces.len().next_power_of_two().max(2);
    let mut tree = vec![Measure::default(); 2 * leaves];
    tree[leaves..leaves + pieces.len()].copy_from_slice(pieces);
    for node in (1..leaves).rev() {
        tree[node] = tree[2 * node].then(tree[2 * node + 1], tab);
    }
    tree
}
