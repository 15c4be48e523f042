//! The session: one owner thread with the desk, a runner for operations, and the wiring between services and both.
//!
//! [`start`] makes a session for a [`Viewer`]. [`owner`] is the loop: it alone has the desk,
//! handles one [`Msg`] after the other without waiting, and paints once a batch. [`runner`] polls the operations on a
//! thread of its own. `follow` carries effects to the services. Must not know windows, GPUs or escape codes.

mod checks;
mod follow;
mod lanes;
mod msg;
mod owner;
mod runner;
mod start;
mod viewer;

pub use msg::Msg;
pub use start::{Session, Start, StartError, WatchSource, start};
pub use viewer::{FromViewer, Outcome, Viewer, viewer_lane};
