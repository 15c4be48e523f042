//! The docks by keys: the tree of files, who has the keys, and where windows go.

use std::fs;

use thc_edit::base::Size;

use crate::common::Editor;

/// A project with some folders, and these of its files opened.
fn project(size: Size, open: &[&str]) -> Editor {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in [
        ("app/Main.hs", "module Main where\n"),
        ("src/Words.hs", "module Words where\n"),
        ("src/deep/Inner.hs", "module Inner where\n"),
        ("test/Spec.hs", "module Spec where\n"),
        ("target/out.o", "x"),
        ("ws.cabal", "name: ws\n"),
        (".gitignore", "target\n"),
    ] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }
    fs::create_dir(folder.path().join(".git")).unwrap();
    let files = open.iter().map(|name| thc_edit::model::Location::of_path(folder.path().join(name))).collect();
    Editor::start(folder, size, files)
}

fn reference(open: &[&str]) -> Editor {
    project(Size::new(80, 25), open)
}

#[test]
fn the_tree_shows_what_the_project_holds_and_dims_what_git_ignores() {
    let mut editor = reference(&[]);
    editor.keys("<C-b>");
    assert!(editor.row(1).starts_with("╔═[■]═ Files ═══╗"), "{}", editor.screen());
    for name in ["▼ ", "├+ app", "├+ src", "├+ target", "├+ test", "├─ .gitignore", "└─ ws.cabal"] {
        assert!(editor.shows(name), "{name}\n{}", editor.screen());
    }
    assert!(!editor.shows("─ .git ") && !editor.shows("+ .git "), "{}", editor.screen());
    let (x, y) = editor.find("target").unwrap();
    assert_eq!(editor.attr(x, y).vga_code(), Some(0x38));
    let (x, y) = editor.find("src").unwrap();
    assert_eq!(editor.attr(x, y).vga_code(), Some(0x30));
}

#[test]
fn arrows_walk_open_and_close() {
    let mut editor = reference(&[]);
    editor.keys("<C-b><End><Home>s");
    let (_, y) = editor.find("+ src").unwrap();
    assert_eq!(editor.attr(5, y).vga_code(), Some(0x2F), "{}", editor.screen());
    editor.keys("<ArrowRight>");
    assert!(editor.shows("├─ src") && editor.shows("│  ├+ deep") && editor.shows("│  └─ Words.hs"));
    editor.keys("<ArrowRight><ArrowRight>");
    assert!(editor.shows("│  ├─ deep") && editor.shows("│  │  └─ Inne"), "{}", editor.screen());
    editor.keys("<ArrowLeft>");
    assert!(editor.shows("│  ├+ deep"));
    editor.keys("<ArrowLeft><ArrowLeft>");
    assert!(editor.shows("├+ src"), "{}", editor.screen());
}

#[test]
fn enter_opens_a_file_and_the_window_gets_the_keys() {
    let mut editor = reference(&[]);
    editor.keys("<C-b>ws<Enter>");
    assert!(editor.shows("═ ws.cabal ═"), "{}", editor.screen());
    editor.keys("x<F2>");
    assert_eq!(editor.read("ws.cabal"), b"xname: ws\n");
}

#[test]
fn the_keys_of_a_dock_leave_the_text_alone() {
    let mut editor = reference(&["ws.cabal"]);
    editor.keys("<C-b><C-v><C-a><Delete><Escape><C-y>z<Backspace>");
    editor.paste("pasted");
    editor.keys("<Escape>q<F2>");
    assert_eq!(editor.read("ws.cabal"), b"qname: ws\n");
}

#[test]
fn the_dock_takes_its_cells_from_the_windows_and_gives_them_back() {
    let mut editor = reference(&["ws.cabal"]);
    assert!(editor.row(1).starts_with("╔═[■]"));
    let before = editor.screen();
    editor.keys("<C-b>");
    assert!(editor.row(1).starts_with("╔═[■]═ Files ═══╗┌─"), "{}", editor.row(1));
    assert_eq!(editor.find("ws.cabal ─").map(|(_, y)| y), Some(1));
    editor.keys("<F5>");
    assert_eq!(editor.row(1).chars().last(), Some('┐'));
    editor.keys("<F5><C-b>");
    assert_eq!(editor.screen(), before);
}

#[test]
fn zoomed_and_new_windows_keep_clear_of_the_docks() {
    let mut editor = reference(&["ws.cabal"]);
    editor.keys("<C-b><Escape><F5>");
    assert_eq!(editor.row(1).chars().nth(17), Some('╔'));
    assert_eq!(editor.row(23).chars().nth(17), Some('╚'));
    editor.keys("<F5><A-f>n<A-w>t");
    assert!(editor.row(1).chars().nth(17).is_some_and(|c| "┌╔".contains(c)), "{}", editor.screen());
    editor.keys("<A-w>a");
    assert!(editor.row(1).chars().nth(17).is_some_and(|c| "┌╔".contains(c)));
    editor.keys("<C-b>");
    assert!(editor.row(1).chars().next().is_some_and(|c| "┌╔".contains(c)), "{}", editor.screen());
}

#[test]
fn the_next_window_after_the_last_is_the_dock() {
    let mut editor = reference(&["ws.cabal", "app/Main.hs"]);
    editor.keys("<C-b><Escape>");
    let active = |editor: &Editor| {
        let screen = editor.screen();
        ["═ Files ═", "═ ws.cabal ═", "═ app/Main.hs ═"].into_iter().find(|title| screen.contains(title)).unwrap()
    };
    assert_eq!(active(&editor), "═ app/Main.hs ═");
    let mut seen = Vec::new();
    for _ in 0..4 {
        editor.keys("<F6>");
        seen.push(active(&editor));
    }
    assert_eq!(seen, ["═ ws.cabal ═", "═ Files ═", "═ app/Main.hs ═", "═ ws.cabal ═"]);
    seen.clear();
    for _ in 0..4 {
        editor.keys("<S-F6>");
        seen.push(active(&editor));
    }
    assert_eq!(seen, ["═ app/Main.hs ═", "═ Files ═", "═ ws.cabal ═", "═ app/Main.hs ═"]);
    editor.keys("<C-Tab><C-Tab><C-b>");
    assert!(!editor.shows("═ Files ═"));
}

#[test]
fn the_file_of_the_window_in_front_shows_in_the_tree_and_unsaved_ones_are_marked() {
    let mut editor = reference(&["src/deep/Inner.hs"]);
    editor.keys("<C-b>");
    let (x, y) = editor.find("└─ Inne").unwrap_or_else(|| panic!("{}", editor.screen()));
    assert_eq!(editor.attr(x + 3, y).vga_code(), Some(0x2F));
    editor.keys("<Escape>x");
    assert_eq!(editor.attr(x + 3, y).vga_code(), Some(0x3E));
    assert!(editor.row(y as usize).contains("… ☼"), "{}", editor.screen());
    editor.keys("<C-b><ArrowLeft><ArrowLeft>");
    assert!(editor.shows("+ deep ☼"), "{}", editor.screen());
    editor.keys("<F2>");
    assert!(!editor.shows("deep ☼"));
}

#[test]
fn a_dialog_gives_the_keys_back_to_the_dock() {
    let mut editor = reference(&["ws.cabal"]);
    editor.keys("<C-b><F3><Escape><End>");
    let (_, y) = editor.find("└─ ws.cabal").unwrap();
    assert_eq!(editor.attr(5, y).vga_code(), Some(0x2F));
}

#[test]
fn arrows_resize_a_dock_after_ctrl_f5() {
    let mut editor = reference(&["ws.cabal"]);
    editor.keys("<C-b><C-F5>");
    assert!(editor.row(24).contains("Resize"));
    editor.keys("<ArrowRight><ArrowRight><C-ArrowRight><Enter>");
    assert_eq!(editor.row(1).find('╗').map(|at| editor.row(1)[..at].chars().count()), Some(25));
    editor.keys("<C-F5><C-ArrowLeft><C-ArrowLeft><C-ArrowLeft><Escape>");
    assert_eq!(editor.row(1).find('╗').map(|at| editor.row(1)[..at].chars().count()), Some(25));
}

#[test]
fn a_file_made_elsewhere_shows_when_the_tree_is_read_again() {
    let mut editor = reference(&[]);
    editor.keys("<C-b>");
    fs::write(editor.path("new.txt"), "").unwrap();
    fs::remove_dir_all(editor.path("test")).unwrap();
    editor.keys("<C-r>");
    assert!(editor.shows("new.txt") && !editor.shows("test"), "{}", editor.screen());
}

#[test]
fn letters_find_names_and_a_second_try_begins_anew() {
    let mut editor = reference(&[]);
    editor.keys("<C-b>te");
    let (_, y) = editor.find("test").unwrap();
    assert_eq!(editor.attr(5, y).vga_code(), Some(0x2F));
    editor.keys("w");
    let (_, y) = editor.find("ws.cabal").unwrap();
    assert_eq!(editor.attr(5, y).vga_code(), Some(0x2F));
}

#[test]
fn the_smallest_screen_has_the_dock_too() {
    let mut editor = project(Size::new(40, 12), &["ws.cabal"]);
    editor.keys("<C-b>");
    assert!(editor.row(1).starts_with("╔═[■]═ Files ═"), "{}", editor.screen());
    editor.keys("<PageDown><PageDown>");
    assert!(editor.shows("└─ ws.cabal"), "{}", editor.screen());
}
