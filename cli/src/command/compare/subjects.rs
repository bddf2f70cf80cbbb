//! The programs that a command line names, for the commands that run many.

use crate::cli::{Global, Named, OwnKernels};
use crate::command::job;
use crate::command::own_kernel::own_kernels;
use crate::failure::Failure;
use heddle_kernels::{Size, Workload};
use heddle_study::Subject;

/// Workloads, then the user's kernels; without any, the workloads of fung2009.
///
/// # Errors
/// A name that occurs twice, a file that is refused.
pub fn of(
    global: &Global,
    named: &[Named],
    own: &OwnKernels,
    size: Size,
) -> Result<Vec<Subject>, Failure> {
    let own = own_kernels(global, named, own)?;
    let names: Vec<&str> = named.iter().filter_map(Named::workload).collect();
    unique("workload", names.iter().copied())?;
    let workloads: Vec<&dyn Workload> = match names.as_slice() {
        [] if own.is_empty() => heddle_kernels::paper().map(|(_, workload)| workload).into(),
        names => {
            let workloads = names.iter().map(|name| job::workload(name));
            workloads.collect::<Result<_, _>>()?
        }
    };
    let workloads = workloads.into_iter().map(|workload| Subject::Workload {
        workload,
        size,
        seed: global.seed,
    });
    let own = own.into_iter().map(Subject::Own);
    Ok(workloads.chain(own).collect())
}

/// Refuses a name that is given twice.
pub fn unique<'a>(what: &str, names: impl IntoIterator<Item = &'a str>) -> Result<(), Failure> {
    let mut seen = Vec::new();
    for name in names {
        if seen.contains(&name) {
            let what = format!("{what} `{name}` is given twice");
            return Err(Failure::input_with(what, "name it once"));
        }
        seen.push(name);
    }
    Ok(())
}
