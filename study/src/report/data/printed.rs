//! `printed.toml`: everything that a paper prints and that something here can be held against; and `uncompared.toml`: why some of it
//! is compared with no run (REP-16).

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The contents of `printed.toml`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct List {
    #[serde(default)]
    pub printed: Vec<Printed>,
}

/// Something that a paper prints.
#[derive(Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Printed {
    /// Name; that of a headline if one compares it.
    pub name: String,
    /// Location in the paper.
    pub place: String,
    /// What is printed, in a sentence.
    pub says: String,
    /// The text's words; none for cells of tables and for what follows from other rows.
    pub quote: Option<String>,
    /// The table of a cell.
    pub table: Option<String>,
    /// The row of a cell.
    pub row: Option<String>,
    /// The column of a cell.
    pub column: Option<String>,
    /// The number, if one is printed.
    pub value: Option<f64>,
    /// Unit of the number.
    #[serde(default)]
    pub unit: String,
    /// Whether the number follows from others that are printed.
    #[serde(default)]
    pub implied: bool,
}

/// The contents of `uncompared.toml`.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reasons {
    #[serde(default)]
    uncompared: Vec<Uncompared>,
}

/// Rows of the list that no run is compared with.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Uncompared {
    /// Names of the rows.
    rows: Vec<String>,
    /// Where Heddle has them, or why it has not.
    why: String,
}

impl Reasons {
    /// The reasons by row.
    pub fn by_row(self) -> BTreeMap<String, String> {
        let all = self.uncompared.into_iter();
        let rows = all.flat_map(|Uncompared { rows, why }| {
            let rows = rows.into_iter();
            rows.map(move |row| (row, why.clone()))
        });
        rows.collect()
    }
}
