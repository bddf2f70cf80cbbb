//! Panels: charts with title, axes and legend, which a page puts side by side and a sheet collects in one file. Those of comparisons are as
//! wide as a phone; wider ones scroll there.
//!
//! No text is smaller than 12 px, because nothing is scaled. Colours suit a light and a dark ground, and series also differ in the
//! forms of their points. A screen reader gets the title and all numbers. Equal numbers give equal bytes.

mod axis;
mod bars;
mod curves;
mod marks;
mod style;

pub(super) use axis::Round;
pub use bars::{Bar, bars};
pub use curves::{Line, Point, curves};
pub(super) use marks::mark;
pub use style::STYLE;
pub(super) use style::series;

use std::fmt::Write;

/// Width of the panels of a comparison in CSS pixels.
pub const WIDTH: f64 = 344.0;
/// Space beside and between the panels of a sheet.
const GAP: f64 = 16.0;
/// Height of the title of a sheet.
const HEAD: f64 = 44.0;
/// About the width of a letter of 13 px.
pub(super) const LETTER: f64 = 7.3;

/// Without it, phones lay a file out for a screen of 980 px and shrink it. SVG has nothing of its own for this.
const VIEWPORT: &str = "<metadata><meta xmlns=\"http://www.w3.org/1999/xhtml\" name=\"viewport\" \
    content=\"width=device-width, initial-scale=1\"/></metadata>\n";

/// A chart.
#[derive(Clone, Debug)]
pub struct Panel {
    /// Title.
    pub title: String,
    /// All numbers in words.
    pub about: String,
    width: f64,
    height: f64,
    /// Elements of SVG.
    body: String,
}

impl Panel {
    /// A chart of this width and height, with elements of SVG.
    pub(super) fn new(
        title: &str,
        about: String,
        (width, height): (f64, f64),
        body: String,
    ) -> Panel {
        Panel {
            title: title.into(),
            about,
            width: width.ceil(),
            height: height.ceil(),
            body,
        }
    }

    /// The panel as an element of a page that has the [`STYLE`].
    pub fn svg(&self) -> String {
        let (title, about) = (escaped(&self.title), escaped(&self.about));
        let (width, height) = (self.width, self.height);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"hp\" role=\"img\" aria-label=\"{title}\" width=\"{width}\" \
             height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n<title>{title}</title>\n<desc>{about}</desc>\n{}</svg>\n",
            self.body
        )
    }
}

/// Panels in rows, as one file.
pub fn sheet(title: &str, panels: &[Panel]) -> String {
    let columns = match panels.len() {
        0..=3 => panels.len().max(1),
        4 => 2,
        _ => 3,
    };
    let width = panels.iter().map(|panel| panel.width).fold(0.0, f64::max);
    let mut body = String::new();
    let mut y = HEAD;
    for row in panels.chunks(columns) {
        for (column, panel) in row.iter().enumerate() {
            let x = GAP + column as f64 * (width + GAP);
            let place = format!("<svg x=\"{x}\" y=\"{y}\" ");
            body += &panel.svg().replacen("<svg ", &place, 1);
        }
        y += row.iter().map(|panel| panel.height).fold(0.0, f64::max) + GAP;
    }
    let (width, height) = (GAP + columns as f64 * (width + GAP), y);
    let title = escaped(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"hp\" role=\"img\" aria-label=\"{title}\" width=\"{width}\" \
         height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n<title>{title}</title>\n{VIEWPORT}<style>\n{STYLE}</style>\n\
         <rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>\n{}{body}</svg>\n",
        text(GAP, 28.0, "head", &title_in(&title, width - 2.0 * GAP))
    )
}

/// The characters that mean something to XML replaced. Characters that XML does not have are shown as `?`.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            c if c.is_control() => escaped.push('?'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// A line of escaped text at a place, of a class of the [`STYLE`].
pub(super) fn text(x: f64, y: f64, class: &str, escaped: &str) -> String {
    format!(
        "<text x=\"{}\" y=\"{}\" class=\"{class}\">{escaped}</text>\n",
        short(x),
        short(y)
    )
}

/// The title of a panel.
fn heading(title: &str) -> String {
    text(
        8.0,
        20.0,
        "title",
        &escaped(&cut(title, ((WIDTH - 16.0) / 8.0) as usize)),
    )
}

/// An escaped title, as it stands if it fits into a width; a page has it in words too.
fn title_in(escaped_title: &str, width: f64) -> String {
    match escaped_title.len() as f64 * 9.0 > width && !escaped_title.contains('&') {
        true => cut(escaped_title, (width / 9.0) as usize),
        false => escaped_title.into(),
    }
}

/// Text of at most so many characters; three dots say that some are left out.
fn cut(text: &str, most: usize) -> String {
    match text.chars().count() > most {
        true => text
            .chars()
            .take(most.saturating_sub(1))
            .chain(['…'])
            .collect(),
        false => text.into(),
    }
}

/// A coordinate with a tenth of a pixel.
pub(super) fn short(value: f64) -> String {
    number((value * 10.0).round() / 10.0)
}

/// A number without unnecessary digits.
pub(super) fn number(value: f64) -> String {
    format!("{}", (value * 1e6).round() / 1e6)
}

/// The legend of labels from a height on; returns the elements and where it ends.
fn legend(labels: &[&str], top: f64) -> (String, f64) {
    let (mut x, mut y) = (12.0, top);
    let mut body = String::new();
    for (index, label) in labels.iter().enumerate() {
        let width = 44.0 + LETTER * label.chars().count() as f64;
        if x + width > WIDTH && x > 12.0 {
            (x, y) = (12.0, y + 20.0);
        }
        let _ = writeln!(
            body,
            "<path class=\"{} line\" d=\"M{} {}h22\"/>{}",
            series(index),
            short(x),
            short(y - 4.0),
            mark(index, x + 11.0, y - 4.0, false)
        );
        body += &text(x + 27.0, y, "", &escaped(label));
        x += width;
    }
    (body, y + 10.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_end_an_element() {
        assert_eq!(escaped("a<b>&\"\u{1}"), "a&lt;b&gt;&amp;&quot;?");
        assert_eq!(cut("mandelbrot", 5), "mand…");
        assert_eq!(cut("loops", 5), "loops");
    }
}
