//! Literate programs: everything but the code is blanked out, so that places and columns stay what they are.

use crate::text::{ByteOffset, Text, TextBuilder};

const BEGIN: &str = "\\begin{code}";
const END: &str = "\\end{code}";

/// The text with a blank for each byte that is not code: what stands between `\begin{code}` and `\end{code}`, and in lines
/// after a `>`. A part of a text that comes to an `\end` before a `\begin` begins within code.
pub(super) fn code_of(text: &Text) -> Text {
    let whole = text.slice(ByteOffset::ZERO..text.end());
    let first_mark = whole.lines().find(|line| line.starts_with(BEGIN) || line.starts_with(END));
    let mut inside = first_mark.is_some_and(|line| line.starts_with(END));
    let mut code = TextBuilder::new();
    for line in whole.split_inclusive('\n') {
        match (inside, line) {
            (_, mark) if mark.starts_with(BEGIN) || mark.starts_with(END) => {
                inside = mark.starts_with(BEGIN);
                code.append(&blanked(mark));
            }
            (true, _) => code.append(line),
            (false, bird) if bird.starts_with('>') => {
                code.append(" ");
                code.append(&bird[1..]);
            }
            (false, prose) => code.append(&blanked(prose)),
        }
    }
    code.build()
}

/// As many blanks as the line has bytes; its end stays.
fn blanked(line: &str) -> String {
    line.bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(source: &str) -> String {
        let code = code_of(&Text::from(source));
        assert_eq!(code.len(), source.len());
        code.slice(ByteOffset::ZERO..code.end())
    }

    #[test]
    fn only_code_is_left() {
        assert_eq!(code("Prösa\n> x = 1\r\nmore\n"), "      \n  x = 1\r\n    \n");
        assert_eq!(code("a\n\\begin{code}\ny = 2\n\\end{code}\nb"), " \n            \ny = 2\n          \n ");
        assert_eq!(code("y = 2\n\\end{code}\nb\n"), "y = 2\n          \n \n");
        assert_eq!(code(""), "");
    }
}
