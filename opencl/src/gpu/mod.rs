//! The one device of the process: a golden GPU configured by the [environment], its clock, and the limits of its machine.
//!
//! HST-2: a command holds the lock of the device while it uses it: commands run one after the other, whichever queues and
//! threads they come from.

mod capture;
mod cosim;
mod environment;
mod launch_name;
mod machine;
mod ran;
mod recordings;
mod report;
mod runner;
mod trace;
mod transfer;
mod watch;
mod whole;

pub use machine::Machine;

use crate::answer::Result;
use crate::compiler::Executable;
use crate::say::say;
use environment::Options;
use heddle_isa::memory::MemoryFault;
use heddle_sim::device::Device;
use heddle_sim::launch::Launch;
use heddle_sim::{Gpu as Golden, Report};
use opencl_sys::{CL_DEVICE_NOT_FOUND, CL_MEM_OBJECT_ALLOCATION_FAILURE, CL_OUT_OF_RESOURCES};
use parking_lot::{Mutex, MutexGuard};
use ran::Told;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

/// The clock of every machine (HST-3): a nanosecond is a cycle. Hardly a result of the papers depends on the clock of its
/// machine.
pub const CLOCK_MHZ: u32 = 1000;

/// Duration of a cycle of that clock.
pub const NANOSECONDS_PER_CYCLE: u64 = 1;

/// The largest sum of the sizes of all buffers, in bytes.
pub const MEMORY_BYTES: u64 = heddle_sim::launch::MOST_BYTES;

/// The size of the largest buffer in bytes: half of the memory, so that two such buffers fit.
pub const BUFFER_BYTES: usize = MEMORY_BYTES as usize / 2;

/// Alignment of a buffer and of its parts, in bytes: that of `long16`, the largest type of OpenCL C.
pub const BASE_ALIGN: usize = heddle_sim::launch::REGION_ALIGN as usize;

/// Limit for the bytes of all arguments of a kernel. The device has no such limit, but OpenCL requires a number.
pub const ARGUMENT_BYTES: usize = 4096;

/// Sum of the cycles of all launches and transfers so far.
static CYCLES: AtomicU64 = AtomicU64::new(0);

/// The device with its machine; `None` if the environment describes no valid machine, which was reported when it was read.
static DEVICE: OnceLock<Option<(Machine, Mutex<Gpu>)>> = OnceLock::new();

fn device() -> Result<&'static (Machine, Mutex<Gpu>)> {
    let device = DEVICE.get_or_init(|| {
        let made = Options::of_process().and_then(Gpu::new);
        made.map_err(|what| say(&what)).ok()
    });
    device.as_ref().ok_or(CL_DEVICE_NOT_FOUND)
}

/// The machine of the device.
///
/// # Errors
/// `CL_DEVICE_NOT_FOUND` if the environment describes no valid machine.
pub fn machine() -> Result<&'static Machine> {
    device().map(|(machine, _)| machine)
}

/// The device, for one thread at a time.
///
/// # Errors
/// As [`machine`].
pub fn lock() -> Result<MutexGuard<'static, Gpu>> {
    device().map(|(_, gpu)| gpu.lock())
}

/// The clock of the device, in cycles. It stands still between commands.
pub fn now() -> u64 {
    CYCLES.load(Ordering::Relaxed)
}

/// The device and how it is used.
pub struct Gpu {
    device: Device,
    options: Options,
    /// Number of launches so far.
    launches: u64,
}

impl Gpu {
    fn new(options: Options) -> std::result::Result<(Machine, Mutex<Gpu>), String> {
        let golden = Golden::new(&options.config).map_err(|error| error.to_string())?;
        let golden = golden
            .with_threads(options.threads)
            .with_race_check(options.check_races)
            .with_flow_check(options.check_flow)
            .with_profile(options.profile || options.runner.records())
            .with_bus_watch(options.runner.bus_watch());
        let mechanism = options.runner.name();
        let machine = Machine::new(
            &options.config,
            &options.machine,
            mechanism,
            options.has_double,
            options.runner.records(),
        );
        let gpu = Gpu {
            device: Device::new(golden),
            options,
            launches: 0,
        };
        Ok((machine, Mutex::new(gpu)))
    }

    /// Allocates `bytes` bytes of zeros and returns their address.
    ///
    /// # Errors
    /// `CL_MEM_OBJECT_ALLOCATION_FAILURE` if there is no room.
    pub fn allocate(&mut self, bytes: usize) -> Result<u32> {
        let bytes = u32::try_from(bytes).map_err(|_| CL_MEM_OBJECT_ALLOCATION_FAILURE)?;
        let allocated = self.device.allocate(bytes);
        allocated.map_err(|_| CL_MEM_OBJECT_ALLOCATION_FAILURE)
    }

    /// Frees what was allocated at an address.
    pub fn free(&mut self, address: u32) {
        let freed = self.device.free(address);
        freed.expect("a buffer is freed once");
    }

    /// Writes bytes of a buffer.
    ///
    /// # Errors
    /// `CL_OUT_OF_RESOURCES` if the range is not within one buffer.
    pub fn write(&mut self, address: u32, bytes: &[u8]) -> Result<()> {
        self.device.write(address, bytes).map_err(outside)
    }

    /// Reads `count` bytes of a buffer.
    ///
    /// # Errors
    /// `CL_OUT_OF_RESOURCES` if the range is not within one buffer.
    pub fn bytes(&self, address: u32, count: usize) -> Result<Vec<u8>> {
        let mut bytes = vec![0; count];
        self.device.read(address, &mut bytes).map_err(outside)?;
        Ok(bytes)
    }

    /// Runs a kernel. A kernel that prints does so into the buffer at `printed_at`.
    ///
    /// # Errors
    /// What went wrong, and what to do about it.
    pub fn launch(
        &mut self,
        executable: &Executable,
        launch: &Launch,
        printed_at: Option<u32>,
    ) -> std::result::Result<(), String> {
        let number = self.launches;
        self.launches += 1;
        let Options { limits, .. } = &self.options;
        let is_seen = self.options.sees(number);
        let runner = match is_seen {
            true => &self.options.runner,
            false => &self.options.runner.unseen(),
        };
        if let Some(folder) = self.options.captures.as_ref().filter(|_| is_seen) {
            let job = self.device.capture(executable.program(), launch);
            capture::write(folder, number, executable.elf(), &job)?;
        }
        let ran = runner.run(
            &mut self.device,
            number,
            executable,
            launch,
            printed_at,
            limits,
        );
        let ran = ran.map_err(|what| format!("kernel `{}`: {what}", launch.kernel))?;
        self.pass(ran.report.cycles());
        for warning in &ran.warnings {
            let kernel = &launch.kernel;
            say(&format!("launch {number}, kernel `{kernel}`: {warning}"));
        }
        if let Some(folder) = self.options.reports.as_ref().filter(|_| is_seen) {
            let at_risk = executable.at_risk();
            report::write(folder, number, launch, runner.name(), &ran, at_risk)?;
        }
        self.completed(&ran.report)
    }

    /// Returns an error for a launch that did not complete or left the control-flow graph; reports data races and barrier divergence to the user.
    fn completed(&self, report: &Told) -> std::result::Result<(), String> {
        if let Told::Golden(report) = report {
            tell(report);
        }
        match (report.outcome().remedy(), report) {
            (Some(remedy), _) => Err(format!("{}; {remedy}", report.outcome())),
            (None, Told::Golden(report)) => in_graph(report),
            (None, Told::Functional(_)) => Ok(()),
        }
    }
}

/// Tells the user of data races and barrier divergence.
fn tell(report: &Report) {
    if let Some(races) = report.races.as_ref().filter(|races| !races.is_empty()) {
        say(&format!("races: {races}"));
    }
    let parted = report.barrier_divergence.as_ref();
    if let Some(parted) = parted.filter(|parted| !parted.is_empty()) {
        say(&format!("barrier divergence: {parted}"));
    }
}

/// Returns an error for a launch with an executed edge that the control-flow graph does not have.
fn in_graph(report: &Report) -> std::result::Result<(), String> {
    match report.flow.as_ref().filter(|flow| !flow.is_inside()) {
        Some(flow) => Err(format!("control flow: {flow}")),
        None => Ok(()),
    }
}

/// Handles an access outside of a buffer: a bug in this library, as ranges are checked when commands are enqueued.
fn outside(fault: MemoryFault) -> i32 {
    say(&format!("a command left its buffer: {fault}"));
    CL_OUT_OF_RESOURCES
}
