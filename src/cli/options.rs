//! The options, as `--help` shows them.

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;

use clap::Parser;
use clap::error::ErrorKind;

use crate::base::Size;
use crate::desk::{MAX_SCREEN, MIN_SCREEN};
use crate::settings::{Overrides, Scale, ScreenMode};

/// A text-mode IDE for people and coding agents. This version runs without a display, by script.
#[derive(Parser, Debug)]
#[command(name = "thc-edit", version, disable_help_subcommand = true)]
pub struct Options {
    /// Run without a display.
    #[arg(long)]
    pub headless: bool,
    /// The screen in cells, columns by rows: 40x12 to 512x256.
    #[arg(long, value_name = "CxR", value_parser = parse_size)]
    pub size: Option<Size>,
    /// The screen mode: 3 is 80x25, 259 is 80x50 at half height.
    #[arg(long, value_name = "3|259", value_parser = ScreenMode::from_str)]
    pub mode: Option<ScreenMode>,
    /// Pixels of a picture for one pixel of the font: 1 to 8, in eighths.
    #[arg(long, value_name = "1…8", value_parser = Scale::from_str)]
    pub scale: Option<Scale>,
    /// Carry out the events in FILE: one JSON object a line.
    #[arg(long, value_name = "FILE", requires = "headless")]
    pub script: Option<PathBuf>,
    /// Write all input to FILE as a script, which replays to the same pictures.
    #[arg(long, value_name = "FILE", requires = "headless")]
    pub record: Option<PathBuf>,
    /// Write the last frame to FILE as text.
    #[arg(long, value_name = "FILE", requires = "headless")]
    pub snapshot: Option<PathBuf>,
    /// Write the last frame to FILE as PNG.
    #[arg(long, value_name = "FILE", requires = "headless")]
    pub capture: Option<PathBuf>,
    /// List the unsaved texts of sessions that ended badly; with an ID, print that text; with --headless too, open it.
    #[arg(long, value_name = "ID", num_args = 0..=1)]
    pub recover: Option<Option<String>>,
    /// Files to open, and perhaps where: PATH[:LINE[:COLUMN]]. A folder is where dialogs start.
    #[arg(value_name = "PATH")]
    pub paths: Vec<PathBuf>,
}

/// Why there is nothing to carry out.
pub enum Stop {
    /// Help or the version was asked for, and shown.
    Shown,
    /// The command line is wrong, in one line.
    Wrong(String),
}

impl Options {
    /// Reads the arguments of a process, its own name first.
    pub fn read(args: impl IntoIterator<Item = OsString>) -> Result<Self, Stop> {
        Options::try_parse_from(args).map_err(|error| match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => match error.print() {
                Ok(()) => Stop::Shown,
                Err(error) => Stop::Wrong(format!("cannot write to standard output: {error}")),
            },
            _ => {
                let text = error.to_string();
                // The first paragraph says what is wrong; usage and hints follow.
                let lines = text.lines().map(str::trim).take_while(|line| !line.is_empty());
                let what = lines.collect::<Vec<_>>().join(" ");
                Stop::Wrong(format!("{}; --help lists the options", what.trim_start_matches("error: ")))
            }
        })
    }

    /// What they say over the settings.
    pub fn overrides(&self) -> Overrides {
        Overrides {
            scale: self.scale,
            screen_mode: self.mode,
            columns: self.size.map(|size| size.width as u16),
            rows: self.size.map(|size| size.height as u16),
            ..Overrides::default()
        }
    }
}

fn parse_size(text: &str) -> Result<Size, String> {
    let wrong = || {
        format!(
            "a size is COLUMNSxROWS, from {}x{} to {}x{}",
            MIN_SCREEN.width, MIN_SCREEN.height, MAX_SCREEN.width, MAX_SCREEN.height
        )
    };
    let (columns, rows) = text.split_once('x').ok_or_else(wrong)?;
    let number = |digits: &str| digits.parse::<u16>().map(i32::from).map_err(|_| wrong());
    let size = Size::new(number(columns)?, number(rows)?);
    let fits = (MIN_SCREEN.width..=MAX_SCREEN.width).contains(&size.width)
        && (MIN_SCREEN.height..=MAX_SCREEN.height).contains(&size.height);
    if fits { Ok(size) } else { Err(wrong()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(args: &[&str]) -> Result<Options, String> {
        let args = std::iter::once("thc-edit").chain(args.iter().copied()).map(OsString::from);
        Options::read(args).map_err(|stop| match stop {
            Stop::Shown => String::new(),
            Stop::Wrong(line) => line,
        })
    }

    #[test]
    fn sizes_have_bounds() {
        assert_eq!(read(&["--size", "512x256"]).unwrap().size, Some(Size::new(512, 256)));
        for bad in ["39x25", "80x11", "513x25", "80", "80x", "x", "80X25", "99999999999x25"] {
            assert!(read(&["--size", bad]).unwrap_err().contains("40x12"), "{bad}");
        }
    }

    #[test]
    fn what_is_wrong_takes_one_line() {
        for bad in [&["--frobnicate"][..], &["--scale", "9"], &["--mode", "4"], &["--script", "s"], &["--size"]] {
            let line = read(bad).unwrap_err();
            assert!(!line.is_empty() && !line.contains('\n'), "{line}");
        }
    }
}
