//! No text is lost: whatever ends the program, what was typed can be had again.

mod common;

use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use common::program::{Sandbox, keys, paste, wait_ms};

/// Starts a script that types, says so by a picture, and then waits for a long time.
fn typing(sandbox: &Sandbox, text: &str) -> Child {
    let mut steps = keys(text);
    steps.push(r#"{"type":"capture","file":"typed.png"}"#.to_owned());
    steps.extend(wait_ms(300_000));
    sandbox.write("steps.jsonl", steps.join("\n"));
    let mut command = sandbox.command(&["--headless", "--script", "steps.jsonl", "a.txt"]);
    command.stderr(Stdio::null()).spawn().unwrap()
}

/// Waits until something is so; nothing here takes long.
#[track_caller]
fn wait_until(what: &str, so: impl Fn() -> bool) {
    let begun = Instant::now();
    while !so() {
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::yield_now();
    }
}

fn signal(child: &Child, name: &str) {
    let sent = std::process::Command::new("kill").args(["-s", name, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

#[test]
fn whatever_signal_ends_it() {
    for name in ["KILL", "TERM", "HUP", "INT", "ABRT"] {
        let sandbox = Sandbox::new();
        sandbox.write("a.txt", "old\n");
        let mut child = typing(&sandbox, "typed λ ");
        wait_until("typed", || sandbox.path("typed.png").exists());
        if name == "KILL" || name == "ABRT" {
            // These leave no time to write anything: within a second it must be on disk.
            std::thread::sleep(Duration::from_millis(1000));
        }
        signal(&child, name);
        let status = child.wait().unwrap();
        assert!(!status.success(), "{name}");
        assert_eq!(String::from_utf8(sandbox.recovered()).unwrap(), "typed λ old\n", "{name}");
        assert_eq!(sandbox.read("a.txt"), b"old\n", "{name}");
    }
}

#[test]
fn killed_while_somebody_else_writes_the_file() {
    let seed = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos() as u64;
    println!("seed {seed}");
    let mut random = seed;
    for _ in 0..6 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let sandbox = Sandbox::new();
        sandbox.write("a.txt", "old\n");
        let mut child = typing(&sandbox, "typed λ ");
        wait_until("typed", || sandbox.path("typed.png").exists());
        std::thread::sleep(Duration::from_millis(1000));
        if random >> 62 == 0 {
            std::fs::remove_file(sandbox.path("a.txt")).unwrap();
        } else {
            sandbox.write("a.txt", "theirs\n");
        }
        std::thread::sleep(Duration::from_millis((random >> 33) % 250));
        child.kill().unwrap();
        child.wait().unwrap();
        assert_eq!(String::from_utf8(sandbox.recovered()).unwrap(), "typed λ old\n");
    }
}

#[test]
fn killed_at_any_moment_a_beginning_is_kept() {
    let text = "The quick brown fox jumps over the lazy dog. ".repeat(4);
    let seed = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_nanos() as u64;
    println!("seed {seed}");
    let mut random = seed;
    for _ in 0..20 {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let sandbox = Sandbox::new();
        sandbox.write("a.txt", "");
        let mut child = typing(&sandbox, &text);
        std::thread::sleep(Duration::from_millis(20 + (random >> 33) % 400));
        child.kill().unwrap();
        let status = child.wait().unwrap();
        assert_eq!(status.signal(), Some(9));
        let listed = sandbox.run(&["--recover"]);
        assert_eq!(listed.code, Some(0), "{}", listed.err);
        if !listed.out.is_empty() {
            let kept = String::from_utf8(sandbox.recovered()).unwrap();
            assert!(text.starts_with(&kept), "{kept}");
        }
    }
}

#[test]
fn out_of_memory() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "");
    let mut steps = paste(&"0123456789abcdef".repeat(1024));
    // Each round doubles the text: no address space holds that for long.
    for _ in 0..20 {
        steps.extend(keys("<C-a><C-c><C-End><C-v>"));
    }
    sandbox.write("steps.jsonl", steps.join("\n"));
    let limits = ["prlimit", "--as=700000000"];
    let mut command = sandbox.wrapped(&limits, &["--headless", "--script", "steps.jsonl", "a.txt"]);
    let output = command.output().unwrap();
    assert!(!output.status.success());
    let kept = String::from_utf8(sandbox.recovered()).unwrap();
    assert!(kept.len() >= 16 * 1024 && kept.starts_with("0123456789abcdef"), "{} bytes", kept.len());
}

#[test]
fn unsaved_text_is_said_offered_and_gone_once_it_is_saved() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "old\n");
    let ran = sandbox.script(&keys("new "), &["a.txt"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.err.contains("a.txt is not saved"), "{}", ran.err);
    let ran = sandbox.run(&["--headless", "--snapshot", "out"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(String::from_utf8(sandbox.read("out")).unwrap().contains("File > Recover"));
    let id = sandbox.only_recoverable();
    let short = &id[..6];
    let ran = sandbox.script(&keys("<F2>"), &["--recover", short]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert_eq!(sandbox.read("a.txt"), b"new old\n");
    assert!(sandbox.run(&["--recover"]).out.is_empty());
}

#[test]
fn the_dialog_opens_discards_or_leaves_what_there_is() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "old\n");
    sandbox.script(&keys("one "), &["a.txt"]);
    let recover = "<A-f>r";
    let ran = sandbox.script(&keys(&format!("{recover}l")), &[]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(sandbox.recovered(), b"one old\n");
    // Opened and left unsaved again: this session's journal has it now.
    let ran = sandbox.script(&keys(&format!("{recover}o<C-Home>two ")), &[]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(sandbox.recovered(), b"two one old\n");
    let ran = sandbox.script(&keys(&format!("{recover}d")), &[]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert!(sandbox.run(&["--recover"]).out.is_empty());
}

#[test]
fn recovered_after_the_file_changed_it_asks_before_it_overwrites() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "old\n");
    sandbox.script(&keys("mine "), &["a.txt"]);
    sandbox.write("a.txt", "theirs\n");
    let ran = sandbox.script(&keys("<F2>"), &["--recover", ""]);
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert_eq!(sandbox.read("a.txt"), b"theirs\n");
    let ran = sandbox.script(&keys("<F2>o"), &["--recover", ""]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert_eq!(sandbox.read("a.txt"), b"mine old\n");
}

#[test]
fn a_live_session_is_not_offered_and_a_closed_pipe_loses_nothing() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "old\n");
    let mut child = typing(&sandbox, "live ");
    wait_until("typed", || sandbox.path("typed.png").exists());
    assert!(sandbox.run(&["--recover"]).out.is_empty());
    child.kill().unwrap();
    child.wait().unwrap();
    let id = sandbox.only_recoverable();
    let mut command = sandbox.command(&["--recover", &id]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
    assert_eq!(sandbox.recovered(), b"live old\n");
}

#[test]
fn a_recovered_text_does_not_vanish_into_an_open_file() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "old\n");
    sandbox.script(&keys("kept "), &["a.txt"]);
    let ran = sandbox.script(&keys("<F2>"), &["--recover", "", "a.txt"]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert_eq!(sandbox.read("a.txt"), b"kept old\n");
}

#[test]
fn what_is_typed_after_a_save_knows_its_file() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "old\n");
    sandbox.script(&keys("one <F2>two "), &["a.txt"]);
    assert_eq!(sandbox.read("a.txt"), b"one old\n");
    assert_eq!(sandbox.recovered(), b"one two old\n");
    let ran = sandbox.script(&keys("<F2>"), &["--recover", ""]);
    assert_eq!((ran.code, ran.err.as_str()), (Some(0), ""));
    assert_eq!(sandbox.read("a.txt"), b"one two old\n");
}

#[test]
fn files_that_were_only_looked_at_leave_nothing_behind() {
    let sandbox = Sandbox::new();
    sandbox.write("a.txt", "old\n");
    sandbox.script(&keys("x<C-z><C-y><C-z>"), &["a.txt"]);
    sandbox.script(&keys("x<F2>"), &["a.txt"]);
    let left = std::fs::read_dir(sandbox.state().join("thc-edit/recovery")).unwrap().count();
    assert_eq!(left, 0);
}
