//! Colours: always RGB, since terminals disagree about what the sixteen numbered ones look like.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An opaque sRGB colour, 8 bits a channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// The sixteen colours of VGA text mode, in its order (`look.md` section 1). Brown, 6, is the odd one: half green.
pub const VGA: [Rgb; 16] = [
    Rgb(0x00, 0x00, 0x00),
    Rgb(0x00, 0x00, 0xAA),
    Rgb(0x00, 0xAA, 0x00),
    Rgb(0x00, 0xAA, 0xAA),
    Rgb(0xAA, 0x00, 0x00),
    Rgb(0xAA, 0x00, 0xAA),
    Rgb(0xAA, 0x55, 0x00),
    Rgb(0xAA, 0xAA, 0xAA),
    Rgb(0x55, 0x55, 0x55),
    Rgb(0x55, 0x55, 0xFF),
    Rgb(0x55, 0xFF, 0x55),
    Rgb(0x55, 0xFF, 0xFF),
    Rgb(0xFF, 0x55, 0x55),
    Rgb(0xFF, 0x55, 0xFF),
    Rgb(0xFF, 0xFF, 0x55),
    Rgb(0xFF, 0xFF, 0xFF),
];

impl Rgb {
    /// The colour written as `0xRRGGBB`.
    pub const fn hex(value: u32) -> Self {
        Rgb((value >> 16) as u8, (value >> 8) as u8, value as u8)
    }

    /// This colour and `over`, mixed: `coverage` 0 is this one, 255 is `over`. Rounds to nearest.
    pub fn mix(self, over: Rgb, coverage: u8) -> Rgb {
        let channel = |a: u8, b: u8| {
            let (a, b, c) = (u32::from(a), u32::from(b), u32::from(coverage));
            ((a * (255 - c) + b * c + 127) / 255) as u8
        };
        Rgb(channel(self.0, over.0), channel(self.1, over.1), channel(self.2, over.2))
    }

    /// Relative luminance, 0 to 1 (WCAG 2.1).
    pub fn luminance(self) -> f64 {
        let linear = |c: u8| {
            let c = f64::from(c) / 255.0;
            if c <= 0.03928 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// Contrast ratio with another colour, 1 to 21 (WCAG 2.1).
    pub fn contrast(self, other: Rgb) -> f64 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02X}{:02X}{:02X}", self.0, self.1, self.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_agrees_with_the_published_table() {
        let ratio = |fg: usize, bg: usize| (VGA[fg].contrast(VGA[bg]) * 100.0).round() / 100.0;
        assert_eq!(ratio(14, 1), 12.46);
        assert_eq!(ratio(15, 1), 13.29);
        assert_eq!(ratio(4, 7), 3.34);
    }

    #[test]
    fn mixing_reaches_both_ends() {
        let (a, b) = (Rgb(1, 2, 3), Rgb(200, 100, 0));
        assert_eq!(a.mix(b, 0), a);
        assert_eq!(a.mix(b, 255), b);
        assert_eq!(Rgb(0, 0, 0).mix(Rgb(255, 255, 255), 128), Rgb(128, 128, 128));
    }
}
