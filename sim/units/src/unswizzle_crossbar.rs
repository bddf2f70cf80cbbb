//! Golden `unswizzle_crossbar`: vaidya2013, section 4.2.

use super::swizzle_crossbar::place;
use heddle_contract::bits;
use heddle_contract::units::unswizzle_crossbar::{In, Out, Params};
use heddle_contract::{Golden, Values, Words, units};

/// Returns the results of the ALU to the lanes of the instruction.
#[derive(Clone, Debug, PartialEq, Words)]
pub struct UnswizzleCrossbar {
    params: Params,
    /// Lanes whose result is held.
    lanes: u64,
    /// The results, one element for each lane; 0 where a lane has none.
    data: Vec<u64>,
    /// With latency 1: the lanes and results of an instruction whose last results arrived in the cycle before.
    #[words(like = (0, vec![0; data.len()]))]
    written: Option<(u64, Vec<u64>)>,
}

impl UnswizzleCrossbar {
    /// Whether an instruction is written, its lanes and their results. The arguments are the results of this cycle
    /// (as quad, position and result), and whether they are the last ones.
    pub fn show(
        &self,
        last: bool,
        results: impl Iterator<Item = (usize, usize, u64)>,
        (write, lanes, data): (&mut bool, &mut u64, &mut [u64]),
    ) {
        if self.params.latency() > 0 {
            *write = self.written.is_some();
            if let Some((written, elements)) = &self.written {
                *lanes = *written;
                data.copy_from_slice(elements);
            }
            return;
        }
        *write = last;
        *lanes = self.lanes;
        data.copy_from_slice(&self.data);
        for (quad, position, result) in results {
            let lane = place(&self.params.quads(), quad, position);
            *lanes |= 1 << lane;
            data[lane] = result;
        }
    }

    /// The clock edge: results arrive, perhaps the last ones of an instruction, or none.
    pub fn clock(&mut self, last: bool, results: impl Iterator<Item = (usize, usize, u64)>) {
        for (quad, position, result) in results {
            let lane = place(&self.params.quads(), quad, position);
            self.lanes |= 1 << lane;
            self.data[lane] = result;
        }
        self.written = None;
        if !last {
            return;
        }
        if self.params.latency() > 0 {
            self.written = Some((self.lanes, self.data.clone()));
        }
        self.lanes = 0;
        self.data.fill(0);
    }
}

/// The results that arrive in a cycle, as quad, position and result.
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
            params: *params,
            lanes: 0,
            data: vec![0; lanes],
            written: None,
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        let Out {
            write,
            write_lanes,
            write_data,
        } = output;
        let written = (write, write_lanes, &mut write_data[..]);
        self.show(input.result && input.last, results(input), written);
    }

    fn clock(&mut self, input: &In<Values>) {
        let results = results(input).filter(|_| input.result);
        self.clock(input.result && input.last, results);
    }
}
