//! Scroll bars: arrows at the ends, a thumb that shows the position, pages between (`look.md` section 3).

use serde::{Deserialize, Serialize};

use super::part::Part;
use super::theme::{Role, Theme, WindowColor};
use crate::base::{Point, Rect};
use crate::grid::{Attr, Canvas};

/// Which way a bar runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Axis {
    Vertical,
    Horizontal,
}

/// Where on a bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum BarPart {
    /// ▲ or ◄.
    Less = 0,
    /// Between that arrow and the thumb.
    PageLess = 1,
    /// ■.
    Thumb = 2,
    /// Between the thumb and the other arrow.
    PageMore = 3,
    /// ▼ or ►.
    More = 4,
}

impl BarPart {
    /// All of them, by code.
    pub const ALL: [BarPart; 5] = [BarPart::Less, BarPart::PageLess, BarPart::Thumb, BarPart::PageMore, BarPart::More];

    /// The part with that code (`as u8`).
    pub fn from_code(code: u8) -> Option<BarPart> {
        Self::ALL.get(usize::from(code)).copied()
    }
}

/// What a bar shows, in the units of what is scrolled: lines, columns, items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScrollBar {
    pub axis: Axis,
    /// The first unit that shows.
    pub position: usize,
    /// The largest position: 0 when everything shows.
    pub range: usize,
    /// How far a click between arrow and thumb goes.
    pub page: usize,
}

impl ScrollBar {
    /// The bar of something with `total` units of which `page` show from `position` on.
    pub fn new(axis: Axis, position: usize, total: usize, page: usize) -> Self {
        let range = total.saturating_sub(page);
        Self { axis, position: position.min(range), range, page: page.max(1) }
    }

    /// The cell of the thumb on a bar of `length` cells, arrows included; `None` where there is nothing to scroll or no
    /// room for a thumb.
    pub fn thumb(&self, length: i32) -> Option<i32> {
        let travel = u128::try_from(length - 3).ok()?;
        let (position, range) = (self.position as u128, self.range as u128);
        (range > 0).then(|| ((position.min(range) * travel + range / 2) / range) as i32 + 1)
    }

    /// The position that a thumb dragged to `cell` of `length` stands for: the inverse of [`ScrollBar::thumb`].
    pub fn position_at(&self, cell: i32, length: i32) -> usize {
        let travel = (length - 3).max(0) as u128;
        if travel == 0 {
            return self.position;
        }
        let step = (cell - 1).clamp(0, length - 3) as u128;
        ((step * self.range as u128 + travel / 2) / travel) as usize
    }

    /// The position after a click on that part: arrows one unit, pages one page.
    pub fn clicked(&self, part: BarPart) -> usize {
        let moved = match part {
            BarPart::Less => self.position.saturating_sub(1),
            BarPart::PageLess => self.position.saturating_sub(self.page),
            BarPart::Thumb => self.position,
            BarPart::PageMore => self.position.saturating_add(self.page),
            BarPart::More => self.position.saturating_add(1),
        };
        moved.min(self.range)
    }

    /// Paints a window's bar over its frame.
    pub fn paint(&self, canvas: &mut Canvas<'_>, rect: Rect, theme: &Theme, color: WindowColor) {
        let axis = self.axis;
        self.paint_parts(canvas, rect, theme.attr(Role::ScrollBar(color)), |bar| Part::of_bar(axis, bar));
    }

    /// Paints a bar whose cells are told apart by `part`.
    pub fn paint_parts(&self, canvas: &mut Canvas<'_>, rect: Rect, attr: Attr, part: impl Fn(BarPart) -> Part) {
        let length = match self.axis {
            Axis::Vertical => rect.height,
            Axis::Horizontal => rect.width,
        };
        let thumb = self.thumb(length);
        for cell in 0..length {
            let (at, glyph) = (bar_part(cell, length, thumb), self.glyph(cell, length, thumb));
            canvas.set_part(part(at).to_u16());
            let point = match self.axis {
                Axis::Vertical => Point::new(rect.x, rect.y + cell),
                Axis::Horizontal => Point::new(rect.x + cell, rect.y),
            };
            canvas.fill(Rect::new(point.x, point.y, 1, 1), glyph, attr);
        }
    }

    fn glyph(&self, cell: i32, length: i32, thumb: Option<i32>) -> char {
        let (less, more) = match self.axis {
            Axis::Vertical => ('▲', '▼'),
            Axis::Horizontal => ('◄', '►'),
        };
        match bar_part(cell, length, thumb) {
            BarPart::Less => less,
            BarPart::More => more,
            BarPart::Thumb => '■',
            _ if self.range == 0 => '▓',
            _ => '▒',
        }
    }
}

fn bar_part(cell: i32, length: i32, thumb: Option<i32>) -> BarPart {
    match thumb {
        _ if cell == 0 => BarPart::Less,
        _ if cell == length - 1 => BarPart::More,
        Some(thumb) if cell < thumb => BarPart::PageLess,
        Some(thumb) if cell == thumb => BarPart::Thumb,
        _ => BarPart::PageMore,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_thumb_reaches_both_ends_and_never_the_arrows() {
        let bar = |position| ScrollBar { axis: Axis::Vertical, position, range: 1_000_000_000, page: 20 };
        assert_eq!(bar(0).thumb(10), Some(1));
        assert_eq!(bar(500_000_000).thumb(10), Some(5));
        assert_eq!(bar(1_000_000_000).thumb(10), Some(8));
        assert_eq!(bar(usize::MAX).thumb(10), Some(8));
        assert_eq!(bar(7).thumb(3), Some(1));
        assert_eq!(bar(7).thumb(2), None);
        assert_eq!(ScrollBar::new(Axis::Vertical, 5, 10, 10).thumb(10), None);
    }

    #[test]
    fn a_dragged_thumb_lands_where_it_is_shown() {
        for range in [1, 2, 7, 100, 12_345] {
            for length in [4, 5, 17, 60] {
                let mut bar = ScrollBar { axis: Axis::Horizontal, position: 0, range, page: 3 };
                assert_eq!(bar.position_at(1, length), 0);
                assert_eq!(bar.position_at(length - 2, length), range);
                assert_eq!(bar.position_at(-9, length), 0);
                assert_eq!(bar.position_at(length + 9, length), range);
                if range >= length as usize {
                    for cell in 1..length - 1 {
                        bar.position = bar.position_at(cell, length);
                        assert_eq!(bar.thumb(length), Some(cell), "range {range}, length {length}");
                    }
                }
            }
        }
    }

    #[test]
    fn clicks_go_by_units_and_pages_within_the_range() {
        let bar = ScrollBar::new(Axis::Vertical, 5, 100, 20);
        assert_eq!(bar.range, 80);
        assert_eq!(BarPart::ALL.map(|part| bar.clicked(part)), [4, 0, 5, 25, 6]);
        let end = ScrollBar::new(Axis::Vertical, 80, 100, 20);
        assert_eq!((end.clicked(BarPart::PageMore), end.clicked(BarPart::More)), (80, 80));
    }
}
