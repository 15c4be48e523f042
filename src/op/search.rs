//! Find, replace, and going to a line. The looking happens on workers; the desk only gets selections and edits.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::atomic::Ordering;

use crate::base::Revision;
use crate::desk::{Answer, Buffer, Change, FindForm, FindOrder, Question, Swap, TextEdit, Window};
use crate::text::{
    ByteIndex, ByteOffset, Cancelled, Edit, EditError, EditKind, PIECES_MAX, QueryError, Reload, Search, Selection,
    Text, Transaction,
};

use super::save::chosen;
use super::{Cx, Stopped, Target};

/// The most places that one Replace all alters.
const REPLACE_MAX: usize = 1_000_000;
/// The longest selection that Find offers as what to look for, in bytes.
const SEED_MAX: usize = 200;

/// What a search looks at: a text, its state, and what is selected in it.
struct Ground {
    text: Text,
    revision: Revision,
    selection: Selection,
}

async fn ground(cx: &Cx, target: Target) -> Result<Option<Ground>, Stopped> {
    cx.read(move |desk| {
        let (window, buffer) = (desk.window(target.window)?, desk.buffer(target.buffer)?);
        let text = buffer.document.text().clone();
        Some(Ground { text, revision: buffer.revision(), selection: window.selection })
    })
    .await
}

/// Asks what to look for, and goes there.
pub async fn find(cx: &Cx, target: Target) -> Result<(), Stopped> {
    ask_and_run(cx, target, Question::Find).await
}

/// Asks what to look for and what to put there, and does so.
pub async fn replace(cx: &Cx, target: Target) -> Result<(), Stopped> {
    ask_and_run(cx, target, Question::Replace).await
}

/// Looks again for what was looked for last.
pub async fn find_again(cx: &Cx, target: Target, backward: bool) -> Result<(), Stopped> {
    let Some(query) = cx.read(|desk| desk.last_query().cloned()).await? else { return Ok(()) };
    let order = FindOrder { query, replacement: None, backward, in_selection: false, all: false, ask_each: false };
    match order.query.compile() {
        Ok(search) => go_to_match(cx, target, search, &order).await,
        Err(error) => cx.fail("Find", error.to_string()).await,
    }
}

/// Says how often what was looked for last is in the text, and in the selection if there is one.
pub async fn count(cx: &Cx, target: Target) -> Result<(), Stopped> {
    let Some(query) = cx.read(|desk| desk.last_query().cloned()).await? else { return Ok(()) };
    let search = match query.compile() {
        Ok(search) => search,
        Err(error) => return say_wrong(cx, &error).await,
    };
    let Some(ground) = ground(cx, target).await? else { return Ok(()) };
    let (selected, flag) = (ground.selection.range(), cx.cancelled());
    let counted = cx.work(move || {
        let stop = || flag.load(Ordering::Relaxed);
        let whole = search.count(&ground.text, ByteOffset::ZERO..ground.text.end(), &stop)?;
        let selected = (!selected.is_empty()).then(|| search.count(&ground.text, selected, &stop)).transpose()?;
        Ok::<_, Cancelled>((whole, selected))
    });
    let said = match counted.await? {
        Err(Cancelled) => "The search was stopped.".to_owned(),
        Ok((whole, None)) => format!("{}: {}.", query.pattern, places(whole)),
        Ok((whole, Some(selected))) => {
            format!("{}: {}, {selected} of them in the selection.", query.pattern, places(whole))
        }
    };
    cx.notice(said).await
}

fn places(count: usize) -> String {
    if count == 1 { "1 place".to_owned() } else { format!("{count} places") }
}

async fn ask_and_run(cx: &Cx, target: Target, question: fn(FindForm) -> Question) -> Result<(), Stopped> {
    let Some(mut form) = first_form(cx, target).await? else { return Ok(()) };
    loop {
        let Answer::Find(order) = cx.ask(question(form.clone())).await? else { return Ok(()) };
        match order.query.compile() {
            Ok(search) => {
                // Remembering is never refused.
                let _ = cx.apply(Change::Remember { query: order.query.clone() }).await?;
                return run(cx, target, search, order).await;
            }
            Err(error) => {
                form = mended(&form, order);
                say_wrong(cx, &error).await?;
            }
        }
    }
}

/// The form with what was ordered, to be put right.
fn mended(form: &FindForm, order: FindOrder) -> FindForm {
    FindForm {
        replacement: order.replacement.unwrap_or_default(),
        query: order.query,
        has_selection: form.has_selection,
        backward: order.backward,
        in_selection: order.in_selection,
        ask_each: order.ask_each,
    }
}

async fn say_wrong(cx: &Cx, error: &QueryError) -> Result<(), Stopped> {
    cx.fail("Find", error.to_string()).await
}

/// What the dialog starts with: a short selection, else what was looked for last.
async fn first_form(cx: &Cx, target: Target) -> Result<Option<FindForm>, Stopped> {
    cx.read(move |desk| {
        let (window, buffer) = (desk.window(target.window)?, desk.buffer(target.buffer)?);
        let range = window.selection.range();
        let mut query = desk.last_query().cloned().unwrap_or_default();
        if let Some(seed) = seed(window, buffer) {
            (query.pattern, query.regex) = (seed, false);
        }
        let (replacement, has_selection) = (String::new(), !range.is_empty());
        Some(FindForm { query, replacement, has_selection, backward: false, in_selection: false, ask_each: true })
    })
    .await
}

/// A short selection within one line: what a search is likely to be for.
pub(super) fn seed(window: &Window, buffer: &Buffer) -> Option<String> {
    let range = window.selection.range();
    let short = !range.is_empty() && range.end - range.start <= SEED_MAX;
    short.then(|| buffer.document.text().slice(range)).filter(|seed| !seed.contains('\n'))
}

async fn run(cx: &Cx, target: Target, search: Search, order: FindOrder) -> Result<(), Stopped> {
    match &order.replacement {
        None => go_to_match(cx, target, search, &order).await,
        Some(template) => replace_matches(cx, target, search, template, &order).await,
    }
}

/// The next match from `from`, within `scope`; where the scope is the whole text it goes on at the other end.
async fn next_match(
    cx: &Cx,
    search: &Search,
    text: &Text,
    from: ByteOffset,
    scope: Option<Range<ByteOffset>>,
    backward: bool,
) -> Result<Option<Range<ByteOffset>>, Stopped> {
    let (search, text, flag) = (search.clone(), text.clone(), cx.cancelled());
    let found = cx.work(move || {
        let stop = || flag.load(Ordering::Relaxed);
        let inside = |found: &Range<ByteOffset>| {
            scope.as_ref().is_none_or(|scope| scope.start <= found.start && found.end <= scope.end)
        };
        let first =
            if backward { search.find_before(&text, from, &stop) } else { search.find_from(&text, from, &stop) };
        match first {
            Ok(Some(found)) if inside(&found) => Ok(Some(found)),
            Ok(_) if scope.is_some() => Ok(None),
            Ok(_) if backward => search.find_before(&text, text.end() + 1, &stop),
            Ok(_) => search.find_from(&text, ByteOffset::ZERO, &stop),
            Err(cancelled) => Err(cancelled),
        }
    });
    Ok(found.await?.unwrap_or(None))
}

async fn go_to_match(cx: &Cx, target: Target, search: Search, order: &FindOrder) -> Result<(), Stopped> {
    let Some(ground) = ground(cx, target).await? else { return Ok(()) };
    let range = ground.selection.range();
    let scope = order.in_selection.then(|| range.clone());
    let from = match (order.in_selection, order.backward) {
        (true, false) | (false, true) => range.start,
        (true, true) | (false, false) => range.end,
    };
    let mut found = next_match(cx, &search, &ground.text, from, scope.clone(), order.backward).await?;
    if !order.backward && found.as_ref().is_some_and(|found| found.is_empty() && *found == range) {
        // A match without text, where the cursor is already: the one after it.
        let step = ground.text.char_at(from).map_or(1, char::len_utf8);
        found = next_match(cx, &search, &ground.text, from + step, scope, order.backward).await?;
    }
    match found {
        Some(found) => select(cx, target, ground.revision, found).await.map(|_| ()),
        None if cx.is_cancelled() => cx.notice("The search was stopped.".to_owned()).await,
        None => cx.tell("Find", format!("\"{}\" was not found.", order.query.pattern)).await,
    }
}

async fn select(cx: &Cx, target: Target, revision: Revision, found: Range<ByteOffset>) -> Result<bool, Stopped> {
    let selection = Selection::new(found.start, found.end);
    let change = Change::Select { window: target.window, revision, selection, goal: None };
    Ok(cx.apply(change).await?.is_ok())
}

/// Replaces every match in these ranges, as one step.
async fn replace_all(
    cx: &Cx,
    target: Target,
    search: Search,
    template: &str,
    ground: Ground,
    ranges: Vec<Range<ByteOffset>>,
) -> Result<usize, Stopped> {
    let (text, template, flag) = (ground.text, template.to_owned(), cx.cancelled());
    let edits = cx
        .work(move || {
            let stop = || flag.load(Ordering::Relaxed);
            let mut edits = Vec::new();
            for range in ranges {
                edits.extend(search.replace_all(&text, range, &template, REPLACE_MAX - edits.len(), &stop)?);
            }
            Ok::<_, Cancelled>(edits)
        })
        .await?;
    let Ok(edits) = edits else {
        cx.notice("The search was stopped; nothing was replaced.".to_owned()).await?;
        return Ok(0);
    };
    let count = edits.len();
    match edit(cx, target, ground.revision, edits, None).await? {
        Ok(()) if count == REPLACE_MAX => {
            cx.tell("Replace", format!("Replaced the first {count} places; there may be more.")).await?;
        }
        Ok(()) => {}
        Err(why) => cx.fail("Replace", why).await?,
    }
    Ok(count)
}

async fn edit(
    cx: &Cx,
    target: Target,
    revision: Revision,
    edits: Vec<Edit>,
    select: Option<Selection>,
) -> Result<Result<(), String>, Stopped> {
    let transaction = match Transaction::new(edits) {
        Ok(transaction) => transaction,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let (buffer, window) = (target.buffer, Some(target.window));
    let change = if transaction.edits().len() > PIECES_MAX {
        match worked_out(cx, target, revision, transaction).await? {
            Ok(reload) => Change::Swap(Box::new(Swap { buffer, reload, window })),
            Err(error) => return Ok(Err(error.to_string())),
        }
    } else {
        let kind = EditKind::Other;
        Change::Edit(TextEdit { buffer, revision, transaction, window, select, kind, low_digit: false })
    };
    Ok(cx.apply(change).await?.map(|_| ()).map_err(|refusal| refusal.to_string()))
}

/// What very many edits come to, done away from the owner.
async fn worked_out(
    cx: &Cx,
    target: Target,
    revision: Revision,
    transaction: Transaction,
) -> Result<Result<Reload, EditError>, Stopped> {
    let snapshot = cx.read(move |desk| desk.buffer(target.buffer).map(|buffer| buffer.snapshot())).await?;
    let Some(snapshot) = snapshot.filter(|snapshot| snapshot.revision == revision) else {
        return Ok(Err(EditError::Stale));
    };
    cx.work(move || Reload::edited(&snapshot, &transaction)).await
}

/// The ranges that an order goes through, once each and in this order: the selection, or from the cursor to one end of
/// the text and then from the other end back to the cursor.
fn rounds(ground: &Ground, order: &FindOrder) -> VecDeque<Range<ByteOffset>> {
    let selected = ground.selection.range();
    if order.in_selection {
        return VecDeque::from([selected]);
    }
    if order.all {
        return VecDeque::from([ByteOffset::ZERO..ground.text.end()]);
    }
    let at = if order.backward { selected.start } else { selected.end };
    let (before, after) = (ByteOffset::ZERO..at, at..ground.text.end());
    VecDeque::from(if order.backward { [before, after] } else { [after, before] })
}

/// Carries a replacement out: all at once, or from match to match, asking for each or stopping after the first.
async fn replace_matches(
    cx: &Cx,
    target: Target,
    search: Search,
    template: &str,
    order: &FindOrder,
) -> Result<(), Stopped> {
    let Some(first) = ground(cx, target).await? else { return Ok(()) };
    let mut left = rounds(&first, order);
    let mut count = 0;
    if order.all {
        count = replace_all(cx, target, search, template, first, left.into()).await?;
        return say_count(cx, count, count > 0 || cx.is_cancelled()).await;
    }
    let mut any = false;
    while let Some(range) = left.front().cloned() {
        let Some(ground) = ground(cx, target).await? else { return Ok(()) };
        let from = if order.backward { range.end } else { range.start };
        let found = next_match(cx, &search, &ground.text, from, Some(range.clone()), order.backward).await?;
        let Some(found) = found else {
            left.pop_front();
            continue;
        };
        any = true;
        if !select(cx, target, ground.revision, found.clone()).await? {
            break;
        }
        let answer = if order.ask_each { ask_this(cx).await? } else { chosen("yes") };
        if answer == chosen("all") {
            count += replace_all(cx, target, search, template, ground, ascending(left)).await?;
            break;
        }
        let yes = answer == chosen("yes");
        if !yes && answer != chosen("no") {
            break;
        }
        let mut behind = found.end;
        if yes {
            let insert = search.replacement(&ground.text, &found, template);
            behind = found.start + insert.len();
            let caret = Selection::caret(if order.backward { found.start } else { behind });
            let edits = vec![Edit::replace(found.clone(), insert)];
            if edit(cx, target, ground.revision, edits, Some(caret)).await?.is_err() {
                break;
            }
            count += 1;
            left.iter_mut().for_each(|range| follow(range, &found, behind));
        }
        pass(&mut left, &found, behind, &ground.text, order.backward);
        if !order.ask_each {
            break;
        }
    }
    say_count(cx, count, any || cx.is_cancelled()).await
}

fn ascending(ranges: VecDeque<Range<ByteOffset>>) -> Vec<Range<ByteOffset>> {
    let mut ranges: Vec<_> = ranges.into();
    ranges.sort_by_key(|range| range.start);
    ranges
}

/// Takes a range along with a replacement of `found` by what ends at `behind`.
fn follow(range: &mut Range<ByteOffset>, found: &Range<ByteOffset>, behind: ByteOffset) {
    let map = |at: ByteOffset| if at >= found.end { behind + (at - found.end) } else { at };
    *range = map(range.start)..map(range.end);
}

/// Leaves a match behind, one without text by a character, so that it is not found again.
fn pass(
    left: &mut VecDeque<Range<ByteOffset>>,
    found: &Range<ByteOffset>,
    behind: ByteOffset,
    text: &Text,
    backward: bool,
) {
    let Some(range) = left.front_mut() else { return };
    if backward {
        range.end = found.start.max(range.start);
    } else {
        let empty = found.is_empty();
        let step = text.char_at(found.start).filter(|_| empty).map_or(usize::from(empty), char::len_utf8);
        range.start = behind + step;
    }
    if range.start > range.end || (backward && found.start == range.start) {
        left.pop_front();
    }
}

/// Says how much was replaced; `any`: there was something to replace.
async fn say_count(cx: &Cx, count: usize, any: bool) -> Result<(), Stopped> {
    match count {
        0 if !any => cx.tell("Replace", "Nothing was found to replace.".to_owned()).await,
        0 => cx.notice("Nothing was replaced.".to_owned()).await,
        1 => cx.notice("Replaced 1 place.".to_owned()).await,
        _ => cx.notice(format!("Replaced {count} places.")).await,
    }
}

async fn ask_this(cx: &Cx) -> Result<Answer, Stopped> {
    let buttons = [("yes", "~Y~es"), ("no", "~N~o"), ("all", "~A~ll"), ("cancel", "Cancel")];
    cx.ask(Question::choose("Replace", "Replace this one?".to_owned(), &buttons)).await
}

/// Asks for a line, or in a hex window for an offset, and goes there.
pub async fn go_to_place(cx: &Cx, target: Target) -> Result<(), Stopped> {
    let question = cx.read(move |desk| {
        let document = &desk.buffer(target.buffer)?.document;
        Some(match document.bytes() {
            Some(bytes) => Question::GoToByte { bytes: bytes.len() },
            None => Question::GoTo { lines: document.text().line_count() },
        })
    });
    let Some(question) = question.await? else { return Ok(()) };
    match cx.ask(question).await? {
        Answer::Line { line, column } => go_to(cx, target, line, column).await,
        Answer::Byte { at } => go_to_byte(cx, target, at).await,
        _ => Ok(()),
    }
}

/// Puts the cursor on a byte, from 0; past the end, at the end.
async fn go_to_byte(cx: &Cx, target: Target, at: usize) -> Result<(), Stopped> {
    let change = cx.read(move |desk| {
        let (window, buffer) = (desk.window(target.window)?, desk.buffer(target.buffer)?);
        let bytes = buffer.document.bytes()?;
        let selection = Selection::caret(bytes.offset_of(ByteIndex(at.min(bytes.len()))));
        let (window, side, revision) = (window.id, window.side, buffer.revision());
        Some(Change::SelectByte { window, revision, selection, side, low_digit: false })
    });
    if let Some(change) = change.await? {
        // As for a line: refused only when there is nothing to go to any more.
        let _ = cx.apply(change).await?;
    }
    Ok(())
}

/// Puts the cursor at a line and a code-point column, both from 1; the nearest there is.
pub(super) async fn go_to(cx: &Cx, target: Target, line: usize, column: usize) -> Result<(), Stopped> {
    let change = cx.read(move |desk| {
        let buffer = desk.buffer(target.buffer)?;
        let at = buffer.offset_at(line, column, desk.presentation().tab_width);
        let selection = Selection::caret(at);
        Some(Change::Select { window: target.window, revision: buffer.revision(), selection, goal: None })
    });
    if let Some(change) = change.await? {
        // Refused only when the text changed in between, or the window is gone: then there is nothing to go to.
        let _ = cx.apply(change).await?;
    }
    Ok(())
}
