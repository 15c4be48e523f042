//! Indentation while typing: what a new line begins with, and where a line goes whose first word or bracket ends a block.

use std::ops::Range;

use crate::desk::{Buffer, COMMAND_REACH, Change, Presentation, Refusal, TextEdit, Window};
use crate::model::Category;
use crate::model::language::{Closing, IndentRules, Language};
use crate::text::indent::{self, INDENT_MAX, Margin};
use crate::text::{
    ByteOffset, CellColumn, Edit, EditKind, Indentation, LineEnding, Selection, Text, Transaction, is_word_char,
};

/// How much of the end, and of the beginning, of a line is looked at for what it says about the next, in bytes.
const LOOK: usize = 128;
/// How many lines back a line with something in it is looked for.
const LINES_BACK: usize = 100;
/// How many lines back a mark of code in a literate program is looked for.
const MARKS_BACK: usize = 2000;

/// A place in a text, and all that indentation needs to know of it.
struct Site<'a> {
    buffer: &'a Buffer,
    text: &'a Text,
    presentation: &'a Presentation,
    margin: Margin,
    unit: Indentation,
}

/// A line up to a place in it.
struct Line {
    /// Where it begins, its margin included.
    start: ByteOffset,
    /// Its indentation.
    blanks: Range<ByteOffset>,
    /// As far as it is looked at.
    end: ByteOffset,
}

/// What a line break in place of a selection comes to.
pub(super) fn line_break(window: &Window, buffer: &Buffer, presentation: &Presentation) -> Result<Change, Refusal> {
    let range = window.selection.range();
    let site = Site::new(buffer, presentation);
    let ending = LineEnding::dominant(site.text).as_str();
    if !presentation.indenting.auto {
        return edit(window, buffer, vec![Edit::replace(range.clone(), ending)], range.start + ending.len());
    }
    let line = site.line_to(range.start);
    let mut edits = Vec::new();
    // What the next line begins with: as this one, moved if this one has to move first.
    let mut lead = site.text.slice(line.start..line.blanks.end);
    let mut after = String::new();
    if let Some(language) = buffer.language {
        let rules = &language.indent;
        if let Some(blanks) = site.dedent_of_word(&line, rules).filter(|_| site.is_blank(range.end)) {
            lead = site.text.slice(line.start..line.blanks.start) + &blanks;
            edits.push(Edit::replace(line.blanks.clone(), blanks));
        }
        match site.next_level(&line, rules) {
            Level::Same => {}
            Level::Margin => lead = site.text.slice(line.start..line.blanks.start),
            Level::Less => lead = site.text.slice(line.start..line.blanks.start) + &site.less(&line),
            Level::More => {
                if site.closes_at_once(language, range.clone()) {
                    after = format!("{ending}{lead}");
                }
                lead += &site.unit.step(CellColumn::ZERO);
            }
        }
    }
    let moved = edits.first().map_or(0, |edit: &Edit| (edit.range.end - edit.range.start) - edit.insert.len());
    let caret = range.start - moved + ending.len() + lead.len();
    edits.push(Edit::replace(range, format!("{ending}{lead}{after}")));
    edit(window, buffer, edits, caret)
}

/// What typing a character in place of `range` comes to, if it ends a block and so moves its line.
pub(super) fn closing(
    window: &Window,
    buffer: &Buffer,
    presentation: &Presentation,
    range: Range<ByteOffset>,
    typed: char,
) -> Option<Result<Change, Refusal>> {
    let language = buffer.language.filter(|_| presentation.indenting.auto)?;
    let site = Site::new(buffer, presentation);
    let line = site.line_to(range.start);
    let blanks = match line.blanks.end == range.start {
        true => site.dedent_of_bracket(&line, &language.indent, typed)?,
        false if is_word_char(typed) => return None,
        false => site.dedent_of_word(&line, &language.indent)?,
    };
    let gone = (line.blanks.end - line.blanks.start) - blanks.len();
    let edits = vec![Edit::replace(line.blanks, blanks), Edit::replace(range.clone(), typed.to_string())];
    Some(edit(window, buffer, edits, range.start - gone + typed.len_utf8()))
}

fn edit(window: &Window, buffer: &Buffer, edits: Vec<Edit>, caret: ByteOffset) -> Result<Change, Refusal> {
    Ok(Change::Edit(TextEdit {
        buffer: buffer.id,
        revision: buffer.revision(),
        transaction: Transaction::new(edits)?,
        window: Some(window.id),
        select: Some(Selection::caret(caret)),
        kind: EditKind::Other,
        low_digit: false,
    }))
}

/// How deep the next line begins, compared with this one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Same,
    More,
    Less,
    Margin,
}

impl<'a> Site<'a> {
    fn new(buffer: &'a Buffer, presentation: &'a Presentation) -> Site<'a> {
        Site {
            buffer,
            text: buffer.document.text(),
            presentation,
            margin: buffer.language.and_then(Language::margin),
            unit: buffer.indentation(presentation),
        }
    }

    /// The line of a place, up to that place.
    fn line_to(&self, at: ByteOffset) -> Line {
        let line = self.text.line_of(at);
        let blanks = indent::leading_blanks(self.text, line, self.margin);
        let start = self.text.line_start(line);
        Line { start, blanks: blanks.start.min(at)..blanks.end.min(at), end: at }
    }

    fn width(&self, blanks: Range<ByteOffset>) -> usize {
        indent::width_of_blanks(self.text.chars(blanks), self.presentation.tab_width)
    }

    fn blanks(&self, width: usize) -> String {
        self.unit.blanks(width, self.presentation.tab_width)
    }

    /// The indentation of a line less one level.
    fn less(&self, line: &Line) -> String {
        let level = self.unit.cells(self.presentation.tab_width);
        self.blanks(self.width(line.blanks.clone()).saturating_sub(level))
    }

    /// Whether nothing but blanks is left of a line from a place on, as far as is looked.
    fn is_blank(&self, from: ByteOffset) -> bool {
        let mut rest = self.text.chars(from..self.text.end()).take(LOOK);
        rest.find(|c| !matches!(c, ' ' | '\t' | '\r')).is_none_or(|c| c == '\n')
    }

    /// The end of a line's code: before blanks and comments. None if it ends within a string, or has none.
    fn code_end(&self, line: &Line) -> Option<ByteOffset> {
        let mut end = line.end;
        loop {
            let blanks = self.text.chars(line.blanks.end..end).rev().take(LOOK);
            end -= blanks.take_while(|c| matches!(c, ' ' | '\t')).count();
            if end <= line.blanks.end {
                return None;
            }
            match self.buffer.span_at(end - 1) {
                Some((span, Category::Comment)) if span.start < end => end = span.start.max(line.blanks.end),
                // One that ends here is closed.
                Some((span, Category::String)) if span.end > end => return None,
                _ => return Some(end),
            }
        }
    }

    /// Whether a line of a literate program is code, as far back as is looked.
    fn is_code(&self, line: &Line) -> bool {
        if self.margin.is_none() || line.blanks.start > line.start {
            return true;
        }
        let number = self.text.line_of(line.start);
        let earlier = (number.saturating_sub(MARKS_BACK)..number).rev().map(|line| self.text.line_range(line));
        let mut starts = earlier.map(|line| self.text.slice(line.start..self.text.floor_boundary(line.start + LOOK)));
        let mark = starts.find(|start| start.starts_with("\\begin{code}") || start.starts_with("\\end{code}"));
        mark.is_some_and(|mark| mark.starts_with("\\begin"))
    }

    fn next_level(&self, line: &Line, rules: &IndentRules) -> Level {
        let Some(end) = self.code_end(line).filter(|_| self.is_code(line)) else { return Level::Same };
        let tail = self.text.slice(self.text.floor_boundary(end.saturating_sub(LOOK)).max(line.blanks.end)..end);
        let head = self.text.slice(line.blanks.end..self.text.floor_boundary((line.blanks.end + LOOK).min(end)));
        let opens = rules.openers.iter().any(|opener| ends_with(&tail, opener));
        let at_margin = |(start, last): &(&str, &str)| begins_with(&head, start) && ends_with(&tail, last);
        if rules.margin.iter().any(at_margin) {
            return Level::Margin;
        }
        let is_field = |word: &str| head[word.len().min(head.len())..].trim_start().starts_with(':');
        if opens || rules.heads.iter().any(|word| begins_with(&head, word) && !is_field(word)) {
            return Level::More;
        }
        if rules.leavers.iter().any(|word| begins_with(&head, word)) { Level::Less } else { Level::Same }
    }

    /// Whether a line break at a range is between two brackets that belong together, so that the second gets a line.
    fn closes_at_once(&self, language: &Language, range: Range<ByteOffset>) -> bool {
        let sides = (self.text.char_before(range.start), self.text.char_at(range.end));
        let closes = |(open, close): &(char, char)| sides == (Some(*open), Some(*close));
        language.indent.closing == Closing::Line && language.brackets.iter().any(closes)
    }

    /// The indentation of a line whose first character is the bracket `close`, if it is less than it has.
    fn dedent_of_bracket(&self, line: &Line, rules: &IndentRules, close: char) -> Option<String> {
        let opener = self.buffer.opener_of(close, line.end, COMMAND_REACH)?;
        let of_line = self.line_to(opener);
        let wanted = match rules.closing {
            Closing::Line => self.width(of_line.blanks),
            Closing::Bracket => {
                let columns = self.buffer.document.columns(self.text.line_of(opener), self.presentation.tab_width);
                columns.cell_of(opener).0 - columns.cell_of(of_line.blanks.start).0
            }
        };
        (wanted < self.width(line.blanks.clone())).then(|| self.blanks(wanted))
    }

    /// The indentation of a line that is nothing but a word that ends a block, if it is less than it has.
    fn dedent_of_word(&self, line: &Line, rules: &IndentRules) -> Option<String> {
        if line.end - line.blanks.end > LOOK || self.buffer.category_at(line.start).is_some_and(is_prose) {
            return None;
        }
        let word = self.text.slice(line.blanks.end..line.end);
        let word = word.trim_end().trim_end_matches([':', ';']);
        if !rules.closers.contains(&word) {
            return None;
        }
        let before = self.filled_line_before(line)?;
        let level = match self.next_level(&before, rules) {
            Level::More => 0,
            _ => self.unit.cells(self.presentation.tab_width),
        };
        let wanted = self.width(before.blanks).saturating_sub(level);
        (wanted < self.width(line.blanks.clone())).then(|| self.blanks(wanted))
    }

    /// The nearest line before with more than blanks.
    fn filled_line_before(&self, line: &Line) -> Option<Line> {
        let number = self.text.line_of(line.start);
        let earlier = (number.saturating_sub(LINES_BACK)..number).rev();
        let mut filled = earlier.map(|line| self.line_to(self.text.line_range(line).end));
        filled.find(|line| line.blanks.end < line.end && line.blanks.end - line.blanks.start < INDENT_MAX)
    }
}

fn is_prose(category: Category) -> bool {
    matches!(category, Category::String | Category::Comment)
}

/// Whether code begins with a word or sign; a word not with a longer one.
fn begins_with(code: &str, with: &str) -> bool {
    let belongs = |c: char| is_word_char(c) || c == '-' || c == '\'';
    code.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with))
        && !(with.ends_with(is_word_char) && code[with.len()..].starts_with(belongs))
}

/// Whether code ends with a word or sign; a word not with a longer one.
fn ends_with(code: &str, with: &str) -> bool {
    let Some(before) = code.strip_suffix(with) else { return false };
    !(with.starts_with(is_word_char) && before.ends_with(|c: char| is_word_char(c) || c == '\''))
}
