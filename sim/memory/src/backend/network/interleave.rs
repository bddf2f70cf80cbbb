//! The place of a line: its module, and the bank and row in the module (MEM-18).
//!
//! Consecutive blocks of `interleave_bytes` go to the modules in turn. Within a module the row bits are above the
//! bank bits and the bank bits above the column bits, so that a stream that leaves a row goes on in the next bank,
//! not in the same one. The columns of a line have no influence on timing.

use heddle_contract::Config;

/// A place in a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DramLocation {
    pub bank: usize,
    pub row: u32,
}

/// Splits line numbers into module, bank and row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Interleave {
    modules: u32,
    /// Base-2 logarithms of counts that are powers of two.
    part_lines: u32,
    row_lines: u32,
    banks: u32,
}

impl Interleave {
    pub fn new(config: &Config) -> Self {
        let (dram, line_bytes) = (&config.dram, config.memory.line_bytes);
        Interleave {
            modules: dram.modules as u32,
            part_lines: (dram.interleave_bytes / line_bytes).ilog2(),
            row_lines: (dram.row_bytes / line_bytes).ilog2(),
            banks: dram.banks.ilog2(),
        }
    }

    /// The module of a line.
    pub fn module(&self, line: u32) -> usize {
        ((line >> self.part_lines) % self.modules) as usize
    }

    /// The place of a line in its module.
    pub fn place(&self, line: u32) -> DramLocation {
        let part = (line >> self.part_lines) / self.modules;
        let within = line & ((1 << self.part_lines) - 1);
        let row = ((part << self.part_lines) | within) >> self.row_lines;
        DramLocation {
            bank: (row & ((1 << self.banks) - 1)) as usize,
            row: row >> self.banks,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_contract::config::Source;

    fn interleave(sets: &[&str]) -> Interleave {
        let sets: Vec<String> = sets.iter().map(|set| (*set).into()).collect();
        let source = Source::Preset("fung2009".into());
        Interleave::new(&Config::load(&source, &sets).unwrap())
    }

    #[test]
    fn parts_go_round_the_modules_and_rows_round_the_banks() {
        // 4 lines an interleaving block, 8 modules, 32 lines a row, 8 banks.
        let map = interleave(&[]);
        let at = |line| (map.module(line), map.place(line).bank, map.place(line).row);
        assert_eq!(at(0), (0, 0, 0));
        assert_eq!(at(3), (0, 0, 0));
        assert_eq!(at(4), (1, 0, 0));
        assert_eq!(at(8 * 4), (0, 0, 0));
        assert_eq!(at(8 * 32 - 1), (7, 0, 0));
        assert_eq!(at(8 * 32), (0, 1, 0));
        assert_eq!(at(8 * 32 * 8 - 1), (7, 7, 0));
        assert_eq!(at(8 * 32 * 8), (0, 0, 1));
    }

    #[test]
    fn a_number_of_modules_that_is_no_power_of_two_fills_every_row() {
        let map = interleave(&["dram.modules=6"]);
        let mut lines = std::collections::BTreeMap::new();
        for line in 0..6 * 32 * 8 * 3 {
            let DramLocation { bank, row } = map.place(line);
            *lines.entry((map.module(line), bank, row)).or_insert(0) += 1;
        }
        assert_eq!(lines.len(), 6 * 8 * 3);
        assert!(lines.values().all(|lines| *lines == 32));
    }
}
