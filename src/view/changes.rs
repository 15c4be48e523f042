//! Views of unsaved changes: only what is different, with what is around it, or both texts beside each other.
//!
//! They show the texts as they were compared last, so that rows always belong together.

use crate::base::{CommandId, Mouse, Point, Rect};
use crate::desk::{Buffer, Change, Comparison, Desktop, Place, View, Window};
use crate::grid::{Attr, Canvas};
use crate::text::{CellColumn, Columns, Diff, TabWidth, Text, Unified};
use crate::ui::scrollbar::Axis;
use crate::ui::theme::{Role, Theme};

use super::Action;

/// What a click on reverts a change, where only changes are shown.
const REVERT: &str = "[Revert]";
/// A line longer than this, in bytes, is not measured: the scroll bar then reaches as far as this.
const MEASURED: usize = 64 * 1024;

/// The colours of one theme.
struct Colors {
    plain: Attr,
    head: Attr,
    button: Attr,
    added: Attr,
    removed: Attr,
}

impl Colors {
    fn of(theme: &Theme) -> Colors {
        let role = |role| theme.attr(role);
        Colors {
            plain: role(Role::Identifier),
            head: role(Role::Number),
            button: role(Role::AddedMark),
            added: role(Role::AddedBand),
            removed: role(Role::RemovedBand),
        }
    }
}

/// Paints the rows that show; answers the cursor's cell within the window, and the first column after the widest line.
pub(super) fn paint(
    canvas: &mut Canvas<'_>,
    desk: &Desktop,
    window: &Window,
    buffer: &Buffer,
) -> (Option<Point>, CellColumn) {
    let size = canvas.size();
    let colors = Colors::of(&desk.presentation().theme);
    canvas.fill(Rect::of_size(size), ' ', colors.plain);
    let Some(place) = window.view.place() else { return (None, CellColumn(0)) };
    let (comparison, diff) = match shown(buffer) {
        Ok(found) => found,
        Err(why) => {
            canvas.text(Point::new(1, 0), &why, colors.plain);
            return (None, CellColumn(0));
        }
    };
    let rows = comparison.rows(window.view);
    let place = Place { row: place.row.min(rows - 1), top: place.top.min(rows - 1), ..place };
    let tab = desk.presentation().tab_width;
    let mut painter = Painter { canvas, comparison, diff, colors, tab, left: place.left };
    for y in 0..size.height {
        let row = place.top + y as usize;
        match window.view {
            View::Changes(_) => painter.unified(y, row),
            View::SideBySide(_) => painter.aligned(y, row),
            View::Current => {}
        }
    }
    let cursor = place.row.checked_sub(place.top).and_then(|y| i32::try_from(y).ok()).filter(|y| *y < size.height);
    (cursor.map(|y| Point::new(0, y)), widest(desk, window, buffer))
}

/// What there is to show, or why there is nothing.
fn shown(buffer: &Buffer) -> Result<(&Comparison, &Diff), String> {
    match buffer.comparison().map(|comparison| (comparison, &comparison.diff)) {
        None if buffer.is_dirty() && buffer.base().is_none() => Err("There is no file to compare with yet.".to_owned()),
        None => Err("The text is as it is in the file.".to_owned()),
        Some((_, Err(error))) => Err(format!("Not shown: {error}.")),
        Some((_, Ok(diff))) if diff.is_empty() => Err("The text is as it is in the file.".to_owned()),
        Some((comparison, Ok(diff))) => Ok((comparison, diff)),
    }
}

struct Painter<'a, 'c> {
    canvas: &'a mut Canvas<'c>,
    comparison: &'a Comparison,
    diff: &'a Diff,
    colors: Colors,
    tab: TabWidth,
    left: CellColumn,
}

impl Painter<'_, '_> {
    /// A row where only changes are shown.
    fn unified(&mut self, y: i32, row: usize) {
        let whole = Rect::new(0, y, self.canvas.size().width, 1);
        let (old, new) = (&self.comparison.base, &self.comparison.text);
        match self.diff.unified_row(row) {
            None => {}
            Some(Unified::Head { hunk }) => self.head(whole, hunk),
            Some(Unified::Same { new: line, .. }) => self.line(whole, ' ', (new, line), self.colors.plain),
            Some(Unified::Removed { old: line, .. }) => self.line(whole, '-', (old, line), self.colors.removed),
            Some(Unified::Added { new: line, .. }) => self.line(whole, '+', (new, line), self.colors.added),
        }
    }

    /// Where a change is, and the way to revert it.
    fn head(&mut self, row: Rect, hunk: usize) {
        let Some(found) = self.diff.hunks().get(hunk) else { return };
        self.canvas.fill(row, '─', self.colors.head);
        let text = format!(" Line {}: −{} +{} ", found.new.start + 1, found.old.len(), found.new.len());
        self.canvas.text(Point::new(row.x + 2, row.y), &text, self.colors.head);
        self.canvas.text(Point::new(revert_at(row.width), row.y), REVERT, self.colors.button);
    }

    /// A row where both texts are shown.
    fn aligned(&mut self, y: i32, row: usize) {
        let Some(found) = self.diff.aligned_row(row) else { return };
        let (width, middle) = (self.canvas.size().width, middle(self.canvas.size().width));
        let (left, right) = (Rect::new(0, y, middle, 1), Rect::new(middle + 1, y, width - middle - 1, 1));
        let (old, new) = (&self.comparison.base, &self.comparison.text);
        let (gone, came) = match found.hunk {
            Some(_) => (('-', self.colors.removed), ('+', self.colors.added)),
            None => ((' ', self.colors.plain), (' ', self.colors.plain)),
        };
        if let Some(line) = found.old {
            self.line(left, gone.0, (old, line), gone.1);
        }
        if let Some(line) = found.new {
            self.line(right, came.0, (new, line), came.1);
        }
        let first = found.hunk.is_some_and(|hunk| self.diff.aligned_start(hunk) == row);
        let (divider, attr) = if first { ("►", self.colors.button) } else { ("│", self.colors.head) };
        self.canvas.put(Point::new(middle, y), divider, 1, attr);
    }

    /// A line with its sign, in a part of a row.
    fn line(&mut self, part: Rect, sign: char, (text, line): (&Text, usize), attr: Attr) {
        let mut canvas = self.canvas.within(part);
        canvas.fill(Rect::new(0, 0, part.width, 1), ' ', attr);
        canvas.put(Point::new(0, 0), sign.encode_utf8(&mut [0; 4]), 1, attr);
        let mut canvas = canvas.within(Rect::new(1, 0, part.width - 1, 1));
        let end = self.left + (part.width - 1).max(0) as usize;
        let columns = Columns::new(text, line, self.tab);
        for cluster in columns.clusters(self.left).take_while(|cluster| cluster.cell < end) {
            let at = Point::new((cluster.cell.0 as i64 - self.left.0 as i64) as i32, 0);
            if cluster.first == '\t' {
                continue;
            }
            let shown = if cluster.is_compound() { text.slice(cluster.range) } else { cluster.first.to_string() };
            canvas.put(at, &shown, cluster.width as i32, attr);
        }
    }
}

/// The column of what reverts a change, in a row of that width.
fn revert_at(width: i32) -> i32 {
    width - REVERT.len() as i32 - 1
}

/// The column between the texts, in a row of that width.
fn middle(width: i32) -> i32 {
    (width - 1) / 2
}

/// The first column after the widest line that shows.
pub(super) fn widest(desk: &Desktop, window: &Window, buffer: &Buffer) -> CellColumn {
    let (Some(place), Ok((comparison, diff))) = (window.view.place(), shown(buffer)) else { return CellColumn(0) };
    let size = window.inside().size();
    let tab = desk.presentation().tab_width;
    let measure = |text: &Text, line: usize| {
        let range = text.line_range(line);
        let long = range.end - range.start > MEASURED;
        if long { CellColumn(MEASURED) } else { Columns::new(text, line, tab).end_cell() }
    };
    let (old, new) = (&comparison.base, &comparison.text);
    let rows = place.top..place.top + size.height.max(0) as usize;
    let widths = rows.flat_map(|row| match window.view {
        View::Changes(_) => match diff.unified_row(row) {
            Some(Unified::Same { new: line, .. } | Unified::Added { new: line, .. }) => {
                [Some(measure(new, line)), None]
            }
            Some(Unified::Removed { old: line, .. }) => [Some(measure(old, line)), None],
            _ => [None, None],
        },
        View::SideBySide(_) => diff.aligned_row(row).map_or([None, None], |row| {
            [row.old.map(|line| measure(old, line)), row.new.map(|line| measure(new, line))]
        }),
        View::Current => [None, None],
    });
    let widest = widths.flatten().max().unwrap_or_default();
    // Beside each other, a text has half of the window.
    let hidden = if let View::SideBySide(_) = window.view { size.width - middle(size.width) } else { 0 };
    widest + hidden.max(0) as usize
}

/// What the title says of the view.
pub(super) fn title(view: View, caption: String) -> String {
    match view {
        View::Current => caption,
        View::Changes(_) => format!("Changes: {caption}"),
        View::SideBySide(_) => format!("File │ Text: {caption}"),
    }
}

/// Which change of how many the cursor is in.
pub(super) fn position(window: &Window, buffer: &Buffer) -> String {
    let (Some(place), Ok((comparison, diff))) = (window.view.place(), shown(buffer)) else { return "0/0".to_owned() };
    let count = diff.hunks().len();
    match comparison.hunk_of_row(window.view, place.row) {
        Some(hunk) => format!("{}/{count}", hunk + 1),
        None => format!("-/{count}"),
    }
}

/// A click in the view: the cursor goes there, and a change is reverted where that is offered. Two clicks go to the text.
pub(super) fn pressed(window: &Window, buffer: &Buffer, mouse: Mouse) -> Vec<Action> {
    let (Some(place), Ok((comparison, diff))) = (window.view.place(), shown(buffer)) else { return Vec::new() };
    let inside = window.inside();
    let (x, y) = (mouse.at.x - inside.x, (mouse.at.y - inside.y).max(0) as usize);
    let row = place.top + y;
    if row >= comparison.rows(window.view) {
        return Vec::new();
    }
    let there = window.view.at(Place { row, ..place });
    let mut actions = vec![Action::Change(Change::Show { window: window.id, view: there })];
    let reverts = match window.view {
        View::Changes(_) => {
            let button = revert_at(inside.width)..revert_at(inside.width) + REVERT.len() as i32;
            matches!(diff.unified_row(row), Some(Unified::Head { .. })) && button.contains(&x)
        }
        View::SideBySide(_) => {
            let hunk = comparison.hunk_of_row(window.view, row);
            x == middle(inside.width) && hunk.is_some_and(|hunk| diff.aligned_start(hunk) == row)
        }
        View::Current => false,
    };
    if reverts {
        actions.push(Action::Run(CommandId("edit.revert_change")));
    } else if mouse.clicks == 2 {
        actions.push(Action::Run(CommandId("changes.go")));
    }
    actions
}

/// Scrolls a view to a row or a column. The cursor stays among the rows that show.
pub(super) fn scrolled(window: &Window, place: Place, axis: Axis, position: usize) -> Action {
    let last = (window.inside().height - 1).max(0) as usize;
    let place = match axis {
        Axis::Vertical => Place { top: position, row: place.row.clamp(position, position + last), ..place },
        Axis::Horizontal => Place { left: CellColumn(position), ..place },
    };
    Action::Change(Change::Show { window: window.id, view: window.view.at(place) })
}
