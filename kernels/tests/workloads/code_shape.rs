//! The kernels that demonstrate a case of a paper have the code shape of that case.

use heddle_isa::Program;
use heddle_isa::instruction::{Class, Instruction, Op};
use heddle_kernels::by_name;

fn program(name: &str) -> Program {
    let workload = by_name(name).expect("a workload");
    Program::parse(name, workload.elf()).expect("a valid ELF")
}

fn address(program: &Program, symbol: &str) -> u32 {
    program.symbol(symbol).expect(symbol).address
}

/// collange2011, table 2: PCs 1 to 6 are A, the branch to C, B, the branch to D, C, D.
#[test]
fn if_else_is_table_2() {
    let program = program("if_else");
    let [a, b, c, d] = ["A", "B", "C", "D"].map(|block| address(&program, block));
    assert_eq!([b, c, d].map(|block| (block - a) / 4 + 1), [3, 5, 6]);
    let branch = |at: u32, to: u32| {
        let instruction = program.instruction(at).expect("an instruction");
        assert_eq!(at.wrapping_add(instruction.imm as u32), to);
        instruction.op
    };
    assert_eq!(branch(a + 4, c), Op::Beq);
    assert_eq!(branch(b + 4, d), Op::Jal);
}

/// collange2011, listing 1: the only call of `f` lies before `f`, inside the kernel, and is not a tail call.
#[test]
fn f_lies_behind_its_call_site() {
    for name in ["listing1", "listing1_sp"] {
        let program = program(name);
        let kernel = address(&program, &format!("__kernel_{name}"));
        let f = address(&program, "f");
        let mut calls = program.code.instructions().filter(|(_, i)| i.is_call());
        let (at, call) = calls.next().expect("a call");
        assert!((kernel..f).contains(&at), "{name}");
        assert_eq!(at.wrapping_add(call.imm as u32), f, "{name}");
        assert!(calls.next().is_none(), "{name}");
    }
}

/// The operation of every instruction of a function, with its destination and first source.
fn registers(program: &Program, function: &str) -> Vec<(Op, u8, u8)> {
    let inside = |pc: u32| {
        let found = program.function_at(pc);
        found.is_some_and(|(name, _)| name == function)
    };
    let code = program.code.instructions().filter(|(pc, _)| inside(*pc));
    code.map(|(_, i)| (i.op, i.rd, i.rs1)).collect()
}

/// A `switch` is a jump through a register that is not a return; a call through a pointer is an indirect call.
#[test]
fn divergent_call_jumps_and_calls_through_tables() {
    const RA: u8 = 1;
    let step = registers(&program("divergent_call"), "step");
    let indirect = |rd| {
        let through = |&&(op, to, from): &&(Op, u8, u8)| op == Op::Jalr && to == rd && from != RA;
        step.iter().filter(through).count()
    };
    assert_eq!((indirect(0), indirect(RA)), (1, 1));
}

/// Each of the three functions calls itself.
#[test]
fn recursion_recurses() {
    let program = program("recursion");
    for function in ["ackermann", "walk", "quicksort"] {
        let start = address(&program, function);
        let calls = program.code.instructions().filter(|(pc, i)| {
            let inside = program.function_at(*pc).is_some_and(|(f, _)| f == function);
            inside && i.is_call() && pc.wrapping_add(i.imm as u32) == start
        });
        assert!(calls.count() > 0, "{function}");
    }
}

/// Every shape is a function of its own: the kernel calls all fourteen.
#[test]
fn loops_are_functions() {
    let calls = registers(&program("loops"), "__kernel_loops");
    let calls = calls.iter().filter(|(op, ..)| *op == Op::Jal).count();
    assert_eq!(calls, 14);
}

/// `if (score > best) best = score`: threads whose score is not better skip a store, whatever the layout of the matrix.
#[test]
fn hmmer_branches_around_stores() {
    let program = program("hmmer");
    for kernel in ["__kernel_hmmer", "__kernel_hmmer_whole"] {
        let over_a_store = |(pc, i): &(u32, &Instruction)| {
            let inside = program.function_at(*pc).is_some_and(|(f, _)| f == kernel);
            let next = program.instruction(pc + 4).map(|next| next.op);
            let over_one = i.class() == Class::Branch && (8..=12).contains(&i.imm);
            inside && over_one && next == Some(Op::Sw)
        };
        let branches = program.code.instructions().filter(over_a_store);
        // Three ways to a match, one to an insertion, and the least score of an insertion.
        assert_eq!(branches.count(), 5, "{kernel}");
    }
}

/// vaidya2013, 5.2: every path of a pattern has a loop of its own, of nine instructions.
#[test]
fn mask_patterns_have_a_loop_for_each_path() {
    let program = program("mask_patterns");
    let patterns = ["balanced", "nested_1", "nested_2", "nested_3", "nested_4"];
    for (pattern, paths) in patterns.into_iter().zip([2, 2, 4, 8, 16]) {
        let kernel = format!("__kernel_mask_{pattern}");
        let loops = program.code.instructions().filter(|(pc, i)| {
            let inside = program.function_at(*pc).is_some_and(|(f, _)| f == kernel);
            inside && i.class() == Class::Branch && i.imm < 0
        });
        let lengths: Vec<i32> = loops.map(|(_, i)| 1 - i.imm / 4).collect();
        assert_eq!(lengths, vec![9; paths], "{pattern}");
    }
}

/// lashgar2012, VI.C: loads at the same level of nesting, but on different paths. For each of two numbers, one load precedes all
/// paths, one precedes two of them, and the others are on the three paths.
#[test]
fn nearest_neighbour_reads_digits_on_every_path() {
    let kernel = registers(&program("nearest_neighbour"), "__kernel_nearest_neighbour");
    let loads = kernel.iter().filter(|(op, ..)| *op == Op::Lbu).count();
    assert_eq!(loads, 2 * (2 + 3 + 2 + 2));
}
