//! Colours for languages without a grammar: each line is looked at by itself.

use std::ops::Range;

use super::{Category, SPANS_MAX};
use crate::text::{ByteOffset, Text, is_word_char};

/// Colours one line: calls back with parts of it, ascending and apart.
pub(super) type LineRule = fn(&str, &mut dyn FnMut(Range<usize>, Category));

/// A line that begins farther before the range than this, in bytes, is coloured from the range on only.
const LINE_BEFORE: usize = 4096;

/// The spans within a range of a text, ascending, at most `SPANS_MAX`.
pub(super) fn spans(rule: LineRule, text: &Text, range: Range<ByteOffset>) -> Vec<(Range<ByteOffset>, Category)> {
    let line_start = text.line_start(text.line_of(range.start));
    let start = if range.start - line_start > LINE_BEFORE { range.start } else { line_start };
    let mut at = start;
    let mut found = Vec::new();
    for line in text.slice(start..range.end).split_inclusive('\n') {
        rule(line.trim_end(), &mut |part, category| {
            let part = (at + part.start).max(range.start)..at + part.end;
            if !part.is_empty() && found.len() < SPANS_MAX {
                found.push((part, category));
            }
        });
        at += line.len();
    }
    found
}

/// The sections of a package description and of a project's file.
const CABAL_SECTIONS: &[&str] = &[
    "library",
    "executable",
    "test-suite",
    "benchmark",
    "foreign-library",
    "flag",
    "common",
    "package",
    "repository",
    "source-repository",
    "source-repository-package",
    "custom-setup",
    "program-options",
    "if",
    "elif",
    "else",
];

/// A line of a Cabal file: a comment, a field with what it says, a section, or more of a field.
pub(super) fn cabal(line: &str, paint: &mut dyn FnMut(Range<usize>, Category)) {
    let indent = line.len() - line.trim_start().len();
    let content = &line[indent..];
    if content.starts_with("--") {
        return paint(indent..line.len(), Category::Comment);
    }
    let name_end = content.find(|c: char| !(is_word_char(c) || c == '-')).unwrap_or(content.len());
    let name = &content[..name_end];
    let after = indent + name_end;
    let is_field = content[name_end..].trim_start().starts_with(':') && !name.is_empty();
    if is_field {
        paint(indent..after, Category::Type);
    } else if CABAL_SECTIONS.iter().any(|section| section.eq_ignore_ascii_case(name)) {
        paint(indent..after, Category::Keyword);
    } else {
        return cabal_values(line, indent, paint);
    }
    // What a field of prose says is prose: a number in it means nothing.
    let prose =
        ["name", "synopsis", "description", "copyright", "author", "maintainer", "category", "homepage", "bug-reports"];
    if is_field && prose.iter().any(|field| field.eq_ignore_ascii_case(name)) {
        let colon = line[after..].find(':').map_or(after, |at| after + at);
        return paint(colon..colon + 1, Category::Operator);
    }
    cabal_values(line, after, paint);
}

/// Strings, numbers of versions and operators, from a place of the line on.
fn cabal_values(line: &str, from: usize, paint: &mut dyn FnMut(Range<usize>, Category)) {
    let mut at = from;
    while let Some(c) = line[at..].chars().next() {
        let rest = &line[at..];
        let run = |belongs: &dyn Fn(char) -> bool| rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        let (length, category) = match c {
            '"' => (rest[1..].find('"').map_or(rest.len(), |end| end + 2), Some(Category::String)),
            '0'..='9' => (run(&|c| is_word_char(c) || matches!(c, '.' | '*')), Some(Category::Number)),
            _ if is_word_char(c) => (run(&|c| is_word_char(c) || matches!(c, '-' | '.' | '/')), None),
            '<' | '>' | '=' | '^' | '&' | '|' | '!' | ':' => {
                (run(&|c| "<>=^&|!:".contains(c)), Some(Category::Operator))
            }
            _ => (c.len_utf8(), None),
        };
        let word = &rest[..length];
        let category = category.or_else(|| matches!(word, "True" | "False").then_some(Category::Number));
        if let Some(category) = category {
            paint(at..at + length, category);
        }
        at += length;
    }
}
