//! Kernels that the limit study of reconvergence points cannot handle.

use crate::bad_input::desk::Desk;
use crate::bad_input::support::assembler::{Asm, reg::*};
use heddle_isa::Op;

const STUDY: &str = "--launch k.toml --preset tiny --mechanism oracle";

/// Odd threads wait for the others at their own barrier. Threads that run independently make progress, but threads
/// on a stack do not.
fn two_barriers() -> Asm {
    let mut a = Asm::kernel();
    a.imm(Op::Andi, T0, A0, 1);
    a.branch(Op::Bne, T0, ZERO, "odd");
    a.barrier();
    a.jal(ZERO, "end");
    a.label("odd");
    a.barrier();
    a.label("end");
    a.ret();
    a
}

/// Ends every thread but the last of the launch.
fn endless_loop() -> Asm {
    let mut a = Asm::kernel();
    a.imm(Op::Addi, T0, ZERO, 15);
    a.label("wait");
    a.imm(Op::Addi, T1, T1, 1);
    a.branch(Op::Beq, A0, T0, "wait");
    a.ret();
    a
}

#[test]
fn studies() {
    let mut desk = Desk::new();
    desk.write("two-barriers.elf", two_barriers().image().bytes());
    desk.write("loop.elf", endless_loop().image().bytes());
    for (kernel, options) in [
        ("k.elf", "--out results"),
        ("k.elf", "--check-races"),
        ("k.elf", "--check-flow"),
        ("k.elf", "--policy pc"),
        ("k.elf", "--set limit_study.launch=1"),
        ("k.elf", "--set limit_study.warp_size=65"),
        ("k.elf", "--set limit_study.treads=4"),
        ("k.elf", "--set core.warp_size=2 --set core.simd_width=2"),
        ("two-barriers.elf", "--json"),
    ] {
        desk.refused(&format!("sim --kernel {kernel} {STUDY} {options}"));
    }
    desk.failed(&format!(
        "sim --kernel loop.elf {STUDY} --set limit_study.trace=1000 --max-cycles 500"
    ));
    insta::assert_snapshot!(desk.transcript());
}
