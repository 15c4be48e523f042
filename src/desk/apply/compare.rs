//! What is different from the file, as a worker finds it.

use super::{Applied, Desktop, Refusal};
use crate::base::WindowId;
use crate::desk::{Compared, Comparison, Place, View};

impl Desktop {
    /// Takes a comparison over; drops one with what is no longer in the file, and one that is older than what is known.
    pub(super) fn compared(&mut self, found: Compared) -> Result<Applied, Refusal> {
        let buffer = self.buffer_mut(found.buffer)?;
        let newer = buffer.comparison.as_ref().is_none_or(|known| known.revision <= found.revision);
        let of_file = buffer.base().filter(|base| base.revision == found.base);
        if let Some(base) = of_file.filter(|_| newer) {
            let base = base.text.clone();
            let (text, revision, diff) = (found.text, found.revision, found.diff);
            buffer.comparison = Some(Comparison { base, text, revision, diff });
        }
        Ok(Applied { buffer: Some(found.buffer), ..Applied::default() })
    }

    /// Shows a window's buffer in that way, at the nearest place there is.
    pub(super) fn show(&mut self, id: WindowId, view: View) -> Result<Applied, Refusal> {
        let window = self.window(id).ok_or(Refusal::NoWindow(id))?;
        let buffer = self.buffer(window.buffer).ok_or(Refusal::NoBuffer(window.buffer))?;
        let rows = buffer.comparison().map_or(1, |comparison| comparison.rows(view));
        let page = window.inside().height.max(1) as usize;
        let view = match view.place() {
            Some(Place { row, top, left }) if !buffer.is_hex() => {
                let row = row.min(rows - 1);
                let top = top.min(row).max((row + 1).saturating_sub(page)).min(rows.saturating_sub(page));
                view.at(Place { row, top, left })
            }
            _ => View::Current,
        };
        let window = self.window_mut(id)?;
        window.follows = view == View::Current;
        window.view = view;
        Ok(Applied { window: Some(id), ..Applied::default() })
    }
}
