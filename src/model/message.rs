//! [`Message`]: one row of what a search or a tool has to say, with the place that it is about.

use serde::{Deserialize, Serialize};

use crate::base::{BufferId, Revision};
use crate::text::ByteOffset;

use super::Location;

/// How bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MessageKind {
    Error,
    Warning,
    Information,
    Hint,
    /// A place where something was found.
    Match,
    /// A line of text about the others.
    Note,
}

impl MessageKind {
    /// Its glyph (look.md section 6).
    pub const fn glyph(self) -> char {
        match self {
            MessageKind::Error => '‼',
            MessageKind::Warning => '▲',
            MessageKind::Information => '•',
            MessageKind::Hint => '○',
            MessageKind::Match | MessageKind::Note => ' ',
        }
    }

    /// The word that stands beside the glyph, so that nobody has to know that; none where every row is the same.
    pub const fn word(self) -> &'static str {
        match self {
            MessageKind::Error => "error",
            MessageKind::Warning => "warning",
            MessageKind::Information => "info",
            MessageKind::Hint => "hint",
            MessageKind::Match | MessageKind::Note => "",
        }
    }
}

/// Where something is in a text that is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LivePlace {
    pub buffer: BufferId,
    pub revision: Revision,
    pub at: ByteOffset,
}

/// One message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    pub kind: MessageKind,
    pub text: String,
    /// The file that it is about, and where in it.
    pub location: Option<Location>,
    /// The same place in the text of that file, where it was open.
    pub live: Option<LivePlace>,
}
