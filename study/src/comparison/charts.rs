//! The charts of a comparison.

use super::unit::with_unit;
use super::{Comparison, MEAN, Mean};
use crate::plot::panel::{Bar, Line, Panel, Point, bars, curves, sheet};
use std::collections::BTreeSet;

/// What charts show, with the unit.
const IPC: &str = "IPC (thread instructions per cycle)";

/// At most so many charts are drawn: nobody looks at more, and the page of many runs has their numbers in its table.
const MOST: usize = 100;

/// A chart: a panel for each program and for the mean, or for each setting.
pub(super) struct Chart {
    /// File name without its ending.
    name: String,
    /// Title.
    pub title: String,
    /// Panels.
    pub panels: Vec<Panel>,
}

impl Chart {
    fn new(name: &str, title: &str, panels: Vec<Panel>) -> Self {
        Chart {
            name: name.replace([' ', '/'], "_"),
            title: title.into(),
            panels,
        }
    }

    /// File name and SVG.
    pub fn file(&self) -> (String, String) {
        (
            format!("{}.svg", self.name),
            sheet(&self.title, &self.panels),
        )
    }
}

/// Lines over each key whose values are numbers, then means of all settings, then bars for each setting.
pub(super) fn all(comparison: &Comparison<'_>) -> Vec<Chart> {
    let plan = comparison.plan();
    let settings = plan.settings.len();
    let keys = 0..plan.keys.len();
    let sweeps = keys.flat_map(|key| sweeps(&plan.values, key));
    let lines = sweeps.map(|sweep| over(comparison, &sweep));
    let means = (settings > 1 && comparison.has_means()).then(|| means(comparison));
    let bars = (0..settings).map(|setting| of_setting(comparison, setting));
    lines.chain(means).chain(bars).take(MOST).collect()
}

/// Settings that differ in one key only.
struct Sweep {
    key: usize,
    /// The values in increasing order.
    places: Vec<f64>,
    /// The settings with these values.
    settings: Vec<usize>,
}

/// The sweeps of a key whose values are numbers: one for each combination of values of the others.
fn sweeps(values: &[Vec<String>], key: usize) -> Vec<Sweep> {
    let number = |setting: usize| {
        values[setting][key]
            .parse::<f64>()
            .ok()
            .filter(|n| n.is_finite())
    };
    let others = |setting: usize| {
        let all = values[setting].iter().enumerate();
        let others = all.filter(|(other, _)| *other != key);
        others.map(|(_, value)| value.as_str()).collect::<Vec<_>>()
    };
    let mut seen = BTreeSet::new();
    let firsts = (0..values.len()).filter(|setting| seen.insert(others(*setting)));
    let sweep = |first: usize| {
        let alike = (0..values.len()).filter(|setting| others(*setting) == others(first));
        let points: Option<Vec<(f64, usize)>> = alike.map(|s| Some((number(s)?, s))).collect();
        let mut points = points?;
        points.sort_by(|one, other| one.0.total_cmp(&other.0));
        let differ = points.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let (places, settings) = points.into_iter().unzip::<_, _, Vec<_>, Vec<_>>();
        (places.len() > 1 && differ).then_some(Sweep {
            key,
            places,
            settings,
        })
    };
    firsts.filter_map(sweep).collect()
}

/// Lines over a key.
fn over(comparison: &Comparison<'_>, sweep: &Sweep) -> Chart {
    let plan = comparison.plan();
    let key = &plan.keys[sweep.key];
    let values = plan.values[sweep.settings[0]].iter().enumerate();
    let others = values.filter(|(other, _)| *other != sweep.key);
    let others: Vec<String> = others
        .map(|(at, v)| format!("{}={v}", plan.keys[at]))
        .collect();
    let with = match others.as_slice() {
        [] => String::new(),
        others => format!(" with {}", others.join(" ")),
    };
    let panel = |title: &str, point: &dyn Fn(usize, usize) -> Option<Point>| {
        let lines = plan.mechanisms.iter().enumerate();
        let lines = lines.map(|(index, mechanism)| Line {
            label: mechanism.name().into(),
            points: sweep
                .settings
                .iter()
                .map(|&setting| point(setting, index))
                .collect(),
        });
        let lines: Vec<Line> = lines.collect();
        curves(title, [&with_unit(key), IPC], &sweep.places, &lines)
    };
    let mut panels = Vec::new();
    for (at, subject) in plan.subjects.iter().enumerate() {
        panels.push(panel(subject.name(), &|setting, mechanism| {
            let value = comparison.ipc([setting, at, mechanism])?;
            Some(Point {
                value,
                is_open: false,
            })
        }));
    }
    if comparison.has_means() {
        panels.push(panel(
            &mean_title(comparison, &sweep.settings),
            &|setting, mechanism| {
                let mean = comparison.mean(setting, mechanism);
                Some(Point {
                    value: mean.value?,
                    is_open: mean.is_partial(),
                })
            },
        ));
    }
    let name = [&[format!("ipc_over_{key}")], others.as_slice()].concat();
    Chart::new(&name.join(" "), &format!("IPC over {key}{with}"), panels)
}

/// The title of the panel of means, which says what they are over.
fn mean_title(comparison: &Comparison<'_>, settings: &[usize]) -> String {
    let mechanisms = 0..comparison.plan().mechanisms.len();
    let mut all = mechanisms.flat_map(|mechanism| {
        let settings = settings.iter();
        settings.map(move |&setting| comparison.mean(setting, mechanism))
    });
    let of = comparison.plan().subjects.len();
    match all.any(Mean::is_partial) {
        true => format!("{MEAN} (open: fewer than {of} programs)"),
        false => format!("{MEAN} of {of} programs"),
    }
}

/// Bars by mechanism, a panel for each program.
fn of_setting(comparison: &Comparison<'_>, setting: usize) -> Chart {
    let plan = comparison.plan();
    let mut panels = Vec::new();
    let greatest = greatest(comparison, [setting]);
    for (at, subject) in plan.subjects.iter().enumerate() {
        let bar = |index| {
            let value = comparison.ipc([setting, at, index]);
            let note = if value.is_none() { "failed" } else { "" };
            (value, note.to_owned())
        };
        panels.push(bars(
            subject.name(),
            IPC,
            &by_mechanism(comparison, bar),
            greatest,
        ));
    }
    if comparison.has_means() {
        let title = format!("{MEAN} of {} programs", plan.subjects.len());
        panels.push(mean_panel(comparison, setting, &title, greatest));
    }
    match plan.settings[setting].as_str() {
        "" => Chart::new("ipc", "IPC by mechanism", panels),
        text => Chart::new(
            &format!("ipc {text}"),
            &format!("IPC by mechanism with {text}"),
            panels,
        ),
    }
}

/// Means of all settings.
fn means(comparison: &Comparison<'_>) -> Chart {
    let plan = comparison.plan();
    let greatest = greatest(comparison, 0..plan.settings.len());
    let panels = plan.settings.iter().enumerate();
    let panels = panels.map(|(setting, title)| mean_panel(comparison, setting, title, greatest));
    Chart::new("means", "Mean IPC by mechanism", panels.collect())
}

fn mean_panel(comparison: &Comparison<'_>, setting: usize, title: &str, greatest: f64) -> Panel {
    let bar = |index| {
        let mean = comparison.mean(setting, index);
        let note = match mean.is_partial() {
            true => format!("({}/{})", mean.over, mean.of),
            false => String::new(),
        };
        (mean.value, note)
    };
    bars(title, IPC, &by_mechanism(comparison, bar), greatest)
}

fn by_mechanism(
    comparison: &Comparison<'_>,
    bar: impl Fn(usize) -> (Option<f64>, String),
) -> Vec<Bar> {
    let mechanisms = comparison.plan().mechanisms.iter().enumerate();
    let bars = mechanisms.map(|(index, mechanism)| {
        let (value, note) = bar(index);
        Bar {
            label: mechanism.name().into(),
            value,
            note,
        }
    });
    bars.collect()
}

/// The greatest IPC of settings, for axes that are the same in all their panels.
fn greatest(comparison: &Comparison<'_>, settings: impl IntoIterator<Item = usize>) -> f64 {
    let plan = comparison.plan();
    let mut greatest = 0.0_f64;
    for setting in settings {
        for subject in 0..plan.subjects.len() {
            let mechanisms = 0..plan.mechanisms.len();
            let all = mechanisms.filter_map(|index| comparison.ipc([setting, subject, index]));
            greatest = all.fold(greatest, f64::max);
        }
    }
    greatest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sweep_differs_in_one_key() {
        let values = [["16", "a"], ["8", "a"], ["16", "b"], ["8", "b"]];
        let values = values.map(|setting| setting.map(String::from).to_vec());
        let found = sweeps(&values, 0);
        let found: Vec<_> = found
            .iter()
            .map(|s| (&s.places[..], &s.settings[..]))
            .collect();
        assert_eq!(
            found,
            [(&[8.0, 16.0][..], &[1, 0][..]), (&[8.0, 16.0], &[3, 2])]
        );
        assert!(sweeps(&values, 1).is_empty());
    }
}
