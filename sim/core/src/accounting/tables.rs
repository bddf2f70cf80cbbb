//! What a mechanism holds in its tables, cycle by cycle, recorded only for an observer.

use heddle_types::Cycle;

/// What the numbers in a column are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// Addresses of instructions.
    Pc,
    /// Lanes of a warp, lane 0 as bit 0.
    Mask,
    /// Numbers.
    Number,
    /// 1 if something holds, else 0.
    Flag,
}

/// Whose a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// Each warp of a core has one.
    Warp,
    /// A core has one.
    Core,
}

/// A table of a mechanism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// What it is, for people.
    pub title: &'static str,
    /// Whose it is.
    pub owner: Owner,
    /// Its columns.
    pub columns: &'static [(&'static str, Column)],
}

/// The contents of all tables at the end of a cycle: tables in one order, each with its rows. In every cycle they are the same
/// tables, also where they have no rows.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    heads: Vec<Head>,
    values: Vec<u64>,
}

/// A table of an owner, and where its values end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Head {
    table: usize,
    owner: usize,
    end: usize,
}

impl Contents {
    /// The next table, by its place in the list of the mechanism; `owner` is the warp, or 0.
    pub fn table(&mut self, table: usize, owner: usize) {
        let end = self.values.len();
        self.heads.push(Head { table, owner, end });
    }

    /// The next row of the last table.
    ///
    /// # Panics
    /// If there is no table yet.
    pub fn row<const N: usize>(&mut self, values: [u64; N]) {
        self.values.extend(values);
        let head = self.heads.last_mut().expect("a table before its rows");
        head.end = self.values.len();
    }

    fn clear(&mut self) {
        self.heads.clear();
        self.values.clear();
    }

    /// The values of the table in this place.
    fn values(&self, place: usize) -> &[u64] {
        let before = place.checked_sub(1).and_then(|one| self.heads.get(one));
        let start = before.map_or(0, |head| head.end);
        match self.heads.get(place) {
            Some(head) => &self.values[start..head.end],
            None => &[],
        }
    }
}

/// A table has other rows from the end of a cycle on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change<'a> {
    /// The cycle.
    pub cycle: Cycle,
    /// The table, by its place in the list of the mechanism.
    pub table: usize,
    /// The warp, or 0 if it is the core's.
    pub owner: usize,
    /// All rows that it has, one after the other.
    pub values: &'a [u64],
}

/// The contents of the tables when they were last seen.
#[derive(Clone, Debug, Default)]
pub struct TableLog {
    before: Contents,
    /// Memory for those of the next cycle.
    spare: Contents,
}

impl TableLog {
    /// Contents without tables, to be filled for [`end`](Self::end).
    pub fn begin(&mut self) -> Contents {
        std::mem::take(&mut self.spare)
    }

    /// Takes the contents at the end of a cycle, and passes the tables that have changed to `see`.
    pub fn end(&mut self, cycle: Cycle, now: Contents, mut see: impl FnMut(Change)) {
        for (place, &Head { table, owner, .. }) in now.heads.iter().enumerate() {
            let values = now.values(place);
            if values != self.before.values(place) {
                see(Change {
                    cycle,
                    table,
                    owner,
                    values,
                });
            }
        }
        self.spare = std::mem::replace(&mut self.before, now);
        self.spare.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_changes_are_seen() {
        let mut log = TableLog::default();
        let mut seen = Vec::new();
        let mut take = |cycle, rows: [&[u64]; 2]| {
            let mut contents = log.begin();
            for (owner, rows) in rows.into_iter().enumerate() {
                contents.table(3, owner);
                rows.iter().for_each(|row| contents.row([*row, 0]));
            }
            log.end(Cycle::new(cycle), contents, |change| {
                seen.push((change.cycle.number(), change.owner, change.values.to_vec()));
            });
        };
        take(4, [&[], &[7]]);
        take(5, [&[], &[7]]);
        take(6, [&[8, 9], &[7]]);
        take(7, [&[8], &[]]);
        let expected = [
            (4, 1, vec![7, 0]),
            (6, 0, vec![8, 0, 9, 0]),
            (7, 0, vec![8, 0]),
            (7, 1, vec![]),
        ];
        assert_eq!(seen, expected);
    }
}
