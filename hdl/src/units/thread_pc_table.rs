//! RTL of `thread_pc_table`: memories of PCs for each lane, with a comparator beside them.
//!
//! TPC-1: two PCs of a lane can be written in a cycle: one warp parks, another branches. Memories of FPGAs and most macros have
//! one write port, so a lane has one memory for parks and one for branches, and a bit for each warp that says which of the
//! two holds the PC. A branch wins if a lane branches and parks.

mod pipelined;

use crate::{Drives, Expr, Hardware, Index, Memory, ModuleBuilder, Reads};
use heddle_contract::units::ThreadPcTable;
use heddle_contract::units::thread_pc_table::{In, Out, Params};

/// Words that select a warp, one bit per warp.
#[derive(Clone, Copy)]
struct Selects<'m> {
    park: Expr<'m>,
    branch: Expr<'m>,
    read: Expr<'m>,
    compare: Expr<'m>,
    /// The warp that is read parks in this cycle.
    forward: Expr<'m>,
}

/// The memories of a lane.
#[derive(Clone, Copy)]
struct Lane<'m> {
    parked: Memory<'m>,
    branched: Memory<'m>,
    /// One bit per warp: its PC is in the branch memory.
    last: Expr<'m>,
}

/// A PC in each memory of a lane, and which of them is the lane's.
#[derive(Clone, Copy)]
struct Pair<'m> {
    is_branched: Expr<'m>,
    branched: Expr<'m>,
    parked: Expr<'m>,
}

impl<'m> Pair<'m> {
    fn pc(self) -> Expr<'m> {
        self.is_branched.mux(self.branched, self.parked)
    }
}

impl<'m> Lane<'m> {
    fn pair(&self, warp: Expr<'m>, select: Expr<'m>) -> Pair<'m> {
        Pair {
            is_branched: (self.last & select).any(),
            branched: self.branched.read(warp),
            parked: self.parked.read(warp),
        }
    }
}

impl Hardware for ThreadPcTable {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        output.known.set(known(m, p, &input));
        m.section(
            "PCs, two memories per lane: PCs written by a park, and by a branch. branched_last_q: \
             warps whose PC is in the branch memory. A read sees a park of the same cycle.",
        );
        let forward = (input.park & input.park_warp.eq(input.read_warp)).named("forward");
        let select = |warp: Expr<'m>, name: &str| warp.decode(p.warps() as u32).named(name);
        let selects = Selects {
            park: select(input.park_warp, "park_select"),
            branch: select(input.branch_warp, "branch_select"),
            read: select(input.read_warp, "read_select"),
            compare: select(input.compare_warp, "compare_select"),
            forward,
        };
        match p.latency() {
            0 => at_once(m, p, &input, selects, &output),
            _ => pipelined::later(m, p, &input, selects, &output),
        }
    }
}

/// Reads and comparisons within the cycle.
fn at_once<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    selects: Selects<'m>,
    output: &Out<Drives<'m>>,
) {
    m.each("lane", p.lanes(), |i| {
        let lane = lane(m, p, input, selects, i);
        let stored = lane.pair(input.read_warp, selects.read).pc();
        let read_pc = (selects.forward & input.park_lanes.bit(i)).mux(input.park_pc, stored);
        output.read_pc.at(i).set(read_pc);
        let stored = lane.pair(input.compare_warp, selects.compare).pc();
        let stored = stored.named("compare_stored");
        output.compare_lanes.bit(i).set(stored.eq(input.compare_pc));
    });
    output.read_done.set(input.read);
    output.compare_done.set(input.compare);
}

/// The memories of lane `i`, with their writes.
fn lane<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    selects: Selects<'m>,
    i: Index,
) -> Lane<'m> {
    let park_en = (input.park & input.park_lanes.bit(i)).named("park_en");
    let branch_en = (input.branch & input.branch_lanes.bit(i)).named("branch_en");
    let parked = m.memory("parked_pc", p.warps(), p.pc_bits());
    parked.write(input.park_warp, park_en, input.park_pc);
    let branched = m.memory("branched_pc", p.warps(), p.pc_bits());
    branched.write(input.branch_warp, branch_en, input.branch_pc.at(i));
    let last = m.register("branched_last", p.warps() as u32);
    let kept = last & !selects.park.masked(park_en);
    let last = last.next(kept | selects.branch.masked(branch_en));
    Lane {
        parked,
        branched,
        last,
    }
}

/// Warps whose lanes have all parked at once since reset: what else is in the memories means nothing (TPC-4).
fn known<'m>(m: &'m ModuleBuilder, p: &Params, input: &In<Reads<'m>>) -> Expr<'m> {
    m.section("Warps all of whose lanes have parked at once.");
    let known = m.register("known", p.warps() as u32).reset(0);
    let park_en_whole = input.park & input.park_lanes.all();
    known.next(
        known
            | input
                .park_warp
                .decode(p.warps() as u32)
                .masked(park_en_whole),
    )
}
