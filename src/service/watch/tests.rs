//! The tracker against a disk and a clock that the test owns.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::tracker::{Disk, Tracker};
use super::*;

/// Files by name: how long each is. A change of length is a change.
#[derive(Default)]
struct Scripted {
    files: RefCell<BTreeMap<PathBuf, u64>>,
    links: RefCell<BTreeMap<PathBuf, PathBuf>>,
}

impl Scripted {
    fn write(&self, path: &str, len: u64) {
        self.files.borrow_mut().insert(path.into(), len);
    }
}

impl Disk for Scripted {
    fn look(&self, path: &Path) -> Option<Seen> {
        let target = self.links.borrow().get(path).cloned().unwrap_or_else(|| path.into());
        let len = *self.files.borrow().get(&target)?;
        let (dev, ino, mode, uid, gid, nlink) = (1, 1, 0o100_644, 0, 0, 1);
        Some(Seen { dev, ino, len, mtime_ns: 0, ctime_ns: 0, mode, uid, gid, nlink })
    }

    fn names(&self, path: &Path) -> Vec<PathBuf> {
        std::iter::once(path.to_path_buf()).chain(self.links.borrow().get(path).cloned()).collect()
    }
}

/// What is watched, of at most so many.
struct Limited {
    watched: BTreeSet<PathBuf>,
    most: usize,
}

impl Source for Limited {
    fn watch(&mut self, folder: &Path) -> Result<(), WatchError> {
        if self.watched.len() >= self.most {
            return Err(WatchError::Refused("no more watches".to_owned()));
        }
        self.watched.insert(folder.into());
        Ok(())
    }

    fn unwatch(&mut self, folder: &Path) {
        self.watched.remove(folder);
    }
}

struct Rig {
    disk: Scripted,
    source: Limited,
    tracker: Tracker,
    now: Duration,
}

const A: BufferId = BufferId(1);
const B: BufferId = BufferId(2);

impl Rig {
    fn new(most: usize) -> Rig {
        let source = Limited { watched: BTreeSet::new(), most };
        Rig { disk: Scripted::default(), source, tracker: Tracker::default(), now: Duration::ZERO }
    }

    fn follow(&mut self, buffer: BufferId, path: &str) -> Option<WatchEvent> {
        let seen = self.disk.look(Path::new(path));
        self.tracker.follow(buffer, (path.into(), seen), self.now, &self.disk, &mut self.source)
    }

    fn write(&mut self, path: &str, len: u64) {
        self.disk.write(path, len);
        self.tracker.heard(Path::new(path), self.now, &self.disk);
    }

    /// Goes on to when something is due; nothing when nothing ever is.
    fn step(&mut self) -> Option<Vec<WatchEvent>> {
        self.now = self.tracker.next()?.max(self.now);
        Some(self.tracker.due(self.now, &self.disk, &mut self.source))
    }

    fn watched(&self) -> Vec<&str> {
        self.source.watched.iter().map(|folder| folder.to_str().unwrap()).collect()
    }
}

fn touched(buffer: BufferId) -> Vec<WatchEvent> {
    vec![WatchEvent::Touched { buffer }]
}

#[test]
fn a_file_is_reported_once_it_is_still() {
    let mut rig = Rig::new(9);
    rig.disk.write("/d/a", 1);
    rig.follow(A, "/d/a");
    assert_eq!(rig.step(), None, "nothing happened");
    for len in 2..20 {
        rig.write("/d/a", len);
        rig.now += QUIET / 2;
        assert_eq!(rig.tracker.due(rig.now, &rig.disk, &mut rig.source), [], "still being written");
    }
    assert_eq!(rig.step(), Some(Vec::new()), "it was still being written when it was looked at first");
    assert_eq!(rig.step(), Some(touched(A)));
    assert_eq!(rig.step(), None);
}

#[test]
fn a_file_written_without_a_word_is_waited_for() {
    let mut rig = Rig::new(9);
    rig.disk.write("/d/a", 1);
    rig.follow(A, "/d/a");
    rig.write("/d/a", 2);
    rig.disk.write("/d/a", 3);
    assert_eq!(rig.step(), Some(Vec::new()), "it grew since");
    assert_eq!(rig.step(), Some(touched(A)));
}

#[test]
fn a_file_that_never_rests_is_reported_all_the_same() {
    let mut rig = Rig::new(9);
    rig.disk.write("/d/a", 1);
    rig.follow(A, "/d/a");
    rig.write("/d/a", 2);
    for len in 3.. {
        rig.disk.write("/d/a", len);
        if rig.step() == Some(touched(A)) {
            break;
        }
        assert!(rig.now <= PATIENCE, "{:?}", rig.now);
    }
    assert!(rig.now >= PATIENCE - QUIET);
}

#[test]
fn a_storm_of_other_files_is_no_news_and_one_of_the_same_is_one() {
    let mut rig = Rig::new(9);
    rig.disk.write("/d/a", 1);
    rig.follow(A, "/d/a");
    for n in 0..10_000 {
        rig.write(&format!("/d/{n}"), 1);
        rig.write("/d/a", 7);
    }
    assert_eq!(rig.step(), Some(touched(A)));
    assert_eq!(rig.step(), None);
}

#[test]
fn names_that_were_missed_are_made_up_for() {
    let (ears, heard) = Ears::new();
    for n in 0..5000 {
        ears.hear(format!("/d/{n}").into());
    }
    assert!(ears.take_missed() && !ears.take_missed() && heard.len() < 5000);
    let mut rig = Rig::new(9);
    rig.disk.write("/d/a", 1);
    rig.follow(A, "/d/a");
    rig.tracker.missed(rig.now, &rig.disk);
    assert_eq!(rig.step(), Some(touched(A)));
}

#[test]
fn one_watch_a_folder_until_its_last_file_is_closed() {
    let mut rig = Rig::new(9);
    rig.follow(A, "/d/a");
    rig.follow(B, "/d/b");
    assert_eq!(rig.watched(), ["/d"]);
    rig.tracker.forget(A, &mut rig.source);
    assert_eq!(rig.watched(), ["/d"]);
    rig.follow(B, "/e/b");
    assert_eq!(rig.watched(), ["/e"], "saved under another name");
    rig.tracker.forget(B, &mut rig.source);
    assert!(rig.watched().is_empty());
}

#[test]
fn a_link_is_watched_at_both_ends_and_followed_elsewhere() {
    let mut rig = Rig::new(9);
    rig.disk.links.borrow_mut().insert("/d/link".into(), "/e/a".into());
    rig.disk.write("/e/a", 1);
    rig.follow(A, "/d/link");
    assert_eq!(rig.watched(), ["/d", "/e"]);
    rig.write("/e/a", 2);
    assert_eq!(rig.step(), Some(touched(A)));
    rig.disk.write("/f/a", 3);
    rig.disk.links.borrow_mut().insert("/d/link".into(), "/f/a".into());
    rig.tracker.heard(Path::new("/d/link"), rig.now, &rig.disk);
    assert_eq!(rig.step(), Some(touched(A)));
    assert_eq!(rig.watched(), ["/d", "/f"]);
}

#[test]
fn where_no_watch_is_left_files_are_looked_at_and_it_is_said_once() {
    let mut rig = Rig::new(0);
    rig.disk.write("/d/a", 1);
    let said = rig.follow(A, "/d/a");
    assert!(matches!(&said, Some(WatchEvent::Polling { why }) if why.contains("/d") && why.contains("no more")));
    assert_eq!(rig.follow(B, "/e/b"), None, "said already");
    assert_eq!(rig.step(), Some(Vec::new()));
    assert_eq!(rig.now, POLL);
    rig.disk.write("/d/a", 2);
    assert_eq!(rig.step(), Some(Vec::new()), "found");
    assert_eq!(rig.step(), Some(touched(A)));
    rig.source.most = 9;
    assert_eq!(rig.step(), Some(Vec::new()));
    assert_eq!(rig.watched(), ["/d", "/e"], "watched as soon as that goes");
    assert_eq!(rig.step(), None);
}

#[test]
fn what_happened_before_it_was_watched_is_found() {
    let mut rig = Rig::new(9);
    rig.disk.write("/d/a", 1);
    let seen = rig.disk.look(Path::new("/d/a"));
    rig.disk.write("/d/a", 2);
    rig.tracker.follow(A, ("/d/a".into(), seen), rig.now, &rig.disk, &mut rig.source);
    assert_eq!(rig.step(), Some(touched(A)));
}

#[test]
fn a_folder_that_goes_is_watched_anew_when_it_is_back() {
    let mut rig = Rig::new(9);
    rig.disk.write("/d/a", 1);
    rig.follow(A, "/d/a");
    rig.disk.files.borrow_mut().clear();
    rig.source.watched.clear();
    rig.tracker.heard(Path::new("/d"), rig.now, &rig.disk);
    assert_eq!(rig.step(), Some(touched(A)));
    rig.disk.write("/d/a", 1);
    assert_eq!(rig.step(), Some(Vec::new()));
    assert_eq!(rig.watched(), ["/d"]);
    assert_eq!(rig.step(), Some(touched(A)));
    assert_eq!(rig.step(), None);
}

#[test]
fn reported_again_when_asked_for() {
    let mut rig = Rig::new(9);
    rig.disk.write("/d/a", 1);
    rig.follow(A, "/d/a");
    rig.tracker.again(A, rig.now, &rig.disk);
    assert_eq!(rig.step(), Some(touched(A)));
    assert_eq!(rig.now, QUIET);
}
