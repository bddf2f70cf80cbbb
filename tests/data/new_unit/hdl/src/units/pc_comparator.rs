//! RTL of `pc_comparator`: a comparator per lane.

use crate::{Drives, Hardware, ModuleBuilder, Reads};
use heddle_contract::units::PcComparator;
use heddle_contract::units::pc_comparator::{In, Out, Params};

impl Hardware for PcComparator {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        m.each("lane", p.lanes(), |i| {
            let equal = input.lane_pc.at(i).eq(input.common_pc);
            output.equal_lanes.bit(i).set(equal);
        });
    }
}
