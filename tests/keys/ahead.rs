//! Keys typed faster than the program answers: each goes where the person meant it.

use std::fs;

use thc_edit::base::Input;

use crate::common::{Editor, parse_keys};

/// Presses keys without waiting for what comes of any of them, then waits.
fn ahead(editor: &mut Editor, keys: &str) {
    for key in parse_keys(keys) {
        editor.post(Input::Key(key));
    }
    editor.settle();
}

#[test]
fn keys_go_into_the_dialog_that_was_asked_for() {
    let mut editor = Editor::new(&[("a.txt", b"one two one two\n")]);
    ahead(&mut editor, "<C-f>two<Enter>x<C-f>two<Enter>y<F2>");
    assert_eq!(editor.read("a.txt"), b"one x one y\n");
    ahead(&mut editor, "<C-h>one<Tab>1<A-a><C-End>end<C-g>1<Enter>z<F2>");
    assert_eq!(editor.read("a.txt"), b"z1 x 1 y\nend");
}

#[test]
fn keys_go_into_the_file_that_is_opened() {
    let mut editor = Editor::new(&[("b.txt", b"bbb\n"), ("a.txt", b"aaa\n")]);
    ahead(&mut editor, "<F3>b.txt<Enter>x<F3>c.txt<Enter>y<F2><F6><F2><F6>");
    assert_eq!((editor.read("a.txt"), editor.read("c.txt")), (b"aaa\n".to_vec(), b"y".to_vec()));
    ahead(&mut editor, "<A-f>l");
    assert_eq!(editor.read("b.txt"), b"xbbb\n");
}

#[test]
fn what_is_typed_after_save_is_not_in_the_file_and_not_lost() {
    let mut editor = Editor::new(&[("a.txt", b"aaa\n")]);
    ahead(&mut editor, "x<F2>y");
    assert_eq!(editor.read("a.txt"), b"xaaa\n");
    assert!(editor.shows("xyaaa") && editor.shows("☼"), "{}", editor.screen());
}

#[test]
fn escape_is_for_what_was_begun_last() {
    for begin in ["<C-f>", "<C-h>", "<C-g>", "<F3>", "<A-f>a"] {
        let mut editor = Editor::new(&[("a.txt", b"aaa\n")]);
        ahead(&mut editor, &format!("{begin}<Escape>xyz<F2>"));
        assert_eq!(editor.read("a.txt"), b"xyzaaa\n", "{begin}\n{}", editor.screen());
    }
    for begin in ["<A-F3>", "<A-x>"] {
        let mut editor = Editor::new(&[("a.txt", b"aaa\n")]);
        ahead(&mut editor, &format!("x{begin}<Escape>yz<F2>"));
        assert_eq!(editor.read("a.txt"), b"xyzaaa\n", "{begin}\n{}", editor.screen());
    }
}

#[test]
fn closing_goes_on_to_the_next_window() {
    let mut editor = Editor::new(&[("b.txt", b"bbb\n"), ("a.txt", b"aaa\n")]);
    ahead(&mut editor, "x<A-F3>sy<A-F3>d<A-f>nz<A-F3>d");
    assert_eq!((editor.read("a.txt"), editor.read("b.txt")), (b"xaaa\n".to_vec(), b"bbb\n".to_vec()));
    assert_eq!(editor.row(24).trim(), "F3 Open  F10 Menu  Alt+X Exit");
}

#[test]
fn exit_takes_its_answers_at_once() {
    let editor = Editor::new(&[("c.txt", b"c\n"), ("b.txt", b"b\n"), ("a.txt", b"a\n")]);
    let (a, b, c) = (editor.path("a.txt"), editor.path("b.txt"), editor.path("c.txt"));
    let read = |path: &std::path::Path| fs::read(path).unwrap();
    let mut editor = editor;
    ahead(&mut editor, "x<F6>y<F6>z<A-x>sd");
    let saved = [&a, &b, &c].into_iter().filter(|path| read(path).len() == 3).count();
    assert_eq!(saved, 1, "{}", editor.screen());
    assert_eq!(editor.ends_by("<A-x>dd"), Vec::<String>::new());
}

#[test]
fn no_key_goes_into_a_dialog_about_what_went_wrong() {
    for close in ["<F2>", "<A-F3>s"] {
        let mut editor = Editor::new(&[("a.txt", b"aaa\n")]);
        editor.keys("x");
        fs::write(editor.path("a.txt"), b"theirs\n").unwrap();
        ahead(&mut editor, &format!("{close}ooo"));
        assert!(editor.shows("Not saved"), "{close}\n{}", editor.screen());
        assert_eq!(editor.read("a.txt"), b"theirs\n");
    }
}

#[test]
fn saves_that_overtake_each_other_are_done_in_order() {
    let large = "Haskell\n".repeat(1 << 20);
    let mut editor = Editor::new(&[("a.txt", large.as_bytes())]);
    ahead(&mut editor, "x<F2>y<F2>z<F2>");
    assert!(!editor.shows("Not saved") && !editor.shows("☼"), "{}", editor.screen());
    assert_eq!(editor.read("a.txt"), format!("xyz{large}").into_bytes());
}
