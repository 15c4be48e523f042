//! The docks: Files at the left, and at the bottom one panel with tabs. What they show, how large they are, and whether
//! one of them has the keys. They take their cells from the windows; the screen's smallest size has room for all.

mod messages;
mod tree;

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::base::{Rect, Size};
use crate::ui::geometry::{self, MIN_WINDOW};

pub use messages::{MOST_MESSAGES, Messages, Row as MessageRow};
pub use tree::{NoteKind, Row, RowKind, Tree};

/// The narrowest Files dock and the lowest panel, in cells, frames included.
pub const MIN_FILES_WIDTH: i32 = 16;
pub const MIN_PANEL_HEIGHT: i32 = 3;
/// The largest that they are until somebody drags them.
const LARGEST_UNASKED: Size = Size::new(32, 12);

/// A dock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dock {
    /// The tree of the project's files, at the left.
    Files,
    /// The panel at the bottom.
    Panel,
}

impl Dock {
    /// All of them, in the order that the keys go through.
    pub const ALL: [Dock; 2] = [Dock::Files, Dock::Panel];

    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            Dock::Files => "Files",
            Dock::Panel => "Messages",
        }
    }

    /// The least that it may measure across, in cells.
    pub fn least(self) -> i32 {
        match self {
            Dock::Files => MIN_FILES_WIDTH,
            Dock::Panel => MIN_PANEL_HEIGHT,
        }
    }

    /// The most that it may measure across on a screen of that size: the smallest window still fits beside it.
    pub fn most(self, screen: Size) -> i32 {
        let whole = geometry::desktop(screen);
        match self {
            Dock::Files => whole.width - MIN_WINDOW.width,
            Dock::Panel => whole.height - MIN_WINDOW.height,
        }
    }
}

/// What a tab of the panel holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tab {
    Messages,
}

impl Tab {
    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            Tab::Messages => "Messages",
        }
    }
}

/// How one dock stands at its edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Slot {
    shown: bool,
    /// The width or height that somebody gave it; none: a share of the screen.
    wanted: Option<i32>,
}

/// Where everything lies between the menu bar and the status line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub files: Option<Rect>,
    pub panel: Option<Rect>,
    /// What is left for the windows.
    pub windows: Rect,
}

impl Layout {
    /// Where that dock is, if it shows.
    pub fn of(&self, dock: Dock) -> Option<Rect> {
        match dock {
            Dock::Files => self.files,
            Dock::Panel => self.panel,
        }
    }
}

/// Both docks. Read them freely; only the desk alters them.
#[derive(Clone, Debug)]
pub struct Docks {
    files: Slot,
    panel: Slot,
    focus: Option<Dock>,
    /// How many windows the keys have gone on from the one that was in front first: see `Arrange::Next`.
    pub(super) turn: usize,
    pub(super) tree: Tree,
    tabs: Vec<Tab>,
    pub(super) messages: Messages,
}

impl Docks {
    /// Docks of a project, none of them shown.
    pub(super) fn new(folder: &Path) -> Self {
        Self {
            files: Slot::default(),
            panel: Slot::default(),
            focus: None,
            turn: 0,
            tree: Tree::new(folder),
            tabs: vec![Tab::Messages],
            messages: Messages::default(),
        }
    }

    /// The dock that has the keys; none: the window in front has them.
    pub fn focus(&self) -> Option<Dock> {
        self.focus
    }

    /// Whether it is on the screen.
    pub fn is_shown(&self, dock: Dock) -> bool {
        self.slot(dock).shown
    }

    /// The docks on the screen.
    pub fn shown(&self) -> impl DoubleEndedIterator<Item = Dock> + '_ {
        Dock::ALL.into_iter().filter(|dock| self.is_shown(*dock))
    }

    /// The files of the project.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The tabs of the panel.
    pub fn tabs(&self) -> &[Tab] {
        &self.tabs
    }

    /// The messages.
    pub fn messages(&self) -> &Messages {
        &self.messages
    }

    /// Who gets which cells of a screen of that size.
    pub fn layout(&self, screen: Size) -> Layout {
        let whole = geometry::desktop(screen);
        let panel = if self.panel.shown { self.across(Dock::Panel, screen) } else { 0 };
        let files = if self.files.shown { self.across(Dock::Files, screen) } else { 0 };
        let upper = whole.height - panel;
        Layout {
            files: self.files.shown.then_some(Rect::new(whole.x, whole.y, files, upper)),
            panel: self.panel.shown.then_some(Rect::new(whole.x, whole.y + upper, whole.width, panel)),
            windows: Rect::new(whole.x + files, whole.y, whole.width - files, upper),
        }
    }

    /// The width of Files, the height of the panel, as far as that screen has the room.
    fn across(&self, dock: Dock, screen: Size) -> i32 {
        let unasked = match dock {
            Dock::Files => (screen.width / 5 + 1).min(LARGEST_UNASKED.width),
            Dock::Panel => (screen.height / 5).min(LARGEST_UNASKED.height),
        };
        self.slot(dock).wanted.unwrap_or(unasked).clamp(dock.least(), dock.most(screen).max(dock.least()))
    }

    fn slot(&self, dock: Dock) -> &Slot {
        match dock {
            Dock::Files => &self.files,
            Dock::Panel => &self.panel,
        }
    }

    fn slot_mut(&mut self, dock: Dock) -> &mut Slot {
        match dock {
            Dock::Files => &mut self.files,
            Dock::Panel => &mut self.panel,
        }
    }

    /// Shows or hides a dock; one that goes leaves the keys to the window in front.
    pub(super) fn show(&mut self, dock: Dock, on: bool) {
        self.slot_mut(dock).shown = on;
        if !on && self.focus == Some(dock) {
            self.focus = None;
        }
    }

    /// Gives the keys to a dock that shows, or to the windows.
    pub(super) fn set_focus(&mut self, focus: Option<Dock>) {
        self.focus = focus.filter(|dock| self.is_shown(*dock));
    }

    /// Gives a dock that width or height.
    pub(super) fn resize(&mut self, dock: Dock, across: i32, screen: Size) {
        self.slot_mut(dock).wanted = Some(across.clamp(dock.least(), dock.most(screen).max(dock.least())));
    }
}

/// The first row to show so that `row` is among `height` rows of `count`.
fn revealed(row: usize, top: usize, height: i32, count: usize) -> usize {
    let height = height.max(1) as usize;
    let top = top.min(row).max((row + 1).saturating_sub(height));
    top.min(count.saturating_sub(height))
}

/// The cells of a dock in which its rows stand: without its frame.
pub fn inside(dock: Rect) -> Rect {
    dock.shrink(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both() -> Docks {
        let mut docks = Docks::new(Path::new("/p"));
        docks.show(Dock::Files, true);
        docks.show(Dock::Panel, true);
        docks
    }

    #[test]
    fn the_reference_screen_is_that_of_the_mock() {
        let layout = both().layout(Size::new(80, 25));
        assert_eq!(layout.files, Some(Rect::new(0, 1, 17, 18)));
        assert_eq!(layout.panel, Some(Rect::new(0, 19, 80, 5)));
        assert_eq!(layout.windows, Rect::new(17, 1, 63, 18));
    }

    #[test]
    fn the_smallest_screen_has_room_for_a_window_beside_the_largest_docks() {
        let (mut docks, screen) = (both(), Size::new(40, 12));
        docks.resize(Dock::Files, 1000, screen);
        docks.resize(Dock::Panel, 1000, screen);
        assert_eq!(docks.layout(screen).windows.size(), MIN_WINDOW);
        docks.resize(Dock::Files, 0, screen);
        docks.resize(Dock::Panel, -5, screen);
        let layout = docks.layout(screen);
        assert_eq!((layout.files.unwrap().width, layout.panel.unwrap().height), (16, 3));
    }

    #[test]
    fn a_wanted_size_comes_back_with_the_room_for_it() {
        let mut docks = both();
        docks.resize(Dock::Files, 60, Size::new(200, 60));
        assert_eq!(docks.layout(Size::new(40, 12)).files.unwrap().width, 24);
        assert_eq!(docks.layout(Size::new(200, 60)).files.unwrap().width, 60);
    }
}
