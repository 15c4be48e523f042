//! Ids, geometry, colour and input events: the words that every other room speaks.
//!
//! Owns nothing that changes. Must not know anything else of the project.

pub mod color;
pub mod geometry;
pub mod ids;
pub mod input;

pub use color::Rgb;
pub use geometry::{Point, Rect, Size};
pub use ids::{ActorId, BufferId, CommandId, JobId, Revision, WindowId, WorkspaceId};
pub use input::{Input, Key, KeyName, Mods, Mouse, MouseAction};
