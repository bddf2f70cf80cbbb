//! Heddle's folders in the user's home.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// A folder of Heddle's that each user has.
#[derive(Clone, Copy, Debug)]
pub struct Home {
    /// The variable that names the folder itself.
    own: &'static str,
    /// The variable that names the folder of all programs, in which it is `heddle`.
    shared: &'static str,
    /// Its place in the home folder if neither is set.
    below: &'static str,
}

impl Home {
    /// What can be made again at any time.
    pub const CACHE: Self = Self {
        own: "HEDDLE_CACHE",
        shared: "XDG_CACHE_HOME",
        below: ".cache/heddle",
    };
    /// What was installed for the user.
    pub const DATA: Self = Self {
        own: "HEDDLE_DATA",
        shared: "XDG_DATA_HOME",
        below: ".local/share/heddle",
    };

    /// The folder, which need not exist; `None` if no variable says where.
    pub fn folder(self) -> Option<PathBuf> {
        self.by(|name| env::var_os(name))
    }

    fn by(self, variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
        let folder = |name| {
            let value = variable(name).filter(|value| !value.is_empty());
            value.map(PathBuf::from)
        };
        folder(self.own)
            .or_else(|| Some(folder(self.shared)?.join("heddle")))
            .or_else(|| Some(folder("HOME")?.join(self.below)))
    }
}

/// Removes a folder if it is empty, and then those above it that are, up to the home folder: they were made for it.
pub fn remove_if_empty(folder: &Path) {
    let home = env::var_os("HOME").map(PathBuf::from);
    let made = folder.ancestors().enumerate().take_while(|(above, part)| {
        let inside = |home: &PathBuf| part.starts_with(home) && part != home;
        *above == 0 || home.as_ref().is_some_and(inside)
    });
    for (_, part) in made {
        if fs::remove_dir(part).is_err() {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_is_set_decides() {
        let folder = |home: Home, set: &[(&str, &str)]| {
            let value = |name: &str| set.iter().find(|(known, _)| *known == name);
            home.by(|name| value(name).map(|(_, value)| value.into()))
        };
        let home = ("HOME", "/home/me");
        let check = |of: Home, set: &[_], path: &str| {
            let found = folder(of, set).expect("a folder");
            // Compared as text: paths are equal with a slash at the end and without.
            assert_eq!(found.to_str(), Some(path));
        };
        let xdg = ("XDG_CACHE_HOME", "/xdg");
        check(Home::CACHE, &[home, xdg, ("HEDDLE_CACHE", "/own")], "/own");
        check(
            Home::CACHE,
            &[home, xdg, ("HEDDLE_CACHE", "")],
            "/xdg/heddle",
        );
        check(Home::CACHE, &[home], "/home/me/.cache/heddle");
        check(Home::DATA, &[home, xdg], "/home/me/.local/share/heddle");
        assert_eq!(folder(Home::CACHE, &[]), None);
    }
}
