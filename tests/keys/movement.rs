//! Moving the cursor and selecting with it.

use crate::common::{Editor, check};

#[test]
fn by_characters() {
    check("a|b", "<ArrowRight>", "ab|");
    check("ab|", "<ArrowRight>", "ab|");
    check("|ab", "<ArrowLeft>", "|ab");
    check("ab|\ncd", "<ArrowRight>", "ab\n|cd");
    check("ab\n|cd", "<ArrowLeft>", "ab|\ncd");
    check("ab|\r\ncd", "<ArrowRight>", "ab\r\n|cd");
    check("ab\r\n|cd", "<ArrowLeft>", "ab|\r\ncd");
}

#[test]
fn by_what_a_reader_sees_as_one_character() {
    check("|e\u{301}x", "<ArrowRight>", "e\u{301}|x");
    check("e\u{301}|x", "<ArrowLeft>", "|e\u{301}x");
    check("|👨‍👩‍👧x", "<ArrowRight>", "👨‍👩‍👧|x");
    check("👨‍👩‍👧|x", "<ArrowLeft>", "|👨‍👩‍👧x");
    check("|🇩🇪🇫🇷", "<ArrowRight>", "🇩🇪|🇫🇷");
    check("|日本", "<ArrowRight>", "日|本");
    check("|👍🏽x", "<ArrowRight>", "👍🏽|x");
}

#[test]
fn by_words() {
    check("|one two", "<C-ArrowRight>", "one |two");
    check("one |two", "<C-ArrowLeft>", "|one two");
    check("foo' |<> bar", "<C-ArrowRight>", "foo' <> |bar");
    check("one|\n  two", "<C-ArrowRight>", "one\n  |two");
    check("one\n|two", "<C-ArrowLeft>", "one|\ntwo");
    check("one|", "<C-ArrowRight>", "one|");
    check("|one", "<C-ArrowLeft>", "|one");
}

#[test]
fn to_the_ends() {
    check("  on|e\nx", "<Home>", "  |one\nx");
    check("  on|e\nx", "<Home><Home>", "|  one\nx");
    check("  on|e\nx", "<Home><Home><Home>", "  |one\nx");
    check("  on|e\r\nx", "<End>", "  one|\r\nx");
    check("a\nb|\nc", "<C-Home>", "|a\nb\nc");
    check("a\nb|\nc", "<C-End>", "a\nb\nc|");
}

#[test]
fn up_and_down_keep_the_column_over_short_lines() {
    check("abcdef|\nxy\nabcdef", "<ArrowDown><ArrowDown>", "abcdef\nxy\nabcdef|");
    check("abcdef\nxy\nabcdef|", "<ArrowUp><ArrowUp>", "abcdef|\nxy\nabcdef");
    check("abcdef|\nxy\nabcdef", "<ArrowDown><ArrowLeft><ArrowDown>", "abcdef\nxy\na|bcdef");
    check("ab|c", "<ArrowUp>", "|abc");
    check("a|bc", "<ArrowDown>", "abc|");
    check("a|bc\nd", "<ArrowUp><ArrowDown>", "abc\nd|");
}

#[test]
fn the_column_is_one_of_cells() {
    // The tab reaches to cell 8, a wide character covers two.
    check("12345678|9\n\tx", "<ArrowDown>", "123456789\n\t|x");
    check("\t|x\n123456789", "<ArrowDown>", "\tx\n12345678|9");
    check("1234|\n日本語", "<ArrowDown>", "1234\n日本|語");
    check("ab|c\ne\u{301}e\u{301}e\u{301}", "<ArrowDown>", "abc\ne\u{301}e\u{301}|e\u{301}");
    check("abc|\n日本語\nabcdef", "<ArrowDown><ArrowDown>", "abc\n日本語\nabc|def");
}

#[test]
fn by_pages() {
    let text: String = (1..=100).map(|n| format!("line {n}\n")).collect();
    let mut editor = Editor::new(&[("a.txt", text.as_bytes())]);
    editor.keys("<ArrowRight><ArrowDown><PageDown>");
    assert_eq!(editor.cursor(), (21, 2), "20 rows show, one stays in sight");
    assert_eq!(editor.find("line 20"), Some((1, 2)));
    assert_eq!(editor.caret(), Some((2, 3)), "the cursor stays on its row");
    editor.keys("<PageUp>");
    assert_eq!((editor.cursor(), editor.find("line 1 ")), ((2, 2), Some((1, 2))));
    editor.keys("<PageUp>");
    assert_eq!(editor.cursor(), (1, 2));
    editor.keys("<S-PageDown><S-PageDown><S-PageDown><S-PageDown><S-PageDown><S-PageDown>x<F2>");
    assert_eq!(editor.read("a.txt"), b"lx", "all that was passed is selected");
}

#[test]
fn shift_selects_and_moving_lets_go() {
    check("ab|cd", "<S-ArrowRight>x", "abx|d");
    check("ab|cd", "<S-ArrowLeft>x", "ax|cd");
    check("a|bcd", "<S-ArrowRight><S-ArrowRight><ArrowLeft>x", "ax|bcd");
    check("a|bcd", "<S-ArrowRight><S-ArrowRight><ArrowRight>x", "abcx|d");
    check("one |two three", "<C-S-ArrowRight>x", "one x|three");
    check("one two| three", "<C-S-ArrowLeft>x", "one x| three");
    check("ab|cd", "<S-Home>x", "x|cd");
    check("ab|cd\ne", "<S-End>x", "abx|\ne");
    check("a|b\ncd\nef", "<S-ArrowDown>x", "ax|d\nef");
    check("ab\nc|d\nef", "<S-ArrowUp>x", "ax|d\nef");
    check("ab\nc|d", "<C-S-Home>x", "x|d");
    check("ab\nc|d", "<C-S-End>x", "ab\ncx|");
    check("a|bc", "<C-a>x", "x|");
    check("|👨‍👩‍👧x", "<S-ArrowRight><Delete>", "|x");
}

#[test]
fn a_long_line_scrolls_sideways_and_back() {
    let mut editor = Editor::new(&[("a.txt", format!("{}\nshort\n", "0123456789".repeat(20)).as_bytes())]);
    editor.keys("<End>");
    assert_eq!(editor.cursor(), (1, 201));
    let (x, y) = editor.caret().expect("a cursor that shows");
    assert!(y == 2 && (40..78).contains(&x), "{x}");
    editor.keys("<ArrowDown>");
    assert_eq!(editor.cursor(), (2, 6));
    assert!(editor.shows("short"));
    editor.keys("<Home>");
    assert_eq!(editor.caret(), Some((1, 3)));
}
