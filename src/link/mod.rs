//! The frontend protocol: input one way; frames, clipboard and news the other.
//!
//! A [`Front`] is a client: a window, a terminal, a script. A [`Core`] is the session's end. Neither knows who is at the
//! other. Frames are whole scenes here, newest only: a client that is slow skips those in between and never holds the
//! session up. This in-process form serves `--headless` and tests.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TrySendError, bounded};

use crate::base::{Input, Size};
use crate::grid::Scene;

/// How much news waits at most for a client.
const TO_FRONT: usize = 256;

/// What a frontend tells the session.
#[derive(Clone, Debug)]
pub enum ToCore {
    /// The person did this, at that time of the frontend's clock, looking at the scene of that sequence number.
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

/// What the session tells a frontend.
#[derive(Clone, Debug)]
pub enum ToFront {
    /// Everything asked for before `Settle { token }` has come to rest: what went wrong since the last time, and what
    /// went wrong and is put to the person in a dialog that is open.
    Settled { token: u64, failures: Vec<String>, open: Vec<String> },
    /// The person copied this.
    Clipboard(Copied),
    /// The session ends, perhaps because something made it. These texts are unsaved, and in the journal.
    Ended { unsaved: Vec<String>, because: Option<String> },
}

/// What the person copied. It may be large, and becomes a string only where somebody wants it, on their thread.
#[derive(Clone)]
pub struct Copied(Arc<dyn Fn() -> String + Send + Sync>);

impl Copied {
    /// What `text` will say.
    pub fn new(text: impl Fn() -> String + Send + Sync + 'static) -> Self {
        Self(Arc::new(text))
    }

    /// The text. O(n).
    pub fn text(&self) -> String {
        (self.0)()
    }
}

impl fmt::Debug for Copied {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Copied")
    }
}

/// The session is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the session ended")]
pub struct Gone;

/// A frontend's end.
pub struct Front {
    sink: Box<dyn Fn(ToCore) -> Result<(), Gone> + Send>,
    news: Receiver<ToFront>,
    frames: Receiver<Arc<Scene>>,
}

/// The session's end: what it has to say.
pub struct Core {
    news: Sender<ToFront>,
    frames: Sender<Arc<Scene>>,
    /// The same lane as the frontend's: to take a frame out that nobody fetched.
    stale: Receiver<Arc<Scene>>,
}

/// Two connected ends in one process. What the frontend says goes to `sink`, which may wait, but not for the frontend.
pub fn pair(sink: impl Fn(ToCore) -> Result<(), Gone> + Send + 'static) -> (Front, Core) {
    let (news_in, news) = bounded(TO_FRONT);
    let (frames_in, frames) = bounded(1);
    let front = Front { sink: Box::new(sink), news, frames: frames.clone() };
    (front, Core { news: news_in, frames: frames_in, stale: frames })
}

impl Front {
    /// Tells the session something; waits while its lane is full.
    pub fn send(&self, message: ToCore) -> Result<(), Gone> {
        (self.sink)(message)
    }

    /// Waits for news, at most so long; none when the time is over.
    pub fn news(&self, patience: Duration) -> Result<Option<ToFront>, Gone> {
        waited(self.news.recv_timeout(patience))
    }

    /// Waits for the next frame that was not seen yet, at most so long; none when the time is over.
    pub fn frame(&self, patience: Duration) -> Result<Option<Arc<Scene>>, Gone> {
        waited(self.frames.recv_timeout(patience))
    }
}

fn waited<T>(received: Result<T, RecvTimeoutError>) -> Result<Option<T>, Gone> {
    match received {
        Ok(message) => Ok(Some(message)),
        Err(RecvTimeoutError::Timeout) => Ok(None),
        Err(RecvTimeoutError::Disconnected) => Err(Gone),
    }
}

impl Core {
    /// Puts a frame in the place of one that was not fetched yet.
    pub fn send_frame(&self, scene: Arc<Scene>) {
        let mut scene = scene;
        while let Err(TrySendError::Full(unsent)) = self.frames.try_send(scene) {
            // The frontend may fetch the old one at this very moment: then there is nothing to take out.
            let _ = self.stale.try_recv();
            scene = unsent;
        }
    }

    /// Tells the frontend something, without waiting; what it does not fetch in time is dropped.
    pub fn send(&self, news: ToFront) {
        // A frontend that left, or that let its lane fill up, is not waited for.
        let _ = self.news.try_send(news);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_client_gets_the_newest_frame() {
        let (front, core) = pair(|_| Ok(()));
        for sequence in 1..=3 {
            let mut scene = Scene::new(Size::new(2, 1));
            scene.sequence = sequence;
            core.send_frame(Arc::new(scene));
        }
        let frame = front.frame(Duration::ZERO).unwrap().unwrap();
        assert_eq!(frame.sequence, 3);
        assert!(front.frame(Duration::ZERO).unwrap().is_none());
    }

    #[test]
    fn a_session_that_is_gone_is_noticed() {
        let (front, core) = pair(|_| Err(Gone));
        drop(core);
        assert_eq!(front.send(ToCore::End), Err(Gone));
        assert_eq!(front.news(Duration::ZERO).unwrap_err(), Gone);
    }
}
