//! The explicit stack of the notes: the order of paths of each shape, predicates in place of stack entries, and the behaviour of
//! unbalanced code.

use crate::support::{Asm, job, output, reg::*, run, tiny, tiny_with, trace, words};
use heddle_isa::Op;
use heddle_sim::fault::FaultReason;
use heddle_sim::{Job, Mechanism, Outcome};
use std::collections::BTreeMap;

/// A block of a shape: one instruction that identifies it.
fn block(a: &mut Asm, name: &str) {
    a.label(name);
    a.imm(Op::Addi, A2, A2, 1);
}

/// Blocks of one warp of four in the order in which they are issued, with their lanes.
fn paths(job: &Job, labels: &BTreeMap<u32, String>, changes: &[&str]) -> Vec<String> {
    let config = tiny_with(changes, "predicates in place of paths are the subject");
    let rows = trace(&config, job, Mechanism::Stack);
    let named = rows.iter().filter_map(|row| {
        let name = labels.get(&row.pc)?;
        let lane = |lane: u32| if row.lanes >> lane & 1 == 1 { '1' } else { '0' };
        Some(format!("{name} {}", (0..4).map(lane).collect::<String>()))
    });
    named.collect()
}

/// A shape is written by `shape`; its blocks have names of one letter, and thread `i` has `i` in a0. Returns what was issued with
/// the given `stack.predicated`.
fn run_shape(shape: impl Fn(&mut Asm), predicated: usize) -> Vec<String> {
    let mut a = Asm::kernel();
    a.hide_labels();
    shape(&mut a);
    a.put(A2, 0);
    a.ret();
    let names = ('A'..='Z').map(|name| name.to_string());
    let labels = names.filter_map(|name| Some((a.find(&name)?, name)));
    let labels = labels.collect();
    let job = job(a, 1, 4, vec![words("out", 4)]);
    let expected = output(&tiny(), &job, Mechanism::Mimd);
    let predicated = format!("stack.predicated={predicated}");
    for first in ["taken", "fall_through"] {
        let order = format!("stack.explicit_first={first}");
        for unit in ["stack.first=taken", "stack.first=fall_through"] {
            for placement in ["stack.placement=compiled", "stack.placement=notes"] {
                let changes = [&predicated, &order, unit, placement];
                let config = tiny_with(&changes, "the order of paths is the subject");
                assert_eq!(output(&config, &job, Mechanism::Stack), expected);
            }
        }
    }
    paths(&job, &labels, &[&predicated])
}

/// Threads 1 and 3 have odd numbers; `T0` says whether the thread is odd.
fn if_else(a: &mut Asm) {
    a.imm(Op::Andi, T0, A0, 1);
    block(a, "A");
    a.branch(Op::Beq, T0, ZERO, "C");
    block(a, "B");
    a.jal(ZERO, "X");
    block(a, "C");
    block(a, "X");
}

/// "if ( threadIdx.x & 1 ) { B } else { C }": BRA pushes the taken path, SYNC of the other pops it.
#[test]
fn the_fall_through_of_an_if_else_runs_first() {
    let expected = ["A 1111", "B 0101", "C 1010", "X 1111"];
    assert_eq!(run_shape(if_else, 0), expected);
    assert_eq!(run_shape(if_else, 4), expected, "and with predicates");
}

#[test]
fn an_if_without_else_is_left_on_the_branch() {
    let shape = |a: &mut Asm| {
        block(a, "A");
        a.branch(Op::Bne, A0, ZERO, "X");
        block(a, "B");
        block(a, "X");
    };
    for predicated in [0, 4] {
        assert_eq!(run_shape(shape, predicated), ["A 1111", "B 1000", "X 1111"]);
    }
}

/// "for ( A; B; C ) { D; } X;": thread `i` makes `i` iterations.
#[test]
fn a_loop_is_left_one_by_one_and_behind_it_all_are_together() {
    let shape = |a: &mut Asm| {
        block(a, "A");
        a.label("B");
        a.branch(Op::Bgeu, S0, A0, "X");
        block(a, "D");
        a.imm(Op::Addi, S0, S0, 1);
        a.jal(ZERO, "B");
        block(a, "X");
    };
    let expected = [
        "A 1111", "B 1111", "D 0111", "B 0111", "D 0011", "B 0011", "D 0001", "B 0001", "X 1111",
    ];
    assert_eq!(run_shape(shape, 4), expected);
}

/// "for ( A; B; C ) { if ( cond ) D; else E; } X": `cond` is whether the iteration of a thread is odd.
#[test]
fn sides_in_a_loop_meet_in_every_turn() {
    let shape = |a: &mut Asm| {
        block(a, "A");
        a.label("B");
        a.branch(Op::Bgeu, S0, A0, "X");
        a.op(Op::Xor, T0, S0, A0);
        a.imm(Op::Andi, T0, T0, 1);
        a.branch(Op::Beq, T0, ZERO, "E");
        block(a, "D");
        a.jal(ZERO, "C");
        block(a, "E");
        a.label("C");
        a.imm(Op::Addi, S0, S0, 1);
        a.jal(ZERO, "B");
        block(a, "X");
    };
    let expected = [
        "A 1111", "B 1111", "D 0101", "E 0010", "C 0111", "B 0111", "D 0010", "E 0001", "C 0011",
        "B 0011", "D 0001", "C 0001", "B 0001", "X 1111",
    ];
    assert_eq!(run_shape(shape, 0), expected);
    assert_eq!(run_shape(shape, 4), expected, "and with predicates");
}

/// "for ( A; B; C ) { D; if ( cond ) E; else F; } X".
#[test]
fn a_body_ahead_of_the_sides_is_run_together() {
    let shape = |a: &mut Asm| {
        block(a, "A");
        a.label("B");
        a.branch(Op::Bgeu, S0, A0, "X");
        block(a, "D");
        a.branch(Op::Beq, S0, ZERO, "F");
        block(a, "E");
        a.jal(ZERO, "C");
        block(a, "F");
        a.label("C");
        a.imm(Op::Addi, S0, S0, 1);
        a.jal(ZERO, "B");
        block(a, "X");
    };
    let expected = [
        "A 1111", "B 1111", "D 0111", "F 0111", "C 0111", "B 0111", "D 0011", "E 0011", "C 0011",
        "B 0011", "D 0001", "E 0001", "C 0001", "B 0001", "X 1111",
    ];
    for predicated in [0, 4] {
        assert_eq!(run_shape(shape, predicated), expected);
    }
}

/// "for ( A; B; C ) { D; if ( cond1 ) { E; } else { F; if ( cond2 ) { G; break; } } } X;": threads below 2 take F in the second
/// iteration, and of these thread 1 breaks. All sides wait after the loop.
#[test]
fn sides_with_a_break_meet_behind_the_loop() {
    let shape = |a: &mut Asm| {
        block(a, "A");
        a.imm(Op::Addi, S1, ZERO, 2);
        a.label("B");
        a.branch(Op::Bgeu, S0, S1, "X");
        block(a, "D");
        a.imm(Op::Slti, T0, A0, 2);
        a.op(Op::And, T0, T0, S0);
        a.branch(Op::Bne, T0, ZERO, "F");
        block(a, "E");
        a.jal(ZERO, "C");
        block(a, "F");
        a.branch(Op::Beq, A0, ZERO, "C");
        block(a, "G");
        a.jal(ZERO, "X");
        a.label("C");
        a.imm(Op::Addi, S0, S0, 1);
        a.jal(ZERO, "B");
        block(a, "X");
    };
    let expected = [
        "A 1111", "B 1111", "D 1111", "E 1111", "C 1111", "B 1111", "D 1111", "E 0011", "C 0011",
        "B 0011", "F 1100", "G 0100", "C 1000", "B 1000", "X 1111",
    ];
    assert_eq!(run_shape(shape, 4), expected);
}

/// Two loops, one on each side of a branch: one of them begins on a path that was waiting on the stack.
#[test]
fn a_loop_begins_where_its_path_leaves_the_stack() {
    let shape = |a: &mut Asm| {
        block(a, "A");
        a.imm(Op::Andi, T0, A0, 1);
        a.branch(Op::Beq, T0, ZERO, "E");
        block(a, "D");
        a.imm(Op::Addi, S0, S0, 1);
        a.branch(Op::Bne, S0, A0, "D");
        block(a, "G");
        a.jal(ZERO, "X");
        block(a, "E");
        a.imm(Op::Addi, S0, S0, 1);
        a.branch(Op::Bgeu, A0, S0, "E");
        block(a, "F");
        block(a, "X");
    };
    let expected = [
        "A 1111", "D 0101", "D 0001", "D 0001", "G 0101", "E 1010", "E 0010", "E 0010", "F 1010",
        "X 1111",
    ];
    assert_eq!(run_shape(shape, 4), expected);
}

/// Two loops with one head: at the end of an iteration of the outer loop, some lanes leave it while the inner loop begins for the
/// others.
#[test]
fn lanes_leave_a_loop_where_another_begins() {
    let shape = |a: &mut Asm| {
        block(a, "A");
        a.imm(Op::Slli, S1, A0, 1);
        block(a, "D");
        a.imm(Op::Addi, S0, S0, 1);
        a.imm(Op::Andi, T0, S0, 1);
        a.branch(Op::Bne, T0, ZERO, "D");
        block(a, "C");
        a.branch(Op::Bltu, S0, S1, "D");
        block(a, "X");
    };
    let expected = [
        "A 1111", "D 1111", "D 1111", "C 1111", "D 0011", "D 0011", "C 0011", "D 0001", "D 0001",
        "C 0001", "X 1111",
    ];
    assert_eq!(run_shape(shape, 4), expected);
}

/// A side that no lane takes is not issued, because the notes branch around it.
#[test]
fn a_predicated_side_without_lanes_is_left_out() {
    let shape = |a: &mut Asm| {
        block(a, "A");
        a.imm(Op::Slti, T0, A0, 9);
        a.branch(Op::Beq, T0, ZERO, "C");
        block(a, "B");
        a.jal(ZERO, "X");
        block(a, "C");
        block(a, "X");
    };
    for predicated in [0, 4] {
        assert_eq!(run_shape(shape, predicated), ["A 1111", "B 1111", "X 1111"]);
    }
}

#[test]
fn a_function_left_in_two_places_is_left_together() {
    let mut a = Asm::kernel();
    a.imm(Op::Addi, S1, RA, 0);
    a.jal(RA, "f");
    a.label("X");
    a.imm(Op::Addi, RA, S1, 0);
    a.put(A2, 0);
    a.label("Y");
    a.ret();
    a.label("f");
    a.branch(Op::Bne, A0, ZERO, "G");
    a.ret();
    block(&mut a, "G");
    a.ret();
    let labels = ["G", "X", "Y"].map(|name| (a.address(name), name.to_string()));
    let job = job(a, 1, 4, vec![words("out", 4)]);
    let found = paths(&job, &labels.into(), &[]);
    assert_eq!(found, ["G 0111", "X 1111", "Y 1111"]);
}

fn fault(job: &Job, changes: &[&str]) -> (FaultReason, String) {
    let config = tiny_with(changes, "a short stack is full after a few calls");
    let outcome = run(&config, job, Mechanism::Stack).outcome;
    let Outcome::Fault(fault) = outcome else {
        panic!("{outcome}");
    };
    (fault.reason, fault.place.instruction.clone())
}

/// Odd threads return to another address than that behind the call.
#[test]
fn a_return_elsewhere_is_a_fault_at_the_return() {
    let mut a = Asm::kernel();
    a.imm(Op::Addi, S1, RA, 0);
    a.jal(RA, "f");
    a.imm(Op::Addi, A2, A2, 1);
    a.imm(Op::Addi, RA, S1, 0);
    a.put(A2, 0);
    a.ret();
    a.label("f");
    a.imm(Op::Andi, T0, A0, 1);
    a.imm(Op::Slli, T0, T0, 2);
    a.op(Op::Add, RA, RA, T0);
    a.ret();
    let job = job(a, 1, 4, vec![words("out", 4)]);
    assert_eq!(output(&tiny(), &job, Mechanism::Pdom), [1, 0, 1, 0]);
    let (reason, instruction) = fault(&job, &[]);
    assert_eq!(reason, FaultReason::Unbalanced);
    assert_eq!(instruction, "jalr zero, 0(ra)");
    let outcome = run(&tiny(), &job, Mechanism::Stack).outcome;
    assert!(outcome.remedy().unwrap().contains("--mechanism pdom"));
}

/// A function that calls itself endlessly.
#[test]
fn a_full_stack_is_a_fault_at_the_call() {
    let mut a = Asm::kernel();
    a.label("f");
    a.jal(RA, "f");
    a.ret();
    let job = job(a, 1, 4, vec![words("out", 1)]);
    let (reason, instruction) = fault(&job, &["stack.depth=9"]);
    assert_eq!(reason, FaultReason::StackOverflow { entries: 9 });
    assert!(instruction.starts_with("jal"), "{instruction}");
}
