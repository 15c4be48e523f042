//! The worker: takes the newest request of each buffer, answers what it can at once, and goes on with the trees of whole
//! texts while nothing else is to do.

use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crossbeam_channel::{SendTimeoutError, Sender};
use tree_sitter::Parser;

use super::grammar::{Grammar, Means};
use super::lines::{self, LineRule};
use super::mailbox::{Letter, Mail, Mailbox, Taken};
use super::parse::{Hull, Job, Whole, parse_window, window};
use super::spans::Grammars;
use super::{
    Category, Highlighted, Language, Request, VISIBLE_MAX_BYTES, VISIBLE_MAX_RANGES, WHOLE_MAX_BYTES, literate,
};
use crate::base::BufferId;
use crate::text::{ByteOffset, Text};

/// How long a whole parse goes on before others get their turn.
const SLICE: Duration = Duration::from_millis(30);
/// How often a worker that waits for room in the lane looks whether it is to end.
const LOOK_UP: Duration = Duration::from_millis(20);

/// Nobody listens any more, or the worker is to end.
struct Ended;

pub(super) struct Worker {
    mailbox: Arc<Mailbox>,
    events: Sender<Highlighted>,
    grammars: Grammars,
    buffers: HashMap<BufferId, Buffer>,
    /// The buffers with an unfinished job, in the order of their turns.
    turns: VecDeque<BufferId>,
}

/// What is known of a buffer.
struct Buffer {
    latest: Request,
    whole: Option<Whole>,
    job: Option<Job>,
}

impl Worker {
    pub fn new(mailbox: Arc<Mailbox>, events: Sender<Highlighted>) -> Worker {
        Worker { mailbox, events, grammars: Grammars::default(), buffers: HashMap::new(), turns: VecDeque::new() }
    }

    pub fn run(mut self) {
        loop {
            let done = match self.mailbox.take(self.turns.is_empty()) {
                Taken::Stop => return,
                Taken::Mail(Mail::Forget(buffer)) => {
                    self.buffers.remove(&buffer);
                    self.turns.retain(|turn| *turn != buffer);
                    Ok(())
                }
                Taken::Mail(Mail::Request(letter)) => self.receive(letter),
                Taken::Nothing => self.take_turn(),
            };
            if done.is_err() {
                return;
            }
        }
    }

    fn receive(&mut self, letter: Letter) -> Result<(), Ended> {
        let id = letter.request.snapshot.buffer;
        match self.buffers.get_mut(&id).map(|buffer| buffer.follow(&letter)) {
            Some(true) => {}
            _ => {
                let buffer = Buffer { latest: letter.request, whole: None, job: None };
                self.buffers.insert(id, buffer);
            }
        }
        self.answer(id)
    }

    /// Answers the latest request of a buffer: with the whole tree if it can be had soon, else from a window.
    fn answer(&mut self, id: BufferId) -> Result<(), Ended> {
        let Some(buffer) = self.buffers.get_mut(&id) else { return Ok(()) };
        let grammar = match Means::of(buffer.latest.language) {
            Some(Means::Grammar(grammar)) => grammar,
            Some(Means::Lines(rule)) => return self.answer_by_lines(id, rule),
            None => return self.send(id, Vec::new(), Vec::new(), true),
        };
        if buffer.latest.snapshot.text.len() > WHOLE_MAX_BYTES {
            (buffer.whole, buffer.job) = (None, None);
            return self.answer_from_window(id, grammar, true);
        }
        if buffer.whole.as_ref().is_none_or(|whole| whole.ahead.is_some()) {
            if buffer.job.is_none() {
                buffer.begin(self.grammars.get(grammar).parser());
            }
            let (mailbox, start) = (&self.mailbox, Instant::now());
            if !buffer.advance(|| start.elapsed() > SLICE || mailbox.stopped()) {
                if !self.turns.contains(&id) {
                    self.turns.push_back(id);
                }
                return self.answer_from_window(id, grammar, false);
            }
            if buffer.whole.as_ref().is_some_and(|whole| whole.ahead.is_some()) {
                return self.answer(id);
            }
        }
        self.answer_from_whole(id, grammar)
    }

    /// Goes on with the job whose turn it is.
    fn take_turn(&mut self) -> Result<(), Ended> {
        let Some(id) = self.turns.pop_front() else { return Ok(()) };
        let Some(buffer) = self.buffers.get_mut(&id).filter(|buffer| buffer.job.is_some()) else { return Ok(()) };
        let (mailbox, start) = (&self.mailbox, Instant::now());
        if buffer.advance(|| start.elapsed() > SLICE || mailbox.rings()) {
            return self.answer(id);
        }
        self.turns.push_back(id);
        Ok(())
    }

    fn answer_by_lines(&mut self, id: BufferId, rule: LineRule) -> Result<(), Ended> {
        let Some(buffer) = self.buffers.get(&id) else { return Ok(()) };
        let text = &buffer.latest.snapshot.text;
        let covered = cover(text, &buffer.latest.visible);
        let spans = covered.iter().flat_map(|range| lines::spans(rule, text, range.clone())).collect();
        self.send(id, covered, spans, true)
    }

    fn answer_from_whole(&mut self, id: BufferId, grammar: &'static Grammar) -> Result<(), Ended> {
        let Some(Buffer { latest, whole: Some(whole), .. }) = self.buffers.get(&id) else { return Ok(()) };
        let (compiled, stopped) = (self.grammars.get(grammar), || self.mailbox.stopped());
        let covered = cover(&latest.snapshot.text, &latest.visible);
        let mut spans = Vec::new();
        for range in &covered {
            spans.extend(compiled.spans(&mut self.grammars, &whole.tree, &whole.text, range.clone(), &stopped));
        }
        self.send(id, covered, spans, true)
    }

    fn answer_from_window(&mut self, id: BufferId, grammar: &'static Grammar, settled: bool) -> Result<(), Ended> {
        let Some(buffer) = self.buffers.get(&id) else { return Ok(()) };
        let (compiled, stopped) = (self.grammars.get(grammar), || self.mailbox.stopped());
        let text = &buffer.latest.snapshot.text;
        let covered = cover(text, &buffer.latest.visible);
        let mut spans = Vec::new();
        for range in &covered {
            let window = window(text, range);
            let part = source(buffer.latest.language, text.sub_text(window.clone()));
            let tree = parse_window(&mut compiled.parser(), &part, stopped);
            let inside = ByteOffset(range.start - window.start)..ByteOffset(range.end - window.start);
            let found = tree.map(|tree| compiled.spans(&mut self.grammars, &tree, &part, inside, &stopped));
            let found = found.unwrap_or_default();
            spans.extend(
                found
                    .into_iter()
                    .map(|(span, category)| (span.start + window.start.0..span.end + window.start.0, category)),
            );
        }
        self.send(id, covered, spans, settled)
    }

    fn send(
        &self,
        id: BufferId,
        covered: Vec<Range<ByteOffset>>,
        spans: Vec<(Range<ByteOffset>, Category)>,
        settled: bool,
    ) -> Result<(), Ended> {
        let Some(buffer) = self.buffers.get(&id) else { return Ok(()) };
        let mut event = Highlighted { buffer: id, revision: buffer.latest.snapshot.revision, covered, spans, settled };
        while !self.mailbox.stopped() {
            match self.events.send_timeout(event, LOOK_UP) {
                Ok(()) => return Ok(()),
                Err(SendTimeoutError::Timeout(unsent)) => event = unsent,
                Err(SendTimeoutError::Disconnected(_)) => return Err(Ended),
            }
        }
        Err(Ended)
    }
}

impl Buffer {
    /// Takes a newer request; false if nothing that is known helps with it.
    fn follow(&mut self, letter: &Letter) -> bool {
        let (known, new) = (self.latest.snapshot.revision, letter.request.snapshot.revision);
        if self.latest.language != letter.request.language {
            return false;
        }
        if known != new {
            let Some(step) = letter.step.filter(|step| step.since == known) else { return false };
            // A job that starts from a tree is dropped for a newer one; the first job of a text is finished, so that
            // steady typing cannot hold it back for ever.
            if self.whole.is_some() {
                self.job = None;
            }
            let aheads = self.whole.iter_mut().map(|whole| &mut whole.ahead);
            for ahead in aheads.chain(self.job.iter_mut().map(|job| &mut job.ahead)) {
                *ahead = ahead.iter().copied().chain(step.hull).reduce(Hull::then);
            }
        }
        self.latest = letter.request.clone();
        true
    }

    /// Begins a job. What an edit does to the code of a literate program is not near it only, so the texts are compared.
    fn begin(&mut self, parser: Parser) {
        let text = source(self.latest.language, self.latest.snapshot.text.clone());
        if let Some(whole) = self.whole.as_mut().filter(|_| self.latest.language.literate) {
            whole.ahead = Hull::between(&whole.text, &text);
        }
        self.job = Some(Job::new(parser, &text, self.whole.as_ref()));
    }

    /// Goes on with the job; true when that made the whole tree.
    fn advance(&mut self, interrupted: impl FnMut() -> bool) -> bool {
        let Some(whole) = self.job.as_mut().and_then(|job| job.advance(interrupted)) else { return false };
        (self.whole, self.job) = (Some(whole), None);
        true
    }
}

/// What of a text its grammar reads: as many bytes as the text has.
fn source(language: &Language, text: Text) -> Text {
    if language.literate { literate::code_of(&text) } else { text }
}

/// The visible ranges cut to their bounds, in order and apart.
fn cover(text: &Text, visible: &[Range<ByteOffset>]) -> Vec<Range<ByteOffset>> {
    let cut = |range: &Range<ByteOffset>| {
        let start = text.floor_boundary(range.start);
        start..text.floor_boundary(range.end.min(start + VISIBLE_MAX_BYTES))
    };
    let mut ranges: Vec<_> =
        visible.iter().take(VISIBLE_MAX_RANGES).map(cut).filter(|range| !range.is_empty()).collect();
    ranges.sort_by_key(|range| range.start);
    let mut covered: Vec<Range<ByteOffset>> = Vec::new();
    for range in ranges {
        match covered.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => covered.push(range),
        }
    }
    covered
}
