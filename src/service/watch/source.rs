//! Where news of folders come from: the system, or a script of a test.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::{Receiver, Sender, bounded};
use notify::event::{AccessKind, AccessMode};
use notify::{Config, ErrorKind, Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};

/// How many names wait at most; where more come at once, every file is looked at instead.
const HEARD_MAX: usize = 1024;

/// Why a folder is not watched.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WatchError {
    /// There is none. It may come yet.
    #[error("there is no such folder")]
    Missing,
    /// The system refuses.
    #[error("{0}")]
    Refused(String),
}

/// Watches folders, and tells its [`Ears`] the names of what something happened to in them, or of a folder that went.
pub trait Source: Send {
    /// From now on what happens in that folder is heard; not what happens in folders within.
    fn watch(&mut self, folder: &Path) -> Result<(), WatchError>;

    /// No longer.
    fn unwatch(&mut self, folder: &Path);
}

/// Where a source tells what it hears. Never waits.
#[derive(Clone, Debug)]
pub struct Ears {
    names: Sender<PathBuf>,
    /// Not every name could be told.
    missed: Arc<AtomicBool>,
}

impl Ears {
    pub(super) fn new() -> (Ears, Receiver<PathBuf>) {
        let (names, heard) = bounded(HEARD_MAX);
        (Ears { names, missed: Arc::default() }, heard)
    }

    /// Something happened to what has that name.
    pub fn hear(&self, name: PathBuf) {
        if self.names.try_send(name).is_err() {
            self.missed.store(true, Ordering::Release);
        }
    }

    /// Something happened, nobody knows to what.
    pub fn miss(&self) {
        self.missed.store(true, Ordering::Release);
        // Only so that somebody looks; what is full is looked at in any case.
        let _ = self.names.try_send(PathBuf::new());
    }

    pub(super) fn take_missed(&self) -> bool {
        self.missed.swap(false, Ordering::AcqRel)
    }
}

/// The watches of the system. Where it has none to give, a source that refuses every folder and says why.
pub fn system(ears: Ears) -> Box<dyn Source> {
    let hear = move |event: notify::Result<Event>| match event {
        Ok(event) if event.need_rescan() => ears.miss(),
        Ok(event) if is_news(event.kind) => event.paths.into_iter().for_each(|path| ears.hear(path)),
        Ok(_) => {}
        Err(_) => ears.miss(),
    };
    let config = Config::default().with_follow_symlinks(true);
    Box::new(System { watcher: RecommendedWatcher::new(hear, config) })
}

/// Whether something may be different: reading is none.
fn is_news(kind: EventKind) -> bool {
    match kind {
        EventKind::Access(access) => access == AccessKind::Close(AccessMode::Write),
        _ => true,
    }
}

struct System {
    watcher: notify::Result<RecommendedWatcher>,
}

impl Source for System {
    fn watch(&mut self, folder: &Path) -> Result<(), WatchError> {
        if !folder.is_dir() {
            return Err(WatchError::Missing);
        }
        let refused = |error: &notify::Error| match &error.kind {
            ErrorKind::PathNotFound => WatchError::Missing,
            ErrorKind::MaxFilesWatch => WatchError::Refused("the system's limit on watches is reached".to_owned()),
            ErrorKind::Io(error) => WatchError::Refused(error.to_string()),
            _ => WatchError::Refused(error.to_string()),
        };
        if let Some(kind) = unheard_of(folder) {
            return Err(WatchError::Refused(format!("{} is on {kind}", folder.display())));
        }
        let watcher = self.watcher.as_mut().map_err(|error| refused(error))?;
        watcher.watch(folder, RecursiveMode::NonRecursive).map_err(|error| refused(&error))
    }

    fn unwatch(&mut self, folder: &Path) {
        if let Ok(watcher) = &mut self.watcher {
            // One whose folder is gone has gone with it.
            let _ = watcher.unwatch(folder);
        }
    }
}

/// File systems that others write to without this system hearing of it.
#[cfg(target_os = "linux")]
fn unheard_of(folder: &Path) -> Option<&'static str> {
    match rustix::fs::statfs(folder).ok()?.f_type as u32 {
        0x6969 => Some("NFS"),
        0xff53_4d42 | 0xfe53_4d42 | 0x517b => Some("a Windows share"),
        0x0102_1997 => Some("a shared folder of a virtual machine"),
        0x6573_5546 => Some("a file system of a program"),
        _ => None,
    }
}

#[cfg(not(target_os = "linux"))]
fn unheard_of(_: &Path) -> Option<&'static str> {
    None
}
