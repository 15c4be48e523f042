//! The table of settings: every table and key there is, what it holds, and whether a project's file may set it.

use std::collections::BTreeMap;

use super::values::{Appearance, Backend, BadValue, IndentWith, Palette, Permission, Scale, word, words};
use super::{Binding, ScreenMode, Sections, Settings};

/// What a project's file may do with a table or key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Project {
    Set,
    Not,
    Add,
    OnlyLower,
}

/// One TOML table.
pub(super) struct Table {
    /// Its full name; the content says whether further names follow it.
    pub name: &'static str,
    pub doc: &'static str,
    pub project: Project,
    /// Whether what it holds can make the editor start a program, so that a project's needs trust.
    pub names_programs: bool,
    pub content: Content,
}

/// What a table holds.
pub(super) enum Content {
    /// These keys and no others.
    Keys(&'static [Setting]),
    /// A sub-table for each name the user chooses, with fields that are kept as they are.
    Sections(fn(&mut Settings) -> &mut Sections),
    /// Tool or prefix = permission.
    Permissions(fn(&mut Settings) -> &mut BTreeMap<String, Permission>),
    /// Variable = its value, or false.
    Variables(fn(&mut Settings) -> &mut BTreeMap<String, Option<String>>),
    /// A sub-table for each context: command id = list of chords.
    Bindings(fn(&mut Settings) -> &mut BTreeMap<String, BTreeMap<String, Binding>>),
}

/// One key of a table.
pub(super) struct Setting {
    pub key: &'static str,
    pub kind: Kind,
    /// What holds when nobody sets it, in words.
    pub default: &'static str,
    pub doc: &'static str,
    /// Where it differs from its table.
    pub project: Option<Project>,
    /// The environment variable that sets it as well.
    pub variable: Option<&'static str>,
}

/// What a key holds, and where the value goes.
pub(super) enum Kind {
    Flag(fn(&mut Settings) -> &mut bool),
    Number {
        least: i64,
        most: i64,
        set: fn(&mut Settings, i64),
    },
    /// A number that a project's file may only lower.
    Limit {
        least: u8,
        most: u8,
        field: fn(&mut Settings) -> &mut u8,
    },
    /// One of a few words; `quoted` unless TOML has them as numbers.
    Word {
        words: fn() -> String,
        set: fn(&mut Settings, &str) -> Result<(), BadValue>,
        quoted: bool,
    },
    Scale(fn(&mut Settings) -> &mut Scale),
    /// A text of at most so many characters, handed over once for each file that has it.
    Text {
        most: usize,
        set: fn(&mut Settings, String),
    },
    Texts(fn(&mut Settings) -> &mut Vec<String>),
}

/// A setting that takes one of the words of `T`.
macro_rules! one_of {
    ($type:ty, $settings:ident, $value:ident => $set:expr, quoted: $quoted:literal) => {
        Kind::Word {
            words: words::<$type>,
            set: |$settings, text| {
                let $value: $type = word(text)?;
                $set;
                Ok(())
            },
            quoted: $quoted,
        }
    };
}

const fn setting(key: &'static str, kind: Kind, default: &'static str, doc: &'static str) -> Setting {
    Setting { key, kind, default, doc, project: None, variable: None }
}

const fn from_variable(variable: &'static str, setting: Setting) -> Setting {
    Setting { variable: Some(variable), ..setting }
}

const DEFAULTS: &[Setting] = &[
    from_variable(
        "THC_EDIT_BACKEND",
        setting(
            "backend",
            one_of!(Backend, settings, value => settings.backend = Some(value), quoted: true),
            "what the surroundings offer",
            "Which frontend to start.",
        ),
    ),
    from_variable(
        "THC_EDIT_SCALE",
        setting("scale", Kind::Scale(|s| &mut s.scale), "1", "Pixels of the screen for one pixel of the font."),
    ),
    setting(
        "screenMode",
        one_of!(ScreenMode, settings, value => settings.screen_mode = value, quoted: false),
        "3",
        "The text mode to imitate: 3 has 25 rows, 259 has 50.",
    ),
    setting(
        "columns",
        Kind::Number { least: 40, most: 512, set: |s, n| s.columns = Some(n as u16) },
        "80",
        "Columns of the screen.",
    ),
    setting(
        "rows",
        Kind::Number { least: 12, most: 256, set: |s, n| s.rows = Some(n as u16) },
        "the screen mode's",
        "Rows of the screen.",
    ),
    from_variable(
        "THC_EDIT_APPEARANCE",
        setting(
            "appearance",
            one_of!(Appearance, settings, value => settings.appearance = value, quoted: true),
            "\"system\"",
            "Light or dark document panels.",
        ),
    ),
    setting(
        "palette",
        one_of!(Palette, settings, value => settings.palette = value, quoted: true),
        "\"classic\"",
        "The colours of the desktop.",
    ),
    setting("wordStar", Kind::Flag(|s| &mut s.word_star), "false", "WordStar keys as well as the usual ones."),
    setting("blinkCursor", Kind::Flag(|s| &mut s.blink_cursor), "true", "Whether the cursor blinks."),
    setting("crtFilter", Kind::Flag(|s| &mut s.crt_filter), "false", "Scan lines and a vignette, as on a tube."),
    setting(
        "pixelateUnicode",
        Kind::Flag(|s| &mut s.pixelate_unicode),
        "false",
        "Draw text outside of the bitmap fonts at their resolution.",
    ),
    setting("materialIcons", Kind::Flag(|s| &mut s.material_icons), "false", "Icons for files in the Files panel."),
    setting("chatSubmit", Kind::Flag(|s| &mut s.chat_submit), "true", "Enter submits a draft of a conversation."),
    Setting {
        project: Some(Project::Not),
        ..setting(
            "streamerMode",
            Kind::Flag(|s| &mut s.streamer_mode),
            "false",
            "Mask secrets on your own screen as well.",
        )
    },
    setting(
        "tabWidth",
        Kind::Number { least: 1, most: 16, set: |s, n| s.tab_width = n as u8 },
        "8",
        "Cells from one tab stop to the next.",
    ),
    setting(
        "autoIndent",
        Kind::Flag(|s| &mut s.auto_indent),
        "true",
        "Whether a new line is indented by itself, and a line that ends a block moves back.",
    ),
    setting(
        "indentWith",
        one_of!(IndentWith, settings, value => settings.indent_with = value, quoted: true),
        "\"language\"",
        "What Tab and new lines indent with in a text that does not show what it uses.",
    ),
    setting(
        "indentWidth",
        Kind::Number { least: 1, most: 16, set: |s, n| s.indent_width = Some(n as u8) },
        "what is usual in the language",
        "Blanks of one level in such a text.",
    ),
];

const HTTP: &[Setting] = &[
    setting(
        "enabled",
        Kind::Flag(|s| &mut s.mcp_http_enabled),
        "false",
        "Whether tools are served over loopback HTTP.",
    ),
    setting(
        "port",
        Kind::Number { least: 1, most: 65535, set: |s, n| s.mcp_http_port = Some(n as u16) },
        "any that is free",
        "The TCP port.",
    ),
    setting(
        "allowedOrigins",
        Kind::Texts(|s| &mut s.mcp_http_allowed_origins),
        "[]",
        "Web pages that may connect, by their origin.",
    ),
];

const AGENT: &[Setting] = &[setting(
    "context",
    Kind::Text { most: 16_384, set: |s, text| s.agent_context.push(text) },
    "none",
    "Standing context for agents. The global file's comes first, the project's after it.",
)];

const AGENTS: &[Setting] = &[
    setting(
        "max_agents",
        Kind::Limit { least: 1, most: 64, field: |s| &mut s.max_agents },
        "8",
        "How many agents may run at once.",
    ),
    setting(
        "max_subagents",
        Kind::Limit { least: 0, most: 64, field: |s| &mut s.max_subagents },
        "4",
        "How many agents one agent may start.",
    ),
];

/// Every table, in the order of the manual.
pub(super) const TABLES: &[Table] = &[
    Table {
        name: "editor.defaults",
        doc: "Presentation and editing.",
        project: Project::Set,
        names_programs: false,
        content: Content::Keys(DEFAULTS),
    },
    Table {
        name: "editor.mcp.permissions",
        doc: "What a tool may do: its name, or a prefix such as `mcp__NAME__*`, and \"enable\", \"prompt\" or \"disable\".",
        project: Project::Not,
        names_programs: false,
        content: Content::Permissions(|s| &mut s.permissions),
    },
    Table {
        name: "editor.mcp.servers",
        doc: "Other MCP servers, one section each: `command`, `args` and `env`, or `url` and `headers`.",
        project: Project::Not,
        names_programs: true,
        content: Content::Sections(|s| &mut s.mcp_servers),
    },
    Table {
        name: "editor.mcp.http",
        doc: "The HTTP endpoint. Its key is no setting: it lies in the state directory.",
        project: Project::Not,
        names_programs: false,
        content: Content::Keys(HTTP),
    },
    Table {
        name: "editor.agent",
        doc: "What every agent is told.",
        project: Project::Add,
        names_programs: false,
        content: Content::Keys(AGENT),
    },
    Table {
        name: "editor.agents",
        doc: "How many agents there may be.",
        project: Project::OnlyLower,
        names_programs: false,
        content: Content::Keys(AGENTS),
    },
    Table {
        name: "editor.languages",
        doc: "Language servers, one section each: command, arguments, file types, root markers.",
        project: Project::Set,
        names_programs: true,
        content: Content::Sections(|s| &mut s.languages),
    },
    Table {
        name: "editor.toolchains",
        doc: "Build, test and run commands, one section each.",
        project: Project::Set,
        names_programs: true,
        content: Content::Sections(|s| &mut s.toolchains),
    },
    Table {
        name: "editor.debug",
        doc: "Debug adapters, one section each.",
        project: Project::Set,
        names_programs: true,
        content: Content::Sections(|s| &mut s.debug),
    },
    Table {
        name: "editor.environment",
        doc: "Variables for new child processes: a text sets one, `false` unsets it.",
        project: Project::Set,
        names_programs: true,
        content: Content::Variables(|s| &mut s.environment),
    },
    Table {
        name: "editor.keybindings",
        doc: "Keys, one section a context: a command's id and the list of its chords, such as `[\"F2\", \"Ctrl+S\"]`; \
              an empty list leaves the command without a key.",
        project: Project::Set,
        names_programs: false,
        content: Content::Bindings(|s| &mut s.keybindings),
    },
];

/// The variable that names the Haskell language server; no key of a table, since the tables of languages are free.
pub(super) const HASKELL_SERVER_VARIABLE: &str = "THC_EDIT_HLS";

/// The setting that an environment variable sets.
pub(super) fn of_variable(name: &str) -> Option<&'static Setting> {
    let settings = TABLES.iter().filter_map(|table| match table.content {
        Content::Keys(settings) => Some(settings),
        _ => None,
    });
    settings.flatten().find(|setting| setting.variable == Some(name))
}

impl Project {
    /// In words, for the manual.
    pub(super) fn describe(self) -> &'static str {
        match self {
            Project::Set => "may set it",
            Project::Not => "may not touch it",
            Project::Add => "may add to it",
            Project::OnlyLower => "may only lower it",
        }
    }
}

impl Kind {
    /// What it takes, in words: the end of "… is not".
    pub(super) fn wanted(&self) -> String {
        match self {
            Kind::Flag(_) => "true or false".to_owned(),
            Kind::Number { least, most, .. } => format!("a whole number from {least} to {most}"),
            Kind::Limit { least, most, .. } => format!("a whole number from {least} to {most}"),
            Kind::Word { words, quoted: true, .. } => words(),
            Kind::Word { words, quoted: false, .. } => words().replace('"', ""),
            Kind::Scale(_) => Scale::WANTED.to_owned(),
            Kind::Text { most, .. } => format!("a text of at most {most} characters"),
            Kind::Texts(_) => "a list of texts".to_owned(),
        }
    }
}
