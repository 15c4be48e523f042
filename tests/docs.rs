//! The documents say what is so: generated pages are up to date, links lead somewhere, the picture is what the program makes.
//!
//! `UPDATE_GOLDEN=1 cargo test --test docs` rewrites the generated pages and the picture.

use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// The command of the README that runs the program, up to the program's own arguments.
const RUN: &str = "cargo run --release --";
/// The program's arguments in that command. They are played here as they stand there.
const ARGS: &str =
    "--headless --size 80x25 --script resources/sample/steps.jsonl --capture out.png resources/sample/app/Main.hs";
/// The command of the README that passes the tests.
const TESTS: &str = "tests/run";

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Compares a file of the repository with what it should be; with `UPDATE_GOLDEN=1`, writes it.
fn check_file(path: &str, wanted: &[u8]) {
    let full = root().join(path);
    if std::env::var_os("UPDATE_GOLDEN").is_some_and(|value| value == "1") {
        fs::write(&full, wanted).unwrap();
    }
    let found = fs::read(&full).unwrap_or_default();
    assert!(found == wanted, "{path} is out of date; UPDATE_GOLDEN=1 cargo test --test docs rewrites it");
}

#[test]
fn generated_pages_are_up_to_date() {
    check_file("docs/commands.md", thc_edit::command::commands_page().as_bytes());
    check_file("docs/settings.md", thc_edit::settings::manual().as_bytes());
}

/// A folder with a copy of the sample, and with room for what a session leaves behind.
struct Clone {
    folder: TempDir,
}

impl Clone {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        copy(&root().join("resources/sample"), &folder.path().join("resources/sample"));
        // What somebody's own run left there is no part of the sample.
        fs::remove_dir_all(folder.path().join("resources/sample/out")).unwrap();
        fs::create_dir(folder.path().join("resources/sample/out")).unwrap();
        Self { folder }
    }

    /// Runs the README's command in it.
    fn run(&self) -> Output {
        let home = self.path("home");
        Command::new(env!("CARGO_BIN_EXE_thc-edit"))
            .args(ARGS.split(' '))
            .current_dir(self.folder.path())
            .env("XDG_STATE_HOME", home.join("state"))
            .env("XDG_CONFIG_HOME", home.join("config"))
            .env_remove("THC_EDIT_SCALE")
            .env_remove("THC_EDIT_APPEARANCE")
            .output()
            .unwrap()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(|entry| entry.unwrap()) {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).unwrap();
        }
    }
}

#[test]
fn the_first_command_makes_the_picture_every_time() {
    let clone = Clone::new();
    let original = clone.read("resources/sample/app/Main.hs");
    let mut saved = Vec::new();
    for run in ["first", "second"] {
        let output = clone.run();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "the {run} run: {}: {said}", output.status);
        assert_eq!((said.as_ref(), &output.stdout[..]), ("", &[][..]), "the {run} run");
        check_file("docs/pictures/main.png", &clone.read("out.png"));
        assert_eq!(clone.read("resources/sample/app/Main.hs"), original, "the {run} run altered the sample");
        saved.push(clone.read("resources/sample/out/Main.hs"));
    }
    let saved_text = String::from_utf8(saved[0].clone()).unwrap();
    assert!(saved_text.contains("import Words (Stats (..), stats, top)\n"), "{saved_text}");
    assert!(saved_text.contains("  inputs <- case names of\n") && !saved_text.contains("texts"), "{saved_text}");
    assert!(saved_text.ends_with("most n s = unwords [word | (word, _) <- top n s]\n"), "{saved_text}");
    assert_eq!(saved[0], saved[1], "the second run saved another text");
}

#[test]
fn the_readme_has_the_two_commands() {
    let readme = read("README.md");
    let commands: Vec<&str> = blocks(&readme, "sh").into_iter().take(2).collect();
    assert_eq!(commands, [format!("{RUN} {ARGS}\n"), format!("{TESTS}\n")]);
    assert!(root().join(TESTS).is_file());
}

/// The contents of the fenced blocks of that language.
fn blocks<'a>(text: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("\n```{language}\n");
    let starts = text.split(&fence).skip(1);
    starts.filter_map(|rest| rest.find("\n```").map(|end| &rest[..=end])).collect()
}

#[test]
fn links_lead_somewhere() {
    let mut pages = Vec::new();
    for name in ["README.md", "CHANGELOG.md", "fonts/README.md"] {
        pages.push(root().join(name));
    }
    collect_pages(&root().join("docs"), &mut pages);
    assert!(pages.len() > 10, "the documents were not found");
    let mut broken = Vec::new();
    for page in &pages {
        let text = fs::read_to_string(page).unwrap();
        let folder = page.parent().unwrap();
        for link in links(&text).filter(|link| !link.contains("://")) {
            let target = folder.join(link.split('#').next().unwrap_or_default());
            let anchor_here = link.strip_prefix('#').map(|anchor| anchors(&text).any(|known| known == anchor));
            let good = anchor_here.unwrap_or_else(|| is_in_repository(&target) && target.exists());
            if !good {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "these links lead nowhere:\n{}", broken.join("\n"));
}

fn collect_pages(folder: &Path, pages: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        if entry.is_dir() {
            collect_pages(&entry, pages);
        } else if entry.extension().is_some_and(|end| end == "md") {
            pages.push(entry);
        }
    }
}

/// Where the links and pictures of a page lead, code left out.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let outside_blocks = text.split("\n```").step_by(2);
    let outside_code = outside_blocks.flat_map(|part| part.split('`').step_by(2));
    // A link whose caption is code falls apart at the backquotes, and is still found by its end.
    outside_code.flat_map(|part| part.split("](").skip(1)).filter_map(|rest| rest.split(')').next())
}

/// The anchors that headings get: small letters, blanks as hyphens.
fn anchors(text: &str) -> impl Iterator<Item = String> {
    let headings = text.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    headings.map(|heading| {
        let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
        kept.collect::<String>().to_lowercase().replace(' ', "-")
    })
}

/// Whether a path stays below the top folder, so that it is there for everybody.
fn is_in_repository(path: &Path) -> bool {
    let Ok(below) = path.strip_prefix(root()) else { return false };
    let mut depth = 0;
    for part in below.components() {
        depth += if part == Component::ParentDir { -1 } else { 1 };
        if depth < 0 {
            return false;
        }
    }
    true
}

#[test]
fn the_changelog_has_this_version() {
    let heading = format!("\n## [{}]", env!("CARGO_PKG_VERSION"));
    let changelog = read("CHANGELOG.md");
    let entry = changelog.split_once(&heading).unwrap_or_else(|| panic!("CHANGELOG.md has no{heading}")).1;
    let entry = entry.split("\n## ").next().unwrap_or_default();
    assert!(entry.contains("\n- "), "its entry is empty");
}

#[test]
fn the_readme_names_the_version() {
    assert!(read("README.md").contains(&format!("**This version, {},", env!("CARGO_PKG_VERSION"))));
}
