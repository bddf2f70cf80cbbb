//! A folder that only its user can write to: the process loads and executes what lies in the cache.

use super::CacheError;
use nix::unistd::geteuid;
use std::fs::{self, DirBuilder, Metadata, Permissions};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::Path;

/// All permissions for the user, none for others.
const PRIVATE: u32 = 0o700;
/// Write permissions of the group and of others.
const OTHERS_WRITE: u32 = 0o022;
/// The permission bits of a file mode.
const PERMISSIONS: u32 = 0o777;

/// Makes a folder if it does not exist, and makes it private.
///
/// # Errors
/// The folder belongs to another user, or others could write to it: its contents may be theirs.
pub(super) fn folder(path: &Path) -> Result<(), CacheError> {
    let made = DirBuilder::new().recursive(true).mode(PRIVATE).create(path);
    made.map_err(CacheError::unwritable(path))?;
    let there = fs::metadata(path).map_err(CacheError::unwritable(path))?;
    trusted(path, &there, geteuid().as_raw())?;
    if there.mode() & PERMISSIONS != PRIVATE {
        let private = Permissions::from_mode(PRIVATE);
        fs::set_permissions(path, private).map_err(CacheError::unwritable(path))?;
    }
    Ok(())
}

/// An error unless the folder belongs to this user and nobody else could write to it.
fn trusted(path: &Path, there: &Metadata, user: u32) -> Result<(), CacheError> {
    let path = || path.to_owned();
    if there.uid() != user {
        let (path, owner) = (path(), there.uid());
        return Err(CacheError::OfAnother { path, owner, user });
    }
    match there.mode() & OTHERS_WRITE {
        0 => Ok(()),
        _ => Err(CacheError::Open { path: path() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).expect("it is there").mode() & PERMISSIONS
    }

    #[test]
    fn a_folder_is_made_private() {
        let above = tempfile::tempdir().expect("a temporary folder");
        let path = above.path().join("new");
        folder(&path).expect("made");
        assert_eq!(mode(&path), PRIVATE);
        // Others may have read the folder, but its contents are still ours.
        fs::set_permissions(&path, Permissions::from_mode(0o755)).expect("it is ours");
        folder(&path).expect("ours");
        assert_eq!(mode(&path), PRIVATE);
    }

    #[test]
    fn a_folder_that_others_can_write_to_is_refused() {
        for open in [0o777, 0o1777, 0o770, 0o702] {
            let path = tempfile::tempdir().expect("a temporary folder");
            let mode = Permissions::from_mode(open);
            fs::set_permissions(&path, mode).expect("it is ours");
            let error = folder(path.path()).expect_err("others can write there");
            assert!(matches!(error, CacheError::Open { .. }), "{error}");
            assert!(error.remedy().contains("HEDDLE_CACHE"));
        }
    }

    #[test]
    fn a_folder_of_somebody_else_is_refused() {
        let path = tempfile::tempdir().expect("a temporary folder");
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
