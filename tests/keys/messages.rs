//! Finding in the project, and the messages that it fills.

use std::fs;

use thc_edit::base::Size;
use thc_edit::model::Location;

use crate::common::Editor;

/// A project in which three files hold "needle", with these of its files opened.
fn project(size: Size, open: &[&str]) -> Editor {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in [
        ("src/A.hs", "module A where\n-- a needle\nneedle = 1\n"),
        ("src/B.hs", "module B where\nNeedle\n"),
        ("notes.txt", "the needle\n"),
        ("out/x", "needle\n"),
        (".gitignore", "out\n"),
    ] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    fs::create_dir(folder.path().join(".git")).unwrap();
    let files = open.iter().map(|name| Location::of_path(folder.path().join(name))).collect();
    Editor::start(folder, size, files)
}

fn searched(open: &[&str]) -> Editor {
    let mut editor = project(Size::new(80, 25), open);
    editor.keys("<C-S-f>needle<A-n>*.hs;*.txt<Enter>");
    editor
}

#[test]
fn what_is_found_is_listed_with_its_place() {
    let editor = searched(&[]);
    let rows: Vec<String> = (20..23).map(|y| editor.row(y)).collect();
    assert!(rows[0].starts_with("║   notes.txt  1:5  the needle"), "{}", editor.screen());
    assert!(rows[1].starts_with("║   src/A.hs   2:6  -- a needle"), "{}", editor.screen());
    assert!(rows[2].starts_with("║   src/A.hs   3:1  needle = 1"), "{}", editor.screen());
    assert!(editor.row(23).contains("\"needle\": 4 matches in 3 files"), "{}", editor.screen());
    assert!(editor.row(19).contains("═ Messages ═"));
}

#[test]
fn names_and_options_bound_the_search() {
    let mut editor = project(Size::new(80, 25), &[]);
    editor.keys("<C-S-f>needle<Tab>*.hs<A-o><Tab><Tab><Enter>");
    assert!(editor.row(23).contains("matches in 2 files"), "{}", editor.screen());
    editor.keys("<C-S-f>^need.e$<Tab>*<Tab> <ArrowDown><ArrowDown> <Enter>");
    assert!(editor.row(23).contains("0 matches in 0 files"), "{}", editor.screen());
    editor.keys("<C-S-f>needl[<Enter>");
    assert!(editor.shows("expression") && editor.shows("wrong"), "{}", editor.screen());
    editor.keys("<Enter><A-f>needl[e]<Enter>");
    assert!(editor.row(23).contains("3 matches in 2 files"), "{}", editor.screen());
}

#[test]
fn enter_goes_to_the_place() {
    let mut editor = searched(&[]);
    editor.keys("<ArrowDown><ArrowDown><Enter>");
    assert!(editor.shows("═ src/A.hs ═"), "{}", editor.screen());
    assert_eq!(editor.cursor(), (3, 1));
    editor.keys("x<F2>");
    assert_eq!(editor.read("src/A.hs"), b"module A where\n-- a needle\nxneedle = 1\n");
}

#[test]
fn next_and_previous_go_through_the_places() {
    let mut editor = searched(&["src/A.hs"]);
    editor.keys("<Escape><A-F8>");
    assert!(editor.shows("═ notes.txt ═"), "{}", editor.screen());
    editor.keys("<A-F8>");
    assert_eq!((editor.shows("═ src/A.hs ═"), editor.cursor()), (true, (2, 6)));
    editor.keys("<A-F8>");
    assert_eq!(editor.cursor(), (3, 1));
    editor.keys("<A-F7><A-F7>");
    assert!(editor.shows("═ notes.txt ═"));
    editor.keys("<A-F7>");
    assert!(editor.row(24).contains("no message before"), "{}", editor.screen());
}

#[test]
fn places_go_with_edits_and_come_back_with_the_file() {
    let mut editor = searched(&["src/A.hs"]);
    editor.keys("<Escape><C-Home>new<Enter>lines<Enter>");
    assert!(editor.shows("src/A.hs   4:6  -- a needle"), "{}", editor.screen());
    editor.keys("<F2><A-F3>");
    assert!(editor.shows("src/A.hs   4:6  -- a needle"), "{}", editor.screen());
    editor.keys("<A-F8><A-F8>");
    assert_eq!((editor.shows("═ src/A.hs ═"), editor.cursor()), (true, (4, 6)));
    editor.keys("<C-Home><Enter><Enter>");
    assert!(editor.shows("src/A.hs   6:6  -- a needle"), "{}", editor.screen());
    editor.keys("<A-F3><A-d>");
    assert!(editor.shows("src/A.hs   4:6  -- a needle"), "given up\n{}", editor.screen());
}

#[test]
fn open_texts_are_searched_as_they_are() {
    let mut editor = project(Size::new(80, 25), &["src/B.hs"]);
    editor.keys("needle ahead<Enter>");
    editor.keys("<A-f>nneedle untitled");
    editor.keys("<C-S-f>needle ahead<Enter>");
    assert!(editor.row(23).contains("1 match in 1 file") && editor.shows("src/B.hs  1:1  needle ahead"));
    editor.keys("<C-S-f>untitled<Enter>");
    assert!(editor.shows("Untitled-1  1:8  needle untitled"), "{}", editor.screen());
    editor.keys("<Enter>!");
    assert!(editor.shows("needle !untitled"), "{}", editor.screen());
}

#[test]
fn rows_are_copied_and_cleared() {
    let mut editor = searched(&[]);
    editor.keys("<ArrowDown><S-ArrowDown><C-c><Escape><A-f>n<C-v>");
    assert!(editor.shows("src/A.hs:2:6: -- a needle") && editor.shows("src/A.hs:3:1: needle = 1"));
    editor.keys("<C-S-m><C-Delete>");
    assert!(editor.shows("No messages.") && !editor.shows("4 matches"), "{}", editor.screen());
    editor.keys("<Escape><A-F8>");
    assert!(editor.row(24).contains("no messages"), "{}", editor.screen());
}

#[test]
fn the_panel_shows_hides_and_takes_the_keys_in_its_turn() {
    let mut editor = project(Size::new(40, 12), &["notes.txt"]);
    editor.keys("<C-S-m>");
    assert!(editor.row(8).contains("═ Messages ═"), "{}", editor.screen());
    editor.keys("<F6>");
    assert!(editor.row(8).contains("─ Messages ─"), "{}", editor.screen());
    editor.keys("<S-F6><C-F5><ArrowUp><ArrowUp><Enter>");
    assert!(editor.row(7).contains("═ Messages ═"), "{}", editor.screen());
    editor.keys("<C-S-m>");
    assert!(!editor.shows("Messages"), "{}", editor.screen());
}
