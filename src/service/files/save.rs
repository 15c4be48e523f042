//! Saving: what is checked, and which of the two ways of writing is taken.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rustix::fs::{Access, AtFlags, CWD, accessat};
use rustix::io::Errno;
use rustix::process::geteuid;

use crate::text::{ByteOffset, Snapshot};

use super::error::{PathError, SaveError};
use super::in_place;
use super::paths::follow;
use super::replace::{self, Replacement};
use super::stamp::{ContentHash, Seen, Stamp, open_for_reading};

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// A new file takes the old one's place, except where that would lose hard links, the owner or attributes.
    Auto,
    /// The old file is overwritten, after a copy of it went to the recovery folder.
    InPlace,
}

/// What is to be saved, and where.
#[derive(Clone, Debug)]
pub struct SaveRequest {
    /// The text, byte for byte.
    pub snapshot: Snapshot,
    /// The file; symbolic links are followed to their target, which stays one.
    pub path: PathBuf,
    /// What must be on disk; nothing when the file must not exist yet.
    pub expected: Option<Stamp>,
    /// How to write.
    pub how: How,
    /// Whether to write even if something else is on disk than expected, or nothing.
    pub overwrite: bool,
    /// The folder for a copy of a file that is overwritten in place; made if missing.
    pub recovery: PathBuf,
}

/// A file that was saved.
#[derive(Debug)]
pub struct Saved {
    /// What is on disk now.
    pub stamp: Stamp,
    /// The file, symbolic links followed.
    pub path: PathBuf,
    /// How it was written.
    pub how: How,
    /// Why a power cut could still bring the old file back: its folder could not be flushed.
    pub unflushed: Option<io::Error>,
}

/// What must be on disk for a save to go on.
#[derive(Clone, Copy, Debug)]
pub(super) enum Expect {
    Nothing,
    Bytes(Stamp),
    Anything,
}

/// Saves a text, whole or not at all.
///
/// The file is refused if it is read-only, whatever its folder allows, and if its bytes are not the expected ones; that is
/// checked before anything is written and once more right before the new file takes its place. A new file gets the
/// permissions that the system gives new files; a file that replaces another gets its permissions, owner, group, access
/// lists and extended attributes.
pub fn save(request: &SaveRequest) -> Result<Saved, SaveError> {
    let target = follow(&request.path)?;
    let expect = match request.expected {
        _ if request.overwrite => Expect::Anything,
        Some(stamp) => Expect::Bytes(stamp),
        None => Expect::Nothing,
    };
    refuse_foreign_characters(&request.snapshot, &target)?;
    let Some(seen) = verify(&target, &expect)? else {
        let (stamp, unflushed) = replace::create(&target, &request.snapshot)?;
        return Ok(Saved { stamp, path: target, how: How::Auto, unflushed });
    };
    refuse_read_only(&target, &seen)?;
    if request.how == How::Auto
        && !needs_its_inode(&seen)
        && let Some(replacement) = Replacement::begin(&target)?
    {
        let (stamp, unflushed) = replacement.write(&request.snapshot)?.commit(&expect)?;
        return Ok(Saved { stamp, path: target, how: How::Auto, unflushed });
    }
    let stamp = in_place::write(&target, &seen, &expect, &request.snapshot, &request.recovery)?;
    Ok(Saved { stamp, path: target, how: How::InPlace, unflushed: None })
}

/// Looks at the file: an error unless it is as expected. Nothing if there is none and that is right.
pub(super) fn verify(target: &Path, expect: &Expect) -> Result<Option<Seen>, SaveError> {
    let fail = |e: io::Error| match e.kind() {
        io::ErrorKind::NotFound => SaveError::Gone { path: target.to_path_buf() },
        _ => PathError::of("compare", target, e).into(),
    };
    let metadata = match fs::symlink_metadata(target) {
        Err(e) if e.kind() == io::ErrorKind::NotFound && !matches!(expect, Expect::Bytes(_)) => return Ok(None),
        other => other.map_err(fail)?,
    };
    PathError::unless_file(target, &metadata)?;
    let stamp = match expect {
        Expect::Nothing => return Err(SaveError::Exists { path: target.to_path_buf() }),
        Expect::Anything => return Ok(Some(Seen::of(&metadata))),
        Expect::Bytes(stamp) => stamp,
    };
    let mut file = open_for_reading(target).map_err(fail)?;
    let seen = Seen::of(&file.metadata().map_err(fail)?);
    let holds = stamp.holds(&mut file, &seen).map_err(fail)?;
    let after = Seen::of(&file.metadata().map_err(fail)?);
    if holds && after.same_as(&seen) { Ok(Some(after)) } else { Err(SaveError::Changed { path: target.to_path_buf() }) }
}

/// Whether a new file could not stand for this one: it has other names, or an owner that only the superuser can give.
fn needs_its_inode(seen: &Seen) -> bool {
    let user = geteuid();
    seen.nlink > 1 || (!user.is_root() && seen.uid != user.as_raw())
}

/// A file without any write bit is read-only even for the superuser.
fn refuse_read_only(target: &Path, seen: &Seen) -> Result<(), SaveError> {
    let read_only = || SaveError::ReadOnly { path: target.to_path_buf() };
    if seen.mode & 0o222 == 0 {
        return Err(read_only());
    }
    match accessat(CWD, target, Access::WRITE_OK, AtFlags::EACCESS) {
        Err(Errno::ACCESS | Errno::PERM | Errno::ROFS) => Err(read_only()),
        // Whatever else is wrong shows when the file is used.
        _ => Ok(()),
    }
}

fn refuse_foreign_characters(snapshot: &Snapshot, target: &Path) -> Result<(), SaveError> {
    let text = &snapshot.text;
    let mut chunks = text.chunks(ByteOffset::ZERO..text.end());
    match chunks.find_map(|chunk| snapshot.form.first_foreign(chunk)) {
        None => Ok(()),
        Some(character) => Err(SaveError::NotBytes { path: target.to_path_buf(), character }),
    }
}

/// The stamp of a file that was just written.
pub(super) fn stamp_of(file: &fs::File, hash: &ContentHash) -> io::Result<Stamp> {
    let seen = Seen::of(&file.metadata()?);
    Ok(Stamp { seen, hash: hash.finish(), bytes: hash.bytes(), settled: seen.settled(SystemTime::now()) })
}
