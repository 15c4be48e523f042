//! The dialogs: for each question what it looks like, and how its answer is read.

pub mod choose;
pub mod file;
pub mod find;
pub mod folder;
pub mod goto;
pub mod name;
pub mod project;
pub mod windows;
