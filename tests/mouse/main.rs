//! What the mouse does, through the real owner, until it has come to rest.

#[path = "../common/mod.rs"]
mod common;

mod docks;
mod dropping;
mod gestures;
mod parts;
