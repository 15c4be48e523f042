//! Files and folders of a project are made, get other names, and go: inside the project, over nothing that is there, and
//! never Git's own.

use std::fs::{self, File};
use std::io;
use std::path::{Component, Path, PathBuf};

use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::io::Errno;

use crate::service::files::sync_folder;

/// Why a file or folder was left as it is. Nothing happened.
#[derive(Debug, thiserror::Error)]
pub enum ManageError {
    /// The path leads out of the project, or is the project itself.
    #[error("{} is not inside the project; choose a name in one of its folders", path.display())]
    Outside { path: PathBuf },
    /// The path is Git's.
    #[error("{} belongs to Git; use Git to change it", path.display())]
    Protected { path: PathBuf },
    /// A symbolic link: what would happen to where it leads is not shown here.
    #[error("{} is a symbolic link, which is left alone", path.display())]
    Link { path: PathBuf },
    /// Something has that name.
    #[error("{} exists already; choose another name", path.display())]
    Exists { path: PathBuf },
    /// There is nothing of that name.
    #[error("{} is not there any more", path.display())]
    Missing { path: PathBuf },
    /// A folder with something in it.
    #[error("{} is not empty; delete what is in it first", path.display())]
    NotEmpty { path: PathBuf },
    /// The system does not let this user do that.
    #[error("cannot {doing} {}: permission denied", path.display())]
    Denied { doing: &'static str, path: PathBuf },
    /// Anything else that the system reports.
    #[error("cannot {doing} {}: {source}", path.display())]
    Io { doing: &'static str, path: PathBuf, source: io::Error },
}

impl ManageError {
    fn of(doing: &'static str, path: &Path, source: io::Error) -> ManageError {
        let path = path.to_path_buf();
        match Errno::from_io_error(&source) {
            Some(Errno::EXIST) => ManageError::Exists { path },
            Some(Errno::NOENT | Errno::NOTDIR) => ManageError::Missing { path },
            Some(Errno::NOTEMPTY) => ManageError::NotEmpty { path },
            Some(Errno::ACCESS | Errno::PERM) => ManageError::Denied { doing, path },
            _ => ManageError::Io { doing, path, source },
        }
    }
}

/// Makes an empty file.
pub fn create_file(project: &Path, path: &Path) -> Result<(), ManageError> {
    new_place(project, path)?;
    File::create_new(path).map_err(|e| ManageError::of("make", path, e))?;
    keep(path);
    Ok(())
}

/// Makes an empty folder.
pub fn create_folder(project: &Path, path: &Path) -> Result<(), ManageError> {
    new_place(project, path)?;
    fs::create_dir(path).map_err(|e| ManageError::of("make", path, e))?;
    keep(path);
    Ok(())
}

/// Gives a file or a folder another name, in the same or another folder of the project.
pub fn rename(project: &Path, from: &Path, to: &Path) -> Result<(), ManageError> {
    old_place(project, from)?;
    new_place(project, to)?;
    let renamed = match renameat_with(CWD, from, CWD, to, RenameFlags::NOREPLACE) {
        // Not every file system knows this kind of renaming; that nothing has the name was looked up just now.
        Err(Errno::INVAL | Errno::NOSYS | Errno::OPNOTSUPP) if !to.starts_with(from) => fs::rename(from, to),
        other => other.map_err(io::Error::from),
    };
    renamed.map_err(|e| ManageError::of("rename", from, e).about(from, to))?;
    keep(from);
    keep(to);
    Ok(())
}

/// Deletes a file, or a folder with nothing in it.
pub fn delete(project: &Path, path: &Path) -> Result<(), ManageError> {
    let is_folder = old_place(project, path)?;
    let deleted = if is_folder { fs::remove_dir(path) } else { fs::remove_file(path) };
    deleted.map_err(|e| ManageError::of("delete", path, e))?;
    keep(path);
    Ok(())
}

impl ManageError {
    /// What exists already is the new name, not the old one.
    fn about(self, from: &Path, to: &Path) -> ManageError {
        match self {
            ManageError::Exists { .. } => ManageError::Exists { path: to.to_path_buf() },
            ManageError::Missing { .. } if from.symlink_metadata().is_ok() => {
                ManageError::Missing { path: to.parent().unwrap_or(to).to_path_buf() }
            }
            other => other,
        }
    }
}

/// Makes what happened to a name last. The change itself has been made; a folder that cannot be flushed is left to the
/// system.
fn keep(path: &Path) {
    if let Some(folder) = path.parent() {
        let _ = sync_folder(folder);
    }
}

/// Checks that a path is inside the project, through no link, and not Git's.
fn inside(project: &Path, path: &Path) -> Result<(), ManageError> {
    let outside = || ManageError::Outside { path: path.to_path_buf() };
    let within = path.strip_prefix(project).map_err(|_| outside())?;
    let mut names = within.components().peekable();
    if names.peek().is_none() {
        return Err(outside());
    }
    for name in names {
        match name {
            Component::Normal(name) if name.eq_ignore_ascii_case(".git") => {
                return Err(ManageError::Protected { path: path.to_path_buf() });
            }
            Component::Normal(_) => {}
            _ => return Err(outside()),
        }
    }
    let folder = path.parent().unwrap_or(project);
    let real = fs::canonicalize(folder).map_err(|e| ManageError::of("find", folder, e))?;
    let root = fs::canonicalize(project).map_err(|e| ManageError::of("find", project, e))?;
    let git = real.strip_prefix(&root).map_err(|_| outside())?;
    match git.components().any(|name| name.as_os_str().eq_ignore_ascii_case(".git")) {
        true => Err(ManageError::Protected { path: path.to_path_buf() }),
        false => Ok(()),
    }
}

/// A place for something new: nothing has the name.
fn new_place(project: &Path, path: &Path) -> Result<(), ManageError> {
    inside(project, path)?;
    match path.symlink_metadata() {
        Ok(found) if found.is_symlink() => Err(ManageError::Link { path: path.to_path_buf() }),
        Ok(_) => Err(ManageError::Exists { path: path.to_path_buf() }),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(e) => Err(ManageError::of("find", path, e)),
    }
}

/// Something that is there and may be altered; answers whether it is a folder.
fn old_place(project: &Path, path: &Path) -> Result<bool, ManageError> {
    inside(project, path)?;
    let found = path.symlink_metadata().map_err(|e| ManageError::of("find", path, e))?;
    if found.is_symlink() {
        return Err(ManageError::Link { path: path.to_path_buf() });
    }
    Ok(found.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Project(tempfile::TempDir);

    impl Project {
        fn new() -> Self {
            let folder = tempfile::tempdir().unwrap();
            for name in ["p/src", "p/.git", "other"] {
                fs::create_dir_all(folder.path().join(name)).unwrap();
            }
            fs::write(folder.path().join("p/a.txt"), "a").unwrap();
            fs::write(folder.path().join("p/b.txt"), "b").unwrap();
            fs::write(folder.path().join("p/.git/HEAD"), "x").unwrap();
            Self(folder)
        }

        fn root(&self) -> PathBuf {
            self.0.path().join("p")
        }

        fn at(&self, name: &str) -> PathBuf {
            self.root().join(name)
        }
    }

    #[test]
    fn things_are_made_renamed_and_deleted() {
        let project = Project::new();
        let root = project.root();
        create_folder(&root, &project.at("src/new")).unwrap();
        create_file(&root, &project.at("src/new/x.hs")).unwrap();
        rename(&root, &project.at("a.txt"), &project.at("src/new/c.txt")).unwrap();
        assert_eq!(fs::read(project.at("src/new/c.txt")).unwrap(), b"a");
        rename(&root, &project.at("src"), &project.at("lib")).unwrap();
        let full = delete(&root, &project.at("lib"));
        assert!(matches!(full, Err(ManageError::NotEmpty { .. })), "{full:?}");
        for name in ["lib/new/x.hs", "lib/new/c.txt", "lib/new", "lib"] {
            delete(&root, &project.at(name)).unwrap();
        }
        assert!(!project.at("lib").exists() && project.at("b.txt").exists());
    }

    #[test]
    fn nothing_is_written_over() {
        let project = Project::new();
        let root = project.root();
        for done in [
            create_file(&root, &project.at("a.txt")),
            create_folder(&root, &project.at("src")),
            rename(&root, &project.at("a.txt"), &project.at("b.txt")),
            rename(&root, &project.at("a.txt"), &project.at("src")),
        ] {
            assert!(matches!(done, Err(ManageError::Exists { .. })), "{done:?}");
        }
        assert_eq!(fs::read(project.at("b.txt")).unwrap(), b"b");
        let into_itself = rename(&root, &project.at("src"), &project.at("src/deeper"));
        assert!(into_itself.is_err() && project.at("src").is_dir());
    }

    #[test]
    fn what_is_outside_or_is_git_s_or_is_a_link_is_left_alone() {
        let project = Project::new();
        let root = project.root();
        std::os::unix::fs::symlink(project.0.path().join("other"), project.at("out")).unwrap();
        std::os::unix::fs::symlink(project.at(".git"), project.at("g")).unwrap();
        std::os::unix::fs::symlink(project.at("a.txt"), project.at("link")).unwrap();
        for name in ["../other/x", "..", "", "src/../../x", "out/x", "/etc/x"] {
            let made = create_file(&root, &project.at(name));
            assert!(matches!(made, Err(ManageError::Outside { .. })), "{name}: {made:?}");
        }
        for name in [".git/x", ".GIT", "src/.git", "g/x"] {
            let made = create_folder(&root, &project.at(name));
            assert!(matches!(made, Err(ManageError::Protected { .. })), "{name}: {made:?}");
        }
        let links = [
            delete(&root, &project.at("link")),
            delete(&root, &project.at("out")),
            rename(&root, &project.at("link"), &project.at("new")),
            rename(&root, &project.at("a.txt"), &project.at("link")),
        ];
        assert!(links.iter().all(|done| matches!(done, Err(ManageError::Link { .. }))), "{links:?}");
        assert!(matches!(delete(&root, &project.at(".git")), Err(ManageError::Protected { .. })));
        assert!(matches!(
            rename(&root, &project.at(".git/HEAD"), &project.at("H")),
            Err(ManageError::Protected { .. })
        ));
        assert!(matches!(delete(&root, &root), Err(ManageError::Outside { .. })));
    }
}
