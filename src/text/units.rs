//! The units in which places in a text are counted. Each is a type of its own, so that none is taken for another.

use std::fmt;
use std::ops::{Add, AddAssign, Sub, SubAssign};

use serde::{Deserialize, Serialize};

macro_rules! unit {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub usize);

        impl $name {
            /// The first place.
            pub const ZERO: $name = $name(0);

            /// `self - amount`, or zero when that would lie before the beginning.
            pub fn saturating_sub(self, amount: usize) -> Self {
                $name(self.0.saturating_sub(amount))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl Add<usize> for $name {
            type Output = $name;
            fn add(self, amount: usize) -> $name {
                $name(self.0 + amount)
            }
        }

        impl AddAssign<usize> for $name {
            fn add_assign(&mut self, amount: usize) {
                self.0 += amount;
            }
        }

        impl Sub<usize> for $name {
            type Output = $name;
            fn sub(self, amount: usize) -> $name {
                $name(self.0 - amount)
            }
        }

        impl SubAssign<usize> for $name {
            fn sub_assign(&mut self, amount: usize) {
                self.0 -= amount;
            }
        }

        impl Sub for $name {
            type Output = usize;
            fn sub(self, earlier: $name) -> usize {
                self.0 - earlier.0
            }
        }
    };
}

unit!(/// Bytes of UTF-8 from the beginning of the text. In a text of form [`Bytes`](super::Form::Bytes) this is *not* the
    /// index of a byte of the file: see [`ByteIndex`].
    ByteOffset);
unit!(/// The index of a byte of the file, in a text of form [`Bytes`](super::Form::Bytes).
    ByteIndex);
unit!(/// UTF-16 code units from the beginning of the text.
    Utf16Offset);
unit!(/// UTF-16 code units from the beginning of a line, as language servers count by default.
    Utf16Column);
unit!(/// Code points from the beginning of a line, from 0.
    CharColumn);
unit!(/// Display cells from the beginning of a line, from 0: tabs reach to their stop, wide characters take two.
    CellColumn);
