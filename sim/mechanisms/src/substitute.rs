//! An external unit in a core.

use heddle_contract::{Behaviour, Unit, Values};

/// An external unit: RTL, or RTL and golden unit in lockstep.
pub(crate) struct Substitute<'a, U: Unit>(pub &'a mut dyn Behaviour<U>);

impl<U: Unit> Behaviour<U> for Substitute<'_, U> {
    fn eval(&mut self, input: &U::In<Values>, output: &mut U::Out<Values>) {
        self.0.eval(input, output);
    }

    fn tick(&mut self, input: &U::In<Values>) {
        self.0.tick(input);
    }
}
