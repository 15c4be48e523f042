//! What a folder holds, as a tree of files shows it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

/// What an entry of a folder is. Folders sort first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FolderEntryKind {
    Folder,
    File,
    /// A link to a folder, a device, a pipe, a socket, or a link that leads nowhere: it is not opened as a folder.
    Other,
}

/// One entry of a folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FolderEntry {
    pub path: Arc<Path>,
    pub kind: FolderEntryKind,
    /// Git is told to leave it alone.
    pub ignored: bool,
}

/// What a folder held when it was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FolderContent {
    pub folder: PathBuf,
    /// Folders first, then by name without regard to case.
    pub entries: Vec<FolderEntry>,
    /// There is more than was read.
    pub cut: bool,
    /// Why it could not be read, or not to its end.
    pub problem: Option<String>,
}
