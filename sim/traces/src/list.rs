//! Lists of kernels, such as `kernelslist.g`; what a file holds tells them from traces.

use crate::lines::Lines;
use crate::{Reason, TraceError};
use std::path::{Path, PathBuf};

/// Endings of the names of traces.
const TRACES: [&str; 4] = [".traceg", ".trace", ".traceg.xz", ".traceg.zst"];

/// Begins a line of a list that copies memory.
const COPY: &str = "Memcpy";

/// The traces that a path stands for: itself, or, if it is a list of kernels, those of the list, which lie
/// beside it. Lines of a list that copy memory name no trace.
///
/// # Errors
/// [`TraceError`] if the list cannot be read or leads to another one.
pub fn trace_files(path: &Path) -> Result<Vec<PathBuf>, TraceError> {
    if !is_list(path)? {
        return Ok(vec![path.into()]);
    }
    let error = |line, reason| wrong(path, line, reason);
    let mut lines = Lines::open(path).map_err(|reason| error(None, reason.into()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut files = Vec::new();
    loop {
        let line = match lines.next() {
            Ok(None) => break,
            Ok(Some(line)) => String::from_utf8_lossy(line).into_owned(),
            Err(reason) => return Err(error(Some(lines.number()), reason)),
        };
        if line.is_empty() || line.starts_with(COPY) || line.starts_with('#') {
            continue;
        }
        let file = folder.join(line);
        if is_list(&file)? {
            return Err(error(Some(lines.number()), Reason::Nested));
        }
        files.push(file);
    }
    if files.is_empty() {
        return Err(error(None, Reason::Empty));
    }
    Ok(files)
}

/// Whether a path is a list of kernels. Its first line that says anything tells: it copies memory, or names
/// a trace. A file that cannot be read twice is told by its name.
///
/// # Errors
/// [`TraceError`] if the file is there and cannot be read.
fn is_list(path: &Path) -> Result<bool, TraceError> {
    if !path.is_file() {
        return Ok(has_name_of_list(path));
    }
    let error = |line, reason| wrong(path, line, reason);
    let mut lines = Lines::open(path).map_err(|reason| error(None, reason.into()))?;
    loop {
        let line = match lines.next() {
            Ok(None) => return Ok(has_name_of_list(path)),
            Ok(Some(line)) => String::from_utf8_lossy(line).into_owned(),
            Err(reason) => return Err(error(Some(lines.number()), reason)),
        };
        match line.as_str() {
            "#BEGIN_TB" => return Ok(false),
            comment if comment.is_empty() || comment.starts_with('#') => {}
            line if line.starts_with('-') => return Ok(false),
            line => return Ok(is_entry(path, line)),
        }
    }
}

fn wrong(file: &Path, line: Option<u64>, reason: Reason) -> TraceError {
    TraceError {
        file: file.into(),
        line,
        reason,
    }
}

/// Whether a line of a file is one of a list of kernels: a record of a trace is no name of a file.
fn is_entry(list: &Path, line: &str) -> bool {
    let named = list.parent().unwrap_or(Path::new("")).join(line);
    line.starts_with(COPY) || TRACES.iter().any(|ending| line.ends_with(ending)) || named.is_file()
}

fn has_name_of_list(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy());
    name.is_some_and(|name| {
        name.starts_with("kernelslist") && !TRACES.iter().any(|ending| name.ends_with(ending))
    })
}
