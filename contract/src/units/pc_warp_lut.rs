//! `pc_warp_lut`: the warp in which threads of a PC are gathered.
//!
//! fung2009, section 4.2, figure 10 (b), footnote 10: a small dual-ported set-associative table.
//! An entry is {PC, OCC, IDX}: the whole PC, the occupied lanes of the warp, and the warp's
//! entry in the pool. OCC = 0 marks a free entry. The low bits of the PC select the set.
//!
//! # A look-up
//!
//! `first` requests the warp for threads of `first_pc` in lanes `first_lanes` (REQ). It *hits*
//! the entry in use that has this PC; at most one entry has it.
//!
//! * Hit: lanes of REQ that are free in OCC go to the `old` warp, IDX. Without a conflict
//!   (OCC & REQ = 0) these are all lanes, and REQ is added to the entry's OCC. With a conflict the other lanes,
//!   REQ & OCC, go to a `new` warp, and the entry becomes {PC, REQ & OCC, new}; `old_lanes` may be 0.
//! * Miss: `create` is high, and all lanes go to a `new` warp. The new warp gets an entry {PC, REQ, new} in the lowest
//!   free way of the set; if no way is free, in the victim of the replacement (`evict`). No more threads join the
//!   victim's warp.
//!
//! For first, `new` is `fresh_first`. For second, it is `fresh_second` if `first` is high and
//! creates a warp, else `fresh_first`.
//!
//! # Forwarding
//!
//! `second` sees the table as updated by `first`, whether or not `update` is high. If `first` is high:
//!
//! * If both PCs are equal, second hits, with the OCC and IDX that first writes.
//! * If first misses in the set of second, the way that first allocates is in use and has first's PC. A second that
//!   would have hit this way misses; a second that misses takes the next free way or victim.
//! * The recency that second sees includes first.
//!
//! With `update` the look-ups of the cycle take effect at the clock edge. If both write the same entry,
//! second's value stays.
//!
//! # Replacement
//!
//! In a set without a free way the victim is
//!
//! * lru: the way whose last hit or allocation with `update` is longest ago; second counts as
//!   later than first, and a retirement does not count;
//! * fifo: the way at the set's pointer. The pointer advances by one way (modulo the number of
//!   ways) with each eviction that takes effect, and only then.
//!
//! # Slots
//!
//! With one slot (`slots` = 1) every lane is a home lane, and everything above applies unchanged. With more slots, the
//! pipeline is narrower than its warps (fung2009, section 7: 8 banks of registers for 32 threads) and serves `slots`
//! threads of each home lane. There are H = `lanes` / `slots` home lanes, and lane l belongs to home lane l mod H. A
//! thread may take any lane of its home lane. REQ are the lanes in which threads arrive; the lanes that they
//! *take* replace REQ in everything above. In each home lane, threads take as many lanes as REQ has
//! there, chosen from the open lanes: first the lowest ones that are free in OCC, then the lowest ones that are not. (OCC is 0
//! for a miss.) The open lanes are
//!
//! * for first, all lanes;
//! * for second, the lanes that first does not take, if `first` is high: a lane's bank in the pool is written once
//!   a cycle (Table V).
//!
//! The open lanes always suffice: the halves of a commit have no lane of REQ in common, so a home lane has
//! at most `slots` threads of both halves together, and first takes as many lanes as it has threads.
//!
//! Second *waits* if one of its threads would go to a new warp only because first takes the lanes of that thread's home lane
//! that are free in the old warp. A second that waits hits, but `second_create` is low, `second_old_lanes` is 0, and
//! `update` does not make it take effect. Without `first` it never waits.
//!
//! # Retirement
//!
//! A warp leaves the pool. With `retire`, the entry in use that has `retire_pc` becomes free at the
//! clock edge if its IDX is `retire_warp`. A retirement uses the read and write ports of first: in
//! such a cycle **first looks up `retire_pc` instead of `first_pc`** in everything above, and
//! `update` is low.
//!
//! # Pipelined
//!
//! The form above does everything in one cycle, on a path through two sets one after the other. With `pipelined` the table
//! accepts one operation at a time, a look-up of `first` or a retirement, and has several in flight:
//!
//! * With `update` the operation of the cycle *enters* at the clock edge, and the operations in flight advance by one of three
//!   stages: the set is read and its PCs are compared; the entry is selected; the table is written. Without `update`
//!   nothing advances. `second` and `fresh_second` are not used.
//! * `first_hit`, `first_create` and the outputs that they qualify answer the look-up in the third stage, which takes
//!   effect when it leaves that stage; both are low if no look-up is there. `fresh_first` is the warp that this look-up creates.
//! * A retirement takes effect when it leaves the third stage. It has no answer.
//! * Each operation sees the effects of all operations before it, including retirements of its set in earlier stages.
//! * No thread joins a warp that leaves: while a look-up is in the third stage, retirements in the first two *close* their
//!   warps. A look-up that would hit a closed warp misses. All the lanes that its threads take, chosen as for a hit, go to a
//!   new warp, which gets the entry; nothing is evicted.
//! * A look-up must not enter while a look-up of the same set is in the first stage. A look-up must not create a warp whose
//!   retirement is in the first or second stage: it has not left yet.
//!
//! # Reset
//!
//! With `pipelined`, no operation is in flight. A walker clears the sets, one a cycle with all its ways: `init_done` is
//! low for exactly `sets` cycles after reset, and then high until the next reset. While it is low, look-ups and
//! commands must be low. The fifo pointers are 0. (The initial order of recency is not visible: a victim
//! is chosen only when all ways of the set have been allocated.)

mod corners;
mod entering;
mod guarantees;

use crate::config::Replacement;
use crate::terms::Terms;
use crate::{
    Config, Param, ParamError, Parameters, Path, Property, Signals, System, Timing, Unit, params,
    ports,
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
        /// which way of a full set is replaced
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
        /// threads of a warp that share a home lane
        slots: usize(a divisor of lanes) = config.dwf.slots(&config.core);
        /// operations go through three pipeline stages
        pipelined: bool = config.dwf.is_pipelined();
    }
}

impl Params {
    /// Home lanes (derived).
    pub fn home_lanes(&self) -> usize {
        self.lanes / self.slots
    }

    /// Width of a set number: this many low bits of the PC (derived).
    pub fn set_bits(&self) -> u32 {
        self.sets.ilog2()
    }
}

ports! {
    /// Ports into the table.
    pub struct In(p: Params) {
        group "first: threads of one PC";
        /// a first group of threads is offered
        first: bit;
        /// PC of the first group, in words
        first_pc: bits(p.pc_bits());
        /// lanes of the first group
        first_lanes: bits(p.lanes() as u32);
        group "second: threads of another PC, or more of the same";
        /// a second group of threads is offered
        second: bit;
        /// PC of the second group, in words
        second_pc: bits(p.pc_bits());
        /// lanes of the second group
        second_lanes: bits(p.lanes() as u32);
        group "fresh: free entries of the pool";
        /// the next free entry of the pool
        fresh_first: bits(p.warp_bits());
        /// the free entry after it
        fresh_second: bits(p.warp_bits());
        group "update";
        /// the look-ups take effect
        update: bit;
        group "retire: a warp leaves the pool";
        /// a warp leaves the pool
        retire: bit;
        /// PC of the warp that leaves, in words
        retire_pc: bits(p.pc_bits());
        /// pool entry of the warp that leaves
        retire_warp: bits(p.warp_bits());
    }
}

ports! {
    /// Ports out of the table.
    pub struct Out(p: Params) {
        group "state";
        /// the table has been cleared after reset
        init_done: bit;
        group "first: threads of one PC";
        /// the table has the PC of the first group
        first_hit: bit when first;
        /// the warp that the first group joins
        first_old: bits(p.warp_bits()) when first_hit;
        /// lanes that the first group takes in the old warp
        first_old_lanes: bits(p.lanes() as u32) when first_hit;
        /// threads of the first group go to a new warp
        first_create: bit when first;
        /// the new warp of the first group
        first_new: bits(p.warp_bits()) when first_create;
        /// lanes that the first group takes in the new warp
        first_new_lanes: bits(p.lanes() as u32) when first_create;
        /// the new warp evicts an entry in use
        first_evict: bit when first_create;
        group "second: threads of another PC, or more of the same";
        /// the table, after the first group, has the second PC
        second_hit: bit when second;
        /// the warp that the second group joins
        second_old: bits(p.warp_bits()) when second_hit;
        /// lanes that the second group takes in the old warp
        second_old_lanes: bits(p.lanes() as u32) when second_hit;
        /// threads of the second group go to a new warp
        second_create: bit when second;
        /// the new warp of the second group
        second_new: bits(p.warp_bits()) when second_create;
        /// lanes that the second group takes in the new warp
        second_new_lanes: bits(p.lanes() as u32) when second_create;
        /// the new warp evicts an entry in use
        second_evict: bit when second_create;
    }
}

/// The contract of the PC-warp LUT.
#[derive(Clone, Copy, Debug)]
pub struct PcWarpLut;

impl Unit for PcWarpLut {
    const NAME: &'static str = "pc_warp_lut";
    const SUMMARY: &'static str = "look-up table from a PC to the warp in which its threads are \
                                   gathered";
    const SOURCE: &'static str = "fung2009, section 4.2, figure 10 (b), footnote 10";
    const SYSTEM: System = System::Dwf;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    /// `slots` is shown only if home lanes have several; `pipelined` only where the form differs from the paper's.
    fn describe(p: &Params) -> Vec<Param> {
        let mut params = p.describe();
        params.retain(|param| match param.name {
            "slots" => p.slots > 1,
            "pipelined" => p.pipelined,
            _ => true,
        });
        params
    }

    fn timing(p: &Params) -> Timing {
        let (latency, throughput) = match p.pipelined {
            true => (
                "answered in the third cycle after the look-up, written at its end",
                "one look-up a cycle",
            ),
            false => (
                "answered within the cycle, written at its end",
                "two look-ups a cycle",
            ),
        };
        let ready = format!("initialised {} cycles after reset", p.sets);
        Timing::new(latency, throughput).ready(ready)
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
            assumption(
                "no_command_before_init",
                "nothing happens before the table is cleared",
                {
                    let updates = !p.pipelined & i.update;
                    o.init_done | !i.first & !i.second & !updates & !i.retire
                },
            ),
            assumption(
                "look_up_has_lane",
                "a look-up has a lane",
                (!i.first | i.first_lanes.any()) & (!i.second | i.second_lanes.any()),
            ),
            assumption("halves_share_no_lane", "halves have no lane in common", {
                let both = i.first & i.second & (p.slots > 1);
                !both | (i.first_lanes & i.second_lanes).none()
            }),
            assumption(
                "fresh_warps_differ",
                "the fresh warps differ",
                p.pipelined | !i.first & !i.second | i.fresh_first.ne(i.fresh_second),
            ),
            assumption(
                "no_update_during_retirement",
                "nothing takes effect as a warp retires",
                p.pipelined | !i.update | !i.retire,
            ),
            assumption(
                "one_operation_enters",
                "one operation enters the pipeline",
                !p.pipelined | !(i.second | i.first & i.retire),
            ),
            assumption(
                "look_ups_of_a_set_apart",
                "no look-up enters behind one of its set",
                !p.pipelined | !entering::behind_its_set(p, i),
            ),
            assumption(
                "fresh_warp_has_left",
                "no warp is created that is being retired",
                !p.pipelined | !entering::creates_retiring(p, i, o),
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
