//! Minutes of plans and of reports.

use std::time::Duration;

/// The longest a stage whose result is kept may take, in minutes: the most that an interruption may cost.
pub const LONGEST: f64 = 20.0;

/// Minutes as a duration; [`Duration::MAX`] when they do not fit.
pub fn seconds(minutes: f64) -> Duration {
    Duration::try_from_secs_f64(minutes * 60.0).unwrap_or(Duration::MAX)
}

/// Seconds as minutes, for tables.
pub fn minutes(seconds: f64) -> String {
    format!("{:.1}", seconds / 60.0)
}

/// A number, rounded to a thousandth, with its noun, such as `1 minute`.
pub fn several(number: f64, noun: &str) -> String {
    let number = (number * 1e3).round() / 1e3;
    let plural = if number == 1.0 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// Minutes beside their budget, such as `5.4 of 5 (over by 0.4)`.
pub fn beside(seconds: f64, budget: f64) -> String {
    let over = seconds / 60.0 - budget;
    let mark = match over > 0.0 {
        true => format!(" (over by {})", short(over)),
        false => String::new(),
    };
    format!("{} of {budget}{mark}", minutes(seconds))
}

/// Minutes with one decimal, or with three when one would show zero.
fn short(minutes: f64) -> String {
    match minutes < 0.05 {
        true => format!("{minutes:.3}"),
        false => format!("{minutes:.1}"),
    }
}
