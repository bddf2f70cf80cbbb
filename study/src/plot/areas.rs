//! Stacked areas over a numeric axis.

use super::frame::{Axis, Frame, Paint, Series, ends, filled};
use super::panel::{Panel, short};
use std::fmt::Write;

/// A chart of stacked series with a value at every place on the x axis; the places are in increasing order.
/// `descriptions` are those of x and y. A missing value adds nothing.
pub fn areas(
    title: &str,
    descriptions: [&str; 2],
    places: &[f64],
    series: &[Series],
    paint: Paint,
) -> Panel {
    let edges = edges(series, places.len());
    let heights = edges.last().into_iter().flatten().copied();
    let y = 0.0..heights.fold(f64::MIN_POSITIVE, f64::max);
    let x = match places {
        [first, .., last] => *first..*last,
        _ => 0.0..1.0,
    };
    let class = |index: usize| paint.class(index, series.len());
    let keys = series.iter().enumerate();
    let keys: Vec<_> = keys
        .map(|(index, series)| (filled(&class(index)), series.label.as_str()))
        .collect();
    let mut frame = Frame::new(
        &keys,
        &Axis::Numbers(descriptions[0], x),
        descriptions[1],
        y,
    );
    for (index, edges) in edges.windows(2).enumerate() {
        let outline = outline(&frame, places, edges);
        let _ = writeln!(
            frame.body,
            "<path class=\"{} bar\" d=\"{outline}\"/>",
            class(index)
        );
    }
    let parts = series.iter().map(|series| {
        let values = series.values.iter().flatten().copied();
        format!("{}: {}", series.label, ends(values))
    });
    let parts: Vec<String> = parts.collect();
    let about = format!(
        "{} over {}, stacked from bottom to top. {}.",
        descriptions[1],
        descriptions[0],
        parts.join("; ")
    );
    frame.panel(title, about)
}

/// The outline between the lower and the upper edge.
fn outline(frame: &Frame, places: &[f64], edges: &[Vec<f64>]) -> String {
    let edge = |edge: usize| places.iter().zip(&edges[edge]);
    let points = edge(0).chain(edge(1).rev());
    let mut outline = String::new();
    for (index, (x, y)) in points.enumerate() {
        let step = if index == 0 { 'M' } else { 'L' };
        let (x, y) = (short(frame.x(*x)), short(frame.y(*y)));
        let _ = write!(outline, "{step}{x} {y}");
    }
    outline + "z"
}

/// The lower edge of the first series, then the upper edge of each.
fn edges(series: &[Series], places: usize) -> Vec<Vec<f64>> {
    let mut edges = vec![vec![0.0; places]];
    for series in series {
        let below = &edges[edges.len() - 1];
        let above = below.iter().enumerate().map(|(place, below)| {
            let value = series.values.get(place).copied().flatten();
            below + value.unwrap_or(0.0)
        });
        edges.push(above.collect());
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn areas_stand_on_each_other() {
        let series = |values: [Option<f64>; 2]| Series {
            label: String::new(),
            values: values.into(),
        };
        let all = [series([Some(1.0), Some(2.0)]), series([None, Some(4.0)])];
        assert_eq!(edges(&all, 2), [[0.0, 0.0], [1.0, 2.0], [1.0, 6.0]]);
    }
}
