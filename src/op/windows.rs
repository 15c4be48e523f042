//! The list of windows, as a dialog.

use crate::desk::{Answer, Arrange, Change, Question, WindowList};

use super::{Cx, Stopped, Target, close_window};

/// Lets the person go to a window, or close some, from a list of all. The one in front comes first.
pub async fn list_windows(cx: &Cx) -> Result<(), Stopped> {
    let mut current = 0;
    loop {
        let (targets, rows): (Vec<Target>, Vec<String>) = cx
            .read(|desk| {
                let row = |window: &crate::desk::Window| {
                    let buffer = desk.buffer(window.buffer);
                    let title = buffer.map_or("", |buffer| buffer.title.as_str());
                    let number = window.number.map_or_else(|| " ".to_owned(), |number| number.to_string());
                    let mark = if buffer.is_some_and(|buffer| buffer.is_dirty()) { '☼' } else { ' ' };
                    (Target { window: window.id, buffer: window.buffer }, format!("{number} {mark} {title}"))
                };
                desk.windows().iter().rev().map(row).unzip()
            })
            .await?;
        if targets.is_empty() {
            return Ok(());
        }
        current = current.min(targets.len() - 1);
        let Answer::Window { row, close } = cx.ask(Question::Windows(WindowList { rows, current })).await? else {
            return Ok(());
        };
        let Some(target) = targets.get(row) else { return Ok(()) };
        if !close {
            // Refused only where it was closed meanwhile: then there is nothing to go to.
            let _ = cx.apply(Change::Arrange(Arrange::Focus { window: target.window })).await?;
            return Ok(());
        }
        close_window(cx, *target).await?;
        current = row;
    }
}
