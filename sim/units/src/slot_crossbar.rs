//! Golden `slot_crossbar`: fung2009, sections 4.1 and 7.

use heddle_contract::bits;
use heddle_contract::units::slot_crossbar::{In, Out, Params};
use heddle_contract::{Golden, Values, Words, units};

/// Moves threads from the lanes in which they arrive to the lanes that they take.
#[derive(Clone, Debug, PartialEq, Words)]
pub struct SlotCrossbar {
    /// The lanes of each home lane.
    homes: Vec<u64>,
}

impl SlotCrossbar {
    /// The source and destination lanes of the threads of a half, in order within each home lane.
    pub fn ways(&self, from: u64, to: u64) -> impl Iterator<Item = (usize, usize)> {
        let homes = self.homes.iter();
        homes.flat_map(move |home| bits(from & home).zip(bits(to & home)))
    }
}

impl Golden<units::SlotCrossbar> for SlotCrossbar {
    fn new(params: &Params) -> Self {
        let of = |home| (home..params.lanes()).step_by(params.home_lanes());
        let mask = |home| of(home).fold(0, |mask, lane| mask | 1 << lane);
        Self {
            homes: (0..params.home_lanes()).map(mask).collect(),
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        output.to_tid.fill(0);
        for (from, to) in [
            (input.first_from, input.first_to),
            (input.second_from, input.second_to),
        ] {
            for (from, to) in self.ways(from, to) {
                output.to_tid[to] = input.from_tid[from];
            }
        }
    }

    fn clock(&mut self, _: &In<Values>) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_keep_their_order_in_a_home_lane() {
        let params = Params::new(8, 4, 4).unwrap();
        let crossbar = SlotCrossbar::new(&params);
        // The even lanes, and the odd ones.
        let ways: Vec<_> = crossbar.ways(0b1001_0001, 0b0100_0110).collect();
        assert_eq!(ways, [(0, 2), (4, 6), (7, 1)]);
    }
}
