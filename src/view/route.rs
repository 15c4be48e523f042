//! What an input event means on the desk as it was painted.

use crate::base::{CommandId, Input};
use crate::desk::{Change, Desktop};
use crate::policy::Actor;

use super::{Frame, keys, mouse};

/// What is to be done about an input event.
#[derive(Clone, Debug)]
pub enum Action {
    /// Apply this.
    Change(Change),
    /// Run this command on the window in front.
    Run(CommandId),
    /// Type this character into the window in front.
    Type(char),
    /// Insert this text into the window in front.
    Paste(String),
}

/// What an input event of `actor` means, in order. Nothing where it means nothing.
pub fn route(desk: &Desktop, frame: &Frame, actor: Actor, input: &Input) -> Vec<Action> {
    match input {
        Input::Key(key) => keys::route(desk, actor, *key),
        Input::Paste(text) if desk.modal().is_some() => {
            vec![Action::Change(Change::DialogPaste { text: text.clone() })]
        }
        // A menu, a window that is moved by keys, or a dock takes every key and has no use for text.
        Input::Paste(_) if desk.menu().is_some() || keys::hold_a_window(desk, actor) => Vec::new(),
        Input::Paste(_) if desk.focus().is_some() => Vec::new(),
        Input::Paste(text) => vec![Action::Paste(text.clone())],
        Input::Mouse(mouse) => mouse::route(desk, frame, actor, *mouse),
        Input::Modifiers(_) => Vec::new(),
        Input::Blur => {
            let held = desk.hand(actor).is_some_and(|hand| hand.drag.is_some());
            if held { vec![Action::Change(Change::Drag { drag: None })] } else { Vec::new() }
        }
    }
}
