//! How what can be recovered is named and described to a person.

use std::fmt;
use std::time::SystemTime;

use super::{BaseStatus, Recoverable, What, Wholeness};

impl Recoverable {
    /// Its name among all that can be recovered: any unambiguous start of it will do.
    pub fn id(&self) -> String {
        format!("{}/{}", self.session, self.journal)
    }
}

impl fmt::Display for Recoverable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.path {
            Some(path) => write!(f, "{}", path.display())?,
            None => f.write_str("a text without a name")?,
        }
        match &self.what {
            What::Edits { changes, .. } => {
                write!(
                    f,
                    ", {}, {}, {}",
                    count(*changes, "change"),
                    count(self.lines, "line"),
                    count(self.bytes, "byte")
                )?;
            }
            What::OldContent => write!(f, ", its content before a save that did not end, {} bytes", self.bytes)?,
            What::Unreadable { .. } => f.write_str(", a journal that cannot be read")?,
        }
        write!(f, ", {}", age(self.when))?;
        match self.base {
            BaseStatus::Empty | BaseStatus::Copied | BaseStatus::OnDisk => Ok(()),
            BaseStatus::DiskChanged => f.write_str("; the file has changed since, so that only what was typed is left"),
            BaseStatus::DiskMissing => f.write_str("; the file is gone, so that only what was typed is left"),
            BaseStatus::CopyMissing => f.write_str("; the copy is gone, so that only what was typed is left"),
        }
    }
}

impl fmt::Display for Wholeness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Wholeness::Whole => f.write_str("complete"),
            Wholeness::CutShort => {
                f.write_str("the end of its journal could not be read; this is the text up to there")
            }
            Wholeness::Fragments { why } => write!(f, "{why}; only what was typed could be restored"),
        }
    }
}

/// How long ago something was, in the largest whole unit.
fn age(when: SystemTime) -> String {
    let seconds = when.elapsed().map_or(0, |age| age.as_secs());
    let (number, unit) = match seconds {
        0..60 => return "just now".to_owned(),
        60..3600 => (seconds / 60, "minute"),
        3600..86_400 => (seconds / 3600, "hour"),
        _ => (seconds / 86_400, "day"),
    };
    format!("{} ago", count(number, unit))
}

/// So many of something, in words.
fn count(number: u64, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}
