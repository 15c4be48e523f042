//! The menu opens, moves, closes, and names the command that was chosen.

use crate::policy::Actor;
use crate::ui::menu::{MenuResult, MenuState};
use crate::ui::part::Part;

use super::{Applied, Change, Desktop, Effect, Refusal};

impl Desktop {
    pub(super) fn change_menu(&mut self, actor: Actor, change: &Change) -> Result<Applied, Refusal> {
        if !self.modals.is_empty() {
            return Err(Refusal::DialogOpen);
        }
        // A menu takes every key and the whole mouse: nothing else stays held.
        self.hand_mut(actor).drag = None;
        let bar = self.menu_bar();
        let mut state = match change {
            Change::OpenMenu { menu } => {
                self.menu = Some(menu.map_or_else(MenuState::on_bar, |menu| MenuState::open(&bar, menu)));
                return Ok(Applied::default());
            }
            _ => self.menu.take().unwrap_or_else(MenuState::on_bar),
        };
        let result = match change {
            Change::MenuKey { key } => state.key(&bar, *key, self.size),
            Change::MenuMouse { part, mouse } => state.mouse(&bar, part.and_then(Part::from_u16), *mouse),
            _ => MenuResult::Stay,
        };
        let mut applied = Applied::default();
        match result {
            MenuResult::Stay => self.menu = Some(state),
            MenuResult::Closed => {}
            MenuResult::Picked(tag) => {
                applied.effects.extend(self.catalogue.at(tag).map(|entry| Effect::Run(entry.id)))
            }
            MenuResult::Refused(reason) => {
                self.menu = Some(state);
                self.notice = Some(reason);
            }
        }
        Ok(applied)
    }
}
