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
    /// its own, but for `stack`, which all mechanisms with stacks have.
    pub fn reads(self, section: &str) -> bool {
        match section {
            "dwf" | "dwr" | "mimd" | "stackless" => self.name() == section,
            _ => true,
        }
    }
}
