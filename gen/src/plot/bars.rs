//! Bars: side by side, or on top of each other.

use super::canvas::{self, Area, Axes, Paint, Series, written};
use plotters::prelude::{Color, Rectangle};

/// Part of a group's width that its bars fill.
const FILLED: f64 = 0.8;

/// A group of bars for each label, one of each series.
pub fn grouped(y: &str, groups: &[String], series: &[Series]) -> String {
    let values = series.iter().flat_map(|series| &series.values);
    let range = canvas::range(values.flatten().copied());
    chart(y, groups, series, range, Paint::Distinct, |place| {
        let width = FILLED / series.len() as f64;
        let left = place.group as f64 + (1.0 - FILLED) / 2.0 + width * place.series as f64;
        [(left, 0.0), (left + width, place.value)]
    })
}

/// A bar for each label, with a segment for each series from below.
pub fn stacked(y: &str, groups: &[String], series: &[Series], paint: Paint) -> String {
    let below = |group: usize, until: usize| -> f64 {
        let values = series[..until].iter().map(|series| series.values[group]);
        values.flatten().sum()
    };
    let heights = (0..groups.len()).map(|group| below(group, series.len()));
    let range = 0.0..heights.fold(f64::MIN_POSITIVE, f64::max);
    chart(y, groups, series, range, paint, |place| {
        let (left, bottom) = (place.group as f64, below(place.group, place.series));
        let edge = (1.0 - FILLED) / 2.0;
        [
            (left + edge, bottom),
            (left + 1.0 - edge, bottom + place.value),
        ]
    })
}

/// A value and where it stands.
struct Place {
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
    bar: impl Fn(Place) -> [(f64, f64); 2],
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
                let place = Place {
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
