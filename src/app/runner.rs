//! The runner: a thread that polls operations. It owns them, so that a request that is taken back does not tear an
//! operation in two.

use std::io;
use std::thread::{self, JoinHandle};

use crossbeam_channel::{Sender, bounded};
use tokio::sync::mpsc;

use crate::command::Operation;
use crate::op::Cx;

use super::Msg;

/// How many operations may wait to be started.
const WAITING_MAX: usize = 64;
/// How many large values may wait to be dropped.
const GARBAGE_MAX: usize = 16;
/// Threads for what operations do that blocks: reading, writing, searching.
const WORKERS: usize = 4;

/// An operation that is to run.
pub struct Job {
    pub id: u64,
    pub run: Operation,
    pub cx: Cx,
}

/// The owner's end of the runner.
pub struct Runner {
    jobs: Option<mpsc::Sender<Job>>,
    garbage: Sender<Box<dyn Send>>,
    thread: Option<JoinHandle<()>>,
}

impl Runner {
    /// Starts the thread; `over` hears of each operation that ends.
    pub fn start(over: Sender<Msg>) -> io::Result<Self> {
        let (jobs, waiting) = mpsc::channel(WAITING_MAX);
        let runtime =
            tokio::runtime::Builder::new_current_thread().max_blocking_threads(WORKERS).enable_time().build()?;
        let thread =
            thread::Builder::new().name("runner".to_owned()).spawn(move || runtime.block_on(run(waiting, over)))?;
        let (garbage, dropped) = bounded(GARBAGE_MAX);
        thread::Builder::new()
            .name("garbage".to_owned())
            .spawn(move || dropped.into_iter().for_each(drop::<Box<dyn Send>>))?;
        Ok(Self { jobs: Some(jobs), garbage, thread: Some(thread) })
    }

    /// Drops something large elsewhere; here only if much is waiting to be dropped already.
    pub fn drop_later(&self, value: Box<dyn Send>) {
        // What does not fit is dropped with the error.
        let _ = self.garbage.try_send(value);
    }

    /// Starts an operation; answers whether there was room for it.
    pub fn spawn(&self, job: Job) -> bool {
        self.jobs.as_ref().is_some_and(|jobs| jobs.try_send(job).is_ok())
    }
}

impl Drop for Runner {
    /// Lets operations that wait for the owner end, and waits for work that is under way: a save is never torn.
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // It can only have panicked, and that has been reported already.
            let _ = thread.join();
        }
    }
}

/// Says that an operation is over, however it ended: one that panicked too must not hold the keys for ever.
struct Over {
    id: u64,
    lane: Sender<Msg>,
}

impl Drop for Over {
    fn drop(&mut self) {
        // At the session's end nobody listens.
        let _ = self.lane.send(Msg::Over { id: self.id, broke: thread::panicking() });
    }
}

async fn run(mut waiting: mpsc::Receiver<Job>, over: Sender<Msg>) {
    let mut running = tokio::task::JoinSet::new();
    loop {
        tokio::select! {
            job = waiting.recv() => match job {
                Some(Job { id, run, cx }) => {
                    let over = Over { id, lane: over.clone() };
                    running.spawn(async move {
                        // An operation that a session's end stopped has nobody to tell.
                        let _ = run(cx).await;
                        drop(over);
                    });
                }
                None => break,
            },
            Some(_) = running.join_next(), if !running.is_empty() => {}
        }
    }
    while running.join_next().await.is_some() {}
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::op::{Owner, Request, Services, Stopped};
    use crate::service::journal::Journal;
    use crate::service::watch::Watch;

    struct Nobody;

    impl Owner for Nobody {
        fn request(&self, _: u64, _: Request) -> Result<(), Stopped> {
            Err(Stopped)
        }
    }

    #[test]
    fn an_operation_that_panics_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let (_journal, records) = Journal::start(folder.path()).unwrap();
        let (_watch, watch) = Watch::start(bounded(1).0, None::<crate::app::WatchSource>).unwrap();
        let services = Services {
            journal: records,
            watch,
            saving: Arc::default(),
            recovery: folder.path().to_path_buf(),
            state: folder.path().to_path_buf(),
        };
        let (lane, over) = bounded(8);
        let runner = Runner::start(lane).unwrap();
        let jobs: [(Operation, bool); 4] = [
            (Box::new(|_| Box::pin(async { panic!("on the runner") })), true),
            (Box::new(|cx| Box::pin(async move { cx.work(|| panic!("on a worker")).await })), true),
            (Box::new(|cx| Box::pin(async move { cx.read(|_| ()).await })), false),
            (Box::new(|_| Box::pin(async { Ok(()) })), false),
        ];
        for (id, (run, broken)) in (1..).zip(jobs) {
            let cx = Cx::new(id, Arc::new(Nobody), services.clone(), Arc::default());
            assert!(runner.spawn(Job { id, run, cx }));
            match over.recv().unwrap() {
                Msg::Over { id: ended, broke } => assert_eq!((ended, broke), (id, broken)),
                _ => panic!("operation {id} said something else"),
            }
        }
    }
}
