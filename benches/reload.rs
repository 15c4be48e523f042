//! How long it takes until a text follows its file that somebody else wrote anew: 100 MB, different at the beginning, in the
//! middle and at the end, in a session that watches as usual.
//!
//! Prints `TIME reload_100mb ms limit`, from the moment at which the file is in place to the frame that shows it. The limit
//! is a second: who comes back from another program has the text before looking for it. 80 ms of it are waited for the file
//! to be still; the rest is read, hashed and compared at some hundred MB a second, and swapped in.

use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::time::{Duration, Instant};

use thc_edit::app::Start;
use thc_edit::base::Size;
use thc_edit::command;
use thc_edit::desk::{Indenting, Presentation};
use thc_edit::host;
use thc_edit::link::{ToCore, ToFront};
use thc_edit::model::Location;
use thc_edit::service::watch;
use thc_edit::text::TabWidth;
use thc_edit::ui::theme::{Palette, Theme};

const BYTES: usize = 100_000_000;
const LIMIT_MS: f64 = 1000.0;
/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(120);

fn main() -> Result<(), Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("large.txt");
    let mut text = String::with_capacity(BYTES + 100);
    for line in 0.. {
        text.push_str(&format!("line {line}: the quick brown fox jumps over the lazy dog\n"));
        if text.len() >= BYTES {
            break;
        }
    }
    fs::write(&path, &text)?;
    let start = Start {
        size: Size::new(80, 25),
        folder: folder.path().to_path_buf(),
        presentation: Presentation {
            theme: Theme::new(Palette::Classic),
            tab_width: TabWidth::default(),
            indenting: Indenting::default(),
        },
        catalogue: command::catalogue(&BTreeMap::new()),
        files: vec![Location::of_path(path.clone())],
        restore: None,
        watch: Some(watch::system),
        state: folder.path().join("state"),
    };
    let (session, front) = host::local(start)?;
    front.send(ToCore::Settle { token: 1 })?;
    while !matches!(front.news(PATIENCE)?.ok_or("nothing came to rest")?, ToFront::Settled { .. }) {}

    let middle = text.len() / 2;
    let middle = middle + text[middle..].find('\n').ok_or("lines")? + 1;
    text.insert_str(middle, "in the middle\n");
    text.push_str("at the end\n");
    text.replace_range(..4, "THEIRS");
    let beside = folder.path().join("beside.txt");
    fs::write(&beside, &text)?;
    fs::rename(&beside, &path)?;
    let begun = Instant::now();
    while !front.frame(PATIENCE)?.ok_or("no frame came")?.to_text().contains("THEIRS") {}
    println!("TIME reload_100mb {:.3} {LIMIT_MS}", begun.elapsed().as_secs_f64() * 1000.0);
    front.send(ToCore::End)?;
    session.join();
    Ok(())
}
