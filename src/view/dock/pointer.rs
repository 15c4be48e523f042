//! What the mouse means in a dock.

use crate::base::{CommandId, Mouse, MouseAction};
use crate::desk::dock::{RowKind, inside};
use crate::desk::{Change, Desktop, Dock, DockChange, Drag};
use crate::ui::part::Part;
use crate::ui::scrollbar::BarPart;
use crate::view::{Action, Owner};

use super::{across, files, row_at, scroll_bar};

/// Rows that one notch of the wheel scrolls.
const WHEEL: usize = 3;

fn change(change: DockChange) -> Action {
    Action::Change(Change::Dock(change))
}

fn hold(drag: Drag) -> Action {
    Action::Change(Change::Drag { drag: Some(drag) })
}

/// A press in a dock gives it the keys.
pub(in crate::view) fn pressed(desk: &Desktop, dock: Dock, part: Part, mouse: Mouse) -> Vec<Action> {
    let mut actions = Vec::new();
    if desk.focus() != Some(dock) {
        actions.push(change(DockChange::Focus { dock: Some(dock) }));
    }
    if mouse.button != 0 {
        return actions;
    }
    match part {
        Part::Close => actions.push(hold(Drag::DockClose { dock })),
        Part::Grow => actions.push(hold(Drag::Divider { dock, before: across(desk, dock) })),
        Part::Title if dock == Dock::Panel => {
            actions.push(hold(Drag::Divider { dock, before: across(desk, dock) }));
        }
        Part::ThumbV => actions.push(hold(Drag::DockThumb { dock })),
        Part::Body => actions.extend(pressed_row(desk, dock, mouse)),
        _ => {
            if let Some((_, bar)) = part.bar().filter(|(_, bar)| *bar != BarPart::Thumb) {
                actions.push(change(DockChange::Scroll { dock, top: scroll_bar(desk, dock).clicked(bar) }));
            }
        }
    }
    actions
}

/// A click puts the cursor on a row, and on its sign opens or closes the folder; a second one runs the row.
fn pressed_row(desk: &Desktop, dock: Dock, mouse: Mouse) -> Vec<Action> {
    let Some(row) = row_at(desk, dock, mouse.at) else { return Vec::new() };
    let mut actions = vec![change(DockChange::GoTo { dock, row })];
    if mouse.clicks == 2 {
        let run = if dock == Dock::Files { "files.open" } else { "messages.go_to" };
        actions.push(Action::Run(CommandId(run)));
        return actions;
    }
    let column = desk.layout().of(dock).map_or(0, |rect| mouse.at.x - inside(rect).x);
    if dock == Dock::Files
        && let Some(found) = desk.docks().tree().rows().get(row).filter(|found| files::is_sign(found, column))
    {
        let open = found.kind == RowKind::Folder { open: false };
        actions.push(change(DockChange::Fold { row, open }));
    }
    actions
}

/// The mouse moved while it held a part of a dock; none: it holds something else.
pub(in crate::view) fn dragged(desk: &Desktop, drag: &Drag, mouse: Mouse) -> Option<Vec<Action>> {
    let area = desk.layout();
    Some(match drag {
        Drag::Divider { dock, .. } => {
            let across = match dock {
                Dock::Files => mouse.at.x - area.of(*dock)?.x + 1,
                Dock::Panel => area.of(*dock)?.bottom() - mouse.at.y,
            };
            vec![change(DockChange::Resize { dock: *dock, across })]
        }
        Drag::DockThumb { dock } => {
            let inside = inside(area.of(*dock)?);
            let top = scroll_bar(desk, *dock).position_at(mouse.at.y - inside.y, inside.height);
            vec![change(DockChange::Scroll { dock: *dock, top })]
        }
        Drag::DockClose { .. } => Vec::new(),
        _ => return None,
    })
}

/// What a release over that part does, beyond what moving there did.
pub(in crate::view) fn released(drag: &Drag, owner: Owner, part: Option<Part>) -> Option<Action> {
    match drag {
        Drag::DockClose { dock } if owner == Owner::Dock(*dock) && part == Some(Part::Close) => {
            Some(change(DockChange::Show { dock: *dock, on: false }))
        }
        _ => None,
    }
}

/// The wheel scrolls the list under it.
pub(in crate::view) fn wheeled(desk: &Desktop, dock: Dock, mouse: Mouse) -> Vec<Action> {
    let bar = scroll_bar(desk, dock);
    let top = match mouse.action {
        MouseAction::WheelUp => bar.position.saturating_sub(WHEEL),
        _ => bar.position + WHEEL,
    };
    vec![change(DockChange::Scroll { dock, top })]
}
