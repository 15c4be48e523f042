//! What is particular to hex windows: their two columns, and bytes as digits.

use std::ops::Range;

use crate::desk::{Buffer, Change, HexSide, Refusal};
use crate::text::{ByteOffset, Selection};

use super::{Subject, target};

/// The change that goes to the other column of a hex window.
pub(super) fn other_column(subject: &Subject) -> Result<Vec<Change>, Refusal> {
    let (window, buffer) = target(subject)?;
    let side = match window.side {
        HexSide::Digits => HexSide::Ascii,
        HexSide::Ascii => HexSide::Digits,
    };
    let selection = Selection::caret(window.cursor());
    Ok(vec![Change::SelectByte { window: window.id, revision: buffer.revision(), selection, side, low_digit: false }])
}

/// The bytes of a range as pairs of digits with blanks between.
pub(super) fn digits(buffer: &Buffer, range: Range<ByteOffset>) -> String {
    const DIGIT: &[u8; 16] = b"0123456789ABCDEF";
    let Some(bytes) = buffer.document.bytes() else { return String::new() };
    let range = bytes.index_of(range.start)..bytes.index_of(range.end);
    let mut text = String::with_capacity(3 * (range.end - range.start));
    for byte in bytes.iter(range) {
        if !text.is_empty() {
            text.push(' ');
        }
        text.extend([DIGIT[usize::from(byte >> 4)], DIGIT[usize::from(byte & 15)]].map(char::from));
    }
    text
}

/// The bytes that pairs of digits say, white space between them ignored; none if that is not what the text is.
pub(super) fn parse_digits(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> =
        text.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_digit(16).map(|d| d as u8)).collect();
    let digits = digits.filter(|digits| !digits.is_empty() && digits.len() % 2 == 0)?;
    Some(digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}
