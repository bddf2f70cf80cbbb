//! RTL of `swizzle_crossbar`: the operand in registers, and for each lane of the ALU a choice among all
//! of its elements, which is what swizzlers per quad on one bus come to. A bit for each lane chooses: a
//! gate for each element, in the place of multiplexers.

use crate::shapes::one_hot_mux;
use crate::{Drives, Expr, Hardware, ModuleBuilder, Reads};
use heddle_contract::units::SwizzleCrossbar;
use heddle_contract::units::quads::Quads;
use heddle_contract::units::swizzle_crossbar::{In, Out, Params};

impl Hardware for SwizzleCrossbar {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        m.section("The operand.");
        let held = m.register("held", 1).reset(0);
        let held = held.overhead("the operand has no reset");
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
