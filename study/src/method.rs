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
    /// its own, but for `stack`, which all mechanisms with stacks have.
    pub fn reads(self, section: &str) -> bool {
        match section {
            "dwf" | "dwr" | "mimd" | "stackless" => self.name() == section,
            _ => true,
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
            ("stack", "explicit_first" | "predicated") => self == Method::Gpu(Mechanism::Stack),
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

/// Whether a mechanism keeps its stacks in units; those of others are not limited by the section `stack`.
fn is_stack_of_units(about: &About) -> bool {
    let is_stack = |part: &Part| part.unit == ReconvergenceStack::NAME;
    match about.hardware {
        Hardware::Units(units) => units.parts.iter().any(is_stack),
        Hardware::Bound | Hardware::Undescribed => false,
    }
}
