//! Code that only some mechanisms run, and code that none runs: the fault and the page of the kernel ABI say so.

use crate::support::{Asm, CODE, filled, job, reg::*, run, tiny, words};
use heddle_isa::Op;
use heddle_sim::fault::FaultReason;
use heddle_sim::{Job, Mechanism, Outcome};

const ABI: &str = include_str!("../../../docs/kernel-abi.md");

/// The row of a table of [`ABI`].
fn row(name: &str) -> &'static str {
    let mut rows = ABI.lines();
    let row = rows.find(|row| row.starts_with(&format!("| {name} |")));
    row.unwrap_or_else(|| panic!("no row `{name}`"))
}

/// Odd threads jump to an address that they find in memory, through the register t0: link-register hints call that a return.
fn computed_goto() -> Job {
    let mut a = Asm::default();
    a.label("target");
    a.imm(Op::Addi, A2, A2, 1);
    a.jal(ZERO, "join");
    a.label("__kernel_k");
    a.imm(Op::Andi, T0, A0, 1);
    a.branch(Op::Beq, T0, ZERO, "join");
    a.imm(Op::Lw, T0, A1, 4);
    a.imm(Op::Lw, T0, T0, 0);
    a.imm(Op::Jalr, ZERO, T0, 0);
    a.label("join");
    a.put(A2, 0);
    a.ret();
    let target = filled("target", &[a.address("target")]);
    job(a, 1, 4, vec![words("out", 4), target])
}

/// A function returns to another place than behind its call.
fn long_jump() -> Job {
    let mut a = Asm::default();
    a.label("landing");
    a.put(A2, 0);
    a.imm(Op::Addi, RA, S1, 0);
    a.ret();
    a.label("jump");
    a.li(RA, CODE);
    a.ret();
    a.label("__kernel_k");
    a.imm(Op::Addi, S1, RA, 0);
    a.imm(Op::Addi, A2, ZERO, 7);
    a.jal(RA, "jump");
    a.exit();
    job(a, 1, 4, vec![words("out", 4)])
}

/// The other mechanisms compare PCs, or look at threads one by one.
#[test]
fn stack_alone_needs_regions_that_nest() {
    for (name, job) in [("goto", computed_goto()), ("longjmp", long_jump())] {
        let expected = run(&tiny(), &job, Mechanism::Mimd).buffers;
        for mechanism in Mechanism::ALL {
            let report = run(&tiny(), &job, mechanism);
            match report.outcome {
                Outcome::Fault(fault) if mechanism == Mechanism::Stack => {
                    assert_eq!(fault.reason, FaultReason::Unbalanced);
                    let remedy = Outcome::Fault(fault).remedy().unwrap();
                    assert!(
                        remedy.contains(name) && remedy.contains("--mechanism pdom"),
                        "{remedy}"
                    );
                }
                outcome => {
                    assert_ne!(mechanism, Mechanism::Stack, "{name}");
                    assert_eq!(outcome, Outcome::Completed, "{name}, {mechanism}");
                    assert!(report.buffers == expected, "{name}, {mechanism}");
                }
            }
        }
        assert!(row("Jumps").contains(name));
    }
    assert!(row("Jumps").contains("`stack`"));
}

/// Instructions in data, as a program that writes code would have them.
#[test]
fn code_in_data_is_refused() {
    let ret = 0x0000_8067;
    let mut a = Asm::kernel();
    a.imm(Op::Lw, T1, A1, 4);
    a.imm(Op::Jalr, ZERO, T1, 0);
    let job = job(a, 1, 4, vec![words("out", 4), filled("code", &[ret])]);
    for mechanism in Mechanism::ALL {
        let outcome = run(&tiny(), &job, mechanism).outcome;
        let text = outcome.to_string();
        let told = "outside the program's executable segments";
        assert!(text.contains(told), "{mechanism}: {text}");
        let remedy = outcome.remedy().unwrap();
        assert!(
            remedy.contains("written while the program runs"),
            "{remedy}"
        );
    }
    assert!(row("Code").contains("executable segments"));
}
