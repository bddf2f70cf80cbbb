//! Files that are written whole or not at all.

use std::io::{self, BufWriter, Write};
use std::path::Path;

/// Writes a file in a folder.
///
/// # Errors
/// Which file cannot be written, and why.
pub fn write(
    folder: &Path,
    name: &str,
    contents: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), String> {
    let file = folder.join(name);
    let written = || {
        let mut draft = BufWriter::new(tempfile::NamedTempFile::new_in(folder)?);
        contents(&mut draft)?;
        let draft = draft.into_inner().map_err(io::IntoInnerError::into_error)?;
        draft.persist(&file).map_err(|error| error.error)
    };
    let written = written().map(drop);
    written.map_err(|error| format!("{}: {error}", file.display()))
}
