//! Keystrokes and what becomes of texts, files and windows: through the real owner, until it has come to rest.

#[path = "../common/mod.rs"]
mod common;

mod ahead;
mod bytes;
mod changes;
mod code;
mod conflicts;
mod docks;
mod editing;
mod file_tree;
mod files;
mod indent;
mod menus;
mod messages;
mod movement;
mod project;
mod search;
mod windows;
