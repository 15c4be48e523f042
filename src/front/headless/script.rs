//! Scripts: one JSON object a line, checked whole before anything is played.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use crate::base::Input;

/// The longest script, in bytes.
const SCRIPT_MAX: u64 = 64 << 20;
/// The longest wait, in ms: ten minutes.
const WAIT_MAX: u64 = 600_000;

/// What a script waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WaitFor {
    Idle,
    Diagnostics,
    Job,
    Time,
}

/// One line of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// From 1.
    pub line: usize,
    pub kind: StepKind,
}

/// What a line of a script does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StepKind {
    Input(Input),
    Wait {
        what: WaitFor,
        timeout: Option<Duration>,
    },
    /// Writes the frame as PNG.
    Capture {
        file: PathBuf,
    },
}

/// A script that was checked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    steps: Vec<Step>,
}

/// What is wrong with a script.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScriptError {
    #[error("{}:{line}: {why}", file.display())]
    Line { file: PathBuf, line: usize, why: String },
    #[error("cannot read the script {}: {why}", file.display())]
    Unreadable { file: PathBuf, why: String },
}

impl Script {
    /// Reads and checks a script.
    pub fn load(file: &Path) -> Result<Self, ScriptError> {
        let unreadable = |why: String| ScriptError::Unreadable { file: file.to_path_buf(), why };
        let mut content = Vec::new();
        let opened = File::open(file).and_then(|script| script.take(SCRIPT_MAX + 1).read_to_end(&mut content));
        opened.map_err(|error| unreadable(error.to_string()))?;
        if content.len() as u64 > SCRIPT_MAX {
            return Err(unreadable(format!("it is longer than {SCRIPT_MAX} bytes")));
        }
        Self::parse(file, &content)
    }

    /// Checks a script's text; `file` is for errors. Blank lines are skipped.
    pub fn parse(file: &Path, content: &[u8]) -> Result<Self, ScriptError> {
        let mut steps = Vec::new();
        for (at, line) in content.split(|byte| *byte == b'\n').enumerate() {
            if line.trim_ascii().is_empty() {
                continue;
            }
            let wrong = |why| ScriptError::Line { file: file.to_path_buf(), line: at + 1, why };
            let kind = step(line).map_err(wrong)?;
            steps.push(Step { line: at + 1, kind });
        }
        Ok(Self { steps })
    }

    /// The steps, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }
}

/// The lines that only scripts have.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
enum Own {
    Wait {
        #[serde(rename = "for")]
        what: WaitFor,
        #[serde(rename = "timeoutMs")]
        timeout_ms: Option<u64>,
    },
    Capture {
        file: PathBuf,
    },
}

fn step(line: &[u8]) -> Result<StepKind, String> {
    let text = std::str::from_utf8(line).map_err(|_| "not UTF-8".to_owned())?;
    let object: serde_json::Map<String, serde_json::Value> = serde_json::from_str(text).map_err(in_line)?;
    let kind = object.get("type").and_then(|kind| kind.as_str());
    if !matches!(kind, Some("wait" | "capture")) {
        let input = serde_json::from_str(text).map_err(|error| match kind {
            Some("key" | "paste" | "mouse" | "modifiers" | "blur") => in_line(error),
            Some(other) => {
                format!("\"{other}\" is no type; types are key, paste, mouse, modifiers, blur, wait, capture")
            }
            None => "it has no type; types are key, paste, mouse, modifiers, blur, wait, capture".to_owned(),
        });
        return input.map(StepKind::Input);
    }
    match serde_json::from_str(text).map_err(in_line)? {
        Own::Wait { what: WaitFor::Time, timeout_ms: None } => Err("a wait for time needs timeoutMs".to_owned()),
        Own::Wait { timeout_ms: Some(ms), .. } if ms > WAIT_MAX => {
            Err(format!("timeoutMs is {ms}; at most {WAIT_MAX}"))
        }
        Own::Wait { what, timeout_ms } => Ok(StepKind::Wait { what, timeout: timeout_ms.map(Duration::from_millis) }),
        Own::Capture { file } => Ok(StepKind::Capture { file }),
    }
}

/// An error of the parser; its line is always the only one.
fn in_line(error: serde_json::Error) -> String {
    let (text, column) = (error.to_string(), error.column());
    match text.strip_suffix(&format!(" at line {} column {column}", error.line())) {
        Some(what) if column > 0 => format!("{what} (column {column})"),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Script, String> {
        Script::parse(Path::new("steps.jsonl"), text.as_bytes()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_script_is_checked_whole() {
        let script = parse("{\"type\":\"key\",\"key\":\"F2\"}\n\n{\"type\":\"wait\",\"for\":\"idle\"}\n").unwrap();
        assert_eq!(script.steps().iter().map(|step| step.line).collect::<Vec<_>>(), [1, 3]);
        let good = "{\"type\":\"blur\"}\n";
        let wrong = |line: &str| parse(&format!("{good}{line}")).unwrap_err();
        assert!(wrong("{\"type\":\"key\",\"key\":\"Entr\"}").starts_with("steps.jsonl:2: \"Entr\" is not a key"));
        assert!(wrong("{\"type\":\"wink\"}").contains("wink"));
        assert!(wrong("{}").contains("no type"));
        assert!(wrong("[]").starts_with("steps.jsonl:2: "));
        assert!(wrong("{\"type\":\"wait\",\"for\":\"rain\"}").contains("rain"));
        assert!(wrong("{\"type\":\"wait\",\"for\":\"time\"}").contains("timeoutMs"));
        assert!(wrong("{\"type\":\"wait\",\"for\":\"time\",\"timeoutMs\":600001}").contains("600001"));
        assert!(wrong("{\"type\":\"capture\",\"file\":\"a.png\",\"size\":1}").contains("size"));
        assert!(wrong("{\"type\":\"paste\",\"text\":\"\\ud800\"}").contains("column"));
    }

    #[test]
    fn bytes_that_are_no_text_are_refused_with_their_line() {
        let error = Script::parse(Path::new("s"), b"\n\xff\n").unwrap_err();
        assert_eq!(error.to_string(), "s:2: not UTF-8");
    }
}
