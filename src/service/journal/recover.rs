//! What sessions that ended badly left behind: found, restored, discarded.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::base::BufferId;
use crate::service::files::{
    COPY_OF_SUFFIX, COPY_SUFFIX, ContentHash, LoadError, LoadLimits, Seen, Shortage, Stamp, load,
};
use crate::text::{ByteOffset, Form, Text, TextBuilder, Transaction};

use super::Origin;
use super::keep::log_path;
use super::record::{BaseKind, Extent, Header, Record, Records};
use super::session::{DeadSession, recovery_dir};

/// Sessions and names in a session that are looked at, at most.
const MOST_SESSIONS: usize = 1000;
const MOST_NAMES: usize = 10_000;

/// What is left of a buffer or a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// The changes of a buffer.
    Edits {
        /// The buffer's id in its session.
        buffer: BufferId,
        /// How many changes.
        changes: u64,
    },
    /// What a file held before it was overwritten in place, which did not come to its end.
    OldContent,
    /// A log of a buffer that cannot be read at all.
    Unreadable {
        /// The buffer's id in its session.
        buffer: BufferId,
    },
}

/// Whether the text before the first change is still to be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaseStatus {
    /// It was empty.
    Empty,
    /// The journal has a copy.
    Copied,
    /// The journal has no copy, but the file on disk is as it was.
    OnDisk,
    /// The journal has no copy, and the file on disk was changed.
    DiskChanged,
    /// The journal has no copy, and the file on disk is gone.
    DiskMissing,
    /// The journal's copy is missing.
    CopyMissing,
}

impl BaseStatus {
    fn is_there(self) -> bool {
        matches!(self, BaseStatus::Empty | BaseStatus::Copied | BaseStatus::OnDisk)
    }
}

/// Something that can be restored.
#[derive(Clone, Debug)]
pub struct Recoverable {
    /// The session that left it.
    pub session: String,
    /// Its name in that session.
    pub journal: String,
    /// What it is.
    pub what: What,
    /// The file that the text belongs to.
    pub path: Option<PathBuf>,
    /// When it was last written.
    pub when: SystemTime,
    /// What the characters of the text stand for.
    pub form: Form,
    /// The length of the text after the last change, bytes of UTF-8.
    pub bytes: u64,
    /// Its lines.
    pub lines: u64,
    /// Whether the text before the first change is to be had.
    pub base: BaseStatus,
    /// The last record was cut short, by a crash or a power cut; it is left out.
    pub torn: bool,
    folder: PathBuf,
}

/// How much of a text was restored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wholeness {
    /// All that was journaled.
    Whole,
    /// What was journaled after some point could not be read; the text is as it was there.
    CutShort,
    /// The text before the first change is lost. What was typed is there, with a line in place of each part that is
    /// missing; in a text of bytes, missing ones are zero.
    Fragments {
        /// Why it is lost.
        why: String,
    },
}

/// A text that was restored. Its journal stays until [`discard`]: call that when the text is in the journal of this
/// session.
#[derive(Clone, Debug)]
pub struct Restored {
    /// The text.
    pub text: Text,
    /// What its characters stand for.
    pub form: Form,
    /// Its file, and what was on disk when it and the text last agreed.
    pub origin: Origin,
    /// Whether it is complete.
    pub wholeness: Wholeness,
}

/// Why nothing was restored.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// Another process is restoring, or the session lives after all.
    #[error("session {session} is in use by another process; try again when that has ended")]
    Busy {
        /// Which.
        session: String,
    },
    /// The journal is gone or cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Its beginning is damaged, or of another version of this program.
    #[error("{} is damaged, or of another version; look at it with another program", path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
    },
    /// The text would not fit into the memory there is.
    #[error("the text has {bytes} bytes, but {shortage}")]
    TooLarge {
        /// Its length.
        bytes: u64,
        /// What there is.
        shortage: Shortage,
    },
    /// A copied file could not be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
}

fn unreadable(path: &Path) -> impl Fn(io::Error) -> RestoreError {
    move |source| RestoreError::Io { path: path.to_path_buf(), source }
}

/// Everything that dead sessions left, newest first. Sessions that left nothing are tidied away. Living ones are not
/// touched. No recovery folder is the same as an empty one.
pub fn scan(state_dir: &Path) -> io::Result<Vec<Recoverable>> {
    let sessions = match fs::read_dir(recovery_dir(state_dir)) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        sessions => sessions?,
    };
    let mut found = Vec::new();
    for entry in sessions.take(MOST_SESSIONS) {
        let folder = entry?.path();
        let name = folder.file_name().map(OsStr::to_string_lossy).unwrap_or_default();
        if name.starts_with('.') || !folder.is_dir() {
            continue;
        }
        // A session that cannot be looked at hides no other.
        if let Ok(Some(dead)) = DeadSession::of(&folder) {
            let left = scan_session(&name, &folder);
            if left.is_empty() {
                remove_where(&folder, |_| true);
                dead.remove_if_empty();
            }
            found.extend(left);
        }
    }
    found.sort_by_key(|r| std::cmp::Reverse(r.when));
    Ok(found)
}

/// The names of files in a session's folder, with when each was last written.
fn names(folder: &Path) -> Vec<(String, SystemTime)> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let name = |entry: io::Result<fs::DirEntry>| {
        let entry = entry.ok()?;
        let when = entry.metadata().and_then(|m| m.modified()).unwrap_or(UNIX_EPOCH);
        Some((entry.file_name().into_string().ok()?, when))
    };
    entries.take(MOST_NAMES).filter_map(name).collect()
}

/// The buffer and generation that a file's name begins with.
fn key_of(name: &str) -> Option<(BufferId, u64)> {
    let (buffer, generation) = name.split_once('.')?.0.split_once('-')?;
    Some((BufferId(buffer.parse().ok()?), generation.parse().ok()?))
}

fn scan_session(session: &str, folder: &Path) -> Vec<Recoverable> {
    let mut buffers: BTreeMap<BufferId, Vec<(u64, SystemTime)>> = BTreeMap::new();
    let mut found = Vec::new();
    for (name, when) in names(folder) {
        match name.rsplit_once('.') {
            Some((_, "log")) => {
                if let Some((buffer, generation)) = key_of(&name) {
                    buffers.entry(buffer).or_default().push((generation, when));
                }
            }
            Some((id, COPY_SUFFIX)) => found.push(old_content(session, folder, id, when)),
            _ => {}
        }
    }
    for (buffer, mut generations) in buffers {
        generations.sort_by_key(|&(generation, _)| std::cmp::Reverse(generation));
        found.extend(best(session, folder, buffer, &generations));
    }
    found
}

fn old_content(session: &str, folder: &Path, id: &str, when: SystemTime) -> Recoverable {
    let content = folder.join(id).with_extension(COPY_SUFFIX);
    let path = fs::read(content.with_extension(COPY_OF_SUFFIX)).ok();
    Recoverable {
        session: session.to_owned(),
        journal: id.to_owned(),
        what: What::OldContent,
        path: path.map(|bytes| PathBuf::from(std::ffi::OsString::from_vec(bytes))),
        when,
        form: Form::default(),
        bytes: fs::metadata(&content).map_or(0, |m| m.len()),
        lines: 0,
        base: BaseStatus::Copied,
        torn: false,
        folder: folder.to_path_buf(),
    }
}

/// The newest generation that stands on its own, else the newest. Nothing if there was no change.
fn best(session: &str, folder: &Path, buffer: BufferId, generations: &[(u64, SystemTime)]) -> Option<Recoverable> {
    let &(newest, newest_when) = generations.first()?;
    let mut read = generations.iter().filter_map(|&(number, when)| {
        let log = Log::read(&log_path(folder, (buffer, number))).ok().flatten()?;
        Some((number, when, log.status(folder, (buffer, number)), log))
    });
    let first = read.next();
    let chosen = match first {
        Some((_, _, status, _)) if !status.is_there() => read.find(|(_, _, status, _)| status.is_there()).or(first),
        first => first,
    };
    let unreadable = Recoverable {
        session: session.to_owned(),
        journal: format!("{buffer}-{newest}"),
        what: What::Unreadable { buffer },
        path: None,
        when: newest_when,
        form: Form::default(),
        bytes: 0,
        lines: 0,
        base: BaseStatus::CopyMissing,
        torn: true,
        folder: folder.to_path_buf(),
    };
    let Some((number, when, base, log)) = chosen else { return Some(unreadable) };
    // A checkpoint has changes even if its log has none; a torn log may have had some that another program can read.
    (log.changes > 0 || log.torn || log.header.base == BaseKind::Copy).then(|| Recoverable {
        journal: format!("{buffer}-{number}"),
        what: What::Edits { buffer, changes: log.changes },
        path: log.origin.path,
        when,
        form: log.header.form,
        bytes: log.extent.bytes,
        lines: log.extent.lines,
        base,
        torn: log.torn,
        ..unreadable
    })
}

/// What a log says, without the text of its changes.
struct Log {
    header: Header,
    origin: Origin,
    copy: Option<(u64, u128)>,
    extent: Extent,
    changes: u64,
    torn: bool,
}

impl Log {
    /// Nothing if its beginning is damaged.
    fn read(path: &Path) -> io::Result<Option<Log>> {
        let Some((header, mut records)) = Records::open(BufReader::new(File::open(path)?))? else { return Ok(None) };
        let (origin, extent) = (header.origin.clone().into(), header.extent);
        let mut log = Log { header, origin, copy: None, extent, changes: 0, torn: false };
        while let Some(record) = records.next()? {
            match record {
                Record::Based { bytes, hash } => log.copy = Some((bytes, hash)),
                Record::Moved(origin) => log.origin = origin.into(),
                Record::Edited { extent, .. } => {
                    log.changes += 1;
                    log.extent = extent;
                }
                Record::Header(_) => {}
            }
        }
        log.torn = records.damaged;
        Ok(Some(log))
    }

    fn status(&self, folder: &Path, key: (BufferId, u64)) -> BaseStatus {
        let copy_is_there = self.copy.is_some_and(|(bytes, _)| {
            let copy = log_path(folder, key).with_extension("base");
            fs::metadata(copy).is_ok_and(|m| m.len() == bytes)
        });
        let from = Origin::from(self.header.origin.clone());
        match (self.header.base, from.path, from.stamp) {
            (BaseKind::Empty, ..) => BaseStatus::Empty,
            _ if copy_is_there => BaseStatus::Copied,
            (BaseKind::Disk, Some(path), Some(stamp)) => disk_status(&path, &stamp),
            _ => BaseStatus::CopyMissing,
        }
    }
}

fn disk_status(path: &Path, stamp: &Stamp) -> BaseStatus {
    let Ok((mut file, seen)) = Seen::look(path) else { return BaseStatus::DiskMissing };
    match stamp.holds(&mut file, &seen) {
        Ok(true) => BaseStatus::OnDisk,
        _ => BaseStatus::DiskChanged,
    }
}

/// Restores a text: the text before the first change, from the journal's copy or else from the file on disk if that is
/// still the same, and every change that can be read.
pub fn restore(what: &Recoverable, limits: &LoadLimits) -> Result<Restored, RestoreError> {
    let _dead = lock(what)?;
    match what.what {
        What::OldContent => {
            let loaded = load(&what.folder.join(&what.journal).with_extension(COPY_SUFFIX), limits)?;
            let origin = Origin { path: what.path.clone(), stamp: None };
            Ok(Restored { text: loaded.text, form: loaded.form, origin, wholeness: Wholeness::Whole })
        }
        What::Edits { .. } | What::Unreadable { .. } => restore_edits(what, limits),
    }
}

fn lock(what: &Recoverable) -> Result<DeadSession, RestoreError> {
    let dead = DeadSession::of(&what.folder).map_err(unreadable(&what.folder))?;
    dead.ok_or_else(|| RestoreError::Busy { session: what.session.clone() })
}

fn restore_edits(what: &Recoverable, limits: &LoadLimits) -> Result<Restored, RestoreError> {
    let path = what.folder.join(&what.journal).with_extension("log");
    let log = Log::read(&path).map_err(unreadable(&path))?;
    let log = log.ok_or_else(|| RestoreError::Damaged { path: path.clone() })?;
    let bytes = log.extent.bytes.max(log.header.extent.bytes);
    limits.check(bytes.saturating_add(bytes / 8)).map_err(|shortage| RestoreError::TooLarge { bytes, shortage })?;
    let form = log.header.form;
    let (base, why) = match base_text(&log, &path.with_extension("base"), limits) {
        Ok(text) => (text, None),
        Err(why) => (filler(log.header.extent.bytes), Some(why)),
    };
    let (text, whole) = replay(base, &path).map_err(unreadable(&path))?;
    let (text, wholeness) = match why {
        Some(why) if form == Form::Bytes => (text, Wholeness::Fragments { why }),
        Some(why) => (mark_gaps(&text), Wholeness::Fragments { why }),
        None if whole => (text, Wholeness::Whole),
        None => (text, Wholeness::CutShort),
    };
    Ok(Restored { text, form, origin: log.origin, wholeness })
}

/// The text before the first change, or why it is lost.
fn base_text(log: &Log, copy: &Path, limits: &LoadLimits) -> Result<Text, String> {
    let from = Origin::from(log.header.origin.clone());
    let copied = match (log.header.base, log.copy) {
        (BaseKind::Empty, _) => return Ok(Text::new()),
        (_, Some(expected)) => {
            read_copy(copy, expected).map_err(|e| format!("the copy {} is of no use: {e}", copy.display()))
        }
        (_, None) => Err("no copy of the text was completed".to_owned()),
    };
    match (copied, log.header.base, from.path, from.stamp) {
        (Ok(text), ..) => Ok(text),
        (Err(why), BaseKind::Disk, Some(path), Some(stamp)) => match load(&path, limits) {
            Ok(now) if (now.stamp.hash, now.stamp.bytes, now.form) == (stamp.hash, stamp.bytes, log.header.form) => {
                Ok(now.text)
            }
            Ok(_) => Err(format!("{why}, and {} was changed since", path.display())),
            Err(e) => Err(format!("{why}, and the file is of no use: {e}")),
        },
        (Err(why), ..) => Err(why),
    }
}

fn read_copy(path: &Path, expected: (u64, u128)) -> io::Result<Text> {
    let mut file = File::open(path)?;
    let mut builder = TextBuilder::new();
    let mut hash = ContentHash::default();
    let mut bytes = Vec::new();
    loop {
        let kept = bytes.len();
        if (&mut file).take(1 << 20).read_to_end(&mut bytes)? == 0 {
            break;
        }
        hash.update(&bytes[kept..]);
        let valid = simdutf8::compat::from_utf8(&bytes).map_or_else(|e| e.valid_up_to(), str::len);
        let text = simdutf8::basic::from_utf8(&bytes[..valid]).map_err(io::Error::other)?;
        builder.append(text);
        bytes.drain(..valid);
        // What is left is the beginning of one character, or the copy is damaged.
        if bytes.len() > 3 {
            break;
        }
    }
    if bytes.is_empty() && (hash.bytes(), hash.finish()) == expected {
        Ok(builder.build())
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidData, "its content is damaged"))
    }
}

/// Applies every change that can be read; also whether those were all.
fn replay(mut text: Text, log: &Path) -> io::Result<(Text, bool)> {
    let Some((_, mut records)) = Records::open(BufReader::new(File::open(log)?))? else { return Ok((text, false)) };
    while let Some(record) = records.next()? {
        let Record::Edited { extent, edits, .. } = record else { continue };
        let (went, came) = edits.iter().fold((0, 0), |(went, came), edit| {
            let removed = edit.range.end.0.saturating_sub(edit.range.start.0);
            (went + removed, came + edit.insert.len())
        });
        let fits = (text.len() + came).checked_sub(went).is_some_and(|len| len as u64 == extent.bytes);
        let applied = fits && Transaction::new(edits).and_then(|transaction| transaction.apply(&mut text)).is_ok();
        if !applied {
            return Ok((text, false));
        }
    }
    Ok((text, !records.damaged))
}

/// Stands for a text that is lost: as many NULs, which no text has.
fn filler(bytes: u64) -> Text {
    let piece = "\0".repeat(1 << 16);
    let mut builder = TextBuilder::new();
    let mut left = usize::try_from(bytes).unwrap_or(usize::MAX);
    while left > 0 {
        let n = left.min(piece.len());
        builder.append(&piece[..n]);
        left -= n;
    }
    builder.build()
}

/// Puts a line in place of every run of NULs.
fn mark_gaps(text: &Text) -> Text {
    let mut builder = TextBuilder::new();
    let mut missing = 0;
    let mark = |builder: &mut TextBuilder, missing: &mut usize| {
        if *missing > 0 {
            builder.append(&format!("\n[{missing} bytes of the file as it was are missing here]\n"));
            *missing = 0;
        }
    };
    for chunk in text.chunks(ByteOffset::ZERO..text.end()) {
        for piece in chunk.split_inclusive('\0') {
            let typed = piece.trim_end_matches('\0');
            if !typed.is_empty() {
                mark(&mut builder, &mut missing);
                builder.append(typed);
            }
            missing += piece.len() - typed.len();
        }
    }
    mark(&mut builder, &mut missing);
    builder.build()
}

/// Removes what can be restored, and the session's folder with the last of it.
pub fn discard(what: &Recoverable) -> Result<(), RestoreError> {
    let dead = lock(what)?;
    match what.what {
        What::OldContent => {
            remove_where(&what.folder, |name| name.split_once('.').is_some_and(|n| n.0 == what.journal))
        }
        What::Edits { buffer, .. } | What::Unreadable { buffer } => {
            remove_where(&what.folder, |name| key_of(name).is_some_and(|key| key.0 == buffer));
        }
    }
    dead.remove_if_empty();
    Ok(())
}

/// Removes files of the journal, logs first: a base alone is offered to nobody.
fn remove_where(folder: &Path, which: impl Fn(&str) -> bool) {
    let ours = |name: &str| {
        ["log", "base", "part", COPY_SUFFIX, COPY_OF_SUFFIX].iter().any(|e| name.ends_with(&format!(".{e}")))
    };
    let mut files: Vec<String> =
        names(folder).into_iter().map(|(name, _)| name).filter(|n| ours(n) && which(n)).collect();
    files.sort_by_key(|name| !name.ends_with(".log"));
    for name in files {
        // What stays is offered again.
        let _ = fs::remove_file(folder.join(name));
    }
}
