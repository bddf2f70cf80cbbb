//! Programs in which partners wait at different barriers: lashgar2012, section IV.B, listings 2 and 3.

use super::{Asm, filled, job, reg::*, tiny_with, words};
use heddle_contract::Config;
use heddle_isa::Op;
use heddle_sim::Job;

/// Sub-warps of two threads, four per large warp, two large warps; with the given changes.
pub fn sub_warps_of_two(changes: &[&str]) -> Config {
    let sizes = ["core.warp_size=8", "core.simd_width=2", "dwr.sub_warp=2"];
    let reason = "partners of two threads, and the ways to know LATs, are the subject";
    tiny_with(&[&sizes, changes].concat(), reason)
}

/// Threads of the first sub-warp load `in[0]`, the others do not; afterwards all run the code that `then` writes.
pub fn one_sub_warp_loads(then: impl Fn(&mut Asm)) -> Job {
    let mut a = Asm::kernel();
    a.imm(Op::Srli, T0, A0, 1);
    a.put(ZERO, 1);
    a.imm(Op::Addi, A2, ZERO, 0);
    a.branch(Op::Bne, T0, ZERO, "other");
    a.element(T1, 0, ZERO);
    a.imm(Op::Lw, A2, T1, 0);
    a.label("other");
    then(&mut a);
    a.put(A2, 1);
    a.ret();
    job(a, 1, 16, vec![filled("in", &[7; 16]), words("out", 16)])
}

/// Listing 2 (a): a LAT of one sub-warp, and a LAT of all.
pub fn a_lat_meets_another() -> Job {
    one_sub_warp_loads(|a| {
        a.element(T1, 0, A0);
        a.imm(Op::Lw, T2, T1, 0);
        a.op(Op::Add, A2, A2, T2);
    })
}

/// Listing 2 (b): a LAT of one sub-warp, and a barrier of the block.
pub fn a_lat_meets_a_barrier() -> Job {
    one_sub_warp_loads(|a| a.barrier())
}

/// The same, repeated after a LAT of all.
pub fn a_lat_meets_a_barrier_twice() -> Job {
    one_sub_warp_loads(|a| {
        a.element(T1, 0, ZERO);
        a.imm(Op::Lw, T2, T1, 4);
        a.barrier();
        a.imm(Op::Lw, T2, T1, 8);
        a.barrier();
    })
}

/// Listing 3: warps at barriers on both sides of a branch.
pub fn barriers_on_both_sides() -> Job {
    let mut a = Asm::kernel();
    a.imm(Op::Srli, T0, A0, 3);
    a.branch(Op::Bne, T0, ZERO, "other");
    a.barrier();
    a.jal(ZERO, "behind");
    a.label("other");
    a.barrier();
    a.label("behind");
    a.put(A0, 0);
    a.ret();
    job(a, 1, 16, vec![words("out", 16)])
}

/// All listings.
pub fn listings() -> [(&'static str, Job); 4] {
    [
        ("listing 2 (a)", a_lat_meets_another()),
        ("listing 2 (b)", a_lat_meets_a_barrier()),
        ("listing 2 (b), twice", a_lat_meets_a_barrier_twice()),
        ("listing 3", barriers_on_both_sides()),
    ]
}
