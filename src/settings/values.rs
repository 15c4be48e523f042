//! The types of single settings, and how each is written.

use std::fmt;
use std::str::FromStr;

/// A value that is not one of those a setting takes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{found} is not {wanted}")]
pub struct BadValue {
    /// The value, as it was written.
    pub found: String,
    /// What the setting takes.
    pub wanted: String,
}

/// A setting that is one of a few words.
pub(super) trait Word: Copy + PartialEq + 'static {
    /// Each word and what it means.
    const WORDS: &'static [(&'static str, Self)];
}

/// The words of `T`, for messages: `light, dark or system`.
pub(super) fn words<T: Word>() -> String {
    let quoted: Vec<String> = T::WORDS.iter().map(|(word, _)| format!("\"{word}\"")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}

/// What `text` means.
pub(super) fn word<T: Word>(text: &str) -> Result<T, BadValue> {
    let found = T::WORDS.iter().find(|(word, _)| *word == text);
    found.map(|(_, value)| *value).ok_or_else(|| BadValue { found: format!("\"{text}\""), wanted: words::<T>() })
}

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name {
            $($(#[$variant_doc])* $variant),+
        }

        impl Word for $name {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, $name::$variant)),+];
        }

        impl FromStr for $name {
            type Err = BadValue;

            fn from_str(text: &str) -> Result<Self, BadValue> {
                word(text)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($name::$variant => $word),+ })
            }
        }
    };
}

words!(
    /// Which frontend shows the desktop.
    Backend {
        /// A native window, by whatever graphics interface works.
        Window = "window",
        Metal = "metal",
        Vulkan = "vulkan",
        Terminal = "terminal",
        Web = "web",
        Headless = "headless",
    }
);
words!(
    /// Light or dark document panels; `System` follows the surroundings.
    Appearance { Light = "light", Dark = "dark", System = "system" }
);
words!(
    /// The colours of the desktop.
    Palette {
        /// Borland's.
        Classic = "classic",
        /// With more contrast between the roles.
        Accessible = "accessible",
    }
);
words!(
    /// What lines are indented with.
    IndentWith {
        /// What is usual in the language.
        Language = "language",
        Tabs = "tabs",
        Spaces = "spaces",
    }
);
words!(
    /// What may happen when an agent calls a tool.
    Permission { Enable = "enable", Prompt = "prompt", Disable = "disable" }
);
words!(
    /// The text mode that the screen imitates.
    ScreenMode {
        /// 80 by 25, glyphs of 8 by 16 pixels.
        Mode3 = "3",
        /// 80 by 50, the same glyphs at half their height.
        Mode259 = "259",
    }
);

impl ScreenMode {
    /// How many rows the mode has by itself.
    pub const fn rows(self) -> u16 {
        match self {
            ScreenMode::Mode3 => 25,
            ScreenMode::Mode259 => 50,
        }
    }
}

/// How many pixels of the screen one pixel of the font takes: 1 to 8 in steps of an eighth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Scale(u8);

impl Scale {
    /// One pixel for one.
    pub const ONE: Scale = Scale(8);
    /// What messages say a scale is.
    pub(super) const WANTED: &'static str = "a scale from 1 to 8 in steps of 0.125";

    /// The scale of so many eighths, 8 to 64.
    pub fn from_eighths(eighths: u8) -> Option<Scale> {
        (8..=64).contains(&eighths).then_some(Scale(eighths))
    }

    /// How many eighths it is, 8 to 64.
    pub const fn eighths(self) -> u8 {
        self.0
    }

    /// The scale written as this number.
    pub(super) fn from_number(number: f64) -> Option<Scale> {
        let eighths = number * 8.0;
        let fits = (8.0..=64.0).contains(&eighths) && eighths.fract() == 0.0;
        fits.then_some(Scale(eighths as u8))
    }
}

impl FromStr for Scale {
    type Err = BadValue;

    /// Reads a decimal: `1`, `1.5`, `2.125`.
    fn from_str(text: &str) -> Result<Self, BadValue> {
        let decimal = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
        let number = text.parse::<f64>().ok().filter(|_| decimal);
        let bad = || BadValue { found: format!("\"{text}\""), wanted: Scale::WANTED.to_owned() };
        number.and_then(Scale::from_number).ok_or_else(bad)
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", f64::from(self.0) / 8.0)
    }
}
