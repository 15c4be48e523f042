//! [`Changes`]: the last changes of a document, to bring late results up to date.

use std::collections::VecDeque;

use crate::base::Revision;

use super::edit::Delta;

/// How many changes are kept.
pub const RECENT_CHANGES: usize = 1024;
/// How many splices they may have together, apart from the last change's.
const RECENT_SPLICES: usize = 64 * 1024;

/// A bounded ring of changes, each joined to the one before.
#[derive(Clone, Debug)]
pub(super) struct Changes {
    /// The revision before the oldest change.
    base: Revision,
    ring: VecDeque<Change>,
    splices: usize,
}

#[derive(Clone, Debug)]
struct Change {
    /// The revision after it.
    to: Revision,
    /// What content is there then.
    state: Revision,
    delta: Delta,
}

impl Changes {
    /// No changes since a revision.
    pub(super) fn new(base: Revision) -> Changes {
        Changes { base, ring: VecDeque::new(), splices: 0 }
    }

    pub(super) fn push(&mut self, to: Revision, state: Revision, delta: Delta) {
        self.splices += delta.splices().len();
        while self.ring.len() == RECENT_CHANGES || (self.splices > RECENT_SPLICES && !self.ring.is_empty()) {
            let Some(oldest) = self.ring.pop_front() else { break };
            self.splices -= oldest.delta.splices().len();
            self.base = oldest.to;
        }
        self.ring.push_back(Change { to, state, delta });
    }

    /// The content at a revision, if a kept change led to it.
    pub(super) fn state_of(&self, revision: Revision) -> Option<Revision> {
        let at = self.ring.partition_point(|change| change.to < revision);
        self.ring.get(at).filter(|change| change.to == revision).map(|change| change.state)
    }

    /// The changes from a revision to the present one.
    pub(super) fn since(&self, revision: Revision) -> Option<impl Iterator<Item = &Delta>> {
        let at = if revision == self.base {
            0
        } else {
            let at = self.ring.partition_point(|change| change.to < revision);
            self.ring.get(at).filter(|change| change.to == revision)?;
            at + 1
        };
        Some(self.ring.range(at..).map(|change| &change.delta))
    }
}
