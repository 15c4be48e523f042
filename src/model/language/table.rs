//! The table: one record a language.

use super::{BRACKETS, Closing, Comments, IndentRules, Language};
use crate::text::Indentation::{self, Spaces};

const C_COMMENTS: Comments = Comments { line: Some("//"), block: Some(("/*", "*/")) };
const HASKELL_COMMENTS: Comments = Comments { line: Some("--"), block: Some(("{-", "-}")) };
const HASH_COMMENTS: Comments = Comments { line: Some("#"), block: None };

/// A language of which little is known; the records fill it in.
const PLAIN: Language = Language {
    id: "",
    title: "",
    names: &[],
    extensions: &[],
    interpreters: &[],
    comments: Comments { line: None, block: None },
    brackets: BRACKETS,
    indent: indent(Spaces(4), &[]),
    literate: false,
};

/// Rules with nothing but openers, and closing brackets as deep as the line that they close.
const fn indent(unit: Indentation, openers: &'static [&'static str]) -> IndentRules {
    IndentRules { unit, openers, heads: &[], margin: &[], leavers: &[], closers: &[], closing: Closing::Line }
}

const HASKELL_INDENT: IndentRules = IndentRules {
    margin: &[("module", "where"), (")", "where")],
    closing: Closing::Bracket,
    ..indent(
        Spaces(2),
        &[
            "where", "do", "mdo", "rec", "of", "let", "in", "then", "else", "case", "cases", "if", "=", "->", "<-",
            "(", "[", "{", "$",
        ],
    )
};

const SCRIPT_INDENT: IndentRules = indent(Spaces(2), &["{", "(", "[", "=>", ":"]);

/// All languages.
pub static LANGUAGES: [Language; 16] = [
    Language {
        id: "haskell",
        title: "Haskell",
        extensions: &["hs", "hs-boot", "hsc", "hsig"],
        interpreters: &["runghc", "runhaskell", "stack", "cabal"],
        comments: HASKELL_COMMENTS,
        indent: HASKELL_INDENT,
        ..PLAIN
    },
    Language {
        id: "literate-haskell",
        title: "Literate Haskell",
        extensions: &["lhs", "lhs-boot"],
        comments: HASKELL_COMMENTS,
        indent: HASKELL_INDENT,
        literate: true,
        ..PLAIN
    },
    Language {
        id: "cabal",
        title: "Cabal",
        names: &["cabal.project", "cabal.project.local", "cabal.project.freeze", "cabal.config"],
        extensions: &["cabal"],
        comments: Comments { line: Some("--"), block: None },
        indent: IndentRules {
            heads: &[
                "library",
                "executable",
                "test-suite",
                "benchmark",
                "foreign-library",
                "flag",
                "common",
                "package",
                "source-repository",
                "source-repository-package",
                "custom-setup",
                "repository",
                "program-options",
                "if",
                "elif",
                "else",
            ],
            closers: &["elif", "else"],
            ..indent(Spaces(2), &[":", "{", "("])
        },
        ..PLAIN
    },
    Language {
        id: "c",
        title: "C",
        extensions: &["c", "h"],
        comments: C_COMMENTS,
        indent: indent(Spaces(4), &["{", "(", "[", ":"]),
        ..PLAIN
    },
    Language {
        id: "cpp",
        title: "C++",
        extensions: &[
            "cpp", "cc", "cxx", "c++", "C", "hpp", "hh", "hxx", "h++", "H", "ipp", "inl", "tpp", "cppm", "ixx",
        ],
        comments: C_COMMENTS,
        indent: indent(Spaces(4), &["{", "(", "[", ":"]),
        ..PLAIN
    },
    Language {
        id: "rust",
        title: "Rust",
        extensions: &["rs"],
        interpreters: &["cargo"],
        comments: C_COMMENTS,
        indent: indent(Spaces(4), &["{", "(", "[", "=>", "=", "->"]),
        ..PLAIN
    },
    Language {
        id: "python",
        title: "Python",
        names: &["SConstruct", "SConscript", "wscript"],
        extensions: &["py", "pyi", "pyw"],
        interpreters: &["python", "pypy"],
        comments: HASH_COMMENTS,
        indent: IndentRules {
            leavers: &["return", "raise", "pass", "break", "continue"],
            closers: &["elif", "else", "except", "finally"],
            ..indent(Spaces(4), &[":", "(", "[", "{"])
        },
        ..PLAIN
    },
    Language {
        id: "bash",
        title: "Shell",
        names: &[
            ".bashrc",
            ".bash_profile",
            ".bash_login",
            ".bash_logout",
            ".bash_aliases",
            ".profile",
            ".envrc",
            ".xinitrc",
            ".zshrc",
            ".zprofile",
            ".zshenv",
            "PKGBUILD",
            "APKBUILD",
        ],
        extensions: &["sh", "bash", "zsh", "ksh", "bats", "ebuild"],
        interpreters: &["sh", "bash", "dash", "ash", "ksh", "zsh", "bats"],
        comments: HASH_COMMENTS,
        indent: IndentRules {
            closers: &["fi", "done", "else", "elif", "esac"],
            ..indent(Spaces(4), &["then", "do", "else", "in", "{", "("])
        },
        ..PLAIN
    },
    Language {
        id: "json",
        title: "JSON",
        names: &[".babelrc", "flake.lock", "composer.lock"],
        extensions: &["json", "webmanifest", "geojson", "jsonl", "ndjson", "ipynb"],
        indent: indent(Spaces(2), &["{", "[", ":"]),
        ..PLAIN
    },
    Language {
        id: "toml",
        title: "TOML",
        names: &["Cargo.lock", "poetry.lock", "uv.lock", "Pipfile"],
        extensions: &["toml"],
        comments: HASH_COMMENTS,
        indent: indent(Spaces(4), &["[", "{"]),
        ..PLAIN
    },
    Language {
        id: "yaml",
        title: "YAML",
        names: &[".clang-format", ".clang-tidy", ".clangd"],
        extensions: &["yaml", "yml"],
        comments: HASH_COMMENTS,
        indent: IndentRules { closing: Closing::Bracket, ..indent(Spaces(2), &[":", "|", ">", "|-", ">-", "{", "["]) },
        ..PLAIN
    },
    Language {
        id: "markdown",
        title: "Markdown",
        extensions: &["md", "markdown", "mkd", "mdown"],
        comments: Comments { line: None, block: Some(("<!--", "-->")) },
        indent: indent(Spaces(2), &[]),
        ..PLAIN
    },
    Language {
        id: "javascript",
        title: "JavaScript",
        extensions: &["js", "mjs", "cjs", "jsx"],
        interpreters: &["node", "nodejs"],
        comments: C_COMMENTS,
        indent: SCRIPT_INDENT,
        ..PLAIN
    },
    Language {
        id: "typescript",
        title: "TypeScript",
        extensions: &["ts", "mts", "cts"],
        interpreters: &["deno", "bun", "ts-node", "tsx"],
        comments: C_COMMENTS,
        indent: SCRIPT_INDENT,
        ..PLAIN
    },
    Language {
        id: "tsx",
        title: "TypeScript with JSX",
        extensions: &["tsx"],
        comments: C_COMMENTS,
        indent: SCRIPT_INDENT,
        ..PLAIN
    },
    Language {
        id: "nix",
        title: "Nix",
        extensions: &["nix"],
        interpreters: &["nix-shell"],
        comments: Comments { line: Some("#"), block: Some(("/*", "*/")) },
        indent: IndentRules {
            closers: &["in"],
            ..indent(Spaces(2), &["{", "(", "[", "let", "in", "=", ":", "then", "else", "rec", "''"])
        },
        ..PLAIN
    },
];
