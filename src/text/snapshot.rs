//! [`Snapshot`]: all of a buffer that another thread gets.

use std::io::{self, Write};

use crate::base::{BufferId, Revision};

use super::form::{Bytes, Form};
use super::rope::Text;

/// One state of one buffer. Clones in O(1), never changes.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// Whose text.
    pub buffer: BufferId,
    /// Which state of it.
    pub revision: Revision,
    /// The text.
    pub text: Text,
    /// What its characters stand for.
    pub form: Form,
}

impl Snapshot {
    /// Writes the file's exact bytes, at most 64 KiB at a time. Fails with what the writer fails with.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        self.form.write(&self.text, out)
    }

    /// How many bytes [`Snapshot::write_to`] writes.
    pub fn encoded_len(&self) -> usize {
        self.form.encoded_len(&self.text)
    }

    /// The bytes of the file, if the text stands for bytes.
    pub fn bytes(&self) -> Option<Bytes<'_>> {
        Bytes::new(&self.text, self.form)
    }
}
