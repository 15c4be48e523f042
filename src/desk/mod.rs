//! The desk: buffers, windows, dialogs, menus, clipboards, and what can happen to them.
//!
//! [`Desktop`] owns all of it, and hands out shared references only. Whatever alters a desk is a [`Change`]: data that
//! [`Desktop::apply`] carries out whole or refuses whole, answering the [`Effect`]s that the rest of the program has to
//! follow up. It must not know I/O, clocks, threads or protocols: time and file contents arrive inside changes.

mod apply;
mod bracket;
mod buffer;
pub mod catalogue;
mod change;
mod comparison;
pub mod dialogs;
pub mod dock;
mod hand;
mod menu;
mod modal;
mod question;
mod window;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::base::{ActorId, BufferId, Rect, Size, WindowId};
use crate::policy::Actor;
use crate::text::{Query, Revisions, TabWidth};
use crate::ui::menu::MenuState;
use crate::ui::theme::Theme;

use dock::Layout;

pub use bracket::{COMMAND_REACH, PAINTED_REACH, Pair};
pub use buffer::{Buffer, Highlights, Loss, OnDisk};
pub use catalogue::Catalogue;
pub use change::{
    Applied, Arrange, Change, Compared, DockChange, Effect, Highlighted, MessagesChange, Moved, Opened, Outside,
    OutsideNews, Refusal, Reloaded, Swap, TextEdit,
};
pub use comparison::{Comparison, LineChange};
pub use dock::{Dock, Docks};
pub use hand::{Drag, Drop, Hand};
pub use modal::{Modal, ModalId};
pub use question::{
    Answer, Button, Choice, FindForm, FindOrder, FolderView, NameForm, ProjectForm, Question, WindowList,
};
pub use window::{HexSide, Place, Scroll, View, Window, hex_width};

/// The smallest screen that a desk is laid out for, in cells (desktop.md "Look").
pub const MIN_SCREEN: Size = Size::new(40, 12);
/// The largest screen, in cells (desktop.md "Look").
pub const MAX_SCREEN: Size = Size::new(512, 256);

/// How the desk presents itself; comes from the settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Presentation {
    pub theme: Theme,
    pub tab_width: TabWidth,
    pub indenting: Indenting,
}

/// How lines are indented; comes from the settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Indenting {
    /// Whether a new line is indented by itself, and one that ends a block moves back.
    pub auto: bool,
    /// Whether a text that does not show what it uses gets tabs; none: as its language has it.
    pub tabs: Option<bool>,
    /// The blanks of one level in such a text; none: as its language has it.
    pub width: Option<u8>,
}

impl Default for Indenting {
    fn default() -> Self {
        Self { auto: true, tabs: None, width: None }
    }
}

/// One desk: everything that a person sees and edits in one workspace.
pub struct Desktop {
    size: Size,
    /// The project's folder: titles of its files are relative to it.
    folder: PathBuf,
    presentation: Presentation,
    catalogue: Catalogue,
    buffers: BTreeMap<BufferId, Buffer>,
    /// Back to front: the last one is on top.
    windows: Vec<Window>,
    docks: Docks,
    modals: Vec<Modal>,
    menu: Option<MenuState>,
    hands: BTreeMap<ActorId, Hand>,
    revisions: Revisions,
    last_query: Option<Query>,
    /// The line that says what just happened, until the next key.
    notice: Option<String>,
    /// Typing replaces what is under the cursor: in texts, …
    overwrite_text: bool,
    /// … and in bytes, where that is the rule.
    overwrite_bytes: bool,
    next_id: u64,
}

impl Desktop {
    /// An empty desk of that size, for the project in `folder`; sizes outside [`MIN_SCREEN`] and [`MAX_SCREEN`] are brought inside.
    pub fn new(size: Size, folder: PathBuf, presentation: Presentation, catalogue: Catalogue) -> Self {
        Self {
            size: within_limits(size),
            docks: Docks::new(&folder),
            folder,
            presentation,
            catalogue,
            buffers: BTreeMap::new(),
            windows: Vec::new(),
            modals: Vec::new(),
            menu: None,
            hands: BTreeMap::new(),
            revisions: Revisions::default(),
            last_query: None,
            notice: None,
            overwrite_text: false,
            overwrite_bytes: true,
            next_id: 1,
        }
    }

    /// The screen, in cells.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The project's folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The cells that windows may use: those between menu bar, status line and docks.
    pub fn area(&self) -> Rect {
        self.layout().windows
    }

    /// Where docks and windows lie.
    pub fn layout(&self) -> Layout {
        self.docks.layout(self.size)
    }

    /// The docks.
    pub fn docks(&self) -> &Docks {
        &self.docks
    }

    /// The dock that has the keys; none: the window in front has them.
    pub fn focus(&self) -> Option<Dock> {
        self.docks.focus()
    }

    /// Colours and tab stops.
    pub fn presentation(&self) -> &Presentation {
        &self.presentation
    }

    /// What commands there are.
    pub fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// All buffers, oldest first.
    pub fn buffers(&self) -> impl Iterator<Item = &Buffer> {
        self.buffers.values()
    }

    /// The buffer of that id, unless it was closed.
    pub fn buffer(&self, id: BufferId) -> Option<&Buffer> {
        self.buffers.get(&id)
    }

    /// The buffer that edits the file of that path, compared as written: resolve it first.
    pub fn buffer_of_path(&self, path: &Path) -> Option<&Buffer> {
        self.buffers.values().find(|buffer| buffer.path.as_deref() == Some(path))
    }

    /// All windows, back to front.
    pub fn windows(&self) -> &[Window] {
        &self.windows
    }

    /// The window of that id, unless it was closed.
    pub fn window(&self, id: WindowId) -> Option<&Window> {
        self.windows.iter().find(|window| window.id == id)
    }

    /// The window in front.
    pub fn active(&self) -> Option<&Window> {
        self.windows.last()
    }

    /// The window in front and its buffer.
    pub fn active_buffer(&self) -> Option<(&Window, &Buffer)> {
        let window = self.active()?;
        Some((window, self.buffer(window.buffer)?))
    }

    /// The dialog that has the input, if one is open.
    pub fn modal(&self) -> Option<&Modal> {
        self.modals.last()
    }

    /// All open dialogs, the one with the input last.
    pub fn modals(&self) -> &[Modal] {
        &self.modals
    }

    /// The open menu.
    pub fn menu(&self) -> Option<&MenuState> {
        self.menu.as_ref()
    }

    /// Clipboard, drag and prefix of one origin of input. One that never acted has an empty hand.
    pub fn hand(&self, actor: Actor) -> Option<&Hand> {
        self.hands.get(&actor.id)
    }

    /// What Find last looked for.
    pub fn last_query(&self) -> Option<&Query> {
        self.last_query.as_ref()
    }

    /// What just happened, for the status line.
    pub fn notice(&self) -> Option<&str> {
        self.notice.as_deref()
    }

    /// Whether typing into that buffer replaces what is under the cursor.
    pub fn overwrites(&self, buffer: &Buffer) -> bool {
        if buffer.is_hex() { self.overwrite_bytes } else { self.overwrite_text }
    }

    /// How many windows show that buffer.
    pub fn windows_on(&self, buffer: BufferId) -> usize {
        self.windows.iter().filter(|window| window.buffer == buffer).count()
    }

    /// Scrolls the windows whose cursors moved, so that they show. Once before a frame is painted or input is routed,
    /// however many changes there were.
    pub fn follow_cursors(&mut self) {
        let tab = self.presentation.tab_width;
        for window in &mut self.windows {
            if let Some(buffer) = self.buffers.get(&window.buffer) {
                window.follow_cursor(&buffer.document, tab);
            }
        }
    }

    fn fresh_id(&mut self) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        id
    }
}

fn within_limits(size: Size) -> Size {
    Size::new(
        size.width.clamp(MIN_SCREEN.width, MAX_SCREEN.width),
        size.height.clamp(MIN_SCREEN.height, MAX_SCREEN.height),
    )
}
