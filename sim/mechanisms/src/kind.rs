//! The mechanisms by name.

use crate::Mechanism;
use crate::definition::About;
use heddle_contract::{Config, ParamError};
use heddle_gpu_core::Table;
use std::fmt;
use std::str::FromStr;

/// Declares the mechanisms: the module in which each is defined, which has its name, and its variant of the enumeration.
/// Everything that enumerates mechanisms is generated from this list.
macro_rules! mechanisms {
    ($(mod $module:ident as $mechanism:ident;)*) => {
        $(mod $module;)*

        /// A mechanism: how divergence is handled.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Mechanism {
            $(
                #[doc = concat!("`", stringify!($module), "`; [`Mechanism::about`] tells what it is.")]
                $mechanism,
            )*
        }

        impl Mechanism {
            /// All mechanisms.
            pub const ALL: [Mechanism; [$(stringify!($module)),*].len()] =
                [$(Mechanism::$mechanism),*];

            /// The name on the command line.
            pub fn name(self) -> &'static str {
                match self { $(Mechanism::$mechanism => stringify!($module),)* }
            }

            fn definition(self) -> &'static dyn definition::Definition {
                match self { $(Mechanism::$mechanism => &$module::Kind,)* }
            }
        }
    };
}
pub(crate) use mechanisms;

impl Mechanism {
    /// What the mechanism is, and what it needs.
    pub fn about(self) -> About {
        self.definition().about()
    }

    /// Whether the threads of an original warp [keep step](About::keeps_step).
    pub fn keeps_step(self) -> bool {
        self.about().keeps_step
    }

    /// Number of lanes that the mechanism schedules together: those of a warp, of a sub-warp, or one.
    pub fn lanes(self, config: &Config) -> usize {
        self.definition().lanes(config)
    }

    /// The tables that an observer can [read](heddle_gpu_core::Observer::changed), where no external unit takes the place of a golden
    /// one.
    pub fn tables(self) -> &'static [Table] {
        self.definition().tables()
    }

    /// The names of the mechanisms of which something holds, as a sentence lists them: `last` stands before the last one.
    pub fn listed(last: &str, holds: impl Fn(&About) -> bool) -> String {
        let all = Mechanism::ALL.into_iter();
        let named = all.filter(|mechanism| holds(&mechanism.about()));
        let names: Vec<_> = named.map(Mechanism::name).collect();
        match names.split_last() {
            Some((name, others)) if !others.is_empty() => {
                format!("{} {last} {name}", others.join(", "))
            }
            _ => names.concat(),
        }
    }

    /// Checks that a machine's cores can have the mechanism.
    ///
    /// # Errors
    /// [`ParamError`] for a machine on which the mechanism's units cannot be built.
    pub fn check(self, config: &Config) -> Result<(), ParamError> {
        self.definition().plan(config).map(drop)
    }
}

impl fmt::Display for Mechanism {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no mechanism has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no mechanism is called `{0}`; there are: {known}", known = known())]
pub struct UnknownMechanism(pub String);

fn known() -> String {
    Mechanism::ALL.map(Mechanism::name).join(", ")
}

impl FromStr for Mechanism {
    type Err = UnknownMechanism;

    fn from_str(text: &str) -> Result<Self, UnknownMechanism> {
        let found = Mechanism::ALL.into_iter().find(|m| m.name() == text);
        found.ok_or_else(|| UnknownMechanism(text.into()))
    }
}
