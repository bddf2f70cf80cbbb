//! Files that are written whole or not at all.

use heddle_system::whole;
use std::io::{self, Write};
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
    whole(&file, contents).map_err(|error| format!("{}: {error}", file.display()))
}
