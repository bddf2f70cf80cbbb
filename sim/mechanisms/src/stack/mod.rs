//! An explicit reconvergence stack: instructions define where regions begin and end (notes, "Instructions that Affect
//! Active Path and Reconvergence Stack").
//!
//! The core is that of `pdom`; only the placement of the regions differs. No PCs are compared: lanes leave the top entry where
//! the side [`table`] contains SYNC, BRK or RET. SSY is part of its branch, and SYNC part of the last instruction of its block
//! (the `.S` of the notes), so neither takes an issue cycle (EXS-7). The SSY of a loop takes none either if the warp enters the
//! loop together. Regions that begin before a path that lay on the stack take the cycle in which the PC of the path is read:
//! this PC is a *landing pad* after the program.
//!
//! Decisions where the notes are silent:
//!
//! * **SSY always pushes** (EXS-8), even if all lanes go to one side: whether SYNC follows does not depend on that.
//! * **Calls** (EXS-9) push the return address with the calling lanes (CAL); lanes leave with a return (RET). The return of a
//!   kernel is a jump to the end of its threads: no lane waits there, since others may wait at a barrier. A call
//!   directly before a SYNC pushes nothing: its return is the SYNC.
//! * **Predication** (EXS-11): the lanes of a hammock stay one path. A body is issued for the lanes for which its predicate
//!   holds, and skipped if there are none (BRA.U); the stack sees one path.

mod mechanism;
mod table;

pub(crate) use mechanism::Kind;

use crate::pdom::{Misplaced, Phase, Regions, Sides, Warp, part};
use heddle_contract::config::First;
use heddle_contract::units::reconvergence_stack::{In, Params};
use heddle_contract::{Config, Values};
use heddle_gpu_core::FaultReason;
use heddle_gpu_core::{Chip, Code, Raised, ShaderCore, Step, Stop};
use heddle_isa::Program;
use heddle_types::{LaneMask, ThreadId, WordPc};
use table::{Body, Rule, Table, Way, way};

/// What is remembered of a warp.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Note {
    /// Lanes in the current hammock, by predicate: those that did not take the branch, and those that did.
    predicated: [LaneMask; 2],
    /// The landing pad on top of the warp's stack.
    pad: u64,
    /// The instruction has already pushed its entry, and splits the lanes that are left.
    parted: bool,
}

/// Regions as a side table has placed them.
#[derive(Clone, Debug)]
pub(crate) struct PlacedRegions {
    table: Table,
    first: First,
    /// The unit runs the other side first, so the two sides are exchanged.
    swaps: bool,
}

impl PlacedRegions {
    /// All lanes go to one place. A region that begins before it is pushed in the same update.
    fn go(&self, place: u64, input: &mut In<Values>) {
        let pad = self.table.pad(place);
        let next = pad.map_or(place, |pad| pad.next);
        let together = Sides::one_way(next);
        together.tell(pad.map(|pad| pad.resume), input);
    }

    fn go_on<const W: usize>(&self, way: Way, input: &mut In<Values>) {
        match way {
            Way::To(place) => self.go(place, input),
            Way::Leave => input.leave = LaneMask::all(W).bits(),
        }
    }

    /// The branch or a body of a hammock is done: goes to the next body with a lane, or after the last body.
    fn predicated<const W: usize>(
        &self,
        note: &Note,
        rest: &[Body],
        ahead: Way,
        input: &mut In<Values>,
    ) {
        let runs = |body: &&Body| !note.predicated[usize::from(body.taken)].is_empty();
        match rest.iter().find(runs) {
            Some(body) => self.go(body.word.into(), input),
            None => self.go_on::<W>(ahead, input),
        }
    }

    /// Lanes go to different places, and some of them leave the region.
    fn part<const W: usize>(
        &self,
        warp: &mut Warp<Note>,
        ways: &[Way; W],
        behind: u64,
        push: Option<u64>,
        input: &mut In<Values>,
    ) {
        let to = ways.map(Way::place);
        let leave = warp.lanes.filter(|lane| ways[lane] == Way::Leave);
        input.leave = leave.bits();
        let push = push.filter(|_| !warp.note.parted);
        let stay = warp.lanes.without(leave);
        let mut sides = part(&to, stay, behind, None, self.first);
        // With a region pushed in the same update, lanes that leave would wait in that region.
        if let (Some(place), None, true) = (sides.only(), push, leave.is_empty()) {
            return self.go(place, input);
        }
        if self.swaps {
            std::mem::swap(&mut sides.taken, &mut sides.other);
        }
        sides.tell(push, input);
        warp.left = sides.left;
    }

    /// Sets the unit's inputs for an instruction that sends lanes to different words, or may do so.
    fn tell_targets<const W: usize>(
        &self,
        rule: &Rule,
        warp: &mut Warp<Note>,
        behind: WordPc,
        targets: &[WordPc; W],
        input: &mut In<Values>,
    ) {
        let alone = |word| Way::To(self.table.alone(word));
        match rule {
            Rule::Edges { opens, ways } => {
                let way = |word| way(ways, word).unwrap_or_else(|| alone(word));
                let behind = way(behind).place();
                self.part(warp, &targets.map(way), behind, *opens, input);
            }
            Rule::Call { resume } => {
                let behind = self.table.alone(behind);
                self.part(warp, &targets.map(alone), behind, *resume, input);
            }
            Rule::Return => {
                let back = |word| self.table.back(word);
                self.part(warp, &targets.map(back), u64::MAX, None, input);
            }
            Rule::Hammock { bodies, ahead } => {
                let taken = warp.lanes.filter(|lane| targets[lane] != behind);
                warp.note.predicated = [warp.lanes.without(taken), taken];
                self.predicated::<W>(&warp.note, bodies, *ahead, input);
            }
            _ => {
                let behind = self.table.alone(behind);
                self.part(warp, &targets.map(alone), behind, None, input);
            }
        }
    }
}

/// The next word of each lane. Only control instructions have written the PCs of their threads.
fn targets<const W: usize>(
    core: &ShaderCore,
    chip: &Chip,
    warp: &Warp<Note>,
    first: ThreadId,
) -> [WordPc; W] {
    let mut targets = [chip.code.word(warp.pc).next(); W];
    if warp.phase == Phase::Control {
        for lane in warp.lanes {
            targets[lane] = chip.code.word(core.threads.pc[(first + lane).index()]);
        }
    }
    targets
}

impl<const W: usize> Regions<W> for PlacedRegions {
    type Note = Note;

    const OWN_BITS: u32 = 0;

    fn new(config: &Config, params: &Params, program: &Program, code: &Code) -> PlacedRegions {
        let first = config.stack.explicit_first;
        PlacedRegions {
            table: Table::new(program, code, config.stack.longest_predicated()),
            first,
            // EXS-12: the notes run the other side first than the unit does for `pdom`, so the core exchanges the sides.
            swaps: first != params.first(),
        }
    }

    fn own_words(&self) -> usize {
        self.table.pads()
    }

    fn start(&self, word: WordPc, _: u32) -> u64 {
        self.table.alone(word)
    }

    fn word(&self, place: u64) -> WordPc {
        match self.table.pad(place) {
            Some(pad) => <Self as Regions<W>>::word(self, pad.next),
            None => WordPc::of_port(place),
        }
    }

    fn fetch(
        &self,
        warp: &mut Warp<Note>,
        place: u64,
        lanes: LaneMask,
    ) -> Option<(WordPc, LaneMask)> {
        if self.table.pad(place).is_some() {
            warp.note.pad = place;
            return None;
        }
        let word = WordPc::of_port(place);
        let predicate = self.table.predicate(word);
        let holds = predicate.map_or(lanes, |taken| warp.note.predicated[usize::from(taken)]);
        Some((word, lanes & holds))
    }

    fn issued(&self, _: &ShaderCore, warp: &mut Warp<Note>, _: ThreadId, _: &Step, _: WordPc) {
        warp.note.parted = false;
    }

    fn tell(
        &self,
        core: &ShaderCore,
        chip: &Chip,
        warp: &mut Warp<Note>,
        first: ThreadId,
        input: &mut In<Values>,
    ) {
        // EXS-13: one unit for both stacks; without `compare` it never looks at PCs.
        (input.compare, input.leave, input.push) = (false, 0, false);
        if warp.phase == Phase::Begins {
            return self.go(warp.note.pad, input);
        }
        let word = chip.code.word(warp.pc);
        match self.table.rule(word) {
            Rule::Straight => Sides::one_way(word.next().into()).tell(None, input),
            Rule::Body { rest, ahead } => {
                self.predicated::<W>(&warp.note, rest, *ahead, input);
            }
            rule => {
                let targets = targets::<W>(core, chip, warp, first);
                self.tell_targets(rule, warp, word.next(), &targets, input);
            }
        }
    }

    fn again(note: &mut Note) {
        note.parted = true;
    }

    /// The lanes have left a region other than the one on top, for example by a jump to an unexpected target. This is
    /// a fault of the program, not of the unit (EXS-5).
    fn misplaced(core: &ShaderCore, warp: &Warp<Note>, first: ThreadId, what: Misplaced) -> Stop {
        let lanes = match what {
            Misplaced::CannotRun => warp.lanes,
            Misplaced::Elsewhere(lanes) => lanes,
        };
        core.stop(Raised {
            thread: first + lanes.first().unwrap_or(W - 1),
            pc: warp.pc,
            address: None,
            reason: FaultReason::Unbalanced,
        })
    }
}
