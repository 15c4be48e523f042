//! [`Location`]: a place in a file, as people write it.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// A file, and perhaps a place in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Location {
    pub path: PathBuf,
    /// From 1.
    pub line: Option<usize>,
    /// In code points, from 1. Only with a line.
    pub column: Option<usize>,
}

impl Location {
    /// A file, no place in it.
    pub fn of_path(path: impl Into<PathBuf>) -> Location {
        Location { path: path.into(), line: None, column: None }
    }

    /// Reads `PATH[:LINE[:COLUMN]]` (`command-line.md`). A file's own name wins: what `exists` as a whole, or with fewer
    /// numbers taken off, is a name. Numbers are from 1; what is no such number belongs to the name.
    pub fn parse(text: &str, exists: impl Fn(&Path) -> bool) -> Location {
        let whole = Location::of_path(text);
        let Some((with_line, last)) = split_number(text) else { return whole };
        if exists(&whole.path) {
            return whole;
        }
        let one = Location { path: with_line.into(), line: Some(last), column: None };
        match split_number(with_line) {
            Some((path, line)) if !exists(&one.path) => {
                Location { path: path.into(), line: Some(line), column: Some(last) }
            }
            _ => one,
        }
    }
}

/// A text without the `:NUMBER` at its end, and the number, from 1.
fn split_number(text: &str) -> Option<(&str, usize)> {
    let (before, digits) = text.rsplit_once(':')?;
    let number = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()?;
    (number > 0 && !before.is_empty()).then_some((before, number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str, files: &[&str]) -> (String, Option<usize>, Option<usize>) {
        let location = Location::parse(text, |path| files.iter().any(|file| Path::new(file) == path));
        (location.path.display().to_string(), location.line, location.column)
    }

    #[test]
    fn numbers_at_the_end_are_line_and_column() {
        assert_eq!(parsed("a.hs", &[]), ("a.hs".into(), None, None));
        assert_eq!(parsed("a.hs:12", &[]), ("a.hs".into(), Some(12), None));
        assert_eq!(parsed("a.hs:12:7", &["a.hs"]), ("a.hs".into(), Some(12), Some(7)));
        assert_eq!(parsed("a:1:2:3", &[]), ("a:1".into(), Some(2), Some(3)));
    }

    #[test]
    fn a_name_that_exists_wins() {
        assert_eq!(parsed("a:1:2", &["a:1:2"]), ("a:1:2".into(), None, None));
        assert_eq!(parsed("a:1:2", &["a:1", "a"]), ("a:1".into(), Some(2), None));
    }

    #[test]
    fn what_is_no_number_belongs_to_the_name() {
        for name in [":3", "a:", "a:0", "a:-1", "a:+1", "a:x", "a:1x", "", ":", "::", "a:99999999999999999999999"] {
            assert_eq!(parsed(name, &[]), (name.into(), None, None));
        }
        assert_eq!(parsed("::3", &[]), (":".into(), Some(3), None));
        assert_eq!(parsed("a:0:3", &[]), ("a:0".into(), Some(3), None));
    }
}
