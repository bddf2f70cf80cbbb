//! RTL of `swizzle_crossbar`: the operand is in registers, and each lane of the ALU chooses among all
//! elements. This is equivalent to swizzlers per quad on one bus. CPT-13: a one-hot word chooses, with a
//! gate for each element in place of multiplexers.

use crate::blocks::one_hot_mux;
use crate::{Drives, Expr, Hardware, ModuleBuilder, Reads};
use heddle_contract::units::SwizzleCrossbar;
use heddle_contract::units::quads::Quads;
use heddle_contract::units::swizzle_crossbar::{In, Out, Params};

impl Hardware for SwizzleCrossbar {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        m.section("The held operand.");
        let held = m.register("held", 1).reset(0);
        let held = held.overhead("the operand has no reset: a bit says that it is loaded");
        output.held.set(held.next(held | input.load));
        let operand = m.registers("operand", p.quads().lanes(), p.element_bits());
        let operand = operand.next_all_when(input.load, input.operand);

        m.section("An element for each lane of the ALU.");
        m.each("lane", p.quads().quad_lanes(), |i| {
            let element = one_hot_mux(m, "element", input.from.at(i), operand);
            output.data.at(i).set(element);
        });
    }
}

/// Number of the lane at a position of a quad.
pub(super) fn place<'m>(
    m: &'m ModuleBuilder,
    quads: &Quads,
    quad: Expr<'m>,
    position: Expr<'m>,
) -> Expr<'m> {
    if quads.count() == 1 {
        m.unused(quad);
        position
    } else if quads.quad_lanes() == 1 {
        m.unused(position);
        quad
    } else {
        quad.cat(position)
    }
}
