//! Lists of kernels, such as `kernelslist.g`; the contents of a file distinguish lists from traces.

use crate::lines::Lines;
use crate::{Reason, TraceError};
use std::path::{Path, PathBuf};

/// Endings of the names of traces.
const TRACES: [&str; 4] = [".traceg", ".trace", ".traceg.xz", ".traceg.zst"];

/// The most traces of a list. An application has a trace for each launch.
const MOST_TRACES: usize = 1 << 20;

/// The most lines of a list, with comments and copies of memory.
const MOST_LINES: u64 = 1 << 22;

/// Starts the lines of a list that copy memory.
const COPY: &str = "Memcpy";

/// The traces that a path stands for: the path itself, or, if it is a list of kernels, the traces named by the list, which lie in
/// the same directory. Lines of a list that copy memory name no trace.
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
            Ok(Some(line)) => String::from_utf8_lossy(line.text).into_owned(),
            Err(reason) => return Err(error(Some(lines.number()), reason)),
        };
        if lines.number() > MOST_LINES {
            return Err(error(Some(lines.number()), Reason::Nothing(MOST_LINES)));
        }
        if line.is_empty() || line.starts_with(COPY) || line.starts_with('#') {
            continue;
        }
        let file = folder.join(line);
        if is_list(&file)? {
            return Err(error(Some(lines.number()), Reason::Nested));
        }
        if files.len() == MOST_TRACES {
            return Err(error(Some(lines.number()), Reason::Traces(MOST_TRACES)));
        }
        files.push(file);
    }
    if files.is_empty() {
        return Err(error(None, Reason::Empty));
    }
    Ok(files)
}

/// Whether a path is a list of kernels. The first line that is not empty or a comment decides: in a list it copies memory or
/// names a trace. For a file that cannot be read twice, the name decides.
///
/// # Errors
/// [`TraceError`] if the file exists and cannot be read.
fn is_list(path: &Path) -> Result<bool, TraceError> {
    if !path.is_file() {
        return Ok(has_name_of_list(path));
    }
    let error = |line, reason| wrong(path, line, reason);
    let mut lines = Lines::open(path).map_err(|reason| error(None, reason.into()))?;
    loop {
        let line = match lines.next() {
            Ok(None) => return Ok(has_name_of_list(path)),
            Ok(Some(line)) => String::from_utf8_lossy(line.text).into_owned(),
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

/// Whether a line belongs to a list of kernels: it copies memory or names a file, which a record of a trace does not.
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
