//! [`Revisions`]: the session's one counter of states.

use crate::base::Revision;

/// Gives out revisions. A session has exactly one, so that none is ever given twice, for whatever buffer.
#[derive(Debug, Default)]
pub struct Revisions {
    given: u64,
}

impl Revisions {
    /// A counter that has given none.
    pub fn new() -> Revisions {
        Revisions::default()
    }

    /// A revision that nothing had before.
    pub fn take(&mut self) -> Revision {
        self.given += 1;
        Revision(self.given)
    }
}
