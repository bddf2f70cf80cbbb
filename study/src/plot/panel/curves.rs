//! Curves over a swept number.

use super::axis::{Along, Round};
use super::marks::mark;
use super::style::series;
use super::{Panel, WIDTH, escaped, heading, legend, number, short, text};
use std::fmt::Write;

/// The plotted area.
const LEFT: f64 = 50.0;
const RIGHT: f64 = WIDTH - 18.0;
const TOP: f64 = 52.0;
const BOTTOM: f64 = 212.0;

/// A point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Height.
    pub value: f64,
    /// Whether it is drawn open, because there is a reservation.
    pub is_open: bool,
}

/// A curve: a name in the legend, and a point for each place on the x axis; without one there is a gap.
#[derive(Clone, Debug)]
pub struct Line {
    /// Name in the legend.
    pub label: String,
    /// Points from left to right.
    pub points: Vec<Option<Point>>,
}

/// A panel of curves over increasing numbers; `axes` says what x and y are, with their units.
pub fn curves(title: &str, axes: [&str; 2], places: &[f64], lines: &[Line]) -> Panel {
    let points = lines.iter().flat_map(|line| line.points.iter().flatten());
    let round = Round::up_to(points.map(|point| point.value).fold(0.0, f64::max));
    let along = Along::new(places, LEFT + 8.0, RIGHT);
    let height = |value: f64| BOTTOM - value / round.end * (BOTTOM - TOP);
    let mut body = heading(title) + &text(8.0, 40.0, "", &escaped(axes[1]));
    for &tick in &round.ticks {
        let y = height(tick);
        let class = if tick == 0.0 { "axis" } else { "rule" };
        let _ = writeln!(
            body,
            "<path class=\"{class}\" d=\"M{LEFT} {}H{}\"/>",
            short(y),
            RIGHT + 8.0
        );
        body += &text(LEFT - 6.0, y + 4.0, "tick end", &number(tick));
    }
    for place in along.written(places) {
        let x = along.place(place);
        let _ = writeln!(
            body,
            "<path class=\"axis\" d=\"M{} {BOTTOM}v5\"/>",
            short(x)
        );
        body += &text(x, BOTTOM + 18.0, "tick middle", &number(place));
    }
    body += &text(
        (LEFT + RIGHT) / 2.0,
        BOTTOM + 36.0,
        "middle",
        &escaped(axes[0]),
    );
    for (index, line) in lines.iter().enumerate() {
        let at = |(place, point): (&f64, &Option<Point>)| {
            point.map(|point| (along.place(*place), height(point.value), point.is_open))
        };
        let points: Vec<Option<(f64, f64, bool)>> =
            places.iter().zip(&line.points).map(at).collect();
        let _ = writeln!(
            body,
            "<path class=\"{} line\" d=\"{}\"/>",
            series(index),
            path(&points)
        );
        let marks = points.iter().flatten();
        body.extend(marks.map(|&(x, y, is_open)| mark(index, x, y, is_open)));
    }
    let labels: Vec<&str> = lines.iter().map(|line| line.label.as_str()).collect();
    let (names, end) = legend(&labels, BOTTOM + 60.0);
    let about = about(axes, places, lines);
    Panel::new(title, about, (WIDTH, end), body + &names)
}

/// The outline of a curve, with its gaps.
fn path(points: &[Option<(f64, f64, bool)>]) -> String {
    let mut path = String::new();
    let mut is_drawn = false;
    for point in points {
        if let Some((x, y, _)) = point {
            let step = if is_drawn { 'L' } else { 'M' };
            let _ = write!(path, "{step}{} {}", short(*x), short(*y));
        }
        is_drawn = point.is_some();
    }
    path
}

/// All numbers in words.
fn about(axes: [&str; 2], places: &[f64], lines: &[Line]) -> String {
    let line = |line: &Line| {
        let points = places.iter().zip(&line.points);
        let said = points.map(|(place, point)| match point {
            Some(point) => format!("{:.3} at {}", point.value, number(*place)),
            None => format!("nothing at {}", number(*place)),
        });
        format!("{}: {}", line.label, said.collect::<Vec<_>>().join(", "))
    };
    let lines: Vec<String> = lines.iter().map(line).collect();
    format!("{} over {}. {}.", axes[1], axes[0], lines.join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_point_leaves_a_gap() {
        let at = |x: f64| Some((x, 1.0, false));
        assert_eq!(path(&[at(0.0), at(1.0), None, at(3.0)]), "M0 1L1 1M3 1");
    }

    #[test]
    fn a_screen_reader_hears_all_numbers() {
        let point = |value| {
            Some(Point {
                value,
                is_open: false,
            })
        };
        let line = Line {
            label: "pdom".into(),
            points: vec![point(1.5), None],
        };
        let panel = curves(
            "bfs <1>",
            ["dwf.pool (warps)", "IPC"],
            &[16.0, 32.0],
            &[line],
        );
        assert_eq!(
            panel.about,
            "IPC over dwf.pool (warps). pdom: 1.500 at 16, nothing at 32."
        );
        let svg = panel.svg();
        assert!(
            svg.contains("role=\"img\"") && svg.contains("<title>bfs &lt;1&gt;</title>"),
            "{svg}"
        );
    }
}
