//! How a desk carries out a change: one file a subject, and here who gets what.

mod arrange;
mod ask;
mod compare;
mod dock;
mod edit;
mod menu;
mod messages;
mod open;
mod reload;

use crate::base::{BufferId, Revision, WindowId};
use crate::policy::{Actor, may_answer_dialogs};
use crate::text::Text;

use super::{Applied, Buffer, Change, Desktop, Effect, Hand, Refusal, Window};

impl Desktop {
    /// Carries out a change whole, or refuses it whole.
    ///
    /// `actor` is whose clipboard and drag it concerns; `at_ms` is the time of the input that it came from, in
    /// milliseconds of any clock that does not run backwards, for coalescing what is typed.
    pub fn apply(&mut self, actor: Actor, change: Change, at_ms: u64) -> Result<Applied, Refusal> {
        if change.touches_dialog() && !may_answer_dialogs(actor) {
            return Err(Refusal::NotAllowed);
        }
        let front = self.active().map(|window| window.id);
        let renames = matches!(change, Change::Saved { .. });
        let mut result = self.carry_out(actor, change, at_ms);
        let other = self.active().map(|window| window.id) != front;
        if other {
            self.seal_front();
        }
        if let Ok(applied) = &mut result
            && (other || renames)
        {
            applied.effects.extend(self.follow_active());
        }
        result
    }

    /// Coming to another window is a move: what is typed there is a step of its own.
    fn seal_front(&mut self) {
        let front = self.active().map(|window| window.buffer);
        if let Some(buffer) = front.and_then(|id| self.buffers.get_mut(&id)) {
            buffer.document.seal();
        }
    }

    fn carry_out(&mut self, actor: Actor, change: Change, at_ms: u64) -> Result<Applied, Refusal> {
        match change {
            Change::Edit(edit) => self.edit(edit, at_ms),
            Change::Swap(swap) => self.swap(*swap, at_ms),
            Change::History { buffer, window, revision, redo, steps } => {
                self.walk_history(buffer, window, revision, redo, steps)
            }
            Change::Mark { buffer, revision, at, bias } => self.mark(buffer, revision, at, bias),
            Change::Select { window, revision, selection, goal } => self.select(window, revision, selection, goal),
            Change::SelectByte { window, revision, selection, side, low_digit } => {
                let applied = self.select(window, revision, selection, None)?;
                let window = self.window_mut(window)?;
                (window.side, window.low_digit) = (side, low_digit);
                Ok(applied)
            }
            Change::Scroll { window, top, left } => self.scroll(window, top, left),
            Change::Show { window, view } => self.show(window, view),
            Change::Highlight(found) => self.highlight(found),
            Change::Compared(found) => self.compared(*found),
            Change::Open(opened) => Ok(self.open(opened)),
            Change::Saving { buffer } => self.saving(buffer),
            Change::Saved { buffer, revision, path, stamp, language } => {
                self.saved(buffer, revision, path, stamp, language)
            }
            Change::Reload(reloaded) => self.reload(*reloaded),
            Change::Outside(outside) => self.outside(*outside),
            Change::CloseWindow { window, discard } => self.close_window(window, discard),
            Change::Arrange(arrange) => self.arrange(arrange),
            Change::Dock(change) => self.change_dock(change),
            Change::Moved { files } => Ok(self.moved(files)),
            Change::SetFolder { folder } => Ok(self.set_folder(folder)),
            Change::Messages(change) => self.change_messages(change),
            Change::Resize { size } => Ok(self.resize(size)),
            Change::OpenMenu { .. } | Change::MenuKey { .. } | Change::MenuMouse { .. } => {
                self.change_menu(actor, &change)
            }
            Change::Ask { question } => Ok(self.ask(question)),
            Change::Withdraw { modal } => self.withdraw(modal),
            Change::DialogKey { .. } | Change::DialogPaste { .. } | Change::DialogMouse { .. } => {
                self.change_dialog(actor, change)
            }
            Change::DialogMove { to } => self.move_dialog(to),
            Change::Overwrite { .. }
            | Change::Copy { .. }
            | Change::Drag { .. }
            | Change::Notice { .. }
            | Change::Remember { .. } => Ok(self.set(actor, change)),
        }
    }

    /// The changes that only put one value in place of another.
    fn set(&mut self, actor: Actor, change: Change) -> Applied {
        let mut applied = Applied::default();
        match change {
            Change::Overwrite { bytes: false, on } => self.overwrite_text = on,
            Change::Overwrite { bytes: true, on } => self.overwrite_bytes = on,
            Change::Copy { text } => applied.effects.extend(self.copy(actor, text)),
            Change::Drag { drag } => self.hand_mut(actor).drag = drag,
            Change::Notice { text } => self.notice = text,
            Change::Remember { query } => self.last_query = Some(query),
            _ => {}
        }
        applied
    }

    fn copy(&mut self, actor: Actor, text: Text) -> Option<Effect> {
        self.hand_mut(actor).clipboard = text.clone();
        actor.id.is_person().then_some(Effect::Clipboard(text))
    }

    fn hand_mut(&mut self, actor: Actor) -> &mut Hand {
        self.hands.entry(actor.id).or_default()
    }

    fn window_mut(&mut self, id: WindowId) -> Result<&mut Window, Refusal> {
        self.windows.iter_mut().find(|window| window.id == id).ok_or(Refusal::NoWindow(id))
    }

    fn buffer_mut(&mut self, id: BufferId) -> Result<&mut Buffer, Refusal> {
        self.buffers.get_mut(&id).ok_or(Refusal::NoBuffer(id))
    }

    /// The buffer of that window, if its text is at that revision.
    fn buffer_at(&self, window: WindowId, revision: Revision) -> Result<&Buffer, Refusal> {
        let window = self.window(window).ok_or(Refusal::NoWindow(window))?;
        let buffer = self.buffer(window.buffer).ok_or(Refusal::NoBuffer(window.buffer))?;
        fresh(buffer, revision)?;
        Ok(buffer)
    }
}

fn fresh(buffer: &Buffer, made_for: Revision) -> Result<(), Refusal> {
    let now = buffer.revision();
    if now == made_for { Ok(()) } else { Err(Refusal::Stale { made_for, now }) }
}
