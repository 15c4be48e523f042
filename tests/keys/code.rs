//! Code: lines in and out, comments, brackets.

use thc_edit::grid::Attr;

use crate::common::{Editor, check, check_file};

const DOWN: &str = "<S-ArrowDown>";

#[test]
fn selected_lines_go_in_and_out() {
    check_file("A.hs", "|a\n\nb\nc", &format!("{DOWN}{DOWN}{DOWN}<Tab>"), "  a\n\n  b\n|c");
    check_file("A.hs", "|a\nb", &format!("{DOWN}<S-ArrowRight><Tab>"), "  a\n  b|");
    check_file("A.hs", "a|b\nc", &format!("{DOWN}<Tab>"), "  ab\n  c|");
    check_file("A.hs", "|    a\n b\n", &format!("{DOWN}{DOWN}<S-Tab>"), "a\nb\n|");
    check("|a\nb\n", &format!("{DOWN}<Tab>"), "\ta\n|b\n");
    check_file("A.hs", "  a\n    b|", "<S-Tab>", "  a\n  b|");
    check_file("A.hs", "a|", "<S-Tab>", "a|");
    check_file("a.lhs", "|> a\n> b\n", &format!("{DOWN}{DOWN}<Tab>"), ">   a\n>   b\n|");
    check_file("a.c", "|a\r\nb\r\n", &format!("{DOWN}<Tab>"), "    a\r\n|b\r\n");
}

#[test]
fn a_rewrite_of_lines_is_one_step_and_keeps_the_selection() {
    check_file("A.hs", "|a\nb\nc", &format!("{DOWN}{DOWN}<Tab><Tab><C-z>"), "  a\n  b\n|c");
    check_file("A.hs", "|a\nb\nc", &format!("{DOWN}{DOWN}<Tab><Tab><S-Tab><S-Tab>"), "a\nb\n|c");
    check_file("A.hs", "|a\nb\nc", &format!("{DOWN}{DOWN}<Tab><Delete>"), "|c");
    check_file("A.hs", "|a\nb\nc", &format!("{DOWN}{DOWN}<C-/><Delete>"), "|c");
    check_file("A.hs", "|a\nb\nc", &format!("{DOWN}{DOWN}<C-/><C-/><C-/><C-z>"), "a\nb\n|c");
    check_file("A.hs", "a\n|b", "<S-ArrowUp><Tab>x", "x|b");
}

#[test]
fn a_selection_within_a_line_gives_way_to_a_tab() {
    check("a|bc", "<S-ArrowRight><Tab>", "a\t|c");
    check_file("A.hs", "|abc", "<S-ArrowRight><Tab>", "  |bc");
}

#[test]
fn comments_are_those_of_the_language() {
    for (name, comment) in [
        ("A.hs", "-- x"),
        ("a.cabal", "-- x"),
        ("a.c", "// x"),
        ("a.cpp", "// x"),
        ("a.rs", "// x"),
        ("a.py", "# x"),
        ("a.sh", "# x"),
        ("a.toml", "# x"),
        ("a.yaml", "# x"),
        ("a.md", "<!-- x -->"),
        ("a.js", "// x"),
        ("a.tsx", "// x"),
        ("a.nix", "# x"),
        (".bashrc", "# x"),
    ] {
        let commented = comment.replace('x', "x|");
        check_file(name, "x|", "<C-/>", &commented);
        check_file(name, &commented, "<C-/>", "x|");
    }
    check_file("a.lhs", "> x|", "<C-/>", "> -- x|");
}

#[test]
fn comments_respect_the_indentation() {
    check_file("A.hs", "  a|\n", "<C-/>", "  -- a|\n");
    check_file("A.hs", "|  a\n\n    b\n", &format!("{DOWN}{DOWN}{DOWN}<C-/>"), "  -- a\n\n  --   b\n|");
    check_file("A.hs", "|-- a\nb\n", &format!("{DOWN}{DOWN}<C-/>"), "-- -- a\n-- b\n|");
    check_file("A.hs", "|--a\n-- b\n", &format!("{DOWN}{DOWN}<C-/>"), "a\nb\n|");
    check_file("A.hs", "|", "<C-/>x", "-- x|");
    check_file("a.md", "|a\nb", &format!("{DOWN}<S-End><C-/>"), "<!-- a\nb -->|");
    check_file("a.md", "|a\nb", &format!("{DOWN}<S-End><C-/><C-/>"), "a\nb|");
    check_file("a.md", "|a\nb", &format!("{DOWN}<S-End><C-/><C-z>"), "a\nb|");
    check_file("A.hs", "a  |\n", "<C-/>", "-- a  |\n");
}

#[test]
fn where_there_are_no_comments_it_is_said() {
    for (name, why) in [("a.json", "JSON has no comments"), ("a.txt", "The language of this text is not known")] {
        let mut editor = Editor::new(&[(name, b"x")]);
        editor.keys("<C-/>");
        assert!(editor.shows(why), "{}", editor.screen());
    }
}

#[test]
fn hex_windows_have_no_lines() {
    let mut editor = Editor::new(&[("a.bin", b"(\0)")]);
    for key in ["<S-Tab>", "<C-/>", "<C-\\>", "<C-|>"] {
        editor.keys(key);
        assert!(editor.shows("bytes, not text"), "{key}\n{}", editor.screen());
        editor.keys("<ArrowLeft>");
    }
    editor.keys("<F2>");
    assert_eq!(editor.read("a.bin"), b"(\0)");
}

#[test]
fn the_cursor_goes_between_brackets_that_belong_together() {
    check("|f(a[1], (b))", "<ArrowRight><C-\\>x", "f(a[1], (b)x|)");
    check("f(a[1], (b))|", "<C-\\>x", "f(x|a[1], (b))");
    check("f(|a)", "<C-\\>x", "f(a)x|");
    check("|((a)\n)", "<C-\\><C-\\>x", "x|((a)\n)");
    check("|(a]", "<C-\\>x", "x|(a]");
    check("ä|(ö)", "<C-\\>x", "ä(öx|)");
    check("a|b", "<C-\\>x", "ax|b");
    check("f|(a)b", "<C-|><Delete>", "f|b");
    check("f(a)|b", "<C-|><Delete>", "f|b");
    check_file("A.hs", "f |(\")\" ++ g {- ) -} ')')", "<C-\\>x", "f (\")\" ++ g {- ) -} ')'x|)");
    check_file("A.hs", "f \"|(a) ) \" (", "<C-\\>x", "f \"(ax|) ) \" (");
}

#[test]
fn what_has_no_counterpart_is_said() {
    let mut editor = Editor::new(&[("a.txt", b"(a")]);
    editor.keys("<C-\\>");
    assert!(editor.shows("No bracket here has a counterpart"), "{}", editor.screen());
}

#[test]
fn the_pair_at_the_cursor_is_painted() {
    let mut editor = Editor::new(&[("a.txt", b"f(a)b\n")]);
    let (x, y) = editor.find("f(a)b").unwrap();
    let painted = |editor: &Editor| -> Vec<Attr> { (0..5).map(|at| editor.attr(x + at, y)).collect() };
    let (text, pair) = (Attr::vga(0x1E), Attr::vga(0x30));
    assert_eq!(painted(&editor), [text; 5]);
    for _ in 0..2 {
        editor.keys("<ArrowRight>");
        assert_eq!(painted(&editor), [text, pair, text, pair, text]);
    }
    editor.keys("<S-ArrowRight>");
    assert!(!painted(&editor).contains(&pair), "not while something is selected");
    editor.keys("<ArrowRight>");
    assert_eq!(painted(&editor), [text, pair, text, pair, text]);
    editor.keys("<End>");
    assert_eq!(painted(&editor), [text; 5]);
}

#[test]
fn the_menu_runs_them() {
    let mut editor = Editor::new(&[("a.hs", b"x\n")]);
    editor.keys("<A-e>m<F2>");
    assert_eq!(editor.read("a.hs"), b"-- x\n");
    editor.keys("<C-Home><A-e>i<F2>");
    assert_eq!(editor.read("a.hs"), b"  -- x\n");
    editor.keys("<A-e>n<F2>");
    assert_eq!(editor.read("a.hs"), b"-- x\n");
}

#[test]
fn another_name_brings_another_language() {
    let mut editor = Editor::new(&[("a.hs", b"do -- x\n")]);
    let (x, y) = editor.find("do --").unwrap();
    assert_eq!(editor.attr(x, y), Attr::vga(0x1F));
    editor.keys("<A-f>a<C-a>b.txt<Enter>");
    assert_eq!(editor.attr(x, y), Attr::vga(0x1E), "{}", editor.screen());
    editor.keys("<A-f>a<C-a>c.py<Enter>");
    assert_eq!(editor.attr(x, y), Attr::vga(0x1E), "{}", editor.screen());
    editor.keys("<A-f>a<C-a>d.hsc<Enter>");
    assert_eq!(editor.attr(x, y), Attr::vga(0x1F), "{}", editor.screen());
}

#[test]
fn whatever_is_typed_in_any_language_can_be_taken_back() {
    let keys = [
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "<Enter>",
        "<Enter>",
        "<Tab>",
        "<S-Tab>",
        "<C-/>",
        "<C-\\>",
        "<C-|>",
        "x",
        " ",
        ":",
        "\"",
        "=",
        "do",
        "fi",
        "else",
        "<lt>",
        "<ArrowUp>",
        "<S-ArrowDown>",
        "<S-ArrowUp>",
        "<Backspace>",
        "<Delete>",
        "<Home>",
        "<End>",
        "<Insert>",
        "é",
    ];
    let before = "\\begin{code}\nmain = do {\n\tx (1)\n  -- y\n}\n> z = [\n\n";
    let seed = std::env::var("SEED").ok().and_then(|seed| seed.parse().ok()).unwrap_or_else(|| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
        now.as_nanos() as u64 | 1
    });
    println!("SEED={seed}");
    let mut dice = seed;
    for name in
        ["a.hs", "a.lhs", "a.cabal", "a.c", "a.py", "a.sh", "a.json", "a.yaml", "a.md", "a.tsx", "a.nix", "a.txt"]
    {
        let mut editor = Editor::new(&[(name, before.as_bytes())]);
        for _ in 0..100 {
            dice ^= dice << 13;
            dice ^= dice >> 7;
            dice ^= dice << 17;
            editor.keys(keys[(dice % keys.len() as u64) as usize]);
        }
        for _ in 0..100 {
            editor.keys("<C-z>");
        }
        editor.keys("<F2>");
        assert_eq!(String::from_utf8(editor.read(name)).unwrap(), before, "{name}\n{}", editor.screen());
    }
}
