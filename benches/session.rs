//! How fast a whole session answers: keys to painted scenes, opening, painting, starting.
//!
//! Prints `TIME name milliseconds limit` and `RATIO name value limit`, medians of several runs. Texts of 100 MB and 1 GB are
//! made in the folder for temporary files and removed again; they need 1.2 GB there and 1.3 GB of memory.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use thc_edit::app::Start;
use thc_edit::base::{Input, Key, KeyName, Mods, Size};
use thc_edit::command;
use thc_edit::desk::{Catalogue, Change, Desktop, Indenting, Opened, Presentation};
use thc_edit::host;
use thc_edit::link::{Front, ToCore, ToFront};
use thc_edit::model::Location;
use thc_edit::policy::Actor;
use thc_edit::text::{Form, TabWidth, Text};
use thc_edit::ui::theme::{Palette, Theme};
use thc_edit::view;

type Outcome = Result<(), Box<dyn Error>>;

const PATIENCE: Duration = Duration::from_secs(120);
/// Keys of one measurement.
const KEYS: usize = 400;
/// Runs of what starts a process.
const RUNS: usize = 9;
const MB: usize = 1_000_000;

const SAMPLE: &str = "-- | Count the words in a text.\ntally :: String -> Int\ntally = length . wordsIn\n\n\
                      main :: IO ()\nmain = print (tally \"one two\" * 2)\n\n";

fn main() -> Outcome {
    let folder = tempfile::tempdir()?;
    paint_large()?;
    start_up(&folder)?;
    keys_in_small(&folder)?;
    keys_in_long_lines(&folder)?;
    let large = text_file(&folder, "large.txt", 100 * MB)?;
    keys_at_end("key_100mb", &large)?;
    open_large("open_100mb", &large, true)?;
    scroll("scroll_100mb", &large)?;
    replace_all("replace_all_100mb", &large)?;
    fs::remove_file(&large)?;
    let huge = text_file(&folder, "huge.txt", 1000 * MB)?;
    keys_at_end("key_1gb", &huge)?;
    open_large("open_1gb", &huge, false)?;
    Ok(())
}

fn presentation() -> Presentation {
    Presentation {
        theme: Theme::new(Palette::Classic),
        tab_width: TabWidth::default(),
        indenting: Indenting::default(),
    }
}

fn time(name: &str, took: Duration, limit_ms: f64) {
    println!("TIME {name} {:.3} {limit_ms}", took.as_secs_f64() * 1000.0);
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// A file of that many bytes of plain lines.
fn text_file(folder: &TempDir, name: &str, bytes: usize) -> Result<PathBuf, Box<dyn Error>> {
    let path = folder.path().join(name);
    let mut out = BufWriter::new(File::create(&path)?);
    let (mut written, mut line) = (0, 0);
    while written < bytes {
        let text = format!("line {line}: {SAMPLE}");
        out.write_all(text.as_bytes())?;
        written += text.len();
        line += 1;
    }
    out.flush()?;
    Ok(path)
}

/// A session at work on files, with a place to put the cursor.
struct At {
    front: Front,
    session: Option<thc_edit::app::Session>,
    token: u64,
    _state: TempDir,
}

impl At {
    fn open(files: Vec<Location>) -> Result<Self, Box<dyn Error>> {
        let state = tempfile::tempdir()?;
        let start = Start {
            size: Size::new(80, 25),
            folder: state.path().to_path_buf(),
            presentation: presentation(),
            catalogue: command::catalogue(&BTreeMap::new()),
            files,
            restore: None,
            watch: None,
            state: state.path().to_path_buf(),
        };
        let (session, front) = host::local(start)?;
        let mut at = Self { front, session: Some(session), token: 0, _state: state };
        at.settle()?;
        Ok(at)
    }

    fn settle(&mut self) -> Outcome {
        self.token += 1;
        self.front.send(ToCore::Settle { token: self.token })?;
        loop {
            match self.front.news(PATIENCE)?.ok_or("nothing came to rest")? {
                ToFront::Settled { token, failures, .. } if token == self.token => {
                    return failures.into_iter().next().map_or(Ok(()), |why| Err(why.into()));
                }
                _ => {}
            }
        }
    }

    fn press(&self, key: Key, at_ms: u64) -> Outcome {
        Ok(self.front.send(ToCore::Input { input: Input::Key(key), at_ms, aimed_at: 0 })?)
    }

    /// The median time from a key to the scene that shows it.
    fn typed(&mut self) -> Result<Duration, Box<dyn Error>> {
        let mut times = Vec::with_capacity(KEYS);
        for at in 0..KEYS {
            let key = Key::plain(KeyName::Char(char::from(b'a' + (at % 26) as u8)));
            times.push(self.key_to_frame(key, at as u64 * 100)?);
        }
        Ok(median(times))
    }

    /// The time from a key to the next scene.
    fn key_to_frame(&mut self, key: Key, at_ms: u64) -> Result<Duration, Box<dyn Error>> {
        while self.front.frame(Duration::ZERO)?.is_some() {}
        let begun = Instant::now();
        self.press(key, at_ms)?;
        self.front.frame(PATIENCE)?.ok_or("no frame came")?;
        let took = begun.elapsed();
        // What colours the text afterwards is not part of the key.
        self.settle()?;
        Ok(took)
    }
}

impl Drop for At {
    fn drop(&mut self) {
        // The session may have ended by itself.
        let _ = self.front.send(ToCore::End);
        if let Some(session) = self.session.take() {
            session.join();
        }
    }
}

fn keys_in_small(folder: &TempDir) -> Outcome {
    let path = folder.path().join("Small.hs");
    fs::write(&path, SAMPLE.repeat(10_000 / SAMPLE.len() + 1))?;
    let mut at = At::open(vec![Location { path, line: Some(100), column: Some(1) }])?;
    time("key_10k", at.typed()?, 0.3);
    Ok(())
}

fn keys_at_end(name: &str, path: &Path) -> Outcome {
    let mut at = At::open(vec![Location::of_path(path)])?;
    at.press(Key::new(KeyName::End, Mods::CTRL), 0)?;
    at.settle()?;
    time(name, at.typed()?, 0.5);
    Ok(())
}

/// A page down to the scene that shows it.
fn scroll(name: &str, path: &Path) -> Outcome {
    let mut at = At::open(vec![Location::of_path(path)])?;
    let times = (0..KEYS).map(|_| at.key_to_frame(Key::plain(KeyName::PageDown), 0)).collect::<Result<_, _>>()?;
    time(name, median(times), 0.5);
    Ok(())
}

/// Replacing every `line` from the dialog's button to rest: one place in 170 bytes, one step of the history.
fn replace_all(name: &str, path: &Path) -> Outcome {
    let mut times = Vec::new();
    for _ in 0..3 {
        let mut at = At::open(vec![Location::of_path(path)])?;
        at.press(Key::new(KeyName::Char('h'), Mods::CTRL), 0)?;
        at.settle()?;
        for text in ["line", "\t", "row"] {
            for c in text.chars() {
                let name = if c == '\t' { KeyName::Tab } else { KeyName::Char(c) };
                at.press(Key::plain(name), 0)?;
            }
        }
        at.settle()?;
        let begun = Instant::now();
        at.press(Key::new(KeyName::Char('a'), Mods::ALT), 0)?;
        at.settle()?;
        times.push(begun.elapsed());
    }
    time(name, median(times), 4000.0);
    Ok(())
}

fn keys_in_long_lines(folder: &TempDir) -> Outcome {
    let mut times = Vec::new();
    for (name, bytes) in [("short.txt", 100_000), ("long.txt", 10 * MB)] {
        let path = folder.path().join(name);
        fs::write(&path, "wörd λ and more of it; ".repeat(bytes / 25))?;
        let mut at = At::open(vec![Location { path, line: Some(1), column: Some(bytes / 2) }])?;
        times.push(at.typed()?);
    }
    println!("RATIO key_10mb_line {:.3} 1.5", times[1].as_secs_f64() / times[0].as_secs_f64());
    time("key_10mb_line", times[1], 1.0);
    Ok(())
}

/// The program, as a process of its own.
fn program(state: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_thc-edit"));
    command.arg("--headless").env("XDG_STATE_HOME", state).env("XDG_CONFIG_HOME", state).stderr(Stdio::inherit());
    command
}

fn timed(command: &mut Command) -> Result<Duration, Box<dyn Error>> {
    let begun = Instant::now();
    let status = command.status()?;
    let took = begun.elapsed();
    if status.success() { Ok(took) } else { Err(format!("{command:?}: {status}").into()) }
}

/// From starting the process to its end, with the first frame written: no less than the time to that frame. A Haskell text
/// shows as soon as this plain one; what it takes longer is its colours, which the program waits for before it ends.
fn start_up(folder: &TempDir) -> Outcome {
    let out = folder.path().join("out.txt");
    let started = |name: &str| {
        let path = folder.path().join(name);
        fs::write(&path, SAMPLE)?;
        let runs = (0..RUNS).map(|_| timed(program(folder.path()).arg("--snapshot").arg(&out).arg(&path)));
        Ok::<_, Box<dyn Error>>(median(runs.collect::<Result<_, _>>()?))
    };
    time("start", started("Start.txt")?, 30.0);
    println!("# with a coloured Haskell text {:.1} ms", started("Start.hs")?.as_secs_f64() * 1000.0);
    Ok(())
}

/// Opening a file to its first frame, beside `cat`, and with it the memory of opening, typing and saving.
fn open_large(name: &str, path: &Path, timing: bool) -> Outcome {
    let folder = tempfile::tempdir()?;
    if timing {
        let cat = |_| timed(Command::new("cat").arg(path).stdout(Stdio::null()));
        let cat = median((0..RUNS).map(cat).collect::<Result<_, _>>()?);
        let mut opened = Vec::new();
        for _ in 0..RUNS {
            let begun = Instant::now();
            let at = At::open(vec![Location::of_path(path)])?;
            opened.push(begun.elapsed());
            drop(at);
        }
        println!("# cat takes {:.1} ms", cat.as_secs_f64() * 1000.0);
        time(name, median(opened), cat.as_secs_f64() * 1500.0 + 150.0);
    }
    let script = folder.path().join("save.jsonl");
    let steps = "{\"type\":\"key\",\"key\":\"x\"}\n{\"type\":\"key\",\"key\":\"F2\"}\n";
    fs::write(&script, steps)?;
    let peak = peak_memory(program(folder.path()).arg("--script").arg(&script).arg(path))?;
    let text = fs::metadata(path)?.len() as f64;
    println!("# {name}: {:.0} MB of memory for {:.0} MB of text, saved once", peak / 1e6, text / 1e6);
    println!("RATIO {name}_memory {:.3} 1.15", (peak - 24e6).max(0.0) / text);
    Ok(())
}

/// The most memory that a process had, in bytes, read while it runs.
fn peak_memory(command: &mut Command) -> Result<f64, Box<dyn Error>> {
    let mut child = command.spawn()?;
    let status = PathBuf::from(format!("/proc/{}/status", child.id()));
    let mut peak = 0.0f64;
    loop {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kib = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<f64>().ok());
        peak = peak.max(kib.unwrap_or(0.0) * 1024.0);
        if let Some(status) = child.try_wait()? {
            return if status.success() { Ok(peak) } else { Err(format!("{command:?}: {status}").into()) };
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn paint_large() -> Outcome {
    let mut desk = Desktop::new(Size::new(240, 67), PathBuf::from("/"), presentation(), Catalogue::default());
    for _ in 0..3 {
        let text = Text::from(SAMPLE.repeat(200).as_str());
        let form = Form::default();
        let opened =
            Opened { path: None, text, form, stamp: None, language: None, recovered: false, at: Some((50, 1)) };
        desk.apply(Actor::PERSON, Change::Open(opened), 0)?;
    }
    let mut times = Vec::new();
    for _ in 0..100 {
        let begun = Instant::now();
        std::hint::black_box(view::paint(&desk));
        times.push(begun.elapsed());
    }
    time("paint_240x67", median(times), 1.0);
    Ok(())
}
