//! A session as tests drive it: through its link, from outside, until it has come to rest.
#![allow(dead_code)] // reason: each test file is a program of its own and uses its part.

pub mod program;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;
use thc_edit::app::{Session, Start, WatchSource};
use thc_edit::base::{Input, Key, Mods, Mouse, MouseAction, Point, Size};
use thc_edit::command;
use thc_edit::desk::{Indenting, Presentation};
use thc_edit::grid::{Attr, Scene};
use thc_edit::host;
use thc_edit::link::{Front, ToCore, ToFront};
use thc_edit::model::Location;
use thc_edit::text::TabWidth;
use thc_edit::ui::theme::{Palette, Theme};

/// Longer than anything here takes, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running session with a folder of its own.
pub struct Editor {
    front: Front,
    session: Option<Session>,
    folder: TempDir,
    scene: Arc<Scene>,
    token: u64,
    pub now_ms: u64,
    /// What went wrong for good, since the start.
    pub failures: Vec<String>,
    /// What went wrong and is put to the person.
    pub open: Vec<String>,
}

impl Editor {
    /// A session of 80x25 in an empty folder, with these files made and opened; the last one is in front.
    pub fn new(files: &[(&str, &[u8])]) -> Self {
        Self::sized(Size::new(80, 25), files)
    }

    /// The same, with a screen of that size.
    pub fn sized(size: Size, files: &[(&str, &[u8])]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut locations = Vec::new();
        for (name, content) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(&path, content).unwrap();
            locations.push(Location::of_path(path));
        }
        Self::start(folder, size, locations)
    }

    /// A session that opens these places in files of the folder. It does not hear of what others do to them.
    pub fn start(folder: TempDir, size: Size, files: Vec<Location>) -> Self {
        Self::launch(folder, "", size, files, None)
    }

    /// The same, with the project in that folder of the folder.
    pub fn start_in(folder: TempDir, project: &str, size: Size, files: Vec<Location>) -> Self {
        Self::launch(folder, project, size, files, None)
    }

    /// The same, with a source of news about what others do to the files.
    pub fn start_watching(folder: TempDir, size: Size, files: Vec<Location>, watch: WatchSource) -> Self {
        Self::launch(folder, "", size, files, Some(watch))
    }

    fn launch(folder: TempDir, project: &str, size: Size, files: Vec<Location>, watch: Option<WatchSource>) -> Self {
        let state = folder.path().join(".state");
        let start = Start {
            size,
            folder: folder.path().join(project).components().collect(),
            presentation: Presentation {
                theme: Theme::new(Palette::Classic),
                tab_width: TabWidth::default(),
                indenting: Indenting::default(),
            },
            catalogue: command::catalogue(&BTreeMap::new()),
            files,
            restore: None,
            watch,
            state,
        };
        let (session, front) = host::local(start).unwrap();
        let scene = Arc::new(Scene::new(size));
        let mut editor = Self {
            front,
            session: Some(session),
            folder,
            scene,
            token: 0,
            now_ms: 0,
            failures: Vec::new(),
            open: Vec::new(),
        };
        editor.settle();
        editor
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// Waits until everything asked for has come to rest, and takes the newest frame.
    pub fn settle(&mut self) {
        self.token += 1;
        self.send(ToCore::Settle { token: self.token });
        loop {
            match self.front.news(PATIENCE).unwrap().expect("nothing came to rest") {
                ToFront::Settled { token, failures, open } => {
                    self.failures.extend(failures);
                    self.open = open;
                    if token == self.token {
                        break;
                    }
                }
                ToFront::Clipboard(_) => {}
                ToFront::Ended { .. } => panic!("the session ended"),
            }
        }
        if let Some(scene) = self.front.frame(Duration::ZERO).unwrap() {
            self.scene = scene;
        }
    }

    /// Lets the session come to rest until the screen shows a text: for what comes from outside of it.
    #[track_caller]
    pub fn wait_for(&mut self, text: &str) -> &mut Self {
        self.wait_until(text, |editor| editor.shows(text))
    }

    /// The same, until something is so.
    #[track_caller]
    pub fn wait_until(&mut self, what: &str, so: impl Fn(&Self) -> bool) -> &mut Self {
        let begun = std::time::Instant::now();
        while !so(self) {
            assert!(begun.elapsed() < PATIENCE, "{what}\n{}", self.screen());
            std::thread::yield_now();
            self.settle();
        }
        self
    }

    pub fn send(&self, message: ToCore) {
        self.front.send(message).unwrap();
    }

    /// Hands one event on, without waiting for what comes of it.
    pub fn post(&self, input: Input) {
        self.send(ToCore::Input { input, at_ms: self.now_ms, aimed_at: self.scene.sequence });
    }

    pub fn input(&mut self, input: Input) -> &mut Self {
        self.post(input);
        self.settle();
        self
    }

    /// Presses keys: `abc<Enter><C-x><S-ArrowRight><A-F3><C-S-z>`; `<lt>` is `<`.
    pub fn keys(&mut self, keys: &str) -> &mut Self {
        for key in parse_keys(keys) {
            self.input(Input::Key(key));
        }
        self
    }

    pub fn paste(&mut self, text: &str) -> &mut Self {
        self.input(Input::Paste(text.to_owned()))
    }

    pub fn mouse(&mut self, action: MouseAction, x: i32, y: i32) -> &mut Self {
        self.mouse_with(action, x, y, 1, Mods::NONE)
    }

    pub fn mouse_with(&mut self, action: MouseAction, x: i32, y: i32, clicks: u8, mods: Mods) -> &mut Self {
        self.input(Input::Mouse(Mouse { action, at: Point::new(x, y), button: 0, clicks, mods }))
    }

    pub fn click(&mut self, x: i32, y: i32) -> &mut Self {
        self.mouse(MouseAction::Down, x, y).mouse(MouseAction::Up, x, y)
    }

    pub fn drag(&mut self, from: (i32, i32), to: (i32, i32)) -> &mut Self {
        self.mouse(MouseAction::Down, from.0, from.1);
        self.mouse(MouseAction::Move, to.0, to.1);
        self.mouse(MouseAction::Up, to.0, to.1)
    }

    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// The screen, a row a line.
    pub fn screen(&self) -> String {
        self.scene.to_text()
    }

    pub fn row(&self, y: usize) -> String {
        self.screen().lines().nth(y).unwrap().to_owned()
    }

    /// Where a text stands on the screen; the first place from the top.
    pub fn find(&self, text: &str) -> Option<(i32, i32)> {
        self.screen().lines().enumerate().find_map(|(y, row)| {
            let at = row.find(text)?;
            Some((row[..at].chars().count() as i32, y as i32))
        })
    }

    pub fn shows(&self, text: &str) -> bool {
        self.find(text).is_some()
    }

    /// Line and column of the cursor as the active window's lower edge says, from 1.
    pub fn cursor(&self) -> (usize, usize) {
        for row in self.screen().lines().rev() {
            let Some(edge) = row.find('╚').map(|at| &row[at..]) else { continue };
            for word in edge.split(|c: char| !(c.is_ascii_digit() || c == ':')) {
                if let Some((line, column)) = word.split_once(':') {
                    return (line.parse().unwrap(), column.parse().unwrap());
                }
            }
        }
        panic!("no cursor on\n{}", self.screen());
    }

    /// Presses the last keys of a session, which end it; answers what it says is unsaved.
    pub fn ends_by(mut self, keys: &str) -> Vec<String> {
        for key in parse_keys(keys) {
            self.post(Input::Key(key));
        }
        let unsaved = self.await_end();
        self.session.take().unwrap().join();
        unsaved
    }

    fn await_end(&self) -> Vec<String> {
        loop {
            match self.front.news(PATIENCE).unwrap().expect("the session goes on") {
                ToFront::Ended { unsaved, .. } => return unsaved,
                _ => continue,
            }
        }
    }

    /// The attribute of a cell, as look.md writes it: `0x1E` is yellow on blue.
    pub fn attr(&self, x: i32, y: i32) -> Attr {
        self.scene.cell(Point::new(x, y)).unwrap().attr
    }

    /// Where the text cursor is drawn.
    pub fn caret(&self) -> Option<(i32, i32)> {
        self.scene.cursor.map(|cursor| (cursor.at.x, cursor.at.y))
    }

    /// Ends the session, and answers what it says is unsaved.
    pub fn end(mut self) -> Vec<String> {
        self.stop()
    }

    fn stop(&mut self) -> Vec<String> {
        let Some(session) = self.session.take() else { return Vec::new() };
        let mut unsaved = Vec::new();
        if self.front.send(ToCore::End).is_ok() {
            while let Ok(Some(news)) = self.front.news(PATIENCE) {
                if let ToFront::Ended { unsaved: left, .. } = news {
                    unsaved = left;
                    break;
                }
            }
        }
        session.join();
        unsaved
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The keys that a notation stands for: see [`Editor::keys`].
pub fn parse_keys(keys: &str) -> Vec<Key> {
    let mut parsed = Vec::new();
    let mut rest = keys;
    while let Some(c) = rest.chars().next() {
        let end = if c == '<' { rest.find('>') } else { None };
        let Some(end) = end else {
            parsed.push(Key::plain(thc_edit::base::KeyName::Char(c)));
            rest = &rest[c.len_utf8()..];
            continue;
        };
        let mut name = &rest[1..end];
        let mut mods = Mods::NONE;
        while name.len() > 2 && name.as_bytes()[1] == b'-' {
            match name.as_bytes()[0] {
                b'C' => mods.ctrl = true,
                b'A' => mods.alt = true,
                b'S' => mods.shift = true,
                _ => panic!("<{name}>"),
            }
            name = &name[2..];
        }
        let name = match name {
            "lt" => thc_edit::base::KeyName::Char('<'),
            name => name.parse().unwrap(),
        };
        parsed.push(Key { name, mods });
        rest = &rest[end + 1..];
    }
    parsed
}

/// Opens `before` with the cursor at its `|`, presses `keys`, saves, and compares file and cursor with `after`.
#[track_caller]
pub fn check(before: &str, keys: &str, after: &str) {
    check_file("a.txt", before, keys, after);
}

/// The same in a file of that name.
#[track_caller]
pub fn check_file(name: &str, before: &str, keys: &str, after: &str) {
    let (text, at) = take_cursor(before);
    let (wanted, wanted_at) = take_cursor(after);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    let location = Location { path, line: Some(at.0), column: Some(at.1) };
    let mut editor = Editor::start(folder, Size::new(80, 25), vec![location]);
    editor.keys(keys);
    let cursor = editor.cursor();
    editor.keys("<F2>");
    let saved = String::from_utf8(editor.read(name)).unwrap();
    assert_eq!((saved.as_str(), cursor), (wanted.as_str(), wanted_at), "after {keys}\n{}", editor.screen());
}

/// A text without its `|`, and where that stood, from 1.
fn take_cursor(marked: &str) -> (String, (usize, usize)) {
    let at = marked.find('|').expect("a cursor |");
    let before = &marked[..at];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap().chars().count() + 1;
    (format!("{before}{}", &marked[at + 1..]), (line, column))
}

/// Compares with `tests/golden/NAME.txt`; with UPDATE_GOLDEN set, writes it.
#[track_caller]
pub fn golden(name: &str, actual: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(format!("{name}.txt"));
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        return fs::write(&path, actual).unwrap();
    }
    let wanted = fs::read_to_string(&path).unwrap_or_default();
    assert!(wanted == actual, "{} differs; UPDATE_GOLDEN=1 rewrites it. Now:\n{actual}", path.display());
}
