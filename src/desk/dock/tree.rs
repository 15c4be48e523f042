//! The tree of the project's files: which folders are open, the rows that this comes to, and the one with the cursor.
//!
//! Folders are read elsewhere, one at a time, when they are opened; until then the tree says which it waits for.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::base::{Key, KeyName};
use crate::model::{FolderContent, FolderEntry, FolderEntryKind};

/// As many folders are open at a time, at most.
const MOST_OPEN: usize = 500;
/// As many rows there are, at most.
const MOST_ROWS: usize = 100_000;
/// As deep folders are shown in each other: as many lines to the left of a name as a row remembers.
const DEEPEST: u32 = 64;

/// What a row stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// The project's folder.
    Root,
    /// A folder, and whether its entries are shown.
    Folder {
        open: bool,
    },
    File,
    Other,
    /// Something to say about the folder above: its path is that folder's.
    Note(NoteKind),
}

/// What there is to say about a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// It has more entries than are shown.
    Cut,
    /// It could not be read.
    Problem,
    /// It is being read.
    Reading,
}

/// One row.
#[derive(Clone, Debug)]
pub struct Row {
    pub path: Arc<Path>,
    pub kind: RowKind,
    pub ignored: bool,
    /// How many folders it lies in, the project's included.
    pub depth: u32,
    /// Whether it is the last of its folder.
    pub last: bool,
    /// For each folder that it lies in, outermost in the lowest bit, whether that has further entries below.
    guides: u64,
}

impl Row {
    /// What it is called.
    pub fn name(&self) -> String {
        self.path.file_name().unwrap_or(self.path.as_os_str()).to_string_lossy().into_owned()
    }

    /// Whether a line runs down past it at that depth, from 1.
    pub fn has_guide(&self, depth: u32) -> bool {
        self.guides & bit(depth) != 0
    }

    /// Whether it is a folder, the project's own included.
    pub fn is_folder(&self) -> bool {
        matches!(self.kind, RowKind::Root | RowKind::Folder { .. })
    }
}

fn bit(depth: u32) -> u64 {
    1u64.checked_shl(depth).unwrap_or(0)
}

/// What a folder that was read holds.
#[derive(Clone, Debug)]
struct Folder {
    entries: Vec<FolderEntry>,
    cut: bool,
    problem: Option<String>,
}

/// The tree.
#[derive(Clone, Debug)]
pub struct Tree {
    root: Arc<Path>,
    folders: HashMap<PathBuf, Folder>,
    open: BTreeSet<PathBuf>,
    wanted: BTreeSet<PathBuf>,
    rows: Vec<Row>,
    current: usize,
    top: usize,
    /// What was typed to find a name.
    typed: String,
    /// The file to put the cursor on as soon as its row is there.
    sought: Option<PathBuf>,
}

impl Tree {
    /// The tree of a folder of which nothing was read.
    pub(in crate::desk) fn new(root: &Path) -> Self {
        let mut tree = Self {
            root: Arc::from(root),
            folders: HashMap::new(),
            open: BTreeSet::from([root.to_path_buf()]),
            wanted: BTreeSet::new(),
            rows: Vec::new(),
            current: 0,
            top: 0,
            typed: String::new(),
            sought: None,
        };
        tree.lay_out();
        tree
    }

    /// The project's folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// All rows, the project's folder first.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The index of the row with the cursor.
    pub fn current(&self) -> usize {
        self.current
    }

    /// The row with the cursor.
    pub fn current_row(&self) -> Option<&Row> {
        self.rows.get(self.current)
    }

    /// The first row that shows.
    pub fn top(&self) -> usize {
        self.top
    }

    /// What was typed to find a name.
    pub fn typed(&self) -> &str {
        &self.typed
    }

    /// A folder that is to be read.
    pub fn wanted(&self) -> Option<&Path> {
        self.wanted.first().map(PathBuf::as_path)
    }

    /// What there is to say about the folder of a note.
    pub fn note(&self, row: &Row) -> String {
        let folder = self.folders.get(&*row.path);
        match row.kind {
            RowKind::Note(NoteKind::Cut) => {
                let shown = folder.map_or(0, |folder| folder.entries.len());
                format!("first {shown} only")
            }
            RowKind::Note(NoteKind::Problem) => folder.and_then(|folder| folder.problem.clone()).unwrap_or_default(),
            RowKind::Note(NoteKind::Reading) => "reading…".to_owned(),
            _ => String::new(),
        }
    }

    /// Every folder that is open is to be read again.
    pub(in crate::desk) fn refresh(&mut self) {
        self.wanted.clone_from(&self.open);
    }

    /// Takes over what was read of a folder. One that was closed meanwhile is left out.
    pub(in crate::desk) fn listed(&mut self, content: FolderContent, height: i32) {
        self.wanted.remove(&content.folder);
        if !self.open.contains(&content.folder) {
            return;
        }
        let FolderContent { folder, entries, cut, problem } = content;
        let gone: Vec<PathBuf> = self
            .open
            .iter()
            .filter(|open| open.parent() == Some(&folder))
            .filter(|open| !entries.iter().any(|entry| entry.kind == FolderEntryKind::Folder && *entry.path == ***open))
            .cloned()
            .collect();
        for gone in gone {
            self.close(&gone);
        }
        self.folders.insert(folder, Folder { entries, cut, problem });
        self.lay_out();
        self.reveal(height);
    }

    /// Opens the folders that a file lies in, and puts the cursor on it once they have been read.
    pub(in crate::desk) fn seek(&mut self, path: &Path, height: i32) {
        if !path.starts_with(&self.root) || self.current_row().is_some_and(|row| *row.path == *path) {
            return;
        }
        let inner = path.ancestors().skip(1).take_while(|folder| folder.starts_with(&self.root));
        for folder in inner.map(Path::to_path_buf).collect::<Vec<_>>() {
            self.unfold(folder);
        }
        self.sought = Some(path.to_path_buf());
        self.lay_out();
        self.reveal(height);
    }

    /// Opens or closes the folder of a row.
    pub(in crate::desk) fn fold(&mut self, row: usize, open: bool, height: i32) {
        let Some(Row { path, kind: RowKind::Folder { open: now }, .. }) = self.rows.get(row).cloned() else { return };
        if now == open {
            return;
        }
        match open {
            true => self.unfold(path.to_path_buf()),
            false => self.close(&path),
        }
        self.lay_out();
        self.reveal(height);
    }

    fn unfold(&mut self, folder: PathBuf) {
        if self.open.len() < MOST_OPEN && self.open.insert(folder.clone()) {
            self.wanted.insert(folder);
        }
    }

    /// Closes a folder and what is open in it, and forgets what they hold.
    fn close(&mut self, folder: &Path) {
        let inside = |path: &PathBuf| path.starts_with(folder);
        self.open.retain(|path| !inside(path));
        self.wanted.retain(|path| !inside(path));
        self.folders.retain(|path, _| !inside(path));
    }

    /// Puts the cursor on a row.
    pub(in crate::desk) fn go_to(&mut self, row: usize, height: i32) {
        self.typed.clear();
        self.set_current(row, height);
    }

    fn set_current(&mut self, row: usize, height: i32) {
        self.sought = None;
        self.current = row.min(self.rows.len().saturating_sub(1));
        self.reveal(height);
    }

    /// Scrolls, so that this row is the first that shows.
    pub(in crate::desk) fn scroll(&mut self, top: usize, height: i32) {
        self.top = top.min(self.rows.len().saturating_sub(height.max(1) as usize));
    }

    /// Scrolls as little as shows the cursor.
    pub(in crate::desk) fn reveal(&mut self, height: i32) {
        self.top = super::revealed(self.current, self.top, height, self.rows.len());
    }

    /// Takes a key that moves the cursor, opens or closes a folder, or is a letter of a name. Answers whether it did.
    pub(in crate::desk) fn key(&mut self, key: Key, height: i32) -> bool {
        let page = height.max(2) as usize - 1;
        let last = self.rows.len().saturating_sub(1);
        if let Some(letter) = key.typed() {
            self.find(letter, height);
            return true;
        }
        let to = match key.name {
            KeyName::ArrowUp => self.current.saturating_sub(1),
            KeyName::ArrowDown => self.current + 1,
            KeyName::PageUp => self.current.saturating_sub(page),
            KeyName::PageDown => self.current + page,
            KeyName::Home => 0,
            KeyName::End => last,
            KeyName::ArrowLeft => return self.left(height),
            KeyName::ArrowRight => return self.right(height),
            KeyName::Backspace => {
                self.typed.pop();
                return true;
            }
            _ => return false,
        };
        self.go_to(to, height);
        true
    }

    /// Closes the folder under the cursor, or goes to the one that the row lies in.
    fn left(&mut self, height: i32) -> bool {
        let Some(row) = self.current_row() else { return true };
        let depth = row.depth;
        if row.kind == (RowKind::Folder { open: true }) {
            self.fold(self.current, false, height);
        } else if let Some(parent) = self.rows[..self.current].iter().rposition(|row| row.depth < depth) {
            self.go_to(parent, height);
        }
        true
    }

    /// Opens the folder under the cursor, or goes to its first entry.
    fn right(&mut self, height: i32) -> bool {
        match self.current_row().map(|row| row.kind) {
            Some(RowKind::Folder { open: false }) => self.fold(self.current, true, height),
            Some(RowKind::Root | RowKind::Folder { open: true }) => {
                let depth = self.rows[self.current].depth;
                if self.rows.get(self.current + 1).is_some_and(|row| row.depth > depth) {
                    self.go_to(self.current + 1, height);
                }
            }
            _ => {}
        }
        true
    }

    /// Goes to the next name that starts with what was typed and this letter, or else with this letter alone.
    fn find(&mut self, letter: char, height: i32) {
        let mut typed = std::mem::take(&mut self.typed);
        typed.extend(letter.to_lowercase());
        let mut found = self.next_named(&typed, self.current);
        if found.is_none() {
            typed = letter.to_lowercase().collect();
            found = self.next_named(&typed, self.current + 1);
        }
        if let Some(row) = found {
            self.set_current(row, height);
            self.typed = typed;
        }
    }

    fn next_named(&self, prefix: &str, from: usize) -> Option<usize> {
        let begins = |row: &Row| {
            let name = row.name();
            let mut name = name.chars().flat_map(char::to_lowercase);
            !matches!(row.kind, RowKind::Note(_)) && prefix.chars().all(|c| name.next() == Some(c))
        };
        let count = self.rows.len();
        (from..from + count).map(|row| row % count.max(1)).find(|row| begins(&self.rows[*row]))
    }

    /// Writes the rows anew. The cursor stays on its path, or near it.
    fn lay_out(&mut self) {
        let at = self.current_row().map(|row| row.path.clone());
        let root =
            Row { path: self.root.clone(), kind: RowKind::Root, ignored: false, depth: 0, last: true, guides: 0 };
        let mut rows = vec![root];
        self.add_rows(&self.root, 1, 0, &mut rows);
        self.rows = rows;
        let sought = self.sought.as_ref().and_then(|path| self.rows.iter().position(|row| *row.path == **path));
        let found = sought.or_else(|| at.and_then(|at| self.rows.iter().position(|row| row.path == at)));
        if sought.is_some() {
            self.sought = None;
        }
        self.current = found.unwrap_or(self.current).min(self.rows.len() - 1);
    }

    fn add_rows(&self, folder: &Arc<Path>, depth: u32, guides: u64, rows: &mut Vec<Row>) {
        let note = |kind, rows: &mut Vec<Row>| {
            let kind = RowKind::Note(kind);
            rows.push(Row { path: folder.clone(), kind, ignored: true, depth, last: true, guides });
        };
        let Some(content) = self.folders.get(&**folder) else { return note(NoteKind::Reading, rows) };
        let problem = content.problem.is_some();
        let count = content.entries.len();
        for (at, entry) in content.entries.iter().enumerate() {
            if rows.len() >= MOST_ROWS || depth >= DEEPEST {
                return note(NoteKind::Cut, rows);
            }
            let last = at + 1 == count && !content.cut && !problem;
            let open = self.open.contains(&*entry.path);
            let kind = match entry.kind {
                FolderEntryKind::Folder => RowKind::Folder { open },
                FolderEntryKind::File => RowKind::File,
                FolderEntryKind::Other => RowKind::Other,
            };
            rows.push(Row { path: entry.path.clone(), kind, ignored: entry.ignored, depth, last, guides });
            if kind == (RowKind::Folder { open: true }) {
                self.add_rows(&entry.path, depth + 1, if last { guides } else { guides | bit(depth) }, rows);
            }
        }
        if problem {
            note(NoteKind::Problem, rows);
        } else if content.cut {
            note(NoteKind::Cut, rows);
        }
    }
}
