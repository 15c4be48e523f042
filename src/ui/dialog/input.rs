//! An input line: one line of text with a cursor and a selection, scrolled sideways (`look.md` section 5).
//!
//! Positions are byte offsets between grapheme clusters of the text.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use unicode_segmentation::UnicodeSegmentation;

use super::{Look, Reaction};
use crate::base::{Key, KeyName, Mouse, MouseAction, Point, Rect};
use crate::grid::{Canvas, Cursor, CursorShape, cluster_width, text_width};
use crate::ui::part::Part;
use crate::ui::theme::{Role, Theme};

/// The most characters of an input line whose builder names no other limit.
const DEFAULT_LIMIT: usize = 4096;

/// Cells of the history button and the blank before it.
const HISTORY_WIDTH: i32 = 4;

/// The state of an input line. Its first visible cluster starts in column 1; columns 0 and last are for the arrows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    text: String,
    cursor: usize,
    /// The other end of the selection; equal to the cursor when nothing is selected.
    anchor: usize,
    /// The first cluster that shows.
    first: usize,
    limit: usize,
    history: Option<Vec<String>>,
}

impl Default for Input {
    fn default() -> Self {
        Self { text: String::new(), cursor: 0, anchor: 0, first: 0, limit: DEFAULT_LIMIT, history: None }
    }
}

impl Input {
    /// A line with that text, all of it selected.
    pub fn new(text: &str) -> Self {
        let mut input = Self::default();
        input.set_text(text);
        input
    }

    /// At most so many characters (code points).
    pub fn with_limit(mut self, limit: usize) -> Self {
        self.limit = limit;
        let text = std::mem::take(&mut self.text);
        self.set_text(&text);
        self
    }

    /// With a history button that offers these, the newest first.
    pub fn with_history(mut self, history: Vec<String>) -> Self {
        self.history = Some(history);
        self
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What the history button offers; `None` without one.
    pub fn history(&self) -> Option<&[String]> {
        self.history.as_deref()
    }

    /// The selected text; empty when nothing is selected.
    pub fn selected_text(&self) -> &str {
        &self.text[self.selection()]
    }

    /// Exchanges the whole text, cut at the limit, and selects it.
    pub fn set_text(&mut self, text: &str) {
        self.text = one_line(text).chars().take(self.limit).collect();
        self.first = 0;
        self.select_all();
    }

    /// Selects everything, the cursor at the end.
    pub fn select_all(&mut self) {
        (self.anchor, self.cursor) = (0, self.text.len());
    }

    fn selection(&self) -> Range<usize> {
        self.anchor.min(self.cursor)..self.anchor.max(self.cursor)
    }

    /// Puts text in the place of the selection, as much of it as the limit allows; line ends become spaces.
    pub(super) fn insert(&mut self, text: &str) -> Reaction {
        let range = self.selection();
        let kept = self.text.chars().count() - self.text[range.clone()].chars().count();
        let added: String = one_line(text).chars().take(self.limit.saturating_sub(kept)).collect();
        if added.is_empty() && range.is_empty() {
            return Reaction::Handled;
        }
        self.text.replace_range(range.clone(), &added);
        self.cursor = self.boundary_at(range.start + added.len());
        self.anchor = self.cursor;
        self.first = self.boundary_at(self.first.min(self.text.len()));
        Reaction::Changed
    }

    /// The nearest cluster boundary at or after an offset: an inserted mark joins the cluster before it.
    fn boundary_at(&self, at: usize) -> usize {
        let mut ends = self.text.grapheme_indices(true).map(|(start, _)| start).chain([self.text.len()]);
        ends.find(|start| *start >= at).unwrap_or(self.text.len())
    }

    fn before(&self, at: usize) -> usize {
        self.text[..at].grapheme_indices(true).next_back().map_or(0, |(start, _)| start)
    }

    fn after(&self, at: usize) -> usize {
        self.text[at..].graphemes(true).next().map_or(at, |cluster| at + cluster.len())
    }

    fn word_before(&self, at: usize) -> usize {
        let words = self.text[..at].split_word_bound_indices().rev();
        words.into_iter().find(|(_, word)| !word.trim().is_empty()).map_or(0, |(start, _)| start)
    }

    fn word_after(&self, at: usize) -> usize {
        let mut words = self.text[at..].split_word_bound_indices().skip(1);
        words.find(|(_, word)| !word.trim().is_empty()).map_or(self.text.len(), |(start, _)| at + start)
    }

    fn go(&mut self, to: usize, extend: bool) -> Reaction {
        self.cursor = to;
        if !extend {
            self.anchor = to;
        }
        Reaction::Handled
    }

    /// Deletes the selection, or else the text from the cursor to that offset.
    fn delete(&mut self, to: usize) -> Reaction {
        if self.selection().is_empty() {
            self.anchor = to;
        }
        self.insert("")
    }

    fn cut(&mut self) -> Reaction {
        let cut = self.selected_text().to_owned();
        if cut.is_empty() {
            return Reaction::Handled;
        }
        self.insert("");
        Reaction::Cut(cut)
    }

    fn copy(&self) -> Reaction {
        match self.selected_text() {
            "" => Reaction::Handled,
            text => Reaction::Copy(text.to_owned()),
        }
    }

    /// Takes a key; `width` is that of the control.
    pub(super) fn key(&mut self, key: Key, width: i32) -> Reaction {
        let reaction = self.apply_key(key.normalized());
        self.reveal(width);
        reaction
    }

    fn apply_key(&mut self, key: Key) -> Reaction {
        let (ctrl, shift) = (key.mods.ctrl, key.mods.shift);
        if key.mods.alt {
            return Reaction::Ignored;
        }
        match key.name {
            KeyName::ArrowLeft if ctrl => self.go(self.word_before(self.cursor), shift),
            KeyName::ArrowRight if ctrl => self.go(self.word_after(self.cursor), shift),
            KeyName::ArrowLeft => self.go(self.before(self.cursor), shift),
            KeyName::ArrowRight => self.go(self.after(self.cursor), shift),
            KeyName::Home => self.go(0, shift),
            KeyName::End => self.go(self.text.len(), shift),
            KeyName::Backspace if ctrl => self.delete(self.word_before(self.cursor)),
            KeyName::Backspace => self.delete(self.before(self.cursor)),
            KeyName::Delete if shift => self.cut(),
            KeyName::Delete if ctrl => self.delete(self.word_after(self.cursor)),
            KeyName::Delete => self.delete(self.after(self.cursor)),
            KeyName::Insert if ctrl => self.copy(),
            KeyName::Insert if shift => Reaction::WantsPaste,
            KeyName::Char('a') if ctrl => {
                self.select_all();
                Reaction::Handled
            }
            KeyName::Char('c') if ctrl => self.copy(),
            KeyName::Char('x') if ctrl => self.cut(),
            KeyName::Char('v') if ctrl => Reaction::WantsPaste,
            _ => match key.typed() {
                Some(c) => self.insert(c.encode_utf8(&mut [0; 4])),
                None => Reaction::Ignored,
            },
        }
    }

    /// Takes the mouse at a column of the control: a click puts the cursor, dragging selects, a double click selects
    /// everything. Beyond the visible text it scrolls.
    pub(super) fn mouse(&mut self, column: i32, mouse: Mouse, width: i32) -> Reaction {
        match mouse.action {
            MouseAction::Down if mouse.clicks > 1 => self.select_all(),
            MouseAction::Down => drop(self.go(self.offset_at(column, width), mouse.mods.shift)),
            MouseAction::Move => drop(self.go(self.offset_at(column, width), true)),
            _ => return Reaction::Handled,
        }
        self.reveal(width);
        Reaction::Handled
    }

    fn offset_at(&self, column: i32, width: i32) -> usize {
        if column < 1 {
            return self.before(self.first);
        }
        let mut x = 1;
        for (start, cluster) in self.text[self.first..].grapheme_indices(true) {
            x += cluster_width(cluster);
            if x > column || x > self.field_width(width) {
                return self.first + start;
            }
        }
        self.text.len()
    }

    /// The width without the history button.
    pub(super) fn field_width(&self, width: i32) -> i32 {
        if self.history.is_some() { width - HISTORY_WIDTH } else { width }
    }

    /// Scrolls so that the cursor shows.
    pub(super) fn reveal(&mut self, width: i32) {
        let room = (self.field_width(width) - 2).max(1);
        self.first = self.first.min(self.cursor);
        let mut hidden = text_width(&self.text[self.first..self.cursor]) - room;
        while hidden > 0 {
            let next = self.after(self.first);
            hidden -= text_width(&self.text[self.first..next]);
            self.first = next;
        }
    }

    /// Paints the line on a canvas of its size, and the text cursor where it has the focus.
    pub(super) fn paint(&self, canvas: &mut Canvas<'_>, n: u8, look: Look, theme: &Theme) {
        let width = self.field_width(canvas.size().width);
        let attr = theme.attr(if look.enabled { Role::Input } else { Role::InputDisabled });
        canvas.set_part(Part::Control(n).to_u16());
        canvas.fill(Rect::new(0, 0, width, 1), ' ', attr);
        let selection = if look.focused { self.selection() } else { 0..0 };
        let (mut x, mut cursor) = (1, None);
        for (start, cluster) in self.text[self.first..].grapheme_indices(true) {
            let at = self.first + start;
            if at == self.cursor {
                cursor = Some(x);
            }
            let cells = cluster_width(cluster);
            if x + cells > width - 1 {
                canvas.text(Point::new(width - 1, 0), "►", theme.attr(Role::InputArrow));
                break;
            }
            let role = if selection.contains(&at) { theme.attr(Role::InputSelection) } else { attr };
            canvas.put(Point::new(x, 0), cluster, cells, role);
            x += cells;
        }
        if self.first > 0 {
            canvas.text(Point::new(0, 0), "◄", theme.attr(Role::InputArrow));
        }
        if look.focused {
            let at = canvas.on_scene(Point::new(cursor.unwrap_or(x).min(width - 1), 0));
            canvas.scene().cursor = at.map(|at| Cursor { at, shape: CursorShape::Underline });
        }
        if self.history.is_some() {
            canvas.set_part(Part::History(n).to_u16());
            let (sides, arrow) = (theme.attr(Role::HistorySides), theme.attr(Role::HistoryArrow));
            crate::ui::markup::paint(canvas, Point::new(width + 1, 0), "▐~↓~▌", sides, arrow);
        }
    }
}

/// The text in one line: line ends become spaces, one at the very end goes.
fn one_line(text: &str) -> String {
    let text = text.strip_suffix('\n').unwrap_or(text);
    text.strip_suffix('\r').unwrap_or(text).replace("\r\n", " ").replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const WIDTH: i32 = 12;

    /// Shows cursor as `|` and a selection as `[…]`.
    fn shown(input: &Input) -> String {
        let mut text = input.text.clone();
        let range = input.selection();
        if range.is_empty() {
            text.insert(input.cursor, '|');
        } else {
            text.insert(range.end, ']');
            text.insert(range.start, '[');
        }
        text
    }

    fn after(text: &str, keys: &[&str]) -> String {
        let mut input = Input::new(text);
        for key in keys {
            input.key(key.parse().unwrap(), WIDTH);
        }
        shown(&input)
    }

    #[test]
    fn typing_replaces_the_selection() {
        assert_eq!(after("tally", &[]), "[tally]");
        assert_eq!(after("tally", &["x", "Y"]), "xY|");
        assert_eq!(after("tally", &["End", "Shift+ArrowLeft", "Shift+ArrowLeft", "s"]), "tals|");
        assert_eq!(after("tally", &["ArrowLeft", "Ctrl+A", "Delete"]), "|");
    }

    #[test]
    fn the_cursor_moves_by_clusters_and_words() {
        assert_eq!(after("ae\u{301}b", &["End", "ArrowLeft", "ArrowLeft"]), "a|e\u{301}b");
        assert_eq!(after("ae\u{301}b", &["End", "ArrowLeft", "Backspace"]), "a|b");
        assert_eq!(after("one two.three", &["Home", "Ctrl+ArrowRight"]), "one |two.three");
        assert_eq!(after("one two  three", &["End", "Ctrl+ArrowLeft", "Ctrl+ArrowLeft"]), "one |two  three");
        assert_eq!(after("one two", &["End", "Ctrl+Backspace"]), "one |");
        assert_eq!(after("one two", &["Home", "Ctrl+Shift+ArrowRight"]), "[one ]two");
    }

    #[test]
    fn a_combining_mark_joins_the_cluster_before_it() {
        let mut input = Input::new("ex");
        input.key("Home".parse().unwrap(), WIDTH);
        input.key("ArrowRight".parse().unwrap(), WIDTH);
        input.insert("\u{301}");
        assert_eq!(shown(&input), "e\u{301}|x");
        input.key("Backspace".parse().unwrap(), WIDTH);
        assert_eq!(shown(&input), "|x");
    }

    #[test]
    fn the_clipboard_is_the_owners() {
        let mut input = Input::new("one two");
        assert_eq!(input.key("Ctrl+C".parse().unwrap(), WIDTH), Reaction::Copy("one two".to_owned()));
        assert_eq!(input.key("Shift+Delete".parse().unwrap(), WIDTH), Reaction::Cut("one two".to_owned()));
        assert_eq!(input.key("Ctrl+X".parse().unwrap(), WIDTH), Reaction::Handled);
        assert_eq!(input.key("Shift+Insert".parse().unwrap(), WIDTH), Reaction::WantsPaste);
        assert_eq!(input.insert("a\r\nb\n"), Reaction::Changed);
        assert_eq!(input.text(), "a b");
    }

    #[test]
    fn the_limit_holds_for_keys_pastes_and_texts() {
        let mut input = Input::new("abcdef").with_limit(4);
        assert_eq!(input.text(), "abcd");
        input.key("End".parse().unwrap(), WIDTH);
        assert_eq!(input.key("x".parse().unwrap(), WIDTH), Reaction::Handled);
        input.key("Backspace".parse().unwrap(), WIDTH);
        input.insert("xyz");
        assert_eq!(input.text(), "abcx");
    }

    #[test]
    fn the_mouse_finds_clusters_and_scrolls_at_the_ends() {
        let at = |action, clicks| Mouse { action, at: Point::default(), button: 0, clicks, mods: Default::default() };
        let mut input = Input::new("a漢b and more of it");
        input.key("Home".parse().unwrap(), WIDTH);
        input.mouse(3, at(MouseAction::Down, 1), WIDTH);
        assert_eq!(input.cursor, 1, "the right half of a wide glyph belongs to it");
        input.mouse(6, at(MouseAction::Move, 1), WIDTH);
        assert_eq!(input.selected_text(), "漢b ");
        input.mouse(WIDTH - 1, at(MouseAction::Down, 1), WIDTH);
        input.mouse(WIDTH - 1, at(MouseAction::Move, 1), WIDTH);
        input.key("End".parse().unwrap(), WIDTH);
        assert!(input.first > 0);
        let first = input.first;
        input.mouse(0, at(MouseAction::Down, 1), WIDTH);
        assert_eq!(input.first, first - 1);
        input.mouse(4, at(MouseAction::Down, 2), WIDTH);
        assert_eq!(input.selected_text(), input.text());
    }
}
