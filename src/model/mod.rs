//! Plain facts that services report and desks show: where, what, when. Not how they were had.
//!
//! Owns no state. Must not know services, desks, or anything that changes.

mod category;
mod folder;
pub mod language;
mod location;
mod message;
mod stamp;

pub use category::Category;
pub use folder::{FolderContent, FolderEntry, FolderEntryKind};
pub use language::Language;
pub use location::Location;
pub use message::{LivePlace, Message, MessageKind};
pub use stamp::{Seen, Stamp};
