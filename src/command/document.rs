//! `docs/commands.md`, written from the table.

use std::fmt::Write;

use crate::desk::catalogue::MENUS;

use super::{Command, Run, all};

/// The page that lists every command; `docs/commands.md` is exactly this.
pub fn commands_page() -> String {
    let mut page = String::from(
        "# Commands\n\nEvery command, with the id by which `config.toml` binds keys to it and its default keys. \
         Commands that this version cannot run yet stand at the end, with the reason.\n",
    );
    for (index, menu) in MENUS.iter().enumerate() {
        let here = |command: &&Command| command.menu.is_some_and(|place| place.menu == index) && !is_later(command);
        table(&mut page, &menu.replace('~', ""), all().filter(here));
    }
    table(&mut page, "Without a menu entry", all().filter(|command| command.menu.is_none() && !is_later(command)));
    page.push_str("\n## Not yet\n\n| command | keys | why |\n|---|---|---|\n");
    for command in all() {
        if let Run::Later(why) = command.run {
            row(&mut page, command, why);
        }
    }
    page
}

fn is_later(command: &Command) -> bool {
    matches!(command.run, Run::Later(_))
}

fn table<'a>(page: &mut String, title: &str, commands: impl Iterator<Item = &'a Command>) {
    let mut commands = commands.peekable();
    if commands.peek().is_none() {
        return;
    }
    let _ = write!(page, "\n## {title}\n\n| command | keys | does |\n|---|---|---|\n");
    for command in commands {
        row(page, command, command.description);
    }
}

fn row(page: &mut String, command: &Command, text: &str) {
    // A bar would end the cell of the table.
    let keys: Vec<String> = command.keys.iter().map(|key| format!("`{}`", key.replace('|', "\\|"))).collect();
    // Writing to a string cannot fail.
    let _ = writeln!(page, "| `{}` | {} | {text} |", command.id, keys.join(" "));
}
