//! Parsing: of a whole text, in slices and from its last tree, and of a window of a text that is too large.

use std::ops::{ControlFlow, Range};

use tree_sitter::{InputEdit, ParseOptions, ParseState, Parser, Point, Tree};

use crate::text::{ByteOffset, Delta, Text};

/// The largest text, in bytes, that is parsed again from its beginning when it is broken: what tree-sitter makes of broken
/// text depends on the tree before, and the colours of a text of usual size should depend on the text alone.
const AFRESH_MAX_BYTES: usize = 256 << 10;
/// How far before a visible range a window begins, in bytes.
pub(super) const WINDOW_BEFORE: usize = 64 << 10;
/// How far after a visible range a window ends, in bytes.
pub(super) const WINDOW_AFTER: usize = 16 << 10;
/// How often a window's parser may report its progress before it is given up: many times what well-formed text needs.
const WINDOW_MAX_STEPS: usize = 200_000;

/// A change as one replacement that holds all of its parts, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hull {
    /// The same place in the text before and after.
    pub start: usize,
    /// The end in the text before.
    pub old_end: usize,
    /// The end in the text after.
    pub new_end: usize,
}

impl Hull {
    /// That of a delta; none if the delta changes nothing.
    pub fn of(delta: &Delta) -> Option<Hull> {
        let (first, last) = (delta.splices().first()?, delta.splices().last()?);
        Some(Hull { start: first.start.0, old_end: last.old_range().end.0, new_end: last.new_range().end.0 })
    }

    /// All that differs between two texts; none if nothing does. O(n).
    pub fn between(old: &Text, new: &Text) -> Option<Hull> {
        let (prefix, suffix) = old.common_ends(new);
        let hull = Hull { start: prefix, old_end: old.len() - suffix, new_end: new.len() - suffix };
        (hull.old_end > prefix || hull.new_end > prefix).then_some(hull)
    }

    /// This change, and then another one of the text that it made.
    pub fn then(self, next: Hull) -> Hull {
        let middle_end = self.new_end.max(next.old_end);
        Hull {
            start: self.start.min(next.start),
            old_end: middle_end - self.new_end + self.old_end,
            new_end: middle_end - next.old_end + next.new_end,
        }
    }

    /// The change as tree-sitter wants it.
    fn edit(self, old: &Text, new: &Text) -> InputEdit {
        InputEdit {
            start_byte: self.start,
            old_end_byte: self.old_end,
            new_end_byte: self.new_end,
            start_position: point(old, self.start),
            old_end_position: point(old, self.old_end),
            new_end_position: point(new, self.new_end),
        }
    }
}

fn point(text: &Text, offset: usize) -> Point {
    let offset = ByteOffset(offset);
    let row = text.line_of(offset);
    Point::new(row, offset.0.saturating_sub(text.line_start(row).0))
}

/// The tree of a whole text.
pub(super) struct Whole {
    pub tree: Tree,
    pub text: Text,
    /// How the text changed since; none: it did not.
    pub ahead: Option<Hull>,
}

impl Whole {
    /// The tree, its places moved to those of the text that it is now.
    fn moved_to(&self, text: &Text) -> Tree {
        let mut tree = self.tree.clone();
        if let Some(hull) = self.ahead {
            tree.edit(&hull.edit(&self.text, text));
        }
        tree
    }
}

/// The making of a whole tree, which can be interrupted and taken up again.
pub(super) struct Job {
    parser: Parser,
    from: Option<Tree>,
    text: Text,
    /// How the text changed since the job began.
    pub ahead: Option<Hull>,
}

impl Job {
    /// Makes the tree of `text`, from its last one if there is one.
    pub fn new(parser: Parser, text: &Text, last: Option<&Whole>) -> Job {
        Job { parser, from: last.map(|whole| whole.moved_to(text)), text: text.clone(), ahead: None }
    }

    /// Goes on until it is done or `interrupted`; gives the tree when it is done.
    pub fn advance(&mut self, mut interrupted: impl FnMut() -> bool) -> Option<Whole> {
        loop {
            let tree = parse(&mut self.parser, &self.text, self.from.as_ref(), &mut interrupted)?;
            let broken = tree.root_node().has_error() && self.text.len() <= AFRESH_MAX_BYTES;
            if !broken || self.from.take().is_none() {
                return Some(Whole { tree, text: self.text.clone(), ahead: self.ahead });
            }
        }
    }
}

/// The tree of a short text; none if it was interrupted, or is so broken that its parser does not come to an end.
pub(super) fn parse_window(parser: &mut Parser, text: &Text, mut interrupted: impl FnMut() -> bool) -> Option<Tree> {
    let mut steps = 0;
    let tree = parse(parser, text, None, &mut || {
        steps += 1;
        steps > WINDOW_MAX_STEPS || interrupted()
    });
    parser.reset();
    tree
}

fn parse(
    parser: &mut Parser,
    text: &Text,
    from: Option<&Tree>,
    interrupted: &mut impl FnMut() -> bool,
) -> Option<Tree> {
    let mut progress = |_: &ParseState| if interrupted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let options = ParseOptions::new().progress_callback(&mut progress);
    parser.parse_with_options(&mut |offset, _| chunk_at(text, offset), from, Some(options))
}

/// The text from a place on, as far as one piece of the rope reaches.
fn chunk_at(text: &Text, offset: usize) -> &[u8] {
    let start = text.floor_boundary(ByteOffset(offset));
    let chunk = text.chunks(start..text.end()).next().unwrap_or_default();
    chunk.as_bytes().get(offset - start.0..).unwrap_or_default()
}

/// Where to begin and end parsing for a visible range: from a line that is not indented if there is one, so that layout
/// begins anew, or else from any line, or else (in a very long line) from anywhere.
pub(super) fn window(text: &Text, visible: &Range<ByteOffset>) -> Range<ByteOffset> {
    let earliest = text.floor_boundary(visible.start.saturating_sub(WINDOW_BEFORE));
    let end = text.floor_boundary(visible.end + WINDOW_AFTER);
    if earliest == ByteOffset::ZERO {
        return earliest..end;
    }
    let mut before = text.chars(earliest..visible.start);
    let mut at = earliest;
    let (mut any_line, mut new_line) = (None, false);
    for c in &mut before {
        if new_line {
            any_line = any_line.or(Some(at));
            if !c.is_whitespace() {
                return at..end;
            }
        }
        new_line = c == '\n';
        at += c.len_utf8();
    }
    any_line.unwrap_or(earliest)..end
}
