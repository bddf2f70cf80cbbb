//! The stacks of a core, as an observer reads them.

use super::regions::Regions;
use crate::followed::Shown;
use heddle_gpu_core::{Chip, Column, Contents, Owner, Table};
use heddle_types::{LaneMask, Pc};

/// The stack of each warp, the bottom first.
pub(crate) const STACK: Table = Table {
    name: "stack",
    title: "reconvergence stack",
    owner: Owner::Warp,
    columns: &[
        ("pc", Column::Pc),
        ("lanes", Column::Mask),
        ("waits", Column::Flag),
        ("reconverges", Column::Pc),
    ],
};

/// An entry: PC, lanes whose threads have not ended, whether it has a reconvergence point, and that point.
pub(crate) type Row = [u64; 4];

/// The entries of a stack, of which these lanes have threads.
pub(crate) fn entries<'a, const W: usize, R: Regions<W>>(
    stacks: Shown<'a>,
    warp: usize,
    live: LaneMask,
    regions: &'a R,
    chip: &'a Chip,
) -> impl Iterator<Item = Row> + 'a {
    let address = |place: u64| -> Pc { chip.code.pc(regions.word(place)) };
    stacks.entries(warp).map(move |entry| {
        let meeting = entry.reconverge.map_or(0, |place| address(place).address());
        [
            address(entry.pc).address().into(),
            entry.lanes & live.bits(),
            entry.reconverge.is_some().into(),
            meeting.into(),
        ]
    })
}

/// Fills the table of each warp.
pub(crate) fn show<const W: usize, R: Regions<W>>(
    stacks: Shown<'_>,
    live: impl Iterator<Item = LaneMask>,
    regions: &R,
    chip: &Chip,
    contents: &mut Contents,
) {
    for (warp, live) in live.enumerate() {
        contents.table(0, warp);
        for row in entries::<W, R>(stacks, warp, live, regions, chip) {
            contents.row(row);
        }
    }
}
