//! What is different from the file: bars, counts, going there and taking it back.

use thc_edit::base::{Mods, MouseAction};

use crate::common::Editor;

/// The glyphs on the left edge of the window, from its first line.
fn bars(editor: &Editor, lines: usize) -> String {
    (0..lines).map(|line| editor.row(2 + line).chars().next().unwrap()).collect()
}

fn edited() -> Editor {
    let mut editor = Editor::new(&[("a.txt", b"one\ntwo\nthree\nfour\nfive\n")]);
    editor.keys("x<ArrowDown><End><Enter>new<ArrowDown><ArrowDown><Home><S-ArrowDown><Delete>");
    editor
}

#[test]
fn bars_and_counts_say_what_became_of_lines() {
    let editor = edited();
    assert_eq!(bars(&editor, 6), "~║+║-║", "{}", editor.screen());
    assert!(editor.shows("5:1 +2 −2"), "{}", editor.screen());
}

#[test]
fn they_go_when_the_text_is_saved_or_undone() {
    let mut editor = edited();
    editor.keys("<F2>");
    assert_eq!(bars(&editor, 6), "║║║║║║", "{}", editor.screen());
    assert!(!editor.shows("−"), "{}", editor.screen());
    editor.keys("y");
    assert_eq!(bars(&editor, 6), "║║║║~║", "{}", editor.screen());
    editor.keys("<C-z>");
    assert_eq!(bars(&editor, 6), "║║║║║║", "{}", editor.screen());
}

#[test]
fn the_change_at_the_cursor_is_reverted_as_one_step() {
    let mut editor = edited();
    editor.keys("<A-Backspace>");
    assert!(editor.shows("four") && editor.shows("5:1 +2 −1"), "{}", editor.screen());
    editor.keys("<C-z>");
    assert!(!editor.shows("four"), "{}", editor.screen());
    editor.keys("<C-y><A-ArrowDown>");
    assert_eq!(editor.cursor(), (1, 1), "from the last on to the first\n{}", editor.screen());
    editor.keys("<A-Backspace><A-ArrowDown>");
    assert!(editor.shows("║one"), "{}", editor.screen());
    assert_eq!(editor.cursor(), (3, 1));
    editor.keys("<A-Backspace>");
    assert!(!editor.shows("−"), "{}", editor.screen());
    editor.keys("<F2>");
    assert_eq!(editor.read("a.txt"), b"one\ntwo\nthree\nfour\nfive\n");
}

#[test]
fn going_back_and_where_there_is_nothing() {
    let mut editor = edited();
    editor.keys("<A-ArrowUp>");
    assert_eq!(editor.cursor(), (3, 1));
    editor.keys("<A-ArrowUp><A-ArrowUp>");
    assert_eq!(editor.cursor(), (5, 1), "from the first on to the last");
    editor.keys("<ArrowUp><A-Backspace>");
    assert!(editor.shows("not in a change"), "{}", editor.screen());
}

#[test]
fn a_new_file_is_all_new_and_an_untitled_text_has_none() {
    let mut editor = Editor::new(&[("a.txt", b"a\n")]);
    editor.keys("<F3>new.txt<Enter>one<Enter>two");
    assert!(editor.shows("+2 −0"), "{}", editor.screen());
    editor.keys("<A-f>none");
    assert!(!editor.shows("Untitled-1 ═") || !editor.shows("1:4 +"), "{}", editor.screen());
}

#[test]
fn what_is_typed_in_between_does_not_move_the_bars_to_other_lines() {
    let mut editor = edited();
    editor.keys("<C-Home><Enter><Enter><ArrowUp><ArrowUp>");
    assert_eq!(bars(&editor, 8), "~~~║+║-║", "{}", editor.screen());
}

#[test]
fn only_the_changes() {
    let mut editor = edited();
    editor.keys("<A-w>g");
    assert!(editor.shows("Changes: a.txt") && editor.shows(" 3/3 +2 −2"), "{}", editor.screen());
    assert!(editor.shows("-one") && editor.shows("+xone") && editor.shows("+new") && editor.shows("-four"));
    editor.keys("q<Backspace>");
    assert!(editor.shows("Enter goes to the text"), "to be looked at only\n{}", editor.screen());
    editor.keys("<C-Home>");
    assert!(editor.shows(" 1/3 +2 −2"), "{}", editor.screen());
    editor.keys("<A-ArrowDown>");
    assert!(editor.shows(" 2/3 "), "{}", editor.screen());
    editor.keys("<Delete>");
    assert!(!editor.shows("+new") && editor.shows("+1 −2"), "{}", editor.screen());
    editor.keys("<C-z>");
    assert!(editor.shows("+new"), "one step\n{}", editor.screen());
    editor.keys("<C-Home><A-ArrowDown><Enter>");
    assert!(!editor.shows("Changes: "), "{}", editor.screen());
    assert_eq!(editor.cursor(), (3, 1));
}

#[test]
fn both_texts_beside_each_other() {
    let mut editor = edited();
    editor.keys("<A-w>d");
    let row = |editor: &Editor, text: &str| editor.screen().lines().find(|row| row.contains(text)).unwrap().to_owned();
    assert!(row(&editor, "-one").contains("►+xone"), "{}", editor.screen());
    assert!(row(&editor, "two").matches("two").count() == 2, "{}", editor.screen());
    assert!(row(&editor, "+new").contains("►+new"), "{}", editor.screen());
    editor.keys("<C-Home><Delete>");
    assert!(!editor.shows("xone") && editor.shows("+1 −1"), "{}", editor.screen());
    editor.keys("<A-w>g");
    assert!(editor.shows("Changes: a.txt"), "{}", editor.screen());
    editor.keys("<Escape>");
    assert!(editor.shows("║one") && !editor.shows("Changes: "), "{}", editor.screen());
}

#[test]
fn the_mouse_reverts_goes_and_scrolls() {
    let mut editor = edited();
    editor.keys("<A-w>g");
    let (x, y) = editor.find("[Revert]").unwrap();
    editor.click(x + 2, y);
    assert!(!editor.shows("xone") && editor.shows("1/2 +1 −1"), "{}", editor.screen());
    editor.keys("<A-w>d");
    let (x, y) = editor.find("►").unwrap();
    editor.click(x, y);
    assert!(!editor.shows("+new") && editor.shows("+0 −1"), "{}", editor.screen());
    let (x, y) = editor.find("three").unwrap();
    editor.mouse_with(MouseAction::Down, x, y, 2, Mods::NONE).mouse(MouseAction::Up, x, y);
    assert_eq!(editor.cursor(), (3, 1), "{}", editor.screen());
}

#[test]
fn two_windows_one_of_which_shows_changes() {
    let mut editor = edited();
    editor.keys("<A-w>h<A-w>g<F6><C-End>more");
    assert!(editor.shows("+more"), "live\n{}", editor.screen());
}

#[test]
fn a_view_of_nothing_says_so() {
    let mut editor = Editor::new(&[("a.txt", b"a\n")]);
    editor.keys("<A-w>g");
    assert!(editor.shows("as it is in the file"), "{}", editor.screen());
    editor.keys("<ArrowDown><Delete><A-ArrowDown><PageDown><Enter>x");
    assert!(editor.shows("xa"), "{}", editor.screen());
}

#[test]
fn reloading_takes_what_is_in_the_file_and_can_be_undone() {
    let mut editor = edited();
    std::fs::write(editor.path("a.txt"), "theirs\n").unwrap();
    editor.keys("<A-f>k");
    assert!(editor.shows("theirs") && !editor.shows("☼"), "{}", editor.screen());
    editor.keys("<C-z>");
    assert!(editor.shows("xone") && editor.shows("☼"), "{}", editor.screen());
}
