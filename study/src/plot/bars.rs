//! Bar charts: side by side, or stacked.

use super::canvas::{self, Area, Axes, Paint, Series, written};
use plotters::prelude::{Color, Rectangle};

/// The fraction of a group's width that its bars fill.
const FILLED: f64 = 0.8;

/// A group of bars for each label, with one bar for each series.
pub fn grouped(y: &str, groups: &[String], series: &[Series]) -> String {
    let values = series.iter().flat_map(|series| &series.values);
    let range = canvas::range(values.flatten().copied());
    chart(y, groups, series, range, Paint::Distinct, |place| {
        let width = FILLED / series.len() as f64;
        let left = place.group as f64 + (1.0 - FILLED) / 2.0 + width * place.series as f64;
        [(left, 0.0), (left + width, place.value)]
    })
}

/// A bar for each label, with a segment for each series, from bottom to top.
pub fn stacked(y: &str, groups: &[String], series: &[Series], paint: Paint) -> String {
    let heights = (0..groups.len()).map(|group| height(series, group));
    let range = 0.0..heights.fold(f64::MIN_POSITIVE, f64::max);
    chart(y, groups, series, range, paint, |place| {
        let (left, bottom) = (
            place.group as f64,
            height(&series[..place.series], place.group),
        );
        let edge = (1.0 - FILLED) / 2.0;
        [
            (left + edge, bottom),
            (left + 1.0 - edge, bottom + place.value),
        ]
    })
}

/// A group of bars for each label; each bar has a segment for each of its series, from bottom to top. A segment
/// with a negative value goes down from the end of the segment below it.
pub fn clustered(y: &str, groups: &[String], bars: &[Vec<Series>]) -> String {
    // For each series in order, its bar and the series below it.
    let below: Vec<(usize, &[Series])> = bars
        .iter()
        .enumerate()
        .flat_map(|(bar, series)| (0..series.len()).map(move |until| (bar, &series[..until])))
        .collect();
    let ends = bars.iter().flat_map(|series| {
        let ends = (0..groups.len()).flat_map(|group| (1..=series.len()).map(move |n| (group, n)));
        ends.map(|(group, until)| height(&series[..until], group))
    });
    let range = canvas::range(ends);
    chart(y, groups, &bars.concat(), range, Paint::Distinct, |place| {
        let (bar, below) = below[place.series];
        let bottom = height(below, place.group);
        let width = FILLED / bars.len() as f64;
        let left = place.group as f64 + (1.0 - FILLED) / 2.0 + width * bar as f64;
        [(left, bottom), (left + width, bottom + place.value)]
    })
}

/// The height at which the stacked segments of a group end.
fn height(series: &[Series], group: usize) -> f64 {
    series
        .iter()
        .filter_map(|series| series.values[group])
        .sum()
}

/// A value and its position.
struct BarPosition {
    group: usize,
    series: usize,
    value: f64,
}

fn chart(
    y: &str,
    groups: &[String],
    series: &[Series],
    range: std::ops::Range<f64>,
    paint: Paint,
    bar: impl Fn(BarPosition) -> [(f64, f64); 2],
) -> String {
    let labels: Vec<&str> = series.iter().map(|series| series.label.as_str()).collect();
    canvas::draw(&labels, paint, |area| {
        let x = 0.0..groups.len().max(1) as f64;
        let mut chart = canvas::axes(area, x, range.clone(), ["", y], 0);
        for (index, series) in series.iter().enumerate() {
            let colour = paint.colour(index, labels.len()).filled();
            let values = series.values.iter().enumerate();
            let bars = values.filter_map(|(group, value)| {
                let value = (*value)?;
                let place = BarPosition {
                    group,
                    series: index,
                    value,
                };
                Some(Rectangle::new(bar(place), colour))
            });
            written(chart.draw_series(bars));
        }
        names(area, &chart, groups, range.start);
    })
}

fn names(area: &Area<'_>, chart: &Axes<'_, '_>, groups: &[String], bottom: f64) {
    for (group, label) in groups.iter().enumerate() {
        canvas::name(area, chart, group as f64 + 0.5, bottom, label);
    }
}
