//! The definition of where lanes wait for each other: regions that compare PCs (`pdom`), or explicit ones (`stack`).
//!
//! The unit splits lanes into two sides. A jump through a table or a pointer can split them into more. Then one side
//! after the other is split off, with an update for each, and the rest stays on top. Lanes that go directly to the
//! reconvergence point are split off first: the rest must not have that PC.

use super::warp::{Misplaced, Warp};
use heddle_contract::config::First;
use heddle_contract::units::reconvergence_stack::{In, Params};
use heddle_contract::{Config, Values};
use heddle_gpu_core::{Chip, Code, ShaderCore, Step, Stop};
use heddle_isa::Program;
use heddle_types::{LaneMask, ThreadId, WordPc};

/// Where regions begin and end, for cores with warps of `W` lanes.
pub(crate) trait Regions<const W: usize>: Send + Sync + Sized {
    /// What is remembered of a warp.
    type Note: Clone + Default + Send;

    /// Number of highest bits of a PC on a stack that the regions reserve.
    const OWN_BITS: u32;

    /// The regions of a program.
    fn new(config: &Config, params: &Params, program: &Program, code: &Code) -> Self;

    /// Number of PCs after those of the program that the regions reserve.
    fn own_words(&self) -> usize;

    /// The first PC of a warp in the format of the stack: a word of the code, at a call depth.
    fn start(&self, word: WordPc, depth: u32) -> u64;

    /// The word of a PC in the format of the stack. Where regions begin first, the one behind these.
    fn word(&self, place: u64) -> WordPc;

    /// The word and the lanes to issue if this PC, in the format of the stack, and these lanes are on top; `None` if
    /// regions begin first.
    fn fetch(
        &self,
        warp: &mut Warp<Self::Note>,
        place: u64,
        lanes: LaneMask,
    ) -> Option<(WordPc, LaneMask)>;

    /// The step at a word issues for lanes of a warp.
    fn issued(
        &self,
        core: &ShaderCore,
        warp: &mut Warp<Self::Note>,
        first: ThreadId,
        step: &Step,
        word: WordPc,
    );

    /// Sets the unit's inputs for a warp's instruction, or for regions that begin: the lanes that leave, and the next
    /// PCs of the others. Lane `l` is thread `first + l`.
    fn tell(
        &self,
        core: &ShaderCore,
        chip: &Chip,
        warp: &mut Warp<Self::Note>,
        first: ThreadId,
        input: &mut In<Values>,
    );

    /// The lanes left over by this update are split again by the next one.
    fn again(note: &mut Self::Note);

    /// The reason to end a run in which the top of a warp's stack is wrong.
    fn misplaced(
        core: &ShaderCore,
        warp: &Warp<Self::Note>,
        first: ThreadId,
        what: Misplaced,
    ) -> Stop;
}

/// Lanes with the same next PC, and this PC in the format of the stack.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Side {
    pub lanes: LaneMask,
    pub to: u64,
}

/// The sides into which lanes are split.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sides {
    pub taken: Side,
    pub other: Side,
    /// Lanes of one of the sides that the next update splits again.
    pub left: LaneMask,
}

impl Sides {
    /// All lanes go to one PC.
    pub fn one_way(to: u64) -> Sides {
        let lanes = LaneMask::NONE;
        let other = Side { lanes, to };
        Sides {
            other,
            ..Sides::default()
        }
    }

    /// The PC if all lanes go to one only.
    pub fn only(&self) -> Option<u64> {
        match (self.taken.lanes.is_empty(), self.other.lanes.is_empty()) {
            (true, false) => Some(self.other.to),
            (false, true) => Some(self.taken.to),
            _ => None,
        }
    }

    /// Sets the unit's inputs, with the reconvergence point if one is pushed.
    pub fn tell(&self, push: Option<u64>, input: &mut In<Values>) {
        input.taken = self.taken.lanes.bits();
        input.target = self.taken.to;
        input.next = self.other.to;
        input.push = push.is_some();
        input.reconverge = push.unwrap_or(0);
    }
}

/// Splits lanes, which go to `to`, into two sides where that is possible.
pub(crate) fn part(
    to: &[u64],
    lanes: LaneMask,
    behind: u64,
    meeting: Option<u64>,
    first: First,
) -> Sides {
    let side = |lane: usize| Side {
        lanes: lanes.filter(|other| to[other] == to[lane]),
        to: to[lane],
    };
    let away = lanes.filter(|lane| to[lane] != behind);
    let Some(first_away) = away.first() else {
        let other = Side { lanes, to: behind };
        return Sides {
            other,
            ..Sides::default()
        };
    };
    let taken = side(first_away);
    let rest = lanes.without(taken.lanes);
    let Some(first_left) = rest.first() else {
        return Sides {
            taken,
            ..Sides::default()
        };
    };
    let other = side(first_left);
    if other.lanes == rest {
        let left = LaneMask::NONE;
        return Sides { taken, other, left };
    }
    // More than two sides: one is split off, the rest stays on top.
    // RST-9: lanes that are at the reconvergence point leave first.
    let there = lanes.filter(|lane| Some(to[lane]) == meeting);
    let one = there.first().map_or(taken, side);
    let left = lanes.without(one.lanes);
    let rest = Side {
        lanes: left,
        to: to[left.first().expect("there are more than two sides")],
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
        let lanes = LaneMask::all(to.len());
        let Sides { taken, other, left } = part(to, lanes, 5, meeting, first);
        let left = Side { lanes: left, to: 0 };
        [taken, other, left].map(|side| (side.lanes.bits(), side.to))
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
