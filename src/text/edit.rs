//! Changes of a text as data: [`Edit`] and [`Transaction`] with their text, [`Delta`] without.

use std::ops::Range;
use std::sync::Arc;

use compact_str::CompactString;
use serde::{Deserialize, Serialize};

use super::rope::{PlaceError, Text};
use super::units::ByteOffset;

/// Why a change was refused. The text is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// An edit is about a place that the text does not have.
    #[error(transparent)]
    Place(#[from] PlaceError),
    /// Two edits of one transaction are about the same text.
    #[error("two edits overlap: one ends at byte {end}, the next starts at byte {start}; make them one")]
    Overlap {
        /// Where the first ends.
        end: ByteOffset,
        /// Where the second starts.
        start: ByteOffset,
    },
    /// A text that stands for bytes cannot hold this character.
    #[error("{found:?} is not a byte; a binary buffer takes characters up to U+00FF only")]
    NotAByte {
        /// The first such character.
        found: char,
    },
    /// The change was made for another state of the text.
    #[error("the text changed in the meantime; compare with it again")]
    Stale,
}

/// One replacement. Its range is one of the text before the change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edit {
    /// What goes.
    pub range: Range<ByteOffset>,
    /// What comes in its place.
    pub insert: CompactString,
}

impl Edit {
    /// Inserts at a place.
    pub fn insert(at: ByteOffset, text: impl Into<CompactString>) -> Edit {
        Edit { range: at..at, insert: text.into() }
    }

    /// Deletes a range.
    pub fn delete(range: Range<ByteOffset>) -> Edit {
        Edit { range, insert: CompactString::default() }
    }

    /// Replaces a range.
    pub fn replace(range: Range<ByteOffset>, text: impl Into<CompactString>) -> Edit {
        Edit { range, insert: text.into() }
    }

    fn is_nothing(&self) -> bool {
        self.range.is_empty() && self.insert.is_empty()
    }
}

/// Edits that happen together: in ascending order, none overlapping another. All ranges are of the text before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Edit>", into = "Vec<Edit>")]
pub struct Transaction {
    edits: Edits,
}

/// One edit is by far the most frequent and needs no list. None changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Edits {
    One(Edit),
    Many(Vec<Edit>),
}

impl Default for Edits {
    fn default() -> Edits {
        Edits::Many(Vec::new())
    }
}

impl From<Vec<Edit>> for Edits {
    fn from(edits: Vec<Edit>) -> Edits {
        match <[Edit; 1]>::try_from(edits) {
            Ok([edit]) => Edits::One(edit),
            Err(edits) => Edits::Many(edits),
        }
    }
}

impl Transaction {
    /// Sorts edits; those at one place keep their order, insertions before a replacement. Refuses overlapping ones.
    pub fn new(mut edits: Vec<Edit>) -> Result<Transaction, EditError> {
        if let Some(Edit { range, .. }) = edits.iter().find(|edit| edit.range.start > edit.range.end) {
            return Err(PlaceError::Reversed { start: range.start, end: range.end }.into());
        }
        edits.retain(|edit| !edit.is_nothing());
        edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
        for pair in edits.windows(2) {
            let (end, start) = (pair[0].range.end, pair[1].range.start);
            if end > start {
                return Err(EditError::Overlap { end, start });
            }
        }
        Ok(Transaction { edits: edits.into() })
    }

    /// Inserts at a place.
    pub fn insert(at: ByteOffset, text: impl Into<CompactString>) -> Transaction {
        Edit::insert(at, text).into()
    }

    /// The edits, in ascending order.
    #[inline]
    pub fn edits(&self) -> &[Edit] {
        match &self.edits {
            Edits::One(edit) => std::slice::from_ref(edit),
            Edits::Many(edits) => edits,
        }
    }

    /// Whether it changes nothing.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.edits().is_empty()
    }

    /// Checks that it can be applied to a text.
    #[inline]
    pub fn check(&self, text: &Text) -> Result<(), EditError> {
        self.edits().iter().try_for_each(|edit| text.check(&edit.range)).map_err(EditError::from)
    }

    /// Applies it to a text: wholly, or not at all.
    pub fn apply(&self, text: &mut Text) -> Result<Delta, EditError> {
        self.check(text)?;
        self.apply_checked(text);
        Ok(self.delta())
    }

    /// Applies it, from the last edit to the first, so that no range has to be moved.
    #[inline]
    pub(super) fn apply_checked(&self, text: &mut Text) {
        for edit in self.edits().iter().rev() {
            text.splice(edit.range.clone(), &edit.insert);
        }
    }

    /// What it does to places.
    #[inline]
    pub fn delta(&self) -> Delta {
        if let [edit] = self.edits() {
            return Delta::one(edit.range.start, edit.range.end - edit.range.start, edit.insert.len());
        }
        Delta::new(self.edits().iter().map(|edit| (edit.range.clone(), edit.insert.len())))
    }

    /// The transaction that takes it back. `before` is the text that it was applied to.
    pub fn inverse(&self, before: &Text) -> Transaction {
        let delta = self.delta();
        let back =
            delta.splices().iter().map(|splice| Edit::replace(splice.new_range(), before.slice(splice.old_range())));
        Transaction { edits: back.collect::<Vec<_>>().into() }
    }
}

impl TryFrom<Vec<Edit>> for Transaction {
    type Error = EditError;

    fn try_from(edits: Vec<Edit>) -> Result<Transaction, EditError> {
        Transaction::new(edits)
    }
}

impl From<Transaction> for Vec<Edit> {
    fn from(transaction: Transaction) -> Vec<Edit> {
        match transaction.edits {
            Edits::One(edit) => vec![edit],
            Edits::Many(edits) => edits,
        }
    }
}

impl From<Edit> for Transaction {
    fn from(edit: Edit) -> Transaction {
        Transaction { edits: if edit.is_nothing() { Edits::default() } else { Edits::One(edit) } }
    }
}

/// To which side a place goes when text is inserted exactly there, or when the text around it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Bias {
    /// It stays before what comes.
    Before,
    /// It goes after what comes.
    After,
}

/// One replacement without its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Splice {
    /// Where, in the text before the whole change.
    pub start: ByteOffset,
    /// Where, in the text after the whole change.
    pub new_start: ByteOffset,
    /// Bytes that went.
    pub removed: usize,
    /// Bytes that came.
    pub inserted: usize,
}

impl Splice {
    /// What went, in the text before.
    pub fn old_range(&self) -> Range<ByteOffset> {
        self.start..self.start + self.removed
    }

    /// What came, in the text after.
    pub fn new_range(&self) -> Range<ByteOffset> {
        self.new_start..self.new_start + self.inserted
    }

    /// Moves a place of the text in which the earlier splices of the change are done, and this one is not.
    pub(super) fn map_next(&self, offset: ByteOffset, bias: Bias) -> ByteOffset {
        let (start, end) = (self.new_start, self.new_start + self.removed);
        let after = start + self.inserted;
        if offset < start {
            offset
        } else if offset > end {
            after + (offset - end)
        } else if start < end && offset == start {
            start
        } else if start < end && offset == end {
            after
        } else {
            match bias {
                Bias::Before => start,
                Bias::After => after,
            }
        }
    }
}

/// What a change does to places: ascending splices, without their text. Clones in O(1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Delta {
    splices: Splices,
}

/// One splice is by far the most frequent and needs no memory of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
enum Splices {
    One(Splice),
    Many(Arc<[Splice]>),
}

impl Delta {
    /// A delta of replacements (range before, bytes inserted) in ascending order.
    pub(super) fn new(edits: impl ExactSizeIterator<Item = (Range<ByteOffset>, usize)>) -> Delta {
        let single = edits.len() == 1;
        let (mut came, mut went) = (0, 0);
        let mut splices = edits.map(|(range, inserted)| {
            let removed = range.end - range.start;
            let splice = Splice { start: range.start, new_start: range.start + came - went, removed, inserted };
            came += inserted;
            went += removed;
            splice
        });
        let splices = match splices.next() {
            Some(splice) if single => Splices::One(splice),
            first => Splices::Many(first.into_iter().chain(splices).collect()),
        };
        Delta { splices }
    }

    #[inline]
    pub(super) fn one(start: ByteOffset, removed: usize, inserted: usize) -> Delta {
        Delta { splices: Splices::One(Splice { start, new_start: start, removed, inserted }) }
    }

    /// A delta that changes nothing.
    pub fn none() -> Delta {
        Delta { splices: Splices::Many(Arc::default()) }
    }

    /// The splices, in ascending order.
    #[inline]
    pub fn splices(&self) -> &[Splice] {
        match &self.splices {
            Splices::One(splice) => std::slice::from_ref(splice),
            Splices::Many(splices) => splices,
        }
    }

    /// Whether it changes nothing.
    pub fn is_empty(&self) -> bool {
        self.splices().is_empty()
    }

    /// Where a place of the text before is in the text after. O(log n) in the number of splices.
    ///
    /// A place inside of deleted text goes to one end of what came instead, as `bias` says. A place at the beginning of
    /// replaced text stays there, one at its end goes to the end of what came.
    pub fn map(&self, offset: ByteOffset, bias: Bias) -> ByteOffset {
        let splices = self.splices();
        let first = splices.partition_point(|splice| splice.old_range().end < offset);
        let mut at = match first.checked_sub(1).map(|last| &splices[last]) {
            Some(passed) => passed.new_range().end + (offset - passed.old_range().end),
            None => offset,
        };
        for splice in &splices[first..] {
            if splice.new_start > at {
                break;
            }
            at = splice.map_next(at, bias);
        }
        at
    }

    /// Where a range of the text before is in the text after; does not grow over what comes at its ends.
    pub fn map_range(&self, range: Range<ByteOffset>) -> Range<ByteOffset> {
        let start = self.map(range.start, Bias::After);
        start..self.map(range.end, Bias::Before).max(start)
    }

    /// The delta that takes it back.
    pub fn inverse(&self) -> Delta {
        let turn = |splice: &Splice| Splice {
            start: splice.new_start,
            new_start: splice.start,
            removed: splice.inserted,
            inserted: splice.removed,
        };
        let splices = match &self.splices {
            Splices::One(splice) => Splices::One(turn(splice)),
            Splices::Many(splices) => Splices::Many(splices.iter().map(turn).collect()),
        };
        Delta { splices }
    }
}
