//! Watching open files: whether somebody else wrote, replaced or deleted one.
//!
//! Owns the watches of the system, one on the folder of each open file and one on the folder that a symbolic link leads to,
//! and a thread. Whoever holds the buffers tells [`WatchHandle`] which file belongs to which, and hears [`WatchEvent`]s: a
//! file that something happened to is named once it has been still for a moment, so that nobody reads half of it. Where a
//! folder cannot be watched, its files are looked at every [`POLL`]. What is in a file is for the receiver to judge: that
//! something happened to it does not mean that it is different.
//!
//! Must not know the desktop, texts, or what becomes of what it reports.

mod source;
mod tracker;
mod worker;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossbeam_channel::{Sender, bounded};

use crate::base::BufferId;
use crate::model::Seen;

pub use source::{Ears, Source, WatchError, system};

/// Size and times must stay the same for this long before a file counts as written.
pub const QUIET: Duration = Duration::from_millis(80);
/// A file that never comes to rest is reported after this long all the same.
pub const PATIENCE: Duration = Duration::from_secs(5);
/// How often files are looked at in folders that cannot be watched.
pub const POLL: Duration = Duration::from_secs(2);

/// News about open files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WatchEvent {
    /// Something happened to the file of that buffer, and it is still now.
    Touched { buffer: BufferId },
    /// A folder cannot be watched, so that files in it are looked at from time to time. Said once.
    Polling { why: String },
}

/// What is asked about a buffer; the newest counts.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Order {
    /// Watch this file. What it was like when its text was read or written: one that is different by now is reported.
    Follow { path: PathBuf, seen: Option<Seen> },
    /// Report it once more, later.
    Again,
    /// Its buffer is gone.
    Forget,
}

#[derive(Debug, Default)]
struct Mailbox {
    orders: Mutex<BTreeMap<BufferId, Order>>,
}

impl Mailbox {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<BufferId, Order>> {
        // Nothing panics while holding it; if it did, what is inside would still be whole.
        self.orders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self) -> BTreeMap<BufferId, Order> {
        std::mem::take(&mut *self.lock())
    }
}

/// The way to the watcher. No call waits or does I/O.
#[derive(Clone, Debug)]
pub struct WatchHandle {
    mailbox: Arc<Mailbox>,
    wake: Sender<()>,
}

impl WatchHandle {
    /// From now on, that is the file of a buffer; `seen` is what it was like when the two last agreed.
    pub fn follow(&self, buffer: BufferId, path: PathBuf, seen: Option<Seen>) {
        self.tell(buffer, Order::Follow { path, seen });
    }

    /// Reports a file once more after a moment, because it could not be looked at now.
    pub fn again(&self, buffer: BufferId) {
        let mut orders = self.mailbox.lock();
        orders.entry(buffer).or_insert(Order::Again);
        drop(orders);
        self.wake();
    }

    /// The buffer is gone.
    pub fn forget(&self, buffer: BufferId) {
        self.tell(buffer, Order::Forget);
    }

    fn tell(&self, buffer: BufferId, order: Order) {
        self.mailbox.lock().insert(buffer, order);
        self.wake();
    }

    fn wake(&self) {
        // One wake-up that waits is enough for everything in the mailbox; without a watcher nobody need wake.
        let _ = self.wake.try_send(());
    }
}

/// The watcher's thread. Dropping it ends it.
#[derive(Debug)]
pub struct Watch {
    handle: WatchHandle,
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Starts to watch through what `source` makes; news go to `events`. A full lane holds the watcher back, a closed one
    /// ends it. Without a source nothing is ever heard. Fails when the system has no thread to give.
    pub fn start<S>(events: Sender<WatchEvent>, source: Option<S>) -> std::io::Result<(Watch, WatchHandle)>
    where
        S: FnOnce(Ears) -> Box<dyn Source> + Send + 'static,
    {
        let (wake, woken) = bounded(1);
        let (stop, stopped) = bounded(1);
        let handle = WatchHandle { mailbox: Arc::default(), wake };
        let worker = worker::Worker { mailbox: Arc::clone(&handle.mailbox), woken, stopped, events };
        let spawn = |source| thread::Builder::new().name("watch".into()).spawn(move || worker.run(source));
        let thread = source.map(spawn).transpose()?;
        Ok((Watch { handle: handle.clone(), stop: Some(stop), thread }, handle))
    }

    /// The way to it.
    pub fn handle(&self) -> &WatchHandle {
        &self.handle
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        // The worker ends when nobody can stop it any more.
        self.stop = None;
        if let Some(thread) = self.thread.take() {
            // A worker that panicked has printed why; there is nothing left to clean up here.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests;
