//! RTL of `stackless_front_end`: open requests with an age matrix, one arbiter, and the table of common
//! PCs.
//!
//! Where collange2011 is silent:
//!
//! * SLR-7: the PC is incremented when it is *fetched*: one incrementer serves all warps, and any number
//!   of warps can advance in one cycle. The difference is not visible, because only a fetchable warp is
//!   fetched, and a warp becomes fetchable again by advancing or by a new PC.
//! * The order of requests is an age matrix with a row of older warps for each warp: exact for any number of requests in a
//!   cycle, without counters that could wrap. SLR-18: only half of the matrix is kept: for each pair of warps the row of the
//!   higher warp says which is older. In the row of a warp, the bits from its own number up are 0, and synthesis removes them.
//!   Rows are combined as whole words, because gathering a column bit by bit simulates slowly.

mod registered;

use crate::blocks::encode;
use crate::{Drives, Expr, Hardware, Index, Memory, ModuleBuilder, Reads, Wire};
use heddle_contract::units::stackless_front_end::{In, Out, Params};
use heddle_contract::units::{StacklessFrontEnd, UnifiedArbiter};

/// Open requests, one bit per warp.
#[derive(Clone, Copy)]
struct Requests<'m> {
    /// A request comes in this cycle.
    ask: Expr<'m>,
    /// A request came earlier and is not granted yet.
    pending: Expr<'m>,
    /// The request is for a line, not a PC.
    memory: Expr<'m>,
    /// The request is a replay.
    replay: Expr<'m>,
}

/// The warp whose request is granted or answered.
#[derive(Clone, Copy)]
pub(super) struct Tag<'m> {
    /// Whether there is such a warp.
    pub busy: Expr<'m>,
    pub warp: Expr<'m>,
    pub memory: Expr<'m>,
}

/// A fetch of a warp at its common PC.
#[derive(Clone, Copy)]
pub(super) struct Fetch<'m> {
    /// Whether a warp is fetched.
    pub fetch: Expr<'m>,
    pub warp: Expr<'m>,
    pub pc: Expr<'m>,
}

impl<'m> Fetch<'m> {
    /// The same, a cycle later.
    pub fn registered(self, m: &'m ModuleBuilder) -> Self {
        let later = |name: &str, value: Expr<'m>| m.register(name, value.width()).next(value);
        Self {
            fetch: m.register("fetch", 1).reset(0).next(self.fetch),
            warp: later("fetch_warp", self.warp),
            pc: later("fetch_pc", self.pc),
        }
    }
}

/// What else a module can use of a front end that is built into it.
pub(super) struct Inside<'m> {
    /// The request that is granted.
    pub grant: Tag<'m>,
    /// One bit per warp: its request is granted.
    pub granted: Expr<'m>,
    /// The granted request whose operands come in this cycle.
    pub presented: Tag<'m>,
    /// Common PCs, by warp.
    pub pc: Memory<'m>,
    /// Lanes that hold the common PC, by warp.
    pub lanes: Memory<'m>,
    /// The fetch of this cycle.
    pub fetch: Fetch<'m>,
    /// The fetch of the cycle before, where a PC is incremented after its fetch.
    pub fetched_before: Option<Fetch<'m>>,
    /// The answer of this cycle is a common PC.
    pub start_en: Expr<'m>,
    /// One bit per warp: its request for a PC is answered.
    pub answered: Expr<'m>,
}

/// The effect of an answer on the warps.
#[derive(Clone, Copy)]
struct Answer<'m> {
    warp: Expr<'m>,
    /// The warp gets a new common PC.
    start_en: Expr<'m>,
    target: Expr<'m>,
    lanes: Expr<'m>,
    /// One bit per warp: its request for a PC is answered.
    answered: Expr<'m>,
}

impl Hardware for StacklessFrontEnd {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        front_end(m, p, &input, &output);
    }
}

/// The front end within a module.
pub(super) fn front_end<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    output: &Out<Drives<'m>>,
) -> Inside<'m> {
    m.section("Requests: pending until they are granted.");
    let chosen = match p.grant_latency() {
        0 => "granted",
        _ => "chosen",
    };
    let chosen = m.wire(chosen, warps(p));
    let requests = requests(m, p, input, *chosen);
    let (grant, granted) = match p.grant_latency() {
        0 => {
            choose(m, p, requests, chosen);
            (grant(m, requests, *chosen), *chosen)
        }
        _ => registered::grant(m, p, requests, chosen),
    };
    output.grant.set(grant.busy);
    output.grant_warp.set(grant.warp);
    output.grant_memory.set(grant.memory);
    let presented = presented(m, p, grant);
    let answer = arbitrate(m, p, input, presented, output);
    let line_granted = line_granted(p, requests, granted, grant);
    states(m, p, input, requests, line_granted, answer, output);
    let Paths {
        pc,
        lanes,
        fetch,
        fetched_before,
    } = common_pcs(m, p, input, answer, output);
    Inside {
        grant,
        granted,
        presented,
        pc,
        lanes,
        fetch,
        fetched_before,
        start_en: answer.start_en,
        answered: answer.answered,
    }
}

fn warps(p: &Params) -> u32 {
    p.warps() as u32
}

fn requests<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    chosen: Expr<'m>,
) -> Requests<'m> {
    let ask = (input.arbitrate | input.access | input.replay).named("ask");
    let pending = m.register("pending", warps(p)).reset(0);
    let memory = m.register("memory", warps(p));
    let replay = m.register("replay", warps(p));
    Requests {
        ask,
        pending: pending.next((pending & !chosen) | ask),
        memory: memory.next((memory & !ask) | input.access | input.replay),
        replay: replay.next((replay & !ask) | input.replay),
    }
}

/// Grants the oldest replay, or the oldest request if there is no replay.
fn choose<'m>(m: &'m ModuleBuilder, p: &Params, requests: Requests<'m>, granted: Wire<'m>) {
    let Requests {
        ask,
        pending,
        replay,
        ..
    } = requests;
    m.section(
        "Grant: replays first, then the oldest request. older_q: lower warps whose request is older; \
         in one cycle the lower warp counts as older. behind: warps whose request is younger than \
         that of a higher candidate.",
    );
    let older = m.registers("older", p.warps(), warps(p));
    let below = |n: Index| !m.ones(warps(p)).shift_left(n);
    let replay_warps = (pending & replay).named("replay_warps");
    let candidates = replay_warps
        .any()
        .mux(replay_warps, pending)
        .named("candidates");
    let none = m.constant(0, warps(p));
    let behind = m.fold("behind", none, p.warps(), |n, found| {
        let younger = !older.at(n) & below(n);
        candidates.bit(n).mux(found | younger, found)
    });
    m.each("warp", p.warps(), |i| {
        let row = older.at(i).named("row");
        older
            .register(i)
            .next(ask.bit(i).mux(m.ones(warps(p)), row & !ask) & below(i));
        let waits = (candidates & row).any() | behind.bit(i);
        granted.set_bit(i, candidates.bit(i) & !waits);
    });
}

fn grant<'m>(m: &'m ModuleBuilder, requests: Requests<'m>, granted: Expr<'m>) -> Tag<'m> {
    let warp = encode(m, "grant_warp", granted);
    Tag {
        busy: requests.pending.any().named("grant"),
        warp,
        memory: (granted & requests.memory).any().named("grant_memory"),
    }
}

/// The granted request whose operands come in this cycle.
fn presented<'m>(m: &'m ModuleBuilder, p: &Params, grant: Tag<'m>) -> Tag<'m> {
    if p.operand_latency() > 0 {
        m.section("Tags of granted requests whose operands are to come.");
    }
    follow(m, p, "operand", p.operand_latency(), grant)
}

/// Warps that are granted a line in this cycle: they wait no longer.
fn line_granted<'m>(
    p: &Params,
    requests: Requests<'m>,
    granted: Expr<'m>,
    grant: Tag<'m>,
) -> Expr<'m> {
    match p.grant_latency() {
        0 => granted & requests.memory,
        _ => granted.masked(grant.memory),
    }
}

fn arbitrate<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    grant: Tag<'m>,
    output: &Out<Drives<'m>>,
) -> Answer<'m> {
    m.section("The arbiter. Lanes take part only if a request is granted.");
    let (operands, arbiter) = m.instance::<UnifiedArbiter>("arbiter", p.arbiter());
    operands.memory.set(grant.memory);
    operands.lanes.set(input.lanes.masked(grant.busy));
    operands.address.set(input.address);
    operands.key.set(input.key);
    if p.arbiter().tree_latency() > 0 {
        m.section("Tags of the requests in flight in the arbiter.");
    }
    let tag = follow(m, p, "tag", p.arbiter().tree_latency(), grant);
    m.section("The answer.");
    output.result.set(tag.busy);
    output.result_warp.set(tag.warp);
    output.result_memory.set(tag.memory);
    output.result_any.set(arbiter.any);
    output.result_target.set(arbiter.target);
    output.result_lanes.set(arbiter.match_lanes);
    Answer {
        warp: tag.warp,
        start_en: (arbiter.any & !tag.memory).named("start_en"),
        target: arbiter.target,
        lanes: arbiter.match_lanes,
        answered: tag
            .warp
            .decode(warps(p))
            .masked(tag.busy & !tag.memory)
            .named("answered"),
    }
}

/// The tag delayed by a latency.
fn follow<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    name: &str,
    latency: u32,
    mut tag: Tag<'m>,
) -> Tag<'m> {
    for stage in 1..=latency {
        let busy = m.register(format!("{name}{stage}_busy"), 1).reset(0);
        let warp = m.register(format!("{name}{stage}_warp"), p.warp_bits());
        let memory = m.register(format!("{name}{stage}_memory"), 1);
        tag = Tag {
            busy: busy.next(tag.busy),
            warp: warp.next(tag.warp),
            memory: memory.next(tag.memory),
        };
    }
    tag
}

fn states<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    requests: Requests<'m>,
    line_granted: Expr<'m>,
    answer: Answer<'m>,
    output: &Out<Drives<'m>>,
) {
    m.section("States of the warps.");
    let fetchable = m.register("fetchable", warps(p)).reset(0);
    let busy = m.register("busy", warps(p)).reset(0);
    let fetched = input
        .fetch_warp
        .decode(warps(p))
        .masked(input.fetch)
        .named("fetched");
    let started = answer.answered.masked(answer.start_en);
    let still_fetchable = fetchable & !(fetched | input.arbitrate);
    let busy_until = input.advance | input.arbitrate;
    fetchable.next(still_fetchable | input.advance | started);
    busy.next((busy | fetched) & !busy_until);
    let waiting = waiting(m, p, requests, line_granted, answer);
    output.fetchable.set(fetchable);
    output.busy.set(busy);
    output.waiting.set(waiting);
}

/// Warps whose request is pending, or whose PC request is in the arbiter.
fn waiting<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    requests: Requests<'m>,
    line_granted: Expr<'m>,
    answer: Answer<'m>,
) -> Expr<'m> {
    if p.grant_latency() + p.answer_latency() == 0 {
        return requests.pending;
    }
    let waiting = m.register("waiting", warps(p)).reset(0);
    let line_granted = line_granted.named("line_granted");
    waiting.next((waiting & !(answer.answered | line_granted)) | requests.ask)
}

/// Common PCs and active lanes by warp, and their fetch.
struct Paths<'m> {
    pc: Memory<'m>,
    lanes: Memory<'m>,
    fetch: Fetch<'m>,
    fetched_before: Option<Fetch<'m>>,
}

fn common_pcs<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    answer: Answer<'m>,
    output: &Out<Drives<'m>>,
) -> Paths<'m> {
    m.section(match p.grant_latency() {
        0 => "Common PCs and active lanes. A PC is incremented when it is fetched.",
        _ => "Common PCs and active lanes. A PC is incremented in the cycle after its fetch.",
    });
    let pc = m.memory("pc", p.warps(), p.arbiter().pc_bits());
    let lanes = m.memory("lanes", p.warps(), p.arbiter().lanes() as u32);
    let fetch = Fetch {
        fetch: input.fetch,
        warp: input.fetch_warp,
        pc: pc.read(input.fetch_warp).named("fetch_pc"),
    };
    // SLR-26: no port shows that it is a cycle later, because a warp is fetched or granted again two cycles after its fetch at
    // the earliest.
    let fetched_before = (p.grant_latency() > 0).then(|| fetch.registered(m));
    let fetched = fetched_before.unwrap_or(fetch);
    pc.write(fetched.warp, fetched.fetch, fetched.pc + 1);
    pc.write(
        answer.warp,
        answer.start_en,
        answer.target.truncate(p.arbiter().pc_bits()),
    );
    lanes.write(answer.warp, answer.start_en, answer.lanes);
    output.fetch_pc.set(fetch.pc);
    output.fetch_lanes.set(lanes.read(input.fetch_warp));
    Paths {
        pc,
        lanes,
        fetch,
        fetched_before,
    }
}
