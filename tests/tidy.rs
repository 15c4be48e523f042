//! What the compiler does not check: which room may use which, that each says what it is for, and how sources are kept.
//!
//! The table is that of the architecture. When an edge is missing, move the code before you widen the table.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each room and the rooms that it may use. It may also use what those may use.
const ROOMS: &[(&str, &[&str])] = &[
    ("base", &[]),
    ("text", &["base"]),
    ("model", &["base", "text"]),
    ("grid", &["base"]),
    ("link", &["grid"]),
    ("policy", &["base"]),
    ("settings", &["base"]),
    ("ui", &["grid"]),
    ("desk", &["text", "model", "grid", "policy", "settings", "ui"]),
    ("view", &["desk"]),
    ("service", &["text", "model", "settings"]),
    ("service/pty", &["service", "grid"]),
    ("op", &["desk", "view", "service"]),
    ("command", &["op"]),
    ("tool", &["op"]),
    ("app", &["command", "tool"]),
    ("host", &["app", "link"]),
    ("front", &["link"]),
    ("cli", &["app", "host", "front"]),
    ("main", &["cli"]),
];

/// Rooms whose folders are rooms of their own.
const HOUSES: &[&str] = &["service", "front"];

const MAX_LINES: usize = 800;

/// Calls that panic, and so need a reason outside of tests.
const PANICS: &[&str] = &[".unwrap()", ".expect(", ".unwrap_err()", ".expect_err("];
const MACROS: &[&str] = &["todo!", "unimplemented!", "dbg!"];
const MARKERS: &[&str] = &["TODO", "FIXME"];

/// A source file, its path relative to the package.
struct Source {
    path: String,
    text: String,
    /// The text with comments, strings and characters blanked out.
    code: String,
    /// The text with everything but comments blanked out.
    comments: String,
}

impl Source {
    fn new(path: &str, text: &str) -> Source {
        let (code, comments) = split(text);
        Source { path: path.to_owned(), text: text.to_owned(), code, comments }
    }

    fn violation(&self, offset: usize, message: &str) -> String {
        let line = self.text[..offset].bytes().filter(|byte| *byte == b'\n').count() + 1;
        format!("{}:{line}: {message}", self.path)
    }

    /// The modules that lead to the file: `src/a/b.rs` is `a`, `b`.
    fn modules(&self) -> Vec<&str> {
        let path = self.path.strip_prefix("src/").unwrap_or(&self.path);
        let path = path.strip_suffix(".rs").unwrap_or(path);
        let path = path.strip_suffix("/mod").unwrap_or(path);
        if path == "lib" { Vec::new() } else { path.split('/').collect() }
    }

    fn room(&self) -> String {
        match self.modules()[..] {
            ["service", "pty", ..] => "service/pty".to_owned(),
            [room, ..] => room.to_owned(),
            [] => "lib".to_owned(),
        }
    }
}

/// The code and the comments of a Rust text, each with all else blanked out, byte for byte.
fn split(text: &str) -> (String, String) {
    let bytes = text.as_bytes();
    let (mut code, mut comments) = (bytes.to_vec(), bytes.to_vec());
    let mut at = 0;
    while at < bytes.len() {
        let (end, comment) = match token_end(bytes, at) {
            Some(found) => found,
            None => {
                blank(&mut comments[at..at + 1]);
                at += 1;
                continue;
            }
        };
        blank(&mut code[at..end]);
        if !comment {
            blank(&mut comments[at..end]);
        }
        at = end;
    }
    let whole = |bytes| String::from_utf8(bytes).expect("only whole tokens are blanked");
    (whole(code), whole(comments))
}

fn blank(bytes: &mut [u8]) {
    bytes.iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
}

/// If a comment, string or character begins here: where it ends, and whether it is a comment.
fn token_end(bytes: &[u8], at: usize) -> Option<(usize, bool)> {
    let rest = &bytes[at..];
    let find = |needle: &[u8], from: usize| {
        let found = bytes[from.min(bytes.len())..].windows(needle.len()).position(|window| window == needle);
        found.map_or(bytes.len(), |found| from + found + needle.len())
    };
    let in_word = at > 0 && (bytes[at - 1].is_ascii_alphanumeric() || bytes[at - 1] == b'_');
    if rest.starts_with(b"//") {
        return Some((rest.iter().position(|byte| *byte == b'\n').map_or(bytes.len(), |end| at + end), true));
    }
    if rest.starts_with(b"/*") {
        return Some((block_comment_end(bytes, at), true));
    }
    if rest[0] == b'"' {
        return Some((quoted_end(bytes, at + 1, b'"'), false));
    }
    if !in_word && (rest[0] == b'r' || rest.starts_with(b"br")) {
        let hashes_at = if rest[0] == b'r' { 1 } else { 2 };
        let hashes = rest[hashes_at..].iter().take_while(|byte| **byte == b'#').count();
        if rest.get(hashes_at + hashes) == Some(&b'"') {
            let mut close = vec![b'"'];
            close.extend(std::iter::repeat_n(b'#', hashes));
            return Some((find(&close, at + hashes_at + hashes + 1), false));
        }
    }
    if rest[0] == b'\'' {
        // A character ends after one, or begins with a backslash; anything else is a lifetime.
        let text = std::str::from_utf8(&rest[1..]).unwrap_or_default();
        let mut chars = text.chars();
        match (chars.next(), chars.next()) {
            (Some('\\'), _) => return Some((quoted_end(bytes, at + 1, b'\''), false)),
            (Some(c), Some('\'')) => return Some((at + c.len_utf8() + 2, false)),
            _ => return None,
        }
    }
    None
}

fn quoted_end(bytes: &[u8], mut at: usize, quote: u8) -> usize {
    while at < bytes.len() && bytes[at] != quote {
        at += if bytes[at] == b'\\' { 2 } else { 1 };
    }
    (at + 1).min(bytes.len())
}

fn block_comment_end(bytes: &[u8], mut at: usize) -> usize {
    let mut depth = 0;
    while at < bytes.len() {
        if bytes[at..].starts_with(b"/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if bytes[at..].starts_with(b"*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    bytes.len()
}

/// All rooms that a room may use, itself included.
fn allowed(room: &str) -> BTreeSet<&'static str> {
    let mut reached = BTreeSet::new();
    let mut next: Vec<&str> = vec![room];
    while let Some(room) = next.pop() {
        if let Some((name, uses)) = ROOMS.iter().find(|(name, _)| *name == room)
            && reached.insert(*name)
        {
            next.extend(*uses);
        }
    }
    reached
}

/// The rooms that a file names, by paths from the root of the crate, and where.
fn uses(source: &Source) -> Vec<(usize, String)> {
    let code = &source.code;
    let mut found = Vec::new();
    for (at, _) in code.match_indices("crate::") {
        names_after(code, at + "crate::".len(), &mut found);
    }
    let depth = source.modules().len();
    let mut at = 0;
    while let Some(start) = code[at..].find("super::").map(|start| at + start) {
        let chain =
            code.as_bytes()[start..].chunks_exact("super::".len()).take_while(|word| *word == b"super::").count();
        at = start + chain * "super::".len();
        if chain == depth + inline_modules(code, start) {
            names_after(code, at, &mut found);
        }
    }
    found
}

/// The first names of the paths at a place: one, or those of a group in braces.
fn names_after(code: &str, at: usize, found: &mut Vec<(usize, String)>) {
    let rest = &code[at..];
    if !rest.starts_with('{') {
        found.push((at, word(rest).to_owned()));
        return;
    }
    let (mut depth, mut first) = (0, false);
    for (index, c) in rest.char_indices() {
        match c {
            '{' => (depth, first) = (depth + 1, depth == 0),
            '}' if depth == 1 => return,
            '}' => depth -= 1,
            ',' if depth == 1 => first = true,
            c if first && !c.is_whitespace() => {
                first = false;
                found.push((at + index, word(&rest[index..]).to_owned()));
            }
            _ => {}
        }
    }
}

fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

/// How many `mod name { … }` are open at a place.
fn inline_modules(code: &str, place: usize) -> usize {
    let opens = code.match_indices("mod ").filter_map(|(at, keyword)| {
        let own = at == 0 || !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        let after = at + keyword.len();
        let name = word(&code[after..]);
        let body = &code[after + name.len()..];
        let brace = after + name.len() + (body.len() - body.trim_start().len());
        (own && code[brace..].starts_with('{')).then_some(brace)
    });
    opens.filter(|open| *open < place && place < closing_brace(code, *open)).count()
}

/// The place after the brace that closes the one at `open`.
fn closing_brace(code: &str, open: usize) -> usize {
    let mut depth = 0;
    for (index, c) in code[open..].char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return open + index + 1;
        }
    }
    code.len()
}

fn check_edges(source: &Source) -> Vec<String> {
    let room = source.room();
    if room == "lib" {
        return Vec::new();
    }
    if !ROOMS.iter().any(|(name, _)| *name == room) {
        return vec![source.violation(0, &format!("`{room}` is no room of the table in tests/tidy.rs"))];
    }
    let allowed = allowed(&room);
    let bad = uses(source).into_iter().filter(|(_, used)| !allowed.contains(used.as_str()));
    bad.map(|(at, used)| source.violation(at, &format!("`{room}` may not use `{used}`"))).collect()
}

/// Whether a file is the door of a room, which says what the room is for.
fn is_door(path: &str) -> bool {
    match path.split('/').collect::<Vec<_>>()[..] {
        ["src", _, "mod.rs"] | ["src", "lib.rs" | "cli.rs" | "main.rs"] => true,
        ["src", house, _, "mod.rs"] => HOUSES.contains(&house),
        _ => false,
    }
}

fn check_overview(source: &Source) -> Vec<String> {
    if !is_door(&source.path) {
        return Vec::new();
    }
    let overview: String = source.text.lines().take_while(|line| line.starts_with("//!")).collect();
    if overview.len() < 60 {
        return vec![source.violation(0, "open with `//!`: what the room is for, who owns what in it")];
    }
    if source.path.ends_with("/mod.rs") && !overview.to_lowercase().contains("know") {
        return vec![source.violation(0, "the overview does not say what the room must not know")];
    }
    Vec::new()
}

fn check_length(source: &Source) -> Vec<String> {
    let lines = source.text.lines().count();
    if lines <= MAX_LINES {
        return Vec::new();
    }
    let message = format!("{lines} lines; {MAX_LINES} are the most: split it by what it is about");
    vec![format!("{}:{}: {message}", source.path, MAX_LINES + 1)]
}

/// The ranges of items that exist in tests only.
fn test_items(code: &str) -> Vec<(usize, usize)> {
    let attribute = "#[cfg(test)]";
    let ends = code.match_indices(attribute).map(|(at, _)| {
        let end = code[at..].find([';', '{']).map_or(code.len(), |end| at + end);
        (at, if code[end..].starts_with('{') { closing_brace(code, end) } else { end })
    });
    ends.collect()
}

/// The files, or the folders, of modules that a file declares for tests only: paths without `.rs`.
fn test_files(source: &Source) -> Vec<String> {
    let folder = match source.path.strip_suffix("/mod.rs").or(source.path.strip_suffix("/lib.rs")) {
        Some(folder) => folder,
        None => source.path.trim_end_matches(".rs"),
    };
    let items = test_items(&source.code).into_iter().map(|(start, end)| &source.code[start..end]);
    let modules = items.filter(|item| !item.contains('{')).filter_map(|item| item.split("mod ").nth(1));
    modules.map(|name| format!("{folder}/{}", word(name))).collect()
}

fn check_panics(source: &Source) -> Vec<String> {
    let tests = test_items(&source.code);
    let lines: Vec<&str> = source.comments.lines().collect();
    let mut violations = Vec::new();
    for call in PANICS {
        for (at, _) in source.code.match_indices(call) {
            let line = source.code[..at].bytes().filter(|byte| *byte == b'\n').count();
            let above = (0..line).rev().take_while(|above| is_comment(source, *above));
            let explained = std::iter::once(line).chain(above).any(|line| lines[line].contains("// reason:"));
            if !explained && !tests.iter().any(|(start, end)| (*start..*end).contains(&at)) {
                let message = format!("`{call}` outside of tests without `// reason:` on the line or directly above");
                violations.push(source.violation(at, &message));
            }
        }
    }
    violations
}

/// Whether a line, from 0, holds a comment and nothing else.
fn is_comment(source: &Source, line: usize) -> bool {
    source.text.lines().nth(line).is_some_and(|text| text.trim_start().starts_with("//"))
}

fn check_leftovers(source: &Source) -> Vec<String> {
    let mut violations = Vec::new();
    for name in MACROS {
        for (at, _) in source.code.match_indices(name) {
            if !source.code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_') {
                violations.push(source.violation(at, &format!("`{name}` is left over")));
            }
        }
    }
    for marker in MARKERS {
        for text in [&source.code, &source.comments] {
            violations.extend(
                text.match_indices(marker)
                    .map(|(at, _)| source.violation(at, &format!("{marker} is left over: do it, or take it out"))),
            );
        }
    }
    violations
}

/// Everything that is wrong with the sources.
fn check_all(sources: &[Source]) -> Vec<String> {
    let of_tests: Vec<String> = sources.iter().flat_map(test_files).collect();
    let for_tests = |path: &str| {
        let stem = path.trim_end_matches(".rs");
        of_tests.iter().any(|module| stem == module || stem.starts_with(&format!("{module}/")))
    };
    let mut violations = Vec::new();
    for source in sources {
        violations.extend(check_length(source));
        violations.extend(check_leftovers(source));
        if source.path.starts_with("src/") {
            violations.extend(check_edges(source));
            violations.extend(check_overview(source));
            if !for_tests(&source.path) {
                violations.extend(check_panics(source));
            }
        }
    }
    violations
}

fn read_sources(root: &Path) -> Vec<Source> {
    let mut sources = Vec::new();
    let mut folders: Vec<PathBuf> = ["src", "tests", "benches"].iter().map(|name| root.join(name)).collect();
    while let Some(folder) = folders.pop() {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|end| end == "rs") {
                let path = entry.strip_prefix(root).unwrap().to_str().unwrap().to_owned();
                sources.push(Source::new(&path, &fs::read_to_string(&entry).unwrap()));
            }
        }
    }
    sources.sort_by(|a, b| a.path.cmp(&b.path));
    sources
}

#[test]
fn the_sources_are_tidy() {
    let sources = read_sources(Path::new(env!("CARGO_MANIFEST_DIR")));
    assert!(sources.iter().any(|source| source.path == "src/lib.rs"), "no sources were found");
    let violations = check_all(&sources);
    assert!(violations.is_empty(), "{} violations:\n{}\n", violations.len(), violations.join("\n"));
}

#[test]
fn every_room_has_its_door() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut folders: Vec<PathBuf> = vec![src.clone()];
    folders.extend(HOUSES.iter().map(|house| src.join(house)));
    for folder in folders {
        let Ok(entries) = fs::read_dir(&folder) else { continue };
        for entry in entries.map(|entry| entry.unwrap().path()).filter(|entry| entry.is_dir()) {
            assert!(entry.join("mod.rs").is_file(), "{}:1: a room without mod.rs", entry.display());
        }
    }
}

/// The checks of this file, on texts that are wrong in one way.
mod itself {
    use super::*;

    fn wrong(path: &str, text: &str) -> Vec<String> {
        check_all(&[Source::new(path, text)])
    }

    const DOOR: &str = "//! What this room is for, at some length, and who owns what. Must not know anything.\n";

    #[test]
    fn edges_are_found_however_they_are_written() {
        let bad = |text: &str| wrong("src/text/rope.rs", text);
        assert_eq!(bad("use crate::base::Point;\nuse crate::text::Text;\n"), Vec::<String>::new());
        assert_eq!(bad("use crate::desk::Desk;\n"), ["src/text/rope.rs:1: `text` may not use `desk`"]);
        assert_eq!(bad("\nfn f() { crate::view::paint() }\n"), ["src/text/rope.rs:2: `text` may not use `view`"]);
        let group = "use crate::{\n    base::{Point, Size},\n    grid::{cell, desk},\n    ui,\n};\n";
        assert_eq!(
            bad(group),
            ["src/text/rope.rs:3: `text` may not use `grid`", "src/text/rope.rs:4: `text` may not use `ui`"]
        );
        assert_eq!(bad("use super::super::desk::Desk;\n"), ["src/text/rope.rs:1: `text` may not use `desk`"]);
        assert_eq!(bad("use super::desk::Desk;\n"), Vec::<String>::new());
        let inline = "mod tests {\n    use super::super::super::app::App;\n    use super::super::x::Y;\n}\n";
        assert_eq!(bad(inline), ["src/text/rope.rs:2: `text` may not use `app`"]);
        assert_eq!(bad("pub use crate::*;\n"), ["src/text/rope.rs:1: `text` may not use ``"]);
    }

    #[test]
    fn what_is_no_code_names_no_room() {
        let text = "// crate::desk\n/* /* crate::desk */ crate::view */\nconst A: &str = \"crate::desk\";\n\
                    const B: &str = r#\"\"crate::desk\"#;\nconst C: char = '\"'; const D: char = '\\'';\n\
                    fn f<'a>(x: &'a str) -> &'a str { x } // crate::ui\n";
        assert_eq!(wrong("src/text/rope.rs", text), Vec::<String>::new());
        let after = format!("{text}use crate::desk::Desk;\n");
        assert_eq!(wrong("src/text/rope.rs", &after), ["src/text/rope.rs:7: `text` may not use `desk`"]);
    }

    #[test]
    fn a_room_may_use_what_its_rooms_use() {
        assert!(allowed("op").contains("base"));
        assert!(allowed("front").contains("grid"));
        assert!(!allowed("front").contains("text"));
        assert!(!allowed("service").contains("grid"));
        assert!(allowed("service/pty").contains("grid") && allowed("service/pty").contains("text"));
        assert!(!allowed("command").contains("tool"));
        assert!(!allowed("desk").contains("service"));
        assert!(!allowed("view").contains("service"));
        for (room, uses) in ROOMS {
            assert!(uses.iter().all(|used| !allowed(used).contains(room)), "{room} is used in a circle");
        }
        assert_eq!(wrong("src/front/window/mod.rs", &format!("{DOOR}use crate::text::Text;\n")).len(), 1);
        assert_eq!(wrong("src/attic/mod.rs", DOOR).len(), 1);
    }

    #[test]
    fn a_room_opens_with_its_overview() {
        assert_eq!(wrong("src/text/mod.rs", DOOR), Vec::<String>::new());
        assert_eq!(wrong("src/text/mod.rs", "mod rope;\n").len(), 1);
        assert_eq!(wrong("src/text/mod.rs", "//! text\n").len(), 1);
        let silent = "//! What this room is for, at some length, and who owns what in it, but nothing else.\n";
        assert_eq!(wrong("src/text/mod.rs", silent).len(), 1);
        assert_eq!(wrong("src/service/files/mod.rs", "mod save;\n").len(), 1);
        assert_eq!(wrong("src/text/parts/mod.rs", "mod a;\n"), Vec::<String>::new());
    }

    #[test]
    fn files_have_a_length() {
        assert_eq!(wrong("tests/a.rs", &"\n".repeat(800)), Vec::<String>::new());
        assert!(wrong("tests/a.rs", &"\n".repeat(801))[0].starts_with("tests/a.rs:801: "));
    }

    #[test]
    fn panics_need_a_reason() {
        let bad = |text: &str| wrong("src/text/rope.rs", text);
        assert_eq!(bad("fn f() {\n    g().unwrap();\n}\n").len(), 1);
        assert!(bad("fn f() {\n    g().expect(\"x\");\n}\n")[0].starts_with("src/text/rope.rs:2: "));
        assert_eq!(bad("fn f() {\n    g().unwrap(); // reason: checked\n}\n"), Vec::<String>::new());
        assert_eq!(
            bad("fn f() {\n    // reason: it was\n    // checked.\n    g().unwrap();\n}\n"),
            Vec::<String>::new()
        );
        assert_eq!(bad("fn f() {\n    // reason: far\n\n    g().unwrap();\n}\n").len(), 1);
        assert_eq!(bad("fn f() {\n    g(\"// reason: no\").unwrap();\n}\n").len(), 1);
        assert_eq!(bad("fn f() {\n    g().unwrap_or(1);\n}\n// .unwrap()\n"), Vec::<String>::new());
        let test = "#[cfg(test)]\nmod tests {\n    fn f() { g().unwrap(); }\n}\n";
        assert_eq!(bad(test), Vec::<String>::new());
        assert_eq!(bad(&format!("{test}fn h() {{ g().unwrap(); }}\n")).len(), 1);
        assert_eq!(wrong("tests/a.rs", "fn f() { g().unwrap(); }\n"), Vec::<String>::new());
    }

    #[test]
    fn modules_for_tests_may_panic() {
        let door = format!("{DOOR}mod rope;\n#[cfg(test)]\nmod tests;\n");
        let panics = "fn f() { g().unwrap(); }\n";
        let with = |path: &str| check_all(&[Source::new("src/text/mod.rs", &door), Source::new(path, panics)]);
        assert_eq!(with("src/text/tests.rs"), Vec::<String>::new());
        assert_eq!(with("src/text/tests/more.rs"), Vec::<String>::new());
        assert_eq!(with("src/text/rope.rs").len(), 1);
        assert_eq!(with("src/text/tests_too.rs").len(), 1);
    }

    #[test]
    fn nothing_is_left_over() {
        let bad = |text: &str| wrong("benches/a.rs", text).len();
        assert_eq!(bad("fn f() { todo!() }\n"), 1);
        assert_eq!(bad("fn f() { dbg!(1); unimplemented!() }\n"), 2);
        assert_eq!(bad("// TODO: later\n/* FIXME */\n"), 2);
        assert_eq!(bad("fn f() { mytodo!() } // todo! is a word\nconst A: &str = \"TODO\";\n"), 0);
    }
}
