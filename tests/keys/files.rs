//! Opening, saving, closing and ending, by keys.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use crate::common::Editor;

fn two_files() -> Editor {
    Editor::new(&[("b.txt", b"bbb\n"), ("sub/c.hs", b"main = pure ()\n"), ("a.txt", b"aaa\n")])
}

#[test]
fn open_shows_the_folder_and_filters_it() {
    let mut editor = Editor::new(&[("b.txt", b""), ("c.hs", b""), ("sub/d.txt", b""), ("a.txt", b"aaa\n")]);
    editor.keys("<F3>");
    for name in ["../", "sub/", "a.txt", "b.txt", "c.hs"] {
        assert!(editor.shows(name), "{name}\n{}", editor.screen());
    }
    editor.keys("*.hs<Enter>");
    assert!(editor.shows("║   c.hs") && !editor.shows("║   b.txt"), "{}", editor.screen());
    assert!(editor.shows("sub/"), "folders stay\n{}", editor.screen());
    editor.keys("*.txt;*.hs<Enter>");
    assert!(editor.shows("║   c.hs") && editor.shows("║   b.txt"), "{}", editor.screen());
    editor.keys("<Escape>");
    assert!(!editor.shows("Open a file"), "{}", editor.screen());
}

#[test]
fn open_walks_folders_and_opens_what_is_picked() {
    let mut editor = two_files();
    editor.keys("<F3>sub<Enter>");
    assert!(editor.shows("/sub"), "{}", editor.screen());
    editor.keys("<A-f><ArrowDown>");
    assert!(editor.shows("Name    c.hs"), "walking the list fills the name\n{}", editor.screen());
    editor.keys("<Enter>");
    assert!(editor.shows("═ sub/c.hs ═") && editor.shows("main = pure"), "{}", editor.screen());
    editor.keys("<F3>../b.txt<Enter>");
    assert!(editor.shows("═ b.txt ═"), "{}", editor.screen());
}

#[test]
fn a_file_that_is_open_comes_to_the_front() {
    let mut editor = two_files();
    editor.keys("x<F3>b.txt<Enter><F3>a.txt<Enter>");
    assert!(editor.shows("═ a.txt ═") && editor.shows("xaaa"), "with what was typed\n{}", editor.screen());
}

#[test]
fn a_missing_file_is_a_new_text() {
    let mut editor = two_files();
    editor.keys("<F3>new.txt<Enter>hello<F2>");
    assert_eq!(editor.read("new.txt"), b"hello");
}

#[test]
fn what_cannot_be_opened_is_said_and_asked_again() {
    let mut editor = two_files();
    editor.keys("<F3>no/such/file.txt<Enter>");
    let screen = editor.screen();
    assert!(!editor.failures.is_empty() || screen.contains("file.txt"), "{screen}");
    editor.keys("<Escape><Escape>");
    editor.keys("<F3>/dev/null<Enter>");
    assert!(editor.shows("OK"), "{}", editor.screen());
    editor.keys("<Enter>");
    assert!(editor.shows("Open a file"), "{}", editor.screen());
    editor.keys("<Backspace><Enter>");
    assert!(editor.shows("Type a name"), "{}", editor.screen());
}

#[test]
fn a_folder_that_went_away_is_said() {
    let mut editor = two_files();
    editor.keys("<F3>sub<Enter>");
    fs::remove_dir_all(editor.path("sub")).unwrap();
    editor.keys("*.x<Enter>");
    assert!(editor.shows("OK") && editor.shows("sub"), "{}", editor.screen());
}

#[test]
fn an_untitled_text_asks_for_its_name() {
    let mut editor = two_files();
    editor.keys("<A-f>nhello");
    assert!(editor.shows("═ Untitled-1 ═"), "{}", editor.screen());
    editor.keys("<F2>");
    assert!(editor.shows("Save file as"), "{}", editor.screen());
    let path = editor.path("made.txt");
    editor.keys(path.to_str().unwrap()).keys("<Enter>");
    assert_eq!(fs::read(path).unwrap(), b"hello");
    assert!(editor.shows("═ made.txt ═") && !editor.shows("☼"), "{}", editor.screen());
}

#[test]
fn save_as_gives_another_name_and_leaves_the_old_file() {
    let mut editor = two_files();
    editor.keys("x<A-f>anew.txt<Enter>");
    assert_eq!((editor.read("new.txt"), editor.read("a.txt")), (b"xaaa\n".to_vec(), b"aaa\n".to_vec()));
    editor.keys("y<F2>");
    assert_eq!((editor.read("new.txt"), editor.read("a.txt")), (b"xyaaa\n".to_vec(), b"aaa\n".to_vec()));
}

#[test]
fn save_as_over_a_file_asks() {
    let mut editor = Editor::new(&[("a.txt", b"aaa\n")]);
    fs::write(editor.path("b.txt"), b"bbb\n").unwrap();
    editor.keys("<A-f>ab.txt<Enter>");
    assert!(editor.shows("exists"), "{}", editor.screen());
    editor.keys("<Escape>");
    assert!(editor.shows("Save file as") && editor.shows("b.txt"), "asked again\n{}", editor.screen());
    assert_eq!(editor.read("b.txt"), b"bbb\n");
    editor.keys("<Enter>r");
    assert_eq!(editor.read("b.txt"), b"aaa\n");
}

#[test]
fn save_as_walks_folders_and_refuses_what_another_window_has() {
    let mut editor = two_files();
    editor.keys("<A-f>asub/<Enter>");
    assert!(editor.shows("/sub"), "{}", editor.screen());
    editor.keys("x.txt<Enter>");
    assert_eq!(editor.read("sub/x.txt"), b"aaa\n");
    editor.keys("<A-f>a../b.txt<Enter>");
    assert!(editor.shows("another window"), "{}", editor.screen());
    assert_eq!(editor.read("b.txt"), b"bbb\n");
}

#[test]
fn save_all_saves_all() {
    let mut editor = two_files();
    editor.keys("x<F6>y<A-f>l");
    let files = [editor.read("a.txt"), editor.read("b.txt"), editor.read("sub/c.hs")];
    assert_eq!(files.iter().filter(|file| file.starts_with(b"x") || file.starts_with(b"y")).count(), 2);
    assert!(!editor.shows("☼"), "{}", editor.screen());
    editor.keys("<A-f>l");
    assert!(editor.shows("Every text is saved"), "{}", editor.screen());
}

#[test]
fn closing_unsaved_text_asks() {
    let mut editor = Editor::new(&[("a.txt", b"aaa\n")]);
    editor.keys("x<A-F3>");
    assert!(editor.shows("Save changes?") && editor.shows("a.txt has changes"), "{}", editor.screen());
    editor.keys("<Escape>");
    assert!(editor.shows("xaaa"), "{}", editor.screen());
    editor.keys("<A-F3>c");
    assert!(editor.shows("xaaa"), "{}", editor.screen());
    editor.keys("<A-F3>s");
    assert!(!editor.shows("aaa") && editor.read("a.txt") == b"xaaa\n", "{}", editor.screen());
}

#[test]
fn closing_can_discard() {
    let mut editor = Editor::new(&[("a.txt", b"aaa\n")]);
    editor.keys("x<A-F3>d");
    assert!(!editor.shows("aaa") && editor.read("a.txt") == b"aaa\n", "{}", editor.screen());
    assert_eq!(editor.end(), Vec::<String>::new());
}

#[test]
fn closing_one_of_two_windows_asks_nothing() {
    let mut editor = Editor::new(&[("a.txt", b"aaa\n")]);
    editor.keys("x<A-w>v<A-F3>");
    assert!(!editor.shows("Save changes?") && editor.shows("xaaa"), "{}", editor.screen());
    editor.keys("<A-F3>");
    assert!(editor.shows("Save changes?"), "{}", editor.screen());
}

#[test]
fn exit_asks_for_each_text_and_stops_at_cancel() {
    let mut editor = two_files();
    editor.keys("x<F6>y<A-x>");
    assert!(editor.shows("Save changes?"), "{}", editor.screen());
    editor.keys("s");
    assert!(editor.shows("Save changes?"), "{}", editor.screen());
    editor.keys("<Escape>");
    assert!(!editor.shows("Save changes?"), "{}", editor.screen());
    let changed = |editor: &Editor| {
        let files = [editor.read("a.txt"), editor.read("b.txt"), editor.read("sub/c.hs")];
        files.iter().filter(|file| file.starts_with(b"x") || file.starts_with(b"y")).count()
    };
    assert_eq!(changed(&editor), 1, "the first was saved, the second kept");
    assert_eq!(editor.ends_by("<A-x>d"), Vec::<String>::new());
}

#[test]
fn exit_with_nothing_unsaved_ends() {
    assert_eq!(two_files().ends_by("<A-x>"), Vec::<String>::new());
}

#[test]
fn a_file_that_changed_on_disk_is_asked_about() {
    let mut editor = Editor::new(&[("a.txt", b"aaa\n")]);
    editor.keys("x");
    fs::write(editor.path("a.txt"), b"theirs, longer\n").unwrap();
    editor.keys("<F2>");
    assert!(editor.shows("Not saved") && editor.shows("Overwrite"), "{}", editor.screen());
    editor.keys("<Escape>");
    assert_eq!(editor.read("a.txt"), b"theirs, longer\n");
    assert!(editor.shows("☼"), "{}", editor.screen());
    editor.keys("<F2>o");
    assert_eq!(editor.read("a.txt"), b"xaaa\n");
    assert!(!editor.shows("☼"), "{}", editor.screen());
}

#[test]
fn a_read_only_file_is_refused() {
    let mut editor = Editor::new(&[("a.txt", b"aaa\n")]);
    fs::set_permissions(editor.path("a.txt"), fs::Permissions::from_mode(0o444)).unwrap();
    editor.keys("x<F2>");
    assert!(editor.shows("Not saved"), "{}", editor.screen());
    editor.keys("<Escape>");
    assert!(editor.shows("☼") && editor.read("a.txt") == b"aaa\n", "{}", editor.screen());
}
