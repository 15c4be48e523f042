use super::*;

/// A text of a few short lines, some of them alike, with any line breaks.
fn lines(random: &mut Random) -> String {
    let count = random.below(12);
    let mut text: String = (0..count)
        .map(|_| {
            format!("{}{}", ["a", "b", "λ", "", "long line"][random.below(5)], ["\n", "\n", "\r\n"][random.below(3)])
        })
        .collect();
    if random.below(3) == 0 {
        text.push_str("end");
    }
    text
}

fn between(old: &str, new: &str) -> (Text, Text, Diff) {
    let (old, new) = (Text::from(old), Text::from(new));
    let diff = Diff::between(&old, &new).unwrap();
    (old, new, diff)
}

#[test]
fn the_hunks_make_one_text_of_the_other() {
    let mut random = Random::new();
    for _ in 0..2000 {
        let (old, new) = (lines(&mut random), lines(&mut random));
        let (a, b, diff) = between(&old, &new);
        let edits =
            diff.hunks().iter().map(|hunk| Edit::replace(hunk.old_bytes.clone(), b.slice(hunk.new_bytes.clone())));
        let mut made = a.clone();
        Transaction::new(edits.collect()).unwrap().apply(&mut made).unwrap();
        assert_eq!(made.to_string(), new, "from {old:?}");
        assert_eq!(diff.is_empty(), old == new);
        let restored: Diff = serde_json::from_str(&serde_json::to_string(&diff).unwrap()).unwrap();
        assert_eq!(restored, diff);
    }
}

#[test]
fn rows_show_every_line_once_and_in_order() {
    let mut random = Random::new();
    for _ in 0..2000 {
        let (old, new) = (lines(&mut random), lines(&mut random));
        let (a, b, diff) = between(&old, &new);
        let rows: Vec<_> = (0..diff.aligned_rows()).map(|row| diff.aligned_row(row).unwrap()).collect();
        let count = |text: &Text| text.line_count() - usize::from(text.line(text.line_count() - 1).is_empty());
        let side = |of: fn(&Aligned) -> Option<usize>, lines| {
            let shown: Vec<_> = rows.iter().filter_map(of).filter(|line| *line < lines).collect();
            assert_eq!(shown, (0..lines).collect::<Vec<_>>(), "{old:?} {new:?}");
        };
        side(|row| row.old, count(&a));
        side(|row| row.new, count(&b));
        for row in rows.iter().filter(|row| row.hunk.is_none()) {
            assert_eq!(a.line(row.old.unwrap()), b.line(row.new.unwrap()));
        }
        for line in 0..count(&b) {
            assert_eq!(diff.aligned_row(diff.aligned_of(line)).unwrap().new, Some(line));
        }
        assert_eq!(diff.aligned_row(diff.aligned_rows()), None);
        let (mut added, mut removed, mut shown) = (0, 0, Vec::new());
        for row in 0..diff.unified_rows() {
            match diff.unified_row(row).unwrap() {
                Unified::Head { hunk } => assert_eq!(diff.unified_start(hunk), row),
                Unified::Same { new, .. } => shown.push(new),
                Unified::Added { new, .. } => {
                    added += 1;
                    shown.push(new);
                }
                Unified::Removed { .. } => removed += 1,
            }
        }
        assert_eq!((added, removed), diff.counts());
        assert!(shown.windows(2).all(|pair| pair[0] < pair[1]), "{shown:?}");
        assert_eq!(diff.unified_row(diff.unified_rows()), None);
    }
}

#[test]
fn the_hunk_at_a_line() {
    let (_, _, diff) = between("a\nb\nc\nd\n", "a\nB\nBB\nc\n");
    let at = |line| diff.hunk_at(line);
    assert_eq!(
        [at(0), at(1), at(2), at(3)],
        [None, Some(0), Some(0), Some(1)],
        "the last line stands before what is gone"
    );
    assert_eq!(diff.counts(), (2, 2));
    let (_, _, diff) = between("a\nb\nc\n", "a\nc\n");
    assert_eq!([diff.hunk_at(0), diff.hunk_at(1)], [None, Some(0)]);
    assert_eq!(between("a\n", "").2.hunk_at(0), Some(0));
    assert_eq!(between("a\n", "a").2.counts(), (1, 1));
}

#[test]
fn a_text_that_is_different_all_over_is_too_large() {
    let half = COMPARED_MAX_BYTES / 2 + 1;
    let (old, new) = ("ab\n".repeat(half), "cd\n".repeat(half));
    assert_eq!(Diff::between(&Text::from(old.as_str()), &Text::from(new.as_str())), Err(TooLarge));
    let like = format!("{}x\n{}", &old[..3000], &old[3000..]);
    let diff = Diff::between(&Text::from(old.as_str()), &Text::from(like.as_str())).unwrap();
    assert_eq!(diff.counts(), (1, 0), "only what is different counts");
}

#[test]
fn what_is_no_diff_is_refused() {
    for hunks in ["[9,3]", "[0,9]"] {
        let ranges = |range: &str| format!("{{\"start\":{},\"end\":{}}}", &range[1..2], &range[3..4]);
        let bytes = "{\"start\":0,\"end\":0}";
        let hunk = format!("{{\"old\":{0},\"new\":{0},\"old_bytes\":{bytes},\"new_bytes\":{bytes}}}", ranges(hunks));
        let json = format!("{{\"hunks\":[{hunk}],\"old_lines\":5,\"new_lines\":4}}");
        assert!(serde_json::from_str::<Diff>(&json).is_err(), "{json}");
    }
}
