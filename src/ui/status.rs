//! The status line: keys that work now, each clickable, and a hint (`look.md` section 4).

use super::markup;
use super::part::Part;
use super::theme::{Role, Theme};
use crate::base::{Mouse, MouseAction, Point, Rect};
use crate::grid::{Canvas, text_width};

/// A key and what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusItem {
    /// The key as it is shown: `F2`.
    pub key: String,
    pub caption: String,
    pub enabled: bool,
    /// The owner's number for what it runs.
    pub tag: usize,
}

/// What the line shows. At most 256 items can be clicked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatusLine {
    pub items: Vec<StatusItem>,
    /// Behind `│`; empty for none.
    pub hint: String,
    /// The item that the mouse holds down.
    pub pressed: Option<u8>,
}

impl StatusItem {
    fn width(&self) -> i32 {
        text_width(&self.key) + text_width(&self.caption) + 3
    }
}

impl StatusLine {
    /// Takes what the mouse did while it was over that part, or had gone down over the line; answers the tag of an
    /// enabled item on which the button went down and up.
    pub fn mouse(&mut self, part: Option<Part>, mouse: Mouse) -> Option<usize> {
        let over = match part {
            Some(Part::StatusItem(n)) => Some(n),
            _ => None,
        };
        match mouse.action {
            MouseAction::Down => self.pressed = over,
            MouseAction::Up => {
                let item = self.items.get(usize::from(self.pressed.take()?))?;
                let released_on = self.items.get(usize::from(over?))?;
                return (item == released_on && item.enabled).then_some(item.tag);
            }
            _ => {}
        }
        None
    }

    /// How many items show in that width. Where not everything fits, the hint keeps what it needs, and the last items go
    /// first: keys can be looked up, what just happened cannot.
    fn shown_items(&self, width: i32) -> usize {
        let hint = if self.hint.is_empty() { 0 } else { text_width(&self.hint) + 2 };
        let mut used = 0;
        self.items
            .iter()
            .take_while(|item| {
                used += item.width();
                used + hint <= width
            })
            .count()
    }

    /// Paints the line into a row of the screen.
    pub fn paint(&self, canvas: &mut Canvas<'_>, rect: Rect, theme: &Theme) {
        let mut canvas = canvas.within(rect);
        let plain = theme.attr(Role::Menu);
        canvas.set_part(Part::MenuFrame.to_u16());
        canvas.fill(Rect::new(0, 0, rect.width, 1), ' ', plain);
        let mut x = 0;
        for (i, item) in self.items.iter().enumerate().take(self.shown_items(rect.width)) {
            let (text, key) = match (u8::try_from(i).ok() == self.pressed, item.enabled) {
                (false, true) => (Role::Menu, Role::MenuMnemonic),
                (true, true) => (Role::MenuSelected, Role::MenuSelectedMnemonic),
                (false, false) => (Role::MenuDisabled, Role::MenuDisabled),
                (true, false) => (Role::MenuSelectedDisabled, Role::MenuSelectedDisabled),
            };
            canvas.set_part(u8::try_from(i).map_or(Part::MenuFrame, Part::StatusItem).to_u16());
            let (text, key) = (theme.attr(text), theme.attr(key));
            for (piece, attr) in [(" ", text), (&item.key, key), (" ", text), (&item.caption, text), (" ", text)] {
                x += canvas.text(Point::new(x, 0), piece, attr);
            }
        }
        if !self.hint.is_empty() {
            canvas.set_part(Part::MenuFrame.to_u16());
            let hint = markup::fitted(&self.hint, rect.width - x - 2);
            canvas.text(Point::new(x, 0), &format!("│ {hint}"), plain);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Mods;

    fn line() -> StatusLine {
        let item = |key: &str, caption: &str, tag| StatusItem {
            key: key.to_owned(),
            caption: caption.to_owned(),
            enabled: tag != 3,
            tag,
        };
        StatusLine {
            items: vec![item("F1", "Help", 1), item("F2", "Save", 2), item("F3", "Open", 3)],
            ..StatusLine::default()
        }
    }

    fn mouse(action: MouseAction) -> Mouse {
        Mouse { action, at: Point::new(0, 0), button: 0, clicks: 1, mods: Mods::NONE }
    }

    #[test]
    fn a_click_runs_what_was_pressed_and_released() {
        let mut line = line();
        assert_eq!(line.mouse(Some(Part::StatusItem(1)), mouse(MouseAction::Down)), None);
        assert_eq!(line.pressed, Some(1));
        assert_eq!(line.mouse(Some(Part::StatusItem(1)), mouse(MouseAction::Up)), Some(2));
        assert_eq!(line.pressed, None);
        line.mouse(Some(Part::StatusItem(1)), mouse(MouseAction::Down));
        assert_eq!(line.mouse(Some(Part::StatusItem(0)), mouse(MouseAction::Up)), None);
        line.mouse(Some(Part::StatusItem(2)), mouse(MouseAction::Down));
        assert_eq!(line.mouse(Some(Part::StatusItem(2)), mouse(MouseAction::Up)), None, "disabled");
        assert_eq!(line.mouse(Some(Part::StatusItem(0)), mouse(MouseAction::Up)), None, "never pressed");
        line.mouse(Some(Part::StatusItem(9)), mouse(MouseAction::Down));
        assert_eq!(line.mouse(Some(Part::StatusItem(9)), mouse(MouseAction::Up)), None, "no such item");
    }

    #[test]
    fn items_give_way_to_the_hint() {
        let mut line = line();
        assert_eq!((line.shown_items(80), line.shown_items(27), line.shown_items(26)), (3, 3, 2));
        line.hint = "short".to_owned();
        assert_eq!((line.shown_items(34), line.shown_items(33)), (3, 2));
        line.hint = "long ".repeat(40);
        assert_eq!((line.shown_items(250), line.shown_items(80)), (3, 0));
    }
}
