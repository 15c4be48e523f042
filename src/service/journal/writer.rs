//! The thread that writes the journal.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender, at, never, select};

use crate::base::BufferId;

use super::JournalEvent;
use super::keep::{Kept, News, extent, log_path, remove_files};
use super::mailbox::{Change, FlushError, FlushReply, Mail, Mailbox, Op};
use super::record::Record;
use super::session::Session;
use super::worker::{self, Copied, CopyJob, Key, SyncJob, Worker};

/// Logs are flushed at most this often, unless someone asks.
const SYNC_EVERY: Duration = Duration::from_secs(1);
/// When the journal is closed, what is still to be written gets this long.
const CLOSE_WITHIN: Duration = Duration::from_secs(60);

/// All that the journal's thread has.
pub(super) struct Writer {
    session: Session,
    mailbox: Arc<Mailbox>,
    woken: Receiver<()>,
    report: Sender<JournalEvent>,
    kept: BTreeMap<BufferId, Kept>,
    copier: Worker<CopyJob, (Key, io::Result<Copied>)>,
    /// At most two a buffer.
    to_copy: VecDeque<CopyJob>,
    syncer: Worker<SyncJob, Vec<(Key, io::Result<()>)>>,
    next_sync: Instant,
    /// The number of the next generation, of whichever buffer.
    next_generation: u64,
    flushes: Vec<FlushReply>,
    /// When to end at the latest.
    end: Option<Instant>,
}

impl Writer {
    pub fn new(
        session: Session,
        mailbox: Arc<Mailbox>,
        woken: Receiver<()>,
        report: Sender<JournalEvent>,
    ) -> io::Result<Writer> {
        Ok(Writer {
            session,
            mailbox,
            woken,
            report,
            kept: BTreeMap::new(),
            copier: Worker::start("thc-journal-copy", |job: CopyJob| (job.key, worker::copy(&job)))?,
            to_copy: VecDeque::new(),
            syncer: Worker::start("thc-journal-sync", |job: SyncJob| worker::sync(&job))?,
            next_sync: Instant::now(),
            next_generation: 0,
            flushes: Vec::new(),
            end: None,
        })
    }

    /// Runs until the journal is closed; returns how many buffers are left in it.
    pub fn run(mut self) -> usize {
        loop {
            let mail = self.mailbox.take();
            let now = Instant::now();
            self.accept(mail, now);
            self.begin_checkpoints(now);
            self.give_work(now);
            self.settle();
            if self.end.is_some_and(|end| now >= end || self.is_done()) {
                break;
            }
            self.wait(now);
        }
        self.mailbox.close();
        let left = self.kept.len();
        if left == 0 {
            self.session.remove_if_empty();
        }
        left
    }

    fn accept(&mut self, mail: Mail, now: Instant) {
        if mail.stop {
            self.end.get_or_insert(now + CLOSE_WITHIN);
        }
        self.flushes.extend(mail.flushes);
        for (buffer, slot) in mail.slots {
            let mut records = Vec::new();
            for op in slot.ops {
                let result = self.write(buffer, op, &mut records);
                self.note(buffer, result, now);
            }
            let result = self.append(buffer, &mut records);
            self.note(buffer, result, now);
        }
    }

    /// Does one thing, whatever became of the one before. Records that follow each other are collected and written at once.
    fn write(&mut self, buffer: BufferId, op: Op, records: &mut Vec<u8>) -> io::Result<()> {
        if !matches!(op, Op::Edit(_)) {
            let result = self.append(buffer, records);
            self.note(buffer, result, Instant::now());
        }
        if let Op::Open { origin, base, on_disk } = op {
            let kept = self.kept.entry(buffer).or_insert_with(|| Kept::new(origin.clone(), base.clone()));
            kept.restart(origin, base);
            return self.begin(buffer, on_disk);
        }
        let Some(kept) = self.kept.get_mut(&buffer) else { return Ok(()) };
        match op {
            Op::Edit(change) => {
                let put = edited(&change).put(records);
                match put {
                    Ok(()) => kept.set_latest(change.after),
                    Err(_) => kept.checkpoint(change.after),
                }
                put
            }
            Op::Checkpoint(latest) => {
                kept.checkpoint(latest);
                Ok(())
            }
            Op::Move(origin) => kept.set_origin(origin),
            Op::Open { .. } => Ok(()),
            Op::Close => {
                if let Some(kept) = self.kept.remove(&buffer) {
                    kept.remove();
                }
                Ok(())
            }
        }
    }

    fn append(&mut self, buffer: BufferId, records: &mut Vec<u8>) -> io::Result<()> {
        let result = match self.kept.get_mut(&buffer) {
            Some(kept) if !records.is_empty() => kept.append(records),
            _ => Ok(()),
        };
        records.clear();
        result
    }

    fn begin(&mut self, buffer: BufferId, on_disk: bool) -> io::Result<()> {
        self.session.ensure()?;
        let number = self.next_generation;
        self.next_generation += 1;
        if let Some(kept) = self.kept.get_mut(&buffer)
            && let Some(job) = kept.begin(number, self.session.folder(), on_disk)?
        {
            self.to_copy.push_back(job);
        }
        Ok(())
    }

    fn begin_checkpoints(&mut self, now: Instant) {
        let due = |kept: &Kept| kept.checkpoint_at(now).is_some_and(|at| at <= now);
        let due: Vec<BufferId> = self.kept.iter().filter(|(_, kept)| due(kept)).map(|(&buffer, _)| buffer).collect();
        for buffer in due {
            let result = self.begin(buffer, false);
            self.note(buffer, result, now);
        }
    }

    fn give_work(&mut self, now: Instant) {
        if !self.copier.busy
            && let Some(job) = self.to_copy.pop_front()
        {
            self.copier.give(job);
        }
        let urgent = !self.flushes.is_empty() || self.end.is_some();
        if !self.syncer.busy && (urgent || now >= self.next_sync) {
            let mut files = Vec::new();
            self.kept.values_mut().for_each(|kept| kept.take_unflushed(&mut files));
            if !files.is_empty() {
                self.next_sync = now + SYNC_EVERY;
                self.syncer.give(SyncJob { folder: self.session.folder().to_path_buf(), files });
            }
        }
    }

    /// Answers who waits for a flush, and tells what works again.
    fn settle(&mut self) {
        let mut recovered = Vec::new();
        for (&buffer, kept) in &mut self.kept {
            recovered.extend(kept.settle().map(|news| (buffer, news)));
        }
        recovered.into_iter().for_each(|(buffer, news)| self.tell(buffer, news));
        let error = self.kept.values().find_map(Kept::error).map(|e| FlushError::Failed(e.to_owned()));
        let answer = match error {
            Some(error) => Err(error),
            None if self.is_flushed() => Ok(()),
            None => return,
        };
        for reply in self.flushes.drain(..) {
            // Whoever asked may have left.
            let _ = reply.try_send(answer.clone());
        }
    }

    fn is_flushed(&self) -> bool {
        !self.syncer.busy && self.kept.values().all(|kept| kept.is_written() && !kept.is_unflushed())
    }

    /// Whether nothing is left to do that could still succeed.
    fn is_done(&self) -> bool {
        let idle = |kept: &Kept| kept.error().is_some() || !kept.is_copying();
        !self.copier.busy
            && self.kept.values().all(idle)
            && (self.is_flushed() || self.kept.values().any(|kept| kept.error().is_some()))
    }

    fn note(&mut self, buffer: BufferId, result: io::Result<()>, now: Instant) {
        if let Err(e) = result
            && let Some(kept) = self.kept.get_mut(&buffer)
            && let Some(news) = kept.fail(&e, now)
        {
            self.tell(buffer, news);
        }
    }

    fn tell(&self, buffer: BufferId, news: News) {
        let event = match news {
            News::Failed(error) => JournalEvent::Failed { buffer, error },
            News::Recovered => JournalEvent::Recovered { buffer },
        };
        // An owner that does not listen is not waited for.
        let _ = self.report.try_send(event);
    }

    /// Waits until there is something to do.
    fn wait(&mut self, now: Instant) {
        let sync = self.kept.values().any(Kept::is_unflushed) && !self.syncer.busy;
        let retries = self.kept.values().filter_map(|kept| kept.checkpoint_at(now));
        let times = retries.chain(sync.then_some(self.next_sync)).chain(self.end);
        let timer = times.min().map_or_else(never, at);
        select! {
            recv(self.woken) -> woken => if woken.is_err() {
                self.end.get_or_insert(now + CLOSE_WITHIN);
            },
            recv(self.copier.done) -> done => if let Ok((key, result)) = done {
                self.copier.busy = false;
                self.copied(key, result);
            },
            recv(self.syncer.done) -> done => if let Ok(results) = done {
                self.syncer.busy = false;
                results.into_iter().for_each(|(key, result)| self.synced(key, result));
            },
            recv(timer) -> _ => {}
        }
    }

    fn copied(&mut self, (buffer, number): Key, result: io::Result<Copied>) {
        match self.kept.get_mut(&buffer).filter(|kept| kept.has(number)) {
            Some(kept) => {
                let result = kept.copied(number, result);
                self.note(buffer, result, Instant::now());
            }
            None => remove_files(&log_path(self.session.folder(), (buffer, number))),
        }
    }

    /// A log that was given up in the meantime does not matter.
    fn synced(&mut self, (buffer, number): Key, result: io::Result<()>) {
        let kept = self.kept.get_mut(&buffer).filter(|kept| kept.has(number));
        if let (Some(kept), Err(_)) = (kept, &result) {
            kept.lost(number);
            self.note(buffer, result, Instant::now());
        }
    }
}

fn edited(change: &Change) -> Record {
    let after = &change.after;
    Record::Edited { revision: after.revision, extent: extent(&after.text), edits: change.edits() }
}
