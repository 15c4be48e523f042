//! The program from outside: options, scripts, exit codes, what it writes and what it says.

mod common;

use std::fs;

use common::parse_keys;
use common::program::{Ran, Sandbox, keys, paste};

#[track_caller]
fn assert_fails(ran: &Ran, code: i32, says: &str) {
    assert_eq!(ran.code, Some(code), "{}", ran.err);
    assert_eq!(ran.err.lines().count(), 1, "one line: {}", ran.err);
    assert!(ran.err.contains(says), "{says} in {}", ran.err);
    assert!(!ran.err.contains("panicked"), "{}", ran.err);
    assert!(ran.out.is_empty());
}

#[test]
fn bad_arguments_are_one_line_and_code_2() {
    let sandbox = Sandbox::new();
    assert_fails(&sandbox.run(&["--frobnicate"]), 2, "--frobnicate");
    assert_fails(&sandbox.run(&["--headless", "--size", "20x20"]), 2, "40x12");
    assert_fails(&sandbox.run(&["--headless", "--size", "80x25x2"]), 2, "40x12");
    assert_fails(&sandbox.run(&["--headless", "--scale", "1.1"]), 2, "0.125");
    assert_fails(&sandbox.run(&["--headless", "--mode", "4"]), 2, "259");
    assert_fails(&sandbox.run(&["--script", "x"]), 2, "--headless");
    assert_fails(&sandbox.run(&[]), 2, "--headless");
    assert_fails(&sandbox.run(&["--headless", "--script", "missing.jsonl"]), 2, "missing.jsonl");
}

#[test]
fn a_script_is_checked_whole_before_it_runs() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "old\n");
    let mut steps = keys("x<F2>");
    steps.push(r#"{"type":"key","key":"Entr"}"#.to_owned());
    assert_fails(&sandbox.script(&steps, &["a.txt"]), 2, "steps.jsonl:3: ");
    assert_eq!(sandbox.read("a.txt"), b"old\n");
    let lone = [r#"{"type":"paste","text":"\udc00"}"#.to_owned()];
    assert_fails(&sandbox.script(&lone, &["a.txt"]), 2, "steps.jsonl:1: ");
    sandbox.write("steps.jsonl", b"{\"type\":\"blur\"}\n\xff\xfe\n");
    assert_fails(&sandbox.run(&["--headless", "--script", "steps.jsonl"]), 2, "steps.jsonl:2: not UTF-8");
}

#[test]
fn what_cannot_be_opened_or_written_is_one_line_and_code_1() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "a\n");
    assert_fails(&sandbox.run(&["--headless", "nowhere/a.txt"]), 1, "nowhere");
    assert_fails(&sandbox.run(&["--headless", "/dev/null"]), 1, "/dev/null");
    assert_fails(&sandbox.run(&["--headless", "--capture", "nowhere/a.png", "a.txt"]), 1, "nowhere/a.png");
    assert_fails(&sandbox.run(&["--headless", "--snapshot", ".", "a.txt"]), 1, "Is a directory");
    assert_fails(&sandbox.run(&["--headless", "--recover", "zzz"]), 1, "zzz");
    std::os::unix::fs::symlink("loop", sandbox.path("loop")).unwrap();
    assert_fails(&sandbox.run(&["--headless", "loop"]), 1, "loop");
}

#[test]
fn an_unreadable_folder_is_named() {
    let sandbox = Sandbox::new();
    fs::create_dir(sandbox.path("closed")).unwrap();
    fs::set_permissions(sandbox.path("closed"), std::os::unix::fs::PermissionsExt::from_mode(0o300)).unwrap();
    open_to_all(&sandbox);
    // Root reads what it likes.
    let as_nobody = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"];
    let by: &[&str] = if rustix::process::geteuid().is_root() { &as_nobody } else { &[] };
    let ran = Ran::from(sandbox.wrapped(by, &["--headless", "closed"]).output().unwrap());
    assert_fails(&ran, 1, "closed");
}

/// Lets the ordinary user of a test work in the sandbox, program included.
fn open_to_all(sandbox: &Sandbox) {
    for name in ["", "work"] {
        let path = sandbox.folder().join(name);
        fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o777)).unwrap();
    }
}

#[test]
fn edited_saved_and_pictured() {
    let sandbox = Sandbox::new();
    sandbox.write("Main.hs", "main :: IO ()\nmain = print 1\n");
    let steps = keys("<C-End>-- done<F2>");
    let args = ["--capture", "a.png", "--snapshot", "a.txt", "Main.hs"];
    let ran = sandbox.script(&steps, &args);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(ran.out.is_empty());
    assert_eq!(sandbox.read("Main.hs"), b"main :: IO ()\nmain = print 1\n-- done");
    let first = (sandbox.read("a.png"), sandbox.read("a.txt"));
    assert!(first.0.starts_with(b"\x89PNG"));
    let text = String::from_utf8(first.1.clone()).unwrap();
    assert_eq!(text.lines().count(), 25);
    assert!(text.contains("main = print 1") && text.contains(" Main.hs "), "{text}");
    for _ in 0..4 {
        sandbox.write("Main.hs", "main :: IO ()\nmain = print 1\n");
        sandbox.script(&steps, &args);
        assert!(first == (sandbox.read("a.png"), sandbox.read("a.txt")), "another picture");
    }
    assert_eq!(fs::read_dir(sandbox.path("")).unwrap().count(), 4, "nothing is left beside the file");
}

#[test]
fn files_of_every_kind_keep_their_bytes() {
    let sandbox = Sandbox::new();
    let long = "x".repeat(10_000_000);
    let cases: [(&str, Vec<u8>); 7] = [
        ("empty", b"".to_vec()),
        ("crlf", b"a\r\nb\nc\r\n".to_vec()),
        ("bom", b"\xEF\xBB\xBFtext without end".to_vec()),
        ("nul", b"a\0b".to_vec()),
        ("latin1", b"caf\xE9\n".to_vec()),
        ("binary", (0..=255).collect()),
        ("long", long.into_bytes()),
    ];
    for (name, content) in cases {
        sandbox.write(name, &content);
        // Typed and taken back: the file is written anew from the buffer.
        let ran = sandbox.script(&keys("1<C-z><F2>"), &[name]);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{name}");
        assert!(sandbox.read(name) == content, "{name}");
        let ran = sandbox.script(&keys("<C-End>1<F2>"), &[name]);
        assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""), "{name}");
        let after = sandbox.read(name);
        assert!(after.starts_with(&content) && after.len() == content.len() + 1, "{name}");
    }
}

#[test]
fn settings_that_are_wrong_are_named_and_never_fatal() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "a\n");
    sandbox.config("[editor.defaults]\ncolumns = 100\nrows = 30\nfrobnicate = 1\n");
    let ran = sandbox.run(&["--headless", "--snapshot", "out", "a.txt"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("config.toml:4:") && ran.err.contains("frobnicate"), "{}", ran.err);
    let text = String::from_utf8(sandbox.read("out")).unwrap();
    assert_eq!((text.lines().count(), text.lines().next().unwrap().chars().count()), (30, 100));
    let ran = sandbox.run(&["--headless", "--size", "40x12", "--snapshot", "out", "a.txt"]);
    assert_eq!(ran.code, Some(0));
    assert_eq!(String::from_utf8(sandbox.read("out")).unwrap().lines().count(), 12);
    for broken in ["[editor.defaults\n", "\u{0}", "[editor.keybindings.desktop]\n\"file.frob\" = [\"F2\"]\n"] {
        sandbox.config(broken);
        let ran = sandbox.run(&["--headless", "--snapshot", "out", "a.txt"]);
        assert_eq!(ran.code, Some(0), "{broken}: {}", ran.err);
        assert!(ran.err.contains("config.toml"), "{broken}: {}", ran.err);
    }
}

#[test]
fn keys_can_be_bound_anew() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "a\n");
    sandbox.config("[editor.keybindings.desktop]\n\"file.save\" = [\"Ctrl+S\"]\n");
    let ran = sandbox.script(&keys("x<C-s>"), &["a.txt"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert_eq!(sandbox.read("a.txt"), b"xa\n");
    assert_eq!(parse_keys("<C-s>").len(), 1);
}

#[test]
fn a_place_in_a_file_can_be_named() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "one\ntwo\nthree\n");
    let ran = sandbox.script(&keys("X<F2>"), &["a.txt:2:3"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(sandbox.read("a.txt"), b"one\ntwXo\nthree\n");
}

#[test]
fn pictures_in_the_middle_of_a_script() {
    let sandbox = Sandbox::new();
    let mut steps = paste("first");
    steps.push(r#"{"type":"capture","file":"one.png"}"#.to_owned());
    steps.extend(keys("<C-z>"));
    steps.push(r#"{"type":"capture","file":"two.png"}"#.to_owned());
    let ran = sandbox.script(&steps, &["new.txt"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert_ne!(sandbox.read("one.png"), sandbox.read("two.png"));
    assert!(!sandbox.path("new.txt").exists());
}

#[test]
fn a_save_that_fails_is_reported() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "a\n");
    fs::set_permissions(sandbox.path("a.txt"), std::os::unix::fs::PermissionsExt::from_mode(0o444)).unwrap();
    let ran = sandbox.script(&keys("x<F2>"), &["--snapshot", "out", "a.txt"]);
    assert_eq!(ran.code, Some(1));
    assert!(ran.err.contains("read-only") && ran.err.contains("the journal has it"), "{}", ran.err);
    assert_eq!(sandbox.read("a.txt"), b"a\n");
    assert!(String::from_utf8(sandbox.read("out")).unwrap().contains("read-only"), "a dialog says so");
}

#[test]
fn outputs_are_named_from_where_it_was_started() {
    let sandbox = Sandbox::new();
    sandbox.write("src/a.txt", "a\n");
    let steps = [r#"{"type":"capture","file":"one.png"}"#.to_owned()];
    let ran = sandbox.script(&steps, &["--snapshot", "out.txt", "src", "src/a.txt"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(sandbox.path("one.png").exists() && sandbox.path("out.txt").exists());
}

#[test]
fn one_file_is_one_text_through_whichever_links() {
    let sandbox = Sandbox::new();
    sandbox.write("real.txt", "old\n");
    std::os::unix::fs::symlink("real.txt", sandbox.path("link.txt")).unwrap();
    std::os::unix::fs::symlink("link.txt", sandbox.path("again.txt")).unwrap();
    let ran = sandbox.script(&keys("x<F2>"), &["--snapshot", "out", "link.txt", "real.txt", "again.txt"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    let text = String::from_utf8(sandbox.read("out")).unwrap();
    assert_eq!(text.matches("real.txt").count(), 1 + text.matches("Saved real.txt").count(), "{text}");
    assert_eq!(sandbox.read("real.txt"), b"xold\n");
    assert!(sandbox.path("link.txt").symlink_metadata().unwrap().is_symlink());
}

#[test]
fn an_open_file_can_be_named_again_with_a_place() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "one\ntwo\n");
    let ran = sandbox.script(&keys("X<F2>"), &["a.txt", "b.txt", "a.txt:2:2"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert_eq!(sandbox.read("a.txt"), b"one\ntXwo\n");
}

#[test]
fn a_name_that_is_no_utf8_keeps_its_bytes() {
    use std::os::unix::ffi::OsStrExt;
    let sandbox = Sandbox::new();
    let name = std::ffi::OsStr::from_bytes(b"caf\xE9.txt");
    let path = sandbox.path("").join(name);
    fs::write(&path, "old\n").unwrap();
    sandbox.write("steps.jsonl", keys("x<F2>").join("\n"));
    let ran = Ran::from(sandbox.command(&["--headless", "--script", "steps.jsonl"]).arg(name).output().unwrap());
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert_eq!(fs::read(&path).unwrap(), b"xold\n");
    let ran = sandbox.script(&keys("<F3><Tab><ArrowDown><Enter>"), &["--snapshot", "out"]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert!(ran.err.contains("no UTF-8"), "{}", ran.err);
    assert_eq!(fs::read_dir(sandbox.path("")).unwrap().count(), 3, "no file of another name came to be");
}

#[test]
fn indentation_is_set() {
    let sandbox = Sandbox::new();
    let typed = |config: &str| {
        sandbox.config(&format!("[editor.defaults]\n{config}\n"));
        sandbox.write("a.hs", "");
        let ran = sandbox.script(&keys("f = do<Enter>x<Enter><Tab>y<F2>"), &["a.hs"]);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        String::from_utf8(sandbox.read("a.hs")).unwrap()
    };
    assert_eq!(typed(""), "f = do\n  x\n    y");
    assert_eq!(typed("indentWidth = 4"), "f = do\n    x\n        y");
    assert_eq!(typed("indentWith = \"tabs\""), "f = do\n\tx\n\t\ty");
    assert_eq!(typed("autoIndent = false"), "f = do\nx\n  y");
}
