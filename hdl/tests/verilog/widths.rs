//! Widths are printed as names of parameters where the parameter is known.

use crate::common::{Size, assert_body, body, unit};

unit! {
    Stalls = stalls(p);
    in { stall: bit; target: bits(p.pc_bits()); asks: bits(p.warps() as u32); warp: bits(3); }
    out { pc: bits(p.pc_bits()); waits: bits(p.warps() as u32); }
    paths { }
    |m, i, o| {
        let pc = m.register("pc", p.pc_bits()).reset(0);
        pc.next(i.stall.mux(i.target, pc + 1));
        let waits = m.register("waits", p.0 as u32).reset(0);
        waits.next(waits | i.asks.masked(i.stall));
        let of_warp = i.warp.decode(p.0 as u32).named("of_warp");
        let others = m.register("others", p.0 as u32);
        others.next(i.asks & !of_warp);
        m.unused(*others);
        o.pc.set(pc);
        o.waits.set(waits);
    }
}

/// The width of `of_warp` gets its name from values that are combined with it, `waits` from both sides.
#[test]
fn equal_widths_are_told_apart() {
    assert_body::<Stalls>(
        8,
        "
        localparam PC_BITS = 8;   // bits of target_i
        localparam WARPS   = 8;   // bits of asks_i

        reg  [PC_BITS-1:0] pc_q;
        reg  [WARPS-1:0]   waits_q;
        wire [WARPS-1:0]   of_warp = 8'd1 << warp_i;
        reg  [WARPS-1:0]   others_q;

        always @(posedge clk_i) begin
            if (rst_i) begin
                pc_q    <= 8'd0;
                waits_q <= 8'd0;
            end else begin
                pc_q    <= stall_i ? target_i : pc_q + 8'd1;
                waits_q <= waits_q | (asks_i & {WARPS{stall_i}});
            end
            others_q <= asks_i & ~of_warp;
        end

        assign pc_o    = pc_q;
        assign waits_o = waits_q;

        wire unused = &{1'b0, others_q};
        ",
    );
}

#[test]
fn a_single_bit_has_no_name() {
    assert!(!body::<Stalls>(1).contains("localparam"));
}

unit! {
    Mixes = mixes(p);
    in { target: bits(p.pc_bits()); asks: bits(p.warps() as u32); }
    out { same: bit; }
    paths { }
    |m, i, o| {
        let mixed = m.register("mixed", p.0 as u32);
        mixed.next(i.target ^ i.asks);
        o.same.set(mixed.all());
    }
}

/// A width that belongs to two kinds has no name, and a name that is not used is not declared.
#[test]
fn two_names_are_none() {
    let body = body::<Mixes>(8);
    assert!(
        body.contains("reg [7:0] mixed_q;") && !body.contains("localparam"),
        "{body}"
    );
}

unit! {
    Keeps = keeps(p);
    in { write: bit; at: bits(2); pcs: array(4, p.pc_bits()); low: bits(2); }
    out { first: bits(p.pc_bits()); kept: array(4, p.pc_bits()); }
    paths { first <- [at]; }
    |m, i, o| {
        let store = m.memory("store", 4, p.pc_bits());
        store.write(i.at, i.write, i.pcs.at(0usize));
        o.first.set(store.read(i.at));
        let rows = m.registers("row", 4, p.pc_bits());
        m.each("row", 4, |n| {
            let row = rows.register(n);
            row.next_when(i.write, i.pcs.at(n));
            o.kept.at(n).set(*row);
        });
        let half = i.pcs.at(1usize).part(0u32, 2).named("half");
        m.unused(half ^ i.low);
    }
}

/// Names in memories, arrays, strides and selections; a part of a PC has none.
#[test]
fn arrays_have_the_names_of_their_elements() {
    let body = body::<Keeps>(8);
    for expected in [
        "reg [PC_BITS-1:0] store_q [0:3];",
        "reg [4*PC_BITS-1:0] row_q;",
        "row_q[i*PC_BITS +: PC_BITS] <= pcs_i[i*PC_BITS +: PC_BITS];",
        "wire [1:0] half = pcs_i[9:8];",
    ] {
        assert!(body.contains(expected), "{expected}:\n{body}");
    }
}

unit! {
    Holds = holds(p);
    in { target: bits(p.pc_bits()); asks: bits(p.warps() as u32); stall: bit; warp: bits(3); }
    out { pc: bits(p.pc_bits()); }
    paths { }
    |m, i, o| {
        let (input, output) = m.instance::<Stalls>("inner", &Size(4));
        input.stall.set(i.stall);
        input.target.set(i.target.part(0u32, 4));
        input.asks.set(i.asks.part(0u32, 4));
        input.warp.set(i.warp);
        m.unused(output.waits);
        m.unused(i.target.part(4u32, 4));
        m.unused(i.asks.part(4u32, 4));
        let pc = m.register("pc", p.pc_bits());
        pc.next(output.pc.zero_extend(8));
        o.pc.set(pc);
    }
}

/// The module's own width keeps the name.
#[test]
fn a_name_has_one_value() {
    let body = body::<Holds>(8);
    for expected in ["wire [3:0] inner_pc;", "reg [PC_BITS-1:0] pc_q;"] {
        assert!(body.contains(expected), "{expected}:\n{body}");
    }
    assert_eq!(body.matches("localparam").count(), 1, "{body}");
}
