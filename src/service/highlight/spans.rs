//! From a tree to spans: a query names the nodes of each category, and nested nodes are laid flat.

use std::cmp::Reverse;
use std::ops::Range;

use tree_sitter::{Node, Query, QueryCursor, QueryError, StreamingIterator, Tree};

use super::{Category, Language, SPANS_MAX};
use crate::text::{ByteOffset, Text};

/// How many unfinished matches the query may hold at once.
const MATCHES_MAX: u32 = 256;
/// The most nodes that are looked at for one range.
const CAPTURES_MAX: usize = 2 * SPANS_MAX;
/// The most bytes of a node that a condition on its text looks at.
const CONDITION_BYTES: usize = 256;

/// A language, ready for use.
pub(super) struct Compiled {
    pub grammar: tree_sitter::Language,
    query: Query,
    /// By the query's number of the name.
    categories: Vec<Category>,
}

/// Why a language of the table cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum BadLanguage {
    #[error("its highlights.scm is no query of its grammar: {0}")]
    Query(#[from] QueryError),
    #[error("its highlights.scm names the category @{0}, which there is not")]
    Category(String),
}

impl Compiled {
    pub fn new(language: &Language) -> Result<Compiled, BadLanguage> {
        let grammar = (language.grammar)();
        let query = Query::new(&grammar, language.query)?;
        let category = |name: &&str| category(name).ok_or_else(|| BadLanguage::Category((*name).to_owned()));
        let categories = query.capture_names().iter().map(category).collect::<Result<_, _>>()?;
        Ok(Compiled { grammar, query, categories })
    }

    /// The spans within `range` of the text that the tree is of, ascending, at most `SPANS_MAX`.
    pub fn spans(&self, tree: &Tree, text: &Text, range: Range<ByteOffset>) -> Vec<(Range<ByteOffset>, Category)> {
        let mut cursor = QueryCursor::new();
        cursor.set_match_limit(MATCHES_MAX);
        cursor.set_byte_range(range.start.0..range.end.0);
        let content = |node: Node| {
            let start = ByteOffset(node.start_byte());
            text.chunks(start..(start + CONDITION_BYTES).min(ByteOffset(node.end_byte())))
        };
        let mut captures = cursor.captures(&self.query, tree.root_node(), content);
        let mut found = Vec::new();
        while let Some((rule, index)) = captures.next() {
            let capture = &rule.captures()[*index];
            found.push((capture.node.byte_range(), rule.pattern_index, self.categories[capture.index as usize]));
            if found.len() >= CAPTURES_MAX {
                break;
            }
        }
        found.sort_by_key(|(node, rule, _)| (node.start, Reverse(node.end), *rule));
        let mut layers = Layers::new(range);
        for (node, _, category) in found {
            layers.add(node, category);
        }
        layers.finish()
    }
}

fn category(name: &str) -> Option<Category> {
    Some(match name {
        "plain" => Category::Plain,
        "keyword" => Category::Keyword,
        "type" => Category::Type,
        "string" => Category::String,
        "comment" => Category::Comment,
        "number" => Category::Number,
        "operator" => Category::Operator,
        "pragma" => Category::Pragma,
        _ => return None,
    })
}

/// Lays nested ranges flat: the innermost one wins, and of the same range the last rule.
struct Layers {
    range: Range<usize>,
    /// The ends of what is open, outermost first.
    open: Vec<(usize, Category)>,
    /// Everything before this place is in `flat`.
    done: usize,
    flat: Vec<(Range<ByteOffset>, Category)>,
}

impl Layers {
    fn new(range: Range<ByteOffset>) -> Layers {
        let range = range.start.0..range.end.0;
        Layers { done: range.start, range, open: Vec::new(), flat: Vec::new() }
    }

    /// Adds a range that begins no earlier than those before it, and lies within or behind each of them.
    fn add(&mut self, range: Range<usize>, category: Category) {
        self.close(range.start);
        self.open.push((range.end, category));
    }

    /// Lays flat what lies before a place.
    fn close(&mut self, place: usize) {
        while let Some(&(end, category)) = self.open.last() {
            self.emit(end.min(place), category);
            if end > place {
                break;
            }
            self.open.pop();
        }
        self.done = self.done.max(place.min(self.range.end));
    }

    fn emit(&mut self, end: usize, category: Category) {
        let end = end.min(self.range.end);
        if end <= self.done {
            return;
        }
        let span = ByteOffset(self.done)..ByteOffset(end);
        self.done = end;
        if category == Category::Plain {
            return;
        }
        match self.flat.last_mut() {
            Some((last, same)) if *same == category && last.end == span.start => last.end = span.end,
            _ => self.flat.push((span, category)),
        }
    }

    fn finish(mut self) -> Vec<(Range<ByteOffset>, Category)> {
        self.close(usize::MAX);
        self.flat.truncate(SPANS_MAX);
        self.flat
    }
}
