//! Making a session: services, threads, the desk, and the first operations.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Receiver, Sender};

use crate::base::Size;
use crate::command::Operation;
use crate::desk::{Catalogue, Desktop, Presentation};
use crate::model::Location;
use crate::op::{self, Services};
use crate::service::compare::Comparer;
use crate::service::highlight::Highlighter;
use crate::service::journal::{Journal, JournalError};
use crate::service::watch::{self, Watch};

use super::follow::Follow;
use super::lanes::lanes;
use super::owner::App;
use super::runner::Runner;
use super::{FromViewer, Msg, Viewer};

/// What a session starts with.
pub struct Start {
    pub size: Size,
    /// The project's folder, absolute.
    pub folder: PathBuf,
    pub presentation: Presentation,
    pub catalogue: Catalogue,
    /// Files to open, in order.
    pub files: Vec<Location>,
    /// The journal of an earlier session's text to open as unsaved.
    pub restore: Option<String>,
    /// The state folder: journals and copies.
    pub state: PathBuf,
    /// How files that others write are heard of; none: not at all.
    pub watch: Option<WatchSource>,
}

/// What makes the source of news about folders: [`watch::system`], or a test's own.
pub type WatchSource = fn(watch::Ears) -> Box<dyn watch::Source>;

/// Why a session could not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Journal(#[from] JournalError),
    #[error("cannot start a thread: {0}")]
    Thread(#[from] io::Error),
}

/// A running session.
pub struct Session {
    owner: JoinHandle<()>,
}

impl Session {
    /// Waits until the session is over.
    pub fn join(self) {
        // It can only have panicked, and that has been reported already; the journal has what was unsaved.
        let _ = self.owner.join();
    }
}

/// Starts a session that `input` leads to and that `viewer` looks at.
pub fn start(start: Start, input: Receiver<FromViewer>, viewer: Box<dyn Viewer>) -> Result<Session, StartError> {
    let (inlets, lanes) = lanes(input);
    let news = inlets.news.clone();
    let (journal, records) = Journal::start(&start.state)?;
    forward("journal-news", journal.events().clone(), news.clone(), Msg::Journal)?;
    let (colors, found) = crossbeam_channel::bounded(64);
    let highlighter = Highlighter::start(colors)?;
    forward("highlight-news", found, news.clone(), Msg::Highlighted)?;
    let (compared, differences) = crossbeam_channel::bounded(64);
    let comparer = Comparer::start(compared)?;
    forward("compare-news", differences, news.clone(), Msg::Compared)?;
    let (touched, changes) = crossbeam_channel::bounded(64);
    let (watch, watching) = Watch::start(touched, start.watch)?;
    forward("watch-news", changes, news.clone(), Msg::Watch)?;
    watch_signals(news)?;
    let runner = Runner::start(inlets.operations.clone())?;
    let services = Services {
        journal: records.clone(),
        watch: watching,
        saving: Arc::default(),
        recovery: journal.folder().to_path_buf(),
        state: start.state,
    };
    let first = first_operations(start.files, start.restore);
    let desk = move || Desktop::new(start.size, start.folder, start.presentation, start.catalogue);
    let owner = thread::Builder::new().name("owner".to_owned()).spawn(move || {
        let follow = Follow::new(journal, records, highlighter, comparer, watch);
        App::new(desk(), viewer, follow, runner, Arc::new(inlets), services).run(lanes, first);
    })?;
    Ok(Session { owner })
}

fn first_operations(files: Vec<Location>, restore: Option<String>) -> Vec<Operation> {
    let mut first: Vec<Operation> = Vec::new();
    first.push(Box::new(move |cx| {
        Box::pin(async move {
            match op::open_paths(&cx, files).await? {
                Ok(()) => {}
                Err(error) => cx.report(error.to_string())?,
            }
            match restore {
                Some(id) => op::restore(&cx, &id).await,
                None => {
                    cx.release()?;
                    op::mention_recovery(&cx).await
                }
            }
        })
    }));
    first
}

/// Carries a service's events to the owner, as long as both are there.
fn forward<T: Send + 'static>(
    name: &str,
    events: Receiver<T>,
    news: Sender<Msg>,
    wrap: fn(T) -> Msg,
) -> io::Result<()> {
    let carry = move || {
        for event in events {
            if news.send(wrap(event)).is_err() {
                return;
            }
        }
    };
    thread::Builder::new().name(name.to_owned()).spawn(carry).map(|_| ())
}

/// SIGTERM, SIGHUP and SIGINT end the session in order; a file-size limit is an error of the write that met it, not a
/// reason to die.
fn watch_signals(news: Sender<Msg>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    let mut signals = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM, SIGXFSZ])?;
    let carry = move || {
        for signal in signals.forever() {
            if signal != SIGXFSZ && news.send(Msg::Signal(signal)).is_err() {
                return;
            }
        }
    };
    thread::Builder::new().name("signals".to_owned()).spawn(carry).map(|_| ())
}
