//! A session's folder, and how a living session is told from a dead one.

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use crate::service::files::{random_name, sync_folder};

const LOCK: &str = "lock";

/// Where the sessions' folders are.
pub(super) fn recovery_dir(state_dir: &Path) -> PathBuf {
    state_dir.join("recovery")
}

/// This session's folder. The lock goes with the process, however that ends.
#[derive(Debug)]
pub(super) struct Session {
    id: String,
    folder: PathBuf,
    lock: File,
}

impl Session {
    /// A new session under the recovery folder, which is made if need be.
    pub fn create(recovery: &Path) -> io::Result<Session> {
        Session::create_as(random_name(), recovery)
    }

    /// The folder gets its name when it is locked already, so that nobody ever sees it without.
    fn create_as(id: String, recovery: &Path) -> io::Result<Session> {
        make_folder(recovery)?;
        let unborn = recovery.join(format!(".{id}"));
        let folder = recovery.join(&id);
        DirBuilder::new().mode(0o700).create(&unborn)?;
        let born = create_secret(&unborn.join(LOCK)).and_then(|lock| {
            lock.try_lock()?;
            fs::rename(&unborn, &folder)?;
            Ok(lock)
        });
        let lock = born.inspect_err(|_| {
            // What is left of it is of no use and harms nobody.
            let _ = fs::remove_file(unborn.join(LOCK));
            let _ = fs::remove_dir(&unborn);
        })?;
        sync_folder(recovery)?;
        Ok(Session { id, folder, lock })
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Makes the folder again if someone removed it.
    pub fn ensure(&mut self) -> io::Result<()> {
        if self.folder.is_dir() && self.lock.metadata()?.nlink() > 0 {
            return Ok(());
        }
        if self.folder.is_dir() {
            self.lock = create_secret(&self.folder.join(LOCK))?;
            return Ok(self.lock.try_lock()?);
        }
        let recovery = self.folder.parent().unwrap_or(Path::new("/"));
        *self = Session::create_as(self.id.clone(), recovery)?;
        Ok(())
    }

    /// Removes the folder if nothing but the lock is in it.
    pub fn remove_if_empty(self) {
        remove_if_empty(&self.folder);
    }
}

/// A session that is dead, and stays so as long as this is held: nobody else restores or discards it meanwhile.
pub(super) struct DeadSession {
    folder: PathBuf,
    /// None if the lock was removed.
    _lock: Option<File>,
}

impl DeadSession {
    /// Nothing if the session lives, or someone else is looking at what it left.
    pub fn of(folder: &Path) -> io::Result<Option<DeadSession>> {
        let folder = folder.to_path_buf();
        let lock = match File::open(folder.join(LOCK)) {
            Ok(lock) => lock,
            Err(e) if e.kind() == io::ErrorKind::NotFound && folder.is_dir() => {
                return Ok(Some(DeadSession { folder, _lock: None }));
            }
            Err(e) => return Err(e),
        };
        match lock.try_lock() {
            Ok(()) => Ok(Some(DeadSession { folder, _lock: Some(lock) })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(e)) => Err(e),
        }
    }

    /// Removes the folder if nothing but the lock is in it.
    pub fn remove_if_empty(self) {
        remove_if_empty(&self.folder);
    }
}

fn remove_if_empty(folder: &Path) {
    let only_lock = |names: fs::ReadDir| names.take(2).all(|e| e.is_ok_and(|e| e.file_name() == LOCK));
    if fs::read_dir(folder).is_ok_and(only_lock) {
        // A folder that stays is found empty at the next start, and tidied then.
        let _ = fs::remove_file(folder.join(LOCK));
        let _ = fs::remove_dir(folder);
    }
}

/// Makes a folder and those above it, for this user alone.
fn make_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

/// A new file for this user alone.
pub(super) fn create_secret(path: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).create_new(true).mode(0o600).open(path)
}
