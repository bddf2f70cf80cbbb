//! Points of several kinds over two numeric axes, with the line that none of them crosses.

use super::frame::{self, Axis, Frame, said};
use super::lines::{Curve, path};
use super::panel::{Panel, mark};
use std::fmt::Write;

/// Points without lines, a colour and a form for each curve, over the steps of a front: from each of its points to the right until the
/// next one, then up. Points of the front are filled, the others open. `descriptions` are those of x and y.
pub fn scatter(
    title: &str,
    descriptions: [&str; 2],
    curves: &[Curve],
    front: &[(f64, f64)],
) -> Panel {
    let points = || curves.iter().flat_map(|curve| curve.points.iter().copied());
    let y = frame::range(points().map(|(_, y)| y));
    let right = points().map(|(x, _)| x).fold(0.0, f64::max) * 1.06;
    let right = if right > 0.0 { right } else { 1.0 };
    let keys = curves.iter().enumerate();
    let keys = keys.map(|(index, curve)| (mark(index, 10.0, 8.0, false), curve.label.as_str()));
    let line = "<path class=\"axis front\" d=\"M0 8h20\"/>".to_owned();
    let keys: Vec<_> = keys.chain([(line, "the front, filled")]).collect();
    let x = Axis::Numbers(descriptions[0], 0.0..right);
    let mut frame = Frame::new(&keys, &x, descriptions[1], y);
    let steps = path(&frame, &steps(front, right));
    let _ = writeln!(frame.body, "<path class=\"axis front\" d=\"{steps}\"/>");
    // Points of the front lie on those that they dominate.
    for is_front in [false, true] {
        for (index, curve) in curves.iter().enumerate() {
            let points = curve.points.iter();
            for (x, y) in points.filter(|point| front.contains(point) == is_front) {
                let mark = mark(index, frame.x(*x), frame.y(*y), !is_front);
                frame.body += &mark;
            }
        }
    }
    frame.panel(title, about(descriptions, curves, front))
}

/// How many points there are, and the front in words.
fn about(descriptions: [&str; 2], curves: &[Curve], front: &[(f64, f64)]) -> String {
    let counts = curves.iter();
    let counts = counts.map(|curve| format!("{} of {}", curve.points.len(), curve.label));
    let front = front.iter();
    let front = front.map(|(x, y)| format!("{} at {}", said(*y), said(*x)));
    format!(
        "{} over {}. Points: {}. The front: {}.",
        descriptions[1],
        descriptions[0],
        counts.collect::<Vec<_>>().join(", "),
        front.collect::<Vec<_>>().join(", ")
    )
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
    fn points_of_the_front_are_filled() {
        let curve = Curve {
            label: "pdom".into(),
            points: vec![(1.0, 1.0), (2.0, 0.5), (3.0, 0.5)],
        };
        let svg = scatter("front", ["bits", "speed"], &[curve], &[(1.0, 1.0)]).svg();
        // The legend has a filled one too.
        assert_eq!(svg.matches("class=\"c0\"").count(), 2, "{svg}");
        assert_eq!(svg.matches("class=\"c0 open\"").count(), 2, "{svg}");
        assert!(svg.contains("Points: 3 of pdom. The front: 1 at 1."));
    }
}
