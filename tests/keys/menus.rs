//! The menus by keys.

use crate::common::Editor;

fn one() -> Editor {
    Editor::new(&[("a.txt", b"aaa\n")])
}

#[test]
fn f10_goes_to_the_bar_and_back() {
    let mut editor = one();
    editor.keys("<F10>");
    assert!(editor.caret().is_none() && !editor.shows("┌"), "{}", editor.screen());
    editor.keys("<ArrowDown>");
    assert!(editor.shows("│ New"), "{}", editor.screen());
    editor.keys("<Escape>");
    assert!(editor.caret().is_some() && !editor.shows("│ New"), "{}", editor.screen());
    editor.keys("<F10><F10>x<F2>");
    assert_eq!(editor.read("a.txt"), b"xaaa\n");
}

#[test]
fn alt_and_a_letter_open_each_menu() {
    let mut editor = one();
    let menus = [
        ("<A-f>", "Open..."),
        ("<A-e>", "Undo"),
        ("<A-s>", "Go to line"),
        ("<A-r>", "Test suite"),
        ("<A-c>", "Make"),
        ("<A-d>", "Step over"),
        ("<A-t>", "Conversation"),
        ("<A-o>", "Preferences"),
        ("<A-w>", "Cascade"),
        ("<A-h>", "About"),
    ];
    for (key, entry) in menus {
        editor.keys(key);
        assert!(editor.shows(entry), "{key}\n{}", editor.screen());
        editor.keys("<Escape>");
    }
    for (_, entry) in &menus {
        editor.keys("<A-f>");
        for _ in 0..menus.iter().position(|(_, other)| other == entry).unwrap() {
            editor.keys("<ArrowRight>");
        }
        assert!(editor.shows(entry), "{}", editor.screen());
        editor.keys("<Escape>");
    }
    editor.keys("<A-f><ArrowLeft>");
    assert!(editor.shows("About"), "round to the last\n{}", editor.screen());
}

#[test]
fn arrows_walk_and_enter_runs() {
    let mut editor = one();
    editor.keys("<C-a><A-e><ArrowDown><ArrowDown><Enter><F2>");
    assert_eq!(editor.read("a.txt"), b"", "the third entry is Cut");
    editor.keys("<A-e><ArrowUp><ArrowUp><Enter>x<F2>");
    assert_eq!(editor.read("a.txt"), b"x");
}

#[test]
fn a_letter_runs_its_entry() {
    let mut editor = one();
    editor.keys("<A-e>s<Delete><F2>");
    assert_eq!(editor.read("a.txt"), b"");
    editor.keys("<A-e>U<F2>");
    assert_eq!(editor.read("a.txt"), b"aaa\n", "whatever its case");
    editor.keys("<A-e>q");
    assert!(editor.shows("Undo"), "a letter of no entry changes nothing\n{}", editor.screen());
}

#[test]
fn entries_that_cannot_run_say_why_and_do_nothing() {
    let mut editor = one();
    editor.keys("<A-e>");
    assert!(editor.row(24).contains("Nothing has been changed"), "{}", editor.screen());
    editor.keys("<Enter>");
    assert!(editor.shows("│ Undo") && editor.row(24).contains("Nothing has been changed"), "{}", editor.screen());
    editor.keys("t");
    assert!(editor.row(24).contains("Nothing is selected"), "{}", editor.screen());
    editor.keys("<Escape><A-r>r");
    assert!(editor.row(24).contains("toolchain runner"), "{}", editor.screen());
    editor.keys("<Escape>");
    for (key, why) in [("<F9>", "toolchain"), ("<F7>", "debug adapter"), ("<F1>", "help window")] {
        editor.keys(key);
        assert!(editor.row(24).contains(why), "{key}\n{}", editor.screen());
    }
    editor.keys("<F2>");
    assert_eq!(editor.read("a.txt"), b"aaa\n");
}

#[test]
fn menus_fit_the_least_screen() {
    let mut editor = Editor::sized(thc_edit::base::Size::new(40, 12), &[("a.txt", b"aaa\n")]);
    editor.keys("<A-h>");
    assert!(editor.shows("About"), "{}", editor.screen());
    editor.keys("<Escape><A-f><ArrowUp>");
    assert!(editor.shows("Exit"), "the box scrolls\n{}", editor.screen());
}

#[test]
fn the_selected_entry_is_described() {
    let mut editor = one();
    editor.keys("<A-f>");
    assert!(editor.row(24).contains("│ Open a window on a new, untitled text."), "{}", editor.screen());
}
