//! Hex windows.

use crate::common::Editor;

fn hex(content: &[u8]) -> Editor {
    Editor::new(&[("a.bin", content)])
}

/// The offset in the lower edge.
fn offset(editor: &Editor) -> usize {
    let row = editor.row(22);
    let word = row.split(' ').find(|word| word.len() == 8).unwrap_or_else(|| panic!("no offset in {row}"));
    usize::from_str_radix(word, 16).unwrap()
}

fn saved(editor: &mut Editor) -> Vec<u8> {
    editor.keys("<F2>");
    editor.read("a.bin")
}

const BYTES: &[u8] = b"\x00\xFF0123456789abcdefghijklmnopqrst\x80";

#[test]
fn rows_have_offsets_digits_and_characters() {
    let editor = hex(BYTES);
    let first = "║00000000  00 FF 30 31 32 33 34 35 36 37 38 39 61 62 63 64  ··0123456789abcd";
    assert!(editor.shows(first), "{}", editor.screen());
    assert!(editor.shows("║00000020  80 "), "{}", editor.screen());
    let editor = Editor::sized(thc_edit::base::Size::new(60, 20), &[("a.bin", BYTES)]);
    assert!(editor.shows("00000008  36 37 38 39 61 62 63 64  6789abcd"), "{}", editor.screen());
}

#[test]
fn digits_change_a_byte_and_go_on() {
    let mut editor = hex(BYTES);
    editor.keys("7f4");
    assert_eq!((offset(&editor), editor.caret()), (1, Some((15, 2))), "on the second digit of the second byte");
    assert_eq!(&saved(&mut editor)[..3], b"\x7F\x4F0");
    editor.keys("x");
    assert!(editor.shows("Type hexadecimal digits"), "{}", editor.screen());
}

#[test]
fn undo_gives_back_every_byte() {
    let mut editor = hex(BYTES);
    editor.keys("7f4e<Tab>zz<Delete><Backspace><C-End>41<Tab><C-Home>q");
    assert_ne!(saved(&mut editor), BYTES);
    editor.keys("<C-z><C-z><C-z><C-z><C-z><C-z><C-z><C-z><C-z>");
    assert_eq!(saved(&mut editor), BYTES);
}

#[test]
fn the_other_column_takes_characters() {
    let mut editor = hex(BYTES);
    editor.keys("<Tab>AB");
    assert_eq!(&saved(&mut editor)[..3], b"AB0");
    editor.keys("ä");
    assert!(editor.shows("printable ASCII"), "{}", editor.screen());
    editor.keys("<Tab>0");
    assert_eq!(saved(&mut editor)[2], 0x00, "back in the digits");
}

#[test]
fn bytes_are_added_at_the_end_and_deleted_anywhere() {
    let mut editor = hex(b"\x00\x01\x02");
    editor.keys("<C-End>a1b");
    assert_eq!(saved(&mut editor), b"\x00\x01\x02\xA1\xB0");
    editor.keys("<C-Home><Delete>");
    assert_eq!(saved(&mut editor), b"\x01\x02\xA1\xB0");
    editor.keys("<C-End><Backspace><Delete>");
    assert_eq!(saved(&mut editor), b"\x01\x02\xA1");
    editor.keys("<C-a><Delete>1");
    assert_eq!(saved(&mut editor), b"\x10");
}

#[test]
fn arrows_go_over_digits_and_rows() {
    let mut editor = hex(BYTES);
    editor.keys("<ArrowRight>");
    assert_eq!((offset(&editor), editor.caret()), (0, Some((12, 2))));
    editor.keys("<ArrowRight>");
    assert_eq!((offset(&editor), editor.caret()), (1, Some((14, 2))));
    editor.keys("<ArrowDown>");
    assert_eq!(offset(&editor), 17);
    editor.keys("<ArrowUp><ArrowLeft>");
    assert_eq!(offset(&editor), 0);
    editor.keys("<End>");
    assert_eq!(offset(&editor), 15);
    editor.keys("<C-End>");
    assert_eq!((offset(&editor), editor.caret()), (BYTES.len(), Some((14, 4))));
    editor.keys("<ArrowRight>");
    assert_eq!(offset(&editor), BYTES.len());
    editor.keys("<Home><PageUp><PageDown><C-Home><ArrowLeft><ArrowUp>");
    assert_eq!(offset(&editor), 0);
    editor.keys("<Tab><ArrowRight>");
    assert_eq!((offset(&editor), editor.caret()), (1, Some((61, 2))), "one step a byte in the other column");
}

#[test]
fn bytes_are_copied_as_digits_and_pasted_from_them() {
    let mut editor = hex(b"\x00\xFFab");
    editor.keys("<S-ArrowRight><S-ArrowRight><C-c><C-End><C-v>");
    assert_eq!(saved(&mut editor), b"\x00\xFFab\x00\xFF");
    editor.paste("hi!");
    assert_eq!(saved(&mut editor), b"\x00\xFFab\x00\xFFhi!");
    editor.paste("é");
    assert_eq!(saved(&mut editor), b"\x00\xFFab\x00\xFFhi!\xC3\xA9");
    editor.keys("<C-z><C-z><C-z>");
    assert_eq!(saved(&mut editor), b"\x00\xFFab");
}

#[test]
fn what_is_about_text_is_refused() {
    let mut editor = hex(b"\x00");
    for keys in ["<C-f>", "<C-h>", "<Enter>"] {
        editor.keys(keys);
        assert!(editor.shows("shows bytes, not text"), "{keys}\n{}", editor.screen());
    }
    assert_eq!(saved(&mut editor), b"\x00");
}

#[test]
fn typing_goes_over_the_first_selected_byte() {
    let mut editor = hex(b"\x00\x01\x02\x03");
    editor.keys("<ArrowRight><ArrowRight><S-ArrowRight><S-ArrowRight>ff");
    assert_eq!(saved(&mut editor), b"\x00\xFF\x02\x03");
    editor.keys("<C-a><Tab><C-a>Z");
    assert_eq!(saved(&mut editor), b"Z\xFF\x02\x03");
}

#[test]
fn characters_are_added_deleted_and_taken_back() {
    let mut editor = hex(b"\x00\x01\x02");
    editor.keys("<Tab><C-End>zz<Home><Delete><ArrowRight><Backspace>q");
    assert_eq!(saved(&mut editor), b"qzz");
    editor.keys("<C-z><C-z><C-z><C-z><C-z><C-z>");
    assert_eq!(saved(&mut editor), b"\x00\x01\x02");
    editor.keys("<C-y><C-y><C-y><C-y><C-y><C-y>");
    assert_eq!(saved(&mut editor), b"qzz");
}

#[test]
fn bytes_are_shared_by_two_windows_and_cut() {
    let mut editor = hex(b"\x00\x01\x02");
    editor.keys("<A-w>hff<F6>ee<F6>dd");
    assert_eq!(saved(&mut editor), b"\xEE\xDD\x02");
    editor.keys("<C-a><C-x>");
    assert_eq!(saved(&mut editor), b"");
    editor.keys("<C-v>");
    assert_eq!(saved(&mut editor), b"\xEE\xDD\x02");
}

#[test]
fn text_is_pasted_as_its_bytes() {
    let mut editor = Editor::new(&[("a.bin", b"\x00"), ("a.txt", b"hello\n")]);
    editor.keys("<S-End><C-c><F6><C-End><C-v>");
    assert_eq!(saved(&mut editor), b"\x00hello");
}

#[test]
fn insert_lets_bytes_come_between() {
    let mut editor = hex(b"\x00\x01\x02");
    editor.keys("<ArrowRight><ArrowRight><Insert>a1b");
    assert_eq!(saved(&mut editor), b"\x00\xA1\xB0\x01\x02");
    editor.keys("2<Tab>zz");
    assert_eq!(saved(&mut editor), b"\x00\xA1\xB2zz\x01\x02");
    editor.keys("<S-ArrowLeft><S-ArrowLeft>q");
    assert_eq!(saved(&mut editor), b"\x00\xA1\xB2q\x01\x02", "a selection goes");
    editor.keys("<Insert>r");
    assert_eq!(saved(&mut editor), b"\x00\xA1\xB2qr\x02");
    editor.keys("<C-z><C-z><C-z><C-z><C-z><C-z><C-z>");
    assert_eq!(saved(&mut editor), b"\x00\x01\x02");
}

#[test]
fn inserting_in_bytes_and_in_texts_are_two_things() {
    let mut editor = Editor::new(&[("a.txt", b"aaa"), ("a.bin", b"\x00\x01")]);
    editor.keys("<Insert>7f<F6>b<F6>");
    assert_eq!(saved(&mut editor), b"\x7F\x00\x01");
    editor.keys("<F6><F2>");
    assert_eq!(editor.read("a.txt"), b"baaa");
}

#[test]
fn go_to_leads_to_an_offset() {
    let mut editor = hex(BYTES);
    editor.keys("<C-g>1f<Enter>");
    assert_eq!(offset(&editor), 0x1F);
    editor.keys("<C-g>0xFFFF<Enter>");
    assert_eq!(offset(&editor), BYTES.len());
    editor.keys("<C-g>g<Enter>");
    assert!(editor.shows("is no offset"), "{}", editor.screen());
    editor.keys("<Escape><Escape>");
    assert_eq!(offset(&editor), BYTES.len());
}
