//! What the tree of files does to files: makes, renames and deletes them, and takes open texts along.

use std::path::{Path, PathBuf};

use crate::desk::dock::RowKind;
use crate::desk::{Answer, Change, DockChange, Moved, NameForm, Question};
use crate::model::{Language, Location};
use crate::service::tree::manage::{self, ManageError};

use super::open::not_a_name;
use super::save::chosen;
use super::{Cx, Stopped, open_paths};

/// What is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    File,
    Folder,
}

impl Made {
    fn make(self, project: &Path, path: &Path) -> Result<(), ManageError> {
        match self {
            Made::File => manage::create_file(project, path),
            Made::Folder => manage::create_folder(project, path),
        }
    }
}

/// The project, and a path in it that the tree has its cursor on.
struct Row {
    project: PathBuf,
    path: PathBuf,
    is_folder: bool,
}

async fn row(cx: &Cx) -> Result<Option<Row>, Stopped> {
    cx.read(|desk| {
        let tree = desk.docks().tree();
        let row = tree.current_row()?;
        let is_folder = row.is_folder() || matches!(row.kind, RowKind::Note(_));
        Some(Row { project: tree.root().to_path_buf(), path: row.path.to_path_buf(), is_folder })
    })
    .await
}

/// Asks for a name and makes a file, which is opened, or a folder, in the folder of the row with the cursor.
pub async fn create(cx: &Cx, made: Made) -> Result<(), Stopped> {
    let Some(Row { project, path, is_folder }) = row(cx).await? else { return Ok(()) };
    let folder = if is_folder { path.as_path() } else { path.parent().unwrap_or(&project) };
    let title = match made {
        Made::File => "Create a file",
        Made::Folder => "Create a folder",
    };
    let mut form = NameForm { title: title.to_owned(), about: format!("In {}", folder.display()), name: String::new() };
    while let Some(name) = ask(cx, &mut form).await? {
        let (at, root) = (folder.join(&name), project.clone());
        let to = at.clone();
        match cx.work(move || made.make(&root, &to)).await? {
            Ok(()) => {
                show(cx, at.clone()).await?;
                if made == Made::File
                    && let Err(error) = open_paths(cx, vec![Location::of_path(at)]).await?
                {
                    cx.fail(title, error.to_string()).await?;
                }
                return Ok(());
            }
            Err(error) => cx.fail(title, error.to_string()).await?,
        }
    }
    Ok(())
}

/// Asks for another name for the row with the cursor. Texts that are open go along.
pub async fn rename(cx: &Cx) -> Result<(), Stopped> {
    let Some(Row { project, path: from, .. }) = row(cx).await? else { return Ok(()) };
    let folder = from.parent().unwrap_or(&project).to_path_buf();
    let name = from.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let about = format!("{}, in {}", name, folder.display());
    if let Some(why) = not_a_name(&name) {
        return cx.fail("Rename", why).await;
    }
    let mut form = NameForm { title: "Rename".to_owned(), about, name };
    while let Some(name) = ask(cx, &mut form).await? {
        // A save that is under way must not write to the old name afterwards.
        let saving = cx.services().saving.clone();
        let turn = saving.lock().await;
        if let Some(why) = unsaved(cx, &from).await? {
            drop(turn);
            return cx.fail("Rename", why).await;
        }
        let to = folder.join(&name);
        let (root, old, new) = (project.clone(), from.clone(), to.clone());
        match cx.work(move || manage::rename(&root, &old, &new)).await? {
            Ok(()) => {
                take_along(cx, &from, &to).await?;
                drop(turn);
                return show(cx, to).await;
            }
            Err(error) => {
                drop(turn);
                cx.fail("Rename", error.to_string()).await?;
            }
        }
    }
    Ok(())
}

/// Asks whether to delete the row with the cursor, and does: a file, or a folder with nothing in it.
pub async fn delete(cx: &Cx) -> Result<(), Stopped> {
    let Some(Row { project, path, is_folder }) = row(cx).await? else { return Ok(()) };
    if let Some(why) = unsaved(cx, &path).await? {
        return cx.fail("Delete", why).await;
    }
    let what = if is_folder { "the empty folder" } else { "the file" };
    let text = format!("Delete {what} {}?\nIt cannot be taken back.", path.display());
    let answer = cx.ask(Question::cautious("Delete", text, &[("delete", "~D~elete"), ("cancel", "Cancel")])).await?;
    if answer != chosen("delete") {
        return Ok(());
    }
    let saving = cx.services().saving.clone();
    let turn = saving.lock().await;
    let why = match unsaved(cx, &path).await? {
        Some(why) => Some(why),
        None => cx.work(move || manage::delete(&project, &path)).await?.err().map(|error| error.to_string()),
    };
    drop(turn);
    if let Some(why) = why {
        cx.fail("Delete", why).await?;
    }
    refresh(cx).await
}

async fn ask(cx: &Cx, form: &mut NameForm) -> Result<Option<String>, Stopped> {
    let Answer::Path { text } = cx.ask(Question::Name(form.clone())).await? else { return Ok(None) };
    form.name.clone_from(&text);
    Ok(Some(text))
}

/// Why a path cannot go: there is unsaved text of it, or of a file in it.
async fn unsaved(cx: &Cx, path: &Path) -> Result<Option<String>, Stopped> {
    let path = path.to_path_buf();
    cx.read(move |desk| {
        let within = |buffer: &&crate::desk::Buffer| buffer.path.as_ref().is_some_and(|at| at.starts_with(&path));
        let found = desk.buffers().filter(within).find(|buffer| buffer.is_dirty())?;
        Some(format!("{} has unsaved changes; save or close it first", found.title))
    })
    .await
}

/// Tells the texts of files that have other names now.
async fn take_along(cx: &Cx, from: &Path, to: &Path) -> Result<(), Stopped> {
    let (from, to) = (from.to_path_buf(), to.to_path_buf());
    let moved = cx.read(move |desk| {
        let new = |buffer: &crate::desk::Buffer| {
            let within = buffer.path.as_ref()?.strip_prefix(&from).ok()?;
            let path = if within.as_os_str().is_empty() { to.clone() } else { to.join(within) };
            Some((buffer.id, path, buffer.document.text().clone()))
        };
        desk.buffers().filter_map(new).collect::<Vec<_>>()
    });
    let files = moved.await?.into_iter().map(|(buffer, path, text)| {
        let language = Language::of_file(&path, &text).map(|language| language.id.to_owned());
        Moved { buffer, path, language }
    });
    // Buffers that were closed meanwhile are left out, and nothing else is refused.
    let _ = cx.apply(Change::Moved { files: files.collect() }).await?;
    Ok(())
}

async fn refresh(cx: &Cx) -> Result<(), Stopped> {
    // Reading a tree again is never refused.
    let _ = cx.apply(Change::Dock(DockChange::Refresh)).await?;
    Ok(())
}

/// Lets the tree read what is there now, and put its cursor on that path.
async fn show(cx: &Cx, path: PathBuf) -> Result<(), Stopped> {
    let _ = cx.apply(Change::Dock(DockChange::Seek { path })).await?;
    Ok(())
}
