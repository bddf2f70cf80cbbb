//! The contract of a hardware unit.

use crate::terms::{self, Is, Terms};
use crate::{Bundle, Config, Direction, Param, ParamError, Parameters, Signals};
use std::fmt;

/// The published design a unit belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// Stack-less reconvergence, collange2011.
    Stackless,
    /// Reconvergence stacks, fung2009 section 3.2 and the notes.
    Stack,
    /// Dynamic warp formation, fung2009 section 4.
    Dwf,
    /// Intra-warp compaction, vaidya2013 section 4.
    Compaction,
    /// Dynamic warp resizing, lashgar2012 section IV.
    Dwr,
}

impl System {
    /// Name as tables show it.
    pub fn name(self) -> &'static str {
        match self {
            System::Stackless => "stack-less reconvergence (collange2011)",
            System::Stack => "reconvergence stack (fung2009, notes)",
            System::Dwf => "dynamic warp formation (fung2009)",
            System::Compaction => "intra-warp compaction (vaidya2013)",
            System::Dwr => "dynamic warp resizing (lashgar2012)",
        }
    }

    /// The preset with the machine of the design's paper.
    pub fn preset(self) -> &'static str {
        match self {
            System::Stackless => "collange2011",
            System::Stack | System::Dwf => "fung2009",
            System::Compaction => "vaidya2013",
            System::Dwr => "lashgar2012",
        }
    }
}

/// The timing of a unit in one configuration, in words. Its text is the sentence of the Verilog header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timing {
    /// From an input to the output that answers it.
    pub latency: String,
    /// What the unit takes or gives in a cycle.
    pub throughput: String,
    /// When the unit can be used after reset, if not at once.
    pub after_reset: Option<String>,
}

impl Timing {
    /// The timing of a unit that can be used from the first cycle after reset on.
    pub fn new(latency: impl Into<String>, throughput: impl Into<String>) -> Self {
        Timing {
            latency: latency.into(),
            throughput: throughput.into(),
            after_reset: None,
        }
    }

    /// The same, for a unit that can be used only later.
    pub fn ready(self, after_reset: impl Into<String>) -> Self {
        let after_reset = Some(after_reset.into());
        Timing {
            after_reset,
            ..self
        }
    }
}

impl fmt::Display for Timing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.latency, self.throughput)?;
        self.after_reset
            .iter()
            .try_for_each(|when| write!(f, "; {when}"))
    }
}

/// A combinational path: an output that depends on inputs of the same cycle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Path {
    /// Output port.
    pub output: &'static str,
    /// Input ports that the output depends on within the cycle.
    pub inputs: &'static [&'static str],
}

/// A path through the environment: an input that has to answer outputs of the same cycle.
///
/// SYN-5: only outputs that leave no later cycle for the answer are listed: they are about this cycle alone, or they can change
/// without a command of the environment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Input port.
    pub input: &'static str,
    /// Output ports that the environment must look at within the cycle.
    pub outputs: &'static [&'static str],
}

/// A named statement about a unit's ports that is true or false in each cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Property {
    /// The statement as a short name, the label of its assertion: letters, digits and underscores. Among the properties of a
    /// unit no two have one label.
    pub label: &'static str,
    /// The statement in words.
    pub name: &'static str,
    /// The cycles that the property constrains.
    pub when: Is,
    /// Whether the property holds; true in every cycle that it does not constrain.
    pub is: Is,
}

impl Property {
    /// A property that constrains every cycle.
    pub fn new(label: &'static str, name: &'static str, is: Is) -> Self {
        let when = Is::from(true);
        Self {
            label,
            name,
            when,
            is,
        }
    }

    /// A property that constrains only the cycles in which `when` holds: there `then` must hold.
    pub fn given(label: &'static str, name: &'static str, when: Is, then: Is) -> Self {
        let is = when.implies(then);
        Self {
            label,
            name,
            when,
            is,
        }
    }
}

/// The properties of a unit's ports in one configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Properties {
    /// What the environment must ensure in every cycle.
    pub assumptions: Vec<Property>,
    /// What the unit promises for every cycle to an environment that respects all assumptions.
    pub guarantees: Vec<Property>,
    /// Situations that stimuli must reach.
    pub corners: Vec<Property>,
}

impl Properties {
    /// The properties of a unit, without the assumptions and guarantees that are always true in this configuration.
    pub fn of<U: Unit>(params: &U::Params) -> Self {
        let input = terms::ports(params, Direction::In);
        let output = terms::ports(params, Direction::Out);
        Self {
            assumptions: telling(U::assumptions(params, &input, &output)),
            guarantees: telling(U::guarantees(params, &input, &output)),
            corners: U::corners(params, &input, &output),
        }
    }
}

/// The properties that are not constantly true.
fn telling(properties: Vec<Property>) -> Vec<Property> {
    let all = properties.into_iter();
    all.filter(|property| property.is.constant() != Some(true))
        .collect()
}

/// A hardware unit: the contract that its golden model and its RTL both fulfil.
pub trait Unit: Sized + 'static {
    /// Stem of everything that belongs to the unit: modules, files, instances.
    const NAME: &'static str;
    /// What the unit is, in one line.
    const SUMMARY: &'static str;
    /// Where the unit comes from: paper, section, figure.
    const SOURCE: &'static str;
    /// The design that the unit is part of.
    const SYSTEM: System;

    /// Validated parameters; plain data, shared by threads that check one unit.
    type Params: Parameters + Clone + fmt::Debug + PartialEq + Sync;
    /// Ports into the unit.
    type In<S: Signals>: Bundle<S, Params = Self::Params>;
    /// Ports out of the unit.
    type Out<S: Signals>: Bundle<S, Params = Self::Params>;

    /// The unit's parameters in a machine.
    ///
    /// # Errors
    /// [`ParamError`] when the machine requires parameters that the unit does not support.
    fn params(config: &Config) -> Result<Self::Params, ParamError>;

    /// The parameters for people: all of them, in order of declaration.
    fn describe(params: &Self::Params) -> Vec<Param> {
        params.describe()
    }

    /// How long the unit takes, and how much it takes in each cycle.
    fn timing(params: &Self::Params) -> Timing;

    /// Outputs that depend on inputs of the same cycle; all other outputs depend on state alone.
    /// The netlist is checked against this list.
    fn combinational(params: &Self::Params) -> Vec<Path>;

    /// The combinational paths that exist in the structure, but along which values never travel, or too rarely for
    /// random stimuli to show it.
    fn hidden(_params: &Self::Params) -> Vec<Path> {
        Vec::new()
    }

    /// Inputs that the environment must give in answer to outputs of the same cycle; all other inputs can come from registers
    /// of the environment. Together with [`combinational`](Self::combinational) the answers close no loop. The clock of a
    /// unit is measured with these paths closed.
    fn answers(_params: &Self::Params) -> Vec<Answer> {
        Vec::new()
    }

    /// What the environment must ensure.
    fn assumptions(
        params: &Self::Params,
        i: &Self::In<Terms>,
        o: &Self::Out<Terms>,
    ) -> Vec<Property>;

    /// What the unit promises to an environment that respects all assumptions.
    fn guarantees(
        _params: &Self::Params,
        _i: &Self::In<Terms>,
        _o: &Self::Out<Terms>,
    ) -> Vec<Property> {
        Vec::new()
    }

    /// Situations that random stimuli must reach in this configuration.
    fn corners(params: &Self::Params, i: &Self::In<Terms>, o: &Self::Out<Terms>) -> Vec<Property>;
}
