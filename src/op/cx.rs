//! The handle through which an operation reads and changes its workspace, asks, and reaches the services.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::oneshot;

use crate::base::JobId;
use crate::desk::{Answer, Applied, Change, Desktop, Question, Refusal};
use crate::service::journal::JournalHandle;
use crate::service::watch::WatchHandle;

/// What an operation wants of the owner thread.
pub enum Request {
    /// Look at the desk; the closure must be quick.
    Read(Box<dyn FnOnce(&Desktop) + Send>),
    Apply {
        change: Box<Change>,
        reply: oneshot::Sender<Result<Applied, Refusal>>,
    },
    /// `because`: what went wrong, if the question is about that. A script that ends on it has not worked.
    Ask {
        question: Box<Question>,
        because: Option<String>,
        reply: oneshot::Sender<Answer>,
    },
    /// From now on the person's keys need not wait for this operation.
    Release,
    /// Something that was asked for did not happen; the person is told by the operation itself.
    Failed {
        why: String,
    },
    /// End the session: every question about unsaved text has been answered.
    Exit,
}

/// The way to the owner thread. Its lane is bounded; the owner never waits for an operation, so that it empties.
pub trait Owner: Send + Sync {
    /// Hands a request of operation `id` over.
    fn request(&self, id: u64, request: Request) -> Result<(), Stopped>;
}

/// The services that operations use.
#[derive(Clone)]
pub struct Services {
    pub journal: JournalHandle,
    pub watch: WatchHandle,
    /// Held by whoever saves: a save must know what the one before it left on disk.
    pub saving: Arc<tokio::sync::Mutex<()>>,
    /// Where copies go before a file is written in place.
    pub recovery: PathBuf,
    /// The state folder, in which journals of earlier sessions lie.
    pub state: PathBuf,
}

/// The session is ending, so that nobody can be asked or answered any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the session is ending")]
pub struct Stopped;

/// A workspace and an actor, as one operation has them.
#[derive(Clone)]
pub struct Cx {
    id: u64,
    owner: Arc<dyn Owner>,
    services: Services,
    cancelled: Arc<AtomicBool>,
}

impl Cx {
    /// The handle of operation `id`; who started it is the owner's to know.
    pub fn new(id: u64, owner: Arc<dyn Owner>, services: Services, cancelled: Arc<AtomicBool>) -> Self {
        Self { id, owner, services, cancelled }
    }

    /// The job that this operation is, where others are to know it.
    pub fn job(&self) -> JobId {
        JobId(self.id)
    }

    /// The services.
    pub fn services(&self) -> &Services {
        &self.services
    }

    /// Raised when the person gave the operation up; long work polls it.
    pub fn cancelled(&self) -> Arc<AtomicBool> {
        self.cancelled.clone()
    }

    /// Whether the person gave the operation up.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    fn request(&self, request: Request) -> Result<(), Stopped> {
        self.owner.request(self.id, request)
    }

    /// What `look` finds on the desk, now.
    pub async fn read<T: Send + 'static>(
        &self,
        look: impl FnOnce(&Desktop) -> T + Send + 'static,
    ) -> Result<T, Stopped> {
        let (reply, answer) = oneshot::channel();
        let look = move |desk: &Desktop| {
            // Nobody waits when the operation was dropped meanwhile.
            let _ = reply.send(look(desk));
        };
        self.request(Request::Read(Box::new(look)))?;
        answer.await.map_err(|_| Stopped)
    }

    /// Applies a change, whole or not at all.
    pub async fn apply(&self, change: Change) -> Result<Result<Applied, Refusal>, Stopped> {
        let (reply, answer) = oneshot::channel();
        self.request(Request::Apply { change: Box::new(change), reply })?;
        answer.await.map_err(|_| Stopped)
    }

    /// Puts a question to the person and waits for the answer, however long that takes.
    pub async fn ask(&self, question: Question) -> Result<Answer, Stopped> {
        self.put(question, None).await
    }

    /// Puts a question about something that went wrong.
    pub async fn ask_because(&self, why: String, question: Question) -> Result<Answer, Stopped> {
        self.put(question, Some(why)).await
    }

    async fn put(&self, question: Question, because: Option<String>) -> Result<Answer, Stopped> {
        let (reply, answer) = oneshot::channel();
        self.request(Request::Ask { question: Box::new(question), because, reply })?;
        answer.await.map_err(|_| Stopped)
    }

    /// Shows a message and waits until it was read.
    pub async fn tell(&self, title: &str, text: String) -> Result<(), Stopped> {
        self.ask(Question::message(title, text)).await.map(|_| ())
    }

    /// Shows why something could not be done, waits until it was read, and lets scripts know.
    pub async fn fail(&self, title: &str, why: String) -> Result<(), Stopped> {
        self.report(why.clone())?;
        self.tell(title, why).await
    }

    /// Lets scripts know that something did not happen as asked.
    pub fn report(&self, why: String) -> Result<(), Stopped> {
        self.request(Request::Failed { why })
    }

    /// Says something in the status line.
    pub async fn notice(&self, text: String) -> Result<(), Stopped> {
        self.apply(Change::Notice { text: Some(text) }).await.map(|_| ())
    }

    /// Lets the person's keys through again, before the operation is over.
    pub fn release(&self) -> Result<(), Stopped> {
        self.request(Request::Release)
    }

    /// Ends the session.
    pub fn end_session(&self) -> Result<(), Stopped> {
        self.request(Request::Exit)
    }

    /// Runs work that blocks on a worker thread. Work that panics takes the operation along.
    pub async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Stopped> {
        let done = tokio::task::spawn_blocking(work).await;
        done.map_err(|error| match error.try_into_panic() {
            Ok(panic) => std::panic::resume_unwind(panic),
            Err(_) => Stopped,
        })
    }
}
