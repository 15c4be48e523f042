//! What only shows text: static text, labels of controls, lines of information (`look.md` section 5).

use serde::{Deserialize, Serialize};

use crate::base::{Point, Rect};
use crate::grid::Canvas;
use crate::ui::markup;
use crate::ui::part::Part;
use crate::ui::theme::{Role, Theme};

/// The caption of a control; its mnemonic gives that control the focus.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Label {
    /// With the mnemonic letter between tildes.
    pub caption: String,
    /// The name of the control that it labels.
    pub target: String,
}

impl Label {
    /// Paints the label on a canvas of its size; `lit` while its control has the focus.
    pub(super) fn paint(&self, canvas: &mut Canvas<'_>, n: u8, lit: bool, theme: &Theme) {
        let (text, marked) = match lit {
            true => (Role::LabelFocused, Role::LabelFocusedMnemonic),
            false => (Role::Label, Role::LabelMnemonic),
        };
        let size = canvas.size();
        canvas.set_part(Part::Control(n).to_u16());
        canvas.fill(Rect::of_size(size), ' ', theme.attr(text));
        markup::paint(canvas, Point::new(1, 0), &self.caption, theme.attr(text), theme.attr(marked));
    }
}

/// Paints text wrapped into a canvas of its size, in that colour; where it does not fit, an ellipsis ends it.
pub(super) fn paint_text(canvas: &mut Canvas<'_>, n: u8, text: &str, role: Role, theme: &Theme) {
    let (size, attr) = (canvas.size(), theme.attr(role));
    canvas.set_part(Part::Control(n).to_u16());
    canvas.fill(Rect::of_size(size), ' ', attr);
    let lines = markup::wrapped(text, size.width - 2);
    let rows = size.height.max(0) as usize;
    for (y, line) in lines.iter().take(rows).enumerate() {
        let cut = y + 1 == rows && lines.len() > rows;
        let line = if cut { markup::fitted(&format!("{line} …"), size.width - 2) } else { line.clone() };
        canvas.text(Point::new(1, y as i32), &line, attr);
    }
}
