//! The counts at every PC, on a program counted by hand.

use crate::support::{Asm, CODE, job, reg::*, tiny_with, words};
use heddle_isa::Op;
use heddle_sim::report::{Branches, ProfileRow};
use heddle_sim::{Gpu, Mechanism};

#[test]
fn branches_and_lines_are_counted_where_they_are() {
    let mut a = Asm::kernel();
    a.imm(Op::Andi, T0, A0, 3);
    a.branch(Op::Beq, T0, ZERO, "end");
    a.imm(Op::Addi, A2, A2, 1);
    a.label("end");
    a.imm(Op::Lw, A3, A1, 0);
    a.imm(Op::Slli, T0, A0, 5);
    a.op(Op::Add, A3, A3, T0);
    a.imm(Op::Lw, T0, A3, 0);
    a.ret();
    // Two warps of four; lines of 16 bytes, so the last load requests one line per thread.
    let job = job(a, 1, 8, vec![words("out", 64)]);
    for mechanism in [Mechanism::Pdom, Mechanism::Dwf] {
        let config = tiny_with(&["cores=2"], "one of the cores has no work");
        let gpu = Gpu::new(&config).unwrap().with_profile(true);
        let report = gpu.run(&job, mechanism, &Default::default()).unwrap();
        let rows = report.profile.unwrap();
        let at = |word: u32| -> &ProfileRow {
            let pc = CODE + 4 * word;
            rows.iter().find(|row| row.place.pc == pc).unwrap()
        };
        let branch = at(1);
        assert_eq!((branch.issued, branch.lost_lanes), (2, 0), "{mechanism}");
        let expected = Branches {
            taken: 2,
            not_taken: 6,
            diverged: 2,
        };
        assert_eq!(branch.branches, Some(expected));
        assert_eq!(at(2).thread_instructions, 6);
        assert_eq!(at(6).thread_instructions, 8);
        let lines = at(6).lines.unwrap();
        assert_eq!((lines.lines, lines.misses), (8, 8));
        if mechanism == Mechanism::Pdom {
            assert_eq!((at(2).issued, at(2).lost_lanes), (2, 2));
            assert_eq!(at(2).mean_active_lanes, 3.0);
            assert_eq!(lines.per_instruction, 4.0);
            assert_eq!(rows[0].place.pc, CODE + 8, "{rows:#?}");
        }
        assert!(rows.is_sorted_by(|one, other| one.lost_lanes >= other.lost_lanes));
        let threads: u64 = rows.iter().map(|row| row.thread_instructions).sum();
        assert!(threads <= report.statistics.thread_instructions);
    }
}
