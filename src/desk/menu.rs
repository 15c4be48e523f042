//! The menu bar as the catalogue has it now.

use crate::ui::menu::{Entry, Menu, MenuBar, MenuItem};

use super::Desktop;
use super::catalogue::MENUS;

impl Desktop {
    /// The menu bar, with what can run now enabled. An entry's tag is its place in the catalogue.
    pub fn menu_bar(&self) -> MenuBar {
        let menu = |(index, title): (usize, &&str)| Menu { title: (*title).to_owned(), items: self.items(index) };
        MenuBar { menus: MENUS.iter().enumerate().map(menu).collect() }
    }

    fn items(&self, menu: usize) -> Vec<MenuItem> {
        let mut placed: Vec<_> = self
            .catalogue()
            .entries()
            .iter()
            .enumerate()
            .filter_map(|(tag, entry)| Some((entry.menu.filter(|place| place.menu == menu)?.group, tag, entry)))
            .collect();
        placed.sort_by_key(|(group, ..)| *group);
        let mut items = Vec::with_capacity(placed.len() + 4);
        let mut last = None;
        for (group, tag, entry) in placed {
            if last.is_some_and(|last| last != group) {
                items.push(MenuItem::Separator);
            }
            last = Some(group);
            items.push(MenuItem::Entry(Entry {
                caption: entry.title.to_owned(),
                shortcut: entry.keys.first().map(ToString::to_string).unwrap_or_default(),
                enabled: entry.available(self),
                hint: entry.description.to_owned(),
                tag,
            }));
        }
        items
    }
}
