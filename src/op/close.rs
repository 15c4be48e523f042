//! Closing windows and ending the session, never without the question about unsaved text.

use std::collections::HashMap;

use crate::base::{BufferId, Revision};
use crate::desk::{Change, DockChange, Question, Refusal};

use super::save::{Outcome, Typing, chosen};
use super::{Cx, Stopped, Target, save};

/// Closes a window; the last one on unsaved text asks first. Answers whether it is closed.
pub async fn close_window(cx: &Cx, target: Target) -> Result<bool, Stopped> {
    let mut given_up = None;
    loop {
        let change = Change::CloseWindow { window: target.window, discard: given_up };
        match cx.apply(change).await? {
            // What was typed while it was being saved, or asked about, makes it unsaved again: ask again.
            Err(Refusal::Unsaved { title, revision }) => match settle(cx, target, &title).await? {
                Settled::Saved => {}
                Settled::Discarded => given_up = Some(revision),
                Settled::Kept => return Ok(false),
            },
            result => return Ok(result.is_ok()),
        }
    }
}

/// Closes the dock that has the keys, or else the window.
pub async fn close_active(cx: &Cx, target: Option<Target>) -> Result<(), Stopped> {
    if let Some(dock) = cx.read(|desk| desk.focus()).await? {
        // Hiding a dock is never refused.
        let _ = cx.apply(Change::Dock(DockChange::Show { dock, on: false })).await?;
    } else if let Some(target) = target {
        close_window(cx, target).await?;
    }
    Ok(())
}

/// Closes all windows. Every text that is not saved is asked about before the first window goes: where the person
/// cancels, everything is as it was.
pub async fn close_all(cx: &Cx) -> Result<bool, Stopped> {
    let mut given_up: HashMap<BufferId, Revision> = HashMap::new();
    loop {
        while let Some((target, title, revision)) = unsettled(cx, given_up.clone()).await? {
            match settle(cx, target, &title).await? {
                Settled::Saved => {}
                Settled::Discarded => {
                    given_up.insert(target.buffer, revision);
                }
                Settled::Kept => return Ok(false),
            }
        }
        let windows = cx.read(|desk| {
            let windows = desk.windows().iter().rev();
            windows.map(|window| (window.id, window.buffer)).collect::<Vec<_>>()
        });
        let windows = windows.await?;
        if windows.is_empty() {
            return Ok(true);
        }
        for (window, buffer) in windows {
            // Refused when the text was altered since it was settled: then it is asked about again.
            let _ = cx.apply(Change::CloseWindow { window, discard: given_up.get(&buffer).copied() }).await?;
        }
    }
}

/// The front one of the windows on texts that are neither saved nor given up as they are.
async fn unsettled(
    cx: &Cx,
    given_up: HashMap<BufferId, Revision>,
) -> Result<Option<(Target, String, Revision)>, Stopped> {
    cx.read(move |desk| {
        desk.windows().iter().rev().find_map(|window| {
            let buffer = desk.buffer(window.buffer).filter(|buffer| buffer.is_dirty())?;
            let open = given_up.get(&buffer.id) != Some(&buffer.revision());
            let target = Target { window: window.id, buffer: buffer.id };
            open.then(|| (target, buffer.title.clone(), buffer.revision()))
        })
    })
    .await
}

/// Ends the session, once every unsaved text is saved or given up.
pub async fn exit(cx: &Cx) -> Result<(), Stopped> {
    if close_all(cx).await? { cx.end_session() } else { Ok(()) }
}

enum Settled {
    Saved,
    Discarded,
    Kept,
}

async fn settle(cx: &Cx, target: Target, title: &str) -> Result<Settled, Stopped> {
    let buttons = [("save", "~S~ave"), ("discard", "~D~iscard"), ("cancel", "Cancel")];
    let text = format!("{title} has changes that are not saved.");
    let answer = cx.ask(Question::choose("Save changes?", text, &buttons)).await?;
    if answer == chosen("save") {
        let outcome = save(cx, target, Typing::Waits).await?;
        return Ok(if outcome == Outcome::Saved { Settled::Saved } else { Settled::Kept });
    }
    Ok(if answer == chosen("discard") { Settled::Discarded } else { Settled::Kept })
}
