//! Golden `unswizzle_crossbar`: vaidya2013, section 4.2.

use super::swizzle_crossbar::place;
use heddle_contract::bits;
use heddle_contract::units::quads::Quads;
use heddle_contract::units::unswizzle_crossbar::{In, Out, Params};
use heddle_contract::{Golden, Values, units};

/// Results of the ALU, back in the places of their lanes.
#[derive(Clone, Debug, PartialEq)]
pub struct UnswizzleCrossbar {
    quads: Quads,
    /// Lanes of which a result is kept.
    lanes: u64,
    /// The results, an element per lane; 0 where there is none.
    data: Vec<u64>,
}

impl UnswizzleCrossbar {
    /// The lanes that have a result and the results, with those that come in this cycle: quad,
    /// position and result each.
    pub fn with(
        &self,
        results: impl Iterator<Item = (usize, usize, u64)>,
        lanes: &mut u64,
        data: &mut [u64],
    ) {
        *lanes = self.lanes;
        data.copy_from_slice(&self.data);
        for (quad, position, result) in results {
            let lane = place(&self.quads, quad, position);
            *lanes |= 1 << lane;
            data[lane] = result;
        }
    }

    /// The clock edge: a result comes for the lane at a position of a quad.
    pub fn keep(&mut self, quad: usize, position: usize, data: u64) {
        let lane = place(&self.quads, quad, position);
        self.lanes |= 1 << lane;
        self.data[lane] = data;
    }

    /// The clock edge: the instruction's results have been written.
    pub fn forget(&mut self) {
        self.lanes = 0;
        self.data.fill(0);
    }
}

/// What comes in a cycle: quad, position and result.
fn results(input: &In<Values>) -> impl Iterator<Item = (usize, usize, u64)> + '_ {
    bits(input.enable).map(|lane| {
        let (quad, position) = (input.quad[lane], input.position[lane]);
        (quad as usize, position as usize, input.data[lane])
    })
}

impl Golden<units::UnswizzleCrossbar> for UnswizzleCrossbar {
    fn new(params: &Params) -> Self {
        let lanes = params.quads().lanes();
        Self {
            quads: params.quads(),
            lanes: 0,
            data: vec![0; lanes],
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        output.write = input.result && input.last;
        self.with(
            results(input),
            &mut output.write_lanes,
            &mut output.write_data,
        );
    }

    fn clock(&mut self, input: &In<Values>) {
        if !input.result {
            return;
        }
        if input.last {
            self.forget();
            return;
        }
        for (quad, position, data) in results(input) {
            self.keep(quad, position, data);
        }
    }
}
