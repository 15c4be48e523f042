//! Overwriting a file that must stay the same one: it has several names, or something that a new file could not have.
//!
//! A copy of the old content lies in the recovery folder, flushed, from before the first byte changes until the last one is
//! on disk. A copy that a crash leaves there is two files: `ID.copy` has the content, `ID.copy-of` the path.

use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io::{self, Seek, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{FallocateFlags, OFlags, fallocate};
use rustix::io::Errno;

use crate::text::Snapshot;

use super::error::{PathError, SaveError};
use super::paths::{random_name, sync_folder};
use super::save::{Expect, stamp_of};
use super::stamp::{BLOCK, ContentHash, Hashing, Seen, Stamp, read_block};

/// How the file with a copied content ends.
pub(in crate::service) const COPY_SUFFIX: &str = "copy";
/// How the file with the path of a copied content ends.
pub(in crate::service) const COPY_OF_SUFFIX: &str = "copy-of";

/// Overwrites a file that was looked at as `seen`.
pub(super) fn write(
    target: &Path,
    seen: &Seen,
    expect: &Expect,
    snapshot: &Snapshot,
    recovery: &Path,
) -> Result<Stamp, SaveError> {
    let changed = || SaveError::Changed { path: target.to_path_buf() };
    let fail = |e| SaveError::of("write", target, e);
    let flags = OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::NOCTTY;
    let mut file =
        OpenOptions::new().read(true).write(true).custom_flags(flags.bits() as i32).open(target).map_err(fail)?;
    PathError::unless_file(target, &file.metadata().map_err(fail)?)?;

    let (copy, hash) = OldContent::copy(&mut file, target, recovery)?;
    let now = Seen::of(&file.metadata().map_err(fail)?);
    let as_expected = match expect {
        Expect::Bytes(stamp) => hash.finish() == stamp.hash && hash.bytes() == stamp.bytes,
        Expect::Anything | Expect::Nothing => true,
    };
    if !as_expected || !now.same_as(seen) {
        return Err(changed());
    }
    reserve(&file, now.len, snapshot.encoded_len() as u64).map_err(fail)?;
    match overwrite(&mut file, snapshot, now.mode) {
        Ok(stamp) => Ok(stamp),
        Err(e) => match copy.put_back(&mut file) {
            Ok(()) => Err(fail(e)),
            Err(_) => Err(SaveError::Torn { path: target.to_path_buf(), copy: copy.keep(), source: e }),
        },
    }
}

/// Makes sure, where the file system can, that the disk has room before the old content is touched.
fn reserve(file: &File, old_len: u64, new_len: u64) -> io::Result<()> {
    if new_len <= old_len {
        return Ok(());
    }
    match fallocate(file, FallocateFlags::KEEP_SIZE, old_len, new_len - old_len) {
        Err(e @ (Errno::NOSPC | Errno::DQUOT | Errno::FBIG)) => {
            file.set_len(old_len)?;
            Err(e.into())
        }
        _ => Ok(()),
    }
}

fn overwrite(file: &mut File, snapshot: &Snapshot, mode: u32) -> io::Result<Stamp> {
    file.rewind()?;
    let mut out = Hashing::new(&mut *file);
    snapshot.write_to(&mut out)?;
    let hash = out.hash;
    file.set_len(hash.bytes())?;
    file.sync_all()?;
    // Writing takes set-user-id bits away. Whoever may not set them again does not own the file, and they stay away.
    if Seen::of(&file.metadata()?).mode != mode {
        let _ = file.set_permissions(Permissions::from_mode(mode & 0o7777));
    }
    stamp_of(file, &hash)
}

/// The content that a file had, in the recovery folder; removed when no longer needed.
struct OldContent {
    content: PathBuf,
    path: PathBuf,
    keep: bool,
}

impl OldContent {
    /// Copies all of `file`, and tells its hash.
    fn copy(file: &mut File, target: &Path, recovery: &Path) -> Result<(OldContent, ContentHash), SaveError> {
        let fail = |e| SaveError::of("write a copy to", recovery, e);
        DirBuilder::new().recursive(true).mode(0o700).create(recovery).map_err(fail)?;
        let id = random_name();
        let content = recovery.join(&id).with_extension(COPY_SUFFIX);
        let copy = OldContent { path: content.with_extension(COPY_OF_SUFFIX), content, keep: false };
        let mut of = create_secret(&copy.path).map_err(fail)?;
        of.write_all(target.as_os_str().as_bytes()).and_then(|()| of.sync_all()).map_err(fail)?;
        let partial = copy.content.with_extension("part");
        let hash = copy_all(file, &partial, &copy.content).inspect_err(|_| {
            // It may never have been made.
            let _ = fs::remove_file(&partial);
        });
        let hash = hash.map_err(fail)?;
        sync_folder(recovery).map_err(fail)?;
        Ok((copy, hash))
    }

    fn put_back(&self, file: &mut File) -> io::Result<()> {
        let mut copy = File::open(&self.content)?;
        file.rewind()?;
        let len = io::copy(&mut copy, file)?;
        file.set_len(len)?;
        file.sync_all()
    }

    fn keep(mut self) -> PathBuf {
        self.keep = true;
        self.content.clone()
    }
}

impl Drop for OldContent {
    fn drop(&mut self) {
        if !self.keep {
            // One left behind is offered at the next start, no more.
            let _ = fs::remove_file(&self.content);
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Copies to `partial`, which gets its final name once it is complete and flushed.
fn copy_all(file: &mut File, partial: &Path, complete: &Path) -> io::Result<ContentHash> {
    let mut out = Hashing::new(create_secret(partial)?);
    let mut block = vec![0; BLOCK];
    loop {
        let n = read_block(file, &mut block)?;
        if n == 0 {
            break;
        }
        out.write_all(&block[..n])?;
    }
    out.out.sync_all()?;
    fs::rename(partial, complete)?;
    Ok(out.hash)
}

fn create_secret(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{BufferId, Revision};
    use crate::text::{Form, Text};

    #[test]
    fn what_fails_midway_is_put_back_and_leaves_no_copy() {
        let folder = tempfile::tempdir().unwrap();
        let (target, recovery) = (folder.path().join("a"), folder.path().join("recovery"));
        fs::write(&target, "old content, longer than the new").unwrap();
        let seen = Seen::of(&fs::metadata(&target).unwrap());
        // A character that is no byte stops the writing after its first 64 KiB.
        let text = Text::from(format!("{}\u{20ac}", "x".repeat(200_000)).as_str());
        let snapshot = Snapshot { buffer: BufferId(1), revision: Revision(1), text, form: Form::Bytes };
        let error = write(&target, &seen, &Expect::Anything, &snapshot, &recovery).unwrap_err();
        assert!(matches!(error, SaveError::Path(PathError::Io { .. })), "{error}");
        assert_eq!(fs::read_to_string(&target).unwrap(), "old content, longer than the new");
        assert_eq!(fs::read_dir(&recovery).unwrap().count(), 0);
    }

    #[test]
    fn a_change_between_the_first_look_and_the_writing_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let (target, recovery) = (folder.path().join("a"), folder.path().join("recovery"));
        fs::write(&target, "old").unwrap();
        let seen = Seen::of(&fs::metadata(&target).unwrap());
        fs::write(&target, "their change").unwrap();
        let snapshot =
            Snapshot { buffer: BufferId(1), revision: Revision(1), text: Text::from("mine"), form: Form::default() };
        let error = write(&target, &seen, &Expect::Anything, &snapshot, &recovery).unwrap_err();
        assert!(matches!(error, SaveError::Changed { .. }), "{error}");
        assert_eq!(fs::read_to_string(&target).unwrap(), "their change");
        assert_eq!(fs::read_dir(&recovery).unwrap().count(), 0);
    }
}
