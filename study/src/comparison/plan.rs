//! The runs that a comparison needs.

use crate::machine::Machine;
use crate::method::{Method, section};
use crate::planned::PlannedRun;
use crate::shell::quoted;
use crate::subject::Subject;
use heddle_contract::Config;
use heddle_contract::config::ConfigError;
use heddle_sim::Mechanism;
use std::collections::BTreeMap;

/// Settings of the machine, subjects and mechanisms, and a run for each combination.
pub struct Plan {
    /// Overrides on top of the machine, one text for each setting; an empty text where nothing varies.
    pub settings: Vec<String>,
    /// The keys that settings override, in the order in which they first occur.
    pub keys: Vec<String>,
    /// For each setting the values of the keys; an empty text where a setting leaves a key as it is.
    pub values: Vec<Vec<String>>,
    /// The programs.
    pub subjects: Vec<Subject>,
    /// The divergence mechanisms.
    pub mechanisms: Vec<Mechanism>,
    /// Index of the mechanism that the others are compared with.
    pub baseline: usize,
    /// The runs, ordered by setting, then subject, then mechanism. Those that differ only in keys that their mechanism does not read
    /// (REP-18) are equal.
    pub planned_runs: Vec<PlannedRun>,
    machine: Machine,
    overrides: Vec<Vec<String>>,
}

impl Plan {
    /// Plans all combinations. A setting is a list of overrides; launches are given up after `max_cycles`.
    ///
    /// # Errors
    /// A setting that does not fit the machine.
    pub fn new(
        machine: &Machine,
        settings: Vec<Vec<String>>,
        subjects: Vec<Subject>,
        mechanisms: Vec<Mechanism>,
        baseline: usize,
        max_cycles: u64,
    ) -> Result<Plan, ConfigError> {
        let mut planned_runs = Vec::new();
        let mut machines = Machines::new(machine);
        for setting in &settings {
            let whole = machine.with(setting)?;
            let configs = mechanisms
                .iter()
                .map(|&mechanism| machines.of(Method::Gpu(mechanism), setting, &whole));
            let configs: Vec<Config> = configs.collect();
            for subject in &subjects {
                let runs = mechanisms.iter().zip(&configs);
                planned_runs.extend(runs.map(|(&mechanism, config)| PlannedRun {
                    subject: subject.clone(),
                    method: Method::Gpu(mechanism),
                    config: config.clone(),
                    max_cycles,
                    window: None,
                    timeline_of: None,
                }));
            }
        }
        let keys = keys(&settings);
        Ok(Plan {
            settings: settings.iter().map(|setting| setting.join(" ")).collect(),
            values: settings
                .iter()
                .map(|setting| values(&keys, setting))
                .collect(),
            keys,
            subjects,
            mechanisms,
            baseline,
            planned_runs,
            machine: machine.clone(),
            overrides: settings,
        })
    }

    /// The run of a combination.
    pub fn planned(&self, setting: usize, subject: usize, mechanism: usize) -> &PlannedRun {
        &self.planned_runs[self.place(setting, subject, mechanism)]
    }

    /// The place of a combination among the runs.
    pub(super) fn place(&self, setting: usize, subject: usize, mechanism: usize) -> usize {
        let row = setting * self.subjects.len() + subject;
        row * self.mechanisms.len() + mechanism
    }

    /// The command line that repeats the run of a combination by itself; `None` if the caller's kernel has none.
    pub fn command(&self, setting: usize, subject: usize, mechanism: usize) -> Option<String> {
        let planned = self.planned(setting, subject, mechanism);
        let program = planned.subject.command()?;
        let set = self.overrides[setting].iter();
        let set: String = set.map(|set| format!(" --set {}", quoted(set))).collect();
        let (method, machine) = (planned.method.name(), self.machine.options());
        let max_cycles = planned.max_cycles;
        Some(format!(
            "{program} --mechanism {method} {machine}{set} --max-cycles {max_cycles}"
        ))
    }

    /// The options of the command `heddle` that lead to the machine of all settings.
    pub fn options(&self) -> String {
        self.machine.options()
    }
}

/// The machines of runs, by what their mechanisms read of the settings.
struct Machines<'a> {
    machine: &'a Machine,
    known: BTreeMap<(&'static str, Vec<String>), Config>,
}

impl<'a> Machines<'a> {
    fn new(machine: &'a Machine) -> Self {
        let known = BTreeMap::new();
        Machines { machine, known }
    }

    /// The machine with the overrides that a method reads: the same for all settings that differ only in others. Where those
    /// alone give no valid machine, that of the first of these settings.
    fn of(&mut self, method: Method, setting: &[String], whole: &Config) -> Config {
        let read = setting.iter().filter(|set| method.reads(section(set)));
        let read: Vec<String> = read.cloned().collect();
        let known = self.known.entry((method.name(), read));
        let known = known.or_insert_with_key(|(_, read)| {
            self.machine.with(read).unwrap_or_else(|_| whole.clone())
        });
        known.clone()
    }
}

/// Key and value of an override.
fn parts(set: &str) -> (&str, &str) {
    let (key, value) = set.split_once('=').unwrap_or((set, ""));
    (key.trim(), value.trim())
}

fn keys(settings: &[Vec<String>]) -> Vec<String> {
    let mut keys: Vec<String> = Vec::new();
    for (key, _) in settings.iter().flatten().map(|set| parts(set)) {
        if !keys.iter().any(|other| other == key) {
            keys.push(key.into());
        }
    }
    keys
}

/// The values of keys in a setting, whose later overrides replace earlier ones.
fn values(keys: &[String], setting: &[String]) -> Vec<String> {
    let value = |key: &String| {
        let mut all = setting.iter().map(|set| parts(set));
        let last = all.rfind(|(other, _)| other == key);
        last.map_or(String::new(), |(_, value)| value.into())
    };
    keys.iter().map(value).collect()
}
