//! What is known of each file, and when to look at it: a state machine that has no clock and does no I/O of its own.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{PATIENCE, POLL, QUIET, Source, WatchError, WatchEvent};
use crate::base::BufferId;
use crate::model::Seen;

/// How files are looked at.
pub(super) trait Disk {
    /// What is there; nothing where that cannot be told.
    fn look(&self, path: &Path) -> Option<Seen>;

    /// The name itself, and that of the file it leads to, if that is another.
    fn names(&self, path: &Path) -> Vec<PathBuf>;
}

/// An open file.
struct File {
    path: PathBuf,
    names: Vec<PathBuf>,
    /// What it was like when it was last reported, or agreed with its text.
    known: Option<Seen>,
    settling: Option<Settling>,
}

/// Something happened to a file, and it is waited for until it is still.
struct Settling {
    began: Duration,
    /// When to look next.
    at: Duration,
    last: Option<Seen>,
    /// Report it however it looks.
    surely: bool,
}

/// A folder with open files.
struct Folder {
    /// How many names of open files are in it.
    names: usize,
    polled: bool,
}

/// All open files. Times are those of one clock that does not run backwards.
#[derive(Default)]
pub(super) struct Tracker {
    files: BTreeMap<BufferId, File>,
    folders: BTreeMap<PathBuf, Folder>,
    /// When the folders that cannot be watched are due.
    poll: Option<Duration>,
    said: bool,
}

impl Tracker {
    /// Watches a file in place of whatever was watched for that buffer.
    pub fn follow(
        &mut self,
        buffer: BufferId,
        (path, known): (PathBuf, Option<Seen>),
        now: Duration,
        disk: &impl Disk,
        source: &mut dyn Source,
    ) -> Option<WatchEvent> {
        // What was under way about the same file goes on.
        let before = self.files.remove(&buffer);
        let settling = before.as_ref().filter(|file| file.path == path).and_then(|file| {
            let Settling { began, at, last, surely } = file.settling.as_ref()?;
            Some(Settling { began: *began, at: *at, last: *last, surely: *surely })
        });
        let names = disk.names(&path);
        let mut event = None;
        for folder in folders(&names) {
            event = event.or(self.enter(folder, now, source));
        }
        // Left after the new ones are entered, so that a folder that stays keeps its watch.
        for folder in before.iter().flat_map(|file| folders(&file.names)) {
            self.leave(folder, source);
        }
        let mut file = File { path, names, known, settling };
        let seen = disk.look(&file.path);
        if seen != file.known {
            file.stir(now, seen, false);
        }
        self.files.insert(buffer, file);
        event
    }

    /// Watches a file no longer.
    pub fn forget(&mut self, buffer: BufferId, source: &mut dyn Source) {
        for folder in self.files.remove(&buffer).iter().flat_map(|file| folders(&file.names)) {
            self.leave(folder, source);
        }
        if self.folders.values().all(|folder| !folder.polled) {
            self.poll = None;
        }
    }

    /// Reports a file once more after a moment.
    pub fn again(&mut self, buffer: BufferId, now: Duration, disk: &impl Disk) {
        if let Some(file) = self.files.get_mut(&buffer) {
            file.stir(now, disk.look(&file.path), true);
        }
    }

    fn enter(&mut self, folder: &Path, now: Duration, source: &mut dyn Source) -> Option<WatchEvent> {
        if let Some(folder) = self.folders.get_mut(folder) {
            folder.names += 1;
            return None;
        }
        let watched = source.watch(folder);
        self.folders.insert(folder.to_path_buf(), Folder { names: 1, polled: watched.is_err() });
        let error = watched.err()?;
        self.poll.get_or_insert(now + POLL);
        self.say(folder, error)
    }

    /// Says once that folders are not watched. One that is not there yet is no news.
    fn say(&mut self, folder: &Path, error: WatchError) -> Option<WatchEvent> {
        let WatchError::Refused(why) = error else { return None };
        let first = !std::mem::replace(&mut self.said, true);
        first.then(|| WatchEvent::Polling { why: format!("{} cannot be watched: {why}", folder.display()) })
    }

    fn leave(&mut self, name: &Path, source: &mut dyn Source) {
        let Some(folder) = self.folders.get_mut(name) else { return };
        folder.names -= 1;
        if folder.names == 0 {
            if !folder.polled {
                source.unwatch(name);
            }
            self.folders.remove(name);
        }
    }

    /// Something happened to what has that name: a file, or a folder itself.
    pub fn heard(&mut self, name: &Path, now: Duration, disk: &impl Disk) {
        if let Some(folder) = self.folders.get_mut(name) {
            // Its watch went with it, or soon will: it is watched anew when it is back.
            folder.polled = true;
            self.poll.get_or_insert(now + POLL);
        }
        let concerned = |file: &&mut File| file.names.iter().any(|own| own == name || own.parent() == Some(name));
        for file in self.files.values_mut().filter(concerned) {
            file.stir(now, disk.look(&file.path), true);
        }
    }

    /// Something happened, nobody knows to what.
    pub fn missed(&mut self, now: Duration, disk: &impl Disk) {
        for file in self.files.values_mut() {
            file.stir(now, disk.look(&file.path), true);
        }
    }

    /// Looks at everything that is due, and answers what there is to report.
    pub fn due(&mut self, now: Duration, disk: &impl Disk, source: &mut dyn Source) -> Vec<WatchEvent> {
        let mut events = Vec::new();
        if self.poll.is_some_and(|at| at <= now) {
            self.look_around(now, disk, source);
        }
        for (buffer, file) in &mut self.files {
            let Some(settling) = file.settling.as_mut().filter(|settling| settling.at <= now) else { continue };
            let seen = disk.look(&file.path);
            if seen != settling.last && now < settling.began + PATIENCE {
                (settling.last, settling.at) = (seen, now + QUIET);
                continue;
            }
            if settling.surely || seen != file.known {
                events.push(WatchEvent::Touched { buffer: *buffer });
            }
            (file.known, file.settling) = (seen, None);
        }
        self.lead_anew(now, disk, source);
        events
    }

    /// Looks at the files in folders that cannot be watched, and tries to watch those.
    fn look_around(&mut self, now: Duration, disk: &impl Disk, source: &mut dyn Source) {
        let polled: Vec<PathBuf> =
            self.folders.iter().filter(|(_, folder)| folder.polled).map(|(name, _)| name.clone()).collect();
        for name in &polled {
            // A watch that is still there on a folder of that name is of the one before.
            source.unwatch(name);
            if source.watch(name).is_ok() {
                self.folders.entry(name.clone()).and_modify(|folder| folder.polled = false);
            }
        }
        for file in self.files.values_mut() {
            if folders(&file.names).any(|folder| polled.iter().any(|name| name == folder)) {
                let seen = disk.look(&file.path);
                if seen != file.known {
                    file.stir(now, seen, false);
                }
            }
        }
        self.poll = self.folders.values().any(|folder| folder.polled).then_some(now + POLL);
    }

    /// A link that leads elsewhere now: the folders there are watched.
    fn lead_anew(&mut self, now: Duration, disk: &impl Disk, source: &mut dyn Source) {
        let led: Vec<_> = self
            .files
            .iter()
            .filter(|(_, file)| file.names.len() > 1 && file.settling.is_none())
            .map(|(buffer, file)| (*buffer, file.path.clone(), file.known, disk.names(&file.path)))
            .filter(|(buffer, _, _, names)| self.files[buffer].names != *names)
            .collect();
        for (buffer, path, known, _) in led {
            self.follow(buffer, (path, known), now, disk, source);
        }
    }

    /// When something is due next.
    pub fn next(&self) -> Option<Duration> {
        let settling = self.files.values().filter_map(|file| file.settling.as_ref()).map(|settling| settling.at);
        settling.chain(self.poll).min()
    }
}

impl File {
    /// Something happened: waits until the file stays as it is for a moment.
    fn stir(&mut self, now: Duration, seen: Option<Seen>, surely: bool) {
        let at = now + QUIET;
        match &mut self.settling {
            Some(settling) => {
                settling.at = at.min(settling.began + PATIENCE);
                settling.surely |= surely;
            }
            None => self.settling = Some(Settling { began: now, at, last: seen, surely }),
        }
    }
}

/// The folders of names, each once.
fn folders(names: &[PathBuf]) -> impl Iterator<Item = &Path> {
    let parent = |name: &PathBuf| name.parent().map(Path::to_path_buf);
    let first = names.first().and_then(parent);
    names.iter().enumerate().filter_map(move |(at, name)| {
        let folder = name.parent()?;
        (at == 0 || first.as_deref() != Some(folder)).then_some(folder)
    })
}
