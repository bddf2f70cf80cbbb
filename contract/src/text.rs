//! Reading the files that people write.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The largest file, in bytes, that is accepted as written by hand.
const MAX_BYTES: u64 = 16 << 20;

/// The text of a configuration or launch file. A file that is too large, or has no end, is
/// refused before it fills memory.
///
/// # Errors
/// Errors of the operating system; [`io::ErrorKind::InvalidData`] if the file is not text of at most 16 MiB.
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
