//! Changes of whole lines: indentation and comments. Selections may be long, so that the edits are made by a worker.

use std::ops::Range;

use crate::base::Revision;
use crate::desk::{Change, Desktop, TextEdit};
use crate::model::Language;
use crate::text::indent::{self, Margin};
use crate::text::{
    Bias, ByteOffset, Delta, Edit, EditKind, Indentation, Selection, TabWidth, Text, Transaction, comment, movement,
};

use super::{Cx, Stopped, Target};

/// The most lines that are rewritten at once.
const LINES_MAX: usize = 1_000_000;

/// What to do with the lines of the selection, or with that of the cursor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rewrite {
    /// Put them one level deeper.
    Indent,
    /// Take one level off.
    Outdent,
    /// Turn them into comments, or back.
    ToggleComment,
}

/// What a rewrite works on.
struct Ground {
    revision: Revision,
    text: Text,
    selection: Selection,
    language: Option<&'static Language>,
    unit: Indentation,
    tab: TabWidth,
}

impl Ground {
    fn of(desk: &Desktop, target: Target) -> Option<Ground> {
        let (window, buffer) = (desk.window(target.window)?, desk.buffer(target.buffer)?);
        Some(Ground {
            revision: buffer.revision(),
            text: buffer.document.text().clone(),
            selection: window.selection,
            language: buffer.language,
            unit: buffer.indentation(desk.presentation()),
            tab: desk.presentation().tab_width,
        })
    }

    /// The edits, and the selection afterwards.
    fn rewrite(&self, how: Rewrite) -> (Vec<Edit>, Selection) {
        let (lines, margin) = (selected_lines(&self.text, self.selection), self.margin());
        let edits = match (how, self.language.map(|language| language.comments)) {
            (Rewrite::Indent, _) => indent::indented(&self.text, lines, self.unit, margin),
            (Rewrite::Outdent, _) => indent::outdented(&self.text, lines, self.unit, margin, self.tab),
            (Rewrite::ToggleComment, Some(comments)) => match (comments.line, comments.block) {
                (Some(marker), _) => comment::toggled_lines(&self.text, lines, marker, margin, self.tab),
                (None, Some(markers)) => return self.toggle_block(markers),
                (None, None) => Vec::new(),
            },
            (Rewrite::ToggleComment, None) => Vec::new(),
        };
        let after = self.after(&edits);
        (edits, after)
    }

    fn margin(&self) -> Margin {
        self.language.and_then(Language::margin)
    }

    /// The selection, or the line of the cursor without its indentation, becomes a comment that stays selected.
    fn toggle_block(&self, markers: (&str, &str)) -> (Vec<Edit>, Selection) {
        let range = match self.selection.is_empty() {
            true => {
                let line = self.text.line_range(self.text.line_of(self.selection.head));
                movement::first_nonblank(&self.text, line.start)..line.end
            }
            false => self.selection.range(),
        };
        let edits = comment::toggled_range(&self.text, range.clone(), markers);
        if self.selection.is_empty() {
            return (edits.clone(), Selection::caret(beside(&edits, range.start, self.selection.head)));
        }
        let delta = Transaction::new(edits.clone()).map_or_else(|_| Delta::none(), |edits| edits.delta());
        let range = delta.map(range.start, Bias::Before)..delta.map(range.end, Bias::After);
        (edits, directed(self.selection, range))
    }

    /// The selection with the text that it was made of; whole lines stay whole.
    fn after(&self, edits: &[Edit]) -> Selection {
        let delta = Transaction::new(edits.to_vec()).map_or_else(|_| Delta::none(), |edits| edits.delta());
        if self.selection.is_empty() {
            return Selection::caret(delta.map(self.selection.head, Bias::After));
        }
        let range = self.selection.range();
        let whole = movement::line_start(&self.text, range.start) == range.start;
        let start = delta.map(range.start, if whole { Bias::Before } else { Bias::After });
        directed(self.selection, start..delta.map(range.end, Bias::After))
    }
}

/// Where a cursor in the line of a comment is after the markers came or went: at the character where it was.
fn beside(edits: &[Edit], start: ByteOffset, head: ByteOffset) -> ByteOffset {
    let Some(first) = edits.first().filter(|_| head >= start) else { return head };
    let gone = (first.range.end - first.range.start).min(head - start);
    let last = edits.get(1).filter(|last| !last.range.is_empty());
    let back = last.map_or(0, |last| head.max(last.range.start) - last.range.start);
    head + first.insert.len() - gone - back
}

fn directed(before: Selection, range: Range<ByteOffset>) -> Selection {
    if before.anchor <= before.head {
        Selection::new(range.start, range.end)
    } else {
        Selection::new(range.end, range.start)
    }
}

/// The lines (from 0) that a selection has some of; one that ends at the beginning of a line has nothing of it.
pub fn selected_lines(text: &Text, selection: Selection) -> Range<usize> {
    let range = selection.range();
    let (first, last) = (text.line_of(range.start), text.line_of(range.end));
    let nothing_of_last = last > first && text.line_start(last) == range.end;
    first..last + usize::from(!nothing_of_last)
}

/// Rewrites the selected lines of the target as one step of its history.
pub async fn rewrite(cx: &Cx, target: Target, how: Rewrite) -> Result<(), Stopped> {
    let Some(ground) = cx.read(move |desk| Ground::of(desk, target)).await? else { return Ok(()) };
    let count = selected_lines(&ground.text, ground.selection).len();
    if count > LINES_MAX {
        let why = format!("The selection has {count} lines. At most {LINES_MAX} can be changed at once; select fewer.");
        return cx.fail("Edit", why).await;
    }
    let revision = ground.revision;
    let made = cx.work(move || {
        let (edits, select) = ground.rewrite(how);
        Transaction::new(edits).map(|transaction| (transaction, select))
    });
    let (transaction, select) = match made.await? {
        Ok((transaction, _)) if transaction.is_empty() => return Ok(()),
        Ok(made) => made,
        Err(error) => return cx.fail("Edit", error.to_string()).await,
    };
    let change = Change::Edit(TextEdit {
        buffer: target.buffer,
        revision,
        transaction,
        window: Some(target.window),
        select: Some(select),
        kind: EditKind::Other,
        low_digit: false,
    });
    match cx.apply(change).await? {
        Ok(_) => Ok(()),
        Err(refusal) => cx.notice(refusal.to_string()).await,
    }
}
