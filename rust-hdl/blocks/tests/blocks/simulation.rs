//! In rust-hdl's simulation a block behaves like the golden unit.

use crate::design::Converge;
use crate::stimuli::{Cycle, cycles};
use crate::unified_arbiter::UnifiedArbiter;
use heddle_rust_hdl::rust_hdl_core::prelude::*;

/// Half a clock period.
const HALF: u64 = 5 * sim_time::ONE_NANOSECOND;

fn drive(block: &mut UnifiedArbiter, cycle: &Cycle) {
    block.reset.next = cycle.reset;
    block.memory_i.next = cycle.input.memory;
    block.lanes_i.next = cycle.input.lanes.into();
    for lane in 0..4 {
        block.address_i[lane].next = cycle.input.address[lane].into();
        block.key_i[lane].next = cycle.input.key[lane].into();
    }
}

fn answer(block: &UnifiedArbiter) -> (bool, u64, u64) {
    let (target, lanes) = (block.target_o.val(), block.match_lanes_o.val());
    (block.any_o.val(), target.into(), lanes.into())
}

#[test]
fn the_arbiter_answers_as_the_golden_unit() {
    let cycles = cycles(2000, 1);
    let answers = cycles.iter().filter(|cycle| cycle.output.any).count();
    assert!(answers > 1000, "{answers}");
    let mut simulation = Simulation::new();
    simulation.add_testbench(move |mut sim: Sim<UnifiedArbiter>| {
        let mut block = sim.init()?;
        for (at, cycle) in cycles.iter().enumerate() {
            drive(&mut block, cycle);
            block.clock.next = false.into();
            block = sim.wait(HALF, block)?;
            let Cycle { output, .. } = cycle;
            let expected = (output.any, output.target, output.match_lanes);
            assert_eq!(answer(&block), expected, "cycle {at}");
            block.clock.next = true.into();
            block = sim.wait(HALF, block)?;
        }
        sim.done(block)
    });
    let deadline = 2 * 2001 * HALF;
    simulation
        .run(Box::default(), deadline)
        .expect("every cycle agrees");
}

#[test]
fn threads_that_lag_behind_catch_up() {
    let mut simulation = simple_sim!(Converge, clock, 100_000_000_u64, sim, {
        let mut top = sim.init()?;
        top.limit.next = 12.into();
        top.reset.next = true;
        wait_clock_cycle!(sim, clock, top);
        top.reset.next = false;
        wait_clock_cycle!(sim, clock, top);
        sim_assert!(sim, !top.done.val(), top);
        top = sim.watch(|top| top.done.val(), top)?;
        // One step for each PC from the first thread's start on: threads that meet advance together.
        assert_eq!(top.steps.val().to_u16(), 12);
        sim.done(top)
    });
    let top = Box::new(Converge::new([0, 3, 6, 9]));
    let deadline = sim_time::ONE_MICROSECOND;
    simulation.run(top, deadline).expect("they arrive");
}
