//! Results on disk.

use super::{Cell, CellResult};
use crate::digest;
use crate::failure::Failure;
use crate::output;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A folder of results, a file each: `NAME.json` of [`Cell::name`], written whole or not at all.
///
/// A file holds what the cell is, what it came to, and a digest of both. One that is damaged, or is
/// about another cell, counts as missing.
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// The folder `cells` of a folder; it is made with the first result.
    ///
    /// # Errors
    /// The folder cannot be written to.
    pub fn new(folder: &Path) -> Result<Store, Failure> {
        let folder = folder.join("cells");
        output::check(&folder)?;
        Ok(Store { folder })
    }

    /// What the cell came to when it was simulated before.
    pub fn read(&self, cell: &Cell) -> Option<CellResult> {
        let text = std::fs::read(self.folder.join(file_name(cell))).ok()?;
        let mut file: Value = serde_json::from_slice(&text).ok()?;
        let sealed = seal(file.get("cell")?, file.get("result")?);
        let intact = file["sha256"] == sealed && file["cell"] == cell.identity();
        intact
            .then(|| CellResult::from_json(file["result"].take()))
            .flatten()
    }

    /// Keeps what a cell came to.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, cell: &Cell, result: &CellResult) -> Result<(), Failure> {
        let (identity, result) = (cell.identity(), result.as_json());
        let sha256 = seal(&identity, &result);
        let file = json!({ "cell": identity, "result": result, "sha256": sha256 });
        let text = format!("{file}\n");
        output::files(&self.folder, [(file_name(cell).as_str(), text.as_bytes())])
    }
}

fn file_name(cell: &Cell) -> String {
    format!("{}.json", cell.name())
}

fn seal(cell: &Value, result: &Value) -> String {
    digest::of_value(&json!([cell, result]))
}
