//! Comparing: which lines of a text are different from those in its file, on a worker thread.
//!
//! [`Comparer`] owns the worker. Whoever owns a buffer sends a [`Request`] when its text or what is in its file changes; only
//! the newest request of a buffer counts. The worker answers with [`Compared`], which names both revisions: the receiver
//! maps it through later changes of the text, and drops it when something else is in the file by now.
//!
//! Must not know windows, colours, files or how a result is shown.

use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crossbeam_channel::{SendTimeoutError, Sender};

use crate::base::BufferId;
use crate::text::{Diff, Snapshot, TooLarge};

/// How often a worker that waits for room in the lane looks whether it is to end.
const LOOK_UP: Duration = Duration::from_millis(20);

/// Two texts to compare.
#[derive(Clone, Debug)]
pub struct Request {
    /// What is in the file.
    pub base: Snapshot,
    /// What is in the buffer.
    pub text: Snapshot,
}

/// What is different.
#[derive(Clone, Debug)]
pub struct Compared {
    pub base: Snapshot,
    pub text: Snapshot,
    /// From the base to the text.
    pub diff: Result<Diff, TooLarge>,
}

/// The way to the worker: at most one request for each buffer waits in it.
#[derive(Debug, Default)]
struct Mailbox {
    inside: Mutex<Inside>,
    arrived: Condvar,
}

#[derive(Debug, Default)]
struct Inside {
    requests: BTreeMap<BufferId, Request>,
    stopped: bool,
}

impl Mailbox {
    fn lock(&self) -> MutexGuard<'_, Inside> {
        // Nothing in here can be left half done, so a panic elsewhere does no harm to it.
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a request; none when the worker is to end.
    fn take(&self) -> Option<Request> {
        let mut inside = self.lock();
        while !inside.stopped && inside.requests.is_empty() {
            inside = self.arrived.wait(inside).unwrap_or_else(PoisonError::into_inner);
        }
        if inside.stopped { None } else { inside.requests.pop_first().map(|(_, request)| request) }
    }
}

/// The worker and the way to it. Dropping it stops the worker after what it is comparing.
#[derive(Debug)]
pub struct Comparer {
    mailbox: Arc<Mailbox>,
    worker: Option<JoinHandle<()>>,
}

impl Comparer {
    /// Starts the worker; results go to `events`. A full lane holds the worker back, a closed one ends it. Fails when the
    /// system has no thread to give.
    pub fn start(events: Sender<Compared>) -> std::io::Result<Comparer> {
        let mailbox = Arc::new(Mailbox::default());
        let inside = Arc::clone(&mailbox);
        let worker = thread::Builder::new().name("compare".into()).spawn(move || run(&inside, &events))?;
        Ok(Comparer { mailbox, worker: Some(worker) })
    }

    /// Compares these, in place of whatever was asked for that buffer before. Never waits for the worker.
    pub fn request(&self, request: Request) {
        self.mailbox.lock().requests.insert(request.text.buffer, request);
        self.mailbox.arrived.notify_one();
    }

    /// Forgets a buffer. A result that is on its way may still arrive.
    pub fn forget(&self, buffer: BufferId) {
        self.mailbox.lock().requests.remove(&buffer);
    }
}

impl Drop for Comparer {
    fn drop(&mut self) {
        self.mailbox.lock().stopped = true;
        self.mailbox.arrived.notify_one();
        if let Some(worker) = self.worker.take() {
            // A worker that panicked has printed why; there is nothing left to clean up here.
            let _ = worker.join();
        }
    }
}

fn run(mailbox: &Mailbox, events: &Sender<Compared>) {
    while let Some(Request { base, text }) = mailbox.take() {
        let diff = if base.form == text.form { Diff::between(&base.text, &text.text) } else { Err(TooLarge) };
        let mut compared = Compared { base, text, diff };
        loop {
            compared = match events.send_timeout(compared, LOOK_UP) {
                Ok(()) => break,
                Err(SendTimeoutError::Disconnected(_)) => return,
                Err(SendTimeoutError::Timeout(_)) if mailbox.lock().stopped => return,
                Err(SendTimeoutError::Timeout(back)) => back,
            };
        }
    }
}
