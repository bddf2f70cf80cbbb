//! Results in JSON files.
//!
//! A file has an object and, under one more name, the digest of the object. Whoever reads it checks that it is about the same key.

use super::digest;
use crate::input::{self, RESULT};
use serde_json::{Map, Value};
use std::io;
use std::path::Path;

/// Name of the digest in the object.
const SEAL: &str = "sha256";

/// Writes a result, which appears whole or not at all.
///
/// # Errors
/// The system's.
pub fn write(path: &Path, result: Map<String, Value>) -> io::Result<()> {
    let text = sealed(result);
    crate::whole(path, |file| file.write_all(text.as_bytes()))
}

/// A result as it was written. A file that is damaged, or that is no result of this version, counts as missing.
pub fn read(path: &Path) -> Option<Map<String, Value>> {
    let text = input::read(path, RESULT).ok()?;
    let mut result: Map<String, Value> = serde_json::from_slice(&text).ok()?;
    let seal = result.remove(SEAL)?;
    (seal == seal_of(&result)).then_some(result)
}

/// The text of the file of a result.
pub fn sealed(mut result: Map<String, Value>) -> String {
    let seal = seal_of(&result);
    result.insert(SEAL.to_owned(), seal.into());
    format!("{:#}\n", Value::Object(result))
}

fn seal_of(result: &Map<String, Value>) -> String {
    // Names are in alphabetical order.
    digest(serde_json::to_vec(result).expect("an object of JSON"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn result() -> Map<String, Value> {
        let text = r#"{"run": {"name": "bfs"}, "result": [1.25, null, "text"]}"#;
        serde_json::from_str(text).expect("an object")
    }

    #[test]
    fn a_result_is_read_as_it_was_written() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("result.json");
        assert_eq!(read(&path), None);
        write(&path, result()).expect("written");
        assert_eq!(read(&path), Some(result()));
        let people: Value = serde_json::from_slice(&fs::read(&path).expect("there")).expect("JSON");
        assert_eq!(people["run"]["name"], "bfs");
    }

    #[test]
    fn a_damaged_result_is_none() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("result.json");
        let text = sealed(result());
        let damages = [
            text.replace("1.25", "1.5"),
            text.replace("bfs", "dfs"),
            text.replace("sha256", "sha265"),
            text[..text.len() - 3].to_owned(),
            r#"{"run": 1}"#.to_owned(),
            String::new(),
        ];
        for damaged in damages {
            fs::write(&path, &damaged).expect("written");
            assert_eq!(read(&path), None, "{damaged}");
        }
        fs::write(&path, text).expect("written");
        assert!(read(&path).is_some());
    }
}
