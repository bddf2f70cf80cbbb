//! What commands print and write.

use crate::failure::Failure;
use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// Prints a value as JSON on standard output.
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).expect("reports have string keys");
    line(&text)
}

/// Prints a line.
pub fn line(text: &str) -> Result<(), Failure> {
    self::text(&format!("{text}\n"))
}

/// Prints text as it is; a closed pipe is the reader's choice and no failure.
pub fn text(text: &str) -> Result<(), Failure> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(Failure::ran(format!("standard output: {error}")))
        }
        _ => Ok(()),
    }
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

/// Makes a folder and its parents.
pub fn folder(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path).map_err(|error| unwritable(path, &error))
}

/// Writes a file whole or not at all.
pub fn file(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let write = || -> std::io::Result<()> {
        let parent = path
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty());
        let mut builder = tempfile::Builder::new();
        permissions(&mut builder);
        let mut file = builder.tempfile_in(parent.unwrap_or(Path::new(".")))?;
        file.write_all(bytes)?;
        file.persist(path)?;
        Ok(())
    };
    write().map_err(|error| unwritable(path, &error))
}

/// Temporary files are private by default; what the user asked for is an ordinary file.
#[cfg(unix)]
fn permissions(builder: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(std::fs::Permissions::from_mode(0o644));
}

#[cfg(not(unix))]
fn permissions(_: &mut tempfile::Builder<'_, '_>) {}

fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    let remedy = "choose a folder you can write to, with space left";
    Failure::input_with(
        format!("{}: cannot be written: {error}", path.display()),
        remedy,
    )
}
