//! Curves over a numeric axis.

use super::canvas::{self, Paint, written};
use plotters::element::Circle;
use plotters::prelude::Color;
use plotters::series::LineSeries;

/// A curve: a name in the legend, and points from left to right.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Name in the legend.
    pub label: String,
    /// Points (x, y).
    pub points: Vec<(f64, f64)>,
}

/// More points than this are drawn without dots.
const DOTTED: usize = 24;

/// Curves over one axis; `descriptions` are those of x and y.
pub fn lines(descriptions: [&str; 2], curves: &[Curve]) -> String {
    let points = || curves.iter().flat_map(|curve| curve.points.iter().copied());
    let y = canvas::range(points().map(|(_, y)| y));
    let low = points().map(|(x, _)| x).fold(f64::INFINITY, f64::min);
    let high = points().map(|(x, _)| x).fold(f64::NEG_INFINITY, f64::max);
    let x = if low < high { low..high } else { 0.0..1.0 };
    let labels: Vec<&str> = curves.iter().map(|curve| curve.label.as_str()).collect();
    canvas::draw(&labels, Paint::Distinct, |area| {
        let mut chart = canvas::axes(area, x, y, descriptions, 8);
        for (index, curve) in curves.iter().enumerate() {
            let colour = Paint::Distinct.colour(index, curves.len());
            let line = LineSeries::new(curve.points.iter().copied(), colour.stroke_width(2));
            written(chart.draw_series(line));
            if curve.points.len() <= DOTTED {
                let dots = curve.points.iter();
                let dots = dots.map(|point| Circle::new(*point, 3, colour.filled()));
                written(chart.draw_series(dots));
            }
        }
    })
}
