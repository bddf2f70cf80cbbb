//! The passes of a memory instruction through the arbiter, each of which picks one line.
//!
//! With a one-stage arbiter a pass follows the answer of the pass before it. With more stages it would have to wait
//! for all of them, so the cost of the stages is hidden in two ways:
//!
//! * **Sets** (SLR-15): the lanes of one [`set`] of lines take part in a pass, those of another set in the next pass, while
//!   the arbiter still works on the first. The set is that of the first lane that is in no pass: a priority encoder
//!   finds this lane, and every lane compares three bits. Lanes on one line are in one set, so a line is still picked
//!   only once.
//! * **The first lane's line** (SLR-16) is looked up in the cache while the arbiter works. If this line is the one that is
//!   picked, and hits, its data arrives that much earlier; by then it is known for which lanes the data is.

use heddle_types::{Cycle, LaneMask};
use std::collections::VecDeque;

/// Number of sets that lines are divided into: three bits of a line's number.
const SETS: u32 = 8;

/// Cycles from one pass to the next with a one-stage arbiter: request, grant, answer.
const ROUND: u64 = 3;

/// Cycles from the grant of a pass until the line of its first lane is requested from the cache: a priority encoder
/// and a multiplexer.
const LOOK_UP: u64 = 2;

/// A pass in the arbiter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pass {
    /// Lanes that take part.
    pub lanes: LaneMask,
    /// The line of the first of these lanes.
    looked_up: Option<u32>,
}

/// See the [module](self).
#[derive(Clone, Debug, Default)]
pub(super) struct Passes {
    /// Passes in the arbiter, the oldest first.
    in_arbiter: VecDeque<Pass>,
    /// The lanes of all these passes.
    asked: LaneMask,
    /// The cycle in which the first pass was granted.
    first: Cycle,
    /// Number of passes that were granted.
    granted: u64,
    /// A pass is requested, or will be, and has not been granted yet.
    pub open: bool,
}

/// The set of a line. Lines at power-of-two strides are spread over all sets too.
fn set(line: u32) -> u32 {
    (line ^ line >> 3 ^ line >> 6 ^ line >> 9) % SETS
}

impl Pass {
    /// How many cycles before the answer of an arbiter with `stages` stages this line was requested from the cache.
    pub fn early(&self, line: u32, stages: u64) -> u64 {
        match self.looked_up == Some(line) {
            true => stages.saturating_sub(LOOK_UP),
            false => 0,
        }
    }
}

impl Passes {
    /// A memory instruction requests its first pass.
    pub fn begin(&mut self) {
        self.granted = 0;
        self.open = true;
    }

    /// Grants a pass to a warp with lanes that need lines, by an arbiter with `stages` stages; returns the lanes that
    /// take part.
    pub fn grant(
        &mut self,
        pending: LaneMask,
        line: impl Fn(usize) -> u32,
        stages: u64,
        now: Cycle,
    ) -> LaneMask {
        let wanted = pending.without(self.asked);
        let looked_up = wanted.first().map(&line);
        let lanes = match looked_up {
            Some(first) if stages > 1 => wanted.filter(|lane| set(line(lane)) == set(first)),
            _ => wanted,
        };
        self.open = false;
        self.asked |= lanes;
        self.in_arbiter.push_back(Pass { lanes, looked_up });
        if self.granted == 0 {
            self.first = now;
        }
        self.granted += 1;
        lanes
    }

    /// The oldest pass is answered.
    pub fn answer(&mut self) -> Option<Pass> {
        let pass = self.in_arbiter.pop_front()?;
        self.asked = self.asked.without(pass.lanes);
        Some(pass)
    }

    /// The cycle, from the next one on, in which to request another pass, if some lanes are in none. No line is
    /// picked earlier than by a one-stage arbiter.
    pub fn next(&mut self, pending: LaneMask, stages: u64, now: Cycle) -> Option<Cycle> {
        if self.open || pending.without(self.asked).is_empty() {
            return None;
        }
        self.open = true;
        let paced = match stages {
            0 | 1 => Cycle::ZERO,
            _ => self.first + ROUND * self.granted,
        };
        Some((now + 1 + stages).max(paced) - stages)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lanes 0 and 2 need line 1, lanes 1 and 3 need line 2.
    fn line(lane: usize) -> u32 {
        1 + lane as u32 % 2
    }

    fn grants(stages: u64) -> (Passes, [LaneMask; 2]) {
        let mut passes = Passes::default();
        let pending = LaneMask::all(4);
        passes.begin();
        let now = Cycle::ZERO + 20;
        let lanes = [0, 5].map(|later| passes.grant(pending, line, stages, now + later));
        (passes, lanes)
    }

    #[test]
    fn an_arbiter_of_one_stage_sees_all_lanes_at_once() {
        let (_, lanes) = grants(1);
        assert_eq!(lanes, [LaneMask::all(4), LaneMask::NONE]);
    }

    #[test]
    fn lines_of_different_sets_follow_each_other() {
        let (mut passes, lanes) = grants(7);
        assert_eq!(lanes.map(LaneMask::bits), [0b0101, 0b1010]);
        let answered = [0, 1].map(|_| passes.answer().expect("two passes"));
        assert_eq!(answered.map(|pass| pass.lanes), lanes);
        assert_eq!(answered.map(|pass| pass.early(1, 7)), [5, 0]);
        assert!(passes.answer().is_none());
    }

    /// Answers of a one-stage arbiter follow each other at 3 cycles, the first one a cycle after the grant.
    #[test]
    fn no_line_is_picked_before_an_arbiter_of_one_stage_would_have_picked_it() {
        for stages in 2..=8 {
            let (mut passes, pending) = (Passes::default(), LaneMask::all(8));
            passes.begin();
            let first = Cycle::ZERO + 20;
            let mut grant = first;
            for pass in 0..8 {
                assert!(grant + stages >= first + 1 + 3 * pass, "{stages}, {pass}");
                passes.grant(pending, |lane| lane as u32, stages, grant);
                let next = passes.next(pending, stages, grant);
                let Some(event) = next else { break };
                grant = event + 1;
            }
        }
    }
}
