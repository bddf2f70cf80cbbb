//! Files that appear whole or not at all, and JSON read back from them.

use crate::Failure;
use heddle_system::input::RESULT;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// Writes a file.
pub fn write(path: &Path, text: &str) -> Result<(), Failure> {
    let written = heddle_system::whole(path, |file| file.write_all(text.as_bytes()));
    written.map_err(|error| Failure::path(path, error))
}

/// Writes a value as JSON.
pub fn write_json(path: &Path, value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).map_err(|error| Failure::path(path, error))?;
    write(path, &(text + "\n"))
}

/// Reads a value back; `None` if there is no such file.
pub fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, Failure> {
    let text = match heddle_system::input::read_text(path, RESULT) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        text => text.map_err(|error| Failure::path(path, error))?,
    };
    let value = serde_json::from_str(&text).map_err(|error| {
        Failure::input(
            format!("{}: no result of this version: {error}", path.display()),
            "remove the file; its stage will run again",
        )
    })?;
    Ok(Some(value))
}

/// Removes a file that may not be there.
pub fn remove(path: &Path) -> Result<(), Failure> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(Failure::path(path, error)),
        _ => Ok(()),
    }
}
