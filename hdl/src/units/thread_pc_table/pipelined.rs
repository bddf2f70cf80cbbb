//! Reads and comparisons in stages (TPC-5).
//!
//! With one register it is behind the choice between a lane's two memories. With two the first follows the memories, which
//! the number of the warp reaches through a large fan-out, and the second the choice and the comparison.

use super::{Lane, Pair, Selects, lane};
use crate::{Drives, Expr, ModuleBuilder, Reads};
use heddle_contract::units::thread_pc_table::{In, Out, Params};

/// Registers of a read or of a comparison in a lane.
#[derive(Clone, Copy)]
struct Stage<'m> {
    m: &'m ModuleBuilder,
    p: Params,
}

pub(super) fn later<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    selects: Selects<'m>,
    output: &Out<Drives<'m>>,
) {
    let stage = Stage { m, p: *p };
    let park_lanes = input
        .park_lanes
        .masked(selects.forward)
        .named("forward_lanes");
    let compare_pc = m.register("compare_pc", p.pc_bits()).next(input.compare_pc);
    let forward_pc =
        (p.latency() == 2).then(|| m.register("forward_pc", p.pc_bits()).next(input.park_pc));
    m.each("lane", p.lanes(), |i| {
        let lane = lane(m, p, input, selects, i);
        let read_pc = match forward_pc {
            None => stage.read_once(&lane, input, selects, park_lanes.bit(i)),
            Some(pc) => stage.read_twice(&lane, input, selects, park_lanes.bit(i), pc),
        };
        output.read_pc.at(i).set(read_pc);
        let matches = stage.compare(&lane, input, selects, compare_pc);
        output.compare_lanes.bit(i).set(matches);
    });
    m.section("Whether a read and a comparison are answered.");
    output.read_done.set(done(m, p, "read_done", input.read));
    output
        .compare_done
        .set(done(m, p, "compare_done", input.compare));
}

/// A bit as many cycles later as an answer.
fn done<'m>(m: &'m ModuleBuilder, p: &Params, name: &str, asked: Expr<'m>) -> Expr<'m> {
    (1..=p.latency()).fold(asked, |asked, stage| {
        let name = format!("{name}{stage}");
        m.register(name, 1).reset(0).next(asked)
    })
}

impl<'m> Stage<'m> {
    fn register(&self, name: &str, value: Expr<'m>) -> Expr<'m> {
        self.m.register(name, value.width()).next(value)
    }

    /// A lane's PCs of both memories, registered.
    fn pair(&self, name: &str, pair: Pair<'m>) -> Pair<'m> {
        Pair {
            is_branched: self.register(&format!("{name}_is_branched"), pair.is_branched),
            branched: self.register(&format!("{name}_branched"), pair.branched),
            parked: self.register(&format!("{name}_parked"), pair.parked),
        }
    }

    fn read_once(
        &self,
        lane: &Lane<'m>,
        input: &In<Reads<'m>>,
        selects: Selects<'m>,
        forward: Expr<'m>,
    ) -> Expr<'m> {
        let stored = lane.pair(input.read_warp, selects.read).pc();
        self.register("read_pc", forward.mux(input.park_pc, stored))
    }

    fn read_twice(
        &self,
        lane: &Lane<'m>,
        input: &In<Reads<'m>>,
        selects: Selects<'m>,
        forward: Expr<'m>,
        forward_pc: Expr<'m>,
    ) -> Expr<'m> {
        let pair = self.pair("read", lane.pair(input.read_warp, selects.read));
        let forward = self.register("read_forward", forward);
        self.register("read_pc", forward.mux(forward_pc, pair.pc()))
    }

    fn compare(
        &self,
        lane: &Lane<'m>,
        input: &In<Reads<'m>>,
        selects: Selects<'m>,
        compare_pc: Expr<'m>,
    ) -> Expr<'m> {
        let pair = lane.pair(input.compare_warp, selects.compare);
        match self.p.latency() {
            1 => self.register("compare_stored", pair.pc()).eq(compare_pc),
            _ => {
                let pc = self.pair("compare", pair).pc();
                self.register("compare_matches", pc.eq(compare_pc))
            }
        }
    }
}
