//! Windows move, grow, zoom, close ranks; the screen gets another size.

use crate::base::{Rect, Size, WindowId};
use crate::ui::geometry::{self, Split};

use super::{Applied, Desktop, Refusal};
use crate::desk::{Arrange, within_limits};

impl Desktop {
    pub(super) fn arrange(&mut self, arrange: Arrange) -> Result<Applied, Refusal> {
        let before = self.sizes();
        match arrange {
            Arrange::Focus { window } => self.focus(window)?,
            Arrange::Next => {
                if !self.windows.is_empty() {
                    self.windows.rotate_right(1);
                }
            }
            Arrange::Previous => {
                if !self.windows.is_empty() {
                    self.windows.rotate_left(1);
                }
            }
            Arrange::Place { window, rect } => {
                let area = self.area();
                self.window_mut(window)?.rect = geometry::keep_reachable(rect, area);
            }
            Arrange::Zoom { window } => {
                let area = self.area();
                let window = self.window_mut(window)?;
                let zoomed = window.is_zoomed(area);
                window.rect = match window.unzoomed.take().filter(|_| zoomed) {
                    Some(before) => geometry::keep_reachable(before, area),
                    None => {
                        window.unzoomed = Some(window.rect);
                        area
                    }
                };
            }
            Arrange::Tile => self.place_all(geometry::tile(self.windows.len(), self.area())),
            Arrange::Cascade => self.place_all(geometry::cascade(self.windows.len(), self.area())),
            Arrange::SplitVertical { window } => self.split(window, Split::Columns)?,
            Arrange::SplitHorizontal { window } => self.split(window, Split::Rows)?,
        }
        self.reveal_resized(&before);
        Ok(Applied { window: self.active().map(|window| window.id), ..Applied::default() })
    }

    fn focus(&mut self, id: WindowId) -> Result<(), Refusal> {
        let at = self.windows.iter().position(|window| window.id == id).ok_or(Refusal::NoWindow(id))?;
        let window = self.windows.remove(at);
        self.windows.push(window);
        Ok(())
    }

    /// Gives the windows these places, the one in front the last.
    fn place_all(&mut self, places: Vec<Rect>) {
        for (window, rect) in self.windows.iter_mut().zip(places) {
            window.unzoomed = None;
            window.rect = rect;
        }
    }

    /// Two windows where one was; the new one looks at the same place of the same text and is in front.
    fn split(&mut self, id: WindowId, way: Split) -> Result<(), Refusal> {
        let old = self.window(id).ok_or(Refusal::NoWindow(id))?.clone();
        let title = self.buffer(old.buffer).map(|buffer| buffer.title.clone()).unwrap_or_default();
        let (first, second) = geometry::split(old.rect, way).ok_or(Refusal::TooSmall { title })?;
        let new = self.add_window(old.buffer, second);
        let window = self.window_mut(new)?;
        (window.selection, window.scroll, window.side) = (old.selection, old.scroll, old.side);
        let old = self.window_mut(id)?;
        old.unzoomed = None;
        old.rect = first;
        Ok(())
    }

    pub(super) fn resize(&mut self, size: Size) -> Applied {
        let before = self.sizes();
        let old = self.area();
        self.size = within_limits(size);
        let area = self.area();
        for window in &mut self.windows {
            let zoomed = window.is_zoomed(old);
            window.rect = if zoomed { area } else { geometry::keep_inside(window.rect, area) };
        }
        let screen = self.size;
        for modal in &mut self.modals {
            modal.refit(screen);
        }
        self.reveal_resized(&before);
        Applied::default()
    }

    fn sizes(&self) -> Vec<(WindowId, Size)> {
        self.windows.iter().map(|window| (window.id, window.rect.size())).collect()
    }

    /// Windows whose size changed are to show their cursors; what was scrolled elsewhere by hand stays there.
    fn reveal_resized(&mut self, before: &[(WindowId, Size)]) {
        for window in &mut self.windows {
            window.follows |= !before.contains(&(window.id, window.rect.size()));
        }
    }
}
