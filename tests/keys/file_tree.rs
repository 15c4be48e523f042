//! Files and folders made, renamed and deleted from the tree, by keys.

use std::fs;

use thc_edit::base::Size;
use thc_edit::model::Location;

use crate::common::Editor;

/// A project with a few files, these of them opened, and the keys in Files.
fn in_files(open: &[&str]) -> Editor {
    let folder = tempfile::tempdir().unwrap();
    for name in ["src/A.hs", "src/B.hs", "zed.txt"] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "text\n").unwrap();
    }
    fs::create_dir(folder.path().join("empty")).unwrap();
    let files = open.iter().map(|name| Location::of_path(folder.path().join(name))).collect();
    let mut editor = Editor::start(folder, Size::new(80, 25), files);
    editor.keys("<C-b>");
    editor
}

#[test]
fn a_file_is_made_where_the_cursor_is_and_opened() {
    let mut editor = in_files(&[]);
    editor.keys("s<Insert>New.hs<Enter>");
    assert_eq!(editor.read("src/New.hs"), b"");
    assert!(editor.shows("═ src/New.hs ═") && editor.shows("└─ New.hs"), "{}", editor.screen());
    editor.keys("module New where<F2>");
    assert_eq!(editor.read("src/New.hs"), b"module New where");
}

#[test]
fn a_folder_is_made_and_nothing_is_written_over() {
    let mut editor = in_files(&[]);
    editor.keys("z<S-Insert>lib<Enter>");
    assert!(editor.path("lib").is_dir() && editor.shows("├+ lib"), "{}", editor.screen());
    editor.keys("z<Insert>zed.txt<Enter>");
    assert!(editor.shows("exists already"), "{}", editor.screen());
    editor.keys("<Enter>");
    assert!(editor.shows("Create a file") && editor.shows("zed.txt"), "asked again\n{}", editor.screen());
    editor.keys("../out.txt<Enter>");
    assert!(editor.shows("is not inside the"), "{}", editor.screen());
    editor.keys("<Enter>.git<Enter>");
    assert!(editor.shows("belongs to Git"), "{}", editor.screen());
    editor.keys("<Enter><Escape>");
    assert_eq!(editor.read("zed.txt"), b"text\n");
}

#[test]
fn an_open_text_follows_its_file_to_another_name() {
    let mut editor = in_files(&["src/A.hs", "src/B.hs"]);
    editor.keys("<C-Home><Home>s");
    editor.keys("<S-F2>lib<Enter>");
    assert!(editor.path("lib/A.hs").exists() && !editor.path("src").exists(), "{}", editor.screen());
    assert!(editor.shows("─ lib/B.hs ─"), "{}", editor.screen());
    editor.keys("<Escape>x<F2><F6>y<F2>");
    assert_eq!((editor.read("lib/B.hs"), editor.read("lib/A.hs")), (b"xtext\n".to_vec(), b"ytext\n".to_vec()));
}

#[test]
fn unsaved_texts_hold_their_files_and_folders() {
    let mut editor = in_files(&["src/A.hs"]);
    editor.keys("<Escape>x<C-b><Delete>");
    assert!(editor.shows("has unsaved changes"), "{}", editor.screen());
    editor.keys("<Enter><S-F2>C.hs<Enter>");
    assert!(editor.shows("has unsaved changes"), "{}", editor.screen());
    editor.keys("<Enter><ArrowLeft><S-F2>lib<Enter>");
    assert!(editor.shows("has unsaved changes"), "{}", editor.screen());
    editor.keys("<Enter>");
    assert!(editor.path("src/A.hs").exists());
}

#[test]
fn deleting_asks_and_takes_only_files_and_empty_folders() {
    let mut editor = in_files(&[]);
    editor.keys("z<Delete>");
    assert!(editor.shows("It cannot be taken back"), "{}", editor.screen());
    editor.keys("<Enter>");
    assert!(editor.path("zed.txt").exists(), "Enter means Cancel");
    editor.keys("<Delete>d");
    assert!(!editor.path("zed.txt").exists() && !editor.shows("zed.txt"), "{}", editor.screen());
    editor.keys("<Home>e<Delete>d");
    assert!(!editor.path("empty").exists(), "{}", editor.screen());
    editor.keys("<Home>s<Delete>d");
    assert!(editor.shows("is not empty") && editor.path("src/A.hs").exists(), "{}", editor.screen());
}

#[test]
fn the_file_menu_has_them_while_the_tree_has_the_keys() {
    let mut editor = in_files(&["zed.txt"]);
    editor.keys("<A-f>m");
    assert!(editor.shows("═ Rename ═"), "{}", editor.screen());
    editor.keys("<Escape><Escape><A-f>m");
    assert!(editor.row(24).contains("This works in Files"), "{}", editor.screen());
}
