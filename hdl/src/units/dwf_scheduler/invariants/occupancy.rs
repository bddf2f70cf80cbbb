//! The look-up table agrees with the warps in the pool.

use super::lists::{differ, pick};
use crate::units::majority_scheduler::invariants::ranks_differ;
use heddle_contract::Property;
use heddle_contract::terms::{Is, Row, Word, all, inside, mask, memory};
use heddle_contract::units::dwf_scheduler::Params;

const LUT: &str = "u_pc_warp_lut.";
const REGISTERS: &str = "u_warp_update_registers.";

/// The threads of the pool, the entries of the look-up table, and the update registers.
pub(super) struct Pool {
    p: Params,
    used: Word,
    /// Number of rows that were cleared.
    walk: Word,
    lut_walk: Word,
    pcs: Row,
    /// For each lane, the thread of each warp.
    pub(super) tids: Vec<Row>,
    entries: Vec<Entry>,
    pub(super) registers: Registers,
}

/// An entry of the look-up table.
struct Entry {
    set: usize,
    there: Is,
    pc: Word,
    occ: Word,
    idx: Word,
}

/// The update registers.
pub(super) struct Registers {
    pub(super) tid: Vec<Word>,
    first: Word,
    second: Word,
    pcs: [Word; 2],
}

impl Pool {
    pub(super) fn of(p: &Params, used: Word) -> Self {
        let pool = p.pool();
        let tids = (0..p.lanes()).map(|lane| {
            let path = format!("u_warp_pool.g_lane[{lane}].tid_q");
            memory(&path, pool.warps(), p.tid_bits())
        });
        let lut_walk = inside(&format!("{LUT}walk_q"), p.lut().set_bits() + 1);
        Self {
            p: *p,
            used,
            walk: inside("u_warp_pool.walk_q", pool.warp_bits() + 1),
            lut_walk,
            pcs: memory("u_warp_pool.pc_q", pool.warps(), p.pc_bits()),
            tids: tids.collect(),
            entries: entries(p, lut_walk),
            registers: registers(p),
        }
    }

    pub(super) fn invariants(&self) -> Vec<Property> {
        let sets = self.p.lut().sets();
        vec![
            Property::new(
                "cleared_row_by_row",
                "tables are cleared row by row",
                self.walk.le(self.p.pool().warps()) & self.lut_walk.le(sets),
            ),
            Property::new(
                "threads_while_in_use",
                "warps of the pool have threads as long as they are in use",
                all((0..self.p.pool().warps()).map(|warp| {
                    let has = self.lanes_of(warp).any();
                    self.walk.le(warp) | !(has ^ self.used.bit(warp))
                })),
            ),
            Property::new(
                "lut_entry_of_used_warp",
                "an entry of the table is of a warp in use, with its PC, in the set of that",
                self.each(|entry| {
                    let pcs: Vec<_> = self.pcs.iter().collect();
                    self.used.has(entry.idx)
                        & pick(&pcs, entry.idx).eq(entry.pc)
                        & entry.pc.part(0, self.p.lut().set_bits()).eq(entry.set)
                }),
            ),
            Property::new(
                "occ_matches_pool",
                "OCC is the lanes of the warp that have a thread in the pool",
                self.each(|entry| {
                    let warps = 0..self.p.pool().warps();
                    let lanes: Vec<_> = warps.map(|warp| self.lanes_of(warp)).collect();
                    pick(&lanes, entry.idx).eq(entry.occ)
                }),
            ),
            Property::new(
                "lut_pcs_of_set_differ",
                "no two entries of a set have one PC",
                all((0..sets).map(|set| {
                    let of_set = self.entries.iter().filter(|entry| entry.set == set);
                    differ(of_set.map(|entry| (entry.there, entry.pc)))
                })),
            ),
            Property::new(
                "lut_ranks_of_set_differ",
                "the ways of a set of the table have ranks of their own",
                ranks_differ(LUT, [sets, self.p.lut().ways()], self.lut_walk),
            ),
            self.registers.invariant(self.p.pool().no_thread()),
        ]
    }

    /// Whether something holds for all entries in use.
    fn each(&self, of: impl Fn(&Entry) -> Is) -> Is {
        all(self.entries.iter().map(|entry| !entry.there | of(entry)))
    }

    fn lanes_of(&self, warp: usize) -> Word {
        mask(self.tids.iter().map(|lane| self.is_thread(lane[warp])))
    }

    fn is_thread(&self, tid: Word) -> Is {
        tid.ne(self.p.pool().no_thread())
    }

    /// The threads of a lane: for each, whether it is present, and its number.
    pub(super) fn threads(&self, lane: usize) -> impl Iterator<Item = (Is, Word)> {
        let warps = self.tids[lane].iter().enumerate();
        warps.map(|(warp, tid)| (self.used.bit(warp) & self.is_thread(tid), tid))
    }
}

impl Registers {
    /// The thread of a lane that was not inserted yet: whether one exists, and its number.
    pub(super) fn thread(&self, lane: usize) -> (Is, Word) {
        ((self.first | self.second).bit(lane), self.tid[lane])
    }

    pub(super) fn any(&self) -> Is {
        (self.first | self.second).any()
    }

    fn invariant(&self, no_thread: u64) -> Property {
        let lanes = self.tid.iter().enumerate();
        let threads = all(lanes.map(|(lane, tid)| {
            let (there, _) = self.thread(lane);
            !there | Word::ne(*tid, no_thread)
        }));
        let both = self.first.any() & self.second.any();
        let [first, second] = self.pcs;
        Property::new(
            "halves_are_apart",
            "halves of a commit have threads, lanes and PCs of their own",
            threads & (self.first & self.second).none() & (!both | first.ne(second)),
        )
    }
}

fn entries(p: &Params, walk: Word) -> Vec<Entry> {
    let lut = p.lut();
    let way = |way: usize| {
        let field =
            |name: &str, width| memory(&format!("{LUT}g_way[{way}].{name}_q"), lut.sets(), width);
        let pcs = field("pc", p.pc_bits());
        let occs = field("occ", p.lanes() as u32);
        let idxs = field("idx", p.pool().warp_bits());
        let entry = move |set: usize| Entry {
            set,
            there: walk.gt(set) & occs[set].any(),
            pc: pcs[set],
            occ: occs[set],
            idx: idxs[set],
        };
        (0..lut.sets()).map(entry)
    };
    (0..lut.ways()).flat_map(way).collect()
}

fn registers(p: &Params) -> Registers {
    let (lanes, bits) = (p.lanes() as u32, p.tid_bits());
    let register = |name: &str, width| inside(&format!("{REGISTERS}{name}_q"), width);
    let tid = register("tid", lanes * bits);
    Registers {
        tid: (0..lanes).map(|lane| tid.part(lane * bits, bits)).collect(),
        first: register("first_lanes", lanes),
        second: register("second_lanes", lanes),
        pcs: ["first_pc", "second_pc"].map(|name| register(name, p.pc_bits())),
    }
}
