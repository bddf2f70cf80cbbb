//! What defines a mechanism. Each implements [`Definition`] once, in its own folder.

use crate::external::External;
use heddle_contract::hardware::Hardware;
use heddle_contract::{Config, ParamError};
use heddle_gpu_core::{Code, Needs, Scheduler, Table};
use heddle_isa::Program;
use serde::Serialize;

/// What a mechanism is, and what it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct About {
    /// What becomes of the threads of a warp when they diverge.
    pub summary: &'static str,
    /// The source; `notes` is not a paper.
    pub source: &'static str,
    /// Sections, figures or headings of the source.
    pub section: &'static str,
    /// What the mechanism must know of a program before it runs, besides its instructions.
    pub program: Option<&'static str>,
    /// What the mechanism demands of a machine, besides the limits of every machine.
    pub machine: Option<&'static str>,
    /// What a core consists of under the mechanism, besides what every core has.
    pub hardware: Hardware,
    /// Units of its cores that external units can replace.
    pub units: &'static [&'static str],
    /// Whether the threads of an original warp execute together until they diverge, so that they see each other's
    /// stores without barriers. Race-free programs do not rely on this.
    pub keeps_step: bool,
    /// Whether threads wait on a stack for other threads of their warp.
    pub has_stacks: bool,
    /// Whether a warp waits at a barrier as a whole: its threads that have not arrived cannot arrive (RST-11).
    pub waits_as_a_whole: bool,
    /// Whether threads that have diverged are scheduled independently, so that none waits for the others to reconverge.
    pub is_independent: bool,
}

/// A mechanism.
pub(crate) trait Definition {
    /// What the mechanism is, and what it needs.
    fn about(&self) -> About;

    /// Number of lanes that the mechanism schedules together.
    fn lanes(&self, config: &Config) -> usize {
        config.core.warp_size
    }

    /// The tables that its schedulers show with golden units, in the order in which they are numbered. Stacks of external units are
    /// shown too, as far as their ports say what they hold.
    fn tables(&self) -> &'static [Table] {
        &[]
    }

    /// How to make the mechanism's cores on a machine.
    ///
    /// # Errors
    /// [`ParamError`] for a machine on which the mechanism's units cannot be built.
    fn plan<'a>(&self, config: &'a Config) -> Planned<'a>;
}

/// How to make cores for a program. A mechanism learns all that it has to know of the program here, once for all cores.
pub(crate) type Plan<'a> = Box<dyn Fn(&Program, &Code) -> Prepared<'a> + 'a>;
pub(crate) type Planned<'a> = Result<Plan<'a>, ParamError>;

/// Cores for a program, and what they need.
pub(crate) struct Prepared<'a> {
    pub needs: Needs,
    pub cores: Box<dyn Cores + 'a>,
}

/// The cores of a mechanism on a machine, for a program: makes the scheduler of each.
pub(crate) trait Cores {
    /// The scheduler of a core, with golden units.
    fn golden(&self, core: usize) -> Box<dyn Scheduler + Send>;

    /// The same scheduler with an external unit in place of the golden one; `None` if it has no such unit.
    fn around<'a>(&self, _core: usize, _unit: External<'a>) -> Option<Box<dyn Scheduler + 'a>> {
        None
    }
}

pub(crate) use heddle_types::with_lanes;
