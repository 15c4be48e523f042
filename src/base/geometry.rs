//! Points, sizes and rectangles, in screen cells. Signed, since a window may hang over any edge of the screen.

use serde::{Deserialize, Serialize};

/// A screen cell, counted from 0 at the top left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Point {
    pub x: i32,
    pub y: i32,
}

/// A width and a height in screen cells, never negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Size {
    pub width: i32,
    pub height: i32,
}

/// A rectangle of screen cells; the right and the bottom edge are outside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rect {
    pub x: i32,
    pub y: i32,
    pub width: i32,
    pub height: i32,
}

impl Point {
    /// The cell at column `x`, row `y`.
    pub const fn new(x: i32, y: i32) -> Self {
        Self { x, y }
    }
}

impl Size {
    /// A size; negative measures become 0.
    pub const fn new(width: i32, height: i32) -> Self {
        let width = if width < 0 { 0 } else { width };
        let height = if height < 0 { 0 } else { height };
        Self { width, height }
    }

    /// How many cells it covers.
    pub const fn area(self) -> usize {
        self.width as usize * self.height as usize
    }
}

impl Rect {
    /// A rectangle; negative measures become 0.
    pub const fn new(x: i32, y: i32, width: i32, height: i32) -> Self {
        let size = Size::new(width, height);
        Self { x, y, width: size.width, height: size.height }
    }

    /// The rectangle of that size whose top left cell is 0,0.
    pub const fn of_size(size: Size) -> Self {
        Self::new(0, 0, size.width, size.height)
    }

    /// The first column to the right of it.
    pub const fn right(self) -> i32 {
        self.x + self.width
    }

    /// The first row below it.
    pub const fn bottom(self) -> i32 {
        self.y + self.height
    }

    /// Its top left cell.
    pub const fn origin(self) -> Point {
        Point::new(self.x, self.y)
    }

    /// Its measures.
    pub const fn size(self) -> Size {
        Size::new(self.width, self.height)
    }

    /// Whether it covers no cell.
    pub const fn is_empty(self) -> bool {
        self.width == 0 || self.height == 0
    }

    /// Whether the cell lies in it.
    pub const fn contains(self, point: Point) -> bool {
        point.x >= self.x && point.x < self.right() && point.y >= self.y && point.y < self.bottom()
    }

    /// The cells that lie in both.
    pub fn intersect(self, other: Rect) -> Rect {
        let x = self.x.max(other.x);
        let y = self.y.max(other.y);
        Rect::new(x, y, self.right().min(other.right()) - x, self.bottom().min(other.bottom()) - y)
    }

    /// The same rectangle without a border of `by` cells on each side.
    pub const fn shrink(self, by: i32) -> Rect {
        Rect::new(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)
    }

    /// The same measures, moved.
    pub const fn offset(self, dx: i32, dy: i32) -> Rect {
        Rect::new(self.x + dx, self.y + dy, self.width, self.height)
    }

    /// A rectangle of `size` in the middle of this one.
    pub const fn center(self, size: Size) -> Rect {
        Rect::new(
            self.x + (self.width - size.width) / 2,
            self.y + (self.height - size.height) / 2,
            size.width,
            size.height,
        )
    }
}
