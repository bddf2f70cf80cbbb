//! Reading the files that people write.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The largest file that somebody may have written by hand.
const MAX_BYTES: u64 = 16 << 20;

/// The text of a configuration or launch file. What is too large to be one, or has no end, is
/// refused before it fills memory.
///
/// # Errors
/// Those of the system; [`io::ErrorKind::InvalidData`] for what is no text of at most 16 MiB.
pub fn read_text(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?
        .take(MAX_BYTES + 1)
        .read_to_string(&mut text)?;
    if text.len() as u64 > MAX_BYTES {
        let what = "more than 16 MiB, which nobody writes by hand";
        return Err(io::Error::new(io::ErrorKind::InvalidData, what));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::read_text;
    use std::path::Path;

    #[test]
    fn files_without_end_are_refused() {
        let error = read_text(Path::new("/dev/zero")).unwrap_err();
        assert!(error.to_string().contains("16 MiB"), "{error}");
    }
}
