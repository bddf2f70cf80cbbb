//! `pc_warp_lut`: the warp that threads of a PC are gathered in.
//!
//! fung2009, section 4.2, figure 10 (b), footnote 10: a small dual-ported set-associative table.
//! An entry is {PC, OCC, IDX}: the whole PC, the lanes of the warp that are taken, and the warp's
//! entry in the pool. OCC = 0 marks an entry that is free. The set is the low bits of the PC.
//!
//! # A look-up
//!
//! `first` asks for the warp that threads of `first_pc` in lanes `first_lanes` (REQ) go to. It *hits*
//! the entry in use that has this PC; there is never more than one.
//!
//! * Hit: lanes that OCC does not have go to the `old` warp, IDX. Without conflict
//!   (OCC & REQ = 0) these are all of them, and the entry's OCC gains REQ. With a conflict the others,
//!   REQ & OCC, go to a `new` warp, and the entry becomes {PC, REQ & OCC, new}; `old_lanes` may be 0.
//! * Miss: `create`, all lanes go to a `new` warp. It gets an entry {PC, REQ, new} in the lowest
//!   free way of the set; if there is none, in the replacement's victim (`evict`). The warp that was
//!   there merges no more.
//!
//! `new` is `fresh_first` for first; for second it is `fresh_second` if `first` is high and
//! creates, else `fresh_first`.
//!
//! # Forwarding
//!
//! `second` sees the table as `first` leaves it, whether or not `update` is high. If `first` is high:
//!
//! * equal PCs: second hits, and OCC and IDX are those that first leaves;
//! * first misses in the set of second: first's way is in use and has first's PC. A second that
//!   would have hit there misses; a second that misses takes the next free way or victim;
//! * recency includes first.
//!
//! With `update` the look-ups that are there take effect at the clock edge. If both write one entry,
//! second's stays.
//!
//! # Replacement
//!
//! Of a set none of whose ways is free the victim is
//!
//! * lru: the way whose last hit or allocation with `update` is longest ago, second counting as
//!   later than first; a retirement does not count;
//! * fifo: the way that the set's pointer names. The pointer moves on by one way (modulo the
//!   ways) with each eviction that takes effect, and only then.
//!
//! # Slots
//!
//! With one slot (`slots` = 1) every lane is a home lane, and all is as said above. With more, the pipeline is
//! narrower than its warps (fung2009, section 7: 8 banks of registers for 32 threads) and serves `slots`
//! threads of each home lane: of H = `lanes` / `slots` home lanes, lane l belongs to the home lane l mod H. A
//! thread may take any lane of its home lane. REQ are the lanes in which threads come; the lanes that they
//! *take* stand in place of REQ in all that is said above. In each home lane these are as many as REQ has
//! there, of the lanes that are open: the lowest that OCC does not have, then the lowest that it has. (OCC is 0
//! for a miss.) Open are
//!
//! * for first, all lanes;
//! * for second, those that first does not take, if `first` is high: a lane's bank in the pool is written once
//!   a cycle (Table V).
//!
//! Open lanes are never too few: the halves of a commit have no lane of REQ in common, so that a home lane has
//! at most `slots` threads of both, and first takes as many lanes as it has threads.
//!
//! Second *waits* if a thread of it would go to a new warp only because first takes the lanes of its home lane
//! that are free in the old one. It hits, but `second_create` is low and `second_old_lanes` is 0, and with
//! `update` it does not take effect. Without `first` it never waits.
//!
//! # Retirement
//!
//! A warp leaves the pool. With `retire`, the entry in use that has `retire_pc` becomes free at the
//! clock edge if its IDX is `retire_warp`. The read and write ports of first do that: in
//! such a cycle **first looks up `retire_pc` instead of `first_pc`** in all that is said above, and
//! there is no `update`.
//!
//! # Pipelined
//!
//! All of that is done in a cycle, in a path through two sets one after the other. With `pipelined` the table takes
//! one operation at a time, a look-up of `first` or a retirement, and has several under way:
//!
//! * With `update` the operation that is there *enters* at the clock edge, and those under way move on by one of three
//!   stages: the set is read and its PCs are compared; the entry is selected; the table is written. Without `update`
//!   nothing moves. There is no `second`.
//! * `first_hit`, `first_create` and what belongs to them are the answer to the look-up in the third stage, which takes
//!   effect as it moves on; both are low if there is none. `fresh_first` is the warp that this one creates.
//! * A retirement takes effect as it moves on from the third stage. It has no answer.
//! * Each operation sees what those before it have left, retirements of its set in stages before it included.
//! * Nobody joins a warp that leaves: as a look-up is in the third stage, retirements in the first two *close* their
//!   warps. A look-up that would hit a closed one misses. All the lanes that its threads take, those of a hit, go to a new
//!   warp, which gets the entry; nothing is evicted.
//! * A look-up that enters is not of the set of one in the first or in the second stage. `fresh_first` is no warp whose
//!   retirement is in one of these: it has not left yet. (Both concern several cycles, so no assumption checks them.)
//!
//! # Reset
//!
//! With `pipelined`, nothing is under way. A walker clears the sets, one a cycle with all its ways: `init_done` is
//! low for exactly `sets` cycles after reset, and then high until the next one. While it is low there are neither look-ups nor
//! commands. Pointers of fifo are 0. (Which order of recency there is at first does not show: a victim
//! is looked for only when all ways of the set have been allocated.)

mod corners;
mod guarantees;

use crate::config::Replacement;
use crate::terms::Terms;
use crate::{
    Config, Param, ParamError, Parameters, Path, Property, Signals, System, Unit, params, ports,
};

params! {
    /// Parameters of [`PcWarpLut`].
    pub struct Params of PcWarpLut from config {
        /// sets of the table
        sets: usize(power of two, 2 to 1024, at most 1 << (pc_bits - 1))
            shown "power of two, 2 to 1024"
            = config.dwf.lut_entries / config.dwf.lut_ways;
        /// entries of a set
        ways: usize(power of two, 1 to 16) = config.dwf.lut_ways;
        /// which way of a full set is given up
        replacement: Replacement
            shown as lru = (replacement == Replacement::Lru)
                "1: the least recently used way is given up, 0: the ways in turn"
            = config.dwf.lut_replacement;
        /// threads of a warp
        lanes: usize(4 to 64) = config.core.warp_size;
        /// width of a PC in words
        pc_bits: u32(4 to 32) = config.core.pc_bits;
        /// width of a warp's number in the pool
        warp_bits: u32(2 to 10) = config.dwf.pool.ilog2();
        /// threads of a home lane in a warp
        slots: usize(a divisor of lanes) = config.dwf.slots(&config.core);
        /// operations go through three stages
        pipelined: bool = config.dwf.is_pipelined();
    }
}

impl Params {
    /// Home lanes (derived).
    pub fn home_lanes(&self) -> usize {
        self.lanes / self.slots
    }

    /// Width of a set's number: so many low bits of the PC (derived).
    pub fn set_bits(&self) -> u32 {
        self.sets.ilog2()
    }
}

ports! {
    /// Ports into the table.
    pub struct In(p: Params) {
        group "first: threads of one PC";
        /// there are some
        first: bit;
        /// their PC, in words
        first_pc: bits(p.pc_bits());
        /// their lanes
        first_lanes: bits(p.lanes() as u32);
        group "second: threads of another PC, or more of the same";
        /// there are some
        second: bit;
        /// their PC, in words
        second_pc: bits(p.pc_bits());
        /// their lanes
        second_lanes: bits(p.lanes() as u32);
        group "fresh: free entries of the pool";
        /// the next new warp
        fresh_first: bits(p.warp_bits());
        /// the one after it
        fresh_second: bits(p.warp_bits());
        group "update";
        /// the look-ups take effect
        update: bit;
        group "retire: a warp leaves the pool";
        /// the warp below does
        retire: bit;
        /// its PC, in words
        retire_pc: bits(p.pc_bits());
        /// its entry in the pool
        retire_warp: bits(p.warp_bits());
    }
}

ports! {
    /// Ports out of the table.
    pub struct Out(p: Params) {
        group "state";
        /// the table is cleared after reset
        init_done: bit;
        group "first: threads of one PC";
        /// the table has their PC
        first_hit: bit when first;
        /// the warp they join
        first_old: bits(p.warp_bits()) when first_hit;
        /// lanes that join it
        first_old_lanes: bits(p.lanes() as u32) when first_hit;
        /// there are lanes that go to a new warp
        first_create: bit when first;
        /// the new warp
        first_new: bits(p.warp_bits()) when first_create;
        /// lanes that go to it
        first_new_lanes: bits(p.lanes() as u32) when first_create;
        /// an entry in use is given up for it
        first_evict: bit when first_create;
        group "second: threads of another PC, or more of the same";
        /// the table, as first leaves it, has their PC
        second_hit: bit when second;
        /// the warp they join
        second_old: bits(p.warp_bits()) when second_hit;
        /// lanes that join it
        second_old_lanes: bits(p.lanes() as u32) when second_hit;
        /// there are lanes that go to a new warp
        second_create: bit when second;
        /// the new warp
        second_new: bits(p.warp_bits()) when second_create;
        /// lanes that go to it
        second_new_lanes: bits(p.lanes() as u32) when second_create;
        /// an entry in use is given up for it
        second_evict: bit when second_create;
    }
}

/// The contract of the PC-warp LUT.
#[derive(Clone, Copy, Debug)]
pub struct PcWarpLut;

impl Unit for PcWarpLut {
    const NAME: &'static str = "pc_warp_lut";
    const SUMMARY: &'static str = "the warp that threads of a PC are gathered in";
    const SOURCE: &'static str = "fung2009, section 4.2, figure 10 (b), footnote 10";
    const SYSTEM: System = System::Dwf;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    /// Slots are shown where home lanes have several, the form where it is not the paper's.
    fn describe(p: &Params) -> Vec<Param> {
        let mut params = p.describe();
        params.retain(|param| match param.name {
            "slots" => p.slots > 1,
            "pipelined" => p.pipelined,
            _ => true,
        });
        params
    }

    fn timing(p: &Params) -> String {
        let look_ups = match p.pipelined {
            true => "a look-up a cycle, answered in the third cycle after it, written at its end",
            false => "two look-ups answered within the cycle, written at its end",
        };
        format!("{look_ups}; initialised {} cycles after reset", p.sets)
    }

    fn combinational(p: &Params) -> Vec<Path> {
        if p.pipelined {
            return vec![Path {
                output: "first_new",
                inputs: &["fresh_first"],
            }];
        }
        const FIRST: &[&str] = &["first_pc", "retire", "retire_pc"];
        const FIRST_LANES: &[&str] = &["first_pc", "first_lanes", "retire", "retire_pc"];
        const SECOND: &[&str] = &["first", "first_pc", "second_pc", "retire", "retire_pc"];
        const SECOND_LANES: &[&str] = &[
            "first",
            "first_pc",
            "first_lanes",
            "second_pc",
            "second_lanes",
            "retire",
            "retire_pc",
        ];
        const SECOND_OLD: &[&str] = &[
            "first",
            "first_pc",
            "first_lanes",
            "second_pc",
            "fresh_first",
            "retire",
            "retire_pc",
        ];
        const SECOND_NEW: &[&str] = &[
            "first",
            "first_pc",
            "first_lanes",
            "fresh_first",
            "fresh_second",
            "retire",
            "retire_pc",
        ];
        let path = |output, inputs| Path { output, inputs };
        vec![
            path("first_hit", FIRST),
            path("first_old", FIRST),
            path("first_old_lanes", FIRST_LANES),
            path("first_create", FIRST_LANES),
            path("first_new", &["fresh_first"]),
            path("first_new_lanes", FIRST_LANES),
            path("first_evict", FIRST),
            path("second_hit", SECOND),
            path("second_old", SECOND_OLD),
            path("second_old_lanes", SECOND_LANES),
            path("second_create", SECOND_LANES),
            path("second_new", SECOND_NEW),
            path("second_new_lanes", SECOND_LANES),
            path("second_evict", SECOND),
        ]
    }

    fn assumptions(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let assumption = Property::new;
        vec![
            assumption("nothing happens before the table is cleared", {
                let updates = !p.pipelined & i.update;
                o.init_done | !i.first & !i.second & !updates & !i.retire
            }),
            assumption(
                "a look-up has a lane",
                (!i.first | i.first_lanes.any()) & (!i.second | i.second_lanes.any()),
            ),
            assumption("halves have no lane in common", {
                let both = i.first & i.second & (p.slots > 1);
                !both | (i.first_lanes & i.second_lanes).none()
            }),
            assumption(
                "the fresh warps differ",
                !i.first & !i.second | i.fresh_first.ne(i.fresh_second),
            ),
            assumption(
                "nothing takes effect as a warp retires",
                p.pipelined | !i.update | !i.retire,
            ),
            assumption(
                "one operation enters the pipeline",
                !p.pipelined | !(i.second | i.first & i.retire),
            ),
        ]
    }

    fn guarantees(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        guarantees::guarantees(p, i, o)
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        corners::corners(p, i, o)
    }
}
