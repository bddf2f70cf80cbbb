//! Commands that take one unit or all.

use crate::cli::Global;
use crate::failure::Failure;
use crate::output;
use heddle_cosim::NAMES;
use serde::Serialize;

/// The reports of one unit, or of all if none is named. Each is shown when it is ready, or all of them as JSON at the end.
pub fn reports<R: Serialize>(
    global: &Global,
    unit: Option<&str>,
    make: impl Fn(&str) -> Result<R, Failure>,
    show: impl Fn(&R) -> Result<(), Failure>,
) -> Result<Vec<R>, Failure> {
    let names = unit.map_or(NAMES.to_vec(), |name| vec![name]);
    let mut reports = Vec::new();
    for name in names {
        let report = make(name)?;
        if !global.json {
            show(&report)?;
        }
        reports.push(report);
    }
    match (global.json, unit) {
        (true, None) => output::json(&reports)?,
        (true, Some(_)) => output::json(&reports[0])?,
        (false, _) => {}
    }
    Ok(reports)
}
