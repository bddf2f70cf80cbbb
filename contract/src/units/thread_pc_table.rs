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
//! TPC-6: a read is answered by `read_done` and the PCs, a comparison by `compare_done` and the lanes that match: with `latency`
//! 0 in the same cycle, else `latency` cycles later, with what the table held in the cycle of the read or the comparison.
//!
//! # Where the registers are
//!
//! With `latency` 1 they follow the choice of a lane's PC: the comparison is behind them. With 2 they follow the memories, and
//! the choice of the PC and the comparison: all outputs come from registers.
//!
//! # Reset
//!
//! PCs have no reset. A warp is *known* from the cycle after all its lanes have parked at once (as
//! when it starts) until reset; only the PCs of a known warp are meaningful.

use crate::terms::{Is, Terms, Word, all, any, mask};
use crate::{
    Config, Param, ParamError, Parameters, Path, Property, Signals, System, Timing, Unit, params,
    ports,
};

params! {
    /// Parameters of [`ThreadPcTable`].
    pub struct Params of ThreadPcTable from config {
        /// warps of a core
        warps: usize(2 to 64) = config.core.warps;
        /// threads of a warp
        lanes: usize(2 to 64) = config.core.warp_size;
        /// width of a PC in words
        pc_bits: u32(4 to 32) = config.core.pc_bits;
        /// pipeline registers of a read and of a comparison
        latency: u32(0 to 2) = config.stackless.table_latency;
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
        /// a read is answered
        read_done: bit;
        /// PC of each lane of the warp, in words
        read_pc: array(p.lanes(), p.pc_bits()) when read_done;
        group "compare: who stands at a PC";
        /// a comparison is answered
        compare_done: bit;
        /// lanes whose stored PC equals the compared one
        compare_lanes: bits(p.lanes() as u32) when compare_done;
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

    /// Without registers the latency is left out, so that names and heads of modules stay as they were.
    fn describe(p: &Params) -> Vec<Param> {
        let mut params = p.describe();
        params.retain(|param| param.name != "latency" || p.latency > 0);
        params
    }

    fn timing(p: &Params) -> Timing {
        let latency = match p.latency {
            0 => "read and compared within the cycle, written at its end".into(),
            1 => "reads and comparisons are answered 1 cycle later, writes act at the end of their cycle".into(),
            n => format!("reads and comparisons are answered {n} cycles later, writes act at the end of their cycle"),
        };
        Timing::new(latency, "one branch, park, read and comparison a cycle")
    }

    fn combinational(p: &Params) -> Vec<Path> {
        if p.latency > 0 {
            return Vec::new();
        }
        vec![
            Path {
                output: "read_done",
                inputs: &["read"],
            },
            Path {
                output: "read_pc",
                inputs: &["park", "park_warp", "park_lanes", "park_pc", "read_warp"],
            },
            Path {
                output: "compare_done",
                inputs: &["compare"],
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
                "branching_warp_exists",
                "a warp that branches exists",
                !i.branch | i.branch_warp.lt(p.warps),
            ),
            assumption(
                "parking_warp_exists",
                "a warp that parks exists",
                !i.park | i.park_warp.lt(p.warps),
            ),
            assumption(
                "read_needs_known",
                "only a warp is read that is known or parks whole",
                !i.read | is_known(o, i.read_warp) | parks_whole(p, i),
            ),
            assumption(
                "compare_needs_known",
                "only a known warp is compared",
                !i.compare | is_known(o, i.compare_warp),
            ),
        ]
    }

    /// The PC of any lane can be read in any cycle, so it is enough to check how one cycle changes the PC.
    fn guarantees(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        if p.latency > 0 {
            return answered_later(p, i, o);
        }
        let again = i.read & i.read.past() & i.read_warp.stays();
        let both = i.compare & i.read & i.compare_warp.eq(i.read_warp);
        let equal = mask(o.read_pc.iter().map(|pc| pc.eq(i.compare_pc)));
        vec![
            Property::given(
                "pc_is_last_written",
                "a lane has the PC that it parked or branched to last",
                again,
                all((0..p.lanes).map(|lane| o.read_pc[lane].eq(pc_of(i, o, lane)))),
            ),
            Property::given(
                "matching_lanes_have_pc",
                "lanes match whose PC is the one that is compared",
                both & !reads_parked(i),
                o.compare_lanes.eq(equal),
            ),
            parked_whole_is_known(p, i, o),
        ]
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let corner = Property::new;
        vec![
            corner(
                "branch_and_park",
                "a warp branches while another parks",
                i.branch & i.park & i.branch_warp.ne(i.park_warp),
            ),
            corner(
                "lane_branches_and_parks",
                "a lane branches and parks",
                i.branch
                    & i.park
                    & i.branch_warp.eq(i.park_warp)
                    & (i.branch_lanes & i.park_lanes).any(),
            ),
            corner(
                "warp_branches_and_parks",
                "lanes of a warp branch while others of it park",
                i.branch
                    & i.park
                    & i.branch_warp.eq(i.park_warp)
                    & (i.branch_lanes & !i.park_lanes).any()
                    & (i.park_lanes & !i.branch_lanes).any(),
            ),
            corner(
                "read_during_own_park",
                "a warp is read while lanes of it park",
                reads_parked(i) & i.park_lanes.any() & i.park_lanes.ne(p.all_lanes()),
            ),
            corner(
                "read_during_whole_park",
                "a warp is read as it parks whole",
                i.read & parks_whole(p, i),
            ),
            corner(
                "read_during_first_park",
                "a warp is read as it parks for the first time",
                i.read & parks_whole(p, i) & !is_known(o, i.read_warp),
            ),
            corner(
                "read_during_other_park",
                "a warp is read while another parks",
                i.read & i.park & i.park_warp.ne(i.read_warp),
            ),
            corner(
                "read_during_branch",
                "a warp is read while it branches",
                i.read & i.branch & i.branch_warp.eq(i.read_warp),
            ),
            corner(
                "compare_during_park",
                "a warp is compared while it parks",
                i.compare & i.park & i.park_warp.eq(i.compare_warp),
            ),
            corner(
                "compare_during_branch",
                "a warp is compared while it branches",
                i.compare & i.branch & i.branch_warp.eq(i.compare_warp),
            ),
            corner(
                "no_match",
                "no lane stands at the PC",
                o.compare_done & o.compare_lanes.none(),
            ),
            corner(
                "full_match",
                "every lane stands at the PC",
                o.compare_done & o.compare_lanes.eq(p.all_lanes()),
            ),
            corner(
                "partial_match",
                "some lanes stand at the PC",
                o.compare_done & o.compare_lanes.any() & o.compare_lanes.ne(p.all_lanes()),
            ),
            corner(
                "match_missed_by_one_bit",
                "a lane misses the PC by one bit",
                missed_by_one_bit(p, i, o),
            ),
            corner(
                "last_warp_read",
                "the last warp is read",
                i.read & i.read_warp.eq(p.warps - 1),
            ),
            corner("none_known", "no warp is known", o.known.none()),
            corner(
                "all_known",
                "every warp is known",
                o.known.ones().eq(p.warps),
            ),
        ]
    }
}

fn parked_whole_is_known(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Property {
    let whole = i.park & i.park_lanes.eq(p.all_lanes());
    let parked = i.park_warp.decode(p.warps as u32).masked(whole);
    Property::new(
        "parked_whole_is_known",
        "a warp is known once it has parked whole",
        o.known.eq(o.known.past() | parked.past()),
    )
}

/// The guarantees of a table with registers.
fn answered_later(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let then = |is: Is| (0..p.latency).fold(is, |is, _| is.past());
    let before = |word: Word| (0..p.latency).fold(word, |word, _| word.past());
    let parked = then(reads_parked(i));
    let parks = all((0..p.lanes()).map(|lane| {
        let parks = before(i.park_lanes).bit(lane);
        !parks | o.read_pc[lane].eq(before(i.park_pc))
    }));
    vec![
        Property::new(
            "read_is_answered",
            "every read is answered, and nothing else",
            !(o.read_done ^ then(i.read)),
        ),
        Property::new(
            "comparison_is_answered",
            "every comparison is answered, and nothing else",
            !(o.compare_done ^ then(i.compare)),
        ),
        Property::given(
            "read_sees_park",
            "a read sees a park of its cycle",
            o.read_done & parked,
            parks,
        ),
        parked_whole_is_known(p, i, o),
    ]
}

/// The expected PC of a lane, if its warp was read in the cycle before too.
fn pc_of(i: &In<Terms>, o: &Out<Terms>, lane: usize) -> Word {
    let parks = reads_parked(i) & i.park_lanes.bit(lane);
    let branches = i.branch & i.branch_warp.eq(i.read_warp) & i.branch_lanes.bit(lane);
    let kept = branches.mux(i.branch_pc[lane], o.read_pc[lane]);
    parks.mux(i.park_pc, kept.past())
}

fn missed_by_one_bit(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Is {
    let then = |is: Is| (0..p.latency).fold(is, |is, _| is.past());
    let compared = (0..p.latency).fold(i.compare_pc, |pc, _| pc.past());
    let same = then(i.compare & i.read & i.compare_warp.eq(i.read_warp) & !i.park);
    same & any(o.read_pc.iter().map(|pc| (pc ^ compared).ones().eq(1)))
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
