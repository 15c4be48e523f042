//! The records of a log: how they are framed, and how they are read back from a log that may be torn.
//!
//! A log is the line [`MAGIC`], then records. A record is the length of its payload and the CRC-32 of that, each 4 bytes,
//! little-endian, and the payload, JSON. The first record of a log is a [`Header`]. The first record that is cut short or
//! does not match ends the log.

use std::io::{self, BufRead, Read};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::base::{BufferId, Revision};
use crate::service::files::Stamp;
use crate::text::{Edit, Form};

use super::Origin;

/// The first line of every log; names the version of all that follows.
pub(super) const MAGIC: &[u8] = b"thc-edit journal 1\n";
/// No record is longer, bytes. An edit's text has at most 8 MiB, six times that when every character is escaped.
const MOST_BYTES: u32 = 64 << 20;

/// Where the text before the first edit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum BaseKind {
    /// It is the empty text.
    Empty,
    /// It is the file's content, as the stamp says, and will be copied.
    Disk,
    /// It will be copied; nothing else has it.
    Copy,
}

/// The size of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Extent {
    /// Bytes of UTF-8.
    pub bytes: u64,
    /// Lines.
    pub lines: u64,
}

/// The file that a text belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct OriginRecord {
    path: Option<Vec<u8>>,
    stamp: Option<Stamp>,
}

impl From<&Origin> for OriginRecord {
    fn from(origin: &Origin) -> OriginRecord {
        let path = origin.path.as_ref().map(|path| path.as_os_str().as_bytes().to_vec());
        OriginRecord { path, stamp: origin.stamp }
    }
}

impl From<OriginRecord> for Origin {
    fn from(record: OriginRecord) -> Origin {
        let path = record.path.map(|bytes| PathBuf::from(std::ffi::OsString::from_vec(bytes)));
        Origin { path, stamp: record.stamp }
    }
}

/// What a log is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    pub buffer: BufferId,
    pub origin: OriginRecord,
    pub form: Form,
    pub revision: Revision,
    /// The text before the first edit.
    pub extent: Extent,
    pub base: BaseKind,
}

/// One record.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Record {
    /// The first one.
    Header(Header),
    /// The base was copied, completely.
    Based {
        /// Length of the copy, bytes.
        bytes: u64,
        /// XXH3-128 of the copy.
        hash: u128,
    },
    /// A change, as edits in ascending order with ranges of the text before it.
    Edited {
        /// The state after it.
        revision: Revision,
        /// The text after it.
        extent: Extent,
        /// What changed.
        edits: Vec<Edit>,
    },
    /// The text belongs to another file, or another state of it, from now on.
    Moved(OriginRecord),
}

impl Record {
    /// Appends the record to what is to be written.
    pub fn put(&self, out: &mut Vec<u8>) -> io::Result<()> {
        let start = out.len();
        out.extend_from_slice(&[0; 8]);
        serde_json::to_writer(&mut *out, self)?;
        let payload = &out[start + 8..];
        let len = u32::try_from(payload.len()).ok().filter(|&len| len <= MOST_BYTES);
        let len = len.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "a record that is too long"))?;
        let crc = crc32fast::hash(payload);
        out[start..start + 4].copy_from_slice(&len.to_le_bytes());
        out[start + 4..start + 8].copy_from_slice(&crc.to_le_bytes());
        Ok(())
    }
}

/// Reads a log up to its end or its first damage.
pub(super) struct Records<R> {
    log: R,
    /// Whether something follows the last good record.
    pub damaged: bool,
}

impl<R: BufRead> Records<R> {
    /// Reads the first line and the header; nothing if they are damaged, or of another version.
    pub fn open(mut log: R) -> io::Result<Option<(Header, Records<R>)>> {
        let mut magic = [0; MAGIC.len()];
        if read_up_to(&mut log, &mut magic)? < magic.len() || magic != MAGIC {
            return Ok(None);
        }
        let mut records = Records { log, damaged: false };
        Ok(match records.next()? {
            Some(Record::Header(header)) => Some((header, records)),
            _ => None,
        })
    }

    /// The next record; nothing at the end. Fails only if the log cannot be read.
    pub fn next(&mut self) -> io::Result<Option<Record>> {
        if self.damaged {
            return Ok(None);
        }
        let mut frame = [0; 8];
        let n = read_up_to(&mut self.log, &mut frame)?;
        if n == 0 {
            return Ok(None);
        }
        let record = if n == frame.len() { self.payload(frame)? } else { None };
        self.damaged = record.is_none();
        Ok(record)
    }

    fn payload(&mut self, frame: [u8; 8]) -> io::Result<Option<Record>> {
        let [a, b, c, d, rest @ ..] = frame;
        let (len, crc) = (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes(rest));
        if len > MOST_BYTES {
            return Ok(None);
        }
        let mut payload = Vec::new();
        let n = (&mut self.log).take(u64::from(len)).read_to_end(&mut payload)?;
        let whole = n as u64 == u64::from(len) && crc32fast::hash(&payload) == crc;
        Ok(if whole { serde_json::from_slice(&payload).ok() } else { None })
    }
}

fn read_up_to(from: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match from.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(n) => filled += n,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(e) => return Err(e),
        }
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::ByteOffset;

    fn log() -> (Vec<u8>, Vec<usize>) {
        let mut log = MAGIC.to_vec();
        let mut ends = Vec::new();
        let extent = Extent { bytes: 0, lines: 1 };
        let origin = OriginRecord::from(&Origin { path: Some("/a/ß\n".into()), stamp: None });
        let header = Header {
            buffer: BufferId(7),
            origin,
            form: Form::default(),
            revision: Revision(1),
            extent,
            base: BaseKind::Empty,
        };
        let edit = |n: u64| Record::Edited {
            revision: Revision(n),
            extent: Extent { bytes: n, lines: 1 },
            edits: vec![Edit::insert(ByteOffset::ZERO, "\"\u{0}ß\n")],
        };
        for record in [Record::Header(header), edit(2), Record::Based { bytes: 1, hash: u128::MAX }, edit(3)] {
            record.put(&mut log).unwrap();
            ends.push(log.len());
        }
        (log, ends)
    }

    fn count(log: &[u8]) -> (usize, bool) {
        let Some((_, mut records)) = Records::open(log).unwrap() else { return (0, true) };
        let mut n = 1;
        while records.next().unwrap().is_some() {
            n += 1;
        }
        (n, records.damaged)
    }

    #[test]
    fn a_log_cut_anywhere_keeps_every_whole_record() {
        let (log, ends) = log();
        assert_eq!(count(&log), (4, false));
        for cut in 0..log.len() {
            let whole = ends.iter().filter(|&&end| end <= cut).count();
            let clean = ends.contains(&cut);
            assert_eq!(count(&log[..cut]), (whole, !clean), "cut at {cut}");
        }
    }

    #[test]
    fn any_changed_byte_ends_the_log_before_it() {
        let (log, ends) = log();
        for at in MAGIC.len()..log.len() {
            let mut bad = log.clone();
            bad[at] ^= 0x20;
            let before = ends.iter().filter(|&&end| end <= at).count();
            assert_eq!(count(&bad), (before, true), "byte {at}");
        }
    }

    #[test]
    fn zeros_after_a_power_cut_are_damage() {
        let (mut log, _) = log();
        log.extend_from_slice(&[0; 64]);
        assert_eq!(count(&log), (4, true));
    }
}
