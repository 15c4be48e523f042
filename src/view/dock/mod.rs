//! The docks: their frames and lists, and what keys and mouse mean there.

mod files;
mod messages;
mod pointer;

use crate::base::{Key, KeyName, Point, Rect};
use crate::desk::{Change, Desktop, Dock, DockChange, Drag, dock};
use crate::grid::{Canvas, Source};
use crate::ui::frame::Frame as WindowFrame;
use crate::ui::markup;
use crate::ui::part::Part;
use crate::ui::scrollbar::{Axis, ScrollBar};
use crate::ui::theme::{FrameState, Role, WindowColor};

use super::{Action, Frame, Owner, person_drag};

pub(super) use pointer::{dragged, pressed, released, wheeled};

/// Paints the docks that show over what windows hang under them.
pub(super) fn paint(painted: &mut Frame, desk: &Desktop) {
    for dock in desk.docks().shown() {
        if let Some(rect) = desk.layout().of(dock) {
            paint_dock(painted, desk, dock, rect);
        }
    }
}

fn paint_dock(painted: &mut Frame, desk: &Desktop, dock: Dock, rect: Rect) {
    let source = painted.enter(Source::FURNITURE, Owner::Dock(dock));
    let theme = &desk.presentation().theme;
    let active = desk.focus() == Some(dock);
    let mut canvas = Canvas::new(&mut painted.scene);
    canvas.set_source(source);
    let frame = frame(desk, dock);
    frame.paint(&mut canvas, rect, theme);
    match dock {
        Dock::Files => paint_divider(&mut canvas, &frame, rect, desk),
        Dock::Panel => paint_foot(&mut canvas, &frame, rect, desk),
    }
    let inside = dock::inside(rect);
    canvas.set_part(Part::Body.to_u16());
    canvas.fill(inside, ' ', theme.attr(Role::PanelText));
    let bar = scroll_bar(desk, dock);
    let scrolls = bar.range > 0;
    let mut list = canvas.within(Rect::new(inside.x, inside.y, inside.width - i32::from(scrolls), inside.height));
    match dock {
        Dock::Files => files::paint(&mut list, desk, active),
        Dock::Panel => messages::paint(&mut list, desk, active),
    }
    if scrolls {
        let at = Rect::new(inside.right() - 1, inside.y, 1, inside.height);
        bar.paint(&mut canvas, at, theme, WindowColor::Cyan);
    }
    if active {
        painted.scene.cursor = None;
    }
}

/// The right edge of Files, by which it is made wider.
fn paint_divider(canvas: &mut Canvas<'_>, frame: &WindowFrame, rect: Rect, desk: &Desktop) {
    let glyph = if frame.state == FrameState::Active { '║' } else { '│' };
    let attr = desk.presentation().theme.attr(Role::Frame(frame.color, frame.state));
    canvas.set_part(Part::Grow.to_u16());
    canvas.fill(Rect::new(rect.right() - 1, rect.y + 1, 1, rect.height - 2), glyph, attr);
}

/// What the panel's list is about, on its lower edge.
fn paint_foot(canvas: &mut Canvas<'_>, frame: &WindowFrame, rect: Rect, desk: &Desktop) {
    let text = markup::fitted(desk.docks().messages().summary(), rect.width - 6);
    if !text.is_empty() {
        let attr = desk.presentation().theme.attr(Role::Frame(frame.color, frame.state));
        canvas.set_part(Part::Frame.to_u16());
        canvas.text(Point::new(rect.x + 2, rect.bottom() - 1), &format!(" {text} "), attr);
    }
}

fn frame(desk: &Desktop, dock: Dock) -> WindowFrame {
    let dragged = matches!(person_drag(desk), Some(Drag::Divider { dock: held, .. } | Drag::DockKeys { dock: held, .. }) if *held == dock);
    let state = match desk.focus() == Some(dock) {
        _ if dragged => FrameState::Dragging,
        true => FrameState::Active,
        false => FrameState::Inactive,
    };
    let title = match dock {
        Dock::Files => dock.title().to_owned(),
        Dock::Panel => desk.docks().tabs().iter().map(|tab| tab.title()).collect::<Vec<_>>().join(" │ "),
    };
    let closable = state != FrameState::Inactive;
    WindowFrame { title, state, color: WindowColor::Cyan, closable, ..WindowFrame::default() }
}

/// How far a dock's list is scrolled.
fn scroll_bar(desk: &Desktop, dock: Dock) -> ScrollBar {
    let rows = desk.layout().of(dock).map_or(0, |rect| dock::inside(rect).height).max(1) as usize;
    let (top, count) = match dock {
        Dock::Files => (desk.docks().tree().top(), desk.docks().tree().rows().len()),
        Dock::Panel => (desk.docks().messages().top(), desk.docks().messages().rows().len()),
    };
    ScrollBar::new(Axis::Vertical, top, count, rows)
}

/// What a key means to the dock that has the keys; nothing where it has no use for it.
pub(super) fn key(desk: &Desktop, dock: Dock, key: Key) -> Option<Action> {
    if let Some(entry) = desk.catalogue().by_dock_key(dock, key) {
        return Some(Action::Run(entry.id));
    }
    let moves = matches!(
        key.name,
        KeyName::ArrowUp
            | KeyName::ArrowDown
            | KeyName::ArrowLeft
            | KeyName::ArrowRight
            | KeyName::Home
            | KeyName::End
            | KeyName::PageUp
            | KeyName::PageDown
            | KeyName::Backspace
    );
    (moves || (dock == Dock::Files && key.typed().is_some()))
        .then(|| Action::Change(Change::Dock(DockChange::Key { dock, key })))
}

/// What a key does to a dock whose edge the keys hold.
pub(super) fn held(desk: &Desktop, dock: Dock, before: i32, key: Key) -> Vec<Action> {
    let change = |change| Action::Change(Change::Dock(change));
    let let_go = Action::Change(Change::Drag { drag: None });
    let now = across(desk, dock);
    let far = if key.mods.ctrl { 4 } else { 1 };
    let by = match (dock, key.name) {
        (_, KeyName::Enter) => return vec![let_go],
        (_, KeyName::Escape) => return vec![change(DockChange::Resize { dock, across: before }), let_go],
        (Dock::Files, KeyName::ArrowRight) => 2 * far - 1,
        (Dock::Files, KeyName::ArrowLeft) => 1 - 2 * far,
        (Dock::Panel, KeyName::ArrowUp) => far,
        (Dock::Panel, KeyName::ArrowDown) => -far,
        _ => return Vec::new(),
    };
    vec![change(DockChange::Resize { dock, across: now + by })]
}

/// The width of Files, the height of the panel, as it shows.
fn across(desk: &Desktop, dock: Dock) -> i32 {
    let rect = desk.layout().of(dock).unwrap_or_default();
    if dock == Dock::Files { rect.width } else { rect.height }
}

/// The row of the dock's list that a cell of the screen belongs to, if there is one.
fn row_at(desk: &Desktop, dock: Dock, at: Point) -> Option<usize> {
    let inside = dock::inside(desk.layout().of(dock)?);
    let bar = scroll_bar(desk, dock);
    let row = bar.position + usize::try_from(at.y - inside.y).ok()?;
    let count = match dock {
        Dock::Files => desk.docks().tree().rows().len(),
        Dock::Panel => desk.docks().messages().rows().len(),
    };
    (inside.contains(at) && row < count).then_some(row)
}
