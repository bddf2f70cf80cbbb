//! Reconvergence at immediate post-dominators with a stack per warp (fung2009, section 3.2), under
//! the decisions of the mechanism `pdom`: calls are pushed and meet at their return address, a
//! branch with a side that leaves the function meets where those below it wait, and a meeting point
//! counts in the call that waits for it.

use super::replay::{Issue, Scheme, Threads};
use heddle_contract::config::First;
use heddle_core::{Code, Step};
use heddle_flow::{Flow, Reconvergence};
use heddle_isa::Program;
use heddle_types::LaneMask;
use std::collections::HashMap;

/// Calls that a thread has open at its start: the kernel's own.
const KERNEL_DEPTH: u32 = 1;

/// A word of the code in a call of some depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    word: u32,
    depth: u32,
}

/// An entry of a stack (figure 4 c).
#[derive(Clone, Copy, Debug)]
struct Entry {
    next: Place,
    lanes: LaneMask,
    meeting: Option<Place>,
}

/// A warp: its stack, the bottom first, and how many calls each lane has open.
struct Warp {
    first: usize,
    stack: Vec<Entry>,
    depths: Vec<u32>,
}

/// See the [module](self).
pub(super) struct Pdom {
    /// Where lanes that part at a word meet again; those of other words leave their function.
    points: HashMap<u32, u32>,
    runs_first: First,
    warps: Vec<Warp>,
}

impl Pdom {
    /// Whole warps that all start at the same word.
    pub fn new(
        warps: &[(usize, LaneMask)],
        threads: &[Vec<u32>],
        program: &Program,
        code: &Code,
        runs_first: First,
    ) -> Pdom {
        let point = |(pc, reconvergence)| match reconvergence {
            Reconvergence::At(point) => {
                Some((code.word_at(pc).number(), code.word_at(point).number()))
            }
            Reconvergence::FunctionExit => None,
        };
        let warp = |&(first, lanes): &(usize, LaneMask)| Warp {
            first,
            stack: vec![Entry {
                next: Place {
                    word: threads[first][0],
                    depth: KERNEL_DEPTH,
                },
                lanes,
                meeting: None,
            }],
            depths: vec![KERNEL_DEPTH; lanes.count() as usize],
        };
        Pdom {
            points: Flow::new(program).divergences().filter_map(point).collect(),
            runs_first,
            warps: warps.iter().map(warp).collect(),
        }
    }
}

/// Whether a step opens a call, and whether it closes one; a switch of coroutines does neither.
fn call_and_return(step: &Step) -> (bool, bool) {
    let (call, ret) = (step.instruction.is_call(), step.instruction.is_return());
    (call && !ret, ret && !call)
}

impl Warp {
    /// Counts the calls of lanes that have executed a step.
    fn count_calls(&mut self, step: &Step, lanes: LaneMask) {
        let (call, ret) = call_and_return(step);
        for lane in lanes {
            let depth = &mut self.depths[lane];
            *depth = (*depth + u32::from(call)).saturating_sub(ret.into());
        }
    }

    /// Lanes by where they go, those that go on behind the instruction where `first` says.
    fn sides(&self, threads: &Threads, lanes: LaneMask, behind: Place, first: First) -> Vec<Entry> {
        let mut sides: Vec<Entry> = Vec::new();
        for lane in lanes {
            let word = threads.next(self.first + lane);
            let next = Place {
                word: word.expect("a live lane has an instruction"),
                depth: self.depths[lane],
            };
            match sides.iter_mut().find(|side| side.next == next) {
                Some(side) => side.lanes.insert(lane),
                None => sides.push(Entry {
                    next,
                    lanes: LaneMask::single(lane),
                    meeting: None,
                }),
            }
        }
        // What is pushed last runs first.
        sides.sort_by_key(|side| (side.next == behind) != (first == First::Taken));
        sides
    }

    /// Replaces the top by where its lanes have gone; they meet at `meeting` if they part, and
    /// behind a call in any case.
    fn go(&mut self, mut sides: Vec<Entry>, meeting: Option<Place>, is_call: bool) {
        let top = self.stack.pop().expect("a warp that issues has an entry");
        let pushed = meeting.filter(|_| sides.len() > 1 || is_call);
        if let Some(meeting) = pushed {
            self.stack.push(Entry {
                next: meeting,
                ..top
            });
        }
        let meeting = pushed.or(top.meeting);
        sides.iter_mut().for_each(|side| side.meeting = meeting);
        self.stack.append(&mut sides);
    }

    /// Entries leave whose lanes are where they meet, or have ended.
    fn pop(&mut self, threads: &Threads) {
        while let Some(top) = self.stack.last()
            && (top.meeting == Some(top.next) || threads.live(self.first, top.lanes).is_empty())
        {
            self.stack.pop();
        }
    }
}

impl Scheme for Pdom {
    fn parts(&self) -> usize {
        self.warps.len()
    }

    fn next(&self, part: usize, threads: &Threads) -> Option<Issue> {
        let warp = &self.warps[part];
        let top = warp.stack.last()?;
        Some(Issue {
            first: warp.first,
            lanes: threads.live(warp.first, top.lanes),
            word: top.next.word,
        })
    }

    /// A warp waits as a whole: threads that lie on its stack do not run meanwhile.
    fn must_not_wait(&self, part: usize, _next: &Issue) -> LaneMask {
        LaneMask::all(self.warps[part].depths.len())
    }

    fn done(&mut self, part: usize, issued: Issue, threads: &Threads) {
        let warp = &mut self.warps[part];
        let step = threads.step(issued.word);
        let depth = warp.depths[issued.lanes.first().unwrap_or(0)];
        let behind = Place {
            word: issued.word + 1,
            depth,
        };
        let (is_call, _) = call_and_return(step);
        let meeting = match is_call {
            true => Some(behind),
            false => self
                .points
                .get(&issued.word)
                .map(|&word| Place { word, depth }),
        };
        warp.count_calls(step, issued.lanes);
        let live = threads.live(issued.first, issued.lanes);
        let sides = warp.sides(threads, live, behind, self.runs_first);
        warp.go(sides, meeting, is_call);
        warp.pop(threads);
    }
}
