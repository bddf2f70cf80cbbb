//! Horizontal bars, one below the other.

use super::axis::Round;
use super::style::series;
use super::{LETTER, Panel, WIDTH, cut, escaped, heading, number, short, text};
use std::fmt::Write;

/// Height of a row.
const ROW: f64 = 24.0;
/// Where the first row begins.
const TOP: f64 = 34.0;
/// The longest label in characters.
const LONGEST: usize = 16;

/// A bar with its label.
#[derive(Clone, Debug)]
pub struct Bar {
    /// Label at its left.
    pub label: String,
    /// Length; `None` if there is no number, which is said in its place.
    pub value: Option<f64>,
    /// What is said behind the number.
    pub note: String,
}

/// A panel of bars, each in the colour of its place. `axis` is what the numbers are, with the unit; the axis reaches `greatest`.
pub fn bars(title: &str, axis: &str, bars: &[Bar], greatest: f64) -> Panel {
    let longest = bars.iter().map(|bar| bar.label.chars().count()).max();
    let left = 16.0 + LETTER * longest.unwrap_or(0).min(LONGEST) as f64;
    let longest = bars.iter().map(|bar| said(bar).chars().count()).max();
    let right = WIDTH - 10.0 - LETTER * longest.unwrap_or(0) as f64;
    let round = Round::up_to(greatest);
    let place = |value: f64| left + value / round.end * (right - left);
    let bottom = TOP + ROW * bars.len() as f64;
    let mut body = heading(title);
    for &tick in &round.ticks {
        let x = place(tick);
        let class = if tick == 0.0 { "axis" } else { "rule" };
        let _ = writeln!(
            body,
            "<path class=\"{class}\" d=\"M{} {TOP}V{bottom}\"/>",
            short(x)
        );
        body += &text(x, bottom + 15.0, "tick middle", &number(tick));
    }
    for (index, bar) in bars.iter().enumerate() {
        let y = TOP + ROW * index as f64;
        let label = escaped(&cut(&bar.label, LONGEST));
        body += &text(left - 6.0, y + 16.0, "end", &label);
        let length = bar.value.map_or(0.0, |value| place(value) - left);
        let _ = writeln!(
            body,
            "<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            series(index),
            short(left),
            short(y + 4.0),
            short(length),
            ROW - 8.0
        );
        body += &text(left + length + 5.0, y + 16.0, "", &escaped(&said(bar)));
    }
    body += &text(WIDTH / 2.0, bottom + 34.0, "middle", &escaped(axis));
    let all = bars
        .iter()
        .map(|bar| format!("{}: {}", bar.label, said(bar)));
    let about = format!("{axis}. {}.", all.collect::<Vec<_>>().join("; "));
    Panel::new(title, about, (WIDTH, bottom + 44.0), body)
}

fn said(bar: &Bar) -> String {
    let value = bar.value.map(|value| format!("{value:.3}"));
    let value = value.unwrap_or_default();
    [value.as_str(), bar.note.as_str()].join(" ").trim().into()
}
