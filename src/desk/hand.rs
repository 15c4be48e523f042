//! The hand: what one origin of input holds between events. A person and an agent never share one.

use serde::{Deserialize, Serialize};

use crate::base::{Point, WindowId};
use crate::text::{ByteOffset, Text};
use crate::ui::geometry::{KeyboardMove, MouseMove};

use super::Dock;

/// Clipboard, drag and prefix of one origin of input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    /// What was last copied or cut.
    pub clipboard: Text,
    /// What the mouse button holds.
    pub drag: Option<Drag>,
}

/// Something that the mouse, or a keyboard move, holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Drag {
    /// A window by its title or its corner.
    Window { window: WindowId, hold: MouseMove },
    /// A window by the arrow keys, until Enter or Esc.
    Keys { window: WindowId, hold: KeyboardMove },
    /// Text, by whole characters, words or lines (1, 2 or 3 clicks); `from` is what the first click took.
    Select { window: WindowId, clicks: u8, from: (ByteOffset, ByteOffset) },
    /// The selected text of a window, about to be dropped elsewhere. Until it has moved it has no place to go, and is let
    /// go as a click.
    Text { window: WindowId, drop: Option<Drop> },
    /// The thumb of a vertical or horizontal scroll bar.
    Thumb { window: WindowId, vertical: bool },
    /// A button of a window's frame, which acts when released inside.
    Press { window: WindowId, part: u16 },
    /// A dialog by its title.
    Dialog { grip: Point },
    /// An entry of the status line, which acts when released on it.
    Status { item: u8 },
    /// The edge of a dock, by the mouse; `before` is the width or height it had.
    Divider { dock: Dock, before: i32 },
    /// The edge of a dock, by the arrow keys, until Enter or Esc.
    DockKeys { dock: Dock, before: i32 },
    /// The thumb of a dock's scroll bar.
    DockThumb { dock: Dock },
    /// The close box of a dock, which acts when released inside.
    DockClose { dock: Dock },
}

/// Where a dragged text would go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drop {
    pub window: WindowId,
    pub at: ByteOffset,
}

impl Drag {
    /// The dock that it is about.
    pub fn dock(&self) -> Option<Dock> {
        match self {
            Drag::Divider { dock, .. }
            | Drag::DockKeys { dock, .. }
            | Drag::DockThumb { dock }
            | Drag::DockClose { dock } => Some(*dock),
            _ => None,
        }
    }

    /// The window that it is about.
    pub fn window(&self) -> Option<WindowId> {
        match self {
            Drag::Window { window, .. }
            | Drag::Keys { window, .. }
            | Drag::Select { window, .. }
            | Drag::Text { window, .. }
            | Drag::Thumb { window, .. }
            | Drag::Press { window, .. } => Some(*window),
            Drag::Dialog { .. }
            | Drag::Status { .. }
            | Drag::Divider { .. }
            | Drag::DockKeys { .. }
            | Drag::DockThumb { .. }
            | Drag::DockClose { .. } => None,
        }
    }
}
