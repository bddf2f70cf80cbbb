//! The kernels that show a paper's case have the code that makes it that case.

use heddle_isa::Program;
use heddle_isa::instruction::Op;
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

/// collange2011, listing 1: the one call of `f` comes before it, inside the kernel, not as a tail.
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
