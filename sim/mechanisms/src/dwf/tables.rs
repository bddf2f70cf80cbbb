//! The tables of a core, as an observer reads them.

use heddle_gpu_core::{Chip, Column, Contents, Owner, Table};
use heddle_types::WordPc;
use heddle_units::DwfScheduler;

/// The groups among which the scheduler chooses, in the order of their places (the root of a heap first), and the warps in its pool.
pub(super) const TABLES: &[Table] = &[
    Table {
        name: "groups",
        title: "groups of warps with one PC that wait to be chosen, the root of the heap first",
        owner: Owner::Core,
        columns: &[("pc", Column::Pc), ("threads", Column::Number)],
    },
    Table {
        name: "pool",
        title: "warps in the pool",
        owner: Owner::Core,
        columns: &[
            ("warp", Column::Number),
            ("pc", Column::Pc),
            ("lanes", Column::Mask),
            ("next", Column::Flag),
        ],
    },
];

/// Fills the tables with what a golden scheduler holds.
pub(super) fn of_unit(unit: &DwfScheduler, chip: &Chip, contents: &mut Contents) {
    contents.table(0, 0);
    unit.groups()
        .each_group(|pc, threads| contents.row([address(chip, pc), threads]));
    contents.table(1, 0);
    let next = unit.groups().choice();
    for (warp, pc, lanes) in unit.pooled() {
        contents.row([warp, address(chip, pc), lanes, (next == Some(warp)).into()]);
    }
}

fn address(chip: &Chip, pc: u64) -> u64 {
    chip.code.pc(WordPc::of_port(pc)).address().into()
}
