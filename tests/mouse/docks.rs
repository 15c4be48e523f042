//! The docks by mouse: rows, signs, dividers, close boxes, wheel and scroll bar.

use std::fs;

use thc_edit::base::{Mods, MouseAction, Size};
use thc_edit::model::Location;

use crate::common::Editor;

/// A project of so many files, and a folder, with one file opened.
fn project(files: usize) -> Editor {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("a-folder")).unwrap();
    fs::write(folder.path().join("a-folder/inner.txt"), "inner\n").unwrap();
    for n in 0..files {
        fs::write(folder.path().join(format!("file{n:03}.txt")), format!("text {n}\n")).unwrap();
    }
    let file = Location::of_path(folder.path().join("file000.txt"));
    Editor::start(folder, Size::new(80, 25), vec![file])
}

fn double(editor: &mut Editor, (x, y): (i32, i32)) {
    editor.click(x, y);
    editor.mouse_with(MouseAction::Down, x, y, 2, Mods::NONE).mouse_with(MouseAction::Up, x, y, 2, Mods::NONE);
}

#[test]
fn a_click_puts_the_cursor_on_a_row_and_two_open_it() {
    let mut editor = project(3);
    editor.keys("<C-b><Escape>");
    let (x, y) = editor.find("─ file002").unwrap();
    editor.click(x + 3, y);
    assert_eq!(editor.attr(x + 3, y).vga_code(), Some(0x2F));
    assert!(editor.shows("═ Files ═"));
    double(&mut editor, (x + 3, y));
    assert!(editor.shows("═ file002.txt ═") && !editor.shows("═ Files ═"), "{}", editor.screen());
}

#[test]
fn the_sign_of_a_folder_opens_and_closes_it() {
    let mut editor = project(1);
    editor.keys("<C-b><Escape>");
    let (x, y) = editor.find("├+ a-folder").unwrap();
    editor.click(x + 1, y);
    assert!(editor.shows("└─ inner.t…"), "{}", editor.screen());
    editor.click(x + 1, y);
    assert!(editor.shows("├+ a-folder"));
    double(&mut editor, (x + 4, y));
    assert!(editor.shows("└─ inner.t…"));
}

#[test]
fn the_right_edge_of_files_is_dragged() {
    let mut editor = project(1);
    editor.keys("<C-b>");
    editor.drag((16, 10), (30, 12));
    assert_eq!(editor.row(1).find('╗').map(|at| editor.row(1)[..at].chars().count()), Some(30));
    editor.drag((30, 10), (3, 10));
    assert_eq!(editor.row(1).find('╗').map(|at| editor.row(1)[..at].chars().count()), Some(15), "no narrower than 16");
    editor.drag((15, 10), (79, 10));
    assert_eq!(editor.row(1).find('╗').map(|at| editor.row(1)[..at].chars().count()), Some(63), "a window still fits");
    editor.mouse(MouseAction::Down, 63, 5).mouse(MouseAction::Move, 40, 5).keys("<Escape>");
    editor.mouse(MouseAction::Up, 40, 5);
    assert_eq!(editor.row(1).find('╗').map(|at| editor.row(1)[..at].chars().count()), Some(63), "Esc restores");
}

#[test]
fn the_close_box_hides_it_when_released_inside() {
    let mut editor = project(1);
    editor.keys("<C-b>");
    editor.drag((3, 1), (3, 5));
    assert!(editor.shows("═ Files ═"));
    editor.click(3, 1);
    assert!(!editor.shows(" Files ═") && editor.shows("═ file000.txt ═"));
}

#[test]
fn a_click_on_a_window_takes_the_keys_back() {
    let mut editor = project(1);
    editor.keys("<C-b>");
    editor.click(40, 8);
    editor.keys("z");
    assert!(editor.shows("z") && editor.shows("═ file000.txt ═"), "{}", editor.screen());
}

#[test]
fn wheel_and_bar_scroll_the_tree() {
    let mut editor = project(60);
    editor.keys("<C-b><Escape>");
    assert!(editor.shows("─ file000"));
    editor.mouse(MouseAction::WheelDown, 5, 5);
    assert!(!editor.shows("├+ a-folder") && editor.shows("─ file001"), "{}", editor.screen());
    editor.mouse(MouseAction::WheelUp, 5, 5);
    assert!(editor.shows("├+ a-folder"));
    editor.click(15, 22);
    assert!(!editor.shows("▼ ") || !editor.row(2).contains("▼ "), "{}", editor.screen());
    editor.drag((15, 3), (15, 22));
    assert!(editor.shows("└─ file059"), "{}", editor.screen());
}

#[test]
fn the_title_of_the_panel_is_dragged_and_its_rows_are_clicked() {
    let mut editor = project(9);
    editor.keys("<C-S-f>text<Enter><Escape>");
    assert!(editor.row(19).contains("─ Messages ─") && editor.shows("file000.txt  1:1  text 0"), "{}", editor.screen());
    editor.drag((40, 19), (40, 14));
    assert!(editor.row(14).contains("═ Messages ═"), "{}", editor.screen());
    editor.drag((60, 14), (60, 24));
    assert!(editor.row(21).contains("═ Messages ═"), "no lower than 3\n{}", editor.screen());
    editor.drag((60, 21), (60, 0));
    assert!(editor.row(7).contains("═ Messages ═"), "a window still fits\n{}", editor.screen());
    let (x, y) = editor.find("file007.txt  1:1").unwrap();
    double(&mut editor, (x, y));
    assert!(editor.shows("═ file007.txt ═"), "{}", editor.screen());
}
