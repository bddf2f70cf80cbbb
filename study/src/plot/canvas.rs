//! The common parts of all charts: size, colours, legend, axes.

use plotters::backend::SVGBackend;
use plotters::chart::{ChartBuilder, ChartContext};
use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use std::ops::Range;

/// Width and height in CSS pixels.
const SIZE: (u32, u32) = (700, 310);
/// Distance between rows of the legend.
const LEGEND_ROW: i32 = 18;
/// Approximate width of a letter in the legend.
const LETTER: i32 = 8;

/// One drawing area, filled by a backend that writes text.
pub type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// A chart with two axes of numbers.
pub type Axes<'a, 'b> =
    ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

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
    /// Colours that distinguish series, for most kinds of colour blindness too (Tol's bright scheme, and two more).
    Distinct,
    /// The given number of series in greys, the others from light to dark.
    Ramp(usize),
}

impl Paint {
    /// The colour of series `index` of `count`.
    pub fn colour(self, index: usize, count: usize) -> RGBColor {
        const DISTINCT: [RGBColor; 9] = [
            RGBColor(0x44, 0x77, 0xaa),
            RGBColor(0xee, 0x66, 0x77),
            RGBColor(0x22, 0x88, 0x33),
            RGBColor(0xcc, 0xbb, 0x44),
            RGBColor(0x66, 0xcc, 0xee),
            RGBColor(0xaa, 0x33, 0x77),
            RGBColor(0x99, 0x99, 0x99),
            RGBColor(0xdd, 0x88, 0x33),
            RGBColor(0x55, 0x33, 0x88),
        ];
        match self {
            Paint::Distinct => DISTINCT[index % DISTINCT.len()],
            Paint::Ramp(greys) if index < greys => {
                let grey = 0x60 + (0x90 * index / greys.max(1)) as u8;
                RGBColor(grey, grey, grey)
            }
            Paint::Ramp(greys) => {
                let part = (index - greys) as f64 / (count - greys).max(2).saturating_sub(1) as f64;
                let mix = |light: f64, dark: f64| (light + (dark - light) * part) as u8;
                RGBColor(mix(190.0, 20.0), mix(220.0, 70.0), mix(240.0, 140.0))
            }
        }
    }
}

/// Text style of the axes and the legend.
pub fn text() -> TextStyle<'static> {
    ("sans-serif", 13).into_font().color(&BLACK)
}

/// Draws a chart with a legend on top; returns the SVG.
pub fn draw(labels: &[&str], paint: Paint, chart: impl FnOnce(&Area<'_>)) -> String {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        let below = legend(&root, labels, paint);
        let (_, rest) = root.split_vertically(below);
        chart(&rest);
        written(root.present());
    }
    svg
}

/// The result of writing to text in memory, which does not fail.
pub fn written<T, E: std::fmt::Debug>(result: Result<T, E>) -> T {
    result.expect("text in memory can be written")
}

/// Draws the legend in as many rows as necessary; returns where it ends.
fn legend(root: &Area<'_>, labels: &[&str], paint: Paint) -> i32 {
    let (mut x, mut y) = (64, 4);
    for (index, label) in labels.iter().enumerate() {
        let width = 34 + LETTER * label.chars().count() as i32;
        if x + width > SIZE.0 as i32 && x > 64 {
            (x, y) = (64, y + LEGEND_ROW);
        }
        let colour = paint.colour(index, labels.len()).filled();
        written(root.draw(&Rectangle::new([(x, y + 2), (x + 12, y + 12)], colour)));
        written(root.draw(&Text::new(label.to_string(), (x + 17, y + 1), text())));
        x += width;
    }
    y + LEGEND_ROW
}

/// Axes with a rule for each number on the y axis. With `x_labels` 0, the caller names the places.
pub fn axes<'a, 'b>(
    area: &'a Area<'b>,
    x: Range<f64>,
    y: Range<f64>,
    descriptions: [&str; 2],
    x_labels: usize,
) -> Axes<'a, 'b> {
    let mut chart = written(
        ChartBuilder::on(area)
            .margin(6)
            .margin_right(14)
            .x_label_area_size(if descriptions[0].is_empty() { 26 } else { 42 })
            .y_label_area_size(58)
            .build_cartesian_2d(x, y),
    );
    let mut mesh = chart.configure_mesh();
    mesh.disable_x_mesh()
        .bold_line_style(RGBColor(0xbb, 0xbb, 0xbb).mix(0.6))
        .light_line_style(TRANSPARENT)
        .axis_style(RGBColor(0x99, 0x99, 0x99))
        .label_style(text())
        .axis_desc_style(text())
        .x_labels(x_labels)
        .y_labels(6)
        .x_label_formatter(&number)
        .y_label_formatter(&number)
        .x_desc(descriptions[0])
        .y_desc(descriptions[1]);
    written(mesh.draw());
    chart
}

/// A number without unnecessary digits.
fn number(value: &f64) -> String {
    format!("{}", (value * 1e6).round() / 1e6)
}

/// Names a place on the x axis.
pub fn name(area: &Area<'_>, chart: &Axes<'_, '_>, x: f64, bottom: f64, label: &str) {
    let (x, y) = chart.backend_coord(&(x, bottom));
    let (left, top) = area.get_base_pixel();
    let style = text().pos(Pos::new(HPos::Center, VPos::Top));
    written(area.draw(&Text::new(label.to_owned(), (x - left, y - top + 7), style)));
}

/// The range from the least value or 0 to the greatest value or 0, with some margin.
pub fn range(values: impl Iterator<Item = f64>) -> Range<f64> {
    let (low, high) = values.fold((0.0_f64, 0.0_f64), |(low, high), value| {
        (low.min(value), high.max(value))
    });
    let air = 0.06 * (high - low);
    match air > 0.0 {
        true => (if low < 0.0 { low - air } else { 0.0 })..(high + air),
        false => 0.0..1.0,
    }
}
