//! The table of languages: one record each.

use std::fmt;
use std::path::Path;

/// A language that is highlighted.
pub struct Language {
    /// Its name in settings and documents: `haskell`.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// The ends of its files' names, without the dot.
    pub extensions: &'static [&'static str],
    /// What begins a comment to the end of the line.
    pub line_comment: &'static str,
    /// What begins and what ends a comment of any length.
    pub block_comment: (&'static str, &'static str),
    pub(super) grammar: fn() -> tree_sitter::Language,
    /// Which nodes are of which category, as a tree-sitter query.
    pub(super) query: &'static str,
}

/// All languages.
pub static LANGUAGES: [Language; 2] = [
    Language {
        id: "haskell",
        title: "Haskell",
        extensions: &["hs", "hs-boot", "hsc"],
        line_comment: "--",
        block_comment: ("{-", "-}"),
        grammar: || tree_sitter_haskell::LANGUAGE.into(),
        query: include_str!("../../../resources/languages/haskell/highlights.scm"),
    },
    Language {
        id: "rust",
        title: "Rust",
        extensions: &["rs"],
        line_comment: "//",
        block_comment: ("/*", "*/"),
        grammar: || tree_sitter_rust::LANGUAGE.into(),
        query: include_str!("../../../resources/languages/rust/highlights.scm"),
    },
];

impl Language {
    /// The language of a file, by its name.
    pub fn of_path(path: &Path) -> Option<&'static Language> {
        let end = path.extension()?.to_str()?;
        LANGUAGES.iter().find(|language| language.extensions.contains(&end))
    }

    /// The language with that id.
    pub fn of_id(id: &str) -> Option<&'static Language> {
        LANGUAGES.iter().find(|language| language.id == id)
    }
}

impl PartialEq for Language {
    fn eq(&self, other: &Language) -> bool {
        self.id == other.id
    }
}

impl Eq for Language {}

impl fmt::Debug for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}
