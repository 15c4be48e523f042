//! Find in project: what to look for, and in which files.

use crate::base::Size;
use crate::desk::{Answer, ProjectForm};
use crate::text::Query;
use crate::ui::dialog::form::{Form, Group};
use crate::ui::dialog::{Button, ButtonKind, Cluster, Dialog, Input};

const FIND: &str = "find";
const NAMES: &str = "names";
const OPTIONS: &str = "options";
/// The longest text to look for, and the longest list of names, in bytes.
const PATTERN_MAX: usize = 4096;

/// The dialog, as the form has it.
pub fn dialog(form: &ProjectForm, screen: Size) -> Dialog {
    let query = &form.query;
    let checks = [
        ("~C~ase sensitive", query.case_sensitive),
        ("~W~hole words", query.whole_words),
        ("Regular e~x~pression", query.regex),
    ];
    Form::new("Find in project", 58, screen)
        .field("~F~ind", FIND, Input::new(&query.pattern).with_limit(PATTERN_MAX))
        .field("~N~ames", NAMES, Input::new(&form.names).with_limit(PATTERN_MAX))
        .group(Group::cluster("Options", OPTIONS, Cluster::checks(&checks)))
        .info("folder", &format!("{}", form.folder.display()), 1)
        .buttons(vec![
            ("find", Button::new("F~i~nd", ButtonKind::Default)),
            ("cancel", Button::new("Cancel", ButtonKind::Cancel)),
        ])
        .build()
}

/// What was entered; no names are all names.
pub fn answer(dialog: &Dialog) -> Result<Answer, String> {
    let pattern = dialog.text(FIND).to_owned();
    if pattern.is_empty() {
        return Err("Type what to look for.".to_owned());
    }
    let checked = |item| dialog.checked(OPTIONS, item);
    let query = Query { pattern, case_sensitive: checked(0), whole_words: checked(1), regex: checked(2) };
    Ok(Answer::Project { query, names: dialog.text(NAMES).to_owned() })
}
