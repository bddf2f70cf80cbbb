//! The files that show what a run does: what is recorded while it runs, and written afterwards.

use super::job::functions;
use crate::cli::{Global, Machine};
use crate::failure::Failure;
use crate::output::{self, Planned, unwritable};
use heddle_contract::Config;
use heddle_flow::Flow;
use heddle_sim::memory::BusWatch;
use heddle_sim::{Job, Mechanism, Observer, Report};
use heddle_study::quoted;
use heddle_system::files::{Appearing, folder_of, place};
use heddle_timeline::page::{self, MOST_ISSUES};
use heddle_timeline::recording::{About, Writer};
use heddle_timeline::{Log, Observers, Recorder, Scope, StackLog, Window, has_stacks};
use std::fs;
use std::io;
use std::path::Path;

/// The output files that show what a run does.
pub fn outputs(options: &Machine) -> Planned {
    Planned::new()
        .file("--trace", options.trace.as_ref())
        .file("--log-instructions", options.log_instructions.as_ref())
        .file("--log-stack", options.log_stack.as_ref())
        .file("--draw", options.draw.as_ref())
        .file("--record", options.record.as_ref())
        .file("--view", options.view.as_ref())
}

/// What watches a run for the files that the options name.
pub struct Watched<'a> {
    config: &'a Config,
    mechanism: Mechanism,
    job: &'a Job,
    options: &'a Machine,
    recorder: Option<Recorder>,
    log: Option<Log<'a, Appearing>>,
    stack_log: Option<StackLog<'a, Appearing>>,
    record: Option<Writer<Appearing>>,
    view: Option<Writer<Vec<u8>>>,
}

impl<'a> Watched<'a> {
    /// Begins the files.
    ///
    /// # Errors
    /// A place that cannot be written to.
    pub fn new(
        global: &Global,
        config: &'a Config,
        mechanism: Mechanism,
        job: &'a Job,
        options: &'a Machine,
    ) -> Result<Self, Failure> {
        let about = || about(global, config, mechanism, job, options.trace_cycles);
        let function = options.log_function.as_deref();
        let scope = scope(config, job, options.trace_cycles, function)?;
        let log = |path: &Path| {
            begin(path, |file| {
                Log::new(scope.clone(), options.log_addresses, file)
            })
        };
        let stack_log = |path: &Path| {
            check_stacks(mechanism)?;
            begin(path, |file| StackLog::new(scope.clone(), mechanism, file))
        };
        let record = |path: &Path| begin(path, |file| Writer::new(about(), u64::MAX, file));
        let in_memory =
            || Writer::new(about(), MOST_ISSUES, Vec::new()).expect("memory takes every byte");
        Ok(Watched {
            config,
            mechanism,
            job,
            options,
            recorder: options
                .is_recorded()
                .then(|| Recorder::new(options.trace_cycles)),
            log: options.log_instructions.as_deref().map(log).transpose()?,
            stack_log: options.log_stack.as_deref().map(stack_log).transpose()?,
            record: options.record.as_deref().map(record).transpose()?,
            view: options.view.is_some().then(in_memory),
        })
    }

    /// The use of data buses that is part of a file.
    pub fn bus_watch(&self) -> Option<BusWatch> {
        let is_shown = self.options.trace.is_some() || self.shows_profile();
        is_shown.then(|| Recorder::bus_watch(self.options.trace_cycles))
    }

    /// Whether the counts at every PC are part of a file.
    pub fn shows_profile(&self) -> bool {
        self.record.is_some() || self.view.is_some()
    }

    /// What watches the run, if anything does.
    pub fn observers(&mut self) -> Option<Observers<'_>> {
        let recorder = self.recorder.as_mut().map(|it| it as &mut dyn Observer);
        let log = self.log.as_mut().map(|it| it as &mut dyn Observer);
        let stacks = self.stack_log.as_mut().map(|it| it as &mut dyn Observer);
        let record = self.record.as_mut().map(|it| it as &mut dyn Observer);
        let view = self.view.as_mut().map(|it| it as &mut dyn Observer);
        let all = [recorder, log, stacks, record, view].into_iter().flatten();
        let all: Vec<_> = all.collect();
        (!all.is_empty()).then_some(Observers(all))
    }

    /// Writes the files of a run that has ended.
    ///
    /// # Errors
    /// A place that cannot be written to, and a page of more than [`MOST_ISSUES`] instructions.
    pub fn finish(mut self, report: &Report) -> Result<(), Failure> {
        if let Some(recorder) = self.recorder.take() {
            self.write_recorded(recorder, report)?;
        }
        if let (Some(path), Some(log)) = (&self.options.log_instructions, self.log.take()) {
            end(path, log.finish())?;
        }
        if let (Some(path), Some(log)) = (&self.options.log_stack, self.stack_log.take()) {
            end(path, log.finish())?;
        }
        let json = || serde_json::to_value(report).expect("reports have string keys");
        if let (Some(path), Some(writer)) = (&self.options.record, self.record.take()) {
            end(
                path,
                writer
                    .finish(&json(), report.bus_use.as_ref())
                    .map(|(file, _)| file),
            )?;
        }
        if let (Some(path), Some(writer)) = (&self.options.view, self.view.take()) {
            let (recording, issues) = writer
                .finish(&json(), report.bus_use.as_ref())
                .expect("memory takes every byte");
            check_size(issues)?;
            let title = self.title();
            output::stream(path, |out| page::write(&[recording], &title, out))?;
        }
        Ok(())
    }

    /// Writes the files that are made of the whole recording.
    fn write_recorded(&self, recorder: Recorder, report: &Report) -> Result<(), Failure> {
        let (config, buses) = (self.config, report.bus_use.as_ref());
        let recorded = recorder.recorded(config, self.mechanism, &self.job.program, buses);
        let options = self.options;
        if let Some(path) = &options.trace {
            output::stream(path, |out| recorded.timeline(out))?;
        }
        if let Some(path) = &options.draw {
            let core = options.timeline_core.unwrap_or(0);
            output::stream(path, |out| recorded.picture(core, &self.title(), out))?;
        }
        Ok(())
    }

    fn title(&self) -> String {
        title(self.job, self.mechanism)
    }
}

/// What logs show of a run.
///
/// # Errors
/// A function that is not in the program.
pub fn scope<'a>(
    config: &Config,
    job: &'a Job,
    window: Window,
    function: Option<&str>,
) -> Result<Scope<'a>, Failure> {
    let scope = Scope::new(&job.program, config.core.warp_size, window);
    let Some(name) = function else {
        return Ok(scope);
    };
    let flow = Flow::new(&job.program);
    let function = functions(&flow, "--log-function", Some(name))?.remove(0);
    Ok(scope.of_function(&flow, &function))
}

/// Refuses a log of stacks under a mechanism that has none.
fn check_stacks(mechanism: Mechanism) -> Result<(), Failure> {
    if has_stacks(mechanism) {
        return Ok(());
    }
    let with: Vec<&str> = Mechanism::ALL
        .into_iter()
        .filter(|mechanism| has_stacks(*mechanism))
        .map(Mechanism::name)
        .collect();
    let what = format!("--log-stack with --mechanism {mechanism}, which has no stacks");
    Err(Failure::input_with(
        what,
        format!("choose one of {}", with.join(", ")),
    ))
}

/// Begins a file that appears when it is complete.
///
/// # Errors
/// A place that cannot be written to.
pub fn begin<T>(path: &Path, begin: impl FnOnce(Appearing) -> io::Result<T>) -> Result<T, Failure> {
    let place = place(path);
    let made = fs::create_dir_all(folder_of(&place));
    let file = made.and_then(|()| Appearing::new(&place));
    let begun = file.and_then(begin);
    begun.map_err(|error| unwritable(path, &error))
}

/// Ends such a file, whose last byte is written: it appears.
///
/// # Errors
/// A place that could not be written to.
pub fn end(path: &Path, written: io::Result<Appearing>) -> Result<(), Failure> {
    let there = written.and_then(Appearing::appear);
    there.map_err(|error| unwritable(path, &error))
}

/// Refuses a page of more instructions than one shows.
///
/// # Errors
/// More than [`MOST_ISSUES`].
pub fn check_size(issues: u64) -> Result<(), Failure> {
    if issues <= MOST_ISSUES {
        return Ok(());
    }
    let what = format!("{issues} instructions were issued, and a page shows {MOST_ISSUES} at most");
    let remedy = "name fewer cycles, as in --trace-cycles 20000..60000";
    Err(Failure::input_with(what, remedy).code("heddle::view"))
}

fn title(job: &Job, mechanism: Mechanism) -> String {
    let kernel = job.launches.first().map_or("", |launch| &launch.kernel);
    format!("{kernel} under {mechanism}")
}

/// What is recorded, for people and programs.
pub fn about(
    global: &Global,
    config: &Config,
    mechanism: Mechanism,
    job: &Job,
    window: Window,
) -> About {
    let mut about = About::new(config, mechanism, (&job.program, &job.launches), window);
    about.seed = Some(global.seed);
    about.title = title(job, mechanism);
    about.machine = global.said();
    about.command = command();
    about.read_sources();
    about
}

/// This command line, without the place of the program.
fn command() -> String {
    let arguments = std::env::args_os().skip(1);
    let words = arguments.map(|word| quoted(&word.to_string_lossy()).into_owned());
    let words: Vec<String> = ["heddle".to_string()].into_iter().chain(words).collect();
    words.join(" ")
}
