//! The table of corners that a unit's run in all its configurations leaves in the test's output.

use heddle_cosim::unit_mode::Hits;
use std::fmt::{self, Display};
use std::io::Write;

/// Corners of a unit: a row each, a column for each configuration.
pub struct Table {
    unit: &'static str,
    rows: Vec<Row>,
    columns: usize,
}

struct Row {
    corner: &'static str,
    /// Nothing where the configuration has no such corner.
    hits: Vec<Option<u64>>,
}

impl Table {
    /// Of a unit.
    pub fn new(unit: &'static str) -> Self {
        Self {
            unit,
            rows: Vec::new(),
            columns: 0,
        }
    }

    /// One more configuration.
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

    /// Shows it past the test harness, which keeps to itself what passing tests print.
    ///
    /// # Panics
    /// If a corner was missed.
    pub fn finish(self) {
        let shown = std::io::stdout().write_all(self.to_string().as_bytes());
        shown.expect("standard output can be written");
        let missed = self.missed();
        assert!(missed.is_empty(), "{}: never: {missed:#?}", self.unit);
    }

    /// Corners that a configuration has and did not reach.
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
