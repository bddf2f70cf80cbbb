//! Finds mistakes in a plan whose keys have the right types.

use super::{Plan, Stage};
use crate::budget::LONGEST;
use regex::Regex;

/// A mistake and its remedy.
type Mistake = (String, String);

impl Plan {
    /// The first mistake.
    pub(super) fn mistake(&self) -> Option<Mistake> {
        if self.stages.is_empty() {
            return mistake("`stage`: there is none", "list stages as `[[stage]]`");
        }
        if let Some(fault) = minutes(self.minutes, f64::INFINITY) {
            return mistake(format!("`minutes` = {}: {fault}", self.minutes), MINUTES);
        }
        let stages = self.stages.iter().enumerate();
        stages
            .filter_map(|(n, stage)| self.mistake_of(n, stage))
            .next()
    }

    fn mistake_of(&self, n: usize, stage: &Stage) -> Option<Mistake> {
        let at =
            |key: &str, fault: &str| format!("`stage[{n}].{key}` of \"{}\": {fault}", stage.name);
        if !is_name(&stage.name) {
            return mistake(
                at("name", "it names files"),
                "use lower-case letters, digits and `-`; `night` and `run` are taken",
            );
        }
        if self.stages[..n]
            .iter()
            .any(|other| other.name == stage.name)
        {
            return mistake(
                at("name", "another stage has it"),
                "give each stage a name of its own",
            );
        }
        if stage.command.first().is_none_or(String::is_empty) {
            return mistake(at("command", "no program"), "name program and arguments");
        }
        let most = if self.keep { LONGEST } else { f64::INFINITY };
        if let Some(fault) = minutes(stage.minutes, most) {
            return mistake(at("minutes", &fault), MINUTES);
        }
        if let Some(fault) = stage.limit.and_then(|limit| minutes(limit, most)) {
            return mistake(at("limit", &fault), MINUTES);
        }
        if stage.limit.is_some_and(|limit| limit < stage.minutes) {
            return mistake(at("limit", "below the budget"), "stop it after its budget");
        }
        if self.keep && stage.inputs.is_empty() {
            return mistake(
                at("inputs", "missing"),
                "list what is run, so that a change is seen",
            );
        }
        match stage.counts.as_deref().map(Regex::new) {
            None if self.keep => mistake(at("counts", "missing"), COUNTS),
            Some(Err(error)) => mistake(at("counts", &error.to_string()), COUNTS),
            Some(Ok(regex)) if regex.captures_len() != 2 => {
                let groups = format!("{} groups", regex.captures_len() - 1);
                mistake(at("counts", &groups), COUNTS)
            }
            _ => None,
        }
    }
}

const MINUTES: &str =
    "give positive minutes; a stage whose result is kept has 20 at most: split it";
const COUNTS: &str = "give a regular expression with one group around a number of the output";

fn mistake(what: impl Into<String>, remedy: &str) -> Option<Mistake> {
    Some((what.into(), remedy.into()))
}

/// Why a value is not a valid number of minutes.
fn minutes(given: f64, most: f64) -> Option<String> {
    if !(given > 0.0 && given.is_finite()) {
        return Some(format!("{given} is no time"));
    }
    (given > most).then(|| format!("{given} is over {most}"))
}

/// Whether this may be the name of a stage: `night.json` and `run.json` belong to no stage.
fn is_name(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !(["", "night", "run"].contains(&name)) && name.chars().all(allowed)
}
