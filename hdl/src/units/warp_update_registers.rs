//! RTL of `warp_update_registers`: two registers that hold the two halves of a committed warp.
//!
//! Both load in the same cycle, so they share the TIDs of all lanes of the commit. The lanes of each register say which TIDs
//! count; a register without lanes is empty.

mod serial;

use crate::blocks::{lowest_one_hot, one_hot_mux};
use crate::{Drives, Elements, Expr, Hardware, ModuleBuilder, Reads, Register};
use heddle_contract::units::WarpUpdateRegisters;
use heddle_contract::units::warp_update_registers::{In, Out, Params};

/// One of the two registers.
#[derive(Clone, Copy)]
struct Update<'m> {
    lanes: Register<'m>,
    pc: Register<'m>,
    /// Whether the register holds lanes.
    any: Expr<'m>,
    /// The register is taken in this cycle.
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
        if p.serial() {
            return serial::build(m, p, &input, &output);
        }
        m.section("The two update registers. A register without lanes is empty.");
        let first = update(m, p, "first", input.take_first);
        let second = update(m, p, "second", input.take_second);
        let free = (!first.any | first.take) & (!second.any | second.take);
        let load_en = (input.commit & free).named("load_en");
        let halves = split(m, p, &input, load_en, &output);
        load(m, load_en, [first, second], halves);
        let tid = threads(m, p, load_en, &input);
        output.first.set(first.any);
        output.first_pc.set(first.pc);
        output.first_lanes.set(first.lanes);
        output.first_tid.set(tid);
        output.second.set(second.any);
        output.second_pc.set(second.pc);
        output.second_lanes.set(second.lanes);
        output.second_tid.set(tid);
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
        any: lanes.any().named(named("any")),
        take,
    }
}

/// The two halves that a commit hands over in this cycle, and whether these are the last.
fn split<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    load_en: Expr<'m>,
    output: &Out<Drives<'m>>,
) -> [Half<'m>; 2] {
    m.section(
        "Lanes of the commit that are not handed over yet. The lowest lane leads the first half, the \
         lowest lane with another PC the second half.",
    );
    let done = m.register("done", lanes(p)).reset(0);
    let done = done.overhead("a commit with more than two PCs is handed over two PCs a cycle");
    let remaining = (input.commit_lanes & !done).named("remaining");
    let first = half(m, p, input, "new_first", remaining);
    let others = (remaining & !first.lanes).named("others");
    let second = half(m, p, input, "new_second", others);
    let more = (others & !second.lanes).any().named("more");
    let handed = done | first.lanes | second.lanes;
    done.next_when(load_en, handed.masked(more));
    output.commit_ready.set(load_en & !more);
    [first, second]
}

/// The lanes among `lanes` that go to the same PC as the lowest of them.
fn half<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    name: &str,
    lanes: Expr<'m>,
) -> Half<'m> {
    let pc = leading(m, name, lanes, input.commit_pc);
    Half {
        lanes: followers(m, p, name, lanes, input.commit_pc, pc),
        pc,
    }
}

/// The PC of the lowest lane.
fn leading<'m>(m: &'m ModuleBuilder, name: &str, lanes: Expr<'m>, pcs: Elements<'m>) -> Expr<'m> {
    // DWF-8: one-hot, because a number would select a part of a vector, which Yosys makes a shifter of all PCs.
    let leader = lowest_one_hot(&format!("{name}_leader"), lanes);
    one_hot_mux(m, &format!("{name}_pc"), leader, pcs)
}

/// The lanes that go to a PC.
fn followers<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    name: &str,
    lanes: Expr<'m>,
    pcs: Elements<'m>,
    pc: Expr<'m>,
) -> Expr<'m> {
    let joins = m.wire(format!("{name}_lanes"), lanes.width());
    m.each(name, p.lanes(), |i| {
        joins.set_bit(i, lanes.bit(i) & pcs.at(i).eq(pc));
    });
    *joins
}

/// The threads of all lanes of a commit.
fn threads<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    load_en: Expr<'m>,
    input: &In<Reads<'m>>,
) -> Elements<'m> {
    let tid = m.registers("tid", p.lanes(), p.tid_bits());
    m.each("lane", p.lanes(), |i| {
        tid.register(i).next_when(load_en, input.commit_tid.at(i));
    });
    *tid
}

fn load<'m>(
    m: &'m ModuleBuilder,
    load_en: Expr<'m>,
    updates: [Update<'m>; 2],
    halves: [Half<'m>; 2],
) {
    m.section("Both registers load together; each can be taken separately.");
    for (update, half) in updates.into_iter().zip(halves) {
        let kept = update.lanes.masked(!update.take);
        update.lanes.next(load_en.mux(half.lanes, kept));
    }
    for (update, half) in updates.into_iter().zip(halves) {
        update.pc.next_when(load_en, half.pc);
    }
}
