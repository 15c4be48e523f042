//! Messages come, go with the texts that they are about, and are taken away.

use crate::base::BufferId;
use crate::desk::dock::{Dock, MOST_MESSAGES, MessageRow};
use crate::desk::{Buffer, MessagesChange};
use crate::model::{Location, Message};
use crate::text::{Bias, MarkId};

use super::{Applied, Desktop, Refusal};

impl Desktop {
    pub(super) fn change_messages(&mut self, change: MessagesChange) -> Result<Applied, Refusal> {
        match change {
            MessagesChange::Begin { job, summary } => {
                let old = self.docks.messages.begin(Some(job), summary);
                self.forget_marks(old);
                let before = self.area();
                self.docks.show(Dock::Panel, true);
                self.focus_dock(Some(Dock::Panel));
                self.refit_windows(before);
            }
            MessagesChange::Add { job, messages, summary } => {
                if self.docks.messages.job() != Some(job) {
                    return Err(Refusal::Unavailable("Nobody waits for these messages any more.".to_owned()));
                }
                self.add_messages(messages);
                self.docks.messages.say(summary);
            }
            MessagesChange::End { job, summary } => {
                if self.docks.messages.job() == Some(job) {
                    self.docks.messages.end(summary);
                }
            }
            MessagesChange::Stop => {
                let summary = format!("{} (stopped)", self.docks.messages.summary());
                self.docks.messages.end(summary);
            }
            MessagesChange::Clear => {
                let old = self.docks.messages.begin(None, String::new());
                self.forget_marks(old);
            }
            MessagesChange::SelectAll => self.docks.messages.select_all(),
        }
        Ok(Applied::default())
    }

    fn add_messages(&mut self, messages: Vec<Message>) {
        let room = MOST_MESSAGES.saturating_sub(self.docks.messages.rows.len());
        for message in messages.into_iter().take(room) {
            let mark = self.mark_of(&message);
            self.docks.messages.rows.push(MessageRow { message, mark });
        }
    }

    /// A mark at a message's place, if its file is open: at the place of the text that it was found in, as far as the
    /// changes since are remembered, or else at its line and column.
    fn mark_of(&mut self, message: &Message) -> Option<(BufferId, MarkId)> {
        let tab = self.presentation.tab_width;
        let live = message.live.filter(|live| self.buffers.contains_key(&live.buffer));
        let location = message.location.as_ref()?;
        let id = live.map(|live| live.buffer).or_else(|| self.buffer_of_path(&location.path).map(|found| found.id))?;
        let buffer = self.buffers.get_mut(&id)?;
        let moved = live.and_then(|live| buffer.document.map_since(live.revision, live.at, Bias::After));
        let at = match moved {
            Some(at) => buffer.document.text().floor_boundary(at),
            None => buffer.offset_at(location.line?, location.column.unwrap_or(1), tab),
        };
        Some((id, buffer.document.marks_mut().insert(at, Bias::After)))
    }

    /// A file was opened: the messages about it go with its text from now on.
    pub(super) fn mark_messages(&mut self, id: BufferId) {
        let Some(path) = self.buffer(id).and_then(|buffer| buffer.path.clone()) else { return };
        for at in 0..self.docks.messages.rows.len() {
            let row = &self.docks.messages.rows[at];
            let about = row.message.location.as_ref().is_some_and(|location| location.path == path);
            if about && row.mark.is_none() {
                let message = Message { live: None, ..row.message.clone() };
                self.docks.messages.rows[at].mark = self.mark_of(&message);
            }
        }
    }

    /// A buffer is about to go: its messages keep the place that they have in its file. Where its text is given up, that
    /// is the one that they came with; where there is no file, they have none.
    pub(super) fn unmark_messages(&mut self, id: BufferId) {
        let places: Vec<(usize, Option<Location>)> = self.marked(id).collect();
        let (saved, named) =
            self.buffer(id).map_or((false, false), |buffer| (!buffer.is_dirty(), buffer.path.is_some()));
        for (at, place) in places {
            let row = &mut self.docks.messages.rows[at];
            row.mark = None;
            if saved || !named {
                row.message.location = place.filter(|_| named);
            }
        }
    }

    fn marked(&self, id: BufferId) -> impl Iterator<Item = (usize, Option<Location>)> + '_ {
        let rows = self.docks.messages.rows.iter().enumerate();
        let marked = rows.filter(move |(_, row)| row.mark.is_some_and(|(buffer, _)| buffer == id));
        marked.map(|(at, row)| (at, self.place_of(row)))
    }

    fn forget_marks(&mut self, rows: Vec<MessageRow>) {
        for (id, mark) in rows.into_iter().filter_map(|row| row.mark) {
            if let Some(Buffer { document, .. }) = self.buffers.get_mut(&id) {
                document.marks_mut().remove(mark);
            }
        }
    }
}
