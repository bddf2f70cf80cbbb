//! `reconvergence_stack`: the reconvergence stacks of all warps of a core.
//!
//! fung2009, section 3.2, figure 4 (c, d, e). An entry is a PC, the lanes that stand there, and the
//! PC at which they wait for others. The top entry of a warp's stack is what the warp executes. At
//! a divergent branch the top's PC becomes the reconvergence point and an entry for each side is
//! pushed; an entry that comes to its reconvergence point is popped before anything is fetched
//! from it. The stack of the notes ("Instructions that Affect Active Path and Reconvergence
//! Stack") is told by its instructions when lanes leave an entry; nothing is compared.
//!
//! # Update
//!
//! The environment reports each instruction that a warp has executed. Of the warp's *active* lanes
//! (lanes of the top entry whose thread has not ended), those in `exit` end, those in `taken` go to
//! `target`, the others to `next`; lanes in `exit`, `leave` or `taken` that are not active are ignored.
//!
//! Lanes in `leave` that do not end go nowhere: they wait in an entry below, which holds them
//! already, or with `push` in the top. If the top is the only entry and nothing is pushed, there is
//! none: `unbalanced` is high in the same cycle and the update does nothing at all. Lanes that no
//! entry below holds are in none from then on; their threads have not ended.
//!
//! * With `push`, the top waits: its PC becomes `reconverge`, and each side that has a lane gets an
//!   entry of its own that reconverges there. The side named by `first` ends up on top. One
//!   side alone may be pushed as well: a call, whose lanes shall meet at the return address.
//!   Without `compare` the new entries have no reconvergence point: only lanes that leave or end
//!   empty them.
//! * Without `push` and with lanes on one side only, the top's PC is that side's.
//! * Without `push` and with lanes on both sides, there is no reconvergence point of their own: the
//!   top becomes the side that runs second, the other is pushed; both reconverge where
//!   the top would have.
//!
//! If that needs more than `depth` entries, `overflow` is high in the same cycle and the update
//! does nothing at all.
//!
//! # Pops
//!
//! An entry is *done* if it stands at its reconvergence point, or if none of its threads is left.
//! With an update up to `pops` done entries leave from the top, the new ones included. If the top
//! is then still done, the stack is *popping*: up to `pops` entries more leave in each of the next
//! cycles until the top is not done, and no update is taken before. A warp whose last thread ends
//! is no longer *live* and its entries are gone at once. (The paper pops one entry; loops pile
//! up several with the same reconvergence point.) The bottom entry stays as long as the warp is live.
//!
//! If no lane is left on any side, the top's PC is that of the side that runs first.
//!
//! # Latency
//!
//! With `latency` 0 an update is all of one cycle, and so are the pops of a cycle in which a stack is
//! popping. Otherwise they are *under way*: what cycle `t` takes is seen from cycle `t + latency + 1` on, and
//! `overflow` and `unbalanced` say in cycle `t + latency` that an update is not done. One is taken
//! every cycle. Until it is done a warp is *busy*, and no update of it is taken; a read shows the top as it was.
//! A stack that is then popping takes the place of an update for one cycle, and is busy again for as long.
//!
//! # Start
//!
//! `start` gives a warp that is not live one entry that waits for nothing. It is independent of
//! updates and pops of other warps.
//!
//! # Reset
//!
//! No warp live, nothing popping. Entries have no reset.

use crate::config::First;
use crate::{
    Assumption, Config, Corner, ParamError, Path, Signals, System, Unit, Values, params, ports,
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
        /// entries popped in a cycle
        pops: usize(1 to 8) = config.stack.pops;
        /// the side of a divergent branch that runs first
        first: First
            shown as taken_first = (first == First::Taken)
                "1: the taken side runs first, 0: the fall-through"
            = config.stack.first;
        /// cycles from an update to its answer
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

    fn all_lanes(&self) -> u64 {
        u64::MAX >> (64 - self.lanes)
    }
}

ports! {
    /// Ports into the stacks.
    pub struct In(p: Params) {
        group "start: a warp gets its threads";
        /// the warp below starts
        start: bit;
        /// a warp that is not live
        start_warp: bits(p.warp_bits());
        /// where it starts, in words
        start_pc: bits(p.pc_bits());
        /// lanes that have a thread
        start_lanes: bits(p.lanes() as u32);
        group "update: a warp has executed an instruction";
        /// the warp below has
        update: bit;
        /// a live warp
        update_warp: bits(p.warp_bits());
        /// lanes whose thread ends
        exit: bits(p.lanes() as u32);
        /// lanes that leave the top and wait where they are held already
        leave: bits(p.lanes() as u32);
        /// lanes that go to the target; the others go to next
        taken: bits(p.lanes() as u32);
        /// PC of the lanes that are taken
        target: bits(p.pc_bits());
        /// PC of the others
        next: bits(p.pc_bits());
        /// the lanes meet again at reconverge
        push: bit;
        /// the reconvergence point
        reconverge: bits(p.pc_bits());
        /// entries that are pushed are popped where they come to it
        compare: bit;
        group "read: the top of a stack";
        /// the warp below is read
        read: bit;
        /// a live warp
        read_warp: bits(p.warp_bits());
    }
}

ports! {
    /// Ports out of the stacks.
    pub struct Out(p: Params) {
        group "state";
        /// warps that have threads, one bit per warp
        live: bits(p.warps() as u32);
        /// entries are still leaving a stack: no update is taken
        popping: bit;
        /// that stack's warp
        popping_warp: bits(p.warp_bits()) when popping;
        /// warps whose stack is still changing, one bit per warp: they are not updated
        busy: bits(p.warps() as u32);
        group "update";
        /// it needs more than depth entries and is not done
        overflow: bit;
        /// lanes leave the only entry and the update is not done
        unbalanced: bit;
        group "read: the top of a stack";
        /// PC of the top entry
        read_pc: bits(p.pc_bits()) when read;
        /// its lanes whose threads have not ended
        read_lanes: bits(p.lanes() as u32) when read;
        /// entries of the stack
        read_entries: bits(p.count_bits()) when read;
        /// the top entry has a reconvergence point
        read_waits: bit when read;
        /// which one
        read_reconverge: bits(p.pc_bits()) when read_waits;
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

    fn timing(p: &Params) -> String {
        let pops = match p.pops {
            1 => "1 entry leaves".into(),
            n => format!("up to {n} entries leave"),
        };
        let done = match p.latency {
            0 => String::new(),
            1 => ", done after 1 cycle more".into(),
            n => format!(", done after {n} cycles more"),
        };
        format!("an update a cycle{done}, {pops} with it, the rest in the cycles after")
    }

    fn combinational(p: &Params) -> Vec<Path> {
        const READ: &[&str] = &["read_warp"];
        let path = |output, inputs| Path { output, inputs };
        let reads = [
            "read_pc",
            "read_lanes",
            "read_entries",
            "read_waits",
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

    fn assumptions() -> Vec<Assumption<Self>> {
        let assumption = Assumption::<Self>::new;
        vec![
            assumption("only a warp that is not live is started", |p, i, o| {
                !i.start || i.start_warp < p.warps as u64 && o.live >> i.start_warp & 1 == 0
            }),
            assumption("a warp is started with a thread", |_, i, _| {
                !i.start || i.start_lanes != 0
            }),
            assumption("only a live warp is updated", |_, i, o| {
                !i.update || o.live >> i.update_warp & 1 == 1
            }),
            assumption("nothing is updated while a stack is popping", |_, i, o| {
                !i.update || !o.popping
            }),
            assumption("no warp is updated that is busy", |_, i, o| {
                !i.update || o.busy >> i.update_warp & 1 == 0
            }),
            assumption("only a live warp is read", |_, i, o| {
                !i.read || o.live >> i.read_warp & 1 == 1
            }),
        ]
    }

    fn corners(p: &Params) -> Vec<Corner<Self>> {
        let corner = Corner::<Self>::new;
        let popping = vec![
            corner("a stack is popping", |_, _, o| o.popping),
            corner("the stack that is popping is read", |_, i, o| {
                i.read && o.popping && i.read_warp == o.popping_warp
            }),
            corner("a warp starts while another is popping", |_, i, o| {
                i.start && o.popping
            }),
        ];
        let mut corners = vec![
            corner("both sides are pushed", |p, i, o| {
                i.push && both_sides(p, i, o)
            }),
            corner("one side is pushed", |p, i, o| i.push && one_side(p, i, o)),
            corner("both sides, no reconvergence point", |p, i, o| {
                !i.push && both_sides(p, i, o)
            }),
            corner("the taken side is at its reconvergence point", |p, i, o| {
                i.push && i.compare && both_sides(p, i, o) && i.target == i.reconverge
            }),
            corner("the other side is at its reconvergence point", |p, i, o| {
                i.push && i.compare && both_sides(p, i, o) && i.next == i.reconverge
            }),
            corner("both sides are at their reconvergence point", |p, i, o| {
                i.push
                    && i.compare
                    && both_sides(p, i, o)
                    && i.target == i.reconverge
                    && i.next == i.reconverge
            }),
            corner(
                "one comes to a point it does not compare with",
                |p, i, o| i.push && !i.compare && one_side(p, i, o) && went_to(i) == i.reconverge,
            ),
            corner("sides that do not compare are pushed", |p, i, o| {
                i.push && !i.compare && both_sides(p, i, o)
            }),
            corner("some lanes leave, others go on", |p, i, o| {
                !i.push && leaving(i, o) != 0 && one_side(p, i, o)
            }),
            corner("all lanes leave, others wait", |p, i, o| {
                !i.push && leaving(i, o) != 0 && nobody(p, i, o) && o.read_entries > 1
            }),
            corner("some lanes are at the point that is pushed", |p, i, o| {
                i.push && leaving(i, o) != 0 && one_side(p, i, o)
            }),
            corner("all lanes are at the point that is pushed", |p, i, o| {
                i.push && leaving(i, o) != 0 && nobody(p, i, o)
            }),
            corner("a lane ends and leaves", |_, i, o| {
                known(i, o) && i.exit & i.leave & o.read_lanes != 0
            }),
            corner("a lane leaves and is taken", |_, i, o| {
                leaving(i, o) & i.taken != 0
            }),
            corner("lanes leave the only entry", |_, _, o| o.unbalanced),
            corner("the top comes to its reconvergence point", |p, i, o| {
                !i.push && one_side(p, i, o) && o.read_waits && went_to(i) == o.read_reconverge
            }),
            corner("a top that waits for nothing goes on", |p, i, o| {
                !i.push && one_side(p, i, o) && !o.read_waits
            }),
            corner(
                "a PC that differs from the reconvergence point in one bit",
                |p, i, o| {
                    !i.push
                        && one_side(p, i, o)
                        && o.read_waits
                        && (went_to(i) ^ o.read_reconverge).count_ones() == 1
                },
            ),
            corner("some threads end", |_, i, o| {
                known(i, o) && i.exit & o.read_lanes != 0 && i.exit & o.read_lanes != o.read_lanes
            }),
            corner("all threads of the top end, others wait", |_, i, o| {
                known(i, o) && o.read_lanes & !i.exit == 0 && o.read_entries > 1
            }),
            corner("the last threads of a warp end", |_, i, o| {
                known(i, o) && o.read_lanes & !i.exit == 0 && o.read_entries == 1
            }),
            corner("lanes that are not active are named", |p, i, o| {
                known(i, o) && (i.exit | i.leave | i.taken) & p.all_lanes() & !o.read_lanes != 0
            }),
            corner("a lane ends and is taken", |_, i, o| {
                known(i, o) && i.exit & i.taken & o.read_lanes != 0
            }),
            corner("a stack is full", |p, i, o| {
                i.read && o.read_entries == p.depth as u64
            }),
            corner("overflow", |_, _, o| o.overflow),
            corner("a full stack is updated without overflow", |p, i, o| {
                known(i, o) && o.read_entries == p.depth as u64 && !grows(p, i, o)
            }),
            corner("a warp starts while another is updated", |_, i, _| {
                i.start && i.update
            }),
            corner("the last warp is updated", |p, i, _| {
                i.update && i.update_warp == p.warps as u64 - 1
            }),
            corner("every warp is live", |p, _, o| {
                o.live.count_ones() == p.warps as u32
            }),
            corner("no warp is live", |_, _, o| o.live == 0),
        ];
        if p.lanes > 2 {
            corners.push(corner("some lanes leave, others part", |p, i, o| {
                !i.push && leaving(i, o) != 0 && both_sides(p, i, o)
            }));
        }
        // All but the bottom may be done at once: more than leave in one cycle?
        if p.pops < p.depth - 1 {
            corners.extend(popping);
        }
        if p.latency > 0 {
            corners.extend([
                corner("a stack that is busy is read", |_, i, o| {
                    i.read && o.busy >> i.read_warp & 1 == 1
                }),
                corner("a warp starts while another is busy", |_, i, o| {
                    i.start && o.busy != 0
                }),
                corner("a warp is updated while another is busy", |_, i, o| {
                    i.update && o.busy != 0
                }),
            ]);
        }
        if p.latency > 1 {
            corners.push(corner("several stacks are busy", |_, _, o| {
                o.busy.count_ones() > 1
            }));
        }
        corners
    }
}

/// Whether the warp that is updated is also read, so that its active lanes are known.
fn known(i: &In<Values>, o: &Out<Values>) -> bool {
    i.update && i.read && i.read_warp == i.update_warp && !o.popping
}

/// Active lanes that leave the top.
fn leaving(i: &In<Values>, o: &Out<Values>) -> u64 {
    match known(i, o) {
        true => o.read_lanes & i.leave & !i.exit,
        false => 0,
    }
}

fn sides(p: &Params, i: &In<Values>, o: &Out<Values>) -> (u64, u64) {
    let left = o.read_lanes & !i.exit & !i.leave & p.all_lanes();
    (left & i.taken, left & !i.taken)
}

fn both_sides(p: &Params, i: &In<Values>, o: &Out<Values>) -> bool {
    let (taken, others) = sides(p, i, o);
    known(i, o) && taken != 0 && others != 0
}

fn one_side(p: &Params, i: &In<Values>, o: &Out<Values>) -> bool {
    let (taken, others) = sides(p, i, o);
    known(i, o) && (taken != 0) != (others != 0)
}

/// Whether the update adds entries.
fn grows(p: &Params, i: &In<Values>, o: &Out<Values>) -> bool {
    both_sides(p, i, o) || i.push && one_side(p, i, o)
}

fn nobody(p: &Params, i: &In<Values>, o: &Out<Values>) -> bool {
    known(i, o) && sides(p, i, o) == (0, 0)
}

/// Where a single side goes; meaningful if there is one.
fn went_to(i: &In<Values>) -> u64 {
    if i.taken == 0 { i.next } else { i.target }
}
