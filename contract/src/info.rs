//! Contracts without their types, for lists and reports.

use crate::{Config, Param, ParamError, Path, Port, Unit, Values, port_list};

/// What a contract says about a unit in one configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitInfo {
    /// Stem of the unit.
    pub name: &'static str,
    /// What the unit is, in one line.
    pub summary: &'static str,
    /// The design that the unit belongs to.
    pub system: &'static str,
    /// Paper, section, figure.
    pub source: &'static str,
    /// Timing in one sentence.
    pub timing: String,
    /// Parameters with their values.
    pub params: Vec<Param>,
    /// Ports into the unit, without clock and reset.
    pub inputs: Vec<Port>,
    /// Ports out of the unit.
    pub outputs: Vec<Port>,
    /// Outputs that depend on inputs of the same cycle.
    pub combinational: Vec<Path>,
}

impl UnitInfo {
    /// The contract of `U` for a machine.
    ///
    /// # Errors
    /// [`ParamError`] when the machine requires parameters that the unit does not support.
    pub fn of<U: Unit>(config: &Config) -> Result<Self, ParamError> {
        let params = U::params(config)?;
        Ok(Self {
            name: U::NAME,
            summary: U::SUMMARY,
            system: U::SYSTEM.name(),
            source: U::SOURCE,
            timing: U::timing(&params),
            params: U::describe(&params),
            inputs: port_list::<U::In<Values>>(&params),
            outputs: port_list::<U::Out<Values>>(&params),
            combinational: U::combinational(&params),
        })
    }
}
