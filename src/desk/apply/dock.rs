//! Docks show, hide, grow, take the keys; the tree of files is walked and filled.

use std::path::PathBuf;

use crate::base::Rect;
use crate::desk::dock::{self, Dock, Tree};
use crate::desk::{DockChange, Highlights, Moved};
use crate::model::Language;

use super::{Applied, Desktop, Effect, Refusal};

impl Desktop {
    pub(super) fn change_dock(&mut self, change: DockChange) -> Result<Applied, Refusal> {
        let (before, idle) = (self.area(), self.is_tree_idle());
        match change {
            DockChange::Show { dock, on } => self.show_dock(dock, on),
            DockChange::Focus { dock } => self.focus_dock(dock),
            DockChange::Resize { dock, across } => self.docks.resize(dock, across, self.size),
            DockChange::Key { dock, key } => {
                let height = self.dock_rows(dock);
                match dock {
                    Dock::Files => _ = self.docks.tree.key(key, height),
                    Dock::Panel => self.docks.messages.key(key, height),
                }
            }
            DockChange::GoTo { dock, row } => {
                let height = self.dock_rows(dock);
                match dock {
                    Dock::Files => self.docks.tree.go_to(row, height),
                    Dock::Panel => self.docks.messages.go_to(row, height),
                }
            }
            DockChange::Scroll { dock, top } => {
                let height = self.dock_rows(dock);
                match dock {
                    Dock::Files => self.docks.tree.scroll(top, height),
                    Dock::Panel => self.docks.messages.scroll(top, height),
                }
            }
            DockChange::Fold { row, open } => self.docks.tree.fold(row, open, self.dock_rows(Dock::Files)),
            DockChange::Listed(content) => self.docks.tree.listed(content, self.dock_rows(Dock::Files)),
            DockChange::Refresh => self.docks.tree.refresh(),
            DockChange::Seek { path } => {
                self.docks.tree.refresh();
                self.docks.tree.seek(&path, self.dock_rows(Dock::Files));
            }
        }
        if self.area() != before {
            self.refit_windows(before);
            self.refit_docks();
        }
        Ok(Applied { effects: self.wanted_folders(idle), ..Applied::default() })
    }

    /// Files have other names: their buffers go along, with titles and colours.
    pub(super) fn moved(&mut self, files: Vec<Moved>) -> Applied {
        for Moved { buffer: id, path, language } in files {
            let title = self.title_for(Some(&path));
            let Some(buffer) = self.buffers.get_mut(&id) else { continue };
            let language = language.as_deref().and_then(Language::of_id);
            if buffer.language.map(|known| known.id) != language.map(|new| new.id) {
                buffer.highlights = Highlights::none(buffer.document.revision());
            }
            (buffer.path, buffer.title, buffer.language) = (Some(path), title, language);
        }
        Applied::default()
    }

    /// The project is another folder's: titles and the tree are seen from there.
    pub(super) fn set_folder(&mut self, folder: PathBuf) -> Applied {
        let idle = self.is_tree_idle();
        self.docks.tree = Tree::new(&folder);
        self.folder = folder;
        let titles = self.buffers.values().filter_map(|buffer| Some((buffer.id, buffer.path.as_deref()?)));
        let titles: Vec<_> = titles.map(|(id, path)| (id, self.title_for(Some(path)))).collect();
        for (id, title) in titles {
            if let Some(buffer) = self.buffers.get_mut(&id) {
                buffer.title = title;
            }
        }
        if self.docks.is_shown(Dock::Files) {
            self.docks.tree.refresh();
            self.seek_active();
        }
        Applied { effects: self.wanted_folders(idle), ..Applied::default() }
    }

    /// How many rows of its list a dock shows; those it would show, where it is hidden.
    fn dock_rows(&self, dock: Dock) -> i32 {
        let rect = self.layout().of(dock).unwrap_or(Rect::new(0, 0, dock.least(), self.size.height - 2));
        dock::inside(rect).height
    }

    fn show_dock(&mut self, dock: Dock, on: bool) {
        let was = self.docks.is_shown(dock);
        self.docks.show(dock, on);
        if on && !was && dock == Dock::Files {
            self.docks.tree.refresh();
            self.seek_active();
        }
        if !on {
            for hand in self.hands.values_mut() {
                hand.drag.take_if(|drag| drag.dock() == Some(dock));
            }
        }
    }

    /// Lists that are higher or lower now show their cursors.
    pub(super) fn refit_docks(&mut self) {
        let (files, panel) = (self.dock_rows(Dock::Files), self.dock_rows(Dock::Panel));
        self.docks.tree.reveal(files);
        self.docks.messages.reveal(panel);
    }

    pub(super) fn focus_dock(&mut self, dock: Option<Dock>) {
        if self.docks.focus() != dock && dock == Some(Dock::Files) {
            self.docks.tree.refresh();
        }
        self.docks.set_focus(dock);
    }

    /// Lets the tree show the file of the window in front, unless somebody walks in the tree.
    pub(super) fn follow_active(&mut self) -> Vec<Effect> {
        let idle = self.is_tree_idle();
        if self.docks.is_shown(Dock::Files) && self.docks.focus() != Some(Dock::Files) {
            self.seek_active();
        }
        self.wanted_folders(idle)
    }

    fn seek_active(&mut self) {
        let path = self.active_buffer().and_then(|(_, buffer)| buffer.path.clone());
        if let Some(path) = path {
            self.docks.tree.seek(&path, self.dock_rows(Dock::Files));
        }
    }

    pub(super) fn is_tree_idle(&self) -> bool {
        self.docks.tree.wanted().is_none()
    }

    /// Says that folders are to be read, if the tree was idle: else somebody is at it already.
    pub(super) fn wanted_folders(&self, idle: bool) -> Vec<Effect> {
        let begins = idle && !self.is_tree_idle();
        begins.then_some(Effect::WantsFolders).into_iter().collect()
    }
}
