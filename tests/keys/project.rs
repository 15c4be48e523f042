//! The project's folder, and the list of windows.

use std::fs;

use thc_edit::base::Size;
use thc_edit::link::ToCore;
use thc_edit::model::Location;

use crate::common::Editor;

/// Two folders with a file in each, opened with the first folder as the project.
fn two_folders() -> Editor {
    let folder = tempfile::tempdir().unwrap();
    for name in ["one/a.txt", "two/b.txt"] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "needle\n").unwrap();
    }
    let file = Location::of_path(folder.path().join("two/b.txt"));
    Editor::start_in(folder, "one", Size::new(80, 25), vec![file])
}

#[test]
fn titles_tree_and_search_follow_the_project() {
    let mut editor = two_folders();
    editor.keys("<C-b>");
    assert!(editor.shows("▼ one") && editor.shows("two/b.txt") && editor.shows("└─ a.txt"), "{}", editor.screen());
    editor.keys("<A-f>c");
    assert!(editor.shows("═ Change dir ═"), "{}", editor.screen());
    editor.keys("<A-f>../two<A-c>");
    assert!(editor.shows("▼ two") && editor.shows("└─ b.txt"), "{}", editor.screen());
    assert!(editor.shows("─ b.txt ─"), "{}", editor.screen());
    editor.keys("<C-S-f>needle<Enter>");
    assert!(editor.shows("1 match in 1 file") && editor.shows("b.txt  1:1  needle"), "{}", editor.screen());
}

#[test]
fn change_dir_is_walked_by_its_list_and_can_be_cancelled() {
    let mut editor = two_folders();
    editor.keys("<A-f>c<Home><Enter>");
    assert!(editor.shows("one/") && editor.shows("two/"), "{}", editor.screen());
    editor.keys("t<Enter><A-c><C-b>");
    assert!(editor.shows("▼ two"), "{}", editor.screen());
    editor.keys("<A-f>c<Escape>");
    assert!(editor.shows("▼ two"));
    editor.keys("<A-f>c<A-f>nowhere<A-c>");
    assert!(editor.shows("does not exist"), "{}", editor.screen());
    editor.keys("<Enter><Escape>");
    assert!(editor.shows("▼ two"));
}

#[test]
fn the_list_of_windows_goes_to_one_or_closes_it() {
    let mut editor = Editor::new(&[("a.txt", b"a\n"), ("b.txt", b"b\n"), ("c.txt", b"c\n")]);
    editor.keys("x<A-0>");
    let (_, y) = editor.find("3 ☼ c.txt").unwrap_or_else(|| panic!("{}", editor.screen()));
    assert!(editor.row(y as usize + 1).contains("2   b.txt") && editor.row(y as usize + 2).contains("1   a.txt"));
    editor.keys("<ArrowDown><ArrowDown><Enter>");
    assert!(editor.shows("═ a.txt ═"), "{}", editor.screen());
    editor.keys("<A-0><ArrowDown><ArrowDown><Delete>");
    assert!(!editor.shows("2   b.txt") && editor.shows("3 ☼ c.txt"), "{}", editor.screen());
    editor.keys("<Home><ArrowDown><A-c>");
    assert!(editor.shows("Discard"), "{}", editor.screen());
    editor.keys("<Escape><Escape>");
    assert!(editor.shows("═ a.txt ═"));
}

#[test]
fn windows_one_above_the_other_stay_so_when_the_screen_grows() {
    let mut editor = Editor::new(&[("a.txt", b"a\n"), ("b.txt", b"b\n")]);
    editor.keys("<A-w>t");
    editor.send(ToCore::Resize(Size::new(120, 40)));
    editor.settle();
    assert!(editor.row(1).ends_with('┐') && editor.row(11).ends_with('┘'), "{}", editor.screen());
    assert!(editor.row(12).ends_with('╗') && editor.row(38).ends_with('┘'), "{}", editor.screen());
    editor.keys("<F5>");
    editor.send(ToCore::Resize(Size::new(100, 30)));
    editor.settle();
    assert!(editor.row(1).starts_with('╔') && editor.row(1).ends_with('╗'), "{}", editor.screen());
}
