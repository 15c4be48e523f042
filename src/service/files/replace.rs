//! Writing a new file that takes the old one's place in one step.

use std::fs::{self, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::{
    CWD, Gid, RenameFlags, Uid, XattrFlags, fchown, fgetxattr, fremovexattr, fsetxattr, lgetxattr, lgetxattr_query,
    llistxattr, llistxattr_query, renameat_with,
};
use rustix::io::Errno;

use crate::text::Snapshot;

use super::error::SaveError;
use super::paths::{random_name, sync_folder};
use super::save::{Expect, stamp_of, verify};
use super::stamp::{ContentHash, Hashing, Seen, Stamp};

/// How often the last look is repeated while others change the file's attributes.
const LOOKS: usize = 3;
/// An access list, which a new file may inherit from its folder (acl(5)).
const ACCESS_LIST: &str = "system.posix_acl_access";

/// A stamp, and why the folder could not be flushed if it could not.
type Placed = (Stamp, Option<io::Error>);

/// A file beside the target, removed again unless it took its place. Its name fits wherever any name fits.
struct Temporary {
    file: File,
    path: PathBuf,
    placed: bool,
}

impl Temporary {
    fn create(target: &Path, mode: u32) -> io::Result<Temporary> {
        let path = target.with_file_name(format!(".thc-{}", random_name()));
        let file = OpenOptions::new().write(true).create_new(true).mode(mode).open(&path)?;
        Ok(Temporary { file, path, placed: false })
    }

    fn fill(&mut self, snapshot: &Snapshot) -> io::Result<ContentHash> {
        let mut out = Hashing::new(&mut self.file);
        snapshot.write_to(&mut out)?;
        let hash = out.hash;
        self.file.sync_all()?;
        Ok(hash)
    }

    /// Takes the target's place, whatever is there.
    fn replace(mut self, target: &Path, hash: &ContentHash) -> io::Result<Placed> {
        fs::rename(&self.path, target)?;
        self.placed = true;
        self.finish(target, hash)
    }

    /// Becomes the target, which must not exist.
    fn become_new(mut self, target: &Path, hash: &ContentHash) -> io::Result<Placed> {
        match renameat_with(CWD, &self.path, CWD, target, RenameFlags::NOREPLACE) {
            Ok(()) => self.placed = true,
            // Not every file system knows this kind of renaming; a second name is as good, and the first is removed.
            Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) => fs::hard_link(&self.path, target)?,
            Err(e) => return Err(e.into()),
        }
        self.finish(target, hash)
    }

    fn finish(&self, target: &Path, hash: &ContentHash) -> io::Result<Placed> {
        let flushed = sync_folder(target.parent().unwrap_or(Path::new("/")));
        Ok((stamp_of(&self.file, hash)?, flushed.err()))
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.placed {
            // Nobody could be told; if even removing fails, the file system is gone.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Makes a file that does not exist yet.
pub(super) fn create(target: &Path, snapshot: &Snapshot) -> Result<Placed, SaveError> {
    let fail = |e| SaveError::of("write", target, e);
    let mut temporary = Temporary::create(target, 0o666).map_err(fail)?;
    let hash = temporary.fill(snapshot).map_err(fail)?;
    temporary.become_new(target, &hash).map_err(|e| match e.kind() {
        io::ErrorKind::AlreadyExists => SaveError::Exists { path: target.to_path_buf() },
        _ => fail(e),
    })
}

/// A new file on its way to replace an old one. Nobody but its owner can read it before it is complete.
pub(super) struct Replacement {
    temporary: Temporary,
    target: PathBuf,
    dress: Dress,
}

impl Replacement {
    /// Makes the file; nothing if it cannot be given what the old one has.
    pub fn begin(target: &Path) -> Result<Option<Replacement>, SaveError> {
        let temporary = Temporary::create(target, 0o600).map_err(|e| match e.kind() {
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => SaveError::FolderUnwritable {
                path: target.to_path_buf(),
                folder: target.parent().unwrap_or(Path::new("/")).to_path_buf(),
                source: e,
            },
            _ => SaveError::of("write beside", target, e),
        })?;
        let Ok(dress) = Dress::of(target) else { return Ok(None) };
        if dress.put_on(&temporary.file).is_err() {
            return Ok(None);
        }
        let secret = temporary.file.set_permissions(Permissions::from_mode(0o600));
        secret.map_err(|e| SaveError::of("protect", &temporary.path, e))?;
        Ok(Some(Replacement { temporary, target: target.to_path_buf(), dress }))
    }

    /// Writes the whole content and waits until it is on disk.
    pub fn write(mut self, snapshot: &Snapshot) -> Result<Written, SaveError> {
        let hash = self.temporary.fill(snapshot).map_err(|e| SaveError::of("write", &self.target, e))?;
        Ok(Written { replacement: self, hash })
    }
}

/// A replacement with its content.
pub(super) struct Written {
    replacement: Replacement,
    hash: ContentHash,
}

impl Written {
    /// Takes the old file's place if that is still as expected, with the permissions and attributes it has by now.
    pub fn commit(self, expect: &Expect) -> Result<Placed, SaveError> {
        let Replacement { temporary, target, mut dress } = self.replacement;
        let fail = |e| SaveError::of("replace", &target, e);
        for _ in 0..LOOKS {
            let seen = verify(&target, expect)?;
            if seen.is_some() {
                dress = Dress::of(&target).map_err(fail)?;
            }
            dress.put_on(&temporary.file).map_err(fail)?;
            temporary.file.sync_all().map_err(fail)?;
            if unchanged(&target, seen.as_ref()) {
                return temporary.replace(&target, &self.hash).map_err(fail);
            }
        }
        Err(SaveError::Changed { path: target })
    }
}

fn unchanged(target: &Path, seen: Option<&Seen>) -> bool {
    match (fs::symlink_metadata(target), seen) {
        (Ok(metadata), Some(seen)) => Seen::of(&metadata).same_as(seen),
        (Err(e), None) => e.kind() == io::ErrorKind::NotFound,
        _ => false,
    }
}

/// What a file wears besides its content: permissions, owner, group, access lists, extended attributes.
struct Dress {
    mode: u32,
    uid: u32,
    gid: u32,
    attributes: Vec<(String, Vec<u8>)>,
}

impl Dress {
    fn of(path: &Path) -> io::Result<Dress> {
        let metadata = fs::symlink_metadata(path)?;
        let attributes = attributes_of(path)?;
        Ok(Dress { mode: metadata.mode() & 0o7777, uid: metadata.uid(), gid: metadata.gid(), attributes })
    }

    /// Fails unless everything could be put on.
    fn put_on(&self, file: &File) -> io::Result<()> {
        let has = file.metadata()?;
        let owner = (has.uid() != self.uid).then(|| Uid::from_raw(self.uid));
        let group = (has.gid() != self.gid).then(|| Gid::from_raw(self.gid));
        if owner.is_some() || group.is_some() {
            fchown(file, owner, group)?;
        }
        for (name, value) in &self.attributes {
            if !has_attribute(file, name, value) {
                fsetxattr(file, name.as_str(), value, XattrFlags::empty())?;
            }
        }
        if !self.attributes.iter().any(|(name, _)| name == ACCESS_LIST) {
            match fremovexattr(file, ACCESS_LIST) {
                Ok(()) | Err(Errno::NODATA | Errno::OPNOTSUPP) => {}
                Err(e) => return Err(e.into()),
            }
        }
        // Last, since a change of owner or access list takes bits away.
        file.set_permissions(Permissions::from_mode(self.mode))?;
        let has = file.metadata()?;
        let wears = (has.mode() & 0o7777, has.uid(), has.gid()) == (self.mode, self.uid, self.gid);
        if wears { Ok(()) } else { Err(io::ErrorKind::PermissionDenied.into()) }
    }
}

fn has_attribute(file: &File, name: &str, value: &[u8]) -> bool {
    // One byte more than wanted, so that a longer value shows.
    let mut has = vec![0; value.len() + 1];
    fgetxattr(file, name, &mut has[..]).is_ok_and(|n| &has[..n] == value)
}

/// Extended attributes, access lists among them (xattr(7)); none where the file system has none.
fn attributes_of(path: &Path) -> io::Result<Vec<(String, Vec<u8>)>> {
    let mut names = match llistxattr_query(path) {
        Ok(len) => vec![0; len],
        Err(Errno::OPNOTSUPP) => return Ok(Vec::new()),
        Err(e) => return Err(e.into()),
    };
    if !names.is_empty() {
        let len = llistxattr(path, &mut names[..])?;
        names.truncate(len);
    }
    let names = String::from_utf8(names).map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e))?;
    names.split_terminator('\0').map(|name| Ok((name.to_owned(), attribute(path, name)?))).collect()
}

fn attribute(path: &Path, name: &str) -> io::Result<Vec<u8>> {
    let mut value = vec![0; lgetxattr_query(path, name)?];
    if !value.is_empty() {
        let len = lgetxattr(path, name, &mut value[..])?;
        value.truncate(len);
    }
    Ok(value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::{BufferId, Revision};
    use crate::service::files::{LoadLimits, load};
    use crate::text::{Form, Text};

    fn snapshot(text: &str) -> Snapshot {
        Snapshot { buffer: BufferId(1), revision: Revision(1), text: Text::from(text), form: Form::default() }
    }

    /// A file that was loaded and whose replacement is written; what happens next happens *during* the save.
    fn halfway(folder: &Path) -> (PathBuf, Written, Expect) {
        let path = folder.join("a.hs");
        fs::write(&path, "main = old\n").unwrap();
        let loaded = load(&path, &LoadLimits::now()).unwrap();
        let written = Replacement::begin(&path).unwrap().unwrap().write(&snapshot("main = new\n")).unwrap();
        (path, written, Expect::Bytes(loaded.stamp))
    }

    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_change_of_equal_length_during_the_save_is_seen() {
        let folder = tempfile::tempdir().unwrap();
        let (path, written, expect) = halfway(folder.path());
        fs::write(&path, "main = its\n").unwrap();
        assert!(matches!(written.commit(&expect), Err(SaveError::Changed { .. })));
        assert_eq!(fs::read_to_string(&path).unwrap(), "main = its\n");
        assert_eq!(names(folder.path()), ["a.hs"]);
    }

    #[test]
    fn deletion_and_a_folder_during_the_save_are_seen() {
        let folder = tempfile::tempdir().unwrap();
        let (path, written, expect) = halfway(folder.path());
        fs::remove_file(&path).unwrap();
        assert!(matches!(written.commit(&expect), Err(SaveError::Gone { .. })));
        assert_eq!(names(folder.path()), [] as [&str; 0]);

        let (path, written, expect) = halfway(folder.path());
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert!(matches!(written.commit(&expect), Err(SaveError::Path(_))));
        assert_eq!(names(folder.path()), ["a.hs"]);
    }

    #[test]
    fn permissions_given_during_the_save_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let (path, written, expect) = halfway(folder.path());
        fs::set_permissions(&path, Permissions::from_mode(0o751)).unwrap();
        written.commit(&expect).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "main = new\n");
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o7777, 0o751);
    }

    #[test]
    fn the_new_file_is_secret_until_it_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let (_, written, _) = halfway(folder.path());
        let mode = fs::metadata(&written.replacement.temporary.path).unwrap().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn a_new_file_does_not_replace_one_that_came_meanwhile() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.hs");
        let mut temporary = Temporary::create(&path, 0o666).unwrap();
        let hash = temporary.fill(&snapshot("mine")).unwrap();
        fs::write(&path, "theirs").unwrap();
        assert_eq!(temporary.become_new(&path, &hash).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
        assert_eq!(names(folder.path()), ["a.hs"]);
    }
}
