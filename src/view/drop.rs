//! Drag and drop of a selected text: within its window, to another window on the same text, or to another text.

use crate::base::{Mouse, WindowId};
use crate::desk::{Arrange, Buffer, Change, Desktop, Drag, Drop, TextEdit, Window};
use crate::text::{ByteOffset, Edit, EditKind, Selection, Transaction};
use crate::ui::part::Part;

use super::mouse::{change, hold, let_go, look_up, place_at, select};
use super::{Action, Owner};

/// Whether a press at a place takes hold of the selected text. Bytes are not dragged: they are pasted.
pub(super) fn takes(window: &Window, buffer: &Buffer, at: ByteOffset) -> bool {
    let selected = window.selection.range();
    !buffer.is_hex() && selected.start <= at && at < selected.end
}

/// The window of text under the mouse.
fn target(desk: &Desktop, owner: Owner, part: Option<Part>) -> Option<(&Window, &Buffer)> {
    let Owner::Window(id) = owner else { return None };
    let found = look_up(desk, id).filter(|(_, buffer)| !buffer.is_hex());
    found.filter(|_| part == Some(Part::Body))
}

/// The mouse goes on with a text in hand: shows where it would land.
pub(super) fn moved(desk: &Desktop, window: WindowId, owner: Owner, part: Option<Part>, mouse: Mouse) -> Vec<Action> {
    let under = target(desk, owner, part);
    let drop = under.map(|(window, buffer)| Drop { window: window.id, at: place_at(desk, window, buffer, mouse.at) });
    // Nowhere to land: it stays where it would have gone, and letting go there does nothing.
    drop.map(|drop| hold(Drag::Text { window, drop: Some(drop) })).into_iter().collect()
}

/// The button is let go: a text that never moved was clicked at; one that did goes to the place under the mouse, and is
/// copied there with Ctrl.
pub(super) fn released(
    desk: &Desktop,
    window: WindowId,
    has_moved: bool,
    owner: Owner,
    part: Option<Part>,
    mouse: Mouse,
) -> Vec<Action> {
    let mut actions = vec![let_go()];
    let Some((window, buffer)) = look_up(desk, window) else { return actions };
    let Some((onto, text)) = target(desk, owner, part) else { return actions };
    let at = place_at(desk, onto, text, mouse.at);
    if !has_moved {
        actions.push(select(window, buffer, Selection::caret(at), mouse.at));
        return actions;
    }
    let selected = window.selection.range();
    let within = buffer.id == text.id && selected.start <= at && at <= selected.end;
    if selected.is_empty() || within {
        return actions;
    }
    let copies = mouse.mods.ctrl;
    if desk.active().is_some_and(|active| active.id != onto.id) {
        actions.push(change(Change::Arrange(Arrange::Focus { window: onto.id })));
    }
    let taken = buffer.document.text().slice(selected.clone());
    let len = taken.len();
    let mut edits = vec![Edit::insert(at, taken)];
    let mut start = at;
    if !copies && buffer.id == text.id {
        if selected.end <= at {
            start -= len;
        }
        edits.push(Edit::delete(selected.clone()));
    }
    let landed = Selection::new(start, start + len);
    actions.extend(edit(onto, text, edits, landed));
    if !copies && buffer.id != text.id {
        // Second, so that the text is in two places rather than in none should the first be refused.
        actions.extend(edit(window, buffer, vec![Edit::delete(selected.clone())], Selection::caret(selected.start)));
    }
    actions
}

/// Edits of one text as a step of its own.
fn edit(window: &Window, buffer: &Buffer, edits: Vec<Edit>, after: Selection) -> Option<Action> {
    let transaction = Transaction::new(edits).ok()?;
    Some(change(Change::Edit(TextEdit {
        buffer: buffer.id,
        revision: buffer.revision(),
        transaction,
        window: Some(window.id),
        select: Some(after),
        kind: EditKind::Other,
        low_digit: false,
    })))
}
