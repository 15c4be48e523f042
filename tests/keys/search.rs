//! Find, replace, and going to a line.

use crate::common::{Editor, check};

const TEXT: &[u8] = b"one two One twofold\ntwo one\n";

fn text() -> Editor {
    Editor::new(&[("a.txt", TEXT)])
}

fn saved(editor: &mut Editor) -> String {
    editor.keys("<F2>");
    String::from_utf8(editor.read("a.txt")).unwrap()
}

#[test]
fn find_goes_to_the_match() {
    let mut editor = Editor::new(&[("a.txt", b"one two one two\n")]);
    editor.keys("<C-f>two<Enter>");
    assert_eq!(editor.cursor(), (1, 8));
    editor.keys("<C-l>");
    assert_eq!(editor.cursor(), (1, 16));
    editor.keys("<C-S-l>");
    assert_eq!(editor.cursor(), (1, 8));
    editor.keys("x<F2>");
    assert_eq!(editor.read("a.txt"), b"one x one two\n", "the match is selected");
}

#[test]
fn find_goes_on_at_the_other_end() {
    let mut editor = text();
    editor.keys("<C-f>two<Enter><C-l><C-l>");
    assert_eq!(editor.cursor(), (2, 4));
    editor.keys("<C-l>");
    assert_eq!(editor.cursor(), (1, 8));
    editor.keys("<C-S-l>");
    assert_eq!(editor.cursor(), (2, 4));
}

#[test]
fn case_counts_when_asked_for() {
    let mut editor = text();
    editor.keys("<C-f>One<Enter>");
    assert_eq!(editor.cursor(), (1, 4));
    editor.keys("<C-Home><C-f>One<A-c><Enter>");
    assert_eq!(editor.cursor(), (1, 12));
}

#[test]
fn whole_words_when_asked_for() {
    let mut editor = text();
    editor.keys("<C-f>two<A-w><Enter>");
    assert_eq!(editor.cursor(), (1, 8));
    editor.keys("<C-l>");
    assert_eq!(editor.cursor(), (2, 4), "not the one in twofold");
}

#[test]
fn patterns_when_asked_for() {
    let mut editor = text();
    editor.keys("<C-f>t.o[a-z]+<A-x><Enter>");
    assert_eq!(editor.cursor(), (1, 20));
    editor.keys("<C-f>two$<A-l><Enter>");
    assert!(editor.shows("not found"), "{}", editor.screen());
}

#[test]
fn a_bad_pattern_is_said_and_can_be_mended() {
    let mut editor = text();
    editor.keys("<C-f>(two<A-x><Enter>");
    assert!(editor.shows("═ Find ═") && editor.shows("OK"), "{}", editor.screen());
    editor.keys("<Enter>");
    assert!(editor.shows("(two") && editor.shows("[X] Regular"), "the dialog has what was typed\n{}", editor.screen());
    editor.keys("<End>)<Enter>");
    assert_eq!(editor.cursor(), (1, 8));
}

#[test]
fn backward() {
    let mut editor = text();
    editor.keys("<C-End><C-f>two<A-b><Enter>");
    assert_eq!(editor.cursor(), (2, 4));
    editor.keys("<C-S-l>");
    assert_eq!(editor.cursor(), (1, 16));
}

#[test]
fn in_the_selection_only() {
    let mut editor = text();
    editor.keys("<ArrowDown><S-End><C-f>fold<A-s><Enter>");
    assert!(editor.shows("\"fold\" was not found"), "{}", editor.screen());
    editor.keys("<Enter><Home><S-End><C-f>one<A-s><Enter>");
    assert_eq!(editor.cursor(), (2, 8));
}

#[test]
fn what_is_not_there_is_said_and_nothing_moves() {
    let mut editor = text();
    editor.keys("<ArrowRight><C-f>three<Enter>");
    assert!(editor.shows("\"three\" was not found"), "{}", editor.screen());
    editor.keys("<Enter>");
    assert_eq!(editor.cursor(), (1, 2));
    editor.keys("<C-f><Backspace><Enter>");
    assert!(editor.shows("Type what to look for"), "{}", editor.screen());
    editor.keys("<Escape><Escape>");
    assert_eq!(editor.cursor(), (1, 2));
}

#[test]
fn a_selected_word_is_what_find_starts_with() {
    let mut editor = text();
    editor.keys("<C-S-ArrowRight><S-ArrowLeft><C-f>");
    assert!(editor.shows("Find    one"), "{}", editor.screen());
    editor.keys("<Enter>");
    assert_eq!(editor.cursor(), (1, 12));
}

#[test]
fn nothing_is_looked_for_again_before_it_was_looked_for() {
    let mut editor = text();
    editor.keys("<C-l>");
    assert!(editor.shows("Nothing has been looked for"), "{}", editor.screen());
}

#[test]
fn replacing_all_is_one_step() {
    let mut editor = text();
    editor.keys("<C-h>two<Tab>2<A-a>");
    assert!(editor.shows("Replaced 3 places"), "{}", editor.screen());
    assert_eq!(saved(&mut editor), "one 2 One 2fold\n2 one\n");
    editor.keys("<C-z>");
    assert_eq!(saved(&mut editor), String::from_utf8_lossy(TEXT));
    editor.keys("<C-y>");
    assert_eq!(saved(&mut editor), "one 2 One 2fold\n2 one\n");
}

#[test]
fn replacing_all_in_the_selection() {
    let mut editor = text();
    editor.keys("<S-ArrowDown><C-h>two<Tab>2<A-s><A-a>");
    assert_eq!(saved(&mut editor), "one 2 One 2fold\ntwo one\n");
}

#[test]
fn replacing_with_groups() {
    let mut editor = text();
    editor.keys("<C-h>(o)ne<Tab>${1}N<A-x><A-c><A-a>");
    assert_eq!(saved(&mut editor), "oN two One twofold\ntwo oN\n");
}

#[test]
fn nothing_to_replace_is_said() {
    let mut editor = text();
    editor.keys("<C-h>three<Tab>3<A-a>");
    assert!(editor.shows("Nothing was found"), "{}", editor.screen());
}

#[test]
fn to_a_line() {
    check("|a\nb\nc", "<C-g>2<Enter>", "a\n|b\nc");
    check("|a\nbcd\nc", "<C-g>2:3<Enter>", "a\nbc|d\nc");
    check("|a\nb\nc", "<C-g>99<Enter>", "a\nb\n|c");
    check("|a\nb\nc", "<C-g>2<Escape>", "|a\nb\nc");
    let mut editor = text();
    for wrong in ["0", "x", "-1", "1:0", ""] {
        editor.keys("<C-g>").keys(wrong).keys("<Enter>");
        assert!(editor.shows("is no line"), "{wrong}\n{}", editor.screen());
        editor.keys("<Escape>");
    }
    assert_eq!(editor.cursor(), (1, 1));
}

#[test]
fn replacing_goes_round_once_and_stays_in_its_scope() {
    // What was put in is not found again.
    check("|a b a\n", "<C-h>a<Tab>aa<A-i>yy", "aa b aa|\n");
    let replaced = |text: &str, keys: &str| {
        let mut editor = Editor::new(&[("a.txt", text.as_bytes())]);
        editor.keys(keys).keys("<F2>");
        String::from_utf8(editor.read("a.txt")).unwrap()
    };
    assert_eq!(replaced("a a a\n", "<C-h>a<Tab>b<A-i>na"), "a b b\n", "what was refused is left alone");
    assert_eq!(replaced("one one\none\n", "<S-End><C-h>one<Tab>1<A-s><A-i>yy"), "1 1\none\n", "only the selection");
    assert_eq!(replaced("ab\n", "<C-h>x*<Tab>-<A-x><A-i>yyy<Escape>"), "-a-b-\n", "matches without text move on");
}

#[test]
fn a_bad_pattern_leaves_every_choice_as_it_was() {
    let mut editor = text();
    editor.keys("<C-a><C-f>(two<A-x><A-b><A-s><Enter><Enter>");
    assert!(editor.shows("(•) Backward") && editor.shows("(•) Selection"), "{}", editor.screen());
    editor.keys("<Escape><C-h>(two<Tab>2<A-x><A-k><Enter><Enter>");
    assert!(editor.shows("[ ] Ask before") && editor.shows("Replace    2"), "{}", editor.screen());
}

#[test]
fn replacing_asks_for_each() {
    check("|a a a a", "<C-h>a<Tab>b<A-i>yn<Escape>", "b a a| a");
    check("|a a a a", "<C-h>a<Tab>b<A-i>a", "b| b b b");
    check("a a a a|", "<C-h>a<Tab>b<A-b><A-i>yy<Escape>", "a a| b b");
}

#[test]
fn without_patterns_every_character_is_itself() {
    check("|a.c abc", "<C-h>a.c<Tab>$1\\n<A-a>", "|$1\\n abc");
    check(
        "|a.c abc a.c",
        "<C-f>b<A-x><Enter><Home><C-S-ArrowRight><S-ArrowRight><S-ArrowRight><C-f><Enter>",
        "a.c abc a.c|",
    );
}

#[test]
fn dialogs_share_the_clipboard() {
    check("|one two one", "<C-S-ArrowRight><S-ArrowLeft><C-c><ArrowRight><C-f><C-v><Enter>", "one two one|");
    check("|one", "<C-f>two<C-a><C-x><Escape><C-v>", "two|one");
}

#[test]
fn a_line_and_column_as_far_as_there_are_any() {
    check("|a\nb", "<C-g> 2 : 1 <Enter>", "a\n|b");
    check("|a\nb", "<C-g>2:99999<Enter>", "a\nb|");
    check("|a\n\tbc", "<C-g>2:3<Enter>", "a\n\tb|c");
    check("|a\nb", "<C-g>99999999999999999999999<Enter>", "a\n|b");
}

#[test]
fn matches_are_counted() {
    let mut editor = Editor::new(&[("a.txt", b"one two one\none\n")]);
    editor.keys("<A-s>u<Escape><C-f>one<Enter><A-s>u");
    assert!(editor.shows("one: 3 places, 1 of them in the selection."), "{}", editor.screen());
    editor.keys("<ArrowLeft><A-s>u");
    assert!(editor.shows("one: 3 places.") && !editor.shows("☼"), "{}", editor.screen());
}

#[test]
fn very_many_places_are_one_step_as_well() {
    let loaded = "word and word\n".repeat(20_000);
    let mut editor = Editor::new(&[("a.txt", loaded.as_bytes())]);
    editor.keys("<C-h>word<Tab>w<A-a>");
    assert!(editor.shows("Replaced 40000 places."), "{}", editor.screen());
    editor.keys("<F2>");
    assert!(editor.read("a.txt") == "w and w\n".repeat(20_000).into_bytes());
    editor.keys("<C-z><F2>");
    assert!(editor.read("a.txt") == loaded.as_bytes());
    editor.keys("<C-y><C-End>end<F2>");
    assert!(editor.read("a.txt") == format!("{}end", "w and w\n".repeat(20_000)).into_bytes());
}
