//! What a folder holds, for choosing files.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::Path;

use super::error::PathError;

/// A listing has at most this many entries.
pub const MOST_ENTRIES: usize = 10_000;
/// Names looked at, at most, in search of those that match.
const MOST_NAMES: usize = 200_000;

/// What an entry is, symbolic links followed. Folders sort first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum EntryKind {
    /// A folder.
    Folder,
    /// A regular file.
    File,
    /// A device, a pipe, a socket, or a link that leads nowhere.
    Other,
}

/// One name in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name, without its folder.
    pub name: OsString,
    /// What it leads to.
    pub kind: EntryKind,
}

/// What a folder holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// Folders first, then by name without regard to case.
    pub entries: Vec<Entry>,
    /// Whether there is more than is listed.
    pub cut: bool,
}

/// Which files are listed: patterns with `*` (any text) and `?` (any character), several separated by `;`. Folders are
/// always listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    patterns: Vec<Vec<char>>,
}

impl Filter {
    /// Reads patterns; none at all match every name.
    pub fn new(patterns: &str) -> Filter {
        let patterns = patterns.split(';').map(str::trim).filter(|p| !p.is_empty());
        Filter { patterns: patterns.map(|p| p.chars().collect()).collect() }
    }

    /// Whether any pattern matches the whole name.
    pub fn matches(&self, name: &OsStr) -> bool {
        let name: Vec<char> = name.to_string_lossy().chars().collect();
        self.patterns.is_empty() || self.patterns.iter().any(|pattern| matches(pattern, &name))
    }
}

/// Goes back to the last `*` alone, which is enough: an earlier one cannot help where a later one does not.
fn matches(pattern: &[char], name: &[char]) -> bool {
    let (mut p, mut n) = (0, 0);
    let mut star = None;
    while n < name.len() {
        match pattern.get(p) {
            Some('*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(&c) if c == '?' || c == name[n] => {
                p += 1;
                n += 1;
            }
            _ => {
                let Some((star_p, star_n)) = star else { return false };
                star = Some((star_p, star_n + 1));
                p = star_p + 1;
                n = star_n + 1;
            }
        }
    }
    pattern[p..].iter().all(|&c| c == '*')
}

/// Lists the folders in a folder, and its files that match, up to [`MOST_ENTRIES`].
pub fn read_dir(path: &Path, filter: &Filter) -> Result<Listing, PathError> {
    let fail = |e: io::Error| match e.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => {
            PathError::FolderMissing { path: path.to_path_buf(), folder: path.to_path_buf() }
        }
        _ => PathError::of("list", path, e),
    };
    let mut listing = Listing::default();
    for (looked_at, entry) in fs::read_dir(path).map_err(fail)?.enumerate() {
        let entry = entry.map_err(fail)?;
        let name = entry.file_name();
        let kind = kind_of(&entry);
        if kind != EntryKind::Folder && !filter.matches(&name) {
            continue;
        }
        if listing.entries.len() == MOST_ENTRIES || looked_at == MOST_NAMES {
            listing.cut = true;
            break;
        }
        listing.entries.push(Entry { name, kind });
    }
    listing
        .entries
        .sort_by_cached_key(|e| (e.kind != EntryKind::Folder, e.name.to_string_lossy().to_lowercase(), e.name.clone()));
    Ok(listing)
}

fn kind_of(entry: &fs::DirEntry) -> EntryKind {
    let kind = entry.file_type().and_then(|kind| match kind.is_symlink() {
        true => fs::metadata(entry.path()).map(|m| m.file_type()),
        false => Ok(kind),
    });
    match kind {
        Ok(kind) if kind.is_dir() => EntryKind::Folder,
        Ok(kind) if kind.is_file() => EntryKind::File,
        _ => EntryKind::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        let cases = [
            ("*.hs", "Main.hs", true),
            ("*.hs", "Main.lhs", false),
            ("*.hs;*.lhs", "Main.lhs", true),
            (" *.hs ; M?in.* ", "Main.c", true),
            ("*a*b*c", "xxaxxbxxbxxc", true),
            ("*a*b*c", "xxaxxcxxb", false),
            ("?", "ß", true),
            ("?", "", false),
            ("**", "", true),
            ("", "anything", true),
        ];
        for (patterns, name, expected) in cases {
            assert_eq!(Filter::new(patterns).matches(OsStr::new(name)), expected, "{patterns} {name}");
        }
    }
}
