//! Where programs are found, by one rule for all commands.

use crate::installed::{Installed, is_safe};
use std::env;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The variable that names a folder of programs.
pub const VARIABLE: &str = "HEDDLE_TOOLS";

/// Where an installation has its programs, below the folder of the installation.
const INSTALLED: &str = ".tools/bin";

/// Execute permissions of anybody.
const EXECUTE: u32 = 0o111;

/// Folders in which programs are searched for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Search {
    /// The folder that the user names, where any name of a program comes before all other folders.
    named: Option<PathBuf>,
    /// All others, the first in front; a name counts more than a folder.
    folders: Vec<PathBuf>,
}

impl Search {
    /// The folder in `HEDDLE_TOOLS`; the folder of the installation that this program belongs to; what `heddle setup` has
    /// installed for the user; the folders in `PATH`. No other folder is looked into, in particular none above the working
    /// folder, whose owner may be anybody.
    pub fn of_this_machine() -> Self {
        let named = env::var_os(VARIABLE).filter(|folder| !folder.is_empty());
        let path = env::var_os("PATH").unwrap_or_default();
        let folders = env::current_exe().ok().as_deref().and_then(installed);
        let of_user = Installed::of_user().and_then(|installed| installed.programs());
        let folders = folders.into_iter().chain(of_user);
        let folders = folders.chain(env::split_paths(&path));
        Self {
            named: named.and_then(|folder| std::path::absolute(folder).ok()),
            ..Self::in_folders(folders.collect())
        }
    }

    /// These folders. Programs are found with absolute paths.
    pub fn in_folders(folders: Vec<PathBuf>) -> Self {
        let folders = folders.into_iter();
        Self {
            named: None,
            folders: folders
                .filter_map(|folder| std::path::absolute(folder).ok())
                .collect(),
        }
    }

    /// The programs with one of these names, the preferred first; all in the folder that the user names come before (PRG-4).
    pub fn all(&self, names: &[&str]) -> impl Iterator<Item = PathBuf> {
        let within = |folders: &[PathBuf]| -> Vec<PathBuf> {
            let of = |name| folders.iter().map(move |folder| folder.join(name));
            names.iter().flat_map(of).collect()
        };
        let places = [within(self.named.as_slice()), within(&self.folders)];
        let places = places.into_iter().flatten();
        places.filter(|place| is_program(place))
    }
}

fn is_program(place: &Path) -> bool {
    fs::metadata(place).is_ok_and(|there| there.is_file() && there.mode() & EXECUTE != 0)
}

/// The folder of programs that a build made by Cargo uses: `target` lies in the folder of the sources. Whoever could write there
/// could not change this program, so the folder must not belong to anybody else.
fn installed(program: &Path) -> Option<PathBuf> {
    let mut folder = program.parent()?;
    if folder.ends_with("deps") {
        folder = folder.parent()?;
    }
    let target = folder.parent()?;
    let tools = target.parent()?.join(INSTALLED);
    (target.join("CACHEDIR.TAG").is_file() && is_safe(&tools)).then_some(tools)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    fn program(place: &Path, mode: u32) {
        fs::create_dir_all(place.parent().expect("a folder")).expect("made");
        fs::write(place, "#!/bin/sh\n").expect("written");
        fs::set_permissions(place, Permissions::from_mode(mode)).expect("ours");
    }

    #[test]
    fn a_name_counts_more_than_a_folder_unless_the_user_names_the_folder() {
        let above = tempfile::tempdir().expect("a temporary folder");
        let [first, second] = ["first", "second"].map(|name| above.path().join(name));
        program(&first.join("b"), 0o755);
        program(&first.join("c"), 0o644);
        program(&second.join("a"), 0o755);
        program(&second.join("b"), 0o755);
        let mut search = Search::in_folders(vec![first.clone(), second.clone()]);
        let found = |search: &Search, names: &[&str]| search.all(names).collect::<Vec<_>>();
        let all = [second.join("a"), first.join("b"), second.join("b")];
        assert_eq!(found(&search, &["a", "b"]), all);
        assert_eq!(found(&search, &["b"]), all[1..]);
        // A file that nobody may execute is none.
        assert!(found(&search, &["c"]).is_empty());
        search.named = Some(first.clone());
        assert_eq!(
            found(&search, &["a", "b"])[..2],
            [first.join("b"), second.join("a")]
        );
    }

    #[test]
    fn an_installation_has_its_own_programs() {
        let above = tempfile::tempdir().expect("a temporary folder");
        let at = |place: &str| above.path().join(place);
        program(&at(".tools/bin/sta"), 0o755);
        program(&at("target/release/deps/test"), 0o755);
        assert_eq!(installed(&at("target/release/heddle")), None);
        fs::write(at("target/CACHEDIR.TAG"), "").expect("written");
        for program in ["target/release/heddle", "target/release/deps/test"] {
            assert_eq!(installed(&at(program)), Some(at(".tools/bin")));
        }
        let open = Permissions::from_mode(0o777);
        fs::set_permissions(at(".tools/bin"), open).expect("ours");
        assert_eq!(installed(&at("target/release/heddle")), None);
    }
}
