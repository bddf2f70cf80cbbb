//! One of many planned runs, and its name.

use crate::method::Method;
use crate::subject::Subject;
use heddle_contract::Config;
use heddle_system::kept::digest;
use serde_json::{Value, json};

/// Digest of the simulator's sources: results of another simulator are not taken for those of this one.
pub const MODEL: &str = env!("HEDDLE_MODEL");

/// A program on a machine under a mechanism.
#[derive(Clone)]
pub struct PlannedRun {
    /// The program.
    pub subject: Subject,
    /// The divergence mechanism, or the limit study.
    pub method: Method,
    /// The machine.
    pub config: Config,
    /// Number of cycles after which a launch is given up.
    pub max_cycles: u64,
    /// Number of cycles of all launches together after which the run is cut (EXP-5); `None` for a whole run.
    pub window: Option<u64>,
    /// The core whose timeline is kept; all cores if `None`.
    pub timeline_of: Option<usize>,
}

impl PlannedRun {
    /// Everything that determines the result, including the simulator.
    pub fn identity(&self) -> Value {
        let mut identity = self.subject.identity();
        identity["mechanism"] = json!(self.method.name());
        identity["machine"] = json!(self.config);
        identity["max_cycles"] = json!(self.max_cycles);
        identity["window"] = json!(self.window);
        identity["timeline_of"] = json!(self.timeline_of);
        identity["version"] = json!(env!("CARGO_PKG_VERSION"));
        identity["model"] = json!(MODEL);
        identity
    }

    /// The digest of the identity.
    pub fn name(&self) -> String {
        digest(self.identity().to_string())
    }

    /// Text for people.
    pub fn title(&self) -> String {
        format!("{} under {}", self.subject.name(), self.method.name())
    }
}
