//! Points of several kinds over two numeric axes, with the line that none of them crosses.

use super::canvas::{self, Paint, written};
use super::lines::Curve;
use plotters::element::Circle;
use plotters::prelude::Color;
use plotters::series::LineSeries;
use plotters::style::RGBColor;

/// Points without lines, a colour for each curve, over the steps of a front: from each of its points to the right until the
/// next one, then up. `descriptions` are those of x and y.
pub fn scatter(descriptions: [&str; 2], curves: &[Curve], front: &[(f64, f64)]) -> String {
    let points = || curves.iter().flat_map(|curve| curve.points.iter().copied());
    let y = canvas::range(points().map(|(_, y)| y));
    let x = canvas::range(points().map(|(x, _)| x));
    let labels: Vec<&str> = curves.iter().map(|curve| curve.label.as_str()).collect();
    let steps = steps(front, x.end);
    canvas::draw(&labels, Paint::Distinct, |area| {
        let mut chart = canvas::axes(area, x, y, descriptions, 8);
        let grey = RGBColor(0x99, 0x99, 0x99).stroke_width(1);
        written(chart.draw_series(LineSeries::new(steps, grey)));
        for (index, curve) in curves.iter().enumerate() {
            let colour = Paint::Distinct.colour(index, curves.len()).filled();
            let dots = curve.points.iter();
            let dots = dots.map(|point| match front.contains(point) {
                true => Circle::new(*point, 5, colour),
                false => Circle::new(*point, 2, colour),
            });
            written(chart.draw_series(dots));
        }
    })
}

/// The corners of the steps, until the end of the axis.
fn steps(front: &[(f64, f64)], end: f64) -> Vec<(f64, f64)> {
    let ends = front.iter().skip(1).map(|(x, _)| *x).chain([end]);
    let steps = front.iter().zip(ends);
    steps
        .flat_map(|(&(x, y), end)| [(x, y), (end.max(x), y)])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_front_goes_right_then_up() {
        let corners = [(1.0, 5.0), (3.0, 5.0), (3.0, 6.0), (9.0, 6.0)];
        assert_eq!(steps(&[(1.0, 5.0), (3.0, 6.0)], 9.0), corners);
        assert!(steps(&[], 9.0).is_empty());
    }

    #[test]
    fn points_of_the_front_are_larger() {
        let curve = Curve {
            label: "pdom".into(),
            points: vec![(1.0, 1.0), (2.0, 0.5)],
        };
        let svg = scatter(["bits", "speed"], &[curve], &[(1.0, 1.0)]);
        assert_eq!(svg.matches("r=\"5\"").count(), 1, "{svg}");
        assert_eq!(svg.matches("r=\"2\"").count(), 1, "{svg}");
    }
}
