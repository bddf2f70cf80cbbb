//! The points of a space: machines that can be built, with their cost.

use super::search::Candidate;
use super::space::{Setting, Space};
use crate::error::Error;
use crate::machine::Machine;
use crate::method::Method;
use heddle_contract::Config;
use heddle_contract::config::ConfigReason;
use heddle_sim::Mechanism;
use heddle_system::kept::digest;
use heddle_system::parallel;
use serde_json::json;
use std::collections::BTreeSet;
use toml::Table;

/// The bits that a mechanism adds to a core of a machine.
///
/// # Errors
/// Why the mechanism cannot be built on this machine.
pub type CostOf<'a> = dyn Fn(Mechanism, &Config) -> Result<u64, String> + Sync + 'a;

/// A mechanism on a machine.
#[derive(Clone, Debug)]
pub struct Point {
    /// The mechanism, and the beginning of a digest of everything below but the bits.
    pub name: String,
    /// The mechanism.
    pub mechanism: Mechanism,
    /// The settings of the space that it reads.
    pub settings: Vec<Setting>,
    /// The machine; sections that the mechanism does not read are those of the machine that the space starts from.
    pub config: Config,
    /// Bits of a core.
    pub bits: u64,
}

impl Point {
    /// The settings as overrides.
    pub fn overrides(&self) -> Vec<String> {
        let settings = self.settings.iter();
        settings
            .map(|(key, value)| format!("{key}={value}"))
            .collect()
    }

    /// What a search sees of it.
    pub fn candidate(&self) -> Candidate {
        Candidate {
            mechanism: self.mechanism.name().into(),
            values: self.settings.iter().cloned().collect(),
            bits: self.bits,
        }
    }
}

/// Why combinations of a space are no points.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dropped {
    /// Combinations that are equal to another one, since they differ in keys that the mechanism does not read.
    pub equal: usize,
    /// Machines that cannot be built.
    pub unbuildable: usize,
    /// Why the first of them cannot.
    pub first_unbuildable: Option<String>,
    /// Machines that cost more than the budget.
    pub over_budget: usize,
}

/// The points of a space within a budget.
#[derive(Clone, Debug)]
pub struct Points {
    /// The points in the order of the space.
    pub all: Vec<Point>,
    /// What is left out.
    pub dropped: Dropped,
}

impl Points {
    /// The points of a space on top of a machine that cost at most `budget` bits.
    ///
    /// # Errors
    /// A key that machines do not have, or a value that it does not take.
    pub fn of(
        space: &Space,
        machine: &Machine,
        budget: u64,
        cost: &CostOf<'_>,
    ) -> Result<Points, Error> {
        let base = machine
            .with(&[])
            .map_err(|error| of_machine("the machine", error))?;
        let mut dropped = Dropped::default();
        let mut seen = BTreeSet::new();
        let mut built = Vec::new();
        for (mechanism, settings) in space.all() {
            match buildable(machine, &base, mechanism, settings)? {
                Err(reason) => dropped.unbuildable(reason),
                Ok(point) if seen.insert(point.name.clone()) => built.push(point),
                Ok(_) => dropped.equal += 1,
            }
        }
        let costs = parallel::map(&built, |point| cost(point.mechanism, &point.config));
        let mut all = Vec::new();
        for (point, bits) in built.into_iter().zip(costs) {
            match bits {
                Err(reason) => dropped.unbuildable(format!("{}: {reason}", title(&point))),
                Ok(bits) if bits > budget => dropped.over_budget += 1,
                Ok(bits) => all.push(Point { bits, ..point }),
            }
        }
        Ok(Points { all, dropped })
    }
}

impl Dropped {
    fn unbuildable(&mut self, reason: String) {
        self.unbuildable += 1;
        self.first_unbuildable.get_or_insert(reason);
    }
}

/// A point for people: its mechanism and its settings.
fn title(point: &Point) -> String {
    format!("{} {}", point.mechanism.name(), point.overrides().join(" "))
}

fn of_machine(run: &str, error: heddle_contract::config::ConfigError) -> Error {
    Error::Machine {
        run: run.into(),
        error: Box::new(error),
    }
}

/// A point without its cost, or why no such machine can be built.
fn buildable(
    machine: &Machine,
    base: &Config,
    mechanism: Mechanism,
    settings: Vec<Setting>,
) -> Result<Result<Point, String>, Error> {
    let method = Method::Gpu(mechanism);
    let section = |key: &str| key.split('.').next().unwrap_or_default().to_owned();
    let settings = settings.into_iter();
    let settings: Vec<Setting> = settings
        .filter(|(key, _)| method.reads(&section(key)))
        .collect();
    let set: Vec<String> = settings
        .iter()
        .map(|(key, value)| format!("{key}={value}"))
        .collect();
    let run = || format!("{} {}", mechanism.name(), set.join(" "));
    match machine.with(&set) {
        Err(error) if matches!(error.reason, ConfigReason::Limit(_)) => {
            Ok(Err(format!("{}: {error}", run())))
        }
        Err(error) => Err(of_machine(&run(), error)),
        Ok(config) => {
            let config = as_read(&config, base, method);
            let identity = digest(json!([mechanism.name(), config]).to_string());
            Ok(Ok(Point {
                name: format!("{}-{}", mechanism.name(), &identity[..12]),
                mechanism,
                settings,
                config,
                bits: 0,
            }))
        }
    }
}

/// A machine whose sections that a method does not read are those of another one.
fn as_read(config: &Config, base: &Config, method: Method) -> Config {
    let table = |config: &Config| Table::try_from(config).expect("machines are TOML");
    let (mut own, base) = (table(config), table(base));
    for (section, keys) in base {
        if !method.reads(&section) {
            own.insert(section, keys);
        }
    }
    own.try_into().expect("sections of two machines")
}
