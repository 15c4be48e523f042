//! What becomes of a text whose file somebody else touched: it is read anew, asked about, or kept.

use std::path::PathBuf;

use crate::base::BufferId;
use crate::desk::{Arrange, Change, Desktop, Loss, OnDisk, Outside, OutsideNews, Place, Question, Reloaded, View};
use crate::model::Stamp;
use crate::service::files::{self, LoadError, LoadLimits, Loaded, PathError, Reread};
use crate::text::{Reload, Snapshot};

use super::save::chosen;
use super::{Cx, Stopped, Target};

/// How often a text that changes while it is compared is compared again.
const ATTEMPTS: usize = 8;

/// A buffer as it was when its file was looked at.
#[derive(Clone)]
struct Known {
    title: String,
    path: PathBuf,
    stamp: Option<Stamp>,
    snapshot: Snapshot,
    /// Nothing in it is only here: the file may take its place.
    clean: bool,
    on_disk: OnDisk,
}

impl Known {
    fn of(desk: &Desktop, buffer: BufferId) -> Option<Known> {
        let buffer = desk.buffer(buffer)?;
        let kept = matches!(buffer.on_disk, OnDisk::Lost { clean_at, .. } if clean_at == Some(buffer.revision()));
        Some(Known {
            title: buffer.title.clone(),
            path: buffer.path.clone()?,
            stamp: buffer.stamp,
            snapshot: buffer.snapshot(),
            clean: !buffer.is_dirty() || kept,
            on_disk: buffer.on_disk,
        })
    }
}

/// Looks what somebody else did to the file of a buffer. A text without unsaved changes follows its file; of one that
/// has some the person is asked. While a save is under way it looks again later: what is on disk then is its own.
pub async fn check_file(cx: &Cx, buffer: BufferId) -> Result<(), Stopped> {
    for _ in 0..ATTEMPTS {
        let Ok(turn) = cx.services().saving.clone().try_lock_owned() else { break };
        let Some(known) = cx.read(move |desk| Known::of(desk, buffer)).await? else { return Ok(()) };
        let (path, stamp) = (known.path.clone(), known.stamp);
        let found = cx.work(move || files::reread(&path, stamp.as_ref(), &LoadLimits::now())).await?;
        let news = |news| Change::Outside(Box::new(Outside { buffer, from: known.stamp, news }));
        let loaded = match found {
            Reread::Lost(LoadError::Unstable { .. }) => break,
            Reread::Same if known.on_disk == OnDisk::Known => return Ok(()),
            Reread::Same => match cx.apply(news(OutsideNews::Same)).await? {
                Ok(_) => return cx.notice(format!("As it was: {} is on disk again.", known.title)).await,
                Err(_) => continue,
            },
            Reread::Lost(error) => match cx.apply(news(OutsideNews::Lost(loss(&error)))).await? {
                Ok(_) if known.on_disk.loss() == Some(loss(&error)) => return Ok(()),
                Ok(_) => return cx.notice(said(&known.title, &error)).await,
                Err(_) => continue,
            },
            Reread::Other(loaded) => *loaded,
        };
        if known.clean {
            match take(cx, buffer, &known, loaded).await? {
                true => return Ok(()),
                false => continue,
            }
        }
        if known.on_disk == (OnDisk::Different { hash: loaded.stamp.hash }) {
            // Asked already, about just this.
            return Ok(());
        }
        let different = OutsideNews::Different { stamp: loaded.stamp, text: loaded.text.clone(), form: loaded.form };
        if cx.apply(news(different)).await?.is_err() {
            continue;
        }
        drop(turn);
        return decide(cx, buffer, known, loaded).await;
    }
    cx.services().watch.again(buffer);
    Ok(())
}

/// Lets the person decide between two texts.
async fn decide(cx: &Cx, buffer: BufferId, known: Known, loaded: Loaded) -> Result<(), Stopped> {
    let text = format!("{} was changed on disk by someone else, and has changes here that are not saved.", known.title);
    let buttons =
        [("theirs", "~L~oad theirs"), ("mine", "~K~eep mine"), ("show", "~S~how difference"), ("later", "Cancel")];
    let answer = cx.ask(Question::cautious("File changed on disk", text, &buttons)).await?;
    if answer == chosen("mine") {
        let news = OutsideNews::Keep { stamp: loaded.stamp };
        // Refused only when it was saved or closed meanwhile: then there is nothing to keep.
        let _ = cx.apply(Change::Outside(Box::new(Outside { buffer, from: known.stamp, news }))).await?;
    } else if answer == chosen("theirs") {
        for _ in 0..ATTEMPTS {
            let Some(now) = cx.read(move |desk| Known::of(desk, buffer)).await? else { return Ok(()) };
            let loaded = Loaded { path: loaded.path.clone(), text: loaded.text.clone(), ..loaded };
            if now.stamp != known.stamp || take(cx, buffer, &now, loaded).await? {
                return Ok(());
            }
        }
        cx.services().watch.again(buffer);
    } else if answer == chosen("show") {
        let front = cx.read(move |desk| {
            let buffer = desk.buffer(buffer)?;
            let window = desk.windows().iter().rev().find(|window| window.buffer == buffer.id)?;
            Some((window.id, buffer.view_at(View::SideBySide(Place::default()), window.cursor())))
        });
        if let Some((window, view)) = front.await? {
            // Refused only when the window was closed meanwhile.
            let _ = cx.apply(Change::Show { window, view }).await?;
            let _ = cx.apply(Change::Arrange(Arrange::Focus { window })).await?;
        }
    }
    Ok(())
}

/// Puts what was read in the place of a buffer's text, as one step. Answers whether that text was still as it was.
async fn take(cx: &Cx, buffer: BufferId, known: &Known, loaded: Loaded) -> Result<bool, Stopped> {
    let (old, text, form) = (known.snapshot.clone(), loaded.text, loaded.form);
    let (old, reload) = cx
        .work(move || {
            let reload = Reload::between(&old, text, form);
            (old, reload)
        })
        .await?;
    let became = (form.is_bytes() != old.form.is_bytes()).then_some(form.is_bytes());
    let reloaded = Reloaded { buffer, reload, stamp: loaded.stamp, from: known.stamp };
    let applied = cx.apply(Change::Reload(Box::new(reloaded))).await?;
    // The old text may be large, and this the last that holds all of it.
    cx.work(move || drop(old)).await?;
    if applied.is_err() {
        return Ok(false);
    }
    let what = match became {
        Some(true) => "Bytes now",
        Some(false) => "Text now",
        None => "Read anew",
    };
    cx.notice(format!("{what}: {} was changed on disk; Undo brings the old text back.", known.title)).await?;
    Ok(true)
}

fn loss(error: &LoadError) -> Loss {
    match error {
        LoadError::Missing { .. } | LoadError::Path(PathError::FolderMissing { .. }) => Loss::Deleted,
        LoadError::Path(PathError::NotAFile { .. }) => Loss::NotAFile,
        LoadError::TooLarge { .. } => Loss::TooLarge,
        LoadError::Path(_) | LoadError::Unstable { .. } => Loss::Unreadable,
    }
}

/// The status line is short: what happened and to which file come first.
fn said(title: &str, error: &LoadError) -> String {
    match loss(error) {
        Loss::Deleted => format!("Deleted on disk: {title}; its text is kept here, unsaved."),
        Loss::NotAFile => format!("No file on disk: {title}; its text is kept here, unsaved: {error}"),
        Loss::Unreadable => format!("Unreadable: {title}; its text is kept here, unsaved: {error}"),
        Loss::TooLarge => format!("Too large: {title}; its text is kept here, unsaved: {error}"),
    }
}

/// Puts what is in the file of a buffer in the place of its text, whatever is in it; Undo brings that back.
pub async fn reload(cx: &Cx, target: Target) -> Result<(), Stopped> {
    let buffer = target.buffer;
    for _ in 0..ATTEMPTS {
        let Some(known) = cx.read(move |desk| Known::of(desk, buffer)).await? else { return Ok(()) };
        let path = known.path.clone();
        let loaded = match cx.work(move || files::load(&path, &LoadLimits::now())).await? {
            Ok(loaded) => loaded,
            Err(error) => return cx.fail("Not read", error.to_string()).await,
        };
        if take(cx, buffer, &known, loaded).await? {
            return Ok(());
        }
    }
    cx.fail("Not read", format!("{} keeps changing; try again.", target_name(cx, buffer).await?)).await
}

async fn target_name(cx: &Cx, buffer: BufferId) -> Result<String, Stopped> {
    let title = cx.read(move |desk| desk.buffer(buffer).map(|buffer| buffer.title.clone())).await?;
    Ok(title.unwrap_or_default())
}
