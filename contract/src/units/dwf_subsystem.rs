//! `dwf_subsystem`: the hardware of dynamic warp formation in a core, as one module.
//!
//! fung2009, section 4: [`dwf_scheduler`], which has the crossbar of the home lanes and the spill queue inside, with registers
//! between its memory side and the memory. An integrator puts it into a core. Ports have the names and the meaning of the
//! scheduler's. An offer `x` is accepted in a cycle with `x` and `x_ready`.
//!
//! # Memory side
//!
//! With `spill_latency` 0 the memory side of the scheduler is that of the subsystem. With 1 each of its three channels has a register,
//! and no path leads from the memory into the core or back within a cycle (DWF-63):
//!
//! * *Write*: the register takes a write of the scheduler when it is empty, and shows it with `write` from the next cycle on until
//!   `write_ready`.
//! * *Fetch*: the register takes a fetch of the scheduler when it is empty. It is shown with `fetch` until `fetch_ready`, but not in a cycle
//!   with `write` (DWF-64): the write may be that of the warp that is fetched.
//! * *Back*: the register takes a warp that is back when it is empty (`back_ready`), and shows it to the scheduler from the next cycle on
//!   until that accepts it.
//!
//! A register that is emptied in a cycle takes the next one in the cycle after: each channel takes a warp in every second cycle. Warps in
//! registers are in the spill queue and count in `spilled`; `fetching` counts fetches from the cycle on in which the register has them, and
//! warps until they have left the register.
//!
//! The offset of the spill queue is set before the first commit (DWF-65).
//!
//! # Progress
//!
//! As in the contract of the scheduler: the register of writes waits only for the memory, that of fetches also for the one of writes, and
//! that of warps that are back only for the scheduler, which accepts each of them eventually.
//!
//! # Reset
//!
//! The scheduler is in its reset state and the registers are empty.

use super::{DwfScheduler, dwf_scheduler};
use crate::terms::{Terms, Word, all, any, state};
use crate::{Config, ParamError, Path, Property, Signals, System, Timing, Unit, params, ports};

params! {
    /// Parameters of [`DwfSubsystem`]: those of the scheduler, and its own.
    pub struct Params of DwfSubsystem from config {
        /// the scheduler
        scheduler: unit(DwfScheduler) = DwfScheduler::params(config)?;
        /// cycles that a register between the scheduler and the memory takes
        spill_latency: u32(0 to 1) = config.dwf.spill_latency;
    }
}

impl Params {
    /// Threads of a warp.
    pub fn lanes(&self) -> usize {
        self.scheduler.lanes()
    }

    /// Width of a thread number; all ones mark an empty lane.
    pub fn tid_bits(&self) -> u32 {
        self.scheduler.tid_bits()
    }

    /// Width of a PC, in instruction words.
    pub fn pc_bits(&self) -> u32 {
        self.scheduler.pc_bits()
    }

    /// Whether registers are between the scheduler and the memory.
    pub fn registered(&self) -> bool {
        self.spill_latency > 0
    }
}

ports! {
    /// Ports into the subsystem.
    pub struct In(p: Params) {
        group "set-up";
        /// the address of the spill queue is set; only while nothing is spilled, with registers only before the first commit
        configure: bit;
        /// byte address of the spill queue in memory
        spill_offset: bits(p.scheduler().spill().address_bits());
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
        group "memory side: warps that are spilled, and come back";
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
    /// Ports out of the subsystem.
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
        issue_warp: bits(p.scheduler().pool().warp_bits()) when issue;
        /// PC of the warp, in words
        issue_pc: bits(p.pc_bits()) when issue;
        /// lanes of the warp that have a thread
        issue_lanes: bits(p.lanes() as u32) when issue;
        /// thread of each lane; all ones for none
        issue_tid: array(p.lanes(), p.tid_bits()) when issue;
        group "memory side: warps that are spilled, and come back";
        /// a spilled warp is to be written; held until write_ready
        write: bit;
        /// byte address to write to
        write_address: bits(p.scheduler().spill().address_bits()) when write;
        /// PC of the spilled warp, in words
        write_pc: bits(p.pc_bits()) when write;
        /// thread of each lane; all ones for none
        write_tid: array(p.lanes(), p.tid_bits()) when write;
        /// a spilled warp is to be fetched
        fetch: bit;
        /// byte address to fetch from
        fetch_address: bits(p.scheduler().spill().address_bits()) when fetch;
        /// the fetched warp is accepted
        back_ready: bit;
        group "status, for performance counters";
        /// free entries of the pool
        pool_free: bits(p.scheduler().allocator().count_bits());
        /// groups of warps that the group scheduler holds
        groups: bits(p.scheduler().groups().groups_bits());
        /// warps in the spill queue, with those in registers of the memory side
        spilled: bits(p.scheduler().spill().place_bits());
        /// spilled warps that are being fetched, with those in registers of the memory side
        fetching: bits(p.scheduler().spill().fetching_bits());
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

/// The contract of the subsystem.
#[derive(Clone, Copy, Debug)]
pub struct DwfSubsystem;

impl Unit for DwfSubsystem {
    const NAME: &'static str = "dwf_subsystem";
    const SUMMARY: &'static str = "dynamic warp formation as one module: the scheduler, with registers \
                                   between it and the memory of its spill queue";
    const SOURCE: &'static str = "fung2009, section 4";
    const SYSTEM: System = System::Dwf;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    fn timing(p: &Params) -> Timing {
        let of_scheduler = DwfScheduler::timing(&p.scheduler);
        if !p.registered() {
            return of_scheduler;
        }
        Timing {
            throughput: format!(
                "{}; a write, a fetch and a warp that is back each second cycle, a cycle later",
                of_scheduler.throughput
            ),
            ..of_scheduler
        }
    }

    fn combinational(p: &Params) -> Vec<Path> {
        let scheduler = &p.scheduler;
        if !p.registered() {
            return DwfScheduler::combinational(scheduler);
        }
        let path = |output, inputs| Path { output, inputs };
        if scheduler.pipelined() {
            return vec![path("commit_ready", &["commit"])];
        }
        const COMMIT: &[&str] = &["commit", "commit_lanes", "commit_pc", "issue_ready"];
        let by_issue = [
            "hold",
            "insert",
            "merges",
            "creations",
            "conflicts",
            "evictions",
            "forward",
        ];
        let mut paths = vec![path("commit_ready", COMMIT)];
        paths.extend(by_issue.map(|output| path(output, &["issue_ready"])));
        paths
    }

    /// As in the scheduler, for the paths that do not come from the memory.
    fn hidden(p: &Params) -> Vec<Path> {
        if !p.registered() {
            return DwfScheduler::hidden(&p.scheduler);
        }
        if p.scheduler.pipelined() {
            return Vec::new();
        }
        vec![Path {
            output: "hold",
            inputs: &["issue_ready"],
        }]
    }

    fn assumptions(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let (input, output) = scheduler(i, o);
        let mut assumptions = DwfScheduler::assumptions(&p.scheduler, &input, &output);
        if !p.registered() {
            return assumptions;
        }
        let replaced = ["configured_while_empty", "back_was_fetched"];
        assumptions.retain(|property| !replaced.contains(&property.label));
        let committed = state("committed", 1, |held| held | i.commit.word());
        let has_thread = i
            .back_tid
            .iter()
            .map(|tid| tid.ne(p.scheduler.spill().no_thread()));
        assumptions.extend([
            Property::new(
                "configured_before_commits",
                "the offset is set before the first commit",
                !i.configure | committed.none() & !i.commit,
            ),
            Property::new(
                "back_was_fetched",
                "what comes back was spilled, and the memory has accepted its fetch",
                !i.back | coming(p, i, o).any() & any(has_thread),
            ),
        ]);
        assumptions
    }

    fn guarantees(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let (input, output) = scheduler(i, o);
        let mut guarantees = DwfScheduler::guarantees(&p.scheduler, &input, &output);
        if p.registered() {
            guarantees.extend(of_registers(p, i, o));
        }
        guarantees
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let (input, output) = scheduler(i, o);
        let mut corners = DwfScheduler::corners(&p.scheduler, &input, &output);
        if p.registered() {
            corners.retain(|corner| !OF_BARE_MEMORY_SIDE.contains(&corner.label));
            corners.extend(corners_of_registers(p, i, o));
        }
        corners
    }
}

/// The corners of the scheduler that look at its memory side in the cycle in which something happens inside.
const OF_BARE_MEMORY_SIDE: &[&str] = &[
    "first_spill",
    "spill_during_fetch",
    "spill_waits_for_leave",
    "back_before_commit",
    "back_held",
    "back_merges",
    "back_enters_during_insert",
    "back_waits",
];

/// The number of fetches that the memory has accepted and whose warps have not left it.
fn coming(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Word {
    let width = p.scheduler.spill().fetching_bits();
    let minus_one = (1u64 << width) - 1;
    state("coming", width, |held| {
        let more = Word::from(1u64).masked(o.fetch & i.fetch_ready);
        let less = Word::from(minus_one).masked(i.back & o.back_ready);
        (held + more + less).part(0, width)
    })
}

/// What registers between scheduler and memory guarantee.
fn of_registers(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let guarantee = Property::given;
    let tids_stay = all(o.write_tid.iter().map(|tid| tid.stays()));
    vec![
        guarantee(
            "write_holds",
            "a write stays until it is accepted",
            (o.write & !i.write_ready).past(),
            o.write & o.write_address.stays() & o.write_pc.stays() & tids_stay,
        ),
        guarantee(
            "write_leaves_register_empty",
            "after a write was accepted, the register has none for a cycle",
            (o.write & i.write_ready).past(),
            !o.write,
        ),
        guarantee(
            "fetch_holds",
            "a fetch stays until it is accepted, but for a write that goes first",
            (o.fetch & !i.fetch_ready).past(),
            o.write | o.fetch & o.fetch_address.stays(),
        ),
        guarantee(
            "fetch_leaves_register_empty",
            "after a fetch was accepted, the register has none for a cycle",
            (o.fetch & i.fetch_ready).past(),
            !o.fetch,
        ),
        Property::new(
            "writes_go_first",
            "no fetch is shown beside a write",
            !(o.write & o.fetch),
        ),
        guarantee(
            "back_fills_register",
            "after a warp that is back was accepted, the register has no room for a cycle",
            (i.back & o.back_ready).past(),
            !o.back_ready,
        ),
        guarantee(
            "register_stays_empty",
            "while no warp is back, an empty register stays empty",
            (!i.back & o.back_ready).past(),
            o.back_ready,
        ),
        Property::new(
            "fetching_counts_registers",
            "all warps that come from the memory count as fetched",
            coming(p, i, o).le(o.fetching),
        ),
    ]
}

/// Situations of the registers between scheduler and memory.
fn corners_of_registers(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    let mut corners = vec![
        corner(
            "write_accepted_at_once",
            "the memory accepts a write in the first cycle",
            o.write & i.write_ready & !o.write.past(),
        ),
        corner(
            "write_follows_write",
            "a write fills the register as soon as it can",
            o.write & (o.write & i.write_ready).past().past(),
        ),
        corner(
            "fetch_stalled",
            "the memory is not ready for a fetch",
            o.fetch & !i.fetch_ready,
        ),
        corner(
            "fetch_behind_write",
            "a fetch that was shown waits behind a write",
            o.write & (o.fetch & !i.fetch_ready).past(),
        ),
        corner(
            "fetch_after_write",
            "a fetch is shown when a write has left",
            o.fetch & (o.write & i.write_ready).past(),
        ),
        corner(
            "back_waits_in_register",
            "a warp that is back waits in the register",
            !o.back_ready & (!o.back_ready).past(),
        ),
        corner(
            "write_beside_back",
            "a write and a warp that is back are in the registers",
            o.write & !o.back_ready,
        ),
    ];
    if p.scheduler.spill().fetches() > 1 {
        corners.extend([
            corner(
                "back_waits_for_register",
                "a warp that is back waits for the one before it",
                i.back & !o.back_ready,
            ),
            corner(
                "fetch_beside_back",
                "a fetch and a warp that is back are in the registers",
                o.fetch & !o.back_ready,
            ),
        ]);
    }
    corners
}

/// The ports of the scheduler with the signals of the subsystem.
fn scheduler(
    i: &In<Terms>,
    o: &Out<Terms>,
) -> (dwf_scheduler::In<Terms>, dwf_scheduler::Out<Terms>) {
    let input = dwf_scheduler::In {
        configure: i.configure,
        spill_offset: i.spill_offset,
        commit: i.commit,
        commit_lanes: i.commit_lanes,
        commit_tid: i.commit_tid.clone(),
        commit_pc: i.commit_pc.clone(),
        issue_ready: i.issue_ready,
        write_ready: i.write_ready,
        fetch_ready: i.fetch_ready,
        back: i.back,
        back_pc: i.back_pc,
        back_tid: i.back_tid.clone(),
    };
    let output = dwf_scheduler::Out {
        init_done: o.init_done,
        commit_ready: o.commit_ready,
        issue: o.issue,
        issue_warp: o.issue_warp,
        issue_pc: o.issue_pc,
        issue_lanes: o.issue_lanes,
        issue_tid: o.issue_tid.clone(),
        write: o.write,
        write_address: o.write_address,
        write_pc: o.write_pc,
        write_tid: o.write_tid.clone(),
        fetch: o.fetch,
        fetch_address: o.fetch_address,
        back_ready: o.back_ready,
        pool_free: o.pool_free,
        groups: o.groups,
        spilled: o.spilled,
        fetching: o.fetching,
        waiting: o.waiting,
        hold: o.hold,
        insert: o.insert,
        merges: o.merges,
        creations: o.creations,
        conflicts: o.conflicts,
        evictions: o.evictions,
        forward: o.forward,
    };
    (input, output)
}
