//! Paints a desk into a scene, and turns input into what it means there.
//!
//! [`paint`] makes a [`Frame`]: the scene, and in the same pass whom each cell belongs to. [`route`] reads that frame to
//! tell what a key or a mouse event is about, and answers [`Action`]s; it changes nothing itself. Must not know services.

mod bars;
mod changes;
mod dock;
mod drop;
mod editor;
mod hex;
mod keys;
mod mouse;
mod route;
mod window;

use crate::base::{Point, Rect, WindowId};
use crate::desk::{Desktop, Dock, Drag, ModalId};
use crate::grid::{Canvas, Scene, Source, SourceId};
use crate::policy::Actor;
use crate::ui::frame::Frame as WindowFrame;
use crate::ui::menu_paint;
use crate::ui::part::Part;
use crate::ui::status::{StatusItem, StatusLine};
use crate::ui::theme::{FrameState, Role, WindowColor};

pub use route::{Action, route};

/// Whom a cell belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// Nothing that takes input.
    Nothing,
    MenuBar,
    StatusLine,
    Window(WindowId),
    Dock(Dock),
    Dialog(ModalId),
}

/// A painted scene that knows what its cells belong to.
pub struct Frame {
    pub scene: Scene,
    /// By source number.
    owners: Vec<Owner>,
}

impl Frame {
    /// Whom the cell belongs to, and which part of it.
    pub fn hit(&self, at: Point) -> (Owner, Option<Part>) {
        let Some(cell) = self.scene.cell(at) else { return (Owner::Nothing, None) };
        let owner = self.owners.get(usize::from(cell.source.0)).copied().unwrap_or(Owner::Nothing);
        (owner, Part::from_u16(cell.part))
    }

    fn enter(&mut self, source: Source, owner: Owner) -> SourceId {
        let id = self.scene.add_source(source);
        let at = usize::from(id.0);
        if at >= self.owners.len() {
            self.owners.resize(at + 1, Owner::Nothing);
        }
        self.owners[at] = owner;
        id
    }
}

/// Paints the desk as the person sees it.
pub fn paint(desk: &Desktop) -> Frame {
    let mut frame = Frame { scene: Scene::new(desk.size()), owners: vec![Owner::Nothing] };
    paint_ground(&mut frame, desk);
    let count = desk.windows().len();
    for (at, window) in desk.windows().iter().enumerate() {
        window::paint(&mut frame, desk, window, at + 1 == count && desk.focus().is_none());
    }
    dock::paint(&mut frame, desk);
    paint_bar(&mut frame, desk);
    paint_status(&mut frame, desk);
    for modal in desk.modals() {
        let last = desk.modal().is_some_and(|top| top.id == modal.id);
        let source = frame.enter(Source::FURNITURE, Owner::Dialog(modal.id));
        let moving = last && matches!(person_drag(desk), Some(Drag::Dialog { .. }));
        let state = match (last, moving) {
            (_, true) => FrameState::Dragging,
            (true, false) => FrameState::Active,
            (false, false) => FrameState::Inactive,
        };
        let mut canvas = Canvas::new(&mut frame.scene);
        canvas.set_source(source);
        modal.dialog.paint(&mut canvas, modal.at, state, &desk.presentation().theme);
    }
    if desk.menu().is_some() {
        frame.scene.cursor = None;
    }
    frame
}

fn person_drag(desk: &Desktop) -> Option<&Drag> {
    desk.hand(Actor::PERSON)?.drag.as_ref()
}

fn paint_ground(frame: &mut Frame, desk: &Desktop) {
    let source = frame.enter(Source::FURNITURE, Owner::Nothing);
    let mut canvas = Canvas::new(&mut frame.scene);
    canvas.set_source(source);
    canvas.fill(desk.area(), '░', desk.presentation().theme.attr(Role::Desktop));
}

fn paint_bar(frame: &mut Frame, desk: &Desktop) {
    let source = frame.enter(Source::FURNITURE, Owner::MenuBar);
    let theme = &desk.presentation().theme;
    let bar = desk.menu_bar();
    let mut canvas = Canvas::new(&mut frame.scene);
    canvas.set_source(source);
    menu_paint::paint_bar(&mut canvas, Rect::new(0, 0, desk.size().width, 1), &bar, desk.menu(), theme);
    if let Some(state) = desk.menu() {
        menu_paint::paint_boxes(&mut canvas, &bar, state, theme);
    }
}

/// The line at the bottom: the keys that work now, and a hint.
pub(crate) fn status_line(desk: &Desktop) -> StatusLine {
    let pressed = match person_drag(desk) {
        Some(Drag::Status { item }) => Some(*item),
        _ => None,
    };
    let hint = desk.notice().unwrap_or_default().to_owned();
    if desk.modal().is_some() {
        return of_keys(&[("Tab", "Next"), ("Enter", "Accept"), ("Esc", "Cancel")], hint);
    }
    if let Some(Drag::DockKeys { .. }) = person_drag(desk) {
        let keys = [("Arrows", "Resize"), ("Ctrl", "Far"), ("Enter", "Accept"), ("Esc", "Restore")];
        return of_keys(&keys, hint);
    }
    if let Some(Drag::Keys { .. }) = person_drag(desk) {
        let keys = [("Arrows", "Move"), ("Shift", "Resize"), ("Ctrl", "Far"), ("Enter", "Accept"), ("Esc", "Restore")];
        return of_keys(&keys, hint);
    }
    if let Some(state) = desk.menu() {
        // What an entry does, or why it cannot, takes the whole line.
        return of_keys(&[], state.hint(&desk.menu_bar()).to_owned());
    }
    let mut items: Vec<_> = desk
        .catalogue()
        .entries()
        .iter()
        .enumerate()
        .filter_map(|(tag, entry)| Some((entry.status?, tag, entry)))
        .filter(|(_, _, entry)| entry.available(desk).is_ok())
        .collect();
    items.sort_by_key(|(place, ..)| place.rank);
    let items = items.into_iter().map(|(place, tag, entry)| StatusItem {
        key: entry.keys.first().map(|key| key.to_string().replace("Escape", "Esc")).unwrap_or_default(),
        caption: place.caption.to_owned(),
        enabled: true,
        tag,
    });
    StatusLine { items: items.collect(), hint, pressed }
}

/// A line that names keys of a mode, which are no commands.
fn of_keys(keys: &[(&str, &str)], hint: String) -> StatusLine {
    let item = |(key, caption): &(&str, &str)| StatusItem {
        key: (*key).to_owned(),
        caption: (*caption).to_owned(),
        enabled: true,
        tag: usize::MAX,
    };
    StatusLine { items: keys.iter().map(item).collect(), hint, pressed: None }
}

fn paint_status(frame: &mut Frame, desk: &Desktop) {
    let source = frame.enter(Source::FURNITURE, Owner::StatusLine);
    let mut canvas = Canvas::new(&mut frame.scene);
    canvas.set_source(source);
    let row = Rect::new(0, desk.size().height - 1, desk.size().width, 1);
    status_line(desk).paint(&mut canvas, row, &desk.presentation().theme);
}

/// The frame of a window, as it is painted and as scroll bars are found on it.
pub(crate) fn window_frame(desk: &Desktop, window: &crate::desk::Window, active: bool) -> WindowFrame {
    let buffer = desk.buffer(window.buffer);
    let dragged = active
        && match person_drag(desk) {
            Some(Drag::Window { window: held, .. } | Drag::Keys { window: held, .. }) => *held == window.id,
            _ => false,
        };
    let state = match (active, dragged) {
        (_, true) => FrameState::Dragging,
        (true, false) => FrameState::Active,
        (false, false) => FrameState::Inactive,
    };
    WindowFrame {
        title: buffer.map(|buffer| changes::title(window.view, buffer.caption())).unwrap_or_default(),
        number: window.number,
        state,
        color: WindowColor::Blue,
        closable: true,
        zoom: Some(window.is_zoomed(desk.area())),
        resizable: true,
        indicator: buffer.map(|buffer| window::indicator(desk, window, buffer)),
    }
}
