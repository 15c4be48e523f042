//! Highlighting: which characters of a text are keywords, types, strings and so on, by tree-sitter, on a worker thread.
//!
//! [`Highlighter`] owns the worker, and the worker owns the trees. Whoever owns a buffer sends a [`Request`] when its text
//! or its visible part changes; only the newest request of a buffer counts. The worker answers with [`Highlighted`], which
//! names the revision that it is about: the receiver maps it through later changes or drops it.
//!
//! A text of up to [`WHOLE_MAX_BYTES`] has one tree that follows its edits. While that tree is being made, what is near
//! the visible part is parsed by itself and answered at once, not [`settled`](Highlighted::settled). Of a larger text only
//! what is near the visible part is ever parsed. A language without a grammar is coloured line by line; of a literate
//! program the code is.
//!
//! Must not know windows, colours, files or how a result is shown.

mod grammar;
mod lines;
mod literate;
mod mailbox;
mod parse;
mod spans;
mod worker;

use std::ops::Range;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use crossbeam_channel::Sender;

use crate::base::{BufferId, Revision};
use crate::model::{Category, Language};
use crate::text::{ByteOffset, Delta, Snapshot};

use grammar::Means;
use mailbox::Mailbox;
use worker::Worker;

/// The largest text that is parsed as a whole, in bytes.
pub const WHOLE_MAX_BYTES: usize = 8 << 20;
/// The most bytes of one visible range that are coloured; the rest of a longer one is not covered.
pub const VISIBLE_MAX_BYTES: usize = 128 << 10;
/// The most visible ranges of one request that count.
pub const VISIBLE_MAX_RANGES: usize = 16;
/// The most spans in one result; past them the text is plain.
pub const SPANS_MAX: usize = 64 << 10;

/// Whether there are colours for a language.
pub fn knows(language: &Language) -> bool {
    Means::of(language).is_some()
}

/// Asks for the colours of the visible part of a buffer.
#[derive(Clone, Debug)]
pub struct Request {
    /// The text as it is now.
    pub snapshot: Snapshot,
    /// One that is [known](knows); any other is answered with no colours.
    pub language: &'static Language,
    /// How the text came from that of the request before. Without it, the text is parsed from its beginning.
    pub changes: Option<Changes>,
    /// The parts to colour, in bytes of the snapshot's text: at most [`VISIBLE_MAX_RANGES`] count.
    pub visible: Vec<Range<ByteOffset>>,
}

/// All changes from one revision of a buffer to another, in their order.
#[derive(Clone, Debug)]
pub struct Changes {
    pub since: Revision,
    pub deltas: Vec<Delta>,
}

/// The colours of a part of a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Highlighted {
    pub buffer: BufferId,
    /// The revision whose bytes the ranges count.
    pub revision: Revision,
    /// The parts that this is about: the visible ones of the request, cut to their bounds, ascending and apart.
    pub covered: Vec<Range<ByteOffset>>,
    /// Ascending, apart, none empty, none [`Category::Plain`], all within `covered`.
    pub spans: Vec<(Range<ByteOffset>, Category)>,
    /// Whether this is the last word on the request; otherwise a better answer follows.
    pub settled: bool,
}

/// The worker and the way to it. Dropping it stops the worker, whatever it is parsing.
#[derive(Debug)]
pub struct Highlighter {
    mailbox: Arc<Mailbox>,
    worker: Option<JoinHandle<()>>,
}

impl Highlighter {
    /// Starts the worker; results go to `events`. A full lane holds the worker back, a closed one ends it. Fails when the
    /// system has no thread to give.
    pub fn start(events: Sender<Highlighted>) -> std::io::Result<Highlighter> {
        let mailbox = Arc::new(Mailbox::default());
        let worker = Worker::new(Arc::clone(&mailbox), events);
        let worker = thread::Builder::new().name("highlight".into()).spawn(|| worker.run())?;
        Ok(Highlighter { mailbox, worker: Some(worker) })
    }

    /// Asks for colours, in place of whatever was asked for that buffer before. Never waits for the worker.
    pub fn request(&self, request: Request) {
        self.mailbox.request(request);
    }

    /// Forgets a buffer. Results that are on their way may still arrive.
    pub fn forget(&self, buffer: BufferId) {
        self.mailbox.forget(buffer);
    }
}

impl Drop for Highlighter {
    fn drop(&mut self) {
        self.mailbox.stop();
        if let Some(worker) = self.worker.take() {
            // A worker that panicked has printed why; there is nothing left to clean up here.
            let _ = worker.join();
        }
    }
}

#[cfg(test)]
mod tests;
