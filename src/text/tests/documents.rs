use super::*;
use crate::base::{BufferId, Revision};

fn open(text: &str) -> (Document, Revisions) {
    let mut revisions = Revisions::new();
    (Document::new(Text::from(text), Form::default(), &mut revisions), revisions)
}

fn key(document: &mut Document, revisions: &mut Revisions, offset: usize, text: &str, at_ms: u64) {
    let after = Selection::caret(at(offset + text.len()));
    let step = Step { kind: EditKind::Typing, at_ms, before: Selection::caret(at(offset)), after };
    document.apply(&Transaction::insert(at(offset), text), step, revisions).unwrap();
}

fn rub(document: &mut Document, revisions: &mut Revisions, range: std::ops::Range<usize>) {
    let edit = Edit::delete(at(range.start)..at(range.end));
    document.apply(&edit.into(), step(EditKind::Deleting, 0), revisions).unwrap();
}

#[test]
fn random_edits_undo_and_redo() {
    let mut random = Random::new();
    for round in 0..20 {
        let loaded = random.text(if round % 4 == 0 { 8000 } else { 60 });
        let (mut document, mut revisions) = open(&loaded);
        let mut naive = loaded.clone();
        let mut now = 0;
        let mut seen: Vec<(Revision, String)> = vec![(document.revision(), loaded.clone())];
        for _ in 0..120 {
            now += [10, 10, 2000][random.below(3)];
            match random.below(10) {
                0 => {
                    document.undo(1 + random.below(3), &mut revisions);
                    naive = document.text().to_string();
                }
                1 => {
                    document.redo(1 + random.below(3), &mut revisions);
                    naive = document.text().to_string();
                }
                2 => document.seal(),
                _ => {
                    let longest = [3, 3, 20_000][random.below(3)];
                    let range = random.range(&naive, longest);
                    let kind = *random.pick(&[EditKind::Typing, EditKind::Deleting, EditKind::Other]);
                    let insert = if kind == EditKind::Deleting { String::new() } else { random.text(3) };
                    let edit = Edit::replace(at(range.start)..at(range.end), insert.as_str());
                    document.apply(&edit.into(), step(kind, now), &mut revisions).unwrap();
                    naive.replace_range(range, &insert);
                }
            }
            assert_eq!(document.text().to_string(), naive);
            seen.push((document.revision(), naive.clone()));
        }
        for (revision, text) in &seen {
            let same = seen.iter().filter(|(other, _)| other == revision);
            assert!(same.into_iter().all(|(_, other)| other == text), "equal revisions mean equal content");
        }
        assert_eq!(document.dropped_steps(), 0);
        document.undo(usize::MAX, &mut revisions);
        assert_eq!(document.text().to_string(), loaded);
        assert!(!document.is_dirty() && !document.can_undo());
        document.redo(usize::MAX, &mut revisions);
        assert!(!document.can_redo());
        check_text(document.text(), &document.text().to_string());
    }
}

#[test]
fn typing_is_one_step_until_something_ends_it() {
    let (mut document, mut revisions) = open("");
    key(&mut document, &mut revisions, 0, "a", 0);
    key(&mut document, &mut revisions, 1, "b", 1000);
    assert_eq!(document.steps(), 1);
    key(&mut document, &mut revisions, 2, "c", 2001);
    assert_eq!(document.steps(), 2, "a pause");
    document.seal();
    key(&mut document, &mut revisions, 3, "d", 2001);
    assert_eq!(document.steps(), 3, "a move");
    key(&mut document, &mut revisions, 0, "e", 2001);
    assert_eq!(document.steps(), 4, "another place");
    rub(&mut document, &mut revisions, 1..2);
    assert_eq!(document.steps(), 5, "another kind");
    let restored = document.undo(5, &mut revisions).unwrap();
    assert_eq!((document.text().len(), restored.deltas.len()), (0, 5));
    for offset in 0..41 {
        key(&mut document, &mut revisions, offset, "x", 0);
    }
    assert_eq!(document.steps(), 3, "20 characters");
    let restored = document.undo(1, &mut revisions).unwrap();
    assert_eq!((document.text().len(), restored.selection), (40, Selection::caret(at(40))));
    let restored = document.undo(1, &mut revisions).unwrap();
    assert_eq!((document.text().len(), restored.selection), (20, Selection::caret(at(20))));
    let restored = document.redo(1, &mut revisions).unwrap();
    assert_eq!((document.text().len(), restored.selection), (40, Selection::caret(at(40))));
}

#[test]
fn deleting_is_one_step_in_either_direction() {
    let (mut document, mut revisions) = open("abcdéfgh");
    rub(&mut document, &mut revisions, 3..4);
    rub(&mut document, &mut revisions, 2..3);
    rub(&mut document, &mut revisions, 2..4);
    assert_eq!((document.text().to_string().as_str(), document.steps()), ("abfgh", 1));
    document.undo(1, &mut revisions);
    assert_eq!(document.text().to_string(), "abcdéfgh");
}

#[test]
fn clean_is_what_was_saved() {
    let (mut document, mut revisions) = open("a");
    assert!(!document.is_dirty());
    key(&mut document, &mut revisions, 1, "b", 0);
    let saving = document.snapshot_to_save(BufferId(1));
    assert!(document.is_dirty());
    key(&mut document, &mut revisions, 2, "c", 0);
    document.mark_saved(saving.revision);
    assert!(document.is_dirty(), "typed during the save");
    document.undo(1, &mut revisions);
    assert!(!document.is_dirty(), "back at what was saved");
    assert_ne!(document.revision(), saving.revision, "under a new revision");
    assert_eq!(document.saved_revision(), document.revision());
    document.undo(1, &mut revisions);
    assert!(document.is_dirty());
    document.redo(1, &mut revisions);
    assert!(!document.is_dirty());
    document.redo(1, &mut revisions);
    assert!(document.is_dirty());
    document.mark_saved(document.revision());
    assert!(!document.is_dirty());
    document.mark_unsaved(&mut revisions);
    assert!(document.is_dirty());
    document.undo(2, &mut revisions);
    assert!(document.is_dirty());
}

#[test]
fn saved_in_the_middle_of_typing_without_telling() {
    let (mut document, mut revisions) = open("");
    key(&mut document, &mut revisions, 0, "a", 0);
    let revision = document.revision();
    key(&mut document, &mut revisions, 1, "b", 0);
    document.mark_saved(revision);
    document.undo(1, &mut revisions);
    assert_eq!(document.text().to_string(), "");
    assert!(document.is_dirty(), "the file has an `a`");
}

#[test]
fn memory_bounds_the_history() {
    let (mut document, mut revisions) = open("");
    for time in 0..100 {
        let text = "x".repeat(1000);
        document.apply(&Transaction::insert(at(0), text), step(EditKind::Other, time), &mut revisions).unwrap();
        let all = Edit::delete(at(0)..at(1000));
        document.apply(&all.into(), step(EditKind::Other, time), &mut revisions).unwrap();
    }
    assert_eq!((document.steps(), document.dropped_steps()), (200, 0));
    assert!(document.history_memory() > 100_000);
    document.set_history_limit(50_000);
    assert!(document.history_memory() <= 50_000);
    assert_eq!(document.steps() as u64 + document.dropped_steps(), 200);
    document.undo(usize::MAX, &mut revisions);
    assert!(document.history_memory() <= 50_000);
    document.set_history_limit(0);
    key(&mut document, &mut revisions, 0, "y", 0);
    assert_eq!(document.steps(), 1, "the last step can always be taken back");
}

#[test]
fn large_deletions_share_the_text() {
    let line = "a line of some length, as they are\n";
    let (mut document, mut revisions) = open(&line.repeat(100_000));
    let len = document.text().len();
    let most = Edit::delete(at(35)..at(len - 35));
    document.apply(&most.into(), step(EditKind::Other, 0), &mut revisions).unwrap();
    assert_eq!(document.text().to_string(), line.repeat(2));
    assert!(document.history_memory() >= len - 70, "counted as what it holds");
    document.undo(1, &mut revisions);
    assert_eq!(document.text().to_string(), line.repeat(100_000));
    let all = Edit::delete(at(0)..at(len));
    document.apply(&all.into(), step(EditKind::Other, 0), &mut revisions).unwrap();
    assert!(document.text().is_empty());
    document.undo(1, &mut revisions);
    assert_eq!(document.text().len(), len);
}

#[test]
fn reload_is_one_step() {
    let mut random = Random::new();
    for _ in 0..100 {
        let loaded = random.text(2000);
        let (mut document, mut revisions) = open(&loaded);
        let mut theirs = loaded.clone();
        let changed = random.range(&theirs, 30);
        theirs.replace_range(changed.clone(), &random.text(4));
        let mark = document.marks_mut().insert(at(loaded.len()), Bias::After);
        let snapshot = document.snapshot(BufferId(1));
        let form = Form::Utf8 { bom: true };
        let reload = Reload::between(&snapshot, Text::from(theirs.as_str()), form);
        let applied = document.reload(reload.clone(), step(EditKind::Other, 0), &mut revisions).unwrap();
        let only_different = |splice: &Splice| splice.start.0 <= theirs.len() && splice.removed <= changed.len() + 8;
        assert!(applied.delta.splices().iter().all(only_different), "only what is different");
        assert_eq!((document.text().to_string(), document.form()), (theirs.clone(), form));
        assert_eq!(document.marks().get(mark), Some(at(theirs.len())));
        assert_eq!(document.reload(reload, step(EditKind::Other, 0), &mut revisions), Err(EditError::Stale));
        document.undo(1, &mut revisions);
        assert_eq!((document.text().to_string(), document.form()), (loaded, Form::default()));
        document.redo(1, &mut revisions);
        assert_eq!((document.text().to_string(), document.form()), (theirs, form));
    }
}

#[test]
fn edits_of_very_many_places_are_worked_out_beforehand() {
    let loaded = "word and word\n".repeat(PIECES_MAX);
    let edits = (0..PIECES_MAX).flat_map(|line| {
        let start = line * 14;
        [Edit::replace(at(start)..at(start + 4), "longer"), Edit::delete(at(start + 7)..at(start + 13))]
    });
    let transaction = Transaction::new(edits.collect()).unwrap();
    for beforehand in [true, false] {
        let (mut document, mut revisions) = open(&loaded);
        let mark = document.marks_mut().insert(at(14 * 1000 + 5), Bias::After);
        key(&mut document, &mut revisions, loaded.len(), "x", 0);
        let applied = if beforehand {
            let reload = Reload::edited(&document.snapshot(BufferId(1)), &transaction).unwrap();
            document.reload(reload, step(EditKind::Other, 0), &mut revisions).unwrap()
        } else {
            document.apply(&transaction, step(EditKind::Other, 0), &mut revisions).unwrap()
        };
        let after = document.text().to_string();
        assert!(after == format!("{}x", "longer and\n".repeat(PIECES_MAX).replace("and\n", "an\n")), "{beforehand}");
        assert_eq!(applied.delta.splices().len(), 2 * PIECES_MAX);
        let moved = document.marks().get(mark);
        assert_eq!(moved, Some(at(10 * 1000 + 7)));
        document.undo(1, &mut revisions);
        assert!(document.text().to_string() == format!("{loaded}x"), "{beforehand}");
        assert_eq!(document.marks().get(mark), Some(at(14 * 1000 + 5)));
        document.redo(1, &mut revisions);
        assert!(document.text().to_string() == after, "{beforehand}");
        document.undo(2, &mut revisions);
        assert!(document.text().to_string() == loaded && !document.is_dirty(), "{beforehand}");
    }
}

#[test]
fn places_of_earlier_states() {
    let (mut document, mut revisions) = open("0123456789");
    let old = document.revision();
    assert_eq!(document.map_since(old, at(5), Bias::Before), Some(at(5)));
    for count in 1..=RECENT_CHANGES {
        key(&mut document, &mut revisions, 0, "x", count as u64 * 5000);
        assert_eq!(document.map_since(old, at(5), Bias::Before), Some(at(5 + count)));
    }
    let recent = document.revision();
    key(&mut document, &mut revisions, 0, "x", 0);
    assert_eq!(document.map_since(old, at(5), Bias::Before), None, "past the ring");
    assert_eq!(document.map_since(recent, at(5), Bias::Before), Some(at(6)));
    assert_eq!(document.map_since(revisions.take(), at(5), Bias::Before), None, "of another text");
}

#[test]
fn refused_and_empty_transactions_leave_everything() {
    let (mut document, mut revisions) = open("abc");
    let revision = document.revision();
    let edits = vec![Edit::insert(at(1), "x"), Edit::delete(at(2)..at(9))];
    let transaction = Transaction::new(edits).unwrap();
    assert!(document.apply(&transaction, step(EditKind::Other, 0), &mut revisions).is_err());
    document.apply(&Transaction::default(), step(EditKind::Other, 0), &mut revisions).unwrap();
    assert_eq!((document.text().to_string().as_str(), document.steps()), ("abc", 0));
    assert_eq!(document.revision(), revision);
    assert_eq!((document.undo(1, &mut revisions), document.redo(1, &mut revisions)), (None, None));
}
