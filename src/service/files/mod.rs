//! Files on disk: reading them into texts, and writing texts back so that nothing is ever lost.
//!
//! [`load`] and [`save`] block and are called on worker threads. A [`Stamp`] is what was on disk when a text and its file
//! last agreed; whoever holds the text keeps it and hands it to the next [`save`], which compares. Nothing is kept here
//! between calls.
//!
//! Must not know buffers' owners, the desktop, widgets or the policy: who may read or write which path is decided before.

mod error;
mod folder;
mod in_place;
mod load;
mod memory;
mod paths;
mod replace;
mod reread;
mod save;
mod stamp;

pub use error::{FileKind, LoadError, PathError, SaveError};
pub use folder::{Entry, EntryKind, Filter, Listing, MOST_ENTRIES, read_dir};
pub use load::{Loaded, load};
pub use memory::{LoadLimits, Shortage};
pub use paths::resolve;
pub use reread::{Reread, reread};
pub use save::{How, SaveRequest, Saved, save};
pub use stamp::{Seen, Stamp};

pub(super) use in_place::{COPY_OF_SUFFIX, COPY_SUFFIX};
pub(super) use paths::{random_name, sync_folder};
pub(super) use stamp::{ContentHash, Hashing};
