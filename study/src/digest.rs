//! Digests that name contents: SHA-256 as 64 hexadecimal digits.

use serde_json::Value;
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// The digest of bytes.
pub fn of_bytes(bytes: &[u8]) -> String {
    let mut text = String::new();
    for byte in Sha256::digest(bytes) {
        write!(text, "{byte:02x}").expect("strings can be written to");
    }
    text
}

/// The digest of a value's text. Keys are sorted, so equal values have equal digests.
pub fn of_value(value: &Value) -> String {
    of_bytes(value.to_string().as_bytes())
}
