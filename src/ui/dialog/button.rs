//! Buttons that depress, with their own shadow (`look.md` section 5).

use serde::{Deserialize, Serialize};

use super::Look;
use crate::base::{Point, Rect};
use crate::grid::Canvas;
use crate::ui::markup;
use crate::ui::part::Part;
use crate::ui::theme::{Role, Theme};

/// The width of a button with a short caption.
const MIN_WIDTH: i32 = 10;

/// What Enter and Esc make of a button.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ButtonKind {
    /// Pressed only itself.
    #[default]
    Plain,
    /// Enter presses it, unless another button has the focus.
    Default,
    /// Pressing it is the same as Esc.
    Cancel,
}

/// A button: two rows or more, the last one for the shadow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Button {
    /// With the mnemonic letter between tildes.
    pub caption: String,
    pub kind: ButtonKind,
    /// The least width in cells, shadow and blank first column included.
    pub min_width: i32,
}

/// How a button is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ButtonLook {
    pub(super) look: Look,
    /// Enter would press it.
    pub(super) default: bool,
    pub(super) pressed: bool,
}

impl Button {
    /// A button of that kind.
    pub fn new(caption: &str, kind: ButtonKind) -> Self {
        Self { caption: caption.to_owned(), kind, min_width: MIN_WIDTH }
    }

    /// At least so wide.
    pub fn at_least(mut self, width: i32) -> Self {
        self.min_width = width;
        self
    }

    /// The width that it takes in a row of buttons.
    pub fn width(&self) -> i32 {
        (markup::width(&self.caption) + 5).max(self.min_width)
    }

    /// Paints the button on a canvas of its size.
    pub(super) fn paint(&self, canvas: &mut Canvas<'_>, n: u8, shown: ButtonLook, theme: &Theme) {
        let (width, height) = (canvas.size().width, canvas.size().height);
        let (text, marked) = match (shown.look.enabled, shown.look.focused, shown.default) {
            (false, ..) => (Role::ButtonDisabled, Role::ButtonDisabled),
            (true, true, _) => (Role::ButtonFocused, Role::ButtonMarkedMnemonic),
            (true, false, true) => (Role::ButtonDefault, Role::ButtonMarkedMnemonic),
            (true, false, false) => (Role::Button, Role::ButtonMnemonic),
        };
        let (text, marked, ground) = (theme.attr(text), theme.attr(marked), theme.attr(Role::ButtonShadow));
        canvas.set_part(Part::Control(n).to_u16());
        canvas.fill(Rect::new(0, 0, width, height), ' ', ground);
        let face = Rect::new(if shown.pressed { 2 } else { 1 }, 0, width - 2, height - 1);
        canvas.fill(face, ' ', text);
        let inset = ((width - 1 - markup::width(&self.caption) - 1) / 2).max(1);
        let at = Point::new(inset, (height - 2) / 2);
        markup::paint(&mut canvas.within(face), at, &self.caption, text, marked);
        if !shown.pressed {
            canvas.fill(Rect::new(width - 1, 0, 1, 1), '▄', ground);
            canvas.fill(Rect::new(width - 1, 1, 1, height - 2), '█', ground);
            canvas.fill(Rect::new(2, height - 1, width - 2, 1), '▀', ground);
        }
    }
}
