//! What can happen to a desk, as data: closed, serialisable, applied whole or refused whole.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::base::{BufferId, CommandId, JobId, Key, Mouse, Point, Rect, Revision, Size, WindowId};
use crate::model::{FolderContent, Message, Stamp};
use crate::text::{
    Bias, ByteOffset, CellColumn, Delta, Diff, EditKind, Form, MarkId, Query, Reload, Selection, Snapshot, Text,
    TooLarge, Transaction,
};

use super::{Answer, Buffer, Dock, Drag, HexSide, Loss, ModalId, Question, View};

/// One thing that happens to a desk.
///
/// Changes that alter or store a text name the revision they were made for and are refused on any other.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Replace text of one buffer.
    Edit(TextEdit),
    /// Put a text that was worked out beforehand in the place of a buffer's: an edit of very many places.
    Swap(Box<Swap>),
    /// Take back, or do again, so many steps of one buffer's history.
    History { buffer: BufferId, window: Option<WindowId>, revision: Revision, redo: bool, steps: u32 },
    /// Put a mark into a text, which then goes with it: what breakpoints and messages hold on to.
    Mark { buffer: BufferId, revision: Revision, at: ByteOffset, bias: Bias },
    /// Put a window's cursor and selection somewhere, and scroll so that it shows.
    Select {
        window: WindowId,
        revision: Revision,
        selection: Selection,
        /// The column that vertical movement aims at; none: where the cursor is.
        goal: Option<CellColumn>,
    },
    /// Put a hex window's cursor on a byte.
    SelectByte { window: WindowId, revision: Revision, selection: Selection, side: HexSide, low_digit: bool },
    /// Scroll a window without moving its cursor.
    Scroll { window: WindowId, top: ByteOffset, left: CellColumn },
    /// Show a buffer otherwise, or another part of its changes.
    Show { window: WindowId, view: View },
    /// Typing replaces (or no longer replaces) what is under the cursor: in texts, or in `bytes`.
    Overwrite { bytes: bool, on: bool },
    /// Show a text in a new window.
    Open(Opened),
    /// A save of the text as it is begins: what is typed from now on is another step. Answers the snapshot to write.
    Saving { buffer: BufferId },
    /// The text of that revision is on disk now.
    Saved { buffer: BufferId, revision: Revision, path: PathBuf, stamp: Stamp, language: Option<String> },
    /// The file of a buffer holds something else: that takes the place of the text, as one step.
    Reload(Box<Reloaded>),
    /// Something else became of the file of a buffer; the text stays.
    Outside(Box<Outside>),
    /// Take a window away. The last window on unsaved text is refused, unless `discard` gives up the text as it is.
    CloseWindow { window: WindowId, discard: Option<Revision> },
    /// Geometry and order of windows.
    Arrange(Arrange),
    /// The docks: where they stand, who has the keys, what they show.
    Dock(DockChange),
    /// These files have other names now; their texts go along.
    Moved { files: Vec<Moved> },
    /// The project is another folder's.
    SetFolder { folder: PathBuf },
    /// The list of messages.
    Messages(MessagesChange),
    /// The screen has that size now.
    Resize { size: Size },
    /// Colours that a worker found; painted only while the text is that of the revision, or mapped to it.
    Highlight(Highlighted),
    /// What a worker found different from the file.
    Compared(Box<Compared>),
    /// Open the menu of that index on the menu bar; none: go to the bar without opening one.
    OpenMenu { menu: Option<usize> },
    /// A key for the open menu.
    MenuKey { key: Key },
    /// A mouse event in the menu bar or an open menu; `part` as painted.
    MenuMouse { part: Option<u16>, mouse: Mouse },
    /// Put a question to the person, in a dialog.
    Ask { question: Question },
    /// Take a dialog away unanswered, because nobody waits for it any more.
    Withdraw { modal: ModalId },
    /// A key for the dialog that has the input.
    DialogKey { key: Key },
    /// Text for the dialog that has the input.
    DialogPaste { text: String },
    /// A mouse event in the dialog that has the input, or dragged from it.
    DialogMouse { part: Option<u16>, local: Point, mouse: Mouse },
    /// Move the dialog that has the input to there.
    DialogMove { to: Point },
    /// Fill the clipboard of whoever makes this change.
    Copy { text: Text },
    /// Begin, go on with, or end a drag of whoever makes this change.
    Drag { drag: Option<Drag> },
    /// Say something in the status line.
    Notice { text: Option<String> },
    /// Remember what was looked for.
    Remember { query: Query },
}

impl Change {
    /// Whether it acts on an open dialog, which asks the person and nobody else.
    pub fn touches_dialog(&self) -> bool {
        use Change::{DialogKey, DialogMouse, DialogMove, DialogPaste, Withdraw};
        matches!(self, DialogKey { .. } | DialogPaste { .. } | DialogMouse { .. } | DialogMove { .. } | Withdraw { .. })
    }
}

/// Replace text of one buffer, at one revision.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct TextEdit {
    pub buffer: BufferId,
    pub revision: Revision,
    pub transaction: Transaction,
    /// The window whose cursor the edit belongs to; its selection is part of the history step.
    pub window: Option<WindowId>,
    /// That window's selection afterwards; none: mapped through the edit.
    pub select: Option<Selection>,
    /// Typing coalesces with typing, deleting with deleting.
    pub kind: EditKind,
    /// In a hex window: the cursor is on the second digit of its byte afterwards.
    #[serde(default)]
    pub low_digit: bool,
}

/// An edit of very many places, worked out for one revision.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Swap {
    pub buffer: BufferId,
    pub reload: Reload,
    /// The window whose selection is part of the history step; it is mapped through the edit.
    pub window: Option<WindowId>,
}

/// A text that was read, or made, for a new window.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Opened {
    /// Where it belongs on disk; none: untitled.
    pub path: Option<PathBuf>,
    pub text: Text,
    pub form: Form,
    /// What was on disk; none: there is no such file yet.
    pub stamp: Option<Stamp>,
    /// The language's id, where one is known.
    pub language: Option<String>,
    /// Restored from the journal: the text differs from the file, and counts as unsaved.
    pub recovered: bool,
    /// Where the cursor goes: line and code-point column from 1.
    pub at: Option<(usize, usize)>,
}

/// What can happen to a dock.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DockChange {
    /// Put it on the screen, or take it off.
    Show { dock: Dock, on: bool },
    /// Give the keys to a dock that shows; none: to the window in front.
    Focus { dock: Option<Dock> },
    /// Give Files that width, the panel that height, frame included; the nearest that there is room for.
    Resize { dock: Dock, across: i32 },
    /// A key for its list: moves the cursor, opens or closes a folder, finds a name.
    Key { dock: Dock, key: Key },
    /// Put the cursor on that row, or the last.
    GoTo { dock: Dock, row: usize },
    /// Scroll it without moving its cursor.
    Scroll { dock: Dock, top: usize },
    /// Open or close the folder of a row of Files.
    Fold { row: usize, open: bool },
    /// What a folder of the tree holds now.
    Listed(FolderContent),
    /// Read every open folder of the tree again.
    Refresh,
    /// The same, and put the cursor of the tree on that path.
    Seek { path: PathBuf },
}

/// A buffer whose file has another name now.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Moved {
    pub buffer: BufferId,
    pub path: PathBuf,
    /// The language's id, where one is known for the new name.
    pub language: Option<String>,
}

/// What can happen to the list of messages.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MessagesChange {
    /// A job begins to fill the list, which is emptied and shown with the keys in it. Any other stops.
    Begin {
        job: JobId,
        summary: String,
    },
    /// What that job found; refused when it was stopped.
    Add {
        job: JobId,
        messages: Vec<Message>,
        summary: String,
    },
    /// That job is over.
    End {
        job: JobId,
        summary: String,
    },
    /// The job that fills the list is no longer wanted.
    Stop,
    /// Empty the list.
    Clear,
    SelectAll,
}

/// Geometry and order of windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Arrange {
    /// Bring it to the front.
    Focus {
        window: WindowId,
    },
    /// Send the window in front to the back, so that the one behind it is in front. Behind the last one come the docks.
    Next,
    /// The same ring the other way round.
    Previous,
    /// Place it there; kept reachable and no smaller than the least.
    Place {
        window: WindowId,
        rect: Rect,
    },
    /// Fill the desk, or go back to the size from before.
    Zoom {
        window: WindowId,
    },
    Tile,
    Cascade,
    /// Two windows side by side where one was, on the same buffer.
    SplitVertical {
        window: WindowId,
    },
    /// Two windows one above the other where one was, on the same buffer.
    SplitHorizontal {
        window: WindowId,
    },
}

/// Colours for the parts of one revision of a buffer that show.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Highlighted {
    pub buffer: BufferId,
    pub revision: Revision,
    /// Sorted and disjoint.
    pub spans: Vec<(std::ops::Range<ByteOffset>, crate::model::Category)>,
}

/// A text compared with what is in its file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Compared {
    pub buffer: BufferId,
    /// What it was compared with; dropped when something else is in the file.
    pub base: Revision,
    /// Which state of the text that was, and what it held.
    pub revision: Revision,
    pub text: Text,
    pub diff: Result<Diff, TooLarge>,
}

/// What was read from a file that somebody else wrote, compared with the text of its buffer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reloaded {
    pub buffer: BufferId,
    pub reload: Reload,
    pub stamp: Stamp,
    /// What the buffer was known to have on disk before; refused if it was saved since.
    pub from: Option<Stamp>,
}

/// What became of the file of a buffer.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outside {
    pub buffer: BufferId,
    /// As in [`Reloaded`].
    pub from: Option<Stamp>,
    pub news: OutsideNews,
}

/// See [`Outside`].
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OutsideNews {
    /// It is as it was, again.
    Same,
    /// It holds this, which the person is asked about.
    Different { stamp: Stamp, text: Text, form: Form },
    /// It holds something else, which the person gave up: saving will not ask about just that.
    Keep { stamp: Stamp },
    /// It cannot be had.
    Lost(Loss),
}

/// What a change leaves for others to do.
#[derive(Clone, Debug)]
pub enum Effect {
    /// A buffer came to be.
    Opened(BufferId),
    /// A buffer's text altered, in these steps; the text itself is the buffer's.
    Edited { buffer: BufferId, deltas: Vec<Delta> },
    /// That state of a buffer is on disk.
    Saved { buffer: BufferId, revision: Revision },
    /// The text of a buffer is not what is in its file, and no edit of it: it must be kept whole elsewhere.
    Adrift(BufferId),
    /// A buffer is gone.
    Closed(BufferId),
    /// The person chose this, in a menu.
    Run(CommandId),
    /// A dialog was answered.
    Answered { modal: ModalId, answer: Answer },
    /// The clipboard of the person has a new text; the frontend may want it.
    Clipboard(Text),
    /// The dialog that has the input wants the clipboard's text.
    WantsPaste,
    /// A dialog opened.
    Asked(ModalId),
    /// Folders of the tree are to be read.
    WantsFolders,
}

/// What a change that was applied has to report.
#[derive(Debug, Default)]
pub struct Applied {
    pub effects: Vec<Effect>,
    /// The buffer that was opened or altered.
    pub buffer: Option<BufferId>,
    /// The window that was opened or that the change was about.
    pub window: Option<WindowId>,
    /// The mark, after [`Change::Mark`].
    pub mark: Option<MarkId>,
    /// What to write, after [`Change::Saving`].
    pub snapshot: Option<Snapshot>,
    /// The buffer that is gone, which may be large: drop it on a worker.
    pub dropped: Option<Box<Buffer>>,
}

/// Why a change was not applied. Nothing altered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("buffer {0} is closed")]
    NoBuffer(BufferId),
    #[error("window {0} is closed")]
    NoWindow(WindowId),
    #[error("the text moved on: it is at revision {now}, and this was made for {made_for}")]
    Stale { made_for: Revision, now: Revision },
    #[error("{0}")]
    Edit(#[from] crate::text::EditError),
    #[error("nothing to undo{0}")]
    NothingToUndo(&'static str),
    #[error("nothing to redo")]
    NothingToRedo,
    #[error("{title} has unsaved changes")]
    Unsaved { title: String, revision: Revision },
    #[error("{title} was saved in the meantime")]
    SavedMeanwhile { title: String },
    #[error("changes are shown here, to look at; Enter goes to the text")]
    ShowsChanges,
    #[error("no dialog is open")]
    NoDialog,
    #[error("dialog {0} is gone")]
    DialogGone(ModalId),
    #[error("a dialog is open: answer it first")]
    DialogOpen,
    #[error("{title} is too small to split")]
    TooSmall { title: String },
    #[error("only the person may answer a dialog")]
    NotAllowed,
    #[error("{0}")]
    Unavailable(String),
}
