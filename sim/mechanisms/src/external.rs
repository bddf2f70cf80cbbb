//! External units in cores: anything that behaves like a golden unit, as its RTL does.

use heddle_contract::{Behaviour, Unit, Values, for_each_unit, units};

/// An external unit, with its parameters: RTL, or RTL and golden unit in lockstep.
pub(crate) struct Substitute<'a, U: Unit> {
    pub params: U::Params,
    pub unit: &'a mut dyn Behaviour<U>,
}

impl<U: Unit> Behaviour<U> for Substitute<'_, U> {
    fn eval(&mut self, input: &U::In<Values>, output: &mut U::Out<Values>) {
        self.unit.eval(input, output);
    }

    fn tick(&mut self, input: &U::In<Values>) {
        self.unit.tick(input);
    }
}

macro_rules! external {
    ($($stem:ident $unit:ident,)*) => {
        /// An external unit for one core, by its contract.
        #[allow(dead_code, reason = "nothing takes units out that no core has")]
        pub(crate) enum External<'a> { $($unit(Substitute<'a, units::$unit>),)* }
    };
}
for_each_unit!(external);
