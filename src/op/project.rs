//! Finding text in the project, and going to what was found.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::desk::{Answer, Arrange, Change, Dock, DockChange, MessagesChange, ProjectForm, Question};
use crate::model::{Location, Message};
use crate::service::files::Filter;
use crate::service::tree::find::{self, OpenText, Order, Progress};
use crate::text::{Query, Search, Selection};

use super::open::{identity, not_a_name, open_paths, view_of, walk};
use super::search::seed as seed_of;
use super::{Cx, Stopped};

/// Batches of places that wait to be shown.
const WAITING_MAX: usize = 4;
/// How often a search that finds nothing asks whether anybody still wants it.
const ASK_AGAIN: Duration = Duration::from_millis(200);

/// Asks what to look for, and fills the messages with the places where it is, while the keys go on.
pub async fn find_in_project(cx: &Cx) -> Result<(), Stopped> {
    let mut form = first_form(cx).await?;
    loop {
        let Answer::Project { query, names } = cx.ask(Question::FindInProject(form.clone())).await? else {
            return Ok(());
        };
        match query.compile() {
            Ok(search) => {
                // Remembering is never refused.
                let _ = cx.apply(Change::Remember { query: query.clone() }).await?;
                return run(cx, search, &query, names).await;
            }
            Err(error) => {
                form = ProjectForm { query, names, ..form };
                cx.fail("Find in project", error.to_string()).await?;
            }
        }
    }
}

async fn first_form(cx: &Cx) -> Result<ProjectForm, Stopped> {
    cx.read(|desk| {
        let mut query = desk.last_query().cloned().unwrap_or_default();
        let seed = desk.active_buffer().filter(|(_, buffer)| !buffer.is_hex());
        if let Some(word) = seed.and_then(|(window, buffer)| seed_of(window, buffer)) {
            (query.pattern, query.regex) = (word, false);
        }
        ProjectForm { query, names: "*".to_owned(), folder: desk.folder().to_path_buf() }
    })
    .await
}

async fn order(cx: &Cx, search: Search, names: &str) -> Result<Order, Stopped> {
    let (folder, open) = cx
        .read(|desk| {
            let open = desk.buffers().map(|buffer| OpenText {
                path: buffer.path.clone(),
                title: buffer.title.clone(),
                snapshot: buffer.snapshot(),
            });
            (desk.folder().to_path_buf(), open.collect())
        })
        .await?;
    // Open files go by their one name; the files of the folder are to have the same.
    let folder = cx.work(move || identity(&folder)).await?;
    Ok(Order { folder, search, names: Filter::new(names), open })
}

/// What the search has found so far, in words.
fn summary(query: &Query, progress: &Progress) -> String {
    let plural = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "es" });
    let places = plural(progress.matches, "match");
    let files = progress.in_files;
    let files = if files == 1 { "1 file".to_owned() } else { format!("{files} files") };
    let mut text = format!("\"{}\": {places} in {files}", query.pattern);
    for (n, what) in [(progress.too_large, "too large"), (progress.unreadable, "unreadable")] {
        if n > 0 {
            text.push_str(&format!(", {n} {what}"));
        }
    }
    if progress.cut {
        text.push_str(", cut: there may be more");
    }
    text
}

async fn run(cx: &Cx, search: Search, query: &Query, names: String) -> Result<(), Stopped> {
    let order = order(cx, search, &names).await?;
    let job = cx.job();
    let begin = MessagesChange::Begin { job, summary: format!("\"{}\": looking…", query.pattern) };
    // Beginning is never refused.
    let _ = cx.apply(Change::Messages(begin)).await?;
    cx.release()?;
    let (found, mut waiting) = mpsc::channel::<(Vec<Message>, Progress)>(WAITING_MAX);
    let unwanted = Arc::new(AtomicBool::new(false));
    let (flag, given_up) = (unwanted.clone(), cx.cancelled());
    let work = cx.work(move || {
        let stop = || flag.load(Ordering::Relaxed) || given_up.load(Ordering::Relaxed);
        find::find(&order, &stop, &mut |messages, progress| found.blocking_send((messages, progress)).is_ok())
    });
    let show = async {
        loop {
            match timeout(ASK_AGAIN, waiting.recv()).await {
                Ok(Some((messages, progress))) => {
                    let summary = format!("{}…", summary(query, &progress));
                    let add = MessagesChange::Add { job, messages, summary };
                    if cx.apply(Change::Messages(add)).await?.is_err() {
                        break;
                    }
                }
                Ok(None) => return Ok(()),
                Err(_) if cx.read(move |desk| desk.docks().messages().job() == Some(job)).await? => {}
                Err(_) => break,
            }
        }
        unwanted.store(true, Ordering::Relaxed);
        waiting.close();
        Ok(())
    };
    let (result, shown) = tokio::join!(work, show);
    shown?;
    if let Ok(progress) = result? {
        let end = MessagesChange::End { job, summary: summary(query, &progress) };
        // It is no news for a list that something else fills by now.
        let _ = cx.apply(Change::Messages(end)).await?;
    }
    Ok(())
}

/// Goes to the place of the message with the cursor.
pub async fn go_to_message(cx: &Cx) -> Result<(), Stopped> {
    let current = cx.read(|desk| desk.docks().messages().current()).await?;
    go_to_row(cx, current).await
}

/// Goes to the next message with a place, or the one before.
pub async fn step_message(cx: &Cx, forward: bool) -> Result<(), Stopped> {
    match cx.read(move |desk| desk.docks().messages().next_place(forward)).await? {
        Some(row) => {
            // Moving the cursor of a list is never refused.
            let _ = cx.apply(Change::Dock(DockChange::GoTo { dock: Dock::Panel, row })).await?;
            go_to_row(cx, row).await
        }
        None if forward => cx.notice("There is no message after this one.".to_owned()).await,
        None => cx.notice("There is no message before this one.".to_owned()).await,
    }
}

async fn go_to_row(cx: &Cx, row: usize) -> Result<(), Stopped> {
    let place = cx.read(move |desk| {
        let row = desk.docks().messages().rows().get(row)?;
        let location = desk.place_of(row)?;
        let open = desk.buffer_of_message(row).and_then(|buffer| {
            let window = desk.windows().iter().rev().find(|window| window.buffer == buffer)?;
            let buffer = desk.buffer(buffer)?;
            let at = row_offset(desk, buffer, &location);
            Some((window.id, buffer.revision(), at))
        });
        Some((location, open))
    });
    let Some((location, open)) = place.await? else { return Ok(()) };
    if let Some((window, revision, at)) = open {
        let select = Change::Select { window, revision, selection: Selection::caret(at), goal: None };
        // Both are refused only when the window or the text is another by now: then there is nothing to go to.
        if cx.apply(Change::Arrange(Arrange::Focus { window })).await?.is_ok() {
            let _ = cx.apply(select).await?;
        }
        return Ok(());
    }
    let missing = {
        let path = location.path.clone();
        cx.work(move || !path.exists()).await?
    };
    if missing {
        return cx.notice(format!("{} is no longer there.", location.path.display())).await;
    }
    open_location(cx, location).await
}

fn row_offset(desk: &crate::desk::Desktop, buffer: &crate::desk::Buffer, at: &Location) -> crate::text::ByteOffset {
    buffer.offset_at(at.line.unwrap_or(1), at.column.unwrap_or(1), desk.presentation().tab_width)
}

async fn open_location(cx: &Cx, location: Location) -> Result<(), Stopped> {
    match open_paths(cx, vec![location]).await? {
        Ok(()) => Ok(()),
        Err(error) => cx.fail("Open", error.to_string()).await,
    }
}

/// What matches no file: folders alone are listed.
const NO_FILES: &str = "/";

/// Asks for the project's folder. Titles, the tree of files and Find in project follow.
pub async fn change_folder(cx: &Cx) -> Result<(), Stopped> {
    const TITLE: &str = "Change dir";
    let folder = cx.read(|desk| desk.folder().to_path_buf()).await?;
    let Some(mut view) = view_of(cx, TITLE, folder, NO_FILES, "").await? else { return Ok(()) };
    loop {
        let Answer::Folder { text, chosen } = cx.ask(Question::ChangeDir(view.clone())).await? else { return Ok(()) };
        if let Some(why) = not_a_name(&text) {
            cx.fail(TITLE, why).await?;
            continue;
        }
        let path = view.folder.join(&text);
        let path = cx.work(move || identity(&path)).await?;
        // Only a folder that can be listed is one for a project.
        if walk(cx, TITLE, &mut view, &path, NO_FILES, "").await? && chosen {
            let said = format!("The project is {} now.", path.display());
            // Another folder is never refused.
            let _ = cx.apply(Change::SetFolder { folder: path }).await?;
            return cx.notice(said).await;
        }
    }
}
