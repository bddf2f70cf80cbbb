//! RTL of `cycle_compressor`: a sequencer, a crossbar for each operand, and one for the results, for
//! which the settings wait as long as the ALU takes.

use crate::{Drives, Elements, Expr, Hardware, ModuleBuilder, Reads};
use heddle_contract::units::cycle_compressor::{In, Out, Params};
use heddle_contract::units::{
    BccSequencer, CycleCompressor, SccControl, SwizzleCrossbar, UnswizzleCrossbar, bcc_sequencer,
};

/// What goes to the ALU in a cycle.
#[derive(Clone, Copy)]
struct Issue<'m> {
    valid: Expr<'m>,
    last: Expr<'m>,
    settings: Settings<'m>,
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
        let (ready, issue) = match p.sequencer() {
            Some(params) => in_place(m, &params, &input, &output),
            None => swizzled(m, p, &input, &output),
        };
        output.ready.set(ready);
        m.section("The operands of the instruction that is held, lane by lane to the ALU.");
        let load = (input.request & ready).named("load");
        let operands = [
            ("operand_a", input.operand_a, output.data_a),
            ("operand_b", input.operand_b, output.data_b),
            ("operand_c", input.operand_c, output.data_c),
        ];
        for (name, operand, data) in operands {
            let (into, crossbar) = m.instance::<SwizzleCrossbar>(name, p.crossbar());
            into.load.set(load);
            into.operand.set(operand);
            into.enable.set(issue.settings.enable);
            into.quad.set(issue.settings.quad);
            into.position.set(issue.settings.position);
            data.set(crossbar.data);
            m.unused(crossbar.held);
        }
        output.issue.set(issue.valid);
        output.last.set(issue.last);
        output.enable.set(issue.settings.enable);

        let valid = (issue.valid & input.take).named("goes");
        let returning = in_alu(m, p, Issue { valid, ..issue });
        m.section("The results, back to their lanes.");
        let (into, results) = m.instance::<UnswizzleCrossbar>("results", p.crossbar());
        into.result.set(returning.valid);
        into.last.set(returning.last);
        into.enable.set(returning.settings.enable);
        into.quad.set(returning.settings.quad);
        into.position.set(returning.settings.position);
        into.data.set(input.result);
        output.write.set(results.write);
        output.write_lanes.set(results.write_lanes);
        output.write_data.set(results.write_data);
    }
}

/// Quads whose lanes keep their positions; whether an instruction is taken.
fn in_place<'m>(
    m: &'m ModuleBuilder,
    p: &bcc_sequencer::Params,
    input: &In<Reads<'m>>,
    output: &Out<Drives<'m>>,
) -> (Expr<'m>, Issue<'m>) {
    m.section("The quads to execute. Lanes keep their positions in them.");
    let (into, quads) = m.instance::<BccSequencer>("sequencer", p);
    into.request.set(input.request);
    into.mask.set(input.mask);
    into.take.set(input.take);
    output.first.set(quads.first);
    let width = p.quads().width();
    let quad = m.array("quad", width, p.quads().quad_bits());
    let position = m.array("position", width, p.quads().position_bits());
    m.each("lane", width, |i| {
        quad.set(i, quads.quad);
        position.set(i, m.number(i, p.quads().position_bits()).named("own"));
    });
    let issue = Issue {
        valid: quads.issue,
        last: quads.last,
        settings: Settings {
            enable: quads.enable,
            quad: *quad,
            position: *position,
        },
    };
    (quads.ready, issue)
}

/// Lanes that are moved; whether an instruction is taken.
fn swizzled<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    output: &Out<Drives<'m>>,
) -> (Expr<'m>, Issue<'m>) {
    m.section("The lanes to execute, wherever in their quads they are.");
    let (into, control) = m.instance::<SccControl>("control", &p.control());
    into.request.set(input.request);
    into.mask.set(input.mask);
    into.take.set(input.take);
    output.first.set(control.first);
    let issue = Issue {
        valid: control.issue,
        last: control.last,
        settings: Settings {
            enable: control.enable,
            quad: control.quad,
            position: control.position,
        },
    };
    (control.ready, issue)
}

/// The same as many cycles later as the ALU takes.
fn in_alu<'m>(m: &'m ModuleBuilder, p: &Params, mut issue: Issue<'m>) -> Issue<'m> {
    m.section("Settings of what is in the ALU.");
    let (width, quads) = (p.quads().width(), p.quads());
    for stage in 1..=p.alu_latency() {
        let valid = m.register(format!("alu{stage}_valid"), 1).reset(0);
        let last = m.register(format!("alu{stage}_last"), 1);
        let enable = m.register(format!("alu{stage}_enable"), width as u32);
        let quad = m.registers(format!("alu{stage}_quad"), width, quads.quad_bits());
        let position = m.registers(format!("alu{stage}_position"), width, quads.position_bits());
        m.each(&format!("alu{stage}_lane"), width, |i| {
            quad.register(i).next(issue.settings.quad.at(i));
            position.register(i).next(issue.settings.position.at(i));
        });
        issue = Issue {
            valid: valid.next(issue.valid),
            last: last.next(issue.last),
            settings: Settings {
                enable: enable.next(issue.settings.enable),
                quad: *quad,
                position: *position,
            },
        };
    }
    issue
}
