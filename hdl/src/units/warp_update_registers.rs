//! RTL of `warp_update_registers`: two registers that hold the two halves of a committed warp.
//!
//! Both load in one cycle. Each takes the TIDs of all lanes of the commit: its lanes say which of
//! them count, and without lanes it is empty.

use crate::shapes::lowest;
use crate::{Drives, Expr, Hardware, ModuleBuilder, Reads, Register, Registers};
use heddle_contract::units::WarpUpdateRegisters;
use heddle_contract::units::warp_update_registers::{In, Out, Params};

/// One of the two registers.
#[derive(Clone, Copy)]
struct Update<'m> {
    lanes: Register<'m>,
    pc: Register<'m>,
    tid: Registers<'m>,
    /// It holds something.
    any: Expr<'m>,
    /// What it holds leaves in this cycle.
    take: Expr<'m>,
}

/// Lanes of a commit that go to one PC.
#[derive(Clone, Copy)]
struct Half<'m> {
    lanes: Expr<'m>,
    pc: Expr<'m>,
}

impl Hardware for WarpUpdateRegisters {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        m.section("The two registers. One without lanes is empty.");
        let first = update(m, p, "first", input.take_first);
        let second = update(m, p, "second", input.take_second);
        let free = (!first.any | first.take) & (!second.any | second.take);
        let loads = (input.commit & free).named("loads");
        let halves = split(m, p, &input, loads, &output);
        load(m, p, &input, loads, [first, second], halves);
        output.first.set(first.any);
        output.first_pc.set(first.pc);
        output.first_lanes.set(first.lanes);
        output.first_tid.set(*first.tid);
        output.second.set(second.any);
        output.second_pc.set(second.pc);
        output.second_lanes.set(second.lanes);
        output.second_tid.set(*second.tid);
    }
}

fn lanes(p: &Params) -> u32 {
    p.lanes() as u32
}

fn update<'m>(m: &'m ModuleBuilder, p: &Params, name: &str, take: Expr<'m>) -> Update<'m> {
    let named = |what: &str| format!("{name}_{what}");
    let lanes = m.register(named("lanes"), lanes(p)).reset(0);
    Update {
        lanes,
        pc: m.register(named("pc"), p.pc_bits()),
        tid: m.registers(named("tid"), p.lanes(), p.tid_bits()),
        any: lanes.any().named(named("any")),
        take,
    }
}

/// The two halves that a commit hands over in this cycle, and whether these are the last.
fn split<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    loads: Expr<'m>,
    output: &Out<Drives<'m>>,
) -> [Half<'m>; 2] {
    m.section(
        "Lanes of the commit that were not handed over yet. The lowest one leads the first half, \
         the lowest of the others the second.",
    );
    let done = m.register("done", lanes(p)).reset(0);
    let done = done.overhead("a commit with more than two PCs is handed over two a cycle");
    let left = (input.commit_lanes & !done).named("left");
    let first = half(m, p, input, "new_first", left);
    let others = (left & !first.lanes).named("others");
    let second = half(m, p, input, "new_second", others);
    let remain = (others & !second.lanes).any().named("remain");
    let handed = done | first.lanes | second.lanes;
    done.next_when(loads, handed.masked(remain));
    output.commit_ready.set(loads & !remain);
    [first, second]
}

/// Those of `lanes` that go where the lowest of them goes.
fn half<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    name: &str,
    lanes: Expr<'m>,
) -> Half<'m> {
    let leader = lowest(m, &format!("{name}_leader"), lanes);
    let pc = input.commit_pc.index(leader).named(format!("{name}_pc"));
    let joins = m.wire(format!("{name}_lanes"), lanes.width());
    m.each(name, p.lanes(), |i| {
        joins.set_bit(i, lanes.bit(i) & input.commit_pc.at(i).eq(pc));
    });
    Half { lanes: *joins, pc }
}

fn load<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    loads: Expr<'m>,
    updates: [Update<'m>; 2],
    halves: [Half<'m>; 2],
) {
    m.section("Both registers load together; they are taken one by one.");
    for (update, half) in updates.into_iter().zip(halves) {
        let kept = update.lanes.masked(!update.take);
        update.lanes.next(loads.mux(half.lanes, kept));
    }
    for (update, half) in updates.into_iter().zip(halves) {
        update.pc.next_when(loads, half.pc);
    }
    m.each("lane", p.lanes(), |i| {
        for update in updates {
            update
                .tid
                .register(i)
                .next_when(loads, input.commit_tid.at(i));
        }
    });
}
