//! Random edits against plain strings, and what is easier to see in examples.

mod columns;
mod diff;
mod documents;
mod forms;
mod movement;
mod search;

use super::*;

/// A small generator of random numbers, so that a seed is all that a failure needs to be repeated.
pub(super) struct Random(u64);

impl Random {
    /// Seeded by the environment variable `THC_EDIT_SEED`, or else by the time. Prints the seed.
    pub(super) fn new() -> Random {
        let given = std::env::var("THC_EDIT_SEED").ok().and_then(|seed| seed.parse().ok());
        let seed = given.unwrap_or_else(|| {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
            now.map_or(1, |time| time.as_nanos() as u64) | 1
        });
        println!("THC_EDIT_SEED={seed}");
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`.
    pub(super) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    pub(super) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    /// Up to `pieces` pieces of text of all kinds.
    pub(super) fn text(&mut self, pieces: usize) -> String {
        const PIECES: [&str; 24] = [
            "a",
            "foldl' ",
            "x1",
            " ",
            "  ",
            "\t",
            "\n",
            "\r\n",
            "\r",
            "é",
            "e\u{301}",
            "漢字",
            "👩‍👩‍👧",
            "🇩🇪",
            "\u{301}",
            "\u{200d}",
            "한글",
            "->",
            "Ünïcödé",
            "\u{7f}",
            "𝔘",
            "नमस्ते",
            "where\n",
            "ﬁ",
        ];
        let count = self.below(pieces + 1);
        (0..count).map(|_| *self.pick(&PIECES)).collect()
    }

    /// A place between characters.
    pub(super) fn place(&mut self, text: &str) -> usize {
        let at = self.below(text.len() + 1);
        text.floor_char_boundary(at)
    }

    pub(super) fn range(&mut self, text: &str, longest: usize) -> std::ops::Range<usize> {
        let start = self.place(text);
        let len = self.below(longest + 1);
        start..text.floor_char_boundary((start + len).min(text.len()))
    }
}

pub(super) fn at(offset: usize) -> ByteOffset {
    ByteOffset(offset)
}

pub(super) fn step(kind: EditKind, at_ms: u64) -> Step {
    Step { kind, at_ms, before: Selection::default(), after: Selection::default() }
}

/// Everything that a text says about places, compared with counting in a string.
pub(super) fn check_text(text: &Text, naive: &str) {
    assert_eq!(text.to_string(), naive);
    assert_eq!(text.len(), naive.len());
    assert_eq!(text.line_count(), naive.matches('\n').count() + 1);
    assert_eq!(text.utf16_len(), naive.encode_utf16().count());
    let mut start = 0;
    for (line, part) in naive.split('\n').enumerate() {
        let end = start + part.len();
        let broken = end < naive.len();
        let bare = if broken { part.strip_suffix('\r').unwrap_or(part) } else { part };
        assert_eq!(text.line_start(line), at(start), "start of line {line}");
        assert_eq!(text.line_range(line), at(start)..at(start + bare.len()), "range of line {line}");
        assert_eq!(text.line_range_with_break(line), at(start)..at(end + usize::from(broken)));
        assert_eq!(text.line(line), bare);
        assert_eq!((text.line_of(at(start)), text.line_of(at(end))), (line, line));
        start = end + 1;
    }
    assert_eq!(text.line_start(text.line_count() + 3), text.end());
}

fn check_place(text: &Text, naive: &str, offset: usize) {
    let floor = naive.floor_char_boundary(offset.min(naive.len()));
    assert_eq!(text.floor_boundary(at(offset)), at(floor));
    assert_eq!(text.is_char_boundary(at(offset)), naive.is_char_boundary(offset));
    assert_eq!(text.line_of(at(offset)), naive[..floor].matches('\n').count());
    assert_eq!(text.char_at(at(offset)), naive[floor..].chars().next());
    assert_eq!(text.char_before(at(offset)), naive[..floor].chars().next_back());
    let units = naive[..floor].encode_utf16().count();
    assert_eq!(text.utf16_of(at(offset)), Utf16Offset(units));
    assert_eq!(text.offset_of_utf16(Utf16Offset(units)), at(floor));
    if text.char_at(at(floor)).is_some_and(|c| c.len_utf16() == 2) {
        assert_eq!(text.offset_of_utf16(Utf16Offset(units + 1)), at(floor), "inside of a surrogate pair");
    }
    let (line, column) = text.utf16_position(at(floor));
    let line_start = naive[..floor].rfind('\n').map_or(0, |before| before + 1);
    assert_eq!(line, naive[..floor].matches('\n').count());
    assert_eq!(column, Utf16Column(naive[line_start..floor].encode_utf16().count()));
    let back = text.offset_of_utf16_position(line, column);
    assert_eq!(back, at(floor).min(text.line_range(line).end));
}

#[test]
fn text_against_string() {
    let mut random = Random::new();
    for round in 0..30 {
        let mut naive = random.text(if round % 3 == 0 { 3000 } else { 30 });
        let mut text = Text::from(naive.as_str());
        for _ in 0..20 {
            let range = random.range(&naive, 40);
            let insert = random.text(12);
            text.replace(at(range.start)..at(range.end), &insert).unwrap();
            naive.replace_range(range, &insert);
            for _ in 0..5 {
                let offset = random.below(naive.len() + 3);
                check_place(&text, &naive, offset);
            }
            let part = random.range(&naive, 5000);
            assert_eq!(text.slice(at(part.start)..at(part.end)), naive[part.clone()]);
            assert_eq!(text.sub_text(at(part.start)..at(part.end)).to_string(), naive[part]);
        }
        check_text(&text, &naive);
    }
}

#[test]
fn builder_takes_pieces_of_any_size() {
    let mut random = Random::new();
    let (mut builder, mut naive) = (TextBuilder::new(), String::new());
    for _ in 0..200 {
        let piece = random.text(40);
        builder.append(&piece);
        naive.push_str(&piece);
    }
    check_text(&builder.build(), &naive);
    check_text(&TextBuilder::new().build(), "");
}

#[test]
fn wrong_places_are_refused_and_change_nothing() {
    let mut text = Text::from("aé");
    let inside = PlaceError::InsideChar { offset: at(2) };
    assert_eq!(text.replace(at(2)..at(2), "x"), Err(inside));
    assert_eq!(text.replace(at(1)..at(2), "x"), Err(inside));
    assert_eq!(text.replace(at(1)..at(4), "x"), Err(PlaceError::PastEnd { offset: at(4), len: 3 }));
    assert_eq!(text.replace(at(1)..at(0), "x"), Err(PlaceError::Reversed { start: at(1), end: at(0) }));
    assert_eq!(text.to_string(), "aé");
    assert_eq!(text.slice(at(2)..at(9)), "é");
    assert_eq!(text.slice(at(3)..at(1)), "");
    assert_eq!(text.byte_at(at(3)), None);
}

#[test]
fn snapshots_go_to_other_threads() {
    fn sendable<T: Send + Sync>() {}
    sendable::<Snapshot>();
    sendable::<Search>();
    fn movable<T: Send>() {}
    movable::<Document>();
}

#[test]
fn transactions_are_sorted_and_disjoint() {
    let edits = vec![
        Edit::insert(at(4), "b"),
        Edit::replace(at(1)..at(3), "x"),
        Edit::insert(at(1), "a"),
        Edit::insert(at(4), "c"),
    ];
    let transaction = Transaction::new(edits).unwrap();
    let mut text = Text::from("012345");
    transaction.apply(&mut text).unwrap();
    assert_eq!(text.to_string(), "0ax3bc45");
    let overlap = vec![Edit::delete(at(0)..at(2)), Edit::delete(at(1)..at(3))];
    assert_eq!(Transaction::new(overlap), Err(EditError::Overlap { end: at(2), start: at(1) }));
    let json = serde_json::to_string(&transaction).unwrap();
    assert_eq!(serde_json::from_str::<Transaction>(&json).unwrap(), transaction);
    let wrong = r#"[{"range":{"start":0,"end":2},"insert":""},{"range":{"start":1,"end":3},"insert":""}]"#;
    assert!(serde_json::from_str::<Transaction>(wrong).is_err());
}

#[test]
fn transactions_and_their_inverses() {
    let mut random = Random::new();
    for _ in 0..300 {
        let naive = random.text(40);
        let before = Text::from(naive.as_str());
        let mut edits = Vec::new();
        let mut from = 0;
        for _ in 0..random.below(6) {
            let start = naive.floor_char_boundary((from + random.below(8)).min(naive.len()));
            let end = naive.floor_char_boundary((start + random.below(6)).min(naive.len()));
            if start < from {
                break;
            }
            edits.push(Edit::replace(at(start)..at(end), random.text(3)));
            from = end;
        }
        let transaction = Transaction::new(edits).unwrap();
        let mut text = before.clone();
        let delta = transaction.apply(&mut text).unwrap();
        let inverse = transaction.inverse(&before);
        assert_eq!(inverse.delta(), delta.inverse());
        // What lies before all edits or after them keeps its distance from that end.
        if let (Some(first), Some(last)) = (transaction.edits().first(), transaction.edits().last()) {
            for offset in 0..first.range.start.0 {
                assert_eq!(delta.map(at(offset), Bias::After), at(offset));
            }
            for offset in last.range.end.0 + 1..=naive.len() {
                assert_eq!(text.end() - delta.map(at(offset), Bias::Before), naive.len() - offset);
            }
        }
        let mut last = at(0);
        for offset in 0..=naive.len() {
            let (early, late) = (delta.map(at(offset), Bias::Before), delta.map(at(offset), Bias::After));
            assert!(last <= early && early <= late && late <= text.end(), "places stay in order");
            last = early;
        }
        inverse.apply(&mut text).unwrap();
        assert_eq!(text.to_string(), naive);
    }
}

#[test]
fn deltas_map_places() {
    let delta = Transaction::new(vec![Edit::insert(at(2), "xx"), Edit::replace(at(4)..at(6), "y")]).unwrap().delta();
    let both = |offset| (delta.map(at(offset), Bias::Before).0, delta.map(at(offset), Bias::After).0);
    assert_eq!(both(1), (1, 1));
    assert_eq!(both(2), (2, 4), "an insertion: the bias decides");
    assert_eq!(both(4), (6, 6), "the beginning of a replacement stays");
    assert_eq!(both(5), (6, 7), "inside of one: the bias decides");
    assert_eq!(both(6), (7, 7), "its end goes to the end of what came");
    assert_eq!(both(9), (10, 10));
    let selection = Selection::new(at(6), at(2));
    assert_eq!(selection.map(&delta, Bias::Before), Selection::new(at(7), at(4)));
    assert_eq!(Selection::caret(at(2)).map(&delta, Bias::Before), Selection::caret(at(2)));
    assert_eq!(Selection::caret(at(2)).moved(at(5), true), Selection::new(at(2), at(5)));
}

#[test]
fn marks_against_mapping_each() {
    let mut random = Random::new();
    for _ in 0..40 {
        let mut len = random.below(200);
        let mut marks = MarkSet::new(len);
        let mut naive: Vec<(MarkId, ByteOffset, Bias)> = Vec::new();
        for _ in 0..150 {
            match random.below(6) {
                0 | 1 => {
                    let (offset, bias) = (at(random.below(len + 1)), *random.pick(&[Bias::Before, Bias::After]));
                    naive.push((marks.insert(offset, bias), offset, bias));
                }
                2 if !naive.is_empty() => {
                    let (id, offset, _) = naive.swap_remove(random.below(naive.len()));
                    assert_eq!(marks.remove(id), Some(offset));
                    assert_eq!((marks.remove(id), marks.get(id)), (None, None));
                }
                _ => {
                    let mut edits = Vec::new();
                    let mut from = 0;
                    for _ in 0..random.below(4) {
                        let start = (from + random.below(20)).min(len);
                        let end = (start + random.below(10)).min(len);
                        edits.push(Edit::replace(at(start)..at(end), "x".repeat(random.below(5))));
                        from = end;
                    }
                    let delta = Transaction::new(edits).unwrap().delta();
                    marks.apply(&delta);
                    len = delta.map(at(len), Bias::After).0;
                    naive.iter_mut().for_each(|(_, offset, bias)| *offset = delta.map(*offset, *bias));
                }
            }
            assert_eq!(marks.len(), naive.len());
            for (id, offset, bias) in &naive {
                assert_eq!(marks.get(*id), Some(*offset), "{id:?} {bias:?}");
            }
            let range = at(random.below(len + 2))..at(random.below(len + 3));
            let found: Vec<_> = marks.range(range.clone()).collect();
            assert!(found.is_sorted_by_key(|(offset, _)| *offset));
            assert_eq!(found.len(), naive.iter().filter(|(_, offset, _)| range.contains(offset)).count());
            assert!(found.iter().all(|(offset, id)| marks.get(*id) == Some(*offset)));
        }
    }
}

#[test]
fn line_endings() {
    for (text, expected) in [
        ("", LineEnding::Lf),
        ("a\n", LineEnding::Lf),
        ("a\r\nb", LineEnding::CrLf),
        ("a\r\nb\nc\n", LineEnding::Lf),
        ("a\r\nb\r\nc\n", LineEnding::CrLf),
        ("\r", LineEnding::Lf),
    ] {
        assert_eq!(LineEnding::dominant(&Text::from(text)), expected, "{text:?}");
    }
    let far = format!("{}\r\n", "x".repeat(100_000));
    assert_eq!(LineEnding::dominant(&Text::from(far.as_str())), LineEnding::CrLf);
}
