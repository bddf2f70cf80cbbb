//! The comparison itself: correct RTL passes, and wrong RTL is found and named.

use crate::fixture::{library, params};
use heddle_contract::units::UnifiedArbiter;
use heddle_contract::units::unified_arbiter::{In, Out};
use heddle_contract::{Behaviour, Border, Golden, Values};
use heddle_cosim::stimuli::{self, Stimuli};
use heddle_cosim::unit_mode::Shrunk;
use heddle_cosim::{Corrupt, Fault, Lockstep, Rtl, UnitMode, When};
use heddle_units::UnifiedArbiter as GoldenArbiter;

type Sides = Lockstep<UnifiedArbiter, GoldenArbiter>;

/// A fault that shows from the first request on whose highest lane alone decides.
const LAST_LANE_LOST: (&str, &str) = (
    "lane < 8; lane = lane + 1) begin\n            if",
    "lane < 7; lane = lane + 1) begin\n            if",
);

/// A fault that shows once, independent of the inputs.
fn wrong_in_cycle(cycle: u64) -> [(&'static str, &'static str); 2] {
    let wrong = format!("= any_q ^ (count_q == 16'd{cycle});");
    [
        (
            "reg        any_q;",
            "reg [15:0] count_q;
             always @(posedge clk_i) count_q <= rst_i ? 16'd0 : count_q + 16'd1;
             reg        any_q;",
        ),
        ("= any_q;", wrong.leak()),
    ]
}

fn unit_mode(changes: &[(&str, &str)]) -> UnitMode<UnifiedArbiter> {
    UnitMode::new(&params(), &library(changes), 1)
}

/// Drives a behaviour with the stimuli of a seed, and shows each cycle.
fn drive(
    behaviour: &mut impl Behaviour<UnifiedArbiter>,
    cycles: u64,
    mut show: impl FnMut(u64, &In<Values>, &Out<Values>),
) {
    let mut stimuli = stimuli::UnifiedArbiter::new(&params(), 3);
    let (mut input, mut output) = (In::zero(&params()), Out::zero(&params()));
    for cycle in 0..cycles {
        stimuli.next(&output, &mut input);
        behaviour.eval(&input, &mut output);
        show(cycle, &input, &output);
        behaviour.tick(&input);
    }
}

#[test]
fn right_rtl_passes() {
    let mut run = unit_mode(&[]);
    assert_eq!(run.run(100_000), None);
    assert_eq!(run.lockstep().cycles(), 100_000);
    assert_eq!(run.lockstep().mismatches(), 0);
    assert!(run.corners().iter().all(|corner| corner.hits > 0));
}

#[test]
fn a_mismatch_names_port_cycle_and_values() {
    let library = library(&[(
        "best[15:0];\n        match_q",
        "best[15:0] ^ 16'd4;\n        match_q",
    )]);
    let mut sides = Sides::new(&params(), &library);
    let mut input = In::zero(&params());
    let ask = |sides: &mut Sides, lanes: u64, input: &mut In<Values>| {
        input.lanes = lanes;
        input.address[6] = 0x123;
        sides.tick(input);
    };
    // No lane takes part, so the wrong target is not valid.
    (0..5).for_each(|_| ask(&mut sides, 0, &mut input));
    ask(&mut sides, 0x40, &mut input);
    ask(&mut sides, 0, &mut input);
    let found = sides.finish().expect("the target is wrong");
    assert_eq!(
        (found.unit, found.port, found.element),
        ("unified_arbiter", "target", None)
    );
    assert_eq!(
        (found.cycle, found.expected, found.found),
        (6, 0x123, 0x127)
    );
    assert_eq!(
        found.to_string(),
        "unified_arbiter: cycle 6: target is 0x127, expected 0x123"
    );
    let cycles: Vec<u64> = found.window.iter().map(|row| row.cycle).collect();
    assert_eq!(cycles, [0, 1, 2, 3, 4, 5, 6]);
    let last = found.window.last().expect("seven rows");
    assert_eq!((last.expected[1], last.found[1]), (0x123, 0x127));
    assert_eq!(sides.mismatches(), 1);
}

#[test]
fn the_window_is_right_across_batches() {
    let mut sides = Sides::new(&params(), &library(&wrong_in_cycle(5000)));
    let mut lanes = Vec::new();
    drive(&mut sides, 6000, |_, input, _| lanes.push(input.lanes));
    let found = sides.finish().expect("it is wrong in that cycle");
    assert_eq!((found.port, found.cycle), ("any", 5000));
    let cycles = found.window.iter().map(|row| row.cycle);
    assert!(cycles.eq(4985..=5000));
    let given = |cycle: u64| lanes[cycle as usize];
    assert!(
        found
            .window
            .iter()
            .all(|row| row.inputs[1] == given(row.cycle))
    );
    assert_eq!(sides.mismatches(), 1);
    assert_eq!(sides.cycles(), 6000);
}

#[test]
fn the_holder_gets_the_golden_outputs() {
    let mut golden = Vec::new();
    drive(&mut GoldenArbiter::new(&params()), 500, |_, _, output| {
        golden.push(output.target)
    });
    let mut sides = Sides::new(&params(), &library(&wrong_in_cycle(100)));
    drive(&mut sides, 500, |cycle, _, output| {
        assert_eq!(output.target, golden[cycle as usize])
    });
    assert!(sides.finish().is_some());
}

#[test]
fn rtl_alone_behaves_as_the_golden_model() {
    let mut golden = Vec::new();
    drive(&mut GoldenArbiter::new(&params()), 500, |_, _, output| {
        golden.push(output.clone())
    });
    let mut rtl = Rtl::<UnifiedArbiter>::new(&library(&[]));
    drive(&mut rtl, 500, |cycle, _, output| {
        let golden = &golden[cycle as usize];
        assert_eq!(output.any, golden.any, "cycle {cycle}");
        if golden.any {
            assert_eq!(output.target, golden.target, "cycle {cycle}");
            assert_eq!(output.match_lanes, golden.match_lanes, "cycle {cycle}");
        }
    });
}

#[test]
fn a_fault_flips_one_bit_when_it_should() {
    let mut healthy = Vec::new();
    drive(&mut GoldenArbiter::new(&params()), 50, |_, _, output| {
        healthy.push(output.clone())
    });
    for when in [When::At(7), When::Always] {
        let fault = Fault {
            word: 2,
            bit: 5,
            when,
        };
        let mut faulty = Corrupt::new(GoldenArbiter::new(&params()), fault);
        drive(&mut faulty, 50, |cycle, _, output| {
            let healthy = &healthy[cycle as usize];
            let flipped = u64::from(when == When::Always || cycle == 7) << 5;
            assert_eq!(
                output.match_lanes,
                healthy.match_lanes ^ flipped,
                "cycle {cycle}"
            );
            assert_eq!((output.any, output.target), (healthy.any, healthy.target));
        });
    }
}

#[test]
fn a_failing_run_is_shrunk() {
    let library = library(&[LAST_LANE_LOST]);
    let mut run = UnitMode::<UnifiedArbiter>::new(&params(), &library, 1);
    let cycle = run.run(10_000).expect("lane 7 is lost").cycle;
    let shrunk = Shrunk::<UnifiedArbiter>::find(&params(), &library, 1, cycle).expect("it fails");
    // The cycle of the request, and the cycle of its answer.
    assert_eq!(shrunk.inputs.len(), 2);
    assert_eq!(shrunk.mismatch.cycle, 1);
    assert_eq!(shrunk.inputs[0].lanes >> 7, 1);
}
