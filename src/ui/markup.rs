//! Captions with a mnemonic letter between tildes (`~F~ile`, `Save ~a~s`), and texts fitted to a width.

use unicode_segmentation::UnicodeSegmentation;

use crate::base::Point;
use crate::grid::{Attr, Canvas, cluster_width, text_width};

/// The caption without its markup.
pub fn plain(caption: &str) -> String {
    caption.replace('~', "")
}

/// How many cells the caption takes.
pub fn width(caption: &str) -> i32 {
    text_width(&plain(caption))
}

/// The marked letter, in lower case.
pub fn mnemonic(caption: &str) -> Option<char> {
    caption.split('~').nth(1)?.chars().next()?.to_lowercase().next()
}

/// Whether that letter, in either case, is the marked one.
pub fn is_mnemonic(caption: &str, letter: char) -> bool {
    letter.to_lowercase().next().is_some_and(|letter| mnemonic(caption) == Some(letter))
}

/// Paints a caption, its marked letter in `marked`, and answers how many cells it advanced.
pub fn paint(canvas: &mut Canvas<'_>, at: Point, caption: &str, attr: Attr, marked: Attr) -> i32 {
    let mut x = at.x;
    for (i, piece) in caption.split('~').enumerate() {
        x += canvas.text(Point::new(x, at.y), piece, if i % 2 == 1 { marked } else { attr });
    }
    x - at.x
}

/// The text, or as much of its start as fits into `width` cells with an ellipsis behind it.
pub fn fitted(text: &str, width: i32) -> String {
    if text_width(text) <= width {
        return text.to_owned();
    }
    let mut kept = prefix(text, width - 1).to_owned();
    if width > 0 {
        kept.push('…');
    }
    kept
}

/// The text, or as much of its end as fits into `width` cells with an ellipsis before it: the end tells paths apart.
pub fn fitted_end(text: &str, width: i32) -> String {
    if text_width(text) <= width {
        return text.to_owned();
    }
    let mut room = width - 1;
    let kept = text.grapheme_indices(true).rev().take_while(|(_, cluster)| {
        room -= cluster_width(cluster);
        room >= 0
    });
    let start = kept.last().map_or(text.len(), |(at, _)| at);
    if width > 0 { format!("…{}", &text[start..]) } else { String::new() }
}

/// The longest start of the text that fits into `width` cells.
pub fn prefix(text: &str, width: i32) -> &str {
    let mut room = width;
    let end = text.grapheme_indices(true).find(|(_, cluster)| {
        room -= cluster_width(cluster);
        room < 0
    });
    &text[..end.map_or(text.len(), |(at, _)| at)]
}

/// The text in lines of at most `width` cells, broken at spaces where there are any. Newlines are kept.
pub fn wrapped(text: &str, width: i32) -> Vec<String> {
    let width = width.max(1);
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            if !line.is_empty() && text_width(&line) + 1 + text_width(word) > width {
                lines.push(std::mem::take(&mut line));
            } else if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
            while text_width(&line) > width {
                let first = line.graphemes(true).next().map_or(0, str::len);
                let cut = prefix(&line, width).len().max(first);
                if cut == line.len() {
                    break;
                }
                let rest = line.split_off(cut);
                lines.push(std::mem::replace(&mut line, rest));
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captions_carry_one_letter() {
        assert_eq!((plain("Save ~a~s"), width("Save ~a~s")), ("Save as".to_owned(), 7));
        assert_eq!((mnemonic("E~X~it"), mnemonic("Exit"), mnemonic("~≡~")), (Some('x'), None, Some('≡')));
        assert!(is_mnemonic("E~x~it", 'X') && !is_mnemonic("E~x~it", 'e') && !is_mnemonic("Exit", 'e'));
    }

    #[test]
    fn texts_are_cut_between_clusters() {
        assert_eq!(fitted("Main.hs", 7), "Main.hs");
        assert_eq!(fitted("Main.hs", 5), "Main…");
        assert_eq!(fitted("漢字漢字", 6), "漢字…");
        assert_eq!((fitted("abc", 1), fitted("abc", 0)), ("…".to_owned(), String::new()));
        assert_eq!(fitted_end("app/src/Main.hs", 8), "…Main.hs");
        assert_eq!(fitted_end("e\u{301}e\u{301}e\u{301}", 2), "…e\u{301}");
        assert_eq!(fitted_end("abc", 0), "");
    }

    #[test]
    fn lines_break_at_spaces_and_long_words_anywhere() {
        assert_eq!(wrapped("one two three", 8), ["one two", "three"]);
        assert_eq!(wrapped("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrapped("a\n\nb", 9), ["a", "", "b"]);
        assert_eq!(wrapped("漢字", 1), ["漢", "字"]);
        assert_eq!(wrapped("", 5), [""]);
    }
}
