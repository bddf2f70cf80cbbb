//! Static and dynamic instructions of programs (collange2011, table 3).

use super::{Chart, Rows};
use crate::planned::PlannedRun;
use crate::report::data::Experiment;
use crate::report::lab::{Added, Lab};

/// A row for each program: instructions in its file, those that threads execute, and issued warp instructions of each variant.
pub fn instructions(lab: &Lab<'_>, experiment: &Experiment) -> (Vec<Chart>, Rows) {
    let data = lab.data();
    let [first, ..] = experiment.variants.as_slice() else {
        return Default::default();
    };
    let row = |workload: &&str| {
        let (planned, result) = lab.run(first, Added::default(), workload);
        let executed = result.number("thread_instructions");
        let issued = experiment.variants.iter().map(|variant| {
            let (_, result) = lab.run(variant, Added::default(), workload);
            result.number("instructions")
        });
        let numbers = [in_file(&planned), executed].into_iter().chain(issued);
        let numbers = numbers.map(|number| number.map_or("–".into(), |n| n.to_string()));
        [data.name_in_paper(workload)]
            .into_iter()
            .chain(numbers)
            .collect()
    };
    let issued = experiment.variants.iter();
    let issued = issued.map(|variant| format!("issued, {}", data.label(variant)));
    let names = ["", "in the file", "executed by threads"].map(String::from);
    let table = Rows {
        heading: names.into_iter().chain(issued).collect(),
        rows: experiment.shown(&lab.machines).iter().map(row).collect(),
    };
    (Vec::new(), table)
}

/// Instructions in the file of a program; `None` for a kernel of the user that is not there any more.
fn in_file(planned: &PlannedRun) -> Option<f64> {
    let loaded = planned.subject.load(&planned.config).ok()?;
    Some(f64::from(
        loaded.job().program.text_range().len() as u32 / 4,
    ))
}
