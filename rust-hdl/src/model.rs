//! A golden unit behind a block's signals.

use heddle_contract::{Border, Config, Golden, Unit, Values};
use std::fmt;

/// A golden unit with the values of its ports.
pub struct Model<U: Unit, G> {
    /// The unit's inputs.
    pub input: U::In<Values>,
    /// The unit's outputs; valid after a step.
    pub output: U::Out<Values>,
    params: U::Params,
    golden: G,
}

impl<U: Unit, G: Golden<U>> Model<U, G> {
    /// The unit of a machine in its reset state, with all ports zero.
    ///
    /// # Panics
    /// If the text does not describe a machine that can have the unit. Blocks are created by `Default`,
    /// which cannot return an error; the machine is the one for which they were generated.
    pub fn new(machine: &str) -> Self {
        let params = params::<U>(machine)
            .unwrap_or_else(|reason| panic!("machine.toml, for {}: {reason}", U::NAME));
        Self {
            input: Border::zero(&params),
            output: Border::zero(&params),
            golden: G::new(&params),
            params,
        }
    }

    /// Computes the outputs for the inputs; at a clock edge, first advances to the next cycle. The reset is
    /// synchronous.
    pub fn step(&mut self, edge: bool, reset: bool) {
        match (edge, reset) {
            (true, true) => self.reset(),
            (true, false) => self.golden.clock(&self.input),
            (false, _) => {}
        }
        self.golden.out(&self.input, &mut self.output);
    }

    /// As [`Model::step`], with an asynchronous reset.
    pub fn step_or_reset(&mut self, edge: bool, reset: bool) {
        self.step(edge || reset, reset);
    }

    fn reset(&mut self) {
        self.golden = G::new(&self.params);
    }
}

fn params<U: Unit>(machine: &str) -> Result<U::Params, String> {
    let config: Config = toml::from_str(machine).map_err(|error| error.to_string())?;
    config.validate().map_err(|error| error.to_string())?;
    U::params(&config).map_err(|error| error.to_string())
}

impl<U: Unit, G: Clone> Clone for Model<U, G> {
    fn clone(&self) -> Self {
        Self {
            input: self.input.clone(),
            output: self.output.clone(),
            params: self.params.clone(),
            golden: self.golden.clone(),
        }
    }
}

impl<U: Unit, G: fmt::Debug> fmt::Debug for Model<U, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(U::NAME)
            .field("input", &self.input)
            .field("output", &self.output)
            .field("params", &self.params)
            .field("golden", &self.golden)
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_contract::units::UnifiedArbiter;
    use heddle_units as units;

    type Arbiter = Model<UnifiedArbiter, units::UnifiedArbiter>;

    /// An arbiter that answers one cycle later, and whose lane 0 requests PC 7.
    fn asking() -> Arbiter {
        let mut model = Arbiter::new(include_str!("../generated/machine.toml"));
        (model.input.lanes, model.input.address[0]) = (1, 7);
        model
    }

    #[test]
    fn state_commits_at_an_edge_only() {
        let mut model = asking();
        model.step(false, false);
        assert!(!model.output.any);
        model.step(true, false);
        assert_eq!((model.output.any, model.output.target), (true, 7));
    }

    #[test]
    fn a_synchronous_reset_waits_for_the_edge() {
        let mut model = asking();
        model.step(true, false);
        model.step(false, true);
        assert!(model.output.any);
        model.step(true, true);
        assert!(!model.output.any);
    }

    #[test]
    fn an_asynchronous_reset_does_not() {
        let mut model = asking();
        model.step(true, false);
        model.step_or_reset(false, true);
        assert!(!model.output.any);
        model.step_or_reset(true, false);
        assert!(model.output.any);
    }

    #[test]
    #[should_panic(expected = "machine.toml, for unified_arbiter: ")]
    fn a_machine_of_something_else_is_named() {
        Arbiter::new("cores = 1");
    }
}
