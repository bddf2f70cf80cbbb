//! The name of a result.

use super::digest::hexadecimal;
use sha2::{Digest, Sha256};

/// Heddle's version, part of every key: what is in an entry differs from version to version, and none reads that of another (PRG-6).
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Hexadecimal digits of a hash in a name.
const DIGITS: usize = 32;

/// Everything that decides a result.
#[derive(Clone, Debug)]
pub struct Key {
    kind: &'static str,
    hash: Sha256,
}

impl Key {
    /// The key of a result of this kind, with which its name begins.
    pub fn new(kind: &'static str) -> Self {
        Self::of_version(kind, VERSION)
    }

    fn of_version(kind: &'static str, version: &str) -> Self {
        let hash = Sha256::new();
        Self { kind, hash }.with("version", version)
    }

    /// Adds a part with its label. Both are hashed with their lengths, so that "ab", "c" and "a", "bc" give different keys.
    #[must_use]
    pub fn with(mut self, label: &str, part: impl AsRef<[u8]>) -> Self {
        for bytes in [label.as_bytes(), part.as_ref()] {
            self.hash.update((bytes.len() as u64).to_le_bytes());
            self.hash.update(bytes);
        }
        self
    }

    /// Whether [`name`](Self::name) gives names of this form.
    pub(super) fn is_name(name: &str) -> bool {
        name.rsplit_once('-').is_some_and(|(_, hash)| {
            hash.len() == DIGITS && hash.bytes().all(|digit| digit.is_ascii_hexdigit())
        })
    }

    /// The kind and 128 bits of the hash in hexadecimal digits.
    pub fn name(&self) -> String {
        let hash = hexadecimal(self.hash.clone());
        format!("{}-{}", self.kind, &hash[..DIGITS])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_do_not_run_together() {
        let name = |parts: &[(&str, &str)]| {
            let key = Key::new("k");
            let add = |key: Key, (label, part): &(&str, &str)| key.with(label, part);
            parts.iter().fold(key, add).name()
        };
        let names = [
            name(&[]),
            name(&[("", "")]),
            name(&[("a", "ab"), ("a", "c")]),
            name(&[("a", "a"), ("a", "bc")]),
            name(&[("aa", "b"), ("a", "c")]),
            name(&[("a", "abac")]),
            Key::new("l").name(),
            Key::of_version("k", "an older one").name(),
        ];
        for (at, name) in names.iter().enumerate() {
            assert!(!names[..at].contains(name), "{at}: {name}");
        }
        assert_eq!(names[0].len(), "k-".len() + DIGITS);
        assert!(names.iter().all(|name| Key::is_name(name)));
        assert!(
            !["k", "k-1f", "photos-of-a-summer"]
                .iter()
                .any(|name| Key::is_name(name))
        );
    }
}
