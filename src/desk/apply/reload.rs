//! What others do to the files of buffers.

use crate::model::Stamp;
use crate::text::{Bias, ByteOffset, CellColumn, Delta, EditKind, Snapshot, Step};

use super::{Applied, Desktop, Effect, Refusal};
use crate::desk::{Buffer, OnDisk, Outside, OutsideNews, Reloaded, View};

impl Desktop {
    /// Puts what is in the file in the place of a buffer's text, as one step. Cursors, selections and what shows stay with
    /// the text around them.
    pub(super) fn reload(&mut self, reloaded: Reloaded) -> Result<Applied, Refusal> {
        let Reloaded { buffer: id, reload, stamp, from } = reloaded;
        let front = self.windows.iter().rev().find(|window| window.buffer == id);
        let before = front.map(|window| window.selection).unwrap_or_default();
        let buffer = self.buffers.get_mut(&id).ok_or(Refusal::NoBuffer(id))?;
        unsaved_since(buffer, from.as_ref())?;
        let (was_hex, end) = (buffer.is_hex(), buffer.document.text().end());
        let step = Step { kind: EditKind::Other, at_ms: 0, before, after: before };
        let done = buffer.document.reload(reload, step, &mut self.revisions)?;
        buffer.document.mark_saved(done.revision);
        (buffer.stamp, buffer.on_disk) = (Some(stamp), OnDisk::Known);
        (buffer.saved, buffer.theirs, buffer.comparison) = (Some(buffer.snapshot()), None, None);
        buffer.highlights.map(&done.delta);
        let turned = was_hex != buffer.is_hex();
        for window in self.windows.iter_mut().filter(|window| window.buffer == id) {
            let keep = |at| kept(at, &done.delta, end);
            window.selection.anchor = keep(window.selection.anchor);
            window.selection.head = keep(window.selection.head);
            if window.scroll.top != ByteOffset::ZERO {
                window.scroll.top = keep(window.scroll.top);
            }
            (window.goal, window.low_digit) = (None, false);
            if turned {
                window.scroll.left = CellColumn::default();
                window.view = View::Current;
                window.follows = true;
            }
        }
        let effects = vec![
            Effect::Edited { buffer: id, deltas: vec![done.delta] },
            Effect::Saved { buffer: id, revision: done.revision },
        ];
        Ok(Applied { effects, buffer: Some(id), ..Applied::default() })
    }

    /// Notes what became of the file of a buffer, whose text stays as it is.
    pub(super) fn outside(&mut self, outside: Outside) -> Result<Applied, Refusal> {
        let Outside { buffer: id, from, news } = outside;
        let buffer = self.buffers.get_mut(&id).ok_or(Refusal::NoBuffer(id))?;
        unsaved_since(buffer, from.as_ref())?;
        let before = buffer.on_disk;
        let mut effects = Vec::new();
        match news {
            OutsideNews::Same => {
                buffer.on_disk = OnDisk::Known;
                buffer.comparison.take_if(|_| buffer.theirs.take().is_some());
                if let OnDisk::Lost { clean_at: Some(revision), .. } = before {
                    buffer.document.mark_saved(revision);
                    effects.push(Effect::Saved { buffer: id, revision });
                }
            }
            OutsideNews::Different { stamp, text, form } => {
                buffer.theirs = Some(Snapshot { buffer: id, revision: self.revisions.take(), text, form });
                buffer.comparison = None;
                buffer.on_disk = OnDisk::Different { hash: stamp.hash };
                effects.push(Effect::Adrift(id));
            }
            OutsideNews::Keep { stamp } => {
                if let Some(theirs) = buffer.theirs.take() {
                    buffer.saved = Some(theirs);
                }
                (buffer.stamp, buffer.on_disk) = (Some(stamp), OnDisk::Known);
                effects.push(Effect::Adrift(id));
            }
            OutsideNews::Lost(loss) => {
                let clean_at = match before {
                    OnDisk::Lost { clean_at, .. } => clean_at,
                    _ => (!buffer.is_dirty()).then(|| buffer.revision()),
                };
                if !buffer.is_dirty() {
                    buffer.document.mark_unsaved(&mut self.revisions);
                }
                buffer.on_disk = OnDisk::Lost { loss, clean_at };
                effects.push(Effect::Adrift(id));
            }
        }
        Ok(Applied { effects, buffer: Some(id), ..Applied::default() })
    }
}

/// Refuses what was found out before the last save.
fn unsaved_since(buffer: &Buffer, from: Option<&Stamp>) -> Result<(), Refusal> {
    if buffer.stamp.as_ref() == from { Ok(()) } else { Err(Refusal::SavedMeanwhile { title: buffer.title.clone() }) }
}

/// Where a place goes: with the text that follows it, but at the end of the text with the text before.
fn kept(at: ByteOffset, delta: &Delta, end: ByteOffset) -> ByteOffset {
    delta.map(at, if at == end { Bias::Before } else { Bias::After })
}

impl Buffer {
    /// Its title, and what is to be said about its file.
    pub fn caption(&self) -> String {
        let note = match self.on_disk {
            OnDisk::Known => return self.title.clone(),
            OnDisk::Different { .. } => "changed on disk",
            OnDisk::Lost { loss, .. } => loss.as_str(),
        };
        format!("{} ({note})", self.title)
    }
}
