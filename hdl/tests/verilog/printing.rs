//! Small modules are printed as one would write them by hand.

use crate::common::{assert_body, unit};
use heddle_hdl::Design;

unit! {
    Counter = counter(p);
    in { enable: bit; load: bit; value: bits(p.0 as u32); }
    out { count: bits(p.0 as u32); wraps: bit; }
    paths { wraps <- [enable]; }
    |m, i, o| {
        m.section("Counts when enabled; loading goes first.");
        let count = m.register("count", p.0 as u32).reset(0);
        count.next_when(i.enable | i.load, i.load.mux(i.value, count + 1));
        o.count.set(count);
        o.wraps.set(i.enable & count.all());
    }
}

#[test]
fn a_counter() {
    assert_body::<Counter>(
        8,
        "
        // Counts when enabled; loading goes first.
        reg [7:0] count_q;

        always @(posedge clk_i) begin
            if (rst_i) begin
                count_q <= 8'd0;
            end else if (enable_i | load_i) begin
                count_q <= load_i ? value_i : count_q + 8'd1;
            end
        end

        assign count_o = count_q;
        assign wraps_o = enable_i & (&count_q);
        ",
    );
}

unit! {
    Priority = priority(p);
    in { request: bits(p.0 as u32); }
    out { first: bits(3); many: bits(4); }
    paths { first <- [request]; many <- [request]; }
    |m, i, o| {
        let zero = m.constant(0, 3);
        let first = m.fold("first", zero, p.0, |n, first| {
            let lane = p.0 - 1 - n;
            i.request.bit(lane).mux(m.number(lane, 3), first)
        });
        let none = m.constant(0, 4);
        let many = m.fold("many", none, p.0, |n, many| {
            many + i.request.bit(n).zero_extend(4)
        });
        o.first.set(first);
        o.many.set(many);
    }
}

#[test]
fn folds_for_priority_and_counting() {
    assert_body::<Priority>(
        8,
        "
        reg [2:0] first;

        always @* begin : fold_first
            integer n;
            first = 3'd0;
            for (n = 0; n < 8; n = n + 1) begin
                if (request_i[7-n]) begin
                    first = 3'd7 - n[2:0];
                end
            end
        end

        reg [3:0] many;

        always @* begin : fold_many
            integer n;
            many = 4'd0;
            for (n = 0; n < 8; n = n + 1) begin
                many = many + {3'd0, request_i[n]};
            end
        end

        assign first_o = first;
        assign many_o  = many;

        wire unused = &{1'b0, clk_i, rst_i};
        ",
    );
}

unit! {
    Matrix = matrix(p);
    in { row: bits(p.0 as u32); column: bits(p.0 as u32); }
    out { corner: bits(p.0 as u32); }
    paths { }
    |m, i, o| {
        m.section("pair[i][j]: row i and column j met before.");
        let pair = m.array("pair", p.0, p.0 as u32);
        m.each("row", p.0, |row| {
            m.each("column", p.0, |column| {
                let met = m.register("met", 1).reset(0);
                pair.place(row).bit(column).set(met);
                met.next(met | (i.row.bit(row) & i.column.bit(column)));
            });
            o.corner.bit(row).set(pair.at(row).any());
        });
    }
}

#[test]
fn loops_in_loops() {
    assert_body::<Matrix>(
        4,
        "
        // pair[i][j]: row i and column j met before.
        wire [3:0] pair [0:3];

        genvar i;
        genvar j;
        generate
            for (i = 0; i < 4; i = i + 1) begin : g_row
                for (j = 0; j < 4; j = j + 1) begin : g_column
                    reg met_q;
                    assign pair[i][j] = met_q;
                    always @(posedge clk_i) begin
                        if (rst_i) begin
                            met_q <= 1'b0;
                        end else begin
                            met_q <= met_q | (row_i[i] & column_i[j]);
                        end
                    end
                end
                assign corner_o[i] = |pair[i];
            end
        endgenerate
        ",
    );
}

unit! {
    Triangle = triangle(p);
    in { ask: bits(p.0 as u32); }
    out { older: array(p.0, p.0 as u32); }
    paths { }
    |m, i, o| {
        m.each("warp", p.0, |a| {
            m.each("lower", a, |b| {
                let first = m.register("first", 1);
                first.next(i.ask.bit(a) | (first & !i.ask.bit(b)));
                o.older.at(a).bit(b).set(first);
                o.older.at(b).bit(a).set(!first);
            });
            o.older.at(a).bit(a).set(0);
        });
    }
}

#[test]
fn a_loop_that_depends_on_another() {
    assert_body::<Triangle>(
        4,
        "
        genvar i;
        genvar j;
        generate
            for (i = 0; i < 4; i = i + 1) begin : g_warp
                for (j = 0; j < i; j = j + 1) begin : g_lower
                    reg first_q;
                    always @(posedge clk_i) begin
                        first_q <= ask_i[i] | (first_q & ~ask_i[j]);
                    end
                    assign older_o[i*4 + j] = first_q;
                    assign older_o[j*4 + i] = ~first_q;
                end
                assign older_o[i*4 + i] = 1'b0;
            end
        endgenerate

        wire unused = &{1'b0, rst_i};
        ",
    );
}

unit! {
    Pair = pair(p);
    in { a: bits(p.0 as u32); b: bits(p.0 as u32); }
    out { both: bit; }
    paths { both <- [a, b]; }
    |m, i, o| {
        let both = (i.a & i.b).named("both");
        o.both.set(both.any());
    }
}

unit! {
    Pairs = pairs(p);
    in { left: bits(4); right: bits(4); wide: bits(8); }
    out { narrow: bit; wide_pair: bit; bits: bits(2); }
    paths { narrow <- [left, right]; wide_pair <- [left, wide]; bits <- [left, right]; }
    |m, i, o| {
        let (first, first_out) = m.instance::<Pair>("first", &crate::common::Size(4));
        first.a.set(i.left);
        first.b.set(!i.right);
        o.narrow.set(first_out.both);
        let (second, second_out) = m.instance::<Pair>("second", &crate::common::Size(8));
        second.a.set(i.left.zero_extend(8));
        second.b.set(i.wide);
        o.wide_pair.set(second_out.both);
        m.each("bit", 2, |n| {
            let (each, out) = m.instance::<Pair>("each", &crate::common::Size(4));
            each.a.set(i.left);
            each.b.part(0, 2).set(i.right.part(2 * n, 2));
            each.b.part(2, 2).set(0);
            o.bits.bit(n).set(out.both);
        });
    }
}

#[test]
fn instances_of_several_configurations() {
    assert_body::<Pairs>(
        0,
        "
        wire first_both;

        pair_size_4 u_pair_first (
            .clk_i  (clk_i),
            .rst_i  (rst_i),
            .a_i    (left_i),
            .b_i    (~right_i),
            .both_o (first_both)
        );

        assign narrow_o = first_both;

        wire second_both;

        pair_size_8 u_pair_second (
            .clk_i  (clk_i),
            .rst_i  (rst_i),
            .a_i    ({4'd0, left_i}),
            .b_i    (wide_i),
            .both_o (second_both)
        );

        assign wide_pair_o = second_both;

        genvar i;
        generate
            for (i = 0; i < 2; i = i + 1) begin : g_bit
                wire [3:0] each_b_in;
                wire       each_both;
                assign each_b_in[1:0] = right_i[2*i +: 2];
                assign each_b_in[3:2] = 2'd0;
                pair_size_4 u_pair_each (
                    .clk_i  (clk_i),
                    .rst_i  (rst_i),
                    .a_i    (left_i),
                    .b_i    (each_b_in),
                    .both_o (each_both)
                );
                assign bits_o[i] = each_both;
            end
        endgenerate
        ",
    );
    let design = Design::of::<Pairs>(&crate::common::Size(0)).unwrap();
    let names: Vec<&str> = design.modules.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(names, ["pair_size_4", "pair_size_8", "pairs"]);
}

unit! {
    Table = table(p);
    in { write: bit; at: bits(3); value: bits(p.0 as u32); step: bits(8); }
    out { read: bits(p.0 as u32); counts: array(8, 4); last: bits(4); }
    paths { read <- [at]; last <- [at]; }
    |m, i, o| {
        let entries = m.memory("entry", 8, p.0 as u32);
        entries.write(i.at, i.write, i.value);
        o.read.set(entries.read(i.at));
        let counts = m.registers("count", 8, 4);
        m.each("count", 8, |n| {
            let count = counts.register(n).reset(0);
            count.next(count + i.step.bit(n).zero_extend(4));
            o.counts.at(n).set(counts.at(n));
        });
        o.last.set(counts.index(i.at));
    }
}

#[test]
fn rows_of_registers() {
    assert_body::<Table>(
        16,
        "
        reg [15:0] entry_q [0:7];

        always @(posedge clk_i) begin
            if (write_i) begin
                entry_q[at_i] <= value_i;
            end
        end

        assign read_o = entry_q[at_i];

        reg [31:0] count_q;

        genvar i;
        generate
            for (i = 0; i < 8; i = i + 1) begin : g_count
                always @(posedge clk_i) begin
                    if (rst_i) begin
                        count_q[i*4 +: 4] <= 4'd0;
                    end else begin
                        count_q[i*4 +: 4] <= count_q[i*4 +: 4] + {3'd0, step_i[i]};
                    end
                end
                assign counts_o[i*4 +: 4] = count_q[i*4 +: 4];
            end
        endgenerate

        assign last_o = count_q[at_i*4 +: 4];
        ",
    );
    let design = Design::of::<Table>(&crate::common::Size(16)).unwrap();
    assert_eq!(design.top().memory_bits(), 8 * 16);
    assert_eq!(design.top().register_bits(), 8 * 4);
}

unit! {
    Number = number(p);
    in { sel: bits(3); valid: bits(8); }
    out { hit: bits(8); }
    paths { hit <- [sel]; }
    |m, i, o| {
        m.each("way", 8, |n| {
            let way = m.number(n, 3).named("way");
            o.hit.bit(n).set(i.sel.eq(way));
        });
        m.unused(i.valid);
    }
}

#[test]
fn numbers_of_iterations_and_what_is_not_used() {
    assert_body::<Number>(
        8,
        "
        genvar i;
        generate
            for (i = 0; i < 8; i = i + 1) begin : g_way
                localparam [2:0] way = i;
                assign hit_o[i] = (sel_i == way);
            end
        endgenerate

        wire unused = &{1'b0, clk_i, rst_i, valid_i};
        ",
    );
}

unit! {
    NarrowNumber = narrow_number(p);
    in { sel: bits(2); half: bit; }
    out { hit: bits(2); }
    paths { hit <- [sel, half]; }
    |m, i, o| {
        m.each("way", 2, |n| {
            let way = m.number(n, 1).named("way");
            o.hit.bit(n).set(i.sel.eq(i.half.cat(way)));
        });
    }
}

#[test]
fn a_number_of_one_bit_is_as_wide_as_it_says() {
    assert_body::<NarrowNumber>(
        8,
        "
        genvar i;
        generate
            for (i = 0; i < 2; i = i + 1) begin : g_way
                localparam [0:0] way = i;
                assign hit_o[i] = (sel_i == {half_i, way});
            end
        endgenerate

        wire unused = &{1'b0, clk_i, rst_i};
        ",
    );
}

unit! {
    Wide = wide(p);
    in { a: bits(40); b: bits(40); c: bits(40); d: bits(40); first: bit; second: bit; third: bit; }
    out { sum: bits(40); one: bits(160); chain: bits(40); }
    paths {
        sum <- [a, b, c, d, first, second, third];
        one <- [a, b, c, d];
        chain <- [a, b, c, d, first];
    }
    |m, i, o| {
        let third = i.third.mux(i.c - i.d, i.d - (i.c + i.b));
        let second = i.second.mux(i.b + i.c, third);
        o.sum.set(i.first.mux(i.a + i.b + i.c, second));
        o.one.set(m.cat([i.a & !i.b & i.c, i.a | (i.b & i.c), i.a ^ i.b ^ i.c ^ i.d, !(i.c | i.d)]));
        let terms = (i.a & i.b) | (i.b & i.c) | (i.c & i.d) | (i.d & i.a);
        o.chain.set(terms | (i.a & i.c).masked(i.first) | (i.b & i.d) | i.a);
    }
}

#[test]
fn long_lines_break_where_a_reader_would() {
    assert_body::<Wide>(
        8,
        "
        assign sum_o =
            first_i ? a_i + b_i + c_i
            : second_i ? b_i + c_i
            : third_i ? c_i - d_i
            : d_i - (c_i + b_i);
        assign one_o = {a_i & ~b_i & c_i, a_i | (b_i & c_i), a_i ^ b_i ^ c_i ^ d_i, ~(c_i | d_i)};
        assign chain_o =
            (a_i & b_i) | (b_i & c_i) | (c_i & d_i) | (d_i & a_i) | (a_i & c_i & {40{first_i}})
            | (b_i & d_i) | a_i;

        wire unused = &{1'b0, clk_i, rst_i};
        ",
    );
}
