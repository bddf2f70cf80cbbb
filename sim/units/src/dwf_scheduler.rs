//! Golden `dwf_scheduler`: fung2009, sections 4.2 to 4.5, figures 10 to 12.

mod consistency;
mod pipeline;

use super::pc_warp_lut::{LookUps, Request, Target};
use super::warp_groups::{Issued, Link, Update};
use super::warp_scheduler::GroupScheduler;
use super::warp_update_registers::{Commit, Half};
use super::{
    OwedScheduler, PcWarpLut, SlotCrossbar, SpillQueue, WarpAllocator, WarpPool,
    WarpUpdateRegisters,
};
use heddle_contract::bits;
use heddle_contract::units::dwf_scheduler::{In, Out, Params};
use heddle_contract::{Golden, Values, Words, units};
use pipeline::Pipeline;
use std::iter;

/// The decisions of a cycle.
#[derive(Clone, Copy, Debug, Default)]
struct Plan {
    /// The chosen warp.
    issue: Option<u64>,
    /// The chosen warp leaves.
    leave: bool,
    /// Requests for an entry of the pool: a spilled warp alone, or the halves of a commit.
    offers: [Option<Request>; 2],
    /// The offer is a spilled warp.
    refill: bool,
    /// The offers are inserted: they join or create these warps.
    insert: Option<LookUps>,
    /// The offers wait for the group scheduler.
    hold: bool,
    /// The second offer stays although the first is inserted: it waits for lanes of the pool.
    parts: bool,
    /// The first half of a commit has to be spilled.
    spill: bool,
}

/// The golden scheduler.
#[derive(Clone, Debug, PartialEq, Words)]
pub struct DwfScheduler {
    no_thread: u64,
    registers: WarpUpdateRegisters,
    /// With stages: the other registers, which take every other commit.
    others: Option<WarpUpdateRegisters>,
    /// Whether the other registers hand over next, if both can.
    others_turn: bool,
    lut: PcWarpLut,
    pool: WarpPool,
    /// Present if threads can take lanes other than those in which they arrive.
    crossbar: Option<SlotCrossbar>,
    allocator: WarpAllocator,
    groups: GroupScheduler,
    spilled: SpillQueue,
    /// Whether a warp can leave in a cycle in which threads are inserted.
    overlaps: bool,
    /// Present if operations pass through pipeline stages.
    pipeline: Option<Pipeline>,
}

impl DwfScheduler {
    /// A scheduler in its reset state whose heap, if it has one, takes updates at once and owes their port accesses: a
    /// golden experiment (DWF-54).
    pub fn with_owed_updates(params: &Params) -> Self {
        let scheduler: Self = Golden::new(params);
        let groups = match scheduler.groups {
            GroupScheduler::Majority(_) => {
                GroupScheduler::Owed(OwedScheduler::new(params.groups()))
            }
            other => other,
        };
        Self {
            groups,
            ..scheduler
        }
    }

    /// The PC-warp LUT.
    #[inline]
    pub fn lut(&self) -> &PcWarpLut {
        &self.lut
    }

    /// The group scheduler.
    #[inline]
    pub fn groups(&self) -> &GroupScheduler {
        &self.groups
    }

    fn init_done(&self) -> bool {
        self.lut.init_done() && self.pool.init_done() && self.allocator.init_done()
    }

    /// Whether a cycle in which no commit arrives and no warp is taken changes nothing.
    pub fn is_still(&self) -> bool {
        let none_arrives = self.update_registers().all(WarpUpdateRegisters::is_empty);
        let nothing_comes = none_arrives && self.spilled.is_empty();
        let no_stage_moves = match &self.pipeline {
            Some(pipeline) => pipeline.is_still(self.groups.choice(), self.places()),
            None => true,
        };
        nothing_comes && no_stage_moves && self.init_done() && self.groups.is_still()
    }

    /// All update registers.
    fn update_registers(&self) -> impl Iterator<Item = &WarpUpdateRegisters> {
        iter::once(&self.registers).chain(&self.others)
    }

    /// The halves of a commit that registers have not handed on yet, the first one first.
    fn halves(front: &WarpUpdateRegisters) -> [Option<Request>; 2] {
        let [first, second] = front.halves().map(|Half { pc, lanes }| {
            let request = Request { pc, lanes };
            (lanes != 0).then_some(request)
        });
        match first {
            Some(_) => [first, second],
            None => [second, None],
        }
    }

    fn plan(&self, input: &In<Values>) -> Plan {
        // DWF-22: at most every other cycle, because clearing takes the write port that insertions need.
        let issue = self.groups.choice().filter(|_| self.init_done());
        let leave = issue.is_some() && input.issue_ready;
        let halves = Self::halves(&self.registers);
        let back = self.refill(input);
        let offers = match back {
            Some(back) => [Some(back), None],
            None => halves,
        };
        let wants = offers[0].is_some() && (back.is_some() || self.fits(halves));
        // DWF-1: a cycle either inserts threads or lets a warp leave.
        let inserts = wants && !leave && self.groups.is_ready();
        let insert = inserts.then(|| self.look_up(offers));
        // DWF-25: only threads that do not fit now are spilled.
        let spills = back.is_none() && !wants && !leave;
        // DWF-46: the second offer waits for lanes that the first one takes, which the LUT answers as a hit without lanes.
        let can_wait = self.crossbar.is_some() && offers[1].is_some();
        let parts = can_wait && insert.is_some_and(|look_ups| look_ups.second.lanes() == 0);
        Plan {
            issue,
            leave,
            offers,
            refill: back.is_some(),
            insert,
            hold: wants && !leave && !inserts,
            parts,
            spill: spills && halves[0].is_some(),
        }
    }

    /// The spilled warp that is back.
    fn refill(&self, input: &In<Values>) -> Option<Request> {
        input.back.then(|| Request {
            pc: input.back_pc,
            lanes: self.lanes_of(&input.back_tid),
        })
    }

    fn lanes_of(&self, tids: &[u64]) -> u64 {
        let lanes = tids.iter().enumerate();
        lanes.fold(0, |mask, (lane, tid)| {
            mask | u64::from(*tid != self.no_thread) << lane
        })
    }

    /// Whether both halves of a commit fit in any case, with room left for the spilled warps that are being fetched.
    fn fits(&self, halves: [Option<Request>; 2]) -> bool {
        // DWF-24: the worst case, because the group of a half is known only when its update leaves the queue.
        let warps = halves.iter().flatten().count() as u64;
        let aside = self.spilled.fetching() + u64::from(self.spilled.wants());
        self.places() >= warps + aside
    }

    /// Number of warps that the pool and the group scheduler can take in any case.
    fn places(&self) -> u64 {
        self.groups.room().min(self.allocator.free() as u64)
    }

    /// The warps that the offers join or create.
    fn look_up(&self, offers: [Option<Request>; 2]) -> LookUps {
        let fresh = [self.allocator.next(0), self.allocator.next(1)];
        self.lut.look_up(offers[0], offers[1], fresh)
    }

    /// Whether there is room for another warp from the spill queue.
    fn pulls(&self) -> bool {
        self.places() > self.spilled.fetching()
    }
}

impl DwfScheduler {
    fn issued(&self, warp: Option<u64>, output: &mut Out<Values>) {
        output.issue = warp.is_some();
        output.issue_warp = warp.unwrap_or(0);
        output.issue_pc = warp.map_or(0, |warp| self.pool.pc(warp));
        output.issue_lanes = warp.map_or(0, |warp| self.pool.lanes(warp));
        if let Some(warp) = warp {
            let tids = output.issue_tid.iter_mut().zip(self.pool.tids(warp));
            tids.for_each(|(tid, own)| *tid = u64::from(*own));
        }
    }

    /// Sets the memory outputs of the spill queue, if the first half of `spill` is to be spilled, or a warp can be fetched.
    fn memory_side(
        &self,
        spill: Option<&WarpUpdateRegisters>,
        pulls: bool,
        output: &mut Out<Values>,
    ) {
        let written = spill.filter(|_| !self.spilled.is_full());
        output.write = written.is_some();
        output.write_address = self.spilled.write_address();
        if let Some(front) = written {
            self.spills(front, output);
        }
        output.fetch = pulls && self.spilled.wants();
        output.fetch_address = self.spilled.fetch_address();
    }

    /// Sets the outputs that show the first half.
    fn spills(&self, front: &WarpUpdateRegisters, output: &mut Out<Values>) {
        let Request { pc, lanes } = Self::halves(front)[0].unwrap_or_default();
        output.write_pc = pc;
        output.write_tid.fill(self.no_thread);
        for lane in bits(lanes) {
            output.write_tid[lane] = front.tids()[lane];
        }
    }

    /// Sets outputs as the hardware does where their qualifier is not set: it shows the first half, and no thread.
    fn unqualified(&self, output: &mut Out<Values>) {
        self.spills(&self.registers, output);
        if !output.issue {
            output.issue_tid.fill(0);
        }
    }

    /// Sets the outputs that show how many warps and groups are held.
    fn levels(&self, output: &mut Out<Values>) {
        output.pool_free = self.allocator.free() as u64;
        output.groups = self.groups.count();
        output.spilled = self.spilled.count();
        output.fetching = self.spilled.fetching();
        output.waiting = self.groups.is_waiting();
    }

    fn counters(&self, plan: &Plan, output: &mut Out<Values>) {
        output.hold = plan.hold || plan.parts;
        output.insert = plan.insert.is_some();
        let mut halves = [Target::default(); 2];
        if let Some(LookUps { first, second, .. }) = plan.insert {
            halves[0] = first;
            if !plan.parts {
                halves[1] = second;
            }
        }
        count(&halves, plan.issue, output);
    }
}

/// Counts what happens to the halves that are inserted, and shows whether some threads join the chosen warp. Threads that
/// cause a conflict join no warp (4.2), so a half all of whose threads do is no merge (DWF-5).
fn count(halves: &[Target], chosen: Option<u64>, output: &mut Out<Values>) {
    let count = |is: fn(&Target) -> bool| halves.iter().filter(|half| is(half)).count() as u64;
    let merges = |half: &Target| half.hit && half.old_lanes != 0;
    output.merges = count(merges);
    output.creations = count(|half| half.create);
    output.conflicts = count(|half| half.hit && half.create);
    output.evictions = count(|half| half.evict);
    output.forward = halves
        .iter()
        .any(|half| merges(half) && Some(half.old) == chosen);
}

impl DwfScheduler {
    /// The clock edge of the pool and of the units that track its warps.
    fn move_warps(&mut self, plan: &Plan, input: &In<Values>) {
        let mut taken = 0;
        let mut updates = [None; 2];
        let mut issued = None;
        let mut released = None;
        if let Some(look_ups) = plan.insert {
            self.lut.update(&look_ups);
            let tids = match plan.refill {
                true => &input.back_tid[..],
                false => self.registers.tids(),
            };
            let inserted = if plan.parts { 1 } else { 2 };
            let targets = [look_ups.first, look_ups.second];
            for (half, target) in targets[..inserted].iter().enumerate() {
                if let Some(request) = &plan.offers[half] {
                    let crossbar = self.crossbar.as_ref();
                    enter(&mut self.pool, crossbar, request, target, tids);
                    updates[half] = Some(update(request, target));
                    taken += usize::from(target.create);
                }
            }
        }
        if let Some(warp) = plan.issue.filter(|_| plan.leave) {
            // DWF-3: the pool is read as the warp leaves, so threads that came after its PC was shown leave with it.
            issued = Some(Issued {
                threads: self.pool.lanes(warp).count_ones().into(),
                next: self.pool.next(warp),
            });
            self.lut.retire(self.pool.pc(warp), warp);
            self.pool.clear(warp);
            released = Some(warp);
        }
        self.allocator.clock(taken, released);
        let links = self.groups.clock(updates, issued);
        self.link(links);
    }

    /// Extends lists of the pool.
    fn link(&mut self, links: [Option<Link>; 2]) {
        for Link { warp, next } in links.into_iter().flatten() {
            self.pool.link(warp, next);
        }
    }

    /// The clock edge of the spill queue.
    fn spill(&mut self, spill: bool, pulls: bool, refill: bool, input: &In<Values>) {
        let written = spill && input.write_ready && !self.spilled.is_full();
        let fetched = pulls && input.fetch_ready && self.spilled.wants();
        if written {
            self.spilled.written();
        }
        if fetched {
            self.spilled.fetched();
        }
        if refill {
            self.spilled.came_back();
        }
        if input.configure {
            self.spilled.configure(input.spill_offset);
        }
    }

    /// Sets the outputs that depend on the plan, apart from the answer to a commit; those whose qualifier is not set
    /// keep their values.
    fn show(&self, plan: &Plan, output: &mut Out<Values>) {
        output.back_ready = plan.insert.is_some() && plan.refill;
        self.issued(plan.issue, output);
        let spill = plan.spill.then_some(&self.registers);
        self.memory_side(spill, self.pulls(), output);
        self.counters(plan, output);
    }

    /// The clock edge without stages; returns whether a commit is taken.
    fn carry_out(&mut self, plan: &Plan, input: &In<Values>) -> bool {
        let taken = self.taken(plan, input);
        let refill = plan.insert.is_some() && plan.refill;
        // What is fetched depends on the state of the pool in this cycle, before the edge.
        self.spill(plan.spill, self.pulls(), refill, input);
        self.move_warps(plan, input);
        let commit_ready = self.registers.clock(commit(input), taken);
        self.lut.walk();
        self.pool.walk();
        commit_ready
    }

    /// The halves that leave the update registers: all of them, or the first one present.
    fn taken(&self, plan: &Plan, input: &In<Values>) -> [bool; 2] {
        let inserted = plan.insert.is_some() && !plan.refill;
        let spilled = plan.spill && input.write_ready && !self.spilled.is_full();
        let has_first = self.registers.halves()[0].lanes != 0;
        [
            inserted || spilled && has_first,
            inserted && !plan.parts || spilled && !has_first,
        ]
    }
}

/// Threads of a PC join a warp, or create one, or both.
fn enter(
    pool: &mut WarpPool,
    crossbar: Option<&SlotCrossbar>,
    request: &Request,
    target: &Target,
    tids: &[u64],
) {
    if target.create {
        pool.create(target.new, request.pc);
    }
    let Some(crossbar) = crossbar else {
        pool.write(target.old, target.old_lanes, tids);
        pool.write(target.new, target.new_lanes, tids);
        return;
    };
    for (from, to) in crossbar.ways(request.lanes, target.lanes()) {
        let joins = target.old_lanes >> to & 1 == 1;
        let warp = if joins { target.old } else { target.new };
        pool.write_lane(warp, to, tids[from]);
    }
}

/// The update for the group scheduler: after a lane conflict it names the new warp and all threads of the half.
fn update(request: &Request, target: &Target) -> Update {
    Update {
        pc: request.pc,
        warp: if target.create {
            target.new
        } else {
            target.old
        },
        threads: request.lanes.count_ones().into(),
        create: target.create,
    }
}

fn commit(input: &In<Values>) -> Option<Commit<'_>> {
    input.commit.then_some(Commit {
        lanes: input.commit_lanes,
        tid: &input.commit_tid,
        pc: &input.commit_pc,
    })
}

impl Golden<units::DwfScheduler> for DwfScheduler {
    fn new(params: &Params) -> Self {
        Self {
            no_thread: params.pool().no_thread(),
            registers: WarpUpdateRegisters::new(params.registers()),
            others: params
                .pipelined()
                .then(|| WarpUpdateRegisters::new(params.registers())),
            others_turn: false,
            overlaps: params.overlaps(),
            lut: PcWarpLut::new(params.lut()),
            pool: WarpPool::new(params.pool()),
            crossbar: params.crossbar().map(SlotCrossbar::new),
            allocator: WarpAllocator::new(params.allocator()),
            groups: GroupScheduler::new(params.scheduler(), params.groups()),
            spilled: SpillQueue::new(params.spill()),
            pipeline: params
                .pipelined()
                .then(|| Pipeline::new(params.lut().sets(), params.lanes())),
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        self.out_of_state(input, output);
        if let Some(pipeline) = &self.pipeline {
            return self.out_of_stages(pipeline, input, output);
        }
        let plan = self.plan(input);
        let taken = self.taken(&plan, input);
        output.commit_ready =
            commit(input).is_some_and(|commit| self.registers.takes(&commit, taken));
        self.show(&plan, output);
        self.unqualified(output);
    }

    fn out_of_state(&self, _input: &In<Values>, output: &mut Out<Values>) {
        output.init_done = self.init_done();
        self.levels(output);
    }

    fn clock(&mut self, input: &In<Values>) {
        if let Some(pipeline) = self.pipeline.take() {
            self.pipeline = Some(self.clock_stages(pipeline, input));
            self.lut.walk();
            self.pool.walk();
            return;
        }
        let plan = self.plan(input);
        self.carry_out(&plan, input);
    }

    fn out_and_clock(&mut self, input: &In<Values>, output: &mut Out<Values>) {
        if self.pipeline.is_some() {
            self.out(input, output);
            return self.clock(input);
        }
        self.out_of_state(input, output);
        let plan = self.plan(input);
        self.show(&plan, output);
        output.commit_ready = self.carry_out(&plan, input);
    }
}
