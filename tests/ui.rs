//! The widget kit as its users see it: whole scenes against golden files, keys and mouse through the painted cells.
//!
//! `UPDATE_GOLDEN=1 cargo test --test ui` rewrites the golden scenes in `tests/golden/ui`.

use std::path::Path;

use thc_edit::base::{Key, Mods, Mouse, MouseAction, Point, Rect, Size};
use thc_edit::grid::{Canvas, Scene};
use thc_edit::ui::dialog::form::{Column, Form, Group};
use thc_edit::ui::dialog::{Button, ButtonKind, Cluster, Dialog, Input, List, Response, message};
use thc_edit::ui::frame::{self, Frame, Indicator};
use thc_edit::ui::menu::{Entry, Menu, MenuBar, MenuItem, MenuResult, MenuState};
use thc_edit::ui::menu_paint::{paint_bar, paint_boxes};
use thc_edit::ui::part::Part;
use thc_edit::ui::scrollbar::{Axis, ScrollBar};
use thc_edit::ui::status::{StatusItem, StatusLine};
use thc_edit::ui::theme::{FrameState, Palette, Role, Theme, WindowColor};

const SCREEN: Size = Size::new(80, 25);

/// Compares a scene, attributes included, with its golden file.
fn assert_golden(name: &str, scene: &Scene) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/ui").join(format!("{name}.txt"));
    let actual = scene.to_golden();
    if std::env::var_os("UPDATE_GOLDEN").is_some_and(|value| value == "1") {
        std::fs::write(&path, &actual).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(actual, expected, "{}\ndiffers from {}", scene.to_text(), path.display());
}

fn stippled(size: Size, theme: &Theme) -> Scene {
    let mut scene = Scene::new(size);
    Canvas::new(&mut scene).fill(Rect::of_size(size), '░', theme.attr(Role::Desktop));
    scene
}

fn key(chord: &str) -> Key {
    chord.parse().unwrap()
}

fn mouse(action: MouseAction, clicks: u8) -> Mouse {
    Mouse { action, at: Point::default(), button: 0, clicks, mods: Mods::NONE }
}

/// The part that was painted at a cell.
fn part_at(scene: &Scene, at: Point) -> Part {
    Part::from_u16(scene.cell(at).unwrap().part).unwrap()
}

/// The first cell of a text on the screen.
fn find(scene: &Scene, text: &str) -> Point {
    for (y, line) in scene.to_text().lines().enumerate() {
        if let Some(at) = line.find(text) {
            return Point::new(line[..at].chars().count() as i32, y as i32);
        }
    }
    panic!("{text} is not on\n{}", scene.to_text())
}

// ---- windows ----

fn window(title: &str, number: u8, state: FrameState, color: WindowColor) -> Frame {
    Frame {
        title: title.to_owned(),
        number: Some(number),
        state,
        color,
        closable: true,
        zoom: Some(false),
        resizable: true,
        indicator: Some(Indicator { text: "9:15".to_owned(), modified: true }),
    }
}

fn paint_window(canvas: &mut Canvas<'_>, rect: Rect, frame: &Frame, theme: &Theme) {
    frame.paint(canvas, rect, theme);
    canvas.fill(Frame::body(rect), ' ', theme.attr(Role::Text(frame.color)));
    if let Some(bar) = frame.vertical_bar(rect) {
        ScrollBar::new(Axis::Vertical, 6, 20, 10).paint(canvas, bar, theme, frame.color);
    }
    if let Some(bar) = frame.horizontal_bar(rect) {
        ScrollBar::new(Axis::Horizontal, 0, 100, 58).paint(canvas, bar, theme, frame.color);
    }
    frame::shadow(canvas, rect, theme);
}

#[test]
fn windows_of_each_colour_and_state() {
    for palette in [Palette::Classic, Palette::Accessible] {
        let theme = Theme::new(palette);
        let mut scene = stippled(Size::new(80, 30), &theme);
        let mut canvas = Canvas::new(&mut scene);
        let colors = [WindowColor::Blue, WindowColor::Cyan, WindowColor::Gray];
        let states = [FrameState::Inactive, FrameState::Active, FrameState::Dragging];
        for (row, color) in colors.into_iter().enumerate() {
            for (column, state) in states.into_iter().enumerate() {
                let rect = Rect::new(column as i32 * 27, row as i32 * 10, 24, 8);
                paint_window(&mut canvas, rect, &window("Main.hs", 1 + column as u8, state, color), &theme);
            }
        }
        assert_golden(&format!("windows-{palette:?}").to_lowercase(), &scene);
    }
}

#[test]
fn the_active_window_of_the_mock_screen() {
    let theme = Theme::default();
    let mut scene = stippled(SCREEN, &theme);
    let mut canvas = Canvas::new(&mut scene);
    let rect = Rect::new(17, 8, 60, 12);
    let front = window("app/Main.hs", 1, FrameState::Active, WindowColor::Blue);
    paint_window(
        &mut canvas,
        Rect::new(43, 3, 36, 10),
        &Frame { state: FrameState::Inactive, number: Some(2), title: "src/Words.hs".into(), ..front.clone() },
        &theme,
    );
    paint_window(&mut canvas, rect, &front, &theme);
    let text = scene.to_text();
    for line in [
        "┌────────── src/Words.hs ────2─────┐",
        "╔═[■]══════════════════ app/Main.hs ═════════════════1═[↑]═╗",
        "╚═☼═════ 9:15 ════◄■▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒►─┘",
    ] {
        assert!(text.contains(line), "{line}\nis not on\n{text}");
    }
    assert_golden("window-mock", &scene);
    let parts =
        [(19, 8), (21, 8), (70, 8), (73, 8), (30, 8), (17, 12), (76, 9), (76, 18), (75, 19), (35, 19), (36, 19)];
    let expected = [
        Part::Close,
        Part::Close,
        Part::Number,
        Part::Zoom,
        Part::Title,
        Part::Frame,
        Part::ScrollUp,
        Part::ScrollDown,
        Part::Grow,
        Part::ScrollLeft,
        Part::ThumbH,
    ];
    assert_eq!(parts.map(|(x, y)| part_at(&scene, Point::new(x, y))), expected);
}

// ---- menus ----

fn entry(caption: &str, shortcut: &str, tag: usize) -> MenuItem {
    MenuItem::Entry(Entry {
        caption: caption.to_owned(),
        shortcut: shortcut.to_owned(),
        enabled: Ok(()),
        hint: format!("Runs {tag}"),
        tag,
    })
}

fn menus() -> MenuBar {
    let stop = MenuItem::Entry(Entry {
        caption: "~S~top".to_owned(),
        shortcut: "Ctrl-C".to_owned(),
        enabled: Err("Nothing runs".to_owned()),
        hint: "Stops the program".to_owned(),
        tag: 3,
    });
    let target = Menu { title: "Tar~g~et".to_owned(), items: vec![entry("~a~pp", "", 4), entry("~t~est", "", 5)] };
    let run = vec![
        entry("~R~un", "Ctrl-F9", 1),
        entry("~T~est suite", "F9", 2),
        stop,
        MenuItem::Separator,
        MenuItem::Submenu(target),
    ];
    let titles = ["~≡~", "~F~ile", "~E~dit", "~S~earch", "~R~un", "~C~ompile", "~D~ebug", "~T~ools", "~O~ptions"];
    let mut menus: Vec<Menu> = titles
        .iter()
        .chain(&["~W~indow", "~H~elp"])
        .map(|title| Menu { title: (*title).to_owned(), items: vec![entry("~A~bout", "", 100)] })
        .collect();
    menus[4].items = run;
    menus[1].items = (0..30).map(|i| entry(&format!("Entry {i}"), "", i)).collect();
    MenuBar { menus }
}

fn painted_menu(size: Size, state: Option<&MenuState>, theme: &Theme) -> Scene {
    let mut scene = stippled(size, theme);
    let mut canvas = Canvas::new(&mut scene);
    let bar = menus();
    paint_bar(&mut canvas, Rect::new(0, 0, size.width, 1), &bar, state, theme);
    if let Some(state) = state {
        paint_boxes(&mut canvas, &bar, state, theme);
    }
    scene
}

#[test]
fn the_open_menu_of_the_mock_screen() {
    let state = MenuState::for_key(&menus(), key("Alt+R")).unwrap();
    let scene = painted_menu(SCREEN, Some(&state), &Theme::default());
    let text = scene.to_text();
    for line in [
        "  ≡  File  Edit  Search  Run  Compile  Debug  Tools  Options  Window  Help      ",
        " ┌────────────────┐ ",
        " │ Run    Ctrl-F9 │ ",
        " │ Test suite  F9 │ ",
        " │ Stop    Ctrl-C │ ",
        " ├────────────────┤ ",
        " │ Target       ► │ ",
        " └────────────────┘ ",
    ] {
        assert!(text.contains(line), "{line}\nis not on\n{text}");
    }
    assert_eq!(find(&scene, "┌────────────────┐"), Point::new(24, 1));
    assert_golden("menu-mock", &scene);
    let code = |x, y| scene.cell(Point::new(x, y)).unwrap().attr.vga_code().unwrap();
    assert_eq!((code(25, 0), code(24, 0), code(28, 0)), (0x24, 0x20, 0x20), "the open title");
    assert_eq!((code(25, 2), code(26, 2), code(27, 2), code(24, 2)), (0x20, 0x24, 0x20, 0x70), "the first row");
    assert_eq!((code(26, 4), code(43, 3), code(43, 2)), (0x78, 0x08, 0x08), "Stop, and the shadow");
}

#[test]
fn menus_on_a_small_screen_scroll_both_ways() {
    let (bar, size, theme) = (menus(), Size::new(40, 12), Theme::default());
    let mut state = MenuState::open(&bar, 1);
    assert_golden("menu-small", &painted_menu(size, Some(&state), &theme));
    state.key(&bar, key("End"), size);
    let scene = painted_menu(size, Some(&state), &theme);
    assert!(scene.to_text().contains("Entry 29") && scene.to_text().contains('▲'), "{}", scene.to_text());
    let last = MenuState::open(&bar, 10);
    let scene = painted_menu(size, Some(&last), &theme);
    assert!(scene.to_text().lines().next().unwrap().contains("Help"), "{}", scene.to_text());
    assert!(matches!(part_at(&scene, Point::new(0, 0)), Part::MenuTitle(_)));
}

#[test]
fn accessible_menus_underline_mnemonics() {
    let bar = menus();
    let mut state = MenuState::open(&bar, 4);
    state.key(&bar, key("End"), SCREEN);
    state.key(&bar, key("ArrowRight"), SCREEN);
    assert_golden("menu-accessible", &painted_menu(SCREEN, Some(&state), &Theme::new(Palette::Accessible)));
}

#[test]
fn menu_keys_walk_pick_and_refuse() {
    let bar = menus();
    let press = |state: &mut MenuState, chord: &str| state.key(&bar, key(chord), SCREEN);
    let mut state = MenuState::on_bar();
    assert_eq!(press(&mut state, "r"), MenuResult::Stay);
    assert_eq!((state.title(), state.hint(&bar)), (4, "Runs 1"));
    press(&mut state, "ArrowDown");
    press(&mut state, "ArrowDown");
    assert_eq!(state.hint(&bar), "Nothing runs");
    assert_eq!(press(&mut state, "Enter"), MenuResult::Refused("Nothing runs".to_owned()));
    assert_eq!(press(&mut state, "s"), MenuResult::Refused("Nothing runs".to_owned()));
    press(&mut state, "ArrowDown");
    assert_eq!(press(&mut state, "Enter"), MenuResult::Stay, "a submenu opens");
    assert_eq!(state.hint(&bar), "Runs 4");
    assert_eq!(press(&mut state.clone(), "T"), MenuResult::Picked(5));
    assert_eq!(press(&mut state, "Escape"), MenuResult::Stay);
    assert_eq!(press(&mut state, "Home"), MenuResult::Stay);
    assert_eq!(press(&mut state.clone(), "Enter"), MenuResult::Picked(1));
    assert_eq!(press(&mut state.clone(), "Alt+T"), MenuResult::Picked(2), "the box comes before the bar");
    assert_eq!(press(&mut state, "Alt+W"), MenuResult::Stay);
    assert_eq!(state.title(), 9);
    press(&mut state, "ArrowRight");
    press(&mut state, "ArrowRight");
    assert_eq!(state.title(), 0);
    press(&mut state, "ArrowLeft");
    assert_eq!(state.title(), 10);
    assert_eq!(press(&mut state.clone(), "F10"), MenuResult::Closed);
    assert_eq!(press(&mut state, "Escape"), MenuResult::Closed);
    assert_eq!(MenuState::for_key(&bar, key("Alt+Space")).unwrap().title(), 0);
    assert_eq!(MenuState::for_key(&bar, key("Alt+Q")), None);
    assert_eq!(MenuState::on_bar().key(&MenuBar::default(), key("Enter"), SCREEN), MenuResult::Closed);
}

#[test]
fn the_mouse_picks_by_clicks_and_by_dragging() {
    let (bar, theme) = (menus(), Theme::default());
    let over = |state: &MenuState, text: &str| {
        let scene = painted_menu(SCREEN, Some(state), &theme);
        let at = find(&scene, text);
        Some(part_at(&scene, at))
    };
    let mut state = MenuState::on_bar();
    let (down, moved, up) = (mouse(MouseAction::Down, 1), mouse(MouseAction::Move, 1), mouse(MouseAction::Up, 1));
    let title = over(&state, "Run");
    assert_eq!(title, Some(Part::MenuTitle(4)));
    state.mouse(&bar, title, down);
    let dragging = state.clone();
    assert_eq!(state.mouse(&bar, title, up), MenuResult::Stay);
    let row = over(&state, "Test suite");
    assert_eq!(row, Some(Part::MenuItem(0, 1)));
    assert_eq!(state.mouse(&bar, row, down), MenuResult::Stay);
    assert_eq!(state.mouse(&bar, row, up), MenuResult::Picked(2));

    let mut state = dragging.clone();
    state.mouse(&bar, over(&state, "Target"), moved);
    let inner = over(&state, "test");
    assert_eq!(inner, Some(Part::MenuItem(1, 1)));
    state.mouse(&bar, inner, moved);
    assert_eq!(state.hint(&bar), "Runs 5");
    assert_eq!(state.mouse(&bar, inner, up), MenuResult::Picked(5));

    let mut state = dragging.clone();
    let stop = over(&state, "Stop");
    assert_eq!(state.mouse(&bar, stop, up), MenuResult::Refused("Nothing runs".to_owned()));
    let line = over(&state, "├");
    assert_eq!(state.mouse(&bar, line, up), MenuResult::Stay);
    assert_eq!(state.clone().mouse(&bar, None, down), MenuResult::Closed);
    assert_eq!(state.mouse(&bar, title, down), MenuResult::Closed, "the open title again");
}

// ---- status line ----

fn status() -> StatusLine {
    let item = |(key, caption): (&str, &str)| StatusItem {
        key: key.to_owned(),
        caption: caption.to_owned(),
        enabled: caption != "Next problem",
        tag: 0,
    };
    let items =
        [("F1", "Help"), ("F2", "Save"), ("F3", "Open"), ("F8", "Next problem"), ("F9", "Test"), ("F10", "Menu")];
    StatusLine { items: items.map(item).to_vec(), hint: "Start main".to_owned(), pressed: None }
}

#[test]
fn the_status_line_of_the_mock_screen_and_narrower_ones() {
    let theme = Theme::default();
    let mut scene = Scene::new(Size::new(80, 4));
    let mut canvas = Canvas::new(&mut scene);
    let mut line = status();
    line.paint(&mut canvas, Rect::new(0, 0, 80, 1), &theme);
    line.pressed = Some(1);
    line.paint(&mut canvas, Rect::new(0, 1, 60, 1), &theme);
    line.paint(&mut canvas, Rect::new(0, 2, 40, 1), &theme);
    line.hint = "A hint that is longer than half of the line".to_owned();
    line.paint(&mut canvas, Rect::new(0, 3, 40, 1), &theme);
    let mock = " F1 Help  F2 Save  F3 Open  F8 Next problem  F9 Test  F10 Menu │ Start main     ";
    assert_eq!(scene.to_text().lines().next(), Some(mock));
    assert_golden("status", &scene);
    assert_eq!(part_at(&scene, find(&scene, "F3")), Part::StatusItem(2));
    assert_eq!(part_at(&scene, find(&scene, "Start main")), Part::MenuFrame);
}

// ---- dialogs ----

fn history() -> Vec<String> {
    ["taly", "wordsIn", "main"].map(str::to_owned).to_vec()
}

fn find_and_replace(available: Size) -> Dialog {
    let long = "tally . normalise . dropMarks . filter isAlpha";
    let options = Cluster::checks(&[
        ("~C~ase sensitive", true),
        ("~W~hole words", false),
        ("Re~g~ular expression", false),
        ("~A~sk before each", true),
    ]);
    let direction = Group::cluster("Direction", "direction", Cluster::radio(&["~F~orward", "~B~ackward"], 0));
    let scope = Group::cluster("Scope", "scope", Cluster::radio(&["Whole fil~e~", "~S~election"], 0));
    let mut dialog = Form::new("Find and replace", 58, available)
        .field("F~i~nd", "find", Input::new("").with_history(history()))
        .field("Re~p~lace", "replace", Input::new(long).with_history(Vec::new()))
        .columns(vec![
            Column::new(29, vec![Group::cluster("Options", "options", options)]),
            Column::new(22, vec![direction, scope]),
        ])
        .buttons(vec![
            ("next", Button::new("Fin~d~", ButtonKind::Default).at_least(12)),
            ("all", Button::new("Replace a~l~l", ButtonKind::Plain)),
            ("cancel", Button::new("Cancel", ButtonKind::Cancel)),
            ("help", Button::new("~H~elp", ButtonKind::Plain)),
        ])
        .build();
    dialog.set_text("find", "taly");
    dialog
}

fn painted(dialog: &Dialog, size: Size, theme: &Theme) -> Scene {
    let mut scene = stippled(size, theme);
    let at = dialog.placed(Rect::of_size(size)).origin();
    dialog.paint(&mut Canvas::new(&mut scene), at, FrameState::Active, theme);
    scene
}

/// Does that to the cell that shows the text, through the part that was painted there.
fn click(dialog: &mut Dialog, text: &str, mouse: Mouse) -> Response {
    let scene = painted(dialog, SCREEN, &Theme::default());
    let (at, origin) = (find(&scene, text), dialog.placed(Rect::of_size(SCREEN)).origin());
    dialog.mouse(part_at(&scene, at), Point::new(at.x - origin.x, at.y - origin.y), mouse)
}

fn press(dialog: &mut Dialog, keys: &[&str]) -> Response {
    keys.iter().map(|chord| dialog.key(key(chord))).last().unwrap()
}

#[test]
fn the_dialog_of_the_mock() {
    let mut dialog = find_and_replace(SCREEN);
    press(&mut dialog, &["Tab", "Home", "Shift+Tab", "Home"]);
    let scene = painted(&dialog, SCREEN, &Theme::default());
    let text = scene.to_text();
    let mock = [
        "╔═[■]═══════════════ Find and replace ═══════════════════╗",
        "║                                                        ║",
        "║   Find       taly                               ▐↓▌    ║",
        "║                                                        ║",
        "║   Replace    tally . normalise . dropMarks . f► ▐↓▌    ║",
        "║                                                        ║",
        "║   Options                      Direction               ║",
        "║   [X] Case sensitive           (•) Forward             ║",
        "║   [ ] Whole words              ( ) Backward            ║",
        "║   [ ] Regular expression       Scope                   ║",
        "║   [X] Ask before each          (•) Whole file          ║",
        "║                                ( ) Selection           ║",
        "║                                                        ║",
        "║      Find   ▄   Replace all  ▄   Cancel  ▄    Help  ▄  ║",
        "║    ▀▀▀▀▀▀▀▀▀▀   ▀▀▀▀▀▀▀▀▀▀▀▀▀▀   ▀▀▀▀▀▀▀▀▀   ▀▀▀▀▀▀▀▀  ║",
        "║                                                        ║",
        "╚════════════════════════════════════════════════════════╝",
    ];
    for line in mock {
        assert!(text.contains(line), "{line}\nis not on\n{text}");
    }
    assert_golden("dialog-mock", &scene);
    let code = |text: &str, column: i32| {
        let at = find(&scene, text);
        scene.cell(Point::new(at.x + column, at.y)).unwrap().attr.vga_code().unwrap()
    };
    assert_eq!((code("Find   ", 0), code("Replace  ", 0), code("Replace  ", 2)), (0x7F, 0x70, 0x7E), "labels");
    assert_eq!((code("taly", 0), code("f►", 0), code("f►", 1)), (0x1F, 0x1F, 0x1A), "fields");
    assert_eq!((code("▐↓▌", 0), code("▐↓▌", 1)), (0x72, 0x20));
    assert_eq!((code("[X]", 0), code("[X]", 4), code("[X]", 5)), (0x30, 0x3E, 0x30));
    assert_eq!((code("Find   ▄", 0), code("Find   ▄", 3), code("Find   ▄", 7)), (0x2B, 0x2E, 0x70));
    assert_eq!((code("Replace all", 0), code("Replace all", 9), code("Replace all", 13)), (0x20, 0x2E, 0x70));
    assert_eq!((code("╔═[■]", 0), code("╔═[■]", 3)), (0x7F, 0x7A));
    let field = find(&scene, "taly");
    assert_eq!(scene.cursor.map(|cursor| cursor.at), Some(field));
}

#[test]
fn tab_walks_the_controls_and_letters_lead_to_them() {
    let mut dialog = find_and_replace(SCREEN);
    let mut seen = Vec::new();
    for _ in 0..9 {
        seen.push(dialog.focused().unwrap().to_owned());
        assert_eq!(press(&mut dialog, &["Tab"]), Response::Handled);
    }
    assert_eq!(seen, ["find", "replace", "options", "direction", "scope", "next", "all", "cancel", "help"]);
    press(&mut dialog, &["Shift+Tab"]);
    assert_eq!(dialog.focused(), Some("help"));
    assert_eq!(press(&mut dialog, &["Alt+P"]), Response::Handled);
    assert_eq!(dialog.focused(), Some("replace"));
    assert_eq!(press(&mut dialog, &["Alt+W"]), Response::Changed("options".to_owned()));
    assert!(dialog.checked("options", 1) && dialog.checked("options", 0) && !dialog.checked("options", 2));
    assert_eq!(press(&mut dialog, &["b"]), Response::Changed("direction".to_owned()), "no input line has the focus");
    assert_eq!((dialog.chosen("direction"), dialog.focused()), (Some(1), Some("direction")));
    assert_eq!(press(&mut dialog, &["ArrowDown"]), Response::Changed("direction".to_owned()));
    assert_eq!(press(&mut dialog, &["F5"]), Response::Ignored);
    assert_eq!(press(&mut dialog, &["Alt+F9"]), Response::Ignored);
}

#[test]
fn enter_and_escape_press_the_right_buttons() {
    let mut dialog = find_and_replace(SCREEN);
    dialog.set_focus("replace");
    assert_eq!(press(&mut dialog, &["Enter"]), Response::Accepted("next".to_owned()));
    dialog.set_focus("all");
    assert_eq!(press(&mut dialog, &["Enter"]), Response::Accepted("all".to_owned()));
    assert_eq!(press(&mut dialog, &["Tab", "Space"]), Response::Cancelled);
    assert_eq!(press(&mut dialog, &["Escape"]), Response::Cancelled);
    assert_eq!(press(&mut dialog, &["Alt+L"]), Response::Accepted("all".to_owned()));
    dialog.set_enabled("next", false);
    dialog.set_focus("replace");
    assert_eq!(press(&mut dialog, &["Enter"]), Response::Handled);
}

#[test]
fn typing_and_the_clipboard_go_to_the_focused_input() {
    let mut dialog = find_and_replace(SCREEN);
    assert_eq!(press(&mut dialog, &["x"]), Response::Changed("find".to_owned()));
    assert_eq!(dialog.text("find"), "x");
    assert_eq!(press(&mut dialog, &["Ctrl+V"]), Response::WantsPaste);
    assert_eq!(dialog.paste("yz\n"), Response::Changed("find".to_owned()));
    assert_eq!(dialog.text("find"), "xyz");
    assert_eq!(press(&mut dialog, &["Ctrl+A", "Ctrl+Insert"]), Response::Copy("xyz".to_owned()));
    assert_eq!(press(&mut dialog, &["Ctrl+X"]), Response::Cut("xyz".to_owned()));
    assert_eq!((dialog.text("find"), dialog.text("nothing")), ("", ""));
    dialog.set_focus("options");
    assert_eq!(dialog.paste("text"), Response::Ignored);
}

#[test]
fn the_history_offers_earlier_texts() {
    let mut dialog = find_and_replace(SCREEN);
    press(&mut dialog, &["ArrowDown", "ArrowDown"]);
    assert_golden("dialog-history", &painted(&dialog, SCREEN, &Theme::default()));
    assert_eq!(press(&mut dialog.clone(), &["Enter"]), Response::Changed("find".to_owned()));
    let mut closed = dialog.clone();
    assert_eq!(press(&mut closed, &["Escape"]), Response::Handled);
    assert_eq!(closed.text("find"), "taly");
    assert_eq!(press(&mut closed, &["Escape"]), Response::Cancelled);
    click(&mut dialog, "main", mouse(MouseAction::Down, 1));
    assert_eq!(click(&mut dialog, "main", mouse(MouseAction::Up, 1)), Response::Changed("find".to_owned()));
    assert_eq!(dialog.text("find"), "main");
    click(&mut dialog, "▐↓▌", mouse(MouseAction::Down, 1));
    click(&mut dialog, "▐↓▌", mouse(MouseAction::Up, 1));
    assert_eq!(press(&mut dialog, &["End", "ArrowUp", "Enter"]), Response::Changed("find".to_owned()));
    assert_eq!(dialog.text("find"), "wordsIn");
    assert_eq!(press(&mut dialog, &["Tab", "ArrowDown", "Enter"]), Response::Handled, "an empty history");
}

#[test]
fn buttons_depress_and_act_on_release_inside() {
    let (down, moved, up) = (mouse(MouseAction::Down, 1), mouse(MouseAction::Move, 1), mouse(MouseAction::Up, 1));
    let mut dialog = find_and_replace(SCREEN);
    assert_eq!(click(&mut dialog, "Replace all", down), Response::Handled);
    let pressed = painted(&dialog, SCREEN, &Theme::default());
    assert_golden("dialog-pressed", &pressed);
    let mut aside = dialog.clone();
    aside.mouse(Part::Body, Point::new(1, 1), moved);
    assert!(painted(&aside, SCREEN, &Theme::default()).to_text().contains("Replace all  ▄"));
    assert_eq!(aside.mouse(Part::Body, Point::new(1, 1), up), Response::Handled);
    assert_eq!(click(&mut dialog, "Replace all", up), Response::Accepted("all".to_owned()));

    click(&mut dialog, "■", down);
    assert_eq!(click(&mut dialog, "Find and", up), Response::Cancelled, "it was pressed inside");
    click(&mut dialog, "■", down);
    dialog.mouse(Part::Title, Point::new(30, 0), moved);
    assert_eq!(dialog.mouse(Part::Title, Point::new(30, 0), up), Response::Handled);
    assert_eq!(click(&mut dialog, "Find and", down), Response::Ignored, "the owner moves it");

    press(&mut dialog, &["Alt+H"]);
    assert!(!painted(&dialog, SCREEN, &Theme::default()).to_text().contains("Help  ▄"));
    dialog.release();
    assert!(painted(&dialog, SCREEN, &Theme::default()).to_text().contains("Help  ▄"));
}

#[test]
fn the_mouse_marks_focuses_and_places_the_cursor() {
    let down = mouse(MouseAction::Down, 1);
    let mut dialog = find_and_replace(SCREEN);
    assert_eq!(click(&mut dialog, "Whole words", down), Response::Changed("options".to_owned()));
    assert!(dialog.checked("options", 1));
    assert_eq!(click(&mut dialog, "Selection", down), Response::Changed("scope".to_owned()));
    assert_eq!((dialog.chosen("scope"), dialog.focused()), (Some(1), Some("scope")));
    assert_eq!(click(&mut dialog, "Find  ", down), Response::Handled);
    assert_eq!(dialog.focused(), Some("find"));
    click(&mut dialog, "ly  ", down);
    press(&mut dialog, &["l"]);
    assert_eq!(dialog.text("find"), "tally");
    dialog.set_enabled("options", false);
    assert_eq!(click(&mut dialog, "Whole words", down), Response::Handled);
    assert!(dialog.checked("options", 1));
}

fn open_dialog(available: Size) -> Dialog {
    let names = (0..40).map(|i| format!("Module{i:02}.hs")).collect();
    Form::new("Open a file", 60, available)
        .field("~N~ame", "name", Input::new("*.hs").with_history(history()))
        .group(Group::list("~F~iles", "files", List::new(names, 3), 9))
        .info("facts", "/home/me/src\nModule00.hs  1,204 bytes", 2)
        .buttons(vec![
            ("open", Button::new("~O~pen", ButtonKind::Default)),
            ("cancel", Button::new("Cancel", ButtonKind::Cancel)),
        ])
        .build()
}

#[test]
fn a_list_dialog_by_keys_and_mouse() {
    let mut dialog = open_dialog(SCREEN);
    dialog.set_focus("files");
    assert_eq!(press(&mut dialog, &["ArrowRight", "ArrowDown"]), Response::Changed("files".to_owned()));
    assert_eq!(dialog.selected("files"), Some(10));
    assert_golden("dialog-open", &painted(&dialog, SCREEN, &Theme::default()));
    press(&mut dialog, &["m", "o", "d", "u", "l", "e", "3"]);
    assert_eq!(dialog.selected("files"), Some(30));
    let accepted = Response::Accepted("open".to_owned());
    assert_eq!(press(&mut dialog, &["Enter"]), accepted);
    assert_eq!(click(&mut dialog, "Module20", mouse(MouseAction::Down, 2)), accepted);
    assert_eq!(dialog.selected("files"), Some(20));
    assert_eq!(click(&mut dialog, "Module20", mouse(MouseAction::WheelDown, 1)), Response::Changed("files".to_owned()));
    click(&mut dialog, "▼", mouse(MouseAction::Down, 1));
    assert_eq!(dialog.selected("files"), Some(24));
    assert_eq!(press(&mut dialog, &["Home"]), Response::Changed("files".to_owned()));
    assert_eq!(click(&mut dialog, "Module00", mouse(MouseAction::Down, 2)), accepted);
    assert_eq!(click(&mut dialog, "Module00", mouse(MouseAction::Up, 2)), Response::Handled, "accepted once");
    dialog.select("files", 39);
    dialog.set_items("files", vec!["one".to_owned()]);
    dialog.set_text("facts", "nothing else");
    assert_eq!(dialog.selected("files"), Some(0));
    assert!(painted(&dialog, SCREEN, &Theme::default()).to_text().contains("nothing else"));
}

#[test]
fn dialogs_fit_the_smallest_screen() {
    let (size, theme) = (Size::new(40, 12), Theme::default());
    let mut dialog = find_and_replace(size);
    assert_eq!(dialog.size(), size);
    assert_golden("dialog-small", &painted(&dialog, size, &theme));
    for _ in 0..20 {
        press(&mut dialog, &["Tab"]);
        assert!(painted(&dialog, size, &theme).to_text().contains("Find"), "no panic, and the title stays");
    }
    dialog.set_focus("cancel");
    assert!(painted(&dialog, size, &theme).to_text().contains("Cancel"), "the focused control shows");
    dialog.set_focus("find");
    assert!(painted(&dialog, size, &theme).to_text().contains("taly"));
    dialog.mouse(Part::ScrollDown, Point::new(39, 10), mouse(MouseAction::Down, 1));
    assert!(!painted(&dialog, size, &theme).to_text().contains("taly"));
    dialog.mouse(Part::ThumbV, Point::new(39, 2), mouse(MouseAction::Down, 1));
    dialog.mouse(Part::Body, Point::new(39, 20), mouse(MouseAction::Move, 1));
    assert!(painted(&dialog, size, &theme).to_text().contains("Cancel"));
    let open = open_dialog(size);
    assert!(open.size().height <= 12);
    assert_golden("dialog-open-small", &painted(&open, size, &theme));
}

#[test]
fn a_dialog_moves_to_a_screen_of_another_size() {
    let small = Size::new(40, 12);
    let mut dialog = find_and_replace(SCREEN);
    press(&mut dialog, &["x", "Alt+W", "Alt+B"]);
    dialog.set_enabled("all", false);
    let moved = find_and_replace(small).with_state_of(&dialog);
    assert_eq!((moved.size(), moved.text("find"), moved.focused()), (small, "x", Some("direction")));
    assert!(moved.checked("options", 1) && moved.chosen("direction") == Some(1));
    assert!(moved.controls().iter().any(|control| control.name == "all" && !control.enabled));
    let scene = painted(&moved, small, &Theme::default());
    assert!(scene.to_text().contains("Backward"), "the focused control shows\n{}", scene.to_text());
    let mut list = open_dialog(SCREEN);
    list.select("files", 39);
    let moved = open_dialog(small).with_state_of(&list);
    assert!(painted(&moved, small, &Theme::default()).to_text().contains("Module39"), "{moved:?}");
}

#[test]
fn disabled_and_focused_controls_in_both_palettes() {
    let mut dialog = find_and_replace(SCREEN);
    for name in ["direction", "replace", "all"] {
        dialog.set_enabled(name, false);
    }
    dialog.set_focus("options");
    press(&mut dialog, &["ArrowDown"]);
    assert_golden("dialog-states", &painted(&dialog, SCREEN, &Theme::default()));
    assert_golden("dialog-states-accessible", &painted(&dialog, SCREEN, &Theme::new(Palette::Accessible)));
    dialog.set_focus("help");
    let mut scene = painted(&dialog, SCREEN, &Theme::default());
    let at = dialog.placed(Rect::of_size(SCREEN)).origin();
    let help = find(&scene, "Help");
    assert_eq!(scene.cell(help).unwrap().attr.vga_code(), Some(0x2E));
    assert_eq!(scene.cell(Point::new(help.x + 1, help.y)).unwrap().attr.vga_code(), Some(0x2F), "focused");
    let default = find(&scene, "Find   ▄");
    assert_eq!(scene.cell(default).unwrap().attr.vga_code(), Some(0x20), "Help took the default over");
    dialog.paint(&mut Canvas::new(&mut scene), at, FrameState::Inactive, &Theme::default());
    assert!(scene.to_text().contains("┌─────────────────── Find and replace"), "{}", scene.to_text());
}

fn save_changes(available: Size) -> Dialog {
    let buttons = vec![
        ("save", Button::new("~S~ave", ButtonKind::Default)),
        ("discard", Button::new("~D~iscard", ButtonKind::Plain)),
        ("cancel", Button::new("Cancel", ButtonKind::Cancel)),
    ];
    let text = "The text of /home/me/projects/wordstat/app/Main.hs was changed and is not saved.";
    message("Unsaved text", text, buttons, available)
}

#[test]
fn message_boxes_are_as_large_as_their_text() {
    let theme = Theme::default();
    let mut dialog = save_changes(SCREEN);
    assert_golden("message", &painted(&dialog, SCREEN, &theme));
    assert_golden("message-accessible", &painted(&dialog, SCREEN, &Theme::new(Palette::Accessible)));
    assert_eq!(dialog.focused(), Some("save"));
    assert_eq!(press(&mut dialog, &["d"]), Response::Accepted("discard".to_owned()));
    assert_golden("message-small", &painted(&save_changes(Size::new(40, 12)), Size::new(40, 12), &theme));
    let long = message("Long", &"word ".repeat(900), vec![("ok", Button::new("OK", ButtonKind::Default))], SCREEN);
    assert!(long.size().height <= SCREEN.height);
    let scene = painted(&long, SCREEN, &theme);
    assert!(scene.to_text().contains('…') && scene.to_text().contains("OK"), "{}", scene.to_text());
}

#[test]
fn a_dialog_is_data() {
    let mut dialog = find_and_replace(SCREEN);
    press(&mut dialog, &["a", "ArrowDown"]);
    let json = serde_json::to_string(&dialog).unwrap();
    let back: Dialog = serde_json::from_str(&json).unwrap();
    assert_eq!(back, dialog);
}

/// A small generator: the same numbers from the same seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % bound
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }
}

#[test]
fn no_input_on_any_screen_breaks_a_dialog() {
    let seed = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos() as u64;
    println!("seed {seed}");
    let mut random = Random(seed);
    let chords = [
        "Tab",
        "Shift+Tab",
        "ArrowDown",
        "ArrowUp",
        "ArrowLeft",
        "Shift+ArrowRight",
        "Ctrl+ArrowLeft",
        "Home",
        "End",
        "a",
        "漢",
        "Backspace",
        "Delete",
        "Ctrl+X",
        "Space",
        "PageDown",
        "Enter",
        "Alt+F",
        "Escape",
        "Ctrl+Backspace",
    ];
    let actions = [MouseAction::Down, MouseAction::Up, MouseAction::Move, MouseAction::WheelUp, MouseAction::WheelDown];
    for _ in 0..60 {
        let size = Size::new(random.below(90) as i32 + 1, random.below(30) as i32 + 1);
        let mut dialog = match random.below(3) {
            0 => find_and_replace(size),
            1 => open_dialog(size),
            _ => save_changes(size),
        };
        for _ in 0..60 {
            let scene = painted(&dialog, size, &Theme::default());
            match random.below(3) {
                0 => {
                    let at =
                        Point::new(random.below(size.width as u64) as i32, random.below(size.height as u64) as i32);
                    let origin = dialog.placed(Rect::of_size(size)).origin();
                    let clicks = random.below(2) as u8 + 1;
                    let event = mouse(random.pick(&actions), clicks);
                    dialog.mouse(part_at(&scene, at), Point::new(at.x - origin.x, at.y - origin.y), event);
                }
                1 if random.below(4) == 0 => drop(dialog.paste("e\u{301}\u{301}\u{200d}\r\nx")),
                _ => drop(dialog.key(key(random.pick(&chords)))),
            }
        }
    }
}

#[test]
fn no_input_on_any_screen_breaks_a_menu() {
    let seed = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos() as u64;
    println!("seed {seed}");
    let (mut random, bar, theme) = (Random(seed), menus(), Theme::default());
    let chords =
        ["ArrowDown", "ArrowUp", "ArrowLeft", "ArrowRight", "Home", "End", "Enter", "Escape", "Alt+R", "t", "é"];
    let actions = [MouseAction::Down, MouseAction::Up, MouseAction::Move];
    for _ in 0..60 {
        let size = Size::new(random.below(90) as i32 + 1, random.below(20) as i32 + 1);
        let mut state = MenuState::on_bar();
        for _ in 0..60 {
            let scene = painted_menu(size, Some(&state), &theme);
            let at = Point::new(random.below(size.width as u64) as i32, random.below(size.height as u64) as i32);
            if random.below(2) == 0 {
                state.key(&bar, key(random.pick(&chords)), size);
            } else {
                let part = Some(part_at(&scene, at)).filter(|part| *part != Part::Body);
                state.mouse(&bar, part, mouse(random.pick(&actions), 1));
            }
        }
    }
}
