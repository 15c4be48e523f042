//! The list that the history button of an input line opens.

use serde::{Deserialize, Serialize};

use super::list::{List, ListParts};
use super::{Look, Reaction};
use crate::base::{Key, KeyName, Mouse, MouseAction, Point, Rect, Size};
use crate::grid::Canvas;
use crate::ui::frame::{self, Frame};
use crate::ui::part::Part;
use crate::ui::theme::{FrameState, Role, Theme, WindowColor};

/// How many rows show at once.
const ROWS: usize = 6;

/// An open history list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct HistoryList {
    /// The index of the input line that it belongs to.
    pub(super) control: usize,
    list: List,
}

/// What a key or the mouse did to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum HistoryResult {
    Stay,
    Closed,
    Picked(String),
}

impl HistoryList {
    pub(super) fn new(control: usize, items: Vec<String>) -> Self {
        Self { control, list: List::new(items, 1) }
    }

    /// The size of the list inside its frame; the width only matters for painting.
    fn inner(&self, width: i32) -> Size {
        Size::new(width, self.list.items().len().clamp(1, ROWS) as i32)
    }

    pub(super) fn key(&mut self, key: Key) -> HistoryResult {
        match key.name {
            KeyName::Escape | KeyName::Tab => HistoryResult::Closed,
            KeyName::Enter => self.picked(),
            _ => {
                self.list.key(key, self.inner(0));
                HistoryResult::Stay
            }
        }
    }

    fn picked(&self) -> HistoryResult {
        let item = self.list.current().and_then(|i| self.list.items().get(i));
        item.map_or(HistoryResult::Closed, |item| HistoryResult::Picked(item.clone()))
    }

    pub(super) fn mouse(&mut self, part: Part, mouse: Mouse) -> HistoryResult {
        let size = self.inner(1);
        match (mouse.action, part) {
            (MouseAction::Down | MouseAction::Move, Part::HistoryRow(row)) => {
                let at = Point::new(0, i32::from(row));
                if self.list.mouse(at, mouse, size) == Reaction::Accept {
                    return self.picked();
                }
            }
            (MouseAction::WheelUp | MouseAction::WheelDown, _) => {
                self.list.mouse(Point::default(), mouse, size);
            }
            (MouseAction::Up, Part::HistoryRow(_)) => return self.picked(),
            (MouseAction::Down, Part::HistoryBar(bar)) => drop(self.list.bar(bar, 0, size)),
            (MouseAction::Down, _) => return HistoryResult::Closed,
            _ => {}
        }
        HistoryResult::Stay
    }

    /// Paints the list below the field, or above it where the screen ends. `canvas` is the whole screen, `field` the
    /// input line on it.
    pub(super) fn paint(&self, canvas: &mut Canvas<'_>, field: Rect, theme: &Theme) {
        let (screen, inner) = (canvas.size(), self.inner(field.width.max(10)));
        let below = field.y + 1;
        let height = inner.height + 2;
        let y = if below + height <= screen.height { below } else { (field.y - height).max(0) };
        let rect = Rect::new(field.x - 1, y, inner.width + 2, height);
        let color = WindowColor::Blue;
        let frame = Frame { state: FrameState::Active, color, ..Frame::default() };
        frame.paint(canvas, rect, theme);
        let parts = ListParts { row: &Part::HistoryRow, bar: &Part::HistoryBar };
        let look = Look { focused: true, enabled: true };
        self.list.paint(&mut canvas.within(Frame::body(rect)), look, theme, Role::HistoryList, parts);
        frame::shadow(canvas, rect, theme);
    }
}
