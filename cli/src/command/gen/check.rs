//! `heddle gen --from --check`: what was written is linted, and compared with the golden model on the programs of the search (EXP-10).

mod row;

pub use row::{Row, passed, table};

use super::group::Group;
use crate::cli::{Cosim, Gen, Global, Mode};
use crate::command::built::{PointFile, Program, folder_name};
use crate::command::cosim::{self, Comparison, agreed};
use crate::command::job::{self, Asked, FromFiles};
use crate::failure::Failure;
use heddle_contract::Config;
use heddle_cosim::KernelOutcome;
use heddle_cosim::verilated::Linter;
use heddle_kernels::Size;
use heddle_sim::Mechanism;
use heddle_study::{Observer, contents};
use std::path::Path;

/// The folder of the files about mismatches, beside the Verilog.
const MISMATCH: &str = "mismatch";

/// Everything that a point's Verilog is checked with.
pub struct Checks<'a> {
    global: &'a Global,
    options: &'a Gen,
    machine: &'a Config,
    mechanism: Mechanism,
    programs: Vec<Program>,
    linter: Linter,
}

impl<'a> Checks<'a> {
    /// The checks of a point in a folder. What they need is looked at before anything is written.
    ///
    /// # Errors
    /// A program of the machine that is missing; a program of the search that is missing, or another one now.
    pub fn of(
        global: &'a Global,
        options: &'a Gen,
        machine: &'a Config,
        (folder, point): (&Path, PointFile),
    ) -> Result<Self, Failure> {
        if point.programs.is_empty() {
            let what = format!("{}: it names no programs to check with", folder.display());
            let remedy = "repeat `heddle explore`, which finds its runs again and names them";
            return Err(Failure::input_with(what, remedy));
        }
        cosim::cache()?;
        let checks = Checks {
            global,
            options,
            machine,
            mechanism: point.mechanism,
            programs: point.programs,
            linter: Linter::find().map_err(heddle_cosim::Error::from)?,
        };
        for program in &checks.programs {
            cosim::warn(checks.asked(program)?.job());
        }
        Ok(checks)
    }

    /// Makes all checks of what was written, whether or not one fails.
    ///
    /// # Errors
    /// A program that has changed meanwhile.
    pub fn run(&self, groups: &[Group]) -> Result<Vec<Row>, Failure> {
        let mut rows = Vec::new();
        let modules = groups.iter().map(|group| group.generated.modules.len());
        let modules: usize = modules.sum();
        self.global.stage(&format!("lint of {modules} modules"));
        for group in groups {
            rows.extend(self.lint(group));
        }
        for group in groups {
            let units = self.units(group).into_iter();
            rows.extend(units.map(|unit| self.alone(group, unit)));
        }
        for group in groups {
            for unit in self.replaced(group) {
                for (number, program) in self.programs.iter().enumerate() {
                    rows.extend(self.in_gpu(group, unit, number, program)?);
                }
            }
        }
        Ok(rows)
    }

    /// The outermost units of a group, and parts of them that co-simulation can put into the cores.
    fn units<'g>(&self, group: &'g Group) -> Vec<&'g str> {
        let mut units: Vec<&str> = group.units.iter().map(String::as_str).collect();
        for unit in self.replaced(group) {
            if !units.contains(&unit) {
                units.push(unit);
            }
        }
        units
    }

    /// The units of a group that co-simulation puts into the cores.
    fn replaced(&self, group: &Group) -> impl Iterator<Item = &'static str> {
        let in_cores = group.machine == *self.machine;
        let units = self.mechanism.about().units.iter().copied();
        units.filter(move |unit| in_cores && group.has(unit))
    }

    fn lint(&self, group: &Group) -> Vec<Row> {
        let list = group.folder.join("files.f");
        // Wrappers of memories are no units: their widths are parameters, which the modules around them give.
        let modules = group.generated.modules.iter();
        let modules = modules.filter(|module| module.contract.is_some());
        let rows = modules.map(|module| {
            let said = self.linter.said_of(&module.name, &list);
            let row = Row {
                check: "lint",
                ..lockstep(&module.name, None, None)
            };
            row.with(match said {
                Ok(None) => Ok(()),
                Ok(Some(said)) => Err(said),
                Err(error) => Err(error.to_string()),
            })
        });
        rows.collect()
    }

    fn alone(&self, group: &Group, unit: &str) -> Row {
        let mode = Mode::Unit;
        self.global
            .stage(&format!("lockstep of {unit}: {}", mode.name()));
        let global = Global {
            set: [self.global.set.clone(), group.set(self.machine)].concat(),
            ..self.global.clone()
        };
        let options = Cosim {
            cycles: self.options.check.check_cycles,
            ..self.cosim(group, unit, mode)
        };
        let compared = Comparison::new(&global, &options, &group.machine);
        let outcome = compared.and_then(|comparison| comparison.alone());
        let row = lockstep(unit, Some(mode), None);
        match outcome {
            Ok(outcome) => Row {
                cycles: Some(outcome.cycles),
                ..row.with(agreed(&outcome).map_err(|failure| row::in_words(&failure)))
            },
            Err(failure) => row.with(Err(row::in_words(&failure))),
        }
    }

    /// Both modes that run a kernel, beside one run with golden units.
    fn in_gpu(
        &self,
        group: &Group,
        unit: &str,
        number: usize,
        program: &Program,
    ) -> Result<[Row; 2], Failure> {
        let modes = [Mode::Shadow, Mode::InLoop];
        let [shadow, in_loop] = modes.map(Mode::name);
        let name = program.name();
        let what = format!("lockstep of {unit}: {shadow} and {in_loop}, {name}");
        self.global.stage(&what);
        let asked = self.asked(program)?;
        let mut global = self.global.clone();
        let mut options = Cosim {
            mechanism: Some(self.mechanism),
            out: self
                .options
                .out
                .join(MISMATCH)
                .join(folder_name(number, name)),
            ..self.cosim(group, unit, Mode::Shadow)
        };
        match program {
            Program::Workload {
                workload,
                size,
                seed,
            } => {
                options.workload = Some(workload.clone());
                options.size = self.size(*size);
                global.seed = *seed;
            }
            Program::Kernel { kernel, launch, .. } => {
                options.kernel = Some(kernel.into());
                options.launch = Some(launch.clone());
            }
        }
        let comparison = Comparison::new(&global, &options, self.machine)?;
        let row = |mode| lockstep(unit, Some(mode), Some(name));
        let outcomes = comparison.in_kernel(&asked, |modes, check| (modes.both)(check));
        Ok(match outcomes {
            Ok([shadow, in_loop]) => {
                let of = |mode, outcome: &KernelOutcome| {
                    let verdict = comparison.verdict(&asked, outcome);
                    Row {
                        cycles: Some(outcome.outcome.cycles),
                        ..row(mode).with(verdict.map_err(|failure| row::in_words(&failure)))
                    }
                };
                [of(Mode::Shadow, &shadow), of(Mode::InLoop, &in_loop)]
            }
            Err(failure) => modes.map(|mode| row(mode).with(Err(row::in_words(&failure)))),
        })
    }

    /// The options of a comparison of what was written.
    fn cosim(&self, group: &Group, unit: &str, mode: Mode) -> Cosim {
        Cosim {
            unit: unit.into(),
            mode: Some(mode),
            mechanism: None,
            cycles: None,
            workload: None,
            size: Size::Small,
            kernel: None,
            launch: None,
            assumptions: false,
            verilog: group.files(unit),
            max_cycles: self.options.check.max_cycles,
            out: self.options.out.join(MISMATCH),
            log_stack: None,
            log_function: None,
        }
    }

    /// The size of a workload's input.
    fn size(&self, of_search: Size) -> Size {
        self.options.check.check_size.unwrap_or(of_search)
    }

    /// Loads a program of the search.
    fn asked(&self, program: &Program) -> Result<Asked, Failure> {
        match program {
            Program::Workload {
                workload,
                size,
                seed,
            } => {
                let workload = job::workload(workload)?;
                let job = job::of_workload(workload, self.size(*size), *seed, self.machine);
                Ok(Asked::Workload(job, workload))
            }
            Program::Kernel {
                kernel,
                launch,
                contents: searched,
                ..
            } => {
                let files = FromFiles::read(kernel.as_os_str(), launch)?;
                if contents(files.digest(), files.job()) != *searched {
                    let what = format!(
                        "{}: it or its kernel is not what the search ran",
                        launch.display()
                    );
                    let remedy = "restore the files, or repeat `heddle explore` with them";
                    return Err(Failure::input_with(what, remedy));
                }
                Ok(Asked::Files(files))
            }
        }
    }
}

/// A row of lockstep that does not yet have a result.
fn lockstep(unit: &str, mode: Option<Mode>, program: Option<&str>) -> Row {
    Row {
        check: "lockstep",
        unit: unit.into(),
        mode: mode.map(Mode::name),
        program: program.map(String::from),
        cycles: None,
        passed: false,
        failure: None,
    }
}
