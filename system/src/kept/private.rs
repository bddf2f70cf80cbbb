//! A folder that only its user can write to (USR-3): the process loads and executes what lies in the cache.

use super::CacheError;
use nix::unistd::geteuid;
use std::fs::{self, DirBuilder, Metadata};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::Path;

/// All permissions for the user, none for others.
const PRIVATE: u32 = 0o700;
/// Write permissions of the group and of others.
const OTHERS_WRITE: u32 = 0o022;
/// All permissions of the group and of others.
const OTHERS: u32 = 0o077;
/// The permission bits of a file mode.
const PERMISSIONS: u32 = 0o777;

/// Makes a private folder if none exists.
///
/// # Errors
/// The folder belongs to another user, or others could write to it: its contents may be theirs. Or others may read it: somebody
/// made it for another purpose, so its permissions are not ours to change.
pub(super) fn folder(path: &Path) -> Result<(), CacheError> {
    let made = DirBuilder::new().recursive(true).mode(PRIVATE).create(path);
    made.map_err(CacheError::unwritable(path))?;
    let there = fs::metadata(path).map_err(CacheError::unwritable(path))?;
    trusted(path, &there, geteuid().as_raw())
}

/// An error unless the folder belongs to this user and is private.
fn trusted(path: &Path, there: &Metadata, user: u32) -> Result<(), CacheError> {
    let path = || path.to_owned();
    if there.uid() != user {
        let (path, owner) = (path(), there.uid());
        return Err(CacheError::OfAnother { path, owner, user });
    }
    let mode = there.mode() & PERMISSIONS;
    match (mode & OTHERS_WRITE, mode & OTHERS) {
        (0, 0) => Ok(()),
        (0, _) => Err(CacheError::NotPrivate { path: path(), mode }),
        _ => Err(CacheError::Open { path: path(), mode }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("it is there").mode() & PERMISSIONS
    }

    #[test]
    fn a_new_folder_is_private() {
        let above = tempfile::tempdir().expect("a temporary folder");
        let path = above.path().join("new");
        folder(&path).expect("made");
        assert_eq!(mode(&path), PRIVATE);
        folder(&path).expect("ours");
    }

    #[test]
    fn permissions_of_a_folder_are_not_changed() {
        let path = tempfile::tempdir().expect("a temporary folder");
        let path = path.path();
        fs::set_permissions(path, Permissions::from_mode(0o755)).expect("it is ours");
        let error = folder(path).expect_err("others may read it");
        assert!(error.to_string().contains("0755"), "{error}");
        let remedy = format!("chmod 700 {}", path.display());
        assert!(error.remedy().contains(&remedy), "{}", error.remedy());
        assert_eq!(mode(path), 0o755);
    }

    #[test]
    fn a_folder_that_others_can_write_to_is_refused() {
        for open in [0o777, 0o1777, 0o770, 0o702] {
            let path = tempfile::tempdir().expect("a temporary folder");
            let mode = Permissions::from_mode(open);
            fs::set_permissions(&path, mode).expect("it is ours");
            let error = folder(path.path()).expect_err("others can write there");
            assert!(matches!(error, CacheError::Open { .. }), "{error}");
            assert!(
                error.to_string().contains(&format!("{open:04o}")[1..]),
                "{error}"
            );
            assert!(error.remedy().contains("HEDDLE_CACHE"));
            assert!(!error.remedy().contains("delete"), "{}", error.remedy());
        }
    }

    #[test]
    fn a_folder_of_somebody_else_is_refused() {
        let path = tempfile::tempdir().expect("a temporary folder");
        let private = Permissions::from_mode(PRIVATE);
        fs::set_permissions(&path, private).expect("it is ours");
        let there = fs::metadata(&path).expect("it is there");
        let error = trusted(path.path(), &there, there.uid() + 1).expect_err("another user");
        let (user, owner) = (there.uid() + 1, there.uid());
        assert!(
            error.to_string().contains(&format!("user {owner}")),
            "{error}"
        );
        assert!(
            error.to_string().contains(&format!("user {user}")),
            "{error}"
        );
        trusted(path.path(), &there, owner).expect("ours");
    }
}
