//! Which threads issue under `mimd` if more are ready than the pipeline can take.

use crate::support::{Asm, Row, job, reg::*, tiny_with, trace, words};
use heddle_isa::Op;
use heddle_sim::Mechanism;

/// The threads that issue, in order: 16 threads with additions only, one issue per cycle.
fn issued(order: &str) -> Vec<usize> {
    let mut a = Asm::kernel();
    (0..20).for_each(|_| a.imm(Op::Addi, T0, T0, 1));
    a.ret();
    let machine = tiny_with(
        &["core.simd_width=1", &format!("mimd.order={order}")],
        "the order is the subject, and one thread a cycle shows it",
    );
    let job = job(a, 1, 16, vec![words("out", 1)]);
    let rows = trace(&machine, &job, Mechanism::Mimd);
    let thread = |row: Row| 4 * row.warp + row.lanes.trailing_zeros() as usize;
    rows.into_iter().map(thread).collect()
}

/// fung2009, section 2.2: "issued fairly in a round-robin queue".
#[test]
fn threads_issue_in_turn() {
    let threads = issued("round_robin");
    let mut once = threads[..16].to_vec();
    once.sort_unstable();
    assert!(once.into_iter().eq(0..16));
    assert!(
        threads.windows(17).all(|turn| turn[0] == turn[16]),
        "{threads:?}"
    );
}

/// As long as an earlier thread is ready, later threads wait.
#[test]
fn the_first_threads_issue_first() {
    let threads = issued("first_first");
    let last = |thread| threads.iter().rposition(|&t| t == thread).unwrap();
    let first = |thread| threads.iter().position(|&t| t == thread).unwrap();
    assert!(last(0) < first(15), "{threads:?}");
    assert!((1..16).all(|thread| last(thread - 1) < last(thread)));
}
