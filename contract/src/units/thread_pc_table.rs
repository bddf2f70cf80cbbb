//! `thread_pc_table`: the PC of every thread of a core, and its comparators.
//!
//! collange2011, sections 3 and 4.1, figures 2 and 4a: each processing element keeps the PCs of its
//! threads and compares them with the common PC. While a warp runs straight-line code, only the control
//! unit's common PC moves, and the stored PCs of the active lanes are stale. The stored PCs are written
//! when they are needed: by a branch, lane by lane, or when the lanes *park*, that is, when the
//! common PC is about to be chosen anew.
//!
//! # Access
//!
//! * `branch` writes an individual PC to each selected lane of a warp; `park` writes the same PC to all selected
//!   lanes of a warp. Both act at the clock edge. A lane that both write gets the branch's PC.
//! * `read` gives the PCs of a warp's lanes to the arbiter. It sees a `park` of the same cycle, but not
//!   a `branch` of the same cycle.
//! * `compare` compares the stored PCs of a warp with a PC; it sees no write of the same cycle.
//!
//! # Reset
//!
//! PCs have no reset. A warp is *known* from the cycle after all its lanes have parked at once (as
//! when it starts) until reset; only the PCs of a known warp are meaningful.

use crate::terms::{Is, Terms, Word, all, any, mask};
use crate::{Config, ParamError, Path, Property, Signals, System, Timing, Unit, params, ports};

params! {
    /// Parameters of [`ThreadPcTable`].
    pub struct Params of ThreadPcTable from config {
        /// warps of a core
        warps: usize(2 to 64) = config.core.warps;
        /// threads of a warp
        lanes: usize(2 to 64) = config.core.warp_size;
        /// width of a PC in words
        pc_bits: u32(4 to 32) = config.core.pc_bits;
    }
}

impl Params {
    /// Width of a warp number (derived).
    pub fn warp_bits(&self) -> u32 {
        self.warps.next_power_of_two().ilog2()
    }

    fn all_lanes(&self) -> u64 {
        u64::MAX >> (64 - self.lanes)
    }
}

ports! {
    /// Ports into the table.
    pub struct In(p: Params) {
        group "branch: lanes write PCs of their own";
        /// lanes of a warp branch
        branch: bit;
        /// warp of the lanes that branch
        branch_warp: bits(p.warp_bits());
        /// lanes that branch
        branch_lanes: bits(p.lanes() as u32);
        /// next PC of each lane that branches, in words
        branch_pc: array(p.lanes(), p.pc_bits());
        group "park: lanes write the common PC";
        /// lanes of a warp park
        park: bit;
        /// warp of the lanes that park
        park_warp: bits(p.warp_bits());
        /// lanes that park
        park_lanes: bits(p.lanes() as u32);
        /// PC of the lanes that park, in words
        park_pc: bits(p.pc_bits());
        group "read: operands of the arbiter";
        /// the PCs of a warp are read
        read: bit;
        /// the warp to read; it must be known
        read_warp: bits(p.warp_bits());
        group "compare: who stands at a PC";
        /// the PCs of a warp are compared with a PC
        compare: bit;
        /// the warp to compare; it must be known
        compare_warp: bits(p.warp_bits());
        /// PC to compare with, in words
        compare_pc: bits(p.pc_bits());
    }
}

ports! {
    /// Ports out of the table.
    pub struct Out(p: Params) {
        group "state";
        /// warps whose lanes all have a PC, one bit per warp
        known: bits(p.warps() as u32);
        group "read: operands of the arbiter";
        /// PC of each lane of the warp, in words
        read_pc: array(p.lanes(), p.pc_bits()) when read;
        group "compare: who stands at a PC";
        /// lanes whose stored PC equals the compared one
        compare_lanes: bits(p.lanes() as u32) when compare;
    }
}

/// The contract of the table of thread PCs.
#[derive(Clone, Copy, Debug)]
pub struct ThreadPcTable;

impl Unit for ThreadPcTable {
    const NAME: &'static str = "thread_pc_table";
    const SUMMARY: &'static str = "the PC of every thread of a core, and its comparators";
    const SOURCE: &'static str = "collange2011, sections 3 and 4.1, figures 2 and 4a";
    const SYSTEM: System = System::Stackless;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    fn timing(_: &Params) -> Timing {
        let latency = "read and compared within the cycle, written at its end";
        Timing::new(latency, "one branch, park, read and comparison a cycle")
    }

    fn combinational(_: &Params) -> Vec<Path> {
        vec![
            Path {
                output: "read_pc",
                inputs: &["park", "park_warp", "park_lanes", "park_pc", "read_warp"],
            },
            Path {
                output: "compare_lanes",
                inputs: &["compare_warp", "compare_pc"],
            },
        ]
    }

    fn assumptions(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let assumption = Property::new;
        vec![
            assumption(
                "a warp that branches exists",
                !i.branch | i.branch_warp.lt(p.warps),
            ),
            assumption(
                "a warp that parks exists",
                !i.park | i.park_warp.lt(p.warps),
            ),
            assumption(
                "only a warp is read that is known or parks whole",
                !i.read | is_known(o, i.read_warp) | parks_whole(p, i),
            ),
            assumption(
                "only a known warp is compared",
                !i.compare | is_known(o, i.compare_warp),
            ),
        ]
    }

    /// The PC of any lane can be read in any cycle, so it is enough to check how one cycle changes the PC.
    fn guarantees(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let again = i.read & i.read.past() & i.read_warp.stays();
        let both = i.compare & i.read & i.compare_warp.eq(i.read_warp);
        let equal = mask(o.read_pc.iter().map(|pc| pc.eq(i.compare_pc)));
        vec![
            Property::given(
                "a lane has the PC that it parked or branched to last",
                again,
                all((0..p.lanes).map(|lane| o.read_pc[lane].eq(pc_of(i, o, lane)))),
            ),
            Property::given(
                "lanes match whose PC is the one that is compared",
                both & !reads_parked(i),
                o.compare_lanes.eq(equal),
            ),
            Property::new("a warp is known once it has parked whole", {
                let whole = i.park & i.park_lanes.eq(p.all_lanes());
                let parked = i.park_warp.decode(p.warps as u32).masked(whole);
                o.known.eq(o.known.past() | parked.past())
            }),
        ]
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let corner = Property::new;
        vec![
            corner(
                "a warp branches while another parks",
                i.branch & i.park & i.branch_warp.ne(i.park_warp),
            ),
            corner(
                "a lane branches and parks",
                i.branch
                    & i.park
                    & i.branch_warp.eq(i.park_warp)
                    & (i.branch_lanes & i.park_lanes).any(),
            ),
            corner(
                "lanes of a warp branch while others of it park",
                i.branch
                    & i.park
                    & i.branch_warp.eq(i.park_warp)
                    & (i.branch_lanes & !i.park_lanes).any()
                    & (i.park_lanes & !i.branch_lanes).any(),
            ),
            corner(
                "a warp is read while lanes of it park",
                reads_parked(i) & i.park_lanes.any() & i.park_lanes.ne(p.all_lanes()),
            ),
            corner(
                "a warp is read as it parks whole",
                i.read & parks_whole(p, i),
            ),
            corner(
                "a warp is read as it parks for the first time",
                i.read & parks_whole(p, i) & !is_known(o, i.read_warp),
            ),
            corner(
                "a warp is read while another parks",
                i.read & i.park & i.park_warp.ne(i.read_warp),
            ),
            corner(
                "a warp is read while it branches",
                i.read & i.branch & i.branch_warp.eq(i.read_warp),
            ),
            corner(
                "a warp is compared while it parks",
                i.compare & i.park & i.park_warp.eq(i.compare_warp),
            ),
            corner(
                "a warp is compared while it branches",
                i.compare & i.branch & i.branch_warp.eq(i.compare_warp),
            ),
            corner(
                "no lane stands at the PC",
                i.compare & o.compare_lanes.none(),
            ),
            corner(
                "every lane stands at the PC",
                i.compare & o.compare_lanes.eq(p.all_lanes()),
            ),
            corner(
                "some lanes stand at the PC",
                i.compare & o.compare_lanes.any() & o.compare_lanes.ne(p.all_lanes()),
            ),
            corner(
                "a lane misses the PC by one bit",
                i.compare
                    & i.read
                    & i.compare_warp.eq(i.read_warp)
                    & !i.park
                    & any(o.read_pc.iter().map(|pc| (pc ^ i.compare_pc).ones().eq(1))),
            ),
            corner(
                "the last warp is read",
                i.read & i.read_warp.eq(p.warps - 1),
            ),
            corner("no warp is known", o.known.none()),
            corner("every warp is known", o.known.ones().eq(p.warps)),
        ]
    }
}

/// The expected PC of a lane, if its warp was read in the cycle before too.
fn pc_of(i: &In<Terms>, o: &Out<Terms>, lane: usize) -> Word {
    let parks = reads_parked(i) & i.park_lanes.bit(lane);
    let branches = i.branch & i.branch_warp.eq(i.read_warp) & i.branch_lanes.bit(lane);
    let kept = branches.mux(i.branch_pc[lane], o.read_pc[lane]);
    parks.mux(i.park_pc, kept.past())
}

fn is_known(o: &Out<Terms>, warp: Word) -> Is {
    o.known.has(warp)
}

fn reads_parked(i: &In<Terms>) -> Is {
    i.read & i.park & i.park_warp.eq(i.read_warp)
}

fn parks_whole(p: &Params, i: &In<Terms>) -> Is {
    reads_parked(i) & i.park_lanes.eq(p.all_lanes())
}
