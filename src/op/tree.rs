//! The tree of the project's files: folders are read as the tree asks for them, and its files opened.

use crate::desk::dock::RowKind;
use crate::desk::{Change, DockChange};
use crate::model::Location;
use crate::service::tree;

use super::{Cx, Stopped, open_paths};

/// Reads the folders that the tree waits for, until it waits for none. The person's keys need not wait.
pub async fn read_folders(cx: &Cx) -> Result<(), Stopped> {
    cx.release()?;
    while let Some(folder) = cx.read(|desk| desk.docks().tree().wanted().map(ToOwned::to_owned)).await? {
        let content = cx.work(move || tree::read_folder(&folder)).await?;
        // What a dock shows is never refused.
        let _ = cx.apply(Change::Dock(DockChange::Listed(content))).await?;
    }
    Ok(())
}

/// Opens the file of the row with the cursor in a window; opens a folder that is closed, closes one that is open.
pub async fn open_row(cx: &Cx) -> Result<(), Stopped> {
    let found = cx.read(|desk| {
        let tree = desk.docks().tree();
        tree.current_row().map(|row| (tree.current(), row.kind, row.path.clone()))
    });
    let Some((row, kind, path)) = found.await? else { return Ok(()) };
    match kind {
        RowKind::Folder { open } => {
            let _ = cx.apply(Change::Dock(DockChange::Fold { row, open: !open })).await?;
        }
        RowKind::File | RowKind::Other => {
            if let Err(error) = open_paths(cx, vec![Location::of_path(path.to_path_buf())]).await? {
                cx.fail("Open", error.to_string()).await?;
            }
        }
        RowKind::Root | RowKind::Note(_) => {}
    }
    Ok(())
}
