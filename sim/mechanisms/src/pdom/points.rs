//! The reconvergence points of a program, as the stacks receive them.
//!
//! A PC on a stack consists of a word of the code and, as its highest bit, the parity of the call depth. A function
//! that calls itself passes its own reconvergence points in deeper calls, where no lane waits. One bit is enough:
//! every call is pushed with its return address as reconvergence point, so the lanes on top run in the function of
//! the top entry until they return from it.

use super::regions::{Regions, Side, Sides, part};
use super::warp::{Misplaced, Phase, Warp};
use heddle_contract::config::First;
use heddle_contract::units::reconvergence_stack::{In, Params};
use heddle_contract::{Config, Values};
use heddle_flow::{Flow, Reconvergence};
use heddle_gpu_core::{Chip, Code, ShaderCore, Step, Stop};
use heddle_isa::Program;
use heddle_types::{LaneMask, Pc, ThreadId, WordPc};

/// Where the lanes that execute an instruction meet again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Meeting {
    /// At this word, in the same call.
    At(WordPc),
    /// Where the lanes below them on the stack wait. This applies to a branch with a side that leaves the function,
    /// to a return, and to any instruction that splits threads unexpectedly.
    #[default]
    Outside,
}

/// Whether a step opens a call. A coroutine switch (a return and a call by the link-register hints)
/// does not: it leaves the call depth as it is.
pub(crate) fn is_call(step: &Step) -> bool {
    step.instruction.is_call() && !step.instruction.is_return()
}

/// In place of a word: [`Meeting::Outside`].
const OUTSIDE: WordPc = WordPc::new(u32::MAX);

/// What is remembered of an instruction until the stacks are updated.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Note {
    /// Where the lanes meet if they are split.
    meeting: Meeting,
    /// Number of calls that the lanes had open before the instruction.
    depth: u32,
    /// Whether the instruction is a call.
    calls: bool,
    /// Whether the instruction opens or closes a call, so that lanes may differ in more than their PC.
    changes_depth: bool,
}

/// The reconvergence point of every word of a program.
#[derive(Clone, Debug)]
pub(crate) struct Points {
    at: Vec<WordPc>,
    pc_bits: u32,
    first: First,
}

impl Points {
    /// Where the lanes that execute the step at a word meet. For a call, this is after the call, even if all lanes
    /// call the same function.
    fn meeting(&self, step: &Step, word: WordPc) -> Meeting {
        match self.at[word.index()] {
            _ if is_call(step) => Meeting::At(word.next()),
            OUTSIDE => Meeting::Outside,
            point => Meeting::At(point),
        }
    }

    /// A PC in the format of the stack.
    #[inline(always)]
    fn tagged(&self, word: WordPc, depth: u32) -> u64 {
        u64::from(word) | u64::from(depth & 1) << (self.pc_bits - 1)
    }

    /// The word of the code for a PC from a stack.
    #[inline(always)]
    pub fn word(&self, tagged: u64) -> WordPc {
        WordPc::of_port(tagged & !(1 << (self.pc_bits - 1)))
    }

    /// Splits lanes by their next PC, if the instruction changes no call depth and the lanes have at most two PCs,
    /// as after a branch.
    fn two_sides<const W: usize>(
        &self,
        core: &ShaderCore,
        chip: &Chip,
        warp: &Warp<Note>,
        first: ThreadId,
    ) -> Option<Sides> {
        if warp.note.changes_depth {
            return None;
        }
        let row = core.threads.pcs::<W>(first);
        let side = |pc: Pc| Side {
            lanes: LaneMask::where_row(row, |own| own == pc) & warp.lanes,
            to: self.tagged(chip.code.word(pc), warp.note.depth),
        };
        let other = side(warp.pc.next());
        let away = warp.lanes.without(other.lanes);
        let Some(lane) = away.first() else {
            return Some(Sides {
                other,
                ..Sides::default()
            });
        };
        let taken = side(row[lane]);
        if taken.lanes != away {
            return None;
        }
        let other = match other.lanes.is_empty() {
            true => Side::default(),
            false => other,
        };
        let left = LaneMask::NONE;
        Some(Sides { taken, other, left })
    }

    /// Splits lanes by their next PC. Lanes that continue after the instruction are the other side; for a jump, the
    /// side of the first lane counts as taken.
    fn sides<const W: usize>(
        &self,
        core: &ShaderCore,
        chip: &Chip,
        warp: &Warp<Note>,
        first: ThreadId,
        meeting: Option<u64>,
    ) -> Sides {
        let place = |lane: usize| {
            let thread = first + lane;
            let word = chip.code.word(core.threads.pc[thread.index()]);
            self.tagged(word, core.threads.depths.of(thread))
        };
        let mut to = [0; W];
        for lane in warp.lanes {
            to[lane] = place(lane);
        }
        let behind = chip.code.word(warp.pc.next());
        let behind = self.tagged(behind, warp.note.depth);
        part(&to, warp.lanes, behind, meeting, self.first)
    }

    fn tell_sides<const W: usize>(
        &self,
        core: &ShaderCore,
        chip: &Chip,
        warp: &mut Warp<Note>,
        first: ThreadId,
        input: &mut In<Values>,
    ) {
        let meeting = match warp.note.meeting {
            Meeting::At(word) => Some(self.tagged(word, warp.note.depth)),
            Meeting::Outside => None,
        };
        let two = self.two_sides::<W>(core, chip, warp, first);
        let sides = two.unwrap_or_else(|| self.sides::<W>(core, chip, warp, first, meeting));
        // Lanes meet after a call even if they stay together; after any other instruction only if they are split.
        let parts = !sides.taken.lanes.is_empty() && !sides.other.lanes.is_empty();
        let push = meeting.filter(|_| parts || warp.note.calls);
        sides.tell(push, input);
        warp.left = sides.left;
    }
}

impl<const W: usize> Regions<W> for Points {
    type Note = Note;

    /// The parity of the call depth.
    const OWN_BITS: u32 = 1;

    fn new(config: &Config, params: &Params, program: &Program, code: &Code) -> Points {
        let mut at = vec![OUTSIDE; code.words()];
        for (pc, reconvergence) in Flow::new(program).divergences() {
            if let Reconvergence::At(point) = reconvergence {
                at[code.word_at(pc).index()] = code.word_at(point);
            }
        }
        Points {
            at,
            pc_bits: config.core.pc_bits,
            first: params.first(),
        }
    }

    fn own_words(&self) -> usize {
        0
    }

    fn start(&self, word: WordPc, depth: u32) -> u64 {
        self.tagged(word, depth)
    }

    #[inline(always)]
    fn word(&self, place: u64) -> WordPc {
        Points::word(self, place)
    }

    fn fetch(&self, _: &mut Warp<Note>, place: u64, lanes: LaneMask) -> Option<(WordPc, LaneMask)> {
        Some((self.word(place), lanes))
    }

    #[inline(always)]
    fn issued(
        &self,
        core: &ShaderCore,
        warp: &mut Warp<Note>,
        first: ThreadId,
        step: &Step,
        word: WordPc,
    ) {
        if step.is_control() {
            warp.note.meeting = self.meeting(step, word);
            warp.note.calls = is_call(step);
            warp.note.changes_depth = step.instruction.is_call() || step.instruction.is_return();
        }
        let lane = warp.lanes.first().unwrap_or(0);
        warp.note.depth = core.threads.depths.of(first + lane);
    }

    #[inline(always)]
    fn tell(
        &self,
        core: &ShaderCore,
        chip: &Chip,
        warp: &mut Warp<Note>,
        first: ThreadId,
        input: &mut In<Values>,
    ) {
        input.compare = true;
        if warp.phase == Phase::Control {
            return self.tell_sides::<W>(core, chip, warp, first, input);
        }
        let next = chip.code.word(warp.pc.next());
        input.next = self.tagged(next, warp.note.depth);
        input.taken = 0;
        input.push = false;
    }

    fn again(note: &mut Note) {
        note.meeting = Meeting::Outside;
        note.calls = false;
    }

    fn misplaced(core: &ShaderCore, _: &Warp<Note>, first: ThreadId, what: Misplaced) -> Stop {
        Stop::Broken {
            core: core.index,
            warp: first.warp(W),
            what: match what {
                Misplaced::CannotRun => "lanes are on top of the stack that cannot run",
                Misplaced::Elsewhere(_) => "lanes are on top of the stack whose PC is another one",
            },
        }
    }
}
