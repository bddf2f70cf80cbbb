//! What a person should hear of.

use std::io::{Write, stderr};

/// Writes a line on standard error, if there is one.
pub fn say(what: &str) {
    let _ = writeln!(stderr(), "heddle: {what}");
}
