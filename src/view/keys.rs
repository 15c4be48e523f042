//! What a key means: the dialog first, then a window held by keys, the menu, the dock that has the keys, the key map, and
//! last the text.

use crate::base::{Key, KeyName, Rect, WindowId};
use crate::desk::{Arrange, Change, Desktop, DockChange, Drag, View};
use crate::policy::Actor;
use crate::ui::geometry::{KeyboardMove, Step};
use crate::ui::menu::MenuState;

use super::{Action, dock};

/// Whether the keys of that actor move a window, until Enter or Esc.
pub(super) fn hold_a_window(desk: &Desktop, actor: Actor) -> bool {
    desk.hand(actor).is_some_and(|hand| matches!(hand.drag, Some(Drag::Keys { .. } | Drag::DockKeys { .. })))
}

pub(super) fn route(desk: &Desktop, actor: Actor, key: Key) -> Vec<Action> {
    if desk.modal().is_some() {
        return vec![Action::Change(Change::DialogKey { key })];
    }
    match desk.hand(actor).and_then(|hand| hand.drag.as_ref()) {
        Some(Drag::Keys { window, hold }) => return held(desk, *window, *hold, key),
        Some(Drag::DockKeys { dock, before }) => return dock::held(desk, *dock, *before, key),
        Some(Drag::Divider { dock, before }) if key == Key::plain(KeyName::Escape) => {
            let back = DockChange::Resize { dock: *dock, across: *before };
            return vec![Action::Change(Change::Dock(back)), hold_now(None)];
        }
        Some(Drag::Window { window, hold }) if key == Key::plain(KeyName::Escape) => {
            return vec![place(*window, hold.before()), hold_now(None)];
        }
        Some(Drag::Text { .. }) if key == Key::plain(KeyName::Escape) => return vec![hold_now(None)],
        _ => {}
    }
    if desk.menu().is_some() {
        return vec![Action::Change(Change::MenuKey { key })];
    }
    if let Some(action) = desk.focus().and_then(|dock| dock::key(desk, dock, key)) {
        return vec![action];
    }
    let shows_changes = desk.active().is_some_and(|window| window.view != View::Current);
    if let Some(entry) = desk.catalogue().by_changes_key(key).filter(|_| shows_changes && desk.focus().is_none()) {
        return vec![Action::Run(entry.id)];
    }
    if let Some(entry) = desk.catalogue().by_key(key) {
        return vec![Action::Run(entry.id)];
    }
    if let Some(state) = MenuState::for_key(&desk.menu_bar(), key) {
        return vec![Action::Change(Change::OpenMenu { menu: Some(state.title()) })];
    }
    key.typed().map(Action::Type).into_iter().collect()
}

/// What a key does to a window that the keys hold.
fn held(desk: &Desktop, window: WindowId, mut hold: KeyboardMove, key: Key) -> Vec<Action> {
    match hold.key(key, desk.area()) {
        Step::Ignored => Vec::new(),
        Step::At(rect) => vec![place(window, rect), hold_now(Some(Drag::Keys { window, hold }))],
        Step::Accepted(rect) | Step::Restored(rect) => vec![place(window, rect), hold_now(None)],
    }
}

fn place(window: WindowId, rect: Rect) -> Action {
    Action::Change(Change::Arrange(Arrange::Place { window, rect }))
}

fn hold_now(drag: Option<Drag>) -> Action {
    Action::Change(Change::Drag { drag })
}
