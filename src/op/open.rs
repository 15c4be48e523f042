//! Opening files: those named on the command line, and those picked in the Open dialog.

use std::path::{Path, PathBuf};

use crate::desk::{Answer, Arrange, Change, FolderView, Opened, Question};
use crate::model::Language;
use crate::model::Location;
use crate::service::files::{self, Filter, LoadError, LoadLimits};
use crate::text::{Form, Text};

use super::search::go_to;
use super::{Cx, Stopped, Target};

/// Why a file was not opened.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct OpenError(pub String);

/// Opens these files in order; the last one is in front. Stops at the first that cannot be opened.
pub async fn open_paths(cx: &Cx, locations: Vec<Location>) -> Result<Result<(), OpenError>, Stopped> {
    for Location { path, line, column } in locations {
        let at = line.map(|line| (line, column.unwrap_or(1)));
        if let Err(error) = open_one(cx, path, at).await? {
            return Ok(Err(error));
        }
    }
    Ok(Ok(()))
}

/// Opens a new, untitled buffer.
pub async fn new_buffer(cx: &Cx) -> Result<(), Stopped> {
    let opened = Opened {
        path: None,
        text: Text::new(),
        form: Form::Utf8 { bom: false },
        stamp: None,
        language: None,
        recovered: false,
        at: None,
    };
    cx.apply(Change::Open(opened)).await.map(|_| ())
}

/// Asks for a file, showing the folder of the active window's file, and opens it.
pub async fn open_asking(cx: &Cx) -> Result<(), Stopped> {
    let path = cx.read(|desk| desk.active_buffer().and_then(|(_, buffer)| buffer.path.clone())).await?;
    let mut filter = "*".to_owned();
    let Some(mut view) = first_view(cx, "Open", path.as_deref(), &filter).await? else { return Ok(()) };
    loop {
        let Answer::Path { text } = cx.ask(Question::Open(view.clone())).await? else { return Ok(()) };
        let path = resolved(&view.folder.join(&text));
        let (is_dir, exists) = {
            let path = path.clone();
            cx.work(move || (path.is_dir(), path.symlink_metadata().is_ok())).await?
        };
        if is_dir {
            walk(cx, "Open", &mut view, &path, &filter, &filter).await?;
        } else if !exists && is_wildcard(&text) {
            let wanted = path.file_name().map_or_else(|| "*".to_owned(), |name| name.to_string_lossy().into_owned());
            let folder = path.parent().unwrap_or(&view.folder).to_path_buf();
            if walk(cx, "Open", &mut view, &folder, &wanted, &wanted).await? {
                filter = wanted;
            }
        } else if let Some(why) = not_a_name(&text).filter(|_| !exists) {
            cx.fail("Open", why).await?;
        } else {
            match open_one(cx, path, None).await? {
                Ok(()) => return Ok(()),
                Err(OpenError(why)) => cx.fail("Open", why).await?,
            }
        }
    }
}

/// The folder that a file dialog begins with: that of the file, or the nearest one above it that can be read.
pub(super) async fn first_view(
    cx: &Cx,
    title: &str,
    file: Option<&Path>,
    name: &str,
) -> Result<Option<FolderView>, Stopped> {
    let folder = match file.and_then(Path::parent) {
        Some(folder) => folder.to_path_buf(),
        None => cx.read(|desk| desk.folder().to_path_buf()).await?,
    };
    view_of(cx, title, folder, "*", name).await
}

/// A folder for a dialog, or the nearest one above it that can be read.
pub(super) async fn view_of(
    cx: &Cx,
    title: &str,
    folder: PathBuf,
    filter: &str,
    name: &str,
) -> Result<Option<FolderView>, Stopped> {
    let readable = |folder: PathBuf| folder.ancestors().find(|at| at.read_dir().is_ok()).map(Path::to_path_buf);
    let found = {
        let folder = folder.clone();
        cx.work(move || readable(folder)).await?
    };
    match list(cx, &found.unwrap_or(folder), filter, name).await? {
        Ok(view) => Ok(Some(view)),
        Err(why) => cx.fail(title, why).await.map(|_| None),
    }
}

/// Lets a file dialog show another folder, or other files of it; where that cannot be read, says so and leaves it.
pub(super) async fn walk(
    cx: &Cx,
    title: &str,
    view: &mut FolderView,
    folder: &Path,
    filter: &str,
    name: &str,
) -> Result<bool, Stopped> {
    match list(cx, folder, filter, name).await? {
        Ok(other) => *view = other,
        Err(why) => return cx.fail(title, why).await.map(|_| false),
    }
    Ok(true)
}

/// Why a name that a dialog answers cannot be meant: it stands for one that is no UTF-8, and was shown as well as that goes.
pub(super) fn not_a_name(name: &str) -> Option<String> {
    let shown = name.contains('\u{FFFD}');
    shown.then(|| format!("{name} has bytes in its name that are no UTF-8: give it on the command line"))
}

fn is_wildcard(name: &str) -> bool {
    name.contains(['*', '?', ';'])
}

async fn open_one(cx: &Cx, path: PathBuf, at: Option<(usize, usize)>) -> Result<Result<(), OpenError>, Stopped> {
    let path = cx.work(move || identity(&path)).await?;
    if let Some(target) = focus_open(cx, &path).await? {
        if let Some((line, column)) = at {
            go_to(cx, target, line, column).await?;
        }
        return Ok(Ok(()));
    }
    match cx.work(move || read(path, at)).await? {
        Ok(opened) => {
            // Opening is never refused: the desk shows what it is given.
            let _ = cx.apply(Change::Open(opened)).await?;
            Ok(Ok(()))
        }
        Err(error) => Ok(Err(error)),
    }
}

/// Brings the window of a file to the front, if it is open.
async fn focus_open(cx: &Cx, path: &Path) -> Result<Option<Target>, Stopped> {
    let path = path.to_path_buf();
    let found = cx.read(move |desk| {
        let buffer = desk.buffer_of_path(&path)?.id;
        let window = desk.windows().iter().rev().find(|window| window.buffer == buffer)?;
        Some(Target { window: window.id, buffer })
    });
    let Some(target) = found.await? else { return Ok(None) };
    // Refused when it was closed in between: then the file is read again.
    let focused = cx.apply(Change::Arrange(Arrange::Focus { window: target.window })).await?;
    Ok(focused.is_ok().then_some(target))
}

/// A file that does not exist yet.
fn new_file(path: PathBuf, at: Option<(usize, usize)>) -> Opened {
    let form = Form::Utf8 { bom: false };
    Opened { path: Some(path), text: Text::new(), form, stamp: None, language: None, recovered: false, at }
}

fn read(path: PathBuf, at: Option<(usize, usize)>) -> Result<Opened, OpenError> {
    let id = |language: &'static Language| language.id.to_owned();
    match files::load(&path, &LoadLimits::now()) {
        Ok(loaded) => {
            let language = Language::of_file(&path, &loaded.text).map(id);
            let (text, form, stamp) = (loaded.text, loaded.form, Some(loaded.stamp));
            Ok(Opened { path: Some(path), text, form, stamp, language, recovered: false, at })
        }
        Err(LoadError::Missing { .. }) => {
            Ok(Opened { language: Language::of_path(&path).map(id), ..new_file(path, at) })
        }
        Err(error) => Err(OpenError(error.to_string())),
    }
}

/// A folder's entries for a dialog; `name` is what its input line starts with.
async fn list(cx: &Cx, folder: &Path, filter: &str, name: &str) -> Result<Result<FolderView, String>, Stopped> {
    let (path, filter) = (folder.to_path_buf(), filter.to_owned());
    let listing = cx.work(move || files::read_dir(&path, &Filter::new(&filter))).await?;
    Ok(listing.map_err(|error| error.to_string()).map(|listing| FolderView {
        folder: folder.to_path_buf(),
        entries: listing.entries.iter().map(shown_name).collect(),
        cut: listing.cut,
        name: name.to_owned(),
    }))
}

/// An entry's name in a list; folders end in a slash.
fn shown_name(entry: &files::Entry) -> String {
    let name = entry.name.to_string_lossy();
    if entry.kind == files::EntryKind::Folder { format!("{name}/") } else { name.into_owned() }
}

/// The one name of a file, however it was written and through whichever links: one file, one text. A file that does not
/// exist yet, or that links go round in circles to, keeps its absolute name.
pub(super) fn identity(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| resolved(path))
}

/// The absolute form of a path; as it is where the current folder is gone.
pub(super) fn resolved(path: &Path) -> PathBuf {
    files::resolve(path).unwrap_or_else(|_| path.to_path_buf())
}
