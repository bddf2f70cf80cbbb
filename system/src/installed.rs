//! What `heddle setup` installs for a user, and where every command finds it again (PRG-7).

use crate::files::Home;
use nix::unistd::geteuid;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Write permissions of the group and of others.
const OTHERS_WRITE: u32 = 0o022;

/// The user's data folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    root: PathBuf,
}

impl Installed {
    /// Cargo's file name of the OpenCL library.
    pub const LIBRARY: &str = "libheddle_opencl.so";
    /// What the names of its folders begin with.
    pub const OPENCL: &str = "opencl-";

    /// The folder that `HEDDLE_DATA` names, else `heddle` in the XDG data folder; `None` if no variable says where.
    pub fn of_user() -> Option<Self> {
        Home::DATA.folder().map(Self::at)
    }

    /// A folder that need not exist.
    pub fn at(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The folder of the Python environment with pinned tools.
    pub fn tools(&self) -> PathBuf {
        self.root.join("tools")
    }

    /// The list of these tools, which is written when all of them are there.
    pub fn list(&self) -> PathBuf {
        self.tools().join("installed")
    }

    /// Where YoWASP keeps what it compiles at the first run of a tool.
    pub fn compiled(&self) -> PathBuf {
        self.root.join("compiled")
    }

    /// The folder of the OpenCL library for this version of the command. Another version's would not understand it.
    pub fn opencl(&self, version: &str) -> PathBuf {
        self.root.join(format!("{}{version}", Self::OPENCL))
    }

    /// The OpenCL library for this version of the command, if it is installed.
    pub fn library(&self, version: &str) -> Option<PathBuf> {
        let folder = self.opencl(version);
        let file = folder.join(Self::LIBRARY);
        (is_safe(&folder) && file.is_file()).then_some(file)
    }

    /// The folder of programs, if all of them are installed.
    pub fn programs(&self) -> Option<PathBuf> {
        let folder = self.tools().join("bin");
        (self.list().is_file() && is_safe(&folder)).then_some(folder)
    }
}

/// Whether nobody else could have put anything into a folder: programs and libraries in it are executed.
pub(crate) fn is_safe(folder: &Path) -> bool {
    fs::metadata(folder).is_ok_and(|there| {
        [0, geteuid().as_raw()].contains(&there.uid()) && there.mode() & OTHERS_WRITE == 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn programs_are_there_when_the_list_is() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let installed = Installed::at(folder.path());
        let programs = installed.tools().join("bin");
        fs::create_dir_all(&programs).expect("made");
        assert_eq!(installed.programs(), None);
        fs::write(installed.list(), "tool==1\n").expect("written");
        assert_eq!(installed.programs(), Some(programs.clone()));
        fs::set_permissions(&programs, Permissions::from_mode(0o777)).expect("ours");
        assert_eq!(installed.programs(), None);
    }

    #[test]
    fn a_library_is_of_one_version() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let installed = Installed::at(folder.path());
        fs::create_dir_all(installed.opencl("1.2.3")).expect("made");
        let file = installed.opencl("1.2.3").join(Installed::LIBRARY);
        fs::write(&file, "").expect("written");
        assert_eq!(installed.library("1.2.3"), Some(file));
        assert_eq!(installed.library("1.2.4"), None);
    }
}
