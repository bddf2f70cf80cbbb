//! RTL of `unified_arbiter`: a binary tree that keeps the smaller key:target of each pair.
//!
//! Levels are loops over their nodes; the tree of levels is unrolled, one array per level, with
//! the level in the names. The root makes no key: only the target leaves the tree.
//!
//! With a latency of 1 the answer is registered. With 2 the tree is cut in the middle as well;
//! the upper part also compares every lane with the answer, so the lower part gets the odd level.

use crate::{Drives, Elements, Expr, Hardware, ModuleBuilder, Reads};
use heddle_contract::units::UnifiedArbiter;
use heddle_contract::units::unified_arbiter::{In, Out, Params};

/// The nodes of one level of the tree.
#[derive(Clone, Copy)]
struct Level<'m> {
    number: u32,
    /// Per node: some lane below takes part.
    any: Expr<'m>,
    /// Per node: the smallest key:target of those lanes.
    key: Elements<'m>,
}

/// What the lanes ask for; every one is compared with the answer.
#[derive(Clone, Copy)]
struct Lanes<'m> {
    valid: Expr<'m>,
    target: Elements<'m>,
}

/// The answer of the tree.
#[derive(Clone, Copy)]
struct Answer<'m> {
    valid: Expr<'m>,
    target: Expr<'m>,
    match_lanes: Expr<'m>,
}

impl Hardware for UnifiedArbiter {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        let (mut lanes, leaves) = leaves(m, p, &input);
        let top = p.levels() - 1;
        let cut = p.levels().div_ceil(2).min(top);
        let mut level = climb(m, p, leaves, if p.tree_latency() == 2 { cut } else { top });
        if p.tree_latency() == 2 {
            m.section("The tree is cut here. What the lanes ask for goes along.");
            lanes = register_lanes(m, p, lanes);
            level = climb(m, p, register_level(m, p, level), top);
        }
        let mut answer = root(m, p, lanes, level);
        if p.tree_latency() > 0 {
            answer = register_answer(m, p, answer);
        }
        output.valid.set(answer.valid);
        output.target.set(answer.target);
        output.match_lanes.set(answer.match_lanes);
    }
}

fn key_bits(p: &Params) -> u32 {
    p.key_bits() + p.target_bits()
}

fn leaves<'m>(m: &'m ModuleBuilder, p: &Params, input: &In<Reads<'m>>) -> (Lanes<'m>, Level<'m>) {
    m.section("What a lane asks for: its PC, or the line of its address. Memory has no nesting.");
    let target = m.array("lane_target", p.lanes(), p.target_bits());
    let key = m.array("key0", p.lanes(), key_bits(p));
    m.each("leaf", p.lanes(), |i| {
        let address = input.address.at(i);
        let pc = address.truncate(p.pc_bits());
        let line = address.part(p.offset_bits(), p.line_bits());
        let (pc, line) = (
            pc.zero_extend(p.target_bits()),
            line.zero_extend(p.target_bits()),
        );
        let nesting = input.memory.mux(0, input.key.at(i));
        target.set(i, input.memory.mux(line, pc));
        key.set(i, nesting.cat(target.at(i)));
        if p.pc_bits() < p.offset_bits() {
            m.unused(address.bits(p.offset_bits() - 1, p.pc_bits()));
        }
    });
    let (valid, target, key) = (input.valid, *target, *key);
    let (number, any) = (0, valid);
    (Lanes { valid, target }, Level { number, any, key })
}

/// The levels above `level` up to number `last`.
fn climb<'m>(m: &'m ModuleBuilder, p: &Params, mut level: Level<'m>, last: u32) -> Level<'m> {
    if level.number < last {
        m.section("Minimum of key:target over the lanes that take part, one array per level.");
    }
    while level.number < last {
        level = level_above(m, p, level);
    }
    level
}

fn level_above<'m>(m: &'m ModuleBuilder, p: &Params, below: Level<'m>) -> Level<'m> {
    let number = below.number + 1;
    let nodes = p.lanes() >> number;
    let any = m.wire(format!("any{number}"), nodes as u32);
    let key = m.array(format!("key{number}"), nodes, key_bits(p));
    m.each(&format!("level{number}"), nodes, |i| {
        let (left, right) = (2 * i, 2 * i + 1);
        let wins = below.right_wins(left, right).named("right");
        key.set(i, wins.mux(below.key.at(right), below.key.at(left)));
        any.set_bit(i, below.any.bit(left) | below.any.bit(right));
    });
    Level {
        number,
        any: *any,
        key: *key,
    }
}

impl<'m> Level<'m> {
    /// Whether the right one of two nodes has the smaller key:target; the left one on a tie.
    fn right_wins<I: Copy + Into<crate::Index>>(self, left: I, right: I) -> Expr<'m> {
        let smaller = self.key.at(right).lt(self.key.at(left));
        self.any.bit(right) & (!self.any.bit(left) | smaller)
    }
}

fn root<'m>(m: &'m ModuleBuilder, p: &Params, lanes: Lanes<'m>, top: Level<'m>) -> Answer<'m> {
    m.section("The chosen target, and the lanes that hold it: the key only chooses.");
    let target = |node: u32| top.key.at(node).truncate(p.target_bits());
    let right_wins = top.right_wins(0, 1).named("right_wins");
    let chosen = right_wins.mux(target(1), target(0)).named("chosen");
    let match_lanes = m.wire("match_lanes", p.lanes() as u32);
    m.each("match", p.lanes(), |i| {
        let holds = lanes.target.at(i).eq(chosen);
        match_lanes.set_bit(i, lanes.valid.bit(i) & holds);
    });
    Answer {
        valid: top.any.any(),
        target: chosen,
        match_lanes: *match_lanes,
    }
}

fn register_lanes<'m>(m: &'m ModuleBuilder, p: &Params, lanes: Lanes<'m>) -> Lanes<'m> {
    let valid = m.register("lane_valid", p.lanes() as u32);
    Lanes {
        valid: valid.next(lanes.valid),
        target: register_each(m, "held_target", lanes.target, p.lanes(), p.target_bits()),
    }
}

fn register_level<'m>(m: &'m ModuleBuilder, p: &Params, level: Level<'m>) -> Level<'m> {
    let nodes = p.lanes() >> level.number;
    let any = m.register(format!("any{}", level.number), nodes as u32);
    Level {
        any: any.reset(0).next(level.any),
        key: register_each(m, "held_key", level.key, nodes, key_bits(p)),
        ..level
    }
}

/// Registers of a row of values.
fn register_each<'m>(
    m: &'m ModuleBuilder,
    name: &str,
    from: Elements<'m>,
    length: usize,
    width: u32,
) -> Elements<'m> {
    let held = m.array(name, length, width);
    m.each(name, length, |i| {
        let register = m.register("value", width);
        held.set(i, register.next(from.at(i)));
    });
    *held
}

fn register_answer<'m>(m: &'m ModuleBuilder, p: &Params, answer: Answer<'m>) -> Answer<'m> {
    m.section("The answer.");
    let valid = m.register("valid", 1).reset(0);
    let target = m.register("target", p.target_bits());
    let match_lanes = m.register("match_lanes", p.lanes() as u32);
    Answer {
        valid: valid.next(answer.valid),
        target: target.next(answer.target),
        match_lanes: match_lanes.next(answer.match_lanes),
    }
}
