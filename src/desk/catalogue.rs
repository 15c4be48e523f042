//! The catalogue: what the desk and the view know of commands. `app` fills it from the command table and the key map.

use std::collections::HashMap;

use crate::base::{CommandId, Key};

use super::{Desktop, Dock};

/// The menus of the menu bar, in their order (desktop.md "Look").
pub const MENUS: [&str; 10] =
    ["~F~ile", "~E~dit", "~S~earch", "~R~un", "~C~ompile", "~D~ebug", "~T~ools", "~O~ptions", "~W~indow", "~H~elp"];

/// Whether a command can run now; the reason is for the person.
pub type Availability = Result<(), String>;

/// Which part of the desk must have the keys for a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Context {
    /// Any.
    Desktop,
    /// The window in front.
    Text,
    /// Any dock.
    Dock,
    Files,
    Messages,
    /// The window in front, while it shows changes.
    Changes,
}

impl Context {
    /// The context itself where its keys count only there, and before those of the desktop; none: they count everywhere.
    pub fn own_keys(self) -> Option<Context> {
        match self {
            Context::Desktop | Context::Text => None,
            own => Some(own),
        }
    }

    fn available(self, focus: Option<Dock>) -> Availability {
        let wanted = match (self, focus) {
            (Context::Desktop, _) | (Context::Text | Context::Changes, None) | (Context::Dock, Some(_)) => {
                return Ok(());
            }
            (Context::Files, Some(Dock::Files)) | (Context::Messages, Some(Dock::Panel)) => return Ok(()),
            (Context::Text | Context::Changes, Some(dock)) => {
                return Err(format!("{} has the keys; Esc gives them back to the text.", dock.title()));
            }
            (Context::Dock, _) => "a dock",
            (Context::Files, _) => Dock::Files.title(),
            (Context::Messages, _) => Dock::Panel.title(),
        };
        Err(format!("This works in {wanted}: go there first."))
    }
}

/// Where a command stands on the menu bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MenuPlace {
    /// Index into [`MENUS`].
    pub menu: usize,
    /// Entries of one group stand together; a line parts groups.
    pub group: u8,
}

/// Where a command stands in the status line, smallest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatusPlace {
    pub rank: u8,
    pub caption: &'static str,
}

/// What there is to know of one command.
#[derive(Clone)]
pub struct Entry {
    pub id: CommandId,
    pub context: Context,
    /// As menus show it, with the mnemonic letter between tildes.
    pub title: &'static str,
    /// One sentence for the status line and the documents.
    pub description: &'static str,
    /// The first one is shown in menus.
    pub keys: Vec<Key>,
    pub menu: Option<MenuPlace>,
    pub status: Option<StatusPlace>,
    /// Why this version cannot run it at all.
    pub later: Option<&'static str>,
    /// Whether it can run on that desk now.
    pub when: fn(&Desktop) -> Availability,
}

impl Entry {
    /// Whether it can run on that desk now, or why not.
    pub fn available(&self, desk: &Desktop) -> Availability {
        match self.later {
            Some(why) => Err(why.to_owned()),
            None => self.context.available(desk.focus()).and_then(|()| (self.when)(desk)),
        }
    }
}

/// All commands, in the order of the table.
#[derive(Clone, Default)]
pub struct Catalogue {
    entries: Vec<Entry>,
    by_key: HashMap<(Option<Context>, Key), usize>,
}

impl Catalogue {
    /// A catalogue of these entries. Where two entries claim one key, the one that `priority` names first gets it.
    pub fn new(entries: Vec<Entry>, priority: &[CommandId]) -> Self {
        let places: HashMap<CommandId, usize> = entries.iter().enumerate().map(|(at, entry)| (entry.id, at)).collect();
        let mut by_key = HashMap::new();
        for index in priority.iter().filter_map(|id| places.get(id)) {
            for key in &entries[*index].keys {
                let context = entries[*index].context.own_keys();
                by_key.entry((context, key.normalized())).or_insert(*index);
            }
        }
        Self { entries, by_key }
    }

    /// All entries, in the order of the table.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry at that place of the table.
    pub fn at(&self, index: usize) -> Option<&Entry> {
        self.entries.get(index)
    }

    /// The entry of that id.
    pub fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.id.0 == id)
    }

    /// What that key runs where no dock has a use for it.
    pub fn by_key(&self, key: Key) -> Option<&Entry> {
        self.bound(None, key)
    }

    /// What that key runs in a dock, before the dock's list and the desktop.
    pub fn by_dock_key(&self, dock: Dock, key: Key) -> Option<&Entry> {
        let own = match dock {
            Dock::Files => Context::Files,
            Dock::Panel => Context::Messages,
        };
        [own, Context::Dock].into_iter().find_map(|context| self.bound(Some(context), key))
    }

    /// What that key runs in a window that shows changes, before the desktop.
    pub fn by_changes_key(&self, key: Key) -> Option<&Entry> {
        self.bound(Some(Context::Changes), key)
    }

    fn bound(&self, context: Option<Context>, key: Key) -> Option<&Entry> {
        self.entries.get(*self.by_key.get(&(context, key.normalized()))?)
    }
}
