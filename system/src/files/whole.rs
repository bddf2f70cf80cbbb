//! A file that appears whole or not at all.

use super::draft::DraftFile;
use super::place::folder_of;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file as a stream.
///
/// # Errors
/// The system's, and those of `contents`. The file is then as it was.
pub fn whole(
    place: &Path,
    contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let draft = DraftFile::within(folder_of(place), "")?;
    let mut draft = BufWriter::new(draft);
    contents(&mut draft)?;
    let draft = draft.into_inner().map_err(io::IntoInnerError::into_error)?;
    draft.rename(place)
}
