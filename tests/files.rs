//! Loading and saving real files, where it matters as an ordinary user.

use std::env;
use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io::{Seek, SeekFrom, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use rustix::fs::{CWD, Mode, Timespec, Timestamps, XattrFlags, mkfifoat, setxattr};
use rustix::process::{Resource, Rlimit, geteuid, setrlimit, umask};
use thc_edit::base::{BufferId, Revision};
use thc_edit::service::files::{
    EntryKind, FileKind, Filter, How, LoadError, LoadLimits, Loaded, MOST_ENTRIES, PathError, SaveError, SaveRequest,
    Saved, Stamp, load, read_dir, resolve, save,
};
use thc_edit::service::tree::manage::{self, ManageError};
use thc_edit::text::{ByteOffset, Form, Snapshot, Text};

/// An ordinary user: nobody.
const USER: u32 = 65534;
const IN_CHILD: &str = "THC_TEST_CHILD";

fn snapshot(text: &str) -> Snapshot {
    Snapshot { buffer: BufferId(1), revision: Revision(1), text: Text::from(text), form: Form::default() }
}

fn request(path: &Path, text: &str, expected: Option<Stamp>) -> SaveRequest {
    let recovery = path.with_file_name("recovery");
    SaveRequest { snapshot: snapshot(text), path: path.into(), expected, how: How::Auto, overwrite: false, recovery }
}

fn loaded(path: &Path) -> Loaded {
    load(path, &LoadLimits::now()).unwrap()
}

/// Loads a file and saves another text in its place.
fn resave(path: &Path, text: &str) -> Result<Saved, SaveError> {
    save(&request(path, text, Some(loaded(path).stamp)))
}

fn content(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

fn chmod(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// The names in a folder, temporary files included, the recovery folder only if something is in it.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "recovery" || fs::read_dir(folder.join(name)).unwrap().next().is_some())
        .collect();
    names.sort();
    names
}

/// Runs the body in a process of its own, as an ordinary user where that can be had, in a folder that this user owns.
/// What only the superuser can prepare is prepared first.
fn in_child(test: &str, prepare: impl FnOnce(&Path), body: impl FnOnce(&Path)) {
    if let Some(folder) = env::var_os(IN_CHILD) {
        return body(Path::new(&folder));
    }
    let folder = tempfile::tempdir().unwrap();
    // The build folder may be out of this user's reach.
    let bin = tempfile::tempdir().unwrap();
    chmod(bin.path(), 0o755);
    let exe = bin.path().join("test");
    fs::copy(env::current_exe().unwrap(), &exe).unwrap();
    let mut command = Command::new(&exe);
    command.args(["--exact", test, "--nocapture", "--test-threads=1"]).env(IN_CHILD, folder.path());
    if geteuid().is_root() {
        std::os::unix::fs::chown(folder.path(), Some(USER), Some(USER)).unwrap();
        command.uid(USER).gid(USER);
    }
    prepare(folder.path());
    let output = command.output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("1 passed"), "{said}");
}

fn skip(test: &str, why: &str) {
    println!("SKIPPED {test}: {why}");
}

fn no_core_dump_at_the_file_size_limit() {
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default()).unwrap();
}

#[test]
fn every_byte_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let (path, copy) = (folder.path().join("a"), folder.path().join("b"));
    let long = "ß".repeat(700_000);
    let mut late_nul = "é€𐍈".repeat(400_000).into_bytes();
    late_nul.push(0);
    let mut cut = long.clone().into_bytes();
    cut.pop();
    let all_bytes: Vec<u8> = (0..=255).cycle().take(3 << 20).collect();
    let cases: [(&[u8], Form); 9] = [
        (b"", Form::Utf8 { bom: false }),
        (b"\xef\xbb\xbfmain\r\nx\n\r", Form::Utf8 { bom: true }),
        (b"\xef\xbb\xbf", Form::Utf8 { bom: true }),
        (b"no newline at the end", Form::Utf8 { bom: false }),
        (long.as_bytes(), Form::Utf8 { bom: false }),
        (b"caf\xe9\n", Form::Bytes),
        (&late_nul, Form::Bytes),
        (&cut, Form::Bytes),
        (&all_bytes, Form::Bytes),
    ];
    for (n, (bytes, form)) in cases.into_iter().enumerate() {
        fs::write(&path, bytes).unwrap();
        let Loaded { text, form: found, stamp, .. } = loaded(&path);
        assert_eq!(found, form, "case {n}");
        assert_eq!(stamp.bytes, bytes.len() as u64);
        let snapshot = Snapshot { buffer: BufferId(1), revision: Revision(1), text, form };
        let saved = save(&SaveRequest { snapshot, ..request(&copy, "", None) }).unwrap();
        assert!(fs::read(&copy).unwrap() == bytes, "case {n}");
        assert_eq!(saved.stamp.hash, stamp.hash);
        fs::remove_file(&copy).unwrap();
    }
}

#[test]
fn a_save_can_follow_a_save() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Main.hs");
    let mut stamp = save(&request(&path, "0", None)).unwrap().stamp;
    for n in 1..20 {
        let text = n.to_string().repeat(n);
        stamp = save(&request(&path, &text, Some(stamp))).unwrap().stamp;
        assert_eq!(content(&path), text);
    }
    save(&request(&path, "", Some(stamp))).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().len(), 0);
    assert_eq!(names(folder.path()), ["Main.hs"]);
}

#[test]
fn symbolic_links_stay_and_lead_to_the_saved_file() {
    let folder = tempfile::tempdir().unwrap();
    let sub = folder.path().join("sub");
    fs::create_dir(&sub).unwrap();
    let file = sub.join("file");
    fs::write(&file, "old").unwrap();
    symlink("file", sub.join("b")).unwrap();
    symlink("sub/b", folder.path().join("a")).unwrap();
    let path = folder.path().join("a");
    let saved = resave(&path, "new").unwrap();
    assert_eq!(saved.path, fs::canonicalize(&file).unwrap());
    assert_eq!(content(&file), "new");
    assert_eq!(fs::read_link(&path).unwrap(), Path::new("sub/b"));
    assert_eq!(fs::read_link(sub.join("b")).unwrap(), Path::new("file"));

    let dangling = folder.path().join("dangling");
    symlink("sub/new", &dangling).unwrap();
    let Err(LoadError::Missing { path: target }) = load(&dangling, &LoadLimits::now()) else { panic!() };
    assert_eq!(target, fs::canonicalize(&sub).unwrap().join("new"));
    save(&request(&dangling, "made", None)).unwrap();
    assert_eq!(content(&sub.join("new")), "made");
    assert!(fs::symlink_metadata(&dangling).unwrap().is_symlink());
}

#[test]
fn a_circle_of_links_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (folder.path().join("a"), folder.path().join("b"));
    symlink("b", &a).unwrap();
    symlink("a", &b).unwrap();
    for path in [a.clone(), a.join("file")] {
        let error = load(&path, &LoadLimits::now()).unwrap_err();
        assert!(matches!(error, LoadError::Path(PathError::SymlinkCycle { .. })), "{error}");
        let error = save(&request(&path, "x", None)).unwrap_err();
        assert!(matches!(error, SaveError::Path(PathError::SymlinkCycle { .. })), "{error}");
    }
    assert_eq!(names(folder.path()), ["a", "b"]);
}

#[test]
fn hard_links_stay_together() {
    let folder = tempfile::tempdir().unwrap();
    let (a, b) = (folder.path().join("a"), folder.path().join("b"));
    fs::write(&a, "a longer old text").unwrap();
    fs::hard_link(&a, &b).unwrap();
    let inode = fs::metadata(&a).unwrap().ino();
    let saved = resave(&a, "new").unwrap();
    assert_eq!(saved.how, How::InPlace);
    assert_eq!((content(&a), content(&b)), ("new".into(), "new".into()));
    assert_eq!(fs::metadata(&a).unwrap().ino(), inode);
    save(&request(&b, "and longer again, much longer", Some(saved.stamp))).unwrap();
    assert_eq!(content(&a), "and longer again, much longer");
    assert_eq!(names(folder.path()), ["a", "b"]);
}

#[test]
fn a_read_only_file_is_refused_whatever_its_folder_allows() {
    let body = |folder: &Path| {
        let path = folder.join("a");
        fs::write(&path, "old").unwrap();
        chmod(&path, 0o444);
        let stamp = loaded(&path).stamp;
        for how in [How::Auto, How::InPlace] {
            let refused = SaveRequest { how, overwrite: true, ..request(&path, "new", Some(stamp)) };
            assert!(matches!(save(&refused), Err(SaveError::ReadOnly { .. })));
        }
        assert_eq!((content(&path), mode(&path)), ("old".into(), 0o444));
        assert_eq!(names(folder), ["a"]);
    };
    // As whoever runs the tests, and as an ordinary user.
    if env::var_os(IN_CHILD).is_none() {
        body(tempfile::tempdir().unwrap().path());
    }
    in_child("a_read_only_file_is_refused_whatever_its_folder_allows", |_| {}, body);
}

#[test]
fn a_file_that_only_others_may_write_is_read_only() {
    if !geteuid().is_root() && env::var_os(IN_CHILD).is_none() {
        return skip("a_file_that_only_others_may_write_is_read_only", "only the superuser can prepare it");
    }
    let prepare = |folder: &Path| {
        fs::write(folder.join("a"), "old").unwrap();
        chmod(&folder.join("a"), 0o644);
    };
    in_child("a_file_that_only_others_may_write_is_read_only", prepare, |folder| {
        assert!(matches!(resave(&folder.join("a"), "new"), Err(SaveError::ReadOnly { .. })));
        assert_eq!(content(&folder.join("a")), "old");
    });
}

#[test]
fn in_an_unwritable_folder_writing_in_place_is_offered_and_works() {
    in_child(
        "in_an_unwritable_folder_writing_in_place_is_offered_and_works",
        |_| {},
        |folder| {
            let sub = folder.join("sub");
            fs::create_dir(&sub).unwrap();
            let path = sub.join("a");
            fs::write(&path, "old").unwrap();
            chmod(&sub, 0o555);
            let stamp = loaded(&path).stamp;
            let mut request = SaveRequest { recovery: folder.join("recovery"), ..request(&path, "new", Some(stamp)) };
            let error = save(&request).unwrap_err();
            assert!(matches!(error, SaveError::FolderUnwritable { .. }), "{error}");
            assert_eq!(content(&path), "old");
            request.how = How::InPlace;
            assert_eq!(save(&request).unwrap().how, How::InPlace);
            assert_eq!(content(&path), "new");
            let new = SaveRequest { path: sub.join("b"), expected: None, ..request };
            assert!(matches!(save(&new), Err(SaveError::Path(PathError::Denied { .. }))));
            chmod(&sub, 0o755);
            assert_eq!(names(&sub), ["a"]);
            assert_eq!(names(folder), ["sub"]);
        },
    );
}

#[test]
fn an_unreadable_file_and_folder_are_refused() {
    in_child(
        "an_unreadable_file_and_folder_are_refused",
        |_| {},
        |folder| {
            let (file, closed) = (folder.join("file"), folder.join("closed"));
            fs::write(&file, "secret").unwrap();
            chmod(&file, 0o000);
            fs::create_dir(&closed).unwrap();
            chmod(&closed, 0o000);
            for path in [&file, &closed.join("file")] {
                let error = load(path, &LoadLimits::now()).unwrap_err();
                assert!(matches!(error, LoadError::Path(PathError::Denied { .. })), "{error}");
            }
            assert!(matches!(read_dir(&closed, &Filter::new("")), Err(PathError::Denied { .. })));
            chmod(&closed, 0o700);
        },
    );
}

/// A small file system of its own, if this user may mount one.
struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    fn mount() -> Option<SmallDisk> {
        let folder = tempfile::tempdir().unwrap();
        let mounted =
            Command::new("mount").args(["-t", "tmpfs", "-o", "size=256k", "none"]).arg(folder.path()).output();
        mounted.is_ok_and(|o| o.status.success()).then_some(SmallDisk(folder))
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(self.0.path()).status();
    }
}

#[test]
fn a_full_disk_leaves_the_old_file() {
    let Some(disk) = SmallDisk::mount() else {
        return skip("a_full_disk_leaves_the_old_file", "a tmpfs cannot be mounted here");
    };
    let elsewhere = tempfile::tempdir().unwrap();
    let (path, linked) = (disk.0.path().join("a"), disk.0.path().join("b"));
    fs::write(&path, "old").unwrap();
    fs::write(&linked, "old").unwrap();
    fs::hard_link(&linked, disk.0.path().join("c")).unwrap();
    let text = "x".repeat(1 << 20);
    for path in [&path, &linked] {
        let request =
            SaveRequest { recovery: elsewhere.path().into(), ..request(path, &text, Some(loaded(path).stamp)) };
        assert!(matches!(save(&request), Err(SaveError::NoSpace { .. })));
        assert_eq!(content(path), "old");
    }
    let new = request(&disk.0.path().join("new"), &text, None);
    assert!(matches!(save(&new), Err(SaveError::NoSpace { .. })));
    // A recovery folder without room: the file is not touched.
    fs::write(elsewhere.path().join("d"), &text).unwrap();
    fs::hard_link(elsewhere.path().join("d"), elsewhere.path().join("e")).unwrap();
    let path = elsewhere.path().join("d");
    let request = SaveRequest { recovery: disk.0.path().into(), ..request(&path, "new", Some(loaded(&path).stamp)) };
    assert!(matches!(save(&request), Err(SaveError::NoSpace { .. })));
    assert_eq!(content(&path), text);
    assert_eq!(names(disk.0.path()), ["a", "b", "c"]);
    assert_eq!(names(elsewhere.path()), ["d", "e"]);
}

#[test]
fn a_file_size_limit_leaves_the_old_file() {
    in_child(
        "a_file_size_limit_leaves_the_old_file",
        |_| {},
        |folder| {
            no_core_dump_at_the_file_size_limit();
            let (path, linked) = (folder.join("a"), folder.join("b"));
            fs::write(&path, "old").unwrap();
            fs::write(&linked, "old").unwrap();
            fs::hard_link(&linked, folder.join("c")).unwrap();
            setrlimit(Resource::Fsize, Rlimit { current: Some(100_000), maximum: None }).unwrap();
            let text = "x".repeat(1 << 20);
            for path in [&path, &linked] {
                assert!(matches!(resave(path, &text), Err(SaveError::TooLarge { .. })));
                assert_eq!(content(path), "old");
            }
            assert!(matches!(save(&request(&folder.join("new"), &text, None)), Err(SaveError::TooLarge { .. })));
            assert_eq!(names(folder), ["a", "b", "c"]);
        },
    );
}

/// Changes a file without changing its length or the time of its last change.
fn change_secretly(path: &Path, text: &str) {
    let before = fs::metadata(path).unwrap();
    let mut file = File::options().write(true).open(path).unwrap();
    file.write_all(text.as_bytes()).unwrap();
    let time = Timespec { tv_sec: before.mtime(), tv_nsec: before.mtime_nsec() };
    rustix::fs::futimens(&file, &Timestamps { last_access: time, last_modification: time }).unwrap();
    let after = fs::metadata(path).unwrap();
    assert_eq!((before.len(), before.mtime_nsec()), (after.len(), after.mtime_nsec()));
}

#[test]
fn a_file_that_changed_since_it_was_loaded_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    for secretly in [true, false] {
        fs::write(&path, "old").unwrap();
        let stamp = loaded(&path).stamp;
        if secretly {
            change_secretly(&path, "its")
        } else {
            fs::write(&path, "theirs").unwrap()
        }
        let theirs = content(&path);
        let mut request = request(&path, "mine", Some(stamp));
        assert!(matches!(save(&request), Err(SaveError::Changed { .. })));
        assert_eq!(content(&path), theirs);
        request.how = How::InPlace;
        assert!(matches!(save(&request), Err(SaveError::Changed { .. })));
        assert_eq!(content(&path), theirs);
        request.overwrite = true;
        save(&request).unwrap();
        assert_eq!(content(&path), "mine");
    }
    assert_eq!(names(folder.path()), ["a"]);
}

#[test]
fn an_old_stamp_sees_a_change_of_equal_length_and_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    fs::write(&path, "old").unwrap();
    let mut stamp = loaded(&path).stamp;
    // As if it had been loaded long after its last change.
    stamp.settled = true;
    change_secretly(&path, "its");
    assert!(matches!(save(&request(&path, "mine", Some(stamp))), Err(SaveError::Changed { .. })));
}

#[test]
fn a_file_with_the_same_bytes_counts_as_unchanged() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    fs::write(&path, "old").unwrap();
    let stamp = loaded(&path).stamp;
    fs::remove_file(&path).unwrap();
    fs::write(&path, "old").unwrap();
    save(&request(&path, "new", Some(stamp))).unwrap();
    assert_eq!(content(&path), "new");
}

#[test]
fn a_change_during_the_save_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    fs::write(&path, "old").unwrap();
    let stamp = loaded(&path).stamp;
    let done = AtomicBool::new(false);
    let text = "x".repeat(64 << 20);
    let (result, changed) = thread::scope(|scope| {
        let other = scope.spawn(|| {
            // As soon as the temporary file is there, the first look is over, and 64 MB are still to be written.
            while !done.load(Ordering::SeqCst) {
                if names(folder.path()).len() > 1 {
                    fs::write(&path, "its").unwrap();
                    return true;
                }
                thread::yield_now();
            }
            false
        });
        let result = save(&request(&path, &text, Some(stamp)));
        done.store(true, Ordering::SeqCst);
        (result, other.join().unwrap())
    });
    assert!(changed, "the other writer came too late");
    assert!(matches!(result, Err(SaveError::Changed { .. })));
    assert_eq!(content(&path), "its");
    assert_eq!(names(folder.path()), ["a"]);
}

#[test]
fn a_deleted_file_can_be_saved_as_a_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    fs::write(&path, "old").unwrap();
    let stamp = loaded(&path).stamp;
    fs::remove_file(&path).unwrap();
    assert!(matches!(save(&request(&path, "new", Some(stamp))), Err(SaveError::Gone { .. })));
    assert_eq!(names(folder.path()), [] as [&str; 0]);
    save(&request(&path, "new", None)).unwrap();
    assert!(matches!(save(&request(&path, "again", None)), Err(SaveError::Exists { .. })));
    fs::remove_file(&path).unwrap();
    save(&SaveRequest { overwrite: true, ..request(&path, "over", Some(stamp)) }).unwrap();
    assert_eq!(content(&path), "over");
}

#[test]
fn what_is_no_file_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let sub = folder.path().join("folder");
    let pipe = folder.path().join("pipe");
    let socket = folder.path().join("socket");
    fs::create_dir(&sub).unwrap();
    mkfifoat(CWD, &pipe, Mode::RUSR | Mode::WUSR).unwrap();
    let _listener = UnixListener::bind(&socket).unwrap();
    let cases = [
        (sub.clone(), FileKind::Folder),
        (pipe, FileKind::Fifo),
        (socket, FileKind::Socket),
        (PathBuf::from("/dev/null"), FileKind::Device),
        (PathBuf::from("/"), FileKind::Folder),
    ];
    for (path, expected) in cases {
        let error = load(&path, &LoadLimits::now()).unwrap_err();
        assert!(matches!(error, LoadError::Path(PathError::NotAFile { kind, .. }) if kind == expected), "{error}");
        for overwrite in [false, true] {
            let request = SaveRequest { overwrite, ..request(&path, "x", None) };
            let error = save(&request).unwrap_err();
            assert!(matches!(error, SaveError::Path(PathError::NotAFile { kind, .. }) if kind == expected), "{error}");
        }
    }
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());

    let path = folder.path().join("replaced");
    fs::write(&path, "old").unwrap();
    let stamp = loaded(&path).stamp;
    fs::remove_file(&path).unwrap();
    fs::create_dir(&path).unwrap();
    let error = save(&request(&path, "new", Some(stamp))).unwrap_err();
    assert!(matches!(error, SaveError::Path(PathError::NotAFile { kind: FileKind::Folder, .. })), "{error}");
    assert_eq!(names(folder.path()), ["folder", "pipe", "replaced", "socket"]);
}

#[test]
fn a_missing_file_is_not_a_missing_folder() {
    let folder = tempfile::tempdir().unwrap();
    let limits = LoadLimits::now();
    assert!(matches!(load(&folder.path().join("a"), &limits), Err(LoadError::Missing { .. })));
    fs::write(folder.path().join("file"), "").unwrap();
    for path in [folder.path().join("none/a"), folder.path().join("file/a")] {
        assert!(matches!(load(&path, &limits), Err(LoadError::Path(PathError::FolderMissing { .. }))));
        let error = save(&request(&path, "x", None)).unwrap_err();
        assert!(matches!(error, SaveError::Path(PathError::FolderMissing { .. })), "{error}");
    }
}

#[test]
fn permissions_are_kept_and_new_files_get_the_usual_ones() {
    in_child(
        "permissions_are_kept_and_new_files_get_the_usual_ones",
        |_| {},
        |folder| {
            let path = folder.join("script");
            for permissions in [0o755, 0o600, 0o4751, 0o666, 0o200 | 0o400] {
                fs::write(&path, "old").unwrap();
                chmod(&path, permissions);
                assert_eq!(resave(&path, "new").unwrap().how, How::Auto);
                assert_eq!(mode(&path), permissions);
            }
            for (mask, expected) in [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)] {
                umask(Mode::from_bits_truncate(mask));
                let path = folder.join(format!("new{mask:o}"));
                save(&request(&path, "x", None)).unwrap();
                assert_eq!(mode(&path), expected);
            }
        },
    );
}

#[test]
fn the_owner_is_kept() {
    const TEST: &str = "the_owner_is_kept";
    if env::var_os(IN_CHILD).is_none() {
        if !geteuid().is_root() {
            return skip(TEST, "only the superuser can give files away");
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a");
        fs::write(&path, "old").unwrap();
        std::os::unix::fs::chown(&path, Some(USER), Some(12345)).unwrap();
        chmod(&path, 0o640);
        assert_eq!(resave(&path, "new").unwrap().how, How::Auto);
        let now = fs::metadata(&path).unwrap();
        assert_eq!((now.uid(), now.gid(), now.mode() & 0o7777), (USER, 12345, 0o640));
    }
    let prepare = |folder: &Path| {
        for (name, owner, group) in [("theirs", 0, USER), ("group", USER, 12345)] {
            let path = folder.join(name);
            fs::write(&path, "old").unwrap();
            std::os::unix::fs::chown(&path, Some(owner), Some(group)).unwrap();
            chmod(&path, 0o664);
        }
    };
    // A user cannot give such an owner or group to a new file: the old one is overwritten.
    in_child(TEST, prepare, |folder| {
        for name in ["theirs", "group"] {
            let path = folder.join(name);
            let before = fs::metadata(&path).unwrap();
            assert_eq!(resave(&path, "new").unwrap().how, How::InPlace);
            let after = fs::metadata(&path).unwrap();
            let key = |m: &fs::Metadata| (m.ino(), m.uid(), m.gid(), m.mode());
            assert_eq!(key(&before), key(&after));
            assert_eq!(content(&path), "new");
        }
        assert_eq!(names(folder), ["group", "theirs"]);
    });
}

#[test]
fn extended_attributes_are_kept() {
    let folder = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
    let path = folder.path().join("a");
    fs::write(&path, "old").unwrap();
    if setxattr(&path, "user.origin", b"here", XattrFlags::empty()).is_err() {
        return skip("extended_attributes_are_kept", "this file system has none");
    }
    assert_eq!(resave(&path, "new").unwrap().how, How::Auto);
    let mut value = [0; 16];
    let len = rustix::fs::getxattr(&path, "user.origin", &mut value[..]).unwrap();
    assert_eq!(&value[..len], b"here");
}

#[test]
fn a_file_too_large_for_the_memory_is_refused_before_it_is_loaded() {
    in_child(
        "a_file_too_large_for_the_memory_is_refused_before_it_is_loaded",
        |_| {},
        |folder| {
            let path = folder.join("huge");
            let mut file = File::create(&path).unwrap();
            file.write_all("text\n".repeat(1 << 20).as_bytes()).unwrap();
            file.seek(SeekFrom::Start(2 << 30)).unwrap();
            file.write_all(b"end").unwrap();
            setrlimit(Resource::As, Rlimit { current: Some(1 << 30), maximum: None }).unwrap();
            let error = load(&path, &LoadLimits::now()).unwrap_err();
            assert!(matches!(error, LoadError::TooLarge { .. }), "{error}");
            assert!(error.to_string().contains("address-space limit"), "{error}");
            // What fits is still loaded.
            let small = folder.join("small");
            fs::write(&small, "text\n".repeat(1 << 20)).unwrap();
            assert_eq!(loaded(&small).text.len(), 5 << 20);
            assert!(matches!(load(&small, &LoadLimits::at_most(1 << 20)), Err(LoadError::TooLarge { .. })));
        },
    );
}

#[test]
fn a_long_name_has_room_for_its_temporary_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("n".repeat(255));
    save(&request(&path, "old", None)).unwrap();
    resave(&path, "new").unwrap();
    assert_eq!(content(&path), "new");
}

#[test]
fn a_text_of_bytes_with_another_character_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a");
    fs::write(&path, "a\0").unwrap();
    let Loaded { mut text, form, stamp, .. } = loaded(&path);
    text.replace(ByteOffset(0)..ByteOffset(0), "\u{20ac}").unwrap();
    let snapshot = Snapshot { buffer: BufferId(1), revision: Revision(1), text, form };
    let error = save(&SaveRequest { snapshot, ..request(&path, "", Some(stamp)) }).unwrap_err();
    assert!(matches!(error, SaveError::NotBytes { character: '\u{20ac}', .. }), "{error}");
    assert_eq!(content(&path), "a\0");
}

#[test]
fn files_that_the_kernel_makes_up_are_read() {
    let loaded = loaded(Path::new("/proc/self/status"));
    assert!(loaded.text.to_string().contains("VmPeak"));
}

#[test]
fn a_folder_is_listed_in_order_and_within_bounds() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["b.hs", "A.hs", "c.txt", "Zoo", "app"] {
        fs::write(folder.path().join(name), "").unwrap();
    }
    for name in ["src", "Docs"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    symlink("src", folder.path().join("link")).unwrap();
    let list = |filter| {
        let listing = read_dir(folder.path(), &Filter::new(filter)).unwrap();
        assert!(!listing.cut);
        listing.entries.into_iter().map(|e| (e.name.into_string().unwrap(), e.kind)).collect::<Vec<_>>()
    };
    let folders = ["Docs", "link", "src"].map(|n| (n.to_owned(), EntryKind::Folder));
    let files = |names: &[&str]| names.iter().map(|n| ((*n).to_owned(), EntryKind::File)).collect::<Vec<_>>();
    assert_eq!(list("*.hs"), [folders.to_vec(), files(&["A.hs", "b.hs"])].concat());
    assert_eq!(list(""), [folders.to_vec(), files(&["A.hs", "app", "b.hs", "c.txt", "Zoo"])].concat());
    for none in ["none", "b.hs"] {
        let error = read_dir(&folder.path().join(none), &Filter::new("")).unwrap_err();
        assert!(matches!(error, PathError::FolderMissing { .. }), "{error}");
    }
    for n in 0..MOST_ENTRIES {
        fs::write(folder.path().join(format!("{n}.many")), "").unwrap();
    }
    let listing = read_dir(folder.path(), &Filter::new("*.many")).unwrap();
    assert_eq!((listing.entries.len(), listing.cut), (MOST_ENTRIES, true));
}

#[test]
fn paths_are_made_absolute_without_breaking_links() {
    let folder = tempfile::tempdir().unwrap();
    let root = fs::canonicalize(folder.path()).unwrap();
    fs::create_dir_all(root.join("a/b")).unwrap();
    symlink("a/b", root.join("link")).unwrap();
    assert_eq!(resolve(&root.join("./x//y/./z")).unwrap(), root.join("x/y/z"));
    assert_eq!(resolve(&root.join("a/../c")).unwrap(), root.join("c"));
    assert_eq!(resolve(&root.join("link/../c")).unwrap(), root.join("a/c"));
    assert_eq!(resolve(&root.join("link/c")).unwrap(), root.join("link/c"));
    assert_eq!(resolve(Path::new("/../..")).unwrap(), Path::new("/"));
    assert_eq!(resolve(Path::new("x")).unwrap().file_name(), Some(OsStr::new("x")));
}

#[test]
fn a_folder_that_denies_is_left_as_it_is() {
    const TEST: &str = "a_folder_that_denies_is_left_as_it_is";
    let prepare = |folder: &Path| {
        fs::create_dir(folder.join("kept")).unwrap();
        fs::write(folder.join("kept/a"), "a").unwrap();
        fs::write(folder.join("b"), "b").unwrap();
        chmod(&folder.join("kept"), 0o555);
    };
    in_child(TEST, prepare, |folder| {
        let at = |name: &str| folder.join(name);
        let done = [
            manage::create_file(folder, &at("kept/new")),
            manage::create_folder(folder, &at("kept/new")),
            manage::rename(folder, &at("kept/a"), &at("kept/c")),
            manage::rename(folder, &at("b"), &at("kept/b")),
            manage::delete(folder, &at("kept/a")),
        ];
        assert!(done.iter().all(|done| matches!(done, Err(ManageError::Denied { .. }))), "{done:?}");
        assert!(at("kept/a").exists() && at("b").exists() && !at("kept/new").exists());
    });
}
