//! Digests of contents: SHA-256 as 64 hexadecimal digits.

use sha2::{Digest, Sha256};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// Bytes that are read at a time.
const BLOCK: usize = 1 << 16;

/// The digest of bytes.
pub fn digest(bytes: impl AsRef<[u8]>) -> String {
    hexadecimal(Sha256::new_with_prefix(bytes))
}

/// The digits of a hash.
pub(super) fn hexadecimal(hash: Sha256) -> String {
    hash.finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// The digest of a file's contents.
pub(super) fn of_file(path: &Path) -> io::Result<String> {
    // Reading a pipe would block.
    if !fs::symlink_metadata(path)?.is_file() {
        return Err(ErrorKind::InvalidData.into());
    }
    let mut file = File::open(path)?;
    let (mut hash, mut block) = (Sha256::new(), vec![0; BLOCK]);
    loop {
        match file.read(&mut block)? {
            0 => return Ok(hexadecimal(hash)),
            bytes => hash.update(&block[..bytes]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_the_digest_of_its_contents() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("abc");
        fs::write(&path, "abc").expect("written");
        // FIPS 180-2, appendix B.1.
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(digest("abc"), expected);
        assert_eq!(of_file(&path).expect("there"), expected);
        assert!(of_file(folder.path()).is_err());
    }
}
