//! What a file was like when it was last read or written.

use serde::{Deserialize, Serialize};

/// What the system says about a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seen {
    /// Device.
    pub dev: u64,
    /// Inode.
    pub ino: u64,
    /// Length, bytes.
    pub len: u64,
    /// When the content last changed, ns since 1970.
    pub mtime_ns: i128,
    /// When content, attributes or name last changed, ns since 1970; no program can set it.
    pub ctime_ns: i128,
    /// Type and permission bits.
    pub mode: u32,
    /// Owner.
    pub uid: u32,
    /// Group.
    pub gid: u32,
    /// Number of hard links.
    pub nlink: u64,
}

/// What was on disk when a text and its file last agreed.
///
/// The file still holds the same bytes when it is the same inode with the same length and times, *and* those times were
/// at least 2 s old when the stamp was taken, so that no later change can hide in their granularity. In every other case
/// of equal length its bytes are hashed and compared; that accepts a file that was merely touched or written anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    /// What the system said.
    pub seen: Seen,
    /// XXH3-128 of the bytes.
    pub hash: u128,
    /// Number of bytes hashed; differs from `seen.len` for files that the kernel makes up, like those of `/proc`.
    pub bytes: u64,
    /// Whether the times in `seen` were old enough to be trusted.
    pub settled: bool,
}
