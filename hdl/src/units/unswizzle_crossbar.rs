//! RTL of `unswizzle_crossbar`: each lane takes the result whose settings name the lane.

use super::swizzle_crossbar::place;
use crate::blocks::one_hot_mux;
use crate::{Drives, Elements, Hardware, ModuleBuilder, Reads};
use heddle_contract::units::UnswizzleCrossbar;
use heddle_contract::units::unswizzle_crossbar::{In, Out, Params};

impl Hardware for UnswizzleCrossbar {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        let (lanes, width) = (p.quads().lanes(), p.quads().quad_lanes());
        m.section("For each lane of the ALU, the lane to which its result belongs, one-hot.");
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

/// Without latency: kept results are written together with the last ones.
fn written_at_once<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    output: &Out<Drives<'m>>,
    target: Elements<'m>,
) {
    let (lanes, width) = (p.quads().lanes(), p.quads().quad_lanes());
    m.section("Results are kept until the last results of the instruction come.");
    let kept_lanes = m.register("kept_lanes", lanes as u32).reset(0);
    let kept = m.registers("kept", lanes, p.element_bits());
    let write = (input.result & input.last).named("write");
    let arrival_lanes = m.wire("arrival_lanes", lanes as u32);
    m.each("lane", lanes, |i| {
        let from = m.wire("from", width as u32);
        m.each("lane_from", width, |j| from.set_bit(j, target.at(j).bit(i)));
        let result = one_hot_mux(m, "result", *from, input.data);
        let arrival = from.any().named("arrival");
        let held = kept.register(i).next_when(input.result & arrival, result);
        let older = held.masked(kept_lanes.bit(i));
        arrival_lanes.set_bit(i, arrival);
        output.write_data.at(i).set(arrival.mux(result, older));
    });
    let so_far = (kept_lanes | *arrival_lanes).named("so_far");
    kept_lanes.next_when(input.result, so_far.masked(!write));
    output.write.set(write);
    output.write_lanes.set(so_far);
}

/// CPT-8. With latency: results are collected in the registers from which they are written. The first results of an instruction
/// clear all other lanes.
fn written_later<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    output: &Out<Drives<'m>>,
    target: Elements<'m>,
) {
    let (lanes, width) = (p.quads().lanes(), p.quads().quad_lanes());
    m.section("fresh_q: the next results are the first ones of an instruction.");
    let fresh = m.register("fresh", 1).reset(1);
    fresh.next_when(input.result, input.last);
    let clear_en = (input.result & fresh).named("clear_en");

    m.section("Results are gathered until the last results of the instruction come.");
    let write = m.register("write", 1).reset(0);
    let write_lanes = m.register("write_lanes", lanes as u32);
    let write_data = m.registers("write_data", lanes, p.element_bits());
    let arrival_lanes = m.wire("arrival_lanes", lanes as u32);
    m.each("lane", lanes, |i| {
        let from = m.wire("from", width as u32);
        m.each("lane_from", width, |j| from.set_bit(j, target.at(j).bit(i)));
        let arrival = from.any().named("arrival");
        let result = one_hot_mux(m, "result", *from, input.data);
        let register = write_data.register(i);
        register.next_when(arrival | clear_en, result);
        arrival_lanes.set_bit(i, arrival);
    });
    output.write.set(write.next(input.result & input.last));
    let so_far = arrival_lanes | write_lanes.masked(!fresh);
    output
        .write_lanes
        .set(write_lanes.next_when(input.result, so_far));
    output.write_data.set(*write_data);
}
