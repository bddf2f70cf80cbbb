//! Operators have the same meaning in Verilog as in Rust: every combination of operands is simulated.

use crate::common::icarus::simulate;
use crate::common::{Size, unit};
use heddle_hdl::Design;

unit! {
    Operators = operators(p);
    in { a: bits(4); b: bits(4); }
    out {
        bitwise: bits(4); sum: bits(4); difference: bits(4); nested: bits(4); mixed: bits(4);
        compared: bits(6); reduced: bits(3); chosen: bits(4); wide: bits(12); shifted: bits(8);
        copies: bits(8); decoded: bits(16); row: bits(2); counted: bits(3); first: bits(2);
    }
    paths {
        bitwise <- [a, b]; sum <- [a, b]; difference <- [a, b]; nested <- [a, b]; mixed <- [a, b];
        compared <- [a, b]; reduced <- [a, b]; chosen <- [a, b]; wide <- [a, b]; shifted <- [a, b];
        copies <- [a, b]; decoded <- [a]; row <- [a, b]; counted <- [a, b]; first <- [a];
    }
    |m, i, o| {
        let (a, b) = (i.a, i.b);
        let both = (a & b).named("both");
        m.unused(both.bit(3));
        o.bitwise.set((a & !b) | (b ^ a));
        o.sum.set(a + b + 3);
        o.difference.set(a - (b - a) - 1);
        o.nested.set(!(a | b) & (a ^ (b & !a)) | !(a + b));
        o.mixed.set((a + b).lt(b).mux(a - b, (a & b).ge(a).mux(b, !a)));
        o.compared.set(m.cat([a.lt(b), a.le(b), a.gt(b), a.ge(b), a.eq(b), a.ne(b)]));
        o.reduced.set(m.cat([(a & b).any(), !a.all(), (a ^ b).parity()]));
        o.chosen.set(a.bit(0).mux(a.bit(1).mux(a, b), b.bit(0).mux(!a, a + b)));
        o.wide.set((a + b).zero_extend(6).cat(a.sign_extend(6)));
        o.shifted.set((a | b).shift_left(1).cat((a + b).shift_right(2)));
        o.copies.set(a.bit(3).repeat(3).cat(b.bit(1).repeat(2)).cat(both.truncate(3)));
        o.decoded.set(a.decode(16));
        let rows = m.array("rows", 4, 2);
        m.each("row", 4, |n| rows.set(n, m.cat([a.bit(n), b.bit(3 - n)])));
        o.row.set(rows.index(a.bits(1, 0)));
        let none = m.constant(0, 3);
        let count = m.fold("count", none, 4, |n, sum| sum + (a.bit(n) & b.bit(n)).zero_extend(3));
        o.counted.set(count);
        let zero = m.constant(0, 2);
        let first = m.fold("lowest", zero, 4, |n, first| {
            a.bit(3 - n).mux(m.number(3 - n, 2), first)
        });
        o.first.set(first);
    }
}

/// The expected outputs, in order of declaration.
fn expected(a: u64, b: u64) -> Vec<u64> {
    let m4 = |value: u64| value & 15;
    let bit = |value: u64, n: u32| value >> n & 1;
    let not = |value: u64| m4(!value);
    let sum = m4(a + b);
    let flag = u64::from;
    let compared = [a < b, a <= b, a > b, a >= b, a == b, a != b];
    let compared = compared.iter().fold(0, |bits, &one| bits << 1 | flag(one));
    let parity = u64::from((a ^ b).count_ones() % 2);
    let mixed = match (sum < b, (a & b) >= a) {
        (true, _) => m4(a.wrapping_sub(b)),
        (false, true) => b,
        (false, false) => not(a),
    };
    let chosen = match (bit(a, 0), bit(a, 1), bit(b, 0)) {
        (1, 1, _) => a,
        (1, _, _) => b,
        (_, _, 1) => not(a),
        _ => sum,
    };
    let sign = if bit(a, 3) == 1 { 0b110000 | a } else { a };
    let copies = (bit(a, 3) * 7) << 5 | (bit(b, 1) * 3) << 3 | (a & b & 7);
    let row = (a & 3) as u32;
    vec![
        (a & not(b)) | (a ^ b),
        m4(sum + 3),
        m4(a.wrapping_sub(b.wrapping_sub(a)).wrapping_sub(1)),
        not(a | b) & (a ^ (b & not(a))) | not(sum),
        mixed,
        compared,
        flag(a & b != 0) << 2 | flag(a != 15) << 1 | parity,
        chosen,
        sum << 6 | sign,
        m4((a | b) << 1) << 4 | sum >> 2,
        copies,
        1 << a,
        bit(a, row) << 1 | bit(b, 3 - row),
        (a & b).count_ones().into(),
        if a == 0 { 0 } else { a.trailing_zeros().into() },
    ]
}

#[test]
fn every_operator_agrees_with_rust() {
    let design = Design::of::<Operators>(&Size(4)).unwrap_or_else(|errors| panic!("{errors}"));
    let outputs: Vec<&str> = design.top().ports[4..]
        .iter()
        .map(|port| port.name.as_str())
        .collect();
    let widths = &design.top().ports[4..];
    let wires: String = widths
        .iter()
        .map(|p| format!("wire [{}:0] {};\n", p.width - 1, p.name))
        .collect();
    let connect: String = outputs
        .iter()
        .map(|name| format!(", .{name}({name})"))
        .collect();
    let bench = format!(
        "module bench;
        reg [3:0] a; reg [3:0] b; integer n;
        {wires}
        operators dut (.clk_i(1'b0), .rst_i(1'b0), .a_i(a), .b_i(b){connect});
        initial for (n = 0; n < 256; n = n + 1) begin
            a = n[7:4]; b = n[3:0]; #1;
            $display(\"{}\", {});
        end
        endmodule",
        vec!["%0d"; outputs.len()].join(" "),
        outputs.join(", ")
    );
    let found = simulate(&design, &bench);
    assert_eq!(found.lines().count(), 256);
    for (line, n) in found.lines().zip(0..) {
        let values: Vec<String> = expected(n >> 4, n & 15)
            .iter()
            .map(u64::to_string)
            .collect();
        assert_eq!(line, values.join(" "), "a = {}, b = {}", n >> 4, n & 15);
    }
}
