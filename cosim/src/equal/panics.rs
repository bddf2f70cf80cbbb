//! Golden units that panic.

use crate::Checked;
use crate::vectors::Driven;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How far a golden unit goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Until {
    /// To the outputs of the last cycle: the inputs of that cycle can be legal by a wrong output of the RTL alone.
    Outputs,
    /// Behind the last cycle.
    Clocked,
}

/// The cycle in which our golden unit panics with these words of inputs, a cycle in each row, from a reset on.
pub(super) fn panics<U: Checked>(
    params: &U::Params,
    inputs: &[Vec<u64>],
    until: Until,
) -> Option<u64> {
    let cycle = Cell::new(0);
    let run = || {
        let mut driven = Driven::<U>::new(params);
        for (at, words) in inputs.iter().enumerate() {
            cycle.set(at as u64);
            driven.show(words);
            if until == Until::Clocked || at + 1 < inputs.len() {
                driven.clock();
            }
        }
    };
    let panicked = catch_unwind(AssertUnwindSafe(run)).is_err();
    panicked.then(|| cycle.get())
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_contract::units::ReconvergenceStack;
    use heddle_contract::{Border, Config, Unit, Values, pack, port_list, words};

    type In = <ReconvergenceStack as Unit>::In<Values>;

    /// An update of a warp that is not selected, which the golden unit asserts never to see.
    #[test]
    fn a_panic_is_caught_and_its_cycle_is_known() {
        let tiny = Config::preset("tiny").expect("a preset");
        let params = ReconvergenceStack::params(&tiny).expect("a unit of the preset");
        let idle = vec![0; words(&port_list::<In>(&params))];
        let mut input = In::zero(&params);
        input.update = true;
        let mut illegal = idle.clone();
        pack(&input, &mut illegal);
        let panics = panics::<ReconvergenceStack>;
        let run = [idle.clone(), illegal, idle];
        assert_eq!(panics(&params, &run[..1], Until::Clocked), None);
        assert_eq!(panics(&params, &run[..2], Until::Outputs), None);
        for (cycles, until) in [(2, Until::Clocked), (3, Until::Outputs)] {
            assert_eq!(panics(&params, &run[..cycles], until), Some(1));
        }
    }
}
