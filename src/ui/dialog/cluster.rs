//! Clusters of check boxes and radio buttons (`look.md` section 5).

use serde::{Deserialize, Serialize};

use super::{Look, Reaction};
use crate::base::{Key, KeyName, Mouse, MouseAction, Point, Rect};
use crate::grid::{Canvas, Cursor, CursorShape};
use crate::ui::markup;
use crate::ui::part::Part;
use crate::ui::theme::{Role, Theme};

/// Which items are marked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Marks {
    /// Any of them.
    Checks(Vec<bool>),
    /// One of them.
    Radio(usize),
}

/// The state of a cluster: one item a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cluster {
    /// With mnemonic letters between tildes.
    captions: Vec<String>,
    disabled: Vec<bool>,
    marks: Marks,
    cursor: usize,
}

impl Cluster {
    /// Check boxes: captions, and which are checked.
    pub fn checks(items: &[(&str, bool)]) -> Self {
        let captions: Vec<&str> = items.iter().map(|(caption, _)| *caption).collect();
        Self::new(&captions, Marks::Checks(items.iter().map(|(_, checked)| *checked).collect()), 0)
    }

    /// Radio buttons, and which one is chosen.
    pub fn radio(captions: &[&str], chosen: usize) -> Self {
        let chosen = chosen.min(captions.len().saturating_sub(1));
        Self::new(captions, Marks::Radio(chosen), chosen)
    }

    fn new(captions: &[&str], marks: Marks, cursor: usize) -> Self {
        let disabled = vec![false; captions.len()];
        Self { captions: captions.iter().map(|c| (*c).to_owned()).collect(), disabled, marks, cursor }
    }

    /// With an item that cannot be marked now.
    pub fn with_disabled(mut self, index: usize) -> Self {
        if let Some(disabled) = self.disabled.get_mut(index) {
            *disabled = true;
        }
        self
    }

    /// Whether an item is marked.
    pub fn is_marked(&self, index: usize) -> bool {
        match &self.marks {
            Marks::Checks(checks) => checks.get(index).copied().unwrap_or(false),
            Marks::Radio(chosen) => *chosen == index,
        }
    }

    /// The chosen radio button; `None` for check boxes.
    pub fn chosen(&self) -> Option<usize> {
        match self.marks {
            Marks::Checks(_) => None,
            Marks::Radio(chosen) => Some(chosen),
        }
    }

    pub(super) fn captions(&self) -> &[String] {
        &self.captions
    }

    /// The widest caption with its mark, in cells.
    pub(super) fn width(&self) -> i32 {
        self.captions.iter().map(|caption| markup::width(caption)).max().unwrap_or(0) + 6
    }

    /// Toggles a check box or chooses a radio button, and puts the cursor there.
    pub(super) fn mark(&mut self, index: usize) -> Reaction {
        if self.disabled.get(index) != Some(&false) {
            return Reaction::Handled;
        }
        self.cursor = index;
        match &mut self.marks {
            Marks::Checks(checks) => checks[index] = !checks[index],
            Marks::Radio(chosen) if *chosen == index => return Reaction::Handled,
            Marks::Radio(chosen) => *chosen = index,
        }
        Reaction::Changed
    }

    /// The next enabled item from the cursor, going round.
    fn beside(&self, forward: bool) -> usize {
        let count = self.captions.len();
        let step = if forward { 1 } else { count - 1 };
        let mut order = (1..=count).map(|i| (self.cursor + i * step) % count);
        order.find(|i| !self.disabled[*i]).unwrap_or(self.cursor)
    }

    /// Takes a key: arrows move the cursor and, in radio buttons, the mark; Space toggles.
    pub(super) fn key(&mut self, key: Key) -> Reaction {
        if key.mods.alt || key.mods.ctrl || self.captions.is_empty() {
            return Reaction::Ignored;
        }
        match key.name {
            KeyName::ArrowUp | KeyName::ArrowLeft => self.cursor = self.beside(false),
            KeyName::ArrowDown | KeyName::ArrowRight => self.cursor = self.beside(true),
            KeyName::Char(' ') => return self.mark(self.cursor),
            _ => return Reaction::Ignored,
        }
        match self.marks {
            Marks::Checks(_) => Reaction::Handled,
            Marks::Radio(_) => self.mark(self.cursor),
        }
    }

    /// Takes a press on a row.
    pub(super) fn mouse(&mut self, row: usize, mouse: Mouse) -> Reaction {
        if mouse.action == MouseAction::Down { self.mark(row) } else { Reaction::Handled }
    }

    /// Paints the cluster on a canvas of its size.
    pub(super) fn paint(&self, canvas: &mut Canvas<'_>, n: u8, look: Look, theme: &Theme) {
        let width = canvas.size().width;
        for (i, caption) in self.captions.iter().enumerate() {
            let (y, focused) = (i as i32, look.focused && i == self.cursor);
            let (text, marked) = match (look.enabled && !self.disabled[i], focused) {
                (false, _) => (Role::ClusterDisabled, Role::ClusterDisabled),
                (true, true) => (Role::ClusterFocused, Role::ClusterFocusedMnemonic),
                (true, false) => (Role::Cluster, Role::ClusterMnemonic),
            };
            let (text, marked) = (theme.attr(text), theme.attr(marked));
            canvas.set_part(Part::ControlRow(n, i as u8).to_u16());
            canvas.fill(Rect::new(0, y, width, 1), ' ', text);
            canvas.text(Point::new(1, y), self.sign(i), text);
            markup::paint(&mut canvas.within(Rect::new(5, y, width - 5, 1)), Point::new(0, 0), caption, text, marked);
            if focused {
                let at = canvas.on_scene(Point::new(2, y));
                canvas.scene().cursor = at.map(|at| Cursor { at, shape: CursorShape::Underline });
            }
        }
    }

    fn sign(&self, index: usize) -> &'static str {
        match (&self.marks, self.is_marked(index)) {
            (Marks::Checks(_), true) => "[X]",
            (Marks::Checks(_), false) => "[ ]",
            (Marks::Radio(_), true) => "(•)",
            (Marks::Radio(_), false) => "( )",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(cluster: &mut Cluster, key: &str) -> Reaction {
        cluster.key(key.parse().unwrap())
    }

    #[test]
    fn space_toggles_a_check_box_and_arrows_only_move() {
        let mut checks = Cluster::checks(&[("~C~ase", true), ("~W~ords", false)]);
        assert_eq!(press(&mut checks, "ArrowDown"), Reaction::Handled);
        assert_eq!(press(&mut checks, "Space"), Reaction::Changed);
        assert_eq!((checks.is_marked(0), checks.is_marked(1), checks.is_marked(2)), (true, true, false));
        press(&mut checks, "ArrowDown");
        press(&mut checks, "Space");
        assert!(!checks.is_marked(0));
        assert_eq!(press(&mut checks, "x"), Reaction::Ignored);
        assert_eq!(checks.chosen(), None);
    }

    #[test]
    fn arrows_move_the_mark_of_radio_buttons_past_disabled_ones() {
        let mut radio = Cluster::radio(&["a", "b", "c"], 0).with_disabled(1);
        assert_eq!(press(&mut radio, "ArrowDown"), Reaction::Changed);
        assert_eq!(radio.chosen(), Some(2));
        press(&mut radio, "ArrowDown");
        assert_eq!(radio.chosen(), Some(0));
        assert_eq!(radio.mark(1), Reaction::Handled);
        assert_eq!(radio.mark(7), Reaction::Handled);
        assert_eq!(radio.chosen(), Some(0));
        assert_eq!(Cluster::radio(&[], 3).key("ArrowDown".parse().unwrap()), Reaction::Ignored);
    }
}
