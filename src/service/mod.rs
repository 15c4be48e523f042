//! Outside things, one folder each: comparing, files, journal, highlighting, the tree of a project, watches.
//!
//! A service owns its one outside thing. It takes snapshots, requests and a path filter, and emits its own events. It must
//! not know the desktop, widgets or the policy.

pub mod compare;
pub mod files;
pub mod highlight;
pub mod journal;
pub mod tree;
pub mod watch;
