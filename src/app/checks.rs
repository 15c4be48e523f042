//! Which files are being looked at because somebody else touched them: one operation a buffer, however often it happens.

use std::collections::BTreeMap;

use crate::base::BufferId;

#[derive(Default)]
pub(super) struct Checks {
    running: BTreeMap<BufferId, Check>,
}

struct Check {
    operation: u64,
    /// It was touched again meanwhile.
    again: bool,
}

impl Checks {
    /// Notes that a file was touched; answers whether an operation is to look at it.
    pub fn touched(&mut self, buffer: BufferId) -> bool {
        let running = self.running.get_mut(&buffer).map(|check| check.again = true);
        running.is_none()
    }

    /// That operation looks at it now.
    pub fn started(&mut self, buffer: BufferId, operation: u64) {
        self.running.insert(buffer, Check { operation, again: false });
    }

    /// An operation is over; answers the buffer whose file is to be looked at again.
    pub fn over(&mut self, operation: u64) -> Option<BufferId> {
        let buffer = self.running.iter().find(|(_, check)| check.operation == operation).map(|(buffer, _)| *buffer)?;
        let check = self.running.remove(&buffer)?;
        check.again.then_some(buffer)
    }
}
