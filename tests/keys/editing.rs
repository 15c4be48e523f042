//! Typing, deleting, the clipboard, and the history.

use crate::common::{Editor, check};

/// Opens the bytes, presses the keys, saves; the bytes afterwards.
fn edited(before: &[u8], keys: &str) -> Vec<u8> {
    let mut editor = Editor::new(&[("a.txt", before)]);
    editor.keys(keys).keys("<F2>");
    editor.read("a.txt")
}

#[test]
fn typing_and_deleting() {
    check("ab|c", "xy", "abxy|c");
    check("ab|c", "<Backspace>", "a|c");
    check("ab|c", "<Delete>", "ab|");
    check("a|b", "<Enter>", "a\n|b");
    check("ab|c", "<S-ArrowRight><C-x>", "ab|");
    check("a|b", "<Tab>", "a\t|b");
    check("|", "äß日👍<lt>", "äß日👍<|");
    check("a|b", "<C-q><A-q>", "a|b");
}

#[test]
fn deleting_at_the_ends_does_nothing() {
    check("|ab", "<Backspace>", "|ab");
    check("ab|", "<Delete>", "ab|");
    check("|", "<Backspace><Delete><C-Backspace><C-Delete>", "|");
}

#[test]
fn deleting_takes_whole_characters_and_line_breaks() {
    check("a\r\n|b", "<Backspace>", "a|b");
    check("a|\r\nb", "<Delete>", "a|b");
    check("👨‍👩‍👧|x", "<Backspace>", "|x");
    check("|👨‍👩‍👧x", "<Delete>", "|x");
    check("e\u{301}|x", "<Backspace>", "|x");
    check("one two| three", "<C-Backspace>", "one | three");
    check("one |two three", "<C-Delete>", "one |three");
    check("a\n|b", "<S-Backspace>", "a|b");
}

#[test]
fn a_selection_is_what_typing_replaces() {
    check("a|bcd", "<S-ArrowRight><S-ArrowRight>xy", "axy|d");
    check("a|bcd", "<S-ArrowRight><S-ArrowRight><Backspace>", "a|d");
    check("a|bcd", "<S-ArrowRight><S-ArrowRight><Delete>", "a|d");
    check("a|bcd", "<S-ArrowRight><S-ArrowRight><Enter>", "a\n|d");
    check("a|bcd", "<S-ArrowRight><S-ArrowRight><Tab>", "a\t|d");
    check("a|bcd", "<S-ArrowRight><S-ArrowRight>x<C-z>y", "ay|d");
}

#[test]
fn a_new_line_begins_where_the_last_one_did() {
    check("    one|", "<Enter>two", "    one\n    two|");
    check("\tone|", "<Enter>two", "\tone\n\ttwo|");
    check("  o|ne", "<Enter>", "  o\n  |ne");
    check("|  one", "<Enter>", "\n|  one");
    check(" |  one", "<Enter>", " \n |  one");
    check("  one|\r\n", "<Enter>", "  one\r\n  |\r\n");
}

#[test]
fn the_clipboard_has_two_sets_of_keys() {
    check("|ab", "<S-ArrowRight><C-c><End><C-v><C-v>", "abaa|");
    check("|ab", "<S-ArrowRight><C-x><End><C-v>", "ba|");
    check("|ab", "<S-ArrowRight><C-Insert><End><S-Insert>", "aba|");
    check("|ab", "<S-ArrowRight><S-Delete><End><S-Insert>", "ba|");
    check("|abc", "<S-ArrowRight><C-c><ArrowRight><S-ArrowRight><C-v>", "aa|c");
    check("|ab", "<C-c><C-x><C-v>", "|ab");
}

#[test]
fn pasted_text_comes_in_as_it_is() {
    let mut editor = Editor::new(&[("a.txt", b"  x\n")]);
    editor.keys("<End>").paste("\n\ttab\u{7}\u{1b}[A\r\nend").keys("<F2>");
    assert_eq!(editor.read("a.txt"), b"  x\n\ttab\x07\x1b[A\r\nend\n");
    editor.keys("<C-z><F2>");
    assert_eq!(editor.read("a.txt"), b"  x\n", "one step");
}

#[test]
fn what_undo_takes_back() {
    check("|", "abc<C-z>", "|");
    check("|", "abc<C-z><C-y>", "abc|");
    check("|", "abc<C-z><C-S-z>", "abc|");
    check("one| two", "<C-Backspace><C-z>", "one| two");
    check("a|b", "x<ArrowRight>y<C-z>", "axb|");
    check("a|b", "x<ArrowRight>y<C-z><C-z>", "a|b");
    check("ab|", "<Backspace><Backspace><C-z>", "ab|");
    check("ab|", "xy<Backspace><C-z>", "abxy|");
    check("|", "ab<Enter>cd<C-z>", "ab\n|");
    check("|", "a<C-z>b<C-y>", "b|");
    check("a|b", "<C-z>", "a|b");
}

#[test]
fn a_step_of_typing_ends_after_twenty_characters() {
    check("|", "abcdefghijklmnopqrstuvwxy<C-z>", "abcdefghijklmnopqrst|");
    check("|", "abcdefghijklmnopqrstuvwxy<C-z><C-z>", "|");
}

#[test]
fn a_step_of_typing_ends_with_a_pause() {
    let mut editor = Editor::new(&[("a.txt", b"")]);
    editor.keys("ab");
    editor.now_ms += 900;
    editor.keys("c");
    editor.now_ms += 2000;
    editor.keys("de<C-z><F2>");
    assert_eq!(editor.read("a.txt"), b"abc");
    editor.keys("<C-z><F2>");
    assert_eq!(editor.read("a.txt"), b"");
}

#[test]
fn undo_reaches_the_loaded_file_which_is_clean() {
    let mut editor = Editor::new(&[("a.txt", b"one\n")]);
    editor.keys("x<ArrowDown>y<Enter>z<C-a><Delete>");
    assert!(editor.row(22).contains('☼'), "{}", editor.screen());
    editor.keys("<C-z><C-z><C-z><C-z><C-z><C-z><C-z>");
    assert!(editor.shows("║one ") && !editor.shows("☼"), "{}", editor.screen());
    assert!(editor.shows("nothing to undo") || editor.shows("Nothing has been changed"), "{}", editor.screen());
}

#[test]
fn saving_ends_a_step() {
    let mut editor = Editor::new(&[("a.txt", b"")]);
    editor.keys("ab<F2>cd<C-z>");
    assert!(editor.shows("║ab ") && !editor.shows("☼"), "{}", editor.screen());
}

#[test]
fn overwrite_replaces_what_is_under_the_cursor() {
    check("a|bcd", "<Insert>xy", "axy|d");
    check("a|b\ncd", "<Insert>xyz", "axyz|\ncd");
    check("a|b\r\ncd", "<Insert>xyz", "axyz|\r\ncd");
    check("|👨‍👩‍👧x", "<Insert>a", "a|x");
    check("a|bcd", "<Insert>x<Insert>y", "axy|cd");
    check("a|bcd", "<Insert><S-ArrowRight><S-ArrowRight>x", "ax|d");
}

#[test]
fn every_byte_that_was_not_edited_is_kept() {
    assert_eq!(edited(b"a\r\nb\r\n", "<Enter>"), b"\r\na\r\nb\r\n");
    assert_eq!(edited(b"a\nb\r\nc\n", "x<ArrowDown><Enter>"), b"xa\nb\n\r\nc\n");
    assert_eq!(edited(b"\xEF\xBB\xBFa", "x"), b"\xEF\xBB\xBFxa");
    assert_eq!(edited(b"\xEF\xBB\xBFa", "<C-a><Delete>"), b"\xEF\xBB\xBF");
    assert_eq!(edited(b"no newline", "x"), b"xno newline");
    assert_eq!(edited(b"\t a \t\n\n\n", "<End>x"), b"\t a \tx\n\n\n");
    assert_eq!(edited(b"a\rb\r\n", "x"), b"xa\rb\r\n");
    assert_eq!(edited("a\u{2028}b\u{85}c".as_bytes(), "x"), "xa\u{2028}b\u{85}c".as_bytes());
}

#[test]
fn two_windows_share_text_and_undo_but_not_the_cursor() {
    let mut editor = Editor::new(&[("a.txt", b"one\ntwo\nthree\n")]);
    editor.keys("<ArrowDown><A-w>v");
    assert_eq!(editor.cursor(), (2, 1), "the new window looks at the same place");
    editor.keys("<C-End>end<F6>");
    assert_eq!(editor.cursor(), (2, 1));
    editor.keys("<C-Home>new<Enter><F6>");
    assert_eq!(editor.cursor(), (5, 4), "moved along with its text");
    editor.keys("<C-z><C-z><C-z><F2>");
    assert_eq!(editor.read("a.txt"), b"one\ntwo\nthree\n");
    editor.keys("x<F6><Delete><F2>");
    assert_eq!(editor.read("a.txt").len(), 14, "each window edits the one text");
    assert_eq!(editor.screen().matches("three").count(), 2, "{}", editor.screen());
}

#[test]
fn coming_back_to_a_window_is_a_move() {
    for away in ["<F6>xy<F6>", "<F6><F6>", "<F3>c.txt<Enter><A-F3>", "<F3>c.txt<Enter><F6><F6>"] {
        let mut editor = Editor::new(&[("b.txt", b""), ("a.txt", b"")]);
        editor.keys(&format!("ab{away}<A-2>cd<C-z><F2>"));
        assert_eq!(editor.read("a.txt"), b"ab", "{away}");
    }
}

#[test]
fn deleting_coalesces_apart_from_typing() {
    check("abc|", "<Backspace>x<C-z>", "ab|");
    check("|abc", "<Delete><Delete><C-z>", "|abc");
    check("ab|", "<Backspace><Delete><C-z>", "ab|");
    check("|", "ab<Tab>c<C-z>", "|");
    check("|abc", "<C-a><C-x><C-v><C-v><C-z><C-z><C-z>", "abc|");
}

#[test]
fn overwriting_is_taken_back_and_stops_at_the_line() {
    check("a|\u{e9}\u{301}b", "<Insert>x", "ax|b");
    check("|\tb", "<Insert>x", "x|b");
    check("a|b", "<Insert><Enter>", "a\n|b");
    check("a|bc", "<Insert>x<C-z>", "a|bc");
    check("a|bc", "<Insert>xy<Backspace>", "ax|");
}

#[test]
fn windows_line_endings_go_as_one() {
    check("a\r\n|b\r\nc", "<C-Backspace>", "a|b\r\nc");
    check("a|\r\nb", "<C-Delete>", "a|b");
    check("a|b\r\n", "<S-End><C-c><C-End><C-v><Enter>", "ab\r\nb\r\n|");
    check("|a\r\nb\r\n", "<S-ArrowDown><C-x><C-End><C-v>", "b\r\na\r\n|");
}

#[test]
fn the_mark_at_the_start_of_a_file_cannot_be_reached() {
    assert_eq!(edited(b"\xEF\xBB\xBFab", "<C-Home><Delete><Backspace>"), b"\xEF\xBB\xBFb");
}
