//! Languages: what an editor needs to know of each, one record a language.
//!
//! How a language is coloured is not here: the highlighter has a grammar for most of them, by their ids.

mod table;

use std::fmt;
use std::path::Path;

use crate::text::indent::Margin;
use crate::text::{ByteOffset, Indentation, Text};

pub use table::LANGUAGES;

/// As many bytes of a text as are looked at for its first line.
const FIRST_LINE: usize = 256;

/// A language, as far as editing goes.
pub struct Language {
    /// Its name in settings, changes and code fences: `haskell`.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// Whole names of its files, such as `cabal.project`.
    pub names: &'static [&'static str],
    /// The ends of its files' names, without the dot.
    pub extensions: &'static [&'static str],
    /// The programs that run it, as a first line `#!` names them, without their versions.
    pub interpreters: &'static [&'static str],
    pub comments: Comments,
    /// Which characters open and close what belongs together.
    pub brackets: &'static [(char, char)],
    pub indent: IndentRules,
    /// Whether its code stands among prose: in lines after a `>`, or between `\\begin{code}` and `\\end{code}`.
    pub literate: bool,
}

/// How a language writes comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Comments {
    /// What begins a comment to the end of the line.
    pub line: Option<&'static str>,
    /// What begins and what ends a comment of any length.
    pub block: Option<(&'static str, &'static str)>,
}

/// How lines of a language are indented.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndentRules {
    /// One level, in a text that does not show what it uses.
    pub unit: Indentation,
    /// After a line that ends with one of these the next is one level deeper.
    pub openers: &'static [&'static str],
    /// After a line that begins with one of these words, too.
    pub heads: &'static [&'static str],
    /// A line that begins and ends so is followed by one at the margin.
    pub margin: &'static [(&'static str, &'static str)],
    /// After a line that begins with one of these words the next is one level less deep: nothing can follow it in its block.
    pub leavers: &'static [&'static str],
    /// Words that, first in their line, belong one level less deep than what is before them.
    pub closers: &'static [&'static str],
    pub closing: Closing,
}

/// Where a closing bracket belongs that is the first in its line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closing {
    /// As deep as the line with the bracket that it closes.
    Line,
    /// Below the bracket that it closes: where layout counts, less would end a block.
    Bracket,
}

/// The brackets of a text whose language is not known.
pub const BRACKETS: &[(char, char)] = &[('(', ')'), ('[', ']'), ('{', '}')];

impl Language {
    /// The language of a file: by its name, or by the interpreter that its first line names.
    pub fn of_file(path: &Path, text: &Text) -> Option<&'static Language> {
        Language::of_path(path).or_else(|| Language::of_first_line(text))
    }

    /// The language of a file, by its name.
    pub fn of_path(path: &Path) -> Option<&'static Language> {
        let name = path.file_name()?.to_str()?;
        let by_name = LANGUAGES.iter().find(|language| language.names.contains(&name));
        let end = path.extension().and_then(|end| end.to_str());
        by_name.or_else(|| LANGUAGES.iter().find(|language| end.is_some_and(|end| language.extensions.contains(&end))))
    }

    /// The language of a script, by the interpreter in its first line: `#!/usr/bin/env python3`.
    fn of_first_line(text: &Text) -> Option<&'static Language> {
        let start = text.slice(ByteOffset::ZERO..text.floor_boundary(ByteOffset(FIRST_LINE)));
        let mut words = start.lines().next()?.strip_prefix("#!")?.split_whitespace();
        let program = |word: &'_ str| word.rsplit('/').next().unwrap_or(word).to_owned();
        let mut name = program(words.next()?);
        if name == "env" {
            name = program(words.find(|word| !word.starts_with('-') && !word.contains('='))?);
        }
        let name = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        LANGUAGES.iter().find(|language| language.interpreters.contains(&name))
    }

    /// The language that a person means by a name, such as that of a code fence: its id, title, the end of its files' names
    /// or its interpreter, in whatever case.
    pub fn of_name(name: &str) -> Option<&'static Language> {
        let name = name.to_ascii_lowercase();
        let is_called = |language: &&Language| {
            let others = language.extensions.iter().chain(language.interpreters);
            language.id == name
                || language.title.eq_ignore_ascii_case(&name)
                || others.into_iter().any(|other| *other == name)
        };
        LANGUAGES.iter().find(is_called)
    }

    /// What marks a line of code among prose.
    pub fn margin(&self) -> Margin {
        self.literate.then_some('>')
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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn id(path: &str, text: &str) -> Option<&'static str> {
        Language::of_file(Path::new(path), &Text::from(text)).map(|language| language.id)
    }

    #[test]
    fn names_come_before_ends_and_ends_before_first_lines() {
        assert_eq!(id("a/b.hs", ""), Some("haskell"));
        assert_eq!(id("b.lhs", ""), Some("literate-haskell"));
        assert_eq!(id("cabal.project", ""), Some("cabal"));
        assert_eq!(id("Cargo.lock", ""), Some("toml"));
        assert_eq!(id("x.lock", ""), None);
        assert_eq!(id(".bashrc", ""), Some("bash"));
        assert_eq!(id("b.py", "#!/bin/sh\n"), Some("python"));
        assert_eq!(id("hs", ""), None);
    }

    #[test]
    fn scripts_are_known_by_their_interpreter() {
        assert_eq!(id("run", "#!/bin/sh\necho"), Some("bash"));
        assert_eq!(id("run", "#! /usr/bin/env python3.12 \n"), Some("python"));
        assert_eq!(id("run", "#!/usr/bin/env -S LANG=C runghc\n"), Some("haskell"));
        assert_eq!(id("run", "#!/usr/bin/env node"), Some("javascript"));
        assert_eq!(id("run", "#!/usr/bin/env\n"), None);
        assert_eq!(id("run", "#!"), None);
        assert_eq!(id("run", "# !/bin/sh"), None);
        assert_eq!(id("run", &format!("#!{}", "ä".repeat(1000))), None);
    }

    #[test]
    fn no_two_languages_claim_the_same() {
        let (mut ids, mut files) = (HashSet::new(), HashSet::new());
        for language in &LANGUAGES {
            assert!(ids.insert(language.id), "{}", language.id);
            for end in language.extensions {
                assert!(files.insert(format!("*.{end}")), "{end} of {}", language.id);
            }
            for name in language.names.iter().chain(language.interpreters) {
                assert!(files.insert((*name).to_owned()), "{name} of {}", language.id);
            }
        }
    }
}
