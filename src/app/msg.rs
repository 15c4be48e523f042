//! Everything that can reach the owner thread.

use crate::op::Request;
use crate::service::{compare, highlight, journal, watch};

use super::FromViewer;

/// A message to the owner. Three lanes carry them: input first, then operations, then news from services.
pub enum Msg {
    /// From whoever looks at the session.
    Viewer(FromViewer),
    /// The viewer is gone, without a word.
    ViewerGone,
    /// From the operation of that number.
    Operation { id: u64, request: Request },
    /// The operation of that number is over; `broke`: it panicked.
    Over { id: u64, broke: bool },
    /// Colours for a buffer.
    Highlighted(highlight::Highlighted),
    /// What is different from the file of a buffer.
    Compared(compare::Compared),
    /// The journal could not write, or can again.
    Journal(journal::JournalEvent),
    /// Somebody else touched the file of a buffer, or files cannot be watched.
    Watch(watch::WatchEvent),
    /// The system asks the session to end: the signal's number.
    Signal(i32),
}
