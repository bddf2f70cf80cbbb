//! The latencies that the contracts of the units claim, checked on golden model and RTL: by day one configuration in three,
//! at night all.

use crate::configurations::Configured;
use crate::fixture::cache;
use heddle_contract::units::cycle_compressor as compressor;
use heddle_contract::units::stackless_front_end as front_end;
use heddle_contract::units::unified_arbiter as arbiter;
use heddle_contract::units::{CycleCompressor, StacklessFrontEnd, UnifiedArbiter};
use heddle_contract::{Behaviour, Border, Golden};
use heddle_cosim::{Rtl, emit, rtl};
use heddle_machines::part;

/// Golden model and RTL of a unit.
fn both<U: Configured>(params: &U::Params) -> [Box<dyn Behaviour<U>>; 2] {
    let verilog = emit::<U>(params).expect("it is described without mistakes");
    let library = rtl::library::<U>(params, verilog, &cache()).expect("it compiles");
    [
        Box::new(U::Golden::new(params)),
        Box::new(Rtl::<U>::new(&library)),
    ]
}

/// Number of observed cycles, which include answers with the longest latency.
const CYCLES: u64 = 16;

/// Makes one request in cycle 3; returns the cycles in which an answer is shown.
fn answers_of_arbiter(
    params: &arbiter::Params,
    unit: &mut dyn Behaviour<UnifiedArbiter>,
) -> Vec<u64> {
    let (mut input, mut output) = (arbiter::In::zero(params), arbiter::Out::zero(params));
    let mut answers = Vec::new();
    for cycle in 0..CYCLES {
        input.lanes = u64::from(cycle == 3);
        unit.eval(&input, &mut output);
        answers.extend(output.any.then_some(cycle));
        unit.tick(&input);
    }
    answers
}

#[test]
fn the_arbiter_answers_after_the_latency_of_its_tree() {
    for params in part(UnifiedArbiter::configurations(), 0, 3) {
        for mut unit in both::<UnifiedArbiter>(&params) {
            let answers = answers_of_arbiter(&params, unit.as_mut());
            assert_eq!(
                answers,
                [3 + u64::from(params.tree_latency())],
                "{params:?}"
            );
        }
    }
}

/// Warp 1 requests in cycle 3; returns the cycles in which it waits, is granted, is answered, is ready.
fn life_of_a_request(
    params: &front_end::Params,
    unit: &mut dyn Behaviour<StacklessFrontEnd>,
) -> [Vec<u64>; 4] {
    let (mut input, mut output) = (front_end::In::zero(params), front_end::Out::zero(params));
    let mut life = [const { Vec::new() }; 4];
    input.lanes = 1;
    for cycle in 0..CYCLES {
        input.arbitrate = u64::from(cycle == 3) << 1;
        unit.eval(&input, &mut output);
        let granted = output.grant && output.grant_warp == 1 && !output.grant_memory;
        let answered = output.result && output.result_warp == 1 && output.result_any;
        let now = [
            output.waiting == 2,
            granted,
            answered,
            output.fetchable == 2,
        ];
        for (cycles, now) in life.iter_mut().zip(now) {
            cycles.extend(now.then_some(cycle));
        }
        unit.tick(&input);
    }
    life
}

#[test]
fn a_request_is_granted_and_answered_after_the_latencies() {
    for params in part(StacklessFrontEnd::configurations(), 1, 3) {
        for mut unit in both::<StacklessFrontEnd>(&params) {
            let grant = 4 + u64::from(params.grant_latency());
            let answer = grant + u64::from(params.answer_latency());
            let life = life_of_a_request(&params, unit.as_mut());
            assert_eq!(
                life,
                [
                    (4..=answer).collect(),
                    vec![grant],
                    vec![answer],
                    (answer + 1..CYCLES).collect::<Vec<_>>()
                ],
                "{params:?}"
            );
        }
    }
}

/// An instruction with one active lane comes in cycle 3; returns the cycles in which it is shown to the ALU and written.
fn life_of_an_instruction(
    params: &compressor::Params,
    unit: &mut dyn Behaviour<CycleCompressor>,
) -> [Vec<u64>; 2] {
    let (mut input, mut output) = (compressor::In::zero(params), compressor::Out::zero(params));
    let mut life = [const { Vec::new() }; 2];
    input.mask = 1;
    for cycle in 0..64 {
        input.request = cycle == 3;
        input.take = false;
        unit.eval(&input, &mut output);
        input.take = output.issue;
        unit.eval(&input, &mut output);
        for (cycles, happens) in life.iter_mut().zip([output.issue, output.write]) {
            cycles.extend(happens.then_some(cycle));
        }
        unit.tick(&input);
    }
    life
}

#[test]
fn the_compressor_has_the_rows_that_its_latencies_say() {
    for params in part(CycleCompressor::configurations(), 2, 3) {
        for mut unit in both::<CycleCompressor>(&params) {
            let [shown, written] = life_of_an_instruction(&params, unit.as_mut());
            let first = 4 + u64::from(params.issue_latency());
            assert_eq!(shown.first(), Some(&first), "{params:?}");
            let last = shown.last().expect("it is shown");
            let behind = params.alu_latency() + params.write_latency();
            assert_eq!(written, [last + u64::from(behind)], "{params:?}");
        }
    }
}
