//! Looking for text in every file of a project. What is open is searched as it is now, not as it is on disk.

use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::path::{Path, PathBuf};

use ignore::WalkBuilder;

use crate::model::{LivePlace, Location, Message, MessageKind};
use crate::service::files::Filter;
use crate::text::{ByteOffset, Cancelled, Columns, Decoder, Form, Search, Snapshot, TabWidth, Text};

/// The largest file that is looked into, in bytes.
pub const LARGEST_FILE: u64 = 1 << 20;
/// As much is read, at most, in bytes.
pub const MOST_BYTES: u64 = 32 << 20;
/// As many files are read, and as many places found, at most.
pub const MOST_FILES: usize = 10_000;
pub const MOST_MATCHES: usize = 10_000;
/// Places that are handed on together, at most.
const BATCH: usize = 256;
/// As much of a line is shown, in characters, and as much before the place in it.
const LINE_SHOWN: usize = 200;
const BEFORE_SHOWN: usize = 60;

/// A text that is open.
pub struct OpenText {
    /// None: it has no file.
    pub path: Option<PathBuf>,
    pub title: String,
    pub snapshot: Snapshot,
}

/// What to look for, and where.
pub struct Order {
    pub folder: PathBuf,
    pub search: Search,
    /// Which files.
    pub names: Filter,
    pub open: Vec<OpenText>,
}

/// How far a search has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    pub matches: usize,
    /// Files with a match.
    pub in_files: usize,
    /// Files that were looked into.
    pub files: usize,
    bytes: u64,
    /// Files that were too large, and left out.
    pub too_large: usize,
    /// Files and folders that could not be read.
    pub unreadable: usize,
    /// A bound was reached: there may be more.
    pub cut: bool,
}

/// Looks through the project's files in the order of their names; what Git ignores, what is binary and what is too large is
/// left out. `emit` gets what was found bit by bit, and answers whether to go on; `stop` is asked often.
pub fn find(
    order: &Order,
    stop: &dyn Fn() -> bool,
    emit: &mut dyn FnMut(Vec<Message>, Progress) -> bool,
) -> Result<Progress, Cancelled> {
    let mut run = Run { order, stop, emit, found: Vec::new(), progress: Progress::default() };
    run.all()?;
    run.flush()?;
    Ok(run.progress)
}

struct Run<'a> {
    order: &'a Order,
    stop: &'a dyn Fn() -> bool,
    emit: &'a mut dyn FnMut(Vec<Message>, Progress) -> bool,
    found: Vec<Message>,
    progress: Progress,
}

impl Run<'_> {
    fn all(&mut self) -> Result<(), Cancelled> {
        for open in &self.order.open {
            let on_disk = open.path.as_ref().is_some_and(|path| path.exists());
            let inside = open.path.as_ref().is_none_or(|path| path.starts_with(&self.order.folder));
            if !on_disk && inside && self.is_named(open.path.as_deref().unwrap_or(Path::new(&open.title))) {
                self.open_text(open)?;
            }
        }
        let walk = WalkBuilder::new(&self.order.folder)
            .hidden(false)
            .filter_entry(|entry| entry.file_name() != ".git")
            .sort_by_file_name(|a, b| a.cmp(b))
            .build();
        for entry in walk {
            if (self.stop)() {
                return Err(Cancelled);
            }
            if self.is_full() {
                self.progress.cut = true;
                return Ok(());
            }
            match entry {
                Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => self.file(entry.path())?,
                Ok(_) => {}
                Err(_) => self.progress.unreadable += 1,
            }
        }
        Ok(())
    }

    fn is_full(&self) -> bool {
        let Progress { matches, files, bytes, .. } = self.progress;
        matches >= MOST_MATCHES || files >= MOST_FILES || bytes >= MOST_BYTES
    }

    fn is_named(&self, path: &Path) -> bool {
        path.file_name().is_some_and(|name| self.order.names.matches(name))
    }

    fn file(&mut self, path: &Path) -> Result<(), Cancelled> {
        if !self.is_named(path) {
            return Ok(());
        }
        if let Some(open) = self.order.open.iter().find(|open| open.path.as_deref() == Some(path)) {
            return self.open_text(open);
        }
        self.progress.files += 1;
        match read(path) {
            Ok(Content::Text(text, bytes)) => {
                self.progress.bytes += bytes;
                self.text(&text, path, None)
            }
            Ok(Content::Binary(bytes)) => {
                self.progress.bytes += bytes;
                Ok(())
            }
            Ok(Content::TooLarge) => {
                self.progress.too_large += 1;
                Ok(())
            }
            Err(_) => {
                self.progress.unreadable += 1;
                Ok(())
            }
        }
    }

    fn open_text(&mut self, open: &OpenText) -> Result<(), Cancelled> {
        if self.is_full() || open.snapshot.form == Form::Bytes {
            return Ok(());
        }
        self.progress.files += 1;
        let text = &open.snapshot.text;
        if text.len() as u64 > LARGEST_FILE {
            self.progress.too_large += 1;
            return Ok(());
        }
        self.progress.bytes += text.len() as u64;
        let path = open.path.clone().unwrap_or_else(|| PathBuf::from(&open.title));
        self.text(text, &path, Some(&open.snapshot))
    }

    fn text(&mut self, text: &Text, path: &Path, live: Option<&Snapshot>) -> Result<(), Cancelled> {
        let room = MOST_MATCHES - self.progress.matches;
        let found = self.order.search.find_all(text, ByteOffset::ZERO..text.end(), room, self.stop)?;
        self.progress.matches += found.len();
        self.progress.in_files += usize::from(!found.is_empty());
        for found in found {
            self.found.push(message(text, path, &found, live));
            if self.found.len() >= BATCH {
                self.flush()?;
            }
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<(), Cancelled> {
        let found = std::mem::take(&mut self.found);
        if found.is_empty() || (self.emit)(found, self.progress) { Ok(()) } else { Err(Cancelled) }
    }
}

enum Content {
    Text(Text, u64),
    Binary(u64),
    TooLarge,
}

fn read(path: &Path) -> std::io::Result<Content> {
    let mut bytes = Vec::new();
    // A file may grow while it is read: no more than one byte over the bound is.
    File::open(path)?.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
    let len = bytes.len() as u64;
    if len > LARGEST_FILE {
        return Ok(Content::TooLarge);
    }
    let mut decoder = Decoder::new();
    decoder.push(&bytes);
    Ok(match decoder.finish() {
        (_, Form::Bytes) => Content::Binary(len),
        (text, _) => Content::Text(text, len),
    })
}

fn message(text: &Text, path: &Path, found: &Range<ByteOffset>, live: Option<&Snapshot>) -> Message {
    let line = text.line_of(found.start);
    let column = Columns::new(text, line, TabWidth::default()).char_of(found.start).0;
    let location = Location { path: path.to_path_buf(), line: Some(line + 1), column: Some(column + 1) };
    let live = live.map(|live| LivePlace { buffer: live.buffer, revision: live.revision, at: found.start });
    Message { kind: MessageKind::Match, text: shown(text, line, found.start), location: Some(location), live }
}

/// The line around a place, without blanks at its start.
fn shown(text: &Text, line: usize, at: ByteOffset) -> String {
    let range = text.line_range(line);
    let before: String = text.chars(range.start..at).rev().take(BEFORE_SHOWN).collect();
    let cut = at - range.start > before.len();
    let before: String = before.chars().rev().collect();
    let before = if cut { format!("…{before}") } else { before.trim_start().to_owned() };
    let after = text.chars(at..range.end).take(LINE_SHOWN);
    before.chars().chain(after).map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::text::Query;

    fn order(folder: &Path, pattern: &str) -> Order {
        let query = Query { pattern: pattern.to_owned(), case_sensitive: true, ..Query::default() };
        let folder = folder.to_path_buf();
        Order { folder, search: query.compile().unwrap(), names: Filter::new("*"), open: Vec::new() }
    }

    fn run(order: &Order) -> (Vec<String>, Progress) {
        let mut rows = Vec::new();
        let mut emit = |found: Vec<Message>, _: Progress| {
            rows.extend(found.into_iter().map(|message| {
                let Location { path, line, column } = message.location.unwrap();
                let name = path.strip_prefix(&order.folder).unwrap().display().to_string();
                format!("{name}:{}:{} {}", line.unwrap(), column.unwrap(), message.text)
            }));
            true
        };
        let progress = find(order, &|| false, &mut emit).unwrap();
        (rows, progress)
    }

    #[test]
    fn texts_are_found_and_what_git_ignores_or_is_binary_or_large_is_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, content: &[u8]| {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        };
        write(".git/config", b"needle");
        write(".gitignore", b"out\n");
        write("out/x", b"needle");
        write("b.txt", "\tä needle, needle\n".as_bytes());
        write("a/c.hs", b"no\n  a needle\n");
        write("bytes", b"needle\0");
        let mut large = vec![b'x'; 1 << 20];
        large.extend(b"needle");
        write("large", &large);
        let (rows, progress) = run(&order(folder.path(), "needle"));
        assert_eq!(rows, ["a/c.hs:2:5 a needle", "b.txt:1:4 ä needle, needle", "b.txt:1:12 ä needle, needle"]);
        assert_eq!((progress.matches, progress.in_files, progress.too_large, progress.cut), (3, 2, 1, false));
        let named = Order { names: Filter::new("*.hs"), ..order(folder.path(), "needle") };
        assert_eq!(run(&named).0.len(), 1);
    }

    #[test]
    fn places_are_bounded_and_a_search_stops_when_told() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("many"), "aaaaaaaaaa".repeat(1100)).unwrap();
        let (rows, progress) = run(&order(folder.path(), "a"));
        assert_eq!((rows.len(), progress.matches, progress.cut), (MOST_MATCHES, MOST_MATCHES, false));
        fs::write(folder.path().join("more"), "a").unwrap();
        assert!(run(&order(folder.path(), "a")).1.cut);
        let mut batches = 0;
        let stopped = find(&order(folder.path(), "a"), &|| false, &mut |_, _| {
            batches += 1;
            false
        });
        assert_eq!((stopped, batches), (Err(Cancelled), 1));
    }

    #[test]
    fn a_long_line_is_shown_around_its_place() {
        let text = Text::from(format!("{}needle{}", "x".repeat(1000), "y".repeat(1000)).as_str());
        let shown = shown(&text, 0, ByteOffset(1000));
        assert!(shown.starts_with("…xxx") && shown.contains("needle") && shown.chars().count() <= 261, "{shown}");
    }
}
