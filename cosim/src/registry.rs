//! The units by name, for callers that do not know their types.
//!
//! Code that is generic over units is compiled here, once for all units, and called through pointers: the
//! command line and the tests of other crates would otherwise compile it again.

use crate::checked::emit;
use crate::equal::mutants::{self, Mutants};
use crate::equal::{self, Equal};
use crate::error::Error;
use crate::kernel_mode::{KernelModes, KernelUnit};
use crate::mutation::{Mutation, Report};
use crate::outcome::Outcome;
use crate::prove::{Prove, Proven};
use crate::unit_mode::Check;
use crate::vectors::Vectors;
use crate::verilated::Verilog;
use heddle_contract::{Config, Unit, Values, Words, units};

/// A unit that can be checked, independent of its type.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// Name of the unit.
    pub name: &'static str,
    verilog: fn(&Config) -> Result<Verilog, Error>,
    check: fn(&Check, &Config) -> Result<Outcome, Error>,
    mutate: fn(&Mutation, &Config) -> Result<Report, Error>,
    prove: fn(&Prove, &Config) -> Result<Vec<Proven>, Error>,
    equal: fn(&Equal, &Config) -> Result<equal::Report, Error>,
    mutants: fn(&Mutants, &Config) -> Result<mutants::Report, Error>,
    vectors: fn(&Config, u64, u64) -> Result<Vectors, Error>,
    kernel_modes: fn() -> Result<KernelModes, Error>,
}

impl Entry {
    const fn of<U: KernelUnit + equal::Relation>() -> Self
    where
        U::In<Values>: Words,
        U::Out<Values>: Words,
    {
        Self {
            name: U::NAME,
            verilog: |config| Ok(emit::<U>(&U::params(config)?)?),
            check: |check, config| check.run::<U>(&U::params(config)?),
            mutate: |mutation, config| mutation.run::<U>(&U::params(config)?),
            prove: |prove, config| prove.run::<U>(&U::params(config)?),
            equal: |equal, config| equal.run::<U>(&U::params(config)?),
            mutants: |mutants, config| mutants.run::<U>(&U::params(config)?),
            vectors: |config, seed, cycles| {
                Ok(Vectors::record::<U>(&U::params(config)?, seed, cycles))
            },
            kernel_modes: U::kernel_modes,
        }
    }

    /// The RTL of the unit in a machine.
    ///
    /// # Errors
    /// [`Error`] when the unit does not support the machine's parameters.
    pub fn verilog(&self, config: &Config) -> Result<Verilog, Error> {
        (self.verilog)(config)
    }

    /// [`Check::run`] of the unit in a machine.
    ///
    /// # Errors
    /// As [`Check::run`], and when the unit does not support the machine's parameters.
    pub fn check(&self, check: &Check, config: &Config) -> Result<Outcome, Error> {
        (self.check)(check, config)
    }

    /// [`Mutation::run`] of the unit in a machine.
    ///
    /// # Errors
    /// As [`Mutation::run`], and when the unit does not support the machine's parameters.
    pub fn mutate(&self, mutation: &Mutation, config: &Config) -> Result<Report, Error> {
        (self.mutate)(mutation, config)
    }

    /// [`Prove::run`] of the unit in a machine.
    ///
    /// # Errors
    /// As [`Prove::run`], and when the unit does not support the machine's parameters.
    pub fn prove(&self, prove: &Prove, config: &Config) -> Result<Vec<Proven>, Error> {
        (self.prove)(prove, config)
    }

    /// [`Equal::run`] of the unit in a machine.
    ///
    /// # Errors
    /// As [`Equal::run`], and when the unit does not support the machine's parameters.
    pub fn equal(&self, equal: &Equal, config: &Config) -> Result<equal::Report, Error> {
        (self.equal)(equal, config)
    }

    /// [`Mutants::run`] of the unit in a machine.
    ///
    /// # Errors
    /// As [`Mutants::run`], and when the unit does not support the machine's parameters.
    pub fn mutants(&self, mutants: &Mutants, config: &Config) -> Result<mutants::Report, Error> {
        (self.mutants)(mutants, config)
    }

    /// [`Vectors::record`] of the unit in a machine.
    ///
    /// # Errors
    /// [`Error`] when the unit does not support the machine's parameters.
    pub fn vectors(&self, config: &Config, seed: u64, cycles: u64) -> Result<Vectors, Error> {
        (self.vectors)(config, seed, cycles)
    }

    /// How the unit runs kernels.
    ///
    /// # Errors
    /// As [`KernelUnit::kernel_modes`].
    pub fn kernel_modes(&self) -> Result<KernelModes, Error> {
        (self.kernel_modes)()
    }
}

macro_rules! registry {
    ($($stem:ident $unit:ident,)*) => {
        /// Names of all units that can be checked.
        pub const NAMES: &[&str] = &[$(units::$unit::NAME),*];

        // Not a static: a crate's statics are compiled for its unit tests too, with everything that they point to.
        /// The unit with this name, if one exists.
        pub fn by_name(name: &str) -> Option<&'static Entry> {
            match name {
                $(units::$unit::NAME => Some(const { &Entry::of::<units::$unit>() }),)*
                _ => None,
            }
        }
    };
}
heddle_contract::for_each_unit!(registry);
