//! The stages that the user has chosen.

use crate::cli::PlanArgs;
use crate::{Failure, Plan, Stage};

impl PlanArgs {
    /// The chosen stages of the plan, in its order; all of them if none is named.
    pub fn chosen<'p>(&self, plan: &'p Plan) -> Result<Vec<&'p Stage>, Failure> {
        let is = |name: &String| plan.stages.iter().any(|stage| stage.name == *name);
        if let Some(name) = self.only.iter().find(|name| !is(name)) {
            let names: Vec<&str> = plan.stages.iter().map(|stage| &*stage.name).collect();
            return Err(Failure::input(
                format!("{}: no stage \"{name}\"", self.plan.display()),
                format!("stages are {}", names.join(", ")),
            ));
        }
        let all = self.only.is_empty();
        let stages = plan.stages.iter();
        Ok(stages
            .filter(|stage| all || self.only.contains(&stage.name))
            .collect())
    }
}
