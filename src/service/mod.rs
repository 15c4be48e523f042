//! Outside things, one folder each: files, journal, highlighting, the tree of a project.
//!
//! A service owns its one outside thing. It takes snapshots, requests and a path filter, and emits its own events. It must
//! not know the desktop, widgets or the policy.

pub mod files;
pub mod highlight;
pub mod journal;
pub mod tree;
