//! The table of corners that a unit's test, in all its configurations, writes to its output.

use heddle_cosim::unit_mode::Hits;
use std::fmt::{self, Display};
use std::io::Write;

/// Corners of a unit: a row for each corner, a column for each configuration.
pub struct Table {
    unit: &'static str,
    rows: Vec<Row>,
    columns: usize,
}

struct Row {
    corner: &'static str,
    /// `None` where the configuration has no such corner.
    hits: Vec<Option<u64>>,
}

impl Table {
    /// An empty table for a unit.
    pub fn new(unit: &'static str) -> Self {
        Self {
            unit,
            rows: Vec::new(),
            columns: 0,
        }
    }

    /// Adds a configuration.
    pub fn add(&mut self, hits: &[Hits]) {
        for Hits { corner, hits } in hits {
            let known = self.rows.iter().position(|row| row.corner == *corner);
            let at = known.unwrap_or_else(|| {
                let hits = Vec::new();
                self.rows.push(Row { corner, hits });
                self.rows.len() - 1
            });
            let cells = &mut self.rows[at].hits;
            cells.resize(self.columns, None);
            cells.push(Some(*hits));
        }
        self.columns += 1;
        for row in &mut self.rows {
            row.hits.resize(self.columns, None);
        }
    }

    /// Prints the table to the real output: the test harness would hide it when the test passes.
    ///
    /// # Panics
    /// If a corner was missed.
    pub fn finish(self) {
        let shown = std::io::stdout().write_all(self.to_string().as_bytes());
        shown.expect("standard output can be written");
        let missed = self.missed();
        assert!(missed.is_empty(), "{}: never: {missed:#?}", self.unit);
    }

    /// Corners that a configuration has but did not reach.
    fn missed(&self) -> Vec<&str> {
        let missed = self.rows.iter().filter(|row| row.hits.contains(&Some(0)));
        missed.map(|row| row.corner).collect()
    }
}

impl Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n{}: cycles in corners, counted up to 100", self.unit)?;
        for row in &self.rows {
            for hits in &row.hits {
                match hits {
                    Some(hits) => write!(f, "{hits:6}")?,
                    None => write!(f, "{:>6}", "-")?,
                }
            }
            writeln!(f, "  {}", row.corner)?;
        }
        Ok(())
    }
}

#[test]
fn a_row_for_each_corner_and_a_column_for_each_configuration() {
    let hits = |corner, hits| Hits { corner, hits };
    let mut table = Table::new("unit");
    table.add(&[hits("empty", 100), hits("full", 3)]);
    table.add(&[hits("empty", 7), hits("wraps", 0)]);
    let lines: Vec<String> = table.to_string().lines().map(String::from).collect();
    assert_eq!(
        lines[2..],
        [
            "   100     7  empty",
            "     3     -  full",
            "     -     0  wraps"
        ]
    );
    assert_eq!(table.missed(), ["wraps"]);
}
