//! Menus: a bar of titles, boxes of entries, and what keys and mouse do to them (`look.md` section 4).
//!
//! A [`MenuBar`] is plain data that the owner builds from its commands; a [`MenuState`] says what is open. The tag of
//! an entry is the owner's: the kit only hands it back.

use serde::{Deserialize, Serialize};

use super::markup;
use super::part::Part;
use crate::base::{Key, KeyName, Mouse, MouseAction, Size};

/// All menus, left to right. At most 256.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MenuBar {
    pub menus: Vec<Menu>,
}

/// A menu: its title, with the mnemonic letter between tildes (`~F~ile`), and its entries (at most 256).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Menu {
    pub title: String,
    pub items: Vec<MenuItem>,
}

/// A row of a menu box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MenuItem {
    Separator,
    Entry(Entry),
    Submenu(Menu),
}

/// A command in a menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// With the mnemonic letter between tildes.
    pub caption: String,
    /// The key that does the same, as it is shown; empty for none.
    pub shortcut: String,
    /// Or why it cannot run now.
    pub enabled: Result<(), String>,
    /// One line for the status line.
    pub hint: String,
    /// The owner's number for what it runs.
    pub tag: usize,
}

/// Which menu has the keys, which boxes are open, and which of their rows are selected.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MenuState {
    title: usize,
    boxes: Vec<OpenBox>,
}

/// An open box: the selected row, and the first one that shows where the screen is too low for all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct OpenBox {
    pub(super) row: Option<usize>,
    pub(super) top: usize,
}

/// What a key or the mouse did to the menu.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MenuResult {
    /// It stays open.
    Stay,
    /// It is to be closed.
    Closed,
    /// It is to be closed, and this is to run.
    Picked(usize),
    /// The entry cannot run, for this reason; the menu stays open.
    Refused(String),
}

/// How deep boxes nest: as deep as [`Part::MenuItem`] can tell apart.
const DEEPEST: usize = 16;

impl MenuItem {
    /// The caption with its markup; empty for a separator.
    pub fn caption(&self) -> &str {
        match self {
            MenuItem::Separator => "",
            MenuItem::Entry(entry) => &entry.caption,
            MenuItem::Submenu(menu) => &menu.title,
        }
    }

    fn is_separator(&self) -> bool {
        matches!(self, MenuItem::Separator)
    }
}

impl Menu {
    fn first(&self) -> Option<usize> {
        self.items.iter().position(|item| !item.is_separator())
    }

    fn last(&self) -> Option<usize> {
        self.items.iter().rposition(|item| !item.is_separator())
    }

    /// The next row from there that is no separator, going round.
    fn beside(&self, row: Option<usize>, forward: bool) -> Option<usize> {
        let count = self.items.len();
        let Some(mut at) = row.filter(|row| *row < count) else {
            return if forward { self.first() } else { self.last() };
        };
        for _ in 0..count {
            at = if forward { (at + 1) % count } else { (at + count - 1) % count };
            if !self.items[at].is_separator() {
                return Some(at);
            }
        }
        None
    }
}

/// How many rows of a box show on that screen, between the bar and the status line with the hint.
pub(super) fn visible_rows(items: usize, screen: Size) -> usize {
    items.min((screen.height - 4).max(1) as usize)
}

impl MenuState {
    /// The bar has the keys (F10): the first title is selected and no box is open.
    pub fn on_bar() -> Self {
        Self { title: 0, boxes: Vec::new() }
    }

    /// The n-th menu with its box open, its first entry selected.
    pub fn open(bar: &MenuBar, title: usize) -> Self {
        let mut state = Self { title: title.min(bar.menus.len().saturating_sub(1)), boxes: Vec::new() };
        state.descend(bar);
        state
    }

    /// The menu that Alt with this key opens, if one does. Alt+Space opens the menu titled `≡`.
    pub fn for_key(bar: &MenuBar, key: Key) -> Option<Self> {
        let KeyName::Char(letter) = key.name else { return None };
        if !key.mods.alt || key.mods.ctrl {
            return None;
        }
        let title = title_for(bar, if letter == ' ' { '≡' } else { letter })?;
        Some(Self::open(bar, title))
    }

    /// Which title is selected.
    pub fn title(&self) -> usize {
        self.title
    }

    pub(super) fn boxes(&self) -> &[OpenBox] {
        &self.boxes
    }

    /// The menus whose boxes are open, outermost first.
    pub(super) fn menus<'a>(&self, bar: &'a MenuBar) -> Vec<&'a Menu> {
        let mut menus = Vec::new();
        let mut next = bar.menus.get(self.title);
        for level in &self.boxes {
            let Some(menu) = next else { break };
            menus.push(menu);
            next = match level.row.and_then(|row| menu.items.get(row)) {
                Some(MenuItem::Submenu(inner)) => Some(inner),
                _ => None,
            };
        }
        menus
    }

    fn selected<'a>(&self, bar: &'a MenuBar) -> Option<&'a MenuItem> {
        let menu = self.menus(bar).pop()?;
        menu.items.get(self.boxes.last()?.row?)
    }

    /// The line for the status line: why the selected entry cannot run, or else what it does.
    pub fn hint<'a>(&self, bar: &'a MenuBar) -> &'a str {
        match self.selected(bar) {
            Some(MenuItem::Entry(entry)) => entry.enabled.as_ref().err().unwrap_or(&entry.hint),
            _ => "",
        }
    }

    /// Takes one key. `screen` is the whole screen's size: a box too tall for it scrolls.
    pub fn key(&mut self, bar: &MenuBar, key: Key, screen: Size) -> MenuResult {
        if bar.menus.is_empty() {
            return MenuResult::Closed;
        }
        let result = self.apply_key(bar, key);
        self.reveal(bar, screen);
        result
    }

    fn apply_key(&mut self, bar: &MenuBar, key: Key) -> MenuResult {
        match key.name {
            KeyName::F(10) => return MenuResult::Closed,
            KeyName::Escape if self.boxes.len() < 2 => return MenuResult::Closed,
            KeyName::Escape => drop(self.boxes.pop()),
            KeyName::ArrowLeft if self.boxes.len() > 1 => drop(self.boxes.pop()),
            KeyName::ArrowRight if matches!(self.selected(bar), Some(MenuItem::Submenu(_))) => self.descend(bar),
            KeyName::ArrowLeft => self.turn(bar, bar.menus.len() - 1),
            KeyName::ArrowRight => self.turn(bar, 1),
            KeyName::ArrowDown if self.boxes.is_empty() => self.descend(bar),
            KeyName::Enter => return self.activate(bar),
            KeyName::Char(letter) if !key.mods.ctrl => return self.letter(bar, letter, key.mods.alt),
            KeyName::Home if self.boxes.is_empty() => self.title = 0,
            KeyName::End if self.boxes.is_empty() => self.title = bar.menus.len() - 1,
            name => self.walk(bar, name),
        }
        MenuResult::Stay
    }

    fn walk(&mut self, bar: &MenuBar, name: KeyName) {
        let Some(menu) = self.menus(bar).pop() else { return };
        let Some(level) = self.boxes.last_mut() else { return };
        level.row = match name {
            KeyName::ArrowDown => menu.beside(level.row, true),
            KeyName::ArrowUp => menu.beside(level.row, false),
            KeyName::Home | KeyName::PageUp => menu.first(),
            KeyName::End | KeyName::PageDown => menu.last(),
            _ => level.row,
        };
    }

    /// The title `by` places to the right; its box opens when one was open.
    fn turn(&mut self, bar: &MenuBar, by: usize) {
        let was_open = !self.boxes.is_empty();
        self.title = (self.title + by) % bar.menus.len();
        self.boxes.clear();
        if was_open {
            self.descend(bar);
        }
    }

    /// Opens the box of the selected title or of the selected submenu.
    fn descend(&mut self, bar: &MenuBar) {
        let inner = match (self.boxes.is_empty(), self.selected(bar)) {
            (true, _) => bar.menus.get(self.title),
            (false, Some(MenuItem::Submenu(menu))) => Some(menu),
            _ => None,
        };
        if let Some(menu) = inner
            && self.boxes.len() < DEEPEST
        {
            self.boxes.push(OpenBox { row: menu.first(), top: 0 });
        }
    }

    fn activate(&mut self, bar: &MenuBar) -> MenuResult {
        match self.selected(bar) {
            Some(MenuItem::Entry(entry)) => match &entry.enabled {
                Ok(()) => MenuResult::Picked(entry.tag),
                Err(reason) => MenuResult::Refused(reason.clone()),
            },
            _ => {
                self.descend(bar);
                MenuResult::Stay
            }
        }
    }

    fn letter(&mut self, bar: &MenuBar, letter: char, alt: bool) -> MenuResult {
        if let (Some(menu), Some(level)) = (self.menus(bar).pop(), self.boxes.last_mut())
            && let Some(row) = menu.items.iter().position(|item| markup::is_mnemonic(item.caption(), letter))
        {
            level.row = Some(row);
            return self.activate(bar);
        }
        if (alt || self.boxes.is_empty())
            && let Some(title) = title_for(bar, letter)
        {
            *self = Self::open(bar, title);
        }
        MenuResult::Stay
    }

    fn reveal(&mut self, bar: &MenuBar, screen: Size) {
        let lengths: Vec<usize> = self.menus(bar).iter().map(|menu| menu.items.len()).collect();
        for (level, length) in self.boxes.iter_mut().zip(lengths) {
            let (row, rows) = (level.row.unwrap_or(level.top), visible_rows(length, screen));
            level.top = level.top.clamp((row + 1).saturating_sub(rows), row);
        }
    }

    /// Takes what the mouse did over the menu; `part` is `None` over anything else. Press, drag and release picks as
    /// well as click and click. While no menu is open, start with [`MenuState::open`] on a press over a title.
    pub fn mouse(&mut self, bar: &MenuBar, part: Option<Part>, mouse: Mouse) -> MenuResult {
        match (mouse.action, part) {
            (MouseAction::Down, Some(Part::MenuTitle(n))) if self.is_open(n) => return MenuResult::Closed,
            (MouseAction::Down | MouseAction::Move, Some(Part::MenuTitle(n))) => self.point_at_title(bar, n),
            (MouseAction::Down | MouseAction::Move, Some(Part::MenuItem(level, row))) => self.point(bar, level, row),
            (MouseAction::Up, Some(Part::MenuItem(level, row))) => {
                self.point(bar, level, row);
                if usize::from(level) + 1 == self.boxes.len() {
                    return self.activate(bar);
                }
            }
            (MouseAction::Down | MouseAction::Up, None) => return MenuResult::Closed,
            _ => {}
        }
        MenuResult::Stay
    }

    fn is_open(&self, title: u8) -> bool {
        self.title == usize::from(title) && !self.boxes.is_empty()
    }

    /// Opens the box of the title under the mouse, no row selected.
    fn point_at_title(&mut self, bar: &MenuBar, n: u8) {
        if !self.is_open(n) && usize::from(n) < bar.menus.len() {
            *self = Self { title: usize::from(n), boxes: vec![OpenBox::default()] };
        }
    }

    /// Selects a row under the mouse; a submenu opens beside it.
    fn point(&mut self, bar: &MenuBar, level: u8, row: u8) {
        let (level, row) = (usize::from(level), usize::from(row));
        let Some(item) = self.menus(bar).get(level).and_then(|menu| menu.items.get(row)) else { return };
        if self.boxes[level].row == Some(row) && self.boxes.len() > level + 1 {
            return;
        }
        self.boxes.truncate(level + 1);
        self.boxes[level].row = (!item.is_separator()).then_some(row);
        if matches!(item, MenuItem::Submenu(_)) && self.boxes.len() < DEEPEST {
            self.boxes.push(OpenBox::default());
        }
    }
}

fn title_for(bar: &MenuBar, letter: char) -> Option<usize> {
    bar.menus.iter().position(|menu| markup::is_mnemonic(&menu.title, letter))
}
