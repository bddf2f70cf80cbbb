//! Which lanes of their home lanes threads take (fung2009, sections 4.1 and 7).

use heddle_contract::{Words, bits};

/// The assignment of lanes to home lanes.
#[derive(Clone, Debug, PartialEq, Words)]
pub(super) struct Slots {
    /// The lanes of each home lane.
    homes: Vec<u64>,
}

impl Slots {
    /// The slots of a warp with `lanes` lanes, in which each home lane has `slots` lanes.
    pub fn new(lanes: usize, slots: usize) -> Self {
        let count = lanes / slots;
        let of = |home| (home..lanes).step_by(count);
        let mask = |home| of(home).fold(0, |mask, lane| mask | 1 << lane);
        Slots {
            homes: (0..count).map(mask).collect(),
        }
    }

    /// The lanes that threads take which arrive in the lanes `request`, in a warp whose lanes `taken` are taken, if
    /// the lanes `written` are closed because other threads write them. `None` if the threads wait for closed lanes.
    pub fn place(&self, request: u64, taken: u64, written: u64) -> Option<u64> {
        if self.homes[0].is_power_of_two() {
            return Some(request);
        }
        self.homes.iter().try_fold(0, |placed, home| {
            let threads = (request & home).count_ones() as usize;
            let (free, closed) = (home & !taken, home & written);
            // DWF-44: free lanes first, so threads that go to a new warp need no bank in which the old warp is written.
            let order = bits(free & !closed).chain(bits(home & taken & !closed));
            let lanes = order.take(threads).fold(0, |lanes, lane| lanes | 1 << lane);
            // DWF-45: a half waits where only the other half's lanes make it conflict.
            let waits = lanes & taken != 0 && free & closed != 0;
            (!waits).then_some(placed | lanes)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two home lanes: the even lanes and the odd ones.
    fn place(request: u64, taken: u64, written: u64) -> Option<u64> {
        Slots::new(8, 4).place(request, taken, written)
    }

    #[test]
    fn free_lanes_are_taken_first_the_lowest_of_them_first() {
        assert_eq!(place(0b11_00_00_00, 0, 0), Some(0b00_00_00_11));
        assert_eq!(place(0b01_00_01_00, 0b00_00_00_01, 0), Some(0b00_01_01_00));
        // The third thread finds no free lane: it goes to the lowest lane of another warp.
        let conflict = place(0b01_00_01_01, 0b00_00_01_01, 0);
        assert_eq!(conflict, Some(0b01_01_00_01));
        assert_eq!(place(0b10_10_10_10, 0b10_10_10_10, 0), Some(0b10_10_10_10));
    }

    #[test]
    fn lanes_that_are_written_are_left_out() {
        assert_eq!(place(0b00_01_01_00, 0, 0b00_00_01_01), Some(0b01_01_00_00));
        assert_eq!(
            place(0b00_01_00_00, 0b01_01_00_01, 0b01_00_00_00),
            Some(0b00_00_01_00)
        );
    }

    #[test]
    fn who_would_conflict_only_because_of_them_waits() {
        assert_eq!(place(0b00_01_00_00, 0b01_01_00_01, 0b00_00_01_00), None);
        // The one lane that is free and not closed is enough for one thread, but not for two.
        assert_eq!(
            place(0b00_01_00_00, 0b01_00_00_01, 0b00_00_01_00),
            Some(0b00_01_00_00)
        );
        assert_eq!(place(0b00_01_01_00, 0b01_00_00_01, 0b00_00_01_00), None);
        // No lane is free, closed or not.
        assert_eq!(
            place(0b00_01_00_00, 0b01_01_01_01, 0b00_00_00_01),
            Some(0b00_00_01_00)
        );
    }

    #[test]
    fn with_one_slot_threads_take_the_lanes_in_which_they_come() {
        let slots = Slots::new(8, 1);
        assert_eq!(
            slots.place(0b1010_0101, 0b1111_0000, 0b1111),
            Some(0b1010_0101)
        );
    }
}
