//! How a file's bytes become a text, and a text the same bytes again.

use std::io::{self, Write};
use std::mem;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::edit::Edit;
use super::rope::{Text, TextBuilder};
use super::units::{ByteIndex, ByteOffset, Utf16Offset};

/// The bytes that may begin a UTF-8 file.
const BOM: [u8; 3] = [0xef, 0xbb, 0xbf];
/// Pieces that an encoder writes and a decoder re-maps are at most this long.
const PIECE: usize = 64 * 1024;

/// What the characters of a text stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Form {
    /// UTF-8 without NUL.
    Utf8 {
        /// Whether the file begins with a byte order mark, which is not in the text.
        bom: bool,
    },
    /// A file with NUL or invalid UTF-8: each byte of it is one character, U+0000 to U+00FF. [`Bytes`] reads such a text.
    Bytes,
}

impl Default for Form {
    fn default() -> Form {
        Form::Utf8 { bom: false }
    }
}

impl Form {
    /// Whether the text stands for bytes.
    pub fn is_bytes(self) -> bool {
        self == Form::Bytes
    }

    /// The first character that a text of this form cannot hold: one that is not a byte.
    pub fn first_foreign(self, text: &str) -> Option<char> {
        match self {
            Form::Utf8 { .. } => None,
            Form::Bytes => text.chars().find(|&c| c > '\u{ff}'),
        }
    }

    /// How many bytes [`Form::write`] writes.
    pub fn encoded_len(self, text: &Text) -> usize {
        match self {
            Form::Utf8 { bom } => text.len() + if bom { BOM.len() } else { 0 },
            Form::Bytes => text.utf16_len(),
        }
    }

    /// Writes the file's exact bytes, at most 64 KiB at a time.
    ///
    /// Fails with what the writer fails with, and with `InvalidData` for a character that is no byte.
    pub fn write(self, text: &Text, out: &mut impl Write) -> io::Result<()> {
        let mut piece = Vec::with_capacity(PIECE);
        if self == (Form::Utf8 { bom: true }) {
            piece.extend_from_slice(&BOM);
        }
        for chunk in text.chunks(ByteOffset::ZERO..text.end()) {
            if piece.len() + chunk.len() > PIECE {
                out.write_all(&piece)?;
                piece.clear();
            }
            match self {
                Form::Utf8 { .. } => piece.extend_from_slice(chunk.as_bytes()),
                Form::Bytes => {
                    for c in chunk.chars() {
                        let byte = u8::try_from(c).map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e))?;
                        piece.push(byte);
                    }
                }
            }
        }
        out.write_all(&piece)
    }
}

/// Reads the bytes of a file, in pieces of any size, into a text and its form.
///
/// Keeps the text as UTF-8 until the first NUL or invalid byte, and everything as [`Form::Bytes`] from there.
pub struct Decoder {
    builder: TextBuilder,
    form: Form,
    started: bool,
    /// Whether all of the text so far is ASCII, and so the same in both forms.
    ascii: bool,
    /// The beginning of a character, or of a byte order mark, whose rest has not come yet.
    rest: Vec<u8>,
}

impl Decoder {
    /// A decoder that has read nothing.
    pub fn new() -> Decoder {
        Decoder { builder: TextBuilder::new(), form: Form::default(), started: false, ascii: true, rest: Vec::new() }
    }

    /// Takes the next piece of the file.
    pub fn push(&mut self, piece: &[u8]) {
        if self.rest.is_empty() && self.started {
            self.decode(piece, false);
        } else {
            let mut joined = mem::take(&mut self.rest);
            joined.extend_from_slice(piece);
            self.begin(&joined, false);
        }
    }

    /// The text and its form.
    pub fn finish(mut self) -> (Text, Form) {
        let rest = mem::take(&mut self.rest);
        self.begin(&rest, true);
        (self.builder.build(), self.form)
    }

    fn begin(&mut self, bytes: &[u8], last: bool) {
        if self.started {
            return self.decode(bytes, last);
        }
        if !last && bytes.len() < BOM.len() && BOM.starts_with(bytes) {
            self.rest = bytes.to_vec();
            return;
        }
        self.started = true;
        let bom = bytes.starts_with(&BOM);
        self.form = Form::Utf8 { bom };
        self.decode(&bytes[if bom { BOM.len() } else { 0 }..], last);
    }

    fn decode(&mut self, bytes: &[u8], last: bool) {
        if self.form == Form::Bytes {
            return append_bytes(&mut self.builder, bytes);
        }
        let valid = match simdutf8::compat::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => {
                let whole = error.error_len().is_some() || last;
                let (valid, rest) = bytes.split_at(error.valid_up_to());
                match simdutf8::basic::from_utf8(valid) {
                    Ok(text) if !whole => {
                        self.rest = rest.to_vec();
                        text
                    }
                    _ => return self.turn_to_bytes(bytes),
                }
            }
        };
        if memchr::memchr(0, valid.as_bytes()).is_some() {
            let mut bytes = valid.as_bytes().to_vec();
            bytes.append(&mut self.rest);
            return self.turn_to_bytes(&bytes);
        }
        self.ascii &= valid.is_ascii();
        self.builder.append(valid);
    }

    /// Re-maps what was read, a piece at a time and giving up the old text as it goes, then goes on with `bytes`.
    fn turn_to_bytes(&mut self, bytes: &[u8]) {
        let bom = self.form == Form::Utf8 { bom: true };
        self.form = Form::Bytes;
        if bom || !self.ascii {
            let mut old = mem::take(&mut self.builder).build();
            if bom {
                append_bytes(&mut self.builder, &BOM);
            }
            while !old.is_empty() {
                let piece = ByteOffset::ZERO..old.floor_boundary(ByteOffset(PIECE));
                append_bytes(&mut self.builder, old.slice(piece.clone()).as_bytes());
                old.splice(piece, "");
            }
        }
        append_bytes(&mut self.builder, bytes);
    }
}

impl Default for Decoder {
    fn default() -> Decoder {
        Decoder::new()
    }
}

fn append_bytes(builder: &mut TextBuilder, bytes: &[u8]) {
    let mut mapped = String::with_capacity(bytes.len().min(PIECE) * 2);
    for piece in bytes.chunks(PIECE) {
        mapped.clear();
        mapped.extend(piece.iter().map(|&byte| char::from(byte)));
        builder.append(&mapped);
    }
}

/// A text of form [`Form::Bytes`], read as the bytes of the file.
///
/// Every character is at most U+00FF and therefore one UTF-16 code unit: byte `i` is unit `i`, found in O(log n).
#[derive(Clone, Copy, Debug)]
pub struct Bytes<'a> {
    text: &'a Text,
}

impl<'a> Bytes<'a> {
    /// Reads a text of that form.
    pub fn new(text: &'a Text, form: Form) -> Option<Bytes<'a>> {
        (form == Form::Bytes).then_some(Bytes { text })
    }

    /// Number of bytes of the file.
    pub fn len(&self) -> usize {
        self.text.utf16_len()
    }

    /// Whether the file is empty.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// One byte.
    pub fn get(&self, index: ByteIndex) -> Option<u8> {
        (index.0 < self.len()).then(|| self.iter(index..index + 1).next()).flatten()
    }

    /// The bytes of a range, which is cut to the file's length.
    pub fn iter(&self, range: Range<ByteIndex>) -> impl DoubleEndedIterator<Item = u8> + 'a {
        self.text.chars(self.offset_of(range.start)..self.offset_of(range.end)).map(to_byte)
    }

    /// The place in the text of a byte of the file; past the end, the end.
    pub fn offset_of(&self, index: ByteIndex) -> ByteOffset {
        self.text.offset_of_utf16(Utf16Offset(index.0))
    }

    /// The byte of the file at a place in the text.
    pub fn index_of(&self, offset: ByteOffset) -> ByteIndex {
        ByteIndex(self.text.utf16_of(offset).0)
    }

    /// The edit of the text that replaces bytes of the file.
    pub fn edit(&self, range: Range<ByteIndex>, insert: &[u8]) -> Edit {
        Edit {
            range: self.offset_of(range.start)..self.offset_of(range.end),
            insert: insert.iter().map(|&byte| char::from(byte)).collect(),
        }
    }
}

/// The byte of a character of a text of form `Bytes`, which has no characters above U+00FF.
fn to_byte(c: char) -> u8 {
    (u32::from(c) & 0xff) as u8
}
