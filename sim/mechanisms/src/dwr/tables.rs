//! The tables of a core, as an observer reads them.

use super::parts::Parts;
use super::{Dwr, WIDEST};
use crate::pdom::entries;
use heddle_gpu_core::{Chip, Column, Contents, Owner, ShaderCore, Table};
use heddle_types::WordPc;
use heddle_units::DwrSynchronizer;

/// The stacks of the sub-warps of each large warp, one after the other, each with its bottom first; partners that wait; the ignore
/// list.
pub(super) const TABLES: &[Table] = &[
    Table {
        name: "stack",
        title: "reconvergence stacks of sub-warps",
        owner: Owner::Warp,
        columns: &[
            ("sub-warp", Column::Number),
            ("pc", Column::Pc),
            ("lanes", Column::Mask),
            ("waits", Column::Flag),
            ("reconverges", Column::Pc),
        ],
    },
    Table {
        name: "pst",
        title: "partner sync table: sub-warps that wait for their partners before a load or store",
        owner: Owner::Core,
        columns: &[
            ("warp", Column::Number),
            ("pc", Column::Pc),
            ("sub-warps", Column::Mask),
        ],
    },
    Table {
        name: "ilt",
        title: "ignore list: loads and stores before which none waits any more",
        owner: Owner::Core,
        columns: &[("pc", Column::Pc)],
    },
];

const _: () = assert!(WIDEST <= 64, "lanes of a warp are one number");

impl<const S: usize, P: Parts> Dwr<S, P> {
    /// Shows the tables; those of the synchroniser if it is the golden one.
    pub(super) fn fill_tables(&mut self, core: &ShaderCore, chip: &Chip, contents: &mut Contents) {
        for (warp, state) in core.threads.warps.iter().enumerate() {
            contents.table(0, warp);
            for position in 0..self.partners.count() {
                let stacks = self.parts.stacks(position);
                let live = state.live.part(position * S, S);
                for row in entries::<S, _>(stacks, warp, live, &*self.points, chip) {
                    let [pc, lanes, waits, reconverges] = row;
                    // Lanes of the sub-warp, renumbered as lanes of its large warp.
                    let lanes = lanes << (position * S);
                    contents.row([position as u64, pc, lanes, waits, reconverges]);
                }
            }
        }
        let address = |pc: u64| u64::from(chip.code.pc(WordPc::of_port(pc)).address());
        let synchronizer = self.parts.synchronizer();
        contents.table(1, 0);
        if let Some(partners) = synchronizer.map(DwrSynchronizer::partner_sync) {
            let waiting = partners.pcs().iter().zip(partners.locked()).enumerate();
            for (warp, (pc, locked)) in waiting.filter(|(_, (_, locked))| **locked != 0) {
                contents.row([warp as u64, address(*pc), *locked]);
            }
        }
        contents.table(2, 0);
        if let Some(ignored) = synchronizer.map(DwrSynchronizer::ignore_list) {
            for pc in ignored.pcs() {
                contents.row([address(pc)]);
            }
        }
    }
}
