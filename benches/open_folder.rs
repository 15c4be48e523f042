//! How soon the Files dock shows the first rows of a folder of 100,000 files.
//!
//! Prints `TIME name milliseconds limit`, the median of several runs. The files are empty, and removed again.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs::{self, File};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use thc_edit::app::Start;
use thc_edit::base::{Input, Key, KeyName, Mods, Size};
use thc_edit::command;
use thc_edit::desk::{Indenting, Presentation};
use thc_edit::host;
use thc_edit::link::{ToCore, ToFront};
use thc_edit::text::TabWidth;
use thc_edit::ui::theme::{Palette, Theme};

const FILES: usize = 100_000;
const RUNS: usize = 7;
const LIMIT_MS: f64 = 50.0;
const PATIENCE: Duration = Duration::from_secs(60);

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    fs::create_dir(folder.path().join(".git"))?;
    fs::write(folder.path().join(".gitignore"), "*.o\ntarget/\n")?;
    for n in 0..FILES {
        File::create(folder.path().join(format!("file{n:06}.hs")))?;
    }
    let mut times = (0..RUNS).map(|_| first_rows(&folder)).collect::<Result<Vec<_>, _>>()?;
    times.sort();
    println!("TIME folder_100k {:.3} {LIMIT_MS}", times[RUNS / 2].as_secs_f64() * 1000.0);
    Ok(())
}

/// From the key that shows the dock to the frame with the first file in it.
fn first_rows(folder: &TempDir) -> Result<Duration, Box<dyn Error>> {
    let state = tempfile::tempdir()?;
    let start = Start {
        size: Size::new(80, 25),
        folder: folder.path().to_path_buf(),
        presentation: Presentation {
            theme: Theme::new(Palette::Classic),
            tab_width: TabWidth::default(),
            indenting: Indenting::default(),
        },
        catalogue: command::catalogue(&BTreeMap::new()),
        files: Vec::new(),
        restore: None,
        watch: None,
        state: state.path().to_path_buf(),
    };
    let (session, front) = host::local(start)?;
    front.send(ToCore::Settle { token: 1 })?;
    while !matches!(front.news(PATIENCE)?.ok_or("nothing came to rest")?, ToFront::Settled { .. }) {}
    let key = Key { name: KeyName::Char('b'), mods: Mods { ctrl: true, ..Mods::NONE } };
    let begun = Instant::now();
    front.send(ToCore::Input { input: Input::Key(key), at_ms: 0, aimed_at: 0 })?;
    let took = loop {
        let scene = front.frame(PATIENCE)?.ok_or("no frame came")?;
        if scene.to_text().contains("─ file") {
            break begun.elapsed();
        }
    };
    front.send(ToCore::End)?;
    session.join();
    Ok(took)
}
