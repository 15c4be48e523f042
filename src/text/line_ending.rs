//! How lines end. Nothing here converts a line break that is there.

use serde::{Deserialize, Serialize};

use super::rope::Text;
use super::units::ByteOffset;

/// What ends a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LineEnding {
    /// `\n`.
    #[default]
    Lf,
    /// `\r\n`.
    CrLf,
}

impl LineEnding {
    /// Bytes at either end of a text that [`LineEnding::dominant`] looks at.
    const SAMPLE: usize = 64 * 1024;

    /// The characters themselves.
    pub fn as_str(self) -> &'static str {
        match self {
            LineEnding::Lf => "\n",
            LineEnding::CrLf => "\r\n",
        }
    }

    /// What most lines of a text end with, judged by its first 64 KiB and, if no line ends there, its last 64 KiB;
    /// `\n` where there is nothing to judge by.
    pub fn dominant(text: &Text) -> LineEnding {
        let head = ByteOffset::ZERO..ByteOffset(Self::SAMPLE);
        let tail = text.end().saturating_sub(Self::SAMPLE)..text.end();
        [head, tail].into_iter().find_map(|range| Self::most(text, range)).unwrap_or_default()
    }

    fn most(text: &Text, range: std::ops::Range<ByteOffset>) -> Option<LineEnding> {
        let (mut all, mut with_return, mut last) = (0usize, 0usize, 0u8);
        for byte in text.chunks(range).flat_map(str::bytes) {
            if byte == b'\n' {
                all += 1;
                with_return += usize::from(last == b'\r');
            }
            last = byte;
        }
        let most = if with_return * 2 > all { LineEnding::CrLf } else { LineEnding::Lf };
        (all > 0).then_some(most)
    }
}
