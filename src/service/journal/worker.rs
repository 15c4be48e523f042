//! The journal's helpers, for what may take long: copying a large base, and flushing.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::base::BufferId;
use crate::service::files::{Hashing, sync_folder};
use crate::text::{ByteOffset, Text};

use super::session::create_secret;

/// A generation of a buffer's journal.
pub(super) type Key = (BufferId, u64);

/// A base to be copied.
pub(super) struct CopyJob {
    pub key: Key,
    pub path: PathBuf,
    pub text: Text,
    /// Set when nobody wants the copy any more.
    pub cancelled: Arc<AtomicBool>,
}

/// A base that lies on disk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Copied {
    pub bytes: u64,
    pub hash: u128,
}

/// Logs and bases to be flushed, with the folder that names them.
pub(super) struct SyncJob {
    pub folder: PathBuf,
    pub files: Vec<(Key, Arc<File>)>,
}

/// A thread that does one kind of job, one at a time.
pub(super) struct Worker<Job, Done> {
    jobs: Sender<Job>,
    pub done: Receiver<Done>,
    pub busy: bool,
}

impl<Job: Send + 'static, Done: Send + 'static> Worker<Job, Done> {
    /// Ends when it is dropped, after the job that it is at.
    pub fn start(name: &str, work: impl Fn(Job) -> Done + Send + 'static) -> io::Result<Worker<Job, Done>> {
        let (jobs, to_do) = bounded::<Job>(1);
        let (finished, done) = bounded(1);
        thread::Builder::new().name(name.into()).spawn(move || {
            for job in to_do {
                if finished.send(work(job)).is_err() {
                    break;
                }
            }
        })?;
        Ok(Worker { jobs, done, busy: false })
    }

    /// Gives it a job. Only while it is not busy.
    pub fn give(&mut self, job: Job) {
        self.busy = self.jobs.try_send(job).is_ok();
    }
}

/// Copies a base and flushes it; the copy has its name only from then on.
pub(super) fn copy(job: &CopyJob) -> io::Result<Copied> {
    let (copied, _) = copy_with(job, File::sync_all)?;
    sync_folder(job.path.parent().unwrap_or(Path::new("/")))?;
    Ok(copied)
}

/// Copies a base; the file is to be flushed with the next logs.
pub(super) fn copy_unflushed(job: &CopyJob) -> io::Result<(Copied, File)> {
    copy_with(job, |_| Ok(()))
}

fn copy_with(job: &CopyJob, flush: impl Fn(&File) -> io::Result<()>) -> io::Result<(Copied, File)> {
    let part = job.path.with_extension("part");
    let copied = write_copy(&part, job).and_then(|(copied, file)| {
        flush(&file)?;
        fs::rename(&part, &job.path)?;
        Ok((copied, file))
    });
    copied.inspect_err(|_| {
        // It may not even have been made.
        let _ = fs::remove_file(&part);
    })
}

fn write_copy(part: &Path, job: &CopyJob) -> io::Result<(Copied, File)> {
    let mut out = BufWriter::with_capacity(256 << 10, Hashing::new(create_secret(part)?));
    for chunk in job.text.chunks(ByteOffset::ZERO..job.text.end()) {
        if job.cancelled.load(Ordering::Relaxed) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        out.write_all(chunk.as_bytes())?;
    }
    let out = out.into_inner().map_err(|e| e.into_error())?;
    Ok((Copied { bytes: out.hash.bytes(), hash: out.hash.finish() }, out.out))
}

/// Flushes files. One that has no name any more, because its folder was removed, counts as failed.
pub(super) fn sync(job: &SyncJob) -> Vec<(Key, io::Result<()>)> {
    let folder = sync_folder(&job.folder);
    let sync_file = |file: &File| {
        if let Err(e) = &folder {
            return Err(io::Error::new(e.kind(), e.to_string()));
        }
        file.sync_data()?;
        if file.metadata()?.nlink() == 0 {
            return Err(io::Error::new(io::ErrorKind::NotFound, "its journal was removed"));
        }
        Ok(())
    };
    job.files.iter().map(|(key, file)| (*key, sync_file(file))).collect()
}
