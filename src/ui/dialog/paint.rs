//! How a dialog looks.

use super::button::ButtonLook;
use super::caption::paint_text;
use super::list::ListParts;
use super::{Control, Dialog, Kind, Look};
use crate::base::{Point, Rect};
use crate::grid::Canvas;
use crate::ui::frame::{self, Frame};
use crate::ui::part::Part;
use crate::ui::theme::{FrameState, Role, Theme, WindowColor};

impl Dialog {
    /// Paints the dialog with its shadow, its top left cell at `at` of a canvas that is the whole screen. An active
    /// dialog also says where the text cursor is, or that there is none.
    pub fn paint(&self, canvas: &mut Canvas<'_>, at: Point, state: FrameState, theme: &Theme) {
        let rect = Rect::new(at.x, at.y, self.size.width, self.size.height);
        let body = Frame::body(rect);
        let color = WindowColor::Gray;
        let frame = Frame { title: self.title.clone(), state, color, closable: true, ..Frame::default() };
        frame.paint(canvas, rect, theme);
        canvas.set_part(Part::Body.to_u16());
        canvas.fill(body, ' ', theme.attr(Role::Static));
        let active = state != FrameState::Inactive;
        if active {
            canvas.scene().cursor = None;
        }
        let (all, shown) = self.rows();
        if let (true, Some(bar)) = (all > shown, frame.vertical_bar(rect)) {
            self.scroll_bar().paint(canvas, bar, theme, color);
        }
        let mut inside = canvas.within(body);
        for (i, control) in self.controls.iter().enumerate() {
            let place = control.rect.offset(-1, -1 - self.scroll);
            self.paint_control(&mut inside.within(place), i, control, active, theme);
        }
        frame::shadow(canvas, rect, theme);
        if let Some(history) = &self.history
            && let Control { rect: place, kind: Kind::Input(input), .. } = &self.controls[history.control]
        {
            let field = Rect::new(place.x, place.y - self.scroll, input.field_width(place.width), 1);
            history.paint(canvas, field.offset(at.x, at.y), theme);
        }
    }

    fn paint_control(&self, canvas: &mut Canvas<'_>, i: usize, control: &Control, active: bool, theme: &Theme) {
        let n = i as u8;
        let look = Look { focused: active && self.focus == Some(i), enabled: control.enabled };
        match &control.kind {
            Kind::Static(text) => paint_text(canvas, n, text, Role::Static, theme),
            Kind::Info(text) => paint_text(canvas, n, text, Role::Info, theme),
            Kind::Label(label) => {
                let lit = active && !label.target.is_empty() && self.focused() == Some(&label.target);
                label.paint(canvas, n, lit, theme);
            }
            Kind::Input(input) => input.paint(canvas, n, look, theme),
            Kind::Cluster(cluster) => cluster.paint(canvas, n, look, theme),
            Kind::List(list) => {
                let parts = ListParts { row: &|row| Part::ControlRow(n, row), bar: &|bar| Part::ControlBar(n, bar) };
                list.paint(canvas, look, theme, Role::List, parts);
            }
            Kind::Button(button) => {
                let held = self.press.is_some_and(|press| press.inside && press.part == Part::Control(n));
                let pressed = held || self.down == Some(i);
                let default = self.enter_button() == Some(i);
                button.paint(canvas, n, ButtonLook { look, default, pressed }, theme);
            }
        }
    }
}
