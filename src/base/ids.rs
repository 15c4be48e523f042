//! Names of things that live as long as a session. None is ever reused.

use std::fmt;

use serde::{Deserialize, Serialize};

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub u64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

id!(/// A buffer: a text being edited, whether or not a file or a window belongs to it.
    BufferId);
id!(/// A window on the desktop.
    WindowId);
id!(/// A workspace: one desk with its jobs.
    WorkspaceId);
id!(/// A job: work that goes on beside the keys, and that can be stopped.
    JobId);
id!(/// One state of one text. All buffers of a session draw from one counter, undo and reload included, so equal
    /// revisions mean equal content.
    Revision);
id!(/// Who acts: `ActorId::PERSON`, or a caller that the host admitted.
    ActorId);

impl ActorId {
    /// The person at the frontend.
    pub const PERSON: ActorId = ActorId(0);

    /// Whether this is the person, and no agent.
    pub fn is_person(self) -> bool {
        self == Self::PERSON
    }
}

/// The id of a command, as settings, menus and documents write it: `file.save`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct CommandId(pub &'static str);

impl fmt::Display for CommandId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
