//! RTL of `dwf_scheduler`: the units of dynamic warp formation, wired.
//!
//! What it decides itself is little: whether a warp leaves, whether the halves of a commit are
//! inserted, held or spilled, and which warp the thread of a lane goes to. All state is in the
//! units.

mod insertion;

use crate::shapes::count_ones;
use crate::{Drives, Expr, Hardware, ModuleBuilder, Reads};
use heddle_contract::Unit;
use heddle_contract::units::dwf_scheduler::{In, Out, Params, Scheduler};
use heddle_contract::units::{
    DwfScheduler, MajorityScheduler, PcWarpLut, SpillQueue, TimestampQueue, TournamentScheduler,
    WarpAllocator, WarpPool, WarpUpdateRegisters,
};

/// An instance: what goes in and what comes out.
struct Part<'m, U: Unit> {
    input: U::In<Drives<'m>>,
    output: U::Out<Reads<'m>>,
}

/// The units inside, and what the parts of the description share.
struct Parts<'a, 'm> {
    m: &'m ModuleBuilder,
    p: &'a Params,
    input: &'a In<Reads<'m>>,
    registers: Part<'m, WarpUpdateRegisters>,
    lut: Part<'m, PcWarpLut>,
    pool: Part<'m, WarpPool>,
    allocator: Part<'m, WarpAllocator>,
    /// Any of the group schedulers: they have the same ports.
    groups: Part<'m, MajorityScheduler>,
    spill: Part<'m, SpillQueue>,
}

/// Threads of one PC, if there are some.
#[derive(Clone, Copy)]
struct Half<'m> {
    valid: Expr<'m>,
    pc: Expr<'m>,
    lanes: Expr<'m>,
}

/// What happens in a cycle.
#[derive(Clone, Copy)]
struct Turn<'m> {
    /// Halves of commits are spilled, and what comes back is inserted in their place.
    spilling: Expr<'m>,
    /// There is room for what is offered, whatever warps it makes.
    room: Expr<'m>,
    /// It is inserted.
    insert: Expr<'m>,
}

impl Hardware for DwfScheduler {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        m.section("The units.");
        let parts = Parts::new(m, p, &input);
        let leave = parts.issue(&output);
        let (spilling, halves) = parts.offer();
        let turn = parts.turn(leave, spilling, halves, &output);
        parts.insert(turn, halves, &output);
        parts.spill(turn, halves[1], &output);
        parts.state(&output);
    }
}

fn part<'m, U: Hardware>(m: &'m ModuleBuilder, label: &str, p: &U::Params) -> Part<'m, U> {
    let (input, output) = m.instance::<U>(label, p);
    Part { input, output }
}

/// The group scheduler of the machine.
fn groups<'m>(m: &'m ModuleBuilder, p: &Params) -> Part<'m, MajorityScheduler> {
    const LABEL: &str = "groups";
    let (input, output) = match p.scheduler() {
        Scheduler::Majority => m.instance::<MajorityScheduler>(LABEL, p.groups()),
        Scheduler::Tournament => m.instance::<TournamentScheduler>(LABEL, p.groups()),
        Scheduler::Timestamp => m.instance::<TimestampQueue>(LABEL, p.groups()),
    };
    Part { input, output }
}

impl<'a, 'm> Parts<'a, 'm> {
    fn new(m: &'m ModuleBuilder, p: &'a Params, input: &'a In<Reads<'m>>) -> Self {
        Self {
            m,
            p,
            input,
            registers: part(m, "registers", p.registers()),
            lut: part(m, "lut", p.lut()),
            pool: part(m, "pool", p.pool()),
            allocator: part(m, "allocator", p.allocator()),
            groups: groups(m, p),
            spill: part(m, "spill", p.spill()),
        }
    }

    /// The warp that is chosen, in the pool; returns whether it leaves.
    fn issue(&self, output: &Out<Drives<'m>>) -> Expr<'m> {
        let Self { m, input, .. } = self;
        let (pool, lut) = (&self.pool, &self.lut.input);
        let groups = &self.groups;
        m.section("The warp that is chosen, and whether it leaves: pool, LUT, allocator, groups.");
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

    /// Whether the scheduler is spilling, and what is to be inserted.
    fn offer(&self) -> (Expr<'m>, [Half<'m>; 2]) {
        let (commit, back) = (&self.registers.output, &self.spill.output);
        self.m.section(
            "What is to be inserted: both halves of a commit, or while spilling a warp that is \
             back.",
        );
        let spilling = (!back.empty).named("spilling");
        let first = Half {
            valid: spilling.mux(back.pop, commit.first).named("first"),
            pc: spilling.mux(back.pop_pc, commit.first_pc).named("first_pc"),
            lanes: spilling
                .mux(back.pop_lanes, commit.first_lanes)
                .named("first_lanes"),
        };
        let both = !spilling & commit.first & commit.second;
        let valid = both.named("second");
        let lanes = commit.second_lanes.masked(valid).named("second_lanes");
        let pc = commit.second_pc;
        (spilling, [first, Half { valid, pc, lanes }])
    }

    fn turn(
        &self,
        leave: Expr<'m>,
        spilling: Expr<'m>,
        [first, second]: [Half<'m>; 2],
        output: &Out<Drives<'m>>,
    ) -> Turn<'m> {
        let (free, groups) = (&self.allocator.output, &self.groups.output);
        self.m
            .section("Insertion, if there is room even if every half makes a warp.");
        let entries = second.valid.mux(free.has_second, free.has_first);
        let room = (entries & groups.room).named("room");
        let wants = (first.valid & room & !leave).named("wants");
        let insert = (wants & groups.ready).named("insert");
        output.hold.set(wants & !groups.ready);
        output.insert.set(insert);
        Turn {
            spilling,
            room,
            insert,
        }
    }

    /// The update registers and the spill queue: where the halves of commits go that are not
    /// inserted.
    fn spill(&self, turn: Turn<'m>, second: Half<'m>, output: &Out<Drives<'m>>) {
        let Self { m, input, .. } = self;
        let (commit, spill) = (&self.registers.output, &self.spill.output);
        m.section(
            "Halves are spilled one a cycle: while spilling, without room, and a second one whose \
             first one was.",
        );
        let pushes_first = commit.first & (turn.spilling | !turn.room);
        let pushes_second = !commit.first & commit.second;
        let push = (pushes_first | pushes_second).named("push");
        let spilled = (push & spill.push_ready).named("spilled");
        let inserted = (turn.insert & !turn.spilling).named("inserted");
        self.push(push);
        let registers = &self.registers.input;
        registers.commit.set(input.commit);
        registers.commit_lanes.set(input.commit_lanes);
        registers.commit_tid.set(input.commit_tid);
        registers.commit_pc.set(input.commit_pc);
        registers
            .take_first
            .set(inserted | (spilled & commit.first));
        registers
            .take_second
            .set((inserted & second.valid) | (spilled & !commit.first));
        output.commit_ready.set(commit.commit_ready);
        self.memory(turn, output);
    }

    /// The half that is to be spilled, lanes of the other one empty.
    fn push(&self, push: Expr<'m>) {
        let (m, commit, spill) = (self.m, &self.registers.output, &self.spill.input);
        let lanes = commit.first.mux(commit.first_lanes, commit.second_lanes);
        let lanes = lanes.named("push_lanes");
        spill.push.set(push);
        spill
            .push_pc
            .set(commit.first.mux(commit.first_pc, commit.second_pc));
        m.each("push", self.p.lanes(), |i| {
            let tid = commit
                .first
                .mux(commit.first_tid.at(i), commit.second_tid.at(i))
                .named("tid");
            let nobody = m.ones(self.p.tid_bits());
            spill.push_tid.at(i).set(lanes.bit(i).mux(tid, nobody));
        });
    }

    /// The spill queue's other ports.
    fn memory(&self, turn: Turn<'m>, output: &Out<Drives<'m>>) {
        let (input, queue, spill) = (self.input, &self.spill.input, &self.spill.output);
        queue.configure.set(input.configure);
        queue.offset.set(input.spill_offset);
        queue.write_ready.set(input.write_ready);
        queue.pull.set(self.allocator.output.has_first);
        queue.fetch_ready.set(input.fetch_ready);
        queue.back.set(input.back);
        queue.back_pc.set(input.back_pc);
        queue.back_tid.set(input.back_tid);
        queue.pop_ready.set(turn.insert & turn.spilling);
        output.write.set(spill.write);
        output.write_address.set(spill.write_address);
        output.write_pc.set(spill.write_pc);
        output.write_tid.set(spill.write_tid);
        output.fetch.set(spill.fetch);
        output.fetch_address.set(spill.fetch_address);
        output.back_ready.set(spill.back_ready);
        output.spilled.set(spill.count);
        self.m.unused(spill.fetching);
    }

    fn state(&self, output: &Out<Drives<'m>>) {
        let (lut, pool, allocator) = (&self.lut.output, &self.pool.output, &self.allocator.output);
        output.ready.set(lut.ready & pool.ready & allocator.ready);
        output.pool_free.set(allocator.free);
        output.groups.set(self.groups.output.groups);
        output.waiting.set(self.groups.output.waiting);
    }
}
