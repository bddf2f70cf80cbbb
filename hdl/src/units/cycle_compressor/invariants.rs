//! Each active lane of an instruction is left, in the ALU, or among the results that are kept.

use super::super::bcc_sequencer::invariants::Sequencer;
use super::super::scc_control::invariants::Control;
use heddle_contract::Property;
use heddle_contract::terms::{Is, Row, Terms, Word, all, inside, row};
use heddle_contract::units::cycle_compressor::{In, Out, Params, Tagged, active};

/// Lanes of the instruction that is held.
struct Held {
    is: Is,
    left: Word,
}

/// Of the compressor without rows of registers between an instruction and the ALU.
pub(super) fn invariants(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let (held, mut invariants) = chooser(p);
    let tagged = Tagged::of(p, i, o);
    let operands = ["a", "b", "c"].map(|name| operand(p, name));
    let waiting = held.left & tagged.among([&operands[0], &operands[1], &operands[2]]);
    invariants.extend([
        Property::given(
            "lanes with the operands of the lowest one are left, or were executed",
            held.is,
            (waiting.ones() + tagged.over).eq(tagged.active),
        ),
        Property::given(
            "the lanes that are left are active",
            held.is,
            (held.left & !active(p, i, o)).none(),
        ),
        Property::new(
            "lanes that were active are left, in the ALU, or have results",
            returning(p, &held, active(p, i, o)),
        ),
    ]);
    invariants
}

/// What chooses lanes, and what is so of it.
fn chooser(p: &Params) -> (Held, Vec<Property>) {
    match p.sequencer() {
        Some(params) => {
            let sequencer = Sequencer::of(&params, "u_bcc_sequencer.");
            let held = Held {
                is: sequencer.held,
                left: sequencer.left,
            };
            (held, Vec::new())
        }
        None => {
            let control = Control::of(&p.control(), "u_scc_control.");
            let held = Held {
                is: control.held,
                left: control.left(),
            };
            (held, control.invariants())
        }
    }
}

fn operand(p: &Params, name: &str) -> Row {
    let path = format!("u_swizzle_crossbar_operand_{name}.operand_q");
    row(&path, p.quads().lanes(), p.element_bits())
}

/// Whether the results that are kept, and those that come from the ALU, are of the lanes that were active in each
/// instruction, the oldest first. What is left makes up for the one that is held.
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

/// Whether a stage of the ALU has lanes, whether they are the last of their instruction, and which.
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
