//! [`Selection`]: the caret and what is selected with it.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::edit::{Bias, Delta};
use super::units::ByteOffset;

/// A selected range with a direction. Empty, it is a caret.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Selection {
    /// The end that stays when the selection is extended.
    pub anchor: ByteOffset,
    /// The end that moves: where the caret is.
    pub head: ByteOffset,
}

impl Selection {
    /// A selection between two places.
    pub fn new(anchor: ByteOffset, head: ByteOffset) -> Selection {
        Selection { anchor, head }
    }

    /// A caret that selects nothing.
    pub fn caret(at: ByteOffset) -> Selection {
        Selection { anchor: at, head: at }
    }

    /// Whether nothing is selected.
    pub fn is_empty(&self) -> bool {
        self.anchor == self.head
    }

    /// The selected range, whatever its direction.
    pub fn range(&self) -> Range<ByteOffset> {
        self.anchor.min(self.head)..self.anchor.max(self.head)
    }

    /// Moves the head: with `extend` the anchor stays, otherwise nothing is selected afterwards.
    pub fn moved(&self, head: ByteOffset, extend: bool) -> Selection {
        Selection { anchor: if extend { self.anchor } else { head }, head }
    }

    /// The same selection after a change. One that selects text does not grow over what comes at its ends; a caret goes
    /// where `bias` says.
    pub fn map(&self, delta: &Delta, bias: Bias) -> Selection {
        if self.is_empty() {
            return Selection::caret(delta.map(self.head, bias));
        }
        let range = delta.map_range(self.range());
        if self.anchor <= self.head {
            Selection::new(range.start, range.end)
        } else {
            Selection::new(range.end, range.start)
        }
    }
}
