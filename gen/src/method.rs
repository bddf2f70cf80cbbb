//! How a kernel is looked at: on the golden GPU, or by the limit study.

use heddle_sim::Mechanism;

/// What `--mechanism` names.
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
}
