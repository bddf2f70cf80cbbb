//! Who runs a launch: the golden GPU, the golden GPU under several mechanisms, or a unit's RTL in it.

use super::cosim::Cosim;
use super::ran::{Ran, explained};
use super::trace::Trace;
use heddle_isa::Program;
use heddle_sim::device::Device;
use heddle_sim::launch::Launch;
use heddle_sim::memory::BusWatch;
use heddle_sim::report::Output;
use heddle_sim::{Job, Limits, Mechanism, Report};
use heddle_timeline::Recorder;
use serde_json::{Value, json};
use std::sync::Arc;

/// Who runs a launch.
#[derive(Debug)]
pub enum Runner {
    /// The golden GPU.
    Golden(Mechanism),
    /// The golden GPU, and a timeline of what it issues.
    Traced(Mechanism, Trace),
    /// The golden GPU under each of these mechanisms. The program goes on with what the first one left in memory.
    Compared(Vec<Mechanism>),
    /// The golden GPU, and once more with the RTL of a unit. The program goes on with what the golden GPU left in memory.
    Cosim(Cosim),
}

impl Runner {
    /// How divergence is handled in the run whose memory goes on.
    pub fn mechanism(&self) -> Mechanism {
        match self {
            Runner::Golden(mechanism) | Runner::Traced(mechanism, _) => *mechanism,
            Runner::Compared(mechanisms) => mechanisms[0],
            Runner::Cosim(cosim) => cosim.mechanism,
        }
    }

    /// What the golden GPU has to watch.
    pub fn bus_watch(&self) -> Option<BusWatch> {
        match self {
            Runner::Traced(_, trace) => Some(Recorder::bus_watch(trace.window)),
            _ => None,
        }
    }

    /// Runs the launch of this number on a device. What kernels print is `printed_at` an address, in the order in which they
    /// printed it; so it may differ between mechanisms.
    ///
    /// # Errors
    /// Why it cannot be started, and what to do about it.
    pub fn run(
        &self,
        device: &mut Device,
        number: u64,
        program: &Arc<Program>,
        launch: &Launch,
        printed_at: Option<u32>,
        limits: &Limits,
    ) -> Result<Ran, String> {
        let mut ran = match self {
            Runner::Golden(mechanism) => {
                let report = device.launch(program, launch, *mechanism, limits);
                let report = report.map_err(|error| explained(&error));
                return report.map(Ran::of_golden);
            }
            Runner::Traced(mechanism, trace) => {
                let report = trace.run(device, number, program, launch, *mechanism, limits);
                return report.map(Ran::of_golden);
            }
            Runner::Compared(mechanisms) => {
                let job = device.capture(program, launch);
                compare(device, &job, mechanisms, printed_at, limits)?
            }
            Runner::Cosim(cosim) => {
                cosim.run(device.config(), &device.capture(program, launch), limits)?
            }
        };
        device.restore(&ran.report);
        // They are all of the device's memory, and not the launch's.
        ran.report.buffers.clear();
        Ok(ran)
    }
}

fn compare(
    device: &Device,
    job: &Job,
    mechanisms: &[Mechanism],
    printed_at: Option<u32>,
    limits: &Limits,
) -> Result<Ran, String> {
    let run = |mechanism: &Mechanism| {
        let report = device.gpu().run(job, *mechanism, limits);
        report.map_err(|error| explained(&error))
    };
    let first = run(&mechanisms[0])?;
    let mut rows = vec![row(mechanisms[0], &first, &[])];
    let mut warnings = Vec::new();
    for mechanism in &mechanisms[1..] {
        let other = run(mechanism)?;
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
        "ipc": statistics.ipc,
        "simd_efficiency": statistics.simd_efficiency,
        "differs": differs,
    })
}

/// Where memory differs: how many bytes of a buffer, and the address of the first of them.
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
