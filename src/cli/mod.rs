//! The command line: what it may say, and what becomes of it (command-line.md).
//!
//! Owns nothing: it reads options and settings, starts a session with a frontend, and turns what came of it into lines on
//! standard error and an exit code. It must not know how a session works.

mod journal;
mod options;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::app::Start;
use crate::command;
use crate::desk::{Indenting, Presentation};
use crate::front::headless::{self, Plan, Report, Script};
use crate::grid;
use crate::host;
use crate::model::Location;
use crate::service::journal::state_dir;
use crate::settings::{self, Environment, IndentWith, Settings};
use crate::text::TabWidth;
use crate::ui::theme::{Palette, Theme};

use options::Options;

/// What went wrong, as one line, and the exit code that goes with it.
struct Failure {
    line: String,
    code: u8,
}

impl Failure {
    /// The command line itself is wrong.
    fn usage(line: impl Into<String>) -> Self {
        Self { line: line.into(), code: 2 }
    }

    /// Something could not be done.
    fn other(line: impl Into<String>) -> Self {
        Self { line: line.into(), code: 1 }
    }
}

/// Runs the program with the arguments of this process. Standard output carries only what was asked for; everything
/// that went wrong is a line on standard error.
pub fn run() -> ExitCode {
    let options = match Options::read(std::env::args_os()) {
        Ok(options) => options,
        Err(options::Stop::Shown) => return ExitCode::SUCCESS,
        Err(options::Stop::Wrong(line)) => return fail(&Failure::usage(line)),
    };
    match carry_out(options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failures) => failures.iter().map(fail).next_back().unwrap_or(ExitCode::FAILURE),
    }
}

fn fail(failure: &Failure) -> ExitCode {
    say(&failure.line);
    ExitCode::from(failure.code)
}

/// A line on standard error; one that is closed is no reason to stop.
fn say(line: &str) {
    let line = line.replace(['\n', '\r'], " ");
    let _ = writeln!(std::io::stderr(), "thc-edit: {line}");
}

fn carry_out(options: Options) -> Result<(), Vec<Failure>> {
    let one = |failure| vec![failure];
    let no_home = || Failure::other("neither XDG_STATE_HOME nor HOME is set: there is no place for the journal");
    let state = state_dir().ok_or_else(no_home).map_err(one)?;
    if let Some(id) = options.recover.as_ref().filter(|_| !options.headless) {
        return journal::list_or_show(&state, id.as_deref()).map_err(|why| one(Failure::other(why)));
    }
    if !options.headless {
        return Err(one(Failure::usage(
            "this version has no window and no terminal yet: use --headless, with --script, --snapshot or --capture",
        )));
    }
    headless(options, state)
}

fn headless(options: Options, state: PathBuf) -> Result<(), Vec<Failure>> {
    let script = match &options.script {
        Some(file) => Script::load(file).map_err(|error| vec![Failure::usage(error.to_string())])?,
        None => Script::default(),
    };
    let started_in = std::env::current_dir().unwrap_or_default();
    let files = open_list(&options.paths).map_err(|failure| vec![failure])?;
    let folder = std::env::current_dir().ok();
    let (settings, mut problems) =
        settings::load(&Environment::of_process(), folder.as_deref(), false, &options.overrides());
    let (bindings, unknown) = command::bindings(&settings);
    problems.extend(unknown);
    for problem in problems {
        say(&problem.to_string());
    }
    let start = Start {
        size: settings.screen_size(),
        folder: folder.unwrap_or_else(|| PathBuf::from("/")),
        presentation: presentation(&settings),
        catalogue: command::catalogue(&bindings),
        files,
        restore: options.recover.flatten(),
        watch: Some(crate::service::watch::system),
        state,
    };
    let (mode, scale) = raster(&settings);
    let plan = Plan {
        script,
        record: options.record,
        snapshot: options.snapshot,
        capture: options.capture,
        folder: started_in,
        mode,
        scale,
    };
    let (session, front) = host::local(start).map_err(|error| vec![Failure::other(error.to_string())])?;
    let report = headless::play(front, &plan);
    session.join();
    conclude(report)
}

/// Says what is unsaved, and what did not work.
fn conclude(report: Report) -> Result<(), Vec<Failure>> {
    for text in &report.unsaved {
        say(&format!("{text} is not saved; the journal has it: thc-edit --recover"));
    }
    if report.failures.is_empty() {
        return Ok(());
    }
    Err(report.failures.into_iter().map(Failure::other).collect())
}

/// The files to open. A folder becomes the current one: it is where dialogs start.
fn open_list(paths: &[PathBuf]) -> Result<Vec<Location>, Failure> {
    let mut files = Vec::new();
    let mut project = None;
    for path in paths {
        let location = match path.to_str() {
            Some(text) => Location::parse(text, |path| path.symlink_metadata().is_ok()),
            None => Location::of_path(path),
        };
        if location.path.is_dir() {
            project = Some(location.path);
        } else {
            let absolute = std::path::absolute(&location.path);
            files.push(Location { path: absolute.unwrap_or(location.path.clone()), ..location });
        }
    }
    match project.as_deref().map(enter) {
        Some(Err(failure)) => Err(failure),
        _ => Ok(files),
    }
}

fn enter(folder: &Path) -> Result<(), Failure> {
    let listed = std::fs::read_dir(folder).map(|_| ()).and_then(|()| std::env::set_current_dir(folder));
    listed.map_err(|error| Failure::other(format!("cannot open the folder {}: {error}", folder.display())))
}

fn presentation(settings: &Settings) -> Presentation {
    let palette = match settings.palette {
        settings::Palette::Classic => Palette::Classic,
        settings::Palette::Accessible => Palette::Accessible,
    };
    let tabs = match settings.indent_with {
        IndentWith::Language => None,
        IndentWith::Tabs => Some(true),
        IndentWith::Spaces => Some(false),
    };
    let indenting = Indenting { auto: settings.auto_indent, tabs, width: settings.indent_width };
    Presentation { theme: Theme::new(palette), tab_width: TabWidth::new(settings.tab_width), indenting }
}

fn raster(settings: &Settings) -> (grid::Mode, grid::Scale) {
    let mode = match settings.screen_mode {
        settings::ScreenMode::Mode3 => grid::Mode::M3,
        settings::ScreenMode::Mode259 => grid::Mode::M259,
    };
    (mode, grid::Scale::from_eighths(settings.scale.eighths()).unwrap_or(grid::Scale::ONE))
}
