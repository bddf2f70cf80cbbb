//! An illegal action of a thread ends the launch with a reason that names all details.

use crate::support::{Asm, CODE, job, reg::*, run, run_functional, tiny, words};
use heddle_isa::Op;
use heddle_sim::fault::Fault;
use heddle_sim::{Mechanism, Outcome};

/// The fault under a mechanism, or on the functional device, of a kernel in which only thread 6 of block 1 (of 8 threads each) does
/// `wrong`.
fn fault(mechanism: Option<Mechanism>, wrong: impl Fn(&mut Asm)) -> Fault {
    let mut a = Asm::kernel();
    a.imm(Op::Addi, T0, ZERO, 14);
    a.branch(Op::Bne, A0, T0, "end");
    a.label("wrong");
    wrong(&mut a);
    a.label("end");
    a.ret();
    let job = job(a, 2, 8, vec![words("out", 16)]);
    let outcome = match mechanism {
        Some(mechanism) => run(&tiny(), &job, mechanism).outcome,
        None => run_functional(&tiny(), &job).outcome,
    };
    match outcome {
        Outcome::Fault(fault) => {
            assert_eq!(fault.cycle.is_some(), mechanism.is_some());
            assert_eq!((fault.kernel.as_str(), fault.launch), ("k", 0));
            assert_eq!(fault.thread, 14);
            assert_eq!(fault.thread_index, [6, 0, 0]);
            assert_eq!(fault.block_index, [1, 0, 0]);
            fault
        }
        other => panic!("{mechanism:?}: {other}"),
    }
}

/// Every mechanism, and the functional device.
fn devices() -> impl Iterator<Item = Option<Mechanism>> {
    Mechanism::ALL.into_iter().map(Some).chain([None])
}

/// Fault text and instruction text under every mechanism and on the functional device.
fn check(wrong: impl Fn(&mut Asm), instruction: &str, reason: &str, address: Option<u32>) {
    for mechanism in devices() {
        let fault = fault(mechanism, &wrong);
        assert_eq!(fault.reason.to_string(), reason, "{mechanism:?}");
        assert_eq!(fault.place.instruction, instruction, "{mechanism:?}");
        assert_eq!(fault.address, address, "{mechanism:?}");
        let text = Outcome::Fault(fault).to_string();
        assert!(
            text.contains("thread 14") && text.contains(reason),
            "{text}"
        );
    }
}

#[test]
fn illegal_words() {
    check(
        |a| a.word(0xffff_ffff),
        "0xffffffff",
        "illegal instruction 0xffffffff at 0x00020008",
        None,
    );
}

#[test]
fn wild_accesses() {
    let wild = |op: Op| {
        move |a: &mut Asm| {
            a.imm(Op::Addi, T1, ZERO, 0x7f);
            a.imm(Op::Slli, T1, T1, 8);
            if op == Op::Lw {
                a.imm(op, A2, T1, 4);
            } else {
                a.store(op, A2, 4, T1);
            }
        }
    };
    let text = |what: &str, bytes| {
        format!("{what} outside every mapped region: {bytes} bytes at 0x00007f04")
    };
    check(wild(Op::Lw), "lw a2, 4(t1)", &text("load", 4), Some(0x7f04));
    check(
        wild(Op::Sh),
        "sh a2, 4(t1)",
        &text("store", 2),
        Some(0x7f04),
    );
}

#[test]
fn just_behind_a_buffer() {
    for (offset, faults) in [(60, false), (61, true), (64, true)] {
        let mut a = Asm::kernel();
        a.imm(Op::Lw, S0, A1, 0);
        a.imm(Op::Lw, A2, S0, offset);
        a.ret();
        let job = job(a, 1, 1, vec![words("out", 16)]);
        let report = run(&tiny(), &job, Mechanism::Stackless);
        assert_eq!(
            matches!(report.outcome, Outcome::Fault(_)),
            faults,
            "{offset}"
        );
    }
}

#[test]
fn beyond_both_ends_of_the_stack() {
    let job_at = |offset: u32| {
        let mut a = Asm::kernel();
        a.li(T0, offset);
        a.op(Op::Add, T0, T0, SP);
        a.store(Op::Sw, T0, 0, T0);
        a.ret();
        job(a, 1, 4, vec![words("out", 1)])
    };
    for mechanism in Mechanism::ALL {
        for (offset, faults) in [
            (-4, false),
            (0, true),
            (-16384, false),
            (-16388, true),
            (-1, true),
        ] {
            let report = run(&tiny(), &job_at(offset as u32), mechanism);
            let found = matches!(report.outcome, Outcome::Fault(_));
            assert_eq!(found, faults, "sp + {offset}: {}", report.outcome);
        }
    }
}

#[test]
fn stacks_of_others_cannot_be_named() {
    // Physical addresses behind the stacks are inside the private range, and are not valid as virtual addresses.
    let mut a = Asm::kernel();
    a.li(T0, 0x2_0000);
    a.op(Op::Add, T0, T0, SP);
    a.imm(Op::Lw, A2, T0, 0);
    a.ret();
    let job = job(a, 1, 4, vec![words("out", 1)]);
    let report = run(&tiny(), &job, Mechanism::Stackless);
    assert!(
        matches!(report.outcome, Outcome::Fault(_)),
        "{}",
        report.outcome
    );
}

#[test]
fn jumps_to_nowhere() {
    let jump_to = |target: u32| {
        move |a: &mut Asm| {
            a.li(T1, target);
            a.imm(Op::Jalr, ZERO, T1, 0);
        }
    };
    check(
        jump_to(CODE + 2),
        "jalr zero, 0(t1)",
        "jump to 0x00020002, which is not a multiple of 4",
        Some(CODE + 2),
    );
    check(
        jump_to(0x40),
        "jalr zero, 0(t1)",
        "jump to 0x00000040, outside the program's executable segments",
        Some(0x40),
    );
}

#[test]
fn running_off_the_end() {
    let mut a = Asm::kernel();
    a.imm(Op::Addi, A2, ZERO, 1);
    let job = job(a, 1, 4, vec![words("out", 1)]);
    for mechanism in Mechanism::ALL {
        let outcome = run(&tiny(), &job, mechanism).outcome.to_string();
        let text = "at 0x00020004 (__kernel_k+0x4): no code: jump to 0x00020004, outside the program's executable segments";
        assert!(outcome.contains(text), "{outcome}");
    }
}

#[test]
fn what_only_machines_have() {
    let reason =
        "a kernel has no environment to call: return, or execute 0x0000000b, to end a thread";
    check(|a| a.word(0x0000_0073), "ecall", reason, None);
    check(
        |a| a.csrr(A2, 0x300),
        "csrrs a2, mstatus, zero",
        "there is no CSR 0x300",
        None,
    );
}

#[test]
fn ids_cannot_be_written() {
    check(
        |a| a.imm(Op::Csrrw, ZERO, A0, 0xcd3),
        "csrrw zero, 3283, a0",
        "CSR 0xcd3 is read-only",
        None,
    );
}

#[test]
fn reserved_rounding() {
    check(
        |a| {
            a.word(Op::Csrrwi.row().value | 2 << 20 | 5 << 15);
            a.word(Op::FaddS.row().value | 7 << 12 | 3 << 7);
        },
        "fadd.s ft3, ft0, ft0, dyn",
        "the rounding mode in frm is reserved",
        None,
    );
}

#[test]
fn misaligned_atomics() {
    let wrong = |a: &mut Asm| {
        a.imm(Op::Lw, S0, A1, 0);
        a.imm(Op::Addi, S0, S0, 2);
        a.op(Op::AmoaddW, A2, S0, A0);
    };
    let fault = fault(Some(Mechanism::Stackless), wrong);
    let text = fault.reason.to_string();
    assert!(
        text.starts_with("misaligned atomic access: 4 bytes"),
        "{text}"
    );
    assert_eq!(fault.address.unwrap() % 4, 2);
}

#[test]
fn buffers_come_back_as_they_were_at_the_fault() {
    let mut a = Asm::kernel();
    a.put(A0, 0);
    a.word(0);
    let job = job(a, 1, 4, vec![words("out", 4)]);
    let report = run(&tiny(), &job, Mechanism::Stackless);
    assert!(matches!(report.outcome, Outcome::Fault(_)));
    assert_eq!(crate::support::values(&report), [0, 1, 2, 3]);
}
