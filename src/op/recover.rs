//! Unsaved texts that earlier sessions left in the journal.

use crate::desk::{Change, Effect, Opened, Question};
use crate::model::Language;
use crate::service::files::LoadLimits;
use crate::service::journal::{self, Recoverable, Wholeness};

use super::save::chosen;
use super::{Cx, Stopped};

/// Says in the status line that there is something to recover.
pub async fn mention_recovery(cx: &Cx) -> Result<(), Stopped> {
    let waiting = match waiting(cx).await? {
        Ok(waiting) => waiting,
        Err(why) => return cx.notice(why).await,
    };
    match waiting.len() {
        0 => Ok(()),
        1 => cx.notice("Unsaved text found: File > Recover".to_owned()).await,
        count => cx.notice(format!("{count} unsaved texts found: File > Recover")).await,
    }
}

/// Goes through the texts that wait, asking for each: open it, give it up, or leave it.
pub async fn offer_recovery(cx: &Cx) -> Result<(), Stopped> {
    let waiting = match waiting(cx).await? {
        Ok(waiting) => waiting,
        Err(why) => return cx.fail("Recover", why).await,
    };
    if waiting.is_empty() {
        return cx.tell("Recover", "No earlier session left unsaved text.".to_owned()).await;
    }
    let count = waiting.len();
    for (at, found) in waiting.into_iter().enumerate() {
        let text = format!("{} of {count}: {found}", at + 1);
        let buttons = [("open", "~O~pen"), ("discard", "~D~iscard"), ("later", "~L~ater"), ("cancel", "Cancel")];
        let answer = cx.ask(Question::choose("Recover", text, &buttons)).await?;
        if answer == chosen("open") {
            open(cx, found).await?;
        } else if answer == chosen("discard") {
            if let Err(error) = cx.work(move || journal::discard(&found)).await? {
                cx.fail("Recover", error.to_string()).await?;
            }
        } else if answer != chosen("later") {
            return Ok(());
        }
    }
    Ok(())
}

/// Opens the text of that journal, any unambiguous start of its id will do.
pub async fn restore(cx: &Cx, id: &str) -> Result<(), Stopped> {
    let waiting = match waiting(cx).await? {
        Ok(waiting) => waiting,
        Err(why) => return cx.report(why),
    };
    let mut fitting = waiting.into_iter().filter(|found| found.id().starts_with(id));
    match (fitting.next(), fitting.next()) {
        (Some(found), None) => open(cx, found).await,
        (Some(_), Some(_)) => cx.report(format!("--recover {id}: several texts have an id that starts like this")),
        (None, _) => cx.report(format!("--recover {id}: there is no such text; --recover alone lists them")),
    }
}

async fn waiting(cx: &Cx) -> Result<Result<Vec<Recoverable>, String>, Stopped> {
    let state = cx.services().state.clone();
    cx.work(move || {
        let say = |error| format!("Cannot look for unsaved texts in {}: {error}", state.display());
        journal::scan(&state).map_err(say)
    })
    .await
}

/// Opens a recovered text as unsaved. Its old journal goes once the new session's has it.
async fn open(cx: &Cx, found: Recoverable) -> Result<(), Stopped> {
    let restored = {
        let found = found.clone();
        cx.work(move || journal::restore(&found, &LoadLimits::now())).await?
    };
    let restored = match restored {
        Ok(restored) => restored,
        Err(error) => return cx.fail("Recover", error.to_string()).await,
    };
    if restored.wholeness != Wholeness::Whole {
        cx.tell("Recover", restored.wholeness.to_string()).await?;
    }
    let path = restored.origin.path.as_deref();
    let language = path.and_then(|path| Language::of_file(path, &restored.text)).map(|language| language.id.to_owned());
    let opened = Opened {
        path: restored.origin.path,
        text: restored.text,
        form: restored.form,
        stamp: restored.origin.stamp,
        language,
        recovered: true,
        at: None,
    };
    let shown = cx.apply(Change::Open(opened)).await?;
    if !shown.is_ok_and(|applied| applied.effects.iter().any(|effect| matches!(effect, Effect::Opened(_)))) {
        return cx.fail("Recover", "The text could not be shown; it stays in the journal.".to_owned()).await;
    }
    cx.release()?;
    let records = cx.services().journal.clone();
    let discarded = cx
        .work(move || match records.flush().recv() {
            Ok(Ok(())) => journal::discard(&found).map_err(|error| error.to_string()),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => Err(Stopped.to_string()),
        })
        .await?;
    match discarded {
        Ok(()) => Ok(()),
        Err(why) => cx.notice(format!("The recovered text stays in the journal as well: {why}")).await,
    }
}
