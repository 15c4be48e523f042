//! Change bars: on the left edge of an editor window, what became of each line since its file was read or saved.

use crate::base::Point;
use crate::desk::{Buffer, LineChange, Window};
use crate::grid::Canvas;
use crate::ui::part::Part;
use crate::ui::theme::{Role, Theme};

/// Paints the bars of the lines that show over the frame.
pub(super) fn paint(canvas: &mut Canvas<'_>, window: &Window, buffer: &Buffer, theme: &Theme) {
    let Some(comparison) = buffer.comparison() else { return };
    let inside = window.inside();
    let top = buffer.document.text().line_of(window.scroll.top);
    canvas.set_part(Part::Frame.to_u16());
    for (line, change) in comparison.changes(&buffer.document, top..top + inside.height.max(0) as usize) {
        let (glyph, role) = match change {
            LineChange::Added => ("+", Role::AddedMark),
            LineChange::Changed => ("~", Role::AddedMark),
            LineChange::Removed => ("-", Role::RemovedMark),
        };
        canvas.put(Point::new(inside.x - 1, inside.y + (line - top) as i32), glyph, 1, theme.attr(role));
    }
}

/// How many lines came and went, as the lower edge of the window says it.
pub(super) fn counts(buffer: &Buffer) -> Option<String> {
    let comparison = buffer.comparison()?;
    match comparison.diff.as_ref().map(|diff| diff.counts()) {
        Ok((0, 0)) => None,
        Ok((added, removed)) => Some(format!("+{added} −{removed}")),
        Err(_) => Some("+? −?".to_owned()),
    }
}
