//! The project's folders as a tree of files shows them: what one folder holds, and what of it Git is told to ignore.
//!
//! [`read_folder`] blocks, and is called on worker threads. Nothing is kept between calls. Must not know desks, widgets
//! or the policy.

pub mod find;
pub mod manage;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::model::{FolderContent, FolderEntry, FolderEntryKind};
use crate::service::files::{self, EntryKind, Filter};

/// What a folder holds; `.git` is left out. At most [`files::MOST_ENTRIES`] entries; a folder that cannot be read has a
/// problem and no entries.
pub fn read_folder(folder: &Path) -> FolderContent {
    let listing = match files::read_dir(folder, &Filter::new("")) {
        Ok(listing) => listing,
        Err(error) => {
            let problem = Some(error.to_string());
            return FolderContent { folder: folder.to_path_buf(), entries: Vec::new(), cut: false, problem };
        }
    };
    let rules = Rules::of(folder);
    let entries = listing.entries.into_iter().filter(|entry| entry.name != OsStr::new(".git")).map(|entry| {
        let path = folder.join(&entry.name);
        let kind = match entry.kind {
            EntryKind::Folder if path.is_symlink() => FolderEntryKind::Other,
            EntryKind::Folder => FolderEntryKind::Folder,
            EntryKind::File => FolderEntryKind::File,
            EntryKind::Other => FolderEntryKind::Other,
        };
        let ignored = rules.ignore(&path, kind == FolderEntryKind::Folder);
        FolderEntry { path: Arc::from(path), kind, ignored }
    });
    FolderContent { folder: folder.to_path_buf(), entries: entries.collect(), cut: listing.cut, problem: None }
}

/// What `.gitignore` files, the repository's own list and the person's say about the entries of one folder.
struct Rules {
    /// The folder itself is ignored, and all that is in it.
    all: bool,
    /// Innermost first.
    matchers: Vec<Gitignore>,
}

impl Rules {
    fn of(folder: &Path) -> Rules {
        let Some(top) = folder.ancestors().find(|at| at.join(".git").exists()) else {
            return Rules { all: false, matchers: Vec::new() };
        };
        let mut matchers = vec![Gitignore::global().0];
        matchers.push(matcher(top, &top.join(".git/info/exclude")));
        let mut rules = Rules { all: false, matchers };
        let inner: Vec<PathBuf> =
            folder.ancestors().take_while(|at| at.starts_with(top)).map(Path::to_path_buf).collect();
        for at in inner.into_iter().rev() {
            rules.all |= at != top && rules.ignore(&at, true);
            rules.matchers.insert(0, matcher(&at, &at.join(".gitignore")));
        }
        rules
    }

    fn ignore(&self, path: &Path, is_folder: bool) -> bool {
        let decides = |matcher: &Gitignore| match matcher.matched(path, is_folder) {
            Match::None => None,
            Match::Ignore(_) => Some(true),
            Match::Whitelist(_) => Some(false),
        };
        self.all || self.matchers.iter().find_map(decides).unwrap_or(false)
    }
}

/// The rules of one file; none where it is not there. A line that is no rule is left out, as Git does.
fn matcher(root: &Path, file: &Path) -> Gitignore {
    let mut builder = GitignoreBuilder::new(root);
    let _ = builder.add(file);
    builder.build().unwrap_or_else(|_| Gitignore::empty())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn what_git_ignores_is_said_and_git_itself_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at(".git/info")).unwrap();
        fs::create_dir_all(at("src/gen")).unwrap();
        fs::create_dir_all(at("target/debug")).unwrap();
        fs::write(at(".git/info/exclude"), "notes\n").unwrap();
        fs::write(at(".gitignore"), "/target\n*.o\n").unwrap();
        fs::write(at("src/.gitignore"), "!keep.o\n").unwrap();
        for name in ["notes", "a.o", "a.c", "src/keep.o", "src/b.o", "target/debug/x"] {
            fs::write(at(name), "").unwrap();
        }
        let names = |folder: PathBuf| -> Vec<String> {
            let name = |entry: &FolderEntry| {
                let name = entry.path.file_name().unwrap().to_string_lossy();
                format!("{}{name}", if entry.ignored { "!" } else { "" })
            };
            read_folder(&folder).entries.iter().map(name).collect()
        };
        assert_eq!(names(at("")), ["src", "!target", ".gitignore", "a.c", "!a.o", "!notes"]);
        assert_eq!(names(at("src")), ["gen", ".gitignore", "!b.o", "keep.o"]);
        assert_eq!(names(at("target/debug")), ["!x"]);
    }

    #[test]
    fn a_folder_that_cannot_be_read_has_a_problem() {
        let content = read_folder(Path::new("/nowhere/at/all"));
        assert!(content.entries.is_empty() && content.problem.is_some());
    }
}
