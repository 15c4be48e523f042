//! Text from the keyboard and from pastes, on its way into a buffer.

use crate::base::WindowId;
use crate::desk::{Buffer, Change, HexSide, Refusal, TextEdit, Window};
use crate::text::{ByteIndex, Edit, EditKind, Selection, Transaction, movement, next_grapheme};

use super::{Subject, bytes, edit, indent, target};

/// What typing one character comes to: it replaces the selection, or with overwrite on the character under the cursor;
/// in a hex window a digit or a byte.
pub fn type_text(subject: &Subject, typed: char) -> Result<Vec<Change>, Refusal> {
    let (window, buffer) = target(subject)?;
    if buffer.is_hex() {
        return type_byte(window, buffer, typed, subject.desk.overwrites(buffer));
    }
    let text = buffer.document.text();
    let mut range = window.selection.range();
    if subject.desk.overwrites(buffer) && range.is_empty() {
        let next = next_grapheme(text, range.start);
        range.end = next.min(movement::line_end(text, range.start));
    }
    if let Some(change) = indent::closing(window, buffer, subject.desk.presentation(), range.clone(), typed) {
        return Ok(vec![change?]);
    }
    let mut encoded = [0; 4];
    Ok(vec![edit::replace(window, buffer, range, typed.encode_utf8(&mut encoded), EditKind::Typing)?])
}

/// What a paste comes to: the text as it is, control characters and all; in a hex window the bytes that its digits
/// say, or its own.
pub fn paste_text(subject: &Subject, text: &str) -> Result<Vec<Change>, Refusal> {
    let (window, buffer) = target(subject)?;
    if !buffer.is_hex() {
        return Ok(vec![edit::replace(window, buffer, window.selection.range(), text, EditKind::Other)?]);
    }
    let pasted = bytes::parse_digits(text).unwrap_or_else(|| text.as_bytes().to_vec());
    let insert: String = pasted.iter().map(|byte| char::from(*byte)).collect();
    Ok(vec![edit::replace(window, buffer, window.selection.range(), &insert, EditKind::Other)?])
}

/// Types a hex digit, or in the ASCII column a character: over the byte under the cursor or the first selected one, or
/// else as a new byte, in place of the selected ones. A second digit belongs to the byte of the first in any case.
fn type_byte(window: &Window, buffer: &Buffer, typed: char, overwrite: bool) -> Result<Vec<Change>, Refusal> {
    let Some(content) = buffer.document.bytes() else { return Ok(Vec::new()) };
    let selected = window.selection.range();
    let at = content.index_of(selected.start);
    let second = window.side == HexSide::Digits && window.low_digit;
    let old = content.get(at).filter(|_| overwrite || second);
    let (byte, low_digit, next) = match window.side {
        HexSide::Ascii if (' '..='~').contains(&typed) => (typed as u8, false, at + 1),
        HexSide::Ascii => return Err(refused("The ASCII column takes printable ASCII characters.")),
        HexSide::Digits => {
            let digit = typed.to_digit(16).ok_or_else(|| refused("Type hexadecimal digits, 0 to 9 and A to F."))? as u8;
            let old = old.unwrap_or(0);
            if window.low_digit { (old & 0xF0 | digit, false, at + 1) } else { (old & 0x0F | digit << 4, true, at) }
        }
    };
    let end = match old {
        Some(_) => at + 1,
        None if overwrite => at,
        None => content.index_of(selected.end),
    };
    Ok(vec![put_byte(window.id, buffer, at..end, byte, low_digit, next)])
}

fn put_byte(
    window: WindowId,
    buffer: &Buffer,
    range: std::ops::Range<ByteIndex>,
    byte: u8,
    low_digit: bool,
    next: ByteIndex,
) -> Change {
    let insert = char::from(byte).to_string();
    let content = buffer.document.bytes();
    let offset = |index| content.as_ref().map_or_else(Default::default, |bytes| bytes.offset_of(index));
    let start = offset(range.start);
    let head = if next == range.start { start } else { start + insert.len() };
    Change::Edit(TextEdit {
        buffer: buffer.id,
        revision: buffer.revision(),
        transaction: Transaction::from(Edit::replace(start..offset(range.end), insert)),
        window: Some(window),
        select: Some(Selection::caret(head)),
        kind: EditKind::Typing,
        low_digit,
    })
}

fn refused(why: &str) -> Refusal {
    Refusal::Unavailable(why.to_owned())
}

#[cfg(test)]
mod tests {
    use super::bytes::parse_digits;

    #[test]
    fn digits_are_told_from_text() {
        assert_eq!(parse_digits("00 fF\n7e"), Some(vec![0, 255, 0x7E]));
        assert_eq!(parse_digits("0"), None);
        assert_eq!(parse_digits("zz"), None);
        assert_eq!(parse_digits(""), None);
    }
}
