//! What the owner of the buffers hands to the journal: bounded, without waiting, without copying text.

use std::collections::{BTreeMap, BTreeSet};
use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::base::{BufferId, Revision};
use crate::text::{Delta, Edit, Snapshot, Splice};

use super::Origin;

/// Changes of one buffer that wait to be written, at most; beyond, the newest snapshot takes their place.
const MOST_CHANGES: usize = 1024;
/// Bytes that these changes insert, at most.
const MOST_BYTES: usize = 8 << 20;

/// Why a flush did not succeed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FlushError {
    /// Something cannot be written.
    #[error("the journal could not be written: {0}")]
    Failed(String),
    /// The journal has ended.
    #[error("the journal was closed")]
    Closed,
}

pub(super) type FlushReply = Sender<Result<(), FlushError>>;

/// One thing to journal about one buffer.
pub(super) enum Op {
    /// It begins to differ: from `base`, which is what the origin's stamp says, or else is new.
    Open {
        origin: Origin,
        base: Snapshot,
        on_disk: bool,
    },
    Edit(Change),
    /// Changes before this are not known one by one.
    Checkpoint(Snapshot),
    Move(Origin),
    Close,
}

/// A change, with the text that it led to.
pub(super) struct Change {
    pub after: Snapshot,
    splices: Splices,
}

enum Splices {
    Delta(Delta),
    Hull(Splice),
}

impl Change {
    /// Several changes count as one that replaces everything between the first and the last place they touched.
    fn new(after: &Snapshot, deltas: &[Delta]) -> Option<Change> {
        let splices = match deltas {
            [delta] => Splices::Delta(delta.clone()),
            _ => Splices::Hull(deltas.iter().filter_map(hull).reduce(join)?),
        };
        let change = Change { after: after.clone(), splices };
        (!change.splices().is_empty()).then_some(change)
    }

    fn splices(&self) -> &[Splice] {
        match &self.splices {
            Splices::Delta(delta) => delta.splices(),
            Splices::Hull(splice) => std::slice::from_ref(splice),
        }
    }

    fn inserted(&self) -> usize {
        self.splices().iter().map(|splice| splice.inserted).sum()
    }

    /// The edits with their text.
    pub fn edits(&self) -> Vec<Edit> {
        let edit = |splice: &Splice| Edit::replace(splice.old_range(), self.after.text.slice(splice.new_range()));
        self.splices().iter().map(edit).collect()
    }
}

/// One splice over all that a delta touches.
fn hull(delta: &Delta) -> Option<Splice> {
    let (first, last) = (delta.splices().first()?, delta.splices().last()?);
    Some(Splice {
        start: first.start,
        new_start: first.start,
        removed: last.old_range().end - first.start,
        inserted: last.new_range().end - first.start,
    })
}

/// One splice over all that two touch, the second of which is about the text after the first.
fn join(first: Splice, second: Splice) -> Splice {
    let start = first.start.min(second.start);
    // In the text between the two.
    let end = first.new_range().end.max(second.old_range().end);
    Splice {
        start,
        new_start: start,
        removed: (end - start) + first.removed - first.inserted,
        inserted: (end - start) + second.inserted - second.removed,
    }
}

/// What waits about one buffer.
#[derive(Default)]
pub(super) struct Slot {
    pub ops: Vec<Op>,
    changes: usize,
    bytes: usize,
}

impl Slot {
    fn push(&mut self, change: Change) {
        if let Some(Op::Checkpoint(snapshot)) = self.ops.last_mut() {
            *snapshot = change.after;
            return;
        }
        self.changes += 1;
        self.bytes = self.bytes.saturating_add(change.inserted());
        if self.changes > MOST_CHANGES || self.bytes > MOST_BYTES {
            self.ops.retain(|op| matches!(op, Op::Open { .. } | Op::Move(_) | Op::Close));
            self.ops.push(Op::Checkpoint(change.after));
            (self.changes, self.bytes) = (0, 0);
        } else {
            self.ops.push(Op::Edit(change));
        }
    }

    /// Forgets everything before; only what is said next counts.
    fn restart(&mut self, op: Op) {
        *self = Slot { ops: vec![op], ..Slot::default() };
    }
}

/// Everything that came since the last look.
#[derive(Default)]
pub(super) struct Mail {
    pub slots: BTreeMap<BufferId, Slot>,
    pub flushes: Vec<FlushReply>,
    pub stop: bool,
}

/// Where mail waits. The lock is held for moments only, and never while anything is written.
#[derive(Default)]
pub(super) struct Mailbox {
    inner: Mutex<Inner>,
}

#[derive(Default)]
struct Inner {
    mail: Mail,
    /// Buffers that have a journal.
    open: BTreeSet<BufferId>,
    closed: bool,
}

impl Mailbox {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        // Nothing panics while holding it; if it did, what is inside would still be whole.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes all mail.
    pub fn take(&self) -> Mail {
        mem::take(&mut self.lock().mail)
    }

    /// Nothing will be taken any more.
    pub fn close(&self) {
        let mut inner = self.lock();
        inner.closed = true;
        inner.mail.flushes.drain(..).for_each(|reply| {
            // Whoever asked may have left.
            let _ = reply.try_send(Err(FlushError::Closed));
        });
    }
}

/// The owner's end of the journal. No call waits, does I/O, or takes longer for a longer text.
#[derive(Clone)]
pub struct JournalHandle {
    mailbox: Arc<Mailbox>,
    wake: Sender<()>,
}

impl std::fmt::Debug for JournalHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("JournalHandle")
    }
}

impl JournalHandle {
    pub(super) fn new(wake: Sender<()>) -> JournalHandle {
        JournalHandle { mailbox: Arc::default(), wake }
    }

    pub(super) fn mailbox(&self) -> &Arc<Mailbox> {
        &self.mailbox
    }

    /// A buffer begins to differ from `base`. With a stamp in its origin, `base` is exactly what was on disk; without, it
    /// is new, or was restored. Call it before the first edit, and again when a text was replaced as a whole.
    pub fn opened(&self, origin: Origin, base: &Snapshot) {
        let on_disk = origin.stamp.is_some();
        self.open(origin, base, on_disk);
    }

    /// A buffer was filled with a text that was restored: `base` differs from what its origin says is on disk, and is
    /// kept from now on.
    pub fn restored(&self, origin: Origin, base: &Snapshot) {
        self.open(origin, base, false);
    }

    fn open(&self, origin: Origin, base: &Snapshot, on_disk: bool) {
        self.tell(|inner| {
            inner.open.insert(base.buffer);
            let slot = inner.mail.slots.entry(base.buffer).or_default();
            slot.restart(Op::Open { origin, base: base.clone(), on_disk });
        });
    }

    /// A buffer changed: `after` is its text now, `deltas` what happened since the last call, in that order. For a buffer
    /// that was not opened, the text counts as new.
    pub fn edited(&self, after: &Snapshot, deltas: &[Delta]) {
        let Some(change) = Change::new(after, deltas) else { return };
        if !self.mailbox.lock().open.contains(&after.buffer) {
            return self.open(Origin::default(), after, false);
        }
        self.tell(|inner| inner.mail.slots.entry(after.buffer).or_default().push(change));
    }

    /// The state `saved` of a buffer is what `origin` says is on disk. If `current` is that state, its journal is removed;
    /// otherwise what was typed meanwhile stays journaled.
    pub fn saved(&self, origin: Origin, saved: Revision, current: &Snapshot) {
        if current.revision == saved {
            return self.closed(current.buffer);
        }
        if !self.mailbox.lock().open.contains(&current.buffer) {
            return self.open(origin, current, false);
        }
        self.tell(|inner| inner.mail.slots.entry(current.buffer).or_default().ops.push(Op::Move(origin)));
    }

    /// A buffer is clean, or given up: its journal is removed.
    pub fn closed(&self, buffer: BufferId) {
        self.tell(|inner| {
            if inner.open.remove(&buffer) {
                inner.mail.slots.entry(buffer).or_default().restart(Op::Close);
            }
        });
    }

    /// Asks for everything said so far to be flushed to the disk. The answer comes when that is done, or cannot be done.
    pub fn flush(&self) -> Receiver<Result<(), FlushError>> {
        let (reply, answer) = bounded(1);
        self.tell(|inner| match inner.closed {
            true => {
                // The channel has room for this one.
                let _ = reply.try_send(Err(FlushError::Closed));
            }
            false => inner.mail.flushes.push(reply),
        });
        answer
    }

    pub(super) fn stop(&self) {
        self.tell(|inner| inner.mail.stop = true);
    }

    fn tell(&self, what: impl FnOnce(&mut Inner)) {
        what(&mut self.mailbox.lock());
        // Full means that it is awake already, closed that it has ended.
        let _ = self.wake.try_send(());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{ByteOffset, Form, Text, Transaction};

    fn snapshot(text: &Text, revision: u64) -> Snapshot {
        Snapshot { buffer: BufferId(1), revision: Revision(revision), text: text.clone(), form: Form::default() }
    }

    #[test]
    fn several_changes_make_one_that_leads_to_the_same_text() {
        let mut text = Text::from("0123456789");
        let before = text.clone();
        let steps = [(4, 6, "four"), (0, 1, ""), (7, 9, "--"), (2, 2, "!"), (9, 11, "end")];
        let mut deltas = Vec::new();
        for (n, (start, end, insert)) in steps.into_iter().enumerate() {
            let edit = Edit::replace(ByteOffset(start)..ByteOffset(end), insert);
            deltas.push(Transaction::from(edit).apply(&mut text).unwrap());
            let change = Change::new(&snapshot(&text, 2), &deltas).unwrap();
            let mut replayed = before.clone();
            Transaction::new(change.edits()).unwrap().apply(&mut replayed).unwrap();
            assert_eq!(replayed.to_string(), text.to_string(), "after {} steps", n + 1);
        }
    }

    #[test]
    fn what_waits_is_bounded_and_ends_as_the_newest_snapshot() {
        let handle = JournalHandle::new(bounded(1).0);
        let mut text = Text::new();
        handle.opened(Origin::default(), &snapshot(&text, 0));
        for n in 1..=3 * MOST_CHANGES as u64 {
            let delta = Transaction::insert(text.end(), "x").apply(&mut text).unwrap();
            handle.edited(&snapshot(&text, n), &[delta]);
        }
        let mail = handle.mailbox().take();
        let ops = &mail.slots[&BufferId(1)].ops;
        let [Op::Open { .. }, Op::Checkpoint(last)] = &ops[..] else { panic!("{} ops", ops.len()) };
        assert_eq!(last.text, text);

        let delta = Transaction::insert(text.end(), "y".repeat(MOST_BYTES + 1)).apply(&mut text).unwrap();
        handle.edited(&snapshot(&text, 9999), &[delta]);
        let mail = handle.mailbox().take();
        assert!(matches!(&mail.slots[&BufferId(1)].ops[..], [Op::Checkpoint(_)]));
    }

    #[test]
    fn a_closed_journal_refuses_a_flush() {
        let handle = JournalHandle::new(bounded(1).0);
        let waiting = handle.flush();
        handle.mailbox().close();
        assert_eq!(waiting.try_recv(), Ok(Err(FlushError::Closed)));
        assert_eq!(handle.flush().try_recv(), Ok(Err(FlushError::Closed)));
    }
}
