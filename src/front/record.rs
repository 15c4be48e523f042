//! A session's input as a script: each event is written as it happens, so that what led to a crash is in the file too.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::base::Input;

/// The longest pause that is written, in ms: input that comes later than a second after other input is told from it, and
/// how much later makes no difference.
const PAUSE_MAX: u64 = 1_001;

/// The lines that are no input.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Own<'a> {
    Wait {
        #[serde(rename = "for")]
        what: &'static str,
        #[serde(rename = "timeoutMs")]
        timeout_ms: u64,
    },
    Capture {
        file: &'a Path,
    },
}

/// A script that is being written. It replays to the same pictures on a screen of the same size, with the same files.
pub struct Recorder {
    path: PathBuf,
    file: File,
    /// When the last event happened.
    at_ms: u64,
    /// The first line that could not be written; none is after it, so that what is there can be replayed.
    failed: Option<io::Error>,
}

/// A record that could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write the record {}: {source}", path.display())]
pub struct RecordError {
    path: PathBuf,
    source: io::Error,
}

impl Recorder {
    /// Begins a record in a file that only its owner may read: what is typed is in it. Replaces what was there.
    pub fn create(path: &Path) -> Result<Self, RecordError> {
        let opened = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path);
        match opened {
            Ok(file) => Ok(Self { path: path.to_path_buf(), file, at_ms: 0, failed: None }),
            Err(source) => Err(RecordError { path: path.to_path_buf(), source }),
        }
    }

    /// An event, and when it happened on the clock of the session's input.
    pub fn input(&mut self, input: &Input, at_ms: u64) {
        let pause = at_ms.saturating_sub(self.at_ms).min(PAUSE_MAX);
        self.at_ms = at_ms;
        if pause > 0 {
            self.line(&Own::Wait { what: "time", timeout_ms: pause });
        }
        self.line(input);
    }

    /// A picture that was taken.
    pub fn capture(&mut self, file: &Path) {
        self.line(&Own::Capture { file });
    }

    fn line(&mut self, value: &impl Serialize) {
        if self.failed.is_some() {
            return;
        }
        let written = serde_json::to_string(value).map_err(io::Error::other).and_then(|line| {
            // One write a line: a full disk leaves no half of one behind unnoticed.
            self.file.write_all(format!("{line}\n").as_bytes())
        });
        self.failed = written.err();
    }

    /// Ends the record; the error that cut it short, if one did.
    pub fn finish(self) -> Result<(), RecordError> {
        match self.failed {
            Some(source) => Err(RecordError { path: self.path, source }),
            None => Ok(()),
        }
    }
}
