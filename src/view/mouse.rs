//! What a mouse event means: what is held first, then what the frame says lies under it.

use crate::base::{CommandId, Mouse, MouseAction, Point, WindowId};
use crate::desk::{Arrange, Buffer, Change, Desktop, Drag, View, Window};
use crate::policy::Actor;
use crate::text::{ByteIndex, ByteOffset, CellColumn, Selection, movement};
use crate::ui::geometry::MouseMove;
use crate::ui::part::Part;
use crate::ui::scrollbar::{Axis, BarPart, ScrollBar};

use super::{Action, Frame, Owner, changes, dock, drop, hex, status_line, window, window_frame};

/// Lines that one notch of the wheel scrolls.
const WHEEL_LINES: usize = 3;
/// Cells that one notch of the wheel scrolls sideways, with Shift.
const WHEEL_CELLS: usize = 8;

pub(super) fn route(desk: &Desktop, frame: &Frame, actor: Actor, mouse: Mouse) -> Vec<Action> {
    let (owner, part) = frame.hit(mouse.at);
    let code = |part: Option<Part>| part.map(Part::to_u16);
    let drag = desk.hand(actor).and_then(|hand| hand.drag.clone());
    if desk.modal().is_some() {
        return in_dialog(desk, owner, part, drag, mouse);
    }
    let on_title = owner == Owner::MenuBar && matches!(part, Some(Part::MenuTitle(_)));
    if desk.menu().is_some() || (on_title && mouse.action == MouseAction::Down) {
        let part = if owner == Owner::MenuBar { code(part) } else { None };
        return vec![change(Change::MenuMouse { part, mouse })];
    }
    match (drag, mouse.action) {
        (Some(Drag::Text { window, .. }), MouseAction::Move) => drop::moved(desk, window, owner, part, mouse),
        (Some(Drag::Text { window, drop }), MouseAction::Up) => {
            drop::released(desk, window, drop.is_some(), owner, part, mouse)
        }
        (Some(drag), MouseAction::Move) => dragged(desk, drag, mouse),
        (Some(drag), MouseAction::Up) => released(desk, drag, owner, part, mouse),
        // A press while something is held: its release went by unseen.
        (_, MouseAction::Down) => pressed(desk, owner, part, mouse),
        (_, MouseAction::WheelUp | MouseAction::WheelDown) => wheeled(desk, owner, mouse),
        _ => Vec::new(),
    }
}

pub(super) fn change(change: Change) -> Action {
    Action::Change(change)
}

pub(super) fn hold(drag: Drag) -> Action {
    change(Change::Drag { drag: Some(drag) })
}

pub(super) fn let_go() -> Action {
    change(Change::Drag { drag: None })
}

fn in_dialog(desk: &Desktop, owner: Owner, part: Option<Part>, drag: Option<Drag>, mouse: Mouse) -> Vec<Action> {
    let Some(modal) = desk.modal() else { return Vec::new() };
    let local = Point::new(mouse.at.x - modal.at.x, mouse.at.y - modal.at.y);
    let inside = owner == Owner::Dialog(modal.id);
    match (drag, mouse.action) {
        (Some(Drag::Dialog { grip }), MouseAction::Move) => {
            vec![change(Change::DialogMove { to: Point::new(mouse.at.x - grip.x, mouse.at.y - grip.y) })]
        }
        (Some(Drag::Dialog { .. }), MouseAction::Up) => vec![let_go()],
        (None, MouseAction::Down) if inside && part == Some(Part::Title) => vec![hold(Drag::Dialog { grip: local })],
        (None, MouseAction::Down) if !inside => Vec::new(),
        _ => {
            let part = if inside { part.map(Part::to_u16) } else { None };
            vec![change(Change::DialogMouse { part, local, mouse })]
        }
    }
}

fn pressed(desk: &Desktop, owner: Owner, part: Option<Part>, mouse: Mouse) -> Vec<Action> {
    match (owner, part) {
        (Owner::StatusLine, Some(Part::StatusItem(item))) => vec![hold(Drag::Status { item })],
        (Owner::Dock(dock), Some(part)) => dock::pressed(desk, dock, part, mouse),
        (Owner::Window(id), Some(part)) => {
            let mut actions = Vec::new();
            if desk.focus().is_some() || desk.active().is_some_and(|active| active.id != id) {
                actions.push(change(Change::Arrange(Arrange::Focus { window: id })));
            }
            if mouse.button == 0 {
                actions.extend(pressed_window(desk, id, part, mouse));
            }
            actions
        }
        _ => Vec::new(),
    }
}

fn pressed_window(desk: &Desktop, id: WindowId, part: Part, mouse: Mouse) -> Vec<Action> {
    let Some((window, buffer)) = look_up(desk, id) else { return Vec::new() };
    let moving = |resizes| hold(Drag::Window { window: id, hold: MouseMove::new(window.rect, mouse.at, resizes) });
    match part {
        Part::Title | Part::Number if mouse.clicks == 2 => vec![change(Change::Arrange(Arrange::Zoom { window: id }))],
        Part::Title | Part::Number => vec![moving(false)],
        Part::Grow => vec![moving(true)],
        Part::Close | Part::Zoom => vec![hold(Drag::Press { window: id, part: part.to_u16() })],
        Part::ThumbV | Part::ThumbH => vec![hold(Drag::Thumb { window: id, vertical: part == Part::ThumbV })],
        Part::Body if window.view != View::Current => changes::pressed(window, buffer, mouse),
        Part::Body => pressed_text(window, buffer, desk, mouse),
        _ => match part.bar() {
            Some((axis, part)) => vec![bar_clicked(desk, window, buffer, axis, part)],
            None => Vec::new(),
        },
    }
}

pub(super) fn look_up(desk: &Desktop, id: WindowId) -> Option<(&Window, &Buffer)> {
    let window = desk.window(id)?;
    Some((window, desk.buffer(window.buffer)?))
}

/// The place in the text that a cell of the screen belongs to.
pub(super) fn place_at(desk: &Desktop, window: &Window, buffer: &Buffer, at: Point) -> ByteOffset {
    let inside = window.inside();
    // One cell beyond the edges, so that a selection dragged out of the window scrolls it.
    let local = Point::new((at.x - inside.x).max(-1), (at.y - inside.y).clamp(-1, inside.height));
    if let Some(bytes) = buffer.document.bytes() {
        return bytes.offset_of(hex::byte_at(window, &bytes, local).0);
    }
    let text = buffer.document.text();
    let top = text.line_of(window.scroll.top) as i64;
    let line = (top + i64::from(local.y)).clamp(0, text.line_count() as i64 - 1) as usize;
    let columns = buffer.document.columns(line, desk.presentation().tab_width);
    let cell = window.scroll.left.0 as i64 + i64::from(local.x);
    columns.offset_of_cell(CellColumn(cell.max(0) as usize))
}

/// What one, two or three clicks take: nothing but the place, a word, a line with its break.
fn unit_at(buffer: &Buffer, at: ByteOffset, clicks: u8) -> (ByteOffset, ByteOffset) {
    let text = buffer.document.text();
    let range = match clicks {
        _ if buffer.is_hex() => at..at,
        1 => at..at,
        2 => movement::word_at(text, at),
        _ => text.line_range_with_break(text.line_of(at)),
    };
    (range.start, range.end)
}

fn pressed_text(window: &Window, buffer: &Buffer, desk: &Desktop, mouse: Mouse) -> Vec<Action> {
    let at = place_at(desk, window, buffer, mouse.at);
    let extend = mouse.mods.shift;
    if mouse.clicks == 1 && !extend && drop::takes(window, buffer, at) {
        return vec![hold(Drag::Text { window: window.id, drop: None })];
    }
    let from =
        if extend { (window.selection.anchor, window.selection.anchor) } else { unit_at(buffer, at, mouse.clicks) };
    let selection = if extend { window.selection.moved(at, true) } else { Selection::new(from.0, from.1) };
    let drag = hold(Drag::Select { window: window.id, clicks: mouse.clicks, from });
    vec![drag, select(window, buffer, selection, mouse.at)]
}

pub(super) fn select(window: &Window, buffer: &Buffer, selection: Selection, at: Point) -> Action {
    let revision = buffer.revision();
    let Some(bytes) = buffer.document.bytes() else {
        return change(Change::Select { window: window.id, revision, selection, goal: None });
    };
    let inside = window.inside();
    let (_, side) = hex::byte_at(window, &bytes, Point::new(at.x - inside.x, at.y - inside.y));
    change(Change::SelectByte { window: window.id, revision, selection, side, low_digit: false })
}

fn dragged(desk: &Desktop, drag: Drag, mouse: Mouse) -> Vec<Action> {
    match drag {
        Drag::Window { window, hold } => {
            let rect = hold.rect(mouse.at, desk.area());
            // A click moves nothing: a zoomed window stays zoomed.
            let moves = desk.window(window).is_some_and(|window| window.rect != rect);
            moves.then(|| change(Change::Arrange(Arrange::Place { window, rect }))).into_iter().collect()
        }
        Drag::Thumb { window, vertical } => match look_up(desk, window) {
            Some((window, buffer)) => thumb_dragged(desk, window, buffer, vertical, mouse.at),
            None => Vec::new(),
        },
        Drag::Select { window, clicks, from } => match look_up(desk, window) {
            Some((window, buffer)) => {
                let at = place_at(desk, window, buffer, mouse.at);
                let unit = unit_at(buffer, at, clicks);
                let from = held_text(window, buffer, clicks, from);
                let selection = if unit.0 < from.0 {
                    Selection::new(from.1, unit.0)
                } else {
                    Selection::new(from.0, unit.1.max(from.1))
                };
                vec![select(window, buffer, selection, mouse.at)]
            }
            None => Vec::new(),
        },
        drag => dock::dragged(desk, &drag, mouse).unwrap_or_default(),
    }
}

/// What the first click of a selection took, in the text as it is now: someone may have edited it meanwhile.
fn held_text(window: &Window, buffer: &Buffer, clicks: u8, from: (ByteOffset, ByteOffset)) -> (ByteOffset, ByteOffset) {
    if clicks == 1 {
        return (window.selection.anchor, window.selection.anchor);
    }
    let text = buffer.document.text();
    (text.floor_boundary(from.0), text.floor_boundary(from.1))
}

fn released(desk: &Desktop, drag: Drag, owner: Owner, part: Option<Part>, mouse: Mouse) -> Vec<Action> {
    let mut actions = dragged(desk, drag.clone(), mouse);
    actions.push(let_go());
    actions.extend(dock::released(&drag, owner, part));
    match drag {
        Drag::Press { window, part: down }
            if owner == Owner::Window(window) && part.map(Part::to_u16) == Some(down) =>
        {
            let id = if part == Some(Part::Close) { "window.close" } else { "window.zoom" };
            actions.push(Action::Run(CommandId(id)));
        }
        Drag::Status { item } if owner == Owner::StatusLine => {
            if let Some(Part::StatusItem(up)) = part.filter(|part| *part == Part::StatusItem(item)) {
                actions.extend(status_picked(desk, usize::from(up)));
            }
        }
        _ => {}
    }
    actions
}

fn status_picked(desk: &Desktop, item: usize) -> Option<Action> {
    let line = status_line(desk);
    let entry = desk.catalogue().at(line.items.get(item)?.tag)?;
    Some(Action::Run(entry.id))
}

fn bars(desk: &Desktop, window: &Window, buffer: &Buffer, axis: Axis) -> ScrollBar {
    match axis {
        Axis::Vertical => window::vertical(window, buffer),
        Axis::Horizontal => window::horizontal(window, buffer, widest(desk, window, buffer)),
    }
}

/// The first column after the widest line that shows.
fn widest(desk: &Desktop, window: &Window, buffer: &Buffer) -> CellColumn {
    if buffer.is_hex() {
        return CellColumn::default();
    }
    if window.view != View::Current {
        return changes::widest(desk, window, buffer);
    }
    let text = buffer.document.text();
    let top = text.line_of(window.scroll.top);
    let end = (top + window.inside().height.max(0) as usize).min(text.line_count());
    let tab = desk.presentation().tab_width;
    (top..end).map(|line| buffer.document.columns(line, tab).end_cell()).max().unwrap_or_default()
}

fn bar_clicked(desk: &Desktop, window: &Window, buffer: &Buffer, axis: Axis, part: BarPart) -> Action {
    let position = bars(desk, window, buffer, axis).clicked(part);
    scroll_to(window, buffer, axis, position)
}

fn thumb_dragged(desk: &Desktop, window: &Window, buffer: &Buffer, vertical: bool, at: Point) -> Vec<Action> {
    let frame = window_frame(desk, window, true);
    let (axis, rect) = if vertical {
        (Axis::Vertical, frame.vertical_bar(window.rect))
    } else {
        (Axis::Horizontal, frame.horizontal_bar(window.rect))
    };
    let Some(rect) = rect else { return Vec::new() };
    let (cell, length) = if vertical { (at.y - rect.y, rect.height) } else { (at.x - rect.x, rect.width) };
    let position = bars(desk, window, buffer, axis).position_at(cell, length);
    vec![scroll_to(window, buffer, axis, position)]
}

/// Scrolls to a line (or row of bytes), or to a column.
fn scroll_to(window: &Window, buffer: &Buffer, axis: Axis, position: usize) -> Action {
    if let Some(place) = window.view.place() {
        return changes::scrolled(window, place, axis, position);
    }
    let (mut top, mut left) = (window.scroll.top, window.scroll.left);
    match (axis, buffer.document.bytes()) {
        (Axis::Horizontal, _) => left = CellColumn(position),
        (Axis::Vertical, Some(bytes)) => top = bytes.offset_of(ByteIndex(position * window.hex_row())),
        (Axis::Vertical, None) => top = buffer.document.text().line_start(position),
    }
    change(Change::Scroll { window: window.id, top, left })
}

fn wheeled(desk: &Desktop, owner: Owner, mouse: Mouse) -> Vec<Action> {
    if let Owner::Dock(dock) = owner {
        return dock::wheeled(desk, dock, mouse);
    }
    let Owner::Window(id) = owner else { return Vec::new() };
    let Some((window, buffer)) = look_up(desk, id) else { return Vec::new() };
    let back = mouse.action == MouseAction::WheelUp;
    let (axis, by) = if mouse.mods.shift { (Axis::Horizontal, WHEEL_CELLS) } else { (Axis::Vertical, WHEEL_LINES) };
    let bar = bars(desk, window, buffer, axis);
    let to = if back { bar.position.saturating_sub(by) } else { (bar.position + by).min(bar.range) };
    vec![scroll_to(window, buffer, axis, to)]
}
