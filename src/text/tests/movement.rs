use unicode_segmentation::UnicodeSegmentation;

use super::super::movement::*;
use super::*;

#[test]
fn graphemes_against_segmenting() {
    let mut random = Random::new();
    for round in 0..41 {
        let naive = random.text(if round % 20 == 0 { 1000 } else { 30 });
        let text = Text::from(naive.as_str());
        let mut boundaries: Vec<usize> = naive.grapheme_indices(true).map(|(offset, _)| offset).collect();
        boundaries.push(naive.len());
        for pair in boundaries.windows(2) {
            assert_eq!(next_grapheme(&text, at(pair[0])), at(pair[1]), "after {} in {naive:?}", pair[0]);
            assert_eq!(prev_grapheme(&text, at(pair[1])), at(pair[0]), "before {} in {naive:?}", pair[1]);
            assert!(is_grapheme_boundary(&text, at(pair[0])));
            for inside in pair[0] + 1..pair[1] {
                assert!(!is_grapheme_boundary(&text, at(inside)));
                assert_eq!(floor_grapheme(&text, at(inside)), at(pair[0]));
            }
        }
        assert_eq!(next_grapheme(&text, text.end()), text.end());
        assert_eq!(prev_grapheme(&text, at(0)), at(0));
    }
}

/// The places that a movement stops at, from one end of the text to the other.
fn stops(text: &str, from: usize, go: fn(&Text, ByteOffset) -> ByteOffset) -> String {
    let rope = Text::from(text);
    let mut marked = text.to_owned();
    let mut offset = at(from);
    let mut places = Vec::new();
    loop {
        let next = go(&rope, offset);
        if next == offset {
            break;
        }
        places.push(next.0);
        offset = next;
    }
    places.sort();
    for place in places.into_iter().rev() {
        marked.insert(place, '|');
    }
    marked
}

#[test]
fn words() {
    let code = "foldl' (+) x1 $ 'a'\n  where y";
    assert_eq!(stops(code, 0, next_word), "foldl' |(+) |x1 |$ |'|a'|\n  |where |y|");
    assert_eq!(stops(code, code.len(), prev_word), "|foldl' |(+) |x1 |$ |'|a'|\n|  |where |y");
    assert_eq!(stops("日本 e\u{301}a->b", 0, next_word), "日本 |e\u{301}a|->|b|");
    assert_eq!(stops("", 0, next_word), "");
    let rope = Text::from("ab  cd->\n\nx");
    for (offset, expected) in [
        (0, 0..2),
        (1, 0..2),
        (2, 0..2),
        (3, 2..4),
        (4, 4..6),
        (6, 4..6),
        (7, 6..8),
        (8, 6..8),
        (9, 9..9),
        (10, 10..11),
        (11, 10..11),
    ] {
        assert_eq!(word_at(&rope, at(offset)), at(expected.start)..at(expected.end), "at {offset}");
    }
}

#[test]
fn long_words_are_passed_in_bounded_steps() {
    let text = Text::from("a".repeat(1_000_000).as_str());
    assert!(next_word(&text, at(0)) <= at(20_000));
    assert!(prev_word(&text, text.end()) >= at(980_000));
}

#[test]
fn ends_of_lines() {
    let text = Text::from("\t x = 1\r\n   \nend");
    assert_eq!((line_start(&text, at(4)), line_end(&text, at(4))), (at(0), at(7)));
    assert_eq!(smart_home(&text, at(5)), at(2));
    assert_eq!(smart_home(&text, at(2)), at(0));
    assert_eq!(smart_home(&text, at(0)), at(2));
    assert_eq!(first_nonblank(&text, at(10)), at(12), "only blanks: the line's end");
    assert_eq!(line_end(&text, text.end()), text.end());
}
