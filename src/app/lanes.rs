//! The lanes to the owner: input first, then operations, then news from services. All are bounded.

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Select, Sender, TryRecvError, bounded};

use crate::op::{Owner, Request, Stopped};

use super::{FromViewer, Msg};

/// How many requests of operations wait at most: each operation waits for its answer before it asks again.
const OPERATIONS: usize = 256;
/// How much news from services waits at most.
const NEWS: usize = 256;
/// How long a batch may take before it is painted, even if more is waiting.
const BUDGET: Duration = Duration::from_millis(2);

/// The receiving ends.
pub struct Lanes {
    input: Receiver<FromViewer>,
    operations: Receiver<Msg>,
    news: Receiver<Msg>,
}

/// The sending ends.
#[derive(Clone)]
pub struct Inlets {
    pub operations: Sender<Msg>,
    pub news: Sender<Msg>,
}

impl Owner for Inlets {
    fn request(&self, id: u64, request: Request) -> Result<(), Stopped> {
        self.operations.send(Msg::Operation { id, request }).map_err(|_| Stopped)
    }
}

/// Connected lanes, with the viewer's.
pub fn lanes(input: Receiver<FromViewer>) -> (Inlets, Lanes) {
    let (operations, from_operations) = bounded(OPERATIONS);
    let (news, from_services) = bounded(NEWS);
    (Inlets { operations, news }, Lanes { input, operations: from_operations, news: from_services })
}

impl Lanes {
    /// Waits for a message, and hands it and those that follow at once to `handle`, until that answers false, nothing
    /// waits, or the time for one batch is over.
    pub fn batch(&self, mut handle: impl FnMut(Msg) -> bool) {
        let Some(first) = self.wait() else { return };
        if !handle(first) {
            return;
        }
        let begun = Instant::now();
        while begun.elapsed() < BUDGET {
            let Some(msg) = self.next() else { return };
            if !handle(msg) {
                return;
            }
        }
    }

    /// Whether nobody waits to be heard.
    pub fn is_empty(&self) -> bool {
        self.input.is_empty() && self.operations.is_empty() && self.news.is_empty()
    }

    /// What waits, input first.
    fn next(&self) -> Option<Msg> {
        match self.input.try_recv() {
            Ok(message) => return Some(Msg::Viewer(message)),
            Err(TryRecvError::Disconnected) => return Some(Msg::ViewerGone),
            Err(TryRecvError::Empty) => {}
        }
        self.operations.try_recv().or_else(|_| self.news.try_recv()).ok()
    }

    fn wait(&self) -> Option<Msg> {
        if let Some(msg) = self.next() {
            return Some(msg);
        }
        let mut select = Select::new();
        select.recv(&self.operations);
        select.recv(&self.news);
        select.recv(&self.input);
        select.ready();
        self.next()
    }
}
