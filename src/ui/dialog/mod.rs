//! Dialogs: controls, which of them has the focus, and what keys and mouse do to them (`look.md` sections 5 and 9).
//!
//! A [`Dialog`] is plain data that its owner keeps and sends about; it answers each event with a [`Response`] that says
//! what changed by the control's name. [`form::Form`] lays one out for a screen. The clipboard, what a button does, and
//! where the dialog stands are the owner's.

mod button;
mod caption;
mod cluster;
pub mod form;
mod history;
mod input;
mod list;
mod message;
mod paint;
mod pointer;

use serde::{Deserialize, Serialize};

pub use button::{Button, ButtonKind};
pub use caption::Label;
pub use cluster::Cluster;
pub use input::Input;
pub use list::List;
pub use message::message;

use super::markup;
use super::part::Part;
use crate::base::{Key, KeyName, Rect, Size};
use history::{HistoryList, HistoryResult};

/// A dialog and everything that was done to it so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dialog {
    pub title: String,
    size: Size,
    controls: Vec<Control>,
    /// The control that has the keys.
    focus: Option<usize>,
    /// What the mouse holds down.
    press: Option<Press>,
    /// The button that was pressed by a key and is still shown down.
    down: Option<usize>,
    history: Option<HistoryList>,
    /// How many rows of the controls are hidden above, where the screen is too low for all of them.
    scroll: i32,
}

/// A control in its place. Names are unique in a dialog; a control without one cannot be read or changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Control {
    pub name: String,
    /// Counted from the dialog's top left cell, its frame included.
    pub rect: Rect,
    pub enabled: bool,
    pub kind: Kind,
}

/// What a control is, with its state.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// Text, wrapped.
    Static(String),
    Label(Label),
    Input(Input),
    Cluster(Cluster),
    List(List),
    Button(Button),
    /// Lines of information, as below a list of files.
    Info(String),
}

/// What a key, a paste or the mouse did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Response {
    /// It means nothing to the dialog.
    Ignored,
    /// It was for the dialog, and no value changed.
    Handled,
    /// The value of the control of that name changed.
    Changed(String),
    /// The button of that name was pressed (or the only control accepted, where there is no button).
    Accepted(String),
    /// Esc, the close box or a cancelling button.
    Cancelled,
    /// This is to go to the clipboard.
    Copy(String),
    /// This is to go to the clipboard, and was taken out of the focused input line.
    Cut(String),
    /// The clipboard is to be given to [`Dialog::paste`].
    WantsPaste,
}

/// How a control answers an event.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Reaction {
    Ignored,
    Handled,
    Changed,
    /// As if Enter had been pressed.
    Accept,
    Copy(String),
    Cut(String),
    WantsPaste,
}

/// How a control is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Look {
    focused: bool,
    enabled: bool,
}

/// Something held down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Press {
    part: Part,
    /// Whether the mouse is still over it: released elsewhere, nothing happens.
    inside: bool,
}

impl Control {
    fn can_focus(&self) -> bool {
        self.enabled && !matches!(self.kind, Kind::Static(_) | Kind::Label(_) | Kind::Info(_))
    }
}

impl Dialog {
    /// A dialog of that outer size; the first control that can have the focus has it. At most 128 controls.
    pub fn new(title: &str, size: Size, controls: Vec<Control>) -> Self {
        let mut dialog = Self {
            title: title.to_owned(),
            size,
            controls,
            focus: None,
            press: None,
            down: None,
            history: None,
            scroll: 0,
        };
        dialog.controls.truncate(128);
        dialog.move_focus(true);
        dialog.scroll = 0;
        dialog
    }

    /// The same dialog laid out anew, for a screen of another size: `self` is the new layout; values, focus and what is
    /// enabled come from the controls of the same names in `old`.
    pub fn with_state_of(mut self, old: &Dialog) -> Self {
        for control in &mut self.controls {
            let Some(before) = old.index(&control.name).map(|i| &old.controls[i]) else { continue };
            if std::mem::discriminant(&before.kind) != std::mem::discriminant(&control.kind) {
                continue;
            }
            (control.enabled, control.kind) = (before.enabled, before.kind.clone());
            match &mut control.kind {
                Kind::Input(input) => input.reveal(control.rect.width),
                Kind::List(list) => list.reveal(control.rect.size()),
                _ => {}
            }
        }
        self.focus = old.focused().and_then(|name| self.index(name)).or(self.focus);
        if let Some(i) = self.focus {
            self.scroll_to(self.controls[i].rect);
        }
        self
    }

    /// Its outer size, frame included, shadow not.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Where it opens: in the middle of that area.
    pub fn placed(&self, area: Rect) -> Rect {
        area.center(self.size)
    }

    /// Its controls, in the order of Tab.
    pub fn controls(&self) -> &[Control] {
        &self.controls
    }

    fn index(&self, name: &str) -> Option<usize> {
        self.controls.iter().position(|control| control.name == name && !name.is_empty())
    }

    fn kind(&self, name: &str) -> Option<&Kind> {
        self.index(name).map(|i| &self.controls[i].kind)
    }

    fn control_mut(&mut self, name: &str) -> Option<&mut Control> {
        let i = self.index(name)?;
        self.controls.get_mut(i)
    }

    /// The text of an input line; empty where there is none of that name.
    pub fn text(&self, name: &str) -> &str {
        match self.kind(name) {
            Some(Kind::Input(input)) => input.text(),
            _ => "",
        }
    }

    /// Whether an item of a cluster is marked.
    pub fn checked(&self, name: &str, item: usize) -> bool {
        matches!(self.kind(name), Some(Kind::Cluster(cluster)) if cluster.is_marked(item))
    }

    /// Which radio button is chosen.
    pub fn chosen(&self, name: &str) -> Option<usize> {
        match self.kind(name) {
            Some(Kind::Cluster(cluster)) => cluster.chosen(),
            _ => None,
        }
    }

    /// The index of the current item of a list.
    pub fn selected(&self, name: &str) -> Option<usize> {
        match self.kind(name) {
            Some(Kind::List(list)) => list.current(),
            _ => None,
        }
    }

    /// The name of the control that has the focus.
    pub fn focused(&self) -> Option<&str> {
        self.focus.map(|i| self.controls[i].name.as_str())
    }

    /// Exchanges the text of an input line, a static text or an information, whichever has that name.
    pub fn set_text(&mut self, name: &str, text: &str) {
        let Some(control) = self.control_mut(name) else { return };
        let width = control.rect.width;
        match &mut control.kind {
            Kind::Input(input) => {
                input.set_text(text);
                input.reveal(width);
            }
            Kind::Static(shown) | Kind::Info(shown) => *shown = text.to_owned(),
            _ => {}
        }
    }

    /// Exchanges the items of a list.
    pub fn set_items(&mut self, name: &str, items: Vec<String>) {
        if let Some(Control { kind: Kind::List(list), .. }) = self.control_mut(name) {
            list.set_items(items);
        }
    }

    /// Makes an item of a list current.
    pub fn select(&mut self, name: &str, item: usize) {
        if let Some(Control { kind: Kind::List(list), rect, .. }) = self.control_mut(name) {
            list.select(item, rect.size());
        }
    }

    /// Enables or disables a control. One that loses the focus by it passes it on.
    pub fn set_enabled(&mut self, name: &str, enabled: bool) {
        let Some(i) = self.index(name) else { return };
        self.controls[i].enabled = enabled;
        if !enabled && self.focus == Some(i) {
            self.move_focus(true);
        }
    }

    /// Gives the focus to a control that can have it.
    pub fn set_focus(&mut self, name: &str) {
        if let Some(i) = self.index(name) {
            self.focus_on(i);
        }
    }

    /// Lets a button that a key pressed come up again. `look.md` shows it down for 100 ms; an owner without a clock
    /// calls this at once.
    pub fn release(&mut self) {
        self.down = None;
    }

    fn focus_on(&mut self, i: usize) {
        let control = &mut self.controls[i];
        if !control.can_focus() {
            return;
        }
        let rect = control.rect;
        if self.focus != Some(i)
            && let Kind::Input(input) = &mut control.kind
        {
            input.select_all();
            input.reveal(rect.width);
        }
        self.focus = Some(i);
        self.scroll_to(rect);
    }

    fn move_focus(&mut self, forward: bool) {
        let count = self.controls.len();
        let step = if forward { 1 } else { count.max(1) - 1 };
        let from = self.focus.unwrap_or(if forward { count.max(1) - 1 } else { 0 });
        let next = (1..=count).map(|i| (from + i * step) % count).find(|i| self.controls[*i].can_focus());
        match next {
            Some(next) => self.focus_on(next),
            None => self.focus = None,
        }
    }

    /// How many rows of controls there are, and how many show.
    fn rows(&self) -> (i32, i32) {
        let all = self.controls.iter().map(|control| control.rect.bottom()).max().unwrap_or(1) - 1;
        (all, self.size.height - 2)
    }

    fn scroll_by(&mut self, to: i32) {
        let (all, shown) = self.rows();
        self.scroll = to.clamp(0, (all - shown).max(0));
    }

    fn scroll_to(&mut self, rect: Rect) {
        let (top, bottom) = (rect.y - 1, rect.bottom() - 1);
        let shown = self.rows().1;
        let to = self.scroll.max(bottom - shown).min(top);
        self.scroll_by(to);
    }

    /// The button that Enter presses now: the focused one, or else the default one.
    fn enter_button(&self) -> Option<usize> {
        let is_button = |i: &usize| matches!(self.controls[*i].kind, Kind::Button(_));
        self.focus.filter(is_button).or_else(|| {
            let default =
                |control: &Control| matches!(&control.kind, Kind::Button(button) if button.kind == ButtonKind::Default);
            self.controls.iter().position(default)
        })
    }

    fn accept(&mut self) -> Response {
        match (self.enter_button(), self.focused()) {
            (Some(button), _) => self.push_button(button),
            (None, Some(name)) => Response::Accepted(name.to_owned()),
            (None, None) => Response::Ignored,
        }
    }

    /// Presses a button: it is shown down until the next key or press, or [`Dialog::release`].
    fn push_button(&mut self, i: usize) -> Response {
        let Control { name, enabled, kind: Kind::Button(button), .. } = &self.controls[i] else {
            return Response::Ignored;
        };
        if !enabled {
            return Response::Handled;
        }
        self.down = Some(i);
        match button.kind {
            ButtonKind::Cancel => Response::Cancelled,
            _ => Response::Accepted(name.clone()),
        }
    }

    fn respond(&mut self, i: usize, reaction: Reaction) -> Response {
        match reaction {
            Reaction::Ignored => Response::Ignored,
            Reaction::Handled => Response::Handled,
            Reaction::Changed => Response::Changed(self.controls[i].name.clone()),
            Reaction::Accept => self.accept(),
            Reaction::Copy(text) => Response::Copy(text),
            Reaction::Cut(text) => Response::Cut(text),
            Reaction::WantsPaste => Response::WantsPaste,
        }
    }

    /// Takes a key.
    pub fn key(&mut self, key: Key) -> Response {
        (self.press, self.down) = (None, None);
        if let Some(history) = &mut self.history {
            let result = history.key(key);
            return self.after_history(result);
        }
        if let Some(i) = self.focus {
            let reaction = self.control_key(i, key);
            if reaction != Reaction::Ignored {
                return self.respond(i, reaction);
            }
        }
        match key.name {
            KeyName::Tab if !key.mods.ctrl && !key.mods.alt => {
                self.move_focus(!key.mods.shift);
                Response::Handled
            }
            KeyName::Escape => Response::Cancelled,
            KeyName::Enter => self.accept(),
            KeyName::Char(letter) if !key.mods.ctrl => self.mnemonic(letter),
            _ => Response::Ignored,
        }
    }

    fn control_key(&mut self, i: usize, key: Key) -> Reaction {
        let Control { rect, kind, .. } = &mut self.controls[i];
        match kind {
            Kind::Input(input) => {
                if key.name == KeyName::ArrowDown
                    && let Some(items) = input.history()
                {
                    self.history = Some(HistoryList::new(i, items.to_vec()));
                    return Reaction::Handled;
                }
                input.key(key, rect.width)
            }
            Kind::Cluster(cluster) => cluster.key(key),
            Kind::List(list) => list.key(key, rect.size()),
            Kind::Button(_) if key == Key::plain(KeyName::Char(' ')) => Reaction::Accept,
            _ => Reaction::Ignored,
        }
    }

    /// What a marked letter leads to: a labelled control, a button, an item of a cluster.
    fn mnemonic(&mut self, letter: char) -> Response {
        for i in 0..self.controls.len() {
            match &self.controls[i].kind {
                Kind::Label(label) if markup::is_mnemonic(&label.caption, letter) => {
                    let target = label.target.clone();
                    self.set_focus(&target);
                    return Response::Handled;
                }
                Kind::Button(button) if markup::is_mnemonic(&button.caption, letter) => {
                    self.focus_on(i);
                    return self.push_button(i);
                }
                Kind::Cluster(cluster) if self.controls[i].enabled => {
                    let item = cluster.captions().iter().position(|caption| markup::is_mnemonic(caption, letter));
                    if let Some(item) = item {
                        self.focus_on(i);
                        return self.mark(i, item);
                    }
                }
                _ => {}
            }
        }
        Response::Ignored
    }

    fn mark(&mut self, i: usize, item: usize) -> Response {
        let Kind::Cluster(cluster) = &mut self.controls[i].kind else { return Response::Ignored };
        let reaction = cluster.mark(item);
        self.respond(i, reaction)
    }

    /// Puts a text into the focused input line.
    pub fn paste(&mut self, text: &str) -> Response {
        (self.press, self.down) = (None, None);
        let Some(i) = self.focus else { return Response::Ignored };
        let Control { rect, kind: Kind::Input(input), .. } = &mut self.controls[i] else { return Response::Ignored };
        let reaction = input.insert(text);
        input.reveal(rect.width);
        self.history = None;
        self.respond(i, reaction)
    }

    fn after_history(&mut self, result: HistoryResult) -> Response {
        let Some(i) = self.history.as_ref().map(|history| history.control) else { return Response::Ignored };
        match result {
            HistoryResult::Stay => return Response::Handled,
            HistoryResult::Closed => self.history = None,
            HistoryResult::Picked(text) => {
                self.history = None;
                if let Control { rect, kind: Kind::Input(input), .. } = &mut self.controls[i] {
                    input.set_text(&text);
                    input.reveal(rect.width);
                }
                return self.respond(i, Reaction::Changed);
            }
        }
        Response::Handled
    }
}
