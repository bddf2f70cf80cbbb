//! The common parts of wide charts: axes, legend, paint.

use super::panel::{LETTER, Panel, Round, WIDTH, escaped, number, series, short, text};
use std::fmt::Write;
use std::ops::Range;

/// Width of charts over numbers in CSS pixels: two of them stand side by side on a page of a report.
pub const WIDE: f64 = 468.0;
/// Height of the plotted area.
const HEIGHT: f64 = 220.0;
/// Space left of the plotted area for the numbers of its axis, and right of it.
pub const LEFT: f64 = 56.0;
pub const RIGHT: f64 = 16.0;
/// Height of a row of the legend.
const ROW: f64 = 20.0;
/// Height of a line of names below the plotted area.
const LINE: f64 = 15.0;

/// A name in the legend with a value for each place on the x axis; a missing value leaves
/// a gap.
#[derive(Clone, Debug)]
pub struct Series {
    /// Name in the legend.
    pub label: String,
    /// Values from left to right.
    pub values: Vec<Option<f64>>,
}

/// The colours of series.
#[derive(Clone, Copy, Debug)]
pub enum Paint {
    /// Colours that distinguish series.
    Distinct,
    /// The given number of series in greys, the others from pale to strong.
    Ramp(usize),
}

impl Paint {
    /// The class of series `index` of `count`, of the style sheet of panels.
    pub fn class(self, index: usize, count: usize) -> String {
        match self {
            Paint::Distinct => series(index),
            Paint::Ramp(greys) if index < greys => format!("g{}", index % GREYS),
            Paint::Ramp(greys) => {
                let last = (count - greys).max(2) - 1;
                format!("r{}", (index - greys) * (LEVELS - 1) / last)
            }
        }
    }
}

/// Greys of a ramp, and its levels from pale to strong.
pub const GREYS: usize = 3;
pub const LEVELS: usize = 8;

/// What stands on an axis, and of which range.
pub enum Axis<'a> {
    /// Numbers, with what they are.
    Numbers(&'a str, Range<f64>),
    /// Names of places of this width.
    Names(&'a [String], f64),
}

/// A chart that is being drawn.
pub struct Frame {
    x: Range<f64>,
    y: Round,
    /// Where the plotted area begins and ends, from left to right.
    sides: (f64, f64),
    /// Where it begins, from top to bottom.
    top: f64,
    /// Elements of SVG.
    pub body: String,
    /// Where everything that is drawn ends.
    size: (f64, f64),
}

impl Frame {
    /// A legend, and axes below it. `keys` has what the legend shows of each series, elements of 20 by 16 px, and its label; `y` is what the
    /// numbers of the y axis are.
    pub fn new(keys: &[(String, &str)], x: &Axis<'_>, y: &str, values: Range<f64>) -> Frame {
        let (legend, right, below) = legend(keys);
        let plotted = match x {
            Axis::Numbers(..) => WIDE - LEFT - RIGHT,
            Axis::Names(names, width) => (width * names.len() as f64).max(WIDTH - LEFT - RIGHT),
        };
        let mut frame = Frame {
            x: match x {
                Axis::Numbers(_, range) => range.clone(),
                Axis::Names(names, _) => 0.0..names.len().max(1) as f64,
            },
            y: Round::over(values),
            sides: (LEFT, LEFT + plotted),
            top: below + 30.0,
            body: legend,
            size: (right.max(LEFT + plotted + RIGHT), 0.0),
        };
        frame.body += &text(8.0, below + 16.0, "", &escaped(y));
        frame.rules();
        frame.size.1 = match x {
            Axis::Numbers(what, _) => frame.numbers(what),
            Axis::Names(names, width) => frame.names(names, *width),
        };
        frame
    }

    /// The place of a value of the x axis.
    pub fn x(&self, value: f64) -> f64 {
        let (from, to) = self.sides;
        from + (value - self.x.start) / (self.x.end - self.x.start) * (to - from)
    }

    /// The place of a value of the y axis.
    pub fn y(&self, value: f64) -> f64 {
        let part = (value - self.y.start) / (self.y.end - self.y.start);
        self.top + (1.0 - part) * HEIGHT
    }

    fn bottom(&self) -> f64 {
        self.top + HEIGHT
    }

    /// A rule and a number for each round value of the y axis.
    fn rules(&mut self) {
        for tick in self.y.ticks.clone() {
            let y = self.y(tick);
            let class = if tick == 0.0 { "axis" } else { "rule" };
            let (from, to) = self.sides;
            let _ = writeln!(
                self.body,
                "<path class=\"{class}\" d=\"M{} {}H{}\"/>",
                short(from),
                short(y),
                short(to)
            );
            self.body += &text(from - 6.0, y + 4.0, "tick end", &number(tick));
        }
    }

    /// Round numbers below the x axis, and what they are; returns where they end.
    fn numbers(&mut self, what: &str) -> f64 {
        let bottom = self.bottom();
        let ticks = Round::over(self.x.clone()).ticks.into_iter();
        for tick in ticks.filter(|tick| self.x.start <= *tick && *tick <= self.x.end) {
            let x = short(self.x(tick));
            let _ = writeln!(self.body, "<path class=\"axis\" d=\"M{x} {bottom}v5\"/>");
            self.body += &text(self.x(tick), bottom + 18.0, "tick middle", &number(tick));
        }
        let middle = (self.sides.0 + self.sides.1) / 2.0;
        self.body += &text(middle, bottom + 38.0, "middle", &escaped(what));
        bottom + 48.0
    }

    /// Names below the x axis, broken into lines; returns where they end.
    fn names(&mut self, names: &[String], width: f64) -> f64 {
        let bottom = self.bottom();
        let most = letters(width);
        let mut lines = 0;
        for (place, name) in names.iter().enumerate() {
            let broken = broken(name, most);
            for (line, part) in broken.iter().enumerate() {
                let (x, y) = (
                    self.x(place as f64 + 0.5),
                    bottom + 18.0 + LINE * line as f64,
                );
                self.body += &text(x, y, "tick middle", &escaped(part.trim_end()));
            }
            lines = lines.max(broken.len());
        }
        bottom + 12.0 + LINE * lines.max(1) as f64
    }

    /// The chart with its title, and with what it shows in words.
    pub fn panel(self, title: &str, about: String) -> Panel {
        Panel::new(title, about, self.size, self.body)
    }
}

/// How many letters of names have room in a width.
fn letters(width: f64) -> usize {
    ((width - 6.0) / LETTER) as usize
}

/// Where a name may be broken: behind these.
const BREAKS: [char; 2] = [' ', '_'];

/// The least width of places with these names: words are not broken.
pub fn least_width(names: &[String]) -> f64 {
    let words = names.iter().flat_map(|name| name.split_inclusive(BREAKS));
    let longest = words.map(|word| word.trim_end().chars().count()).max();
    longest.unwrap_or(0) as f64 * LETTER + 8.0
}

/// A name in lines of at most so many letters, if its words are not longer.
fn broken(name: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in name.split_inclusive(BREAKS) {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.trim_end().chars().count() <= most => {
                *line += word;
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

/// The rows of a legend, which is as wide as a phone so that nobody has to scroll to read it, unless a label is wider; returns the
/// elements, and where they end to the right and below.
fn legend(keys: &[(String, &str)]) -> (String, f64, f64) {
    let (mut x, mut y, mut right) = (8.0, 4.0, 0.0_f64);
    let mut body = String::new();
    for (key, label) in keys {
        let width = 38.0 + LETTER * label.chars().count() as f64;
        if x + width > WIDTH && x > 8.0 {
            (x, y) = (8.0, y + ROW);
        }
        let _ = writeln!(
            body,
            "<g transform=\"translate({} {y})\">{key}</g>",
            short(x)
        );
        body += &text(x + 24.0, y + 13.0, "", &escaped(label));
        x += width + 8.0;
        right = right.max(x);
    }
    (body, right, y + ROW)
}

/// What a legend shows of bars and areas.
pub fn filled(class: &str) -> String {
    format!("<rect class=\"{class} bar\" x=\"2\" y=\"2\" width=\"16\" height=\"12\"/>")
}

/// A value in words.
pub fn said(value: f64) -> String {
    number((value * 1000.0).round() / 1000.0)
}

/// The least and the greatest value, in words.
pub fn ends(values: impl Iterator<Item = f64>) -> String {
    let ends = values.fold(None, |ends: Option<(f64, f64)>, value| match ends {
        None => Some((value, value)),
        Some((low, high)) => Some((low.min(value), high.max(value))),
    });
    match ends {
        None => "nothing".into(),
        Some((low, high)) if low == high => said(low),
        Some((low, high)) => format!("{} to {}", said(low), said(high)),
    }
}

/// The range from the least value or 0 to the greatest value or 0.
pub fn range(values: impl Iterator<Item = f64>) -> Range<f64> {
    let (low, high) = values.fold((0.0_f64, 0.0_f64), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    low..high
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_broken_between_words() {
        assert_eq!(broken("HMMer, 50 nodes", 9), ["HMMer, 50 ", "nodes"]);
        assert_eq!(broken("bfs_whole", 6), ["bfs_", "whole"]);
        assert_eq!(broken("Mandelbrot", 4), ["Mandelbrot"]);
        assert_eq!(least_width(&["a bcd".into()]), 3.0 * LETTER + 8.0);
    }

    #[test]
    fn the_legend_is_as_wide_as_a_phone() {
        let keys: Vec<(String, &str)> = ["one"; 20].map(|label| (String::new(), label)).into();
        let (_, right, below) = legend(&keys);
        assert!(right <= WIDTH + 8.0 && below > 2.0 * ROW, "{right} {below}");
    }

    #[test]
    fn a_ramp_goes_from_greys_to_the_strongest_level() {
        let paint = Paint::Ramp(3);
        let classes: Vec<String> = (0..11).map(|index| paint.class(index, 11)).collect();
        assert_eq!(classes[..4], ["g0", "g1", "g2", "r0"]);
        assert_eq!(classes[10], format!("r{}", LEVELS - 1));
        assert_eq!(paint.class(4, 5), format!("r{}", LEVELS - 1));
    }
}
