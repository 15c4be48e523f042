//! Saving over what somebody else did meanwhile.

use std::fs;

use crate::common::Editor;

fn changed() -> Editor {
    let mut editor = Editor::new(&[("a.txt", b"aaa\n")]);
    editor.keys("x");
    editor
}

#[test]
fn a_file_that_was_deleted_can_be_made_again() {
    let mut editor = changed();
    fs::remove_file(editor.path("a.txt")).unwrap();
    editor.keys("<F2>");
    assert!(editor.shows("Not saved") && editor.shows("Create again"), "{}", editor.screen());
    editor.keys("<Enter>");
    assert!(!editor.path("a.txt").exists() && editor.shows("☼"), "Enter is cautious\n{}", editor.screen());
    editor.keys("<F2>c");
    assert!(editor.path("a.txt").exists() && !editor.shows("☼"), "{}", editor.screen());
    assert_eq!(editor.read("a.txt"), b"xaaa\n");
}

#[test]
fn a_file_that_became_a_folder_is_left_alone() {
    let mut editor = changed();
    fs::remove_file(editor.path("a.txt")).unwrap();
    fs::create_dir(editor.path("a.txt")).unwrap();
    editor.keys("<F2>");
    assert!(editor.shows("Not saved") && editor.shows("folder"), "{}", editor.screen());
    editor.keys("<Escape>");
    assert!(editor.path("a.txt").is_dir() && editor.shows("xaaa") && editor.shows("☼"), "{}", editor.screen());
    editor.keys("<A-f>a<Backspace>b.txt<Enter>");
    assert!(!editor.shows("☼"), "{}", editor.screen());
    assert_eq!(editor.read("b.txt"), b"xaaa\n", "there is a way on");
}

#[test]
fn a_new_file_that_somebody_else_made_is_asked_about() {
    let mut editor = Editor::new(&[("a.txt", b"aaa\n")]);
    editor.keys("<F3>new.txt<Enter>mine");
    fs::write(editor.path("new.txt"), b"theirs").unwrap();
    editor.keys("<F2>");
    assert!(editor.shows("Not saved") && editor.shows("Replace it"), "{}", editor.screen());
    editor.keys("<Escape>");
    assert_eq!(editor.read("new.txt"), b"theirs");
    editor.keys("<F2>r");
    assert_eq!(editor.read("new.txt"), b"mine");
}

#[test]
fn overwriting_is_asked_about_once() {
    let mut editor = changed();
    fs::write(editor.path("a.txt"), b"theirs\n").unwrap();
    editor.keys("<F2>oy<F2>");
    assert!(!editor.shows("Not saved"), "{}", editor.screen());
    assert_eq!(editor.read("a.txt"), b"xyaaa\n");
}

#[test]
fn a_window_whose_text_could_not_be_saved_stays() {
    let mut editor = changed();
    fs::write(editor.path("a.txt"), b"theirs\n").unwrap();
    editor.keys("<A-F3>s<Escape>");
    assert!(editor.shows("xaaa") && editor.shows("☼"), "{}", editor.screen());
    editor.keys("<A-x>s<Escape>");
    assert!(editor.shows("xaaa") && editor.shows("☼"), "{}", editor.screen());
    assert_eq!(editor.read("a.txt"), b"theirs\n");
}

#[test]
fn closing_an_untitled_text_asks_for_its_name() {
    let mut editor = Editor::new(&[("a.txt", b"aaa\n")]);
    editor.keys("<A-f>nhello<A-F3>s");
    assert!(editor.shows("Save file as"), "{}", editor.screen());
    editor.keys("<Escape>");
    assert!(editor.shows("hello"), "{}", editor.screen());
    let path = editor.path("made.txt");
    editor.keys("<A-F3>s").keys(path.to_str().unwrap()).keys("<Enter>");
    assert!(!editor.shows("hello"), "{}", editor.screen());
    assert_eq!(fs::read(path).unwrap(), b"hello");
}

#[test]
fn a_text_in_two_windows_is_asked_about_once() {
    let mut editor = changed();
    editor.keys("<A-w>v");
    assert_eq!(editor.ends_by("<A-x>d"), Vec::<String>::new());
}

#[test]
fn a_folder_that_is_not_there_is_said() {
    let mut editor = changed();
    editor.keys("<A-f>ano/such/b.txt<Enter>");
    assert!(editor.shows("Not saved"), "{}", editor.screen());
    editor.keys("<Escape>");
    assert!(editor.shows("a.txt") && editor.shows("☼"), "{}", editor.screen());
    editor.keys("<F3>no/such/*.txt<Enter>");
    assert!(editor.shows("OK"), "{}", editor.screen());
    editor.keys("<Enter>");
    assert!(editor.shows("Open a file"), "asked again\n{}", editor.screen());
}

#[test]
fn a_text_whose_folder_went_away_is_saved_elsewhere() {
    let mut editor = Editor::new(&[("sub/deep/a.txt", b"aaa\n")]);
    editor.keys("x");
    fs::remove_dir_all(editor.path("sub")).unwrap();
    editor.keys("<F2>");
    assert!(editor.shows("Not saved"), "{}", editor.screen());
    editor.keys("<Escape><A-f>a");
    assert!(editor.shows("Save file as"), "{}", editor.screen());
    editor.keys("b.txt<Enter>");
    assert_eq!(editor.read("b.txt"), b"xaaa\n");
    editor.keys("<F3>");
    assert!(editor.shows("Open a file"), "{}", editor.screen());
}
