//! Files as arguments of tools.

use std::path::{Path, PathBuf};

/// The same file by a path that no tool takes for anything else: a path that begins with `@` would be a file of further arguments, one
/// that begins with `-` an option, and one that begins with `=` would lie in the folder of the system's headers.
pub(crate) fn plain(path: &Path) -> PathBuf {
    let first = path.as_os_str().as_encoded_bytes().first();
    match first {
        Some(b'@' | b'-' | b'=') => Path::new(".").join(path),
        _ => path.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::plain;
    use std::path::Path;

    #[test]
    fn no_path_is_a_file_of_arguments_or_an_option() {
        for (path, argument) in [
            ("@evil.rsp", "./@evil.rsp"),
            ("-o", "./-o"),
            ("=include", "./=include"),
            ("a/@b", "a/@b"),
            ("/@b", "/@b"),
            ("../-", "../-"),
        ] {
            assert_eq!(plain(Path::new(path)), Path::new(argument));
        }
    }
}
