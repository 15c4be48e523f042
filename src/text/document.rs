//! [`Document`]: one text with all that its changes need.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::base::{BufferId, Revision};

use super::changes::Changes;
use super::columns::{ColumnCache, Columns};
use super::diff::{Hunk, hunks};
use super::edit::{Bias, Delta, EditError, Transaction};
use super::form::{Bytes, Form};
use super::history::{Content, History, Step};
use super::marks::MarkSet;
use super::revisions::Revisions;
use super::rope::Text;
use super::selection::Selection;
use super::snapshot::Snapshot;
use super::units::ByteOffset;
use super::width::TabWidth;

/// What a change did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// What it did to places.
    pub delta: Delta,
    /// The state after it.
    pub revision: Revision,
}

/// What undo or redo did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// What each step did to places, in the order in which they were done.
    pub deltas: Vec<Delta>,
    /// The selection that belongs to the text now.
    pub selection: Selection,
    /// The state after the last step.
    pub revision: Revision,
}

/// A text to put in the place of a document's, worked out beforehand.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reload {
    revision: Revision,
    text: Text,
    form: Form,
    /// What leads from the old text to the new one.
    delta: Delta,
}

/// A reload with more places than this counts as one place from the first to the last.
const RELOAD_SPLICES: usize = 1024;

impl Reload {
    /// Compares a new text with a snapshot of the old one. O(n): not for the owner thread.
    pub fn between(old: &Snapshot, text: Text, form: Form) -> Reload {
        let splices = if old.form == form { fine(&old.text, &text) } else { None };
        let splices = splices.unwrap_or_else(|| coarse(&old.text, &text));
        Reload { revision: old.revision, delta: Delta::new(splices.into_iter()), text, form }
    }

    /// Applies a transaction to a snapshot. O(log n) for each edit: for those of which there are so many that they would
    /// hold the owner thread up.
    pub fn edited(old: &Snapshot, transaction: &Transaction) -> Result<Reload, EditError> {
        check_form(old.form, transaction)?;
        let mut text = old.text.clone();
        let delta = transaction.apply(&mut text)?;
        Ok(Reload { revision: old.revision, text, form: old.form, delta })
    }

    /// Whether the document would be the same afterwards.
    pub fn is_empty(&self, old: &Snapshot) -> bool {
        self.delta.is_empty() && self.form == old.form
    }

    /// The text that comes.
    pub fn text(&self) -> &Text {
        &self.text
    }

    /// What it does to places.
    pub fn delta(&self) -> &Delta {
        &self.delta
    }

    /// Whether it leads from one text to the other. O(n) in the number of places.
    fn check(&self, old: &Text) -> Result<(), EditError> {
        let (mut end, mut len, mut new_start) = (ByteOffset::ZERO, old.len(), ByteOffset::ZERO);
        for splice in self.delta.splices() {
            let Range { start, end: next } = splice.start..ByteOffset(splice.start.0.saturating_add(splice.removed));
            old.check(&(start..next))?;
            if start < end {
                return Err(EditError::Overlap { end, start });
            }
            new_start = ByteOffset(new_start.0.saturating_add(start - end));
            if splice.new_start != new_start {
                return Err(EditError::Stale);
            }
            new_start = ByteOffset(new_start.0.saturating_add(splice.inserted));
            end = next;
            len = (len - splice.removed).saturating_add(splice.inserted);
        }
        if len == self.text.len() { Ok(()) } else { Err(EditError::Stale) }
    }
}

/// Whether a text of that form can hold what a transaction inserts.
fn check_form(form: Form, transaction: &Transaction) -> Result<(), EditError> {
    if let Form::Utf8 { .. } = form {
        return Ok(());
    }
    let foreign = transaction.edits().iter().find_map(|edit| form.first_foreign(&edit.insert));
    foreign.map_or(Ok(()), |found| Err(EditError::NotAByte { found }))
}

/// One place, from the first difference to the last.
fn coarse(old: &Text, new: &Text) -> Vec<(Range<ByteOffset>, usize)> {
    let (prefix, suffix) = old.common_ends(new);
    let range = ByteOffset(prefix)..old.end() - suffix;
    let inserted = new.len() - prefix - suffix;
    if range.is_empty() && inserted == 0 { Vec::new() } else { vec![(range, inserted)] }
}

/// Every place by itself, so that what stands between two of them stays where it is. None where there is too much.
fn fine(old: &Text, new: &Text) -> Option<Vec<(Range<ByteOffset>, usize)>> {
    let hunks = hunks(old, new).ok().filter(|hunks| hunks.len() <= RELOAD_SPLICES)?;
    let splice = |hunk: Hunk| {
        let (old, new) = (old.sub_text(hunk.old_bytes.clone()), new.sub_text(hunk.new_bytes));
        let (prefix, suffix) = old.common_ends(&new);
        (hunk.old_bytes.start + prefix..hunk.old_bytes.end - suffix, new.len() - prefix - suffix)
    };
    Some(hunks.into_iter().map(splice).collect())
}

/// One text with its revision, history, marks, recent changes and column indexes.
#[derive(Clone, Debug)]
pub struct Document {
    content: Content,
    revision: Revision,
    saved: Revision,
    /// The state that was saved: undo may come back to it.
    saved_state: Revision,
    history: History,
    marks: MarkSet,
    changes: Changes,
    columns: ColumnCache,
}

impl Document {
    /// A document that is as it was loaded, and so clean.
    pub fn new(text: Text, form: Form, revisions: &mut Revisions) -> Document {
        let revision = revisions.take();
        Document {
            revision,
            saved: revision,
            saved_state: revision,
            history: History::new(),
            marks: MarkSet::new(text.len()),
            changes: Changes::new(revision),
            columns: ColumnCache::default(),
            content: Content { text, form, state: revision },
        }
    }

    /// The text.
    pub fn text(&self) -> &Text {
        &self.content.text
    }

    /// What its characters stand for.
    pub fn form(&self) -> Form {
        self.content.form
    }

    /// The bytes of the file, if the text stands for bytes.
    pub fn bytes(&self) -> Option<Bytes<'_>> {
        Bytes::new(&self.content.text, self.content.form)
    }

    /// The state of the text.
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// The state that is in the file.
    pub fn saved_revision(&self) -> Revision {
        self.saved
    }

    /// Whether the text is not what is in the file.
    pub fn is_dirty(&self) -> bool {
        self.revision != self.saved
    }

    /// The text for another thread, in O(1).
    pub fn snapshot(&self, buffer: BufferId) -> Snapshot {
        Snapshot { buffer, revision: self.revision, text: self.content.text.clone(), form: self.content.form }
    }

    /// The text for saving. What is typed from now on is another step, so that undo can come back to exactly this.
    pub fn snapshot_to_save(&mut self, buffer: BufferId) -> Snapshot {
        self.seal();
        self.snapshot(buffer)
    }

    /// Notes that a state, the present one or an earlier, is in the file now.
    pub fn mark_saved(&mut self, revision: Revision) {
        self.saved = revision;
        self.saved_state = match self.changes.state_of(revision) {
            Some(state) => state,
            None if revision == self.revision => self.content.state,
            None => revision,
        };
        self.seal();
        self.recognise_saved();
    }

    /// Notes that what is in the file is no state of this document: it is dirty until it is saved.
    pub fn mark_unsaved(&mut self, revisions: &mut Revisions) {
        self.saved = revisions.take();
        self.saved_state = self.saved;
    }

    /// Applies a transaction, wholly or not at all. One that changes nothing takes no revision.
    pub fn apply(
        &mut self,
        transaction: &Transaction,
        step: Step,
        revisions: &mut Revisions,
    ) -> Result<Applied, EditError> {
        transaction.check(&self.content.text)?;
        check_form(self.content.form, transaction)?;
        if transaction.is_empty() {
            return Ok(Applied { delta: Delta::none(), revision: self.revision });
        }
        let delta = transaction.delta();
        self.history.record(&self.content, transaction, &delta, step);
        transaction.apply_checked(&mut self.content.text);
        self.content.state = revisions.take();
        self.note(&delta, self.content.state);
        Ok(Applied { delta, revision: self.revision })
    }

    /// Puts another text in the place of this one, as one step that can be undone. Refused when the text changed after the
    /// comparison. O(log n) for each place that is different.
    pub fn reload(&mut self, reload: Reload, step: Step, revisions: &mut Revisions) -> Result<Applied, EditError> {
        if reload.revision != self.revision {
            return Err(EditError::Stale);
        }
        reload.check(&self.content.text)?;
        let delta = reload.delta;
        self.history.record_swap(&self.content, &delta, step);
        self.seal();
        self.content = Content { text: reload.text, form: reload.form, state: revisions.take() };
        self.note(&delta, self.content.state);
        Ok(Applied { delta, revision: self.revision })
    }

    /// Takes back up to `steps` steps; `None` when there is none.
    pub fn undo(&mut self, steps: usize, revisions: &mut Revisions) -> Option<Restored> {
        self.restore(steps, revisions, History::undo)
    }

    /// Does up to `steps` steps again that were taken back; `None` when there is none.
    pub fn redo(&mut self, steps: usize, revisions: &mut Revisions) -> Option<Restored> {
        self.restore(steps, revisions, History::redo)
    }

    fn restore(
        &mut self,
        steps: usize,
        revisions: &mut Revisions,
        go: fn(&mut History, &mut Content) -> Option<(Delta, Selection)>,
    ) -> Option<Restored> {
        let mut restored: Option<Restored> = None;
        for _ in 0..steps {
            let Some((delta, selection)) = go(&mut self.history, &mut self.content) else { break };
            self.note(&delta, revisions.take());
            self.recognise_saved();
            let restored = restored.get_or_insert(Restored { deltas: Vec::new(), selection, revision: self.revision });
            restored.deltas.push(delta);
            restored.selection = selection;
            restored.revision = self.revision;
        }
        restored
    }

    /// The next change begins a new step: the caret was moved, or something else happened in between.
    pub fn seal(&mut self) {
        self.history.seal();
    }

    /// Whether there is a step to take back.
    pub fn can_undo(&self) -> bool {
        self.history.undo_len() > 0
    }

    /// Whether there is a step to do again.
    pub fn can_redo(&self) -> bool {
        self.history.redo_len() > 0
    }

    /// How many steps can be taken back.
    pub fn steps(&self) -> usize {
        self.history.undo_len()
    }

    /// How many of the oldest steps were given up for the memory bound. If any were, undo does not reach back to the
    /// loaded text.
    pub fn dropped_steps(&self) -> u64 {
        self.history.dropped()
    }

    /// Bytes that the history holds.
    pub fn history_memory(&self) -> usize {
        self.history.memory()
    }

    /// Bounds the history, in bytes. The last step is kept however large it is.
    pub fn set_history_limit(&mut self, bytes: usize) {
        self.history.set_limit(bytes);
    }

    /// The marks, which follow every change.
    pub fn marks(&self) -> &MarkSet {
        &self.marks
    }

    /// The marks, to set and remove some.
    pub fn marks_mut(&mut self) -> &mut MarkSet {
        &mut self.marks
    }

    /// Where a place of an earlier state is now. `None` for a state that is not among the last 1,024, or of another text.
    pub fn map_since(&self, revision: Revision, offset: ByteOffset, bias: Bias) -> Option<ByteOffset> {
        let deltas = self.deltas_since(revision)?;
        Some(deltas.fold(offset, |at, delta| delta.map(at, bias)))
    }

    /// The changes since an earlier state, oldest first; none for the present one. `None` as for [`Document::map_since`].
    pub fn deltas_since(&self, revision: Revision) -> Option<impl Iterator<Item = &Delta>> {
        self.changes.since(revision)
    }

    /// The columns of a line (from 0).
    pub fn columns(&self, line: usize, tab: TabWidth) -> Columns<'_> {
        self.columns.columns(&self.content.text, line, tab)
    }

    /// Brings all that follows the text up to a new revision.
    #[inline]
    fn note(&mut self, delta: &Delta, revision: Revision) {
        self.revision = revision;
        self.changes.push(revision, self.content.state, delta.clone());
        self.marks.apply(delta);
        self.columns.apply(&self.content.text, delta);
    }

    /// Counts the present revision as the saved one when the text is the saved one.
    fn recognise_saved(&mut self) {
        if self.content.state == self.saved_state {
            self.saved = self.revision;
        }
    }
}
