//! Tables of mechanisms, as a recording names them.

use heddle_sim as sim;
use serde::{Deserialize, Serialize};

/// A table that a mechanism keeps.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// What it is, for people.
    pub title: String,
    /// `warp` if each warp of a core has one, `core` if the core has one.
    pub of: String,
    /// Its columns.
    pub columns: Vec<Column>,
}

/// A column of a table.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Column {
    /// Its name.
    pub name: String,
    /// What its numbers are: `pc`, `mask`, `number` or `flag`.
    pub kind: String,
}

impl From<&sim::Table> for Table {
    fn from(table: &sim::Table) -> Table {
        let of = match table.owner {
            sim::Owner::Warp => "warp",
            sim::Owner::Core => "core",
        };
        Table {
            name: table.name.into(),
            title: table.title.into(),
            of: of.into(),
            columns: table.columns.iter().map(Column::from).collect(),
        }
    }
}

impl From<&(&str, sim::Column)> for Column {
    fn from((name, column): &(&str, sim::Column)) -> Column {
        let kind = match column {
            sim::Column::Pc => "pc",
            sim::Column::Mask => "mask",
            sim::Column::Number => "number",
            sim::Column::Flag => "flag",
        };
        Column {
            name: (*name).into(),
            kind: kind.into(),
        }
    }
}
