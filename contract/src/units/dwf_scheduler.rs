//! `dwf_scheduler`: forms warps from the threads that commit and chooses the one to issue.
//!
//! fung2009, sections 4.2 to 4.5, figures 10 to 12: two update registers, the PC-warp LUT, the warp
//! pool, its allocator, a group scheduler and the spill queue. Each is its own unit, whose contract
//! says what the unit does in a cycle. This contract says how they work together.
//!
//! # Issue
//!
//! `issue` is high when the group scheduler has a choice; PC and threads are read from the pool entry of the chosen
//! warp. The warp *leaves* in a cycle with `issue` and `issue_ready`: its lanes in the pool are
//! cleared, its LUT entry is invalidated if it still points at the warp, the allocator gets its
//! pool entry back, the group scheduler advances. Nothing is inserted in such a cycle. Until then threads may
//! join the warp like any other, even though its PC is already shown and may be fetched: this is
//! the forwarding path of section 4.2.
//!
//! # Insertion
//!
//! A commit is split by next PC into halves (see `warp_update_registers`). An insertion is looked
//! up in the LUT, written to the pool and offered to the group scheduler, all at once. It is either a single spilled warp
//! that is back, or both halves of a commit. A half *needs* a pool entry and room for an
//! update in the group scheduler, for the worst case that it makes a warp of a new group; so an
//! insertion that has begun cannot fail. A pool entry and room for an update are *set aside* for each
//! spilled warp being fetched, and for one more if the spill queue has `fetch_request` high. A commit *fits* if
//! the free entries and the room suffice for its halves and for everything that is set aside.
//!
//! In a cycle in which no warp leaves,
//! * a spilled warp that is back is inserted;
//! * if no warp is back, both halves of a commit are inserted if they fit;
//! * if they do not fit, the first half goes to the spill queue, if the queue accepts it.
//!
//! An insertion waits as long as the group scheduler is not `ready` (`hold`).
//!
//! # Slots
//!
//! With home lanes as wide as the pipeline (`slots` > 1) threads may take other lanes in a warp than those in which
//! they arrive; `pc_warp_lut` chooses the lanes, and `slot_crossbar` moves the threads there. If the LUT makes the second half
//! wait for pool lanes that the first half writes, only the first half is inserted: `insert` and
//! `hold` are then both high (in no other case are they), and the second half stays in its register. It is
//! looked up again as the only half of its commit, and such a half never waits for lanes.
//!
//! # Spilling
//!
//! A warp is fetched back if a pool entry and room for an update are free besides those that
//! are set aside for warps being fetched.
//!
//! (In fung2009, 4.5, warps that find no room bypass all tables until the pool has drained; the paper
//! leaves the cost open. Here only threads that do not fit at the moment are spilled.)
//!
//! # Progress
//!
//! Assume that the memory behind the spill queue eventually accepts each write and each fetch, and returns each fetched
//! warp, as long as returned warps are accepted. Then no thread waits for ever:
//! * A fetched warp is always inserted eventually: a pool entry and room are set aside for it, the group
//!   scheduler is ready again after finitely many cycles in which nothing is inserted, and a pipeline
//!   that accepts a warp in each cycle eventually empties the pool. So the memory never waits for us:
//!   requests and responses do not wait for each other in a circle.
//! * Where insertions enter before the chosen warp, it waits for as many as there are threads that are not in the pool, at most.
//! * A commit is inserted or spilled: a half that does not fit is written, and the memory accepts writes.
//! * While a warp is spilled, the next pool entry that is free, besides those for warps being fetched, is
//!   set aside. Warps leave as long as some are in the pool, so an entry is free eventually: the oldest spilled
//!   warp is fetched. Warps are fetched in the order in which they were spilled.
//!
//! # Counts
//!
//! `insert` is high in a cycle in which threads enter the pool. The ports that it qualifies count halves that enter in this cycle:
//! * `merges`: at least one thread of the half joins a warp that was in the pool before this cycle;
//! * `creations`: at least one thread of the half goes to a new warp;
//! * `conflicts`: the half finds a lane conflict (4.2: a required lane is already occupied in the warp that the LUT has for
//!   this PC), so at least one of its threads goes to a new warp;
//! * `evictions`: the new warp of the half takes the LUT entry of a warp with another PC.
//!
//! A half that conflicts in some lanes merges and creates. A half that conflicts in all its lanes joins no warp: it creates, and
//! does not merge.
//!
//! # Pipelined
//!
//! With `pipelined` (`dwf.formation_latency` = 3) all of the above is done in stages, by units each of which does
//! one thing in a cycle: the update registers hand over one PC at a time, and the LUT is a pipeline.
//!
//! There are two sets of update registers. A commit goes to the first one if that accepts it, or else to the second. If both show
//! threads and an insertion in stage 1 is in the set of the LUT of only one of them, the other hands over; else it is the turn
//! of the one that did not hand over last, after reset of the first one (DWF-58, DWF-60).
//!
//! Two kinds of *operations* go through three stages, those of the LUT: threads of one PC are *inserted*, or a warp *leaves*.
//! One operation enters in a cycle, and all advance together unless the insertion in stage 3 finds the group scheduler not
//! `ready` (`hold`).
//!
//! * When an insertion leaves stage 3, with the LUT's answer, it takes its entry from the allocator, writes the
//!   pool, and is offered to the group scheduler: `insert` and the counts next to it describe this insertion.
//! * When a leaving warp enters stage 1, it is read from the pool into the issue register, and the group scheduler advances
//!   (`issued`). `issue` and the ports that it qualifies show that register, from the next cycle on until `issue_ready`. When
//!   the operation leaves stage 3, the warp's lanes are cleared and its entry is released.
//!
//! So no more threads join a warp that is shown with `issue`. Insertions ahead of it in the stages make their own
//! warp if they would otherwise join it (in `pc_warp_lut` the warp is *closed*).
//!
//! **The chosen warp enters** if the issue register is empty or taken in this cycle, no leaving warp is in stages
//! 1 and 2, and no insertion is in stage 3 (that insertion is offered to the group scheduler, which then cannot advance).
//! While only the last condition is not met, nothing else enters.
//!
//! A `winner_tree` takes both in a cycle. With it, the last condition is that no insertion in stage 3 joins the chosen warp, that all
//! stages advance, and that no insertion comes first (DWF-59, DWF-61): one that is back from memory, or one that is shown by the update
//! registers, if there was room for one in the cycle before; but not one that waits for an insertion of its set in stage 1. Threads that the
//! update registers show then enter only if there was room in the cycle before too.
//!
//! **An insertion enters** if the chosen warp does not, no insertion in stage 1 is in the same set of the LUT, and all
//! stages advance. It is a spilled warp that is back, or else the threads that the update registers show, if they fit. An
//! insertion fits if the pool entries and the room of the group scheduler suffice for everything that is set aside for
//! spilled warps, for the insertions in flight, and for one more: each may make a warp of a new group. Entries and room are
//! those of the cycle before, so an insertion that left stage 3 in that cycle counts as in flight. What is set aside is that of the
//! cycle before too, with one more for a spilled warp that was written in that cycle, and for one whose fetch was accepted.
//!
//! Threads that do not fit are spilled when no insertion is in flight and no warp is back, if the spill queue had a free place in
//! the cycle before (DWF-66), besides one for a warp that was written in that cycle.
//!
//! # Reset
//!
//! With `pipelined` no stage has an operation, and the issue register is empty.
//! Memories are cleared row by row; meanwhile `init_done` is low and `commit` must be low. (The group
//! scheduler may take longer; then insertions are held.)

mod corners;
mod params;
mod threads;

pub use params::{Params, Scheduler};
pub use threads::Threads;

use crate::terms::{Row, Terms, Word, mask};
use crate::{Config, ParamError, Path, Property, Signals, System, Timing, Unit, ports};

ports! {
    /// Ports into the scheduler.
    pub struct In(p: Params) {
        group "set-up";
        /// the address of the spill queue is set; only while nothing is spilled
        configure: bit;
        /// byte address of the spill queue in memory
        spill_offset: bits(p.spill().address_bits());
        group "commit: a warp has executed an instruction, or enters; held until commit_ready";
        /// threads of a warp are offered
        commit: bit;
        /// lanes that have a thread
        commit_lanes: bits(p.lanes() as u32);
        /// thread of each lane; all ones for none
        commit_tid: array(p.lanes(), p.tid_bits());
        /// next PC of each lane, in words
        commit_pc: array(p.lanes(), p.pc_bits());
        group "issue";
        /// the pipeline accepts the warp
        issue_ready: bit;
        group "memory side of the spill queue";
        /// memory accepts a write in this cycle
        write_ready: bit;
        /// memory accepts a fetch in this cycle
        fetch_ready: bit;
        /// a fetched warp is back; held until back_ready
        back: bit;
        /// PC of the fetched warp, in words
        back_pc: bits(p.pc_bits());
        /// thread of each lane; all ones for none
        back_tid: array(p.lanes(), p.tid_bits());
    }
}

ports! {
    /// Ports out of the scheduler.
    pub struct Out(p: Params) {
        group "state";
        /// the memories have been cleared after reset
        init_done: bit;
        group "commit";
        /// the commit is accepted
        commit_ready: bit;
        group "issue";
        /// a warp is offered for issue
        issue: bit;
        /// pool entry of the warp
        issue_warp: bits(p.pool().warp_bits()) when issue;
        /// PC of the warp, in words
        issue_pc: bits(p.pc_bits()) when issue;
        /// lanes of the warp that have a thread
        issue_lanes: bits(p.lanes() as u32) when issue;
        /// thread of each lane; all ones for none
        issue_tid: array(p.lanes(), p.tid_bits()) when issue;
        group "memory side of the spill queue";
        /// a spilled warp is to be written
        write: bit;
        /// byte address to write to
        write_address: bits(p.spill().address_bits()) when write;
        /// PC of the spilled warp, in words
        write_pc: bits(p.pc_bits()) when write;
        /// thread of each lane; all ones for none
        write_tid: array(p.lanes(), p.tid_bits()) when write;
        /// a spilled warp is to be fetched
        fetch: bit;
        /// byte address to fetch from
        fetch_address: bits(p.spill().address_bits()) when fetch;
        /// the fetched warp is accepted
        back_ready: bit;
        group "status, for performance counters";
        /// free entries of the pool
        pool_free: bits(p.allocator().count_bits());
        /// groups of warps that the group scheduler holds
        groups: bits(p.groups().groups_bits());
        /// warps in the spill queue
        spilled: bits(p.spill().place_bits());
        /// spilled warps that are being fetched
        fetching: bits(p.spill().fetching_bits());
        /// groups are held, but none is chosen
        waiting: bit;
        /// an insertion waits for the group scheduler
        hold: bit;
        /// threads are inserted
        insert: bit;
        /// inserted halves of which a thread joined a warp
        merges: bits(2) when insert;
        /// inserted halves that made a new warp
        creations: bits(2) when insert;
        /// inserted halves that found a lane taken: a lane conflict
        conflicts: bits(2) when insert;
        /// inserted halves that evicted a warp in use from the LUT
        evictions: bits(2) when insert;
        /// threads join the chosen warp
        forward: bit when insert;
    }
}

/// The contract of the scheduler of dynamic warp formation.
#[derive(Clone, Copy, Debug)]
pub struct DwfScheduler;

impl Unit for DwfScheduler {
    const NAME: &'static str = "dwf_scheduler";
    const SUMMARY: &'static str = "formation of warps from committed threads, and choice of the warp \
                                   to issue";
    const SOURCE: &'static str = "fung2009, sections 4.2 to 4.5, figures 10 to 12";
    const SYSTEM: System = System::Dwf;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    fn timing(p: &Params) -> Timing {
        let (latency, throughput) = match p.pipelined() {
            true => (
                "threads are inserted three cycles after they enter, a warp is shown in the next cycle",
                "one operation a cycle: threads of one PC, or a warp",
            ),
            false => (
                "threads of a commit can leave two cycles after it is accepted",
                "the two halves of a commit, or one warp, each cycle",
            ),
        };
        Timing::new(latency, throughput).ready("commits wait for `init_done`")
    }

    fn combinational(p: &Params) -> Vec<Path> {
        if p.pipelined() {
            return pipelined_paths(p);
        }
        const INSERTS: &[&str] = &["issue_ready", "back"];
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
        // With slots, these outputs also depend on whether a second half waits.
        let (commit_ready, hold) = match p.crossbar {
            None => (COMMIT, INSERTS),
            Some(_) => (WAITING_COMMIT, LANES),
        };
        vec![
            path("commit_ready", commit_ready),
            path("back_ready", INSERTS),
            path("hold", hold),
            path("insert", INSERTS),
            path("merges", LANES),
            path("creations", LANES),
            path("conflicts", LANES),
            path("evictions", LANES),
            path("forward", LANES),
            path("write", &["issue_ready", "back"]),
        ]
    }

    /// Spilled warps seldom join other warps, least of all the chosen one; the update queue is seldom full, and never
    /// with a tournament. No second half waits for a spilled warp.
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
                "no_commit_before_init",
                "nothing is committed before the memories are cleared",
                !i.commit | o.init_done,
            ),
            assumption(
                "commit_has_thread",
                "a commit has a thread",
                !i.commit | i.commit_lanes.any(),
            ),
            assumption(
                "commit_lanes_match_tids",
                "lanes that commit have a thread, others none",
                !i.commit | lanes_of(p, &i.commit_tid).eq(i.commit_lanes),
            ),
            assumption(
                "configured_while_empty",
                "the offset is set while nothing is spilled",
                !i.configure | o.spilled.none() & !o.write,
            ),
            assumption(
                "back_was_fetched",
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
            "issued_lanes_match_tids",
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

/// Paths of the pipelined form: the operation that enters is decided within a cycle.
fn pipelined_paths(p: &Params) -> Vec<Path> {
    let path = |output, inputs| Path { output, inputs };
    let back_ready: &[_] = match p.overlaps() {
        true => &["back", "back_pc"],
        false => &["issue_ready", "back", "back_pc"],
    };
    vec![
        path("commit_ready", &["commit"]),
        path("back_ready", back_ready),
        path("write", &["back"]),
    ]
}

/// The lanes that have a thread.
fn lanes_of(p: &Params, tids: &Row) -> Word {
    mask(tids.iter().map(|tid| tid.ne(p.no_thread())))
}
