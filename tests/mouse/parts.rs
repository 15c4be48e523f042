//! What the mouse does: everything that can be dragged, pressed, clicked and scrolled, and what must not react.

use crate::common::Editor;
use thc_edit::base::{Input, Mods, Mouse, MouseAction, Point, Size};

const LINES: &str = "one two three\nfour five six\n\nseven\n\teight nine\nten";

fn editor() -> Editor {
    Editor::new(&[("a.txt", LINES.as_bytes())])
}

fn long() -> Editor {
    let text: String = (1..=200).map(|n| format!("line {n} {}\n", "-".repeat(120))).collect();
    Editor::new(&[("long.txt", text.as_bytes())])
}

fn two() -> Editor {
    Editor::new(&[("back.txt", b"the back\nsecond\n"), ("front.txt", b"the front\n")])
}

fn down(editor: &mut Editor, at: (i32, i32)) {
    editor.mouse(MouseAction::Down, at.0, at.1);
}

fn up(editor: &mut Editor, at: (i32, i32)) {
    editor.mouse(MouseAction::Up, at.0, at.1);
}

fn move_to(editor: &mut Editor, at: (i32, i32)) {
    editor.mouse(MouseAction::Move, at.0, at.1);
}

/// Presses and releases for the n-th time at one place.
fn click_nth(editor: &mut Editor, at: (i32, i32), clicks: u8) {
    for action in [MouseAction::Down, MouseAction::Up] {
        editor.mouse_with(action, at.0, at.1, clicks, Mods::NONE);
    }
}

fn double_click(editor: &mut Editor, at: (i32, i32)) {
    click_nth(editor, at, 1);
    click_nth(editor, at, 2);
}

fn wheel(editor: &mut Editor, action: MouseAction, at: (i32, i32), mods: Mods) {
    editor.mouse_with(action, at.0, at.1, 1, mods);
}

#[track_caller]
fn place(editor: &Editor, text: &str) -> (i32, i32) {
    editor.find(text).unwrap_or_else(|| panic!("no {text:?} on\n{}", editor.screen()))
}

/// Copies the selection, and answers it as a paste into a new window shows it in the saved file.
fn selected(editor: &mut Editor) -> String {
    editor.keys("<C-c><C-End><C-a><C-v><F2>");
    String::from_utf8(editor.read("a.txt")).unwrap()
}

// Windows.

#[test]
fn a_title_drags_its_window_and_the_frame_says_so() {
    let mut editor = editor();
    down(&mut editor, (30, 1));
    move_to(&mut editor, (35, 4));
    assert_eq!(place(&editor, "┌─[■]─"), (5, 4), "a dragged frame is single:\n{}", editor.screen());
    up(&mut editor, (35, 4));
    assert_eq!(place(&editor, "╔═[■]═"), (5, 4));
    move_to(&mut editor, (50, 10));
    assert_eq!(place(&editor, "╔═[■]═"), (5, 4), "released, it stays");
}

#[test]
fn a_window_never_leaves_the_desk() {
    let mut editor = editor();
    editor.drag((30, 1), (79, 24));
    assert!(editor.shows("╔═[■]"), "{}", editor.screen());
    editor.keys("<F5><F5>");
    let (x, y) = place(&editor, "╔═[■]");
    editor.drag((x + 1, y), (0, 0));
    let (_, y) = place(&editor, "[↑]═╗");
    assert_eq!(y, 1, "not over the menu bar:\n{}", editor.screen());
}

#[test]
fn a_double_click_on_the_title_zooms_and_back() {
    let mut editor = editor();
    let before = editor.screen();
    double_click(&mut editor, (30, 1));
    assert_eq!(place(&editor, "[↕]═╗"), (75, 1), "{}", editor.screen());
    double_click(&mut editor, (30, 1));
    assert_eq!(editor.screen(), before);
}

#[test]
fn a_click_on_the_title_of_a_zoomed_window_leaves_it_zoomed() {
    let mut editor = editor();
    let before = editor.screen();
    editor.keys("<F5>").click(30, 1);
    assert!(editor.shows("[↕]"), "{}", editor.screen());
    editor.keys("<F5>");
    assert_eq!(editor.screen(), before);
}

#[test]
fn the_corner_resizes_down_to_the_least() {
    let mut editor = editor();
    editor.drag((77, 22), (57, 12));
    assert_eq!(place(&editor, "─┘"), (57, 12), "{}", editor.screen());
    editor.drag((58, 12), (0, 0));
    assert_eq!(place(&editor, "╔═[■]"), (0, 1));
    let (x, y) = place(&editor, "─┘");
    assert!((x, y) > (5, 3), "{}", editor.screen());
    editor.drag((x, y), (300, 200));
    assert!(editor.row(23).ends_with("─┘"), "{}", editor.screen());
}

#[test]
fn the_close_box_acts_on_release_inside() {
    let mut editor = two();
    let (x, y) = place(&editor, "[■]");
    down(&mut editor, (x + 1, y));
    assert!(editor.shows("front.txt"));
    up(&mut editor, (x + 8, y + 3));
    assert!(editor.shows("front.txt"), "released outside");
    down(&mut editor, (x + 8, y + 3));
    up(&mut editor, (x + 1, y));
    assert!(editor.shows("front.txt"), "pressed outside");
    editor.drag((x, y), (x + 2, y));
    assert!(!editor.shows("front.txt"), "anywhere on the box");
    assert!(editor.shows("═ back.txt ═"), "{}", editor.screen());
}

#[test]
fn the_zoom_box_acts_on_release_inside() {
    let mut editor = editor();
    let before = editor.screen();
    let (x, y) = place(&editor, "[↑]");
    editor.drag((x + 1, y), (x - 5, y));
    assert_eq!(editor.screen(), before);
    editor.drag((x + 1, y), (x, y));
    let (x, y) = place(&editor, "[↕]");
    editor.click(x + 1, y);
    assert_eq!(editor.screen(), before);
}

#[test]
fn a_press_brings_a_window_to_the_front_and_counts_there() {
    let mut editor = two();
    editor.drag((40, 2), (40, 12));
    assert_eq!(place(&editor, "the front"), (2, 13));
    editor.click(5, 3);
    assert!(editor.shows("═ back.txt ═"), "{}", editor.screen());
    assert_eq!(editor.cursor(), (2, 5), "the click went to the text");
    let (x, y) = place(&editor, "the back");
    assert_eq!((x, y), (1, 2));
    editor.keys("<F6>").drag((20, 1), (22, 3));
    assert_eq!(place(&editor, "╔═[■]"), (2, 3), "its title is dragged by the same press:\n{}", editor.screen());
    assert!(editor.shows("═ back.txt ═"));
}

#[test]
fn other_buttons_only_bring_to_the_front() {
    let mut editor = two();
    editor.drag((40, 2), (40, 12));
    for action in [MouseAction::Down, MouseAction::Up] {
        editor.input(Input::Mouse(Mouse { action, at: Point::new(5, 3), button: 2, clicks: 1, mods: Mods::NONE }));
    }
    assert!(editor.shows("═ back.txt ═"));
    assert_eq!(editor.cursor(), (1, 1));
}

#[test]
fn what_is_covered_is_not_hit_and_what_is_in_shadow_is() {
    let mut editor = two();
    editor.drag((77, 22), (30, 10));
    // The shadow of the front window lies over the text of the one behind.
    let at = (32, 6);
    editor.click(at.0, at.1);
    assert!(editor.shows("═ back.txt ═"), "{}", editor.screen());
    editor.keys("<F6>").click(10, 5);
    assert!(editor.shows("═ front.txt ═"), "the front one covers this place:\n{}", editor.screen());
    let before = editor.screen();
    editor.click(79, 15).click(40, 23);
    assert_eq!(editor.screen(), before, "the bare desk takes nothing");
}

// Scroll bars and the wheel.

#[test]
fn the_vertical_bar_scrolls_by_line_page_and_thumb() {
    let mut editor = long();
    let bar = 78;
    let top = |editor: &Editor| editor.row(2).split_whitespace().nth(1).unwrap().parse::<usize>().unwrap();
    editor.click(bar, 21);
    assert_eq!(top(&editor), 2);
    editor.click(bar, 2);
    editor.click(bar, 2);
    assert_eq!(top(&editor), 1, "not before the first line");
    editor.click(bar, 20);
    assert_eq!(top(&editor), 20, "a page of 20 lines leaves one in sight");
    editor.click(bar, 3);
    assert_eq!(top(&editor), 1);
    down(&mut editor, (bar, 3));
    move_to(&mut editor, (bar, 12));
    assert!((80..=110).contains(&top(&editor)), "{}", editor.screen());
    move_to(&mut editor, (40, 500));
    assert_eq!(top(&editor), 182, "the end, and a mouse beside the bar still holds the thumb");
    move_to(&mut editor, (bar, 0));
    assert_eq!(top(&editor), 1);
    up(&mut editor, (bar, 0));
    assert_eq!(editor.cursor(), (1, 1), "scrolling leaves the cursor");
}

#[test]
fn the_horizontal_bar_scrolls_by_cell_page_and_thumb() {
    let mut editor = long();
    let (y, less) = (22, place(&editor, "◄").0);
    let more = place(&editor, "►").0;
    editor.click(more, y);
    assert!(editor.row(2).starts_with("║ine 1 -"), "{}", editor.row(2));
    editor.click(less, y);
    assert!(editor.row(2).starts_with("║line 1 -"));
    editor.click(more - 1, y);
    assert!(editor.row(2).starts_with("║------"), "{}", editor.row(2));
    editor.click(less + 1, y);
    editor.click(less + 1, y);
    assert!(editor.row(2).starts_with("║line 1 -"), "{}", editor.screen());
    editor.drag((less + 1, y), (more + 20, y));
    assert!(editor.row(2).trim_end_matches(['░', '▲', ' ']).ends_with('-'), "{}", editor.row(2));
    editor.drag((more - 1, y), (less - 20, y));
    assert!(editor.row(2).starts_with("║line 1 -"), "{}", editor.screen());
}

#[test]
fn the_wheel_scrolls_what_it_is_over() {
    let mut editor = long();
    wheel(&mut editor, MouseAction::WheelDown, (20, 10), Mods::NONE);
    assert!(editor.row(2).starts_with("║line 4 "), "{}", editor.screen());
    wheel(&mut editor, MouseAction::WheelUp, (20, 10), Mods::NONE);
    wheel(&mut editor, MouseAction::WheelUp, (20, 10), Mods::NONE);
    assert!(editor.row(2).starts_with("║line 1 "));
    wheel(&mut editor, MouseAction::WheelDown, (20, 10), Mods::SHIFT);
    assert!(editor.row(2).starts_with("║-----"), "{}", editor.row(2));
    wheel(&mut editor, MouseAction::WheelUp, (20, 10), Mods::SHIFT);
    assert!(editor.row(2).starts_with("║line 1 "));
    assert_eq!(editor.cursor(), (1, 1));
}

#[test]
fn the_wheel_scrolls_a_window_behind_and_leaves_it_there() {
    let text: String = (1..=99).map(|n| format!("line {n}\n")).collect();
    let mut editor = Editor::new(&[("back.txt", text.as_bytes()), ("front.txt", b"front\n")]);
    editor.drag((40, 2), (40, 12));
    wheel(&mut editor, MouseAction::WheelDown, (20, 5), Mods::NONE);
    assert!(editor.row(2).starts_with("│line 4 "), "{}", editor.screen());
    assert!(editor.shows("═ front.txt ═"));
    editor.click(4, 5);
    assert!(editor.row(2).starts_with("║line 4 "), "a click shows what was clicked:\n{}", editor.screen());
    assert_eq!(editor.cursor(), (7, 4));
}

#[test]
fn a_move_of_one_window_does_not_scroll_another() {
    let mut editor = long();
    editor.keys("<A-f>n");
    editor.drag((40, 2), (40, 12));
    wheel(&mut editor, MouseAction::WheelDown, (20, 5), Mods::NONE);
    wheel(&mut editor, MouseAction::WheelDown, (20, 5), Mods::NONE);
    editor.drag((40, 12), (41, 13));
    assert!(editor.row(2).starts_with("│line 7 "), "{}", editor.screen());
}

// Text.

#[test]
fn a_click_puts_the_cursor() {
    let mut editor = editor();
    editor.click(5, 3);
    assert_eq!(editor.cursor(), (2, 5));
    editor.click(60, 2);
    assert_eq!(editor.cursor(), (1, 14), "behind the line");
    editor.click(60, 20);
    assert_eq!(editor.cursor(), (6, 4), "below the text");
    editor.click(5, 6);
    assert_eq!(editor.cursor().0, 5, "within a tab");
    editor.click(9, 6);
    assert_eq!(editor.cursor(), (5, 2));
}

#[test]
fn two_clicks_take_a_word_and_three_a_line() {
    let mut editor = editor();
    double_click(&mut editor, (6, 2));
    assert_eq!(selected(&mut editor), "two");
    let mut editor = self::editor();
    double_click(&mut editor, (6, 2));
    click_nth(&mut editor, (6, 2), 3);
    assert_eq!(selected(&mut editor), "one two three\n");
}

#[test]
fn dragging_selects_characters_words_lines() {
    let mut editor = editor();
    editor.drag((5, 2), (6, 3));
    assert_eq!(selected(&mut editor), "two three\nfour ");

    let mut editor = self::editor();
    editor.drag((6, 3), (5, 2));
    assert_eq!(editor.cursor(), (1, 5));
    assert_eq!(selected(&mut editor), "two three\nfour ");

    let mut editor = self::editor();
    click_nth(&mut editor, (6, 2), 1);
    editor.mouse_with(MouseAction::Down, 6, 2, 2, Mods::NONE);
    move_to(&mut editor, (7, 3));
    up(&mut editor, (7, 3));
    assert_eq!(selected(&mut editor), "two three\nfour five");

    let mut editor = self::editor();
    click_nth(&mut editor, (7, 3), 1);
    editor.mouse_with(MouseAction::Down, 7, 3, 2, Mods::NONE);
    move_to(&mut editor, (6, 2));
    up(&mut editor, (6, 2));
    assert_eq!(selected(&mut editor), "two three\nfour five", "backwards the first word stays");

    let mut editor = self::editor();
    editor.mouse_with(MouseAction::Down, 6, 3, 3, Mods::NONE);
    move_to(&mut editor, (2, 2));
    up(&mut editor, (2, 2));
    assert_eq!(selected(&mut editor), "one two three\nfour five six\n");
}

#[test]
fn shift_and_click_extends() {
    let mut editor = editor();
    editor.click(5, 2);
    for action in [MouseAction::Down, MouseAction::Up] {
        editor.mouse_with(action, 5, 3, 1, Mods::SHIFT);
    }
    assert_eq!(selected(&mut editor), "two three\nfour");
}

#[test]
fn a_selection_dragged_over_an_edge_scrolls() {
    let mut editor = long();
    down(&mut editor, (5, 10));
    for _ in 0..5 {
        move_to(&mut editor, (5, 24));
    }
    assert!(editor.cursor().0 > 20, "{}", editor.screen());
    for _ in 0..50 {
        move_to(&mut editor, (5, 0));
    }
    assert_eq!(editor.cursor().0, 1, "{}", editor.screen());
    for _ in 0..10 {
        move_to(&mut editor, (79, 2));
    }
    let right = editor.cursor().1;
    assert!(right > 80, "{}", editor.screen());
    for _ in 0..100 {
        move_to(&mut editor, (0, 2));
    }
    assert_eq!(editor.cursor(), (1, 1), "{}", editor.screen());
}

#[test]
fn what_the_mouse_holds_ends_with_the_focus() {
    let mut editor = editor();
    down(&mut editor, (30, 1));
    editor.input(Input::Blur);
    let before = editor.screen();
    move_to(&mut editor, (40, 9));
    up(&mut editor, (40, 9));
    assert_eq!(editor.screen(), before);
}

#[test]
fn bytes_are_clicked_in_both_columns() {
    let bytes: Vec<u8> = (0..=255).collect();
    let mut editor = Editor::new(&[("a.bin", &bytes)]);
    let (x, y) = place(&editor, "22 23");
    editor.click(x, y);
    assert!(editor.shows(" 00000022 "), "{}", editor.screen());
    let (x, y) = place(&editor, "@ABC");
    editor.click(x + 1, y).keys("!<F2>");
    assert_eq!(editor.read("a.bin")[0x41], b'!');
}

#[test]
fn a_screen_at_its_least_takes_the_same_clicks() {
    let mut editor = Editor::sized(Size::new(40, 12), &[("a.txt", LINES.as_bytes())]);
    let (x, y) = place(&editor, "five");
    editor.click(x, y);
    assert_eq!(editor.cursor(), (2, 6));
    double_click(&mut editor, (12, 1));
    assert!(editor.shows("[↕]"));
}

// Menus and the status line.

#[test]
fn menus_pick_by_press_drag_and_release() {
    let mut editor = two();
    let (x, y) = place(&editor, "Window");
    down(&mut editor, (x, y));
    assert!(editor.shows("│ Tile "), "{}", editor.screen());
    let zoom = place(&editor, "│ Zoom ");
    move_to(&mut editor, (zoom.0 + 3, zoom.1));
    assert!(editor.shows("Let the window fill the desk"), "{}", editor.screen());
    up(&mut editor, (zoom.0 + 3, zoom.1));
    assert!(editor.shows("[↕]"), "{}", editor.screen());
    assert!(!editor.shows("│ Tile "));
}

#[test]
fn menus_pick_by_click_and_click() {
    let mut editor = two();
    let (x, y) = place(&editor, "Window");
    editor.click(x, y);
    let (x, y) = place(&editor, "│ Zoom ");
    editor.click(x + 3, y);
    assert!(editor.shows("[↕]"), "{}", editor.screen());
}

#[test]
fn a_drag_along_the_bar_opens_one_menu_after_the_other() {
    let mut editor = editor();
    let (file, edit) = (place(&editor, "File"), place(&editor, "Edit"));
    down(&mut editor, file);
    assert!(editor.shows("│ New "));
    move_to(&mut editor, edit);
    assert!(editor.shows("│ Undo "), "{}", editor.screen());
    assert!(!editor.shows("│ New "));
    up(&mut editor, (60, 20));
    assert!(!editor.shows("│ Undo "), "released elsewhere, it closes");
}

#[test]
fn a_click_beside_an_open_menu_only_closes_it() {
    let mut editor = editor();
    let before = editor.screen();
    let file = place(&editor, "File");
    editor.click(file.0, file.1).click(40, 4);
    assert_eq!(editor.screen(), before);
    editor.click(file.0, file.1).click(file.0, file.1);
    assert_eq!(editor.screen(), before, "a second click on the title");
}

#[test]
fn a_disabled_entry_says_why_and_a_line_picks_nothing() {
    let mut editor = editor();
    let (x, y) = place(&editor, "Run");
    editor.click(x, y);
    let (x, y) = place(&editor, "│ Test suite");
    editor.click(x + 3, y);
    assert!(editor.shows("│ Test suite"), "it stays open:\n{}", editor.screen());
    assert!(editor.row(24).contains("this version"), "{}", editor.row(24));
    let (x, y) = place(&editor, "File");
    editor.keys("<Escape>").click(x, y);
    let (x, y) = place(&editor, "├───");
    editor.click(x + 3, y);
    assert!(editor.shows("│ New "), "{}", editor.screen());
}

#[test]
fn a_status_entry_acts_on_release_on_it() {
    let mut editor = editor();
    let before = editor.screen();
    let (x, y) = place(&editor, "F5 Zoom");
    editor.drag((x, y), (40, 10));
    assert_eq!(editor.screen(), before);
    editor.drag((x, y), (x + 12, y));
    assert_eq!(editor.screen(), before, "released on another");
    editor.drag((x, y), (x + 5, y));
    assert!(editor.shows("[↕]"), "{}", editor.screen());
}

// Dialogs.

fn replacing() -> Editor {
    let mut editor = editor();
    editor.keys("<C-h>");
    assert!(editor.shows(" Find and replace "));
    editor
}

#[test]
fn a_dialog_moves_by_its_title_and_stays_reachable() {
    let mut editor = replacing();
    let at = place(&editor, " Find and replace ");
    editor.drag((at.0 + 2, at.1), (at.0 + 5, at.1 + 2));
    assert_eq!(place(&editor, " Find and replace "), (at.0 + 3, at.1 + 2));
    editor.drag((at.0 + 5, at.1 + 2), (79, 24));
    assert!(editor.shows("╔═[■"), "{}", editor.screen());
}

#[test]
fn what_lies_beside_a_dialog_takes_nothing() {
    let mut editor = replacing();
    let before = editor.screen();
    for at in [(2, 0), (75, 1), (2, 3), (76, 10), (40, 24), (5, 24), (77, 22)] {
        editor.click(at.0, at.1);
        wheel(&mut editor, MouseAction::WheelDown, at, Mods::NONE);
        double_click(&mut editor, at);
    }
    assert_eq!(editor.screen(), before);
    editor.keys("<Escape>");
    assert_eq!(editor.cursor(), (1, 1));
}

#[test]
fn a_button_acts_on_release_inside() {
    let mut editor = replacing();
    let cancel = place(&editor, "Cancel  ▄");
    editor.drag(cancel, (2, 2));
    assert!(editor.shows(" Find and replace "), "released outside");
    editor.drag((2, 2), cancel);
    assert!(editor.shows(" Find and replace "), "pressed outside");
    let find = place(&editor, "Find  ▄");
    editor.drag(find, cancel);
    assert!(editor.shows(" Find and replace "), "from one button to another");
    editor.drag(cancel, (cancel.0 + 4, cancel.1));
    assert!(!editor.shows(" Find and replace "), "{}", editor.screen());
}

#[test]
fn a_dialog_closes_by_its_box() {
    let mut editor = replacing();
    let (x, y) = place(&editor, "╔═[■]═══════════════ Find");
    editor.drag((x + 3, y), (x + 9, y + 1));
    assert!(editor.shows(" Find and replace "));
    editor.click(x + 3, y);
    assert!(!editor.shows(" Find and replace "), "{}", editor.screen());
}

#[test]
fn boxes_and_radios_are_clicked_anywhere_on_their_row() {
    let mut editor = replacing();
    let (x, y) = place(&editor, "[ ] Whole words");
    editor.click(x + 1, y);
    assert!(editor.shows("[X] Whole words"), "{}", editor.screen());
    editor.click(x + 8, y);
    assert!(editor.shows("[ ] Whole words"));
    let (x, y) = place(&editor, "( ) Backward");
    editor.click(x + 6, y);
    assert!(editor.shows("(•) Backward") && editor.shows("( ) Forward"), "{}", editor.screen());
    let (x, y) = place(&editor, "( ) Selection");
    editor.click(x + 1, y);
    assert!(editor.shows("( ) Selection"), "disabled: nothing is selected");
}

#[test]
fn input_lines_and_labels_take_the_focus() {
    let mut editor = replacing();
    let (x, y) = place(&editor, "Replace  ");
    editor.click(x, y).keys("new");
    let (x, y) = place(&editor, " Find      ");
    editor.click(x + 14, y).keys("old");
    assert!(editor.shows("Replace    new"), "{}", editor.screen());
    assert!(editor.shows("Find       old"), "{}", editor.screen());
    let (x, y) = place(&editor, "new");
    editor.drag((x + 1, y), (x + 3, y)).keys("o");
    assert!(editor.shows("Replace    no "), "{}", editor.screen());
}

#[test]
fn lists_are_clicked_scrolled_and_opened_by_two_clicks() {
    let names: Vec<String> = (10..60).map(|n| format!("file{n}.txt")).collect();
    let mut files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), name.as_bytes())).collect();
    files.truncate(50);
    let mut editor = Editor::sized(Size::new(80, 25), &[]);
    for (name, content) in files {
        std::fs::write(editor.path(name), content).unwrap();
    }
    let folder = editor.folder().to_string_lossy().into_owned();
    editor.keys("<F3>").keys("<C-a>").paste(&format!("{folder}/*")).keys("<Enter>");
    assert!(editor.shows("file12.txt"), "{}", editor.screen());
    let (x, y) = place(&editor, "file12.txt");
    editor.click(x, y);
    assert!(editor.shows("Name    file12.txt"), "{}", editor.screen());
    let last = editor.screen();
    let bar = place(&editor, "▼");
    editor.click(bar.0, bar.1);
    wheel(&mut editor, MouseAction::WheelDown, (x, y), Mods::NONE);
    assert_ne!(editor.screen(), last, "the list scrolled");
    let thumb = place(&editor, "■    ║");
    editor.drag(thumb, (bar.0, bar.1));
    assert!(editor.shows("file59.txt"), "{}", editor.screen());
    let (x, y) = place(&editor, "│ file59.txt");
    double_click(&mut editor, (x + 2, y));
    assert!(editor.shows("file59.txt ═"), "{}", editor.screen());
}

#[test]
fn a_dialog_taller_than_the_screen_scrolls_by_its_bar_and_the_wheel() {
    let mut editor = Editor::sized(Size::new(40, 12), &[("a.txt", LINES.as_bytes())]);
    editor.keys("<C-h>");
    assert!(!editor.shows("Cancel  ▄"));
    let bar = place(&editor, "▼");
    for _ in 0..20 {
        editor.click(bar.0, bar.1);
    }
    let cancel = place(&editor, "Cancel  ▄");
    editor.click(cancel.0, cancel.1);
    assert!(editor.shows("═ a.txt ═"), "{}", editor.screen());
    editor.keys("<C-h>");
    for _ in 0..20 {
        wheel(&mut editor, MouseAction::WheelDown, (20, 5), Mods::NONE);
    }
    assert!(editor.shows("Cancel  ▄"), "{}", editor.screen());
}
