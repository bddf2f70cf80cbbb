//! Counterexamples (PRP-19): legal inputs, starting with a reset, that make a unit violate a property.

use super::found::Found;
use super::question::Claim;
use crate::gates::power_up;
use crate::verilated::{RESET, VerilogFile};
use crate::{Vector, Vectors};
use heddle_contract::{Direction, Kind, Port, Values, port_list, words};
use heddle_hdl::{Checker, Hardware};

/// Inputs that make a unit violate a property in their last cycle, and the checker that detects the violation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counterexample {
    /// Inputs of the unit. Its outputs are left open.
    pub vectors: Vectors,
    /// Registers whose initial bits matter: their paths in the unit, and the bits. A reset may change these bits.
    pub starts: Vec<(String, bool)>,
    /// The checker beside the unit.
    pub checker: VerilogFile,
    /// Inputs of the checker in addition to the unit's ports: registers of the unit, with their paths in it.
    pub probes: Vec<(String, String)>,
    /// Inputs of the checker that are constant: name, bits, value.
    pub unknowns: Vec<(String, u32, u64)>,
    /// Outputs of the checker, with their widths.
    pub outputs: Vec<(String, usize)>,
    /// The output with the bit that says whether the property holds.
    pub output: String,
    /// Number of that bit.
    pub bit: usize,
    /// Name of the property in the checker.
    pub label: String,
}

/// Names of a proof's gates, as far as a run needs them.
pub(super) struct Gates<'a> {
    /// Signals driven by registers.
    pub registers: Vec<&'a str>,
    /// Inputs that are constant, which are numbered after the registers.
    pub kept: Vec<String>,
}

impl Counterexample {
    pub(super) fn new<U: Hardware>(
        params: &U::Params,
        claim: Claim,
        gates: &Gates,
        found: &Found,
    ) -> Self {
        let (checker, output, bit) = match claim {
            Claim::Guarantee(at) => (Checker::new::<U>(params), "guarantees_o", at),
            Claim::Invariant(at) => (Checker::with_invariants::<U>(params), "invariants_o", at),
        };
        let inputs = port_list::<U::In<Values>>(params);
        let outputs = port_list::<U::Out<Values>>(params);
        let cycles = 0..found.cycles();
        let probes = checker.probes().iter();
        let unknowns = checker.unknowns().iter();
        Self {
            vectors: Vectors {
                cycles: cycles
                    .map(|cycle| vector(&inputs, &outputs, found, cycle))
                    .collect(),
                inputs,
                outputs,
            },
            starts: gates.starts(found),
            probes: probes
                .map(|probe| (probe.name.clone(), probe.register.clone()))
                .collect(),
            unknowns: unknowns
                .map(|(name, width)| (name.clone(), *width, gates.kept(found, name, *width)))
                .collect(),
            outputs: checker.outputs(),
            label: checker.label(output, bit).into(),
            output: output.into(),
            bit,
            checker: VerilogFile {
                name: checker.name(),
                text: checker.verilog(),
            },
        }
    }
}

impl Gates<'_> {
    /// Initial bits of the emitted Verilog's registers, whose names end in `_q`; other names in a netlist may be wires.
    fn starts(&self, found: &Found) -> Vec<(String, bool)> {
        let registers = self.registers.iter().enumerate();
        let of_unit = registers.filter_map(|(at, signal)| {
            let place = signal.strip_prefix("unit.")?;
            let own = place.rsplit('.').next()?.split('[').next()?;
            let is_register = own.ends_with("_q") && !place.contains(['$', '\\']);
            is_register.then(|| (place.to_owned(), found.is_high(0, &power_up(at))))
        });
        of_unit.collect()
    }

    /// The value of a constant input.
    fn kept(&self, found: &Found, name: &str, width: u32) -> u64 {
        let bit = |bit: u32| {
            let place = bit_name(name, width, bit);
            let at = self.kept.iter().position(|kept| *kept == place);
            at.is_some_and(|at| found.is_high(0, &power_up(self.registers.len() + at)))
        };
        number(width, bit)
    }
}

/// A cycle of the vectors; the first cycle is a reset.
pub(super) fn vector(inputs: &[Port], outputs: &[Port], found: &Found, cycle: usize) -> Vector {
    let values = inputs
        .iter()
        .flat_map(|port| port_words(port, found, cycle));
    Vector {
        reset: cycle == 0 || found.is_high(cycle, RESET),
        inputs: values.collect(),
        outputs: vec![None; words(outputs)],
    }
}

fn port_words(port: &Port, found: &Found, cycle: usize) -> Vec<u64> {
    let name = format!("{}{}", port.name, Direction::In.suffix());
    let (total, width) = (port.kind.total_bits() as u32, port.kind.word_bits());
    let word = |element: u32| {
        number(width, |bit| {
            found.is_high(cycle, &bit_name(&name, total, element * width + bit))
        })
    };
    (0..words_of(port.kind)).map(word).collect()
}

fn words_of(kind: Kind) -> u32 {
    u32::try_from(kind.words()).expect("a port has few elements")
}

/// The name of a port's bit in a netlist.
fn bit_name(port: &str, width: u32, bit: u32) -> String {
    match width {
        1 => port.into(),
        _ => format!("{port}[{bit}]"),
    }
}

fn number(width: u32, is_high: impl Fn(u32) -> bool) -> u64 {
    (0..width).map(|bit| u64::from(is_high(bit)) << bit).sum()
}
