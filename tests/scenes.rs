//! Whole frames of the desk, compared with text files that were looked at: glyphs, attributes and the cursor of every
//! state that look.md describes. `SCENES_PNG=FOLDER` writes each as a picture too.

mod common;

use std::fs::File;
use std::path::{Path, PathBuf};

use common::{Editor, golden};
use thc_edit::base::{MouseAction, Size};
use thc_edit::desk::{Change, Desktop, FindForm, FolderView, Indenting, NameForm, Presentation, ProjectForm, Question};
use thc_edit::grid::{Mode, Raster, Scale, Scene};
use thc_edit::model::Location;
use thc_edit::policy::Actor;
use thc_edit::text::{Query, TabWidth};
use thc_edit::ui::theme::{Palette, Theme};
use thc_edit::{command, view};

const REFERENCE: Size = Size::new(80, 25);
const SMALLEST: Size = Size::new(40, 12);

const MAIN: &str = "{-# LANGUAGE ImportQualifiedPost #-}\nmodule Main (main) where\n\nimport Data.Char (toUpper)\n\
                    import Words (wordsIn)\n\n-- | Count the words in a text.\ntally :: String -> Int\n\
                    tally = length . wordsIn\n\nmain :: IO ()\nmain = do\n  print (tally \"one two\" * 2)\n  \
                    putStrLn (map toUpper \"done\")\n";
const WORDS: &str = "module Words (wordsIn) where\n\n-- | Split a text at white space.\n\
                     wordsIn :: String -> [String]\nwordsIn = words\n";

#[track_caller]
fn show(name: &str, scene: &Scene) {
    if let Some(folder) = std::env::var_os("SCENES_PNG") {
        let image = Raster::new(Mode::default(), Scale::default()).render(scene).unwrap();
        image.write_png(&mut File::create(Path::new(&folder).join(format!("{name}.png"))).unwrap()).unwrap();
    }
    golden(&format!("scenes/{name}"), &scene.to_golden());
}

fn main_at(size: Size) -> Editor {
    Editor::sized(size, &[("Main.hs", MAIN.as_bytes())])
}

fn two() -> Editor {
    Editor::new(&[("Words.hs", WORDS.as_bytes()), ("Main.hs", MAIN.as_bytes())])
}

#[test]
fn one_window() {
    show("window", main_at(REFERENCE).scene());
    show("window-small", main_at(SMALLEST).scene());
    show("window-large", main_at(Size::new(200, 60)).scene());
}

#[test]
fn an_edited_text_is_marked() {
    let mut editor = main_at(REFERENCE);
    editor.keys("<ArrowDown><ArrowDown>x<C-End><Insert>");
    show("modified", editor.scene());
}

#[test]
fn an_empty_desk() {
    show("empty", Editor::new(&[]).scene());
    show("empty-small", Editor::sized(SMALLEST, &[]).scene());
}

#[test]
fn menus() {
    let mut editor = main_at(REFERENCE);
    editor.keys("<F10>");
    show("menu-bar", editor.scene());
    editor.keys("<ArrowDown>");
    show("menu-file", editor.scene());
    editor.keys("<ArrowRight><ArrowRight><ArrowRight>");
    show("menu-disabled", editor.scene());
    editor.keys("<A-h>");
    show("menu-help", editor.scene());
    let mut editor = main_at(SMALLEST);
    editor.keys("<A-w>");
    show("menu-small", editor.scene());
    editor.keys("<ArrowUp>");
    show("menu-small-end", editor.scene());
}

#[test]
fn windows_over_each_other() {
    let mut editor = two();
    show("overlap", editor.scene());
    editor.keys("<F6>");
    show("overlap-next", editor.scene());
    editor.keys("<F5>");
    show("zoomed", editor.scene());
}

#[test]
fn tiles_cascade_and_splits() {
    let mut editor = two();
    editor.keys("<A-w>t");
    show("tiled", editor.scene());
    editor.keys("<A-w>a");
    show("cascade", editor.scene());
    let mut editor = main_at(REFERENCE);
    editor.keys("<A-w>v");
    show("split-vertical", editor.scene());
    editor.keys("<A-w>h");
    show("split-both", editor.scene());
}

#[test]
fn a_window_on_its_way() {
    let mut editor = main_at(REFERENCE);
    editor.mouse(MouseAction::Down, 30, 1).mouse(MouseAction::Move, 40, 5);
    show("dragging", editor.scene());
    editor.mouse(MouseAction::Up, 40, 5).keys("<C-F5><S-C-ArrowLeft>");
    show("moving-by-keys", editor.scene());
}

#[test]
fn selections() {
    let mut editor = main_at(REFERENCE);
    editor.keys("<ArrowDown><S-ArrowDown><S-ArrowDown><S-ArrowDown><S-ArrowRight><S-ArrowRight>");
    show("selection", editor.scene());
}

#[test]
fn tabs_and_wide_characters() {
    let text = "\tone\ttwo\n漢字かな交じり文の行がここから右の縁を越えて続いていくので最後の字は切れてしまうはずだが半分では見せない\n\
                a漢字かな交じり文の行がここから右の縁を越えて続いていくので最後の字は切れてしまうはずだが半分では見せない\n\
                e\u{301}tude o\u{308} a\u{20dd} x\u{200b}y\n👍🏽 👨‍👩‍👧 ‼ ↕ end\n\u{1}control\u{7f}\n";
    let mut editor = Editor::new(&[("wide.txt", text.as_bytes())]);
    show("wide", editor.scene());
    editor.keys("<ArrowDown><End>");
    show("wide-scrolled", editor.scene());
    editor.keys("<C-Home><S-ArrowRight><S-ArrowRight><S-ArrowRight><S-ArrowRight><S-ArrowDown><S-ArrowDown>");
    show("wide-selected", editor.scene());
    let mut editor = Editor::new(&[("wide.txt", text.as_bytes()), ("b.txt", b"small\n")]);
    editor.drag((78, 22), (41, 10)).drag((10, 2), (25, 2));
    show("wide-overlapped", editor.scene());
    editor.drag((25, 2), (24, 2));
    show("wide-overlapped-odd", editor.scene());
}

#[test]
fn bytes() {
    let every: Vec<u8> = (0..=255).chain(0..100).collect();
    let mut editor = Editor::new(&[("bytes.bin", &every)]);
    show("hex", editor.scene());
    editor.keys("<ArrowDown><S-ArrowRight><S-ArrowRight><S-ArrowRight>");
    show("hex-selected", editor.scene());
    let mut editor = Editor::sized(SMALLEST, &[("bytes.bin", &every)]);
    show("hex-small", editor.scene());
    for _ in 0..20 {
        let (x, y) = editor.find("►─┘").unwrap();
        editor.click(x, y);
    }
    show("hex-small-right", editor.scene());
}

/// The desk with that question open, over nothing.
fn asked(question: Question, size: Size) -> Scene {
    let presentation = Presentation {
        theme: Theme::new(Palette::Classic),
        tab_width: TabWidth::default(),
        indenting: Indenting::default(),
    };
    let mut desk = Desktop::new(size, "/".into(), presentation, command::catalogue(&Default::default()));
    desk.apply(Actor::PERSON, Change::Ask { question }, 0).unwrap();
    view::paint(&desk).scene
}

fn ask(name: &str, question: Question) {
    show(name, &asked(question.clone(), REFERENCE));
    show(&format!("{name}-small"), &asked(question, SMALLEST));
}

fn folder(name: &str) -> FolderView {
    let files = (1..=30).map(|n| format!("Module{n}.hs"));
    let entries = ["app/", "docs/", "src/"].map(str::to_owned).into_iter().chain(files).collect();
    FolderView { folder: PathBuf::from("/home/someone/projects/wordstat"), entries, cut: false, name: name.to_owned() }
}

#[test]
fn file_dialogs() {
    ask("open", Question::Open(folder("*.hs")));
    ask("open-cut", Question::Open(FolderView { cut: true, ..folder("*") }));
    ask("save-as", Question::SaveAs(folder("Main.hs")));
}

#[test]
fn search_dialogs() {
    let query = Query { pattern: "tally".to_owned(), case_sensitive: true, whole_words: false, regex: false };
    let replacement = "count".to_owned();
    let form =
        FindForm { query, replacement, has_selection: false, backward: false, in_selection: false, ask_each: true };
    ask("find", Question::Find(form.clone()));
    ask("replace", Question::Replace(FindForm { has_selection: true, ..form }));
    ask("goto", Question::GoTo { lines: 1_234 });
}

#[test]
fn messages() {
    ask("message", Question::message("About", "thc-edit\nA text-mode IDE.".to_owned()));
    let long = "The file /home/someone/projects/wordstat/src/Data/Text/Words/Counting.hs could not be written: \
                no space is left on the device. Free some, or save it somewhere else.";
    ask("message-long", Question::message("Not saved", long.to_owned()));
    let buttons = [("save", "~S~ave"), ("discard", "~D~iscard"), ("cancel", "Cancel")];
    ask("unsaved", Question::choose("Save changes?", "Main.hs has changes that are not saved.".to_owned(), &buttons));
}

#[test]
fn a_dialog_over_windows() {
    let mut editor = two();
    editor.keys("x<A-F3>");
    show("unsaved-over", editor.scene());
    editor.keys("<Escape><C-h>");
    show("replace-over", editor.scene());
    let (x, y) = editor.find(" Find and replace ").unwrap();
    editor.mouse(MouseAction::Down, x + 2, y).mouse(MouseAction::Move, x - 10, y + 5);
    show("dialog-dragging", editor.scene());
}

/// The project of the mock screen, with Main.hs and Words.hs opened, and a clean name for its folder.
fn mock(size: Size) -> Editor {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("wordstat");
    for (name, content) in [
        ("app/Main.hs", MAIN),
        ("src/Words.hs", WORDS),
        ("test/Spec.hs", "module Main where\n"),
        ("ws.cabal", "name: wordstat\n"),
        ("dist/ws.o", ""),
        (".gitignore", "dist\n"),
    ] {
        let path = root.join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }
    std::fs::create_dir(root.join(".git")).unwrap();
    let open = ["src/Words.hs", "app/Main.hs"].map(|name| Location::of_path(root.join(name)));
    Editor::start_in(folder, "wordstat", size, open.to_vec())
}

#[test]
fn the_files_dock() {
    for (name, size) in [("", REFERENCE), ("-small", SMALLEST), ("-large", Size::new(200, 60))] {
        let mut editor = mock(size);
        editor.keys("<C-b>");
        show(&format!("files{name}"), editor.scene());
        editor.keys("<Escape>x");
        show(&format!("files-inactive{name}"), editor.scene());
    }
}

#[test]
fn the_messages() {
    for (name, size) in [("", REFERENCE), ("-small", SMALLEST), ("-large", Size::new(200, 60))] {
        let mut editor = mock(size);
        editor.keys("<C-b><C-S-f>wordsIn<Enter><ArrowDown>");
        show(&format!("messages{name}"), editor.scene());
    }
}

#[test]
fn the_dialogs_of_files_and_windows() {
    for (name, size) in [("", REFERENCE), ("-small", SMALLEST), ("-large", Size::new(200, 60))] {
        let mut editor = mock(size);
        editor.keys("<A-0>");
        show(&format!("window-list{name}"), editor.scene());
        let folder = FolderView {
            folder: "/home/me/wordstat".into(),
            entries: vec!["app/".into(), "src/".into()],
            cut: false,
            name: String::new(),
        };
        let form = NameForm {
            title: "Rename".into(),
            about: "Main.hs, in /home/me/wordstat/app".into(),
            name: "Main.hs".into(),
        };
        let find = ProjectForm { query: Query::default(), names: "*.hs".into(), folder: "/home/me/wordstat".into() };
        let questions = [
            ("change-dir", Question::ChangeDir(folder)),
            ("rename", Question::Name(form)),
            ("find-in-project", Question::FindInProject(find)),
        ];
        for (dialog, question) in questions {
            show(&format!("{dialog}{name}"), &asked(question, size));
        }
    }
}

#[test]
fn unsaved_changes() {
    for (size, name) in [(REFERENCE, ""), (SMALLEST, "-small")] {
        let mut editor = main_at(size);
        editor.keys("<C-End>  done = True<Enter><C-Home><ArrowDown><ArrowDown><ArrowDown>");
        editor.keys("<S-ArrowDown><Delete><End>  -- words<C-Home>");
        show(&format!("changes-current{name}"), editor.scene());
        editor.keys("<A-w>g");
        show(&format!("changes-only{name}"), editor.scene());
        editor.keys("<A-w>d<C-Home>");
        show(&format!("changes-side-by-side{name}"), editor.scene());
    }
}

#[test]
fn a_file_that_changed_on_disk() {
    let text = "Main.hs was changed on disk by someone else, and has changes here that are not saved.".to_owned();
    let buttons =
        [("theirs", "~L~oad theirs"), ("mine", "~K~eep mine"), ("show", "~S~how difference"), ("later", "Cancel")];
    ask("dialog-changed-on-disk", Question::cautious("File changed on disk", text, &buttons));
}
