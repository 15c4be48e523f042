//! thc-edit: a text-mode IDE for people, and the place where coding agents work on the same live buffers.
//!
//! Every folder here is a room. Each `mod.rs` opens by saying what the room is for, who owns what in it, and what it must
//! not know; `tests/tidy.rs` holds the table of which room may use which. Read `app` for how the parts run together.

pub mod app;
pub mod base;
pub mod cli;
pub mod command;
pub mod desk;
pub mod front;
pub mod grid;
pub mod host;
pub mod link;
pub mod model;
pub mod op;
pub mod policy;
pub mod service;
pub mod settings;
pub mod text;
pub mod ui;
pub mod view;
