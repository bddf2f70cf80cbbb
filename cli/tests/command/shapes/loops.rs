//! Loops. The region of a loop begins ahead of it, and its lanes leave it with BRK, or PBRK at a branch. Under `pdom` an entry is
//! left for every turn in which lanes leave, and all are popped at the end.

use super::{DRAWN, Shape, block, last};
use crate::bad_input::support::assembler::{Asm, reg::*};
use heddle_isa::Op;

/// "for ( A; B; C ) { D; } X;": thread `i` makes `i` turns.
#[test]
fn a_loop_that_is_tested_at_the_top() {
    let shape = Shape::new(|a| {
        block(a, "A");
        a.label("B");
        a.branch(Op::Bgeu, S0, A0, "X");
        block(a, "D");
        a.imm(Op::Addi, S0, S0, 1);
        a.jal(ZERO, "B");
        last(a);
    });
    shape.assert_operations(DRAWN, &["A SSY X", "B PBRK X", "X+4 RET"]);
    let steps = [
        "push A 1111 -",
        "wait X 1111 -",
        "push B 1111 -",
        "pop B 1000 -",
        "pop end 1111 -",
    ];
    shape.assert_steps("stack", &steps);
    let steps = [
        "push A 1111 -",
        "wait X 1111 -",
        "push D 1110 X",
        "wait X 1110 X",
        "push D 1100 X",
        "wait X 1100 X",
        "push D 1000 X",
        "pop B 1000 X",
        "pop X 1100 X",
        "pop X 1110 X",
        "pop end 1111 -",
    ];
    shape.assert_steps("pdom", &steps);
}

/// Thread `i` makes `i` turns, but at least one: lanes 0 and 1 leave together.
#[test]
fn a_loop_that_is_tested_at_the_bottom() {
    let shape = Shape::new(|a| {
        block(a, "A");
        block(a, "D");
        a.imm(Op::Addi, S0, S0, 1);
        a.label("B");
        a.branch(Op::Bltu, S0, A0, "D");
        last(a);
    });
    shape.assert_operations(DRAWN, &["A SSY X", "B PBRK X", "X+4 RET"]);
    let steps = [
        "push A 1111 -",
        "wait X 1111 -",
        "push D 1111 -",
        "pop B 1000 -",
        "pop end 1111 -",
    ];
    shape.assert_steps("stack", &steps);
    let steps = [
        "push A 1111 -",
        "wait X 1111 -",
        "push X 0011 X",
        "push D 1100 X",
        "wait X 1100 X",
        "push X 0100 X",
        "push D 1000 X",
        "pop B 1000 X",
        "pop X 0100 X",
        "pop X 1100 X",
        "pop X 0011 X",
        "pop end 1111 -",
    ];
    shape.assert_steps("pdom", &steps);
}

/// "for ( A; B; C ) { D; if ( cond1 ) { E; } else { F; if ( cond2 ) { G; break; } } } X;": of two turns, lanes 0 and 1 run F in the
/// second, and lane 1 breaks.
fn with_a_break(a: &mut Asm) {
    block(a, "A");
    a.imm(Op::Addi, S1, ZERO, 2);
    a.label("B");
    a.branch(Op::Bgeu, S0, S1, "X");
    block(a, "D");
    a.imm(Op::Slti, T0, A0, 2);
    a.op(Op::And, T0, T0, S0);
    a.label("T");
    a.branch(Op::Bne, T0, ZERO, "F");
    block(a, "E");
    a.jal(ZERO, "C");
    block(a, "F");
    a.label("U");
    a.branch(Op::Beq, A0, ZERO, "C");
    block(a, "G");
    a.jal(ZERO, "X");
    block(a, "C");
    a.imm(Op::Addi, S0, S0, 1);
    a.jal(ZERO, "B");
    last(a);
}

/// The closest instruction on all paths from either branch in the loop is X, because of the `break`; the region of the loop is
/// theirs. So their BRA pushes without an SSY: the entry below gets the path that runs second.
#[test]
fn a_loop_with_a_break() {
    let shape = Shape::new(with_a_break);
    let operations = [
        "A+4 SSY X",
        "B PBRK X",
        "T BRA F",
        "U BRA C",
        "G+4 BRK X",
        "X+4 RET",
    ];
    shape.assert_operations(DRAWN, &operations);
    let steps = [
        "push A 1111 -",
        "wait X 1111 -",
        "push B 1111 -",
        "wait F 0011 -",
        "push E 1100 -",
        "pop B 1100 -",
        "wait C 0001 -",
        "push G 0010 -",
        "pop G+4 0010 -",
        "pop B 0001 -",
        "pop end 1111 -",
    ];
    shape.assert_steps("stack", &steps);
    let steps = [
        "push A 1111 -",
        "wait X 1111 -",
        "push E 1100 X",
        "push F 0011 X",
        "wait X 0011 X",
        "push G 0010 X",
        "push C 0001 X",
        "pop B 0001 X",
        "pop G+4 0010 X",
        "pop X 0011 X",
        "pop B 1100 X",
        "pop end 1111 -",
    ];
    shape.assert_steps("pdom", &steps);
}

/// Two turns of all lanes, each with a loop of as many turns as the thread's number, but at least one.
#[test]
fn a_loop_within_a_loop() {
    let shape = Shape::new(|a| {
        block(a, "A");
        a.imm(Op::Addi, S1, ZERO, 2);
        a.label("O");
        a.imm(Op::Addi, S0, ZERO, 0);
        block(a, "D");
        a.imm(Op::Addi, S0, S0, 1);
        a.label("I");
        a.branch(Op::Bltu, S0, A0, "D");
        a.label("L");
        a.imm(Op::Addi, S1, S1, -1);
        a.branch(Op::Bne, S1, ZERO, "O");
        last(a);
    });
    let operations = ["A+4 SSY X", "O SSY L", "I PBRK L", "L+4 PBRK X", "X+4 RET"];
    shape.assert_operations(DRAWN, &operations);
    let turn = ["wait L 1111 -", "push D 1111 -", "pop I 1000 -"];
    let begins = ["push A 1111 -", "wait X 1111 -", "push O 1111 -"];
    let ends = ["pop L+4 1111 -", "pop end 1111 -"];
    let steps = [&begins[..], &turn, &turn, &ends].concat();
    shape.assert_steps("stack", &steps);
    let turn = [
        "wait L 1111 -",
        "push L 0011 L",
        "push D 1100 L",
        "wait L 1100 L",
        "push L 0100 L",
        "push D 1000 L",
        "pop I 1000 L",
        "pop L 0100 L",
        "pop L 1100 L",
        "pop L 0011 L",
    ];
    let steps = [&["push A 1111 -"][..], &turn, &turn, &["pop end 1111 -"]].concat();
    shape.assert_steps("pdom", &steps);
}

/// "for ( A; B; C ) { D; if ( cond ) continue; E; } X": thread `i` makes `i` turns, and skips E in the turns that differ from `i` in
/// their lowest bit. In the third turn only lane 3 is left and skips it: its SSY has nobody to push.
#[test]
fn a_loop_with_a_continue() {
    let shape = Shape::new(|a| {
        block(a, "A");
        a.label("B");
        a.branch(Op::Bgeu, S0, A0, "X");
        block(a, "D");
        a.op(Op::Xor, T0, S0, A0);
        a.imm(Op::Andi, T0, T0, 1);
        a.label("T");
        a.branch(Op::Bne, T0, ZERO, "C");
        block(a, "E");
        a.label("C");
        a.imm(Op::Addi, S0, S0, 1);
        a.jal(ZERO, "B");
        last(a);
    });
    let operations = [
        "A SSY X",
        "B PBRK X",
        "T SSY C, SYNC C",
        "E SYNC C",
        "X+4 RET",
    ];
    shape.assert_operations(DRAWN, &operations);
    let steps = [
        "push A 1111 -",
        "wait X 1111 -",
        "push B 1111 -",
        "wait C 1110 -",
        "push E 0100 -",
        "pop E 0100 -",
        "wait C 1100 -",
        "push E 1000 -",
        "pop E 1000 -",
        "pop B 1000 -",
        "pop end 1111 -",
    ];
    shape.assert_steps("stack", &steps);
    let steps = [
        "push A 1111 -",
        "wait X 1111 -",
        "push D 1110 X",
        "wait C 1110 X",
        "push E 0100 C",
        "pop E 0100 C",
        "wait X 1110 X",
        "push D 1100 X",
        "wait C 1100 X",
        "push E 1000 C",
        "pop E 1000 C",
        "wait X 1100 X",
        "push D 1000 X",
        "pop B 1000 X",
        "pop X 1100 X",
        "pop X 1110 X",
        "pop end 1111 -",
    ];
    shape.assert_steps("pdom", &steps);
}
