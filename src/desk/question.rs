//! What an operation may ask a person, and what comes back. A dialog shows it; `dialogs` lays each one out.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::base::{Key, Size};
use crate::text::Query;
use crate::ui::dialog::Dialog;

use super::dialogs;

/// A question to the person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "question", rename_all = "snake_case")]
pub enum Question {
    /// Which file to open.
    Open(FolderView),
    /// Under which name to save.
    SaveAs(FolderView),
    Find(FindForm),
    Replace(FindForm),
    /// To which line to go, of so many.
    GoTo {
        lines: usize,
    },
    /// To which byte to go, of so many.
    GoToByte {
        bytes: usize,
    },
    /// Which folder is the project's.
    ChangeDir(FolderView),
    /// A name for something new, or another one for what is there.
    Name(NameForm),
    /// What to do with which window.
    Windows(WindowList),
    /// What to look for in all files of the project.
    FindInProject(ProjectForm),
    /// One of several ways on.
    Choose(Choice),
}

/// A folder as the Open and Save as dialogs show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FolderView {
    pub folder: PathBuf,
    /// Folders end in `/` and come first.
    pub entries: Vec<String>,
    /// There are more entries than could be listed.
    pub cut: bool,
    /// What stands in the input line at first: a name or a wildcard.
    pub name: String,
}

/// What the Find and Replace dialogs start from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindForm {
    pub query: Query,
    pub replacement: String,
    /// Text is selected, so that the scope can be the selection.
    pub has_selection: bool,
    /// Towards the start of the text.
    pub backward: bool,
    /// Only within the selection.
    pub in_selection: bool,
    /// Replace: show each match and ask.
    pub ask_each: bool,
}

/// What a dialog that asks for a name starts from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NameForm {
    pub title: String,
    /// What gets the name, or where.
    pub about: String,
    pub name: String,
}

/// The windows as their list shows them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WindowList {
    pub rows: Vec<String>,
    /// The row with the cursor at first.
    pub current: usize,
}

/// What Find in project starts from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProjectForm {
    pub query: Query,
    /// Wildcards for the names of files, parted by semicolons.
    pub names: String,
    /// Where it looks.
    pub folder: PathBuf,
}

/// Some text and the buttons under it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    pub title: String,
    pub text: String,
    /// The first is the default; Esc means the last.
    pub buttons: Vec<Button>,
    /// The last one is the default instead.
    #[serde(default)]
    pub cautious: bool,
}

/// A button: the name that the answer gives, and what it says, the mnemonic letter between tildes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Button {
    pub name: String,
    pub caption: String,
}

/// What a person answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
pub enum Answer {
    Cancelled,
    /// What was typed or picked in a file dialog.
    Path {
        text: String,
    },
    /// A path as it was typed or picked; whether it is chosen, or only to be looked into.
    Folder {
        text: String,
        chosen: bool,
    },
    /// A row of the list of windows, and whether that is to be closed.
    Window {
        row: usize,
        close: bool,
    },
    Find(FindOrder),
    /// What to look for in the project, in files of which names.
    Project {
        query: Query,
        names: String,
    },
    /// A line and a column, from 1.
    Line {
        line: usize,
        column: usize,
    },
    /// An offset, from 0.
    Byte {
        at: usize,
    },
    /// The name of the button.
    Chosen {
        button: String,
    },
}

/// What Find or Replace is to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindOrder {
    pub query: Query,
    /// None: only find.
    pub replacement: Option<String>,
    pub backward: bool,
    /// Only within the selection.
    pub in_selection: bool,
    /// Every match, in one step.
    pub all: bool,
    /// Show each match and ask.
    pub ask_each: bool,
}

impl Question {
    /// A message with one button.
    pub fn message(title: &str, text: String) -> Self {
        Self::choose(title, text, &[("ok", "O~K~")])
    }

    /// Whether it only tells something: there is one button.
    pub fn is_message(&self) -> bool {
        matches!(self, Question::Choose(choice) if choice.buttons.len() < 2)
    }

    /// As [`Question::choose`], but Enter means the last button: for what may do harm and may come unexpected.
    pub fn cautious(title: &str, text: String, buttons: &[(&str, &str)]) -> Self {
        match Self::choose(title, text, buttons) {
            Question::Choose(choice) => Question::Choose(Choice { cautious: true, ..choice }),
            other => other,
        }
    }

    /// Some text with buttons: name and caption each; the first is the default, Esc means the last.
    pub fn choose(title: &str, text: String, buttons: &[(&str, &str)]) -> Self {
        let button =
            |(name, caption): &(&str, &str)| Button { name: (*name).to_owned(), caption: (*caption).to_owned() };
        Question::Choose(Choice {
            title: title.to_owned(),
            text,
            buttons: buttons.iter().map(button).collect(),
            cautious: false,
        })
    }

    /// Its dialog, fitted to that screen.
    pub fn dialog(&self, screen: Size) -> Dialog {
        match self {
            Question::Open(view) => dialogs::file::open(view, screen),
            Question::SaveAs(view) => dialogs::file::save_as(view, screen),
            Question::Find(form) => dialogs::find::find(form, screen),
            Question::Replace(form) => dialogs::find::replace(form, screen),
            Question::GoTo { lines } => dialogs::goto::line(*lines, screen),
            Question::GoToByte { bytes } => dialogs::goto::byte(*bytes, screen),
            Question::ChangeDir(view) => dialogs::folder::dialog(view, screen),
            Question::Name(form) => dialogs::name::dialog(form, screen),
            Question::Windows(list) => dialogs::windows::dialog(list, screen),
            Question::FindInProject(form) => dialogs::project::dialog(form, screen),
            Question::Choose(choice) => dialogs::choose::dialog(choice, screen),
        }
    }

    /// What a control that changed does to others.
    pub(super) fn changed(&self, dialog: &mut Dialog, control: &str) {
        match self {
            Question::Open(_) | Question::SaveAs(_) => dialogs::file::changed(dialog, control),
            Question::ChangeDir(_) => dialogs::folder::changed(dialog, control),
            _ => {}
        }
    }

    /// The button that a key stands for, where no control has a use for that.
    pub(super) fn button_of(&self, dialog: &Dialog, key: Key) -> Option<&'static str> {
        match self {
            Question::Windows(_) => dialogs::windows::button_of(dialog, key),
            _ => None,
        }
    }

    /// What the dialog says when that button accepts it, or what is wrong with it.
    pub(super) fn answer(&self, dialog: &Dialog, button: &str) -> Result<Answer, String> {
        match self {
            Question::Open(_) | Question::SaveAs(_) => dialogs::file::answer(dialog),
            Question::Find(_) => dialogs::find::answer(dialog, button, false),
            Question::Replace(_) => dialogs::find::answer(dialog, button, true),
            Question::GoTo { lines } => dialogs::goto::line_answer(dialog, *lines),
            Question::GoToByte { bytes } => dialogs::goto::byte_answer(dialog, *bytes),
            Question::ChangeDir(_) => dialogs::folder::answer(dialog, button),
            Question::Name(_) => dialogs::name::answer(dialog),
            Question::Windows(_) => dialogs::windows::answer(dialog, button),
            Question::FindInProject(_) => dialogs::project::answer(dialog),
            Question::Choose(_) => Ok(Answer::Chosen { button: button.to_owned() }),
        }
    }
}
