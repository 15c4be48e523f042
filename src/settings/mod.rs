//! Layered configuration: read, validate, merge.
//!
//! [`resolve`] is a pure function from the layers, given as text, to [`Settings`] and the [`Problem`]s found in them;
//! [`load`] is the thin part that finds and reads the two files. One table, in `keys`, says which keys there are, what
//! they hold and whether a project's file may set them; parsing, reports and the manual page ([`manual`]) derive from
//! it. Nothing in a file is ever fatal: what cannot be used is reported and left out.
//!
//! Owns no state. Must not know who uses a setting: no frontend, no command ids, no desktop.

mod apply;
mod files;
mod keys;
mod manual;
mod values;

use std::collections::BTreeMap;
use std::fmt;

use crate::base::{Key, Size};

pub use apply::{FileText, Layers, Overrides, resolve};
pub use files::{Environment, FILE_MAX_BYTES, global_path, load, project_path};
pub use manual::manual;
pub use values::{Appearance, Backend, BadValue, IndentWith, Palette, Permission, Scale, ScreenMode};

/// A table whose keys the user names, such as the fields of one language server; kept as it was written.
pub type Fields = serde_json::Map<String, serde_json::Value>;

/// `[table.NAME]` sections by their name.
pub type Sections = BTreeMap<String, Fields>;

/// All settings, resolved. The fields follow `command-line.md`, "Settings".
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// Which frontend to start; none: whichever the surroundings offer.
    pub backend: Option<Backend>,
    /// Pixels of the screen for one pixel of the font.
    pub scale: Scale,
    pub screen_mode: ScreenMode,
    /// Columns of the screen, 40 to 512; none: the screen mode's. See [`Settings::screen_size`].
    pub columns: Option<u16>,
    /// Rows of the screen, 12 to 256; none: the screen mode's.
    pub rows: Option<u16>,
    pub appearance: Appearance,
    pub palette: Palette,
    /// WordStar keys as well as the usual ones.
    pub word_star: bool,
    pub blink_cursor: bool,
    pub crt_filter: bool,
    /// Draw what the bitmap fonts lack at their resolution.
    pub pixelate_unicode: bool,
    pub material_icons: bool,
    /// Enter submits a draft of a conversation.
    pub chat_submit: bool,
    /// Mask secrets on the person's own screen. A project cannot set it.
    pub streamer_mode: bool,
    /// Cells from one tab stop to the next, 1 to 16.
    pub tab_width: u8,
    /// Whether new lines are indented by themselves.
    pub auto_indent: bool,
    /// What texts that do not show it are indented with.
    pub indent_with: IndentWith,
    /// The blanks of one level in such a text; none: as its language has it.
    pub indent_width: Option<u8>,
    /// How many agents may run, 1 to 64.
    pub max_agents: u8,
    /// How many agents one agent may start, 0 to 64.
    pub max_subagents: u8,
    /// Standing context for agents, one text a file, the global one first; each at most 16,384 characters.
    pub agent_context: Vec<String>,
    /// What a tool, or a `mcp__NAME__*` prefix, may do.
    pub permissions: BTreeMap<String, Permission>,
    pub mcp_http_enabled: bool,
    /// The TCP port; none: any that is free.
    pub mcp_http_port: Option<u16>,
    pub mcp_http_allowed_origins: Vec<String>,
    pub mcp_servers: Sections,
    pub languages: Sections,
    /// The Haskell language server's program, from the environment; it wins over `languages`.
    pub haskell_server: Option<String>,
    pub toolchains: Sections,
    pub debug: Sections,
    /// Variables for new child processes; none: unset it.
    pub environment: BTreeMap<String, Option<String>>,
    /// Context, then command id, then what it is bound to.
    pub keybindings: BTreeMap<String, BTreeMap<String, Binding>>,
    /// Tables of the project's file that name programs and were left out, because the folder is not trusted.
    pub withheld: Vec<&'static str>,
}

/// The keys that a file binds to a command. None: the command has no key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// In the form of [`Key::normalized`].
    pub keys: Vec<Key>,
    /// Where it was written, so that whoever knows the commands can report an unknown one.
    pub at: Place,
}

/// A place in a settings file, or the environment variable that a value came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file's path, or the variable's name.
    pub file: String,
    /// From 1; none where there is no line to name.
    pub line: Option<usize>,
}

/// Something in a layer that could not be used. The rest of the layer counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub at: Place,
    /// One line: what is wrong and what would be right.
    pub message: String,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            backend: None,
            scale: Scale::ONE,
            screen_mode: ScreenMode::Mode3,
            columns: None,
            rows: None,
            appearance: Appearance::System,
            palette: Palette::Classic,
            word_star: false,
            blink_cursor: true,
            crt_filter: false,
            pixelate_unicode: false,
            material_icons: false,
            chat_submit: true,
            streamer_mode: false,
            tab_width: 8,
            auto_indent: true,
            indent_with: IndentWith::Language,
            indent_width: None,
            max_agents: 8,
            max_subagents: 4,
            agent_context: Vec::new(),
            permissions: BTreeMap::new(),
            mcp_http_enabled: false,
            mcp_http_port: None,
            mcp_http_allowed_origins: Vec::new(),
            mcp_servers: Sections::new(),
            languages: Sections::new(),
            haskell_server: None,
            toolchains: Sections::new(),
            debug: Sections::new(),
            environment: BTreeMap::new(),
            keybindings: BTreeMap::new(),
            withheld: Vec::new(),
        }
    }
}

impl Settings {
    /// Columns and rows of the screen: what was set, else 80 by the screen mode's 25 or 50.
    pub fn screen_size(&self) -> Size {
        let rows = self.rows.unwrap_or(self.screen_mode.rows());
        Size::new(i32::from(self.columns.unwrap_or(80)), i32::from(rows))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}", self.file),
            None => f.write_str(&self.file),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.message)
    }
}

#[cfg(test)]
mod tests;
