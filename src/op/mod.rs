//! Operations: what takes longer than one change, each written once as an async function.
//!
//! An operation works through a [`Cx`], bound to one workspace and one actor. It reads, waits outside the owner, asks
//! again, and applies changes, which check revision and target once more. The person's command and an agent's tool run
//! the same operation. Operations must not know frontends or transports, and never touch a desk except through `Cx`.

mod close;
mod cx;
pub mod lines;
mod open;
mod project;
mod recover;
mod reload;
mod save;
mod search;
mod tree;
mod tree_edit;
mod windows;

pub use close::{close_active, close_all, close_window, exit};
pub use cx::{Cx, Owner, Request, Services, Stopped};
pub use open::{OpenError, new_buffer, open_asking, open_paths};
pub use project::{change_folder, find_in_project, go_to_message, step_message};
pub use recover::{mention_recovery, offer_recovery, restore};
pub use reload::{check_file, reload};
pub use save::{Typing, save, save_all, save_as};
pub use search::{count, find, find_again, go_to_place, replace};
pub use tree::{open_row, read_folders};
pub use tree_edit::{Made, create, delete, rename};
pub use windows::list_windows;

use crate::base::{BufferId, WindowId};

/// What an operation is about: captured when the command starts, never looked up again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    pub window: WindowId,
    pub buffer: BufferId,
}
