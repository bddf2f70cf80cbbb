//! Barriers between a branch that may diverge and its reconvergence point, in programs of a few words. A kernel receives the
//! number of its thread in a0, and the address of its arguments, which are the same for all threads, in a1.

use crate::binaries::{kernels, regimes};
use crate::code::*;
use heddle_flow::{Flow, Reconvergence, Risk};

const BARRIER: u32 = 0x400b;
const SP: u32 = 2;
const A0: u32 = 10;
const A1: u32 = 11;
const A2: u32 = 12;
const A3: u32 = 13;
const A4: u32 = 14;
/// `amoadd.w a2, zero, (a1)`.
const AMOADD_A2: u32 = A1 << 15 | 2 << 12 | A2 << 7 | 0x2f;

fn addi(rd: u32, rs1: u32, value: i32) -> u32 {
    immediate(0x13, 0, rd, rs1, value)
}

fn add(rd: u32, rs1: u32, rs2: u32) -> u32 {
    rs2 << 20 | rs1 << 15 | rd << 7 | 0x33
}

fn andi(rd: u32, rs1: u32, value: i32) -> u32 {
    immediate(0x13, 7, rd, rs1, value)
}

fn lw(rd: u32, offset: i32, base: u32) -> u32 {
    immediate(0x03, 2, rd, base, offset)
}

fn sw(rs2: u32, offset: u32, base: u32) -> u32 {
    offset >> 5 << 25 | rs2 << 20 | base << 15 | 2 << 12 | (offset & 31) << 7 | 0x23
}

fn csrr(rd: u32, csr: i32) -> u32 {
    immediate(0x73, 2, rd, 0, csr)
}

fn bnez(register: u32, words: i32) -> u32 {
    branch_word(1, register, 0, words)
}

fn bne(a: u32, b: u32, words: i32) -> u32 {
    branch_word(1, a, b, words)
}

fn bltu(a: u32, b: u32, words: i32) -> u32 {
    branch_word(6, a, b, words)
}

/// The words of branch and barrier of each risk.
fn risks(words: &[u32]) -> Vec<(u32, u32)> {
    let program = program(words);
    let risks = Flow::new(&program).risks(&program);
    let word = |pc| (pc - CODE) / 4;
    let pairs = risks.iter();
    pairs
        .map(|risk| (word(risk.branch), word(risk.barrier)))
        .collect()
}

/// Whether a register may differ between threads behind some code: whether a barrier is at risk behind a branch on it.
fn differs(register: u32, code: &[u32]) -> bool {
    let mut words = code.to_vec();
    words.extend([bnez(register, 2), BARRIER, RET]);
    !risks(&words).is_empty()
}

#[test]
fn a_barrier_on_one_side_of_a_branch_on_the_thread_is_at_risk() {
    let program = program(&[bnez(A0, 2), BARRIER, RET]);
    let risk = Risk {
        branch: at(0),
        barrier: at(1),
        reconvergence: Reconvergence::At(at(2)),
    };
    assert_eq!(Flow::new(&program).risks(&program), [risk]);
}

#[test]
fn a_barrier_behind_the_reconvergence_point_is_not() {
    assert_eq!(risks(&[bnez(A0, 2), NOP, BARRIER, RET]), []);
}

#[test]
fn a_side_that_returns_leaves_the_other_to_the_barrier() {
    assert_eq!(risks(&[bnez(A0, 2), RET, BARRIER, RET]), [(0, 2)]);
}

#[test]
fn threads_that_end_are_not_waited_for() {
    assert_eq!(risks(&[bnez(A0, 2), EXIT, BARRIER, RET]), []);
}

#[test]
fn a_barrier_in_a_loop_that_threads_leave_apart_is_at_risk() {
    let of_thread = [
        addi(A2, 0, 0),
        BARRIER,
        addi(A2, A2, 1),
        bltu(A2, A0, -2),
        RET,
    ];
    assert_eq!(risks(&of_thread), [(3, 1)]);
    let of_argument = [
        lw(A3, 0, A1),
        BARRIER,
        addi(A2, A2, 1),
        bltu(A2, A3, -2),
        RET,
    ];
    assert_eq!(risks(&of_argument), []);
}

#[test]
fn the_outermost_of_nested_branches_is_named() {
    let nested = [bnez(A0, 4), andi(A2, A0, 2), bnez(A2, 2), BARRIER, RET];
    assert_eq!(risks(&nested), [(0, 3)]);
}

#[test]
fn a_copied_uniform_branch_is_found() {
    // if (a0 == 0) { NOP; if (a2) barrier } else { if (a2) barrier }: the copies, not the branch in the source, are at risk.
    let copied = [
        lw(A2, 0, A1),
        bnez(A0, 5),
        NOP,
        bnez(A2, 5),
        jal(0, 5),
        NOP,
        bnez(A2, 2),
        jal(0, 2),
        BARRIER,
        RET,
    ];
    assert_eq!(risks(&copied), [(1, 8)]);
}

#[test]
fn arguments_and_addresses_are_uniform() {
    assert!(differs(A0, &[]), "the number of the thread");
    assert!(!differs(A1, &[]), "the address of the arguments");
    assert!(!differs(A2, &[lw(A2, 4, A1)]), "an argument");
    assert!(!differs(A2, &[addi(A2, SP, 16)]), "an address of the stack");
    assert!(!differs(A2, &[add(A2, 4, 3)]), "tp and gp");
    assert!(differs(A2, &[add(A3, A1, A0), lw(A2, 0, A3)]));
}

#[test]
fn ids_of_threads_differ_and_those_of_blocks_do_not() {
    for csr in [0xcd3, 0xcd4, 0xcd5, 0xf14, 0xc00, 0xc01, 0xc02, 1, 2, 3] {
        assert!(differs(A2, &[csrr(A2, csr)]), "0x{csr:x}");
    }
    for csr in 0xcd6..=0xcde {
        assert!(!differs(A2, &[csrr(A2, csr)]), "0x{csr:x}");
    }
}

#[test]
fn results_of_atomics_differ() {
    assert!(differs(A2, &[AMOADD_A2]));
}

#[test]
fn a_spilled_value_stays_what_it_was() {
    let spill = [
        addi(SP, SP, -16),
        lw(A2, 0, A1),
        sw(A2, 4, SP),
        sw(A0, 8, SP),
    ];
    let with = |load| [&spill[..], &[load]].concat();
    assert!(!differs(A3, &with(lw(A3, 4, SP))));
    assert!(differs(A3, &with(lw(A3, 8, SP))));
}

#[test]
fn a_frame_pointer_leads_to_the_same_words() {
    let spill = [
        addi(SP, SP, -16),
        addi(8, SP, 16),
        lw(A2, 0, A1),
        sw(A2, 4, SP),
    ];
    let with = |load| [&spill[..], &[load]].concat();
    assert!(!differs(A3, &with(lw(A3, -12, 8))));
    let differing = [
        addi(SP, SP, -16),
        addi(8, SP, 16),
        sw(A0, 4, SP),
        lw(A3, -12, 8),
    ];
    assert!(differs(A3, &differing));
}

#[test]
fn an_array_on_the_stack_holds_what_any_store_put_there() {
    // a4 = sp + an argument: a store there may write any word from the array on.
    let store = |what| {
        [
            addi(A2, SP, -64),
            lw(A3, 0, A1),
            add(A4, A2, A3),
            sw(what, 0, A4),
        ]
    };
    let load = [
        addi(A2, SP, -64),
        lw(A3, 4, A1),
        add(A4, A2, A3),
        lw(A3, 0, A4),
    ];
    assert!(differs(A3, &[store(A0), load].concat()));
    assert!(!differs(A3, &[store(0), load].concat()));
    let word = [&store(A0)[..], &[lw(A3, -60, SP)]].concat();
    assert!(differs(A3, &word), "a word of the array");
}

#[test]
fn what_the_sides_of_a_branch_leave_differs_where_they_meet() {
    let sides = |one, other| [bnez(A0, 3), addi(A2, 0, one), jal(0, 2), addi(A2, 0, other)];
    assert!(differs(A2, &sides(1, 2)));
    assert!(!differs(A2, &sides(1, 1)), "one value on both sides");
    let uniform = [
        lw(A3, 0, A1),
        bnez(A3, 3),
        addi(A2, 0, 1),
        jal(0, 2),
        addi(A2, 0, 2),
    ];
    assert!(!differs(A2, &uniform), "all take one side");
}

#[test]
fn a_constant_stands_for_the_value_that_a_branch_compared_with_it() {
    // a3 is an argument; in one arm, the compiler has put what it must be there.
    let arms = |zero, one| {
        [
            lw(A3, 0, A1),
            andi(A3, A3, 1),
            addi(A2, A3, 0),
            bnez(A0, 5),
            bnez(A3, 3),
            addi(A2, 0, zero),
            jal(0, 2),
            addi(A2, 0, one),
        ]
    };
    assert!(!differs(A2, &arms(0, 1)));
    assert!(differs(A2, &arms(1, 1)));
    assert!(differs(A2, &arms(0, 2)));
}

#[test]
fn a_value_computed_anew_on_each_side_is_one_value() {
    let sides = |one, other| [bnez(A0, 3), lw(A2, one, A1), jal(0, 2), lw(A2, other, A1)];
    assert!(!differs(A2, &sides(4, 4)));
    assert!(differs(A2, &sides(4, 8)));
}

#[test]
fn a_word_loaded_again_behind_a_barrier_is_another_value() {
    let again = |between| [lw(A2, 0, A1), between, bnez(A0, 2), lw(A2, 0, A1), NOP];
    assert!(!differs(A2, &again(NOP)));
    assert!(differs(A2, &again(BARRIER)), "others may have stored");
}

#[test]
fn threads_that_leave_a_loop_apart_bring_values_of_different_iterations() {
    let counted = |bound| {
        [
            lw(A3, 0, A1),
            addi(A2, 0, 0),
            addi(A2, A2, 1),
            bltu(A2, bound, -1),
        ]
    };
    assert!(differs(A2, &counted(A0)));
    assert!(!differs(A2, &counted(A3)));
    assert!(!differs(A3, &counted(A0)), "it does not change in the loop");
}

#[test]
fn a_counter_that_starts_at_the_thread_ends_for_all_at_once() {
    let walk = |bound| {
        [
            bound,
            addi(A2, A0, 0),
            BARRIER,
            addi(A2, A2, 4),
            bne(A2, A3, -2),
            RET,
        ]
    };
    assert_eq!(risks(&walk(addi(A3, A0, 64))), []);
    assert_eq!(risks(&walk(addi(A3, 0, 64))), [(4, 2)]);
    assert_eq!(risks(&walk(lw(A3, 0, A0))), [(4, 2)]);
}

#[test]
fn a_barrier_in_a_called_function_is_at_risk_too() {
    assert_eq!(
        risks(&[bnez(A0, 2), jal(1, 2), RET, BARRIER, RET]),
        [(0, 3)]
    );
    assert_eq!(
        risks(&[jal(1, 2), RET, bnez(A0, 2), BARRIER, RET]),
        [(2, 3)]
    );
}

#[test]
fn arguments_reach_called_functions() {
    let call = |argument| [argument, jal(1, 2), RET, bnez(A2, 2), BARRIER, RET];
    assert_eq!(risks(&call(addi(A2, A0, 0))), [(3, 4)]);
    assert_eq!(risks(&call(lw(A2, 0, A1))), []);
}

#[test]
fn results_reach_callers() {
    // 0: call 4; 1: branch; 2: barrier; 3: ret; 4: the function.
    let call = |result| [jal(1, 4), bnez(A2, 2), BARRIER, RET, result, RET];
    assert_eq!(risks(&call(csrr(A2, 0xcd3))), [(1, 2)]);
    assert_eq!(risks(&call(csrr(A2, 0xcd6))), []);
}

#[test]
fn a_call_through_a_pointer_of_the_thread_is_a_branch() {
    // The function is also called by its name.
    let auipc = A2 << 7 | 0x17;
    let by_name = jal(1, 2);
    let call = |pointer| {
        let address = addi(A2, A2, 24);
        [auipc, address, pointer, CALL_A2, by_name, RET, BARRIER, RET]
    };
    assert_eq!(risks(&call(add(A2, A2, A0))), [(3, 6)]);
    assert_eq!(risks(&call(lw(A2, 0, A1))), []);
}

#[test]
fn functions_that_call_each_other_are_followed_to_an_end() {
    let words = [
        bnez(A0, 2),
        jal(1, 2),
        RET,
        jal(1, 3),
        BARRIER,
        RET,
        jal(1, -3),
        RET,
    ];
    assert_eq!(risks(&words), [(0, 4)]);
}

#[test]
fn the_barrier_of_a_warp_is_not_meant() {
    assert_eq!(risks(&[bnez(A0, 2), 0x700b, RET]), []);
}

#[test]
fn no_workload_is_at_risk() {
    let all = kernels().into_iter().chain(regimes());
    for program in all {
        let risks = Flow::new(&program).risks(&program);
        assert_eq!(risks, [], "{:?}", program.kernels());
    }
}
