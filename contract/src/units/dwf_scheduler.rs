//! `dwf_scheduler`: forms warps from the threads that commit and chooses the one to issue.
//!
//! fung2009, sections 4.2 to 4.5, figures 10 to 12: two update registers, the PC-warp LUT, the warp
//! pool, its allocator, a group scheduler and the spill queue, each a unit of its own whose contract
//! says what it does in a cycle. This one says how they work together.
//!
//! # Issue
//!
//! `issue` is high when the group scheduler has a choice; PC and threads are those of its warp in the
//! pool. The warp *leaves* in a cycle with `issue` and `issue_ready`: its lanes in the pool are
//! cleared, its LUT entry is invalidated if it still points at the warp, the allocator gets its
//! entry back, the group scheduler advances. Nothing is inserted in such a cycle. Until then the warp
//! takes in threads like any other, even though its PC is already out and may be fetched: that is
//! the forwarding path of section 4.2.
//!
//! # Insertion
//!
//! A commit is split by next PC into halves (see `warp_update_registers`). What is inserted is looked
//! up in the LUT, written to the pool and offered to the group scheduler, at once: a spilled warp that
//! is back, alone, or both halves of a commit. A half *needs* an entry of the pool and room for an
//! update in the group scheduler, for the worst case, that it makes a warp of a new group; so an
//! insertion that has begun cannot fail. An entry and room for an update are *set aside* for each
//! spilled warp on its way back, and for one more if the spill queue `wants` it. A commit *fits* if
//! there are as many of both as its halves need and are set aside.
//!
//! In a cycle in which no warp leaves,
//! * a warp that is back is inserted;
//! * if there is none, both halves of a commit are inserted if they fit;
//! * if they do not, the first half goes to the spill queue, if that takes it.
//!
//! What would be inserted waits as long as the group scheduler is not `ready` (`hold`).
//!
//! # Slots
//!
//! With home lanes as wide as the pipeline (`slots` > 1) threads may take other lanes in a warp than those in which
//! they come; `pc_warp_lut` says which, and `slot_crossbar` brings them there. Where the LUT lets the second half
//! wait for lanes of the pool that the first one writes, the first is inserted and the second is not: `insert` and
//! `hold` are both high, as they never are otherwise, and the second half stays in its register. It is
//! looked up again as the only half of its commit, which never waits for lanes.
//!
//! # Spilling
//!
//! A warp is fetched back if an entry of the pool and room for an update are there besides those that
//! are set aside for warps on their way.
//!
//! (fung2009, 4.5, lets warps that find no room pass all tables by until the pool has drained, and
//! leaves open what that costs. Here only what does not fit now is spilled.)
//!
//! # Progress
//!
//! The memory behind the spill queue takes each write and each fetch at last, and gives back what was
//! fetched, as long as what it gives back is taken. Then no thread waits for ever:
//! * What comes back is always inserted at last: entry and room are set aside for it, the group
//!   scheduler is ready again after finitely many cycles in which nothing is inserted, and a pipeline
//!   that takes a warp in each cycle at last has emptied the pool. So the memory never waits for us:
//!   no circle of requests and responses.
//! * A commit is inserted or spilled: what does not fit is written, and the memory takes writes.
//! * While something is spilled, the next entry that is free beside those of warps on their way is
//!   set aside. Warps leave as long as some are in the pool, so there is one at last: the oldest spilled
//!   warp is fetched, in the order in which they were spilled.
//!
//! # Pipelined
//!
//! With `pipelined` (`dwf.formation_latency` = 3) what is said above is done in stages, for units of which each does
//! one thing in a cycle: the update registers hand over one PC at a time, and the LUT is a pipeline.
//!
//! Two *operations* go through three stages, those of the LUT: threads of one PC are *inserted*, or a warp *leaves*. One
//! enters in a cycle, and all move on together unless the insertion in stage 3 finds the group scheduler not `ready`
//! (`hold`).
//!
//! * As an insertion moves on from stage 3, with the LUT's answer, it takes its entry from the allocator and writes the
//!   pool, and is offered to the group scheduler: `insert` and the counts beside it are of this one.
//! * As a warp that leaves enters, it is read from the pool into the issue register, and the group scheduler advances
//!   (`issued`); `issue` and what belongs to it are that register, from the next cycle on until `issue_ready`. As it moves
//!   on from stage 3 its lanes are cleared and its entry is released.
//!
//! So a warp that is shown with `issue` takes in no more threads. Insertions before it in the stages make a warp of their
//! own if they would join it (`pc_warp_lut`: it is *closed*).
//!
//! **The chosen warp enters** if the issue register is empty or taken in this cycle, no warp that leaves is in stages
//! 1 and 2, and no insertion is in stage 3 (it is offered to the group scheduler, which does not advance in that cycle).
//! While only the last is missing, nothing else enters.
//!
//! **An insertion enters** if the chosen warp need not, no insertion in stages 1 and 2 is of its set of the LUT, and all
//! move on: a spilled warp that is back, or else the threads that the update registers show, if they fit. An insertion
//! fits if entries of the pool and room of the group scheduler are as many as are set aside for spilled warps and
//! for insertions under way, and one more: each may make a warp of a new group. Entries and room are those of the cycle
//! before; so an insertion that left stage 3 in that cycle counts as under way.
//!
//! Threads that do not fit are spilled when no insertion is under way and no warp is back.
//!
//! # Reset
//!
//! With `pipelined` no stage has an operation, and the issue register is empty.
//! Memories are cleared row by row; `init_done` is low meanwhile and no commit is given. (The group
//! scheduler may take longer: insertions are held.)

mod corners;
mod params;
mod threads;

pub use params::{Params, Scheduler};
pub use threads::Threads;

use crate::terms::{Row, Terms, Word, mask};
use crate::{Config, ParamError, Path, Property, Signals, System, Unit, ports};

ports! {
    /// Ports into the scheduler.
    pub struct In(p: Params) {
        group "set-up";
        /// spill_offset is taken; only while nothing is spilled
        configure: bit;
        /// byte address of the spill queue in memory
        spill_offset: bits(p.spill().address_bits());
        group "commit: a warp has executed an instruction, or enters; held until commit_ready";
        /// its threads arrive
        commit: bit;
        /// lanes that have a thread
        commit_lanes: bits(p.lanes() as u32);
        /// thread per lane, all ones in other lanes
        commit_tid: array(p.lanes(), p.tid_bits());
        /// next PC per lane, in words
        commit_pc: array(p.lanes(), p.pc_bits());
        group "issue";
        /// the pipeline takes the warp
        issue_ready: bit;
        group "memory side of the spill queue";
        /// takes the warp that is written
        write_ready: bit;
        /// takes the address that is fetched
        fetch_ready: bit;
        /// the warp that was fetched is back; held until back_ready
        back: bit;
        /// its PC, in words
        back_pc: bits(p.pc_bits());
        /// its thread per lane, all ones in empty lanes
        back_tid: array(p.lanes(), p.tid_bits());
    }
}

ports! {
    /// Ports out of the scheduler.
    pub struct Out(p: Params) {
        group "state";
        /// memories are cleared after reset
        init_done: bit;
        group "commit";
        /// the commit is taken
        commit_ready: bit;
        group "issue";
        /// a warp is chosen
        issue: bit;
        /// its entry in the pool
        issue_warp: bits(p.pool().warp_bits()) when issue;
        /// its PC, in words
        issue_pc: bits(p.pc_bits()) when issue;
        /// its lanes that have a thread
        issue_lanes: bits(p.lanes() as u32) when issue;
        /// thread per lane, all ones in empty lanes
        issue_tid: array(p.lanes(), p.tid_bits()) when issue;
        group "memory side of the spill queue";
        /// a warp is written
        write: bit;
        /// to this byte address
        write_address: bits(p.spill().address_bits()) when write;
        /// its PC, in words
        write_pc: bits(p.pc_bits()) when write;
        /// its thread per lane, all ones in empty lanes
        write_tid: array(p.lanes(), p.tid_bits()) when write;
        /// a warp is wanted back
        fetch: bit;
        /// from this byte address
        fetch_address: bits(p.spill().address_bits()) when fetch;
        /// the warp that is back is taken
        back_ready: bit;
        group "what goes on, for counters";
        /// free entries of the pool
        pool_free: bits(p.allocator().count_bits());
        /// groups of warps that the group scheduler holds
        groups: bits(p.groups().groups_bits());
        /// warps in the spill queue
        spilled: bits(p.spill().place_bits());
        /// those of them that are on their way back
        fetching: bits(p.spill().fetching_bits());
        /// there are groups, but none is chosen
        waiting: bit;
        /// an insertion waits for the group scheduler
        hold: bit;
        /// halves are inserted
        insert: bit;
        /// how many of them found a warp
        merges: bits(2) when insert;
        /// how many made a warp
        creates: bits(2) when insert;
        /// how many did both: a lane conflict
        conflicts: bits(2) when insert;
        /// how many pushed a living warp out of the LUT
        evictions: bits(2) when insert;
        /// threads join the warp that is chosen
        forward: bit when insert;
    }
}

/// The contract of the scheduler of dynamic warp formation.
#[derive(Clone, Copy, Debug)]
pub struct DwfScheduler;

impl Unit for DwfScheduler {
    const NAME: &'static str = "dwf_scheduler";
    const SUMMARY: &'static str = "forms warps from committed threads and chooses the one to issue";
    const SOURCE: &'static str = "fung2009, sections 4.2 to 4.5, figures 10 to 12";
    const SYSTEM: System = System::Dwf;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    fn timing(p: &Params) -> String {
        if p.pipelined() {
            return "an operation enters in a cycle: threads of one PC that are inserted three cycles later, or a warp \
                    that is shown in the next one"
                .into();
        }
        "a cycle inserts the two halves of a commit, or a warp leaves; a commit can leave two \
         cycles after it was taken"
            .into()
    }

    fn combinational(p: &Params) -> Vec<Path> {
        if p.pipelined() {
            return pipelined_paths();
        }
        const INSERTS: &[&str] = &["issue_ready", "back"];
        const INSERT: &[&str] = &["issue_ready", "back", "back_pc"];
        const LANES: &[&str] = &["issue_ready", "back", "back_pc", "back_tid"];
        const COMMIT: &[&str] = &[
            "commit",
            "commit_lanes",
            "commit_pc",
            "issue_ready",
            "write_ready",
            "back",
        ];
        const WAITING_COMMIT: &[&str] = &[
            "commit",
            "commit_lanes",
            "commit_pc",
            "issue_ready",
            "write_ready",
            "back",
            "back_pc",
            "back_tid",
        ];
        let path = |output, inputs| Path { output, inputs };
        // With slots, whether a second half waits.
        let (commit_ready, hold, merges) = match p.crossbar {
            None => (COMMIT, INSERTS, INSERT),
            Some(_) => (WAITING_COMMIT, LANES, LANES),
        };
        vec![
            path("commit_ready", commit_ready),
            path("back_ready", INSERTS),
            path("hold", hold),
            path("insert", INSERTS),
            path("merges", merges),
            path("creates", LANES),
            path("conflicts", LANES),
            path("evictions", LANES),
            path("forward", LANES),
            path("write", &["issue_ready", "back"]),
        ]
    }

    /// Spilled warps seldom join others, the chosen one least, and the update queue is seldom full, in
    /// a tournament never. No second half waits for a spilled warp.
    fn hidden(p: &Params) -> Vec<Path> {
        if p.pipelined() {
            return Vec::new();
        }
        let path = |output, inputs| Path { output, inputs };
        let mut hidden = vec![
            path("evictions", &["back_tid"]),
            path("forward", &["back_pc", "back_tid"]),
            path("hold", &["issue_ready", "back"]),
        ];
        if p.crossbar.is_some() {
            hidden.extend(
                ["commit_ready", "hold"].map(|output| path(output, &["back_pc", "back_tid"])),
            );
            hidden.push(path("merges", &["back_tid"]));
        }
        hidden
    }

    fn assumptions(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let assumption = Property::new;
        let mut assumptions = vec![
            assumption(
                "nothing is committed before the memories are cleared",
                !i.commit | o.init_done,
            ),
            assumption("a commit has a thread", !i.commit | i.commit_lanes.any()),
            assumption(
                "lanes that commit have a thread, others none",
                !i.commit | lanes_of(p, &i.commit_tid).eq(i.commit_lanes),
            ),
            assumption(
                "the offset is set while nothing is spilled",
                !i.configure | o.spilled.none() & !o.write,
            ),
            assumption(
                "what comes back was spilled",
                !i.back | o.fetching.any() & lanes_of(p, &i.back_tid).any(),
            ),
        ];
        if let Some(threads) = Threads::of(p, i, o) {
            assumptions.extend(threads.assumptions(i));
        }
        assumptions
    }

    fn guarantees(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let lanes = lanes_of(p, &o.issue_tid);
        let mut guarantees = vec![Property::given(
            "lanes that are issued have a thread, others none",
            o.issue,
            lanes.eq(o.issue_lanes) & lanes.any(),
        )];
        if let Some(threads) = Threads::of(p, i, o) {
            guarantees.extend(threads.guarantees(o));
        }
        guarantees
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        corners::corners(p, i, o)
    }
}

/// Paths of operations that go through stages: what enters is decided within a cycle.
fn pipelined_paths() -> Vec<Path> {
    let path = |output, inputs| Path { output, inputs };
    vec![
        path("commit_ready", &["commit"]),
        path("back_ready", &["issue_ready", "back", "back_pc"]),
        path("write", &["back"]),
    ]
}

/// Lanes that have a thread.
fn lanes_of(p: &Params, tids: &Row) -> Word {
    mask(tids.iter().map(|tid| tid.ne(p.no_thread())))
}
