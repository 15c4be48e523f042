//! What passes between a session and whoever looks at it. `host` ties it to a link.

use std::sync::Arc;

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::base::{Input, Size};
use crate::grid::Scene;
use crate::text::Text;

/// How much input waits at most for the session; a viewer that sends more waits itself.
const INPUT: usize = 1024;

/// What a viewer tells the session.
#[derive(Clone, Debug)]
pub enum FromViewer {
    /// The person did this, at that time of the viewer's clock, in ms, looking at the scene of that sequence number.
    Input { input: Input, at_ms: u64, aimed_at: u64 },
    /// The grid has that size now.
    Resize(Size),
    /// Tell me when everything that was asked for so far has come to rest.
    Settle { token: u64 },
    /// The person gave the clipboard this text outside.
    Clipboard(String),
    /// Write down what is unsaved, and end.
    End,
}

/// What went wrong.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Since the last time, for good.
    pub failures: Vec<String>,
    /// What the person is being asked about: the answer may still put it right.
    pub open: Vec<String>,
}

/// Whoever looks at a session. No call may wait.
pub trait Viewer: Send {
    /// The newest frame.
    fn frame(&self, scene: Arc<Scene>);
    /// Everything asked for before that token has come to rest.
    fn settled(&self, token: u64, outcome: Outcome);
    /// The person copied this.
    fn clipboard(&self, text: Text);
    /// The session ends, perhaps because something made it. These texts are unsaved, and in the journal.
    fn ended(&self, unsaved: Vec<String>, because: Option<String>);
}

/// The lane from a viewer to the owner: both ends.
pub fn viewer_lane() -> (Sender<FromViewer>, Receiver<FromViewer>) {
    bounded(INPUT)
}
