//! How a kernel is executed: on the golden GPU, or in the limit study.

use heddle_sim::Mechanism;

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
}

/// The section of an override, `section.key=value`; a key without a section is one.
pub fn section(set: &str) -> &str {
    set.split(['.', '=']).next().unwrap_or(set)
}
