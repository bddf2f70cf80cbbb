//! RTL of `dwf_scheduler`: the units of dynamic warp formation, connected.
//!
//! It makes only a few decisions itself: whether a warp leaves, whether the halves of a commit are
//! inserted, held or spilled, and which warp the thread of a lane joins. All state is in the
//! units.

mod handed;
mod insertion;
mod invariants;
mod pipeline;
mod room;

use crate::blocks::count_ones;
use crate::{Drives, Expr, Hardware, Index, ModuleBuilder, Reads};
use heddle_contract::terms::Terms;
use heddle_contract::units::dwf_scheduler::{In, Out, Params, Scheduler};
use heddle_contract::units::{
    DwfScheduler, MajorityScheduler, PcWarpLut, SlotCrossbar, SpillQueue, TimestampQueue,
    TournamentScheduler, WarpAllocator, WarpPool, WarpUpdateRegisters, WinnerTree,
};
use heddle_contract::{Property, Unit};

/// An instance: its inputs and outputs.
struct SubUnit<'m, U: Unit> {
    input: U::In<Drives<'m>>,
    output: U::Out<Reads<'m>>,
}

/// The units inside, and values shared by the parts of the description.
struct SubUnits<'a, 'm> {
    m: &'m ModuleBuilder,
    p: &'a Params,
    input: &'a In<Reads<'m>>,
    registers: SubUnit<'m, WarpUpdateRegisters>,
    /// With stages: the other registers, which take every other commit.
    others: Option<SubUnit<'m, WarpUpdateRegisters>>,
    lut: SubUnit<'m, PcWarpLut>,
    pool: SubUnit<'m, WarpPool>,
    /// The crossbar, if threads can take lanes other than those in which they arrive.
    crossbar: Option<SubUnit<'m, SlotCrossbar>>,
    allocator: SubUnit<'m, WarpAllocator>,
    /// One of the group schedulers: they all have the same ports.
    groups: SubUnit<'m, MajorityScheduler>,
    spill: SubUnit<'m, SpillQueue>,
}

/// Threads of one PC, if `valid`.
#[derive(Clone, Copy)]
struct Half<'m> {
    valid: Expr<'m>,
    pc: Expr<'m>,
    lanes: Expr<'m>,
}

/// The actions of a cycle.
#[derive(Clone, Copy)]
struct Turn<'m> {
    /// The offer is inserted, except for a second half that waits for lanes of the pool.
    insert: Expr<'m>,
    /// The second half waits; `None` if it never does.
    split: Option<Expr<'m>>,
    /// A half of a commit is to be spilled.
    push: Expr<'m>,
}

impl Hardware for DwfScheduler {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        m.section("The units.");
        let sub_units = SubUnits::new(m, p, &input);
        if p.pipelined() {
            return sub_units.in_stages(&output);
        }
        let leave = sub_units.issue(&output);
        let front = sub_units.front();
        let halves = sub_units.offer(front);
        let turn = sub_units.turn(leave, front, halves[1], &output);
        sub_units.insert(turn, halves, &output);
        sub_units.spill(turn, front, &output);
        sub_units.state(&output);
    }

    fn invariants(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        invariants::invariants(p, i, o)
    }
}

fn part<'m, U: Hardware>(m: &'m ModuleBuilder, label: &str, p: &U::Params) -> SubUnit<'m, U> {
    let (input, output) = m.instance::<U>(label, p);
    SubUnit { input, output }
}

/// The group scheduler of the machine.
fn groups<'m>(m: &'m ModuleBuilder, p: &Params) -> SubUnit<'m, MajorityScheduler> {
    const LABEL: &str = "groups";
    let (input, output) = match p.scheduler() {
        Scheduler::Majority => m.instance::<MajorityScheduler>(LABEL, p.groups()),
        Scheduler::Tournament => m.instance::<TournamentScheduler>(LABEL, p.groups()),
        Scheduler::WinnerTree => m.instance::<WinnerTree>(LABEL, p.groups()),
        Scheduler::Timestamp => m.instance::<TimestampQueue>(LABEL, p.groups()),
    };
    SubUnit { input, output }
}

impl<'a, 'm> SubUnits<'a, 'm> {
    fn new(m: &'m ModuleBuilder, p: &'a Params, input: &'a In<Reads<'m>>) -> Self {
        Self {
            m,
            p,
            input,
            registers: part(m, "registers", p.registers()),
            others: p
                .pipelined()
                .then(|| part(m, "other_registers", p.registers())),
            lut: part(m, "lut", p.lut()),
            pool: part(m, "pool", p.pool()),
            crossbar: p.crossbar().map(|p| part(m, "crossbar", p)),
            allocator: part(m, "allocator", p.allocator()),
            groups: groups(m, p),
            spill: part(m, "spill", p.spill()),
        }
    }

    /// Reads the chosen warp from the pool; returns whether it leaves.
    fn issue(&self, output: &Out<Drives<'m>>) -> Expr<'m> {
        let Self { m, input, .. } = self;
        let (pool, lut) = (&self.pool, &self.lut.input);
        let groups = &self.groups;
        m.section(
            "The chosen warp, and whether it leaves: commands to pool, LUT, allocator and group \
             scheduler.",
        );
        let chosen = groups.output.choice_warp;
        let leave = (groups.output.choice & input.issue_ready).named("leave");
        let threads = count_ones(m, "leaving_threads", pool.output.read_lanes);
        pool.input.read.set(groups.output.choice);
        pool.input.read_warp.set(chosen);
        pool.input.clear.set(leave);
        lut.retire.set(leave);
        lut.retire_pc.set(pool.output.read_pc);
        lut.retire_warp.set(chosen);
        self.allocator.input.release.set(leave);
        self.allocator.input.release_warp.set(chosen);
        groups.input.issued.set(leave);
        groups
            .input
            .issued_threads
            .set(threads.zero_extend(self.p.groups().count_bits()));
        groups.input.issued_next.set(pool.output.read_next);
        output.issue.set(groups.output.choice);
        output.issue_warp.set(chosen);
        output.issue_pc.set(pool.output.read_pc);
        output.issue_lanes.set(pool.output.read_lanes);
        output.issue_tid.set(pool.output.read_tid);
        leave
    }

    /// The first half of the current commit.
    fn front(&self) -> Half<'m> {
        let commit = &self.registers.output;
        self.m
            .section("The first half of the commit that is neither inserted nor spilled yet.");
        let of = |first: Expr<'m>, second, name: &str| commit.first.mux(first, second).named(name);
        Half {
            valid: (commit.first | commit.second).named("front"),
            pc: of(commit.first_pc, commit.second_pc, "front_pc"),
            lanes: of(commit.first_lanes, commit.second_lanes, "front_lanes"),
        }
    }

    /// The halves to insert.
    fn offer(&self, front: Half<'m>) -> [Half<'m>; 2] {
        let (commit, back) = (&self.registers.output, &self.spill.output);
        self.m
            .section("The insertion: a spilled warp that is back, or else the halves of a commit.");
        let is_back = back.pop;
        let first = Half {
            valid: (is_back | front.valid).named("first"),
            pc: is_back.mux(back.pop_pc, front.pc).named("first_pc"),
            lanes: is_back
                .mux(back.pop_lanes, front.lanes)
                .named("first_lanes"),
        };
        let valid = (!is_back & commit.first & commit.second).named("second");
        let lanes = commit.second_lanes.masked(valid).named("second_lanes");
        let pc = commit.second_pc;
        [first, Half { valid, pc, lanes }]
    }

    fn turn(
        &self,
        leave: Expr<'m>,
        front: Half<'m>,
        second: Half<'m>,
        output: &Out<Drives<'m>>,
    ) -> Turn<'m> {
        let (groups, back) = (&self.groups.output, self.spill.output.pop);
        let has_room = self.has_room();
        self.m.section(
            "If no warp leaves, a warp that is back is inserted, or else a commit that fits; if the \
             commit does not fit, its first half is spilled.",
        );
        // DWF-1: a cycle either inserts threads or lets a warp leave.
        let pop_en = ((back | (front.valid & has_room)) & !leave).named("pop_en");
        let insert = (pop_en & groups.ready).named("insert");
        let split = self.split(second);
        let hold = pop_en & !groups.ready;
        output
            .hold
            .set(split.map_or(hold, |split| hold | (insert & split)));
        output.insert.set(insert);
        let push = front.valid & !(back | has_room | leave);
        Turn {
            insert,
            split,
            push: push.named("push"),
        }
    }

    /// Whether the second half takes no lane because it waits for lanes that the first takes; `None` if it never waits.
    fn split(&self, second: Half<'m>) -> Option<Expr<'m>> {
        self.crossbar.as_ref()?;
        let lut = &self.lut.output;
        let takes = lut.second_create | lut.second_old_lanes.any();
        Some((second.valid & !takes).named("split"))
    }

    /// Whether the halves of a commit fit besides the entries and the room set aside for spilled warps.
    fn has_room(&self) -> Expr<'m> {
        let (commit, spill) = (&self.registers.output, &self.spill.output);
        let (free, room) = (self.allocator.output.free, self.groups.output.room);
        self.m.section(
            "Free pool entries and room for groups must suffice for warps being fetched, for the \
             next one to fetch, and for the halves of a commit, even if each makes a warp.",
        );
        let both = free.width().max(room.width());
        let (free, room) = (free.zero_extend(both), room.zero_extend(both));
        let bits = both.max(spill.fetching.width()) + 1;
        let wide = |value: Expr<'m>| value.zero_extend(bits);
        let free_entries = free.lt(room).mux(free, room).named("free_entries");
        self.spill
            .input
            .pull
            .set(wide(free_entries).gt(wide(spill.fetching)));
        let reserved = wide(spill.fetching) + wide(spill.fetch_request);
        let required = reserved + wide(commit.first) + wide(commit.second);
        wide(free_entries)
            .ge(required.named("required"))
            .named("has_room")
    }

    /// The update registers and the spill queue, which take the halves of commits that are not
    /// inserted.
    fn spill(&self, turn: Turn<'m>, front: Half<'m>, output: &Out<Drives<'m>>) {
        let (m, commit, spill) = (self.m, &self.registers.output, &self.spill.output);
        m.section("A half leaves the update registers when it is inserted or spilled.");
        let tids = |i| {
            let tid = commit
                .first
                .mux(commit.first_tid.at(i), commit.second_tid.at(i));
            tid.named("tid")
        };
        self.push(turn.push, front, tids);
        let spilled = (turn.push & spill.push_ready).named("spilled");
        let inserted = (turn.insert & !spill.pop).named("inserted");
        output
            .commit_ready
            .set(self.commit(&self.registers, self.input.commit));
        let registers = &self.registers.input;
        registers
            .take_first
            .set(commit.first & (inserted | spilled));
        let second_inserted = turn.split.map_or(inserted, |split| inserted & !split);
        registers
            .take_second
            .set(commit.second & (second_inserted | (spilled & !commit.first)));
        self.memory(turn.insert & spill.pop, output);
    }

    /// Passes a commit to update registers; returns whether they take it.
    fn commit(&self, registers: &SubUnit<'m, WarpUpdateRegisters>, commit: Expr<'m>) -> Expr<'m> {
        let input = self.input;
        registers.input.commit.set(commit);
        registers.input.commit_lanes.set(input.commit_lanes);
        registers.input.commit_tid.set(input.commit_tid);
        registers.input.commit_pc.set(input.commit_pc);
        registers.output.commit_ready
    }

    /// Passes the half to be spilled to the spill queue, with the threads of its commit; lanes of the other half are empty.
    fn push(&self, push: Expr<'m>, front: Half<'m>, tids: impl Fn(Index) -> Expr<'m>) {
        let (m, spill) = (self.m, &self.spill.input);
        spill.push.set(push);
        spill.push_pc.set(front.pc);
        m.each("push", self.p.lanes(), |i| {
            let tid = tids(i);
            let nobody = m.ones(self.p.tid_bits());
            spill
                .push_tid
                .at(i)
                .set(front.lanes.bit(i).mux(tid, nobody));
        });
    }

    /// Connects the other ports of the spill queue; `refill` says whether the warp that is back is inserted.
    fn memory(&self, refill: Expr<'m>, output: &Out<Drives<'m>>) {
        let (input, queue, spill) = (self.input, &self.spill.input, &self.spill.output);
        queue.configure.set(input.configure);
        queue.offset.set(input.spill_offset);
        queue.write_ready.set(input.write_ready);
        queue.fetch_ready.set(input.fetch_ready);
        queue.back.set(input.back);
        queue.back_pc.set(input.back_pc);
        queue.back_tid.set(input.back_tid);
        queue.pop_ready.set(refill);
        output.write.set(spill.write);
        output.write_address.set(spill.write_address);
        output.write_pc.set(spill.write_pc);
        output.write_tid.set(spill.write_tid);
        output.fetch.set(spill.fetch);
        output.fetch_address.set(spill.fetch_address);
        output.back_ready.set(spill.back_ready);
        output.spilled.set(spill.count);
        output.fetching.set(spill.fetching);
        let free = &self.allocator.output;
        // The counts already show this.
        for output in [spill.empty, free.has_first, free.has_second] {
            self.m.unused(output);
        }
    }

    fn state(&self, output: &Out<Drives<'m>>) {
        let (lut, pool, allocator) = (&self.lut.output, &self.pool.output, &self.allocator.output);
        output
            .init_done
            .set(lut.init_done & pool.init_done & allocator.init_done);
        output.pool_free.set(allocator.free);
        output.groups.set(self.groups.output.groups);
        output.waiting.set(self.groups.output.waiting);
    }
}
