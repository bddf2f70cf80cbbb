//! Files that appear whole or not at all, with the permissions that the user gives to new files.
//!
//! A file or folder that is not complete yet is a draft ([`DraftFile`], [`DraftFolder`]). [`whole`] writes one file through a
//! draft, [`write()`] files of a folder together. What a killed process left is removed or put back by the next one ([`sweep`]). [`Home`] says where the folders lie that
//! each user has.

mod claim;
mod draft;
mod folder;
mod home;
mod moves;
mod owner;
mod place;
mod whole;

pub use claim::Claim;
pub(crate) use draft::end;
pub use draft::{DraftFile, DraftFolder, sweep};
pub use folder::{Unwritable, write};
pub use home::{Home, remove_if_empty};
pub use place::{check, folder_of, place};
pub use whole::{Appearing, whole};
