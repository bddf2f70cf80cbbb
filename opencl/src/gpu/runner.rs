//! How a launch runs: on the golden GPU, on the golden GPU under several mechanisms, with the RTL of a unit as well, or on the
//! functional device.

use super::cosim::Cosim;
use super::ran::{Ran, explained};
use super::recordings::Recordings;
use super::watch::Watch;
use crate::compiler::Executable;
use heddle_sim::device::Device;
use heddle_sim::functional::FUNCTIONAL;
use heddle_sim::launch::Launch;
use heddle_sim::memory::BusWatch;
use heddle_sim::report::Output;
use heddle_sim::{Job, Limits, Mechanism, Report};
use heddle_timeline::Recorder;
use serde_json::{Value, json};

/// How a launch runs.
#[derive(Debug)]
pub enum Runner {
    /// The golden GPU.
    Golden(Mechanism),
    /// On the golden GPU, for which files are written that show what it does.
    Watched(Mechanism, Watch),
    /// On the golden GPU under each of these mechanisms, and recorded if that is asked for. The host program goes on with the
    /// memory contents of the first run.
    Compared(Vec<Mechanism>, Option<Recordings>),
    /// On the golden GPU, and once more with the RTL of a unit. The host program goes on with the memory contents of the golden
    /// GPU.
    Cosim(Cosim),
    /// On the functional device.
    Functional,
}

impl Runner {
    /// The name of the mechanism of the run whose memory the host program goes on with, or of the functional device.
    pub fn name(&self) -> &'static str {
        self.mechanism().map_or(FUNCTIONAL, Mechanism::name)
    }

    /// The mechanism of the run whose memory the host program goes on with, if it has one.
    fn mechanism(&self) -> Option<Mechanism> {
        match self {
            Runner::Golden(mechanism) | Runner::Watched(mechanism, _) => Some(*mechanism),
            Runner::Compared(mechanisms, _) => Some(mechanisms[0]),
            Runner::Cosim(cosim) => Some(cosim.mechanism),
            Runner::Functional => None,
        }
    }

    /// How a launch runs that nobody asked to see (USR-11): the host program sees the same memory and times.
    pub fn unseen(&self) -> Runner {
        self.mechanism().map_or(Runner::Functional, Runner::Golden)
    }

    /// The bus activity that the golden GPU has to record.
    pub fn bus_watch(&self) -> Option<BusWatch> {
        match self {
            Runner::Watched(_, watch) => watch.bus_watch(),
            Runner::Compared(_, Some(to)) => Some(Recorder::bus_watch(to.window)),
            _ => None,
        }
    }

    /// Whether launches are recorded: their programs then note source lines, and their reports count the events at every PC.
    pub fn records(&self) -> bool {
        match self {
            Runner::Watched(_, watch) => watch.recordings.is_some(),
            Runner::Compared(_, recordings) => recordings.is_some(),
            _ => false,
        }
    }

    /// Runs the launch with this number on a device. `printed_at` is the address of the buffer that kernels print into. Its
    /// contents are in the order of printing, and may therefore differ between mechanisms.
    ///
    /// # Errors
    /// Why it cannot be started, and what to do about it.
    pub fn run(
        &self,
        device: &mut Device,
        number: u64,
        executable: &Executable,
        launch: &Launch,
        printed_at: Option<u32>,
        limits: &Limits,
    ) -> Result<Ran, String> {
        let program = executable.program();
        let mut ran = match self {
            Runner::Golden(mechanism) => {
                let report = device.launch(program, launch, *mechanism, limits);
                let report = report.map_err(|error| explained(&error))?;
                return Ok(Ran::of_golden(report).told());
            }
            Runner::Functional => {
                let report = device.launch_functional(program, launch, limits);
                let report = report.map_err(|error| explained(&error));
                return report.map(Ran::of_functional);
            }
            Runner::Watched(mechanism, watch) => {
                let what = (executable, launch);
                let report = watch.run(device, number, what, *mechanism, limits)?;
                return Ok(Ran::of_golden(report).told());
            }
            Runner::Compared(mechanisms, recordings) => {
                let job = device.capture(program, launch);
                let run = |mechanism| {
                    let what = (executable, launch);
                    recorded(device, number, what, &job, mechanism, recordings, limits)
                };
                compare(&job, mechanisms, printed_at, run)?
            }
            Runner::Cosim(cosim) => {
                cosim.run(device.config(), &device.capture(program, launch), limits)?
            }
        };
        // GPU-24: every run starts from one memory, and the program goes on with that of the first.
        device.restore(&ran.report);
        // These buffers are the whole memory of the device, not only the buffers of the launch.
        ran.report.buffers.clear();
        Ok(ran.told())
    }
}

/// Runs a job under one of the mechanisms that are compared, and records it if that is asked for.
fn recorded(
    device: &Device,
    number: u64,
    what: (&Executable, &Launch),
    job: &Job,
    mechanism: Mechanism,
    recordings: &Option<Recordings>,
    limits: &Limits,
) -> Result<Report, String> {
    let Some(recordings) = recordings else {
        let report = device.gpu().run(job, mechanism, limits);
        return report.map_err(|error| explained(&error));
    };
    let mut begun = recordings.begin(device.config(), number, what, mechanism)?;
    let gpu = device.gpu();
    let report = gpu.run_observed(job, mechanism, limits, begun.observer());
    let report = report.map_err(|error| explained(&error))?;
    begun.finish(&report)?;
    Ok(report)
}

fn compare(
    job: &Job,
    mechanisms: &[Mechanism],
    printed_at: Option<u32>,
    run: impl Fn(Mechanism) -> Result<Report, String>,
) -> Result<Ran<Report>, String> {
    let first = run(mechanisms[0])?;
    let mut rows = vec![row(mechanisms[0], &first, &[])];
    let mut warnings = Vec::new();
    for mechanism in &mechanisms[1..] {
        let other = run(*mechanism)?;
        let differs = differences(job, printed_at, &first, &other);
        if !differs.is_empty() {
            let places = differs.join(", ");
            warnings.push(format!(
                "memory differs between {} and {mechanism}: {places}",
                mechanisms[0]
            ));
        }
        rows.push(row(*mechanism, &other, &differs));
    }
    Ok(Ran {
        report: first,
        beside: Some(("compared", rows.into())),
        warnings,
    })
}

fn row(mechanism: Mechanism, report: &Report, differs: &[String]) -> Value {
    let statistics = &report.statistics;
    json!({
        "mechanism": mechanism.name(),
        "completed": report.outcome.is_complete(),
        "cycles": statistics.cycles,
        "instructions": statistics.instructions,
        "ipc": statistics.ipc,
        "simd_efficiency": statistics.simd_efficiency,
        "differs": differs,
    })
}

/// The differences in memory: for each buffer the number of different bytes and the offset of the first one.
fn differences(job: &Job, printed_at: Option<u32>, one: &Report, other: &Report) -> Vec<String> {
    let printed = |address: Option<u32>| address.is_some() && address == printed_at;
    let outputs = job
        .buffers
        .iter()
        .zip(one.buffers.iter().zip(&other.buffers));
    let outputs = outputs.filter(|(buffer, _)| !printed(buffer.address));
    let difference = |(one, other): (&Output, &Output)| {
        let pairs = one.bytes.iter().zip(&other.bytes).enumerate();
        let mut different = pairs.filter(|(_, (one, other))| one != other);
        let (first, _) = different.next()?;
        let count = 1 + different.count();
        Some(format!("{count} bytes of {} from byte {first}", one.name))
    };
    outputs.filter_map(|(_, pair)| difference(pair)).collect()
}
