//! Open dialogs: a stack, of which the last one has the input. Never a nested loop.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::base::{Point, Rect, Size};
use crate::ui::dialog::Dialog;

use super::Question;

/// An open dialog; never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ModalId(pub u64);

impl fmt::Display for ModalId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// An open dialog and what it asks.
#[derive(Clone, Debug)]
pub struct Modal {
    pub id: ModalId,
    pub question: Question,
    pub dialog: Dialog,
    /// Its top left cell on the screen.
    pub at: Point,
}

impl Modal {
    /// The dialog in the middle of the screen.
    pub(super) fn centered(id: ModalId, question: Question, screen: Size) -> Self {
        let dialog = question.dialog(screen);
        let at = dialog.placed(Rect::of_size(screen)).origin();
        Self { id, question, dialog, at }
    }

    /// Brings it back onto a screen that has another size now. What was entered stays.
    pub(super) fn refit(&mut self, screen: Size) {
        self.dialog = self.question.dialog(screen).with_state_of(&self.dialog);
        self.at = self.dialog.placed(Rect::of_size(screen)).origin();
    }

    /// Where it stands on the screen, shadow left out.
    pub fn rect(&self) -> Rect {
        let size = self.dialog.size();
        Rect::new(self.at.x, self.at.y, size.width, size.height)
    }
}
