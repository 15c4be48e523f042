//! The desk without threads: changes as data, random input, stale revisions, actors apart.

use std::collections::BTreeMap;

use thc_edit::base::{ActorId, BufferId, Input, JobId, Key, KeyName, Mods, Mouse, MouseAction, Point, Revision, Size};
use thc_edit::command::{self, Run, Subject};
use thc_edit::desk::{
    Change, Desktop, Dock, Effect, FindForm, FolderView, Highlighted, Indenting, MessagesChange, Opened, Presentation,
    Question, Refusal, TextEdit,
};
use thc_edit::grid::SourceId;
use thc_edit::model::{Category, Message, MessageKind};
use thc_edit::op::Target;
use thc_edit::policy::{Actor, Tier};
use thc_edit::text::{ByteOffset, Edit, EditKind, Form, Query, Selection, TabWidth, Text, Transaction};
use thc_edit::ui::theme::{Palette, Theme};
use thc_edit::view::{self, Action};

const AGENT: Actor = Actor { id: ActorId(7), tier: Tier::System };

/// A desk, and every change that was applied to it.
struct Driven {
    desk: Desktop,
    changes: Vec<(Actor, Change, u64)>,
    at_ms: u64,
}

fn empty(size: Size) -> Desktop {
    let presentation = Presentation {
        theme: Theme::new(Palette::Classic),
        tab_width: TabWidth::default(),
        indenting: Indenting::default(),
    };
    Desktop::new(size, "/project".into(), presentation, command::catalogue(&BTreeMap::new()))
}

fn opened(name: &str, text: &str, form: Form) -> Change {
    Change::Open(Opened {
        path: Some(format!("/project/{name}").into()),
        text: Text::from(text),
        form,
        stamp: None,
        language: None,
        recovered: false,
        at: Some((1, 1)),
    })
}

impl Driven {
    fn new(size: Size) -> Self {
        Self { desk: empty(size), changes: Vec::new(), at_ms: 0 }
    }

    fn apply(&mut self, actor: Actor, change: Change) -> Result<(), Refusal> {
        let applied = self.desk.apply(actor, change.clone(), self.at_ms)?;
        self.changes.push((actor, change, self.at_ms));
        for effect in applied.effects {
            if let Effect::Run(id) = effect {
                self.run(actor, id.0);
            }
        }
        Ok(())
    }

    fn subject(&self, actor: Actor) -> Subject<'_> {
        let target = self.desk.active().map(|window| Target { window: window.id, buffer: window.buffer });
        Subject { desk: &self.desk, actor, target }
    }

    fn run(&mut self, actor: Actor, id: &str) {
        let command = command::command(id).unwrap();
        if self.desk.catalogue().entry(id).unwrap().available(&self.desk).is_err() {
            return;
        }
        // Operations need the session; the dialogs that they open come from elsewhere in these tests.
        if !matches!(command.run, Run::Operation(_)) {
            let changes = command::changes(command.run, &self.subject(actor));
            self.all(actor, changes);
        }
    }

    fn all(&mut self, actor: Actor, changes: Result<Vec<Change>, Refusal>) {
        for change in changes.unwrap_or_default() {
            if self.apply(actor, change).is_err() {
                return;
            }
        }
    }

    fn input(&mut self, actor: Actor, input: &Input) {
        self.desk.follow_cursors();
        let frame = view::paint(&self.desk);
        for action in view::route(&self.desk, &frame, actor, input) {
            match action {
                Action::Change(change) => drop(self.apply(actor, change)),
                Action::Run(id) => self.run(actor, id.0),
                Action::Type(typed) => self.all(actor, command::type_text(&self.subject(actor), typed)),
                Action::Paste(text) => self.all(actor, command::paste_text(&self.subject(actor), &text)),
            }
        }
    }

    fn key(&mut self, chord: &str) {
        self.input(Actor::PERSON, &Input::Key(chord.parse().unwrap()));
    }
}

fn golden(desk: &mut Desktop) -> String {
    desk.follow_cursors();
    view::paint(desk).scene.to_golden()
}

struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }

    fn key(&mut self) -> Key {
        use KeyName::*;
        let named = [
            Enter,
            Escape,
            Tab,
            ArrowUp,
            ArrowDown,
            ArrowLeft,
            ArrowRight,
            Home,
            End,
            PageUp,
            PageDown,
            Backspace,
            Delete,
            Insert,
            F(5),
            F(6),
            F(10),
        ];
        let typed = ['a', 'Z', ' ', '{', 'λ', '漢', '\u{301}', '👩', '9', 'f', 'w', 'e'];
        let name = if self.below(2) == 0 { self.pick(&named) } else { Char(self.pick(&typed)) };
        let held = |random: &mut Self| random.below(4) == 0;
        Key { name, mods: Mods { ctrl: held(self), alt: self.below(8) == 0, shift: held(self) } }
    }

    fn input(&mut self, size: Size) -> Input {
        match self.below(10) {
            0..6 => Input::Key(self.key()),
            6 => Input::Paste(self.pick(&["one\ntwo\r\n\tthree", "\u{7}", "漢字", "", "41 42"]).to_owned()),
            7 if self.below(20) == 0 => Input::Blur,
            _ => {
                let (x, y) = (self.below(size.width as u64 + 4), self.below(size.height as u64 + 2));
                let actions = [
                    MouseAction::Down,
                    MouseAction::Up,
                    MouseAction::Move,
                    MouseAction::WheelUp,
                    MouseAction::WheelDown,
                ];
                Input::Mouse(Mouse {
                    action: self.pick(&actions),
                    at: Point::new(x as i32, y as i32),
                    button: if self.below(8) == 0 { 2 } else { 0 },
                    clicks: 1 + self.below(3) as u8,
                    mods: Mods { shift: self.below(6) == 0, ..Mods::NONE },
                })
            }
        }
    }

    fn question(&mut self) -> Question {
        let has_selection = self.below(2) == 0;
        let form = FindForm {
            query: Query::default(),
            replacement: String::new(),
            has_selection,
            backward: self.below(2) == 0,
            in_selection: has_selection && self.below(2) == 0,
            ask_each: self.below(2) == 0,
        };
        match self.below(5) {
            0 => Question::Find(form),
            1 => Question::Replace(form),
            2 => Question::GoTo { lines: 12 },
            3 => Question::message("Title", "Some text that is long enough to be wrapped somewhere.".to_owned()),
            _ => Question::Open(FolderView {
                folder: "/project".into(),
                entries: (0..30).map(|n| format!("file{n}.hs")).collect(),
                cut: false,
                name: "*".to_owned(),
            }),
        }
    }
}

fn assert_sound(desk: &Desktop) {
    let (area, screen) = (desk.area(), desk.size());
    for window in desk.windows() {
        let text = desk.buffer(window.buffer).expect("a window without a buffer").document.text();
        for offset in [window.selection.anchor, window.selection.head, window.scroll.top] {
            assert!(offset <= text.end() && text.is_char_boundary(offset), "{offset} in {}", text.len());
        }
        assert!(
            area.contains(Point::new(window.rect.x.max(area.x), window.rect.y)),
            "title out of reach: {:?}",
            window.rect
        );
        assert!(window.rect.right() > area.x && window.rect.x < area.right(), "{:?}", window.rect);
    }
    let frame = view::paint(desk);
    let scene = &frame.scene;
    if let Some(cursor) = scene.cursor {
        assert!(scene.cell(cursor.at).is_some(), "{:?} on {screen:?}", cursor.at);
    }
    for y in 0..screen.height {
        for x in 0..screen.width {
            let cell = scene.cell(Point::new(x, y)).unwrap();
            assert_ne!(cell.source, SourceId::UNKNOWN, "nobody's cell at {x},{y}");
        }
    }
}

/// The texts that a walk begins with.
fn walkers() -> Vec<(&'static str, String, Form)> {
    vec![
        ("a.txt", "some lines\nof text\n".repeat(40), Form::default()),
        ("b.txt", format!("{}\n漢字 wide\ttabs\n", "a long line, e\u{301} ".repeat(2000)), Form::default()),
        ("c.bin", "\0\u{1}\u{ff}bytes".to_owned(), Form::Bytes),
    ]
}

/// One thing that happens on a walk: mostly input, now and then a command, a dialog or another size of the screen.
fn walk(driven: &mut Driven, random: &mut Random, commands: &[&'static str]) {
    driven.at_ms += random.below(400);
    let size = driven.desk.size();
    match random.below(200) {
        0 => {
            let size = Size::new(30 + random.below(200) as i32, 10 + random.below(60) as i32);
            driven.apply(Actor::PERSON, Change::Resize { size }).unwrap();
        }
        1 => driven.apply(Actor::PERSON, Change::Ask { question: random.question() }).unwrap(),
        2 => driven.run(Actor::PERSON, random.pick(&["window.tile", "window.cascade", "window.split_vertical"])),
        3..8 => driven.run(Actor::PERSON, random.pick(commands)),
        _ => {
            let input = random.input(size);
            driven.input(Actor::PERSON, &input);
        }
    }
}

/// However tangled, a few Escapes lead back to the text: what is typed goes there.
fn assert_text_is_in_reach(driven: &mut Driven) {
    for _ in 0..10 {
        driven.key("Escape");
    }
    assert!(driven.desk.modal().is_none() && driven.desk.menu().is_none());
    let revision = |desk: &Desktop| desk.active_buffer().map(|(_, buffer)| (buffer.is_hex(), buffer.revision()));
    let Some((hex, before)) = revision(&driven.desk) else { return };
    driven.key(if hex { "7" } else { "q" });
    assert_ne!(revision(&driven.desk).map(|(_, after)| after), Some(before), "typing reaches no text");
}

/// Whatever happened, undo leads back to what was loaded.
fn assert_nothing_is_lost(driven: &mut Driven) {
    let ids: Vec<BufferId> = driven.desk.buffers().map(|buffer| buffer.id).collect();
    for (id, (name, loaded, _)) in ids.into_iter().zip(walkers()) {
        loop {
            let revision = driven.desk.buffer(id).unwrap().revision();
            let undo = Change::History { buffer: id, window: None, revision, redo: false, steps: 100 };
            if driven.apply(Actor::PERSON, undo).is_err() {
                break;
            }
        }
        let document = &driven.desk.buffer(id).unwrap().document;
        assert_eq!(document.dropped_steps(), 0, "{name}");
        assert!(document.text().to_string() == loaded, "{name} is not what was loaded");
    }
}

#[test]
fn a_hundred_thousand_events_leave_every_desk_sound() {
    const WALKS: u64 = 40;
    const EVENTS: usize = 2500;
    let seed = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos() as u64;
    println!("seed {seed}");
    let of_changes = |command: &&command::Command| matches!(command.run, Run::Changes(_) | Run::Move(..));
    let commands: Vec<&'static str> = command::all().filter(of_changes).map(|command| command.id.0).collect();
    let walk_some = |walks: std::ops::Range<u64>| {
        for number in walks {
            let mut random = Random(seed ^ (number << 40));
            let mut driven = Driven::new(Size::new(80, 25));
            for (name, text, form) in walkers() {
                driven.apply(Actor::PERSON, opened(name, &text, form)).unwrap();
            }
            for event in 0..EVENTS {
                walk(&mut driven, &mut random, &commands);
                if event % 16 == 0 {
                    driven.desk.follow_cursors();
                    assert_sound(&driven.desk);
                }
            }
            assert_text_is_in_reach(&mut driven);
            assert_nothing_is_lost(&mut driven);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| walk_some(0..WALKS / 2));
        scope.spawn(|| walk_some(WALKS / 2..WALKS));
    });
}

#[test]
fn changes_are_data_and_make_the_same_desk_again() {
    let mut driven = Driven::new(Size::new(80, 25));
    let mut random = Random(20_261_201);
    driven.apply(Actor::PERSON, opened("a.txt", &"some lines\nof text\n".repeat(40), Form::default())).unwrap();
    driven.apply(Actor::PERSON, opened("c.bin", "\0\u{1}\u{ff}bytes", Form::Bytes)).unwrap();
    for step in 0..1500 {
        driven.at_ms += random.below(400);
        if step % 300 == 250 {
            driven.apply(Actor::PERSON, Change::Ask { question: random.question() }).unwrap();
        }
        let input = random.input(driven.desk.size());
        let actor = if random.below(10) == 0 { AGENT } else { Actor::PERSON };
        driven.input(actor, &input);
    }
    let mut again = empty(Size::new(80, 25));
    for (actor, change, at_ms) in &driven.changes {
        let json = serde_json::to_string(change).unwrap();
        let change: Change = serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}: {json}"));
        // Scrolling follows the cursor once a frame, and both saw their frames at the same places.
        again.follow_cursors();
        again.apply(*actor, change, *at_ms).unwrap();
    }
    assert!(driven.changes.len() > 500);
    assert_eq!(golden(&mut driven.desk), golden(&mut again));
    for (one, other) in driven.desk.buffers().zip(again.buffers()) {
        assert_eq!(one.document.text().to_string(), other.document.text().to_string());
        assert_eq!(one.revision(), other.revision());
    }
}

fn one_text(text: &str) -> (Driven, BufferId, Revision) {
    let mut driven = Driven::new(Size::new(80, 25));
    driven.apply(Actor::PERSON, opened("a.txt", text, Form::default())).unwrap();
    let buffer = driven.desk.active_buffer().unwrap().1;
    let (id, revision) = (buffer.id, buffer.revision());
    (driven, id, revision)
}

fn insert(buffer: BufferId, revision: Revision, at: usize, text: &str) -> Change {
    let transaction = Transaction::from(Edit::insert(ByteOffset(at), text));
    let kind = EditKind::Other;
    Change::Edit(TextEdit { buffer, revision, transaction, window: None, select: None, kind, low_digit: false })
}

#[test]
fn what_was_made_for_an_older_text_is_refused_whole() {
    let (mut driven, buffer, revision) = one_text("one two\n");
    driven.apply(AGENT, insert(buffer, revision, 0, "new ")).unwrap();
    let before = golden(&mut driven.desk);
    let window = driven.desk.active().unwrap().id;
    let selection = Selection::caret(ByteOffset(3));
    let stale = [
        insert(buffer, revision, 0, "late "),
        Change::Select { window, revision, selection, goal: None },
        Change::History { buffer, window: None, revision, redo: false, steps: 1 },
    ];
    for change in stale {
        assert!(matches!(driven.apply(AGENT, change), Err(Refusal::Stale { .. })));
    }
    let now = driven.desk.buffer(buffer).unwrap().revision();
    assert!(driven.apply(AGENT, insert(buffer, now, 99, "past the end")).is_err());
    assert_eq!(golden(&mut driven.desk), before);
    assert_eq!(driven.desk.buffer(buffer).unwrap().document.text().to_string(), "new one two\n");
}

#[test]
fn an_edit_names_places_that_the_text_has_or_is_brought_to_them() {
    let (mut driven, buffer, revision) = one_text("one\n");
    let window = driven.desk.active().unwrap().id;
    let edit = |range: (usize, usize), select| {
        let transaction = Transaction::from(Edit::replace(ByteOffset(range.0)..ByteOffset(range.1), "日"));
        let (window, kind) = (Some(window), EditKind::Other);
        Change::Edit(TextEdit { buffer, revision, transaction, window, select, kind, low_digit: false })
    };
    for range in [(3, 2), (0, 99), (0, usize::MAX), (usize::MAX, usize::MAX)] {
        assert!(driven.apply(AGENT, edit(range, None)).is_err(), "{range:?}");
    }
    let far = Selection::new(ByteOffset(usize::MAX), ByteOffset(1));
    driven.apply(AGENT, edit((0, 0), Some(far))).unwrap();
    assert_sound(&driven.desk);
    driven.key("Ctrl+Z");
    driven.key("Ctrl+Y");
    assert_sound(&driven.desk);
    assert_eq!(driven.desk.active().unwrap().selection, Selection::new(ByteOffset(7), ByteOffset(0)));
}

#[test]
fn an_agent_has_its_own_hand_and_no_say_in_dialogs() {
    let (mut driven, ..) = one_text("one two\n");
    driven.apply(Actor::PERSON, Change::Copy { text: "the person's".into() }).unwrap();
    driven.apply(AGENT, Change::Copy { text: "the agent's".into() }).unwrap();
    assert_eq!(driven.desk.hand(Actor::PERSON).unwrap().clipboard.to_string(), "the person's");
    assert_eq!(driven.desk.hand(AGENT).unwrap().clipboard.to_string(), "the agent's");
    let down = Mouse { action: MouseAction::Down, at: Point::new(40, 1), button: 0, clicks: 1, mods: Mods::NONE };
    driven.input(Actor::PERSON, &Input::Mouse(down));
    assert!(driven.desk.hand(Actor::PERSON).unwrap().drag.is_some());
    assert!(driven.desk.hand(AGENT).unwrap().drag.is_none());
    let buttons = [("yes", "~Y~es"), ("no", "~N~o")];
    driven.apply(Actor::PERSON, Change::Ask { question: Question::choose("Sure?", String::new(), &buttons) }).unwrap();
    let modal = driven.desk.modal().unwrap().id;
    let key: Key = "y".parse().unwrap();
    for change in [
        Change::DialogKey { key },
        Change::DialogPaste { text: "y".to_owned() },
        Change::DialogMouse { part: None, local: Point::new(2, 0), mouse: down },
        Change::DialogMove { to: Point::new(0, 1) },
        Change::Withdraw { modal },
    ] {
        assert_eq!(driven.apply(AGENT, change), Err(Refusal::NotAllowed));
    }
    driven.input(AGENT, &Input::Key(key));
    assert!(driven.desk.modal().is_some(), "an agent's key reached the dialog");
    driven.input(Actor::PERSON, &Input::Key(key));
    assert!(driven.desk.modal().is_none());
}

#[test]
fn late_colours_land_where_their_text_went() {
    let (mut driven, buffer, revision) = one_text("let x = 1\n");
    let found = |revision| {
        let spans = vec![(ByteOffset(0)..ByteOffset(3), Category::Keyword)];
        Change::Highlight(Highlighted { buffer, revision, spans })
    };
    driven.apply(Actor::PERSON, insert(buffer, revision, 0, "-- \n")).unwrap();
    driven.apply(Actor::PERSON, found(revision)).unwrap();
    let spans = |desk: &Desktop| {
        let all = ByteOffset(0)..ByteOffset(1000);
        desk.buffer(buffer).unwrap().highlights.within(all).cloned().collect::<Vec<_>>()
    };
    assert_eq!(spans(&driven.desk), [(ByteOffset(4)..ByteOffset(7), Category::Keyword)]);
    let now = driven.desk.buffer(buffer).unwrap().revision();
    driven.apply(Actor::PERSON, insert(buffer, now, 0, "12")).unwrap();
    assert_eq!(spans(&driven.desk), [(ByteOffset(6)..ByteOffset(9), Category::Keyword)]);
    // Past the ring of changes nothing can be mapped: dropped, never painted on newer text.
    for _ in 0..1100 {
        let now = driven.desk.buffer(buffer).unwrap().revision();
        driven.apply(Actor::PERSON, insert(buffer, now, 0, "\n")).unwrap();
    }
    let before = spans(&driven.desk);
    driven.apply(Actor::PERSON, found(now)).unwrap();
    assert_eq!(spans(&driven.desk), before);
}

#[test]
fn messages_of_a_search_that_was_stopped_are_refused() {
    let mut desk = empty(Size::new(80, 25));
    let job = JobId(3);
    let add = || {
        let message = Message { kind: MessageKind::Note, text: "found".to_owned(), location: None, live: None };
        Change::Messages(MessagesChange::Add { job, messages: vec![message], summary: "1".to_owned() })
    };
    let begin = MessagesChange::Begin { job, summary: String::new() };
    desk.apply(Actor::PERSON, Change::Messages(begin), 0).unwrap();
    assert_eq!(desk.focus(), Some(Dock::Panel));
    desk.apply(Actor::PERSON, add(), 0).unwrap();
    desk.apply(Actor::PERSON, Change::Messages(MessagesChange::Stop), 0).unwrap();
    assert!(matches!(desk.apply(Actor::PERSON, add(), 0), Err(Refusal::Unavailable(_))));
    assert_eq!((desk.docks().messages().rows().len(), desk.docks().messages().summary()), (1, "1 (stopped)"));
}
