//! Checkers: the properties that a contract states for a unit's ports, as Verilog.
//!
//! A checker is placed beside its unit and sees all ports of the unit. It is made from the contract alone, through
//! [`terms`](heddle_contract::terms), and contains no behaviour of the unit. It is printed twice, with the same
//! expressions: as a Verilog-2005 module that says in every cycle which properties hold, and as concurrent assertions in
//! SystemVerilog that are bound to a module.

mod concurrent;
mod head;
mod kinds;
mod plain;
mod printer;
mod seen;

use crate::builder::Hardware;
use crate::style::Style;
use heddle_contract::{
    Bundle, Direction, Param, Port, Properties, Property, Unit, Values, port_list, terms,
};
use kinds::{ASSUMPTION, CORNER, GUARANTEE, INVARIANT, Kind};
use seen::Seen;
pub use seen::{Probe, driven};

/// The module that a checker checks.
pub(crate) struct Subject {
    /// The module's name in Verilog.
    pub module: String,
    pub style: Style,
    pub unit: &'static str,
    pub source: &'static str,
    pub params: Vec<Param>,
    /// The module's ports, without clock and reset.
    pub ports: Vec<(Direction, Port)>,
}

impl Subject {
    /// A unit as it is emitted by default.
    fn of<U: Unit>(params: &U::Params) -> Self {
        let inputs = listed::<U::In<Values>>(params, Direction::In);
        let outputs = listed::<U::Out<Values>>(params, Direction::Out);
        Self {
            module: U::NAME.into(),
            style: Style::default(),
            unit: U::NAME,
            source: U::SOURCE,
            params: U::describe(params),
            ports: inputs.chain(outputs).collect(),
        }
    }
}

/// The most operands in a row that a checker for proofs has. Programs of YoWASP have little stack, and Yosys takes some of it for
/// each operand; some invariants have thousands.
const LONGEST_CHAIN: usize = 128;

/// A unit's checker: a module that says in every cycle which of its properties hold.
pub struct Checker {
    subject: Subject,
    /// The most operands in a row; more are in groups.
    longest_chain: usize,
    properties: Vec<(Kind, Vec<Property>)>,
    seen: Seen,
}

impl Checker {
    /// A checker for the properties of the contract.
    pub fn new<U: Unit>(params: &U::Params) -> Self {
        let subject = Subject::of::<U>(params);
        Self::beside(subject, Properties::of::<U>(params), Vec::new())
    }

    /// A checker for the properties of the contract and for the invariants of the unit's RTL, for proofs.
    pub fn with_invariants<U: Hardware>(params: &U::Params) -> Self {
        Self::for_proofs::<U>(params, Properties::of::<U>(params), invariants::<U>(params))
    }

    /// A checker for any properties of a unit, for proofs.
    pub fn for_proofs<U: Unit>(
        params: &U::Params,
        of: Properties,
        invariants: Vec<Property>,
    ) -> Self {
        Self {
            longest_chain: LONGEST_CHAIN,
            ..Self::beside(Subject::of::<U>(params), of, invariants)
        }
    }

    /// A checker for a module.
    pub(crate) fn beside(subject: Subject, of: Properties, invariants: Vec<Property>) -> Self {
        let properties = vec![
            (ASSUMPTION, of.assumptions),
            (GUARANTEE, of.guarantees),
            (INVARIANT, invariants),
            (CORNER, of.corners),
        ];
        let properties: Vec<_> = properties
            .into_iter()
            .filter(|(_, all)| !all.is_empty())
            .collect();
        Self {
            subject,
            longest_chain: usize::MAX,
            seen: Seen::of(properties.iter().flat_map(|(_, all)| all)),
            properties,
        }
    }

    /// Name of the checked module.
    pub fn module(&self) -> &str {
        &self.subject.module
    }

    /// Name of the unit that the checked module is.
    pub fn unit(&self) -> &'static str {
        self.subject.unit
    }

    /// Name of the checker's module.
    pub fn name(&self) -> String {
        format!("{}_checker", self.module())
    }

    /// Ports that show which properties hold in a cycle, one bit per property; with the number of properties.
    pub fn outputs(&self) -> Vec<(String, usize)> {
        let all = self.documented_outputs().into_iter();
        all.map(|(name, count, _)| (name, count)).collect()
    }

    /// Registers of the unit that are inputs of the checker.
    pub fn probes(&self) -> &[Probe] {
        &self.seen.probes
    }

    /// Inputs that keep their values in all cycles, with their widths.
    pub fn unknowns(&self) -> &[(String, u32)] {
        &self.seen.unknowns
    }

    /// Label of the property that a bit of an output shows.
    ///
    /// # Panics
    /// If the output has no such bit.
    pub fn label(&self, output: &str, bit: usize) -> &'static str {
        let of_output = self
            .properties
            .iter()
            .find(|(kind, _)| kind.output() == output);
        let (_, properties) = of_output.expect("an output of the checker");
        properties[bit].label
    }

    /// Label and text of each assumption, in the order of the bits of the output for assumptions.
    pub fn assumptions(&self) -> Vec<(&'static str, &'static str)> {
        let of_kind = self
            .properties
            .iter()
            .filter(|(kind, _)| *kind == ASSUMPTION);
        let all = of_kind.flat_map(|(_, all)| all);
        all.map(|assumption| (assumption.label, assumption.name))
            .collect()
    }

    fn documented_outputs(&self) -> Vec<(String, usize, &'static str)> {
        let all = self.properties.iter();
        let say = all
            .clone()
            .map(|(kind, of)| (kind.output(), of.len(), kind.doc));
        let speak = all.filter_map(|(kind, of)| Some((kind.when_output(), of.len(), kind.when?)));
        say.chain(speak).collect()
    }

    /// Names and shapes of the unit's ports.
    fn kinds(&self) -> Vec<(String, heddle_contract::Kind)> {
        let ports = self.subject.ports.iter();
        ports
            .map(|(direction, port)| (format!("{}{}", port.name, direction.suffix()), port.kind))
            .collect()
    }
}

/// The invariants of a unit's RTL.
pub fn invariants<U: Hardware>(params: &U::Params) -> Vec<Property> {
    let (input, output) = (
        terms::ports(params, Direction::In),
        terms::ports(params, Direction::Out),
    );
    U::invariants(params, &input, &output)
}

fn listed<B: Bundle<Values>>(
    params: &B::Params,
    direction: Direction,
) -> impl Iterator<Item = (Direction, Port)> {
    port_list::<B>(params)
        .into_iter()
        .map(move |port| (direction, port))
}
