//! Where windows may be: cascade, tile, split, reachable titles, and moving or resizing by keys and by mouse.
//!
//! Pure functions over rectangles in screen cells. `area` is always the part of the desktop that windows may use.

use serde::{Deserialize, Serialize};

use crate::base::{Key, KeyName, Point, Rect, Size};

/// The smallest window: room for the close box, the number, the zoom box and a few rows of text.
pub const MIN_WINDOW: Size = Size::new(16, 6);

/// How many columns of a title row always stay inside the area, so that a window can be dragged back.
const REACHABLE: i32 = 8;

/// Columns and rows of a step with Ctrl held (`look.md` section 3).
const LONG_STEP: Size = Size::new(8, 4);

/// Which way a window is cut in two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Split {
    /// A left and a right half.
    Columns,
    /// An upper and a lower half.
    Rows,
}

/// The desktop between the menu bar and the status line.
pub fn desktop(screen: Size) -> Rect {
    Rect::new(0, 1, screen.width, screen.height - 2)
}

/// The nearest size that a window may have in this area: at least [`MIN_WINDOW`], at most the area itself. An area
/// below the minimum gives windows of the minimum.
pub fn allowed_size(size: Size, area: Rect) -> Size {
    let fit = |wanted: i32, least: i32, most: i32| wanted.min(most).max(least);
    Size::new(fit(size.width, MIN_WINDOW.width, area.width), fit(size.height, MIN_WINDOW.height, area.height))
}

/// The nearest rectangle of an allowed size whose title row is inside the area with at least eight columns.
pub fn keep_reachable(rect: Rect, area: Rect) -> Rect {
    let size = allowed_size(rect.size(), area);
    let leftmost = area.x + REACHABLE.min(area.width) - size.width;
    let rightmost = area.right() - REACHABLE.min(area.width);
    let lowest = (area.bottom() - 1).max(area.y);
    Rect::new(rect.x.clamp(leftmost, rightmost.max(leftmost)), rect.y.clamp(area.y, lowest), size.width, size.height)
}

/// The nearest rectangle of an allowed size that lies wholly in the area, as far as it has the room.
pub fn keep_inside(rect: Rect, area: Rect) -> Rect {
    let size = allowed_size(rect.size(), area);
    let x = rect.x.min(area.right() - size.width).max(area.x);
    let y = rect.y.min(area.bottom() - size.height).max(area.y);
    Rect::new(x, y, size.width, size.height)
}

/// Where a window goes when the area that windows may use was `old` and is `new`: edges that touched the area's still do,
/// the others stay, so that windows side by side stay so; then the nearest place inside.
pub fn keep_edges(rect: Rect, old: Rect, new: Rect) -> Rect {
    let edge = |at: i32, old: i32, new: i32| if at == old { new } else { at };
    let (left, right) = (edge(rect.x, old.x, new.x), edge(rect.right(), old.right(), new.right()));
    let (top, bottom) = (edge(rect.y, old.y, new.y), edge(rect.bottom(), old.bottom(), new.bottom()));
    keep_inside(Rect::new(left, top, right - left, bottom - top), new)
}

/// `count` windows, backmost first, each one column and one row further in than the one before and all reaching the
/// lower right corner. When the next would become too small, the staircase starts again.
pub fn cascade(count: usize, area: Rect) -> Vec<Rect> {
    let room = (area.width - MIN_WINDOW.width).min(area.height - MIN_WINDOW.height).max(0);
    let steps = room as usize + 1;
    (0..count)
        .map(|i| {
            let by = (i % steps) as i32;
            keep_inside(Rect::new(area.x + by, area.y + by, area.width - by, area.height - by), area)
        })
        .collect()
}

/// `count` windows that cover the area side by side: as many columns as the square root, more where rows would get too
/// low, and the last columns with one window more where it does not come out even. Windows overlap only where the area
/// has no room for their minimum.
pub fn tile(count: usize, area: Rect) -> Vec<Rect> {
    let columns = tile_columns(count, area);
    let (rows, longer) = (count / columns, count % columns);
    let mut tiles = Vec::with_capacity(count);
    for column in 0..columns {
        let rows = rows + usize::from(column >= columns - longer);
        let (left, right) = (share(area.width, column, columns), share(area.width, column + 1, columns));
        for row in 0..rows {
            let (top, bottom) = (share(area.height, row, rows), share(area.height, row + 1, rows));
            let cell = Rect::new(area.x + left, area.y + top, right - left, bottom - top);
            tiles.push(keep_inside(cell, area));
        }
    }
    tiles
}

fn tile_columns(count: usize, area: Rect) -> usize {
    let most = (area.width / MIN_WINDOW.width).max(1) as usize;
    let rows_fit = (area.height / MIN_WINDOW.height).max(1) as usize;
    let wanted = count.isqrt().max(1);
    (wanted..=most).find(|columns| count.div_ceil(*columns) <= rows_fit).unwrap_or(wanted.max(most.min(count)))
}

fn share(length: i32, part: usize, parts: usize) -> i32 {
    (i64::from(length) * part as i64 / parts as i64) as i32
}

/// Both halves of a window, the first one holding the odd cell, or `None` where a half would be too small.
pub fn split(rect: Rect, way: Split) -> Option<(Rect, Rect)> {
    let (first, second) = match way {
        Split::Columns => {
            let width = (rect.width + 1) / 2;
            let second = Rect::new(rect.x + width, rect.y, rect.width - width, rect.height);
            (Rect::new(rect.x, rect.y, width, rect.height), second)
        }
        Split::Rows => {
            let height = (rect.height + 1) / 2;
            let second = Rect::new(rect.x, rect.y + height, rect.width, rect.height - height);
            (Rect::new(rect.x, rect.y, rect.width, height), second)
        }
    };
    let fits = second.width >= MIN_WINDOW.width && second.height >= MIN_WINDOW.height;
    fits.then_some((first, second))
}

/// What a key did while a window is moved and resized from the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The key means nothing here.
    Ignored,
    /// The window is here now, and the mode goes on.
    At(Rect),
    /// Enter: the window stays here.
    Accepted(Rect),
    /// Esc: the window goes back to where it was.
    Restored(Rect),
}

/// A window being moved and resized from the keyboard (`look.md` section 3): arrows one cell, with Ctrl eight columns
/// or four rows, Shift resizes, Enter accepts, Esc restores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyboardMove {
    before: Rect,
    now: Rect,
    resizable: bool,
}

impl KeyboardMove {
    /// Starts with the window where it is.
    pub fn new(rect: Rect, resizable: bool) -> Self {
        Self { before: rect, now: rect, resizable }
    }

    /// Where the window is now.
    pub fn rect(&self) -> Rect {
        self.now
    }

    /// Takes one key.
    pub fn key(&mut self, key: Key, area: Rect) -> Step {
        let (dx, dy) = match key.name {
            KeyName::Enter => return Step::Accepted(self.now),
            KeyName::Escape => return Step::Restored(self.before),
            KeyName::ArrowLeft => (-1, 0),
            KeyName::ArrowRight => (1, 0),
            KeyName::ArrowUp => (0, -1),
            KeyName::ArrowDown => (0, 1),
            _ => return Step::Ignored,
        };
        let step = if key.mods.ctrl { LONG_STEP } else { Size::new(1, 1) };
        let (dx, dy) = (dx * step.width, dy * step.height);
        if !key.mods.shift {
            self.now = keep_reachable(self.now.offset(dx, dy), area);
        } else if self.resizable {
            self.now = resized(self.now, dx, dy, area);
        }
        Step::At(self.now)
    }
}

fn resized(rect: Rect, dx: i32, dy: i32, area: Rect) -> Rect {
    let size = allowed_size(Size::new(rect.width + dx, rect.height + dy), area);
    Rect::new(rect.x, rect.y, size.width, size.height)
}

/// A window being moved by its title, or resized by its lower right corner, with the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MouseMove {
    before: Rect,
    from: Point,
    resizes: bool,
}

impl MouseMove {
    /// Starts at the cell where the button went down; `resizes` when that was the grip.
    pub fn new(rect: Rect, from: Point, resizes: bool) -> Self {
        Self { before: rect, from, resizes }
    }

    /// Where the window was before, for Esc and for a frontend that lost the focus.
    pub fn before(&self) -> Rect {
        self.before
    }

    /// Where the window is while the mouse is at that cell.
    pub fn rect(&self, at: Point, area: Rect) -> Rect {
        let (dx, dy) = (at.x - self.from.x, at.y - self.from.y);
        if self.resizes { resized(self.before, dx, dy, area) } else { keep_reachable(self.before.offset(dx, dy), area) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AREA: Rect = Rect::new(0, 1, 80, 23);

    fn key(chord: &str) -> Key {
        chord.parse().unwrap()
    }

    #[test]
    fn a_cascade_steps_in_and_starts_again() {
        let rects = cascade(20, AREA);
        assert_eq!(rects[0], AREA);
        assert_eq!(rects[1], Rect::new(1, 2, 79, 22));
        assert_eq!(rects[17], Rect::new(17, 18, 63, 6));
        assert_eq!(rects[18], AREA);
        assert!(cascade(0, AREA).is_empty());
    }

    #[test]
    fn tiles_cover_the_area_once() {
        for count in 1..=12 {
            let tiles = tile(count, AREA);
            assert_eq!(tiles.len(), count);
            let covered: usize = tiles.iter().map(|t| t.size().area()).sum();
            assert_eq!(covered, AREA.size().area(), "{count} windows");
            for (i, a) in tiles.iter().enumerate() {
                assert!(tiles[i + 1..].iter().all(|b| a.intersect(*b).is_empty()), "{count} windows");
            }
        }
        assert_eq!(tile(2, AREA), [Rect::new(0, 1, 80, 11), Rect::new(0, 12, 80, 12)]);
    }

    #[test]
    fn crowded_tiles_keep_the_minimum_and_stay_inside() {
        for tile in tile(60, AREA) {
            assert!(tile.width >= MIN_WINDOW.width && tile.height >= MIN_WINDOW.height);
            assert_eq!(tile.intersect(AREA), tile);
        }
    }

    #[test]
    fn a_split_gives_both_halves_or_refuses() {
        let (left, right) = split(Rect::new(3, 2, 61, 20), Split::Columns).unwrap();
        assert_eq!((left, right), (Rect::new(3, 2, 31, 20), Rect::new(34, 2, 30, 20)));
        let (upper, lower) = split(Rect::new(3, 2, 61, 12), Split::Rows).unwrap();
        assert_eq!((upper, lower), (Rect::new(3, 2, 61, 6), Rect::new(3, 8, 61, 6)));
        assert_eq!(split(Rect::new(0, 0, 31, 20), Split::Columns), None);
        assert_eq!(split(Rect::new(0, 0, 31, 11), Split::Rows), None);
    }

    #[test]
    fn a_title_never_leaves_the_area() {
        let far = keep_reachable(Rect::new(-500, -500, 40, 10), AREA);
        assert_eq!(far, Rect::new(-32, 1, 40, 10));
        let far = keep_reachable(Rect::new(500, 500, 40, 10), AREA);
        assert_eq!(far, Rect::new(72, 23, 40, 10));
        let huge = keep_reachable(Rect::new(0, 1, 900, 900), AREA);
        assert_eq!(huge.size(), AREA.size());
        let tiny = Rect::new(0, 0, 3, 0);
        assert_eq!(keep_reachable(Rect::new(9, 9, 1, 1), tiny).size(), MIN_WINDOW);
    }

    #[test]
    fn keys_move_resize_accept_and_restore() {
        let start = Rect::new(10, 5, 30, 10);
        let mut mode = KeyboardMove::new(start, true);
        assert_eq!(mode.key(key("ArrowRight"), AREA), Step::At(start.offset(1, 0)));
        assert_eq!(mode.key(key("Ctrl+ArrowRight"), AREA), Step::At(start.offset(9, 0)));
        assert_eq!(mode.key(key("Ctrl+ArrowDown"), AREA), Step::At(start.offset(9, 4)));
        assert_eq!(mode.key(key("Shift+ArrowDown"), AREA), Step::At(Rect::new(19, 9, 30, 11)));
        assert_eq!(mode.key(key("Ctrl+Shift+ArrowLeft"), AREA), Step::At(Rect::new(19, 9, 22, 11)));
        assert_eq!(mode.key(key("Ctrl+Shift+ArrowLeft"), AREA), Step::At(Rect::new(19, 9, 16, 11)));
        assert_eq!(mode.key(key("F2"), AREA), Step::Ignored);
        assert_eq!(mode.key(key("Enter"), AREA), Step::Accepted(Rect::new(19, 9, 16, 11)));
        assert_eq!(mode.key(key("Escape"), AREA), Step::Restored(start));
        let mut fixed = KeyboardMove::new(start, false);
        assert_eq!(fixed.key(key("Shift+ArrowDown"), AREA), Step::At(start));
    }

    #[test]
    fn the_mouse_moves_by_the_title_and_resizes_by_the_grip() {
        let start = Rect::new(10, 5, 30, 10);
        let title = MouseMove::new(start, Point::new(20, 5), false);
        assert_eq!(title.rect(Point::new(23, 3), AREA), start.offset(3, -2));
        let grip = MouseMove::new(start, Point::new(39, 14), true);
        assert_eq!(grip.rect(Point::new(45, 16), AREA), Rect::new(10, 5, 36, 12));
        assert_eq!(grip.rect(Point::new(0, 0), AREA).size(), MIN_WINDOW);
        assert_eq!(grip.before(), start);
    }
}
