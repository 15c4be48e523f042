//! Dialogs open, take input, are answered or withdrawn.

use crate::base::{Point, Rect, Size};
use crate::policy::Actor;
use crate::text::Text;
use crate::ui::dialog::Response;
use crate::ui::part::Part;

use super::{Applied, Change, Desktop, Effect, Refusal};
use crate::desk::{Answer, Modal, ModalId, Question};

impl Desktop {
    pub(super) fn ask(&mut self, question: Question) -> Applied {
        let id = ModalId(self.fresh_id());
        self.menu = None;
        for hand in self.hands.values_mut() {
            hand.drag = None;
        }
        self.modals.push(Modal::centered(id, question, self.size));
        Applied { effects: vec![Effect::Asked(id)], ..Applied::default() }
    }

    pub(super) fn withdraw(&mut self, id: ModalId) -> Result<Applied, Refusal> {
        let at = self.modals.iter().position(|modal| modal.id == id).ok_or(Refusal::DialogGone(id))?;
        self.modals.remove(at);
        Ok(Applied::default())
    }

    pub(super) fn move_dialog(&mut self, to: Point) -> Result<Applied, Refusal> {
        let screen = self.size;
        let modal = self.modals.last_mut().ok_or(Refusal::NoDialog)?;
        modal.at = reachable(to, modal.dialog.size(), screen);
        Ok(Applied::default())
    }

    pub(super) fn change_dialog(&mut self, actor: Actor, change: Change) -> Result<Applied, Refusal> {
        let modal = self.modals.last_mut().ok_or(Refusal::NoDialog)?;
        let response = match change {
            Change::DialogKey { key } => match modal.dialog.key(key) {
                Response::Ignored => modal
                    .question
                    .button_of(&modal.dialog, key)
                    .map_or(Response::Ignored, |button| Response::Accepted(button.to_owned())),
                response => response,
            },
            Change::DialogPaste { text } => modal.dialog.paste(&text),
            Change::DialogMouse { part, local, mouse } => {
                // Outside of the dialog only what a press inside began goes on, and that does not ask for the part.
                let part = part.and_then(Part::from_u16).unwrap_or(Part::Frame);
                modal.dialog.mouse(part, local, mouse)
            }
            _ => Response::Ignored,
        };
        // There is no clock here that could let a button come up again later.
        modal.dialog.release();
        self.respond(actor, response)
    }

    fn respond(&mut self, actor: Actor, response: Response) -> Result<Applied, Refusal> {
        let mut applied = Applied::default();
        match response {
            Response::Ignored | Response::Handled => {}
            Response::Changed(name) => {
                let modal = self.modals.last_mut().ok_or(Refusal::NoDialog)?;
                modal.question.changed(&mut modal.dialog, &name);
            }
            Response::Accepted(button) => {
                self.answer(|modal| modal.question.answer(&modal.dialog, &button), &mut applied)
            }
            Response::Cancelled => self.answer(|_| Ok(Answer::Cancelled), &mut applied),
            Response::Copy(text) | Response::Cut(text) => {
                applied.effects.extend(self.copy(actor, Text::from(text.as_str())))
            }
            Response::WantsPaste => applied.effects.push(Effect::WantsPaste),
        }
        Ok(applied)
    }

    /// Takes the dialog away with its answer; where what was typed is none, says so and leaves it open.
    fn answer(&mut self, read: impl Fn(&Modal) -> Result<Answer, String>, applied: &mut Applied) {
        let Some(modal) = self.modals.pop() else { return };
        match read(&modal) {
            Ok(answer) => applied.effects.push(Effect::Answered { modal: modal.id, answer }),
            Err(wrong) => {
                self.notice = Some(wrong);
                self.modals.push(modal);
            }
        }
    }
}

/// The place nearest to `to` where the dialog's title can still be got hold of.
fn reachable(to: Point, size: Size, screen: Size) -> Point {
    let rect = Rect::new(to.x, to.y, size.width, size.height);
    Point::new(rect.x.clamp(4 - rect.width, screen.width - 4), rect.y.clamp(1, screen.height - 2))
}
