//! The crash journal: what is typed into a buffer is on disk within a second, and offered again after a crash, a kill or
//! a power cut.
//!
//! Owns the recovery folder `STATE/recovery/`, where STATE is [`state_dir`]: one folder a session with a `lock` that is held
//! as long as the session lives, and for each dirty buffer B one or more generations G, each two files:
//!
//! - `B-G.log`: records, of which there are only ever more: where the text comes from, then every edit;
//! - `B-G.base`: the text before the first edit, in UTF-8. A log whose text came from a file can do without until that copy
//!   is made; a log of a checkpoint counts only from then on, and until then the generation before it is kept.
//!
//! The owner of the buffers speaks through [`JournalHandle`], which neither waits nor copies text: it takes snapshots and
//! deltas. One thread writes them, a second copies large bases, a third flushes. A disk that fails is
//! reported, and tried again from the newest snapshot; nobody waits for it.
//!
//! [`scan`], [`restore`] and [`discard`] work on what sessions that ended badly left behind.
//!
//! Must not know who owns the buffers, the desktop, widgets or the policy.

mod describe;
mod keep;
mod mailbox;
mod record;
mod recover;
mod session;
mod worker;
mod writer;

use std::env;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, bounded};

use crate::base::BufferId;
use crate::service::files::Stamp;

use session::Session;
use writer::Writer;

pub use mailbox::{FlushError, JournalHandle};
pub use recover::{BaseStatus, Recoverable, RestoreError, Restored, What, Wholeness, discard, restore, scan};

/// Where a buffer's text belongs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// Its file; none for a buffer without a name.
    pub path: Option<PathBuf>,
    /// What was on disk when the text and the file last agreed; none for a file that does not exist yet.
    pub stamp: Option<Stamp>,
}

/// News of the journal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum JournalEvent {
    /// A buffer's changes cannot be journaled at the moment. It is tried again, ever less often, at least once a minute.
    Failed {
        /// Whose.
        buffer: BufferId,
        /// What failed, with the path.
        error: String,
    },
    /// They can again, and everything is on disk.
    Recovered {
        /// Whose.
        buffer: BufferId,
    },
}

/// Why there is no journal.
#[derive(Debug, thiserror::Error)]
#[error("cannot keep a journal in {}: {source}; texts would not survive a crash", folder.display())]
pub struct JournalError {
    folder: PathBuf,
    source: io::Error,
}

/// `$XDG_STATE_HOME/thc-edit`, else `~/.local/state/thc-edit` (command-line.md, "Session state"). None without a home.
pub fn state_dir() -> Option<PathBuf> {
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let state = absolute("XDG_STATE_HOME").or_else(|| Some(absolute("HOME")?.join(".local/state")))?;
    Some(state.join("thc-edit"))
}

/// The journal of this session. Dropping it is the same as [`Journal::close`].
#[derive(Debug)]
pub struct Journal {
    session: String,
    folder: PathBuf,
    handle: JournalHandle,
    events: Receiver<JournalEvent>,
    writer: Option<JoinHandle<usize>>,
}

impl Journal {
    /// Makes the session's folder under `state_dir`, and starts to write.
    pub fn start(state_dir: &Path) -> Result<(Journal, JournalHandle), JournalError> {
        let fail = |source| JournalError { folder: state_dir.to_path_buf(), source };
        let session = Session::create(&session::recovery_dir(state_dir)).map_err(fail)?;
        let (wake, woken) = bounded(1);
        let (report, events) = bounded(64);
        let handle = JournalHandle::new(wake);
        let (id, folder) = (session.id().to_owned(), session.folder().to_owned());
        let writer = Writer::new(session, Arc::clone(handle.mailbox()), woken, report).map_err(fail)?;
        let thread = thread::Builder::new().name("thc-journal".into()).spawn(move || writer.run()).map_err(fail)?;
        let journal = Journal { session: id, folder, handle: handle.clone(), events, writer: Some(thread) };
        Ok((journal, handle))
    }

    /// The id of this session.
    pub fn session(&self) -> &str {
        &self.session
    }

    /// The session's folder: where copies of files go that are overwritten in place.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// News, at most 64 of which wait; more are dropped.
    pub fn events(&self) -> &Receiver<JournalEvent> {
        &self.events
    }

    /// Writes and flushes what is still to be, for at most a minute, and ends. Returns how many buffers are left in the
    /// journal; if none, the session's folder is removed.
    pub fn close(mut self) -> usize {
        self.stop()
    }

    fn stop(&mut self) -> usize {
        self.handle.stop();
        self.writer.take().map_or(0, |thread| thread.join().unwrap_or(0))
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        self.stop();
    }
}
