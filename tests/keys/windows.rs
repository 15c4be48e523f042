//! Windows by keys: order, size, place.

use thc_edit::base::Size;

use crate::common::Editor;

fn three() -> Editor {
    Editor::new(&[("a.txt", b"aaa\n"), ("b.txt", b"bbb\n"), ("c.txt", b"ccc\n")])
}

/// The title of the window in front: the one with the double frame.
fn front(editor: &Editor) -> String {
    let screen = editor.screen();
    let row = screen.lines().find(|row| row.contains("═[")).unwrap_or_else(|| panic!("no window\n{screen}"));
    let title = row.split(['═', '─']).find(|part| part.ends_with(".txt ")).unwrap_or_else(|| panic!("{row}"));
    title.trim().to_owned()
}

/// The left, upper, right and lower edge of the window in front.
fn place(editor: &Editor) -> (i32, i32, i32, i32) {
    let corner = |glyph: &str| editor.find(glyph).unwrap_or_else(|| panic!("no {glyph}\n{}", editor.screen()));
    let ((left, top), (_, bottom)) = (corner("╔"), corner("╚"));
    let row = editor.row(top as usize);
    let right = row.chars().position(|c| c == '╗').unwrap() as i32;
    (left, top, right, bottom)
}

#[test]
fn next_and_previous_go_round() {
    let mut editor = three();
    let mut seen = Vec::new();
    for _ in 0..3 {
        editor.keys("<F6>");
        seen.push(front(&editor));
    }
    assert_eq!(seen, ["b.txt", "a.txt", "c.txt"]);
    editor.keys("<S-F6>");
    assert_eq!(front(&editor), "a.txt");
    editor.keys("<C-Tab>");
    assert_eq!(front(&editor), "c.txt");
    editor.keys("<C-S-Tab>");
    assert_eq!(front(&editor), "a.txt");
}

#[test]
fn alt_and_a_digit_bring_a_window_to_the_front() {
    let mut editor = three();
    for (key, title) in [("<A-1>", "a.txt"), ("<A-3>", "c.txt"), ("<A-2>", "b.txt"), ("<A-2>", "b.txt")] {
        editor.keys(key);
        assert_eq!(front(&editor), title);
    }
    editor.keys("<A-7>");
    assert!(editor.shows("There is no window 7") && front(&editor) == "b.txt", "{}", editor.screen());
    editor.keys("<A-F3><F3>d.txt<Enter>");
    assert!(editor.row(editor.find("d.txt").unwrap().1 as usize).contains('2'), "the free number is taken again");
}

#[test]
fn zoom_fills_the_desk_and_goes_back() {
    let mut editor = three();
    let before = place(&editor);
    editor.keys("<F5>");
    assert_eq!(place(&editor), (0, 1, 79, 23));
    assert!(editor.shows("[↕]"), "{}", editor.screen());
    editor.keys("<F5>");
    assert_eq!(place(&editor), before);
}

#[test]
fn keys_move_and_resize() {
    let mut editor = Editor::new(&[("a.txt", b"aaa\n")]);
    editor.keys("<C-F5>");
    assert!(editor.shows("Esc Restore") && editor.shows("┌─[■]"), "{}", editor.screen());
    editor.keys("<C-S-ArrowLeft><S-ArrowLeft><C-S-ArrowUp><S-ArrowUp><ArrowRight><C-ArrowRight><ArrowDown><Enter>");
    assert_eq!(place(&editor), (9, 2, 78, 18));
    editor.keys("<C-F5><ArrowLeft><S-ArrowDown><Escape>");
    assert_eq!(place(&editor), (9, 2, 78, 18));
    editor.keys(
        "<C-F5><C-ArrowUp><C-ArrowUp><C-S-ArrowLeft><C-S-ArrowLeft><C-S-ArrowLeft><C-S-ArrowLeft><C-S-ArrowLeft>",
    );
    editor.keys(
        "<C-S-ArrowLeft><C-S-ArrowLeft><C-S-ArrowLeft><C-S-ArrowLeft><C-S-ArrowUp><C-S-ArrowUp><C-S-ArrowUp><Enter>",
    );
    assert_eq!(place(&editor), (9, 1, 24, 6), "no smaller than the least, no higher than the desk");
}

#[test]
fn tiles_and_cascades() {
    let mut editor = three();
    editor.keys("<A-w>t");
    for text in ["aaa", "bbb", "ccc"] {
        assert!(editor.shows(text), "{}", editor.screen());
    }
    assert!(!editor.shows("░"), "they cover the desk\n{}", editor.screen());
    editor.keys("<A-w>a");
    for title in ["─ a.txt ─", "─ b.txt ─", "═ c.txt ═"] {
        assert!(editor.shows(title), "{}", editor.screen());
    }
}

#[test]
fn splits() {
    let mut editor = three();
    editor.keys("<A-w>v");
    assert_eq!(editor.screen().matches("ccc").count(), 2, "{}", editor.screen());
    assert_eq!(editor.find("│ccc").unwrap().1, editor.find("║ccc").unwrap().1, "side by side");
    editor.keys("<A-w>h");
    assert_eq!(editor.screen().matches("ccc").count(), 3, "{}", editor.screen());
    for _ in 0..4 {
        editor.keys("<A-w>h");
    }
    assert!(editor.shows("too small to split"), "{}", editor.screen());
}

#[test]
fn a_window_that_was_scrolled_stays_so_in_the_back() {
    let text: String = (1..=100).map(|n| format!("line {n}\n")).collect();
    let mut editor = Editor::new(&[("b.txt", b"bbb\n"), ("a.txt", text.as_bytes())]);
    editor.mouse(thc_edit::base::MouseAction::WheelDown, 10, 10);
    let first = editor.row(3);
    editor.keys("<F6><F6>");
    assert_eq!(editor.row(3), first, "{}", editor.screen());
}

#[test]
fn the_screen_gets_another_size() {
    let mut editor = three();
    editor.keys("<F5>");
    for (width, height) in [(40, 12), (200, 60), (80, 25)] {
        editor.send(thc_edit::link::ToCore::Resize(Size::new(width, height)));
        editor.settle();
        assert_eq!(place(&editor), (0, 1, width - 1, height - 2), "the zoomed window fills it");
    }
    editor.keys("<F5>");
    editor.send(thc_edit::link::ToCore::Resize(Size::new(40, 12)));
    editor.settle();
    let (left, top, right, bottom) = place(&editor);
    assert!(left >= 0 && top >= 1 && right < 40 && bottom < 11, "{}", editor.screen());
}

#[test]
fn the_status_line_shows_what_works_now() {
    let mut editor = Editor::new(&[]);
    assert_eq!(editor.row(24).trim(), "F3 Open  F10 Menu  Alt+X Exit");
    let path = editor.path("a.txt");
    editor.keys("<F3>").keys(path.to_str().unwrap()).keys("<Enter>");
    assert_eq!(editor.row(24).trim(), "F2 Save  F3 Open  F5 Zoom  F10 Menu  Alt+X Exit");
    editor.keys("<A-w>v");
    assert!(editor.row(24).contains("F6 Next"), "{}", editor.screen());
    editor.keys("<F3>");
    assert_eq!(editor.row(24).trim(), "Tab Next  Enter Accept  Esc Cancel");
    editor.keys("<Escape><F10>");
    assert_eq!(editor.row(24).trim(), "");
    editor.keys("<Escape><F12>");
    assert!(editor.row(24).contains("│ This needs a language server"), "{}", editor.screen());
    editor.keys("<ArrowLeft>");
    assert!(!editor.row(24).contains("language server"), "said until the next key");
}

#[test]
fn cancelling_exit_leaves_everything_as_it_was() {
    let mut editor = Editor::new(&[("a.txt", b"aaa\n"), ("b.txt", b"bbb\n")]);
    editor.keys("x<F6>y<A-x>d<Escape>");
    assert!(editor.shows("xbbb") || editor.shows("yaaa"), "{}", editor.screen());
    editor.keys("<F2><F6><F2>");
    assert_eq!((editor.read("a.txt"), editor.read("b.txt")), (b"yaaa\n".to_vec(), b"xbbb\n".to_vec()));
}

#[test]
fn a_window_that_the_keys_hold_takes_no_others() {
    let mut editor = Editor::new(&[("a.txt", b"aaa\n")]);
    editor.keys("<C-F5><F10><A-f><F2><A-x>x<Enter>y<F2>");
    assert_eq!(editor.read("a.txt"), b"yaaa\n");
}

#[test]
fn a_paste_while_a_window_is_moved_by_keys_leaves_the_text_alone() {
    let mut editor = Editor::new(&[("a.txt", b"aaa\n")]);
    editor.keys("<C-F5>").paste("stray").keys("<Escape><F2>");
    assert_eq!(editor.read("a.txt"), b"aaa\n");
    editor.paste("meant ").keys("<F2>");
    assert_eq!(editor.read("a.txt"), b"meant aaa\n");
}
