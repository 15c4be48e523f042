//! Windows move, grow, zoom, close ranks; the screen gets another size.

use crate::base::{Rect, Size, WindowId};
use crate::ui::geometry::{self, Split};

use super::{Applied, Desktop, Refusal};
use crate::desk::{Arrange, within_limits};

impl Desktop {
    pub(super) fn arrange(&mut self, arrange: Arrange) -> Result<Applied, Refusal> {
        let (before, idle) = (self.sizes(), self.is_tree_idle());
        match arrange {
            Arrange::Focus { window } => self.bring_forward(window)?,
            Arrange::Next => self.turn(true),
            Arrange::Previous => self.turn(false),
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
        let window = self.active().map(|window| window.id);
        Ok(Applied { window, effects: self.wanted_folders(idle), ..Applied::default() })
    }

    fn bring_forward(&mut self, id: WindowId) -> Result<(), Refusal> {
        let at = self.windows.iter().position(|window| window.id == id).ok_or(Refusal::NoWindow(id))?;
        let window = self.windows.remove(at);
        self.windows.push(window);
        self.windows_first();
        Ok(())
    }

    /// The keys go to the window in front, from which `Next` starts to count.
    pub(super) fn windows_first(&mut self) {
        self.docks.set_focus(None);
        self.docks.turn = 0;
    }

    /// One step through the ring of windows, from the one in front to the backmost, and then the docks.
    fn turn(&mut self, forward: bool) {
        let docks: Vec<_> = self.docks.shown().collect();
        let (windows, stops) = (self.windows.len(), self.windows.len() + docks.len());
        if stops == 0 {
            return;
        }
        let from = self.docks.turn.min(windows.saturating_sub(1));
        let at = self.focus().and_then(|focus| docks.iter().position(|dock| *dock == focus));
        let to = match at.map_or(from, |dock| windows + dock) {
            _ if at.is_none() && windows == 0 => {
                if forward {
                    0
                } else {
                    stops - 1
                }
            }
            at if forward => (at + 1) % stops,
            at => (at + stops - 1) % stops,
        };
        match to.checked_sub(windows) {
            Some(dock) => self.focus_dock(docks.get(dock).copied()),
            None => {
                self.windows.rotate_right((to + windows - from) % windows);
                self.docks.set_focus(None);
                self.docks.turn = to;
            }
        }
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
        let area = self.area();
        let (first, second) = geometry::split(old.rect, way).ok_or(Refusal::TooSmall { title })?;
        // Of a window that reaches over the edge, a half may lie wholly outside.
        let [first, second] = [first, second].map(|half| geometry::keep_reachable(half, area));
        let new = self.add_window(old.buffer, second);
        let window = self.window_mut(new)?;
        (window.selection, window.scroll, window.side) = (old.selection, old.scroll, old.side);
        let old = self.window_mut(id)?;
        old.unzoomed = None;
        old.rect = first;
        Ok(())
    }

    pub(super) fn resize(&mut self, size: Size) -> Applied {
        let before = self.area();
        self.size = within_limits(size);
        self.refit_windows(before);
        self.refit_docks();
        let screen = self.size;
        for modal in &mut self.modals {
            modal.refit(screen);
        }
        Applied::default()
    }

    /// Takes the windows along to the cells that they may use now; before it was those of `old`.
    pub(super) fn refit_windows(&mut self, old: Rect) {
        let area = self.area();
        if area == old {
            return;
        }
        let before = self.sizes();
        for window in &mut self.windows {
            window.rect = geometry::keep_edges(window.rect, old, area);
            window.unzoomed = window.unzoomed.map(|rect| geometry::keep_edges(rect, old, area));
        }
        self.reveal_resized(&before);
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
