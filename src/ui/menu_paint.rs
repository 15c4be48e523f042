//! How menus look: the bar, and open boxes with their shadows (`look.md` section 4).

use super::frame;
use super::markup;
use super::menu::{Menu, MenuBar, MenuItem, MenuState, OpenBox, visible_rows};
use super::part::Part;
use super::theme::{Role, Theme};
use crate::base::{Point, Rect, Size};
use crate::grid::{Attr, Canvas, text_width};

/// A box is never narrower.
const MIN_BOX: i32 = 10;

/// The colours of a row: text and mnemonic.
fn row_attrs(theme: &Theme, selected: bool, enabled: bool) -> (Attr, Attr) {
    let (text, marked) = match (selected, enabled) {
        (false, true) => (Role::Menu, Role::MenuMnemonic),
        (true, true) => (Role::MenuSelected, Role::MenuSelectedMnemonic),
        (false, false) => (Role::MenuDisabled, Role::MenuDisabled),
        (true, false) => (Role::MenuSelectedDisabled, Role::MenuSelectedDisabled),
    };
    (theme.attr(text), theme.attr(marked))
}

/// Where titles stand on a bar of that width, blanks included: index and column of each one that shows. A bar too
/// narrow for all begins with the first one that lets the `focus`ed title show.
fn titles(bar: &MenuBar, width: i32, focus: usize) -> Vec<(usize, i32)> {
    let widths: Vec<i32> = bar.menus.iter().map(|menu| markup::width(&menu.title) + 2).collect();
    let fits = |first: usize| 1 + widths[first..].iter().take(focus + 1 - first).sum::<i32>() < width;
    let focus = focus.min(widths.len().saturating_sub(1));
    let first =
        if widths.iter().sum::<i32>() < width { 0 } else { (0..=focus).find(|first| fits(*first)).unwrap_or(focus) };
    let mut x = 1;
    let mut shown = Vec::new();
    for (i, title_width) in widths.iter().enumerate().skip(first) {
        if x + title_width > width && i != focus {
            break;
        }
        shown.push((i, x));
        x += title_width;
    }
    shown
}

/// Paints the bar into a row of the screen. Titles that do not fit are behind an arrow at that end, which opens the
/// next one.
pub fn paint_bar(canvas: &mut Canvas<'_>, rect: Rect, bar: &MenuBar, state: Option<&MenuState>, theme: &Theme) {
    let mut canvas = canvas.within(rect);
    let (text, marked) = row_attrs(theme, false, true);
    canvas.set_part(Part::MenuFrame.to_u16());
    canvas.fill(Rect::new(0, 0, rect.width, 1), ' ', text);
    let selected = state.map(MenuState::title);
    let shown = titles(bar, rect.width, selected.unwrap_or(0));
    for &(i, x) in &shown {
        let (text, marked) = if selected == Some(i) { row_attrs(theme, true, true) } else { (text, marked) };
        canvas.set_part(Part::MenuTitle(i as u8).to_u16());
        let mut at = x + canvas.text(Point::new(x, 0), " ", text);
        at += markup::paint(&mut canvas, Point::new(at, 0), &bar.menus[i].title, text, marked);
        canvas.text(Point::new(at, 0), " ", text);
    }
    let (first, last) = (shown.first().map_or(0, |(i, _)| *i), shown.last().map_or(0, |(i, _)| *i));
    if first > 0 {
        canvas.set_part(Part::MenuTitle(first as u8 - 1).to_u16());
        canvas.text(Point::new(0, 0), "◄", text);
    }
    if last + 1 < bar.menus.len() {
        canvas.set_part(Part::MenuTitle(last as u8 + 1).to_u16());
        canvas.text(Point::new(rect.width - 1, 0), "►", text);
    }
}

/// Paints the open boxes over the screen, each with its shadow. `canvas` is the whole screen, the bar its first row.
pub fn paint_boxes(canvas: &mut Canvas<'_>, bar: &MenuBar, state: &MenuState, theme: &Theme) {
    let screen = canvas.size();
    let column = titles(bar, screen.width, state.title()).iter().find(|(i, _)| *i == state.title()).map(|(_, x)| *x);
    let mut at = Point::new(column.unwrap_or(1) - 1, 1);
    for (level, (menu, open)) in state.menus(bar).into_iter().zip(state.boxes()).enumerate() {
        let rect = box_rect(menu, at, screen);
        let first = open.top.min(menu.items.len() - (rect.height - 2) as usize);
        paint_box(canvas, rect, level as u8, menu, OpenBox { row: open.row, top: first }, theme);
        frame::shadow(canvas, rect, theme);
        let row = open.row.unwrap_or(first).saturating_sub(first) as i32;
        at = Point::new(rect.x + rect.width / 2, rect.y + 2 + row);
    }
}

/// The cells of a box, the blank column at each side included, moved so that it is on the screen.
fn box_rect(menu: &Menu, at: Point, screen: Size) -> Rect {
    let width = menu.items.iter().map(item_width).max().unwrap_or(0).clamp(MIN_BOX, screen.width.max(MIN_BOX));
    let height = visible_rows(menu.items.len(), screen) as i32 + 2;
    let x = at.x.min(screen.width - width).max(0);
    let y = at.y.min(screen.height - 1 - height).max(1);
    Rect::new(x, y, width, height)
}

fn item_width(item: &MenuItem) -> i32 {
    let extra = match item {
        MenuItem::Entry(entry) if !entry.shortcut.is_empty() => text_width(&entry.shortcut) + 2,
        MenuItem::Submenu(_) => 3,
        _ => 0,
    };
    markup::width(item.caption()) + 6 + extra
}

fn paint_box(canvas: &mut Canvas<'_>, rect: Rect, level: u8, menu: &Menu, open: OpenBox, theme: &Theme) {
    let mut canvas = canvas.within(rect);
    let (width, rows) = (rect.width, (rect.height - 2) as usize);
    let (plain, _) = row_attrs(theme, false, true);
    let line = "─".repeat((width - 4).max(0) as usize);
    canvas.set_part(Part::MenuFrame.to_u16());
    canvas.text(Point::new(0, 0), &format!(" ┌{line}┐ "), plain);
    canvas.text(Point::new(0, rect.height - 1), &format!(" └{line}┘ "), plain);
    if open.top > 0 {
        canvas.text(Point::new(width - 3, 0), "▲", plain);
    }
    if open.top + rows < menu.items.len() {
        canvas.text(Point::new(width - 3, rect.height - 1), "▼", plain);
    }
    for (y, (i, item)) in menu.items.iter().enumerate().skip(open.top).take(rows).enumerate() {
        let y = y as i32 + 1;
        canvas.set_part(Part::MenuItem(level, i as u8).to_u16());
        if matches!(item, MenuItem::Separator) {
            canvas.text(Point::new(0, y), &format!(" ├{line}┤ "), plain);
            continue;
        }
        canvas.text(Point::new(0, y), " │", plain);
        canvas.text(Point::new(width - 2, y), "│ ", plain);
        paint_item(&mut canvas.within(Rect::new(2, y, width - 4, 1)), item, open.row == Some(i), theme);
    }
}

/// Paints what is between the frames of a box.
fn paint_item(canvas: &mut Canvas<'_>, item: &MenuItem, selected: bool, theme: &Theme) {
    let width = canvas.size().width;
    let enabled = !matches!(item, MenuItem::Entry(entry) if entry.enabled.is_err());
    let (text, marked) = row_attrs(theme, selected, enabled);
    canvas.fill(Rect::new(0, 0, width, 1), ' ', text);
    let used = markup::paint(canvas, Point::new(1, 0), item.caption(), text, marked);
    match item {
        MenuItem::Entry(entry) => {
            let at = width - 1 - text_width(&entry.shortcut);
            if at > used + 1 {
                canvas.text(Point::new(at, 0), &entry.shortcut, text);
            }
        }
        MenuItem::Submenu(_) => {
            canvas.text(Point::new(width - 2, 0), "►", text);
        }
        MenuItem::Separator => {}
    }
}
