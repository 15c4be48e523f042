//! Buffers come, are saved, and go.

use std::path::{Path, PathBuf};

use crate::base::{BufferId, Rect, Revision, WindowId};
use crate::model::{Language, Stamp};
use crate::text::{ByteOffset, Document, Selection};
use crate::ui::geometry;

use super::{Applied, Buffer, Desktop, Effect, Refusal, Window};
use crate::desk::{Arrange, HexSide, Highlights, OnDisk, Opened, Scroll, View};

impl Desktop {
    /// Shows a text. A file that a buffer edits already gets its window to the front instead: one file, one text. A
    /// recovered text always gets a buffer of its own: it may be all that is left of it.
    pub(super) fn open(&mut self, opened: Opened) -> Applied {
        let known = opened
            .path
            .as_deref()
            .filter(|_| !opened.recovered)
            .and_then(|path| self.buffer_of_path(path))
            .map(|buffer| buffer.id);
        let shown = known.and_then(|buffer| self.windows.iter().rev().find(|window| window.buffer == buffer));
        let at = opened.at;
        let (window, mut applied) = match shown.map(|window| (window.id, window.buffer)) {
            Some((window, buffer)) => {
                self.bring_to_front(window);
                (window, Applied { window: Some(window), buffer: Some(buffer), ..Applied::default() })
            }
            None => self.open_new(opened),
        };
        if let Some((line, column)) = at {
            self.go_to(window, line, column);
        }
        applied.window = Some(window);
        applied
    }

    fn open_new(&mut self, opened: Opened) -> (WindowId, Applied) {
        let id = BufferId(self.fresh_id());
        let mut document = Document::new(opened.text, opened.form, &mut self.revisions);
        if opened.recovered {
            document.mark_unsaved(&mut self.revisions);
        }
        let title = self.title_for(opened.path.as_deref());
        let highlights = Highlights::none(document.revision());
        let saved = (opened.path.is_some() && !opened.recovered).then(|| document.snapshot(id));
        let (path, stamp, language) = (opened.path, opened.stamp, opened.language.as_deref().and_then(Language::of_id));
        let buffer = Buffer {
            id,
            document,
            path,
            title,
            stamp,
            on_disk: OnDisk::Known,
            language,
            highlights,
            saved,
            saving: None,
            theirs: None,
            comparison: None,
        };
        self.buffers.insert(id, buffer);
        let window = self.add_window(id, self.free_place());
        self.mark_messages(id);
        let effects = vec![Effect::Opened(id)];
        (window, Applied { effects, buffer: Some(id), window: Some(window), ..Applied::default() })
    }

    /// A window on that buffer, in front, with the lowest free number.
    pub(super) fn add_window(&mut self, buffer: BufferId, rect: Rect) -> WindowId {
        let id = WindowId(self.fresh_id());
        let number = (1..=9).find(|n| self.windows.iter().all(|window| window.number != Some(*n)));
        self.windows.push(Window {
            id,
            number,
            rect,
            unzoomed: None,
            buffer,
            selection: Selection::caret(ByteOffset::ZERO),
            goal: None,
            scroll: Scroll::default(),
            view: View::default(),
            side: HexSide::default(),
            low_digit: false,
            follows: false,
        });
        self.windows_first();
        id
    }

    /// Where a new window goes: the first one leaves one column and one row of the desk to be seen, further ones step
    /// down from the one in front.
    fn free_place(&self) -> Rect {
        let area = self.area();
        let Some(front) = self.active() else {
            return Rect::new(area.x, area.y, area.width - 1, area.height - 1);
        };
        let front = front.unzoomed.filter(|_| front.is_zoomed(area)).unwrap_or(front.rect);
        let (x, y) = (front.x + 1, front.y + 1);
        let rect = Rect::new(x, y, area.right() - 1 - x, area.bottom() - 1 - y);
        let least = geometry::MIN_WINDOW;
        if rect.width < 2 * least.width || rect.height < least.height + 2 {
            return Rect::new(area.x, area.y, area.width - 1, area.height - 1);
        }
        rect
    }

    pub(super) fn title_for(&self, path: Option<&Path>) -> String {
        match path {
            Some(path) => path.strip_prefix(&self.folder).unwrap_or(path).to_string_lossy().into_owned(),
            None => {
                let taken = |title: &String| self.buffers.values().any(|buffer| &buffer.title == title);
                let mut names = (1..).map(|n| format!("Untitled-{n}"));
                names.find(|name| !taken(name)).unwrap_or_default()
            }
        }
    }

    fn go_to(&mut self, window: WindowId, line: usize, column: usize) {
        let tab = self.presentation.tab_width;
        let Some(window) = self.windows.iter_mut().find(|w| w.id == window) else { return };
        let Some(buffer) = self.buffers.get(&window.buffer) else { return };
        window.selection = Selection::caret(buffer.offset_at(line, column, tab));
        window.follows = true;
    }

    pub(super) fn saving(&mut self, id: BufferId) -> Result<Applied, Refusal> {
        let buffer = self.buffer_mut(id)?;
        let snapshot = buffer.document.snapshot_to_save(id);
        buffer.saving = Some(snapshot.clone());
        Ok(Applied { buffer: Some(id), snapshot: Some(snapshot), ..Applied::default() })
    }

    pub(super) fn saved(
        &mut self,
        id: BufferId,
        revision: Revision,
        path: PathBuf,
        stamp: Stamp,
        language: Option<String>,
    ) -> Result<Applied, Refusal> {
        let title = self.title_for(Some(&path));
        let buffer = self.buffer_mut(id)?;
        buffer.document.mark_saved(revision);
        let now = buffer.snapshot();
        let written = [buffer.saving.take(), Some(now)].into_iter().flatten().find(|text| text.revision == revision);
        (buffer.saved, buffer.theirs, buffer.comparison) = (written, None, None);
        buffer.path = Some(path);
        buffer.title = title;
        (buffer.stamp, buffer.on_disk) = (Some(stamp), OnDisk::Known);
        let language = language.as_deref().and_then(Language::of_id);
        if buffer.language != language {
            buffer.language = language;
            // The colours of another language mean nothing here.
            buffer.highlights = Highlights::none(buffer.highlights.revision);
        }
        Ok(Applied { effects: vec![Effect::Saved { buffer: id, revision }], buffer: Some(id), ..Applied::default() })
    }

    pub(super) fn close_window(&mut self, id: WindowId, discard: Option<Revision>) -> Result<Applied, Refusal> {
        let window = self.window(id).ok_or(Refusal::NoWindow(id))?;
        let buffer = window.buffer;
        let last = self.windows_on(buffer) == 1;
        if let Some(text) = self.buffer(buffer).filter(|text| last && text.is_dirty()) {
            let revision = text.revision();
            if discard != Some(revision) {
                return Err(Refusal::Unsaved { title: text.title.clone(), revision });
            }
        }
        self.windows.retain(|window| window.id != id);
        self.docks.turn = 0;
        let mut effects = Vec::new();
        let mut dropped = None;
        if last {
            self.unmark_messages(buffer);
            dropped = self.buffers.remove(&buffer).map(Box::new);
            effects.push(Effect::Closed(buffer));
        }
        for hand in self.hands.values_mut() {
            hand.drag.take_if(|drag| drag.window() == Some(id));
        }
        let window = self.active().map(|window| window.id);
        Ok(Applied { effects, buffer: Some(buffer), window, dropped, ..Applied::default() })
    }

    fn bring_to_front(&mut self, window: WindowId) {
        // The window was found on this desk, so that focusing it cannot be refused.
        let _ = self.arrange(Arrange::Focus { window });
    }
}
