//! The manual page of the settings, made from their table.

use std::fmt::Write;

use super::keys::{Content, HASKELL_SERVER_VARIABLE, Project, Setting, TABLES};

/// The text of `docs/settings.md`.
pub fn manual() -> String {
    let mut page = String::from(
        "# Settings\n\n\
         Your own are in `$XDG_CONFIG_HOME/thc/config.toml`, else `~/.config/thc/config.toml`. A project's are in its \
         `thc.toml`. The command line wins over the environment, that over the project's file, and that over your own. \
         What cannot be used is reported with its file and line, and passed over.\n\n\
         This page is generated from the table in `src/settings/keys.rs`.\n",
    );
    for table in TABLES {
        let name = match table.content {
            Content::Sections(_) => format!("{}.NAME", table.name),
            Content::Bindings(_) => format!("{}.CONTEXT", table.name),
            _ => table.name.to_owned(),
        };
        let trust = if table.names_programs && table.project != Project::Not { ", once you trust it" } else { "" };
        let project = table.project.describe();
        let _ = write!(page, "\n## `[{name}]`\n\n{} A project's file {project}{trust}.\n", table.doc);
        if let Content::Keys(settings) = table.content {
            page.push_str("\n| key | takes | default | what for |\n|---|---|---|---|\n");
            settings.iter().for_each(|setting| row(&mut page, setting));
        }
    }
    let _ = write!(
        page,
        "\n## Environment\n\n`{HASKELL_SERVER_VARIABLE}` names the Haskell language server's program. The other variables \
         stand beside their keys above.\n"
    );
    page
}

fn row(page: &mut String, setting: &Setting) {
    let project = setting.project.map(|project| format!(" A project's file {}.", project.describe()));
    let variable = setting.variable.map(|variable| format!(" Variable: `{variable}`."));
    let _ = writeln!(
        page,
        "| `{}` | {} | {} | {}{}{} |",
        setting.key,
        setting.kind.wanted(),
        setting.default,
        setting.doc,
        project.unwrap_or_default(),
        variable.unwrap_or_default(),
    );
}
