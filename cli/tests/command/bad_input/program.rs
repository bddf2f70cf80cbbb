//! Programs that do something forbidden, or do not end: they ran and failed.

use crate::bad_input::desk::{Desk, LAUNCH};
use crate::bad_input::support::assembler::{Asm, reg::*};
use crate::bad_input::support::elf::CODE;
use heddle_isa::Op;
use heddle_sim::Mechanism;

/// Runs a kernel in which only thread 6 of block 1 reaches the code that `wrong` adds.
fn fail(desk: &mut Desk, name: &str, options: &str, wrong: impl Fn(&mut Asm)) {
    let mut a = Asm::kernel();
    a.imm(Op::Addi, T0, ZERO, 14);
    a.branch(Op::Bne, A0, T0, "end");
    wrong(&mut a);
    a.label("end");
    a.ret();
    run(desk, name, options, a);
}

fn run(desk: &mut Desk, name: &str, options: &str, program: Asm) {
    desk.write(name, program.image().bytes());
    desk.failed(&format!(
        "sim --kernel {name} --launch k.toml --preset tiny{options}"
    ));
}

/// Loads from a constant address.
fn load(address: u32) -> impl Fn(&mut Asm) {
    move |a| {
        a.li(T1, address);
        a.imm(Op::Lw, A2, T1, 0);
    }
}

#[test]
fn faults() {
    let mut desk = Desk::new();
    let desk = &mut desk;
    fail(desk, "illegal.elf", "", |a| a.word(0xffff_ffff));
    fail(desk, "compressed.elf", "", |a| a.word(0x4501_4501));
    fail(desk, "wild.elf", "", load(0xdead_bee0));
    fail(desk, "null.elf", "", load(4));
    fail(desk, "behind-buffer.elf", "", |a| {
        a.imm(Op::Lw, T1, A1, 0);
        a.store(Op::Sw, A0, 68, T1);
    });
    fail(desk, "second-argument.elf", "", |a| {
        a.imm(Op::Lw, T1, A1, 4)
    });
    fail(desk, "deep-stack.elf", "", |a| {
        a.li(T1, 16400);
        a.op(Op::Sub, SP, SP, T1);
        a.store(Op::Sw, A0, 0, SP);
    });
    fail(desk, "misaligned-jump.elf", "", |a| {
        a.li(T1, CODE + 2);
        a.imm(Op::Jalr, ZERO, T1, 0);
    });
    fail(desk, "wild-jump.elf", "", |a| {
        a.imm(Op::Jalr, ZERO, ZERO, 0x40)
    });
    fail(desk, "misaligned-atomic.elf", "", |a| {
        a.imm(Op::Lw, S0, A1, 0);
        a.imm(Op::Addi, S0, S0, 2);
        a.op(Op::AmoaddW, A2, S0, A0);
    });
    fail(desk, "ecall.elf", "", |a| a.word(0x0000_0073));
    fail(desk, "no-csr.elf", "", |a| a.csrr(A2, 0x300));
    insta::assert_snapshot!(desk.transcript());
}

#[test]
fn too_few_arguments() {
    let mut desk = Desk::new();
    desk.write("k.toml", LAUNCH.replace("{buffer = \"out\"}", ""));
    desk.failed("sim --kernel k.elf --launch k.toml --preset tiny");
    insta::assert_snapshot!(desk.transcript());
}

/// Thread 1 waits at a warp barrier, the others of its block at a block barrier.
fn torn_barrier() -> Asm {
    let mut a = Asm::kernel();
    a.imm(Op::Addi, T0, ZERO, 1);
    a.branch(Op::Beq, A0, T0, "warp");
    a.barrier();
    a.jal(ZERO, "end");
    a.label("warp");
    a.partial_barrier();
    a.label("end");
    a.ret();
    a
}

fn endless_loop() -> Asm {
    let mut a = Asm::kernel();
    a.label("count");
    a.imm(Op::Addi, T0, T0, 1);
    a.jal(ZERO, "count");
    a
}

/// Waits for a value that nothing writes.
fn endless_wait() -> Asm {
    let mut a = Asm::kernel();
    a.imm(Op::Lw, S0, A1, 0);
    a.label("wait");
    a.imm(Op::Lw, T0, S0, 0);
    a.branch(Op::Beq, T0, ZERO, "wait");
    a.ret();
    a
}

#[test]
fn launches_that_do_not_end() {
    let mut desk = Desk::new();
    for mechanism in Mechanism::ALL {
        let options = format!(" --mechanism {mechanism}");
        run(&mut desk, "barrier.elf", &options, torn_barrier());
    }
    run(&mut desk, "loop.elf", " --max-cycles 5000", endless_loop());
    run(&mut desk, "wait.elf", "", endless_wait());
    insta::assert_snapshot!(desk.transcript());
}

#[test]
fn nothing_is_written_beside_what_was_asked_for() {
    let mut desk = Desk::new();
    run(
        &mut desk,
        "loop.elf",
        " --json --max-cycles 5000",
        endless_loop(),
    );
    desk.failed("cosim --unit stackless_front_end --mode shadow --kernel loop.elf --launch k.toml --preset tiny --max-cycles 5000");
    insta::assert_snapshot!(desk.transcript());
}

#[test]
fn whole_programs() {
    let mut desk = Desk::new();
    for (name, code) in [
        ("illegal.elf", &[0][..]),
        ("loop.elf", &[0x0000_006f]),
        ("wild.elf", &[0x0000_2003, 0x0000_0073]),
        ("call.elf", &[0x02a0_0893, 0x0000_0073]),
        ("exit-7.elf", &[0x0070_0513, 0x05d0_0893, 0x0000_0073]),
    ] {
        let mut a = Asm::kernel();
        code.iter().for_each(|word| a.word(*word));
        desk.write(name, a.image().bytes());
        desk.failed(&format!("sim --kernel {name} --max-cycles 1000"));
    }
    insta::assert_snapshot!(desk.transcript());
}
