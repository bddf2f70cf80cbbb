//! Mutants that violate properties: simulated as gates under the stimuli of unit mode, and watched by the checker.

use super::question::{ASSUMPTIONS, Claim, GUARANTEES, INVARIANTS, UNKNOWN};
use crate::Checked;
use crate::gates::{Blif, Circuit};
use crate::mutation::SELECT;
use crate::stimuli::Random;
use crate::vectors::golden_run;
use crate::verilated::{Pin, RESET};
use heddle_contract::{Direction, Values, pack, port_list};
use heddle_system::parallel;
use std::collections::BTreeMap;

/// Number of runs of each mutant, each with other stimuli.
const STARTS: u64 = 16;
/// Cycles of a run.
const CYCLES: u64 = 1000;
/// Number of mutants that run side by side, one in each bit of a word.
const GROUP: usize = 64;

/// For each claim that some mutant violates, one such mutant.
pub(super) type Violating = BTreeMap<Claim, usize>;

/// Mutants of a unit with its checker, as gates.
struct Simulated {
    circuit: Circuit,
    reset: usize,
    /// Bits of the unit's inputs, and their positions in a row of inputs.
    inputs: Vec<(usize, RowBit)>,
    select: Vec<usize>,
    /// Bits of constant inputs.
    unknown: Vec<usize>,
    /// The checker's outputs: assumptions, and claims.
    assumptions: Vec<usize>,
    claims: Vec<(Claim, usize)>,
}

/// A bit in a word of a row.
#[derive(Clone, Copy)]
struct RowBit {
    word: usize,
    bit: usize,
}

/// Runs the mutants 1 to `count`. For each claim, returns the first mutant that violates it while all inputs are and were
/// legal. The environment is that of the golden unit, because the stimuli need not handle wrong outputs.
pub(super) fn violating<U: Checked>(
    params: &U::Params,
    gates: &Blif,
    count: usize,
    seed: u64,
) -> Violating {
    let ports = port_list::<U::In<Values>>(params);
    let mutants = Simulated::new(gates, &Pin::all(&ports, Direction::In));
    let starts: Vec<u64> = (0..STARTS).map(|start| seed.wrapping_add(start)).collect();
    let found = parallel::map(&starts, |&seed| {
        let rows = rows::<U>(params, seed);
        let groups = (1..=count).step_by(GROUP);
        groups
            .flat_map(|first| mutants.run(first, &rows, seed))
            .collect::<Vec<_>>()
    });
    let found = found.into_iter().flatten();
    let mut violating = Violating::new();
    for (claim, mutant) in found.filter(|(_, mutant)| *mutant <= count) {
        let first = violating.entry(claim).or_insert(mutant);
        *first = mutant.min(*first);
    }
    violating
}

/// Inputs of a run, one row for each cycle.
fn rows<U: Checked>(params: &U::Params, seed: u64) -> Vec<Vec<u64>> {
    let words = heddle_contract::words(&port_list::<U::In<Values>>(params));
    let mut rows = Vec::new();
    golden_run::<U>(params, seed, CYCLES, |input, _| {
        let mut row = vec![0; words];
        pack(input, &mut row);
        rows.push(row);
    });
    rows
}

impl Simulated {
    fn new(gates: &Blif, inputs: &[Pin]) -> Self {
        let circuit = Circuit::new(gates);
        let all =
            |port: &str| -> Vec<usize> { (0..).map_while(|at| circuit.bit(port, at)).collect() };
        let numbered = |port, claim: fn(usize) -> Claim| {
            let bits = all(port).into_iter().enumerate();
            bits.map(move |(at, bit)| (claim(at), bit))
                .collect::<Vec<_>>()
        };
        let unknown = gates.inputs.iter().filter(|name| name.starts_with(UNKNOWN));
        Self {
            reset: circuit.bit(RESET, 0).expect("a unit has a reset"),
            inputs: places(&circuit, inputs),
            select: all(SELECT),
            unknown: unknown.map(|name| circuit.signal(name)).collect(),
            assumptions: all(ASSUMPTIONS),
            claims: [
                numbered(GUARANTEES, Claim::Guarantee),
                numbered(INVARIANTS, Claim::Invariant),
            ]
            .concat(),
            circuit,
        }
    }

    /// The claims that a group of mutants, starting with `first`, violates.
    fn run(&self, first: usize, rows: &[Vec<u64>], seed: u64) -> Vec<(Claim, usize)> {
        let mut values = self.behind_reset(first, Random::new(seed));
        let mut violated = BTreeMap::new();
        let mut legal = u64::MAX;
        for row in rows {
            for (bit, place) in &self.inputs {
                values[*bit] = (row[place.word] >> place.bit & 1).wrapping_neg();
            }
            self.circuit.eval(&mut values);
            let assumed = self.assumptions.iter().map(|bit| values[*bit]);
            legal = assumed.fold(legal, |all, one| all & one);
            for &(claim, bit) in &self.claims {
                let now = legal & !values[bit];
                if now != 0 {
                    let mutant = first + now.trailing_zeros() as usize;
                    violated.entry(claim).or_insert(mutant);
                }
            }
            self.circuit.tick(&mut values);
        }
        violated.into_iter().collect()
    }

    /// The state after reset: registers start with arbitrary bits, and the first cycle is a reset with arbitrary inputs.
    fn behind_reset(&self, first: usize, mut random: Random) -> Vec<u64> {
        let mut values = self.circuit.start(|| random.word());
        for (number, &bit) in self.select.iter().enumerate() {
            let of_run = |run: usize| ((first + run) as u64 >> number & 1) << run;
            values[bit] = (0..GROUP).map(of_run).sum();
        }
        let inputs = self.inputs.iter().map(|(bit, _)| bit);
        for &bit in self.unknown.iter().chain(inputs) {
            values[bit] = random.word();
        }
        values[self.reset] = u64::MAX;
        self.circuit.eval(&mut values);
        self.circuit.tick(&mut values);
        values[self.reset] = 0;
        values
    }
}

/// The bits of ports, and their positions in a row in which the ports follow each other.
fn places(circuit: &Circuit, pins: &[Pin]) -> Vec<(usize, RowBit)> {
    let mut places = Vec::new();
    let mut word = 0;
    for Pin { name, kind } in pins {
        let width = kind.word_bits() as usize;
        for at in 0..kind.words() * width {
            let place = RowBit {
                word: word + at / width,
                bit: at % width,
            };
            places.extend(circuit.bit(name, at).map(|bit| (bit, place)));
        }
        word += kind.words();
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mutation::{self, Choice};
    use crate::prove::netlist::{Limits, Netlist};
    use crate::prove::{probes, seen};
    use heddle_contract::units::PartnerSyncTable;
    use heddle_contract::{Config, Unit};
    use heddle_hdl::Checker;
    use std::time::Duration;

    const MUTANTS: usize = 40;

    /// ABC finds what simulation finds; and neither finds anything in the unit itself, which is mutant 0.
    #[test]
    fn abc_agrees() {
        let tiny = Config::preset("tiny").expect("a preset");
        let params = PartnerSyncTable::params(&tiny).expect("a unit of the preset");
        let verilog = crate::emit::<PartnerSyncTable>(&params).expect("no mistakes");
        let probes = probes::commands(&Checker::with_invariants::<PartnerSyncTable>(&params));
        let choice = Choice::half_seen(MUTANTS, seen::<PartnerSyncTable>(&params), 1);
        let mutated = mutation::Netlist::new(&verilog, &probes, choice);
        let mutated = mutated.expect("Yosys");
        let (verilog, select) = (mutated.verilog().expect("a file"), mutated.select_bits);
        let limits = Limits {
            patience: Duration::from_secs(20),
            unsettled: 1,
        };
        let netlist = Netlist::new::<PartnerSyncTable>(&verilog, &params, Some(select), limits);
        let netlist = netlist.expect("gates");
        let count = mutated.mutants.len();
        let violating = violating::<PartnerSyncTable>(&params, netlist.blif(), count, 1);
        assert!(violating.len() > 3, "{violating:?}");
        for (claim, mutant) in violating {
            let shows = netlist.shows(claim, mutant).expect("ABC");
            assert!(shows, "{claim:?}: {}", mutated.mutants[mutant - 1]);
        }
        let ports = port_list::<<PartnerSyncTable as Unit>::In<Values>>(&params);
        let mutants = Simulated::new(netlist.blif(), &Pin::all(&ports, Direction::In));
        let rows = rows::<PartnerSyncTable>(&params, 1);
        let of_unit = mutants.run(0, &rows, 1);
        assert!(of_unit.iter().all(|(_, mutant)| *mutant > 0));
    }
}
