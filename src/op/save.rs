//! Saving: one buffer under its name or another, or all.

use std::path::{Path, PathBuf};

use tokio::sync::OwnedMutexGuard;

use crate::base::BufferId;
use crate::desk::{Answer, Change, Question};
use crate::model::Language;
use crate::model::Stamp;
use crate::service::files::{self, How, SaveError, SaveRequest};

use super::{Cx, Stopped, Target, open};

/// How a save ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Saved,
    /// The person gave it up.
    Cancelled,
    /// It could not be done, and the person was told why.
    Failed,
}

/// What becomes of the keys that are pressed during a save.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Typing {
    /// They go into the text.
    GoesOn,
    /// They wait: the window is about to close, and they are meant for what comes after it.
    Waits,
}

/// Where a text is written.
struct Place {
    path: PathBuf,
    /// What is there, as far as is known; none: nothing.
    expected: Option<Stamp>,
    overwrite: bool,
}

/// One save at a time: a second one must know what the first left on disk. Who has to wait lets the person's keys
/// through, since the save before may be asking something.
async fn turn(cx: &Cx) -> Result<OwnedMutexGuard<()>, Stopped> {
    let saving = cx.services().saving.clone();
    if let Ok(turn) = saving.clone().try_lock_owned() {
        return Ok(turn);
    }
    cx.release()?;
    Ok(saving.lock_owned().await)
}

/// Saves a buffer to its file; an untitled one asks for a name.
pub async fn save(cx: &Cx, target: Target, typing: Typing) -> Result<Outcome, Stopped> {
    let _turn = turn(cx).await?;
    let place = cx.read(move |desk| {
        let buffer = desk.buffer(target.buffer)?;
        Some((buffer.path.clone(), buffer.stamp))
    });
    match place.await? {
        None => Ok(Outcome::Cancelled),
        Some((None, _)) => ask_name(cx, target.buffer, typing).await,
        Some((Some(path), expected)) => {
            write(cx, target.buffer, Place { path, expected, overwrite: false }, typing).await
        }
    }
}

/// Saves a buffer under a name that is asked for, which becomes its name.
pub async fn save_as(cx: &Cx, target: Target) -> Result<Outcome, Stopped> {
    let _turn = turn(cx).await?;
    ask_name(cx, target.buffer, Typing::GoesOn).await
}

/// Saves every buffer that has unsaved text; stops at the first that is not saved.
pub async fn save_all(cx: &Cx) -> Result<Outcome, Stopped> {
    let dirty = cx.read(|desk| {
        let dirty = desk.buffers().filter(|buffer| buffer.is_dirty());
        let targets = dirty.filter_map(|buffer| {
            let window = desk.windows().iter().rev().find(|window| window.buffer == buffer.id)?;
            Some(Target { window: window.id, buffer: buffer.id })
        });
        targets.collect::<Vec<_>>()
    });
    for target in dirty.await? {
        let outcome = save(cx, target, Typing::GoesOn).await?;
        if outcome != Outcome::Saved {
            return Ok(outcome);
        }
    }
    Ok(Outcome::Saved)
}

async fn ask_name(cx: &Cx, buffer: BufferId, typing: Typing) -> Result<Outcome, Stopped> {
    let path = cx.read(move |desk| desk.buffer(buffer).and_then(|buffer| buffer.path.clone())).await?;
    let name = path.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy().into_owned());
    let view = open::first_view(cx, "Save as", path.as_deref(), &name.unwrap_or_default()).await?;
    let Some(mut view) = view else { return Ok(Outcome::Failed) };
    loop {
        let answer = cx.ask(Question::SaveAs(view.clone())).await?;
        let Answer::Path { text } = answer else { return Ok(Outcome::Cancelled) };
        let path = open::resolved(&view.folder.join(&text));
        if let Some(why) = open::not_a_name(&text) {
            cx.fail("Save as", why).await?;
            continue;
        }
        let is_dir = {
            let path = path.clone();
            cx.work(move || path.is_dir()).await?
        };
        if is_dir {
            open::walk(cx, "Save as", &mut view, &path, "*", "").await?;
            continue;
        }
        let path = cx.work(move || open::identity(&path)).await?;
        match named(cx, buffer, &path).await? {
            Some(place) => return write(cx, buffer, place, typing).await,
            None => view.name = text,
        }
    }
}

/// Where a buffer is written when it is saved as `path`, unless that is in use and the person does not want to overwrite it.
async fn named(cx: &Cx, buffer: BufferId, path: &Path) -> Result<Option<Place>, Stopped> {
    let wanted = path.to_path_buf();
    let found = cx.read(move |desk| {
        let other = desk.buffer_of_path(&wanted).is_some_and(|other| other.id != buffer);
        (desk.buffer(buffer).map(|buffer| (buffer.path.clone(), buffer.stamp)), other)
    });
    let (Some((own, stamp)), other) = found.await? else { return Ok(None) };
    if other {
        cx.fail("Save as", format!("{} is open in another window. Close it there first.", path.display())).await?;
        return Ok(None);
    }
    if own.as_deref() == Some(path) {
        return Ok(Some(Place { path: path.to_path_buf(), expected: stamp, overwrite: false }));
    }
    let taken = path.to_path_buf();
    let exists = cx.work(move || taken.symlink_metadata().is_ok()).await?;
    if exists {
        let text = format!("{} exists. Replace what is in it?", path.display());
        let answer =
            cx.ask(Question::choose("Save as", text, &[("replace", "~R~eplace"), ("cancel", "Cancel")])).await?;
        if answer != chosen("replace") {
            return Ok(None);
        }
    }
    Ok(Some(Place { path: path.to_path_buf(), expected: None, overwrite: exists }))
}

/// Writes, and asks on where the person can decide.
async fn write(cx: &Cx, buffer: BufferId, place: Place, typing: Typing) -> Result<Outcome, Stopped> {
    let sealed = cx.apply(Change::Saving { buffer }).await?;
    let Some(snapshot) = sealed.ok().and_then(|applied| applied.snapshot) else { return Ok(Outcome::Cancelled) };
    let revision = snapshot.revision;
    let mut request = SaveRequest {
        snapshot,
        path: place.path,
        expected: place.expected,
        how: How::Auto,
        overwrite: place.overwrite,
        recovery: cx.services().recovery.clone(),
    };
    loop {
        if typing == Typing::GoesOn {
            cx.release()?;
        }
        let (back, result) = cx
            .work(move || {
                let result = files::save(&request);
                (request, result)
            })
            .await?;
        request = back;
        let error = match result {
            Ok(saved) => {
                let name = saved.path.file_name().unwrap_or_default().to_string_lossy();
                let text = match saved.unflushed {
                    None => format!("Saved {name}"),
                    Some(error) => format!("Saved {name}, but a power cut could still undo that: {error}"),
                };
                let path = request.path.clone();
                let language = Language::of_file(&path, &request.snapshot.text).map(|language| language.id.to_owned());
                // Refused only when the buffer is closed by now: the file is written all the same.
                let _ = cx.apply(Change::Saved { buffer, revision, path, stamp: saved.stamp, language }).await?;
                cx.notice(text).await?;
                return Ok(Outcome::Saved);
            }
            Err(error) => error,
        };
        let Some((way, label)) = way_on(&error) else {
            cx.fail("Not saved", error.to_string()).await?;
            return Ok(Outcome::Failed);
        };
        let why = error.to_string();
        let question = Question::cautious("Not saved", why.clone(), &[("on", label), ("cancel", "Cancel")]);
        if cx.ask_because(why.clone(), question).await? != chosen("on") {
            cx.report(why)?;
            return Ok(Outcome::Cancelled);
        }
        match way {
            Way::Overwrite => request.overwrite = true,
            Way::InPlace => request.how = How::InPlace,
        }
    }
}

/// What a person may decide when a save was refused.
enum Way {
    Overwrite,
    InPlace,
}

fn way_on(error: &SaveError) -> Option<(Way, &'static str)> {
    match error {
        SaveError::Changed { .. } => Some((Way::Overwrite, "~O~verwrite")),
        SaveError::Exists { .. } => Some((Way::Overwrite, "~R~eplace it")),
        SaveError::Gone { .. } => Some((Way::Overwrite, "~C~reate again")),
        SaveError::FolderUnwritable { .. } => Some((Way::InPlace, "~W~rite in place")),
        _ => None,
    }
}

pub(super) fn chosen(button: &str) -> Answer {
    Answer::Chosen { button: button.to_owned() }
}
