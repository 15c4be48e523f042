//! Reading a file into a text.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::SystemTime;

use crossbeam_channel::bounded;

use crate::text::{Decoder, Form, Text};

use super::error::{LoadError, PathError};
use super::memory::LoadLimits;
use super::paths::follow;
use super::stamp::{BLOCK, ContentHash, Seen, Stamp, open_for_reading, read_block};

/// How often a file that changes while it is read is read again.
const ATTEMPTS: usize = 3;
/// A file may turn out longer than the system said, as those of `/proc` do, by as much as this.
const SLACK: u64 = 16 << 20;

/// A file's content.
#[derive(Debug)]
pub struct Loaded {
    /// The file, symbolic links followed.
    pub path: PathBuf,
    /// Its text.
    pub text: Text,
    /// What the characters of the text stand for.
    pub form: Form,
    /// What was on disk: for the next [`save`](super::save).
    pub stamp: Stamp,
}

/// Reads a file, in blocks of 1 MiB and with little more memory than its text takes. Refused before reading: anything
/// but a regular file, and what would not fit into `limits`. A file that changes meanwhile is read anew, three times in
/// all.
pub fn load(path: &Path, limits: &LoadLimits) -> Result<Loaded, LoadError> {
    let target = follow(path)?;
    let metadata = fs::symlink_metadata(&target).map_err(|e| match e.kind() {
        io::ErrorKind::NotFound => LoadError::Missing { path: target.clone() },
        _ => PathError::of("open", path, e).into(),
    })?;
    // Before opening: a device may act on that.
    PathError::unless_file(path, &metadata)?;
    for _ in 0..ATTEMPTS {
        if let Some(content) = load_once(&target, limits)? {
            let Content { text, form, stamp } = content;
            return Ok(Loaded { path: target, text, form, stamp });
        }
    }
    Err(LoadError::Unstable { path: target })
}

struct Content {
    text: Text,
    form: Form,
    stamp: Stamp,
}

/// One try; nothing if the file changed while it was read.
fn load_once(target: &Path, limits: &LoadLimits) -> Result<Option<Content>, LoadError> {
    let fail = |e| PathError::of("read", target, e);
    let file = open_for_reading(target).map_err(fail)?;
    let metadata = file.metadata().map_err(fail)?;
    PathError::unless_file(target, &metadata)?;
    let before = Seen::of(&metadata);
    let settled = before.settled(SystemTime::now());
    let first = First::read(&file).map_err(fail)?;
    let needed = first.memory_for(before.len);
    limits.check(needed).map_err(|shortage| LoadError::TooLarge {
        path: target.to_path_buf(),
        len: before.len,
        needed,
        shortage,
    })?;
    let most = before.len.max(SLACK);
    let Some((text, form, hash)) = first.read_rest(&file, most).map_err(fail)? else { return Ok(None) };
    let after = Seen::of(&file.metadata().map_err(fail)?);
    if after != before {
        return Ok(None);
    }
    let stamp = Stamp { seen: before, hash: hash.finish(), bytes: hash.bytes(), settled };
    Ok(Some(Content { text, form, stamp }))
}

/// The first block of a file: all of a small one, and a sample of a large one.
struct First {
    block: Vec<u8>,
}

impl First {
    fn read(mut file: &File) -> io::Result<First> {
        let mut block = vec![0; BLOCK];
        let n = read_block(&mut file, &mut block)?;
        block.truncate(n);
        Ok(First { block })
    }

    /// About how much memory the text of so many bytes takes. In a text of bytes, those above 127 take two.
    fn memory_for(&self, len: u64) -> u64 {
        let whole_characters = self.block.len().saturating_sub(3);
        let binary = memchr::memchr(0, &self.block).is_some()
            || simdutf8::compat::from_utf8(&self.block).is_err_and(|e| e.valid_up_to() < whole_characters);
        let text = if binary { len.saturating_mul(2) } else { len };
        text.saturating_add(text / 8)
    }

    /// Decodes the block and the rest of the file; nothing if that is longer than `most` bytes in all.
    fn read_rest(self, file: &File, most: u64) -> io::Result<Option<(Text, Form, ContentHash)>> {
        let mut decoder = Decoder::new();
        let mut hash = ContentHash::default();
        if self.block.len() < BLOCK {
            hash.update(&self.block);
            decoder.push(&self.block);
        } else {
            match decode_beside(self.block, file, most, &mut decoder)? {
                Some(read) => hash = read,
                None => return Ok(None),
            }
        }
        let (text, form) = decoder.finish();
        Ok(Some((text, form, hash)))
    }
}

/// Reads and hashes on a second thread, and decodes on this one. Four blocks go round between the two.
fn decode_beside(first: Vec<u8>, file: &File, most: u64, decoder: &mut Decoder) -> io::Result<Option<ContentHash>> {
    let (to_decode, full) = bounded::<Vec<u8>>(4);
    let (to_fill, empty) = bounded::<Vec<u8>>(4);
    let read = move |mut file: &File| -> io::Result<Option<ContentHash>> {
        let mut hash = ContentHash::default();
        let mut block = first;
        while !block.is_empty() {
            hash.update(&block);
            if hash.bytes() > most {
                return Ok(None);
            }
            let next = empty.try_recv().unwrap_or_default();
            if to_decode.send(block).is_err() {
                break;
            }
            block = next;
            block.resize(BLOCK, 0);
            let n = read_block(&mut file, &mut block)?;
            block.truncate(n);
        }
        Ok(Some(hash))
    };
    thread::scope(|scope| {
        let reader = thread::Builder::new().name("thc-edit-read".into()).spawn_scoped(scope, move || read(file))?;
        for block in full {
            decoder.push(&block);
            // The reader may be done and gone.
            let _ = to_fill.try_send(block);
        }
        reader.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}
