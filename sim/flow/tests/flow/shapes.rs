//! The shapes that control flow takes, one by one.

use crate::code::*;
use heddle_flow::{Edge, End, Flow};

fn flow(words: &[u32]) -> Flow {
    Flow::new(&program(words))
}

#[test]
fn an_if_with_two_sides_joins_behind_them() {
    let flow = flow(&[branch(3), NOP, jal(0, 2), NOP, NOP, RET]);
    assert_eq!(reconvergence(&flow, 0), Some(4));
    assert_eq!(flow.reconvergence(at(1)), None, "no branch");
    assert_eq!(flow.reconvergence(at(2)), None, "a jump parts nobody");
    assert_eq!(flow.reconvergence(at(90)), None, "no code");
}

#[test]
fn nested_branches_join_from_the_inside_out() {
    // A (0) to B (1) and F (7); B to C (2) and D (4); E (5); G (8). fung2009, figure 4.
    let flow = flow(&[
        branch(7),
        branch(3),
        NOP,
        jal(0, 2),
        NOP,
        NOP,
        jal(0, 2),
        NOP,
        RET,
    ]);
    assert_eq!(reconvergence(&flow, 0), Some(8));
    assert_eq!(reconvergence(&flow, 1), Some(5));
}

#[test]
fn a_loop_is_left_together() {
    let flow = flow(&[NOP, NOP, branch(-1), NOP, RET]);
    assert_eq!(reconvergence(&flow, 2), Some(3));
    let loops = flow.loops(&flow.functions()[0]);
    assert_eq!(loops.len(), 1);
    assert_eq!(flow.block(loops[0].head).unwrap().start, at(1));
    assert_eq!(loops[0].body.len(), 1);
}

#[test]
fn a_branch_with_a_side_that_returns_joins_where_the_function_returns_to() {
    let flow = flow(&[branch(2), RET, NOP, RET]);
    assert_eq!(reconvergence(&flow, 0), None);
    assert_eq!(reconvergence(&flow, 1), None);
}

#[test]
fn nobody_waits_for_threads_that_end() {
    let flow = flow(&[branch(2), EXIT, NOP, RET]);
    assert_eq!(reconvergence(&flow, 0), Some(2));
}

#[test]
fn nobody_waits_for_threads_that_run_for_ever() {
    let flow = flow(&[branch(2), jal(0, 0), NOP, RET]);
    assert_eq!(reconvergence(&flow, 0), Some(2));
}

#[test]
fn an_endless_loop_has_reconvergence_points_inside() {
    // for (;;) { if (a) B else C; D }
    let flow = flow(&[NOP, branch(3), NOP, jal(0, 2), NOP, NOP, jal(0, -5)]);
    assert_eq!(reconvergence(&flow, 1), Some(5));
    let graph = flow.graph();
    let tied = graph.raw_edges().iter().filter(|e| e.weight == Edge::Never);
    let from: Vec<_> = tied
        .map(|e| flow.block(e.source()).unwrap().start)
        .collect();
    assert_eq!(from, [at(1)], "its head");
}

#[test]
fn an_irreducible_cycle_is_left_together() {
    // Entered at 1 and at 3, left from 4.
    let flow = flow(&[branch(3), NOP, NOP, NOP, branch(-3), RET]);
    assert_eq!(reconvergence(&flow, 0), Some(3));
    assert_eq!(reconvergence(&flow, 4), Some(5));
    assert!(flow.loops(&flow.functions()[0]).len() <= 1);
}

#[test]
fn calls_come_back_and_their_functions_are_found() {
    let flow = flow(&[jal(1, 3), CALL_A2, RET, NOP, branch(2), NOP, RET]);
    let entries: Vec<u32> = flow.functions().iter().map(|f| f.entry).collect();
    assert_eq!(entries, [at(0), at(3)]);
    assert_eq!(flow.reconvergence(at(0)), None, "all go to one place");
    assert_eq!(reconvergence(&flow, 1), Some(2), "behind the call");
    assert_eq!(reconvergence(&flow, 4), Some(6));
    let own = flow.nodes_of(&flow.functions()[0]);
    assert_eq!(own.len(), 3, "calls are not followed");
}

#[test]
fn tail_calls_are_jumps() {
    // Both sides continue in the same function, which is called from elsewhere too.
    let flow = flow(&[branch(3), jal(1, 3), jal(0, 2), jal(0, 1), NOP, RET]);
    assert_eq!(reconvergence(&flow, 0), Some(4));
}

#[test]
fn far_calls_and_tail_calls_are_followed() {
    // auipc a2, 0; jalr ra, 20(a2): to word 5. auipc a2; jalr x0, 16(a2): to word 6.
    let auipc = 12 << 7 | 0x17;
    let call = immediate(0x67, 0, 1, 12, 20);
    let tail = immediate(0x67, 0, 0, 12, 16);
    let flow = flow(&[auipc, call, auipc, tail, NOP, RET, RET]);
    let leaves = |word| &flow.block(flow.node_at(at(word)).unwrap()).unwrap().leaves;
    assert_eq!(
        *leaves(1),
        End::Call {
            target: Some(at(5))
        }
    );
    assert_eq!(*leaves(3), End::Jump { target: at(6) });
    assert_eq!(flow.functions().len(), 2);
}

#[test]
fn an_unknown_jump_may_leave_the_function() {
    let flow = flow(&[branch(2), JR_A2, RET]);
    assert_eq!(reconvergence(&flow, 0), None);
    assert_eq!(reconvergence(&flow, 1), None);
    let block = flow.block(flow.node_at(at(1)).unwrap()).unwrap();
    assert_eq!(block.leaves, End::Unknown);
}

#[test]
fn code_that_runs_into_none_faults() {
    let flow = flow(&[branch(2), NOP, 0, branch(100)]);
    let blocks: Vec<_> = flow.blocks().map(|b| (b.start, b.leaves.clone())).collect();
    let expected = [(at(0), End::Branch { taken: at(2) }), (at(1), End::Fault)];
    assert_eq!(blocks, expected);
    assert_eq!(reconvergence(&flow, 0), Some(1), "the other side faults");
}

#[test]
fn a_program_without_code_has_no_flow() {
    let flow = flow(&[]);
    assert_eq!((flow.functions().len(), flow.blocks().count()), (0, 0));
    let error = flow.function("main").unwrap_err();
    assert!(error.remedy().contains("no code"), "{error}");
}
