//! [`History`]: the steps that undo and redo go through, bounded by memory.

use std::mem;
use std::ops::Range;

use compact_str::CompactString;

use crate::base::Revision;

use super::edit::{Delta, Edit, Splice, Transaction};
use super::form::Form;
use super::rope::Text;
use super::selection::Selection;
use super::stack::Stack;
use super::units::ByteOffset;

/// Typing further than this many milliseconds after the last key begins a new step.
pub const PAUSE_MS: u64 = 1000;
/// A step of typing or deleting has at most so many characters.
pub const RUN_CHARS: usize = 20;
/// What a history may hold, in bytes, unless set otherwise.
pub const HISTORY_BYTES: usize = 64 * 1024 * 1024;
/// Deleted text from this length on is kept as a part of the rope that it was in, without copying it.
const SHARED_FROM: usize = 8 * 1024;
/// An edit of more places than this is worked out beforehand, by [`super::Reload::edited`]; its step keeps the whole text of
/// the other side, which shares its memory with this one, instead of a piece for each.
pub const PIECES_MAX: usize = 16 * 1024;
/// What an edit leaves of a rope that cannot be shared: two leaves.
const UNSHARED_BYTES: usize = 2 * 2048;

/// What a change is to the history: changes of one kind that follow each other may be one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum EditKind {
    /// A character typed.
    Typing,
    /// A character deleted, before the caret or after it.
    Deleting,
    /// Anything else: a step of its own.
    Other,
}

/// What the history is told about a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// What kind of change it is.
    pub kind: EditKind,
    /// When it happened, in milliseconds of a clock that does not go back.
    pub at_ms: u64,
    /// The selection to restore by undo.
    pub before: Selection,
    /// The selection to restore by redo.
    pub after: Selection,
}

/// Text that is not in the document now.
#[derive(Clone, Debug)]
enum Away {
    Copied(CompactString),
    Shared(Text),
}

impl Away {
    fn take(text: &Text, range: Range<ByteOffset>) -> Away {
        match range.end - range.start {
            0 => Away::Copied(CompactString::default()),
            len if len < SHARED_FROM => Away::Copied(text.copy_checked(range)),
            _ => Away::Shared(text.sub_text(range)),
        }
    }

    fn len(&self) -> usize {
        match self {
            Away::Copied(text) => text.len(),
            Away::Shared(text) => text.len(),
        }
    }

    /// As [`run_chars`].
    fn run_chars(&self) -> usize {
        match self {
            Away::Copied(text) => run_chars(text),
            Away::Shared(text) => text.len(),
        }
    }

    fn memory(&self) -> usize {
        match self {
            Away::Copied(text) if text.is_heap_allocated() => text.capacity(),
            Away::Copied(_) => 0,
            Away::Shared(text) => text.memory(),
        }
    }
}

/// One replaced range. The step holds only what the text does not: undo exchanges the two.
#[derive(Clone, Debug)]
struct Piece {
    /// Where it is in the text now.
    here: ByteOffset,
    /// Where it is in the text on the other side of the step.
    there: ByteOffset,
    /// Its bytes in the text now.
    len: usize,
    /// What is there instead on the other side.
    away: Away,
}

/// What a step holds. One piece is by far the most frequent and needs no list.
#[derive(Clone, Debug)]
enum Pieces {
    One(Piece),
    /// Ascending.
    Many(Vec<Piece>),
    /// So many places that exchanging them would take long: the text on the other side, and what leads there.
    Whole {
        there: Text,
        delta: Delta,
    },
}

impl Pieces {
    /// Bytes that they hold apart from themselves.
    fn memory(&self) -> usize {
        match self {
            Pieces::One(piece) => piece.away.memory(),
            Pieces::Many(pieces) => pieces.iter().map(|piece| mem::size_of::<Piece>() + piece.away.memory()).sum(),
            Pieces::Whole { there, delta } => unshared(there, delta),
        }
    }
}

/// One step. The *other side* is the text before it while it can be undone, and after it while it can be redone.
#[derive(Clone, Debug)]
struct Record {
    pieces: Pieces,
    /// The state of the text on the other side.
    state: Revision,
    /// The form of the text on the other side.
    form: Form,
    /// The selection to restore on the other side, …
    there: Selection,
    /// … and on this one.
    here: Selection,
}

impl Record {
    /// Bytes that it holds.
    fn memory(&self) -> usize {
        mem::size_of::<Record>() + self.pieces.memory()
    }
}

/// What the next change is compared with, to see whether it joins the last step.
#[derive(Clone, Copy, Debug)]
struct Open {
    kind: EditKind,
    /// When the step last grew.
    at_ms: u64,
    /// Its characters so far.
    chars: usize,
}

/// The text of a document with what names its content.
#[derive(Clone, Debug)]
pub(super) struct Content {
    pub(super) text: Text,
    pub(super) form: Form,
    /// The revision at which this content was there first: undo comes back to a state, though not to a revision.
    pub(super) state: Revision,
}

/// The steps of one document.
#[derive(Clone, Debug)]
pub(super) struct History {
    undo: Stack<Record>,
    redo: Vec<Record>,
    /// Set while the next change may join the last step.
    open: Option<Open>,
    /// Bytes that the steps hold.
    memory: usize,
    limit: usize,
    dropped: u64,
}

impl History {
    pub(super) fn new() -> History {
        History { undo: Stack::new(), redo: Vec::new(), open: None, memory: 0, limit: HISTORY_BYTES, dropped: 0 }
    }

    pub(super) fn undo_len(&self) -> usize {
        self.undo.len()
    }

    pub(super) fn redo_len(&self) -> usize {
        self.redo.len()
    }

    pub(super) fn dropped(&self) -> u64 {
        self.dropped
    }

    pub(super) fn memory(&self) -> usize {
        self.memory
    }

    pub(super) fn set_limit(&mut self, bytes: usize) {
        self.limit = bytes;
        self.enforce();
    }

    /// The next change begins a new step.
    pub(super) fn seal(&mut self) {
        self.open = None;
    }

    /// Records a transaction that is about to be applied to `content`.
    pub(super) fn record(&mut self, content: &Content, transaction: &Transaction, delta: &Delta, step: Step) {
        self.forget_redo();
        if self.join(content, transaction, &step) {
            return;
        }
        let pieces = pieces(content, delta);
        let chars = match (&pieces, step.kind, transaction.edits()) {
            (Pieces::One(_), EditKind::Typing, [edit]) => run_chars(&edit.insert),
            (Pieces::One(piece), EditKind::Deleting, _) => piece.away.run_chars(),
            _ => 0,
        };
        self.push(content, pieces, step, chars);
    }

    /// Records that `content` is about to be replaced by the text that `delta` leads to.
    pub(super) fn record_swap(&mut self, content: &Content, delta: &Delta, step: Step) {
        self.forget_redo();
        self.push(content, pieces(content, delta), step, 0);
    }

    #[inline]
    fn push(&mut self, content: &Content, pieces: Pieces, step: Step, chars: usize) {
        let memory = mem::size_of::<Record>() + pieces.memory();
        let open = Open { kind: step.kind, at_ms: step.at_ms, chars };
        self.open = (step.kind != EditKind::Other).then_some(open);
        self.memory += memory;
        self.undo.push(Record {
            pieces,
            state: content.state,
            form: content.form,
            there: step.before,
            here: step.after,
        });
        self.enforce();
    }

    /// Adds a change to the last step if they belong together.
    #[inline]
    fn join(&mut self, content: &Content, transaction: &Transaction, step: &Step) -> bool {
        let Some(open) = self.open.as_mut() else { return false };
        let [edit] = transaction.edits() else { return false };
        if open.kind != step.kind || step.at_ms.saturating_sub(open.at_ms) > PAUSE_MS {
            return false;
        }
        let Some(last) = self.undo.last_mut() else { return false };
        let Pieces::One(piece) = &mut last.pieces else { return false };
        let room = RUN_CHARS.saturating_sub(open.chars);
        let joined = if step.kind == EditKind::Typing {
            type_on(piece, edit, room)
        } else {
            let held = piece.away.memory();
            let joined = delete_on(piece, edit, room, &content.text);
            self.memory = self.memory + piece.away.memory() - held;
            joined
        };
        let Some(chars) = joined else { return false };
        open.chars += chars;
        open.at_ms = step.at_ms;
        last.here = step.after;
        true
    }

    /// Goes to the other side of the last step. `None` when there is none.
    pub(super) fn undo(&mut self, content: &mut Content) -> Option<(Delta, Selection)> {
        let record = self.undo.pop()?;
        let (record, delta) = self.exchange(record, content);
        let selection = record.here;
        self.redo.push(record);
        self.enforce();
        Some((delta, selection))
    }

    /// Goes back to the side that the last undo came from. `None` when there is none.
    pub(super) fn redo(&mut self, content: &mut Content) -> Option<(Delta, Selection)> {
        let record = self.redo.pop()?;
        let (record, delta) = self.exchange(record, content);
        let selection = record.here;
        self.undo.push(record);
        self.enforce();
        Some((delta, selection))
    }

    /// Exchanges what the text has with what the step has.
    fn exchange(&mut self, mut record: Record, content: &mut Content) -> (Record, Delta) {
        self.open = None;
        self.memory -= record.memory();
        let delta = match &mut record.pieces {
            Pieces::One(piece) => exchange(std::slice::from_mut(piece), &mut content.text),
            Pieces::Many(pieces) => exchange(pieces, &mut content.text),
            Pieces::Whole { there, delta } => {
                mem::swap(there, &mut content.text);
                let back = delta.inverse();
                mem::replace(delta, back)
            }
        };
        mem::swap(&mut record.state, &mut content.state);
        mem::swap(&mut record.form, &mut content.form);
        mem::swap(&mut record.here, &mut record.there);
        self.memory += record.memory();
        (record, delta)
    }

    #[inline]
    fn forget_redo(&mut self) {
        while let Some(record) = self.redo.pop() {
            self.memory -= record.memory();
        }
    }

    /// Drops the steps farthest away until the rest fits. The nearest stays in any case, so that the last change can be
    /// taken back however large it was.
    fn enforce(&mut self) {
        while self.memory > self.limit && self.undo.len() > 1 {
            self.memory -= self.undo.pop_oldest().map_or(0, |record| record.memory());
            self.dropped += 1;
        }
        if self.memory > self.limit && self.redo.len() > 1 {
            let mut excess = self.memory - self.limit;
            let far = self.redo.iter().take(self.redo.len() - 1).take_while(|record| {
                let drop = excess > 0;
                excess = excess.saturating_sub(record.memory());
                drop
            });
            let count = far.count();
            self.memory -= self.redo.drain(..count).map(|record| record.memory()).sum::<usize>();
        }
    }
}

/// What has to be kept of a text that `delta` is about to be done to.
#[inline]
fn pieces(content: &Content, delta: &Delta) -> Pieces {
    let piece = |splice: &Splice| Piece {
        here: splice.new_start,
        there: splice.start,
        len: splice.inserted,
        away: Away::take(&content.text, splice.old_range()),
    };
    match delta.splices() {
        [splice] => Pieces::One(piece(splice)),
        splices if splices.len() <= PIECES_MAX => Pieces::Many(splices.iter().map(piece).collect()),
        _ => Pieces::Whole { there: content.text.clone(), delta: delta.inverse() },
    }
}

/// What two texts do not share, at most, when one comes from the other by `delta`, in bytes.
fn unshared(text: &Text, delta: &Delta) -> usize {
    let own = |splice: &Splice| splice.removed + splice.inserted + UNSHARED_BYTES;
    text.len().min(delta.splices().iter().map(own).sum()) + mem::size_of_val(delta.splices())
}

/// Exchanges what the text has with what the pieces have.
fn exchange(pieces: &mut [Piece], text: &mut Text) -> Delta {
    let delta = Delta::new(pieces.iter().map(|piece| (piece.here..piece.here + piece.len, piece.away.len())));
    for piece in pieces.iter_mut().rev() {
        let range = piece.here..piece.here + piece.len;
        let taken = Away::take(text, range.clone());
        let len = piece.away.len();
        match mem::replace(&mut piece.away, taken) {
            Away::Copied(away) => text.splice(range, &away),
            Away::Shared(away) => text.splice_text(range, &away),
        }
        piece.len = len;
        mem::swap(&mut piece.here, &mut piece.there);
    }
    delta
}

/// Adds what is typed at the end of a piece. The characters added, or `None` when it does not belong there.
#[inline]
fn type_on(piece: &mut Piece, edit: &Edit, room: usize) -> Option<usize> {
    if !edit.range.is_empty() || edit.range.start != piece.here + piece.len {
        return None;
    }
    let chars = run_chars(&edit.insert);
    if chars > room {
        return None;
    }
    piece.len += edit.insert.len();
    Some(chars)
}

/// Adds what is about to be deleted next to a piece. The characters added, or `None` when it does not belong there.
#[inline]
fn delete_on(piece: &mut Piece, edit: &Edit, room: usize, text: &Text) -> Option<usize> {
    let Away::Copied(away) = &mut piece.away else { return None };
    let Range { start, end } = edit.range;
    let follows = start == piece.here;
    let belongs = edit.insert.is_empty() && piece.len == 0 && (follows || end == piece.here);
    if !belongs || end - start > 4 * room {
        return None;
    }
    let part = text.copy_checked(start..end);
    let chars = run_chars(&part);
    if chars > room {
        return None;
    }
    away.insert_str(if follows { away.len() } else { 0 }, &part);
    if !follows {
        piece.here = start;
        piece.there = start;
    }
    Some(chars)
}

/// Characters of a part of a run; for a text that is too long for one, any number above [`RUN_CHARS`].
#[inline]
fn run_chars(text: &str) -> usize {
    match text.len() {
        len @ 0..=1 => len,
        len if len > 4 * RUN_CHARS => len,
        _ => text.chars().count(),
    }
}
