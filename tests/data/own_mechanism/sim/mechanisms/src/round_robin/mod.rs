//! Round robin over PCs as one of Heddle's own mechanisms. Its policy is the file of the package in `tests/data/new_mechanism`.

mod policy;

use crate::definition::{About, Cores, Definition, Planned, Prepared};
use heddle_contract::Config;
use heddle_contract::hardware::Hardware;
use heddle_gpu_core::{Scheduler, SchedulerFactory};
use policy::RoundRobinCores;

/// See the [module](self).
pub(crate) struct Kind;

impl Definition for Kind {
    fn about(&self) -> About {
        About {
            summary: "the PCs of a warp take turns, and threads that meet at one go on together",
            source: "nobody",
            section: "an example",
            program: None,
            machine: None,
            hardware: Hardware::Undescribed,
            units: &[],
            keeps_step: true,
            has_stacks: false,
            waits_as_a_whole: false,
            is_independent: true,
        }
    }

    fn plan<'a>(&self, config: &'a Config) -> Planned<'a> {
        Ok(Box::new(move |program, code| Prepared {
            needs: RoundRobinCores(config).prepare(program, code),
            cores: Box::new(Turns(config)),
        }))
    }
}

struct Turns<'a>(&'a Config);

impl Cores for Turns<'_> {
    fn golden(&self, core: usize) -> Box<dyn Scheduler + Send> {
        RoundRobinCores(self.0).scheduler(core)
    }
}

#[cfg(test)]
mod tests {
    use crate::Mechanism;

    #[test]
    fn the_line_of_the_list_is_enough() {
        let parsed: Mechanism = "round_robin".parse().expect("it is listed");
        assert!(Mechanism::ALL.contains(&parsed) && parsed == Mechanism::RoundRobin);
    }
}
