//! The list of messages: glyph, place, word and text, in columns.

use crate::base::{Point, Rect};
use crate::desk::Desktop;
use crate::desk::dock::MessageRow;
use crate::grid::{Attr, Canvas, text_width};
use crate::ui::markup;
use crate::ui::theme::{Role, WindowColor};

/// Where rows begin: their glyph, and the text behind it.
const GLYPH: i32 = 1;
const LEFT: i32 = 3;
/// Cells between columns.
const GAP: i32 = 2;

/// One row that shows, in pieces.
struct Pieces<'a> {
    row: &'a MessageRow,
    path: String,
    place: String,
}

/// Paints the rows that show.
pub(super) fn paint(canvas: &mut Canvas<'_>, desk: &Desktop, active: bool) {
    let size = canvas.size();
    let theme = &desk.presentation().theme;
    let list = desk.docks().messages();
    let shown: Vec<_> = list.rows().iter().skip(list.top()).take(size.height.max(0) as usize).collect();
    let shown: Vec<Pieces> = shown.into_iter().map(|row| pieces(desk, row)).collect();
    let widest = |width: fn(&Pieces) -> i32| shown.iter().map(width).max().unwrap_or(0);
    let path = widest(|row| text_width(&row.path)).min(size.width / 3);
    let place = widest(|row| text_width(&row.place));
    let word = widest(|row| text_width(row.row.message.kind.word()));
    if shown.is_empty() {
        canvas.text(Point::new(LEFT, 0), "No messages.", theme.attr(Role::PanelText));
    }
    for ((y, at), row) in (0..).zip(list.top()..).zip(&shown) {
        let several = list.selected().count() > 1;
        let role = match () {
            () if active && at == list.current() => Role::PanelFocused,
            () if several && list.selected().contains(&at) => Role::Selection(WindowColor::Cyan),
            () => Role::PanelText,
        };
        paint_row(canvas, y, row, [path, place, word], theme.attr(role));
    }
}

fn pieces<'a>(desk: &Desktop, row: &'a MessageRow) -> Pieces<'a> {
    let Some(location) = desk.place_of(row) else { return Pieces { row, path: String::new(), place: String::new() } };
    let mut place = location.line.map(|line| line.to_string()).unwrap_or_default();
    if let Some(column) = location.column {
        place.push_str(&format!(":{column}"));
    }
    Pieces { row, path: desk.shown_path(&location.path), place }
}

fn paint_row(canvas: &mut Canvas<'_>, y: i32, row: &Pieces, [path, place, word]: [i32; 3], attr: Attr) {
    let width = canvas.size().width;
    let message = &row.row.message;
    canvas.fill(Rect::new(0, y, width, 1), ' ', attr);
    canvas.text(Point::new(GLYPH, y), message.kind.glyph().encode_utf8(&mut [0; 4]), attr);
    let mut x = LEFT;
    if message.location.is_some() {
        canvas.text(Point::new(x, y), &markup::fitted_end(&row.path, path), attr);
        x += path + GAP;
        canvas.text(Point::new(x, y), &row.place, attr);
        x += place + GAP;
        if word > 0 {
            canvas.text(Point::new(x, y), message.kind.word(), attr);
            x += word + GAP;
        }
    }
    canvas.text(Point::new(x, y), &markup::fitted(&message.text, width - x), attr);
}
