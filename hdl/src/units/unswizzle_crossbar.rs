//! RTL of `unswizzle_crossbar`: each lane takes the result that says it is its own.

use super::swizzle_crossbar::place;
use crate::shapes::one_hot_mux;
use crate::{Drives, Elements, Hardware, ModuleBuilder, Reads};
use heddle_contract::units::UnswizzleCrossbar;
use heddle_contract::units::unswizzle_crossbar::{In, Out, Params};

impl Hardware for UnswizzleCrossbar {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        let (lanes, width) = (p.quads().lanes(), p.quads().quad_lanes());
        m.section("The lane that the result of each lane of the ALU belongs to, a bit each.");
        let target = m.array("target", width, lanes as u32);
        m.each("result", width, |i| {
            let (quad, position) = (input.quad.at(i), input.position.at(i));
            let lane = place(m, &p.quads(), quad, position).named("place");
            let valid = match p.latency() {
                0 => input.enable.bit(i),
                _ => input.result & input.enable.bit(i),
            };
            target.set(i, lane.decode(lanes as u32).masked(valid));
        });
        match p.latency() {
            0 => written_at_once(m, p, &input, &output, *target),
            _ => written_later(m, p, &input, &output, *target),
        }
    }
}

/// Results that are kept are written with the last ones.
fn written_at_once<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    output: &Out<Drives<'m>>,
    target: Elements<'m>,
) {
    let (lanes, width) = (p.quads().lanes(), p.quads().quad_lanes());
    m.section("Results are kept until the last ones come.");
    let kept_lanes = m.register("kept_lanes", lanes as u32).reset(0);
    let kept = m.registers("kept", lanes, p.element_bits());
    let write = (input.result & input.last).named("write");
    let arrives = m.wire("arrives", lanes as u32);
    m.each("lane", lanes, |i| {
        let from = m.wire("from", width as u32);
        m.each("lane_from", width, |j| from.set_bit(j, target.at(j).bit(i)));
        let result = one_hot_mux(m, "result", *from, input.data);
        let arrives_here = from.any().named("arrives_here");
        let held = kept
            .register(i)
            .next_when(input.result & arrives_here, result);
        let older = held.masked(kept_lanes.bit(i));
        arrives.set_bit(i, arrives_here);
        output.write_data.at(i).set(arrives_here.mux(result, older));
    });
    let so_far = (kept_lanes | *arrives).named("so_far");
    kept_lanes.next_when(input.result, so_far.masked(!write));
    output.write.set(write);
    output.write_lanes.set(so_far);
}

/// Results are gathered in the registers that they are written from. The first ones of an instruction clear
/// the lanes that they are not of.
fn written_later<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    output: &Out<Drives<'m>>,
    target: Elements<'m>,
) {
    let (lanes, width) = (p.quads().lanes(), p.quads().quad_lanes());
    m.section("The next results are their instruction's first ones.");
    let fresh = m.register("fresh", 1).reset(1);
    fresh.next_when(input.result, input.last);
    let clears = (input.result & fresh).named("clears");

    m.section("Results are gathered until the last ones come.");
    let write = m.register("write", 1).reset(0);
    let write_lanes = m.register("write_lanes", lanes as u32);
    let write_data = m.registers("write_data", lanes, p.element_bits());
    let arrives = m.wire("arrives", lanes as u32);
    m.each("lane", lanes, |i| {
        let from = m.wire("from", width as u32);
        m.each("lane_from", width, |j| from.set_bit(j, target.at(j).bit(i)));
        let arrives_here = from.any().named("arrives_here");
        let result = one_hot_mux(m, "result", *from, input.data);
        let register = write_data.register(i);
        register.next_when(arrives_here | clears, result);
        arrives.set_bit(i, arrives_here);
    });
    output.write.set(write.next(input.result & input.last));
    let so_far = arrives | write_lanes.masked(!fresh);
    output
        .write_lanes
        .set(write_lanes.next_when(input.result, so_far));
    output.write_data.set(*write_data);
}
