//! One name: for something new, or instead of another.

use crate::base::Size;
use crate::desk::{Answer, NameForm};
use crate::ui::dialog::form::Form;
use crate::ui::dialog::{Button, ButtonKind, Dialog, Input};

const NAME: &str = "name";
/// The longest name that can be typed, in bytes: what Linux allows for a path.
const NAME_MAX: usize = 4096;

/// The dialog, as the form has it.
pub fn dialog(form: &NameForm, screen: Size) -> Dialog {
    Form::new(&form.title, 58, screen)
        .field("~N~ame", NAME, Input::new(&form.name).with_limit(NAME_MAX))
        .info("about", &form.about, 1)
        .buttons(vec![
            ("accept", Button::new("O~K~", ButtonKind::Default)),
            ("cancel", Button::new("Cancel", ButtonKind::Cancel)),
        ])
        .build()
}

/// The name, unless there is none.
pub fn answer(dialog: &Dialog) -> Result<Answer, String> {
    match dialog.text(NAME) {
        "" => Err("Type a name.".to_owned()),
        name => Ok(Answer::Path { text: name.to_owned() }),
    }
}
