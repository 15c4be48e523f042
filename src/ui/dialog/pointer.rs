//! What the mouse does to a dialog.

use super::history::HistoryList;
use super::{Dialog, Kind, Press, Reaction, Response};
use crate::base::{Mouse, MouseAction, Point, Rect};
use crate::ui::part::Part;
use crate::ui::scrollbar::{Axis, BarPart, ScrollBar};

/// The cells of the close box, counted from the dialog's top left.
const CLOSE_BOX: Rect = Rect::new(2, 0, 3, 1);

impl Dialog {
    /// Takes the mouse: over which part of the dialog it is, and at which cell counted from the dialog's top left. From
    /// a press until its release the owner sends every event here, whatever the mouse is over. A press on the title or
    /// the frame is ignored: moving the dialog is the owner's.
    pub fn mouse(&mut self, part: Part, at: Point, mouse: Mouse) -> Response {
        if let Some(history) = &mut self.history {
            let result = history.mouse(part, mouse);
            return self.after_history(result);
        }
        match mouse.action {
            MouseAction::Down if mouse.button == 0 => self.mouse_down(part, at, mouse),
            MouseAction::Down => Response::Handled,
            MouseAction::Move => self.mouse_move(at, mouse),
            MouseAction::Up => self.mouse_up(),
            MouseAction::WheelUp | MouseAction::WheelDown => self.wheel(part, mouse),
        }
    }

    fn mouse_down(&mut self, part: Part, at: Point, mouse: Mouse) -> Response {
        (self.press, self.down) = (None, None);
        let Some(i) = control_of(part) else {
            return match part.bar() {
                Some((_, BarPart::Thumb)) => self.hold(part),
                Some((_, bar)) => self.scrolled_to(self.scroll_bar().clicked(bar)),
                None if part == Part::Close => self.hold(part),
                None if part == Part::Body => Response::Handled,
                None => Response::Ignored,
            };
        };
        let Some(control) = self.controls.get(i) else { return Response::Ignored };
        if !control.enabled {
            return Response::Handled;
        }
        if let Kind::Label(label) = &control.kind {
            let target = label.target.clone();
            self.set_focus(&target);
            return Response::Handled;
        }
        self.focus_on(i);
        if let (Part::History(_), Kind::Input(input)) = (part, &self.controls[i].kind) {
            self.history = input.history().map(|items| HistoryList::new(i, items.to_vec()));
            return Response::Handled;
        }
        self.hold(part);
        self.pass_on(part, at, mouse)
    }

    fn hold(&mut self, part: Part) -> Response {
        self.press = Some(Press { part, inside: true });
        Response::Handled
    }

    fn mouse_move(&mut self, at: Point, mouse: Mouse) -> Response {
        let Some(Press { part, .. }) = self.press else { return Response::Handled };
        if part == Part::ThumbV {
            return self.scrolled_to(self.scroll_bar().position_at(at.y - 1, self.size.height - 2));
        }
        let over = match (part, control_of(part)) {
            (Part::Close, _) => CLOSE_BOX.contains(at),
            (_, Some(i)) => self.controls.get(i).is_some_and(|control| control.rect.contains(self.unscrolled(at))),
            _ => false,
        };
        self.press = Some(Press { part, inside: over });
        self.pass_on(part, at, mouse)
    }

    fn mouse_up(&mut self) -> Response {
        match self.press.take() {
            Some(Press { part: Part::Close, inside: true }) => Response::Cancelled,
            Some(Press { part: Part::Control(n), inside: true }) if self.is_button(n) => {
                let response = self.push_button(usize::from(n));
                self.down = None;
                response
            }
            _ => Response::Handled,
        }
    }

    fn wheel(&mut self, part: Part, mouse: Mouse) -> Response {
        let over_list = control_of(part).and_then(|i| self.controls.get(i)).map(|control| &control.kind);
        if let (Some(Kind::List(_)), Some(i)) = (over_list, control_of(part)) {
            return match self.controls[i].enabled {
                true => self.pass_on(Part::ControlRow(i as u8, 0), Point::default(), mouse),
                false => Response::Handled,
            };
        }
        self.scroll_by(self.scroll + if mouse.action == MouseAction::WheelUp { -1 } else { 1 });
        Response::Handled
    }

    fn is_button(&self, n: u8) -> bool {
        self.controls.get(usize::from(n)).is_some_and(|control| matches!(control.kind, Kind::Button(_)))
    }

    /// A cell of the dialog as the controls count it, hidden rows included.
    fn unscrolled(&self, at: Point) -> Point {
        Point::new(at.x, at.y + self.scroll)
    }

    /// Gives the event to the control that the part belongs to.
    fn pass_on(&mut self, part: Part, at: Point, mouse: Mouse) -> Response {
        let Some(i) = control_of(part) else { return Response::Handled };
        let at = self.unscrolled(at);
        let Some(control) = self.controls.get_mut(i) else { return Response::Ignored };
        let (rect, local) = (control.rect, Point::new(at.x - control.rect.x, at.y - control.rect.y));
        let reaction = match (&mut control.kind, part) {
            (Kind::List(list), Part::ControlBar(_, BarPart::Thumb)) if mouse.action == MouseAction::Move => {
                list.bar(BarPart::Thumb, local.y, rect.size())
            }
            (Kind::List(_), Part::ControlBar(_, BarPart::Thumb)) => Reaction::Handled,
            (Kind::List(list), Part::ControlBar(_, bar)) if mouse.action == MouseAction::Down => {
                list.bar(bar, local.y, rect.size())
            }
            (Kind::List(list), Part::ControlRow(..)) => list.mouse(local, mouse, rect.size()),
            (Kind::Cluster(cluster), Part::ControlRow(_, row)) => cluster.mouse(usize::from(row), mouse),
            (Kind::Input(input), Part::Control(_)) => input.mouse(local.x, mouse, rect.width),
            _ => Reaction::Handled,
        };
        self.respond(i, reaction)
    }

    fn scrolled_to(&mut self, row: usize) -> Response {
        self.scroll_by(row as i32);
        Response::Handled
    }

    /// The bar that a dialog too tall for its screen has on its frame.
    pub(super) fn scroll_bar(&self) -> ScrollBar {
        let (all, shown) = self.rows();
        let (all, shown, scroll) = (all.max(0) as usize, shown.max(1) as usize, self.scroll.max(0) as usize);
        ScrollBar::new(Axis::Vertical, scroll, all, shown)
    }
}

/// The index of the control that a part belongs to.
fn control_of(part: Part) -> Option<usize> {
    match part {
        Part::Control(n) | Part::ControlRow(n, _) | Part::ControlBar(n, _) | Part::History(n) => Some(usize::from(n)),
        _ => None,
    }
}
