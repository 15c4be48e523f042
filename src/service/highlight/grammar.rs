//! The table of grammars: which languages are coloured, and how.

use super::lines::{self, LineRule};
use crate::model::Language;

/// A tree-sitter grammar, and which of its nodes are of which category.
pub(super) struct Grammar {
    /// Its name in this table. A query speaks of another grammar by it.
    pub id: &'static str,
    /// The languages that it is for, by their ids; none: only parts of other languages are written in it.
    languages: &'static [&'static str],
    pub load: fn() -> tree_sitter::Language,
    /// Its query, in pieces that are read one after the other.
    pub queries: &'static [&'static str],
}

/// How a language is coloured.
#[derive(Clone, Copy)]
pub(super) enum Means {
    /// By a tree of the whole text.
    Grammar(&'static Grammar),
    /// Each line by itself.
    Lines(LineRule),
}

macro_rules! query {
    ($file:literal) => {
        include_str!(concat!("../../../resources/languages/", $file, ".scm"))
    };
}

/// All grammars.
pub(super) static GRAMMARS: &[Grammar] = &[
    Grammar {
        id: "haskell",
        languages: &["haskell", "literate-haskell"],
        load: || tree_sitter_haskell::LANGUAGE.into(),
        queries: &[query!("haskell/highlights")],
    },
    Grammar { id: "c", languages: &["c"], load: || tree_sitter_c::LANGUAGE.into(), queries: &[query!("c/highlights")] },
    Grammar {
        id: "cpp",
        languages: &["cpp"],
        load: || tree_sitter_cpp::LANGUAGE.into(),
        queries: &[query!("c/highlights"), query!("cpp/highlights")],
    },
    Grammar {
        id: "rust",
        languages: &["rust"],
        load: || tree_sitter_rust::LANGUAGE.into(),
        queries: &[query!("rust/highlights")],
    },
    Grammar {
        id: "python",
        languages: &["python"],
        load: || tree_sitter_python::LANGUAGE.into(),
        queries: &[query!("python/highlights")],
    },
    Grammar {
        id: "bash",
        languages: &["bash"],
        load: || tree_sitter_bash::LANGUAGE.into(),
        queries: &[query!("bash/highlights")],
    },
    Grammar {
        id: "json",
        languages: &["json"],
        load: || tree_sitter_json::LANGUAGE.into(),
        queries: &[query!("json/highlights")],
    },
    Grammar {
        id: "toml",
        languages: &["toml"],
        load: || tree_sitter_toml_ng::LANGUAGE.into(),
        queries: &[query!("toml/highlights")],
    },
    Grammar {
        id: "yaml",
        languages: &["yaml"],
        load: || tree_sitter_yaml::LANGUAGE.into(),
        queries: &[query!("yaml/highlights")],
    },
    Grammar {
        id: "markdown",
        languages: &["markdown"],
        load: || tree_sitter_md::LANGUAGE.into(),
        queries: &[query!("markdown/highlights")],
    },
    Grammar {
        id: "markdown-inline",
        languages: &[],
        load: || tree_sitter_md::INLINE_LANGUAGE.into(),
        queries: &[query!("markdown-inline/highlights")],
    },
    Grammar {
        id: "javascript",
        languages: &["javascript"],
        load: || tree_sitter_javascript::LANGUAGE.into(),
        queries: &[query!("javascript/highlights"), query!("javascript/jsx")],
    },
    Grammar {
        id: "typescript",
        languages: &["typescript"],
        load: || tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(),
        queries: &[query!("javascript/highlights"), query!("typescript/highlights")],
    },
    Grammar {
        id: "tsx",
        languages: &["tsx"],
        load: || tree_sitter_typescript::LANGUAGE_TSX.into(),
        queries: &[query!("javascript/highlights"), query!("typescript/highlights"), query!("javascript/jsx")],
    },
    Grammar {
        id: "nix",
        languages: &["nix"],
        load: || tree_sitter_nix::LANGUAGE.into(),
        queries: &[query!("nix/highlights")],
    },
];

/// The languages whose lines are coloured one by one, for want of a grammar that is kept.
static BY_LINES: &[(&str, LineRule)] = &[("cabal", lines::cabal)];

impl Grammar {
    /// The grammar of that id.
    pub fn of_id(id: &str) -> Option<&'static Grammar> {
        GRAMMARS.iter().find(|grammar| grammar.id == id)
    }
}

impl Means {
    /// How a language is coloured, if it is.
    pub fn of(language: &Language) -> Option<Means> {
        let grammar = GRAMMARS.iter().find(|grammar| grammar.languages.contains(&language.id));
        let by_lines = BY_LINES.iter().find(|(id, _)| *id == language.id);
        grammar.map(Means::Grammar).or_else(|| by_lines.map(|(_, rule)| Means::Lines(*rule)))
    }
}
