//! Frames of windows and dialogs, what sits on them, and shadows (`look.md` section 3).

use super::markup;
use super::part::Part;
use super::scrollbar::Axis;
use super::theme::{FrameState, Role, Theme, WindowColor};
use crate::base::{Point, Rect};
use crate::grid::{Attr, Canvas, text_width};

/// Where the horizontal scroll bar begins, unless the indicator needs more room.
const BAR_START: i32 = 18;
/// Where the colon of the indicator stands.
const COLON: i32 = 10;
/// The least length of a scroll bar: two arrows and a thumb.
const BAR_MIN: i32 = 3;

/// What a frame shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Frame {
    pub title: String,
    /// The window's digit, 1 to 9; others are not shown.
    pub number: Option<u8>,
    pub state: FrameState,
    pub color: WindowColor,
    /// Whether there is a close box.
    pub closable: bool,
    /// Whether the window is zoomed; `None` when it cannot be.
    pub zoom: Option<bool>,
    /// Whether there is a resize corner.
    pub resizable: bool,
    /// On the lower edge of an active window.
    pub indicator: Option<Indicator>,
}

/// Where the cursor is, and whether the text differs from its file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Indicator {
    /// `9:15`; its colon keeps its column.
    pub text: String,
    pub modified: bool,
}

/// The glyphs of a frame: left corner, horizontal, right corner, vertical, lower corners.
struct Lines {
    corners: [char; 4],
    across: char,
    down: char,
}

const SINGLE: Lines = Lines { corners: ['┌', '┐', '└', '┘'], across: '─', down: '│' };
const DOUBLE: Lines = Lines { corners: ['╔', '╗', '╚', '╝'], across: '═', down: '║' };

impl Frame {
    /// The inside of a frame of that rectangle.
    pub fn body(rect: Rect) -> Rect {
        rect.shrink(1)
    }

    /// Where the vertical scroll bar goes: the right edge between its corners; `None` where there is no room.
    pub fn vertical_bar(&self, rect: Rect) -> Option<Rect> {
        let bar = Rect::new(rect.right() - 1, rect.y + 1, 1, rect.height - 2);
        (self.is_active() && bar.height >= BAR_MIN).then_some(bar)
    }

    /// Where the horizontal scroll bar goes: the lower edge behind the indicator; `None` where there is no room.
    pub fn horizontal_bar(&self, rect: Rect) -> Option<Rect> {
        let taken = self.indicator.as_ref().map_or(0, |i| indicator_start(&i.text) + text_width(&i.text) + 1);
        let start = rect.x + taken.max(BAR_START);
        let bar = Rect::new(start, rect.bottom() - 1, rect.right() - 2 - start, 1);
        (self.is_active() && bar.width >= BAR_MIN).then_some(bar)
    }

    /// Paints the frame; not what is inside, nor its scroll bars.
    pub fn paint(&self, canvas: &mut Canvas<'_>, rect: Rect, theme: &Theme) {
        if rect.width < 2 || rect.height < 2 {
            return;
        }
        let mut canvas = canvas.within(rect);
        let (width, height) = (rect.width, rect.height);
        let lines = if self.state == FrameState::Active { DOUBLE } else { SINGLE };
        let edge = theme.attr(Role::Frame(self.color, self.state));
        let upper = theme.attr(Role::Title(self.color, self.state));
        let [top_left, top_right, low_left, low_right] = lines.corners;
        canvas.set_part(Part::Frame.to_u16());
        canvas.fill(Rect::new(0, 1, 1, height - 2), lines.down, edge);
        canvas.fill(Rect::new(width - 1, 1, 1, height - 2), lines.down, edge);
        row(&mut canvas, height - 1, [low_left, lines.across, low_right], edge);
        canvas.set_part(Part::Title.to_u16());
        row(&mut canvas, 0, [top_left, lines.across, top_right], upper);
        self.paint_upper(&mut canvas, upper, theme);
        self.paint_lower(&mut canvas, edge, theme);
    }

    /// Paints a single line across the inside at row or column `at` of the frame, joined to it by tees.
    pub fn paint_divider(&self, canvas: &mut Canvas<'_>, rect: Rect, axis: Axis, at: i32, theme: &Theme) {
        let mut canvas = canvas.within(rect);
        let height = rect.height;
        let attr = theme.attr(Role::Frame(self.color, self.state));
        let double = self.state == FrameState::Active;
        canvas.set_part(Part::Frame.to_u16());
        match axis {
            Axis::Horizontal => {
                let tees = if double { ['╟', '─', '╢'] } else { ['├', '─', '┤'] };
                row(&mut canvas, at, tees, attr);
            }
            Axis::Vertical => {
                let [upper, lower] = if double { ['╤', '╧'] } else { ['┬', '┴'] };
                canvas.fill(Rect::new(at, 0, 1, 1), upper, theme.attr(Role::Title(self.color, self.state)));
                canvas.fill(Rect::new(at, 1, 1, height - 2), '│', attr);
                canvas.fill(Rect::new(at, height - 1, 1, 1), lower, attr);
            }
        }
    }

    fn is_active(&self) -> bool {
        self.state != FrameState::Inactive
    }

    fn paint_upper(&self, canvas: &mut Canvas<'_>, attr: Attr, theme: &Theme) {
        let width = canvas.size().width;
        let number = self.number.filter(|n| (1..=9).contains(n));
        let number_at = width - if self.zoom.is_some() { 7 } else { 3 };
        let left = if self.closable { 6 } else { 2 };
        let right = if number.is_some() { number_at - 1 } else { width - if self.zoom.is_some() { 6 } else { 2 } };
        paint_title(canvas, &self.title, left, right, attr);
        if let Some(number) = number {
            canvas.set_part(Part::Number.to_u16());
            canvas.text(Point::new(number_at, 0), &number.to_string(), attr);
        }
        if !self.is_active() {
            return;
        }
        let icon = theme.attr(Role::Icon(self.color));
        if self.closable {
            canvas.set_part(Part::Close.to_u16());
            markup::paint(canvas, Point::new(2, 0), "[~■~]", attr, icon);
        }
        if let Some(zoomed) = self.zoom {
            canvas.set_part(Part::Zoom.to_u16());
            markup::paint(canvas, Point::new(width - 5, 0), if zoomed { "[~↕~]" } else { "[~↑~]" }, attr, icon);
        }
    }

    fn paint_lower(&self, canvas: &mut Canvas<'_>, attr: Attr, theme: &Theme) {
        if !self.is_active() {
            return;
        }
        let (width, y) = (canvas.size().width, canvas.size().height - 1);
        if let Some(indicator) = &self.indicator {
            canvas.set_part(Part::Indicator.to_u16());
            if indicator.modified {
                canvas.text(Point::new(2, y), "☼", attr);
            }
            let (start, room) = (indicator_start(&indicator.text), width - 2);
            let text = markup::prefix(&indicator.text, room - start - 1);
            if !text.is_empty() {
                canvas.text(Point::new(start - 1, y), &format!(" {text} "), attr);
            }
        }
        if self.resizable {
            canvas.set_part(Part::Grow.to_u16());
            canvas.text(Point::new(width - 2, y), "─┘", theme.attr(Role::Grip(self.color)));
        }
    }
}

/// One row: a corner or tee, a line, another.
fn row(canvas: &mut Canvas<'_>, y: i32, [left, across, right]: [char; 3], attr: Attr) {
    let width = canvas.size().width;
    canvas.fill(Rect::new(0, y, width, 1), across, attr);
    canvas.fill(Rect::new(0, y, 1, 1), left, attr);
    canvas.fill(Rect::new(width - 1, y, 1, 1), right, attr);
}

/// The title with a space at each side, in the middle of the frame, moved only where it would meet what else is there.
fn paint_title(canvas: &mut Canvas<'_>, title: &str, left: i32, right: i32, attr: Attr) {
    let title = markup::fitted_end(title, right - left - 2);
    if title.is_empty() {
        return;
    }
    let taken = text_width(&title) + 2;
    let middle = (canvas.size().width - text_width(&title)) / 2 - 1;
    let x = middle.min(right - taken).max(left);
    canvas.text(Point::new(x, 0), &format!(" {title} "), attr);
}

/// The column of the first character of the indicator: its colon stands at a fixed place while there is room.
fn indicator_start(text: &str) -> i32 {
    let before = text.split(':').next().unwrap_or("");
    (COLON - text_width(before)).max(4)
}

/// Darkens what lies under a shadow: two columns to the right of the rectangle and one row below it.
pub fn shadow(canvas: &mut Canvas<'_>, rect: Rect, theme: &Theme) {
    let attr = theme.attr(Role::Shadow);
    canvas.recolor(Rect::new(rect.right(), rect.y + 1, 2, rect.height), attr);
    canvas.recolor(Rect::new(rect.x + 2, rect.bottom(), rect.width - 2, 1), attr);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Size;
    use crate::grid::Scene;

    fn painted(frame: &Frame, width: i32, height: i32) -> Vec<String> {
        let mut scene = Scene::new(Size::new(width, height));
        frame.paint(&mut Canvas::new(&mut scene), Rect::new(0, 0, width, height), &Theme::default());
        scene.to_text().lines().map(str::to_owned).collect()
    }

    fn editor(title: &str) -> Frame {
        Frame {
            title: title.to_owned(),
            number: Some(1),
            state: FrameState::Active,
            closable: true,
            zoom: Some(false),
            resizable: true,
            indicator: Some(Indicator { text: "9:15".to_owned(), modified: true }),
            ..Frame::default()
        }
    }

    #[test]
    fn the_edges_of_the_mock_window() {
        let rows = painted(&editor("app/Main.hs"), 60, 4);
        assert_eq!(rows[0], "╔═[■]══════════════════ app/Main.hs ═════════════════1═[↑]═╗");
        assert_eq!(rows[3], "╚═☼═════ 9:15 ════════════════════════════════════════════─┘");
        let inactive = Frame { number: Some(2), state: FrameState::Inactive, ..editor("src/Words.hs") };
        let rows = painted(&inactive, 36, 3);
        assert_eq!(rows[0], "┌────────── src/Words.hs ────2─────┐");
        assert_eq!(rows[2], "└──────────────────────────────────┘");
    }

    #[test]
    fn a_long_title_keeps_its_end_and_clear_of_the_boxes() {
        let rows = painted(&editor("some/where/deep/Main.hs"), 30, 4);
        assert_eq!(rows[0], "╔═[■]═ …/deep/Main.hs ═1═[↑]═╗");
        let rows = painted(&editor("Main.hs"), 20, 4);
        assert_eq!(rows[0], "╔═[■]═ ….hs ═1═[↑]═╗");
    }

    #[test]
    fn bars_keep_clear_of_the_indicator() {
        let rect = Rect::new(5, 5, 60, 12);
        let mut frame = editor("x");
        assert_eq!(frame.vertical_bar(rect), Some(Rect::new(64, 6, 1, 10)));
        assert_eq!(frame.horizontal_bar(rect), Some(Rect::new(23, 16, 40, 1)));
        frame.indicator = Some(Indicator { text: "123456789:12345678901".to_owned(), modified: false });
        assert_eq!(frame.horizontal_bar(rect), Some(Rect::new(31, 16, 32, 1)));
        assert_eq!(frame.horizontal_bar(Rect::new(0, 0, 22, 8)), None);
        frame.state = FrameState::Inactive;
        assert_eq!((frame.vertical_bar(rect), frame.horizontal_bar(rect)), (None, None));
    }

    #[test]
    fn dividers_join_the_frame() {
        let divided = |frame: &Frame| {
            let (mut scene, rect) = (Scene::new(Size::new(10, 5)), Rect::new(0, 0, 10, 5));
            let mut canvas = Canvas::new(&mut scene);
            frame.paint(&mut canvas, rect, &Theme::default());
            frame.paint_divider(&mut canvas, rect, Axis::Vertical, 4, &Theme::default());
            frame.paint_divider(&mut canvas, rect, Axis::Horizontal, 3, &Theme::default());
            scene.to_text()
        };
        let active = Frame { state: FrameState::Active, ..Frame::default() };
        assert_eq!(divided(&active), "╔═══╤════╗\n║   │    ║\n║   │    ║\n╟────────╢\n╚═══╧════╝\n");
        assert_eq!(divided(&Frame::default()), "┌───┬────┐\n│   │    │\n│   │    │\n├────────┤\n└───┴────┘\n");
    }

    #[test]
    fn any_size_is_painted() {
        for width in 0..20 {
            for height in 0..5 {
                painted(&editor("Main.hs"), width, height);
            }
        }
    }
}
