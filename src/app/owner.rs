//! The owner loop: the one thread that has the desks. It handles messages without waiting for anything, and paints once
//! a batch.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::oneshot;

use crate::base::{BufferId, CommandId, Input, Key, KeyName, MouseAction};
use crate::command::{self, Operation, Run, Subject};
use crate::desk::{Answer, Applied, Change, Compared, Desktop, Effect, Highlighted, ModalId, Question, Refusal};
use crate::op::{self, Cx, Owner, Request, Services, Target};
use crate::policy::Actor;
use crate::service::journal::JournalEvent;
use crate::service::watch::WatchEvent;
use crate::text::{Snapshot, Text};
use crate::view::{self, Action, Frame};

use super::checks::Checks;
use super::follow::Follow;
use super::lanes::Lanes;
use super::runner::{Job, Runner};
use super::{FromViewer, Msg, Outcome, Viewer};

/// How much input waits for an operation at most.
const HELD_MAX: usize = 1024;

/// What the person hears of an operation that panicked.
const BROKE: &str = "A fault in the editor ended what was under way; your texts are as they were.";

/// A desk with the operations that work on it.
pub(super) struct Workspace {
    pub(super) desk: Desktop,
    operations: BTreeMap<u64, Running>,
}

/// An operation under way.
struct Running {
    /// Who started it: its changes are that actor's.
    actor: Actor,
    /// The person's keys wait until it is over, asks, or lets them through.
    holds: bool,
    /// The dialog whose answer it waits for.
    asking: Option<ModalId>,
    cancelled: Arc<AtomicBool>,
}

/// A question that an operation waits on.
struct Asked {
    operation: u64,
    /// What went wrong, if the question is about that.
    because: Option<String>,
    /// Input aimed at scenes before this one was not meant for the dialog: it came unexpected.
    from: u64,
    reply: oneshot::Sender<Answer>,
}

/// Input that waits for an operation.
struct Held {
    input: Input,
    at_ms: u64,
    aimed_at: u64,
}

/// The session: all workspaces, and the one that the person sees.
pub struct App {
    /// Never empty.
    workspaces: Vec<Workspace>,
    shown: usize,
    /// Dropped before the runner, whose operations wait for the answers.
    asked: BTreeMap<ModalId, Asked>,
    frame: Frame,
    /// The desk changed since the frame was painted.
    stale: bool,
    /// The frame was painted and not handed on yet.
    unsent: bool,
    viewer: Box<dyn Viewer>,
    follow: Follow,
    checks: Checks,
    runner: Runner,
    lane: Arc<dyn Owner>,
    services: Services,
    held: VecDeque<Held>,
    settling: Vec<u64>,
    failures: Vec<String>,
    next_operation: u64,
    sequence: u64,
    ended: bool,
    /// Why it ended, where nobody asked for it.
    because: Option<String>,
}

impl App {
    pub(super) fn new(
        desk: Desktop,
        viewer: Box<dyn Viewer>,
        follow: Follow,
        runner: Runner,
        lane: Arc<dyn Owner>,
        services: Services,
    ) -> Self {
        let frame = view::paint(&desk);
        Self {
            workspaces: vec![Workspace { desk, operations: BTreeMap::new() }],
            shown: 0,
            asked: BTreeMap::new(),
            frame,
            stale: true,
            unsent: false,
            viewer,
            follow,
            checks: Checks::default(),
            runner,
            lane,
            services,
            held: VecDeque::new(),
            settling: Vec::new(),
            failures: Vec::new(),
            next_operation: 1,
            sequence: 0,
            ended: false,
            because: None,
        }
    }

    /// Handles messages until the session ends; everything unsaved is in the journal then.
    pub(super) fn run(mut self, lanes: Lanes, first: Vec<Operation>) {
        for operation in first {
            self.start(Actor::PERSON, operation);
        }
        while !self.ended {
            lanes.batch(|msg| {
                self.handle(msg);
                !self.ended
            });
            self.after_batch(&lanes);
        }
        self.end(lanes);
    }

    fn shown(&self) -> &Workspace {
        &self.workspaces[self.shown]
    }

    fn desk(&self) -> &Desktop {
        &self.shown().desk
    }

    fn handle(&mut self, msg: Msg) {
        match msg {
            Msg::Viewer(message) => self.viewer_said(message),
            Msg::ViewerGone => self.ended = true,
            Msg::Operation { id, request } => self.operation_wants(id, request),
            Msg::Over { id, broke } => self.over(id, broke),
            Msg::Highlighted(found) => {
                self.follow.answered(&found);
                let found = Highlighted { buffer: found.buffer, revision: found.revision, spans: found.spans };
                self.apply_news(Change::Highlight(found));
            }
            Msg::Journal(JournalEvent::Failed { error, .. }) => {
                self.notice(format!("Unsaved text is not safe: {error}"))
            }
            Msg::Journal(JournalEvent::Recovered { .. }) => self.notice("Unsaved text is safe again.".to_owned()),
            Msg::Compared(found) => {
                self.follow.compared(&found);
                let Snapshot { buffer, revision, text, .. } = found.text;
                let found = Compared { buffer, base: found.base.revision, revision, text, diff: found.diff };
                self.apply_news(Change::Compared(Box::new(found)));
            }
            Msg::Watch(WatchEvent::Touched { buffer }) => self.touched(buffer),
            Msg::Watch(WatchEvent::Polling { why }) => {
                self.notice(format!("{why}; files there are looked at every few seconds."))
            }
            Msg::Signal(number) => {
                self.because = Some(format!("the session was ended by signal {number}"));
                self.ended = true;
            }
        }
    }

    fn viewer_said(&mut self, message: FromViewer) {
        match message {
            FromViewer::Input { input, at_ms, aimed_at } => {
                self.take(Held { input, at_ms, aimed_at });
            }
            FromViewer::Resize(size) => self.apply_news(Change::Resize { size }),
            FromViewer::Settle { token } => self.settling.push(token),
            FromViewer::Clipboard(text) => self.apply_news(Change::Copy { text: Text::from(text.as_str()) }),
            FromViewer::End => self.ended = true,
        }
    }

    /// Applies what nobody waits to hear of.
    fn apply_news(&mut self, change: Change) {
        // News about what is gone by now is dropped; that is its declared fate.
        let _ = self.apply(Actor::PERSON, change, 0);
    }

    fn notice(&mut self, text: String) {
        self.apply_news(Change::Notice { text: Some(text) });
    }

    /// Applies a change to the desk that the person sees, and follows its effects up.
    fn apply(&mut self, actor: Actor, change: Change, at_ms: u64) -> Result<Applied, Refusal> {
        self.apply_in(self.shown, actor, change, at_ms)
    }

    fn apply_in(&mut self, at: usize, actor: Actor, change: Change, at_ms: u64) -> Result<Applied, Refusal> {
        let desk = &mut self.workspaces[at].desk;
        let mut applied = desk.apply(actor, change, at_ms)?;
        if let Some(dropped) = applied.dropped.take() {
            self.runner.drop_later(dropped);
        }
        self.stale = true;
        for effect in &applied.effects {
            self.follow.effect(&self.workspaces[at].desk, effect);
            match effect {
                Effect::Run(id) => self.run_command(actor, *id, at_ms),
                Effect::Answered { modal, answer } => self.answered(*modal, answer.clone()),
                Effect::Clipboard(text) => self.viewer.clipboard(text.clone()),
                Effect::WantsPaste => self.paste_into_dialog(actor, at_ms),
                Effect::WantsFolders => self.start(Actor::PERSON, command::read_folders()),
                _ => {}
            }
        }
        Ok(applied)
    }

    fn paste_into_dialog(&mut self, actor: Actor, at_ms: u64) {
        let text = self.desk().hand(actor).map(|hand| hand.clipboard.to_string()).unwrap_or_default();
        self.perform(actor, Action::Change(Change::DialogPaste { text }), at_ms);
    }

    /// Whether input that was aimed at that scene was meant for the dialog that is open now, if one is.
    fn was_meant_for_dialog(&self, aimed_at: u64) -> bool {
        let asked = self.desk().modal().and_then(|modal| self.asked.get(&modal.id));
        asked.is_none_or(|asked| aimed_at >= asked.from)
    }

    fn holding(&self) -> bool {
        self.shown().operations.values().any(|running| running.holds && running.asking.is_none())
    }

    /// Takes input now, or keeps it while an operation holds the keys.
    fn take(&mut self, held: Held) {
        if !self.was_meant_for_dialog(held.aimed_at) {
            return;
        }
        if !self.holding() {
            self.input(held.input, held.at_ms);
        } else if matches!(held.input, Input::Key(Key { name: KeyName::Escape, .. })) {
            self.give_up();
        } else {
            self.hold(held);
        }
    }

    fn input(&mut self, input: Input, at_ms: u64) {
        self.workspaces[self.shown].desk.follow_cursors();
        let moved = matches!(&input, Input::Mouse(mouse) if mouse.action == MouseAction::Move);
        if self.desk().notice().is_some() && !moved && !matches!(input, Input::Modifiers(_)) {
            self.apply_news(Change::Notice { text: None });
        }
        if matches!(input, Input::Mouse(_)) {
            self.repaint();
        }
        let actor = Actor::PERSON;
        for action in view::route(self.desk(), &self.frame, actor, &input) {
            self.perform(actor, action, at_ms);
        }
    }

    /// Keeps input until the operations that hold the keys let it through. Of mouse moves only the last counts; past the
    /// bound, input is refused.
    fn hold(&mut self, held: Held) {
        let is_move = |input: &Input| matches!(input, Input::Mouse(mouse) if mouse.action == MouseAction::Move);
        if is_move(&held.input) && self.held.back().is_some_and(|last| is_move(&last.input)) {
            self.held.pop_back();
        }
        if self.held.len() < HELD_MAX {
            self.held.push_back(held);
        } else {
            self.notice("Too much was typed ahead; Esc stops what is under way.".to_owned());
        }
    }

    /// Esc while an operation holds the keys: it is asked to stop, and the keys typed meanwhile go with it.
    fn give_up(&mut self) {
        for running in self.shown().operations.values().filter(|running| running.holds) {
            running.cancelled.store(true, Ordering::Relaxed);
        }
        if self.held.drain(..).any(|held| matches!(held.input, Input::Key(_) | Input::Paste(_))) {
            self.notice("Stopping; what was typed ahead is dropped.".to_owned());
        }
    }

    fn perform(&mut self, actor: Actor, action: Action, at_ms: u64) {
        let changes = match action {
            Action::Change(change) => Ok(vec![change]),
            Action::Run(id) => return self.run_command(actor, id, at_ms),
            Action::Type(typed) => command::type_text(&self.subject(actor), typed),
            Action::Paste(text) => command::paste_text(&self.subject(actor), &text),
        };
        self.apply_all(actor, changes, at_ms);
    }

    /// Applies changes in order, up to the first that is refused; the person is told why.
    fn apply_all(&mut self, actor: Actor, changes: Result<Vec<Change>, Refusal>, at_ms: u64) {
        let result = changes.and_then(|changes| {
            changes.into_iter().try_for_each(|change| self.apply(actor, change, at_ms).map(|_| ()))
        });
        if let Err(refusal) = result {
            self.notice(refusal.to_string());
        }
    }

    fn target(&self) -> Option<Target> {
        self.desk().active().map(|window| Target { window: window.id, buffer: window.buffer })
    }

    fn subject(&self, actor: Actor) -> Subject<'_> {
        Subject { desk: self.desk(), actor, target: self.target() }
    }

    fn run_command(&mut self, actor: Actor, id: CommandId, at_ms: u64) {
        let Some(command) = command::command(id.0) else { return };
        let available = self.desk().catalogue().entry(id.0).map(|entry| entry.available(self.desk()));
        if let Some(Err(why)) = available {
            return self.notice(why);
        }
        let run = match command.run {
            Run::Either(choose) => choose(&self.subject(actor)),
            run => run,
        };
        match run {
            Run::Operation(make) => {
                let operation = make(self.target());
                self.start(actor, operation);
            }
            run => {
                let changes = command::changes(run, &self.subject(actor));
                self.apply_all(actor, changes, at_ms);
            }
        }
    }

    /// Starts what the person waits for.
    fn start(&mut self, actor: Actor, run: Operation) {
        if self.start_in(self.shown, actor, run, true).is_none() {
            self.notice("Too much is under way; wait for some of it to end.".to_owned());
        }
    }

    /// Somebody else touched the file of a buffer: an operation looks at it, while the person goes on.
    fn touched(&mut self, buffer: BufferId) {
        let at = self.workspaces.iter().position(|workspace| workspace.desk.buffer(buffer).is_some());
        let Some(at) = at.filter(|_| self.checks.touched(buffer)) else { return };
        let run: Operation = Box::new(move |cx| Box::pin(async move { op::check_file(&cx, buffer).await }));
        match self.start_in(at, Actor::PERSON, run, false) {
            Some(id) => self.checks.started(buffer, id),
            None => self.services.watch.again(buffer),
        }
    }

    fn start_in(&mut self, at: usize, actor: Actor, run: Operation, holds: bool) -> Option<u64> {
        let id = self.next_operation;
        self.next_operation += 1;
        let cancelled = Arc::new(AtomicBool::new(false));
        let cx = Cx::new(id, self.lane.clone(), self.services.clone(), cancelled.clone());
        self.runner.spawn(Job { id, run, cx }).then(|| {
            let running = Running { actor, holds, asking: None, cancelled };
            self.workspaces[at].operations.insert(id, running);
            id
        })
    }

    /// Which workspace an operation works on, and who started it.
    fn workspace_of(&self, id: u64) -> Option<(usize, Actor)> {
        let found = self.workspaces.iter().enumerate();
        found.into_iter().find_map(|(at, workspace)| Some((at, workspace.operations.get(&id)?.actor)))
    }

    fn operation_wants(&mut self, id: u64, request: Request) {
        let Some((at, actor)) = self.workspace_of(id) else { return };
        match request {
            Request::Read(look) => look(&self.workspaces[at].desk),
            Request::Apply { change, reply } => {
                let result = self.apply_in(at, actor, *change, 0);
                // The operation may have been given up meanwhile; the change counts all the same.
                let _ = reply.send(result);
            }
            Request::Ask { question, because, reply } => self.ask(at, actor, id, *question, because, reply),
            Request::Release => {
                if let Some(running) = self.workspaces[at].operations.get_mut(&id) {
                    running.holds = false;
                }
            }
            Request::Failed { why } => self.failures.push(why),
            // Text that became unsaved since it was asked about keeps the session alive.
            Request::Exit => {
                let unsaved = self.desk().buffers().any(|buffer| buffer.is_dirty());
                self.ended |= !unsaved;
            }
        }
    }

    fn ask(
        &mut self,
        at: usize,
        actor: Actor,
        operation: u64,
        question: Question,
        because: Option<String>,
        reply: oneshot::Sender<Answer>,
    ) {
        let running = self.workspaces[at].operations.get(&operation);
        let given_up = running.is_some_and(|running| running.cancelled.load(Ordering::Relaxed));
        if given_up && because.is_none() && !question.is_message() {
            // The Esc that gave the operation up was meant for this question, had it been there already.
            let _ = reply.send(Answer::Cancelled);
            return;
        }
        let applied = self.apply_in(at, actor, Change::Ask { question }, 0);
        let modal = applied.ok().and_then(|applied| {
            applied.effects.iter().find_map(|effect| match effect {
                Effect::Asked(modal) => Some(*modal),
                _ => None,
            })
        });
        if let Some(modal) = modal {
            let mut from = 0;
            if let Some(running) = self.workspaces[at].operations.get_mut(&operation) {
                running.asking = Some(modal);
                let expected = running.holds && because.is_none();
                from = if expected { 0 } else { self.sequence + 1 };
            }
            self.asked.insert(modal, Asked { operation, because, from, reply });
        }
    }

    /// Hands an answer on. What is typed next waits for what the operation makes of it.
    fn answered(&mut self, modal: ModalId, answer: Answer) {
        let Some(asked) = self.asked.remove(&modal) else { return };
        for workspace in &mut self.workspaces {
            if let Some(running) = workspace.operations.get_mut(&asked.operation) {
                (running.asking, running.holds) = (None, true);
            }
        }
        // Where the operation is gone, nobody minds the answer.
        let _ = asked.reply.send(answer);
    }

    fn over(&mut self, id: u64, broke: bool) {
        let Some((at, _)) = self.workspace_of(id) else { return };
        if broke {
            self.failures.push(BROKE.to_owned());
            self.notice(BROKE.to_owned());
        }
        let running = self.workspaces[at].operations.remove(&id);
        if let Some(modal) = running.and_then(|running| running.asking) {
            self.asked.remove(&modal);
            self.apply_news(Change::Withdraw { modal });
        }
        if let Some(buffer) = self.checks.over(id) {
            self.touched(buffer);
        }
    }

    /// Lets held input through, asks for colours, paints, and says who came to rest.
    fn after_batch(&mut self, lanes: &Lanes) {
        while !self.holding() && !self.ended {
            let Some(held) = self.held.pop_front() else { break };
            self.take(held);
        }
        self.workspaces[self.shown].desk.follow_cursors();
        self.follow.ask_for_colors(&self.workspaces[self.shown].desk);
        self.follow.ask_for_comparisons(&self.workspaces[self.shown].desk);
        self.repaint();
        if std::mem::take(&mut self.unsent) {
            self.sequence += 1;
            let mut scene = self.frame.scene.clone();
            scene.sequence = self.sequence;
            self.viewer.frame(Arc::new(scene));
        }
        if !self.settling.is_empty() && self.at_rest(lanes) {
            let open = self.asked.values().filter_map(|asked| asked.because.clone()).collect();
            let outcome = Outcome { failures: std::mem::take(&mut self.failures), open };
            for token in self.settling.drain(..) {
                self.viewer.settled(token, outcome.clone());
            }
        }
    }

    fn repaint(&mut self) {
        if std::mem::take(&mut self.stale) {
            self.frame = view::paint(self.desk());
            self.unsent = true;
        }
    }

    /// Nothing is under way but dialogs that wait for an answer.
    fn at_rest(&self, lanes: &Lanes) -> bool {
        let waiting = |running: &Running| running.asking.is_some();
        let operations = self.workspaces.iter().flat_map(|workspace| workspace.operations.values());
        operations.into_iter().all(waiting) && self.held.is_empty() && lanes.is_empty() && !self.follow.is_waiting()
    }

    /// Ends in order: operations that wait for the owner or for an answer hear that there is none, those that write come
    /// to their end, and the journal has the last word.
    fn end(self, lanes: Lanes) {
        drop(self.asked);
        drop(lanes);
        drop(self.runner);
        let unsaved: Vec<String> = self
            .workspaces
            .iter()
            .flat_map(|workspace| workspace.desk.buffers())
            .filter(|buffer| buffer.is_dirty())
            .map(|buffer| buffer.path.as_ref().map_or(buffer.title.clone(), |path| path.display().to_string()))
            .collect();
        self.follow.end();
        self.viewer.ended(unsaved, self.because);
    }
}
