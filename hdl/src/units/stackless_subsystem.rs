//! RTL of `stackless_subsystem`: the front end built into the module, beside the table of thread PCs.
//!
//! The front end is not an instance, because its common PCs and lanes are read here too: by the warp that is granted, whose
//! held lanes park (SLR-27).

use super::stackless_front_end::{Inside, front_end};
use crate::{Array, Drives, Elements, Expr, Hardware, ModuleBuilder, Reads};
use heddle_contract::units::stackless_subsystem::{In, Out, Params, front_in, front_out};
use heddle_contract::units::{
    StacklessSubsystem, ThreadPcTable, stackless_front_end, thread_pc_table,
};

/// The ports at the table.
struct Table<'m> {
    input: thread_pc_table::In<Drives<'m>>,
    output: thread_pc_table::Out<Reads<'m>>,
}

impl Hardware for StacklessSubsystem {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        let arbiter = p.front_end().arbiter();
        let operand = m.array("operand", p.lanes(), arbiter.operand_bits());
        let front = stackless_front_end::In {
            address: *operand,
            ..front_in(&input)
        };
        let inside = front_end(m, p.front_end(), &front, &front_out(&output));
        let (table_in, table_out) = m.instance::<ThreadPcTable>("table", &p.table());
        let table = Table {
            input: table_in,
            output: table_out,
        };
        park(m, p, &input, &inside, &table, &output);
        branch(&input, &table);
        operands(m, p, &input, &inside, &table, operand);
        compare(m, p, &input, &inside, &table, &output);
    }
}

/// The held lanes of a warp park when it is granted a PC.
fn park<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    inside: &Inside<'m>,
    table: &Table<'m>,
    output: &Out<Drives<'m>>,
) {
    m.section(
        "Warps that have started and are not granted yet, and warps that hold lanes: the stored PCs of \
         these lanes are stale.",
    );
    let warps = p.warps() as u32;
    let grant = inside.grant;
    let pc_granted = (grant.busy & !grant.memory).named("pc_granted");
    let granted = inside.granted;
    let parked = granted.masked(!grant.memory).named("parked");
    let branched = input
        .branch_warp
        .decode(warps)
        .masked(input.branch)
        .named("branched");
    let fresh = m.register("fresh", warps).reset(0);
    let starting = (fresh | input.start).named("starting");
    let fresh = fresh.next(starting & !parked);
    let held = m.register("held", warps).reset(0);
    let started = inside.answered.masked(inside.start_en);
    let gone = branched | parked;
    let held = held.next(match p.front_end().answer_latency() {
        // A warp parks and is answered in one cycle: it holds the lanes of the answer.
        0 => held & !gone | started,
        _ => (held | started) & !gone,
    });
    m.section("A warp that is granted a PC parks the lanes that it holds, and reads its PCs.");
    let is_fresh = (starting & granted).any().named("is_fresh");
    let is_held = (held & granted).any().named("is_held");
    let lanes = inside.lanes.read(grant.warp);
    let pc = inside.pc.read(grant.warp);
    let ones = m.ones(p.lanes() as u32);
    let ask = Ask {
        read: pc_granted,
        warp: grant.warp,
        park: pc_granted & (is_fresh | is_held),
        lanes: is_fresh.mux(ones, lanes),
        pc: is_fresh.mux(input.start_pc, pc),
    };
    let known = table.output.known | fresh;
    let (ask, known) = match p.park_latency() {
        0 => (ask, known),
        _ => {
            let ask = ask.registered(m);
            (ask, known | ask.warp.decode(warps).masked(ask.read))
        }
    };
    let at = &table.input;
    at.park.set(ask.park);
    at.park_warp.set(ask.warp);
    at.park_lanes.set(ask.lanes);
    at.park_pc.set(ask.pc);
    at.read.set(ask.read);
    at.read_warp.set(ask.warp);
    output.known.set(known);
}

/// What the table is asked for a warp that is granted a PC.
#[derive(Clone, Copy)]
struct Ask<'m> {
    read: Expr<'m>,
    warp: Expr<'m>,
    park: Expr<'m>,
    lanes: Expr<'m>,
    pc: Expr<'m>,
}

impl<'m> Ask<'m> {
    /// The same, a cycle later.
    fn registered(self, m: &'m ModuleBuilder) -> Self {
        m.section(
            "The same, a cycle after the grant: a warp that parks for the first time is known.",
        );
        let later = |name: &str, value: Expr<'m>| m.register(name, value.width()).next(value);
        Self {
            read: m.register("read", 1).reset(0).next(self.read),
            park: m.register("park", 1).reset(0).next(self.park),
            warp: later("park_warp", self.warp),
            lanes: later("park_lanes", self.lanes),
            pc: later("park_pc", self.pc),
        }
    }
}

fn branch<'m>(input: &In<Reads<'m>>, table: &Table<'m>) {
    let at = &table.input;
    at.branch.set(input.branch);
    at.branch_warp.set(input.branch_warp);
    at.branch_lanes.set(input.branch_lanes);
    at.branch_pc.set(input.branch_pc);
}

/// The operands of the arbiter: PCs of the table, or addresses of the core.
fn operands<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    inside: &Inside<'m>,
    table: &Table<'m>,
    operand: Array<'m>,
) {
    m.section("Operands: a PC of the table, or an address of the core.");
    let width = p.front_end().arbiter().operand_bits();
    let pcs: Elements<'m> = table.output.read_pc;
    m.each("operand", p.lanes(), |i| {
        let address = input.address.at(i).zero_extend(width);
        let pc = pcs.at(i).zero_extend(width);
        operand.set(i, inside.presented.memory.mux(address, pc));
    });
    m.unused(table.output.read_done);
}

/// The lanes at the PC behind a fetched one.
fn compare<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    inside: &Inside<'m>,
    table: &Table<'m>,
    output: &Out<Drives<'m>>,
) {
    m.section("Lanes beside the fetched ones that stand at the PC behind the fetched one.");
    // The number of the warp reaches the memories of all lanes from a register of its own.
    let look = match p.park_latency() {
        0 => inside.fetch,
        _ => inside
            .fetched_before
            .unwrap_or_else(|| inside.fetch.registered(m)),
    };
    let at = &table.input;
    at.compare.set(look.fetch);
    at.compare_warp.set(look.warp);
    at.compare_pc.set((look.pc + 1).named("next_pc"));
    let fetched = inside.lanes.read(input.fetch_warp);
    let fetched = (1..=p.front_end().operand_latency()).fold(fetched, |lanes: Expr<'m>, stage| {
        let name = format!("fetched_lanes{stage}");
        m.register(name, p.lanes() as u32).next(lanes)
    });
    output.compared.set(table.output.compare_done);
    output.next_lanes.set(table.output.compare_lanes & !fetched);
}
