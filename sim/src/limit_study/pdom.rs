//! Reconvergence at immediate post-dominators with a stack per warp (fung2009, section 3.2), with the same decisions as the
//! mechanism `pdom`: calls are pushed and reconverge at their return address; a branch with a side that leaves the function
//! reconverges where the entry below it does; and a reconvergence point counts only at the call depth of the entry that waits for
//! it.

use super::replay::{Issue, Scheme, Threads};
use heddle_contract::config::First;
use heddle_flow::{Flow, Reconvergence};
use heddle_gpu_core::{Code, Step};
use heddle_isa::Program;
use heddle_types::LaneMask;
use std::collections::HashMap;

/// Call depth of a thread at its start: the call of the kernel.
const KERNEL_DEPTH: u32 = 1;

/// A word of the code at a call depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CodePosition {
    word: u32,
    depth: u32,
}

/// An entry of a stack (figure 4 c).
#[derive(Clone, Copy, Debug)]
struct Entry {
    next: CodePosition,
    lanes: LaneMask,
    meeting: Option<CodePosition>,
}

/// A warp: its stack, the bottom first, and the call depth of each lane.
struct Warp {
    first: usize,
    stack: Vec<Entry>,
    depths: Vec<u32>,
}

/// See the [module](self).
pub(super) struct Pdom {
    /// Where lanes that diverge at a word reconverge; lanes that diverge at a word without an entry leave their function.
    points: HashMap<u32, u32>,
    runs_first: First,
    warps: Vec<Warp>,
}

impl Pdom {
    /// Starts with whole warps that all begin at the same word.
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
                next: CodePosition {
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

/// Whether a step is a call, and whether it is a return; a coroutine switch counts as neither.
fn call_and_return(step: &Step) -> (bool, bool) {
    let (call, ret) = (step.instruction.is_call(), step.instruction.is_return());
    (call && !ret, ret && !call)
}

impl Warp {
    /// Updates the call depths of lanes that have executed a step.
    fn count_calls(&mut self, step: &Step, lanes: LaneMask) {
        let (call, ret) = call_and_return(step);
        for lane in lanes {
            let depth = &mut self.depths[lane];
            *depth = (*depth + u32::from(call)).saturating_sub(ret.into());
        }
    }

    /// Groups lanes by their next instruction. `first` says whether the group that continues at `behind` runs first.
    fn sides(
        &self,
        threads: &Threads,
        lanes: LaneMask,
        behind: CodePosition,
        first: First,
    ) -> Vec<Entry> {
        let mut sides: Vec<Entry> = Vec::new();
        for lane in lanes {
            let word = threads.next(self.first + lane);
            let next = CodePosition {
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
        // The entry pushed last runs first.
        sides.sort_by_key(|side| (side.next == behind) != (first == First::Taken));
        sides
    }

    /// Replaces the top entry by entries for the sides of its lanes. They reconverge at `meeting` if there are several sides;
    /// after a call in any case.
    fn go(&mut self, mut sides: Vec<Entry>, meeting: Option<CodePosition>, is_call: bool) {
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

    /// Pops entries whose lanes have reached their reconvergence point, or have ended.
    fn pop(&mut self, threads: &Threads) {
        while let Some(top) = self.stack.last()
            && (top.meeting == Some(top.next) || threads.live(self.first, top.lanes).is_empty())
        {
            self.stack.pop();
        }
    }
}

impl Scheme for Pdom {
    fn splits(&self) -> usize {
        self.warps.len()
    }

    fn next(&self, split: usize, threads: &Threads) -> Option<Issue> {
        let warp = &self.warps[split];
        let top = warp.stack.last()?;
        Some(Issue {
            first: warp.first,
            lanes: threads.live(warp.first, top.lanes),
            word: top.next.word,
        })
    }

    /// A warp waits as a whole: threads lower on its stack do not run meanwhile.
    fn must_not_wait(&self, split: usize, _next: &Issue) -> LaneMask {
        LaneMask::all(self.warps[split].depths.len())
    }

    fn done(&mut self, split: usize, issued: Issue, threads: &Threads) {
        let warp = &mut self.warps[split];
        let step = threads.step(issued.word);
        let depth = warp.depths[issued.lanes.first().unwrap_or(0)];
        let behind = CodePosition {
            word: issued.word + 1,
            depth,
        };
        let (is_call, _) = call_and_return(step);
        let meeting = match is_call {
            true => Some(behind),
            false => self
                .points
                .get(&issued.word)
                .map(|&word| CodePosition { word, depth }),
        };
        warp.count_calls(step, issued.lanes);
        let live = threads.live(issued.first, issued.lanes);
        let sides = warp.sides(threads, live, behind, self.runs_first);
        warp.go(sides, meeting, is_call);
        warp.pop(threads);
    }
}
