//! From a tree to spans: a query names the nodes of each category, and nested nodes are laid flat. Nodes that are written
//! in another language are parsed by themselves, with its grammar.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use tree_sitter::{Node, Parser, Query, QueryCursor, QueryError, StreamingIterator, Tree};

use super::grammar::{Grammar, Means};
use super::parse::{WINDOW_AFTER, WINDOW_BEFORE, parse_window};
use super::{Category, Language, SPANS_MAX, lines};
use crate::text::{ByteOffset, Text};

/// How many unfinished matches the query may hold at once.
const MATCHES_MAX: u32 = 256;
/// The most nodes that are looked at for one range.
const CAPTURES_MAX: usize = 2 * SPANS_MAX;
/// The most bytes of a node that a condition on its text looks at.
const CONDITION_BYTES: usize = 256;

/// The most parts in another language that are looked at for one range.
const INJECTED_MAX: usize = 1024;
/// How deep languages are looked for in languages: code in Markdown, in Markdown.
const DEPTH_MAX: usize = 3;

/// The grammars that are in use. Each is made ready when it is first asked for: a query takes a while.
#[derive(Default)]
pub(super) struct Grammars {
    ready: HashMap<&'static str, Arc<Compiled>>,
}

impl Grammars {
    /// The grammar, ready for use.
    pub fn get(&mut self, grammar: &'static Grammar) -> Arc<Compiled> {
        let ready = self.ready.entry(grammar.id).or_insert_with(|| {
            // reason: the table is part of the program, and a test compiles every grammar in it.
            Arc::new(Compiled::new(grammar).expect("a grammar of the table"))
        });
        Arc::clone(ready)
    }
}

/// A grammar, ready for use.
pub(super) struct Compiled {
    grammar: tree_sitter::Language,
    query: Query,
    /// By the query's number of the name.
    captures: Vec<Capture>,
}

/// What a name in a query stands for.
#[derive(Clone, Copy)]
enum Capture {
    Colour(Category),
    Injected(Injected),
}

/// What a part of a text is written in.
#[derive(Clone, Copy)]
enum Injected {
    Grammar(&'static Grammar),
    /// The language that the info string before the part names.
    Fence,
}

/// Why a language of the table cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum BadLanguage {
    #[error("its highlights.scm is no query of its grammar: {0}")]
    Query(#[from] QueryError),
    #[error("its highlights.scm names @{0}, which is neither a category nor @inject with a grammar")]
    Name(String),
}

impl Compiled {
    pub fn new(grammar: &Grammar) -> Result<Compiled, BadLanguage> {
        let language = (grammar.load)();
        let query = Query::new(&language, &grammar.queries.concat())?;
        let capture = |name: &&str| capture(name).ok_or_else(|| BadLanguage::Name((*name).to_owned()));
        let captures = query.capture_names().iter().map(capture).collect::<Result<_, _>>()?;
        Ok(Compiled { grammar: language, query, captures })
    }

    /// A parser for it.
    pub fn parser(&self) -> Parser {
        let mut parser = Parser::new();
        // reason: a grammar is refused for its version only, and a test parses with every grammar of the table.
        parser.set_language(&self.grammar).expect("a grammar of a version that is supported");
        parser
    }

    /// The spans within `range` of the text that the tree is of, ascending, at most `SPANS_MAX`. Parts in other languages
    /// stay plain once it is `interrupted`.
    pub fn spans(
        &self,
        grammars: &mut Grammars,
        tree: &Tree,
        text: &Text,
        range: Range<ByteOffset>,
        interrupted: &dyn Fn() -> bool,
    ) -> Vec<(Range<ByteOffset>, Category)> {
        let mut layers = Layers::new(range.clone());
        for (node, _, category) in self.layers(grammars, tree, text, range, interrupted, 0) {
            layers.add(node, category);
        }
        layers.finish()
    }

    /// The ranges of all that has a category, in the order in which [`Layers`] takes them: outer before inner, and of the
    /// same range an earlier rule before a later one.
    fn layers(
        &self,
        grammars: &mut Grammars,
        tree: &Tree,
        text: &Text,
        range: Range<ByteOffset>,
        interrupted: &dyn Fn() -> bool,
        depth: usize,
    ) -> Vec<Layer> {
        let mut cursor = QueryCursor::new();
        cursor.set_match_limit(MATCHES_MAX);
        cursor.set_byte_range(range.start.0..range.end.0);
        let content = |node: Node| {
            let start = ByteOffset(node.start_byte());
            text.chunks(start..(start + CONDITION_BYTES).min(ByteOffset(node.end_byte())))
        };
        let mut captures = cursor.captures(&self.query, tree.root_node(), content);
        let (mut found, mut injected) = (Vec::new(), Vec::new());
        while let Some((rule, index)) = captures.next() {
            let capture = &rule.captures()[*index];
            match self.captures[capture.index as usize] {
                Capture::Colour(category) => found.push((capture.node.byte_range(), rule.pattern_index, category)),
                Capture::Injected(means) if injected.len() < INJECTED_MAX => {
                    injected.extend(means_of(means, capture.node, text).map(|means| (means, capture.node)));
                }
                Capture::Injected(_) => {}
            }
            if found.len() >= CAPTURES_MAX {
                break;
            }
        }
        if depth < DEPTH_MAX {
            for (means, node) in injected {
                let rules = self.query.pattern_count();
                let inner = inject(grammars, means, node, text, &range, interrupted, depth + 1);
                let space = CAPTURES_MAX.saturating_sub(found.len());
                found
                    .extend(inner.into_iter().take(space).map(|(node, rule, category)| (node, rules + rule, category)));
            }
        }
        found.sort_by_key(|(node, rule, _)| (node.start, Reverse(node.end), *rule));
        found
    }
}

/// A range, the number of the rule that took it, and its category.
type Layer = (Range<usize>, usize, Category);

/// What a node is written in, if that is known. The language of fenced code stands in the node before it.
fn means_of(injected: Injected, node: Node, text: &Text) -> Option<Means> {
    match injected {
        Injected::Grammar(grammar) => Some(Means::Grammar(grammar)),
        Injected::Fence => {
            let fence = node.parent()?;
            let info = (0..fence.named_child_count() as u32).filter_map(|at| fence.named_child(at));
            let info = info.into_iter().find(|child| child.kind() == "info_string")?;
            let end = info.end_byte().min(info.start_byte() + CONDITION_BYTES);
            let name = text.slice(ByteOffset(info.start_byte())..text.floor_boundary(ByteOffset(end)));
            let name = name
                .split(|c: char| c.is_whitespace() || matches!(c, ',' | '{' | '}'))
                .find(|word| !word.is_empty())?;
            Means::of(Language::of_name(name.trim_start_matches('.'))?)
        }
    }
}

/// What there is to colour in a node that is written in another language: first the node itself, plain. Of one that
/// reaches far out of the range, what is near it is parsed.
fn inject(
    grammars: &mut Grammars,
    means: Means,
    node: Node,
    text: &Text,
    range: &Range<ByteOffset>,
    interrupted: &dyn Fn() -> bool,
    depth: usize,
) -> Vec<Layer> {
    let start = text.floor_boundary(ByteOffset(node.start_byte()).max(range.start.saturating_sub(WINDOW_BEFORE)));
    let end = text.floor_boundary(ByteOffset(node.end_byte()).min(range.end + WINDOW_AFTER));
    let seen = range.start.max(start)..range.end.min(end);
    if seen.start >= seen.end {
        return Vec::new();
    }
    let mut found = match means {
        Means::Lines(rule) => {
            let spans = lines::spans(rule, text, seen);
            spans.into_iter().map(|(span, category)| (span.start.0..span.end.0, 1, category)).collect()
        }
        Means::Grammar(grammar) => {
            let compiled = grammars.get(grammar);
            let part = text.sub_text(start..end);
            let Some(tree) = parse_window(&mut compiled.parser(), &part, interrupted) else { return Vec::new() };
            let inside = ByteOffset(seen.start - start)..ByteOffset(seen.end - start);
            let inner = compiled.layers(grammars, &tree, &part, inside, interrupted, depth);
            let moved = |range: Range<usize>| range.start + start.0..range.end + start.0;
            inner.into_iter().map(|(range, rule, category)| (moved(range), 1 + rule, category)).collect::<Vec<_>>()
        }
    };
    if matches!(means, Means::Lines(_)) || node.kind() == FENCED {
        found.push((node.byte_range(), 0, Category::Plain));
    }
    found
}

/// The node of fenced code, whose own colour is for code in no known language.
const FENCED: &str = "code_fence_content";

fn capture(name: &str) -> Option<Capture> {
    match name.strip_prefix("inject.") {
        Some("fence") => Some(Capture::Injected(Injected::Fence)),
        Some(grammar) => Grammar::of_id(grammar).map(|grammar| Capture::Injected(Injected::Grammar(grammar))),
        None => category(name).map(Capture::Colour),
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
