//! The journal of one buffer: its generations, and when an older one may go.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::text::{Snapshot, Text};

use super::Origin;
use super::record::{BaseKind, Extent, Header, MAGIC, Record};
use super::session::create_secret;
use super::worker::{Copied, CopyJob, Key, copy_unflushed};

/// A text of at most this many bytes is copied at once.
const SMALL: usize = 1 << 20;
/// A log may grow to this many bytes, or to the size of the text, before a new generation begins.
const LARGE_LOG: u64 = 4 << 20;
/// After a failure, the next try comes after the shortest time; then each time twice as late, up to the longest.
const FIRST_RETRY: Duration = Duration::from_secs(1);
const LAST_RETRY: Duration = Duration::from_secs(60);

/// How large a text is.
pub(super) fn extent(text: &Text) -> Extent {
    Extent { bytes: text.len() as u64, lines: text.line_count() as u64 }
}

/// What is known of the copy of a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Base {
    /// It is empty.
    Empty,
    /// It could not be made, but the file on disk has it.
    Failed,
    /// It is being made, or waits to be; the file on disk has it as well.
    Coming,
    /// It is being made, or waits to be, and nothing else has it.
    Needed,
    /// It is complete.
    Made,
}

/// One log with its base.
struct Generation {
    number: u64,
    path: PathBuf,
    log: Arc<File>,
    /// Good bytes in the log.
    len: u64,
    base: Base,
    cancelled: Arc<AtomicBool>,
    /// Whether changes were missed, so that no later one can follow.
    frozen: bool,
    unflushed: bool,
    /// A copy of the base that is to be flushed with the log.
    unflushed_base: Option<Arc<File>>,
}

impl Generation {
    fn is_whole(&self) -> bool {
        self.base != Base::Needed
    }

    fn append(&mut self, records: &[u8]) -> io::Result<()> {
        if let Err(e) = (&*self.log).write_all(records) {
            self.frozen = true;
            // A torn record that stays is recognised when the log is read.
            let _ = self.log.set_len(self.len);
            return Err(e);
        }
        self.len += records.len() as u64;
        self.unflushed = true;
        Ok(())
    }

    fn remove(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
        remove_files(&self.path);
    }
}

/// The log of a generation; its base has the same name with another ending.
pub(super) fn log_path(folder: &Path, (buffer, number): Key) -> PathBuf {
    folder.join(format!("{buffer}-{number}.log"))
}

/// Removes a log, then its base. What cannot be removed is offered at the next start, no more.
pub(super) fn remove_files(log: &Path) {
    let _ = fs::remove_file(log);
    let _ = fs::remove_file(log.with_extension("base"));
}

/// A failure that lasts.
struct Trouble {
    error: String,
    wait: Duration,
    retry_at: Instant,
}

/// What changed about a buffer's trouble.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum News {
    Failed(String),
    Recovered,
}

/// The journal of one buffer.
pub(super) struct Kept {
    origin: Origin,
    latest: Snapshot,
    generations: Vec<Generation>,
    /// Whether a new generation is to begin from the latest text.
    wants_checkpoint: bool,
    trouble: Option<Trouble>,
}

impl Kept {
    pub fn new(origin: Origin, base: Snapshot) -> Kept {
        Kept { origin, latest: base, generations: Vec::new(), wants_checkpoint: false, trouble: None }
    }

    /// The text was replaced as a whole: nothing that follows belongs to the generations there are.
    pub fn restart(&mut self, origin: Origin, base: Snapshot) {
        self.freeze();
        (self.origin, self.latest, self.wants_checkpoint) = (origin, base, false);
    }

    /// Changes were missed, up to this text.
    pub fn checkpoint(&mut self, latest: Snapshot) {
        self.freeze();
        self.latest = latest;
        self.wants_checkpoint = true;
    }

    /// The text after the newest change.
    pub fn set_latest(&mut self, latest: Snapshot) {
        self.latest = latest;
    }

    fn freeze(&mut self) {
        self.generations.iter_mut().for_each(|g| g.frozen = true);
    }

    /// Begins a generation from the latest text. A large base is copied by the job that is returned. No number is ever
    /// used twice for one buffer, even if its journal was removed in between: news of an old generation may still come.
    pub fn begin(&mut self, number: u64, folder: &Path, on_disk: bool) -> io::Result<Option<CopyJob>> {
        self.wants_checkpoint = false;
        let path = log_path(folder, (self.latest.buffer, number));
        let text = self.latest.text.clone();
        let cancelled = Arc::new(AtomicBool::new(false));
        let key = (self.latest.buffer, number);
        let job = CopyJob { key, path: path.with_extension("base"), text, cancelled: Arc::clone(&cancelled) };
        let small = !job.text.is_empty() && job.text.len() <= SMALL;
        let (copied, base_file) = if small { Some(copy_unflushed(&job)?) } else { None }.unzip();
        let (len, log) = self.write_beginning(&path, on_disk, copied).inspect_err(|_| remove_files(&path))?;
        let base = match () {
            () if small => Base::Made,
            () if job.text.is_empty() => Base::Empty,
            () if on_disk => Base::Coming,
            () => Base::Needed,
        };
        self.generations.push(Generation {
            number,
            path,
            log: Arc::new(log),
            len,
            base,
            cancelled,
            frozen: false,
            unflushed: true,
            unflushed_base: base_file.map(Arc::new),
        });
        self.drop_superseded();
        Ok(matches!(base, Base::Coming | Base::Needed).then_some(job))
    }

    fn write_beginning(&self, path: &Path, on_disk: bool, copied: Option<Copied>) -> io::Result<(u64, File)> {
        let base = match () {
            () if self.latest.text.is_empty() => BaseKind::Empty,
            () if on_disk => BaseKind::Disk,
            () => BaseKind::Copy,
        };
        let header = Header {
            buffer: self.latest.buffer,
            origin: (&self.origin).into(),
            form: self.latest.form,
            revision: self.latest.revision,
            extent: extent(&self.latest.text),
            base,
        };
        let mut beginning = MAGIC.to_vec();
        Record::Header(header).put(&mut beginning)?;
        if let Some(Copied { bytes, hash }) = copied {
            Record::Based { bytes, hash }.put(&mut beginning)?;
        }
        let mut log = create_secret(path)?;
        log.write_all(&beginning)?;
        Ok((beginning.len() as u64, log))
    }

    /// Removes all generations before the newest that stands on its own.
    fn drop_superseded(&mut self) {
        if let Some(newest) = self.generations.iter().rposition(Generation::is_whole) {
            self.generations.drain(..newest).for_each(|g| g.remove());
        }
    }

    /// Appends records to every log that they can follow.
    pub fn append(&mut self, records: &[u8]) -> io::Result<()> {
        let logs = self.generations.iter_mut().filter(|g| !g.frozen);
        // All of them, whatever becomes of the first.
        let results: Vec<io::Result<()>> = logs.map(|g| g.append(records)).collect();
        let most = LARGE_LOG.max(self.latest.text.len() as u64);
        self.wants_checkpoint |= !self.is_copying() && self.generations.last().is_some_and(|g| g.len > most);
        results.into_iter().collect()
    }

    /// The text belongs to another file, or another state of it.
    pub fn set_origin(&mut self, origin: Origin) -> io::Result<()> {
        self.origin = origin;
        for generation in &mut self.generations {
            match generation.base {
                Base::Coming => generation.base = Base::Needed,
                // What the file had may be overwritten by now, and no copy of it could be made.
                Base::Failed => self.wants_checkpoint = true,
                Base::Empty | Base::Needed | Base::Made => {}
            }
        }
        let mut record = Vec::new();
        Record::Moved((&self.origin).into()).put(&mut record)?;
        self.append(&record)
    }

    /// A base was copied, or could not be.
    pub fn copied(&mut self, number: u64, result: io::Result<Copied>) -> io::Result<()> {
        let Some(at) = self.generations.iter().position(|g| g.number == number) else { return Ok(()) };
        let Copied { bytes, hash } = match result {
            Ok(copied) => copied,
            Err(e) => {
                self.wants_checkpoint = true;
                match self.generations[at].base {
                    Base::Coming => self.generations[at].base = Base::Failed,
                    _ => self.generations.remove(at).remove(),
                }
                return Err(e);
            }
        };
        let mut record = Vec::new();
        Record::Based { bytes, hash }.put(&mut record)?;
        self.generations[at].append(&record)?;
        self.generations[at].base = Base::Made;
        self.drop_superseded();
        Ok(())
    }

    /// Whether a generation is among those that are kept.
    pub fn has(&self, number: u64) -> bool {
        self.generations.iter().any(|g| g.number == number)
    }

    /// The files that are to be flushed; from now on they count as flushed.
    pub fn take_unflushed(&mut self, files: &mut Vec<(Key, Arc<File>)>) {
        for generation in self.generations.iter_mut().filter(|g| g.unflushed) {
            generation.unflushed = false;
            let key = (self.latest.buffer, generation.number);
            files.extend(generation.unflushed_base.take().map(|base| (key, base)));
            files.push((key, Arc::clone(&generation.log)));
        }
    }

    /// A log could not be flushed: it may lack anything.
    pub fn lost(&mut self, number: u64) {
        if let Some(generation) = self.generations.iter_mut().find(|g| g.number == number) {
            generation.frozen = true;
        }
    }

    /// Whether anything is not flushed.
    pub fn is_unflushed(&self) -> bool {
        self.generations.iter().any(|g| g.unflushed)
    }

    /// Whether everything up to the latest text is written.
    pub fn is_written(&self) -> bool {
        !self.wants_checkpoint && self.generations.last().is_some_and(|g| g.is_whole() && !g.frozen)
    }

    /// Whether a base is still to be copied.
    pub fn is_copying(&self) -> bool {
        self.generations.iter().any(|g| matches!(g.base, Base::Coming | Base::Needed))
    }

    /// When a new generation is to begin, if one is. One that is being copied is waited for first.
    pub fn checkpoint_at(&self, now: Instant) -> Option<Instant> {
        let wanted = self.wants_checkpoint && self.generations.iter().all(|g| g.base != Base::Needed);
        wanted.then(|| self.trouble.as_ref().map_or(now, |trouble| trouble.retry_at))
    }

    /// Something failed.
    pub fn fail(&mut self, error: &io::Error, now: Instant) -> Option<News> {
        self.wants_checkpoint = true;
        let error = format!("{}: {error}", self.origin_name());
        let known = self.trouble.take();
        let wait = known.as_ref().map_or(FIRST_RETRY, |trouble| (trouble.wait * 2).min(LAST_RETRY));
        self.trouble = Some(Trouble { error: error.clone(), wait, retry_at: now + wait });
        known.is_none().then_some(News::Failed(error))
    }

    fn origin_name(&self) -> String {
        self.origin.path.as_ref().map_or_else(|| "a buffer without a name".into(), |path| path.display().to_string())
    }

    /// Whether trouble is over.
    pub fn settle(&mut self) -> Option<News> {
        let over = self.trouble.is_some() && self.is_written() && !self.is_copying();
        over.then(|| {
            self.trouble = None;
            News::Recovered
        })
    }

    /// What fails at the moment.
    pub fn error(&self) -> Option<&str> {
        self.trouble.as_ref().map(|trouble| trouble.error.as_str())
    }

    /// Nothing is to be recovered any more.
    pub fn remove(self) {
        self.generations.iter().for_each(Generation::remove);
    }
}
