//! Indentation while typing: new lines, lines that end a block, Tab.

use crate::common::{Editor, check, check_file};

#[test]
fn a_new_line_is_indented_as_the_one_before() {
    check("  a|", "<Enter>b", "  a\n  b|");
    check("\t a|b", "<Enter>", "\t a\n\t |b");
    check("  |  a", "<Enter>", "  \n  |  a");
    check("  a  |", "<Enter>", "  a  \n  |");
    check("  a|\r\n", "<Enter>", "  a\r\n  |\r\n");
    check("x = {|", "<Enter>", "x = {\n|");
}

#[test]
fn haskell_goes_deeper_after_what_opens_a_block() {
    let deeper = |line: &str| check_file("A.hs", &format!("{line}|"), "<Enter>x", &format!("{line}\n  x|"));
    for line in [
        "main = do",
        "f x =",
        "f x = case x of",
        "  -- c\nclass A a where",
        "f = \\case",
        "g = h $",
        "f = [",
        "let",
        "x <- do ",
    ] {
        deeper(line);
    }
    check_file("A.hs", "  Just x ->|", "<Enter>y", "  Just x ->\n    y|");
    check_file("A.hs", "main = do -- then|", "<Enter>y", "main = do -- then\n  y|");
    for line in ["dodo", "redo", "x'do", "-- do", "s = \"a do\"", "f = 1", "whereof", "f x = y"] {
        check_file("A.hs", &format!("{line}|"), "<Enter>x", &format!("{line}\nx|"));
    }
    check_file("A.hs", "module A where|", "<Enter>x", "module A where\nx|");
    check_file("A.hs", "module A\n  ( x\n  ) where|", "<Enter>x", "module A\n  ( x\n  ) where\nx|");
    check_file("A.hs", "module A|", "<Enter>x", "module A\nx|");
}

#[test]
fn a_line_break_is_one_step() {
    check_file("A.hs", "main = do|", "<Enter><C-z>", "main = do|");
    check_file("a.rs", "fn f() {|}", "<Enter><C-z>", "fn f() {|}");
    check_file("a.sh", "if x; then\n    y\n    fi|", "<Enter><C-z>", "if x; then\n    y\n    fi|");
    check_file("A.hs", "main = do|", "<Enter>x<C-z><C-y><C-z><C-z>", "main = do|");
}

#[test]
fn brackets_get_lines_of_their_own() {
    check_file("a.rs", "fn f() {|}", "<Enter>x", "fn f() {\n    x|\n}");
    check_file("a.rs", "\tif x {|}", "<Enter>y", "\tif x {\n\t\ty|\n\t}");
    check_file("a.json", "{|}", "<Enter>", "{\n  |\n}");
    check_file("a.rs", "f(|]", "<Enter>", "f(\n    |]");
    check_file("A.hs", "x = [|]", "<Enter>", "x = [\n  |]");
    check_file("a.rs", "fn f() {abc|}", "<Enter>", "fn f() {abc\n|}");
}

#[test]
fn a_closing_bracket_goes_back_to_its_line() {
    check_file("a.c", "int f() {\n    x;\n    |", "}", "int f() {\n    x;\n}|");
    check_file("a.c", "  if (x) {\n      y;\n      |", "}", "  if (x) {\n      y;\n  }|");
    check_file("a.c", "{\n\t{\n\t\t|", "}<Enter>}", "{\n\t{\n\t}\n}|");
    check_file("a.c", "{\n    a |", "}", "{\n    a }|");
    check_file("a.c", "    |", "}", "    }|");
    check_file("a.c", "{\n|", "}", "{\n}|");
    check_file("a.c", "    {\n  |", "}", "    {\n  }|");
    check_file("a.c", "{ \"{\" // {\n    |", "}", "{ \"{\" // {\n}|");
    check_file("a.c", "int f() {\n    |", "}<C-z>", "int f() {\n    |");
    check("{\n    |", "}", "{\n    }|");
}

#[test]
fn a_closing_bracket_of_haskell_stands_below_its_opener() {
    check_file("A.hs", "x =\n  [ a\n  , b\n    |", "]", "x =\n  [ a\n  , b\n  ]|");
    check_file("A.hs", "f = g { a = 1\n         |", "}", "f = g { a = 1\n      }|");
    check_file("A.hs", "xs = [ a\n  |", "]", "xs = [ a\n  ]|");
}

#[test]
fn words_that_end_a_block_go_back_when_they_are_whole() {
    check_file("a.sh", "if x; then\n    y\n    f|", "i<Enter>z", "if x; then\n    y\nfi\nz|");
    check_file("a.sh", "if x; then\n    y\n    f|", "ind", "if x; then\n    y\n    find|");
    check_file("a.sh", "if x; then\n    y\n    |", "else<Enter>z", "if x; then\n    y\nelse\n    z|");
    check_file("a.sh", "for x in y; do\n    |", "done;", "for x in y; do\ndone;|");
    check_file("a.py", "if x:\n    y\n    |", "else:<Enter>z", "if x:\n    y\nelse:\n    z|");
    check_file("a.py", "if x:\n    y\nelse|", ":", "if x:\n    y\nelse:|");
    check_file("a.py", "if x:\n    y\n    |", "else:<C-z>", "if x:\n    y\n    else|");
    check_file("a.nix", "let\n  x = 1;\n  |", "in ", "let\n  x = 1;\nin |");
    check_file(
        "a.cabal",
        "library\n  if os(x)\n    a: b\n    |",
        "else<Enter>",
        "library\n  if os(x)\n    a: b\n  else\n    |",
    );
}

#[test]
fn python_goes_back_after_what_leaves_a_block() {
    check_file("a.py", "def f():\n    return 1|", "<Enter>x", "def f():\n    return 1\nx|");
    check_file("a.py", "def f():\n    return g(|", "<Enter>x", "def f():\n    return g(\n        x|");
    check_file("a.py", "    returned|", "<Enter>x", "    returned\n    x|");
    check_file("a.py", "x = \"\"\"\n  if a:|\n\"\"\"", "<Enter>x", "x = \"\"\"\n  if a:\n  x|\n\"\"\"");
}

#[test]
fn other_languages_have_their_rules() {
    check_file("a.yaml", "a:|", "<Enter>b", "a:\n  b|");
    check_file("a.yaml", "  a: 1|", "<Enter>b", "  a: 1\n  b|");
    check_file("a.cabal", "executable x|", "<Enter>b", "executable x\n  b|");
    check_file("a.cabal", "library\n  common: x|", "<Enter>b", "library\n  common: x\n  b|");
    check_file("a.toml", "a = [|", "<Enter>b", "a = [\n    b|");
    check_file("a.ts", "f(x =>|", "<Enter>b", "f(x =>\n  b|");
    check_file("a.md", "- a:|", "<Enter>b", "- a:\nb|");
    check_file("a.lhs", "> f = do|", "<Enter>b", "> f = do\n>   b|");
    check_file("a.lhs", "what to do|", "<Enter>b", "what to do\nb|");
    check_file("a.lhs", "\\begin{code}\nf = do|", "<Enter>b", "\\begin{code}\nf = do\n  b|");
}

#[test]
fn the_text_shows_what_it_is_indented_with() {
    check_file("A.hs", "f = do\n    x\nmain = do|", "<Enter>y", "f = do\n    x\nmain = do\n    y|");
    check_file("a.rs", "fn f() {\n\tx\n}\nfn g() {|", "<Enter>y", "fn f() {\n\tx\n}\nfn g() {\n\ty|");
    check_file("a.rs", "fn f() {\n\tx\n}\n|", "<Tab>y", "fn f() {\n\tx\n}\n\ty|");
    check_file("A.hs", "f|", "<Tab>y", "f y|");
    check_file("A.hs", "|", "<Tab><Tab>y", "    y|");
    check_file("a.c", "abc|", "<Tab>y", "abc y|");
    check("a\n   b\n|", "<Tab>y", "a\n   b\n   y|");
    check("a|", "<Tab>y", "a\ty|");
}

#[test]
fn overwriting_types_over_and_moves_back_all_the_same() {
    check_file("a.c", "{\n    |x", "<Insert>}", "{\n}|");
    check_file("a.c", "{|}", "<Insert><Enter>", "{\n    |\n}");
    check_file("A.hs", "|abc", "<Insert><Tab>", "  |abc");
}

#[test]
fn windows_on_one_text_are_taken_along() {
    let mut editor = Editor::new(&[("a.c", b"int f() {\n    x;\n    \nend\n")]);
    editor.keys("<A-w>v<C-End><F6>");
    editor.keys("<ArrowDown><ArrowDown><End>}<F6>");
    assert_eq!(editor.cursor(), (5, 1), "{}", editor.screen());
    editor.keys("<C-z><F2>");
    assert_eq!(editor.read("a.c"), b"int f() {\n    x;\n    \nend\n");
}
