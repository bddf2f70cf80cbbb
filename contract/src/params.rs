//! Parameters of units: described for people, checked at construction.

use std::fmt::Display;
use std::ops::RangeInclusive;

/// One parameter of a unit as the tables, the Verilog header and the manifest show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Name, in snake case with its unit of measure.
    pub name: &'static str,
    /// Value in this configuration.
    pub value: u64,
    /// What it is, and its limits.
    pub doc: &'static str,
}

/// A parameter outside its limits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{unit}: {name} = {value} is not {allowed}")]
pub struct ParamError {
    /// Unit or configuration section that refuses the value.
    pub unit: &'static str,
    /// Parameter name.
    pub name: &'static str,
    /// The refused value.
    pub value: String,
    /// What would be accepted.
    pub allowed: String,
}

/// `value`, if it lies in `range`.
///
/// # Errors
/// [`ParamError`] naming the unit, the parameter and the range.
pub fn require<T: PartialOrd + Display + Copy>(
    unit: &'static str,
    name: &'static str,
    value: T,
    range: RangeInclusive<T>,
) -> Result<T, ParamError> {
    if range.contains(&value) {
        return Ok(value);
    }
    Err(ParamError {
        unit,
        name,
        value: value.to_string(),
        allowed: match range.start() == range.end() {
            true => range.start().to_string(),
            false => format!("in {} to {}", range.start(), range.end()),
        },
    })
}

/// `value`, if it is a power of two.
///
/// # Errors
/// [`ParamError`] naming the unit and the parameter.
pub fn require_power_of_two(
    unit: &'static str,
    name: &'static str,
    value: u64,
) -> Result<u64, ParamError> {
    if value.is_power_of_two() {
        return Ok(value);
    }
    let allowed = "a power of two".into();
    Err(ParamError {
        unit,
        name,
        value: value.to_string(),
        allowed,
    })
}
