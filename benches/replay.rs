//! Replays recorded editing sessions through a document, through a desk, and through bare ropey for comparison.
//!
//! The document keeps history, revisions, marks and recent changes, and is asked after each edit for the line and the UTF-16
//! offset of the caret. The desk has two windows on the buffer and 1,000 marks in it. Ropey does the edits only. Prints
//! `RATIO replay_buffer_TRACE value limit` and `RATIO replay_desk_TRACE value limit`, medians of several runs, and the
//! absolute times. The folder of the traces comes from the environment variable `THC_EDIT_TRACES`.

use std::error::Error;
use std::hint::black_box;
use std::ops::Range;
use std::path::Path;
use std::time::{Duration, Instant};

use flate2::read::GzDecoder;
use ropey::Rope;
use serde::Deserialize;
use thc_edit::base::Size;
use thc_edit::desk::{Applied, Arrange, Catalogue, Change, Desktop, Indenting, Opened, Presentation, TextEdit};
use thc_edit::policy::Actor;
use thc_edit::text::{
    Bias, ByteOffset, Document, Edit, EditKind, Form, Revisions, Selection, Step, TabWidth, Text, Transaction,
};
use thc_edit::ui::theme::{Palette, Theme};

const TRACES: [&str; 4] = ["automerge-paper", "rustcode", "sveltecomponent", "seph-blog1"];
const FOLDER: &str = "THC_EDIT_TRACES";
const BUFFER_LIMIT: f64 = 1.2;
const DESK_LIMIT: f64 = 2.0;
const MARKS: usize = 1000;
const RUNS: usize = 9;
/// Between two edits, in the time that the history sees.
const KEY_MS: u64 = 100;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Trace {
    start_content: String,
    end_content: String,
    txns: Vec<Txn>,
}

#[derive(Deserialize)]
struct Txn {
    patches: Vec<(usize, usize, String)>,
}

/// The edits of a session in the form that each side takes, so that each reads its own and no more.
#[derive(Default)]
struct Recorded {
    bare: Vec<BareEdit>,
    ours: Vec<OurEdit>,
}

/// An edit as ropey takes it, in code points.
struct BareEdit {
    chars: Range<usize>,
    insert: String,
}

/// An edit as a document takes it.
struct OurEdit {
    transaction: Transaction,
    step: Step,
}

fn load(path: &Path) -> Result<(Trace, Recorded), Box<dyn Error>> {
    let mut trace: Trace = serde_json::from_reader(GzDecoder::new(std::fs::File::open(path)?))?;
    let mut rope = Rope::from_str(&trace.start_content);
    let mut edits = Recorded::default();
    for (at, removed, insert) in trace.txns.iter_mut().flat_map(|txn| txn.patches.drain(..)) {
        let (start, end) = (ByteOffset(rope.char_to_byte(at)), ByteOffset(rope.char_to_byte(at + removed)));
        rope.remove(at..at + removed);
        rope.insert(at, &insert);
        let caret = start + insert.len();
        let step = Step {
            kind: if insert.is_empty() { EditKind::Deleting } else { EditKind::Typing },
            at_ms: edits.ours.len() as u64 * KEY_MS,
            before: Selection::caret(end),
            after: Selection::caret(caret),
        };
        let transaction = Transaction::from(Edit::replace(start..end, insert.as_str()));
        edits.ours.push(OurEdit { transaction, step });
        edits.bare.push(BareEdit { chars: at..at + removed, insert });
    }
    Ok((trace, edits))
}

fn replay_ropey(start: &str, edits: &[BareEdit]) -> (Duration, String) {
    let mut rope = Rope::from_str(start);
    let begin = Instant::now();
    for edit in edits {
        if !edit.chars.is_empty() {
            rope.remove(edit.chars.clone());
        }
        if !edit.insert.is_empty() {
            rope.insert(edit.chars.start, &edit.insert);
        }
    }
    (begin.elapsed(), rope.to_string())
}

fn replay_document(start: &str, edits: &[OurEdit]) -> Result<(Duration, String), Box<dyn Error>> {
    let mut revisions = Revisions::new();
    let mut document = Document::new(Text::from(start), Form::default(), &mut revisions);
    let begin = Instant::now();
    for edit in edits {
        black_box(document.apply(&edit.transaction, edit.step, &mut revisions)?);
        black_box(document.text().line_of(edit.step.after.head));
        black_box(document.text().utf16_of(edit.step.after.head));
    }
    Ok((begin.elapsed(), document.text().to_string()))
}

/// A desk with two windows on a text, and marks all over it.
fn desk(start: &str) -> Result<(Desktop, Applied), Box<dyn Error>> {
    let presentation = Presentation {
        theme: Theme::new(Palette::Classic),
        tab_width: TabWidth::default(),
        indenting: Indenting::default(),
    };
    let mut desk = Desktop::new(Size::new(80, 25), "/".into(), presentation, Catalogue::default());
    let opened = Opened {
        path: None,
        text: Text::from(start),
        form: Form::default(),
        stamp: None,
        language: None,
        recovered: false,
        at: None,
    };
    let applied = desk.apply(Actor::PERSON, Change::Open(opened), 0)?;
    let (window, buffer) = (applied.window.ok_or("no window")?, applied.buffer.ok_or("no buffer")?);
    desk.apply(Actor::PERSON, Change::Arrange(Arrange::SplitVertical { window }), 0)?;
    let revision = desk.buffer(buffer).ok_or("no buffer")?.revision();
    for mark in 0..MARKS {
        let at = ByteOffset(start.len() * mark / MARKS);
        let at = desk.buffer(buffer).ok_or("no buffer")?.document.text().floor_boundary(at);
        desk.apply(Actor::PERSON, Change::Mark { buffer, revision, at, bias: Bias::After }, 0)?;
    }
    Ok((desk, applied))
}

fn replay_desk(start: &str, edits: &[OurEdit]) -> Result<(Duration, String), Box<dyn Error>> {
    let (mut desk, opened) = desk(start)?;
    let (window, buffer) = (opened.window, opened.buffer.ok_or("no buffer")?);
    let changes: Vec<_> = edits
        .iter()
        .map(|edit| {
            let (transaction, kind) = (edit.transaction.clone(), edit.step.kind);
            let (select, revision) = (Some(edit.step.after), desk.buffer(buffer).map(|b| b.revision()));
            let revision = revision.ok_or("no buffer")?;
            Ok::<_, Box<dyn Error>>(TextEdit { buffer, revision, transaction, window, select, kind, low_digit: false })
        })
        .collect::<Result<_, _>>()?;
    let begin = Instant::now();
    for (at, mut edit) in changes.into_iter().enumerate() {
        edit.revision = desk.buffer(buffer).ok_or("no buffer")?.revision();
        black_box(desk.apply(Actor::PERSON, Change::Edit(edit), at as u64 * KEY_MS)?);
    }
    let time = begin.elapsed();
    Ok((time, desk.buffer(buffer).ok_or("no buffer")?.document.text().to_string()))
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn measure(name: &str, folder: &Path) -> Result<(), Box<dyn Error>> {
    let (trace, edits) = load(&folder.join(format!("{name}.json.gz")))?;
    let (mut ours, mut desks, mut bare) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..RUNS {
        let (time, end) = replay_document(&trace.start_content, &edits.ours)?;
        assert_eq!(end, trace.end_content, "{name}: the document ends with another text");
        ours.push(time);
        let (time, end) = replay_desk(&trace.start_content, &edits.ours)?;
        assert_eq!(end, trace.end_content, "{name}: the desk ends with another text");
        desks.push(time);
        let (time, end) = replay_ropey(&trace.start_content, &edits.bare);
        assert_eq!(end, trace.end_content, "{name}: ropey ends with another text");
        bare.push(time);
    }
    let [ours, desks, bare] = [ours, desks, bare].map(|times| median(times).as_secs_f64());
    let [document, desk, ropey] = [ours, desks, bare].map(|time| time * 1e9 / edits.ours.len() as f64);
    println!(
        "# {name}: {} edits; ns each: document {document:.0}, desk {desk:.0}, bare ropey {ropey:.0}",
        edits.ours.len()
    );
    let name = name.replace('-', "_");
    println!("RATIO replay_buffer_{name} {:.3} {BUFFER_LIMIT}", ours / bare);
    println!("RATIO replay_desk_{name} {:.3} {DESK_LIMIT}", desks / bare);
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let Some(folder) = std::env::var_os(FOLDER) else {
        for name in TRACES {
            let name = name.replace('-', "_");
            println!("# skipped replay_buffer_{name} and replay_desk_{name}: {FOLDER} is not set");
        }
        return Ok(());
    };
    TRACES.iter().try_for_each(|name| measure(name, Path::new(&folder)))
}
