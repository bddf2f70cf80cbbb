//! The answer of a search, for people and for programs.

use super::aim::{Aim, Mean};
use super::bounds::{Bound, Reconvergence};
use super::evaluator::Usage;
use super::point::{Point, Points};
use super::search::{Checked, Found, Tried, WindowQuality};
use super::silicon::{Silicon, Synthesis};
use crate::csv::line;
use crate::plot::panel::Panel;
use crate::plot::{Curve, scatter};
use serde::Serialize;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// What was asked.
#[derive(Clone, Debug, Serialize)]
pub struct Asked {
    /// Options that give the same machine and seed.
    pub machine: String,
    /// The most bits of a core.
    pub budget_bits: u64,
    /// What wins: the name of an [`Aim`].
    pub aim: &'static str,
    /// The name of a [`Mean`].
    pub mean: &'static str,
    /// The mechanism that speeds are relative to, on the machine of the options.
    pub reference: &'static str,
    /// The programs.
    pub programs: Vec<String>,
    /// Size of the inputs of workloads.
    pub size: String,
    /// By how much a point must be above a front to count.
    pub resolution: f64,
    /// Whether the screening was reversed.
    pub reversed: bool,
}

/// Everything that is known when a search has ended.
pub struct Answer<'a> {
    /// What was asked.
    pub asked: Asked,
    /// How many combinations the space has.
    pub combinations: usize,
    /// The points.
    pub points: &'a Points,
    /// What the search found.
    pub found: &'a Found,
    /// What no hardware reaches, if it was run.
    pub bounds: Vec<Bound>,
    /// The limit study of each program, if it was made.
    pub reconvergence: Vec<Reconvergence>,
    /// What the points of the front take on a target, if they were synthesised.
    pub synthesis: Option<Synthesis>,
    /// What wins.
    pub aim: Aim,
    /// How speed-ups become one number.
    pub mean: Mean,
}

/// A point of the front.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FrontPoint {
    /// Name, also of its folder.
    pub name: String,
    /// The mechanism.
    pub mechanism: &'static str,
    /// Its settings, by key.
    pub settings: BTreeMap<String, String>,
    /// Bits of a core.
    pub bits: u64,
    /// What it takes on the target, if it was synthesised.
    pub synthesis: Option<Silicon>,
    /// Mean speed-up over the reference.
    pub speed: f64,
    /// Speed-ups by program.
    pub speeds: BTreeMap<String, f64>,
    /// Speed over that of a bound, by the name of the bound, where all programs ran.
    pub of_bounds: BTreeMap<&'static str, f64>,
    /// What takes most of the time of the lanes that is not used.
    pub bound_by: Option<&'static str>,
    /// Parts of all lanes in all cycles, means over the programs: used, and lost to each reason.
    pub lanes: BTreeMap<String, f64>,
    /// What limits each program, as in its report.
    pub limits: BTreeMap<String, String>,
    /// Under `dwf`, the part of halves of warps that met a lane conflict, mean over the programs.
    pub lane_conflicts: Option<f64>,
}

/// What lanes are lost to, and what that is called here.
const LOSSES: [(&str, &[&str]); 7] = [
    ("divergence", &["divergence"]),
    ("memory", &["memory", "port"]),
    ("queue", &["regrouping"]),
    ("pipeline", &["pipeline"]),
    ("pipes", &["pipes"]),
    ("barrier", &["barrier"]),
    ("idle", &["idle"]),
];

impl Answer<'_> {
    /// The points of the front within the budget of LUTs, ordered by bits.
    pub fn front(&self) -> Vec<FrontPoint> {
        let within = self.within();
        within.filter_map(|point| self.front_point(point)).collect()
    }

    /// The points of the front over the budget of LUTs, ordered by bits.
    pub fn over_luts(&self) -> Vec<FrontPoint> {
        let front = self.found.front.iter().copied();
        let over = front.filter(|&point| !self.is_within(point));
        over.filter_map(|point| self.front_point(point)).collect()
    }

    fn within(&self) -> impl Iterator<Item = usize> {
        let front = self.found.front.iter().copied();
        front.filter(|&point| self.is_within(point))
    }

    fn is_within(&self, point: usize) -> bool {
        let synthesis = self.synthesis.as_ref();
        synthesis.is_none_or(|synthesis| synthesis.is_within(point))
    }

    fn silicon(&self, point: usize) -> Option<&Silicon> {
        self.synthesis.as_ref()?.by_point.get(&point)
    }

    /// The point that wins among those of [`Answer::front`]; `None` without any.
    pub fn winner(&self) -> Option<&Point> {
        let merit = |point: &usize| {
            let speed = self.found.tried[*point].speed.unwrap_or(f64::NEG_INFINITY);
            self.aim.merit(self.points.all[*point].bits, speed)
        };
        let best = self
            .within()
            .reduce(|one, other| match merit(&other) > merit(&one) {
                true => other,
                false => one,
            });
        best.map(|point| &self.points.all[point])
    }

    fn front_point(&self, number: usize) -> Option<FrontPoint> {
        let (point, tried) = (&self.points.all[number], &self.found.tried[number]);
        let programs = self.asked.programs.iter().cloned();
        let speeds = tried.speeds.as_ref()?.iter().map(|log| log.exp());
        let lanes = means(&tried.usage);
        let limits = tried.usage.iter().map(|usage| usage.dominant.clone());
        Some(FrontPoint {
            name: point.name.clone(),
            mechanism: point.mechanism.name(),
            settings: point.settings.iter().cloned().collect(),
            bits: point.bits,
            synthesis: self.silicon(number).cloned(),
            speed: tried.speed?.exp(),
            speeds: programs.clone().zip(speeds).collect(),
            of_bounds: self.of_bounds(tried.speed?),
            bound_by: bound_by(&lanes),
            lanes,
            limits: programs.zip(limits).collect(),
            lane_conflicts: lane_conflicts(&tried.usage),
        })
    }

    fn of_bounds(&self, speed: f64) -> BTreeMap<&'static str, f64> {
        let bounds = self.bounds.iter();
        let of = bounds.filter_map(|bound| Some((bound.name, (speed - self.bound(bound)?).exp())));
        of.collect()
    }

    /// The logarithm of the mean speed-up of a bound; `None` if a run failed.
    fn bound(&self, bound: &Bound) -> Option<f64> {
        let speeds = bound.speeds.iter().copied();
        let speeds = speeds.collect::<Option<Vec<f64>>>()?;
        Some(self.mean.of_logs(&speeds))
    }

    /// Everything with stable keys. It does not depend on how many runs were kept before.
    pub fn as_json(&self) -> Value {
        let dropped = &self.points.dropped;
        json!({
            "asked": self.asked,
            "space": {
                "combinations": self.combinations,
                "points": self.points.all.len(),
                "equal": dropped.equal,
                "unbuildable": dropped.unbuildable,
                "first_unbuildable": dropped.first_unbuildable,
                "over_budget": dropped.over_budget,
            },
            "synthesis": self.synthesis,
            "front": self.front(),
            "over_budget_luts": self.over_luts(),
            "winner": self.winner().map(|point| &point.name),
            "windows": self.found.windows.iter().map(window).collect::<Vec<_>>(),
            "whole": self.whole(),
            "bounds": self.bounds.iter().map(|bound| self.bound_as_json(bound)).collect::<Vec<_>>(),
            "reconvergence": self.reconvergence_as_json(),
            "checked": self.found.checked.iter().map(|own| self.checked(own)).collect::<Vec<_>>(),
            "points": self.tried().map(|(point, tried)| tried_as_json(point, tried)).collect::<Vec<_>>(),
        })
    }

    /// How many points were run in full.
    pub fn whole(&self) -> usize {
        let tried = self.found.tried.iter();
        tried.filter(|tried| tried.speed.is_some()).count()
    }

    fn tried(&self) -> impl Iterator<Item = (&Point, &Tried)> {
        self.points.all.iter().zip(&self.found.tried)
    }

    fn bound_as_json(&self, bound: &Bound) -> Value {
        let programs = self.asked.programs.iter().cloned();
        let speeds = bound.speeds.iter().map(|log| json!(log.map(f64::exp)));
        json!({
            "name": bound.name,
            "without": bound.without,
            "speed": self.bound(bound).map(f64::exp),
            "speeds": programs.zip(speeds).collect::<Map<_, _>>(),
        })
    }

    fn reconvergence_as_json(&self) -> Map<String, Value> {
        let programs = self.asked.programs.iter().cloned();
        let studied = self
            .reconvergence
            .iter()
            .map(|own| match &own.pdom_over_oracle {
                Ok(quotient) => json!({ "pdom_over_oracle": quotient, "reason": null }),
                Err(reason) => json!({ "pdom_over_oracle": null, "reason": reason }),
            });
        programs.zip(studied).collect()
    }

    fn checked(&self, checked: &Checked) -> Value {
        json!({ "name": self.points.all[checked.point].name, "gain": checked.gain })
    }

    /// The keys of the space that some point has.
    fn keys(&self) -> Vec<&str> {
        let keys = self.points.all.iter().flat_map(|point| &point.settings);
        let keys: BTreeSet<&str> = keys.map(|(key, _)| key.as_str()).collect();
        keys.into_iter().collect()
    }

    /// Every point as comma-separated values: a heading, and a line for each; what is unknown is empty.
    pub fn as_csv(&self) -> String {
        let rows = [self.heading()].into_iter().chain(self.rows());
        let lines = rows.map(|row| line(row.iter().map(String::as_str)));
        lines.collect()
    }

    fn heading(&self) -> Vec<String> {
        let fixed = ["name", "mechanism", "bits", "speed", "on_front", "failure"];
        let windows = self.found.windows.iter();
        let windows = windows.map(|window| format!("speed_in_{}", window.cycles));
        let programs = self
            .asked
            .programs
            .iter()
            .map(|name| format!("speed of {name}"));
        let keys = self.keys().into_iter().map(String::from);
        let synthesis = self.synthesis.iter().flat_map(|_| Silicon::COLUMNS);
        let fixed = fixed.into_iter().chain(synthesis).map(String::from);
        fixed.chain(windows).chain(programs).chain(keys).collect()
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let rows = self.tried().enumerate();
        rows.map(|(number, (point, tried))| self.row(number, point, tried))
            .collect()
    }

    fn row(&self, number: usize, point: &Point, tried: &Tried) -> Vec<String> {
        let speed = |log: Option<f64>| log.map_or(String::new(), |log| format!("{:.6}", log.exp()));
        let windows = 0..self.found.windows.len();
        let programs = 0..self.asked.programs.len();
        let of_program = |program: usize| tried.speeds.as_ref().map(|speeds| speeds[program]);
        let value = |key: &str| {
            let mut settings = point.settings.iter();
            let found = settings.find(|(own, _)| own == key);
            found.map_or(String::new(), |(_, value)| value.clone())
        };
        let mut row = vec![
            point.name.clone(),
            point.mechanism.name().into(),
            point.bits.to_string(),
            speed(tried.speed),
            self.within().any(|own| own == number).to_string(),
            tried.failure.clone().unwrap_or_default(),
        ];
        if self.synthesis.is_some() {
            row.extend(Silicon::columns(self.silicon(number)));
        }
        row.extend(windows.map(|window| speed(tried.windows.get(window).copied())));
        row.extend(programs.map(|program| speed(of_program(program))));
        row.extend(self.keys().into_iter().map(value));
        row
    }

    /// Cost against speed: the points that were run in full by mechanism, and the front.
    pub fn chart(&self) -> Panel {
        let place = |point: &Point, tried: &Tried| Some((point.bits as f64, tried.speed?.exp()));
        let mut by_mechanism: BTreeMap<&str, Vec<(f64, f64)>> = BTreeMap::new();
        for (point, tried) in self.tried() {
            let points = by_mechanism.entry(point.mechanism.name()).or_default();
            points.extend(place(point, tried));
        }
        let curves = by_mechanism.into_iter().map(|(name, points)| Curve {
            label: name.into(),
            points,
        });
        let front = self.within();
        let front = front.filter_map(|at| place(&self.points.all[at], &self.found.tried[at]));
        scatter(
            "Cost against speed",
            ["bits of a core", &self.speed_in_words()],
            &curves.collect::<Vec<_>>(),
            &front.collect::<Vec<_>>(),
        )
    }

    /// What a speed is.
    pub fn speed_in_words(&self) -> String {
        let Asked {
            reference, mean, ..
        } = &self.asked;
        format!("speed over {reference}, {mean} mean")
    }
}

fn window(window: &WindowQuality) -> Value {
    json!({
        "cycles": window.cycles,
        "points": window.points,
        "whole": window.whole,
        "correlation": window.correlation,
        "by_program": window.by_program,
        "margin": window.margin,
    })
}

fn tried_as_json(point: &Point, tried: &Tried) -> Value {
    let settings: BTreeMap<&str, &str> = point
        .settings
        .iter()
        .map(|(key, value)| (key.as_str(), value.as_str()))
        .collect();
    let windows = tried.windows.iter().map(|log| log.exp());
    json!({
        "name": point.name,
        "mechanism": point.mechanism.name(),
        "settings": settings,
        "bits": point.bits,
        "windows": windows.collect::<Vec<f64>>(),
        "speed": tried.speed.map(f64::exp),
        "failure": tried.failure,
    })
}

/// The means of the parts over programs.
fn means(usage: &[Usage]) -> BTreeMap<String, f64> {
    let mut sums: BTreeMap<String, f64> = BTreeMap::new();
    for (name, part) in usage.iter().flat_map(|usage| &usage.lanes) {
        *sums.entry(name.clone()).or_default() += part;
    }
    let count = usage.len().max(1) as f64;
    sums.into_iter()
        .map(|(name, sum)| (name, sum / count))
        .collect()
}

/// The largest loss.
fn bound_by(lanes: &BTreeMap<String, f64>) -> Option<&'static str> {
    if lanes.is_empty() {
        return None;
    }
    let part = |names: &[&str]| -> f64 { names.iter().filter_map(|name| lanes.get(*name)).sum() };
    let losses = LOSSES.into_iter().map(|(name, of)| (name, part(of)));
    let largest = losses.reduce(|one, other| match other.1 > one.1 {
        true => other,
        false => one,
    });
    largest.map(|(name, _)| name)
}

fn lane_conflicts(usage: &[Usage]) -> Option<f64> {
    let parts = usage.iter().map(|usage| usage.lane_conflicts);
    let parts = parts.collect::<Option<Vec<f64>>>()?;
    crate::mean::arithmetic(&parts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_loss_bounds_and_ports_are_of_memory() {
        let lanes = |parts: &[(&str, f64)]| {
            let parts = parts.iter().map(|(name, part)| ((*name).to_owned(), *part));
            bound_by(&parts.collect())
        };
        let some = [
            ("used", 0.5),
            ("divergence", 0.2),
            ("memory", 0.15),
            ("port", 0.1),
        ];
        assert_eq!(lanes(&some), Some("memory"));
        assert_eq!(lanes(&[("used", 0.1), ("regrouping", 0.6)]), Some("queue"));
        assert_eq!(lanes(&[]), None);
    }

    #[test]
    fn conflicts_are_known_if_every_program_tells() {
        let usage = |lane_conflicts| Usage {
            lane_conflicts,
            ..Usage::default()
        };
        assert_eq!(
            lane_conflicts(&[usage(Some(0.2)), usage(Some(0.4))]),
            Some(0.30000000000000004)
        );
        assert_eq!(lane_conflicts(&[usage(Some(0.2)), usage(None)]), None);
        assert_eq!(lane_conflicts(&[]), None);
    }
}
