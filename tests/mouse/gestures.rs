//! The mouse: everything that can be clicked, dragged or wheeled, through the real owner.

use crate::common::Editor;
use thc_edit::base::{Input, Mods, MouseAction};
use thc_edit::grid::Attr;

use MouseAction::{Down, Move, Up, WheelDown, WheelUp};

fn lines(count: usize) -> String {
    (1..=count).map(|n| format!("line {n} of it\n")).collect()
}

fn long() -> Editor {
    Editor::new(&[("a.txt", lines(100).as_bytes())])
}

/// Two windows: the one of `b.txt` behind, that of `a.txt` smaller in front, at (9, 4) to (58, 17).
fn overlapping() -> Editor {
    let mut editor = Editor::new(&[("b.txt", lines(30).as_bytes()), ("a.txt", b"one two\nthree\n")]);
    editor.drag((78, 22), (50, 15)).drag((30, 2), (38, 4));
    assert_eq!(place(&editor), (9, 4, 58, 17), "{}", editor.screen());
    editor
}

/// Left, upper, right and lower edge of the window in front.
fn place(editor: &Editor) -> (i32, i32, i32, i32) {
    let corner = |glyph: &str| editor.find(glyph).unwrap_or_else(|| panic!("no {glyph}\n{}", editor.screen()));
    let ((left, top), (right, _), (_, bottom)) = (corner("╔"), corner("╗"), corner("╚"));
    (left, top, right, bottom)
}

fn double_click(editor: &mut Editor, x: i32, y: i32) {
    editor.click(x, y);
    editor.mouse_with(Down, x, y, 2, Mods::NONE).mouse_with(Up, x, y, 2, Mods::NONE);
}

#[test]
fn the_title_drags_the_window() {
    let mut editor = overlapping();
    editor.mouse(Down, 40, 4).mouse(Move, 35, 7);
    assert!(editor.shows("┌─[■]") && editor.shows("└──"), "single and green while it is held\n{}", editor.screen());
    assert_eq!(editor.attr(4, 7), Attr::vga(0x1A));
    editor.mouse(Up, 35, 7);
    assert_eq!(place(&editor), (4, 7, 53, 20));
    editor.mouse(Move, 60, 10);
    assert_eq!(place(&editor), (4, 7, 53, 20), "let go is let go");
    editor.drag((20, 7), (20, 0));
    assert_eq!(place(&editor).1, 1, "not over the menu bar");
}

#[test]
fn esc_puts_a_dragged_window_back() {
    let mut editor = overlapping();
    editor.mouse(Down, 40, 4).mouse(Move, 35, 7).keys("<Escape>").mouse(Move, 50, 9).mouse(Up, 50, 9);
    assert_eq!(place(&editor), (9, 4, 58, 17));
}

#[test]
fn losing_the_focus_lets_go() {
    let mut editor = overlapping();
    editor.mouse(Down, 40, 4).mouse(Move, 35, 7).input(Input::Blur).mouse(Move, 50, 9);
    assert_eq!(place(&editor), (4, 7, 53, 20));
}

#[test]
fn a_menu_takes_the_mouse_from_a_dragged_window() {
    let mut editor = overlapping();
    editor.mouse(Down, 40, 4).keys("<F10>").mouse(Up, 40, 4).mouse(Move, 50, 9);
    assert_eq!(place(&editor), (9, 4, 58, 17));
}

#[test]
fn the_corner_resizes() {
    let mut editor = overlapping();
    editor.drag((58, 17), (48, 13));
    assert_eq!(place(&editor), (9, 4, 48, 13));
    editor.drag((48, 13), (0, 0));
    assert_eq!(place(&editor), (9, 4, 24, 9), "no smaller than the least");
}

#[test]
fn a_double_click_on_the_title_zooms() {
    let mut editor = overlapping();
    double_click(&mut editor, 40, 4);
    assert_eq!(place(&editor), (0, 1, 79, 23));
    double_click(&mut editor, 20, 1);
    assert_eq!(place(&editor), (9, 4, 58, 17));
}

#[test]
fn boxes_act_when_released_inside() {
    let mut editor = overlapping();
    editor.drag((12, 4), (12, 6));
    assert!(editor.shows("═ a.txt ═"), "released outside\n{}", editor.screen());
    editor.drag((55, 4), (56, 5));
    assert_eq!(place(&editor), (9, 4, 58, 17));
    editor.click(55, 4);
    assert_eq!(place(&editor), (0, 1, 79, 23));
    editor.click(76, 1);
    assert_eq!(place(&editor), (9, 4, 58, 17));
    editor.mouse(Down, 12, 4);
    assert!(editor.shows("═ a.txt ═"), "not yet");
    editor.mouse(Up, 11, 4);
    assert!(!editor.shows("═ a.txt ═") && editor.shows("═ b.txt ═"), "{}", editor.screen());
}

#[test]
fn the_close_box_asks_for_unsaved_text() {
    let mut editor = overlapping();
    editor.keys("x").click(12, 4);
    assert!(editor.shows("Save changes?"), "{}", editor.screen());
}

#[test]
fn arrows_and_pages_of_the_vertical_bar() {
    let mut editor = long();
    let first = |editor: &Editor| editor.row(2).split_whitespace().nth(1).unwrap().parse::<usize>().unwrap();
    editor.click(78, 21);
    assert_eq!(first(&editor), 2);
    editor.click(78, 15);
    assert_eq!(first(&editor), 21, "a page, one line of it seen before");
    editor.click(78, 3);
    assert_eq!(first(&editor), 2);
    editor.click(78, 2);
    assert_eq!(first(&editor), 1);
    editor.click(78, 2);
    assert_eq!(first(&editor), 1);
    assert_eq!(editor.cursor(), (1, 1), "the cursor stays");
    editor.keys("x");
    assert_eq!(first(&editor), 1);
}

#[test]
fn the_thumb_of_the_vertical_bar() {
    let mut editor = long();
    assert_eq!(editor.row(3).chars().nth(78), Some('■'));
    editor.mouse(Down, 78, 3).mouse(Move, 78, 20);
    assert!(editor.shows("line 100"), "{}", editor.screen());
    editor.mouse(Move, 70, 3).mouse(Up, 70, 3);
    assert!(editor.shows("║line 1 of"), "beside the bar the thumb is held all the same\n{}", editor.screen());
}

#[test]
fn the_horizontal_bar() {
    let mut editor = Editor::new(&[("a.txt", format!("{}end\n", "0123456789".repeat(20)).as_bytes())]);
    let row = editor.row(22);
    let at = |glyph: char| row.chars().position(|c| c == glyph).unwrap() as i32;
    let (left, right) = (at('◄'), at('►'));
    editor.click(right, 22);
    assert!(editor.row(2).starts_with("║12345"), "{}", editor.screen());
    editor.click(right - 1, 22);
    assert!(editor.row(2).starts_with("║78901"), "{}", editor.screen());
    editor.click(left, 22);
    assert!(editor.row(2).starts_with("║67890"), "{}", editor.screen());
    let thumb = editor.row(22).chars().position(|c| c == '■').unwrap() as i32;
    editor.drag((thumb, 22), (right - 1, 22));
    assert!(editor.shows("end"), "{}", editor.screen());
    editor.drag((right - 1, 22), (left + 1, 20));
    assert!(editor.row(2).starts_with("║01234"), "{}", editor.screen());
}

#[test]
fn the_wheel_scrolls_what_is_under_it() {
    let mut editor = overlapping();
    editor.mouse(WheelDown, 70, 20);
    assert!(editor.row(2).starts_with("│line 4"), "{}", editor.screen());
    assert!(editor.shows("═ a.txt ═"), "the window in front stays in front");
    editor.mouse(WheelUp, 70, 20).mouse(WheelUp, 70, 20);
    assert!(editor.row(2).starts_with("│line 1 "), "{}", editor.screen());
    let before = editor.screen();
    editor.mouse(WheelDown, 20, 10).mouse(WheelDown, 5, 0).mouse(WheelDown, 5, 24).mouse(WheelDown, 79, 23);
    assert_eq!(editor.screen(), before, "nothing to scroll there");
}

#[test]
fn the_wheel_with_shift_goes_sideways() {
    let mut editor = Editor::new(&[("a.txt", "0123456789".repeat(20).as_bytes())]);
    let shift = Mods::SHIFT;
    editor.mouse_with(WheelDown, 10, 10, 1, shift);
    assert!(editor.row(2).starts_with("║89012"), "{}", editor.screen());
    editor.mouse_with(WheelUp, 10, 10, 1, shift).mouse_with(WheelUp, 10, 10, 1, shift);
    assert!(editor.row(2).starts_with("║01234"), "{}", editor.screen());
}

#[test]
fn a_click_puts_the_cursor() {
    let mut editor = Editor::new(&[("a.txt", "ab\n\tx日本e\u{301}z\n".as_bytes())]);
    for ((x, y), wanted) in [
        ((2, 2), (1, 2)),
        ((40, 2), (1, 3)),
        ((1, 3), (2, 1)),
        ((9, 3), (2, 2)),
        ((10, 3), (2, 3)),
        ((12, 3), (2, 4)),
        ((14, 3), (2, 5)),
        ((15, 3), (2, 7)),
        ((40, 15), (3, 1)),
    ] {
        editor.click(x, y);
        assert_eq!(editor.cursor(), wanted, "at {x},{y}");
    }
}

#[test]
fn double_and_triple_clicks_take_words_and_lines() {
    let mut editor = Editor::new(&[("a.txt", b"one two three\nfour\n")]);
    double_click(&mut editor, 6, 2);
    editor.keys("x<F2>");
    assert_eq!(editor.read("a.txt"), b"one x three\nfour\n");
    editor.mouse_with(Down, 2, 2, 3, Mods::NONE).mouse_with(Up, 2, 2, 3, Mods::NONE).keys("y<F2>");
    assert_eq!(editor.read("a.txt"), b"yfour\n");
}

#[test]
fn dragging_selects_by_characters_words_and_lines() {
    let text = b"one two three\nfour five\nsix\n";
    let dragged = |clicks: u8, from: (i32, i32), to: (i32, i32)| {
        let mut editor = Editor::new(&[("a.txt", text)]);
        editor.mouse_with(Down, from.0, from.1, clicks, Mods::NONE);
        editor.mouse(Move, to.0, to.1).mouse(Up, to.0, to.1).keys("<Delete><F2>");
        String::from_utf8(editor.read("a.txt")).unwrap()
    };
    assert_eq!(dragged(1, (5, 2), (3, 3)), "one ur five\nsix\n");
    assert_eq!(dragged(1, (3, 3), (5, 2)), "one ur five\nsix\n");
    assert_eq!(dragged(2, (6, 2), (2, 3)), "one  five\nsix\n");
    assert_eq!(dragged(2, (2, 3), (6, 2)), "one  five\nsix\n");
    assert_eq!(dragged(3, (2, 3), (2, 4)), "one two three\n");
    assert_eq!(dragged(3, (2, 3), (2, 2)), "six\n");
}

#[test]
fn shift_and_a_click_extend() {
    let mut editor = Editor::new(&[("a.txt", b"one two three\n")]);
    editor.click(5, 2);
    editor.mouse_with(Down, 8, 2, 1, Mods::SHIFT).mouse_with(Up, 8, 2, 1, Mods::SHIFT).keys("<Delete><F2>");
    assert_eq!(editor.read("a.txt"), b"one  three\n");
    editor.mouse_with(Down, 2, 2, 1, Mods::SHIFT).mouse_with(Up, 2, 2, 1, Mods::SHIFT).keys("<Delete><F2>");
    assert_eq!(editor.read("a.txt"), b"o three\n");
}

#[test]
fn dragging_over_an_edge_scrolls() {
    let mut editor = long();
    editor.mouse(Down, 3, 20);
    for _ in 0..5 {
        editor.mouse(Move, 3, 24);
    }
    assert!(editor.row(2).starts_with("║line 6 "), "{}", editor.screen());
    editor.mouse(Move, 3, 10);
    for _ in 0..3 {
        editor.mouse(Move, 3, 0);
    }
    assert!(editor.row(2).starts_with("║line 3 "), "{}", editor.screen());
    editor.mouse(Up, 3, 0);
    let mut editor = Editor::new(&[("a.txt", "0123456789".repeat(20).as_bytes())]);
    editor.drag((10, 22), (30, 22)).keys("<End>");
    assert!(!editor.row(2).starts_with("║01234"));
    editor.mouse(Down, 20, 2);
    for _ in 0..30 {
        editor.mouse(Move, 0, 2);
    }
    assert!(editor.row(2).starts_with("║01234"), "{}", editor.screen());
}

#[test]
fn bytes_are_clicked_dragged_and_scrolled() {
    let content: Vec<u8> = (0..=255).cycle().take(1024).collect();
    let mut editor = Editor::new(&[("a.bin", &content)]);
    editor.click(14, 3);
    assert_eq!((editor.caret(), editor.shows("00000011 ")), (Some((14, 3)), true), "{}", editor.screen());
    editor.click(62, 3).keys("Z<F2>");
    assert_eq!(editor.read("a.bin")[18], b'Z', "the other column");
    editor.mouse(Down, 11, 2).mouse(Move, 17, 2).mouse(Up, 17, 2).keys("<Delete><F2>");
    assert_eq!(editor.read("a.bin").len(), 1022);
    editor.mouse(Down, 11, 20);
    for _ in 0..3 {
        editor.mouse(Move, 11, 24);
    }
    assert!(editor.row(2).starts_with("║00000030"), "{}", editor.screen());
    for _ in 0..2 {
        editor.mouse(Move, 11, 0);
    }
    assert!(editor.row(2).starts_with("║00000010"), "{}", editor.screen());
}

#[test]
fn a_window_behind_comes_to_the_front_and_takes_the_click() {
    let mut editor = overlapping();
    editor.click(3, 6);
    assert!(editor.shows("═ b.txt ═"), "{}", editor.screen());
    assert_eq!(editor.cursor(), (5, 3));
    let mut editor = overlapping();
    editor.drag((40, 1), (40, 3));
    assert_eq!(editor.find("═ b.txt ═").unwrap().1, 3, "dragged by its title at once");
}

#[test]
fn what_lies_in_front_or_under_a_shadow_gets_the_click() {
    let mut editor = overlapping();
    editor.click(12, 6);
    assert_eq!(editor.cursor(), (2, 3), "the window in front");
    assert_eq!(editor.attr(60, 10), Attr::vga(0x08), "a shadow");
    editor.click(60, 10);
    assert!(editor.shows("═ b.txt ═"), "what the shadow lies on\n{}", editor.screen());
    assert_eq!(editor.cursor().0, 9);
}

#[test]
fn other_buttons_only_bring_to_the_front() {
    let mut editor = overlapping();
    let right = |action| {
        Input::Mouse(thc_edit::base::Mouse {
            action,
            at: thc_edit::base::Point::new(3, 6),
            button: 2,
            clicks: 1,
            mods: Mods::NONE,
        })
    };
    editor.input(right(Down)).input(right(Up));
    assert!(editor.shows("═ b.txt ═"), "{}", editor.screen());
    assert_eq!(editor.cursor(), (1, 1));
}

#[test]
fn a_menu_by_press_drag_and_release() {
    let mut editor = Editor::new(&[("a.txt", b"aaa\n")]);
    let (x, _) = editor.find("Edit").unwrap();
    editor.mouse(Down, x, 0);
    let (_, y) = editor.find("Select all").unwrap();
    editor.mouse(Move, x + 3, y).mouse(Up, x + 3, y);
    assert!(!editor.shows("Select all"), "{}", editor.screen());
    editor.keys("x<F2>");
    assert_eq!(editor.read("a.txt"), b"x");
}

#[test]
fn a_menu_by_click_and_click() {
    let mut editor = Editor::new(&[("a.txt", b"aaa\n")]);
    let (x, _) = editor.find("Edit").unwrap();
    editor.click(x, 0);
    let (_, y) = editor.find("Select all").unwrap();
    editor.click(x + 3, y).keys("x<F2>");
    assert_eq!(editor.read("a.txt"), b"x");
    editor.click(x, 0);
    assert!(editor.shows("Undo"));
    editor.click(x, 0);
    assert!(!editor.shows("Undo"), "a second click closes it\n{}", editor.screen());
    editor.click(x, 0).click(60, 20);
    assert!(!editor.shows("Undo"), "a click elsewhere closes it\n{}", editor.screen());
    assert_eq!(editor.cursor(), (1, 2), "and does nothing else");
}

#[test]
fn dragging_along_the_bar_opens_one_menu_after_the_other() {
    let mut editor = Editor::new(&[("a.txt", b"aaa\n")]);
    let at = |editor: &Editor, title: &str| editor.find(title).unwrap().0;
    let (edit, search) = (at(&editor, "Edit"), at(&editor, "Search"));
    editor.mouse(Down, edit, 0);
    assert!(editor.shows("Undo"));
    editor.mouse(Move, search, 0);
    assert!(!editor.shows("Undo") && editor.shows("Find next"), "{}", editor.screen());
    editor.mouse(Up, 40, 20);
    assert!(!editor.shows("Find next"));
}

#[test]
fn a_disabled_entry_says_why_and_stays() {
    let mut editor = Editor::new(&[("a.txt", b"aaa\n")]);
    let (x, _) = editor.find("Run").unwrap();
    editor.click(x, 0);
    let (_, y) = editor.find("Test suite").unwrap();
    editor.click(x + 3, y);
    assert!(editor.shows("Test suite") && editor.row(24).contains("toolchain"), "{}", editor.screen());
}

#[test]
fn the_bar_beside_its_titles_does_nothing() {
    let mut editor = Editor::new(&[("a.txt", b"aaa\n")]);
    editor.click(75, 0).keys("x<F2>");
    assert_eq!(editor.read("a.txt"), b"xaaa\n");
}

#[test]
fn entries_of_the_status_line_act_when_released_on_them() {
    let mut editor = Editor::new(&[("a.txt", b"aaa\n")]);
    editor.keys("x");
    let (x, _) = editor.find("F2 Save").unwrap();
    editor.mouse(Down, x, 24);
    assert_eq!(editor.attr(x + 3, 24), Attr::vga(0x20), "lit while it is held");
    editor.mouse(Up, x, 20);
    assert_eq!(editor.read("a.txt"), b"aaa\n", "released elsewhere");
    editor.drag((x, 24), (x + 12, 24));
    assert_eq!(editor.read("a.txt"), b"aaa\n", "released on another");
    editor.click(x, 24);
    assert_eq!(editor.read("a.txt"), b"xaaa\n");
    let (x, _) = editor.find("F10 Menu").unwrap();
    editor.click(x, 24).keys("<ArrowDown>");
    assert!(editor.shows("│ New"), "{}", editor.screen());
}

#[test]
fn a_dialog_moves_by_its_title() {
    let mut editor = Editor::new(&[("a.txt", b"aaa\n")]);
    editor.keys("<C-g>");
    let (x, y) = editor.find("Go to line").unwrap();
    editor.drag((x, y), (x + 10, y - 3));
    assert_eq!(editor.find("Go to line"), Some((x + 10, y - 3)));
    editor.drag((x + 10, y - 3), (x, 0));
    assert_eq!(editor.find("Go to line"), Some((x, 1)), "not over the menu bar");
    editor.keys("1<Enter>");
    assert!(!editor.shows("Go to line"), "{}", editor.screen());
}

#[test]
fn clicks_outside_a_dialog_do_nothing() {
    let mut editor = overlapping();
    editor.keys("<C-g>");
    let before = editor.screen();
    for (x, y) in [(3, 6), (1, 0), (2, 24), (79, 23), (12, 4), (70, 1)] {
        editor.click(x, y);
        editor.drag((x, y), (40, 12));
    }
    editor.mouse(WheelDown, 70, 20);
    assert_eq!(editor.screen(), before);
}

#[test]
fn buttons_act_when_released_inside() {
    let mut editor = Editor::new(&[("a.txt", b"aaa\nbbb\n")]);
    editor.keys("<C-g>2");
    let (x, y) = editor.find("  Go  ").unwrap();
    editor.mouse(Down, x + 2, y);
    assert!(!editor.shows("Go   ▄"), "it is down\n{}", editor.screen());
    editor.mouse(Move, x + 2, y + 3);
    assert!(editor.shows("Go   ▄"), "it is up while the mouse is elsewhere\n{}", editor.screen());
    editor.mouse(Up, x + 2, y + 3);
    assert!(editor.shows("Go to line"));
    editor.click(x + 2, y);
    assert_eq!(editor.cursor(), (2, 1));
    editor.keys("<C-g>");
    let (x, y) = editor.find("Cancel").unwrap();
    editor.click(x, y);
    assert!(!editor.shows("Go to line"));
    editor.keys("<C-g>");
    let (x, y) = editor.find("[■]═════════ Go").unwrap();
    editor.drag((x + 1, y), (x + 1, y + 2));
    assert!(editor.shows("Go to line"));
    editor.click(x + 1, y);
    assert!(!editor.shows("Go to line"), "{}", editor.screen());
}

#[test]
fn check_boxes_radio_buttons_and_labels() {
    let mut editor = Editor::new(&[("a.txt", b"aaa\n")]);
    editor.keys("<C-f>");
    let (x, y) = editor.find("Whole words").unwrap();
    editor.click(x, y);
    assert!(editor.shows("[X] Whole words"), "{}", editor.screen());
    editor.click(x - 3, y);
    assert!(editor.shows("[ ] Whole words"), "{}", editor.screen());
    let (x, y) = editor.find("Backward").unwrap();
    editor.click(x, y);
    assert!(editor.shows("(•) Backward") && editor.shows("( ) Forward"), "{}", editor.screen());
    let (x, y) = editor.find("( ) Selection").unwrap();
    editor.click(x, y);
    assert!(editor.shows("( ) Selection"), "nothing is selected\n{}", editor.screen());
    let (x, y) = editor.find("Find   ").unwrap();
    editor.click(x, y).keys("q");
    assert!(editor.shows("Find    q"), "{}", editor.screen());
}

#[test]
fn lists_are_clicked_double_clicked_and_scrolled() {
    let names: Vec<String> = (10..60).map(|n| format!("f{n}.txt")).collect();
    let mut editor = Editor::new(&[("a.txt", b"aaa\n")]);
    for name in &names {
        std::fs::write(editor.path(name), name).unwrap();
    }
    editor.keys("<F3>");
    let (x, y) = editor.find("f12.txt").unwrap();
    editor.click(x, y);
    assert!(editor.shows("Name    f12.txt"), "{}", editor.screen());
    double_click(&mut editor, x, y);
    assert!(editor.shows("║f12.txt"), "{}", editor.screen());
    editor.keys("<F3>");
    let (x, y) = editor.find("f12.txt").unwrap();
    editor.mouse(WheelDown, x, y);
    assert!(editor.shows("Name    f10.txt"), "three further\n{}", editor.screen());
    let (x, y) = editor.find("▼    ║").unwrap();
    for _ in 0..60 {
        editor.click(x, y);
    }
    assert!(editor.shows("f59.txt"), "{}", editor.screen());
    let (x, y) = editor.find("▲    ║").unwrap();
    editor.mouse(Down, x, y + 5).mouse(Up, x, y + 5);
    assert!(editor.shows("Open a file"), "{}", editor.screen());
}

#[test]
fn a_press_in_an_input_line_puts_the_cursor_and_drags() {
    let mut editor = Editor::new(&[("a.txt", b"aaa\n")]);
    editor.keys("<C-f>hello");
    let (x, y) = editor.find("hello").unwrap();
    editor.click(x + 2, y).keys("X");
    assert!(editor.shows("heXllo"), "{}", editor.screen());
    editor.drag((x, y), (x + 3, y)).keys("Y");
    assert!(editor.shows("Find    Yllo"), "{}", editor.screen());
}

#[test]
fn a_click_on_the_title_of_a_zoomed_window_leaves_it_zoomed() {
    let mut editor = overlapping();
    editor.keys("<F5>").click(30, 1);
    assert!(editor.shows("[↕]"), "{}", editor.screen());
    editor.keys("<C-F5><ArrowRight><Escape><F5>");
    assert_eq!(place(&editor), (9, 4, 58, 17));
    editor.keys("<F5>").drag((30, 1), (33, 3));
    assert!(editor.shows("═[↑"), "moved, it does not fill the desk any more\n{}", editor.screen());
    editor.keys("<F5><F5>");
    assert_eq!(editor.find("╔"), Some((3, 3)));
}
