//! The program as a process, with folders of its own for files, state and settings.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A folder for files, and one each for state and settings.
pub struct Sandbox {
    folder: TempDir,
}

/// What became of a run.
pub struct Ran {
    pub code: Option<i32>,
    pub out: Vec<u8>,
    pub err: String,
}

impl Sandbox {
    pub fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("work")).unwrap();
        Self { folder }
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("work").join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// Settings of the person.
    pub fn config(&self, text: &str) {
        let folder = self.folder.path().join("config/thc");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("config.toml"), text).unwrap();
    }

    /// The program, about to run in the folder for files.
    pub fn command(&self, args: &[&str]) -> Command {
        self.wrapped(&[], args)
    }

    /// The same, started by another program.
    pub fn wrapped(&self, by: &[&str], args: &[&str]) -> Command {
        let program = env!("CARGO_BIN_EXE_thc-edit");
        let words: Vec<&str> = by.iter().copied().chain([program]).chain(args.iter().copied()).collect();
        let mut command = Command::new(words[0]);
        command
            .args(&words[1..])
            .current_dir(self.folder.path().join("work"))
            .env("XDG_STATE_HOME", self.folder.path().join("state"))
            .env("XDG_CONFIG_HOME", self.folder.path().join("config"))
            .env_remove("THC_EDIT_SCALE")
            .stdin(Stdio::null());
        command
    }

    pub fn run(&self, args: &[&str]) -> Ran {
        Ran::from(self.command(args).output().unwrap())
    }

    /// Runs without a display: with a script of these steps, and further arguments.
    pub fn script(&self, steps: &[String], args: &[&str]) -> Ran {
        self.write("steps.jsonl", steps.join("\n"));
        let all: Vec<&str> = ["--headless", "--script", "steps.jsonl"].iter().chain(args).copied().collect();
        self.run(&all)
    }

    /// The id of the one text that can be recovered.
    #[track_caller]
    pub fn only_recoverable(&self) -> String {
        let listed = self.run(&["--recover"]);
        let text = String::from_utf8(listed.out).unwrap();
        assert_eq!(text.lines().count(), 1, "{text}{}", listed.err);
        text.split_whitespace().next().unwrap().to_owned()
    }

    /// The text of the one that can be recovered.
    #[track_caller]
    pub fn recovered(&self) -> Vec<u8> {
        let id = self.only_recoverable();
        let shown = self.run(&["--recover", &id]);
        assert_eq!(shown.code, Some(0), "{}", shown.err);
        shown.out
    }

    pub fn state(&self) -> PathBuf {
        self.folder.path().join("state")
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: output.stdout,
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// One step for each key of the notation of `Editor::keys`.
pub fn keys(notation: &str) -> Vec<String> {
    let step = |key| serde_json::to_string(&thc_edit::base::Input::Key(key)).unwrap();
    super::parse_keys(notation).into_iter().map(step).collect()
}

pub fn paste(text: &str) -> Vec<String> {
    vec![serde_json::to_string(&thc_edit::base::Input::Paste(text.to_owned())).unwrap()]
}

pub fn wait_ms(ms: u64) -> Vec<String> {
    vec![format!(r#"{{"type":"wait","for":"time","timeoutMs":{ms}}}"#)]
}
