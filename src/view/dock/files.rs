//! The tree of files, in the glyphs of look.md: `▼ name`, `├─ name`, `├+ closed`.

use std::collections::BTreeSet;
use std::path::Path;

use crate::base::{Point, Rect};
use crate::desk::Desktop;
use crate::desk::dock::{Row, RowKind};
use crate::grid::{Canvas, text_width};
use crate::ui::markup;
use crate::ui::theme::Role;

/// Cells that one more folder puts before a name.
const STEP: i32 = 3;
/// Where rows begin.
const LEFT: i32 = 1;

/// Paints the rows that show.
pub(super) fn paint(canvas: &mut Canvas<'_>, desk: &Desktop, active: bool) {
    let size = canvas.size();
    let theme = &desk.presentation().theme;
    let tree = desk.docks().tree();
    let unsaved: BTreeSet<&Path> =
        desk.buffers().filter(|buffer| buffer.is_dirty()).filter_map(|buffer| buffer.path.as_deref()).collect();
    let shown = desk.active_buffer().and_then(|(_, buffer)| buffer.path.as_deref());
    let rows = tree.rows().iter().enumerate().skip(tree.top()).take(size.height.max(0) as usize);
    for (y, (at, row)) in (0..).zip(rows) {
        let role = match () {
            () if active && at == tree.current() => Role::PanelFocused,
            () if row.kind == RowKind::File && shown == Some(&*row.path) => Role::ListMarked,
            () if row.ignored => Role::PanelDimmed,
            () => Role::PanelText,
        };
        let plain = theme.attr(if role == Role::PanelFocused { role } else { Role::PanelText });
        canvas.fill(Rect::new(0, y, size.width, 1), ' ', plain);
        let lines = lines(row);
        canvas.text(Point::new(LEFT, y), &lines, plain);
        let name = match row.kind {
            RowKind::Note(_) => format!("… {}", tree.note(row)),
            _ => row.name(),
        };
        let mark = if is_unsaved(row, &unsaved) { " ☼" } else { "" };
        let x = LEFT + text_width(&lines);
        let name = markup::fitted(&name, size.width - x - text_width(mark));
        canvas.text(Point::new(x, y), &format!("{name}{mark}"), theme.attr(role));
    }
}

/// Whether it is an unsaved file, or a closed folder with one in it.
fn is_unsaved(row: &Row, unsaved: &BTreeSet<&Path>) -> bool {
    match row.kind {
        RowKind::File => unsaved.contains(&*row.path),
        RowKind::Folder { open: false } => unsaved.iter().any(|path| path.starts_with(&row.path)),
        _ => false,
    }
}

/// The lines that lead to a name.
fn lines(row: &Row) -> String {
    if row.kind == RowKind::Root {
        return "▼ ".to_owned();
    }
    let mut lines = String::new();
    for depth in 1..row.depth {
        lines.push_str(if row.has_guide(depth) { "│  " } else { "   " });
    }
    lines.push(if row.last { '└' } else { '├' });
    lines.push_str(if row.kind == (RowKind::Folder { open: false }) { "+ " } else { "─ " });
    lines
}

/// Whether the cell of that column is the sign that opens or closes the row's folder.
pub(super) fn is_sign(row: &Row, column: i32) -> bool {
    let start = LEFT + STEP * (row.depth as i32 - 1);
    matches!(row.kind, RowKind::Folder { .. }) && (start..start + STEP - 1).contains(&column)
}
