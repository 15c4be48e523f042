//! The crash journal, with processes that are killed and disks that fail.

use std::env;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, setrlimit};
use tempfile::TempDir;
use thc_edit::base::{BufferId, Revision};
use thc_edit::service::files::{How, LoadLimits, SaveRequest, load, save};
use thc_edit::service::journal::{
    BaseStatus, FlushError, Journal, JournalEvent, JournalHandle, Origin, Recoverable, RestoreError, Restored, What,
    Wholeness, discard, restore, scan,
};
use thc_edit::text::{ByteOffset, Delta, Edit, Form, Snapshot, Text, Transaction};

/// No wait of these tests is longer.
const LONG: Duration = Duration::from_secs(60);
const IN_CHILD: &str = "THC_TEST_CHILD";

/// xorshift64*, enough to choose edits.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        println!("seed {seed}");
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) as usize % n.max(1)
    }

    fn text(&mut self) -> String {
        let words = ["x", "ß", "\n", "main = ", "𐍈", "\"\\", "\r\n", "a longer piece of text, ", "", "\u{7f}"];
        (0..self.below(4)).map(|_| words[self.below(words.len())]).collect()
    }

    /// Up to three replacements.
    fn transaction(&mut self, text: &Text) -> Transaction {
        let mut places: Vec<ByteOffset> =
            (0..2 * (1 + self.below(3))).map(|_| text.floor_boundary(ByteOffset(self.below(text.len() + 1)))).collect();
        places.sort();
        let edits = places
            .chunks(2)
            .map(|p| Edit::replace(p[0]..p[1].min(text.floor_boundary(p[0] + 40)).max(p[0]), self.text()));
        Transaction::new(edits.collect()).unwrap()
    }
}

/// A state folder in memory where that can be had, so that a busy disk does not show in what is measured.
fn state_dir() -> TempDir {
    tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap()
}

/// What the owner has of a buffer.
struct Buffer {
    now: Snapshot,
}

impl Buffer {
    fn new(id: u64, text: &str) -> Buffer {
        let text = Text::from(text);
        Buffer { now: Snapshot { buffer: BufferId(id), revision: Revision(1), text, form: Form::default() } }
    }

    fn apply(&mut self, transaction: &Transaction) -> Delta {
        self.now.revision.0 += 1;
        transaction.apply(&mut self.now.text).unwrap()
    }

    fn type_text(&mut self, handle: &JournalHandle, text: &str) {
        let delta = self.apply(&Transaction::insert(self.now.text.end(), text));
        handle.edited(&self.now, &[delta]);
    }
}

fn flush(handle: &JournalHandle) -> Result<(), FlushError> {
    handle.flush().recv_timeout(LONG).unwrap()
}

/// Tries until something comes. A process that another test starts holds every lock of this one for a moment, between
/// its fork and its exec; until then a dead session looks alive.
fn eventually<T>(mut attempt: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(result) = attempt() {
            return result;
        }
        assert!(start.elapsed() < LONG, "it never came");
        std::thread::yield_now();
    }
}

fn try_restore(what: &Recoverable) -> Result<Restored, RestoreError> {
    eventually(|| Some(restore(what, &LoadLimits::now())).filter(|r| !matches!(r, Err(RestoreError::Busy { .. }))))
}

fn restored(what: &Recoverable) -> Restored {
    try_restore(what).unwrap()
}

fn give_up(what: &Recoverable) {
    eventually(|| Some(discard(what)).filter(|r| !matches!(r, Err(RestoreError::Busy { .. })))).unwrap();
}

/// Everything that is left, which is something.
fn all(state: &Path) -> Vec<Recoverable> {
    eventually(|| Some(scan(state).unwrap()).filter(|left| !left.is_empty()))
}

/// The only thing that is left.
fn only(state: &Path) -> Recoverable {
    let mut left = all(state);
    assert_eq!(left.len(), 1, "{left:?}");
    left.remove(0)
}

/// Waits until nothing is left, not even a folder.
fn nothing_left(state: &Path) {
    eventually(|| {
        assert!(scan(state).unwrap().is_empty());
        (fs::read_dir(state.join("recovery")).unwrap().count() == 0).then_some(())
    });
}

fn unnamed(path: &str) -> Origin {
    Origin { path: Some(PathBuf::from(path)), stamp: None }
}

/// All files that the journal has, by name.
fn files(state: &Path) -> Vec<PathBuf> {
    let sessions = fs::read_dir(state.join("recovery")).unwrap();
    let mut files: Vec<PathBuf> =
        sessions.flat_map(|s| fs::read_dir(s.unwrap().path()).unwrap().map(|f| f.unwrap().path())).collect();
    files.sort();
    files
}

fn file_ending(state: &Path, ending: &str) -> PathBuf {
    files(state).into_iter().find(|f| f.to_string_lossy().ends_with(ending)).unwrap()
}

/// Loads a file, opens a buffer of it, types into it, and leaves.
fn leave_edited_file(state: &Path, path: &Path, text: &str) -> Buffer {
    fs::write(path, text).unwrap();
    let loaded = load(path, &LoadLimits::now()).unwrap();
    let (journal, handle) = Journal::start(state).unwrap();
    let mut buffer = Buffer::new(1, "");
    (buffer.now.text, buffer.now.form) = (loaded.text, loaded.form);
    handle.opened(Origin { path: Some(path.into()), stamp: Some(loaded.stamp) }, &buffer.now);
    buffer.type_text(&handle, "typed");
    let delta = buffer.apply(&Transaction::insert(ByteOffset(3), "inside"));
    handle.edited(&buffer.now, &[delta]);
    assert_eq!(journal.close(), 1);
    buffer
}

#[test]
fn what_was_typed_is_restored_and_then_discarded() {
    let state = state_dir();
    let (journal, handle) = Journal::start(state.path()).unwrap();
    let mut buffer = Buffer::new(3, "");
    handle.opened(unnamed("/some/Main.hs"), &buffer.now);
    buffer.type_text(&handle, "main = ");
    buffer.type_text(&handle, "pure ()\n");
    flush(&handle).unwrap();
    assert!(scan(state.path()).unwrap().is_empty(), "a living session is not offered");
    let session = journal.session().to_owned();
    assert_eq!(journal.close(), 1);
    assert_eq!(flush(&handle), Err(FlushError::Closed));

    let left = only(state.path());
    assert_eq!(left.session, session);
    assert_eq!(left.what, What::Edits { buffer: BufferId(3), changes: 2 });
    assert_eq!((left.bytes, left.lines, left.base, left.torn), (15, 2, BaseStatus::Empty, false));
    let restored = restored(&left);
    assert_eq!(restored.text.to_string(), "main = pure ()\n");
    assert_eq!((restored.origin, restored.wholeness), (unnamed("/some/Main.hs"), Wholeness::Whole));
    give_up(&left);
    nothing_left(state.path());
    assert!(matches!(try_restore(&left), Err(RestoreError::Io { .. })));
}

#[test]
fn a_session_that_ends_clean_leaves_nothing_and_what_it_had_was_secret() {
    let state = state_dir();
    let (journal, handle) = Journal::start(state.path()).unwrap();
    let mut buffer = Buffer::new(1, "text");
    handle.opened(Origin::default(), &buffer.now);
    buffer.type_text(&handle, "secret");
    flush(&handle).unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!((mode(&state.path().join("recovery")), mode(journal.folder())), (0o700, 0o700));
    assert_eq!(files(state.path()).len(), 3);
    assert!(files(state.path()).iter().all(|file| mode(file) == 0o600));
    handle.closed(buffer.now.buffer);
    assert_eq!(journal.close(), 0);
    assert_eq!(fs::read_dir(state.path().join("recovery")).unwrap().count(), 0);
}

#[test]
fn a_save_ends_the_journal_unless_something_was_typed_meanwhile() {
    let state = state_dir();
    let (journal, handle) = Journal::start(state.path()).unwrap();
    let mut buffer = Buffer::new(1, "");
    handle.opened(unnamed("/old"), &buffer.now);
    buffer.type_text(&handle, "saved");
    let saved = buffer.now.revision;
    buffer.type_text(&handle, ", and typed during the save");
    handle.saved(unnamed("/new"), saved, &buffer.now);
    buffer.type_text(&handle, ", and after");
    flush(&handle).unwrap();
    let mut other = Buffer::new(2, "");
    other.type_text(&handle, "x");
    handle.saved(unnamed("/other"), other.now.revision, &other.now);
    assert_eq!(journal.close(), 1);
    let left = only(state.path());
    assert_eq!(left.path, Some("/new".into()));
    assert_eq!(restored(&left).text.to_string(), "saved, and typed during the save, and after");
}

#[test]
fn a_buffer_that_was_never_opened_is_journaled_all_the_same() {
    let state = state_dir();
    let (journal, handle) = Journal::start(state.path()).unwrap();
    let mut buffer = Buffer::new(1, "was there, ");
    buffer.type_text(&handle, "and typed");
    buffer.type_text(&handle, "!");
    journal.close();
    assert_eq!(restored(&only(state.path())).text.to_string(), "was there, and typed!");
}

#[test]
fn random_sessions_are_restored_exactly() {
    for seed in 0..100 {
        let mut random = Random::new(seed);
        let state = state_dir();
        let (journal, handle) = Journal::start(state.path()).unwrap();
        let bases = ["", "short\n", &"a longer text, ß\n".repeat(1000)];
        let mut buffers: Vec<Buffer> =
            (0..1 + random.below(3)).map(|n| Buffer::new(n as u64, bases[random.below(3)])).collect();
        buffers.iter().for_each(|buffer| handle.opened(unnamed(&format!("/{}", buffer.now.buffer)), &buffer.now));
        let mut edited = vec![false; buffers.len()];
        for _ in 0..random.below(200) {
            let n = random.below(buffers.len());
            let buffer = &mut buffers[n];
            match random.below(40) {
                0 => flush(&handle).unwrap(),
                1 => {
                    handle.closed(buffer.now.buffer);
                    handle.opened(unnamed("/again"), &buffer.now);
                    edited[n] = !buffer.now.text.is_empty();
                }
                // Several steps at once, as undo does.
                2..8 => {
                    let deltas: Vec<Delta> = (0..2 + random.below(4))
                        .map(|_| {
                            let transaction = random.transaction(&buffer.now.text);
                            buffer.apply(&transaction)
                        })
                        .collect();
                    edited[n] |= deltas.iter().any(|delta| !delta.is_empty());
                    handle.edited(&buffer.now, &deltas);
                }
                _ => {
                    let transaction = random.transaction(&buffer.now.text);
                    let delta = buffer.apply(&transaction);
                    edited[n] |= !delta.is_empty();
                    handle.edited(&buffer.now, &[delta]);
                }
            }
        }
        journal.close();
        let left = if edited.contains(&true) { all(state.path()) } else { Vec::new() };
        for (buffer, edited) in buffers.iter().zip(edited) {
            let id = buffer.now.buffer;
            let of = |left: &&Recoverable| matches!(left.what, What::Edits { buffer, .. } if buffer == id);
            let Some(left) = left.iter().find(of) else {
                assert!(!edited, "seed {seed}, buffer {id}");
                continue;
            };
            let restored = restored(left);
            assert_eq!(restored.text, buffer.now.text, "seed {seed}, buffer {id}");
            assert_eq!(restored.wholeness, Wholeness::Whole);
            assert_eq!((left.bytes, left.lines), (restored.text.len() as u64, restored.text.line_count() as u64));
        }
    }
}

/// Starts this test again in a process of its own, whose output is read here.
fn child(test: &str, state: &Path) -> std::process::Child {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", test, "--nocapture", "--test-threads=1"]).env(IN_CHILD, state).stdout(Stdio::piped());
    command.spawn().unwrap()
}

#[test]
fn a_process_killed_at_any_moment_loses_nothing_that_was_flushed() {
    const TEST: &str = "a_process_killed_at_any_moment_loses_nothing_that_was_flushed";
    if let Some(state) = env::var_os(IN_CHILD) {
        let (_journal, handle) = Journal::start(Path::new(&state)).unwrap();
        let mut buffer = Buffer::new(1, "");
        handle.opened(unnamed("/typed"), &buffer.now);
        println!("\nready");
        for n in 0..u64::MAX {
            buffer.type_text(&handle, &format!("{n}\n"));
            if n % 64 == 0 {
                flush(&handle).unwrap();
                println!("flushed {n}");
            }
        }
    }
    for seed in 0..30 {
        let mut random = Random::new(seed);
        let state = state_dir();
        let mut typist = child(TEST, state.path());
        let lines = BufReader::new(typist.stdout.take().unwrap()).lines();
        let mut spared = 1 + random.below(20);
        let mut flushed: Option<u64> = None;
        for line in lines {
            let line = line.unwrap();
            if let Some(n) = line.strip_prefix("flushed ") {
                flushed = Some(n.parse().unwrap());
            }
            if line == "ready" || line.starts_with("flushed") {
                spared -= 1;
            }
            if spared == 0 {
                // Somewhere in the middle of what comes next.
                (0..random.below(100_000)).for_each(|_| std::hint::spin_loop());
                typist.kill().unwrap();
                break;
            }
        }
        typist.wait().unwrap();
        if flushed.is_none() && scan(state.path()).unwrap().is_empty() {
            continue;
        }
        let text = restored(&only(state.path())).text.to_string();
        let count = text.lines().count() as u64;
        let expected: String = (0..count).map(|n| format!("{n}\n")).collect();
        assert!(text == expected, "seed {seed}: not what was typed");
        assert!(flushed.is_none_or(|n| n < count), "seed {seed}: {flushed:?} was flushed, {count} are there");
    }
}

#[test]
fn without_asking_what_was_typed_is_written_at_once() {
    const TEST: &str = "without_asking_what_was_typed_is_written_at_once";
    if let Some(state) = env::var_os(IN_CHILD) {
        let (_journal, handle) = Journal::start(Path::new(&state)).unwrap();
        let mut buffer = Buffer::new(1, "");
        handle.opened(Origin::default(), &buffer.now);
        buffer.type_text(&handle, "typed");
        println!("\ntyped");
        std::io::stdout().flush().unwrap();
        // Killed long before.
        std::thread::park_timeout(LONG);
        return;
    }
    let state = state_dir();
    let mut typist = child(TEST, state.path());
    let mut lines = BufReader::new(typist.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap() == "typed"));
    let told = Instant::now();
    let has_it = |log: &PathBuf| fs::read(log).is_ok_and(|log| log.windows(7).any(|part| part == b"\"typed\""));
    while !files(state.path()).iter().any(has_it) {
        assert!(told.elapsed() < Duration::from_secs(1), "not on disk within a second");
        std::thread::yield_now();
    }
    typist.kill().unwrap();
    typist.wait().unwrap();
    assert_eq!(restored(&only(state.path())).text.to_string(), "typed");
}

#[test]
fn a_torn_or_damaged_log_gives_everything_before_the_damage() {
    let state = state_dir();
    let (journal, handle) = Journal::start(state.path()).unwrap();
    let mut buffer = Buffer::new(1, "");
    handle.opened(Origin::default(), &buffer.now);
    let mut states = vec![String::new()];
    for n in 0..50 {
        buffer.type_text(&handle, &format!("{n} "));
        states.push(buffer.now.text.to_string());
    }
    journal.close();
    let log = file_ending(state.path(), ".log");
    let whole = fs::read(&log).unwrap();
    for seed in 0..100 {
        let mut random = Random::new(seed);
        let at = random.below(whole.len());
        let mut bad = whole.clone();
        if seed % 2 == 0 {
            bad.truncate(at);
        } else {
            bad[at] ^= 1 << random.below(8);
        }
        fs::write(&log, &bad).unwrap();
        let left = eventually(|| {
            let left = scan(state.path()).unwrap().pop();
            // Without a change, whole or not, nothing is left, and the session is tidied away.
            (left.is_some() || !log.exists()).then_some(left)
        });
        let Some(left) = left else {
            fs::create_dir_all(log.parent().unwrap()).unwrap();
            continue;
        };
        match try_restore(&left) {
            Ok(restored) => {
                let text = restored.text.to_string();
                assert!(states.contains(&text), "seed {seed}: {text}");
                assert!(text.len() < states[50].len() || restored.wholeness == Wholeness::Whole, "seed {seed}");
                assert_eq!(left.torn, restored.wholeness == Wholeness::CutShort, "seed {seed}");
            }
            Err(e) => assert!(matches!(e, RestoreError::Damaged { .. }), "seed {seed}: {e}"),
        }
    }
}

#[test]
fn a_file_changed_after_the_crash_does_not_matter() {
    let state = state_dir();
    let path = state.path().join("Main.hs");
    for size in [10, 300_000] {
        let buffer = leave_edited_file(state.path(), &path, &"main = x\n".repeat(size));
        fs::write(&path, "something else").unwrap();
        let left = only(state.path());
        assert_eq!(left.base, BaseStatus::Copied);
        let restored = restored(&left);
        assert_eq!(restored.text, buffer.now.text);
        assert_eq!(restored.wholeness, Wholeness::Whole);
        assert_eq!(restored.origin.path, Some(path.clone()));
        // What was on disk when it was loaded: a save would see that it is something else.
        assert!(restored.origin.stamp.is_some());
        give_up(&left);
    }
}

#[test]
fn without_a_copy_the_file_on_disk_serves_or_what_was_typed_is_shown() {
    let state = state_dir();
    let path = state.path().join("Main.hs");
    let buffer = leave_edited_file(state.path(), &path, "main = putStrLn\n");
    fs::remove_file(file_ending(state.path(), ".base")).unwrap();
    let left = only(state.path());
    assert_eq!(left.base, BaseStatus::OnDisk);
    assert_eq!(restored(&left).text, buffer.now.text);

    fs::write(&path, "main = getLine \n").unwrap();
    let left = only(state.path());
    assert_eq!(left.base, BaseStatus::DiskChanged);
    let fragments = restored(&left);
    let Wholeness::Fragments { why } = &fragments.wholeness else { panic!("{:?}", fragments.wholeness) };
    assert!(why.contains("Main.hs was changed"), "{why}");
    let gap = |n| format!("\n[{n} bytes of the file as it was are missing here]\n");
    assert_eq!(fragments.text.to_string(), format!("{}inside{}typed", gap(3), gap(13)));

    fs::remove_file(&path).unwrap();
    let left = only(state.path());
    assert_eq!(left.base, BaseStatus::DiskMissing);
    assert_eq!(restored(&left).text, fragments.text);
}

#[test]
fn a_damaged_copy_is_not_taken_for_the_text() {
    let state = state_dir();
    let path = state.path().join("a");
    let buffer = leave_edited_file(state.path(), &path, "the old text");
    fs::write(file_ending(state.path(), ".base"), "THE old text").unwrap();
    assert_eq!(restored(&only(state.path())).text, buffer.now.text, "the file on disk is still there");
    fs::remove_file(&path).unwrap();
    assert!(matches!(restored(&only(state.path())).wholeness, Wholeness::Fragments { .. }));
}

#[test]
fn bytes_are_restored_as_bytes() {
    let state = state_dir();
    let path = state.path().join("binary");
    fs::write(&path, b"a\0\xff\xfe").unwrap();
    let loaded = load(&path, &LoadLimits::now()).unwrap();
    let (journal, handle) = Journal::start(state.path()).unwrap();
    let mut buffer = Buffer::new(1, "");
    (buffer.now.text, buffer.now.form) = (loaded.text, loaded.form);
    handle.opened(Origin { path: Some(path.clone()), stamp: Some(loaded.stamp) }, &buffer.now);
    // Without its odd bytes it would be taken for UTF-8.
    let delta = buffer.apply(&Transaction::from(Edit::replace(ByteOffset(1)..buffer.now.text.end(), "\u{e9}")));
    handle.edited(&buffer.now, &[delta]);
    journal.close();
    fs::remove_file(&path).unwrap();
    let restored = restored(&only(state.path()));
    assert_eq!((restored.form, restored.text.to_string()), (Form::Bytes, "a\u{e9}".to_owned()));
}

#[test]
fn a_large_text_and_a_long_log_are_kept_in_bounds() {
    let state = state_dir();
    let path = state.path().join("large");
    let line = "a line of a large file\n";
    fs::write(&path, line.repeat(100_000)).unwrap();
    let loaded = load(&path, &LoadLimits::now()).unwrap();
    let (journal, handle) = Journal::start(state.path()).unwrap();
    let mut buffer = Buffer::new(1, "");
    buffer.now.text = loaded.text;
    handle.opened(Origin { path: Some(path.clone()), stamp: Some(loaded.stamp) }, &buffer.now);
    let piece = "0123456789abcdef".repeat(4096);
    for n in 0..400 {
        // The text stays as large, the log does not.
        let end = buffer.now.text.end();
        let range = if n == 0 { end..end } else { end - piece.len()..end };
        let delta = buffer.apply(&Transaction::from(Edit::replace(range, piece.clone())));
        handle.edited(&buffer.now, &[delta]);
        if n % 20 == 0 {
            flush(&handle).unwrap();
        }
    }
    flush(&handle).unwrap();
    let bytes: u64 = files(state.path()).iter().map(|file| fs::metadata(file).unwrap().len()).sum();
    assert!(bytes < 20 << 20, "{bytes} bytes for a text of {}, after 26 MB of changes", buffer.now.text.len());
    // One change larger than all that may wait.
    buffer.type_text(&handle, &"y".repeat(10 << 20));
    buffer.type_text(&handle, "end");
    journal.close();
    fs::remove_file(&path).unwrap();
    assert_eq!(files(state.path()).len(), 3, "a lock, a log and a base: {:?}", files(state.path()));
    let restored = restored(&only(state.path()));
    assert!(restored.text == buffer.now.text && restored.wholeness == Wholeness::Whole);
}

#[test]
fn a_removed_folder_is_made_again() {
    let state = state_dir();
    let (journal, handle) = Journal::start(state.path()).unwrap();
    let mut buffer = Buffer::new(1, "old ");
    handle.opened(unnamed("/a"), &buffer.now);
    buffer.type_text(&handle, "first ");
    flush(&handle).unwrap();
    fs::remove_dir_all(state.path().join("recovery")).unwrap();
    buffer.type_text(&handle, "second ");
    let failed = journal.events().recv_timeout(LONG).unwrap();
    assert!(
        matches!(&failed, JournalEvent::Failed { buffer: BufferId(1), error } if error.contains("/a")),
        "{failed:?}"
    );
    assert_eq!(journal.events().recv_timeout(LONG).unwrap(), JournalEvent::Recovered { buffer: BufferId(1) });
    buffer.type_text(&handle, "third");
    flush(&handle).unwrap();
    assert!(scan(state.path()).unwrap().is_empty(), "the session is locked again");
    journal.close();
    assert_eq!(restored(&only(state.path())).text.to_string(), "old first second third");
}

#[test]
fn a_full_disk_is_reported_and_tried_again() {
    const TEST: &str = "a_full_disk_is_reported_and_tried_again";
    let Some(state) = env::var_os(IN_CHILD) else {
        let state = state_dir();
        let output = child(TEST, state.path()).wait_with_output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        return;
    };
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default()).unwrap();
    let state = Path::new(&state);
    let limit = |bytes| setrlimit(Resource::Fsize, Rlimit { current: bytes, maximum: None }).unwrap();
    let (journal, handle) = Journal::start(state).unwrap();
    let mut buffer = Buffer::new(1, "");
    handle.opened(unnamed("/a"), &buffer.now);
    buffer.type_text(&handle, "before\n");
    flush(&handle).unwrap();
    limit(Some(2000));
    buffer.type_text(&handle, &"x".repeat(5000));
    assert!(matches!(journal.events().recv_timeout(LONG).unwrap(), JournalEvent::Failed { .. }));
    assert!(matches!(flush(&handle), Err(FlushError::Failed(_))));
    buffer.type_text(&handle, "while it was full");
    limit(None);
    assert!(matches!(journal.events().recv_timeout(LONG).unwrap(), JournalEvent::Recovered { .. }));
    buffer.type_text(&handle, ", and after");
    assert_eq!(journal.close(), 1);
    assert_eq!(restored(&only(state)).text.to_string(), buffer.now.text.to_string());
}

#[test]
fn a_state_folder_that_cannot_be_made_is_an_error() {
    let state = state_dir();
    fs::write(state.path().join("file"), "").unwrap();
    let error = Journal::start(&state.path().join("file")).unwrap_err();
    assert!(error.to_string().contains("texts would not survive a crash"), "{error}");
    assert!(scan(&state.path().join("none")).unwrap().is_empty());
}

#[test]
fn content_copied_before_writing_in_place_is_offered() {
    let state = state_dir();
    let (path, link) = (state.path().join("a"), state.path().join("b"));
    fs::write(&path, "old").unwrap();
    fs::hard_link(&path, &link).unwrap();
    let (journal, _handle) = Journal::start(state.path()).unwrap();
    let snapshot = Buffer::new(1, "new").now;
    let expected = Some(load(&path, &LoadLimits::now()).unwrap().stamp);
    let recovery = journal.folder().to_path_buf();
    let request = SaveRequest {
        snapshot,
        path: path.clone(),
        expected,
        how: How::Auto,
        overwrite: false,
        recovery: recovery.clone(),
    };
    assert_eq!(save(&request).unwrap().how, How::InPlace);
    // What a crash between the two would leave.
    fs::write(recovery.join("0123456789abcdef.copy"), "old").unwrap();
    fs::write(recovery.join("0123456789abcdef.copy-of"), path.as_os_str().as_encoded_bytes()).unwrap();
    journal.close();
    let left = only(state.path());
    assert_eq!((left.what, left.path.as_ref()), (What::OldContent, Some(&path)));
    assert_eq!(restored(&left).text.to_string(), "old");
    give_up(&left);
    nothing_left(state.path());
}
