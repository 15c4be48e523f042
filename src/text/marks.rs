//! [`MarkSet`]: places that stay with their text through edits.

use std::mem;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::edit::{Bias, Delta, Splice};
use super::units::ByteOffset;

/// The name of a mark in its set. Not used again after the mark is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MarkId {
    slot: u32,
    generation: u32,
}

/// Marks of one text.
///
/// They are kept in two stacks around a gap. Those before the gap know their distance from the beginning of the text, those
/// after it their distance from the end, so an edit at the gap moves none of them; the gap follows the edits. An edit
/// costs as many steps as there are marks between it and the edit before.
#[derive(Clone, Debug, Default)]
pub struct MarkSet {
    /// Ascending; `at` counts from the beginning of the text.
    before: Vec<Entry>,
    /// Descending, so that the top is next to the gap; `at` counts from the end of the text.
    after: Vec<Entry>,
    slots: Vec<Slot>,
    free: Vec<u32>,
    /// Length of the text in bytes.
    len: usize,
    /// Room for the marks that an edit moves, kept for the next edit.
    moved: Vec<(ByteOffset, Entry)>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    at: usize,
    bias: Bias,
    slot: u32,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    generation: u32,
    place: Place,
}

#[derive(Clone, Copy, Debug)]
enum Place {
    Free,
    Before(usize),
    After(usize),
}

impl MarkSet {
    /// An empty set for a text of so many bytes.
    pub fn new(text_len: usize) -> MarkSet {
        MarkSet { len: text_len, ..MarkSet::default() }
    }

    /// Number of marks.
    pub fn len(&self) -> usize {
        self.before.len() + self.after.len()
    }

    /// Whether there is no mark.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Sets a mark; past the end of the text, at its end.
    pub fn insert(&mut self, offset: ByteOffset, bias: Bias) -> MarkId {
        let offset = offset.min(ByteOffset(self.len));
        self.move_gap(offset, bias);
        let slot = self.free.pop().unwrap_or_else(|| {
            self.slots.push(Slot { generation: 0, place: Place::Free });
            (self.slots.len() - 1) as u32
        });
        self.push_before(offset, Entry { at: 0, bias, slot });
        MarkId { slot, generation: self.slots[slot as usize].generation }
    }

    /// Removes a mark and says where it was.
    pub fn remove(&mut self, id: MarkId) -> Option<ByteOffset> {
        let offset = self.get(id)?;
        match self.slots[id.slot as usize].place {
            Place::Before(index) => {
                while self.before.len() > index + 1 {
                    self.step_back();
                }
                self.before.pop();
            }
            Place::After(index) => {
                while self.after.len() > index + 1 {
                    self.step_forward();
                }
                self.after.pop();
            }
            Place::Free => return None,
        }
        let slot = &mut self.slots[id.slot as usize];
        *slot = Slot { generation: slot.generation.wrapping_add(1), place: Place::Free };
        self.free.push(id.slot);
        Some(offset)
    }

    /// Where a mark is now, in O(1).
    pub fn get(&self, id: MarkId) -> Option<ByteOffset> {
        let slot = self.slots.get(id.slot as usize).filter(|slot| slot.generation == id.generation)?;
        match slot.place {
            Place::Before(index) => Some(ByteOffset(self.before[index].at)),
            Place::After(index) => Some(ByteOffset(self.len - self.after[index].at)),
            Place::Free => None,
        }
    }

    /// The marks in a range, in ascending order. One at the end of the range is not in it.
    pub fn range(&self, range: Range<ByteOffset>) -> impl Iterator<Item = (ByteOffset, MarkId)> + '_ {
        let from_end = |offset: ByteOffset| self.len.saturating_sub(offset.0);
        let first = self.before.partition_point(|entry| entry.at < range.start.0);
        let last = self.before.partition_point(|entry| entry.at < range.end.0).max(first);
        let before = self.before[first..last].iter().map(|entry| (ByteOffset(entry.at), entry));
        let (low, high) = (from_end(range.end), from_end(range.start));
        let behind = range.start.0 > self.len;
        let top = if behind { 0 } else { self.after.partition_point(|entry| entry.at <= high) };
        // A range that ends past the text has the marks at the very end in it.
        let past = range.end.0 > self.len;
        let bottom = if past { 0 } else { self.after.partition_point(|entry| entry.at <= low) }.min(top);
        let after = self.after[bottom..top].iter().rev().map(|entry| (ByteOffset(self.len - entry.at), entry));
        before.chain(after).map(|(offset, entry)| {
            let generation = self.slots[entry.slot as usize].generation;
            (offset, MarkId { slot: entry.slot, generation })
        })
    }

    /// Moves the marks through a change of the text.
    #[inline]
    pub fn apply(&mut self, delta: &Delta) {
        for splice in delta.splices() {
            if self.is_empty() {
                self.len = self.len + splice.inserted - splice.removed;
            } else {
                self.splice(splice);
            }
        }
    }

    fn splice(&mut self, splice: &Splice) {
        self.move_gap(splice.new_start, Bias::Before);
        let end = splice.new_start + splice.removed;
        let mut moved = mem::take(&mut self.moved);
        while let Some(&entry) = self.after.last() {
            let offset = ByteOffset(self.len - entry.at);
            if offset > end {
                break;
            }
            moved.push((splice.map_next(offset, entry.bias), entry));
            self.after.pop();
        }
        moved.sort_by_key(|&(offset, entry)| (offset, entry.bias));
        self.len = self.len + splice.inserted - splice.removed;
        for (offset, entry) in moved.drain(..).rev() {
            self.push_after(offset, entry);
        }
        self.moved = moved;
    }

    /// Moves the gap to where a mark of this place and bias belongs, after its equals.
    fn move_gap(&mut self, offset: ByteOffset, bias: Bias) {
        while self.before.last().is_some_and(|entry| (entry.at, entry.bias) > (offset.0, bias)) {
            self.step_back();
        }
        while self.after.last().is_some_and(|entry| (self.len - entry.at, entry.bias) <= (offset.0, bias)) {
            self.step_forward();
        }
    }

    fn step_back(&mut self) {
        if let Some(entry) = self.before.pop() {
            self.push_after(ByteOffset(entry.at), entry);
        }
    }

    fn step_forward(&mut self) {
        if let Some(entry) = self.after.pop() {
            self.push_before(ByteOffset(self.len - entry.at), entry);
        }
    }

    fn push_before(&mut self, offset: ByteOffset, entry: Entry) {
        self.slots[entry.slot as usize].place = Place::Before(self.before.len());
        self.before.push(Entry { at: offset.0, ..entry });
    }

    fn push_after(&mut self, offset: ByteOffset, entry: Entry) {
        self.slots[entry.slot as usize].place = Place::After(self.after.len());
        self.after.push(Entry { at: self.len - offset.0, ..entry });
    }
}
