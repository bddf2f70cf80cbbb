//! Bar charts: side by side, or stacked.

use super::frame::{self, Axis, Frame, Paint, Series, filled, least_width, said};
use super::panel::{Panel, escaped, short};
use std::ops::Range;

/// The fraction of a group's width that its bars fill.
const FILLED: f64 = 0.8;
/// The least width of a bar in CSS pixels.
const BAR: f64 = 9.0;

/// A group of bars for each label, with one bar for each series.
pub fn grouped(title: &str, y: &str, groups: &[String], series: &[Series]) -> Panel {
    let values = series.iter().flat_map(|series| &series.values);
    let range = frame::range(values.flatten().copied());
    let chart = Chart {
        groups,
        series,
        range,
        bars: series.len(),
        paint: Paint::Distinct,
    };
    chart.panel(title, y, |place| {
        let width = FILLED / series.len() as f64;
        let left = place.group as f64 + (1.0 - FILLED) / 2.0 + width * place.series as f64;
        [(left, 0.0), (left + width, place.value)]
    })
}

/// A bar for each label, with a segment for each series, from bottom to top.
pub fn stacked(title: &str, y: &str, groups: &[String], series: &[Series], paint: Paint) -> Panel {
    let heights = (0..groups.len()).map(|group| height(series, group));
    let range = 0.0..heights.fold(f64::MIN_POSITIVE, f64::max);
    let chart = Chart {
        groups,
        series,
        range,
        bars: 1,
        paint,
    };
    chart.panel(title, y, |place| {
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
pub fn clustered(title: &str, y: &str, groups: &[String], bars: &[Vec<Series>]) -> Panel {
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
    let range = frame::range(ends);
    let chart = Chart {
        groups,
        series: &bars.concat(),
        range,
        bars: bars.len(),
        paint: Paint::Distinct,
    };
    chart.panel(title, y, |place| {
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

/// What a bar chart shows.
struct Chart<'a> {
    groups: &'a [String],
    series: &'a [Series],
    /// The range of the y axis.
    range: Range<f64>,
    /// Bars side by side in a group.
    bars: usize,
    paint: Paint,
}

impl Chart<'_> {
    /// Draws a rectangle for each value, between opposite corners.
    fn panel(&self, title: &str, y: &str, bar: impl Fn(BarPosition) -> [(f64, f64); 2]) -> Panel {
        let keys = self.series.iter().enumerate();
        let keys: Vec<_> = keys
            .map(|(index, series)| (filled(&self.class(index)), series.label.as_str()))
            .collect();
        let width = least_width(self.groups).max(BAR * self.bars as f64 / FILLED);
        let names = Axis::Names(self.groups, width);
        let mut frame = Frame::new(&keys, &names, y, self.range.clone());
        for (index, series) in self.series.iter().enumerate() {
            for (group, value) in series.values.iter().enumerate() {
                let Some(value) = *value else { continue };
                let place = BarPosition {
                    group,
                    series: index,
                    value,
                };
                let rectangle = self.rectangle(&frame, bar(place), index, group, value);
                frame.body += &rectangle;
            }
        }
        frame.panel(title, self.about(y))
    }

    fn class(&self, series: usize) -> String {
        self.paint.class(series, self.series.len())
    }

    /// A bar, which says what it is where a pointer rests on it.
    fn rectangle(
        &self,
        frame: &Frame,
        corners: [(f64, f64); 2],
        series: usize,
        group: usize,
        value: f64,
    ) -> String {
        let [(left, one), (right, other)] = corners;
        let (left, right) = (frame.x(left), frame.x(right));
        let (top, bottom) = (frame.y(one.max(other)), frame.y(one.min(other)));
        format!(
            "<rect class=\"{} bar\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"><title>{}, {}: {}</title></rect>\n",
            self.class(series),
            short(left),
            short(top),
            short(right - left),
            short(bottom - top),
            escaped(&self.series[series].label),
            escaped(&self.groups[group]),
            said(value)
        )
    }

    /// All numbers in words.
    fn about(&self, y: &str) -> String {
        let series = self.series.iter().map(|series| {
            let values = self.groups.iter().zip(&series.values);
            let values = values.map(|(group, value)| match value {
                Some(value) => format!("{} for {group}", said(*value)),
                None => format!("nothing for {group}"),
            });
            format!(
                "{}: {}",
                series.label,
                values.collect::<Vec<_>>().join(", ")
            )
        });
        format!("{y}. {}.", series.collect::<Vec<_>>().join("; "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(values: &[f64]) -> Series {
        Series {
            label: "a".into(),
            values: values.iter().map(|value| Some(*value)).collect(),
        }
    }

    #[test]
    fn a_screen_reader_hears_all_bars() {
        let mut one = series(&[1.0, 2.0]);
        one.values[0] = None;
        let groups = ["bfs".to_owned(), "lu".into()];
        let panel = grouped("speed", "IPC", &groups, &[one]);
        assert_eq!(panel.about, "IPC. a: nothing for bfs, 2 for lu.");
    }

    #[test]
    fn names_have_room() {
        let groups: Vec<String> = (0..30).map(|group| format!("program{group}")).collect();
        let panel = grouped("speed", "IPC", &groups, &[series(&[1.0; 30])]);
        let svg = panel.svg();
        let (_, rest) = svg.split_once(" width=\"").expect("a width");
        let width: f64 = rest.split('"').next().unwrap().parse().expect("pixels");
        assert!(width > 30.0 * 9.0 * 7.0, "{width}");
    }
}
