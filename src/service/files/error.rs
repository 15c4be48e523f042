//! What can be wrong with a path, a load and a save.

use std::fmt;
use std::fs::{FileType, Metadata};
use std::io;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};

use rustix::io::Errno;

use super::memory::Shortage;

/// What a path names when it is no regular file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A directory.
    Folder,
    /// A named pipe.
    Fifo,
    /// A socket.
    Socket,
    /// A character or block device.
    Device,
    /// A symbolic link where none was before.
    Symlink,
}

impl FileKind {
    /// What a file type is, unless it is a regular file.
    pub(super) fn of(kind: FileType) -> Option<FileKind> {
        if kind.is_file() {
            return None;
        }
        Some(match () {
            () if kind.is_dir() => FileKind::Folder,
            () if kind.is_fifo() => FileKind::Fifo,
            () if kind.is_socket() => FileKind::Socket,
            () if kind.is_symlink() => FileKind::Symlink,
            () => FileKind::Device,
        })
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FileKind::Folder => "a folder",
            FileKind::Fifo => "a named pipe",
            FileKind::Socket => "a socket",
            FileKind::Device => "a device",
            FileKind::Symlink => "a symbolic link",
        })
    }
}

/// A path that cannot be read or written, whatever the file holds.
#[derive(Debug, thiserror::Error)]
pub enum PathError {
    /// Its symbolic links lead in a circle, or through more than 40 links.
    #[error("{}: its symbolic links lead in a circle", path.display())]
    SymlinkCycle {
        /// The path asked for.
        path: PathBuf,
    },
    /// The folder that should hold the file is not there.
    #[error("{}: the folder {} does not exist; make it first, or choose another place", path.display(), folder.display())]
    FolderMissing {
        /// The path asked for.
        path: PathBuf,
        /// The folder that is missing, or is no folder.
        folder: PathBuf,
    },
    /// It names something that is no regular file.
    #[error("{} is {kind}, not a file", path.display())]
    NotAFile {
        /// The path asked for.
        path: PathBuf,
        /// What is there.
        kind: FileKind,
    },
    /// The system does not let this user do that.
    #[error("{}: permission denied", path.display())]
    Denied {
        /// The path that was refused.
        path: PathBuf,
    },
    /// Anything else that the system reports.
    #[error("cannot {doing} {}: {source}", path.display())]
    Io {
        /// What was tried, as a verb.
        doing: &'static str,
        /// With which path.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl PathError {
    /// Classes an error of the system.
    pub(super) fn of(doing: &'static str, path: &Path, source: io::Error) -> PathError {
        let path = path.to_path_buf();
        match Errno::from_io_error(&source) {
            Some(Errno::LOOP) => PathError::SymlinkCycle { path },
            Some(Errno::ACCESS | Errno::PERM) => PathError::Denied { path },
            Some(Errno::NOTDIR) => {
                let folder = path.parent().unwrap_or(&path).to_path_buf();
                PathError::FolderMissing { path, folder }
            }
            Some(Errno::ISDIR) => PathError::NotAFile { path, kind: FileKind::Folder },
            _ => PathError::Io { doing, path, source },
        }
    }

    /// Refuses everything but regular files.
    pub(super) fn unless_file(path: &Path, metadata: &Metadata) -> Result<(), PathError> {
        match FileKind::of(metadata.file_type()) {
            None => Ok(()),
            Some(kind) => Err(PathError::NotAFile { path: path.to_path_buf(), kind }),
        }
    }
}

/// Why a file was not loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The path itself is of no use.
    #[error(transparent)]
    Path(#[from] PathError),
    /// There is no such file in a folder that exists: a new buffer can have this name.
    #[error("{} does not exist", path.display())]
    Missing {
        /// The file that would be made, symbolic links followed.
        path: PathBuf,
    },
    /// The text would not fit into the memory there is.
    #[error("{} has {len} bytes and needs about {} MB to edit, but {shortage}", path.display(), needed / 1_000_000)]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// Its length, bytes.
        len: u64,
        /// What it would take, bytes.
        needed: u64,
        /// What there is.
        shortage: Shortage,
    },
    /// It changed while it was being read, each time.
    #[error("{} keeps changing while it is read; try again when its writer is done", path.display())]
    Unstable {
        /// The file.
        path: PathBuf,
    },
}

/// Why a text was not saved. Unless [`SaveError::Torn`], what was on disk still is, and no temporary file is left.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// The path itself is of no use; among others, a folder took the file's place.
    #[error(transparent)]
    Path(#[from] PathError),
    /// The file that was loaded was deleted meanwhile. It can be saved as a new one.
    #[error("{} was deleted by someone else; save it again as a new file", path.display())]
    Gone {
        /// The file, symbolic links followed.
        path: PathBuf,
    },
    /// A new file was to be made, and there is one already.
    #[error("{} exists already", path.display())]
    Exists {
        /// The file, symbolic links followed.
        path: PathBuf,
    },
    /// The bytes on disk are not those that were loaded.
    #[error("{} was changed by someone else since it was loaded", path.display())]
    Changed {
        /// The file, symbolic links followed.
        path: PathBuf,
    },
    /// The file is read-only, by its mode, its attributes or its file system.
    #[error("{} is read-only; change its permissions first, or save under another name", path.display())]
    ReadOnly {
        /// The file, symbolic links followed.
        path: PathBuf,
    },
    /// No file can be made beside it, as saving safely needs. [`How::InPlace`](super::How::InPlace) can overwrite it.
    #[error("no file can be made in {} ({source}); {} can be overwritten in place", folder.display(), path.display())]
    FolderUnwritable {
        /// The file, symbolic links followed.
        path: PathBuf,
        /// Its folder.
        folder: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The disk or the quota is full.
    #[error("no space left for {}", path.display())]
    NoSpace {
        /// The file or folder that did not fit.
        path: PathBuf,
    },
    /// More than the largest file that the file system or a limit of this process allows.
    #[error("{} would be larger than the limit on files", path.display())]
    TooLarge {
        /// The file that did not fit.
        path: PathBuf,
    },
    /// A text of bytes holds a character that is no byte.
    #[error("the text holds {character:?}, which is no byte; {} was not written", path.display())]
    NotBytes {
        /// The file.
        path: PathBuf,
        /// The first such character.
        character: char,
    },
    /// Writing in place failed midway, and putting the old content back failed as well: it lies in `copy`.
    #[error("{} was written only in part ({source}); its old content is in {}", path.display(), copy.display())]
    Torn {
        /// The file.
        path: PathBuf,
        /// Where the old content lies.
        copy: PathBuf,
        /// What failed first.
        source: io::Error,
    },
}

impl SaveError {
    /// Classes an error of the system while something was written.
    pub(super) fn of(doing: &'static str, path: &Path, source: io::Error) -> SaveError {
        match Errno::from_io_error(&source) {
            Some(Errno::NOSPC | Errno::DQUOT) => SaveError::NoSpace { path: path.to_path_buf() },
            Some(Errno::FBIG) => SaveError::TooLarge { path: path.to_path_buf() },
            Some(Errno::ROFS) => SaveError::ReadOnly { path: path.to_path_buf() },
            _ => PathError::of(doing, path, source).into(),
        }
    }
}
