//! How a kernel is executed: on the golden GPU, or in the limit study.

use heddle_contract::Unit;
use heddle_contract::hardware::{Hardware, Part};
use heddle_contract::units::ReconvergenceStack;
use heddle_sim::Mechanism;
use heddle_sim::mechanisms::About;

/// The values of `--mechanism`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// A mechanism of the golden GPU.
    Gpu(Mechanism),
    /// The limit study.
    Oracle,
}

impl Method {
    /// Name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Method::Gpu(mechanism) => mechanism.name(),
            Method::Oracle => "oracle",
        }
    }

    /// Whether a run depends on a section of the machine (`dwf` of `dwf.miss`). Sections that bear the name of a mechanism are
    /// its own, but for `stack`, which most mechanisms with stacks have (REP-18).
    pub fn reads(self, section: &str) -> bool {
        match section {
            "dwf" | "dwr" | "mimd" | "stackless" => self.name() == section,
            "stack" => self.has_stacks(),
            "limit_study" => self == Method::Oracle,
            // Only programs of OpenCL have a host.
            "host" => false,
            _ => true,
        }
    }

    /// Whether stacks of the section `stack` are there. That of `implicit` has no parameters.
    fn has_stacks(self) -> bool {
        match self {
            Method::Gpu(Mechanism::Implicit) => false,
            Method::Gpu(mechanism) => mechanism.about().has_stacks,
            Method::Oracle => true,
        }
    }

    /// Whether a run depends on a key of a section. Some keys of a section that all mechanisms have are those of one alone, and some
    /// are for units and host programs, which no run has. That a key is not read is certain; one that is read may change nothing.
    pub fn reads_key(self, section: &str, key: &str) -> bool {
        let has = |of: fn(&About) -> bool| match self {
            Method::Gpu(mechanism) => of(&mechanism.about()),
            Method::Oracle => false,
        };
        let is_oracle = self == Method::Oracle;
        match (section, key) {
            ("stack", "explicit_first" | "placement" | "predicated") => {
                self == Method::Gpu(Mechanism::Stack)
            }
            // The limit study follows the order of `pdom`.
            ("stack", "first") => is_oracle || has(is_stack_of_units),
            ("stack", _) => has(is_stack_of_units),
            ("compaction", "element_bits" | "alu_latency") => false,
            ("compaction", _) => !is_oracle && self != Method::Gpu(Mechanism::Mimd),
            ("limit_study", _) => is_oracle,
            ("host", _) => false,
            _ => self.reads(section),
        }
    }
}

/// The section of an override, `section.key=value`; a key without a section is one.
pub fn section(set: &str) -> &str {
    set.split(['.', '=']).next().unwrap_or(set)
}

/// Whether a mechanism keeps its stacks in units; those of others are not limited by the section `stack`.
fn is_stack_of_units(about: &About) -> bool {
    let is_stack = |part: &Part| part.unit == ReconvergenceStack::NAME;
    match about.hardware {
        Hardware::Units(units) => units.parts.iter().any(is_stack),
        Hardware::Bound | Hardware::Undescribed => false,
    }
}
