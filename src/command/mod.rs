//! The command table: everything that a key, a menu, the status line or (later) an agent can run by name.
//!
//! One file a subject, one [`Command`] record a command; menus, key map, status line and `docs/commands.md` derive from
//! the records. A command captures its target when it starts. Commands must not know each other, nor any frontend.

mod bytes;
mod changes;
mod code;
mod dock;
mod document;
mod edit;
mod file;
mod help;
mod indent;
mod later;
mod motion;
mod project;
mod search;
mod typing;
mod window;

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;

use crate::base::{CommandId, Key};
use crate::desk::catalogue::{Availability, Catalogue, Context, Entry, MenuPlace, StatusPlace};
use crate::desk::{Change, Desktop, Refusal};
use crate::op::{Cx, Stopped, Target};
use crate::policy::Actor;
use crate::settings::{Problem, Settings};

pub use dock::read_folders;
pub use document::commands_page;
pub use motion::Motion;
pub use typing::{paste_text, type_text};

/// An operation that is about to start.
pub type Operation = Box<dyn FnOnce(Cx) -> Pin<Box<dyn Future<Output = Result<(), Stopped>> + Send>> + Send>;

/// What a command is about: who runs it, on which desk, in which window.
pub struct Subject<'a> {
    pub desk: &'a Desktop,
    pub actor: Actor,
    pub target: Option<Target>,
}

/// What a command runs.
#[derive(Clone, Copy)]
pub enum Run {
    /// Changes, made from the desk as it is now and applied in order.
    Changes(fn(&Subject) -> Result<Vec<Change>, Refusal>),
    /// A movement of the cursor; `true` takes the selection along.
    Move(Motion, bool),
    /// One or another of these, by what is selected.
    Either(fn(&Subject) -> Run),
    /// Something that waits, on the target if there is one.
    Operation(fn(Option<Target>) -> Operation),
    /// What this version cannot do yet; the reason is shown.
    Later(&'static str),
}

/// One command.
#[derive(Clone, Copy)]
pub struct Command {
    pub id: CommandId,
    /// As menus show it, with the mnemonic letter between tildes.
    pub title: &'static str,
    /// One sentence for the status line and the documents.
    pub description: &'static str,
    /// Default keys; menus show the first.
    pub keys: &'static [&'static str],
    pub menu: Option<MenuPlace>,
    pub status: Option<StatusPlace>,
    pub when: fn(&Desktop) -> Availability,
    pub run: Run,
}

impl Command {
    const fn new(id: &'static str, title: &'static str, description: &'static str, run: Run) -> Self {
        Self { id: CommandId(id), title, description, keys: &[], menu: None, status: None, when: always, run }
    }

    const fn keys(mut self, keys: &'static [&'static str]) -> Self {
        self.keys = keys;
        self
    }

    const fn menu(mut self, menu: usize, group: u8) -> Self {
        self.menu = Some(MenuPlace { menu, group });
        self
    }

    const fn status(mut self, rank: u8, caption: &'static str) -> Self {
        self.status = Some(StatusPlace { rank, caption });
        self
    }

    const fn when(mut self, when: fn(&Desktop) -> Availability) -> Self {
        self.when = when;
        self
    }
}

/// The menus, as places in [`crate::desk::catalogue::MENUS`].
mod menus {
    pub const FILE: usize = 0;
    pub const EDIT: usize = 1;
    pub const SEARCH: usize = 2;
    pub const RUN: usize = 3;
    pub const COMPILE: usize = 4;
    pub const DEBUG: usize = 5;
    pub const TOOLS: usize = 6;
    pub const OPTIONS: usize = 7;
    pub const WINDOW: usize = 8;
    pub const HELP: usize = 9;
}

/// The subjects in the order of menus and documents, each with the part of the desk that must have the keys for it.
const SUBJECTS: &[(Context, &[Command])] = &[
    (Context::Desktop, file::COMMANDS),
    (Context::Text, edit::COMMANDS),
    (Context::Text, changes::COMMANDS),
    (Context::Changes, changes::IN_CHANGES),
    (Context::Text, code::COMMANDS),
    (Context::Text, search::COMMANDS),
    (Context::Desktop, project::COMMANDS),
    (Context::Desktop, later::COMMANDS),
    (Context::Desktop, window::COMMANDS),
    (Context::Desktop, dock::COMMANDS),
    (Context::Desktop, help::COMMANDS),
    (Context::Text, motion::COMMANDS),
    (Context::Dock, dock::IN_DOCK),
    (Context::Files, dock::IN_FILES),
    (Context::Messages, dock::IN_MESSAGES),
];

/// All commands, in the order of menus and documents.
pub fn all() -> impl Iterator<Item = &'static Command> {
    in_contexts().map(|(_, command)| command)
}

/// All commands, each with the part of the desk that must have the keys for it.
fn in_contexts() -> impl Iterator<Item = (Context, &'static Command)> {
    SUBJECTS.iter().flat_map(|(context, subject)| subject.iter().map(|command| (*context, command)))
}

/// The command of that id.
pub fn command(id: &str) -> Option<&'static Command> {
    all().find(|command| command.id.0 == id)
}

/// The catalogue that the desk sees. `bindings` replaces the default keys of the commands that it names.
pub fn catalogue(bindings: &BTreeMap<String, Vec<Key>>) -> Catalogue {
    let entry = |(context, command): (Context, &'static Command)| Entry {
        id: command.id,
        context,
        title: command.title,
        description: command.description,
        keys: bindings.get(command.id.0).cloned().unwrap_or_else(|| default_keys(command)),
        menu: command.menu,
        status: command.status,
        later: match command.run {
            Run::Later(why) => Some(why),
            _ => None,
        },
        when: command.when,
    };
    // Keys from the settings come first, so that they win over another command's default.
    let (bound, rest): (Vec<&Command>, Vec<&Command>) = all().partition(|command| bindings.contains_key(command.id.0));
    let priority = bound.into_iter().chain(rest).map(|command| command.id).collect::<Vec<_>>();
    Catalogue::new(in_contexts().map(entry).collect(), &priority)
}

/// The context of key bindings that the desk reads: `[editor.keybindings.desktop]`.
const KEY_CONTEXT: &str = "desktop";

/// The keys that the settings bind, and what in them names no command or no context.
pub fn bindings(settings: &Settings) -> (BTreeMap<String, Vec<Key>>, Vec<Problem>) {
    let (mut bound, mut problems) = (BTreeMap::new(), Vec::new());
    for (context, bindings) in &settings.keybindings {
        for (id, binding) in bindings {
            let wrong = match (context == KEY_CONTEXT, command(id)) {
                (true, Some(_)) => {
                    bound.insert(id.clone(), binding.keys.clone());
                    continue;
                }
                (true, None) => format!("there is no command {id}; docs/commands.md lists them"),
                (false, _) => format!("there is no context {context} for keys; the only one is {KEY_CONTEXT}"),
            };
            problems.push(Problem { at: binding.at.clone(), message: wrong });
        }
    }
    (bound, problems)
}

fn default_keys(command: &Command) -> Vec<Key> {
    // A test checks that every default key is one.
    command.keys.iter().filter_map(|key| key.parse().ok()).collect()
}

/// The changes that a command comes to.
pub fn changes(run: Run, subject: &Subject) -> Result<Vec<Change>, Refusal> {
    match run {
        Run::Changes(make) => make(subject),
        Run::Move(motion, extend) => motion::changes(motion, extend, subject),
        Run::Either(choose) => changes(choose(subject), subject),
        Run::Operation(_) => Ok(Vec::new()),
        Run::Later(why) => Err(Refusal::Unavailable(why.to_owned())),
    }
}

fn always(_: &Desktop) -> Availability {
    Ok(())
}

fn in_window(desk: &Desktop) -> Availability {
    desk.active().map(|_| ()).ok_or_else(|| "No window is open.".to_owned())
}

fn in_text(desk: &Desktop) -> Availability {
    match desk.active_buffer() {
        Some((_, buffer)) if buffer.is_hex() => Err("The active window shows bytes, not text.".to_owned()),
        Some(_) => Ok(()),
        None => Err("No window is open.".to_owned()),
    }
}

/// Boxes an operation's future.
fn start<F>(run: impl FnOnce(Cx) -> F + Send + 'static) -> Operation
where
    F: Future<Output = Result<(), Stopped>> + Send + 'static,
{
    Box::new(move |cx| Box::pin(run(cx)))
}

/// The window and the buffer of the target, if both are still there.
fn target<'a>(subject: &Subject<'a>) -> Result<(&'a crate::desk::Window, &'a crate::desk::Buffer), Refusal> {
    let none = || Refusal::Unavailable("No window is open.".to_owned());
    let target = subject.target.ok_or_else(none)?;
    let window = subject.desk.window(target.window).ok_or(Refusal::NoWindow(target.window))?;
    let buffer = subject.desk.buffer(target.buffer).ok_or(Refusal::NoBuffer(target.buffer))?;
    Ok((window, buffer))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn ids_and_keys_are_unique_and_readable() {
        let (mut ids, mut keys) = (HashSet::new(), HashSet::new());
        for (context, command) in in_contexts() {
            assert!(ids.insert(command.id), "{} stands twice", command.id);
            for text in command.keys {
                let key: Key = text.parse().unwrap_or_else(|error| panic!("{}: {error}", command.id));
                let bound = (context.own_keys(), key.normalized());
                assert!(keys.insert(bound), "{text} is bound twice, once to {}", command.id);
            }
        }
    }

    #[test]
    fn every_command_says_what_it_does() {
        for command in all() {
            assert!(command.description.ends_with('.'), "{}", command.id);
            assert_eq!(command.title.matches('~').count() % 2, 0, "{}", command.id);
            assert!(command.menu.is_none() || command.title.contains('~'), "{} has no mnemonic", command.id);
        }
    }

    #[test]
    fn mnemonics_of_one_menu_differ() {
        for menu in 0..crate::desk::catalogue::MENUS.len() {
            let mut seen = HashSet::new();
            for command in all().filter(|command| command.menu.is_some_and(|place| place.menu == menu)) {
                let letter = command.title.split('~').nth(1).unwrap_or("").to_lowercase();
                assert!(seen.insert(letter.clone()), "{letter} stands twice in menu {menu}: {}", command.id);
            }
        }
    }
}
