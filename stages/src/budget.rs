//! Minutes of plans and of reports.

use std::time::Duration;

/// Minutes of the longest stage whose result is kept: what an interruption may cost.
pub const LONGEST: f64 = 20.0;

/// Minutes as a duration; as long as can be when there are too many.
pub fn seconds(minutes: f64) -> Duration {
    Duration::try_from_secs_f64(minutes * 60.0).unwrap_or(Duration::MAX)
}

/// Seconds as minutes, for tables.
pub fn minutes(seconds: f64) -> String {
    format!("{:.1}", seconds / 60.0)
}

/// So many of something, to a thousandth, such as `1 minute`.
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

/// A tenth of a minute, or as many digits as show that it is not zero.
fn short(minutes: f64) -> String {
    match minutes < 0.05 {
        true => format!("{minutes:.3}"),
        false => format!("{minutes:.1}"),
    }
}
