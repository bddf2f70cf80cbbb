//! Stacked areas over a numeric axis.

use super::canvas::{self, Paint, Series, written};
use plotters::prelude::{Color, Polygon};

/// A chart of stacked series with a value at every place on the x axis; the places are in increasing order.
/// `descriptions` are those of x and y. A missing value adds nothing.
pub fn areas(descriptions: [&str; 2], places: &[f64], series: &[Series], paint: Paint) -> String {
    let labels: Vec<&str> = series.iter().map(|series| series.label.as_str()).collect();
    let edges = edges(series, places.len());
    let heights = edges.last().into_iter().flatten().copied();
    let y = 0.0..heights.fold(f64::MIN_POSITIVE, f64::max);
    let x = match places {
        [first, .., last] => *first..*last,
        _ => 0.0..1.0,
    };
    canvas::draw(&labels, paint, |area| {
        let mut chart = canvas::axes(area, x, y, descriptions, 8);
        for (index, edges) in edges.windows(2).enumerate() {
            let edge = |edge: usize| places.iter().copied().zip(edges[edge].iter().copied());
            let outline: Vec<(f64, f64)> = edge(0).chain(edge(1).rev()).collect();
            let colour = paint.colour(index, labels.len()).filled();
            written(chart.draw_series([Polygon::new(outline, colour)]));
        }
    })
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
