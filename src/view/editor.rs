//! The text of an editor window: visible lines only, from the column that is scrolled to.

use std::ops::Range;

use crate::base::{Point, Rect};
use crate::desk::{Buffer, Desktop, PAINTED_REACH, Pair, Window};
use crate::grid::{Attr, Canvas};
use crate::model::Category;
use crate::text::{ByteOffset, CellColumn, Cluster, Text};
use crate::ui::theme::{Role, Theme, WindowColor};

/// Attributes by category, looked up once a window.
struct Colors {
    plain: Attr,
    selection: Attr,
    bracket: Attr,
    by_category: [Attr; Category::ALL.len()],
}

impl Colors {
    fn of(theme: &Theme) -> Self {
        let role = |category: Category| match category {
            Category::Plain => Role::Identifier,
            Category::Keyword => Role::Keyword,
            Category::Type => Role::Type,
            Category::String => Role::StringLiteral,
            Category::Comment => Role::Comment,
            Category::Number => Role::Number,
            Category::Operator => Role::Operator,
            Category::Pragma => Role::Pragma,
        };
        Self {
            plain: theme.attr(Role::Identifier),
            selection: theme.attr(Role::Selection(WindowColor::Blue)),
            bracket: theme.attr(Role::HighlightedRow),
            by_category: Category::ALL.map(|category| theme.attr(role(category))),
        }
    }
}

/// Paints the lines that show; answers the cell of `caret` within the window, and the first column after the widest line.
pub(super) fn paint(
    canvas: &mut Canvas<'_>,
    desk: &Desktop,
    window: &Window,
    buffer: &Buffer,
    caret: ByteOffset,
) -> (Option<Point>, CellColumn) {
    let size = canvas.size();
    let colors = Colors::of(&desk.presentation().theme);
    canvas.fill(Rect::of_size(size), ' ', colors.plain);
    let text = buffer.document.text();
    let tab = desk.presentation().tab_width;
    let top = text.line_of(window.scroll.top);
    let cursor_line = text.line_of(caret);
    let pair = bracket_pair(desk, window, buffer);
    let mut widest = CellColumn(0);
    let mut cursor = None;
    for row in 0..size.height {
        let line = top + row as usize;
        if line >= text.line_count() {
            break;
        }
        let columns = buffer.document.columns(line, tab);
        let end = columns.end_cell();
        widest = widest.max(end);
        let (left, selected) = (window.scroll.left, window.selection.range());
        let painter = Line { canvas, text, row, left, selected, pair };
        painter.paint(columns.clusters(window.scroll.left), buffer, (columns.range(), end), &colors);
        if line == cursor_line {
            let cell = columns.cell_of(caret);
            let x = cell.0 as i64 - window.scroll.left.0 as i64;
            cursor = (0..i64::from(size.width)).contains(&x).then(|| Point::new(x as i32, row));
        }
    }
    (cursor, widest)
}

/// One line on its row of the window.
struct Line<'a, 'c> {
    canvas: &'a mut Canvas<'c>,
    text: &'a Text,
    row: i32,
    left: CellColumn,
    selected: Range<ByteOffset>,
    pair: Option<Pair>,
}

impl Line<'_, '_> {
    fn paint(
        mut self,
        clusters: impl Iterator<Item = Cluster>,
        buffer: &Buffer,
        (line, end_cell): (Range<ByteOffset>, CellColumn),
        colors: &Colors,
    ) {
        let width = self.canvas.size().width;
        let end = self.left + width as usize;
        let mut spans = None;
        for cluster in clusters.take_while(|cluster| cluster.cell < end) {
            // The line may be long: spans are looked up from the first cluster that shows.
            let spans = spans.get_or_insert_with(|| buffer.highlights.within(cluster.range.start..line.end).peekable());
            while spans.next_if(|(span, _)| span.end <= cluster.range.start).is_some() {}
            let category = spans.peek().filter(|(span, _)| span.start <= cluster.range.start).map(|(_, c)| *c);
            let attr = category.map_or(colors.plain, |category| colors.by_category[category as usize]);
            let at = cluster.range.start;
            let attr = match self.is_selected(at) {
                true => over(attr, colors.selection),
                false if self.pair.is_some_and(|pair| at == pair.here || at == pair.there) => {
                    over(attr, colors.bracket)
                }
                false => attr,
            };
            self.put(&cluster, attr);
        }
        // A selected line break shows as one selected cell behind the line.
        let x = end_cell.0 as i64 - self.left.0 as i64;
        if self.is_selected(line.end) && x >= 0 && x < i64::from(width) {
            self.canvas.fill(Rect::new(x as i32, self.row, 1, 1), ' ', colors.selection);
        }
    }

    fn is_selected(&self, at: ByteOffset) -> bool {
        self.selected.start <= at && at < self.selected.end
    }

    fn put(&mut self, cluster: &Cluster, attr: Attr) {
        let x = cluster.cell.0 as i64 - self.left.0 as i64;
        let at = Point::new(x as i32, self.row);
        if cluster.first == '\t' {
            let cells = Rect::new(at.x, at.y, cluster.width as i32, 1);
            self.canvas.fill(cells, ' ', attr);
        } else if cluster.is_compound() {
            self.canvas.put(at, &self.text.slice(cluster.range.clone()), cluster.width as i32, attr);
        } else {
            self.canvas.put(at, cluster.first.encode_utf8(&mut [0; 4]), cluster.width as i32, attr);
        }
    }
}

/// The brackets at the cursor that belong together, in the window in front while nothing is selected in it.
fn bracket_pair(desk: &Desktop, window: &Window, buffer: &Buffer) -> Option<Pair> {
    let in_front = desk.active().is_some_and(|active| active.id == window.id);
    (in_front && window.selection.is_empty()).then(|| buffer.bracket_pair(window.cursor(), PAINTED_REACH))?
}

/// A text's attribute in other colours.
fn over(attr: Attr, colors: Attr) -> Attr {
    Attr { style: attr.style, ..colors }
}
