//! fung2009, 3.2: warps with reconvergence stacks, and the handling of calls, tables and barriers.

use crate::support::{Asm, CODE, job, launch, output, reg::*, run, tiny, tiny_with, trace, words};
use heddle_contract::units::reconvergence_stack::{In, Out};
use heddle_contract::{Behaviour, Golden, Values, units};
use heddle_isa::{Op, Program};
use heddle_machines::shipped;
use heddle_sim::fault::{Doing, FaultReason};
use heddle_sim::{Gpu, Job, Limits, Mechanism, Outcome};
use heddle_units::{Entry, ReconvergenceStack};
use std::sync::Arc;

/// Why the machines here differ from the shipped presets.
const ORDER: &str = "the side that runs first is the subject";
const DEPTH: &str = "the depth is the subject";

/// Golden stacks that record the stack of warp 0 whenever its number of entries changes.
struct Spy {
    unit: ReconvergenceStack,
    seen: Vec<Vec<Entry>>,
}

impl Behaviour<units::ReconvergenceStack> for Spy {
    fn eval(&mut self, input: &In<Values>, output: &mut Out<Values>) {
        self.unit.eval(input, output);
    }

    fn tick(&mut self, input: &In<Values>) {
        self.unit.tick(input);
        let entries = Vec::from_iter(self.unit.entries(0));
        if self.seen.last().map_or(0, Vec::len) != entries.len() {
            self.seen.push(entries);
        }
    }
}

/// Figure 4 (a): blocks A to G, four threads. Thread 3 goes to F, thread 0 to C, 1 and 2 to D.
fn figure4() -> (Job, Vec<(&'static str, u32)>) {
    let mut a = Asm::kernel();
    a.label("A");
    a.imm(Op::Slti, T0, A0, 3);
    a.branch(Op::Bne, T0, ZERO, "B");
    a.label("F");
    a.imm(Op::Addi, A2, A2, 0x20);
    a.jal(ZERO, "G");
    a.label("B");
    a.branch(Op::Beq, A0, ZERO, "C");
    a.label("D");
    a.imm(Op::Addi, A2, A2, 8);
    a.jal(ZERO, "E");
    a.label("C");
    a.imm(Op::Addi, A2, A2, 4);
    a.label("E");
    a.imm(Op::Addi, A2, A2, 0x10);
    a.label("G");
    a.imm(Op::Addi, A2, A2, 0x40);
    a.put(A2, 0);
    a.ret();
    let names = ["A", "B", "C", "D", "E", "F", "G"];
    let labels = names.map(|name| (name, a.address(name)));
    (job(a, 1, 4, vec![words("out", 4)]), labels.to_vec())
}

#[test]
fn the_stack_states_of_figure_4() {
    let (job, labels) = figure4();
    let config = tiny();
    let gpu = Gpu::new(&config).unwrap();
    let spy = |_, params: &_| Spy {
        unit: ReconvergenceStack::new(params),
        seen: Vec::new(),
    };
    let ran = gpu.run_with::<units::ReconvergenceStack, _>(&job, &Limits::default(), spy);
    let (report, spies) = ran.unwrap();
    assert_eq!(report, run(&config, &job, Mechanism::Pdom));
    let out = crate::support::values(&report);
    assert_eq!(out, [0x54, 0x58, 0x58, 0x60]);

    let name = |word: u64| {
        let pc = CODE + 4 * (word as u32 & 0x7fff);
        let label = labels.iter().find(|(_, address)| *address == pc);
        label.map_or_else(|| format!("0x{pc:x}"), |(name, _)| name.to_string())
    };
    // Lanes in the figure's order: thread 0 on the left.
    let lanes = |lanes: u64| -> String {
        let bit = |lane: u32| if lanes >> lane & 1 == 1 { '1' } else { '0' };
        (0..4).map(bit).collect()
    };
    let entry = |entry: &Entry| {
        let reconverges = entry.reconverge.map_or("-".into(), name);
        format!("{reconverges} {} {}", name(entry.pc), lanes(entry.lanes))
    };
    let states = spies[0].seen.iter();
    let states: Vec<String> = states
        .map(|state| state.iter().map(entry).collect::<Vec<_>>().join(", "))
        .collect();
    // Reconvergence PC, next PC, lanes; the bottom first.
    let expected = [
        "- A 1111",
        "- G 1111, G F 0001, G B 1110", // figure 4 (c)
        "- G 1111, G F 0001, G E 1110, E D 0110, E C 1000", // (d)
        "- G 1111, G F 0001, G E 1110, E D 0110",
        "- G 1111, G F 0001, G E 1110", // (e)
        "- G 1111, G F 0001",
        "- G 1111",
        "",
    ];
    assert_eq!(states, expected);
}

#[test]
fn each_order_of_sides_executes_every_block_once() {
    for (first, order) in [("taken", "ABCDEFG"), ("fall_through", "AFBDCEG")] {
        let (job, labels) = figure4();
        let config = tiny_with(&[&format!("stack.first={first}")], ORDER);
        let rows = trace(&config, &job, Mechanism::Pdom);
        let name = |pc| labels.iter().find(|(_, address)| *address == pc);
        let blocks = rows.iter().filter_map(|row| Some(name(row.pc)?.0));
        assert_eq!(blocks.collect::<String>(), order);
    }
}

/// Thread `i` of a warp calls itself `i` times; the function has two exits.
pub fn recursion() -> (Job, u32, u32) {
    let mut a = Asm::kernel();
    a.imm(Op::Addi, S1, RA, 0);
    a.imm(Op::Andi, T0, A0, 3);
    a.jal(RA, "f");
    a.label("behind");
    a.put(A2, 0);
    a.imm(Op::Addi, RA, S1, 0);
    a.ret();
    a.label("f");
    a.branch(Op::Bne, T0, ZERO, "deeper");
    a.ret();
    a.label("deeper");
    a.imm(Op::Addi, SP, SP, -16);
    a.store(Op::Sw, RA, 0, SP);
    a.imm(Op::Addi, T0, T0, -1);
    a.jal(RA, "f");
    a.label("rest");
    a.imm(Op::Addi, A2, A2, 1);
    a.imm(Op::Lw, RA, SP, 0);
    a.imm(Op::Addi, SP, SP, 16);
    a.ret();
    let (behind, rest) = (a.address("behind"), a.address("rest"));
    (job(a, 1, 4, vec![words("out", 4)]), behind, rest)
}

fn lanes_at(job: &Job, pc: u32, changes: &[&str]) -> Vec<u64> {
    let rows = trace(&tiny_with(changes, ORDER), job, Mechanism::Pdom);
    let there = rows.iter().filter(|row| row.pc == pc);
    there.map(|row| row.lanes).collect()
}

#[test]
fn threads_of_a_recursion_wait_for_each_other_in_their_own_call() {
    let (job, behind, rest) = recursion();
    assert_eq!(output(&tiny(), &job, Mechanism::Pdom), [0, 1, 2, 3]);
    for first in ["stack.first=taken", "stack.first=fall_through"] {
        assert_eq!(lanes_at(&job, rest, &[first]), [0b1000, 0b1100, 0b1110]);
        assert_eq!(lanes_at(&job, behind, &[first]), [0b1111]);
    }
}

#[test]
fn threads_that_call_different_functions_meet_behind_the_call() {
    let mut a = Asm::kernel();
    a.imm(Op::Addi, S1, RA, 0);
    a.word(Op::Auipc.row().value | A3 << 7);
    a.imm(Op::Slli, T1, A0, 3);
    a.op(Op::Add, A3, A3, T1);
    a.imm(Op::Jalr, RA, A3, 40);
    a.label("behind");
    a.put(A2, 0);
    a.imm(Op::Addi, RA, S1, 0);
    for thread in 0..4 {
        if thread == 0 {
            a.ret();
        }
        a.imm(Op::Addi, A2, A2, 10 + thread);
        a.ret();
    }
    let behind = a.address("behind");
    let job = job(a, 1, 4, vec![words("out", 4)]);
    for first in ["stack.first=taken", "stack.first=fall_through"] {
        let out = output(&tiny_with(&[first], ORDER), &job, Mechanism::Pdom);
        assert_eq!(out, [10, 11, 12, 13]);
        assert_eq!(lanes_at(&job, behind, &[first]), [0b1111]);
    }
}

/// Threads take six cases and the default of two tables; the cases of one have a common end.
fn switch() -> Job {
    let elf = include_bytes!("../../flow/tests/data/switch.elf");
    let buffers = vec![words("out", 64)];
    Job {
        program: Arc::new(Program::parse("switch.elf", elf).unwrap()),
        launches: vec![launch("switch", 4, 16, &buffers)],
        buffers,
        loops: Vec::new(),
    }
}

#[test]
fn jump_tables_part_a_warp_into_many() {
    let expected = output(&tiny(), &switch(), Mechanism::Mimd);
    for first in ["stack.first=taken", "stack.first=fall_through"] {
        let wide = ["core.warp_size=16", "core.simd_width=16"];
        for changes in [&[first][..], &[first, wide[0], wide[1], "stack.pops=1"]] {
            let config = tiny_with(changes, "warps that part into many, in either order");
            let found = output(&config, &switch(), Mechanism::Pdom);
            assert_eq!(found, expected, "{changes:?}");
        }
    }
}

/// Thread 0 leaves at the first branch, 1 at the second, 2 at the third; the remaining threads run first.
fn comb() -> Job {
    let mut a = Asm::kernel();
    for thread in 0..3 {
        a.imm(Op::Addi, T0, ZERO, thread);
        a.branch(Op::Bne, A0, T0, &format!("else{thread}"));
        a.imm(Op::Addi, A2, A2, 1 << thread);
        a.jal(ZERO, &format!("join{thread}"));
        a.label(&format!("else{thread}"));
    }
    a.imm(Op::Addi, A2, A2, 8);
    for thread in (0..3).rev() {
        a.label(&format!("join{thread}"));
        a.imm(Op::Addi, A2, A2, 16);
    }
    a.put(A2, 0);
    a.ret();
    job(a, 1, 4, vec![words("out", 4)])
}

#[test]
fn any_divergence_fits_twice_the_warp_less_one() {
    let deep = |depth| tiny_with(&[depth], DEPTH);
    let out = output(&deep("stack.depth=7"), &comb(), Mechanism::Pdom);
    assert_eq!(out, [17, 34, 52, 56]);
    let outcome = run(&deep("stack.depth=6"), &comb(), Mechanism::Pdom).outcome;
    let Outcome::Fault(fault) = outcome else {
        panic!("{outcome}");
    };
    assert_eq!(fault.reason, FaultReason::StackOverflow { entries: 6 });
    assert!(fault.place.instruction.starts_with("bne"), "{fault}");
    let remedy = Outcome::Fault(fault).remedy();
    assert!(remedy.unwrap().contains("raise stack.depth"));
}

#[test]
fn open_calls_take_an_entry_each() {
    // Depths: the kernel's own entry, four calls, and one returning side in each of three calls.
    let (job, ..) = recursion();
    let outcome = |depth| run(&tiny_with(&[depth], DEPTH), &job, Mechanism::Pdom).outcome;
    assert!(outcome("stack.depth=8").is_complete());
    assert!(matches!(outcome("stack.depth=7"), Outcome::Fault(_)));
}

#[test]
fn a_barrier_in_one_side_of_a_branch_is_a_deadlock() {
    let mut a = Asm::kernel();
    a.imm(Op::Andi, T0, A0, 3);
    a.branch(Op::Bne, T0, ZERO, "end");
    a.barrier();
    a.label("end");
    a.ret();
    let job = job(a, 1, 8, vec![words("out", 1)]);
    let outcome = run(&tiny(), &job, Mechanism::Pdom).outcome;
    let Outcome::Deadlock(stuck) = &outcome else {
        panic!("{outcome}");
    };
    let groups = stuck.groups.iter();
    let groups: Vec<_> = groups.map(|g| (g.doing, g.threads.clone())).collect();
    let stacked = (Doing::Stack, vec![1, 2, 3, 5, 6, 7]);
    assert!(groups.contains(&stacked), "{outcome}");
    assert!(groups.contains(&(Doing::Barrier, vec![0, 4])), "{outcome}");
}

#[test]
fn a_barrier_behind_a_branch_opens() {
    let mut a = Asm::kernel();
    a.shared(&[], 64);
    a.imm(Op::Slli, S0, A0, 2);
    a.op(Op::Add, S0, S0, TP);
    a.imm(Op::Andi, T0, A0, 3);
    a.branch(Op::Bne, T0, ZERO, "behind");
    a.imm(Op::Addi, A2, ZERO, 7);
    a.label("behind");
    a.store(Op::Sw, A2, 0, S0);
    a.barrier();
    a.imm(Op::Xori, S0, S0, 16);
    a.imm(Op::Lw, A2, S0, 0);
    a.put(A2, 0);
    a.ret();
    let job = job(a, 1, 8, vec![words("out", 8)]);
    let out = output(&tiny(), &job, Mechanism::Pdom);
    assert_eq!(out, [7, 0, 0, 0, 7, 0, 0, 0]);
}

/// A loop that is entered at its head and, by threads with odd numbers, after its head, with a barrier in every iteration.
fn two_entries() -> Job {
    let mut a = Asm::kernel();
    a.imm(Op::Andi, T0, A0, 1);
    a.imm(Op::Addi, T1, ZERO, 3);
    a.branch(Op::Bne, T0, ZERO, "behind");
    a.label("head");
    a.imm(Op::Addi, A2, A2, 1);
    a.label("behind");
    a.barrier();
    a.imm(Op::Addi, A2, A2, 0x10);
    a.imm(Op::Addi, A3, A3, 1);
    a.branch(Op::Bltu, A3, T1, "head");
    a.put(A2, 0);
    a.ret();
    job(a, 1, 16, vec![words("out", 16)])
}

#[test]
fn threads_meet_at_a_barrier_of_a_loop_with_two_entries() {
    let job = two_entries();
    let expected: Vec<u32> = (0..16).map(|thread| 0x33 - thread % 2).collect();
    for preset in ["tiny", "fung2009"] {
        for mechanism in [Mechanism::Pdom, Mechanism::Stack, Mechanism::Dwr] {
            assert_eq!(
                output(&shipped(preset), &job, mechanism),
                expected,
                "{preset}"
            );
        }
    }
}
