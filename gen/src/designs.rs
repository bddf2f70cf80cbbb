//! The RTL of the requested units.

use crate::choices::Choices;
use crate::error::Error;
use heddle_contract::Config;
use heddle_hdl::Design;
use heddle_hdl::units::{self, NAMES, UnitError};

/// Units of which files are generated.
#[derive(Clone, Copy, Debug)]
pub enum Units<'a> {
    /// Every unit.
    All,
    /// Units by name, such as `unified_arbiter`.
    Named(&'a [String]),
}

impl<'a> Units<'a> {
    /// The names, in the order of the files.
    pub fn names(self) -> Vec<&'a str> {
        match self {
            Units::All => NAMES.to_vec(),
            Units::Named(names) => names.iter().map(String::as_str).collect(),
        }
    }
}

/// The RTL of units.
///
/// # Errors
/// A unit that does not fit the machine; of all units, every unit that does not fit.
pub fn designs(config: &Config, units: Units, choices: &Choices) -> Result<Vec<Design>, Error> {
    let (style, naming) = (choices.style, choices.package.naming());
    let design = |name: &&str| {
        let design = units::named(name, config, style, &naming)?;
        Ok(match choices.macros {
            true => design.with_macros(),
            false => design,
        })
    };
    if let Units::Named(_) = units {
        let designs = units
            .names()
            .iter()
            .map(design)
            .collect::<Result<_, UnitError>>();
        return Ok(designs?);
    }
    let (mut designs, mut fitting, mut refused) = (Vec::new(), Vec::new(), Vec::new());
    for name in units.names() {
        match design(&name) {
            Ok(design) => {
                designs.push(design);
                fitting.push(name.into());
            }
            Err(UnitError::Params(refusal)) => refused.push(refusal.to_string()),
            Err(other) => return Err(other.into()),
        }
    }
    match refused.is_empty() {
        true => Ok(designs),
        false => Err(Error::Unfit { refused, fitting }),
    }
}
