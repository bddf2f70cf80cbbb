//! `reconvergence_stack`: the reconvergence stacks of all warps of a core.
//!
//! fung2009, section 3.2, figure 4 (c, d, e). An entry holds a PC, the lanes at that PC, and the
//! PC at which these lanes wait for others: the reconvergence point. A warp executes the top entry of its stack. At
//! a divergent branch the top's PC becomes the reconvergence point, and an entry for each side is
//! pushed. An entry that reaches its reconvergence point is popped before anything is fetched
//! from it. In the stack of the notes ("Instructions that Affect Active Path and Reconvergence
//! Stack") instructions say when lanes leave an entry; no PC is compared.
//!
//! # Update
//!
//! The environment reports each instruction that a warp has executed. A lane is *active* if it is in the
//! top entry and its thread has not ended. Active lanes in `exit` end, active lanes in `taken` go to
//! `target`, and the other active lanes go to `next`. Lanes in `exit`, `leave` or `taken` that are not active are ignored.
//!
//! Lanes in `leave` that do not end go to neither side: they wait in an entry below, which already holds
//! them, or, with `push`, in the top. If the top is the only entry and nothing is pushed, no such entry
//! exists: `unbalanced` is high in the same cycle and the update does nothing at all. Leaving lanes that no
//! entry below holds are in no entry from then on; their threads have not ended.
//!
//! * With `push`, the top waits: its PC becomes `reconverge`, and each side that has a lane gets its
//!   own entry, which reconverges there. The side named by `first` is the new top. A single
//!   side may be pushed too: a call, whose lanes are to meet at the return address.
//!   Without `compare` the new entries have no reconvergence point: an entry is empty only when all its lanes have
//!   left or ended.
//! * Without `push` and with lanes on one side only, the top takes the PC of that side.
//! * Without `push` and with lanes on both sides, the sides have no reconvergence point of their own: the
//!   top becomes the side that runs second, and the other side is pushed; both reconverge where
//!   the top would have.
//!
//! If an update needs more than `depth` entries, `overflow` is high in the same cycle and the update
//! does nothing at all.
//!
//! # Pops
//!
//! An entry is *done* if its PC is its reconvergence point, or if none of its threads is left.
//! An update pops up to `pops` done entries from the top, new entries included. If the top
//! is then still done, the stack is *popping*: each of the next cycles pops up to `pops` more entries
//! until the top is not done, and no update is accepted before. A warp whose last thread ends
//! is no longer *live* and its entries are gone at once. (The paper pops one entry; loops pile
//! up several with the same reconvergence point.) The bottom entry stays as long as the warp is live.
//!
//! If no lane is left on either side, the top takes the PC of the side that runs first.
//!
//! # Latency
//!
//! With `latency` 0 an update is done within one cycle, and so are the pops of a popping stack in each cycle.
//! Otherwise they are *in flight*: an update accepted in cycle `t` is visible from cycle `t + latency + 1` on, and
//! `overflow` and `unbalanced` say in cycle `t + latency` that the update is not done. One update is accepted
//! every cycle. Until its update is done a warp is *busy*, and no other update of the warp is accepted; a read shows the old top.
//! A stack that is then popping takes the place of an update for one cycle, and is busy again for as long.
//!
//! # Start
//!
//! `start` gives a warp that is not live one entry without a reconvergence point. It is independent of
//! updates and pops of other warps.
//!
//! # Reset
//!
//! No warp is live, no stack is popping. Entries have no reset.

mod corners;

use crate::config::First;
use crate::terms::{Terms, Word, state};
use crate::{
    Answer, Config, ParamError, Path, Property, Signals, System, Timing, Unit, params, ports,
};

params! {
    /// Parameters of [`ReconvergenceStack`].
    pub struct Params of ReconvergenceStack from config {
        /// warps of a core
        warps: usize(2 to 64) = config.core.warps;
        /// threads of a warp
        lanes: usize(2 to 64) = config.core.warp_size;
        /// width of a PC in words
        pc_bits: u32(4 to 32) = config.core.pc_bits;
        /// entries of a stack
        depth: usize(3 to 256) = config.stack.depth;
        /// most entries popped in a cycle
        pops: usize(1 to 8) = config.stack.pops;
        /// the side of a divergent branch that runs first
        first: First
            shown as taken_first = (first == First::Taken)
                "1: the taken side runs first, 0: the fall-through"
            = config.stack.first;
        /// cycles from an update to the answer
        latency: u32(0 to 5) = config.stack.latency;
    }
}

impl Params {
    /// Width of a warp number (derived).
    pub fn warp_bits(&self) -> u32 {
        self.warps.next_power_of_two().ilog2()
    }

    /// Width of a number of entries, 0 to `depth` (derived).
    pub fn count_bits(&self) -> u32 {
        (self.depth + 1).next_power_of_two().ilog2()
    }
}

ports! {
    /// Ports into the stacks.
    pub struct In(p: Params) {
        group "start: a warp gets its threads";
        /// a warp starts
        start: bit;
        /// the warp that starts; it must not be live
        start_warp: bits(p.warp_bits());
        /// PC at which the warp starts, in words
        start_pc: bits(p.pc_bits());
        /// lanes that have a thread
        start_lanes: bits(p.lanes() as u32);
        group "update: a warp has executed an instruction";
        /// a warp has executed an instruction
        update: bit;
        /// the warp that has executed; it must be live
        update_warp: bits(p.warp_bits());
        /// lanes whose thread ends
        exit: bits(p.lanes() as u32);
        /// lanes that leave the top and wait in the entry below that holds them
        leave: bits(p.lanes() as u32);
        /// lanes that take the branch to target; the others go to next
        taken: bits(p.lanes() as u32);
        /// PC of the taken lanes, in words
        target: bits(p.pc_bits());
        /// PC of the other lanes, in words
        next: bits(p.pc_bits());
        /// new entries are pushed; their lanes meet again at reconverge
        push: bit;
        /// the reconvergence point, in words
        reconverge: bits(p.pc_bits());
        /// pushed entries are popped when they reach the reconvergence point
        compare: bit;
        group "read: the top of a stack";
        /// the top of a stack is read
        read: bit;
        /// the warp to read; it must be live
        read_warp: bits(p.warp_bits());
    }
}

ports! {
    /// Ports out of the stacks.
    pub struct Out(p: Params) {
        group "state";
        /// warps that have threads, one bit per warp
        live: bits(p.warps() as u32);
        /// a stack is still popping entries: no update is accepted
        popping: bit;
        /// warp of the popping stack
        popping_warp: bits(p.warp_bits()) when popping;
        /// warps with an update in flight, which accept no other; one bit per warp
        busy: bits(p.warps() as u32);
        group "update";
        /// the update needs more than depth entries and is not done
        overflow: bit;
        /// lanes leave the only entry, and the update is not done
        unbalanced: bit;
        group "read: the top of a stack";
        /// PC of the top entry
        read_pc: bits(p.pc_bits()) when read;
        /// lanes of the top entry whose threads have not ended
        read_lanes: bits(p.lanes() as u32) when read;
        /// number of entries in the stack
        read_entries: bits(p.count_bits()) when read;
        /// the top entry has a reconvergence point
        read_waiting: bit when read;
        /// reconvergence point of the top entry, in words
        read_reconverge: bits(p.pc_bits()) when read_waiting;
    }
}

/// The contract of the reconvergence stacks.
#[derive(Clone, Copy, Debug)]
pub struct ReconvergenceStack;

impl Unit for ReconvergenceStack {
    const NAME: &'static str = "reconvergence_stack";
    const SUMMARY: &'static str = "the reconvergence stacks of all warps of a core";
    const SOURCE: &'static str = "fung2009, section 3.2, figure 4; notes";
    const SYSTEM: System = System::Stack;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    fn timing(p: &Params) -> Timing {
        let pops = match p.pops {
            1 => "1 entry is popped".into(),
            n => format!("up to {n} entries are popped"),
        };
        let latency = match p.latency {
            0 => "an update is done at the end of its cycle".into(),
            1 => "an update is done 1 cycle later".into(),
            n => format!("an update is done {n} cycles later"),
        };
        let throughput =
            format!("one update a cycle; {pops} with the update, the rest in the following cycles");
        Timing::new(latency, throughput)
    }

    fn combinational(p: &Params) -> Vec<Path> {
        const READ: &[&str] = &["read_warp"];
        let path = |output, inputs| Path { output, inputs };
        let reads = [
            "read_pc",
            "read_lanes",
            "read_entries",
            "read_waiting",
            "read_reconverge",
        ];
        let mut paths = reads.map(|output| path(output, READ)).to_vec();
        if p.latency == 0 {
            let overflow = &["update", "update_warp", "exit", "leave", "taken", "push"];
            paths.push(path("overflow", overflow));
            let unbalanced = &["update", "update_warp", "exit", "leave", "push"];
            paths.push(path("unbalanced", unbalanced));
        }
        paths
    }

    /// A stack begins to pop by itself.
    fn answers(_: &Params) -> Vec<Answer> {
        vec![Answer {
            input: "update",
            outputs: &["popping"],
        }]
    }

    fn assumptions(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let assumption = Property::new;
        vec![
            assumption(
                "start_needs_dead_warp",
                "only a warp that is not live is started",
                !i.start | i.start_warp.lt(p.warps) & !o.live.has(i.start_warp),
            ),
            assumption(
                "start_has_thread",
                "a warp is started with a thread",
                !i.start | i.start_lanes.any(),
            ),
            assumption(
                "update_needs_live_warp",
                "only a live warp is updated",
                !i.update | o.live.has(i.update_warp),
            ),
            assumption(
                "no_update_while_popping",
                "nothing is updated while a stack is popping",
                !i.update | !o.popping,
            ),
            assumption(
                "no_update_of_busy_warp",
                "no warp is updated that is busy",
                !i.update | !o.busy.has(i.update_warp),
            ),
            assumption(
                "read_needs_live_warp",
                "only a live warp is read",
                !i.read | o.live.has(i.read_warp),
            ),
        ]
    }

    fn guarantees(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let start = i.start_warp.decode(p.warps as u32).masked(i.start);
        let reads =
            i.read & !o.busy.has(i.read_warp) & !(o.popping & o.popping_warp.eq(i.read_warp));
        vec![
            Property::given(
                "started_is_live",
                "a warp that is started is live",
                start.any().past(),
                (start.past() & !o.live).none(),
            ),
            Property::given(
                "only_started_become_live",
                "only a warp that was started becomes live",
                o.live.any(),
                (o.live & !(o.live.past() | start.past())).none(),
            ),
            Property::given(
                "only_updates_end_warps",
                "a warp dies of an update only",
                (o.live.past() & !o.live).any(),
                o.busy.past().any() | i.update.past() | o.popping.past(),
            ),
            Property::given(
                "entries_within_depth",
                "a stack has an entry at least, and no more than depth",
                reads,
                o.read_entries.ge(1) & o.read_entries.le(p.depth),
            ),
            Property::given(
                "top_has_thread",
                "a top has a thread, unless lanes have left without a push",
                reads & !left_without_push(p, i).has(i.read_warp),
                o.read_lanes.any(),
            ),
            Property::given(
                "waiting_top_is_not_done",
                "no top entry except the last is at its reconvergence PC",
                reads & o.read_entries.gt(1) & o.read_waiting,
                o.read_pc.ne(o.read_reconverge),
            ),
        ]
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        corners::corners(p, i, o)
    }
}

/// Warps in which lanes have left an entry without a push since the warp started (PRP-17). Such lanes may be in no entry any
/// more, so that the bottom can have no thread while the warp is live: if a branch without its own reconvergence point has
/// split the bottom, no entry below holds these lanes.
pub fn left_without_push(p: &Params, i: &In<Terms>) -> Word {
    let warps = p.warps as u32;
    state("left_without_push", warps, |held| {
        let leaves = i.update & i.leave.any() & !i.push;
        let left = held | i.update_warp.decode(warps).masked(leaves);
        left & !i.start_warp.decode(warps).masked(i.start)
    })
}
