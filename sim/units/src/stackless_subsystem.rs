//! Golden `stackless_subsystem`: collange2011, section 4, figure 4a.

use super::ThreadPcTable;
use super::stackless_front_end::{Control, Events, Request, Want};
use super::thread_pc_table::Park;
use super::unified_arbiter::{Choice, Operands, UnifiedArbiter};
use heddle_contract::units::stackless_subsystem::{In, Out, Params, front_out};
use heddle_contract::{Golden, Values, Words, units};

/// The most lanes that a warp has.
const MAX_LANES: usize = 64;

/// A warp whose PCs are read, and its lanes that park.
#[derive(Clone, Copy, Debug, PartialEq, Words)]
struct Ask {
    warp: u64,
    park: Option<Park>,
}

/// A fetch, whose next PC is compared with the PCs of its warp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Words)]
struct Look {
    fetched: bool,
    warp: u64,
    next: u64,
    /// The lanes that are fetched.
    lanes: u64,
}

/// What the table found for a cycle's grant and fetch.
#[derive(Clone, Copy, Debug, PartialEq, Words)]
struct Found {
    /// PCs of the granted warp.
    pcs: [u64; MAX_LANES],
    /// Whether a warp was fetched.
    compared: bool,
    /// Lanes beside the fetched ones at the PC behind the fetched one.
    next_lanes: u64,
}

/// The front end with the PCs of the threads.
#[derive(Clone, Debug, PartialEq, Words)]
pub struct StacklessSubsystem {
    params: Params,
    control: Control,
    arbiter: UnifiedArbiter,
    table: ThreadPcTable,
    /// Warps that have started and have not been granted since, one bit each.
    fresh: u64,
    /// Warps that hold lanes, one bit each: the table's PCs of these lanes are stale.
    held: u64,
    /// With a register before the table: the warp that was granted a PC in the cycle before.
    asked: Option<Ask>,
    /// With a register before the table: the fetch of the cycle before.
    looked: Look,
    /// What the table found in the cycles before, the oldest first: one for each cycle of its latency.
    found: Vec<Found>,
}

impl StacklessSubsystem {
    /// The lanes that a warp holds that is granted a PC.
    fn holds(&self, warp: usize, input: &In<Values>) -> Option<Park> {
        let path = self.control.path(warp);
        let (lanes, pc) = match () {
            () if (self.fresh | input.start) >> warp & 1 == 1 => {
                (u64::MAX >> (64 - self.params.lanes()), input.start_pc)
            }
            () if self.held >> warp & 1 == 1 => (path.lanes, path.pc),
            () => return None,
        };
        let warp = warp as u64;
        Some(Park { warp, lanes, pc })
    }

    /// What a grant of this cycle asks of the table.
    fn granted(&self, input: &In<Values>) -> Option<Ask> {
        let Request { warp, .. } = self.pc_granted()?;
        Some(Ask {
            warp: warp as u64,
            park: self.holds(warp, input),
        })
    }

    /// What the table is asked in this cycle.
    fn ask(&self, input: &In<Values>) -> Option<Ask> {
        match self.params.park_latency() {
            0 => self.granted(input),
            _ => self.asked,
        }
    }

    fn pc_granted(&self) -> Option<Request> {
        let granted = self.control.granted_now();
        granted.filter(|request| request.want == Want::Pc)
    }

    /// What the table finds in this cycle.
    fn find(&self, input: &In<Values>) -> Found {
        let mut pcs = [0; MAX_LANES];
        if let Some(ask) = self.ask(input) {
            let pcs = &mut pcs[..self.params.lanes()];
            self.table.read(ask.warp, ask.park, pcs);
        }
        let look = match self.params.park_latency() {
            0 => self.fetched(input),
            _ => self.looked,
        };
        Found {
            pcs,
            compared: look.fetched,
            next_lanes: self.table.compare(look.warp, look.next) & !look.lanes,
        }
    }

    /// The fetch of this cycle.
    fn fetched(&self, input: &In<Values>) -> Look {
        let (pc, lanes) = self.control.fetched(input.fetch_warp);
        Look {
            fetched: input.fetch,
            warp: input.fetch_warp,
            next: (pc + 1) % (1 << self.params.pc_bits()),
            lanes,
        }
    }

    /// What belongs to the operands and to the comparison of this cycle.
    fn found(&self, input: &In<Values>) -> Found {
        let first = self.found.first();
        first.copied().unwrap_or_else(|| self.find(input))
    }

    /// The inputs of the arbiter: PCs of the table, or addresses of the core.
    fn operands<'a>(&self, input: &'a In<Values>, found: &'a Found) -> Operands<'a> {
        let presented = self.control.presented();
        let memory = presented.is_some_and(|request| request.want != Want::Pc);
        Operands {
            memory,
            lanes: presented.map_or(0, |_| input.lanes),
            address: match memory {
                true => &input.address,
                false => &found.pcs,
            },
            key: &input.key,
        }
    }

    fn choice(&self, input: &In<Values>, found: &Found) -> Choice {
        self.arbiter.answer(&self.operands(input, found))
    }

    /// Which lanes have PCs of their own after this cycle.
    fn hold(&mut self, input: &In<Values>, choice: Choice) {
        let parked = self.pc_granted().map_or(0, |request| 1 << request.warp);
        let branched = u64::from(input.branch) << input.branch_warp;
        let answered = self.control.answered();
        let started = answered.filter(|request| request.want == Want::Pc && choice.any);
        // The answer comes last: without latency it is in the cycle of its grant, and the warp holds its lanes from then on.
        self.held &= !(parked | branched);
        self.held |= started.map_or(0, |request| 1 << request.warp);
        self.fresh = (self.fresh | input.start) & !parked;
    }
}

impl Golden<units::StacklessSubsystem> for StacklessSubsystem {
    fn new(params: &Params) -> Self {
        let nothing = Found {
            pcs: [0; MAX_LANES],
            compared: false,
            next_lanes: 0,
        };
        Self {
            params: *params,
            control: Control::new(params.front_end()),
            arbiter: UnifiedArbiter::new(params.front_end().arbiter()),
            table: ThreadPcTable::new(&params.table()),
            fresh: 0,
            held: 0,
            asked: None,
            looked: Look::default(),
            found: vec![nothing; params.table_latency() as usize],
        }
    }

    fn out(&self, input: &In<Values>, output: &mut Out<Values>) {
        let found = self.found(input);
        let choice = self.choice(input, &found);
        let mut front = front_out(output);
        self.control.out(input.fetch_warp, choice, &mut front);
        output.fetchable = front.fetchable;
        output.busy = front.busy;
        output.waiting = front.waiting;
        output.fetch_pc = front.fetch_pc;
        output.fetch_lanes = front.fetch_lanes;
        output.grant = front.grant;
        output.grant_warp = front.grant_warp;
        output.grant_memory = front.grant_memory;
        output.result = front.result;
        output.result_warp = front.result_warp;
        output.result_memory = front.result_memory;
        output.result_any = front.result_any;
        output.result_target = front.result_target;
        output.result_lanes = front.result_lanes;
        // A warp that parks for the first time is known in the table from the next cycle on.
        let parking = self.asked.map_or(0, |ask| 1 << ask.warp);
        output.known = self.table.known() | self.fresh | parking;
        output.compared = found.compared;
        output.next_lanes = found.next_lanes;
    }

    fn clock(&mut self, input: &In<Values>) {
        let new = self.find(input);
        let found = self.found(input);
        let choice = self.choice(input, &found);
        let (ask, granted) = (self.ask(input), self.granted(input));
        self.looked = self.fetched(input);
        self.hold(input, choice);
        let operands = self.operands(input, &found);
        self.arbiter.step(&operands);
        let events = Events {
            fetch: input.fetch,
            fetch_warp: input.fetch_warp,
            advance: input.advance,
            arbitrate: input.arbitrate,
            access: input.access,
            replay: input.replay,
        };
        self.control.clock(events, choice);
        if let Some(park) = ask.and_then(|ask| ask.park) {
            self.table.park(park);
        }
        self.asked = granted.filter(|_| self.params.park_latency() > 0);
        if input.branch {
            self.table
                .branch(input.branch_warp, input.branch_lanes, &input.branch_pc);
        }
        if !self.found.is_empty() {
            self.found.remove(0);
            self.found.push(new);
        }
    }
}
