//! A buffer: a document with its place on disk and what workers found out about it.

use std::ops::Range;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::Comparison;
use crate::base::{BufferId, Revision};
use crate::model::{Category, Language, Stamp};
use crate::text::{Bias, ByteOffset, CharColumn, Delta, Document, Form, Indentation, Snapshot, TabWidth};

use super::Presentation;

/// A text being edited. Windows show it; it outlives none of them but the last.
#[derive(Debug)]
pub struct Buffer {
    pub id: BufferId,
    pub document: Document,
    /// The file it belongs to, absolute; none: untitled.
    pub path: Option<PathBuf>,
    /// What window titles and questions call it.
    pub title: String,
    /// What was on disk when it was last read or saved; none: no file yet.
    pub stamp: Option<Stamp>,
    /// What became of its file since.
    pub on_disk: OnDisk,
    /// None: not one of the table, or not known.
    pub language: Option<&'static Language>,
    pub highlights: Highlights,
    /// The text that was last read or saved; none for one that never was.
    pub(super) saved: Option<Snapshot>,
    /// The text that is being saved.
    pub(super) saving: Option<Snapshot>,
    /// What somebody else wrote into the file since, while the person has not decided.
    pub(super) theirs: Option<Snapshot>,
    pub(super) comparison: Option<Comparison>,
}

impl Buffer {
    /// Whether there is text that is not on disk.
    pub fn is_dirty(&self) -> bool {
        self.document.is_dirty()
    }

    /// The state that its text is in.
    pub fn revision(&self) -> Revision {
        self.document.revision()
    }

    /// Whether it is shown and edited as bytes.
    pub fn is_hex(&self) -> bool {
        matches!(self.document.form(), Form::Bytes)
    }

    /// The place of a line and a code-point column, both from 1; the nearest there is.
    pub fn offset_at(&self, line: usize, column: usize, tab: TabWidth) -> ByteOffset {
        let line = line.clamp(1, self.document.text().line_count()) - 1;
        self.document.columns(line, tab).offset_of_char(CharColumn(column.saturating_sub(1)))
    }

    /// One level of its indentation: what the text itself uses, else what the settings and its language say, else tabs.
    pub fn indentation(&self, presentation: &Presentation) -> Indentation {
        Indentation::of_text(self.document.text()).unwrap_or_else(|| {
            let of_language = self.language.map(|language| language.indent.unit);
            let indenting = presentation.indenting;
            let width = indenting.width.map(Indentation::Spaces);
            match (indenting.tabs, of_language) {
                (Some(true), _) | (None, Some(Indentation::Tabs)) => Indentation::Tabs,
                (_, Some(spaces @ Indentation::Spaces(_))) => width.unwrap_or(spaces),
                (Some(false), _) => width.unwrap_or(Indentation::Spaces(presentation.tab_width.cells() as u8)),
                (None, None) => width.unwrap_or(Indentation::Tabs),
            }
        })
    }

    /// What is in the file, as far as that is known: what unsaved changes are changes of.
    pub fn base(&self) -> Option<&Snapshot> {
        self.theirs.as_ref().or(self.saved.as_ref())
    }

    /// What is different from the base: of this text or of an earlier one, as its revision says. None while there is
    /// nothing unsaved, or nothing known yet.
    pub fn comparison(&self) -> Option<&Comparison> {
        self.comparison.as_ref().filter(|_| self.is_dirty())
    }

    /// The text as it is now, for workers.
    pub fn snapshot(&self) -> Snapshot {
        self.document.snapshot(self.id)
    }
}

/// What became of a buffer's file since it was last read or saved, as far as is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OnDisk {
    /// It is as the stamp says.
    #[default]
    Known,
    /// Somebody else wrote something with that hash. The person was asked and has not decided.
    Different { hash: u128 },
    /// It cannot be had: the text is kept, and counts as unsaved.
    Lost {
        loss: Loss,
        /// The state that was in the file, if the buffer was clean: it is clean again if the file comes back as it was.
        clean_at: Option<Revision>,
    },
}

impl OnDisk {
    /// Why the file cannot be had.
    pub fn loss(self) -> Option<Loss> {
        match self {
            OnDisk::Lost { loss, .. } => Some(loss),
            _ => None,
        }
    }
}

/// Why a file cannot be had any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Loss {
    Deleted,
    /// A folder, a device or something of that kind has its name.
    NotAFile,
    Unreadable,
    TooLarge,
}

impl Loss {
    /// As window titles say it.
    pub fn as_str(self) -> &'static str {
        match self {
            Loss::Deleted => "deleted on disk",
            Loss::NotAFile => "no file on disk",
            Loss::Unreadable => "unreadable on disk",
            Loss::TooLarge => "too large on disk",
        }
    }
}

/// The colours that are known, always in terms of the text as it is now.
#[derive(Clone, Debug)]
pub struct Highlights {
    /// The text that they were found in; later edits only moved them.
    pub revision: Revision,
    /// Sorted and disjoint.
    spans: Vec<(Range<ByteOffset>, Category)>,
}

impl Highlights {
    /// Nothing known about the text of that revision.
    pub(super) fn none(revision: Revision) -> Self {
        Self { revision, spans: Vec::new() }
    }

    /// These colours; `spans` sorted and disjoint.
    pub(super) fn new(revision: Revision, spans: Vec<(Range<ByteOffset>, Category)>) -> Self {
        Self { revision, spans }
    }

    /// Moves everything with an edit. There are only ever as many as a few screens hold.
    pub(super) fn map(&mut self, delta: &Delta) {
        let map = |range: &Range<ByteOffset>| {
            let start = delta.map(range.start, Bias::After);
            start..delta.map(range.end, Bias::Before).max(start)
        };
        for (range, _) in &mut self.spans {
            *range = map(range);
        }
    }

    /// The spans that touch the range, in order.
    pub fn within(&self, range: Range<ByteOffset>) -> impl Iterator<Item = &(Range<ByteOffset>, Category)> {
        let first = self.spans.partition_point(|(span, _)| span.end <= range.start);
        self.spans[first..].iter().take_while(move |(span, _)| span.start < range.end)
    }
}
