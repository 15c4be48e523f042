use std::cell::Cell;

use regex_cursor::regex_automata::meta::Regex;
use regex_cursor::regex_automata::util::syntax;

use super::*;

const GO: &dyn Fn() -> bool = &|| false;

fn query(pattern: &str, regex: bool) -> Query {
    Query { pattern: pattern.to_owned(), case_sensitive: true, whole_words: false, regex }
}

fn find(query: &Query, text: &str) -> Vec<(usize, usize)> {
    let text = Text::from(text);
    let found = query.compile().unwrap().find_all(&text, at(0)..text.end(), usize::MAX, GO).unwrap();
    found.into_iter().map(|range| (range.start.0, range.end.0)).collect()
}

#[test]
fn against_a_contiguous_search() {
    let mut random = Random::new();
    let patterns = [
        "a",
        "foldl' ",
        "x1",
        "漢字",
        "a|foldl",
        r"\w+",
        r"[a-z]+'?\s",
        "^.",
        ".$",
        "^$",
        "x*",
        r"\bwhere\b",
        "(?s)where.{0,30}?a",
        "é|ü",
        r"\d+",
        "[^a]é",
        "(?i)WHERE",
        "字x1",
        r"\r\n",
        r"\s+$",
    ];
    for _ in 0..4 {
        let naive = random.text(1500);
        let text = Text::from(naive.as_str());
        for pattern in patterns {
            let syntax = syntax::Config::new().multi_line(true).crlf(true);
            let plain = Regex::builder().syntax(syntax).build(pattern).unwrap();
            let expected: Vec<_> = plain.find_iter(&naive).map(|found| (found.start(), found.end())).collect();
            assert_eq!(find(&query(pattern, true), &naive), expected, "{pattern}");
            let search = query(pattern, true).compile().unwrap();
            let from = random.place(&naive);
            let first = plain.find(regex_cursor::regex_automata::Input::new(&naive).range(from..));
            let found = search.find_from(&text, at(from), GO).unwrap();
            assert_eq!(found.map(|found| found.start.0..found.end.0), first.map(|found| found.range()), "{pattern}");
        }
    }
}

#[test]
fn literals_and_whole_words() {
    assert_eq!(find(&query("a.b(", false), "aXb( a.b("), [(5, 9)]);
    let any_case = Query { case_sensitive: false, ..query("straße", false) };
    assert_eq!(find(&any_case, "STRAßE"), [(0, 7)]);
    let whole = Query { whole_words: true, ..query("a", false) };
    assert_eq!(find(&whole, "a ab ba _a a(a)é a"), [(0, 1), (11, 12), (13, 14), (18, 19)]);
    let plus = Query { whole_words: true, ..query("+a", false) };
    assert_eq!(find(&plus, "x+a +ab"), [(1, 3)]);
    let expression = Query { whole_words: true, ..query("a+|b", true) };
    assert_eq!(find(&expression, "aa ab b"), [(0, 2), (6, 7)]);
    assert_eq!(find(&query("aa", false), "aaaaa"), [(0, 2), (2, 4)]);
    let limited = query("a", false).compile().unwrap();
    let text = Text::from("aaaa");
    assert_eq!(limited.find_all(&text, at(1)..at(4), 2, GO).unwrap(), [at(1)..at(2), at(2)..at(3)]);
    assert_eq!(limited.find_all(&text, at(3)..at(1), 2, GO).unwrap(), []);
    assert_eq!(limited.find_from(&text, at(99), GO).unwrap(), None);
}

#[test]
fn backwards() {
    let mut random = Random::new();
    for pattern in ["x1", "where", "漢字", "👩‍👩‍👧", "^", "a+"] {
        let naive = random.text(40_000);
        let text = Text::from(naive.as_str());
        let all = find(&query(pattern, true), &naive);
        let search = query(pattern, true).compile().unwrap();
        for _ in 0..4 {
            let before = random.place(&naive);
            let expected = all.iter().rev().find(|found| found.0 < before);
            let found = search.find_before(&text, at(before), GO).unwrap();
            assert_eq!(found.map(|found| found.start.0), expected.map(|found| found.0), "{pattern}");
        }
    }
    let far = Text::from(format!("needle{}", "hay ".repeat(200_000)).as_str());
    let search = query("needle", false).compile().unwrap();
    assert_eq!(search.find_before(&far, far.end(), GO).unwrap(), Some(at(0)..at(6)));
    assert_eq!(search.find_before(&far, at(0), GO).unwrap(), None);
}

#[test]
fn replacements() {
    let text = Text::from("import qualified Data.Map as M\n");
    let search = query(r"qualified (?<name>[\w.]+) as (\w+)", true).compile().unwrap();
    let found = search.find_from(&text, at(0), GO).unwrap().unwrap();
    assert_eq!(search.replacement(&text, &found, "$name qualified as ${2}, $$9$9"), "Data.Map qualified as M, $9");
    let literal = query("import", false).compile().unwrap();
    assert_eq!(literal.replacement(&text, &(at(0)..at(6)), "$1"), "$1");
    let edits = query("a", false).compile().unwrap().replace_all(&text, at(0)..text.end(), "A", 2, GO).unwrap();
    let mut replaced = text.clone();
    Transaction::new(edits).unwrap().apply(&mut replaced).unwrap();
    assert_eq!(replaced.to_string(), "import quAlified DAta.Map as M\n");
}

#[test]
fn wrong_patterns() {
    assert_eq!(query("", true).compile().unwrap_err(), QueryError::Empty);
    assert_eq!(query("(a", true).compile().unwrap_err(), QueryError::Syntax("unclosed group".to_owned()));
    let huge = query(r"(\w{1000}){1000}", true).compile().unwrap_err();
    assert_eq!(huge, QueryError::TooLarge);
    let outside = Query { whole_words: true, ..query("a)(b", true) };
    assert!(matches!(outside.compile(), Err(QueryError::Syntax(_))));
    assert!(query("(a", false).compile().is_ok());
}

#[test]
fn a_search_can_be_stopped() {
    let text = Text::from("hay ".repeat(1_000_000).as_str());
    let asked = Cell::new(0);
    let stop = || {
        asked.set(asked.get() + 1);
        asked.get() > 3
    };
    for pattern in ["needle", r"n[a-z]*\d", r"\bnéedle\b"] {
        asked.set(0);
        let search = query(pattern, true).compile().unwrap();
        assert_eq!(search.find_from(&text, at(0), &stop), Err(Cancelled));
        asked.set(0);
        assert_eq!(search.find_before(&text, text.end(), &stop), Err(Cancelled));
        assert!(asked.get() < 20);
    }
    asked.set(0);
    let many = query("hay", false).compile().unwrap();
    assert_eq!(many.find_all(&text, at(0)..text.end(), usize::MAX, &stop), Err(Cancelled));
}
