//! Random requests to the arbiter, and the golden unit's answers.

use heddle_contract::units::UnifiedArbiter;
use heddle_contract::units::unified_arbiter::{In, Out};
use heddle_contract::{Border, Golden, Unit, Values};
use heddle_rust_hdl::golden;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// The inputs of one cycle, and the outputs before its clock edge.
#[derive(Clone, Debug)]
pub struct Cycle {
    pub reset: bool,
    pub input: In<Values>,
    pub output: Out<Values>,
}

/// Random cycles from a seed. Addresses and keys have few values, so that lanes often have the same ones.
/// The first cycle is a reset, as are some others.
pub fn cycles(number: usize, seed: u64) -> Vec<Cycle> {
    let machine = heddle_machines::shipped("tiny");
    let params = UnifiedArbiter::params(&machine).expect("it has an arbiter");
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut unit: golden::UnifiedArbiter = Golden::new(&params);
    let mut cycle = |at: usize| {
        let mut input: In<Values> = Border::zero(&params);
        input.memory = random.next_u64() % 2 == 1;
        input.lanes = random.next_u64() % 16;
        input.address.fill_with(|| random.next_u64() % 32);
        input.key.fill_with(|| random.next_u64() % 3);
        let mut output = Border::zero(&params);
        unit.out(&input, &mut output);
        let reset = at == 0 || random.next_u64().is_multiple_of(32);
        match reset {
            true => unit = Golden::new(&params),
            false => unit.clock(&input),
        }
        Cycle {
            reset,
            input,
            output,
        }
    };
    (0..number).map(&mut cycle).collect()
}
