//! Changes of text, history, cursors and colours.

use crate::base::{BufferId, Revision, WindowId};
use crate::text::{Bias, ByteOffset, CellColumn, Delta, EditKind, Selection, Step, Text};

use super::{Applied, Desktop, Effect, Refusal, fresh};
use crate::desk::{Highlighted, Highlights, Scroll, Swap, TextEdit, View};

/// As far as a window scrolls sideways, in cells: farther than any line reaches.
const FARTHEST: CellColumn = CellColumn(1 << 40);

impl Desktop {
    pub(super) fn edit(&mut self, edit: TextEdit, at_ms: u64) -> Result<Applied, Refusal> {
        let before = self.selection_in(edit.window)?;
        let buffer = self.buffers.get_mut(&edit.buffer).ok_or(Refusal::NoBuffer(edit.buffer))?;
        fresh(buffer, edit.revision)?;
        let after = match edit.select {
            Some(select) => select,
            None => {
                edit.transaction.check(buffer.document.text())?;
                before.map(&edit.transaction.delta(), Bias::After)
            }
        };
        let step = Step { kind: edit.kind, at_ms, before, after };
        let done = buffer.document.apply(&edit.transaction, step, &mut self.revisions)?;
        let deltas = vec![done.delta];
        self.follow_edit(edit.buffer, &deltas, edit.window, after);
        if let Some(window) = edit.window {
            self.window_mut(window)?.low_digit = edit.low_digit;
        }
        Ok(edited(edit.buffer, edit.window, deltas))
    }

    pub(super) fn swap(&mut self, swap: Swap, at_ms: u64) -> Result<Applied, Refusal> {
        let before = self.selection_in(swap.window)?;
        let buffer = self.buffers.get_mut(&swap.buffer).ok_or(Refusal::NoBuffer(swap.buffer))?;
        let after = before.map(swap.reload.delta(), Bias::After);
        let step = Step { kind: EditKind::Other, at_ms, before, after };
        let deltas = vec![buffer.document.reload(swap.reload, step, &mut self.revisions)?.delta];
        self.follow_edit(swap.buffer, &deltas, swap.window, after);
        Ok(edited(swap.buffer, swap.window, deltas))
    }

    /// The selection that an edit in that window starts from.
    fn selection_in(&self, window: Option<WindowId>) -> Result<Selection, Refusal> {
        let Some(id) = window else { return Ok(Selection::caret(ByteOffset::ZERO)) };
        let window = self.window(id).ok_or(Refusal::NoWindow(id))?;
        if window.view == View::Current { Ok(window.selection) } else { Err(Refusal::ShowsChanges) }
    }

    pub(super) fn walk_history(
        &mut self,
        id: BufferId,
        window: Option<WindowId>,
        revision: Revision,
        redo: bool,
        steps: u32,
    ) -> Result<Applied, Refusal> {
        let buffer = self.buffers.get_mut(&id).ok_or(Refusal::NoBuffer(id))?;
        fresh(buffer, revision)?;
        let document = &mut buffer.document;
        let walked = if redo {
            document.redo(steps as usize, &mut self.revisions).ok_or(Refusal::NothingToRedo)?
        } else {
            let forgotten = if document.dropped_steps() > 0 {
                " further back: older steps were dropped to bound memory"
            } else {
                ""
            };
            document.undo(steps as usize, &mut self.revisions).ok_or(Refusal::NothingToUndo(forgotten))?
        };
        self.follow_edit(id, &walked.deltas, window, walked.selection);
        Ok(edited(id, window, walked.deltas))
    }

    /// Takes everything that points into the text along with an edit. `select` goes to `window`.
    fn follow_edit(&mut self, id: BufferId, deltas: &[Delta], window: Option<WindowId>, select: Selection) {
        let Some(buffer) = self.buffers.get_mut(&id) else { return };
        for delta in deltas {
            buffer.highlights.map(delta);
        }
        for other in self.windows.iter_mut().filter(|window| window.buffer == id) {
            for delta in deltas {
                other.map(delta);
            }
            if Some(other.id) == window {
                other.selection = placed(buffer.document.text(), select);
                other.follows = true;
            }
        }
    }

    pub(super) fn mark(
        &mut self,
        id: BufferId,
        revision: Revision,
        at: ByteOffset,
        bias: Bias,
    ) -> Result<Applied, Refusal> {
        let buffer = self.buffer_mut(id)?;
        fresh(buffer, revision)?;
        let at = buffer.document.text().floor_boundary(at);
        let mark = buffer.document.marks_mut().insert(at, bias);
        Ok(Applied { buffer: Some(id), mark: Some(mark), ..Applied::default() })
    }

    pub(super) fn select(
        &mut self,
        id: WindowId,
        revision: Revision,
        selection: Selection,
        goal: Option<CellColumn>,
    ) -> Result<Applied, Refusal> {
        let buffer = self.buffer_at(id, revision)?;
        let text = buffer.document.text();
        let selection = placed(text, selection);
        let buffer = buffer.id;
        let buffer = self.buffers.get_mut(&buffer).ok_or(Refusal::NoBuffer(buffer))?;
        let window = self.windows.iter_mut().find(|window| window.id == id).ok_or(Refusal::NoWindow(id))?;
        if window.selection != selection {
            buffer.document.seal();
        }
        window.view = View::Current;
        window.selection = selection;
        window.goal = goal;
        window.low_digit = false;
        window.follows = true;
        Ok(Applied { window: Some(id), ..Applied::default() })
    }

    pub(super) fn scroll(&mut self, id: WindowId, top: ByteOffset, left: CellColumn) -> Result<Applied, Refusal> {
        let window = self.window(id).ok_or(Refusal::NoWindow(id))?;
        let buffer = self.buffer(window.buffer).ok_or(Refusal::NoBuffer(window.buffer))?;
        let text = buffer.document.text();
        let top =
            if buffer.is_hex() { text.floor_boundary(top) } else { text.line_start(text.line_of(text.clamp(top))) };
        let window = self.window_mut(id)?;
        window.scroll = Scroll { top, left: left.min(FARTHEST) };
        window.follows = false;
        Ok(Applied { window: Some(id), ..Applied::default() })
    }

    /// Takes colours over, moved to the text as it is now; drops them when they are older than what is known or than
    /// the changes that are remembered.
    pub(super) fn highlight(&mut self, found: Highlighted) -> Result<Applied, Refusal> {
        let buffer = self.buffer_mut(found.buffer)?;
        if found.revision < buffer.highlights.revision {
            return Ok(Applied::default());
        }
        let document = &buffer.document;
        let map = |offset: ByteOffset, bias: Bias| document.map_since(found.revision, offset, bias);
        let mut spans = found.spans;
        if found.revision != document.revision() {
            for (range, _) in &mut spans {
                let (Some(start), Some(end)) = (map(range.start, Bias::After), map(range.end, Bias::Before)) else {
                    return Ok(Applied::default());
                };
                *range = start..end.max(start);
            }
        }
        buffer.highlights = Highlights::new(found.revision, spans);
        Ok(Applied { buffer: Some(found.buffer), ..Applied::default() })
    }
}

/// The selection, brought to places that the text has.
fn placed(text: &Text, selection: Selection) -> Selection {
    Selection { anchor: text.floor_boundary(selection.anchor), head: text.floor_boundary(selection.head) }
}

fn edited(buffer: BufferId, window: Option<WindowId>, deltas: Vec<Delta>) -> Applied {
    Applied { effects: vec![Effect::Edited { buffer, deltas }], buffer: Some(buffer), window, ..Applied::default() }
}
