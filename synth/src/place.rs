//! Place and route with nextpnr.

use crate::clock::{Names, Run, WorstPath};
use crate::error::Error;
use crate::target::Target;
use crate::tools::{NEXTPNR_ECP5, NEXTPNR_ICE40};
use heddle_system::program::Description;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// File name of nextpnr's report.
pub(crate) const REPORT: &str = "report.json";

/// The program and the arguments that select the device, if place and route supports the target.
pub(crate) fn program(target: &Target) -> Option<(Description, &'static [&'static str])> {
    match target {
        Target::Ecp5 => Some((
            NEXTPNR_ECP5,
            &[
                "--85k",
                "--speed",
                "6",
                "--package",
                "CABGA381",
                "--lpf-allow-unconstrained",
            ],
        )),
        Target::Ice40 => Some((
            NEXTPNR_ICE40,
            &["--hx8k", "--package", "ct256", "--pcf-allow-unconstrained"],
        )),
        Target::Xilinx7 | Target::Cells { .. } => None,
    }
}

#[derive(Deserialize)]
struct Report {
    critical_paths: Vec<Route>,
    fmax: BTreeMap<String, Fmax>,
}

#[derive(Deserialize)]
struct Fmax {
    achieved: f64,
}

#[derive(Deserialize)]
struct Route {
    from: String,
    to: String,
    path: Vec<Segment>,
}

#[derive(Deserialize)]
struct Segment {
    #[serde(rename = "type")]
    kind: String,
    delay: f64,
    from: Pin,
    to: Pin,
}

#[derive(Deserialize)]
struct Pin {
    cell: String,
}

impl Route {
    fn delay(&self) -> f64 {
        self.path.iter().map(|segment| segment.delay).sum()
    }

    /// Whether the path leads from clock edge to clock edge, not from or to a pin.
    fn is_clocked(&self) -> bool {
        !self.from.starts_with("<async") && !self.to.starts_with("<async")
    }

    fn told(&self, names: &Names<'_>) -> WorstPath {
        let routing = self.path.iter().filter(|segment| segment.kind == "routing");
        let routing_ns: f64 = routing.map(|segment| segment.delay).sum();
        let logic = self.path.iter().filter(|segment| segment.kind == "logic");
        let end = |pin: Option<&Pin>| pin.map(|pin| names.end(&pin.cell)).unwrap_or_default();
        WorstPath {
            from: end(self.path.first().map(|segment| &segment.from)),
            to: end(self.path.last().map(|segment| &segment.to)),
            answers: names.answers(logic.clone().map(|segment| segment.from.cell.as_str())),
            ns: self.delay(),
            logic_ns: self.delay() - routing_ns,
            routing_ns,
            levels: logic.count(),
        }
    }
}

/// Reads the report of the run with a seed.
pub(crate) fn run(folder: &Path, seed: u32, names: &Names<'_>, unit: &str) -> Result<Run, Error> {
    let unreadable = |what: String| Error::Unreadable {
        tool: "nextpnr",
        unit: unit.into(),
        what,
    };
    let text = std::fs::read_to_string(folder.join(REPORT))
        .map_err(|error| unreadable(error.to_string()))?;
    let report: Report =
        serde_json::from_str(&text).map_err(|error| unreadable(error.to_string()))?;
    let clock = report
        .fmax
        .values()
        .map(|fmax| fmax.achieved)
        .min_by(f64::total_cmp);
    let clocked = report
        .critical_paths
        .iter()
        .filter(|path| path.is_clocked());
    let worst = clocked.max_by(|one, other| one.delay().total_cmp(&other.delay()));
    match (clock, worst) {
        (Some(mhz), Some(path)) => Ok(Run {
            seed: Some(seed),
            mhz,
            path: path.told(names),
        }),
        _ => Err(unreadable("it names no clock".into())),
    }
}
