//! `warp_update_registers`: a committed warp, split by next PC.
//!
//! fung2009, section 4.2, figure 10 (a), footnote 9. When a warp reaches the last stage of the
//! pipeline, its threads go to two registers, one for each of the next PCs that a conditional
//! branch can lead to. A warp with more next PCs (an indirect branch) stalls the pipeline and hands over
//! two PCs a cycle.
//!
//! # The registers
//!
//! `first` and `second` hold {TID of every lane, PC, REQ}: REQ is the mask of the lanes that go to the
//! PC; a register with REQ = 0 is empty. Both registers store the TIDs of all lanes of the
//! commit, so `first_tid` may show threads of `second` in lanes outside `first_lanes`.
//! The outputs are the registers themselves.
//!
//! # A cycle
//!
//! A register is *free* if it is empty or taken in this cycle. If `commit` is high and both
//! registers are free, both are written at the clock edge. `left` are the lanes of the commit
//! that have not been handed over in earlier cycles:
//!
//! * `first` gets the lanes of `left` that have the same PC as the lowest lane of `left`;
//! * `second` gets the remaining lanes that have the same PC as the lowest remaining lane; if no lane
//!   remains, `second` is empty (REQ = 0);
//! * if lanes are then still left over, `commit_ready` is low, and the lanes that `first` and `second` got count
//!   as handed over; else `commit_ready` is high, and no lane of the next commit counts as handed over.
//!
//! Otherwise `commit_ready` is low, and registers that are taken become empty. `commit_ready` is
//! therefore low without `commit`.
//!
//! A commit that is not accepted must stay unchanged in the next cycle. (If it changed so that no lane is left, both registers
//! would become empty and the commit would be accepted.)
//!
//! # Serial
//!
//! The form above does everything in one cycle, so its path goes through two choices of a lane and two comparisons. With
//! `serial` the registers hold a whole commit, TIDs and PCs of all lanes, and hand over one PC at a time; `second`
//! is always empty. `left` are the lanes of the held commit that have not been taken. In a cycle
//!
//! * if `left` is empty, `commit` is accepted: `commit_ready` is high, the registers store the commit at the clock edge, and
//!   the PC of its lowest lane is *chosen*: from the next cycle on `first` is high, with that PC and with the lanes of `left`
//!   that have it;
//! * if `first` and `take_first` are high, the lanes of `first` leave `left`, and `first` is low from the next cycle on;
//! * if `left` is not empty and `first` is low, the PC of the lowest lane of `left` is chosen.
//!
//! So a commit of n PCs, each of them taken at once, occupies the registers for 2n - 1 cycles, and the next commit
//! is accepted in the cycle after these. A commit that is not accepted may change, since nothing of it is kept.
//!
//! # Reset
//!
//! Both registers are empty (REQ = 0), and no lane counts as handed over; with `serial`, `left` is 0. TIDs and PCs have no
//! reset.

use crate::terms::{Is, Row, Terms, Word, all, any, count, mask, state};
use crate::{
    Config, Param, ParamError, Parameters, Path, Property, Signals, System, Timing, Unit, params,
    ports,
};

params! {
    /// Parameters of [`WarpUpdateRegisters`].
    pub struct Params of WarpUpdateRegisters from config {
        // DWF-10: with fewer lanes, some cases cannot happen.
        /// threads of a warp
        lanes: usize(4 to 64) = config.core.warp_size;
        /// width of a thread number, all ones mark no thread
        tid_bits: u32(2 to 16) = config.dwf.tid_bits(&config.core);
        /// width of a PC in words
        pc_bits: u32(4 to 32) = config.core.pc_bits;
        /// one PC is handed over every two cycles
        serial: bool = config.dwf.is_pipelined();
    }
}

impl Params {
    fn no_thread(&self) -> u64 {
        u64::MAX >> (64 - self.tid_bits)
    }
}

ports! {
    /// Ports into the registers.
    pub struct In(p: Params) {
        group "commit: a warp leaves the pipeline";
        /// a warp is offered
        commit: bit;
        /// lanes of the warp that have a thread
        commit_lanes: bits(p.lanes() as u32);
        /// thread of each lane; all ones in lanes without one
        commit_tid: array(p.lanes(), p.tid_bits());
        /// next PC of each lane, in words
        commit_pc: array(p.lanes(), p.pc_bits());
        group "take: what the registers hold is used";
        /// the first group of threads is taken in this cycle
        take_first: bit;
        /// the second group of threads is taken in this cycle
        take_second: bit;
    }
}

ports! {
    /// Ports out of the registers.
    pub struct Out(p: Params) {
        group "commit: a warp leaves the pipeline";
        /// the last lanes of the warp are handed over in this cycle
        commit_ready: bit;
        group "first: the lanes of one PC";
        /// a first group of threads is offered
        first: bit;
        /// next PC of the first group, in words
        first_pc: bits(p.pc_bits()) when first;
        /// lanes of the first group
        first_lanes: bits(p.lanes() as u32) when first;
        /// thread of each lane of the whole warp; all ones for none
        first_tid: array(p.lanes(), p.tid_bits()) when first;
        group "second: the lanes of another PC";
        /// a second group of threads is offered
        second: bit;
        /// next PC of the second group, in words
        second_pc: bits(p.pc_bits()) when second;
        /// lanes of the second group
        second_lanes: bits(p.lanes() as u32) when second;
        /// thread of each lane of the whole warp; all ones for none
        second_tid: array(p.lanes(), p.tid_bits()) when second;
    }
}

/// The contract of the warp update registers.
#[derive(Clone, Copy, Debug)]
pub struct WarpUpdateRegisters;

impl Unit for WarpUpdateRegisters {
    const NAME: &'static str = "warp_update_registers";
    const SUMMARY: &'static str = "a committed warp, split by next PC";
    const SOURCE: &'static str = "fung2009, section 4.2, figure 10 (a), footnote 9";
    const SYSTEM: System = System::Dwf;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    /// The parameter `serial` is shown only where the form differs from the paper's.
    fn describe(p: &Params) -> Vec<Param> {
        let mut params = p.describe();
        params.retain(|param| param.name != "serial" || p.serial);
        params
    }

    fn timing(p: &Params) -> Timing {
        let latency =
            "a commit is offered from the cycle after its acceptance on, until it is taken";
        match p.serial {
            true => Timing::new(latency, "one PC of a commit every second cycle"),
            false => Timing::new(latency, "two PCs of a commit a cycle"),
        }
    }

    fn combinational(p: &Params) -> Vec<Path> {
        if p.serial {
            return vec![Path {
                output: "commit_ready",
                inputs: &["commit"],
            }];
        }
        vec![Path {
            output: "commit_ready",
            inputs: &[
                "commit",
                "commit_lanes",
                "commit_pc",
                "take_first",
                "take_second",
            ],
        }]
    }

    fn assumptions(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let assumption = Property::new;
        vec![
            assumption(
                "commit_has_thread",
                "a warp has a thread",
                !i.commit | i.commit_lanes.any(),
            ),
            assumption(
                "lanes_match_tids",
                "lanes without a thread say so, the others do not",
                !i.commit
                    | mask(i.commit_tid.iter().map(|tid| tid.ne(p.no_thread()))).eq(i.commit_lanes),
            ),
            assumption(
                "take_needs_lanes",
                "only what is there is taken",
                (!i.take_first | o.first) & (!i.take_second | o.second),
            ),
            Property::given(
                "commit_holds_until_taken",
                "a commit that is not taken stays as it is",
                (i.commit & !o.commit_ready).past() & !p.serial,
                i.commit & i.commit_lanes.stays() & stay(&i.commit_tid) & stay(&i.commit_pc),
            ),
        ]
    }

    fn guarantees(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let mut guarantees = vec![Property::given(
            "first_holds_until_taken",
            "first stays as it is until it is taken",
            (o.first & !i.take_first).past(),
            o.first & o.first_pc.stays() & o.first_lanes.stays() & stay(&o.first_tid),
        )];
        guarantees.extend(match p.serial {
            true => a_pc_at_a_time(p, i, o),
            false => two_pcs_at_a_time(p, i, o),
        });
        guarantees
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let mut corners = commits(p, i, o);
        corners.extend(if p.serial {
            one_by_one(p, i, o)
        } else {
            two_a_cycle(p, i, o)
        });
        corners
    }
}

/// Corners of the commits.
fn commits(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner(
            "one_pc",
            "a warp of one PC is taken",
            o.commit_ready & pcs(p, i).eq(1),
        ),
        corner(
            "two_pcs",
            "a warp of two PCs is taken",
            o.commit_ready & pcs(p, i).eq(2),
        ),
        corner(
            "odd_number_of_pcs",
            "an odd number of PCs",
            o.commit_ready & pcs(p, i).eq(3),
        ),
        corner(
            "a_pc_a_lane",
            "every lane has a PC of its own",
            o.commit_ready & pcs(p, i).eq(p.lanes),
        ),
        corner(
            "pcs_differ_in_one_bit",
            "two PCs differ in one bit",
            o.commit_ready & pcs(p, i).eq(2) & differ_in_one_bit(p, i),
        ),
        corner(
            "empty_lane_shares_pc",
            "a lane without a thread has a PC of the others",
            {
                let idle = |lane| !i.commit_lanes.bit(lane) & lanes_at(i, i.commit_pc[lane]).any();
                o.commit_ready & any((0..p.lanes).map(idle))
            },
        ),
        corner(
            "one_thread",
            "a warp of one thread",
            o.commit_ready & i.commit_lanes.ones().eq(1),
        ),
        corner(
            "full_warp",
            "every lane has a thread",
            o.commit_ready & i.commit_lanes.ones().eq(p.lanes),
        ),
        corner(
            "enter_empty",
            "a warp enters empty registers",
            i.commit & !o.first & !o.second,
        ),
        corner(
            "take_without_commit",
            "a register is taken without a commit",
            !i.commit & (i.take_first | i.take_second),
        ),
    ]
}

/// Corners of registers that hand over two PCs a cycle.
fn two_a_cycle(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner(
            "more_pcs_begin",
            "a warp of more PCs begins or goes on",
            free(i, o) & i.commit & !o.commit_ready & pcs(p, i).gt(2),
        ),
        corner(
            "more_pcs_end",
            "a warp of more PCs ends",
            o.commit_ready & pcs(p, i).gt(2),
        ),
        corner(
            "waits_for_both",
            "a warp waits for both registers",
            i.commit & o.first & o.second & !i.take_first & !i.take_second,
        ),
        corner(
            "waits_for_first",
            "a warp waits for first",
            i.commit & o.first & !i.take_first & (!o.second | i.take_second),
        ),
        corner(
            "waits_for_second",
            "a warp waits for second",
            i.commit & o.second & !i.take_second & (!o.first | i.take_first),
        ),
        corner(
            "enter_during_take",
            "a warp enters as both registers are taken",
            i.commit & i.take_first & i.take_second & o.first & o.second,
        ),
        corner(
            "second_alone",
            "second is there without first",
            o.second & !o.first,
        ),
        corner(
            "full_and_idle",
            "nothing happens to full registers",
            !i.commit & o.first & o.second & !i.take_first & !i.take_second,
        ),
    ]
}

/// Corners of registers that hand over one PC at a time.
fn one_by_one(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner(
            "waits_for_untaken",
            "a warp waits for one that is not taken",
            i.commit & o.first & !i.take_first,
        ),
        corner(
            "waits_for_taken",
            "a warp waits for one that is taken",
            i.commit & o.first & i.take_first,
        ),
        corner(
            "waits_for_choice",
            "a warp waits while a PC is chosen",
            i.commit & !o.first & !o.commit_ready,
        ),
        corner(
            "all_lanes_to_one_pc",
            "all lanes go to one PC",
            o.first & o.first_lanes.ones().eq(p.lanes),
        ),
        corner(
            "one_lane_to_pc",
            "one lane goes to a PC",
            o.first & o.first_lanes.ones().eq(1) & i.take_first,
        ),
        corner("no_successor", "no warp comes behind", !i.commit & o.first),
    ]
}

/// Guarantees of registers that hand over two PCs a cycle.
fn two_pcs_at_a_time(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let loaded = (i.commit & free(i, o)).past();
    let first = o.first_lanes.masked(o.first);
    let second = o.second_lanes.masked(o.second);
    let over = handed_over(p, loaded, o.commit_ready, first | second);
    let is_of = |lanes: Word, pc: Word| {
        let differ = (0..p.lanes).map(|lane| i.commit_pc[lane].past().ne(pc));
        (lanes & mask(differ)).none()
    };
    vec![
        Property::given(
            "second_holds_until_taken",
            "second stays as it is until it is taken",
            (o.second & !i.take_second).past(),
            o.second & o.second_pc.stays() & o.second_lanes.stays() & stay(&o.second_tid),
        ),
        Property::given(
            "halves_differ",
            "first and second differ in PC, and have no lane in common",
            o.first & o.second,
            o.first_pc.ne(o.second_pc) & (first & second).none(),
        ),
        Property::given(
            "lanes_handed_over_once",
            "lanes are handed over that were not handed over before",
            loaded,
            ((first | second) & (over | !i.commit_lanes.past())).none(),
        ),
        Property::given(
            "all_lanes_handed_over",
            "all lanes of a commit that is taken are handed over",
            loaded & o.commit_ready.past(),
            (first | second | over).eq(i.commit_lanes.past()),
        ),
        Property::given(
            "lanes_have_their_pc",
            "lanes are handed over with their PC",
            loaded,
            is_of(first, o.first_pc) & is_of(second, o.second_pc),
        ),
        Property::given(
            "threads_as_committed",
            "threads are handed over as they were committed",
            loaded,
            (!o.first | were(&o.first_tid, &i.commit_tid))
                & (!o.second | were(&o.second_tid, &i.commit_tid)),
        ),
    ]
}

/// Lanes of the current commit that were handed over in the cycles before the lanes shown in `now`.
fn handed_over(p: &Params, loaded: Is, commit_ready: Is, now: Word) -> Word {
    state("over", p.lanes as u32, |held| {
        let over = (held | now).masked(!commit_ready.past());
        loaded.mux(over, held)
    })
}

/// Guarantees of registers that hand over one PC at a time.
fn a_pc_at_a_time(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let left = state("left", p.lanes as u32, |held| {
        let rest = i.take_first.mux(held & !o.first_lanes, held);
        o.commit_ready.mux(i.commit_lanes, rest)
    });
    vec![
        Property::new("second_is_empty", "second is empty", !o.second),
        Property::given(
            "lanes_handed_over_once",
            "lanes are handed over that were not handed over before",
            o.first,
            o.first_lanes.any() & (o.first_lanes & !left).none(),
        ),
        Property::given(
            "taken_when_none_left",
            "a commit is taken when no lane of the one before is left",
            o.commit_ready,
            i.commit & left.none() & !o.first,
        ),
        Property::given(
            "handed_over_after_commit",
            "a commit is handed over in the cycle after it was taken",
            o.commit_ready.past(),
            o.first & were(&o.first_tid, &i.commit_tid),
        ),
    ]
}

/// Whether each element is the same as one cycle before.
fn stay(row: &Row) -> Is {
    were(row, row)
}

/// Whether each element equals the element of another row one cycle before.
fn were(row: &Row, before: &Row) -> Is {
    all(row
        .iter()
        .zip(before.iter())
        .map(|(now, before)| now.eq(before.past())))
}

/// Whether both registers can be written.
fn free(i: &In<Terms>, o: &Out<Terms>) -> Is {
    (!o.first | i.take_first) & (!o.second | i.take_second)
}

/// The lanes of the warp that go to a PC.
fn lanes_at(i: &In<Terms>, pc: Word) -> Word {
    mask(i.commit_pc.iter().map(|other| other.eq(pc))) & i.commit_lanes
}

/// Number of different PCs in the warp.
fn pcs(p: &Params, i: &In<Terms>) -> Word {
    count((0..p.lanes).map(|lane| {
        let below = (1u64 << lane) - 1;
        i.commit_lanes.bit(lane) & (lanes_at(i, i.commit_pc[lane]) & below).none()
    }))
}

/// Whether the PC of some lane differs from the lowest lane's PC in one bit.
fn differ_in_one_bit(p: &Params, i: &In<Terms>) -> Is {
    let pcs = (0..p.lanes).rev();
    let lowest = pcs.fold(i.commit_pc[0], |pc, lane| {
        i.commit_lanes.bit(lane).mux(i.commit_pc[lane], pc)
    });
    let differs = |lane: usize| (i.commit_pc[lane] ^ lowest).ones().eq(1);
    any((0..p.lanes).map(|lane| i.commit_lanes.bit(lane) & differs(lane)))
}
