//! What a file was like at one moment, and whether it still is.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustix::fs::OFlags;
use twox_hash::xxhash3_128::Hasher;

pub use crate::model::{Seen, Stamp};

/// Bytes that are read at a time.
pub(super) const BLOCK: usize = 1 << 20;
/// A change within this time of the last one may leave the times of a file as they are: FAT counts in 2 s, other file
/// systems in the ticks of the kernel.
const GRANULARITY: Duration = Duration::from_secs(2);

impl Seen {
    pub(super) fn of(metadata: &Metadata) -> Seen {
        let ns = |secs: i64, nanos: i64| i128::from(secs) * 1_000_000_000 + i128::from(nanos);
        Seen {
            dev: metadata.dev(),
            ino: metadata.ino(),
            len: metadata.len(),
            mtime_ns: ns(metadata.mtime(), metadata.mtime_nsec()),
            ctime_ns: ns(metadata.ctime(), metadata.ctime_nsec()),
            mode: metadata.mode(),
            uid: metadata.uid(),
            gid: metadata.gid(),
            nlink: metadata.nlink(),
        }
    }

    /// What the system says about whatever has that name, symbolic links followed; nothing where it says nothing.
    pub(in crate::service) fn at(path: &Path) -> Option<Seen> {
        std::fs::metadata(path).ok().as_ref().map(Seen::of)
    }

    /// Opens a file and looks at it. Anything but a regular file fails.
    pub(in crate::service) fn look(path: &Path) -> io::Result<(File, Seen)> {
        let file = open_for_reading(path)?;
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        Ok((file, Seen::of(&metadata)))
    }

    /// Whether any later change of the file would show in its times, seen from `now`: they lie far enough in the past.
    pub(super) fn settled(&self, now: SystemTime) -> bool {
        let now = now.duration_since(UNIX_EPOCH).map_or(0, |d| d.as_nanos());
        let margin = GRANULARITY.as_nanos() as i128;
        self.mtime_ns.max(self.ctime_ns).saturating_add(margin) < i128::try_from(now).unwrap_or(i128::MAX)
    }

    /// Whether this is the same file, untouched as far as the system tells.
    pub(super) fn same_as(&self, other: &Seen) -> bool {
        let key = |s: &Seen| (s.dev, s.ino, s.len, s.mtime_ns, s.ctime_ns);
        key(self) == key(other)
    }
}

impl Stamp {
    /// Whether a file, looked at as `now`, still holds the bytes of the stamp. Reads it only where the rule above says so.
    pub(in crate::service) fn holds(&self, file: &mut File, now: &Seen) -> io::Result<bool> {
        if self.settled && self.seen.same_as(now) {
            return Ok(true);
        }
        if self.seen.len != now.len {
            return Ok(false);
        }
        let (hash, bytes) = hash_all(file, self.bytes)?;
        Ok(bytes == self.bytes && hash == self.hash)
    }
}

/// The hash and length of what is left to read, or of its first bytes as soon as there are more than `most`.
fn hash_all(file: &mut File, most: u64) -> io::Result<(u128, u64)> {
    let mut hash = ContentHash::default();
    let mut block = vec![0; BLOCK.min(usize::try_from(most).unwrap_or(BLOCK).saturating_add(1))];
    while hash.bytes() <= most {
        let n = read_block(file, &mut block)?;
        if n == 0 {
            break;
        }
        hash.update(&block[..n]);
    }
    Ok((hash.finish(), hash.bytes()))
}

/// Opens without waiting, so that a pipe that took the file's place does not hang, and without taking a terminal.
pub(super) fn open_for_reading(path: &Path) -> io::Result<File> {
    let flags = OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::NOCTTY;
    OpenOptions::new().read(true).custom_flags(flags.bits() as i32).open(path)
}

/// Fills a block as far as the file reaches.
pub(super) fn read_block(file: &mut impl Read, block: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < block.len() {
        match file.read(&mut block[filled..]) {
            Ok(0) => break,
            Ok(n) => filled += n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(filled)
}

/// XXH3-128 of bytes that come in pieces, and their number.
#[derive(Default)]
pub(in crate::service) struct ContentHash {
    hasher: Hasher,
    bytes: u64,
}

impl ContentHash {
    pub fn update(&mut self, piece: &[u8]) {
        self.hasher.write(piece);
        self.bytes += piece.len() as u64;
    }

    pub fn finish(&self) -> u128 {
        self.hasher.finish_128()
    }

    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// A writer that hashes what goes through.
pub(in crate::service) struct Hashing<W> {
    pub out: W,
    pub hash: ContentHash,
}

impl<W: Write> Hashing<W> {
    pub fn new(out: W) -> Hashing<W> {
        Hashing { out, hash: ContentHash::default() }
    }
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        let n = self.out.write(piece)?;
        self.hash.update(&piece[..n]);
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
