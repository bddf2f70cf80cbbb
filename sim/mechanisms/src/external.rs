//! External units in cores: anything that behaves like a golden unit, as its RTL does.

use crate::Mechanism;
use crate::cores::{ExternalFactory, external};
use heddle_contract::{Behaviour, Config, ParamError, Unit, Values, for_each_unit, units};

/// External units, one for each core.
pub type Units<'a, U> = Vec<&'a mut dyn Behaviour<U>>;

/// An external unit, with its parameters: RTL, or RTL and golden unit in lockstep.
pub(crate) struct Substitute<'a, U: Unit> {
    pub params: U::Params,
    unit: &'a mut dyn Behaviour<U>,
}

impl<U: Unit> Behaviour<U> for Substitute<'_, U> {
    fn eval(&mut self, input: &U::In<Values>, output: &mut U::Out<Values>) {
        self.unit.eval(input, output);
    }

    fn tick(&mut self, input: &U::In<Values>) {
        self.unit.tick(input);
    }
}

/// A unit that external units can replace in the cores of the golden GPU.
pub trait ReplaceableUnit: Unit {
    /// The mechanisms whose cores have the unit, the usual one first; none if no core has it.
    fn mechanisms() -> Vec<Mechanism> {
        let has = |mechanism: &Mechanism| mechanism.about().units.contains(&Self::NAME);
        Mechanism::ALL.into_iter().filter(has).collect()
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

macro_rules! external {
    ($($stem:ident $unit:ident,)*) => {
        /// An external unit for one core, by its contract.
        #[allow(dead_code, reason = "nothing takes units out that no core has")]
        pub(crate) enum External<'a> { $($unit(Substitute<'a, units::$unit>),)* }

        $(impl ReplaceableUnit for units::$unit {
            fn schedulers<'a>(
                config: &'a Config,
                mechanism: Mechanism,
                units: Units<'a, Self>,
            ) -> Result<ExternalFactory<'a>, ParamError> {
                let params = Self::params(config)?;
                let unit = |unit| External::$unit(Substitute { params, unit });
                external(config, mechanism, Self::NAME, units.into_iter().map(unit))
            }
        })*
    };
}
for_each_unit!(external);
