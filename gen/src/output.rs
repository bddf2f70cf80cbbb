//! What commands print and write.

mod folder;
mod planned;

pub use folder::write as files;
pub use planned::Planned;

use crate::failure::Failure;
use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};
use serde::Serialize;
use std::borrow::Cow;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;

/// Prints a value as JSON on standard output.
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).expect("reports have string keys");
    bytes(format!("{text}\n").as_bytes())
}

/// Prints a line.
pub fn line(text: &str) -> Result<(), Failure> {
    self::text(&format!("{text}\n"))
}

/// Prints text for people: what terminals would act upon is shown instead.
pub fn text(text: &str) -> Result<(), Failure> {
    bytes(printable(text).as_bytes())
}

/// Prints bytes as they are, all of them; a closed pipe is the reader's choice and no failure.
pub fn bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(unprintable(&error)),
        _ => Ok(()),
    }
}

/// The failure of standard output.
pub fn unprintable(error: &io::Error) -> Failure {
    Failure::input_with(
        format!("standard output cannot be written: {error}"),
        "send it where there is space",
    )
    .code("heddle::output")
}

/// Text without control characters, which come with names in files: their codes are shown. Lines and tabs stay.
pub fn printable(text: &str) -> Cow<'_, str> {
    let acts = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if !text.contains(acts) {
        return Cow::Borrowed(text);
    }
    let shown = text.chars().map(|c| match acts(c) {
        true => c.escape_unicode().to_string(),
        false => c.into(),
    });
    Cow::Owned(shown.collect())
}

/// Tells people something on standard error. Where that cannot be written, nobody wants to know.
pub fn note(text: &str) {
    note_bytes(format!("{text}\n").as_bytes());
}

/// The same with bytes as they are.
pub fn note_bytes(bytes: &[u8]) {
    let _ = io::stderr().write_all(bytes);
}

/// A rule below the heading, nothing else.
const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// A plain table with this heading; columns named in `right` are right-aligned.
pub fn table(heading: &[&str], right: &[usize]) -> Table {
    let mut table = Table::new();
    table.load_style(STYLE).set_header(heading.to_vec());
    for column in right {
        if let Some(column) = table.column_mut(*column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

/// Writes one file as it comes: it appears when it is whole. A link stays, and what it leads to is written.
pub fn stream(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let mut builder = tempfile::Builder::new();
    permissions(&mut builder);
    let place = planned::place(path);
    let whole = || {
        let folder = folder_of(&place);
        std::fs::create_dir_all(folder)?;
        let mut draft = BufWriter::new(builder.tempfile_in(folder)?);
        write(&mut draft)?;
        let draft = draft.into_inner().map_err(io::IntoInnerError::into_error)?;
        draft.persist(&place).map_err(|error| error.error)
    };
    whole().map(drop).map_err(|error| unwritable(path, &error))
}

/// The folder that a file of this path lies in.
pub fn folder_of(path: &Path) -> &Path {
    let parent = path
        .parent()
        .filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

/// Finds out whether files can be written into a folder before long work makes them.
pub fn check(folder: &Path) -> Result<(), Failure> {
    let there = folder.ancestors().find(|part| part.exists());
    let there = there.filter(|part| !part.as_os_str().is_empty());
    let probe = tempfile::tempfile_in(there.unwrap_or(Path::new(".")));
    probe.map(drop).map_err(|error| unwritable(folder, &error))
}

/// Temporary files are private by default; what the user asked for is an ordinary file.
#[cfg(unix)]
fn permissions(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(std::fs::Permissions::from_mode(0o644));
}

#[cfg(not(unix))]
fn permissions(_: &mut tempfile::Builder<'_, '_>) {}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let error = match error.kind() {
        ErrorKind::AlreadyExists => "it is no folder".into(),
        _ => error.to_string(),
    };
    let remedy = "choose a folder that you can write to, with space left";
    Failure::input_with(
        format!("{}: cannot be written: {error}", path.display()),
        remedy,
    )
    .code("heddle::output")
}
