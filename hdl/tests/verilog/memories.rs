//! Memories behave as their ports describe, in every memory style.

use crate::common::clocked::{Outputs, Random, clocked};
use crate::common::{Size, body, dedent, marks, mistakes, unit};
use heddle_hdl::ReadDuringWrite::{New, Old};
use heddle_hdl::{Anonymous, Design, Hardware, MemoryStyle, Reason, StorageKind, Style};

marks!("memories.rs");

fn design<U: Hardware<Params = Size>>(size: usize, memory: MemoryStyle) -> Design {
    let style = Style {
        memory,
        ..Style::default()
    };
    Design::styled::<U>(&Size(size), style).unwrap_or_else(|errors| panic!("{errors}"))
}

unit! {
    Ports = ports(p);
    in {
        on: bits(3); first: bits(3); second: bits(3); third: bits(3);
        a: bits(8); b: bits(8); c: bits(8); read: bit; at: bits(3);
    }
    out { old: bits(8); new: bits(8); late_old: bits(8); late_new: bits(8); low: bits(3); }
    paths {
        old <- [at];
        new <- [at, on, first, second, third, a, b, c];
        low <- [at, on];
    }
    |m, i, o| {
        let memory = m.memory("word", p.0, 8);
        memory.write(i.first, i.on.bit(0), i.a);
        m.section("Reads between the writes.");
        o.old.set(memory.read(i.at));
        memory.write(i.second, i.on.bit(1), i.b);
        o.low.set(memory.read(i.at).bits(4, 2) & i.on);
        memory.write(i.third, i.on.bit(2), i.c);
        o.late_old.set(memory.read_registered("late_old", i.read, i.at, Old));
        o.new.set(memory.read_new(i.at));
        o.late_new.set(memory.read_registered("late_new", i.read, i.at, New));
    }
}

/// A model of [`Ports`] on a plain array.
fn model(depth: usize, inputs: &[Vec<u64>]) -> Vec<Outputs> {
    let mut words = vec![None; depth];
    let (mut late_old, mut late_new) = (None, None);
    let cycle = |row: &Vec<u64>| {
        let [on, first, second, third, a, b, c, read, at] = row[..] else {
            panic!("nine inputs");
        };
        let old = words[at as usize];
        let ports = [(first, a), (second, b), (third, c)];
        for ((index, value), port) in ports.into_iter().zip(0..) {
            if on >> port & 1 == 1 {
                words[index as usize] = Some(value);
            }
        }
        let new = words[at as usize];
        // Icarus masks an unknown value where the mask is zero.
        let low = if on == 0 {
            Some(0)
        } else {
            old.map(|word| word >> 2 & on)
        };
        let outputs = vec![old, new, late_old, late_new, low];
        if read == 1 {
            (late_old, late_new) = (old, new);
        }
        outputs
    };
    inputs.iter().map(cycle).collect()
}

fn stimuli(depth: usize, cycles: usize) -> Vec<Vec<u64>> {
    let mut random = Random::new(depth as u64);
    // Indices from a few neighbours, so that ports meet.
    let row = |base: u64, random: &mut Random| {
        let mut index = || (base + random.below(3)) % depth as u64;
        let indices = [index(), index(), index(), index()];
        let mut row = vec![random.below(8)];
        row.extend(&indices[..3]);
        row.extend([random.below(256), random.below(256), random.below(256)]);
        row.extend([random.below(2), indices[3]]);
        row
    };
    let base = |cycle: usize| (cycle / 8 % depth) as u64;
    (0..cycles)
        .map(|cycle| row(base(cycle), &mut random))
        .collect()
}

#[test]
fn ports_agree_with_a_plain_array_in_every_style() {
    for depth in [6, 8] {
        let inputs = stimuli(depth, 2000);
        let expected = model(depth, &inputs);
        for style in MemoryStyle::ALL {
            let found = clocked(&design::<Ports>(depth, style), &inputs);
            let known = |rows: &[Outputs]| rows.iter().flatten().flatten().count();
            assert_eq!(found.len(), expected.len());
            assert!(known(&found) > 9000, "outputs are mostly known");
            for (cycle, (found, expected)) in found.iter().zip(&expected).enumerate() {
                assert_eq!(found, expected, "{style:?}, depth {depth}, cycle {cycle}");
            }
        }
    }
}

#[test]
fn writes_in_several_sections_stand_in_one_block() {
    let verilog = body::<Ports>(8);
    let expected = dedent(
        "
        always @(posedge clk_i) begin
            if (on_i[0]) begin
                word_q[first_i] <= a_i;
            end
            if (on_i[1]) begin
                word_q[second_i] <= b_i;
            end
            if (on_i[2]) begin
                word_q[third_i] <= c_i;
            end
            if (read_i) begin
                late_old_q <= word_q[at_i];
            end
        end
        ",
    );
    assert!(verilog.contains(&expected), "{verilog}");
    let note = "reg [7:0] late_old_q;   // reads word_q; old value if it is written too";
    assert!(verilog.contains(note), "{verilog}");
}

unit! {
    Pair = pair(p);
    in { on: bits(2); first: bits(3); second: bits(3); value: bits(8); }
    out { read: bits(8); }
    paths { read <- [second]; }
    |m, i, o| {
        let memory = m.memory("word", 8, 8);
        memory.write(i.first, i.on.bit(0), i.value);
        memory.write(i.second, i.on.bit(1), i.value + 1);
        o.read.set(memory.read(i.second));
    }
}

#[test]
fn a_live_value_table_as_one_would_write_it() {
    let verilog = &design::<Pair>(8, MemoryStyle::LiveValueTable).modules[0].verilog;
    let expected = dedent(
        "
        reg [7:0] word_w0_q [0:7];
        reg [7:0] word_w1_q [0:7];
        reg [7:0] word_live_q;   // which bank holds the entry

        always @(posedge clk_i) begin
            if (on_i[0]) begin
                word_w0_q[first_i]   <= value_i;
                word_live_q[first_i] <= 1'b0;
            end
            if (on_i[1]) begin
                word_w1_q[second_i]   <= value_i + 8'd1;
                word_live_q[second_i] <= 1'b1;
            end
        end

        assign read_o = word_live_q[second_i] ? word_w1_q[second_i] : word_w0_q[second_i];
        ",
    );
    assert!(verilog.contains(&expected), "{verilog}");
}

#[test]
fn a_wrapper_for_each_bank_and_read_port() {
    let design = design::<Pair>(8, MemoryStyle::Wrapper);
    let [wrapper, pair] = &design.modules[..] else {
        panic!("a wrapper and the unit");
    };
    assert_eq!(wrapper.name, "heddle_ram_1r1w");
    assert_eq!(pair.instances, ["heddle_ram_1r1w", "heddle_ram_1r1w"]);
    let expected = dedent(
        "
        wire [7:0] word_w0_r0;
        wire [7:0] word_w1_r0;
        wire       word_w0_enable;
        wire [2:0] word_w0_address;
        wire [7:0] word_w0_data;
        wire       word_w1_enable;
        wire [2:0] word_w1_address;
        wire [7:0] word_w1_data;
        reg  [7:0] word_live_q;   // which bank holds the entry

        assign word_w0_enable  = on_i[0];
        assign word_w0_address = first_i;
        assign word_w0_data    = value_i;
        assign word_w1_enable  = on_i[1];
        assign word_w1_address = second_i;
        assign word_w1_data    = value_i + 8'd1;

        always @(posedge clk_i) begin
            if (word_w0_enable) begin
                word_live_q[first_i] <= 1'b0;
            end
            if (word_w1_enable) begin
                word_live_q[second_i] <= 1'b1;
            end
        end

        assign read_o = word_live_q[second_i] ? word_w1_r0 : word_w0_r0;

        heddle_ram_1r1w #(
            .ENTRIES (8),
            .ADDRESS (3),
            .WIDTH   (8)
        ) u_word_w0_r0 (
            .clk_i           (clk_i),
            .write_i         (word_w0_enable),
            .write_address_i (word_w0_address),
            .write_data_i    (word_w0_data),
            .read_address_i  (second_i),
            .read_data_o     (word_w0_r0)
        );
        ",
    );
    assert!(pair.verilog.contains(&expected), "{}", pair.verilog);
}

unit! {
    Late = late(p);
    in { on: bit; at: bits(3); read: bit; from: bits(3); value: bits(8); }
    out { late: bits(8); }
    paths { }
    |m, i, o| {
        let memory = m.memory("word", 8, 8);
        memory.write(i.at, i.on, i.value);
        o.late.set(memory.read_registered("late", i.read, i.from, Old));
    }
}

#[test]
fn a_registered_read_is_the_wrappers() {
    let design = design::<Late>(8, MemoryStyle::Wrapper);
    assert_eq!(design.top().instances, ["heddle_ram_1r1w_registered"]);
    let verilog = &design.top().verilog;
    assert!(verilog.contains("wire [7:0] late_q;"), "{verilog}");
    assert!(verilog.contains(".read_i          (read_i),"), "{verilog}");
    assert!(!verilog.contains("always"), "{verilog}");
}

#[test]
fn tools_are_told_what_to_take() {
    let described = |verilog: &str| {
        let line = verilog.lines().find(|line| line.contains("ram_style"));
        line.map(|line| line.trim().to_owned())
    };
    let attribute = |kind: &str| Some(format!("(* ram_style = \"{kind}\" *)"));
    for (style, registered, combinational) in [
        (MemoryStyle::Array, None, None),
        (MemoryStyle::LiveValueTable, None, None),
        (
            MemoryStyle::Block,
            attribute("block"),
            attribute("distributed"),
        ),
        (
            MemoryStyle::Distributed,
            attribute("distributed"),
            attribute("distributed"),
        ),
        (
            MemoryStyle::Registers,
            attribute("registers"),
            attribute("registers"),
        ),
        (MemoryStyle::Wrapper, None, None),
    ] {
        assert_eq!(
            described(&design::<Late>(8, style).top().verilog),
            registered,
            "{style:?}"
        );
        assert_eq!(
            described(&design::<Pair>(8, style).top().verilog),
            combinational,
            "{style:?}"
        );
    }
}

#[test]
fn registered_reads_agree_in_every_style() {
    let mut random = Random::new(3);
    let mut row = || {
        vec![
            random.below(2),
            random.below(8),
            random.below(2),
            random.below(8),
            random.below(256),
        ]
    };
    let inputs: Vec<Vec<u64>> = (0..2000).map(|_| row()).collect();
    let expected = clocked(&design::<Late>(8, MemoryStyle::Array), &inputs);
    for style in MemoryStyle::ALL {
        assert_eq!(
            clocked(&design::<Late>(8, style), &inputs),
            expected,
            "{style:?}"
        );
    }
}

#[test]
fn stored_bits_are_counted_once_and_overhead_apart() {
    for style in MemoryStyle::ALL {
        let design = design::<Ports>(8, style);
        assert_eq!(design.top().memory_bits(), 8 * 8);
        assert_eq!(design.top().register_bits(), 2 * 8);
        let overhead = match style {
            MemoryStyle::Array | MemoryStyle::Registers => 0,
            _ => 2 * 8 * 8 + 8 * 2,
        };
        assert_eq!(design.top().overhead_bits(), overhead);
    }
    let design = design::<Ports>(8, MemoryStyle::LiveValueTable);
    let overhead = design.top().storage.iter();
    let overhead = overhead.filter(|storage| storage.kind == StorageKind::Overhead);
    let names: Vec<&str> = overhead.map(|storage| storage.name.as_str()).collect();
    assert_eq!(names, ["word_w1_q", "word_w2_q", "word_live_q"]);
}

unit! {
    Controlled = controlled(p);
    in { on: bit; at: bits(3); value: bits(8); }
    out { x: bits(8); }
    paths { x <- [at]; }
    |m, i, o| {
        let count = m.register("count", 3).reset(0).overhead("where the walk is");
        let walk = count.next(count + 1);
        let last = m.registers("last", 2, 8).overhead("what came last");
        last.register(0).next_when(i.on, i.value);
        last.register(1).next_when(i.on, last.at(0));
        let word = m.memory("word", 8, 8);
        word.write(walk, i.on, last.at(1));
        let order = m.memory("order", 4, 8).overhead("recency");
        order.write(i.at.bits(1, 0), i.on, i.value);
        o.x.set(word.read(i.at) ^ order.read(i.at.bits(2, 1)));
    }
}

#[test]
fn control_state_is_overhead_with_its_reason() {
    for style in MemoryStyle::ALL {
        let design = design::<Controlled>(8, style);
        let module = design.top();
        let counts = [module.memory_bits(), module.register_bits()];
        assert_eq!(counts, [8 * 8, 0]);
        assert_eq!(module.overhead_bits(), 3 + 2 * 8 + 4 * 8);
        let reasons = module.storage.iter().map(|storage| storage.reason);
        let said: Vec<&str> = reasons.flatten().collect();
        assert_eq!(said, ["where the walk is", "what came last", "recency"]);
    }
}

unit! {
    Around = around(p);
    in { on: bit; value: bits(3); }
    out { x: bits(3); }
    paths { }
    |m, i, o| {
        let next = m.memory("next", 8, 3);
        let at = m.wire("at", 3);
        let found = next.read(at).named("found"); // <- found
        at.set(found + 1); // <- at
        next.write(i.value, i.on, i.value);
        o.x.set(at);
    }
}

#[test]
fn a_loop_goes_through_the_address_of_a_read() {
    let errors = mistakes::<Around>(8);
    let Reason::CombinationalLoop { hops } = &errors[0].reason else {
        panic!("{}", errors[0]);
    };
    let mut lines: Vec<u32> = hops.iter().map(|hop| hop.at.line()).collect();
    lines.sort_unstable();
    assert_eq!(lines, ["found", "at"].map(line_of));
}

unit! {
    Order = order(p);
    in { on: bits(4); at: bits(3); value: bits(8); }
    out { x: bits(8); y: bits(8); }
    paths { x <- [at, on, value]; y <- [at, on, value]; }
    |m, i, o| {
        let memory = m.memory("word", 8, 8);
        memory.write(i.at, i.on.bit(0), i.value);
        o.x.set(memory.read_new(i.at));
        memory.write(i.at, i.on.bit(1), i.value); // <- late
        let looped = m.memory("looped", 8, 8);
        m.each("port", 2, |n| {
            looped.write(i.at, i.on.bit(n + 2), i.value); // <- looped
        });
        o.y.set(looped.read(i.at) & i.value);
    }
}

#[test]
fn the_order_of_writes_is_never_lost() {
    let errors = mistakes::<Order>(8);
    let late = |reason: &Reason| matches!(reason, Reason::WriteAfterRead { memory, .. } if memory == "word");
    let looped =
        |reason: &Reason| matches!(reason, Reason::WriteInLoop { memory } if memory == "looped");
    let found = |is: &dyn Fn(&Reason) -> bool| {
        let error = errors.iter().find(|error| is(&error.reason));
        place(error.unwrap_or_else(|| panic!("{errors:?}")))
    };
    assert_eq!(found(&late), line_of("late"));
    assert_eq!(found(&looped), line_of("looped"));
}

unit! {
    Nameless = nameless(p);
    in { on: bits(2); at: bits(3); value: bits(8); }
    out { x: bits(8); }
    paths { x <- [at]; }
    |m, i, o| {
        let memory = m.memory("word", 8, 8);
        memory.write(i.at, i.on.bit(0), i.value);
        memory.write(i.at, i.on.bit(1), i.value);
        o.x.set(memory.read(i.at + 1)); // <- nameless
    }
}

#[test]
fn indices_that_a_style_repeats_have_names() {
    let why = Anonymous::Ports;
    assert_eq!(reason_at::<Nameless>("nameless"), Reason::NeedsName { why });
}

unit! {
    Taken = taken(p);
    in { on: bits(2); at: bits(3); value: bits(8); }
    out { x: bits(8); }
    paths { x <- [at]; }
    |m, i, o| {
        let memory = m.memory("word", 8, 8);
        memory.write(i.at, i.on.bit(0), i.value);
        memory.write(i.at, i.on.bit(1), i.value);
        let other = m.register("word_live", 8).next(i.value);
        o.x.set(memory.read(i.at) | other);
    }
}

#[test]
fn names_that_a_style_adds_are_checked() {
    design::<Taken>(8, MemoryStyle::Array);
    let style = Style {
        memory: MemoryStyle::LiveValueTable,
        ..Style::default()
    };
    let errors = Design::styled::<Taken>(&Size(8), style).expect_err("a name is taken");
    assert!(matches!(&errors.0[0].reason, Reason::NameTaken { name, .. } if name == "word_live_q"));
}
