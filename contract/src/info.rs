//! Contracts without their types, for lists and reports.

use crate::terms::reads;
use crate::{
    Answer, Config, Direction, Param, ParamError, Path, Port, Properties, Property, Timing, Unit,
    Values, port_list,
};
use std::collections::BTreeSet;

/// What a contract says about a unit in one configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitInfo {
    /// Stem of the unit.
    pub name: &'static str,
    /// What the unit is, in one line.
    pub summary: &'static str,
    /// The design that the unit belongs to.
    pub system: &'static str,
    /// The preset with the machine of the design's paper.
    pub preset: &'static str,
    /// Paper, section, figure.
    pub source: &'static str,
    /// Latency, throughput, and when the unit is ready after reset.
    pub timing: Timing,
    /// Parameters with their values.
    pub params: Vec<Param>,
    /// Ports into the unit, without clock and reset.
    pub inputs: Vec<Port>,
    /// Ports out of the unit.
    pub outputs: Vec<Port>,
    /// Outputs that depend on inputs of the same cycle.
    pub combinational: Vec<Path>,
    /// Inputs that the environment must give in answer to outputs of the same cycle.
    pub answers: Vec<Answer>,
    /// What the environment must ensure in every cycle.
    pub assumptions: Vec<Rule>,
    /// What the unit promises for every cycle.
    pub guarantees: Vec<Rule>,
    /// Situations that stimuli must reach.
    pub corners: Vec<Rule>,
}

/// A property in words, with the ports that it speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// The property in words.
    pub name: &'static str,
    /// Inputs that it reads.
    pub inputs: BTreeSet<&'static str>,
    /// Outputs that it reads.
    pub outputs: BTreeSet<&'static str>,
}

impl Rule {
    fn of(property: &Property) -> Self {
        let term = property.is.node();
        Rule {
            name: property.name,
            inputs: reads(term, Direction::In),
            outputs: reads(term, Direction::Out),
        }
    }
}

impl UnitInfo {
    /// The contract of `U` for a machine.
    ///
    /// # Errors
    /// [`ParamError`] when the machine requires parameters that the unit does not support.
    pub fn of<U: Unit>(config: &Config) -> Result<Self, ParamError> {
        let params = U::params(config)?;
        let properties = Properties::of::<U>(&params);
        let rules = |of: &[Property]| of.iter().map(Rule::of).collect();
        Ok(Self {
            name: U::NAME,
            summary: U::SUMMARY,
            system: U::SYSTEM.name(),
            preset: U::SYSTEM.preset(),
            source: U::SOURCE,
            timing: U::timing(&params),
            params: U::describe(&params),
            inputs: port_list::<U::In<Values>>(&params),
            outputs: port_list::<U::Out<Values>>(&params),
            combinational: U::combinational(&params),
            answers: U::answers(&params),
            assumptions: rules(&properties.assumptions),
            guarantees: rules(&properties.guarantees),
            corners: rules(&properties.corners),
        })
    }
}
