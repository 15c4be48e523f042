//! The watcher's thread: carries orders and names to the tracker, and what is due to whoever listens.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, SendTimeoutError, Sender, never, select};

use super::tracker::{Disk, Tracker};
use super::{Ears, Mailbox, Order, Source, WatchEvent};
use crate::model::Seen;

/// How often a watcher that waits for room in the lane looks whether it is to end.
const LOOK_UP: Duration = Duration::from_millis(20);

/// Nobody listens any more, or the watcher is to end.
struct Ended;

pub(super) struct Worker {
    pub mailbox: Arc<Mailbox>,
    pub woken: Receiver<()>,
    /// Closed when it is to end.
    pub stopped: Receiver<()>,
    pub events: Sender<WatchEvent>,
}

impl Worker {
    pub fn run(self, source: impl FnOnce(Ears) -> Box<dyn Source>) {
        let (ears, heard) = Ears::new();
        let mut source = source(ears.clone());
        let mut tracker = Tracker::default();
        let begun = Instant::now();
        loop {
            let wait = tracker.next().map(|at| at.saturating_sub(begun.elapsed()));
            let timeout = wait.map_or_else(never, crossbeam_channel::after);
            select! {
                recv(self.stopped) -> _ => return,
                recv(self.woken) -> _ => {}
                recv(heard) -> name => {
                    // The ears are here, so that there is always a name.
                    if let Ok(name) = name {
                        tracker.heard(&name, begun.elapsed(), &System);
                    }
                }
                recv(timeout) -> _ => {}
            }
            let now = begun.elapsed();
            let mut events = self.orders(&mut tracker, now, source.as_mut());
            if ears.take_missed() {
                tracker.missed(now, &System);
            }
            events.extend(tracker.due(now, &System, source.as_mut()));
            if events.into_iter().try_for_each(|event| self.report(event)).is_err() {
                return;
            }
        }
    }

    fn orders(&self, tracker: &mut Tracker, now: Duration, source: &mut dyn Source) -> Vec<WatchEvent> {
        let mut events = Vec::new();
        for (buffer, order) in self.mailbox.take() {
            match order {
                Order::Follow { path, seen } => {
                    events.extend(tracker.follow(buffer, (path, seen), now, &System, source));
                }
                Order::Again => tracker.again(buffer, now, &System),
                Order::Forget => tracker.forget(buffer, source),
            }
        }
        events
    }

    fn report(&self, mut event: WatchEvent) -> Result<(), Ended> {
        loop {
            match self.events.send_timeout(event, LOOK_UP) {
                Ok(()) => return Ok(()),
                Err(SendTimeoutError::Disconnected(_)) => return Err(Ended),
                Err(SendTimeoutError::Timeout(back)) => event = back,
            }
            if self.stopped.try_recv() == Err(crossbeam_channel::TryRecvError::Disconnected) {
                return Err(Ended);
            }
        }
    }
}

/// The real files.
struct System;

impl Disk for System {
    fn look(&self, path: &Path) -> Option<Seen> {
        Seen::at(path)
    }

    fn names(&self, path: &Path) -> Vec<PathBuf> {
        let target = fs::canonicalize(path).ok().filter(|target| target != path);
        std::iter::once(path.to_path_buf()).chain(target).collect()
    }
}
