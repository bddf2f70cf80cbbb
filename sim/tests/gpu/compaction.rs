//! The micro-benchmarks of vaidya2013, section 5.2, on a core of four warps of 16 lanes over 4: balanced branches
//! (figure 8) and nested ones (table 2).

use crate::support::{Asm, job, reg::*, run, tiny_with, words};
use heddle_contract::config::Compress;
use heddle_isa::Op;
use heddle_sim::{Job, Mechanism};

const WARPS: u32 = 4;

/// A side of a branch, or a path through nested branches, with this many additions.
fn body(a: &mut Asm, additions: u32) {
    (0..additions).for_each(|_| a.imm(Op::Addi, A2, A2, 1));
}

fn whole(a: Asm) -> Job {
    job(a, 1, 16 * WARPS, vec![words("out", 16 * WARPS)])
}

/// The lanes of a mask take one side of a branch, the other lanes the other side.
fn branch(mask: u32, additions: u32) -> Job {
    let mut a = Asm::kernel();
    a.li(T0, mask);
    a.imm(Op::Andi, T1, A0, 15);
    a.op(Op::Srl, T0, T0, T1);
    a.imm(Op::Andi, T0, T0, 1);
    a.branch(Op::Beq, T0, ZERO, "else");
    body(&mut a, additions);
    a.jal(ZERO, "end");
    a.label("else");
    body(&mut a, additions);
    a.label("end");
    a.put(A2, 0);
    a.ret();
    whole(a)
}

/// Nested branches on the bits `bit` to `levels` of the lane number.
fn nest(a: &mut Asm, path: &str, bit: u32, levels: u32, additions: u32) {
    if bit == levels {
        return body(a, additions);
    }
    let (one, end) = (format!("{path}1"), format!("{path}end"));
    a.imm(Op::Andi, T0, A0, 1 << bit);
    a.branch(Op::Bne, T0, ZERO, &one);
    nest(a, &format!("{path}0"), bit + 1, levels, additions);
    a.jal(ZERO, &end);
    a.label(&one);
    nest(a, &one, bit + 1, levels, additions);
    a.label(&end);
}

fn nested(levels: u32, additions: u32) -> Job {
    let mut a = Asm::kernel();
    nest(&mut a, "path", 0, levels, additions);
    a.put(A2, 0);
    a.ret();
    whole(a)
}

/// Cycles that an addition on each path takes under each mode: the extra time of longer bodies over shorter ones, divided by the
/// difference in length and the number of warps.
fn cycles(program: impl Fn(u32) -> Job) -> [u64; 4] {
    const LENGTHS: [u32; 2] = [16, 48];
    let time = |mode: Compress, additions| {
        let machine = [
            "core.warp_size=16",
            "core.simd_width=4",
            "stack.depth=32",
            "pipeline.alu_cycles=1",
            &format!("compaction.mode={}", mode.name()),
        ];
        let config = tiny_with(&machine, "the modes, on warps as wide as the paper's");
        let report = run(&config, &program(additions), Mechanism::Pdom);
        assert!(report.outcome.is_complete(), "{}", report.outcome);
        report.statistics.cycles
    };
    Compress::ALL.map(|mode| {
        let [short, long] = LENGTHS.map(|additions| time(mode, additions));
        let additions = u64::from((LENGTHS[1] - LENGTHS[0]) * WARPS);
        assert_eq!((long - short) % additions, 0, "{mode:?}");
        (long - short) / additions
    })
}

#[test]
fn balanced_branches_take_what_figure_8_shows() {
    let patterns = [0xffff, 0x00ff, 0xff0f, 0xf0f0, 0xaaaa];
    let cycles = patterns.map(|mask| cycles(|additions| branch(mask, additions)));
    let of = |mode: usize| cycles.map(|by_mode| by_mode[mode]);
    assert_eq!(of(0), [4, 8, 8, 8, 8]);
    assert_eq!(of(1), [4, 4, 6, 8, 8]);
    assert_eq!(of(2), [4, 4, 4, 4, 8]);
    assert_eq!(of(3), [4; 5]);
}

#[test]
fn nested_branches_take_what_table_2_says() {
    let cycles = [1, 2, 3, 4].map(|levels| cycles(|additions| nested(levels, additions)));
    // Paths times four. Percent saved by ivb, additionally by bcc, additionally by scc: 0, 0, 50; 0, 0, 75; 0, 50, 25; 50, 25, 0.
    assert_eq!(
        cycles,
        [
            [8, 8, 8, 4],
            [16, 16, 16, 4],
            [32, 32, 16, 8],
            [64, 32, 16, 16]
        ]
    );
}

/// Cycles from an addition to the next one, which needs its result, in a warp that runs alone.
fn cycles_to_result(mode: Compress, rows: bool, mechanism: Mechanism) -> u64 {
    let (issue, write) = if rows { (3, 1) } else { (0, 0) };
    let machine = [
        "core.warp_size=16",
        "core.simd_width=4",
        "stack.depth=32",
        &format!("compaction.mode={}", mode.name()),
        &format!("compaction.issue_latency={issue}"),
        &format!("compaction.write_latency={write}"),
    ];
    let config = tiny_with(
        &machine,
        "rows of registers, on warps as wide as the paper's",
    );
    let [short, long] = [16, 48].map(|additions| {
        let mut a = Asm::kernel();
        body(&mut a, additions);
        a.put(A2, 0);
        a.ret();
        let report = run(&config, &job(a, 1, 16, vec![words("out", 16)]), mechanism);
        assert!(report.outcome.is_complete(), "{}", report.outcome);
        report.statistics.cycles
    });
    (long - short) / 32
}

#[test]
fn rows_of_registers_delay_results_where_there_is_a_compressor() {
    let added = |mode, mechanism| {
        let cycles = |rows| cycles_to_result(mode, rows, mechanism);
        cycles(true) - cycles(false)
    };
    for mechanism in [Mechanism::Pdom, Mechanism::Nrec, Mechanism::Stackless] {
        // Two rows before the ALU if lanes stay in place, three if they are moved, and one after the ALU.
        let added = Compress::ALL.map(|mode| added(mode, mechanism));
        assert_eq!(added, [0, 3, 3, 4], "{}", mechanism.name());
    }
    assert_eq!(added(Compress::Scc, Mechanism::Mimd), 0);
}
