//! The thin part: where the two files lie, and reading them.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::apply::{FileText, Layers, Overrides, resolve};
use super::keys::{Content, HASKELL_SERVER_VARIABLE, TABLES};
use super::{Problem, Settings};

/// The most bytes of a settings file that are read; a larger file is reported and passed over.
pub const FILE_MAX_BYTES: u64 = 1 << 20;

/// How many folders are looked at on the way up to a project's root.
const MAX_FOLDERS_UP: usize = 64;

/// The environment, as far as settings come from it.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// `XDG_CONFIG_HOME`.
    pub config_home: Option<OsString>,
    /// `HOME`.
    pub home: Option<OsString>,
    /// The variables that set a setting, name and value.
    pub variables: Vec<(String, String)>,
}

impl Environment {
    /// That of this process.
    pub fn of_process() -> Environment {
        let settings = TABLES.iter().flat_map(|table| match table.content {
            Content::Keys(settings) => settings,
            _ => &[],
        });
        let names = settings.filter_map(|setting| setting.variable).chain([HASKELL_SERVER_VARIABLE]);
        let value = |name: &str| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned());
        Environment {
            config_home: std::env::var_os("XDG_CONFIG_HOME"),
            home: std::env::var_os("HOME"),
            variables: names.filter_map(|name| Some((name.to_owned(), value(name)?))).collect(),
        }
    }
}

/// Reads both files and resolves all layers. `start` is the folder whose project counts; `trusted` says whether the
/// person trusts it. Blocks on at most two files of [`FILE_MAX_BYTES`]; never fails.
pub fn load(
    environment: &Environment,
    start: Option<&Path>,
    trusted: bool,
    overrides: &Overrides,
) -> (Settings, Vec<Problem>) {
    resolve(&Layers {
        global: global_path(environment).and_then(|path| read(&path)),
        project: start.and_then(project_path).and_then(|path| read(&path)),
        project_trusted: trusted,
        environment: environment.variables.clone(),
        overrides: overrides.clone(),
    })
}

/// The person's own file: `$XDG_CONFIG_HOME/thc/config.toml`, else `~/.config/thc/config.toml`. A relative
/// `XDG_CONFIG_HOME` counts as none (XDG Base Directory Specification).
pub fn global_path(environment: &Environment) -> Option<PathBuf> {
    let absolute = |value: &Option<OsString>| value.as_ref().map(PathBuf::from).filter(|path| path.is_absolute());
    let config = absolute(&environment.config_home).or_else(|| Some(absolute(&environment.home)?.join(".config")))?;
    Some(config.join("thc/config.toml"))
}

/// The project's `thc.toml`: the nearest one from `start` upwards, no further than the folder of `cabal.project` or the
/// Git root, or where there is neither, the nearest package (`*.cabal`), or else `start` alone.
pub fn project_path(start: &Path) -> Option<PathBuf> {
    let folders: Vec<&Path> = start.ancestors().take(MAX_FOLDERS_UP).collect();
    let root = folders
        .iter()
        .position(|folder| folder.join("cabal.project").exists() || folder.join(".git").exists())
        .or_else(|| folders.iter().position(|folder| is_package(folder)))
        .unwrap_or(0);
    folders.iter().take(root + 1).map(|folder| folder.join("thc.toml")).find(|path| path.symlink_metadata().is_ok())
}

fn is_package(folder: &Path) -> bool {
    let Ok(entries) = fs::read_dir(folder) else { return false };
    entries.flatten().any(|entry| Path::new(&entry.file_name()).extension().is_some_and(|end| end == "cabal"))
}

/// Reads a file; none if there is none.
fn read(path: &Path) -> Option<FileText> {
    let text = match read_text(path) {
        Err(error) if error.kind() == ErrorKind::NotFound && path.symlink_metadata().is_err() => return None,
        other => other.map_err(|error| format!("cannot be used: {error}")),
    };
    Some(FileText { file: path.display().to_string(), text })
}

fn read_text(path: &Path) -> std::io::Result<String> {
    let refuse = |why: &str| std::io::Error::new(ErrorKind::InvalidData, why.to_owned());
    // Asked before opening, since opening a pipe would wait for its other end.
    if !fs::metadata(path)?.is_file() {
        return Err(refuse("it is no regular file"));
    }
    let mut bytes = Vec::new();
    File::open(path)?.take(FILE_MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > FILE_MAX_BYTES {
        return Err(refuse("it is larger than 1 MiB"));
    }
    String::from_utf8(bytes).map_err(|error| {
        let line =
            error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|byte| **byte == b'\n').count() + 1;
        refuse(&format!("line {line} is not UTF-8"))
    })
}
