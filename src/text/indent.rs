//! [`Indentation`]: what one level of it is, and how lines are moved by a level.

use std::ops::Range;

use super::edit::Edit;
use super::rope::Text;
use super::units::{ByteOffset, CellColumn};
use super::width::TabWidth;

/// The most blanks at the beginning of a line that count as its indentation, in bytes.
pub const INDENT_MAX: usize = 4096;
/// As much of the beginning of a text is looked at for what it is indented with, in bytes.
const SAMPLE: usize = 16 * 1024;
/// The widest level that is taken for one, in blanks.
const WIDEST: usize = 8;

/// One level of indentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Indentation {
    /// A tab.
    Tabs,
    /// So many blanks, at least one.
    Spaces(u8),
}

impl Indentation {
    /// What a text is indented with, judged by its first 16 KiB; none if it does not show.
    ///
    /// A text with more lines that begin with a tab than with two blanks uses tabs. Another one uses as many blanks as
    /// most of its lines are deeper than the line before, 2 to 8.
    pub fn of_text(text: &Text) -> Option<Indentation> {
        let (mut tabbed, mut spaced) = (0usize, 0usize);
        let mut steps = [0usize; WIDEST + 1];
        let mut before = 0;
        let sample = text.slice(ByteOffset::ZERO..text.floor_boundary(ByteOffset(SAMPLE)));
        for line in sample.lines() {
            let blanks = line.bytes().take_while(|byte| *byte == b' ').count();
            match line.as_bytes().get(blanks) {
                None => continue,
                Some(b'\t') if blanks == 0 => tabbed += 1,
                Some(_) if blanks > 1 => spaced += 1,
                Some(_) => {}
            }
            let deeper = blanks.saturating_sub(before);
            if (2..=WIDEST).contains(&deeper) {
                steps[deeper] += 1;
            }
            before = blanks;
        }
        if tabbed > spaced {
            return Some(Indentation::Tabs);
        }
        // Of equally frequent ones the smallest.
        let most = steps.iter().enumerate().max_by_key(|(width, count)| (**count, usize::MAX - *width));
        most.filter(|(_, count)| **count > 0).map(|(width, _)| Indentation::Spaces(width as u8))
    }

    /// Its width, in cells.
    pub fn cells(self, tab: TabWidth) -> usize {
        match self {
            Indentation::Tabs => tab.cells(),
            Indentation::Spaces(count) => usize::from(count.max(1)),
        }
    }

    /// The text that reaches from a column to the next level.
    pub fn step(self, from: CellColumn) -> String {
        match self {
            Indentation::Tabs => "\t".to_owned(),
            Indentation::Spaces(count) => {
                let width = usize::from(count.max(1));
                " ".repeat(width - from.0 % width)
            }
        }
    }

    /// The blanks of a line that is indented by so many cells: tabs, where they are used, as far as they reach.
    pub fn blanks(self, cells: usize, tab: TabWidth) -> String {
        let cells = cells.min(INDENT_MAX);
        match self {
            Indentation::Tabs => {
                let mut blanks = "\t".repeat(cells / tab.cells());
                blanks.extend(std::iter::repeat_n(' ', cells % tab.cells()));
                blanks
            }
            Indentation::Spaces(_) => " ".repeat(cells),
        }
    }
}

/// What marks a line as code in a text that is not all code, as its first character. Indentation begins behind it and one
/// blank.
pub type Margin = Option<char>;

/// The blanks that a line (from 0) begins with, behind its margin: of very many the first 4 KiB.
pub fn leading_blanks(text: &Text, line: usize, margin: Margin) -> Range<ByteOffset> {
    let mut range = text.line_range(line);
    if let Some(mark) = margin.filter(|mark| range.start < range.end && text.char_at(range.start) == Some(*mark)) {
        range.start += mark.len_utf8();
        range.start += usize::from(range.start < range.end && text.char_at(range.start) == Some(' '));
    }
    let blanks = text.chars(range.clone()).take(INDENT_MAX).take_while(|c| matches!(c, ' ' | '\t')).count();
    range.start..range.start + blanks
}

/// The width of blanks at the beginning of a line, in cells.
pub fn width_of_blanks(blanks: impl Iterator<Item = char>, tab: TabWidth) -> usize {
    blanks.fold(CellColumn::ZERO, |at, c| if c == '\t' { tab.next_stop(at) } else { at + 1 }).0
}

/// The edits that put lines (from 0) one level deeper; empty ones stay empty.
pub fn indented(text: &Text, lines: Range<usize>, unit: Indentation, margin: Margin) -> Vec<Edit> {
    let level = unit.step(CellColumn::ZERO);
    let starts = lines.map(|line| (leading_blanks(text, line, margin).start, text.line_range(line).end));
    let filled = starts.filter(|(start, end)| start < end);
    filled.map(|(start, _)| Edit::insert(start, level.as_str())).collect()
}

/// The edits that take one level off lines (from 0), or as much as there is.
pub fn outdented(text: &Text, lines: Range<usize>, unit: Indentation, margin: Margin, tab: TabWidth) -> Vec<Edit> {
    let level = unit.cells(tab);
    let edit = |line: usize| {
        let blanks = leading_blanks(text, line, margin);
        let (mut at, mut bytes) = (CellColumn::ZERO, 0);
        for c in text.chars(blanks.clone()) {
            if at.0 >= level {
                break;
            }
            at = if c == '\t' { tab.next_stop(at) } else { at + 1 };
            bytes += 1;
        }
        // A tab that reaches farther than a level leaves the rest of its width.
        let rest = " ".repeat(at.0.saturating_sub(level));
        Edit::replace(blanks.start..blanks.start + bytes, rest)
    };
    lines.map(edit).filter(|edit| !edit.range.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::super::edit::Transaction;
    use super::*;

    fn of(text: &str) -> Option<Indentation> {
        Indentation::of_text(&Text::from(text))
    }

    fn after(before: &str, edits: Vec<Edit>) -> String {
        let mut text = Text::from(before);
        Transaction::new(edits).unwrap().apply(&mut text).unwrap();
        text.slice(ByteOffset::ZERO..text.end())
    }

    #[test]
    fn a_text_shows_what_it_uses() {
        assert_eq!(of(""), None);
        assert_eq!(of("a\nb\n"), None);
        assert_eq!(of("a\n  b\n  c\n    d\n"), Some(Indentation::Spaces(2)));
        assert_eq!(of("a {\n    b\n    c\n}\n"), Some(Indentation::Spaces(4)));
        assert_eq!(of("a:\n\tb\n\tc\n        d\n"), Some(Indentation::Tabs));
        assert_eq!(of("/*\n * a\n * b\n */\nx\n   y\n"), Some(Indentation::Spaces(3)));
        assert_eq!(of("a\n\n  b\n\n  c\n      d"), Some(Indentation::Spaces(2)));
    }

    #[test]
    fn lines_go_deeper_and_back() {
        let text = "a\n\n  b\n\tc";
        let lines = || 0..4;
        let deeper = |unit| after(text, indented(&Text::from(text), lines(), unit, None));
        assert_eq!(deeper(Indentation::Spaces(2)), "  a\n\n    b\n  \tc");
        assert_eq!(deeper(Indentation::Tabs), "\ta\n\n\t  b\n\t\tc");
        let tab = TabWidth::new(8);
        let back = |unit| after(text, outdented(&Text::from(text), lines(), unit, None, tab));
        assert_eq!(back(Indentation::Spaces(2)), "a\n\nb\n      c");
        assert_eq!(back(Indentation::Spaces(4)), "a\n\nb\n    c");
        assert_eq!(back(Indentation::Tabs), "a\n\nb\nc");
    }

    #[test]
    fn blanks_reach_their_width() {
        let tab = TabWidth::new(8);
        assert_eq!(Indentation::Tabs.blanks(19, tab), "\t\t   ");
        assert_eq!(Indentation::Spaces(4).blanks(3, tab), "   ");
        assert_eq!(Indentation::Spaces(4).step(CellColumn(6)), "  ");
        assert_eq!(width_of_blanks(" \t ".chars(), tab), 9);
    }
}
