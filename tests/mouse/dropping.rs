//! A selected text that is dragged and dropped.

use thc_edit::base::{Mods, MouseAction};
use thc_edit::grid::CursorShape;

use crate::common::Editor;

use MouseAction::{Down, Move, Up};

/// `one` is selected, in columns 1 to 3 of row 2.
fn selected() -> Editor {
    let mut editor = Editor::new(&[("a.txt", b"one two\nthree\n")]);
    editor.keys("<C-S-ArrowRight><S-ArrowLeft>");
    editor
}

fn saved(editor: &mut Editor, name: &str) -> String {
    editor.keys("<F2>");
    String::from_utf8(editor.read(name)).unwrap()
}

#[test]
fn it_moves_within_its_text_as_one_step() {
    let mut editor = selected();
    editor.mouse(Down, 2, 2).mouse(Move, 4, 3);
    assert_eq!(editor.caret(), Some((4, 3)), "the cursor shows where it would land");
    editor.mouse(Move, 5, 3).mouse(Up, 5, 3);
    assert_eq!(saved(&mut editor, "a.txt"), " two\nthreone e\n".replace("one ", "one"));
    editor.keys("X");
    assert_eq!(saved(&mut editor, "a.txt"), " two\nthreXe\n", "it is selected where it landed");
    editor.keys("<C-z><C-z>");
    assert_eq!(saved(&mut editor, "a.txt"), "one two\nthree\n");
}

#[test]
fn forward_on_its_line_and_copied_with_ctrl() {
    let mut editor = selected();
    editor.drag((1, 2), (8, 2));
    assert_eq!(saved(&mut editor, "a.txt"), " twoone\nthree\n");
    editor.mouse(Down, 6, 2).mouse(Move, 1, 3).mouse_with(Up, 1, 3, 1, Mods::CTRL);
    assert_eq!(saved(&mut editor, "a.txt"), " twoone\nonethree\n");
}

#[test]
fn a_click_into_it_and_a_drop_onto_it_change_nothing() {
    let mut editor = selected();
    editor.drag((1, 2), (3, 2));
    assert_eq!(saved(&mut editor, "a.txt"), "one two\nthree\n");
    editor.keys("<S-F10>").click(2, 2);
    assert_eq!(editor.cursor(), (1, 2));
    editor.keys("x");
    assert_eq!(saved(&mut editor, "a.txt"), "oxne two\nthree\n", "a click selects nothing");
}

#[test]
fn esc_and_a_place_that_is_no_text_give_it_up() {
    let mut editor = selected();
    editor.mouse(Down, 2, 2).mouse(Move, 4, 3).keys("<Escape>").mouse(Up, 4, 3);
    editor.mouse(Down, 2, 2).mouse(Move, 4, 3).mouse(Up, 40, 0);
    editor.mouse(Down, 2, 2).mouse(Move, 4, 3).mouse(Up, 78, 10);
    assert_eq!(saved(&mut editor, "a.txt"), "one two\nthree\n");
    assert_eq!(editor.scene().cursor.map(|cursor| cursor.shape), Some(CursorShape::Underline));
}

#[test]
fn it_goes_to_another_text() {
    let mut editor = Editor::new(&[("b.txt", b"bbb\n"), ("a.txt", b"one two\n")]);
    editor.keys("<A-w>t<C-S-ArrowRight>");
    let (x, y) = editor.find("one two").unwrap();
    let (to_x, to_y) = editor.find("bbb").unwrap();
    editor.drag((x + 1, y), (to_x + 1, to_y));
    assert!(editor.shows("═ b.txt ═"), "where it landed is in front\n{}", editor.screen());
    assert_eq!(saved(&mut editor, "b.txt"), "bone bb\n");
    editor.keys("<F6>");
    assert_eq!(saved(&mut editor, "a.txt"), "two\n");
}

#[test]
fn bytes_are_not_dragged() {
    let mut editor = Editor::new(&[("a.bin", b"\x00\x01\x02\x03")]);
    editor.keys("<S-ArrowRight><S-ArrowRight>").drag((11, 2), (20, 2));
    editor.keys("<F2>");
    assert_eq!(editor.read("a.bin"), b"\x00\x01\x02\x03");
}
