//! Where commands write comma-separated values.

use crate::cli::{Csv, Global};
use crate::failure::Failure;
use std::path::PathBuf;

/// The file for CSV. Standard output has room for one form of the results.
pub fn file(global: &Global, csv: Csv<'_>) -> Result<Option<PathBuf>, Failure> {
    match csv {
        Csv::Stdout if global.json => Err(Failure::input_with(
            "--csv - and --json both go to standard output",
            "name a file for the CSV, or leave one of them out",
        )),
        Csv::File(path) => Ok(Some(path.into())),
        Csv::Stdout | Csv::Nowhere => Ok(None),
    }
}
