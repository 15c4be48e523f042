//! The catalogue: what the desk and the view know of commands. `app` fills it from the command table and the key map.

use std::collections::HashMap;

use crate::base::{CommandId, Key};

use super::Desktop;

/// The menus of the menu bar, in their order (desktop.md "Look").
pub const MENUS: [&str; 10] =
    ["~F~ile", "~E~dit", "~S~earch", "~R~un", "~C~ompile", "~D~ebug", "~T~ools", "~O~ptions", "~W~indow", "~H~elp"];

/// Whether a command can run now; the reason is for the person.
pub type Availability = Result<(), String>;

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
            None => (self.when)(desk),
        }
    }
}

/// All commands, in the order of the table.
#[derive(Clone, Default)]
pub struct Catalogue {
    entries: Vec<Entry>,
    by_key: HashMap<Key, usize>,
}

impl Catalogue {
    /// A catalogue of these entries. Where two entries claim one key, the one that `priority` names first gets it.
    pub fn new(entries: Vec<Entry>, priority: &[CommandId]) -> Self {
        let places: HashMap<CommandId, usize> = entries.iter().enumerate().map(|(at, entry)| (entry.id, at)).collect();
        let mut by_key = HashMap::new();
        for index in priority.iter().filter_map(|id| places.get(id)) {
            for key in &entries[*index].keys {
                by_key.entry(key.normalized()).or_insert(*index);
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

    /// What that key runs.
    pub fn by_key(&self, key: Key) -> Option<&Entry> {
        self.entries.get(*self.by_key.get(&key.normalized())?)
    }
}
