//! Units of cores, and the schedulers around external units in their place.

use crate::Mechanism;
use crate::cores::{ExternalFactory, external};
use crate::external::{External, Substitute};
use heddle_contract::{Behaviour, Config, ParamError, Unit, for_each_unit, units};

/// External units, one for each core.
pub type Units<'a, U> = Vec<&'a mut dyn Behaviour<U>>;

/// A unit that external units can replace in the cores of the golden GPU.
pub trait ReplaceableUnit: Unit {
    /// The mechanisms whose cores have the unit, the usual one first; none if no core has it.
    fn mechanisms() -> Vec<Mechanism> {
        let has = |mechanism: &Mechanism| mechanism.about().units.contains(&Self::NAME);
        let mut own: Vec<Mechanism> = Mechanism::ALL.into_iter().filter(has).collect();
        // Units that several mechanisms have are those of papers whose cores have stacks.
        own.sort_by_key(|mechanism| *mechanism != Mechanism::Pdom);
        own
    }

    /// The scheduler factory of one of these mechanisms on a machine, around external units. It stays on the host thread that
    /// made the units.
    ///
    /// # Errors
    /// [`ParamError`] for a machine on which the mechanism's units cannot be built.
    fn schedulers<'a>(
        config: &'a Config,
        mechanism: Mechanism,
        units: Units<'a, Self>,
    ) -> Result<ExternalFactory<'a>, ParamError>;
}

macro_rules! replaceable {
    ($($stem:ident $unit:ident,)*) => {$(
        impl ReplaceableUnit for units::$unit {
            fn schedulers<'a>(
                config: &'a Config,
                mechanism: Mechanism,
                units: Units<'a, Self>,
            ) -> Result<ExternalFactory<'a>, ParamError> {
                let params = Self::params(config)?;
                let unit = |unit| External::$unit(Substitute { params, unit });
                external(config, mechanism, Self::NAME, units.into_iter().map(unit))
            }
        }
    )*};
}
for_each_unit!(replaceable);
