//! Recording: the input of a session as a script that replays to the same pictures.

mod common;

use std::os::unix::fs::PermissionsExt;

use common::program::{Sandbox, keys, paste, wait_ms};

/// Keys, a paste, the mouse, a pause that parts two steps of typing, a dialog, and a picture in between.
fn session() -> Vec<String> {
    let mouse = |action: &str, x: i32, y: i32| {
        format!(r#"{{"type":"mouse","action":"{action}","x":{x},"y":{y},"mods":["shift"]}}"#)
    };
    let mut steps = keys("one<Enter>");
    steps.extend(wait_ms(400));
    steps.extend(keys("two"));
    steps.extend(wait_ms(1_200));
    steps.extend(keys("three"));
    steps.push(r#"{"type":"capture","file":"between.png"}"#.to_owned());
    steps.extend(paste("pasted \u{1b}[2J \"quoted\"\n"));
    steps.extend([mouse("down", 2, 2), mouse("move", 4, 3), mouse("up", 4, 3)]);
    steps.extend(keys("<C-z><C-z><C-f>one"));
    steps
}

#[test]
fn a_record_replays_to_the_same_pictures() {
    let sandbox = Sandbox::new();
    let outputs = ["--snapshot", "last.txt", "--capture", "last.png", "--record", "record.jsonl", "new.txt"];
    let ran = sandbox.script(&session(), &outputs);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let pictures = ["between.png", "last.png", "last.txt"].map(|name| (name, sandbox.read(name)));
    for (name, _) in &pictures {
        std::fs::remove_file(sandbox.path(name)).unwrap();
    }
    let mode = sandbox.path("record.jsonl").metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "what is typed is in it");
    let record = String::from_utf8(sandbox.read("record.jsonl")).unwrap();
    let steps: Vec<String> = record.lines().map(str::to_owned).collect();
    let again = ["--snapshot", "last.txt", "--capture", "last.png", "--record", "again.jsonl", "new.txt"];
    assert_eq!(sandbox.script(&steps, &again).code, Some(0));
    for (name, picture) in pictures {
        assert!(sandbox.read(name) == picture, "{name}");
    }
    assert_eq!(String::from_utf8(sandbox.read("again.jsonl")).unwrap(), record);
    assert!(record.contains(r#""timeoutMs":1001"#), "a long pause is as good as the shortest that counts: {record}");
}

#[test]
fn a_record_that_cannot_be_written_is_one_line() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "a\n");
    let ran = sandbox.script(&keys("x<F2>"), &["--record", "nowhere/r.jsonl", "a.txt"]);
    assert_eq!((ran.code, ran.err.lines().count()), (Some(1), 1), "{}", ran.err);
    assert!(ran.err.contains("nowhere/r.jsonl"), "{}", ran.err);
    assert_eq!(sandbox.read("a.txt"), b"a\n", "nothing was played");
    let ran = sandbox.script(&keys("x<F2>"), &["--record", "/dev/full", "a.txt"]);
    assert_eq!((ran.code, ran.err.lines().count()), (Some(1), 1), "{}", ran.err);
    assert_eq!(sandbox.read("a.txt"), b"xa\n", "the session went on");
}
