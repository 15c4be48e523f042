//! What follows changes: the journal hears of every edit, the highlighter of what shows.

use std::collections::HashMap;
use std::ops::Range;

use crate::base::{BufferId, Revision};
use crate::desk::{Buffer, Desktop, Effect, Window};
use crate::model::Language;
use crate::service::compare::{self, Comparer};
use crate::service::highlight::{self, Changes, Highlighter};
use crate::service::journal::{Journal, JournalHandle, Origin};
use crate::service::watch::Watch;
use crate::text::{ByteOffset, CellColumn, Delta, Snapshot, TabWidth};

/// What was asked of the highlighter for one buffer.
struct Asked {
    revision: Revision,
    language: &'static Language,
    visible: Vec<Range<ByteOffset>>,
    answered: bool,
}

/// The services that follow the desk.
pub(super) struct Follow {
    journal: Journal,
    records: JournalHandle,
    highlighter: Highlighter,
    comparer: Comparer,
    /// The revisions of what is in the file and of the text that are being compared.
    comparing: HashMap<BufferId, (Revision, Revision)>,
    /// Those that were compared last.
    compared: HashMap<BufferId, (Revision, Revision)>,
    watch: Watch,
    asked: HashMap<BufferId, Asked>,
    /// The texts that agree with their files: what the journal starts from when one is edited.
    clean: HashMap<BufferId, Snapshot>,
}

impl Follow {
    pub(super) fn new(
        journal: Journal,
        records: JournalHandle,
        highlighter: Highlighter,
        comparer: Comparer,
        watch: Watch,
    ) -> Self {
        let (asked, clean) = (HashMap::new(), HashMap::new());
        let (comparing, compared) = (HashMap::new(), HashMap::new());
        Self { journal, records, highlighter, comparer, comparing, compared, watch, asked, clean }
    }

    /// Tells the services what a change did.
    pub(super) fn effect(&mut self, desk: &Desktop, effect: &Effect) {
        match effect {
            Effect::Opened(id) => {
                if let Some(buffer) = desk.buffer(*id) {
                    match buffer.is_dirty() {
                        true => self.records.restored(origin(buffer), &buffer.snapshot()),
                        false => self.is_clean(buffer),
                    }
                    self.watch(buffer);
                }
            }
            Effect::Edited { buffer, deltas } => {
                if let Some(buffer) = desk.buffer(*buffer) {
                    self.edited(buffer, deltas);
                }
            }
            Effect::Saved { buffer, revision } => {
                if let Some(buffer) = desk.buffer(*buffer) {
                    match buffer.is_dirty() {
                        true => self.records.saved(origin(buffer), *revision, &buffer.snapshot()),
                        false => self.records.closed(buffer.id),
                    }
                    self.is_clean(buffer);
                    self.watch(buffer);
                }
            }
            Effect::Adrift(id) => {
                if let Some(buffer) = desk.buffer(*id).filter(|buffer| buffer.is_dirty()) {
                    self.clean.remove(id);
                    self.records.restored(origin(buffer), &buffer.snapshot());
                }
            }
            Effect::Closed(id) => {
                self.records.closed(*id);
                self.watch.handle().forget(*id);
                self.comparer.forget(*id);
                self.comparing.remove(id);
                self.compared.remove(id);
                self.highlighter.forget(*id);
                self.asked.remove(id);
                self.clean.remove(id);
            }
            _ => {}
        }
    }

    /// From now on its file is watched.
    fn watch(&self, buffer: &Buffer) {
        match &buffer.path {
            Some(path) => {
                self.watch.handle().follow(buffer.id, path.clone(), buffer.stamp.map(|stamp| stamp.seen));
            }
            None => self.watch.handle().forget(buffer.id),
        }
    }

    fn edited(&mut self, buffer: &Buffer, deltas: &[Delta]) {
        if !buffer.is_dirty() {
            // Undone or redone to what is on disk.
            self.records.closed(buffer.id);
            return self.is_clean(buffer);
        }
        if let Some(base) = self.clean.remove(&buffer.id) {
            self.records.opened(origin(buffer), &base);
        }
        self.records.edited(&buffer.snapshot(), deltas);
    }

    /// Remembers a text that agrees with its file; one that does not is left to the journal.
    fn is_clean(&mut self, buffer: &Buffer) {
        if !buffer.is_dirty() {
            self.clean.insert(buffer.id, buffer.snapshot());
        }
    }

    /// Asks for the colours of what shows and is not known.
    pub(super) fn ask_for_colors(&mut self, desk: &Desktop) {
        for buffer in desk.buffers().filter(|buffer| !buffer.is_hex()) {
            let Some(language) = buffer.language.filter(|language| highlight::knows(language)) else { continue };
            let windows = desk.windows().iter().filter(|window| window.buffer == buffer.id);
            let tab = desk.presentation().tab_width;
            let visible: Vec<_> = windows.map(|window| visible(window, buffer, tab)).collect();
            self.ask(buffer, language, visible);
        }
    }

    fn ask(&mut self, buffer: &Buffer, language: &'static Language, visible: Vec<Range<ByteOffset>>) {
        let revision = buffer.revision();
        let before = self.asked.get(&buffer.id);
        let same = |asked: &Asked| asked.revision == revision && asked.language == language && asked.visible == visible;
        if before.is_some_and(same) {
            return;
        }
        let changes = before.and_then(|asked| {
            let deltas = buffer.document.deltas_since(asked.revision)?.cloned().collect();
            Some(Changes { since: asked.revision, deltas })
        });
        self.asked.insert(buffer.id, Asked { revision, language, visible: visible.clone(), answered: false });
        self.highlighter.request(highlight::Request { snapshot: buffer.snapshot(), language, changes, visible });
    }

    /// Notes an answer of the highlighter.
    pub(super) fn answered(&mut self, found: &highlight::Highlighted) {
        if let Some(asked) = self.asked.get_mut(&found.buffer) {
            asked.answered |= found.settled && found.revision == asked.revision;
        }
    }

    /// Asks what is different in the texts that are not as their files are.
    pub(super) fn ask_for_comparisons(&mut self, desk: &Desktop) {
        for buffer in desk.buffers() {
            let Some(base) = buffer.base().filter(|_| buffer.is_dirty()) else { continue };
            let wanted = (base.revision, buffer.revision());
            let known = self.comparing.get(&buffer.id).or(self.compared.get(&buffer.id));
            if known != Some(&wanted) {
                self.comparing.insert(buffer.id, wanted);
                self.comparer.request(compare::Request { base: base.clone(), text: buffer.snapshot() });
            }
        }
    }

    /// Notes an answer of the comparer.
    pub(super) fn compared(&mut self, found: &compare::Compared) {
        let (id, done) = (found.text.buffer, (found.base.revision, found.text.revision));
        if self.comparing.get(&id) == Some(&done) {
            self.comparing.remove(&id);
            self.compared.insert(id, done);
        }
    }

    /// Whether an answer of the highlighter or the comparer is still to come.
    pub(super) fn is_waiting(&self) -> bool {
        self.asked.values().any(|asked| !asked.answered) || !self.comparing.is_empty()
    }

    /// Writes down what is unsaved, and ends the services.
    pub(super) fn end(self) {
        self.journal.close();
    }
}

fn origin(buffer: &Buffer) -> Origin {
    Origin { path: buffer.path.clone(), stamp: buffer.stamp }
}

/// The part of the text that a window shows. Of a first or last line that is scrolled sideways, what lies left of the
/// window or right of it is left out.
fn visible(window: &Window, buffer: &Buffer, tab: TabWidth) -> Range<ByteOffset> {
    let text = buffer.document.text();
    let inside = window.inside();
    let top = text.line_of(window.scroll.top);
    let bottom = (top + inside.height.max(1) as usize - 1).min(text.line_count() - 1);
    let left = window.scroll.left;
    let right = CellColumn(left.0 + inside.width.max(0) as usize);
    let start = buffer.document.columns(top, tab).offset_of_cell(left);
    let end = buffer.document.columns(bottom, tab).offset_of_cell(right);
    start..end.max(start)
}
