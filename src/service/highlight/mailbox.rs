//! The way to the worker: at most one request for each buffer waits in it, so it is bounded and never full.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::Request;
use super::parse::Hull;
use crate::base::{BufferId, Revision};

/// What the worker is told.
#[derive(Debug)]
pub(super) enum Mail {
    Request(Letter),
    Forget(BufferId),
}

/// What the worker finds when it looks.
#[derive(Debug)]
pub(super) enum Taken {
    Mail(Mail),
    Nothing,
    Stop,
}

/// A request, and what changed since an earlier one.
#[derive(Debug)]
pub(super) struct Letter {
    pub request: Request,
    /// None: it is not known.
    pub step: Option<Step>,
}

/// What happened to a text since a revision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub since: Revision,
    /// None: nothing.
    pub hull: Option<Hull>,
}

impl Letter {
    fn new(request: Request) -> Letter {
        let step = request.changes.as_ref().map(|changes| Step {
            since: changes.since,
            hull: changes.deltas.iter().filter_map(Hull::of).reduce(Hull::then),
        });
        Letter { request, step }
    }

    fn revision(&self) -> Revision {
        self.request.snapshot.revision
    }

    /// This letter, for a reader who never sees the older one.
    fn instead_of(self, older: &Letter) -> Letter {
        let step = match (older.step, self.step) {
            (old, new) if self.revision() == older.revision() => old.or(new),
            (Some(old), Some(new)) if new.since == older.revision() => {
                Some(Step { since: old.since, hull: old.hull.into_iter().chain(new.hull).reduce(Hull::then) })
            }
            (_, new) => new,
        };
        Letter { step, ..self }
    }
}

#[derive(Debug, Default)]
pub(super) struct Mailbox {
    inside: Mutex<Inside>,
    arrived: Condvar,
}

#[derive(Debug, Default)]
struct Inside {
    /// Oldest first. For each buffer at most one `Forget` and one request after it.
    mail: VecDeque<Mail>,
    stopped: bool,
}

impl Mailbox {
    /// Leaves a request in place of an older one for the same buffer.
    pub fn request(&self, request: Request) {
        let letter = Letter::new(request);
        let buffer = letter.request.snapshot.buffer;
        let mut inside = self.lock();
        let waiting = inside.mail.iter_mut().find_map(|mail| match mail {
            Mail::Request(older) if older.request.snapshot.buffer == buffer => Some(older),
            _ => None,
        });
        match waiting {
            Some(older) => *older = letter.instead_of(older),
            None => inside.mail.push_back(Mail::Request(letter)),
        }
        self.arrived.notify_one();
    }

    /// Takes back what was asked for a buffer, and has the worker forget it.
    pub fn forget(&self, buffer: BufferId) {
        let mut inside = self.lock();
        inside.mail.retain(|mail| match mail {
            Mail::Request(letter) => letter.request.snapshot.buffer != buffer,
            Mail::Forget(forgotten) => *forgotten != buffer,
        });
        inside.mail.push_back(Mail::Forget(buffer));
        self.arrived.notify_one();
    }

    /// Tells the worker to end, whatever else waits.
    pub fn stop(&self) {
        self.lock().stopped = true;
        self.arrived.notify_one();
    }

    /// Takes the oldest mail. With `wait`, waits until there is some or the worker is to end.
    pub fn take(&self, wait: bool) -> Taken {
        let mut inside = self.lock();
        while wait && !inside.stopped && inside.mail.is_empty() {
            inside = self.arrived.wait(inside).unwrap_or_else(PoisonError::into_inner);
        }
        if inside.stopped {
            return Taken::Stop;
        }
        inside.mail.pop_front().map_or(Taken::Nothing, Taken::Mail)
    }

    /// Whether the worker is to end.
    pub fn stopped(&self) -> bool {
        self.lock().stopped
    }

    /// Whether the worker should look into it.
    pub fn rings(&self) -> bool {
        let inside = self.lock();
        inside.stopped || !inside.mail.is_empty()
    }

    /// Nothing in here can be left half done, so a panic elsewhere does no harm to it.
    fn lock(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
