//! Styles of emission change how a design looks, but never what it does.

use crate::common::clocked::{Outputs, Random, clocked};
use crate::common::icarus::simulate;
use crate::common::lint::lint;
use crate::common::machines::machines;
use crate::common::{Size, dedent, styles, unit};
use heddle_contract::Direction;
use heddle_hdl::{Design, Level, MemoryStyle, Reset, Style, units};
use heddle_machines::part;

/// This many consecutive styles together cover every unit.
const TURNS: usize = 12;

/// Units of the smallest machine: one in twelve from number `turn` on; at night every one.
fn designs(style: Style, turn: usize) -> Vec<Design> {
    let (_, tiny) = machines()
        .find(|(name, _)| name.starts_with("tiny"))
        .expect("a small machine");
    let design = |unit| units::styled(unit, &tiny, style).expect("a unit of the machine");
    let units = part(units::NAMES, turn % TURNS, TURNS);
    units.into_iter().map(|unit| design(unit)).collect()
}

/// Random inputs, often repeated, so that tables are read where they were written.
fn stimuli(design: &Design, cycles: usize) -> Vec<Vec<u64>> {
    let mut random = Random::new(7);
    let ports = design.top().ports[2..].iter();
    let widths: Vec<usize> = ports
        .filter(|port| port.direction == Direction::In)
        .map(|port| port.width.min(48))
        .collect();
    let mut word = |&width: &usize| match random.below(4) {
        0 => 0,
        1 => random.below(4) & ((1 << width) - 1),
        _ => random.below(1 << width.min(32)),
    };
    // Walkers clear memories first; rows that they have not reached are unknown.
    let quiet = (0..64).map(|_| vec![0; widths.len()]);
    let random: Vec<_> = (0..cycles)
        .map(|_| widths.iter().map(&mut word).collect())
        .collect();
    quiet.chain(random).collect()
}

/// Inputs, and the outputs of the default style.
struct Expected {
    inputs: Vec<Vec<u64>>,
    outputs: Vec<Outputs>,
}

impl Expected {
    fn of(plain: &Design) -> Self {
        let inputs = stimuli(plain, 1000);
        let outputs = clocked(plain, &inputs);
        assert!(outputs.iter().flatten().flatten().count() > 1000);
        Self { inputs, outputs }
    }

    /// The first cycle in which a design in another style behaves differently, with its outputs and the expected
    /// ones.
    fn difference(&self, design: &Design) -> Option<(usize, Outputs, Outputs)> {
        let found = clocked(design, &self.inputs);
        assert_eq!(found.len(), self.outputs.len());
        let rows = found.into_iter().zip(self.outputs.iter().cloned());
        let mut rows = rows.enumerate();
        let differs = rows.find(|(_, (found, expected))| found != expected)?;
        let (cycle, (found, expected)) = differs;
        Some((cycle, found, expected))
    }
}

#[test]
fn every_unit_is_clean_and_does_the_same_in_every_style() {
    let turns = (0..TURNS).map(|turn| {
        let plain = designs(Style::default(), turn);
        plain.iter().map(Expected::of).collect()
    });
    let turns: Vec<Vec<Expected>> = turns.collect();
    let others = styles().filter(|style| *style != Style::default());
    for (turn, style) in others.enumerate() {
        for (design, expected) in designs(style, turn).iter().zip(&turns[turn % TURNS]) {
            lint(design);
            let differs = expected.difference(design);
            let name = &design.top().name;
            assert!(differs.is_none(), "{name}, {style:?}: {differs:?}");
        }
    }
}

/// The comparison finds deliberate errors that exist in one style.
#[test]
fn a_style_that_does_something_else_is_found() {
    let table = |style| {
        let (_, tiny) = machines()
            .find(|(name, _)| name.starts_with("tiny"))
            .expect("a small machine");
        units::styled("thread_pc_table", &tiny, style).expect("a unit of the machine")
    };
    let expected = Expected::of(&table(Style::default()));
    for (style, before, after) in [
        (
            Style {
                reset: Reset::Asynchronous,
                level: Level::Low,
                ..Style::default()
            },
            "if (!rst_ni)",
            "if (rst_ni)",
        ),
        (
            Style {
                memory: MemoryStyle::LiveValueTable,
                ..Style::default()
            },
            "if (branch_en)",
            "if (park_en)",
        ),
    ] {
        let mut design = table(style);
        assert_eq!(expected.difference(&design), None, "{style:?}");
        let text = &mut design.modules.last_mut().expect("the unit").verilog;
        assert!(
            text.contains(before),
            "the emitted text has changed: {text}"
        );
        *text = text.replace(before, after);
        assert!(expected.difference(&design).is_some(), "{style:?}: {after}");
    }
}

unit! {
    Counter = counter(p);
    in { on: bit; }
    out { count: bits(4); }
    paths { }
    |m, i, o| {
        let count = m.register("count", 4).reset(5);
        let last = m.register("last", 4);
        count.next_when(i.on, count + 1);
        last.next(count);
        o.count.set(count ^ last);
    }
}

fn counter(reset: Reset, level: Level) -> Design {
    let style = Style {
        reset,
        level,
        ..Style::default()
    };
    Design::styled::<Counter>(&Size(0), style).unwrap_or_else(|errors| panic!("{errors}"))
}

#[test]
fn resets_as_one_would_write_them() {
    let body = |reset, level| counter(reset, level).modules.remove(0).verilog;
    let synchronous = dedent(
        "
        always @(posedge clk_i) begin
            if (!rst_ni) begin
                count_q <= 4'd5;
            end else if (on_i) begin
                count_q <= count_q + 4'd1;
            end
            last_q <= count_q;
        end
        ",
    );
    assert!(body(Reset::Synchronous, Level::Low).contains(&synchronous));
    let asynchronous = dedent(
        "
        always @(posedge clk_i or posedge rst_i) begin
            if (rst_i) begin
                count_q <= 4'd5;
            end else if (on_i) begin
                count_q <= count_q + 4'd1;
            end
        end

        always @(posedge clk_i) begin
            last_q <= count_q;
        end
        ",
    );
    assert!(body(Reset::Asynchronous, Level::High).contains(&asynchronous));
    let low = body(Reset::Asynchronous, Level::Low);
    assert!(
        low.contains("always @(posedge clk_i or negedge rst_ni) begin"),
        "{low}"
    );
}

#[test]
fn only_an_asynchronous_reset_acts_without_a_clock_edge() {
    for reset in [Reset::Synchronous, Reset::Asynchronous] {
        for level in [Level::High, Level::Low] {
            let design = counter(reset, level);
            let (port, on) = (design.style.reset_port(), u8::from(level == Level::High));
            let bench = format!(
                "module bench;
                reg clk = 0; reg rst = {on};
                counter dut (.clk_i(clk), .{port}(rst), .on_i(1'b1), .count_o());
                initial begin
                    #1 clk = 1; #1 clk = 0; rst = ~rst;
                    #1 clk = 1; #1 clk = 0; #1 $display(\"%0d\", dut.count_q);
                    rst = ~rst; #1 $display(\"%0d\", dut.count_q);
                    clk = 1; #1 $display(\"%0d\", dut.count_q);
                end
                endmodule"
            );
            let between = if reset == Reset::Asynchronous { 5 } else { 6 };
            assert_eq!(simulate(&design, &bench), format!("6\n{between}\n5\n"));
        }
    }
}
