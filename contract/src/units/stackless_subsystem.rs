//! `stackless_subsystem`: what a core needs for stack-less reconvergence, as one module.
//!
//! collange2011, section 4, figure 4a: the control unit with its arbiter (`stackless_front_end`) and the PCs of the threads with
//! their comparators (`thread_pc_table`), joined. Ports with the names of the front end mean what they mean there; this
//! contract says what the table adds. The core brings lanes, keys and memory addresses, reports branches and starts, and
//! needs to read no PC.
//!
//! # Start
//!
//! `start` says that the threads of a warp are new: when a PC is granted to the warp next, in this cycle at the earliest, all its
//! lanes are at `start_pc`, as it is in the cycle of that grant. (The warps of a launch begin at one PC.) The warp is not
//! fetchable and not busy, and it is arbitrated together with `start` or later. `known` are the warps that have started since
//! reset.
//!
//! # PCs
//!
//! A warp *holds* lanes whose own PCs are stale, because they follow the common PC: all lanes from its start on, and the lanes
//! of a PC result from the result on. When a PC is granted, they *park*: the table stores the common PC for them (after
//! a fetch: the PC behind the fetched one), and the warp holds none until the answer; where grant and answer share a
//! cycle, lanes park before those of the answer are held. `branch` gives each lane of `branch_lanes` its own next PC; a warp that
//! branches holds no lane any more, so `branch_lanes` are all lanes of its last fetch.
//!
//! The PCs of a granted warp are the operands of its request for a PC. For a line the core gives the addresses, for a PC the keys:
//! in the cycle of the operands, `operand_latency` cycles after the grant. With `park_latency` 1 the lanes park, and the PCs are
//! read, in the cycle after the grant; the other cycles are the latency of the table. `lanes` are those that take part. Lanes that
//! take no part keep their stored PCs.
//!
//! # Joins
//!
//! The table compares all lanes with the PC behind a fetched one. `compared` is high `operand_latency` cycles after a fetch (with
//! `park_latency` 1 the table is asked in the cycle after it), and `next_lanes` are the lanes that stand there, without those
//! that were fetched: if one of them can run, the warp joins it by going on, and has to be arbitrated instead of advanced.
//!
//! # Reset
//!
//! As in the front end. No warp holds lanes, and the PCs of a thread mean nothing until its warp has started.

use super::stackless_front_end::{self, StacklessFrontEnd};
use super::thread_pc_table;
use crate::terms::{Is, Terms};
use crate::{
    Answer, Config, Param, ParamError, Parameters, Path, Property, Signals, System, Timing, Unit,
    params, ports, require,
};

params! {
    /// Parameters of [`StacklessSubsystem`].
    pub struct Params of StacklessSubsystem from config {
        /// the front end
        front_end: unit(StacklessFrontEnd) = StacklessFrontEnd::params(config)?;
        /// pipeline registers between a grant, or a fetch, and the table of PCs
        park_latency: u32(0 to 1) = config.stackless.park_latency;
    }
    rules {
        /// the operands come when the table has given them
        table_within_operands;
    }
}

impl Params {
    fn table_within_operands(&self) -> Result<(), ParamError> {
        let operands = u64::from(self.front_end.operand_latency());
        let park = u64::from(self.park_latency);
        let range = park..=park + 2;
        require(StacklessSubsystem::NAME, "operand_latency", operands, range).map(drop)
    }

    /// Cycles of a read or a comparison in the table (derived).
    pub fn table_latency(&self) -> u32 {
        self.front_end.operand_latency() - self.park_latency
    }

    /// Warps of a core.
    pub fn warps(&self) -> usize {
        self.front_end.warps()
    }

    /// Threads of a warp.
    pub fn lanes(&self) -> usize {
        self.front_end.arbiter().lanes()
    }

    /// Width of a PC, in instruction words.
    pub fn pc_bits(&self) -> u32 {
        self.front_end.arbiter().pc_bits()
    }

    /// The table of thread PCs. Every front end has warps, lanes and PCs within the table's limits.
    pub fn table(&self) -> thread_pc_table::Params {
        let latency = self.table_latency();
        thread_pc_table::Params::new(self.warps(), self.lanes(), self.pc_bits(), latency)
            .expect("the limits of a front end are within those of the table")
    }
}

ports! {
    /// Ports into the subsystem.
    pub struct In(p: Params) {
        group "start";
        /// the warp's threads are new, one bit per warp: all of them are at start_pc
        start: bits(p.warps() as u32);
        /// PC at which threads start, in words
        start_pc: bits(p.pc_bits());
        group "fetch";
        /// a warp is fetched in this cycle
        fetch: bit;
        /// the warp to fetch; it must be fetchable
        fetch_warp: bits(p.front_end().warp_bits());
        group "branch: lanes of the last fetch go to PCs of their own";
        /// a warp branches
        branch: bit;
        /// the warp that branches
        branch_warp: bits(p.front_end().warp_bits());
        /// lanes that branch
        branch_lanes: bits(p.lanes() as u32);
        /// next PC of each lane that branches, in words
        branch_pc: array(p.lanes(), p.pc_bits());
        group "events, one bit per warp";
        /// the warp's instruction is done: same lanes, PC + 1
        advance: bits(p.warps() as u32);
        /// the warp's threads split or joined: choose a new common PC
        arbitrate: bits(p.warps() as u32);
        /// the warp's memory instruction requests its first line
        access: bits(p.warps() as u32);
        /// the warp's memory instruction has lanes left over
        replay: bits(p.warps() as u32);
        group "operands, operand_latency cycles after the grant";
        /// lanes that take part in the request
        lanes: bits(p.lanes() as u32);
        /// byte address of each lane, for a line
        address: array(p.lanes(), p.front_end().arbiter().address_bits());
        /// nesting key of each lane, for a PC
        key: array(p.lanes(), p.front_end().arbiter().key_bits());
    }
}

ports! {
    /// Ports out of the subsystem.
    pub struct Out(p: Params) {
        group "state, one bit per warp";
        /// the warp has a common PC and may be fetched
        fetchable: bits(p.warps() as u32);
        /// the warp is fetched, and not yet advanced or arbitrated
        busy: bits(p.warps() as u32);
        /// the warp's line request is not granted, or its PC request is not answered
        waiting: bits(p.warps() as u32);
        /// the warp has started since reset
        known: bits(p.warps() as u32);
        group "fetch";
        /// common PC of the fetched warp, in words
        fetch_pc: bits(p.pc_bits()) when fetch;
        /// active lanes of the fetched warp
        fetch_lanes: bits(p.lanes() as u32) when fetch;
        group "join, operand_latency cycles after the fetch";
        /// the PC behind a fetched one is compared
        compared: bit;
        /// lanes beside the fetched ones that stand at that PC
        next_lanes: bits(p.lanes() as u32) when compared;
        group "grant: operands follow";
        /// a request is granted
        grant: bit;
        /// warp whose request is granted
        grant_warp: bits(p.front_end().warp_bits()) when grant;
        /// 0: a PC is requested, 1: a memory line
        grant_memory: bit when grant;
        group "result, tree_latency cycles after the operands";
        /// a request is answered
        result: bit;
        /// warp whose request is answered
        result_warp: bits(p.front_end().warp_bits()) when result;
        /// 0: the answer is a PC, 1: a memory line
        result_memory: bit when result;
        /// at least one lane took part
        result_any: bit when result;
        /// the common PC, or the chosen line number
        result_target: bits(p.front_end().arbiter().target_bits()) when result_any;
        /// lanes whose PC or line is the chosen one
        result_lanes: bits(p.lanes() as u32) when result_any;
    }
}

/// The contract of the stack-less subsystem.
#[derive(Clone, Copy, Debug)]
pub struct StacklessSubsystem;

impl Unit for StacklessSubsystem {
    const NAME: &'static str = "stackless_subsystem";
    const SUMMARY: &'static str =
        "stack-less reconvergence of a core: common PCs, thread PCs, arbiter";
    const SOURCE: &'static str = "collange2011, section 4, figure 4a";
    const SYSTEM: System = System::Stackless;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    fn describe(p: &Params) -> Vec<Param> {
        let mut params = StacklessFrontEnd::describe(&p.front_end);
        let own = p.describe().into_iter();
        params.extend(own.filter(|param| param.name == "park_latency" && param.value > 0));
        params
    }

    fn timing(p: &Params) -> Timing {
        StacklessFrontEnd::timing(&p.front_end)
    }

    fn combinational(p: &Params) -> Vec<Path> {
        const FETCHED: &[&str] = &["fetch_warp"];
        let path = |output, inputs| Path { output, inputs };
        let mut paths = vec![path("fetch_pc", FETCHED), path("fetch_lanes", FETCHED)];
        let of_table = p.front_end.operand_latency() == 0;
        if of_table {
            paths.extend([path("compared", &["fetch"]), path("next_lanes", FETCHED)]);
        }
        if p.front_end.arbiter().tree_latency() == 0 {
            let operands: &[&str] = match of_table {
                true => &["lanes", "address", "key", "start", "start_pc"],
                false => &["lanes", "address", "key"],
            };
            paths.extend([
                path("result_any", &["lanes"]),
                path("result_target", operands),
                path("result_lanes", operands),
            ]);
        }
        paths
    }

    /// All lanes of a warp that has just started are at one PC, so all of them match, whichever it is.
    fn hidden(p: &Params) -> Vec<Path> {
        let paths = Self::combinational(p).into_iter();
        let lanes =
            paths.filter(|path| path.output == "result_lanes" && path.inputs.contains(&"start_pc"));
        let hidden = lanes.map(|path| Path {
            inputs: &["start_pc"],
            ..path
        });
        hidden.collect()
    }

    /// SLR-9: the operands stay with the threads until the grant.
    fn answers(p: &Params) -> Vec<Answer> {
        StacklessFrontEnd::answers(&p.front_end)
    }

    fn assumptions(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let assumption = Property::new;
        let mut all = StacklessFrontEnd::assumptions(&p.front_end, &front_in(i), &front_out(o));
        let fetched = i.fetch_warp.decode(p.warps() as u32).masked(i.fetch);
        all.extend([
            assumption(
                "start_needs_idle",
                "no warp starts that is fetchable or busy",
                (i.start & (o.fetchable | o.busy)).none(),
            ),
            assumption(
                "arbitrate_needs_start",
                "only a warp is arbitrated that has started",
                (i.arbitrate & !(o.known | i.start)).none(),
            ),
            assumption(
                "branch_needs_busy",
                "only a warp branches that is fetched or busy, and does not wait",
                !i.branch | (fetched | o.busy & !o.waiting).has(i.branch_warp),
            ),
        ]);
        all
    }

    fn guarantees(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let mut all = StacklessFrontEnd::guarantees(&p.front_end, &front_in(i), &front_out(o));
        let then = |is: Is| (0..p.front_end.operand_latency()).fold(is, |is, _| is.past());
        all.extend([
            Property::new(
                "started_is_known",
                "the warps that have started are known",
                o.known.eq(o.known.past() | i.start.past()),
            ),
            Property::new(
                "fetch_is_compared",
                "every fetch is compared, and nothing else",
                !(o.compared ^ then(i.fetch)),
            ),
        ]);
        all
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let corner = Property::new;
        let mut all = StacklessFrontEnd::corners(&p.front_end, &front_in(i), &front_out(o));
        all.extend([
            corner("warp_starts", "a warp starts", i.start.any()),
            corner(
                "start_with_arbitration",
                "a warp starts and is arbitrated",
                (i.start & i.arbitrate).any(),
            ),
            corner(
                "two_start",
                "two warps start in one cycle",
                i.start.ones().gt(1),
            ),
            corner(
                "branch_at_fetch",
                "a warp branches as it is fetched",
                i.branch & i.fetch & i.branch_warp.eq(i.fetch_warp),
            ),
            corner(
                "branch_during_grant",
                "a warp branches while another is granted a PC",
                i.branch & o.grant & !o.grant_memory & i.branch_warp.ne(o.grant_warp),
            ),
            corner(
                "join_ahead",
                "a lane stands at the PC behind a fetched one",
                o.compared & o.next_lanes.any(),
            ),
            corner(
                "no_join_ahead",
                "no lane stands at the PC behind a fetched one",
                o.compared & o.next_lanes.none(),
            ),
        ]);
        all
    }
}

/// The ports of the front end among those of the subsystem. Its addresses, which are those of the table for a PC, are in
/// no property.
pub fn front_in<S: Signals>(i: &In<S>) -> stackless_front_end::In<S> {
    stackless_front_end::In {
        fetch: i.fetch.clone(),
        fetch_warp: i.fetch_warp.clone(),
        advance: i.advance.clone(),
        arbitrate: i.arbitrate.clone(),
        access: i.access.clone(),
        replay: i.replay.clone(),
        lanes: i.lanes.clone(),
        address: i.address.clone(),
        key: i.key.clone(),
    }
}

/// The ports of the front end among those of the subsystem.
pub fn front_out<S: Signals>(o: &Out<S>) -> stackless_front_end::Out<S> {
    stackless_front_end::Out {
        fetchable: o.fetchable.clone(),
        busy: o.busy.clone(),
        waiting: o.waiting.clone(),
        fetch_pc: o.fetch_pc.clone(),
        fetch_lanes: o.fetch_lanes.clone(),
        grant: o.grant.clone(),
        grant_warp: o.grant_warp.clone(),
        grant_memory: o.grant_memory.clone(),
        result: o.result.clone(),
        result_warp: o.result_warp.clone(),
        result_memory: o.result_memory.clone(),
        result_any: o.result_any.clone(),
        result_target: o.result_target.clone(),
        result_lanes: o.result_lanes.clone(),
    }
}
