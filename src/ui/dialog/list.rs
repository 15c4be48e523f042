//! A list: items in one or more columns, one of them current, with a scroll bar (`look.md` section 5).

use serde::{Deserialize, Serialize};

use super::{Look, Reaction};
use crate::base::{Key, KeyName, Mouse, MouseAction, Point, Rect, Size};
use crate::grid::Canvas;
use crate::ui::markup;
use crate::ui::part::Part;
use crate::ui::scrollbar::{Axis, BarPart, ScrollBar};
use crate::ui::theme::{Role, Theme, WindowColor};

/// How many items the wheel goes by.
const WHEEL: isize = 3;

/// The state of a list. Columns fill downwards; the scroll bar is in the last column of the control.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct List {
    items: Vec<String>,
    current: usize,
    top: usize,
    columns: u8,
    /// What was typed to find an item by its start.
    typed: String,
}

impl List {
    /// A list in so many columns, at least one, the first item current.
    pub fn new(items: Vec<String>, columns: u8) -> Self {
        Self { items, columns: columns.max(1), ..Self::default() }
    }

    /// The items.
    pub fn items(&self) -> &[String] {
        &self.items
    }

    /// The index of the current item; `None` in an empty list.
    pub fn current(&self) -> Option<usize> {
        (!self.items.is_empty()).then_some(self.current)
    }

    /// Exchanges the items; the first one becomes current.
    pub fn set_items(&mut self, items: Vec<String>) {
        *self = Self::new(items, self.columns);
    }

    /// Makes an item current, the last one when there are fewer.
    pub fn select(&mut self, index: usize, size: Size) {
        self.typed.clear();
        self.move_to(index, size);
    }

    fn move_to(&mut self, index: usize, size: Size) -> Reaction {
        let before = self.current;
        self.current = index.min(self.items.len().saturating_sub(1));
        self.reveal(size);
        if self.current == before { Reaction::Handled } else { Reaction::Changed }
    }

    /// Scrolls so that the current item shows.
    pub(super) fn reveal(&mut self, size: Size) {
        let first = (self.current + 1).saturating_sub(self.page(size));
        self.top = self.top.clamp(first, self.current);
    }

    fn move_by(&mut self, by: isize, size: Size) -> Reaction {
        self.move_to(self.current.saturating_add_signed(by), size)
    }

    fn columns(&self) -> usize {
        usize::from(self.columns.max(1))
    }

    fn rows(size: Size) -> usize {
        size.height.max(1) as usize
    }

    fn page(&self, size: Size) -> usize {
        Self::rows(size) * self.columns()
    }

    /// Takes a key; `size` is that of the control.
    pub(super) fn key(&mut self, key: Key, size: Size) -> Reaction {
        if key.mods.alt || key.mods.ctrl || self.items.is_empty() {
            return Reaction::Ignored;
        }
        if let Some(c) = key.typed() {
            return self.type_ahead(c, size);
        }
        if key.name == KeyName::Backspace {
            self.typed.pop();
            return Reaction::Handled;
        }
        let (rows, page) = (Self::rows(size) as isize, self.page(size) as isize);
        let moved = match key.name {
            KeyName::ArrowUp => self.move_by(-1, size),
            KeyName::ArrowDown => self.move_by(1, size),
            KeyName::ArrowLeft if self.columns > 1 => self.move_by(-rows, size),
            KeyName::ArrowRight if self.columns > 1 => self.move_by(rows, size),
            KeyName::PageUp => self.move_by(-page, size),
            KeyName::PageDown => self.move_by(page, size),
            KeyName::Home => self.move_to(0, size),
            KeyName::End => self.move_to(usize::MAX, size),
            _ => return Reaction::Ignored,
        };
        self.typed.clear();
        moved
    }

    /// The next item, from the current one on, that starts with what was typed, in either case. A letter that leads
    /// nowhere is taken as the start of a new search.
    fn type_ahead(&mut self, c: char, size: Size) -> Reaction {
        let typed = format!("{}{}", self.typed, c.to_lowercase());
        for prefix in [typed, c.to_lowercase().to_string()] {
            let from = self.current + usize::from(self.typed.is_empty() || prefix.chars().count() == 1);
            if let Some(found) = self.find(&prefix, from) {
                self.typed = prefix;
                return self.move_to(found, size);
            }
        }
        self.typed.clear();
        Reaction::Handled
    }

    fn find(&self, prefix: &str, from: usize) -> Option<usize> {
        let count = self.items.len();
        (0..count).map(|i| (from + i) % count).find(|i| begins(&self.items[*i], prefix))
    }

    /// Takes the mouse at a cell of the control. A double click accepts.
    pub(super) fn mouse(&mut self, at: Point, mouse: Mouse, size: Size) -> Reaction {
        match mouse.action {
            MouseAction::WheelUp => self.move_by(-WHEEL, size),
            MouseAction::WheelDown => self.move_by(WHEEL, size),
            MouseAction::Down | MouseAction::Move => {
                let Some(index) = self.index_at(at, size) else { return Reaction::Handled };
                self.typed.clear();
                let moved = self.move_to(index, size);
                let twice = mouse.action == MouseAction::Down && mouse.clicks > 1;
                if twice { Reaction::Accept } else { moved }
            }
            MouseAction::Up => Reaction::Handled,
        }
    }

    /// Takes a click on its scroll bar, or its thumb dragged to that row.
    pub(super) fn bar(&mut self, bar: BarPart, row: i32, size: Size) -> Reaction {
        let shown = self.scroll_bar(size);
        let to = if bar == BarPart::Thumb { shown.position_at(row, size.height) } else { shown.clicked(bar) };
        self.typed.clear();
        self.move_to(to, size)
    }

    fn scroll_bar(&self, size: Size) -> ScrollBar {
        let range = self.items.len().saturating_sub(1);
        ScrollBar { axis: Axis::Vertical, position: self.current, range, page: self.page(size) }
    }

    fn column_width(&self, size: Size) -> i32 {
        ((size.width - 1) / i32::from(self.columns.max(1))).max(1)
    }

    fn index_at(&self, at: Point, size: Size) -> Option<usize> {
        let (column, row) = ((at.x / self.column_width(size)).max(0) as usize, at.y.clamp(0, size.height - 1) as usize);
        let index = self.top + column.min(self.columns() - 1) * Self::rows(size) + row;
        (index < self.items.len()).then_some(index)
    }

    /// Paints the list on a canvas of its size. `plain` is the colour of an item that is nothing special.
    pub(super) fn paint(&self, canvas: &mut Canvas<'_>, look: Look, theme: &Theme, plain: Role, part: ListParts) {
        let size = canvas.size();
        let (rows, columns, width) = (Self::rows(size), self.columns(), self.column_width(size));
        for y in 0..size.height {
            canvas.set_part((part.row)(y as u8).to_u16());
            canvas.fill(Rect::new(0, y, size.width - 1, 1), ' ', theme.attr(plain));
            for column in 0..columns {
                let (x, last) = (column as i32 * width, column + 1 == columns);
                let cells = if last { size.width - 1 - x } else { width - 1 };
                if !last {
                    canvas.text(Point::new(x + cells, y), "│", theme.attr(Role::ListDivider));
                }
                let index = self.top + column * rows + y as usize;
                let Some(item) = self.items.get(index) else { continue };
                let role = match (index == self.current, look.focused) {
                    (true, true) => Role::ListFocused,
                    (true, false) => Role::ListMarked,
                    _ => plain,
                };
                canvas.fill(Rect::new(x, y, cells, 1), ' ', theme.attr(role));
                canvas.text(Point::new(x + 1, y), &markup::fitted(item, cells - 2), theme.attr(role));
            }
        }
        let bar = Rect::new(size.width - 1, 0, 1, size.height);
        self.scroll_bar(size).paint_parts(canvas, bar, theme.attr(Role::ScrollBar(WindowColor::Gray)), part.bar);
    }
}

/// Whether an item starts with those lower case characters, in either case.
fn begins(item: &str, prefix: &str) -> bool {
    let mut item = item.chars().flat_map(char::to_lowercase);
    prefix.chars().all(|c| item.next() == Some(c))
}

/// What the cells of a list are parts of.
#[derive(Clone, Copy)]
pub(super) struct ListParts<'a> {
    pub(super) row: &'a dyn Fn(u8) -> Part,
    pub(super) bar: &'a dyn Fn(BarPart) -> Part,
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size::new(20, 4);

    fn list(columns: u8) -> List {
        let items = ["alpha", "apple", "beta", "Bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel"];
        List::new(items.map(str::to_owned).to_vec(), columns)
    }

    fn press(list: &mut List, keys: &[&str]) -> usize {
        for key in keys {
            list.key(key.parse().unwrap(), SIZE);
        }
        list.current
    }

    #[test]
    fn keys_move_the_current_item_and_keep_it_in_view() {
        let mut list = list(1);
        assert_eq!(press(&mut list, &["ArrowDown", "ArrowDown"]), 2);
        assert_eq!((press(&mut list, &["PageDown"]), list.top), (6, 3));
        assert_eq!((press(&mut list, &["End"]), list.top), (9, 6));
        assert_eq!((press(&mut list, &["ArrowDown"]), list.top), (9, 6));
        assert_eq!((press(&mut list, &["Home"]), list.top), (0, 0));
        assert_eq!(list.key("ArrowRight".parse().unwrap(), SIZE), Reaction::Ignored);
        assert_eq!(press(&mut super::tests::list(2), &["ArrowRight", "ArrowDown"]), 5);
    }

    #[test]
    fn typing_finds_by_the_start() {
        let mut list = list(1);
        assert_eq!(press(&mut list, &["b"]), 2);
        assert_eq!(press(&mut list, &["r"]), 3);
        assert_eq!(press(&mut list, &["Z"]), 3);
        assert_eq!(press(&mut list, &["a"]), 0);
        assert_eq!(press(&mut list, &["p"]), 1);
        assert_eq!(press(&mut list, &["ArrowDown", "a"]), 0, "an arrow begins a new search");
    }

    #[test]
    fn the_mouse_selects_accepts_and_scrolls() {
        let mouse =
            |action, clicks| Mouse { action, at: Point::default(), button: 0, clicks, mods: Default::default() };
        let mut list = list(2);
        assert_eq!(list.mouse(Point::new(10, 1), mouse(MouseAction::Down, 1), SIZE), Reaction::Changed);
        assert_eq!(list.current, 5);
        assert_eq!(list.mouse(Point::new(10, 1), mouse(MouseAction::Down, 2), SIZE), Reaction::Accept);
        list.mouse(Point::new(0, 0), mouse(MouseAction::WheelDown, 1), SIZE);
        assert_eq!(list.current, 8);
        assert_eq!(list.bar(BarPart::Less, 0, SIZE), Reaction::Changed);
        assert_eq!(list.current, 7);
        list.bar(BarPart::Thumb, 2, SIZE);
        assert_eq!(list.current, 9);
    }

    #[test]
    fn an_empty_list_has_no_current_item() {
        let mut list = List::new(Vec::new(), 1);
        assert_eq!(list.current(), None);
        assert_eq!(list.key("ArrowDown".parse().unwrap(), SIZE), Reaction::Ignored);
        list.set_items(vec!["x".to_owned()]);
        assert_eq!(list.current(), Some(0));
    }
}
