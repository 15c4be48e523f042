//! What a person or an agent does at a frontend: keys, pastes, mouse, modifiers, loss of focus.
//!
//! The JSON form is that of the `editor_input` tool (`tools.md`): scripts, agents and recordings share it. An unknown
//! field or value is refused by name.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::Point;

/// The most text that one paste event carries, in code points (`editor_input`).
pub const PASTE_MAX_CHARS: usize = 64 * 1024;

/// Modifier keys that are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Mods {
    pub ctrl: bool,
    pub alt: bool,
    pub shift: bool,
}

/// A key of the keyboard, named as the web's `KeyboardEvent.key` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum KeyName {
    /// A character as the keyboard layout gives it, Shift already applied.
    Char(char),
    Enter,
    Escape,
    Tab,
    ArrowUp,
    ArrowDown,
    ArrowLeft,
    ArrowRight,
    Home,
    End,
    PageUp,
    PageDown,
    Backspace,
    Delete,
    Insert,
    /// F1 to F24.
    F(u8),
}

/// A key with its modifiers: what key maps bind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Key {
    pub name: KeyName,
    pub mods: Mods,
}

/// What the mouse did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MouseAction {
    Down,
    Up,
    Move,
    WheelUp,
    WheelDown,
}

/// A mouse event at a screen cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mouse {
    pub action: MouseAction,
    pub at: Point,
    /// 0 left, 1 middle, 2 right.
    pub button: u8,
    /// 1 for a single click, 2 for a double, 3 for a triple one.
    pub clicks: u8,
    pub mods: Mods,
}

/// One input event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Wire", into = "Wire")]
pub enum Input {
    Key(Key),
    /// Text that is inserted as it is; control characters in it are text, never keys.
    Paste(String),
    Mouse(Mouse),
    /// Which modifiers are held now, for hints in the status line.
    Modifiers(Mods),
    /// The frontend lost the focus: drags and pending prefixes end.
    Blur,
}

impl Mods {
    pub const NONE: Mods = Mods { ctrl: false, alt: false, shift: false };
    pub const CTRL: Mods = Mods { ctrl: true, alt: false, shift: false };
    pub const ALT: Mods = Mods { ctrl: false, alt: true, shift: false };
    pub const SHIFT: Mods = Mods { ctrl: false, alt: false, shift: true };

    fn names(self) -> Vec<ModName> {
        let all = [(self.ctrl, ModName::Ctrl), (self.alt, ModName::Alt), (self.shift, ModName::Shift)];
        all.into_iter().filter(|(held, _)| *held).map(|(_, name)| name).collect()
    }
}

impl Key {
    /// A key with modifiers.
    pub const fn new(name: KeyName, mods: Mods) -> Self {
        Self { name, mods }
    }

    /// A key with no modifiers.
    pub const fn plain(name: KeyName) -> Self {
        Self::new(name, Mods::NONE)
    }

    /// The key as a key map sees it: letters with Ctrl or Alt lose their case (Shift is told apart by its flag), and
    /// Shift is dropped from other characters, since the layout applied it.
    pub fn normalized(self) -> Self {
        let KeyName::Char(c) = self.name else { return self };
        let mut mods = self.mods;
        if !c.is_alphabetic() {
            mods.shift = false;
            return Self { name: self.name, mods };
        }
        if !(mods.ctrl || mods.alt) {
            mods.shift = false;
            return Self { name: self.name, mods };
        }
        mods.shift |= c.is_uppercase();
        Self { name: KeyName::Char(c.to_lowercase().next().unwrap_or(c)), mods }
    }

    /// The character that this key types, if it types one.
    pub fn typed(self) -> Option<char> {
        match self.name {
            KeyName::Char(c) if !self.mods.ctrl && !self.mods.alt && !c.is_control() => Some(c),
            _ => None,
        }
    }
}

/// Why a key name or chord is not one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "\"{0}\" is not a key; keys are single characters, Enter, Escape, Tab, ArrowUp/Down/Left/Right, Home, End, PageUp, PageDown, Backspace, Delete, Insert, F1 to F24"
)]
pub struct BadKey(pub String);

const NAMED: [(&str, KeyName); 15] = [
    ("Enter", KeyName::Enter),
    ("Escape", KeyName::Escape),
    ("Tab", KeyName::Tab),
    ("ArrowUp", KeyName::ArrowUp),
    ("ArrowDown", KeyName::ArrowDown),
    ("ArrowLeft", KeyName::ArrowLeft),
    ("ArrowRight", KeyName::ArrowRight),
    ("Home", KeyName::Home),
    ("End", KeyName::End),
    ("PageUp", KeyName::PageUp),
    ("PageDown", KeyName::PageDown),
    ("Backspace", KeyName::Backspace),
    ("Delete", KeyName::Delete),
    ("Insert", KeyName::Insert),
    ("Space", KeyName::Char(' ')),
];

impl FromStr for KeyName {
    type Err = BadKey;

    fn from_str(text: &str) -> Result<Self, BadKey> {
        let mut chars = text.chars();
        if let (Some(c), None) = (chars.next(), chars.next()) {
            return if c.is_control() { Err(BadKey(text.to_owned())) } else { Ok(KeyName::Char(c)) };
        }
        if let Some((_, name)) = NAMED.iter().find(|(word, _)| *word == text) {
            return Ok(*name);
        }
        match text.strip_prefix('F').and_then(|n| n.parse::<u8>().ok()) {
            Some(n) if (1..=24).contains(&n) && !text.starts_with("F0") => Ok(KeyName::F(n)),
            _ => Err(BadKey(text.to_owned())),
        }
    }
}

impl fmt::Display for KeyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KeyName::F(n) => write!(f, "F{n}"),
            KeyName::Char(c) if *c != ' ' => write!(f, "{c}"),
            other => {
                let word = NAMED.iter().find(|(_, name)| name == other).map_or("", |(word, _)| word);
                f.write_str(word)
            }
        }
    }
}

impl FromStr for Key {
    type Err = BadKey;

    /// Reads a chord as key maps write it: `Ctrl+Shift+Z`, `Alt+F9`, `F2`, `Ctrl++`.
    fn from_str(text: &str) -> Result<Self, BadKey> {
        let mut mods = Mods::NONE;
        let mut rest = text;
        loop {
            let before = rest;
            for (prefix, held) in [("Ctrl+", &mut mods.ctrl), ("Alt+", &mut mods.alt), ("Shift+", &mut mods.shift)] {
                if let Some(tail) = rest.strip_prefix(prefix) {
                    *held = true;
                    rest = tail;
                }
            }
            if rest == before {
                break;
            }
        }
        let name = rest.parse().map_err(|_| BadKey(text.to_owned()))?;
        let name = match name {
            KeyName::Char(c) if mods.ctrl || mods.alt => KeyName::Char(c.to_lowercase().next().unwrap_or(c)),
            other => other,
        };
        Ok(Key { name, mods })
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (held, word) in [(self.mods.ctrl, "Ctrl+"), (self.mods.alt, "Alt+"), (self.mods.shift, "Shift+")] {
            if held {
                f.write_str(word)?;
            }
        }
        match self.name {
            KeyName::Char(c) if c != ' ' && (self.mods.ctrl || self.mods.alt) => write!(f, "{}", c.to_uppercase()),
            name => name.fmt(f),
        }
    }
}

impl TryFrom<String> for Key {
    type Error = BadKey;

    fn try_from(text: String) -> Result<Self, BadKey> {
        text.parse()
    }
}

impl From<Key> for String {
    fn from(key: Key) -> Self {
        key.to_string()
    }
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ModName {
    Ctrl,
    Alt,
    Shift,
}

fn mods_of(names: &[ModName]) -> Mods {
    let mut mods = Mods::NONE;
    for name in names {
        match name {
            ModName::Ctrl => mods.ctrl = true,
            ModName::Alt => mods.alt = true,
            ModName::Shift => mods.shift = true,
        }
    }
    mods
}

fn one() -> u8 {
    1
}

/// The JSON form of [`Input`].
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
enum Wire {
    Key {
        key: String,
        #[serde(default)]
        mods: Vec<ModName>,
    },
    Paste {
        text: String,
    },
    Mouse {
        action: MouseAction,
        x: u16,
        y: u16,
        #[serde(default)]
        button: u8,
        #[serde(default = "one")]
        clicks: u8,
        #[serde(default)]
        mods: Vec<ModName>,
    },
    Modifiers {
        mods: Vec<ModName>,
    },
    Blur,
}

impl TryFrom<Wire> for Input {
    type Error = String;

    fn try_from(wire: Wire) -> Result<Self, String> {
        Ok(match wire {
            Wire::Key { key, mods } => {
                let name = key.parse().map_err(|bad: BadKey| bad.to_string())?;
                Input::Key(Key { name, mods: mods_of(&mods) })
            }
            Wire::Paste { text } => {
                let chars = text.chars().count();
                if chars > PASTE_MAX_CHARS {
                    return Err(format!("a paste of {chars} characters; at most {PASTE_MAX_CHARS} go into one event"));
                }
                Input::Paste(text)
            }
            Wire::Mouse { action, x, y, button, clicks, mods } => {
                if button > 2 {
                    return Err(format!("mouse button {button}; 0 is left, 1 middle, 2 right"));
                }
                if !(1..=3).contains(&clicks) {
                    return Err(format!("{clicks} clicks; 1, 2 or 3 are possible"));
                }
                let at = Point::new(i32::from(x), i32::from(y));
                Input::Mouse(Mouse { action, at, button, clicks, mods: mods_of(&mods) })
            }
            Wire::Modifiers { mods } => Input::Modifiers(mods_of(&mods)),
            Wire::Blur => Input::Blur,
        })
    }
}

impl From<Input> for Wire {
    fn from(input: Input) -> Self {
        match input {
            Input::Key(Key { name, mods }) => {
                let key = match name {
                    KeyName::Char(c) => c.to_string(),
                    other => other.to_string(),
                };
                Wire::Key { key, mods: mods.names() }
            }
            Input::Paste(text) => Wire::Paste { text },
            Input::Mouse(mouse) => Wire::Mouse {
                action: mouse.action,
                x: mouse.at.x.clamp(0, i32::from(u16::MAX)) as u16,
                y: mouse.at.y.clamp(0, i32::from(u16::MAX)) as u16,
                button: mouse.button,
                clicks: mouse.clicks,
                mods: mouse.mods.names(),
            },
            Input::Modifiers(mods) => Wire::Modifiers { mods: mods.names() },
            Input::Blur => Wire::Blur,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> Key {
        text.parse().unwrap()
    }

    #[test]
    fn chords_read_and_write_the_same() {
        for text in ["F2", "Ctrl+Shift+Z", "Alt+F9", "Ctrl+Home", "Shift+Insert", "Ctrl++", "Ctrl+]", "Ctrl+Space"] {
            assert_eq!(key(text).to_string(), text);
        }
        for bad in ["", "F0", "F25", "F01", "Hyper+X", "Ctrl+", "Entr", "\u{7}"] {
            assert!(bad.parse::<Key>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_shifted_letter_is_one_chord_however_it_arrives() {
        let upper = Key::new(KeyName::Char('Z'), Mods::CTRL).normalized();
        let flagged = Key::new(KeyName::Char('z'), Mods { ctrl: true, shift: true, alt: false }).normalized();
        assert_eq!(upper, key("Ctrl+Shift+Z"));
        assert_eq!(flagged, key("Ctrl+Shift+Z"));
        assert_eq!(Key::new(KeyName::Char('Z'), Mods::SHIFT).normalized(), Key::plain(KeyName::Char('Z')));
    }

    #[test]
    fn events_survive_json() {
        let lines = [
            r#"{"type":"key","key":"F3","mods":["ctrl","shift"]}"#,
            r#"{"type":"paste","text":"supplied text"}"#,
            r#"{"type":"mouse","action":"wheel-up","x":10,"y":5,"button":0,"clicks":2,"mods":["alt"]}"#,
            r#"{"type":"modifiers","mods":["ctrl"]}"#,
            r#"{"type":"blur"}"#,
        ];
        for line in lines {
            let input: Input = serde_json::from_str(line).unwrap();
            assert_eq!(serde_json::to_string(&input).unwrap(), line);
        }
    }

    #[test]
    fn what_is_not_an_event_is_refused_by_name() {
        let error = |line: &str| serde_json::from_str::<Input>(line).unwrap_err().to_string();
        assert!(error(r#"{"type":"key","key":"F3","speed":1}"#).contains("speed"));
        assert!(error(r#"{"type":"key","key":"Entr"}"#).contains("Entr"));
        assert!(error(r#"{"type":"key","key":"a","mods":["hyper"]}"#).contains("hyper"));
        assert!(error(r#"{"type":"mouse","action":"down","x":1,"y":1,"button":3}"#).contains("button 3"));
        assert!(error(r#"{"type":"paste","text":"\ud800"}"#).contains("hex escape"));
        assert!(error(r#"{"type":"wink"}"#).contains("wink"));
    }
}
