//! Frontends: each puts scenes before somebody and hands input on, through `link` alone.
//!
//! They own nothing of the session, and must not know anything but `link`, `grid` and `base`.

pub mod headless;
mod record;

pub use record::{RecordError, Recorder};
