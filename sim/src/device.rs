//! A device: the golden GPU of a machine, with memory that persists from launch to launch.
//!
//! Programs allocate, write, launch and read (GPU-23). Every launch starts with cold caches and counts of its own: its cycles
//! do not depend on earlier launches. The machine is built for the first launch and stays with the device (HST-5); a launch
//! clears what the one before it has touched. A sequence of launches without a host between them is a [`Job`] with several
//! [launches](Job::launches).

use crate::error::Error;
use crate::functional::FunctionalReport;
use crate::gpu::{Gpu, Limits, Loaded};
use crate::launch::layout::{NoRoom, Placing};
use crate::launch::{Addresses, Buffer, Init, Job, Launch, MOST_BYTES};
use crate::report::Report;
use heddle_contract::Config;
use heddle_gpu_core::Observer;
use heddle_gpu_core::clock::Hardware;
use heddle_isa::memory::MemoryFault;
use heddle_isa::{Memory, Program};
use heddle_mechanisms::Mechanism;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Allocations begin here; programs, stacks and arguments lie below.
const FIRST: u64 = 0x4000_0000;

/// An address at which no allocation starts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no allocation starts at 0x{address:08x}")]
pub struct NotAllocated {
    /// The address.
    pub address: u32,
}

/// The golden GPU of a machine, and its memory.
#[derive(Debug)]
pub struct Device {
    gpu: Gpu,
    /// What the last launch left of the machine.
    hardware: Hardware,
    memory: Memory,
    addresses: Addresses,
    /// Bytes of each allocation, by its first address.
    allocations: BTreeMap<u32, u32>,
}

impl Device {
    /// A device with nothing in its memory.
    pub fn new(gpu: Gpu) -> Device {
        Device {
            gpu,
            hardware: Hardware::default(),
            memory: Memory::new(),
            addresses: Addresses::around(std::iter::once(0..FIRST)),
            allocations: BTreeMap::new(),
        }
    }

    /// The machine.
    pub fn config(&self) -> &Config {
        self.gpu.config()
    }

    /// The GPU that runs the launches.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// The total bytes of all allocations, and the maximum total.
    pub fn bytes(&self) -> (u64, u64) {
        (self.allocated(), MOST_BYTES)
    }

    /// Number of ways of data caches that all launches so far have cleared: those that had taken a line.
    pub fn cleared_ways(&self) -> u64 {
        let cores = self.hardware.cores.iter();
        cores.map(|core| core.cache.cleared_ways()).sum()
    }

    fn allocated(&self) -> u64 {
        let sizes = self.allocations.values().copied();
        sizes.map(u64::from).sum()
    }

    /// Allocates `bytes` zeroed bytes, at least one, aligned to 16 KiB, and returns their first address. They stay there until
    /// they are freed.
    ///
    /// # Errors
    /// [`NoRoom`], also if all allocations together would exceed 1 GiB.
    pub fn allocate(&mut self, bytes: u32) -> Result<u32, NoRoom> {
        let bytes = bytes.max(1);
        let what = Placing::Allocation;
        if self.allocated() + u64::from(bytes) > MOST_BYTES {
            let bytes = bytes.into();
            return Err(NoRoom { what, bytes });
        }
        let address = self.addresses.place_or(what, bytes.into())?;
        self.memory.map(address, bytes.into());
        self.allocations.insert(address, bytes);
        Ok(address)
    }

    /// Frees an allocation.
    ///
    /// # Errors
    /// [`NotAllocated`] if no allocation starts there.
    pub fn free(&mut self, address: u32) -> Result<(), NotAllocated> {
        let bytes = self.allocations.remove(&address);
        let bytes = bytes.ok_or(NotAllocated { address })?;
        self.addresses.give_back(address);
        self.memory.unmap(address, bytes.into());
        Ok(())
    }

    /// Writes bytes.
    ///
    /// # Errors
    /// [`MemoryFault`] if they do not lie in an allocation.
    pub fn write(&mut self, address: u32, bytes: &[u8]) -> Result<(), MemoryFault> {
        self.memory.write_bytes(address, bytes)
    }

    /// Reads as many bytes as `out` holds.
    ///
    /// # Errors
    /// [`MemoryFault`] if they do not lie in an allocation.
    pub fn read(&self, address: u32, out: &mut [u8]) -> Result<(), MemoryFault> {
        self.memory.read_bytes(address, out)
    }

    /// Runs a kernel with golden units. Memory keeps what the kernel wrote, however the launch ended.
    ///
    /// # Errors
    /// [`Error`] for a launch that this machine cannot start; then memory is unchanged.
    pub fn launch(
        &mut self,
        program: &Arc<Program>,
        launch: &Launch,
        mechanism: Mechanism,
        limits: &Limits,
    ) -> Result<Report, Error> {
        self.run(program, launch, mechanism, limits, None)
    }

    /// [`Device::launch`], with an observer that sees every issued instruction.
    ///
    /// # Errors
    /// As [`Device::launch`].
    pub fn launch_observed(
        &mut self,
        program: &Arc<Program>,
        launch: &Launch,
        mechanism: Mechanism,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Report, Error> {
        self.run(program, launch, mechanism, limits, Some(observer))
    }

    fn run(
        &mut self,
        program: &Arc<Program>,
        launch: &Launch,
        mechanism: Mechanism,
        limits: &Limits,
        observer: Option<&mut dyn Observer>,
    ) -> Result<Report, Error> {
        let (job, mut loaded) = self.loaded(program, launch)?;
        let hardware = &mut self.hardware;
        let report = self
            .gpu
            .run_loaded(&job, &mut loaded, hardware, mechanism, limits, observer);
        self.memory = loaded.into_buffers(&job);
        report
    }

    /// [`Device::launch`] on the [functional device](crate::functional), whose limit is one of instructions.
    ///
    /// # Errors
    /// As [`Device::launch`].
    pub fn launch_functional(
        &mut self,
        program: &Arc<Program>,
        launch: &Launch,
        limits: &Limits,
    ) -> Result<FunctionalReport, Error> {
        let (job, mut loaded) = self.loaded(program, launch)?;
        let report = self.gpu.run_loaded_functional(&job, &mut loaded, limits);
        self.memory = loaded.into_buffers(&job);
        Ok(report)
    }

    /// The launch as a job in the memory of the device, which is lent to it.
    fn loaded(&mut self, program: &Arc<Program>, launch: &Launch) -> Result<(Job, Loaded), Error> {
        let job = self.job_of(program, launch, |_, _| Init::Zero, false);
        let mut loaded = Loaded::placed(self.config(), &job)?;
        let memory = std::mem::replace(&mut self.memory, Memory::within(0, 0));
        loaded.fill(&job, memory);
        Ok((job, loaded))
    }

    /// The launch as a job, to be written to files or run elsewhere: its buffers hold the contents of the device's memory, it
    /// takes the same cycles as [`Device::launch`], and it returns all of memory.
    pub fn capture(&self, program: &Arc<Program>, launch: &Launch) -> Job {
        const KNOWN: &str = "allocations are mapped";
        let contents =
            |address, bytes| Init::Bytes(self.memory.bytes(address, bytes).expect(KNOWN));
        self.job_of(program, launch, contents, true)
    }

    /// Copies the buffers that a [captured](Device::capture) launch left behind into the device's memory.
    pub fn restore(&mut self, report: &Report) {
        for (&address, output) in self.allocations.keys().zip(&report.buffers) {
            let known = self.memory.write_bytes(address, &output.bytes);
            known.expect("a captured launch has the allocations of its device");
        }
    }

    fn job_of(
        &self,
        program: &Arc<Program>,
        launch: &Launch,
        contents: impl Fn(u32, u32) -> Init,
        out: bool,
    ) -> Job {
        let buffers = self.allocations.iter().map(|(&address, &bytes)| Buffer {
            name: format!("at_{address:08x}"),
            bytes,
            init: contents(address, bytes),
            out,
            address: Some(address),
            part: None,
        });
        Job {
            program: program.clone(),
            buffers: buffers.collect(),
            launches: vec![launch.clone()],
            loops: Vec::new(),
        }
    }
}
