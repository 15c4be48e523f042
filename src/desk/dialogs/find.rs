//! Find, and Find and replace (look.md section 9).

use crate::base::Size;
use crate::desk::{Answer, FindForm, FindOrder};
use crate::text::Query;
use crate::ui::dialog::form::{Column, Form, Group};
use crate::ui::dialog::{Button, ButtonKind, Cluster, Dialog, Input};

const FIND: &str = "find";
const REPLACE: &str = "replace";
const OPTIONS: &str = "options";
const DIRECTION: &str = "direction";
const SCOPE: &str = "scope";
/// The longest text to look for or to put in, in bytes.
const PATTERN_MAX: usize = 4096;

/// What to look for.
pub fn find(form: &FindForm, screen: Size) -> Dialog {
    let fields =
        Form::new("Find", 58, screen).field("~F~ind", FIND, Input::new(&form.query.pattern).with_limit(PATTERN_MAX));
    finish(fields, form, &[], vec![("find", Button::new("F~i~nd", ButtonKind::Default))])
}

/// What to look for, and what to put there.
pub fn replace(form: &FindForm, screen: Size) -> Dialog {
    let input = |text: &str| Input::new(text).with_limit(PATTERN_MAX);
    let fields = Form::new("Find and replace", 58, screen).field("~F~ind", FIND, input(&form.query.pattern)).field(
        "~R~eplace",
        REPLACE,
        input(&form.replacement),
    );
    let buttons = vec![
        ("find", Button::new("F~i~nd", ButtonKind::Default)),
        ("all", Button::new("Replace ~a~ll", ButtonKind::Plain)),
    ];
    finish(fields, form, &[("As~k~ before each", form.ask_each)], buttons)
}

fn finish(fields: Form, form: &FindForm, more: &[(&str, bool)], mut buttons: Vec<(&str, Button)>) -> Dialog {
    let query = &form.query;
    let mut checks = vec![
        ("~C~ase sensitive", query.case_sensitive),
        ("~W~hole words", query.whole_words),
        ("Regular e~x~pression", query.regex),
    ];
    checks.extend_from_slice(more);
    let direction = Cluster::radio(&["Forwar~d~", "~B~ackward"], usize::from(form.backward));
    let mut scope = Cluster::radio(&["Whole fi~l~e", "~S~election"], usize::from(form.in_selection));
    if !form.has_selection {
        scope = scope.with_disabled(1);
    }
    buttons.push(("cancel", Button::new("Cancel", ButtonKind::Cancel)));
    fields
        .columns(vec![
            Column::new(29, vec![Group::cluster("Options", OPTIONS, Cluster::checks(&checks))]),
            Column::new(
                22,
                vec![Group::cluster("Direction", DIRECTION, direction), Group::cluster("Scope", SCOPE, scope)],
            ),
        ])
        .buttons(buttons)
        .build()
}

/// What the dialog orders; `button` is the one that accepted it.
pub fn answer(dialog: &Dialog, button: &str, replaces: bool) -> Result<Answer, String> {
    let pattern = dialog.text(FIND).to_owned();
    if pattern.is_empty() {
        return Err("Type what to look for.".to_owned());
    }
    let checked = |item| dialog.checked(OPTIONS, item);
    let query = Query { pattern, case_sensitive: checked(0), whole_words: checked(1), regex: checked(2) };
    Ok(Answer::Find(FindOrder {
        query,
        replacement: replaces.then(|| dialog.text(REPLACE).to_owned()),
        backward: dialog.chosen(DIRECTION) == Some(1),
        in_selection: dialog.chosen(SCOPE) == Some(1),
        all: button == "all",
        ask_each: checked(3),
    }))
}
