//! Messages to the user.

use std::io::{Write, stderr};

/// Writes a line to standard error; ignores a failure to write it.
pub fn say(what: &str) {
    let _ = writeln!(stderr(), "heddle: {what}");
}
