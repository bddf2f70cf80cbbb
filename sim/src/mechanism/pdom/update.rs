//! What the unit is told about instructions that are done.
//!
//! The unit parts lanes into two sides. A jump through a table or a pointer can part them into
//! more: then one side after the other leaves the rest, an update each, and the rest stays on top.
//! Those that go straight to the reconvergence point leave first: the rest must not stand there.

use super::Pdom;
use super::alu::Alu;
use super::points::Meeting;
use super::stack::Stacks;
use super::warp::Phase;
use crate::fault::FaultReason;
use crate::gpu::{Chip, Effect, Hook, Raised, ShaderCore, Stop, for_lanes};
use heddle_contract::config::First;

/// Lanes that go to one place, and that place as it stands on a stack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Side {
    lanes: u64,
    to: u64,
}

/// Lanes that part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sides {
    taken: Side,
    other: Side,
    /// Lanes of one of the sides that part again, with the next update.
    left: u64,
}

impl<const W: usize, S: Stacks, H: Hook, A: Alu<W>> Pdom<W, S, H, A> {
    /// Presents the instruction that has waited longest, if the unit can take it; its warp.
    pub(super) fn present(&mut self, core: &ShaderCore, chip: &Chip) -> Option<usize> {
        let &warp = self.done.front().filter(|_| !self.output.popping)?;
        let state = &self.warps[warp];
        self.input.update = true;
        self.input.update_warp = warp as u64;
        let exits = state.phase == Phase::Rest(Effect::Exit);
        self.input.exit = if exits { state.lanes } else { 0 };
        if state.phase == Phase::Control {
            self.present_sides(core, chip, warp);
        } else {
            let next = chip.code.word(state.pc.wrapping_add(4));
            self.input.next = self.points.tagged(next.into(), state.depth);
            self.input.taken = 0;
            self.input.push = false;
        }
        Some(warp)
    }

    fn present_sides(&mut self, core: &ShaderCore, chip: &Chip, warp: usize) {
        let state = &self.warps[warp];
        let meeting = match state.meeting {
            Meeting::At(word) => Some(self.points.tagged(word, state.depth)),
            Meeting::Outside => None,
        };
        let sides = self.sides(core, chip, warp, meeting);
        self.input.taken = sides.taken.lanes;
        self.input.target = sides.taken.to;
        self.input.next = sides.other.to;
        // Lanes meet behind a call even if they stay together, behind anything else if they part.
        let parts = sides.taken.lanes != 0 && sides.other.lanes != 0;
        let push = meeting.filter(|_| parts || state.calls);
        self.input.push = push.is_some();
        self.input.reconverge = push.unwrap_or(0);
        self.warps[warp].left = sides.left;
    }

    /// Parts lanes by where they go. Those that go on behind the instruction are the other side;
    /// of a jump, the first lane's side counts as taken.
    fn sides(&self, core: &ShaderCore, chip: &Chip, warp: usize, meeting: Option<u64>) -> Sides {
        let state = &self.warps[warp];
        let place = |lane: usize| {
            let thread = warp * W + lane;
            let word = chip.code.word(core.threads.pc[thread]);
            self.points
                .tagged(word.into(), core.threads.depths.of(thread))
        };
        let mut to = [0; W];
        for_lanes(state.lanes, |lane| to[lane] = place(lane));
        let behind = chip.code.word(state.pc.wrapping_add(4)).into();
        let behind = self.points.tagged(behind, state.depth);
        part(&to, state.lanes, behind, meeting, self.first)
    }

    /// What the unit's answer means for the warp that it was told about.
    pub(super) fn updated(&mut self, core: &mut ShaderCore, warp: usize) -> Result<(), Stop> {
        let state = &mut self.warps[warp];
        if self.output.overflow {
            return Err(core.stop(Raised {
                thread: warp * W + state.lanes.trailing_zeros() as usize,
                pc: state.pc,
                address: None,
                reason: FaultReason::StackOverflow {
                    entries: self.depth,
                },
            }));
        }
        if state.left != 0 {
            state.lanes = std::mem::take(&mut state.left);
            state.meeting = Meeting::Outside;
            state.calls = false;
            return Ok(());
        }
        self.done.pop_front();
        self.in_pipeline &= !(1 << warp);
        match std::mem::replace(&mut state.phase, Phase::None) {
            Phase::Control => self.ready |= 1 << warp,
            Phase::Rest(effect) => self.rest(core, warp, effect),
            _ => {
                state.pc = state.pc.wrapping_add(4);
                self.ready |= 1 << warp;
            }
        }
        Ok(())
    }

    /// Lanes come to a barrier or to their end. A warp waits at a barrier as a whole: threads
    /// that lie on its stack do not run meanwhile, whether they have come there or not.
    fn rest(&mut self, core: &mut ShaderCore, warp: usize, effect: Effect) {
        let state = &mut self.warps[warp];
        if effect == Effect::Exit {
            state.held = 0;
            self.ready |= 1 << warp;
        } else {
            state.pc = state.pc.wrapping_add(4);
            state.phase = Phase::Waiting;
        }
        let released = core.rest(effect, warp, state.lanes).warps;
        for_lanes(released, |warp| {
            if self.warps[warp].phase == Phase::Waiting {
                self.warps[warp].phase = Phase::None;
                self.ready |= 1 << warp;
            }
        });
    }
}

/// Parts lanes that go to `to`: into two sides where that is possible.
fn part(to: &[u64], lanes: u64, behind: u64, meeting: Option<u64>, first: First) -> Sides {
    let side = |lane: u32| {
        let to_here = to[lane as usize];
        let mut together = 0;
        for_lanes(lanes, |lane| {
            together |= u64::from(to[lane] == to_here) << lane
        });
        Side {
            lanes: together,
            to: to_here,
        }
    };
    let mut away = 0;
    for_lanes(lanes, |lane| away |= u64::from(to[lane] != behind) << lane);
    if away == 0 {
        let other = Side { lanes, to: behind };
        return Sides {
            other,
            ..Sides::default()
        };
    }
    let taken = side(away.trailing_zeros());
    let rest = lanes & !taken.lanes;
    if rest == 0 {
        return Sides {
            taken,
            ..Sides::default()
        };
    }
    let other = side(rest.trailing_zeros());
    if other.lanes == rest {
        return Sides {
            taken,
            other,
            left: 0,
        };
    }
    // More than two: one side leaves, the rest stays on top.
    let mut there = 0;
    for_lanes(lanes, |lane| {
        there |= u64::from(Some(to[lane]) == meeting) << lane
    });
    let one = if there == 0 {
        taken
    } else {
        side(there.trailing_zeros())
    };
    let left = lanes & !one.lanes;
    let rest = Side {
        lanes: left,
        to: to[left.trailing_zeros() as usize],
    };
    let (taken, other) = match first {
        First::Taken => (rest, one),
        First::FallThrough => (one, rest),
    };
    Sides { taken, other, left }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sides(to: &[u64], meeting: Option<u64>, first: First) -> [(u64, u64); 3] {
        let lanes = (1 << to.len()) - 1;
        let Sides { taken, other, left } = part(to, lanes, 5, meeting, first);
        [(taken.lanes, taken.to), (other.lanes, other.to), (left, 0)]
    }

    #[test]
    fn a_branch_has_two_sides() {
        let first = First::Taken;
        assert_eq!(sides(&[5, 5, 5], None, first), [(0, 0), (0b111, 5), (0, 0)]);
        assert_eq!(sides(&[8, 8, 8], None, first), [(0b111, 8), (0, 0), (0, 0)]);
        assert_eq!(
            sides(&[5, 8, 5], Some(8), first),
            [(0b010, 8), (0b101, 5), (0, 0)]
        );
    }

    #[test]
    fn more_sides_leave_one_by_one_and_the_rest_is_on_top() {
        let to = [7, 8, 9, 8];
        assert_eq!(
            sides(&to, None, First::Taken),
            [(0b1110, 8), (0b0001, 7), (0b1110, 0)]
        );
        assert_eq!(
            sides(&to, None, First::FallThrough),
            [(0b0001, 7), (0b1110, 8), (0b1110, 0)]
        );
    }

    #[test]
    fn who_goes_to_the_meeting_point_leaves_first() {
        let to = [7, 8, 9, 8];
        let found = sides(&to, Some(8), First::Taken);
        assert_eq!(found, [(0b0101, 7), (0b1010, 8), (0b0101, 0)]);
    }
}
