//! Printing and writing for all commands.

mod place;
mod planned;

pub use place::unwritable;
pub use planned::Planned;

use crate::console::printable;
use crate::failure::Failure;
use comfy_table::{CellAlignment, LineStyle, Table, TableStyle};
use heddle_system::files::{self, folder_of, whole};
use serde::Serialize;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// Writes files into a folder, all of them or none.
pub fn files<'a>(
    folder: &Path,
    files: impl IntoIterator<Item = (&'a str, &'a [u8])>,
) -> Result<(), Failure> {
    Ok(files::write(folder, files)?)
}

/// Prints a value as JSON on standard output.
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value).expect("reports have string keys");
    bytes(format!("{text}\n").as_bytes())
}

/// Prints a line.
pub fn line(text: &str) -> Result<(), Failure> {
    self::text(&format!("{text}\n"))
}

/// Prints text for people; characters that act on a terminal are replaced.
pub fn text(text: &str) -> Result<(), Failure> {
    bytes(printable(text).as_bytes())
}

/// Prints bytes unchanged. A closed pipe is the reader's choice and no failure.
pub fn bytes(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(unprintable(&error)),
        _ => Ok(()),
    }
}

/// The failure when standard output cannot be written.
pub fn unprintable(error: &io::Error) -> Failure {
    Failure::input_with(
        format!("standard output cannot be written: {error}"),
        "send it where there is space",
    )
    .code("heddle::output")
}

/// A table style with a rule below the heading and no other lines.
const STYLE: TableStyle =
    TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─'));

/// A plain table with this heading; columns with an index in `right` are right-aligned.
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

/// Writes one file as a stream. The file appears when it is complete. A link stays, and its target is written.
pub fn stream(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<(), Failure> {
    let place = files::place(path);
    let written = std::fs::create_dir_all(folder_of(&place)).and_then(|()| whole(&place, write));
    written.map_err(|error| unwritable(path, &error))
}
