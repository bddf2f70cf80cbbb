//! RTL of `cycle_compressor`: a sequencer, a crossbar for each operand, and a crossbar for the results. The settings
//! of the latter are delayed by the latency of the ALU.
//!
//! With pipeline registers, operands wait before the crossbars in as many additional registers as the sequencer has; the last
//! registers are the operand latches of the crossbars (CPT-7: edge-triggered). The register after the crossbars shows the lanes
//! to the ALU.

mod invariants;

use super::swizzle_crossbar::place;
use crate::{Drives, Elements, Expr, Hardware, ModuleBuilder, Reads, Register, Sink};
use heddle_contract::Property;
use heddle_contract::terms::Terms;
use heddle_contract::units::cycle_compressor::{In, Out, Params};
use heddle_contract::units::{
    BccSequencer, CycleCompressor, SccControl, SwizzleCrossbar, UnswizzleCrossbar, bcc_sequencer,
};

const EMPTY: &str = "control: the inverse of shown_q, for the sequencer alone";

/// The lanes that go to the ALU in a cycle.
#[derive(Clone, Copy)]
struct Issue<'m> {
    /// Whether lanes are there.
    busy: Expr<'m>,
    first: Expr<'m>,
    last: Expr<'m>,
    settings: Settings<'m>,
}

/// The outputs of the sequencer.
struct Sequenced<'m> {
    ready: Expr<'m>,
    issue: Issue<'m>,
    /// For each lane of the ALU, the lane of the instruction that it executes, one-hot.
    from: Elements<'m>,
    /// Input of the sequencer: the settings that it shows are taken.
    take: Sink<'m>,
}

/// Which lane of an instruction each lane of the ALU executes.
#[derive(Clone, Copy)]
struct Settings<'m> {
    enable: Expr<'m>,
    quad: Elements<'m>,
    position: Elements<'m>,
}

impl Hardware for CycleCompressor {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        let sequenced = match p.sequencer() {
            Some(params) => in_place(m, &params, &input),
            None => swizzled(m, p, &input),
        };
        let Sequenced {
            ready, issue, from, ..
        } = sequenced;
        output.ready.set(ready);
        let load = (input.request & ready).named("load");
        let shown = match p.issue_latency() {
            0 => {
                sequenced.take.set(input.take);
                let rows = Moves { load, row: None };
                operands(m, p, &input, from, rows, &output);
                issue
            }
            _ => {
                let shown = m.register("shown", 1).reset(0);
                let move_en = (!shown | input.take).named("move_en");
                // A copy of the signal for the sequencer alone: `move_en` is the enable of thousands of flip-flops, and far away.
                let empty = m.register("empty", 1).reset(1).overhead(EMPTY);
                let advance_en = (*empty | input.take).named("advance_en");
                empty.next_when(advance_en, !issue.busy);
                sequenced.take.set(advance_en);
                let row = Some(move_en);
                operands(m, p, &input, from, Moves { load, row }, &output);
                issue.registered(m, p, "shown", move_en, shown)
            }
        };
        output.issue.set(shown.busy);
        output.first.set(shown.first);
        output.last.set(shown.last);
        output.enable.set(shown.settings.enable);

        let busy = (shown.busy & input.take).named("issue_en");
        let returning = in_alu(m, p, Issue { busy, ..shown });
        m.section("The results return to their lanes.");
        let (into, results) = m.instance::<UnswizzleCrossbar>("results", &p.results());
        into.result.set(returning.busy);
        into.last.set(returning.last);
        into.enable.set(returning.settings.enable);
        into.quad.set(returning.settings.quad);
        into.position.set(returning.settings.position);
        into.data.set(input.result);
        output.write.set(results.write);
        output.write_lanes.set(results.write_lanes);
        output.write_data.set(results.write_data);
    }

    /// Invariants of a compressor without pipeline registers.
    fn invariants(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        match (p.issue_latency(), p.write_latency()) {
            (0, 0) => invariants::invariants(p, i, o),
            _ => Vec::new(),
        }
    }
}

/// CPT-11: all rows before the ALU move on together, so an enable is enough and no handshake is needed.
/// The conditions under which operand registers load.
#[derive(Clone, Copy)]
struct Moves<'m> {
    /// An instruction is accepted.
    load: Expr<'m>,
    /// The pipeline registers advance, if there are any.
    row: Option<Expr<'m>>,
}

/// Brings the operands to the lanes of the ALU.
fn operands<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    from: Elements<'m>,
    move_en: Moves<'m>,
    output: &Out<Drives<'m>>,
) {
    m.section(match p.chooser_rows() {
        0 => "The operands of the held instruction, each with a crossbar to the lanes of the ALU.",
        _ => "The operands wait for their settings; each has a crossbar to the lanes of the ALU.",
    });
    let operands = [
        ("operand_a", "data_a", input.operand_a, output.data_a),
        ("operand_b", "data_b", input.operand_b, output.data_b),
        ("operand_c", "data_c", input.operand_c, output.data_c),
    ];
    for (name, data_name, operand, data) in operands {
        let (operand, load) = wait(m, p, name, operand, move_en);
        let (into, crossbar) = m.instance::<SwizzleCrossbar>(name, p.crossbar());
        into.load.set(load);
        into.operand.set(operand);
        into.from.set(from);
        data.set(match move_en.row {
            None => crossbar.data,
            Some(move_en) => m
                .registers(data_name, p.quads().quad_lanes(), p.element_bits())
                .next_all_when(move_en, crossbar.data),
        });
        m.unused(crossbar.held);
    }
}

/// The registers before a crossbar; returns the value that the crossbar loads, and when.
fn wait<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    name: &str,
    mut operand: Elements<'m>,
    move_en: Moves<'m>,
) -> (Elements<'m>, Expr<'m>) {
    let mut load = move_en.load;
    for row in 1..=p.chooser_rows() {
        let name = format!("{name}_pending{row}");
        let registers = m.registers(name, p.quads().lanes(), p.element_bits());
        operand = registers.next_all_when(load, operand);
        load = move_en
            .row
            .expect("rows in front of the crossbars, and one behind them");
    }
    (operand, load)
}

/// The settings if lanes keep their positions.
fn in_place<'m>(
    m: &'m ModuleBuilder,
    p: &bcc_sequencer::Params,
    input: &In<Reads<'m>>,
) -> Sequenced<'m> {
    m.section("The quads to execute. Lanes keep their positions in their quads.");
    let (into, quads) = m.instance::<BccSequencer>("sequencer", p);
    into.request.set(input.request);
    into.mask.set(input.mask);
    let width = p.quads().quad_lanes();
    let quad = m.array("quad", width, p.quads().quad_bits());
    let position = m.array("position", width, p.quads().position_bits());
    let from = m.array("from", width, p.quads().lanes() as u32);
    m.each("lane", width, |i| {
        quad.set(i, quads.quad);
        position.set(i, m.number(i, p.quads().position_bits()).named("own"));
        let lane = place(m, &p.quads(), quads.quad, position.at(i)).named("place");
        let lane = lane.decode(p.quads().lanes() as u32);
        from.set(i, lane.masked(quads.enable.bit(i)));
    });
    let issue = Issue {
        busy: quads.issue,
        first: quads.first,
        last: quads.last,
        settings: Settings {
            enable: quads.enable,
            quad: *quad,
            position: *position,
        },
    };
    Sequenced {
        ready: quads.ready,
        issue,
        from: *from,
        take: into.take,
    }
}

/// The settings if lanes are moved.
fn swizzled<'m>(m: &'m ModuleBuilder, p: &Params, input: &In<Reads<'m>>) -> Sequenced<'m> {
    m.section("The lanes to execute, whatever their positions in their quads.");
    let (into, control) = m.instance::<SccControl>("control", &p.control());
    into.request.set(input.request);
    into.mask.set(input.mask);
    let issue = Issue {
        busy: control.issue,
        first: control.first,
        last: control.last,
        settings: Settings {
            enable: control.enable,
            quad: control.quad,
            position: control.position,
        },
    };
    Sequenced {
        ready: control.ready,
        issue,
        from: control.from,
        take: into.take,
    }
}

impl<'m> Issue<'m> {
    /// A pipeline register, loaded when `move_en` is high. `busy` says whether the register holds lanes.
    fn registered(
        self,
        m: &'m ModuleBuilder,
        p: &Params,
        name: &str,
        move_en: Expr<'m>,
        busy: Register<'m>,
    ) -> Self {
        let (width, quads) = (p.quads().quad_lanes(), p.quads());
        let register = |what: &str, value: Expr<'m>| {
            m.register(format!("{name}_{what}"), value.width())
                .next_when(move_en, value)
        };
        let row = |what: &str, values: Elements<'m>, bits: u32| {
            m.registers(format!("{name}_{what}"), width, bits)
                .next_all_when(move_en, values)
        };
        Issue {
            busy: busy.next_when(move_en, self.busy),
            first: register("first", self.first),
            last: register("last", self.last),
            settings: Settings {
                enable: register("enable", self.settings.enable),
                quad: row("quad", self.settings.quad, quads.quad_bits()),
                position: row("position", self.settings.position, quads.position_bits()),
            },
        }
    }
}

/// The same values delayed by the latency of the ALU.
fn in_alu<'m>(m: &'m ModuleBuilder, p: &Params, mut issue: Issue<'m>) -> Issue<'m> {
    m.section("The settings of the lanes in each stage of the ALU.");
    let (width, quads) = (p.quads().quad_lanes(), p.quads());
    for stage in 1..=p.alu_latency() {
        let busy = m.register(format!("alu{stage}_busy"), 1).reset(0);
        let last = m.register(format!("alu{stage}_last"), 1);
        let enable = m.register(format!("alu{stage}_enable"), width as u32);
        let quad = m.registers(format!("alu{stage}_quad"), width, quads.quad_bits());
        let position = m.registers(format!("alu{stage}_position"), width, quads.position_bits());
        issue = Issue {
            busy: busy.next(issue.busy),
            first: issue.first,
            last: last.next(issue.last),
            settings: Settings {
                enable: enable.next(issue.settings.enable),
                quad: quad.next_all(issue.settings.quad),
                position: position.next_all(issue.settings.position),
            },
        };
    }
    issue
}
