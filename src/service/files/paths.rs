//! Where a path leads.

use std::fs::{self, File};
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::path::{Component, Path, PathBuf};

use super::error::PathError;

/// As many symbolic links as the kernel follows (path_resolution(7)).
const MOST_LINKS: usize = 40;

/// The absolute form of a path, without `.` and `..`. Symbolic links stay, except where a `..` comes after them: it
/// means the parent of where they lead.
///
/// Fails if the current folder is needed and gone.
pub fn resolve(path: &Path) -> io::Result<PathBuf> {
    let mut clean = PathBuf::new();
    for component in std::path::absolute(path)?.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                if let Ok(real) = fs::canonicalize(&clean) {
                    clean = real;
                }
                clean.pop();
            }
            other => clean.push(other),
        }
    }
    Ok(clean)
}

/// The file that a path leads to through its symbolic links, whether or not it exists: its real folder, and its name.
pub(super) fn follow(path: &Path) -> Result<PathBuf, PathError> {
    let mut at = path.to_path_buf();
    for _ in 0..=MOST_LINKS {
        let Some(name) = at.file_name().map(ToOwned::to_owned) else {
            return fs::canonicalize(&at).map_err(|e| PathError::of("find", path, e));
        };
        let folder = match at.parent() {
            Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
            Some(parent) => parent,
            None => Path::new("/"),
        };
        let real = real_folder(folder, path)?;
        let file = real.join(name);
        match fs::read_link(&file) {
            Ok(target) => at = real.join(target),
            Err(_) => return Ok(file),
        }
    }
    Err(PathError::SymlinkCycle { path: path.to_path_buf() })
}

fn real_folder(folder: &Path, path: &Path) -> Result<PathBuf, PathError> {
    let missing = || PathError::FolderMissing { path: path.to_path_buf(), folder: folder.to_path_buf() };
    let real = fs::canonicalize(folder).map_err(|e| match e.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => missing(),
        _ => PathError::of("find", path, e),
    })?;
    if real.is_dir() { Ok(real) } else { Err(missing()) }
}

/// 16 hexadecimal digits that nobody else has chosen. They need not be secret: files are made with `O_EXCL`.
pub(in crate::service) fn random_name() -> String {
    format!("{:016x}", RandomState::new().hash_one(std::process::id()))
}

/// Makes what happened to the names in a folder last through a power cut. Folders that cannot be opened for reading are
/// left to the system.
pub(in crate::service) fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder) {
        Ok(folder) => folder.sync_all().or_else(|e| match e.kind() {
            io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported => Ok(()),
            _ => Err(e),
        }),
        Err(e) if e.kind() == io::ErrorKind::PermissionDenied => Ok(()),
        Err(e) => Err(e),
    }
}
