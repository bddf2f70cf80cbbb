//! Runs that ABC found, simulated.

use super::found::Found;
use super::question::GUARANTEES;
use crate::gates::{Blif, Circuit, power_up};
use crate::verilated::RESET;

/// The first guarantee that is violated in the last cycle of a run. The first cycle is a reset, in which registers and the constant
/// inputs `unknown` have their initial bits.
pub(super) fn violated(gates: &Blif, unknown: &[String], run: &Found) -> Option<usize> {
    let circuit = Circuit::new(gates);
    let level = |is_high: bool| u64::from(is_high).wrapping_neg();
    let mut numbers = 0..;
    let mut initial = || {
        numbers
            .next()
            .map(power_up)
            .is_some_and(|bit| run.is_high(0, &bit))
    };
    let mut values = circuit.start(|| level(initial()));
    for constant in unknown {
        values[circuit.signal(constant)] = level(initial());
    }
    let driven = gates.inputs.iter().filter(|input| !unknown.contains(input));
    let driven: Vec<(&String, usize)> =
        driven.map(|input| (input, circuit.signal(input))).collect();
    let mut edge = false;
    for cycle in 0..run.cycles() {
        if edge {
            circuit.tick(&mut values);
        }
        for (input, signal) in &driven {
            let is_reset = cycle == 0 && *input == RESET;
            values[*signal] = level(is_reset || run.is_high(cycle, input));
        }
        circuit.eval(&mut values);
        edge = true;
    }
    let mut bits = (0..).map_while(|at| circuit.bit(GUARANTEES, at));
    bits.position(|bit| values[bit] == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of two guarantees the second one is that a register, which takes an input, is low.
    #[test]
    fn the_guarantee_that_is_violated_is_found() {
        let text = ".inputs a rst_i\n.outputs guarantees_o[0] guarantees_o[1]\n.latch d q re c 2\n\
                    .names rst_i a d\n01 1\n.names guarantees_o[0]\n1\n.names q guarantees_o[1]\n0 1\n";
        let gates = Blif::parse(text).expect("a model");
        let run = |text| violated(&gates, &[], &Found::parse(text));
        assert_eq!(run("a@0=1 power_up0@0=1 a@1=1 a@2=0"), Some(1));
        assert_eq!(run("a@0=1 power_up0@0=1 a@1=0"), None);
        assert_eq!(run("power_up0@0=1"), Some(1));
    }
}
