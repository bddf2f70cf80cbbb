//! `stackless_front_end`: the control unit of a core whose warps share one unified arbiter.
//!
//! collange2011, sections 4.1 to 4.3, figure 4a: the control unit keeps the common PC of every
//! warp and increments its private copy after instructions that neither split nor join threads.
//! After all other instructions the arbiter computes the common PC anew from the threads' own PCs. The same arbiter picks
//! the cache line of memory instructions.
//!
//! # Life of a warp
//!
//! *idle* → (`arbitrate`) → *waiting* → (PC result with a lane) → *fetchable* → (`fetch`) →
//! *busy* → (`advance`) → *fetchable* with PC + 1, or (`arbitrate`) → *waiting*. A busy warp may request
//! memory lines first (`access`, then `replay` while lanes are left over) and stays busy. A PC
//! result without a lane leaves the warp idle. `arbitrate` is legal in every state except
//! waiting: returning data, or a barrier that opens, can add threads to a fetchable warp.
//!
//! # Arbitration
//!
//! A request is one pulse; at most one request of a warp is open. Each cycle one open request is
//! granted: replays first, then the oldest request; among requests of the same cycle the lowest
//! warp first. In the cycle of the grant the environment presents the operands of the granted
//! warp; the answer follows `tree_latency` cycles later. A request can be granted in the cycle
//! after it at the earliest. A warp is *waiting* from the cycle after its request: through the cycle of the answer if it
//! requested a PC, through the cycle of the grant if it requested a line.
//!
//! # Latency
//!
//! With `grant_latency` 1 a request is chosen in one cycle, as above, and granted in the next, from registers: two cycles
//! after the request at the earliest. A request that is chosen is no longer open, but its warp still waits.
//! With `operand_latency` the environment presents the operands of a warp so many cycles after its grant, and the
//! answer comes `tree_latency` cycles after the operands. One grant a cycle is made in any case.
//!
//! # Lines
//!
//! Several lines of one warp can be in flight in the arbiter: the warp can request the next line (`replay`) while
//! earlier lines are not answered. The environment decides which lanes take part in which request.
//!
//! # Reset
//!
//! Every warp is idle, no request is open. PCs, masks and ages have no reset.

use super::unified_arbiter::UnifiedArbiter;
use crate::terms::Terms;
use crate::{
    Answer, Config, Param, ParamError, Parameters, Path, Property, Signals, System, Timing, Unit,
    params, ports,
};

params! {
    /// Parameters of [`StacklessFrontEnd`].
    pub struct Params of StacklessFrontEnd from config {
        /// warps of a core
        warps: usize(2 to 64) = config.core.warps;
        /// the shared arbiter
        arbiter: unit(UnifiedArbiter) = UnifiedArbiter::params(config)?;
        /// pipeline registers between the choice of a request and its grant
        grant_latency: u32(0 to 1) = config.stackless.grant_latency;
        /// cycles from the grant to the operands
        operand_latency: u32(0 to 3) = config.stackless.park_latency + config.stackless.table_latency;
    }
}

impl Params {
    /// Width of a warp number (derived).
    pub fn warp_bits(&self) -> u32 {
        self.warps.next_power_of_two().ilog2()
    }

    /// Cycles from a grant to its answer (derived).
    pub fn answer_latency(&self) -> u32 {
        self.operand_latency + self.arbiter.tree_latency()
    }
}

ports! {
    /// Ports into the front end.
    pub struct In(p: Params) {
        group "fetch";
        /// a warp is fetched in this cycle
        fetch: bit;
        /// the warp to fetch; it must be fetchable
        fetch_warp: bits(p.warp_bits());
        group "events, one bit per warp";
        /// the warp's instruction is done: same lanes, PC + 1
        advance: bits(p.warps as u32);
        /// the warp's threads split or joined: choose a new common PC
        arbitrate: bits(p.warps as u32);
        /// the warp's memory instruction requests its first line
        access: bits(p.warps as u32);
        /// the warp's memory instruction has lanes left over
        replay: bits(p.warps as u32);
        group "operands of the warp that is granted in this cycle";
        /// lanes that take part in the request
        lanes: bits(p.arbiter().lanes() as u32);
        /// address of each lane: a PC in words, or a byte address
        address: array(p.arbiter().lanes(), p.arbiter().operand_bits());
        /// nesting key of each lane
        key: array(p.arbiter().lanes(), p.arbiter().key_bits());
    }
}

ports! {
    /// Ports out of the front end.
    pub struct Out(p: Params) {
        group "state, one bit per warp";
        /// the warp has a common PC and may be fetched
        fetchable: bits(p.warps as u32);
        /// the warp is fetched, and not yet advanced or arbitrated
        busy: bits(p.warps as u32);
        /// the warp's line request is not granted, or its PC request is not answered
        waiting: bits(p.warps as u32);
        group "fetch";
        /// common PC of the fetched warp, in words
        fetch_pc: bits(p.arbiter().pc_bits()) when fetch;
        /// active lanes of the fetched warp
        fetch_lanes: bits(p.arbiter().lanes() as u32) when fetch;
        group "grant: the operands below are wanted now";
        /// a request is granted
        grant: bit;
        /// warp whose request is granted
        grant_warp: bits(p.warp_bits()) when grant;
        /// 0: a PC is requested, 1: a memory line
        grant_memory: bit when grant;
        group "result, tree_latency cycles after the grant";
        /// a request is answered
        result: bit;
        /// warp whose request is answered
        result_warp: bits(p.warp_bits()) when result;
        /// 0: the answer is a PC, 1: a memory line
        result_memory: bit when result;
        /// at least one lane took part
        result_any: bit when result;
        /// the common PC, or the chosen line number
        result_target: bits(p.arbiter().target_bits()) when result_any;
        /// lanes whose PC or line is the chosen one
        result_lanes: bits(p.arbiter().lanes() as u32) when result_any;
    }
}

/// The contract of the stack-less front end.
#[derive(Clone, Copy, Debug)]
pub struct StacklessFrontEnd;

impl Unit for StacklessFrontEnd {
    const NAME: &'static str = "stackless_front_end";
    const SUMMARY: &'static str = "common PCs of all warps, computed by one shared arbiter";
    const SOURCE: &'static str = "collange2011, sections 4.1 to 4.3, figure 4a";
    const SYSTEM: System = System::Stackless;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    /// The latencies that are 0 are left out, so that the names and heads of modules without them stay as they were.
    fn describe(p: &Params) -> Vec<Param> {
        let mut params = p.describe();
        params.retain(|param| match param.name {
            "grant_latency" | "operand_latency" => param.value > 0,
            _ => true,
        });
        params
    }

    fn timing(p: &Params) -> Timing {
        let cycles = |count: u32| match count {
            1 => "1 cycle".to_owned(),
            n => format!("{n} cycles"),
        };
        let answer = match p.answer_latency() {
            0 => "in the cycle of the grant".into(),
            n => format!("{} after the grant", cycles(n)),
        };
        let operands = match p.operand_latency {
            0 => String::new(),
            n => format!("the operands {} and ", cycles(n)),
        };
        let grant = cycles(1 + p.grant_latency);
        let latency = format!(
            "a grant {grant} after the request at the earliest, {operands}the answer {answer}"
        );
        Timing::new(latency, "one grant a cycle")
    }

    fn combinational(p: &Params) -> Vec<Path> {
        let mut paths = vec![
            Path {
                output: "fetch_pc",
                inputs: &["fetch_warp"],
            },
            Path {
                output: "fetch_lanes",
                inputs: &["fetch_warp"],
            },
        ];
        if p.arbiter.tree_latency() == 0 {
            const OPERANDS: &[&str] = &["lanes", "address", "key"];
            paths.extend([
                Path {
                    output: "result_any",
                    inputs: &["lanes"],
                },
                Path {
                    output: "result_target",
                    inputs: OPERANDS,
                },
                Path {
                    output: "result_lanes",
                    inputs: OPERANDS,
                },
            ]);
        }
        paths
    }

    /// SLR-9: the operands stay with the threads until the grant.
    fn answers(p: &Params) -> Vec<Answer> {
        if p.operand_latency > 0 {
            return Vec::new();
        }
        const GRANT: &[&str] = &["grant", "grant_warp", "grant_memory"];
        let operand = |input| Answer {
            input,
            outputs: GRANT,
        };
        ["lanes", "address", "key"].map(operand).into()
    }

    fn assumptions(_: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let assumption = Property::new;
        vec![
            assumption(
                "fetch_needs_fetchable",
                "only a fetchable warp is fetched",
                !i.fetch | o.fetchable.has(i.fetch_warp),
            ),
            assumption(
                "fetch_or_arbitrate",
                "a warp is not fetched and arbitrated in one cycle",
                !i.fetch | !i.arbitrate.has(i.fetch_warp),
            ),
            assumption("one_event_a_warp", "a warp has one event a cycle", {
                let once = i.advance ^ i.arbitrate ^ i.access ^ i.replay;
                once.eq(i.advance | i.arbitrate | i.access | i.replay)
                    & (i.advance & i.arbitrate & i.access).none()
                    & (i.advance & i.arbitrate & i.replay).none()
                    & (i.advance & i.access & i.replay).none()
                    & (i.arbitrate & i.access & i.replay).none()
            }),
            assumption(
                "no_event_while_waiting",
                "a waiting warp has no event",
                ((i.advance | i.arbitrate | i.access | i.replay) & o.waiting).none(),
            ),
            assumption(
                "events_need_busy",
                "only a busy warp advances or wants a line",
                ((i.advance | i.access | i.replay) & !o.busy).none(),
            ),
        ]
    }

    fn guarantees(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let fetched = i.fetch_warp.decode(p.warps as u32).masked(i.fetch).past();
        let asks = (i.arbitrate | i.access | i.replay).past();
        vec![
            Property::new(
                "fetchable_or_busy",
                "a warp is fetchable or busy, not both",
                (o.fetchable & o.busy).none(),
            ),
            Property::given(
                "waiting_is_not_fetchable",
                "a warp that waits is not fetchable",
                o.waiting.any(),
                (o.waiting & o.fetchable).none(),
            ),
            Property::given(
                "fetched_warp_is_busy",
                "the fetched warp is busy",
                fetched.any(),
                (fetched & !o.busy).none(),
            ),
            Property::given(
                "advanced_warp_is_fetchable",
                "a warp that advanced is fetchable",
                i.advance.past().any(),
                (i.advance.past() & !o.fetchable).none(),
            ),
            Property::given(
                "requester_waits",
                "a warp that asks waits",
                asks.any(),
                (asks & !o.waiting).none(),
            ),
            Property::given(
                "only_waiting_granted",
                "only a waiting warp is granted",
                o.grant,
                o.waiting.has(o.grant_warp),
            ),
            Property::given(
                "only_requesters_wait",
                "only warps that asked wait",
                o.waiting.any(),
                (o.waiting & !(o.waiting.past() | asks)).none(),
            ),
        ]
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let corner = Property::new;
        vec![
            corner(
                "two_requests",
                "two warps ask in one cycle",
                (i.arbitrate | i.access | i.replay).ones().gt(1),
            ),
            corner(
                "access_and_arbitration",
                "an access and an arbitration in one cycle",
                i.access.any() & i.arbitrate.any(),
            ),
            // A combinational arbiter answers in the cycle of the grant.
            corner(
                "request_during_answer",
                "a warp asks as a line of it is answered",
                (p.arbiter().tree_latency() == 0)
                    | o.result & o.result_memory & i.replay.has(o.result_warp),
            ),
            // With two warps, only one other warp exists.
            corner(
                "replay_among_waiting",
                "a replay comes while others wait",
                i.replay.any() & o.waiting.ones().ge((p.warps - 1).min(2)),
            ),
            corner(
                "all_waiting",
                "every warp waits",
                o.waiting.ones().eq(p.warps as u32),
            ),
            corner("none_waiting", "no warp waits", o.waiting.none()),
            corner(
                "all_fetchable",
                "every warp is fetchable",
                o.fetchable.ones().eq(p.warps as u32),
            ),
            corner(
                "fetchable_arbitrated",
                "a fetchable warp is arbitrated",
                (i.arbitrate & o.fetchable).any(),
            ),
            corner(
                "idle_arbitrated",
                "an idle warp is started",
                (i.arbitrate & !(o.fetchable | o.busy)).any(),
            ),
            corner(
                "two_advance",
                "two warps advance in one cycle",
                i.advance.ones().gt(1),
            ),
            corner(
                "last_warp_fetched",
                "the last warp is fetched",
                i.fetch & i.fetch_warp.eq(p.warps - 1),
            ),
            corner(
                "last_pc_fetched",
                "the last PC is fetched",
                i.fetch & o.fetch_pc.eq((1u64 << p.arbiter.pc_bits()) - 1),
            ),
            corner(
                "pc_without_lane",
                "a PC result without a lane",
                o.result & !o.result_memory & !o.result_any,
            ),
            corner(
                "line_without_lane",
                "a memory result without a lane",
                o.result & o.result_memory & !o.result_any,
            ),
            corner(
                "line_with_lanes_left",
                "a memory result with some lanes left over",
                o.result & o.result_memory & (o.result_lanes & !i.lanes).ne(i.lanes),
            ),
            corner(
                "fetch_during_result",
                "a warp is fetched while another is answered",
                i.fetch & o.result & o.result_warp.ne(i.fetch_warp),
            ),
            corner(
                "grant_during_result",
                "grants back to back with results",
                o.grant & o.result,
            ),
            corner(
                "grant_during_request",
                "a grant while another warp asks",
                o.grant
                    & ((i.arbitrate | i.access | i.replay) & !o.grant_warp.decode(p.warps as u32))
                        .any(),
            ),
        ]
    }
}
