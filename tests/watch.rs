//! Files that somebody else writes, replaces or deletes while they are open.

mod common;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use common::Editor;
use thc_edit::base::Size;
use thc_edit::model::Location;
use thc_edit::service::watch;

/// A session that watches for real, with these files opened.
fn watching(files: &[(&str, &str)]) -> Editor {
    let folder = tempfile::tempdir().unwrap();
    let mut locations = Vec::new();
    for (name, content) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        locations.push(Location::of_path(path));
    }
    Editor::start_watching(folder, Size::new(80, 25), locations, watch::system)
}

/// As careful editors write: a new file takes the place of the old one.
fn replace(path: &Path, content: &str) {
    let beside = path.with_extension("new");
    fs::write(&beside, content).unwrap();
    fs::rename(beside, path).unwrap();
}

#[test]
fn a_clean_text_follows_its_file() {
    let mut editor = watching(&[("a.txt", "one\ntwo\nthree\n")]);
    editor.keys("<ArrowDown><ArrowDown><ArrowRight>");
    fs::write(editor.path("a.txt"), "zero\none\nTWO\nthree\n").unwrap();
    editor.wait_for("TWO").wait_for("Read anew");
    assert!(editor.shows("zero") && !editor.shows("☼"), "{}", editor.screen());
    assert_eq!(editor.cursor(), (4, 2), "the cursor stays in its line\n{}", editor.screen());
}

#[test]
fn undo_brings_the_old_text_back_unsaved() {
    let mut editor = watching(&[("a.txt", "one\n")]);
    editor.keys("x<F2>");
    replace(&editor.path("a.txt"), "theirs\n");
    editor.wait_for("theirs");
    editor.keys("<C-z>");
    assert!(editor.shows("xone") && editor.shows("☼"), "{}", editor.screen());
    editor.keys("<C-y>");
    assert!(editor.shows("theirs") && !editor.shows("☼"), "{}", editor.screen());
    editor.keys("<C-z><F2>");
    assert!(!editor.shows("Not saved"), "what was read anew may be overwritten\n{}", editor.screen());
    assert_eq!(editor.read("a.txt"), b"xone\n");
    editor.keys("<C-z>");
    assert!(editor.shows("one") && !editor.shows("xone"), "the steps before are still there\n{}", editor.screen());
}

#[test]
fn two_windows_keep_their_places() {
    let lines: String = (1..=100).map(|n| format!("line {n}\n")).collect();
    let mut editor = watching(&[("a.txt", &lines)]);
    editor.keys("<A-w>h<C-End><F6><ArrowDown>");
    let theirs = format!("first\n{lines}last\n");
    fs::write(editor.path("a.txt"), theirs).unwrap();
    editor.wait_for("Read anew");
    assert_eq!(editor.cursor(), (3, 1));
    editor.keys("<F6>");
    assert_eq!(editor.cursor(), (102, 1), "{}", editor.screen());
}

#[test]
fn the_same_bytes_are_no_news() {
    let mut editor = watching(&[("a.txt", "one\n"), ("b.txt", "old\n")]);
    editor.keys("<F6>");
    replace(&editor.path("a.txt"), "one\n");
    let touched = fs::File::open(editor.path("a.txt")).unwrap();
    touched.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
    fs::write(editor.path("b.txt"), "new\n").unwrap();
    editor.wait_for("anew: b.txt");
    editor.keys("<C-z>");
    assert!(!editor.shows("☼") && editor.shows("one"), "nothing to take back in a.txt\n{}", editor.screen());
}

#[test]
fn own_saves_are_no_news() {
    let mut editor = watching(&[("a.txt", "one\n"), ("b.txt", "old\n")]);
    editor.keys("<F6>x<F2>y<F2>z");
    fs::write(editor.path("b.txt"), "new\n").unwrap();
    editor.wait_for("anew: b.txt");
    assert!(editor.shows("xyzone") && editor.shows("☼") && !editor.shows("Keep mine"), "{}", editor.screen());
}

#[test]
fn a_deleted_file_keeps_its_text_and_is_known_when_it_comes_back() {
    let mut editor = watching(&[("a.txt", "one\n")]);
    fs::remove_file(editor.path("a.txt")).unwrap();
    editor.wait_for("a.txt (deleted on disk)").wait_for("Deleted on disk: a.txt");
    assert!(editor.shows("one") && editor.shows("☼"), "{}", editor.screen());
    fs::write(editor.path("a.txt"), "one\n").unwrap();
    editor.wait_until("clean again", |editor| !editor.shows("☼") && !editor.shows("(deleted"));
    fs::remove_file(editor.path("a.txt")).unwrap();
    editor.wait_for("a.txt (deleted on disk)");
    fs::write(editor.path("a.txt"), "two\n").unwrap();
    editor.wait_for("two");
    assert!(!editor.shows("☼") && !editor.shows("(deleted"), "{}", editor.screen());
    fs::remove_file(editor.path("a.txt")).unwrap();
    editor.wait_for("a.txt (deleted on disk)");
    editor.keys("<F2>c");
    assert_eq!(editor.read("a.txt"), b"two\n");
    assert!(!editor.shows("☼") && !editor.shows("(deleted"), "{}", editor.screen());
}

#[test]
fn what_takes_the_place_of_a_file_is_said() {
    let mut editor = watching(&[("a.txt", "one\n")]);
    fs::remove_file(editor.path("a.txt")).unwrap();
    fs::create_dir(editor.path("a.txt")).unwrap();
    editor.wait_for("a.txt (no file on disk)").wait_for("No file on disk: a.txt");
    assert!(editor.shows("one") && editor.shows("☼"), "{}", editor.screen());
    fs::remove_dir(editor.path("a.txt")).unwrap();
    fs::write(editor.path("a.txt"), b"one\0\xff\n").unwrap();
    editor.wait_for("6F 6E 65 00").wait_for("Bytes now: a.txt");
    editor.keys("<C-z>");
    assert!(editor.shows("║one") && editor.shows("☼"), "{}", editor.screen());
}

#[test]
fn a_folder_that_is_moved_away_and_back() {
    let mut editor = watching(&[("sub/a.txt", "one\n")]);
    fs::rename(editor.path("sub"), editor.path("other")).unwrap();
    editor.wait_for("a.txt (deleted on disk)");
    fs::rename(editor.path("other"), editor.path("sub")).unwrap();
    editor.wait_until("back", |editor| !editor.shows("(deleted"));
    fs::write(editor.path("sub/a.txt"), "two\n").unwrap();
    editor.wait_for("two");
}

#[test]
fn a_link_and_what_it_leads_to_are_one_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("real")).unwrap();
    fs::write(folder.path().join("real/a.txt"), "one\n").unwrap();
    symlink("real/a.txt", folder.path().join("link.txt")).unwrap();
    let link = Location::of_path(folder.path().join("link.txt"));
    let mut editor = Editor::start_watching(folder, Size::new(80, 25), vec![link], watch::system);
    fs::write(editor.path("real/a.txt"), "two\n").unwrap();
    editor.wait_for("two");
}

#[test]
fn an_unreadable_file_keeps_its_text() {
    let mut editor = watching(&[("a.txt", "one\n")]);
    fs::set_permissions(editor.path("a.txt"), fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read(editor.path("a.txt")).is_ok() {
        // Whoever may read everything finds nothing unreadable.
        return;
    }
    editor.wait_for("a.txt (unreadable on disk)");
    fs::set_permissions(editor.path("a.txt"), fs::Permissions::from_mode(0o644)).unwrap();
    editor.wait_until("readable", |editor| !editor.shows("(unreadable"));
}

#[test]
fn a_dirty_text_asks_and_its_file_takes_its_place_as_one_step() {
    let mut editor = watching(&[("a.txt", "one\n")]);
    editor.keys("mine ");
    fs::write(editor.path("a.txt"), "theirs\n").unwrap();
    editor.wait_for("File changed on disk");
    editor.keys("l");
    assert!(editor.shows("theirs") && !editor.shows("☼") && !editor.shows("mine"), "{}", editor.screen());
    editor.keys("<C-z>");
    assert!(editor.shows("mine one") && editor.shows("☼"), "{}", editor.screen());
}

#[test]
fn what_was_kept_is_saved_without_a_question() {
    let mut editor = watching(&[("a.txt", "one\n")]);
    editor.keys("mine ");
    fs::write(editor.path("a.txt"), "theirs\n").unwrap();
    editor.wait_for("File changed on disk");
    editor.keys("k");
    assert!(editor.shows("mine one") && editor.shows("☼") && !editor.shows("changed on disk"), "{}", editor.screen());
    editor.keys("<F2>");
    assert_eq!(editor.read("a.txt"), b"mine one\n");
    assert!(!editor.shows("Not saved"), "{}", editor.screen());
    editor.keys("more ");
    fs::write(editor.path("a.txt"), "theirs again\n").unwrap();
    editor.wait_for("File changed on disk");
}

#[test]
fn without_an_answer_saving_asks() {
    let mut editor = watching(&[("a.txt", "one\n")]);
    editor.keys("mine ");
    fs::write(editor.path("a.txt"), "theirs\n").unwrap();
    editor.wait_for("File changed on disk");
    editor.keys("<Escape>");
    assert!(editor.shows("a.txt (changed on disk)"), "{}", editor.screen());
    editor.keys("<F2>");
    assert!(editor.shows("Not saved") && editor.shows("Overwrite"), "{}", editor.screen());
    editor.keys("o");
    assert_eq!(editor.read("a.txt"), b"mine one\n");
    assert!(!editor.shows("(changed on disk)"), "{}", editor.screen());
}

#[test]
fn the_difference_is_shown_and_taken_change_by_change() {
    let mut editor = watching(&[("a.txt", "one\ntwo\nthree\n")]);
    editor.keys("mine ");
    fs::write(editor.path("a.txt"), "one\ntwo\nTHREE\n").unwrap();
    editor.wait_for("File changed on disk");
    editor.keys("s");
    assert!(editor.shows("File │ Text: a.txt (changed on disk)") && editor.shows("-THREE"), "{}", editor.screen());
    assert!(editor.shows("►+mine one") && editor.shows("►+three"), "{}", editor.screen());
    editor.keys("<A-ArrowDown><Delete>");
    assert!(!editor.shows("+three") && editor.shows("+1 −1"), "{}", editor.screen());
    editor.keys("<Escape><F2>");
    assert!(editor.shows("Overwrite"), "not decided yet\n{}", editor.screen());
    editor.keys("o");
    assert_eq!(editor.read("a.txt"), b"mine one\ntwo\nTHREE\n");
}
