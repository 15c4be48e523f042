//! The list of messages: its rows, the one with the cursor, and what is filling it.

use std::ops::RangeInclusive;
use std::path::Path;

use crate::base::{BufferId, JobId, Key, KeyName};
use crate::desk::Desktop;
use crate::model::{Location, Message};
use crate::text::MarkId;

/// As many messages are kept, at most; further ones are dropped.
pub const MOST_MESSAGES: usize = 20_000;

/// A message, and the mark that its place goes with while the file is open.
#[derive(Clone, Debug)]
pub struct Row {
    pub message: Message,
    pub(in crate::desk) mark: Option<(BufferId, MarkId)>,
}

/// The list.
#[derive(Clone, Debug, Default)]
pub struct Messages {
    pub(in crate::desk) rows: Vec<Row>,
    current: usize,
    /// Where a selection of rows began.
    anchor: Option<usize>,
    top: usize,
    /// Nobody has been to any of them yet.
    fresh: bool,
    /// What fills the list now.
    job: Option<JobId>,
    /// What the list is about, in a few words.
    summary: String,
}

impl Messages {
    /// All rows.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// The index of the row with the cursor.
    pub fn current(&self) -> usize {
        self.current
    }

    /// The first row that shows.
    pub fn top(&self) -> usize {
        self.top
    }

    /// What the list is about.
    pub fn summary(&self) -> &str {
        &self.summary
    }

    /// What fills the list now.
    pub fn job(&self) -> Option<JobId> {
        self.job
    }

    /// The selected rows: the one with the cursor, if nothing else.
    pub fn selected(&self) -> RangeInclusive<usize> {
        let anchor = self.anchor.unwrap_or(self.current);
        anchor.min(self.current)..=anchor.max(self.current)
    }

    /// The next row with a place, seen from the cursor; the first of all where nobody has been to one.
    pub fn next_place(&self, forward: bool) -> Option<usize> {
        let has_place = |at: &usize| self.rows[*at].message.location.is_some();
        match (forward, self.fresh) {
            (true, true) => (0..self.rows.len()).find(has_place),
            (true, false) => (self.current + 1..self.rows.len()).find(has_place),
            (false, _) => (0..self.current.min(self.rows.len())).rev().find(has_place),
        }
    }

    pub(in crate::desk) fn begin(&mut self, job: Option<JobId>, summary: String) -> Vec<Row> {
        let old = std::mem::take(&mut self.rows);
        *self = Self { job, summary, fresh: true, ..Self::default() };
        old
    }

    pub(in crate::desk) fn end(&mut self, summary: String) {
        self.job = None;
        self.summary = summary;
    }

    pub(in crate::desk) fn say(&mut self, summary: String) {
        self.summary = summary;
    }

    pub(in crate::desk) fn go_to(&mut self, row: usize, height: i32) {
        self.anchor = None;
        self.set_current(row, height);
    }

    fn set_current(&mut self, row: usize, height: i32) {
        self.fresh = false;
        self.current = row.min(self.rows.len().saturating_sub(1));
        self.reveal(height);
    }

    pub(in crate::desk) fn scroll(&mut self, top: usize, height: i32) {
        self.top = top.min(self.rows.len().saturating_sub(height.max(1) as usize));
    }

    pub(in crate::desk) fn reveal(&mut self, height: i32) {
        self.top = super::revealed(self.current, self.top, height, self.rows.len());
    }

    pub(in crate::desk) fn select_all(&mut self) {
        if let Some(last) = self.rows.len().checked_sub(1) {
            (self.anchor, self.current) = (Some(0), last);
        }
    }

    /// Takes a key that moves the cursor; with Shift the selection grows.
    pub(in crate::desk) fn key(&mut self, key: Key, height: i32) {
        let page = height.max(2) as usize - 1;
        let to = match key.name {
            KeyName::ArrowUp => self.current.saturating_sub(1),
            KeyName::ArrowDown => self.current + 1,
            KeyName::PageUp => self.current.saturating_sub(page),
            KeyName::PageDown => self.current + page,
            KeyName::Home => 0,
            KeyName::End => self.rows.len(),
            _ => return,
        };
        match key.mods.shift {
            true => _ = self.anchor.get_or_insert(self.current),
            false => self.anchor = None,
        }
        self.set_current(to, height);
    }
}

impl Desktop {
    /// Where a message is now: its place went with the edits of a text that is open.
    pub fn place_of(&self, row: &Row) -> Option<Location> {
        let location = row.message.location.as_ref()?;
        let moved = row.mark.and_then(|(id, mark)| {
            let buffer = self.buffer(id)?;
            let at = buffer.document.marks().get(mark)?;
            let line = buffer.document.text().line_of(at);
            let column = buffer.document.columns(line, self.presentation().tab_width).char_of(at).0;
            let path = buffer.path.clone().unwrap_or_else(|| location.path.clone());
            Some(Location { path, line: Some(line + 1), column: Some(column + 1) })
        });
        Some(moved.unwrap_or_else(|| location.clone()))
    }

    /// The path as titles show it: seen from the project's folder.
    pub fn shown_path(&self, path: &Path) -> String {
        path.strip_prefix(self.folder()).unwrap_or(path).to_string_lossy().into_owned()
    }

    /// A message as one line of text, for the clipboard.
    pub fn message_text(&self, row: &Row) -> String {
        let mut parts = Vec::new();
        if let Some(Location { path, line, column }) = self.place_of(row) {
            let mut place = self.shown_path(&path);
            for number in line.into_iter().chain(column) {
                place.push_str(&format!(":{number}"));
            }
            parts.push(place);
        }
        parts.extend([row.message.kind.word().to_owned(), row.message.text.clone()]);
        parts.retain(|part| !part.is_empty());
        parts.join(": ")
    }

    /// The buffer that a message's place is kept in, as long as that is open.
    pub fn buffer_of_message(&self, row: &Row) -> Option<BufferId> {
        row.mark.map(|(buffer, _)| buffer).filter(|buffer| self.buffer(*buffer).is_some())
    }
}
