//! Points of curves: a form for each series, so that colours need not be told apart.

use super::short;
use super::style::series;

/// A point of a series; an open one stands for a number with a reservation.
pub(in crate::plot) fn mark(index: usize, x: f64, y: f64, is_open: bool) -> String {
    let class = match is_open {
        true => format!("{} open", series(index)),
        false => series(index),
    };
    // Four forms and nine colours: 36 series differ.
    let path = match index % 4 {
        0 => {
            let (x, y) = (short(x), short(y));
            return format!("<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"4\"/>\n");
        }
        1 => format!("M{} {}h7v7h-7z", short(x - 3.5), short(y - 3.5)),
        2 => format!("M{} {}l4.5 8h-9z", short(x), short(y - 5.0)),
        _ => format!("M{} {}l5 5l-5 5l-5 -5z", short(x), short(y - 5.0)),
    };
    format!("<path class=\"{class}\" d=\"{path}\"/>\n")
}
