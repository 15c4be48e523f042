//! Looking at a file again: whether it still holds what it held.

use std::path::Path;

use super::error::LoadError;
use super::load::{Loaded, load};
use super::memory::LoadLimits;
use super::paths::follow;
use super::stamp::{Seen, Stamp};

/// What became of a file.
#[derive(Debug)]
pub enum Reread {
    /// It holds the same bytes, or there is none yet as before.
    Same,
    /// It holds something else.
    Other(Box<Loaded>),
    /// It cannot be had, with the reason: it is gone, is no file any more, or may not be read.
    Lost(LoadError),
}

/// Looks whether a file still holds what the stamp says, and reads it if not. Bytes decide, whatever the times say. Blocks.
pub fn reread(path: &Path, stamp: Option<&Stamp>, limits: &LoadLimits) -> Reread {
    if let Some(stamp) = stamp
        && holds(path, stamp)
    {
        return Reread::Same;
    }
    match load(path, limits) {
        Ok(loaded) => {
            let same = stamp.is_some_and(|stamp| (stamp.hash, stamp.bytes) == (loaded.stamp.hash, loaded.stamp.bytes));
            if same { Reread::Same } else { Reread::Other(Box::new(loaded)) }
        }
        Err(LoadError::Missing { .. }) if stamp.is_none() => Reread::Same,
        Err(error) => Reread::Lost(error),
    }
}

fn holds(path: &Path, stamp: &Stamp) -> bool {
    let look = || {
        let target = follow(path).ok()?;
        let (mut file, seen) = Seen::look(&target).ok()?;
        stamp.holds(&mut file, &seen).ok()
    };
    look() == Some(true)
}
