//! Lists of kernels: `kernelslist.g`.

use crate::lines::Lines;
use crate::{Reason, TraceError};
use std::path::{Path, PathBuf};

/// Endings of traces; what has one is no list.
const TRACES: [&str; 4] = [".traceg", ".trace", ".traceg.xz", ".traceg.zst"];

/// The traces that a path stands for: itself, or, if it is a list of kernels, those of the list, which lie
/// beside it. Lines of a list that copy memory name no trace.
///
/// # Errors
/// [`TraceError`] if the list cannot be read or leads to another one.
pub fn trace_files(path: &Path) -> Result<Vec<PathBuf>, TraceError> {
    if !is_list(path) {
        return Ok(vec![path.into()]);
    }
    let error = |line, reason| TraceError {
        file: path.into(),
        line,
        reason,
    };
    let mut lines = Lines::open(path).map_err(|reason| error(None, reason.into()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut files = Vec::new();
    loop {
        let line = match lines.next() {
            Ok(None) => break,
            Ok(Some(line)) => String::from_utf8_lossy(line).into_owned(),
            Err(reason) => return Err(error(Some(lines.number()), reason)),
        };
        if line.is_empty() || line.starts_with("Memcpy") || line.starts_with('#') {
            continue;
        }
        let file = folder.join(line);
        if is_list(&file) {
            return Err(error(Some(lines.number()), Reason::Nested));
        }
        files.push(file);
    }
    if files.is_empty() {
        return Err(error(None, Reason::Empty));
    }
    Ok(files)
}

/// Whether a path is a list of kernels, by its name.
fn is_list(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy());
    name.is_some_and(|name| {
        name.starts_with("kernelslist") && !TRACES.iter().any(|ending| name.ends_with(ending))
    })
}
