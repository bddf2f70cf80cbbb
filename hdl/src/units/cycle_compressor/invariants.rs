//! Each active lane of an instruction is not yet executed, in the ALU, or among the kept results. PRP-5: no port identifies a
//! lane, so lanes are counted by their operands.

use super::super::bcc_sequencer::invariants::Sequencer;
use super::super::scc_control::invariants::Control;
use heddle_contract::Property;
use heddle_contract::terms::{Is, Row, Terms, Word, all, inside, row};
use heddle_contract::units::cycle_compressor::{In, Out, Params, Tagged, active};

/// The lanes of the held instruction that are left.
struct Held {
    is: Is,
    left: Word,
}

/// Invariants of the compressor without pipeline registers between an instruction and the ALU.
pub(super) fn invariants(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let (held, mut invariants) = chooser(p);
    let tagged = Tagged::of(p, i, o);
    let operands = ["a", "b", "c"].map(|name| operand(p, name));
    let waiting = held.left & tagged.among([&operands[0], &operands[1], &operands[2]]);
    invariants.extend([
        Property::given(
            "operands_left_or_executed",
            "lanes with the operands of the lowest one are left, or were executed",
            held.is,
            (waiting.ones() + tagged.over).eq(tagged.active),
        ),
        Property::given(
            "left_lanes_are_active",
            "the lanes that are left are active",
            held.is,
            (held.left & !active(p, i, o)).none(),
        ),
        Property::new(
            "active_lanes_are_somewhere",
            "lanes that were active are left, in the ALU, or have results",
            returning(p, &held, active(p, i, o)),
        ),
    ]);
    invariants
}

/// The unit that chooses lanes, and its invariants.
fn chooser(p: &Params) -> (Held, Vec<Property>) {
    match p.sequencer() {
        Some(params) => {
            let sequencer = Sequencer::of(&params, "u_bcc_sequencer.");
            let held = Held {
                is: sequencer.held,
                left: sequencer.remaining,
            };
            (held, Vec::new())
        }
        None => {
            let control = Control::of(&p.control(), "u_scc_control.");
            let held = Held {
                is: control.held,
                left: control.remaining(),
            };
            (held, control.invariants())
        }
    }
}

fn operand(p: &Params, name: &str) -> Row {
    let path = format!("u_swizzle_crossbar_operand_{name}.operand_q");
    row(&path, p.quads().lanes(), p.element_bits())
}

/// Whether kept results and results from the ALU together belong to exactly the active lanes of each
/// instruction, starting with the oldest. For the held instruction, the lanes that are left complete them.
fn returning(p: &Params, held: &Held, active: Word) -> Is {
    let mut lanes = inside(
        "u_unswizzle_crossbar.kept_lanes_q",
        p.quads().lanes() as u32,
    );
    let mut whole = vec![];
    for stage in (1..=p.alu_latency()).rev() {
        let (busy, last, of_stage) = in_alu(p, stage);
        let were = (0..stage).fold(active, |lanes, _| lanes.past());
        let apart = (lanes & of_stage).none();
        lanes = lanes | of_stage;
        whole.push(!busy | apart & (!last | lanes.eq(were)));
        lanes = lanes.masked(!(busy & last));
    }
    let rest = held.left.masked(held.is);
    let apart = (lanes & rest).none();
    let now = held.is.mux((lanes | rest) ^ active, lanes);
    all(whole) & apart & now.none()
}

/// For a stage of the ALU: whether it has lanes, whether they are the last of their instruction, and the lanes.
fn in_alu(p: &Params, stage: u32) -> (Is, Is, Word) {
    let (quads, path) = (p.quads(), |what: &str| format!("alu{stage}_{what}_q"));
    let settings = |what, bits| row(&path(what), quads.quad_lanes(), bits);
    let busy = inside(&path("busy"), 1).any();
    let enable = inside(&path("enable"), quads.quad_lanes() as u32).masked(busy);
    let lanes = quads.lanes_of(
        enable,
        &settings("quad", quads.quad_bits()),
        &settings("position", quads.position_bits()),
    );
    (busy, inside(&path("last"), 1).any(), lanes)
}
