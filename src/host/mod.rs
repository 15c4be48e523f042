//! Lets frontends and, later, other processes in: it ties the session's lanes to `link`.
//!
//! Owns the ends of links that lead to the session. Must not know how things are drawn.

use std::sync::Arc;

use crate::app::{self, FromViewer, Outcome, Session, Start, StartError, Viewer};
use crate::grid::Scene;
use crate::link::{self, Copied, Core, Front, Gone, ToCore, ToFront};
use crate::text::Text;

/// Starts a session with a frontend in the same process; answers both.
pub fn local(start: Start) -> Result<(Session, Front), StartError> {
    let (inlet, lane) = app::viewer_lane();
    let (front, core) = link::pair(move |message| inlet.send(from_front(message)).map_err(|_| Gone));
    let session = app::start(start, lane, Box::new(Linked(core)))?;
    Ok((session, front))
}

fn from_front(message: ToCore) -> FromViewer {
    match message {
        ToCore::Input { input, at_ms, aimed_at } => FromViewer::Input { input, at_ms, aimed_at },
        ToCore::Resize(size) => FromViewer::Resize(size),
        ToCore::Settle { token } => FromViewer::Settle { token },
        ToCore::Clipboard(text) => FromViewer::Clipboard(text),
        ToCore::End => FromViewer::End,
    }
}

/// A viewer at the other end of a link.
struct Linked(Core);

impl Viewer for Linked {
    fn frame(&self, scene: Arc<Scene>) {
        self.0.send_frame(scene);
    }

    fn settled(&self, token: u64, outcome: Outcome) {
        let Outcome { failures, open } = outcome;
        self.0.send(ToFront::Settled { token, failures, open });
    }

    fn clipboard(&self, text: Text) {
        self.0.send(ToFront::Clipboard(Copied::new(move || text.to_string())));
    }

    fn ended(&self, unsaved: Vec<String>, because: Option<String>) {
        self.0.send(ToFront::Ended { unsaved, because });
    }
}
