//! Turning lines into comments, and back.

use std::ops::Range;

use super::edit::Edit;
use super::indent::{Margin, leading_blanks};
use super::rope::Text;
use super::units::{ByteOffset, CellColumn};
use super::width::TabWidth;

/// The edits that turn lines (from 0) into comments by `marker`, in one column: that of the least indented one. If they
/// all are comments, the edits that take the marker off, with one blank behind it. Empty lines stay as they are, unless
/// nothing else is there.
pub fn toggled_lines(text: &Text, lines: Range<usize>, marker: &str, margin: Margin, tab: TabWidth) -> Vec<Edit> {
    let begins: Vec<Begin> = lines.clone().map(|line| Begin::of(text, line, margin, tab)).collect();
    let mut filled: Vec<&Begin> = begins.iter().filter(|begin| !begin.is_blank).collect();
    if !filled.is_empty() && filled.iter().all(|begin| begin.has(text, marker)) {
        return filled.iter().map(|begin| begin.without(text, marker)).collect();
    }
    if filled.is_empty() {
        filled = begins.iter().collect();
    }
    let column = filled.iter().map(|begin| begin.column).min().unwrap_or_default();
    let marked = format!("{marker} ");
    filled.iter().map(|begin| Edit::insert(begin.at_column(text, column, tab), marked.as_str())).collect()
}

/// The edits that put a range between two markers, and where its content is then; or, if it stands between them, that
/// take them off, with one blank each.
pub fn toggled_range(text: &Text, range: Range<ByteOffset>, (open, close): (&str, &str)) -> Vec<Edit> {
    let starts = |at: ByteOffset, with: &str| text.chars(at..range.end).take(with.len()).eq(with.chars());
    let ends = text.chars(range.clone()).rev().take(close.len()).eq(close.chars().rev());
    if range.end - range.start < open.len() + close.len() || !starts(range.start, open) || !ends {
        return vec![Edit::insert(range.start, format!("{open} ")), Edit::insert(range.end, format!(" {close}"))];
    }
    let (first, last) = (range.start + open.len(), range.end - close.len());
    let blank = |at: Option<char>| at == Some(' ');
    let before = first + usize::from(first < last && blank(text.char_at(first)));
    let after = last - usize::from(before < last && blank(text.char_before(last)));
    vec![Edit::delete(range.start..before), Edit::delete(after..range.end)]
}

/// How a line begins.
struct Begin {
    /// Where its indentation begins, and where it ends.
    blanks: Range<ByteOffset>,
    /// The width of the indentation, in cells.
    column: usize,
    is_blank: bool,
}

impl Begin {
    fn of(text: &Text, line: usize, margin: Margin, tab: TabWidth) -> Begin {
        let blanks = leading_blanks(text, line, margin);
        let column = super::indent::width_of_blanks(text.chars(blanks.clone()), tab);
        Begin { is_blank: blanks.end == text.line_range(line).end, blanks, column }
    }

    fn has(&self, text: &Text, marker: &str) -> bool {
        text.chars(self.blanks.end..self.blanks.end + marker.len()).eq(marker.chars())
    }

    fn without(&self, text: &Text, marker: &str) -> Edit {
        let end = self.blanks.end + marker.len();
        let blank = usize::from(text.char_at(end) == Some(' '));
        Edit::delete(self.blanks.end..end + blank)
    }

    /// The place in the indentation that is at a column, or before the tab that reaches over it.
    fn at_column(&self, text: &Text, column: usize, tab: TabWidth) -> ByteOffset {
        let (mut at, mut place) = (CellColumn::ZERO, self.blanks.start);
        for c in text.chars(self.blanks.clone()) {
            at = if c == '\t' { tab.next_stop(at) } else { at + 1 };
            if at.0 > column {
                break;
            }
            place += 1;
        }
        place
    }
}

#[cfg(test)]
mod tests {
    use super::super::edit::Transaction;
    use super::*;

    fn after(before: &str, edits: Vec<Edit>) -> String {
        let mut text = Text::from(before);
        Transaction::new(edits).unwrap().apply(&mut text).unwrap();
        text.to_string()
    }

    fn lines(before: &str, margin: Margin) -> String {
        let text = Text::from(before);
        after(before, toggled_lines(&text, 0..text.line_count(), "--", margin, TabWidth::default()))
    }

    #[test]
    fn lines_become_comments_and_come_back() {
        for (code, comment) in [
            ("a", "-- a"),
            ("  a\n\n    b", "  -- a\n\n  --   b"),
            ("", "-- "),
            ("\ta\n\t\tb", "\t-- a\n\t-- \tb"),
            ("  -- a\n  b", "  -- -- a\n  -- b"),
        ] {
            assert_eq!(lines(code, None), comment);
            assert_eq!(lines(comment, None), code);
        }
        assert_eq!(lines("--a", None), "a");
        assert_eq!(lines("    a\n\tb", None), "    -- a\n-- \tb");
        assert_eq!(lines("> a\n>   b", Some('>')), "> -- a\n> --   b");
        assert_eq!(lines("> -- a\n> --   b", Some('>')), "> a\n>   b");
    }

    #[test]
    fn ranges_become_comments_and_come_back() {
        let toggled = |text: &str| {
            let text = Text::from(text);
            after(&text.to_string(), toggled_range(&text, ByteOffset(0)..text.end(), ("<!--", "-->")))
        };
        assert_eq!(toggled("a\nb"), "<!-- a\nb -->");
        assert_eq!(toggled("<!-- a\nb -->"), "a\nb");
        assert_eq!(toggled("<!--a-->"), "a");
        assert_eq!(toggled("<!-- -->"), "");
        assert_eq!(toggled("<!-->"), "<!-- <!--> -->");
        assert_eq!(toggled(""), "<!--  -->");
    }
}
