//! Operations that pass through three stages: the insertion of threads of one PC, and the departure of a warp.
//!
//! An insertion takes effect as a whole when it leaves the third stage (DWF-27). So do the changes that a departing warp
//! causes in the look-up table and in the pool.

use super::{DwfScheduler, commit, count, enter, update};
use crate::WarpUpdateRegisters;
use crate::pc_warp_lut::{Closed, LookUps, Request};
use crate::warp_groups::Issued;
use crate::warp_update_registers::Commit;
use heddle_contract::units::dwf_scheduler::{In, Out};
use heddle_contract::{Values, Words};

/// An operation in the stages.
#[derive(Clone, Debug, PartialEq, Words)]
pub(super) enum Operation {
    /// Threads of a PC are inserted into warps.
    Insert(Insertion),
    /// The warp with this PC leaves the pool.
    Leave { pc: u64, warp: u64 },
}

/// Threads of one PC that are being inserted.
#[derive(Clone, Debug, PartialEq, Words)]
pub(super) struct Insertion {
    pub request: Request,
    /// The thread of each lane; only lanes of the request count.
    pub tids: Vec<u64>,
}

impl Operation {
    /// An insertion of no thread of a warp with this many; a departure has fewer words.
    fn nothing(lanes: usize) -> Self {
        Operation::Insert(Insertion {
            request: Request::default(),
            tids: vec![0; lanes],
        })
    }

    fn pc(&self) -> u64 {
        match self {
            Operation::Insert(insertion) => insertion.request.pc,
            Operation::Leave { pc, .. } => *pc,
        }
    }

    fn inserts(&self) -> bool {
        matches!(self, Operation::Insert(_))
    }
}

/// A warp that has left the pool.
#[derive(Clone, Debug, PartialEq, Words)]
pub(super) struct Issue {
    pub warp: u64,
    pub pc: u64,
    pub lanes: u64,
    pub tids: Vec<u64>,
}

impl Issue {
    /// No thread of a warp with this many.
    fn nothing(lanes: usize) -> Self {
        Issue {
            warp: 0,
            pc: 0,
            lanes: 0,
            tids: vec![0; lanes],
        }
    }
}

/// The stages, and the issue register beside the first stage.
#[derive(Clone, Debug, PartialEq, Words)]
pub(super) struct Pipeline {
    /// Number of sets of the look-up table.
    sets: u64,
    /// Threads of a warp.
    lanes: usize,
    /// The operation in each stage, the first stage first.
    #[words(like = Operation::nothing(*lanes))]
    pub stages: [Option<Operation>; 3],
    #[words(like = Issue::nothing(*lanes))]
    pub issue: Option<Issue>,
    /// Number of warps that the pool and the group scheduler could take in the cycle before.
    places: u64,
    /// An insertion left the last stage in the cycle before.
    inserted: bool,
    /// Places that were set aside for spilled warps in the cycle before, with one more for each that was written or fetched then.
    aside: u64,
    /// There was room for an insertion in the cycle before.
    fitted: bool,
    /// The spill queue had a free place in the cycle before, besides that of a half that was written then.
    has_place: bool,
}

/// The decisions of a cycle.
#[derive(Clone, Copy, Debug, Default)]
struct Step {
    /// All operations advance by one stage.
    moves: bool,
    /// The other registers hand over.
    others: bool,
    /// The departure of the chosen warp enters the first stage.
    leave: Option<u64>,
    /// An insertion enters the first stage: of a spilled warp, or of a half of a commit.
    insert: Option<Request>,
    /// There is room for an insertion.
    fits: bool,
    refill: bool,
    /// The first half of a commit has to be spilled.
    spill: bool,
    /// There is room for another warp from the spill queue.
    pulls: bool,
}

impl Pipeline {
    /// A pipeline without operations.
    pub fn new(sets: usize, lanes: usize) -> Self {
        Pipeline {
            sets: sets as u64,
            lanes,
            stages: [const { None }; 3],
            issue: None,
            places: 0,
            inserted: false,
            aside: 0,
            fitted: false,
            has_place: true,
        }
    }

    /// Whether no stage changes while no operation enters and no warp is taken.
    pub fn is_still(&self, choice: Option<u64>, places: u64) -> bool {
        let is_empty = self.stages.iter().all(Option::is_none);
        // Nothing is spilled where this is asked.
        let settled = !self.inserted && self.places == places && self.aside == 0;
        let settled = settled && self.has_place && self.fitted == (places > 0);
        is_empty && settled && (choice.is_none() || self.issue.is_some())
    }

    /// The insertions in the stages `from` to `to`, numbered from 1.
    fn insertions(&self, from: usize, to: usize) -> impl Iterator<Item = &Operation> {
        let stages = self.stages[from - 1..to].iter().flatten();
        stages.filter(|operation| operation.inserts())
    }

    /// Number of insertions that may still need an entry of the pool or room for a group.
    fn under_way(&self) -> u64 {
        self.insertions(1, 3).count() as u64 + u64::from(self.inserted)
    }

    /// Warps whose departure is behind the operation in the last stage: no thread joins them any more (DWF-28).
    fn closed(&self) -> Closed {
        [0, 1].map(|stage| match self.stages[stage] {
            Some(Operation::Leave { warp, .. }) => Some(warp),
            _ => None,
        })
    }

    /// Whether an insertion of this PC has to wait for one of its set in the first stage (DWF-60).
    pub fn waits(&self, pc: u64) -> bool {
        // The number of sets is a power of two.
        let same_set = |operation: &Operation| (operation.pc() ^ pc) & (self.sets - 1) == 0;
        self.insertions(1, 1).any(same_set)
    }
}

impl DwfScheduler {
    /// The registers that hand over.
    fn front(&self, others: bool) -> &WarpUpdateRegisters {
        let others = self.others.as_ref().filter(|_| others);
        others.unwrap_or(&self.registers)
    }

    /// Whether the other registers hand over.
    fn others_hand_over(&self, pipeline: &Pipeline) -> bool {
        let [mine, theirs] = [false, true].map(|others| Self::halves(self.front(others))[0]);
        // DWF-60: what may enter comes first; else, and if both may, who has the turn.
        let [mine_enters, theirs_enter] =
            [mine, theirs].map(|half| half.is_some_and(|half| !pipeline.waits(half.pc)));
        match mine_enters == theirs_enter {
            true => theirs.is_some() && (self.others_turn || mine.is_none()),
            false => theirs_enter,
        }
    }

    fn step(&self, pipeline: &Pipeline, input: &In<Values>) -> Step {
        let inserts = pipeline.insertions(3, 3).count() != 0;
        let moves = !inserts || self.groups.is_ready();
        let wanted = self.wants_to_leave(pipeline, input);
        let others = self.others_hand_over(pipeline);
        let halves = Self::halves(self.front(others));
        let back = self.refill(input);
        let under_way = pipeline.under_way();
        // DWF-31: places are those of the cycle before; a half is spilled only once no insertion may return its place.
        let fits = pipeline.places > pipeline.aside + under_way;
        // DWF-61: beside warps that leave, there has to be room for two cycles.
        let enters_pool = fits && (pipeline.fitted || !self.overlaps);
        let offer = back.or(halves[0].filter(|_| enters_pool));
        let enters = |request: &Request| {
            moves && !pipeline.waits(request.pc) && (self.overlaps || wanted.is_none())
        };
        // DWF-61: insertions that may enter come first. That one does not fit is known a cycle late.
        let claims = back.or(halves[0].filter(|_| pipeline.fitted));
        let claims = claims.is_some_and(|request| !pipeline.waits(request.pc));
        let leave = match self.overlaps {
            // DWF-59: beside an insertion, if that is not for the warp that is read.
            true => wanted.filter(|warp| !claims && moves && !self.grows(pipeline, *warp)),
            false => wanted.filter(|_| !inserts),
        };
        let insert = offer.filter(|request| leave.is_none() && enters(request));
        Step {
            moves,
            others,
            leave,
            insert,
            fits,
            refill: back.is_some(),
            // DWF-66: a free place of the queue is that of the cycle before too.
            spill: halves[0].is_some()
                && back.is_none()
                && !fits
                && under_way == 0
                && pipeline.has_place,
            pulls: pipeline.places > self.spilled.fetching() + under_way,
        }
    }

    /// The chosen warp, if the next warp may leave now.
    fn wants_to_leave(&self, pipeline: &Pipeline, input: &In<Values>) -> Option<u64> {
        let mut stages = pipeline.stages[..2].iter().flatten();
        let leaves = stages.any(|operation| !operation.inserts());
        let is_free = pipeline.issue.is_none() || input.issue_ready;
        self.groups.choice().filter(|_| is_free && !leaves)
    }

    /// Whether the insertion in the last stage joins a warp.
    fn grows(&self, pipeline: &Pipeline, warp: u64) -> bool {
        let Some(Operation::Insert(insertion)) = &pipeline.stages[2] else {
            return false;
        };
        let found = self.look_up_last(insertion, pipeline.closed()).first;
        found.hit && found.old == warp
    }

    pub(super) fn out_of_stages(
        &self,
        pipeline: &Pipeline,
        input: &In<Values>,
        output: &mut Out<Values>,
    ) {
        let step = self.step(pipeline, input);
        let take = self.takes_half(&step, input);
        output.commit_ready = commit(input).is_some_and(|commit| self.accepts(&commit, take));
        output.back_ready = step.insert.is_some() && step.refill;
        let front = self.front(step.others);
        self.memory_side(step.spill.then_some(front), step.pulls, output);
        self.spills(front, output);
        output.issue = pipeline.issue.is_some();
        if let Some(issue) = &pipeline.issue {
            output.issue_warp = issue.warp;
            output.issue_pc = issue.pc;
            output.issue_lanes = issue.lanes;
            output.issue_tid.copy_from_slice(&issue.tids);
        }
        output.hold = !step.moves;
        output.insert = false;
        if let Some(Operation::Insert(insertion)) = &pipeline.stages[2] {
            output.insert = step.moves;
            let look_ups = self.look_up_last(insertion, pipeline.closed());
            count(&[look_ups.first], self.groups.choice(), output);
        }
    }

    /// The clock edge of everything except the clearing after reset.
    pub(super) fn clock_stages(&mut self, mut pipeline: Pipeline, input: &In<Values>) -> Pipeline {
        let step = self.step(&pipeline, input);
        let take = self.takes_half(&step, input);
        let places = self.places();
        // DWF-57: a warp that is written or fetched may be one more to set a place aside for.
        let written = step.spill && input.write_ready;
        let has_place = self.spilled.has_places(1 + u64::from(written));
        let fetched = step.pulls && input.fetch_ready && self.spilled.wants();
        let aside = self.spilled.fetching() + u64::from(self.spilled.wants());
        let aside = aside + u64::from(written) + u64::from(fetched);
        let entering = self.entering(&step, input);
        let refill = step.insert.is_some() && step.refill;
        self.spill(step.spill, step.pulls, refill, input);
        pipeline.issue = pipeline.issue.filter(|_| !input.issue_ready);
        pipeline.inserted = step.moves && pipeline.insertions(3, 3).count() != 0;
        match step.moves {
            true => self.move_on(&mut pipeline, entering),
            false => {
                self.allocator.clock(0, None);
                let links = self.groups.clock([None; 2], None);
                self.link(links);
            }
        }
        pipeline.places = places;
        pipeline.aside = aside;
        pipeline.fitted = step.fits;
        pipeline.has_place = has_place;
        self.clock_registers(step.others, commit(input), take);
        pipeline
    }

    /// Whether one of the registers takes a commit.
    fn accepts(&self, commit: &Commit, take: [bool; 2]) -> bool {
        self.update_registers().any(|own| own.takes(commit, take))
    }

    /// The clock edge of the registers. `take`: what is handed over is taken.
    fn clock_registers(&mut self, from_others: bool, commit: Option<Commit>, take: [bool; 2]) {
        if take[0] {
            self.others_turn = !from_others;
        }
        let of = |own: bool| [take[0] && own, false];
        // DWF-58: a commit goes to the first registers that are free.
        let is_taken = self.registers.clock(commit, of(!from_others));
        if let Some(others) = &mut self.others {
            others.clock(commit.filter(|_| !is_taken), of(from_others));
        }
    }

    fn takes_half(&self, step: &Step, input: &In<Values>) -> [bool; 2] {
        let inserted = step.insert.is_some() && !step.refill;
        [inserted || step.spill && input.write_ready, false]
    }

    /// The operation that enters the first stage.
    fn entering(&self, step: &Step, input: &In<Values>) -> Option<Operation> {
        if let Some(warp) = step.leave {
            let pc = self.pool.pc(warp);
            return Some(Operation::Leave { pc, warp });
        }
        let tids = match step.refill {
            true => &input.back_tid[..],
            false => self.front(step.others).tids(),
        };
        step.insert.map(|request| {
            Operation::Insert(Insertion {
                request,
                tids: tids.to_vec(),
            })
        })
    }

    /// The warps that the threads in the last stage join or create.
    fn look_up_last(&self, insertion: &Insertion, closed: Closed) -> LookUps {
        let fresh = self.allocator.next(0);
        self.lut.look_up_open(insertion.request, fresh, closed)
    }

    /// All operations advance by one stage.
    fn move_on(&mut self, pipeline: &mut Pipeline, entering: Option<Operation>) {
        let closed = pipeline.closed();
        let [first, second, third] = std::mem::take(&mut pipeline.stages);
        let mut issued = None;
        if let Some(Operation::Leave { pc, warp }) = entering {
            // DWF-29: the warp is read as it enters, and takes in no more threads.
            pipeline.issue = Some(self.read(pc, warp));
            // DWF-30: the group scheduler advances now, so the next choice comes two cycles sooner than behind the stages.
            issued = Some(Issued {
                threads: self.pool.lanes(warp).count_ones().into(),
                next: self.pool.next(warp),
            });
        }
        let (mut taken, mut updated, mut released) = (0, None, None);
        match third {
            Some(Operation::Insert(insertion)) => {
                let look_ups = self.look_up_last(&insertion, closed);
                self.lut.update(&look_ups);
                let (request, target) = (insertion.request, look_ups.first);
                taken = usize::from(target.create);
                let crossbar = self.crossbar.as_ref();
                enter(&mut self.pool, crossbar, &request, &target, &insertion.tids);
                updated = Some(update(&request, &target));
            }
            Some(Operation::Leave { pc, warp }) => {
                self.lut.retire(pc, warp);
                self.pool.clear(warp);
                released = Some(warp);
            }
            None => {}
        }
        self.allocator.clock(taken, released);
        let links = self.groups.clock([updated, None], issued);
        self.link(links);
        pipeline.stages = [entering, first, second];
    }

    /// Reads a warp from the pool.
    fn read(&self, pc: u64, warp: u64) -> Issue {
        Issue {
            warp,
            pc,
            lanes: self.pool.lanes(warp),
            tids: self
                .pool
                .tids(warp)
                .iter()
                .map(|tid| u64::from(*tid))
                .collect(),
        }
    }
}
