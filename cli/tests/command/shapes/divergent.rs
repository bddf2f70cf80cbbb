//! Branches whose lanes part: if and else, if, and one in the other.

use super::{Shape, block, last};
use crate::bad_input::support::assembler::{Asm, reg::*};
use heddle_isa::Op;

/// "if ( threadIdx.x & 1 ) { r4 = r1 + 10; } else { r4 = r1 - 10 };"
pub fn if_else(a: &mut Asm) {
    a.imm(Op::Andi, T0, A0, 1);
    a.label("A");
    a.branch(Op::Beq, T0, ZERO, "E");
    block(a, "O");
    a.jal(ZERO, "X");
    block(a, "E");
    last(a);
}

/// SSY "Push (RECONV, all thds) on stack", BRA "Push (EVEN, even thds) on stack", SYNC "Pop stack, setting PC = EVEN", SYNC "Pop
/// stack, setting PC = RECONV". The path that is active in the notes is the top of the stack here, so that it is pushed too.
#[test]
fn an_if_with_an_else() {
    let shape = Shape::new(if_else);
    shape.assert_operations(
        super::DRAWN,
        &["A SSY X, BRA E", "O+4 SYNC X", "E SYNC X", "X+4 RET"],
    );
    let steps = [
        "push k 1111 -",
        "wait X 1111 -",
        "push E 0101 -",
        "push O 1010 -",
        "pop O+4 1010 -",
        "pop E 0101 -",
        "pop end 1111 -",
    ];
    shape.assert_steps("stack", &steps);
    // fung2009 runs the taken side first, and compares PCs with the reconvergence point.
    let steps = [
        "push k 1111 -",
        "wait X 1111 -",
        "push O 1010 X",
        "push E 0101 X",
        "pop E 0101 X",
        "pop O+4 1010 X",
        "pop end 1111 -",
    ];
    shape.assert_steps("pdom", &steps);
}

/// The side that is empty is left by the branch: SYNC under its predicate. Under `pdom` its entry is pushed and popped at once.
#[test]
fn an_if() {
    let shape = Shape::new(|a| {
        a.imm(Op::Andi, T0, A0, 1);
        a.label("A");
        a.branch(Op::Beq, T0, ZERO, "X");
        block(a, "B");
        last(a);
    });
    shape.assert_operations(super::DRAWN, &["A SSY X, SYNC X", "B SYNC X", "X+4 RET"]);
    let steps = [
        "push k 1111 -",
        "wait X 1111 -",
        "push B 1010 -",
        "pop B 1010 -",
        "pop end 1111 -",
    ];
    shape.assert_steps("stack", &steps);
    let steps = [
        "push k 1111 -",
        "wait X 1111 -",
        "push B 1010 X",
        "pop B 1010 X",
        "pop end 1111 -",
    ];
    shape.assert_steps("pdom", &steps);
}

/// "if ( odd ) { B; if ( bit 1 ) { C; } D; } else { E; } X": lane 3 runs C.
#[test]
fn an_if_within_an_if() {
    let shape = Shape::new(|a| {
        a.imm(Op::Andi, T0, A0, 1);
        a.imm(Op::Andi, T1, A0, 2);
        a.label("A");
        a.branch(Op::Beq, T0, ZERO, "E");
        block(a, "B");
        a.label("T");
        a.branch(Op::Beq, T1, ZERO, "D");
        block(a, "C");
        block(a, "D");
        a.jal(ZERO, "X");
        block(a, "E");
        last(a);
    });
    let operations = [
        "A SSY X, BRA E",
        "T SSY D, SYNC D",
        "C SYNC D",
        "D+4 SYNC X",
        "E SYNC X",
        "X+4 RET",
    ];
    shape.assert_operations(super::DRAWN, &operations);
    let steps = [
        "push k 1111 -",
        "wait X 1111 -",
        "push E 0101 -",
        "push B 1010 -",
        "wait D 1010 -",
        "push C 1000 -",
        "pop C 1000 -",
        "pop D+4 1010 -",
        "pop E 0101 -",
        "pop end 1111 -",
    ];
    shape.assert_steps("stack", &steps);
    let steps = [
        "push k 1111 -",
        "wait X 1111 -",
        "push B 1010 X",
        "push E 0101 X",
        "pop E 0101 X",
        "wait D 1010 X",
        "push C 1000 D",
        "pop C 1000 D",
        "pop D+4 1010 X",
        "pop end 1111 -",
    ];
    shape.assert_steps("pdom", &steps);
}
