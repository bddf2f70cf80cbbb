//! Curves over a numeric axis.

use super::frame::{self, Axis, Frame, ends, said};
use super::panel::{Panel, mark, series, short};
use std::fmt::Write;

/// A curve: a name in the legend, and points from left to right.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Name in the legend.
    pub label: String,
    /// Points (x, y).
    pub points: Vec<(f64, f64)>,
}

/// Of a curve with more points than this, only some have a mark.
const MARKED: usize = 24;
/// How many have one then.
const MARKS: usize = 8;

/// Curves over one axis; `descriptions` are those of x and y. Each has a colour, and marks of its own form.
pub fn lines(title: &str, descriptions: [&str; 2], curves: &[Curve]) -> Panel {
    let points = || curves.iter().flat_map(|curve| curve.points.iter().copied());
    let y = frame::range(points().map(|(_, y)| y));
    let low = points().map(|(x, _)| x).fold(f64::INFINITY, f64::min);
    let high = points().map(|(x, _)| x).fold(f64::NEG_INFINITY, f64::max);
    let x = if low < high { low..high } else { 0.0..1.0 };
    let keys = curves.iter().enumerate();
    let keys: Vec<_> = keys
        .map(|(index, curve)| (key(index), curve.label.as_str()))
        .collect();
    let mut frame = Frame::new(
        &keys,
        &Axis::Numbers(descriptions[0], x),
        descriptions[1],
        y,
    );
    for (index, curve) in curves.iter().enumerate() {
        let path = path(&frame, &curve.points);
        let _ = writeln!(
            frame.body,
            "<path class=\"{} line\" d=\"{path}\"/>",
            series(index)
        );
        for (x, y) in marked(index, curves.len(), &curve.points) {
            let mark = mark(index, frame.x(x), frame.y(y), false);
            frame.body += &mark;
        }
    }
    let parts: Vec<String> = curves.iter().map(about).collect();
    let about = format!(
        "{} over {}. {}.",
        descriptions[1],
        descriptions[0],
        parts.join("; ")
    );
    frame.panel(title, about)
}

/// What the legend shows of a curve.
fn key(index: usize) -> String {
    let mark = mark(index, 10.0, 8.0, false);
    format!(
        "<path class=\"{} line\" d=\"M0 8h20\"/>{mark}",
        series(index)
    )
}

/// A line from point to point.
pub fn path(frame: &Frame, points: &[(f64, f64)]) -> String {
    let mut path = String::new();
    for (index, (x, y)) in points.iter().enumerate() {
        let step = if index == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{step}{} {}", short(frame.x(*x)), short(frame.y(*y)));
    }
    path
}

/// The points with a mark. Marks of different curves stand at different places, so that none hides another.
fn marked(index: usize, count: usize, points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    if points.len() <= MARKED {
        return points.into();
    }
    let every = points.len().div_ceil(MARKS);
    let first = every * (index + 1) / (count + 1);
    points.iter().skip(first).step_by(every).copied().collect()
}

/// The points of a curve in words; its ends, if it has many.
fn about(curve: &Curve) -> String {
    let Curve { label, points } = curve;
    match (points.first(), points.last()) {
        (Some((_, first)), Some((_, last))) if points.len() > MARKED => {
            let between = ends(points.iter().map(|(_, y)| *y));
            let (first, last) = (said(*first), said(*last));
            format!("{label}: {first} at first, {last} in the end, {between} altogether")
        }
        (None, _) => format!("{label}: nothing"),
        _ => {
            let points = points.iter();
            let points = points.map(|(x, y)| format!("{} at {}", said(*y), said(*x)));
            format!("{label}: {}", points.collect::<Vec<_>>().join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_long_curves_stand_apart() {
        let points: Vec<(f64, f64)> = (0..100).map(|x| (f64::from(x), 1.0)).collect();
        let [one, other] = [0, 1].map(|index| marked(index, 2, &points));
        assert_eq!(one.len(), MARKS);
        assert!(one.iter().all(|point| !other.contains(point)));
        assert_eq!(marked(1, 2, &points[..MARKED]), points[..MARKED]);
    }

    #[test]
    fn a_screen_reader_hears_few_points_and_the_ends_of_many() {
        let curve = |count: u32| Curve {
            label: "pdom".into(),
            points: (0..count).map(|x| (f64::from(x), 0.5)).collect(),
        };
        assert_eq!(about(&curve(2)), "pdom: 0.5 at 0, 0.5 at 1");
        assert_eq!(about(&curve(0)), "pdom: nothing");
        let many = "pdom: 0.5 at first, 0.5 in the end, 0.5 altogether";
        assert_eq!(about(&curve(100)), many);
    }
}
