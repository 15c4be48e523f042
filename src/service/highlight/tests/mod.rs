mod samples;

use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, bounded};

use super::grammar::{GRAMMARS, Grammar};
use super::parse::{Hull, Job, Whole};
use super::spans::{Compiled, Grammars};
use super::*;
use crate::model::language::LANGUAGES;
use crate::text::{Edit, Form, Text, Transaction};

/// Ample for any machine: nothing here waits as long as that unless it is broken.
const PATIENCE: Duration = Duration::from_secs(60);

fn language(id: &str) -> &'static Language {
    Language::of_id(id).unwrap()
}

fn haskell() -> Compiled {
    Compiled::new(Grammar::of_id("haskell").unwrap()).unwrap()
}

fn whole(compiled: &Compiled, text: &Text, last: Option<&Whole>) -> Whole {
    Job::new(compiled.parser(), text, last).advance(|| false).unwrap()
}

#[test]
fn every_language_of_the_table_has_colours() {
    for grammar in GRAMMARS {
        let compiled = Compiled::new(grammar).map(|compiled| compiled.parser().parse("x", None));
        assert!(matches!(compiled, Ok(Some(_))), "{}: {:?}", grammar.id, compiled.err());
    }
    for language in &LANGUAGES {
        assert!(knows(language), "{}", language.id);
    }
}

/// A small generator of numbers, so that a failure can be repeated from its seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

fn seed() -> u64 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or(now.as_nanos() as u64 | 1);
    println!("SEED={seed}");
    seed
}

const UNIT: &str =
    "-- | Adds.\nadd :: Int -> Int -> Int\nadd x y = case x of\n  0 -> y\n  n | n > 1 -> \"ä\\n\" ++ y\n\n";

#[test]
fn incremental_trees_colour_as_fresh_ones_do() {
    let mut dice = Dice(seed());
    let pieces = ["x", " ", "y1", "\n", "\n\n", "  ", "(z)", "\"s\"", "Foo", "-- c\n", "ä", "+ 1", "where\n"];
    let compiled = haskell();
    let colours = |whole: &Whole| {
        let everything = ByteOffset::ZERO..whole.text.end();
        compiled.spans(&mut Grammars::default(), &whole.tree, &whole.text, everything, &|| false)
    };
    let mut text = Text::from(UNIT.repeat(20).as_str());
    let mut last = whole(&compiled, &text, None);
    let (mut sound, mut good) = (0, text.clone());
    for _ in 0..200 {
        for _ in 0..=dice.below(3) {
            let at = text.floor_boundary(ByteOffset(dice.below(text.len())));
            let end = text.floor_boundary(at + [0, 0, 1, 7][dice.below(4)]);
            let edit = Edit::replace(at..end, pieces[dice.below(pieces.len())]);
            let delta = Transaction::from(edit).apply(&mut text).unwrap();
            last.ahead = last.ahead.into_iter().chain(Hull::of(&delta)).reduce(Hull::then);
        }
        let next = whole(&compiled, &text, Some(&last));
        let fresh = whole(&compiled, &text, None);
        assert_eq!(colours(&next), colours(&fresh), "{text}");
        if !fresh.tree.root_node().has_error() {
            (sound, good) = (sound + 1, text.clone());
        } else if dice.below(2) == 0 {
            text = good.clone();
        }
        last = if text == next.text { next } else { whole(&compiled, &text, None) };
    }
    assert!((20..180).contains(&sound), "{sound} of 200 texts were sound");
}

#[test]
fn changes_join_to_one_that_holds_them_all() {
    let mut dice = Dice(seed());
    for _ in 0..200 {
        let old: String = (0..40).map(|n| char::from(b'a' + (n % 26) as u8)).collect();
        let mut text = Text::from(old.as_str());
        let mut joined: Option<Hull> = None;
        for _ in 0..4 {
            let start = dice.below(text.len());
            let end = (start + dice.below(5)).min(text.len());
            let edits = vec![Edit::replace(ByteOffset(start)..ByteOffset(end), "XYZ"), Edit::insert(text.end(), "!")];
            let delta = Transaction::new(edits).unwrap().apply(&mut text).unwrap();
            joined = joined.into_iter().chain(Hull::of(&delta)).reduce(Hull::then);
        }
        let (new, hull) = (text.to_string(), joined.unwrap());
        assert_eq!(old[..hull.start], new[..hull.start]);
        assert_eq!(old[hull.old_end..], new[hull.new_end..]);
    }
}

/// A worker, and a buffer that it is asked about.
struct Desk {
    highlighter: Highlighter,
    events: Receiver<Highlighted>,
    language: &'static Language,
}

impl Desk {
    fn new(id: &str) -> Desk {
        let (sender, events) = bounded(4);
        Desk { highlighter: Highlighter::start(sender).unwrap(), events, language: language(id) }
    }

    fn ask(&self, revision: u64, text: &Text, changes: Option<Changes>, visible: Range<usize>) {
        self.highlighter.request(Request {
            snapshot: Snapshot {
                buffer: BufferId(1),
                revision: Revision(revision),
                text: text.clone(),
                form: Form::default(),
            },
            language: self.language,
            changes,
            visible: vec![ByteOffset(visible.start)..ByteOffset(visible.end)],
        });
    }

    fn next(&self) -> Highlighted {
        self.events.recv_timeout(PATIENCE).expect("an answer")
    }

    /// The last word on a revision; checks that none came for a later one.
    fn settled(&self, revision: u64) -> Highlighted {
        loop {
            let event = self.next();
            assert!(event.revision <= Revision(revision));
            if event.settled && event.revision == Revision(revision) {
                return event;
            }
        }
    }
}

fn well_formed(event: &Highlighted) {
    for pair in event.spans.windows(2) {
        assert!(pair[0].0.end <= pair[1].0.start);
    }
    for (span, category) in &event.spans {
        assert!(span.start < span.end && *category != Category::Plain);
        assert!(event.covered.iter().any(|range| range.start <= span.start && span.end <= range.end));
    }
}

#[test]
fn answers_name_their_revision_and_follow_the_edits() {
    let desk = Desk::new("haskell");
    let mut text = Text::from("main = 12\n");
    desk.ask(5, &text, None, 0..100);
    let first = desk.settled(5);
    well_formed(&first);
    let end = text.end();
    assert_eq!(first.covered, std::slice::from_ref(&(ByteOffset(0)..end)));
    assert_eq!(first.spans.last().unwrap(), &(ByteOffset(7)..ByteOffset(9), Category::Number));

    let delta = Transaction::insert(ByteOffset(0), "-- é\n").apply(&mut text).unwrap();
    desk.ask(8, &text, Some(Changes { since: Revision(5), deltas: vec![delta] }), 0..100);
    let second = desk.settled(8);
    assert_eq!(second.spans[0], (ByteOffset(0)..ByteOffset(5), Category::Comment));
    assert_eq!(second.spans.last().unwrap(), &(ByteOffset(13)..ByteOffset(15), Category::Number));

    // Without a word on what changed, everything is looked at again.
    desk.ask(9, &Text::from("x = 'c'\n"), None, 0..100);
    assert_eq!(desk.settled(9).spans.last().unwrap(), &(ByteOffset(4)..ByteOffset(7), Category::String));
}

#[test]
fn of_many_requests_the_newest_is_answered_rightly() {
    let desk = Desk::new("haskell");
    let mut text = Text::from(UNIT.repeat(2000).as_str());
    desk.ask(1, &text, None, 0..200);
    for revision in 2..400 {
        let at = ByteOffset((revision as usize * 7919 * UNIT.len()) % text.len());
        let line = text.line_start(text.line_of(text.floor_boundary(at)));
        let delta = Transaction::insert(line, "\n").apply(&mut text).unwrap();
        desk.ask(revision, &text, Some(Changes { since: Revision(revision - 1), deltas: vec![delta] }), 0..4000);
    }
    let last = desk.settled(399);
    well_formed(&last);
    let compiled = haskell();
    let fresh = whole(&compiled, &text, None).tree;
    let spans = compiled.spans(&mut Grammars::default(), &fresh, &text, ByteOffset(0)..ByteOffset(4000), &|| false);
    assert_eq!(last.spans, spans);
}

#[test]
fn a_large_text_answers_for_its_visible_part() {
    let desk = Desk::new("haskell");
    let text = Text::from(UNIT.repeat((20 << 20) / UNIT.len()).as_str());
    let middle = text.line_start(text.line_of(ByteOffset(10 << 20)));
    let start = Instant::now();
    desk.ask(1, &text, None, middle.0..middle.0 + 4000);
    let event = desk.settled(1);
    println!("20 MiB, visible part in the middle: {:?}", start.elapsed());
    well_formed(&event);
    assert!(event.spans.iter().all(|(span, _)| span.start >= middle));
    for wanted in [Category::Keyword, Category::Comment, Category::String, Category::Type, Category::Number] {
        assert!(event.spans.iter().any(|(_, category)| *category == wanted), "{wanted:?}");
    }
}

#[test]
fn before_the_whole_is_known_the_visible_part_is_answered() {
    let desk = Desk::new("haskell");
    let text = Text::from(UNIT.repeat((2 << 20) / UNIT.len()).as_str());
    let place = text.line_start(10_000).0;
    let start = Instant::now();
    desk.ask(1, &text, None, place..place + 2000);
    let first = desk.next();
    println!("2 MiB, first answer: {:?}", start.elapsed());
    well_formed(&first);
    assert!(!first.settled && !first.spans.is_empty());
    // Scrolling is answered while the whole is being parsed, and so is another revision.
    desk.ask(1, &text, None, 0..2000);
    assert!(!desk.next().settled);
    let settled = desk.settled(1);
    println!("2 MiB, last answer: {:?}", start.elapsed());
    assert_eq!(settled.covered[0].start, ByteOffset(0));
    let mut edited = text.clone();
    let delta = Transaction::insert(ByteOffset(place), "\n").apply(&mut edited).unwrap();
    let start = Instant::now();
    desk.ask(2, &edited, Some(Changes { since: Revision(1), deltas: vec![delta] }), place..place + 2000);
    well_formed(&desk.settled(2));
    println!("2 MiB, one key: {:?}", start.elapsed());
}

#[test]
fn nothing_in_a_text_stops_the_worker() {
    let bad = [
        String::new(),
        "\0\0\0 main = \0\n".repeat(10),
        "({[(\"'`".repeat(1000),
        "module where where import {- {- {- \"\n".repeat(100),
        "\u{feff}\u{202e}é漢字👩‍👩‍👧 = '\u{0}'\r\nx\r\r\n".repeat(50),
        "if ".repeat(20_000),
        "> ".repeat(2000),
        "> - 1. ".repeat(200) + "\n" + &"  ".repeat(500) + "- x",
        "<<EOF $(cat <<'X' ${a:-\"$(b)\"} \n".repeat(200),
        "```haskell\n````markdown\n~~~rust\n".repeat(100),
        "R\"x(\n''${\n%YAML\n--- &a *b !<c> |+\n\t- ? : \n".repeat(100),
        "*_`[![<a>](b \"c\")".repeat(500),
        "\\begin{code}\n> x\n".repeat(100),
    ];
    for language in &LANGUAGES {
        let desk = Desk::new(language.id);
        for (index, text) in bad.iter().enumerate() {
            let revision = index as u64 + 1;
            let start = Instant::now();
            desk.ask(revision, &Text::from(text.as_str()), None, 0..usize::MAX);
            well_formed(&desk.settled(revision));
            let took = start.elapsed();
            assert!(took < PATIENCE / 3, "{} takes {took:?} for text {index}", language.id);
        }
        desk.ask(100, &Text::from("x = 1"), None, Range { start: 90, end: 10 });
        assert_eq!(desk.settled(100).covered, []);
    }
}

#[test]
fn a_line_of_ten_megabytes_answers_for_its_visible_part() {
    let desk = Desk::new("haskell");
    let text = Text::from(format!("x = [{}1]\n", "foo 12, \"s\", ".repeat((10 << 20) / 13)).as_str());
    let start = Instant::now();
    desk.ask(1, &text, None, (5 << 20)..(5 << 20) + 500);
    let event = desk.settled(1);
    println!("line of 10 MiB: {:?}", start.elapsed());
    well_formed(&event);
    assert!(event.spans.iter().any(|(_, category)| *category == Category::Number));
    assert!(event.spans.len() <= SPANS_MAX);
}

#[test]
fn a_worker_ends_when_it_is_dropped_or_not_listened_to() {
    let desk = Desk::new("haskell");
    let text = Text::from(UNIT.repeat(20_000).as_str());
    for revision in 1..20 {
        desk.ask(revision, &text, None, 0..1000);
    }
    let start = Instant::now();
    let Desk { highlighter, events, .. } = desk;
    drop(highlighter);
    assert!(start.elapsed() < PATIENCE);
    assert!(events.iter().count() <= 4);

    let desk = Desk::new("haskell");
    let Desk { highlighter, events, .. } = desk;
    drop(events);
    highlighter.forget(BufferId(1));
    drop(highlighter);
}

#[test]
fn what_an_edit_makes_code_of_a_literate_program_is_coloured() {
    let mut text = Text::from("\\begin{code}\nf = 1\n\\end{code}\ng = 2\n\nprose\n> h = 3\n");
    let desk = Desk::new("literate-haskell");
    desk.ask(1, &text, None, 0..100);
    assert_eq!(desk.settled(1).spans.len(), 4);
    for (revision, (range, insert)) in [(20..31, ""), (20..20, "\\end{code}\n"), (0..13, "")].into_iter().enumerate() {
        let (revision, edit) =
            (revision as u64 + 2, Edit::replace(ByteOffset(range.start)..ByteOffset(range.end), insert));
        let delta = Transaction::from(edit).apply(&mut text).unwrap();
        desk.ask(revision, &text, Some(Changes { since: Revision(revision - 1), deltas: vec![delta] }), 0..100);
        let fresh = Desk::new("literate-haskell");
        fresh.ask(revision, &text, None, 0..100);
        assert_eq!(desk.settled(revision).spans, fresh.settled(revision).spans, "{text}");
    }
}
