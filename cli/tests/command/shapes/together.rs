//! "Use predication when warp diverged, use branches when warp converged": branches without the stack, as the notes say that code
//! would be.

use super::{COMPILED, DRAWN, Shape, block, divergent::if_else, last};
use crate::bad_input::support::assembler::reg::*;
use heddle_isa::Op;

/// "(Note: In code this simple predication would be used.)"
#[test]
fn an_if_with_an_else_that_is_predicated() {
    let shape = Shape::new(if_else);
    let operations = ["A BRA.U X", "O @!P", "O+4 @!P", "E @P", "X+4 RET"];
    shape.assert_operations(COMPILED, &operations);
    let issued = [
        "k 1111", "A 1111", "O 1010", "O+4 1010", "E 0101", "X 1111", "X+4 1111", "end 1111",
    ];
    assert_eq!(shape.issued("stack", COMPILED), issued);
    let steps = ["push k 1111 -", "pop end 1111 -"];
    assert_eq!(shape.steps("stack", COMPILED), steps);
    // As the notes draw it, the same is issued with two paths on the stack.
    assert_eq!(shape.issued("stack", DRAWN), issued);
}

/// All lanes go one way: BRA.U jumps over the other side. SSY pushes all the same (EXS-8), and `pdom` pushes nothing.
#[test]
fn a_branch_that_does_not_diverge() {
    let shape = Shape::new(|a| {
        a.imm(Op::Slti, T0, A0, 9);
        a.label("A");
        a.branch(Op::Beq, T0, ZERO, "E");
        block(a, "O");
        a.jal(ZERO, "X");
        block(a, "E");
        last(a);
    });
    let issued = [
        "k 1111", "A 1111", "O 1111", "O+4 1111", "X 1111", "X+4 1111", "end 1111",
    ];
    let nothing = ["push k 1111 -", "pop end 1111 -"];
    let region = [
        "push k 1111 -",
        "wait X 1111 -",
        "push O 1111 -",
        "pop O+4 1111 -",
        "pop end 1111 -",
    ];
    for (mechanism, placement, steps) in [
        ("stack", COMPILED, &nothing[..]),
        ("stack", DRAWN, &region),
        ("pdom", DRAWN, &nothing),
    ] {
        assert_eq!(shape.issued(mechanism, placement), issued, "{mechanism}");
        assert_eq!(shape.steps(mechanism, placement), steps, "{mechanism}");
    }
}
