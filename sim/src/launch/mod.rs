//! What a GPU is asked to do: a program, global buffers, and launches over them.
//!
//! A [`Job`] is built in Rust or read from a launch file ([`Job::from_file`]).

mod addresses;
mod argument;
mod block;
pub(crate) mod error;
mod file;
pub mod layout;
mod near;
mod no_room;
mod parameters;

pub(crate) use addresses::Addresses;
pub use argument::{Arg, ArgumentBlock};
pub use block::chosen_block;
pub use error::{ArgumentMismatch, LaunchError, LaunchReason};
pub use file::{LaunchFile, Written, split_kernel};

use heddle_isa::Program;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::HashSet;
use std::sync::Arc;

/// A program with its buffers, and the launches that run over them one after the other.
#[derive(Clone, Debug)]
pub struct Job {
    /// The loaded ELF file.
    pub program: Arc<Program>,
    /// Global buffers; every launch sees what the launches before it left there.
    pub buffers: Vec<Buffer>,
    /// What to run, in order.
    pub launches: Vec<Launch>,
}

/// A global buffer.
#[derive(Clone, Debug, PartialEq)]
pub struct Buffer {
    /// Name, unique in a job.
    pub name: String,
    /// Size in bytes.
    pub bytes: u32,
    /// First contents.
    pub init: Init,
    /// Whether its final contents are handed back.
    pub out: bool,
    /// Its first address, if that matters; else it lies where there is room.
    pub address: Option<u32>,
}

/// First contents of a buffer.
#[derive(Clone, Debug, PartialEq)]
pub enum Init {
    /// These bytes, then zeros.
    Bytes(Vec<u8>),
    /// Zeros.
    Zero,
    /// Bytes of Xoshiro256++ from this seed, the same on every machine.
    Random(u64),
}

impl Init {
    /// The first `count` bytes of the contents.
    pub fn contents(&self, count: u32) -> Vec<u8> {
        let mut bytes = vec![0; count as usize];
        match self {
            Init::Zero => {}
            Init::Bytes(given) => {
                let common = given.len().min(bytes.len());
                bytes[..common].copy_from_slice(&given[..common]);
            }
            Init::Random(seed) => Xoshiro256PlusPlus::seed_from_u64(*seed).fill_bytes(&mut bytes),
        }
        bytes
    }
}

/// One run of a kernel.
#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    /// Kernel name, without `__kernel_`.
    pub kernel: String,
    /// Blocks in x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y, z.
    pub block: [u32; 3],
    /// Dynamic shared memory of a block in bytes, besides what `Arg::Local` asks for.
    pub shared_bytes: u32,
    /// Arguments, in order.
    pub args: Vec<Arg>,
}

impl Launch {
    /// The launch with the [words](heddle_isa::signature::Hidden) that follow a kernel's own arguments, if the program
    /// says what these are: the global offset is 0, and nothing is printed.
    pub fn complete(mut self, program: &Program) -> Launch {
        if let Some(signature) = program.signature(&self.kernel)
            && self.args.len() == signature.parameters.len()
        {
            self.args.extend(parameters::hidden(&self));
        }
        self
    }

    /// Threads of a block; `None` beyond 2^32.
    pub fn block_threads(&self) -> Option<u32> {
        product(self.block)
    }

    /// Blocks of the grid; `None` beyond 2^32.
    pub fn blocks(&self) -> Option<u32> {
        product(self.grid)
    }

    /// Threads of the launch; `None` beyond 2^32.
    pub fn threads(&self) -> Option<u32> {
        self.blocks()?.checked_mul(self.block_threads()?)
    }
}

/// The bytes that all buffers of a job may have together. They are held by the host, some of them several times.
pub const MOST_BYTES: u64 = 1 << 30;

/// Whether a buffer of this name can be written to a file of this name.
fn is_file_name(name: &str) -> bool {
    let allowed = |c: char| c.is_alphanumeric() || "_-.".contains(c);
    !name.is_empty() && !name.starts_with('.') && name.chars().all(allowed)
}

fn product([x, y, z]: [u32; 3]) -> Option<u32> {
    x.checked_mul(y)?.checked_mul(z)
}

impl Job {
    /// Checks names, sizes and dimensions; `source` names the job in errors.
    ///
    /// # Errors
    /// [`LaunchError`] with the key that is wrong and what to do.
    pub fn validate(&self, source: &str) -> Result<(), LaunchError> {
        self.check()
            .map_err(|reason| LaunchError::new(source, reason))
    }

    fn check(&self) -> Result<(), LaunchReason> {
        self.check_buffers()?;
        if self.launches.is_empty() {
            return Err(LaunchReason::Nothing);
        }
        let mut launches = self.launches.iter().enumerate();
        launches.try_for_each(|(index, launch)| self.check_launch(index, launch))
    }

    fn check_buffers(&self) -> Result<(), LaunchReason> {
        let (mut names, mut all) = (HashSet::new(), 0);
        for (index, buffer) in self.buffers.iter().enumerate() {
            let name = || buffer.name.clone();
            all += u64::from(buffer.bytes);
            if all > MOST_BYTES {
                return Err(LaunchReason::TooMuch {
                    index,
                    name: name(),
                    bytes: all,
                });
            }
            if !names.insert(&buffer.name) {
                return Err(LaunchReason::BufferTwice {
                    index,
                    name: name(),
                });
            }
            if !is_file_name(&buffer.name) {
                return Err(LaunchReason::BufferName {
                    index,
                    name: name(),
                });
            }
            if buffer.bytes == 0 {
                return Err(LaunchReason::EmptyBuffer {
                    index,
                    name: name(),
                });
            }
            if let Init::Bytes(given) = &buffer.init
                && given.len() > buffer.bytes as usize
            {
                let (given, bytes) = (given.len() as u64, buffer.bytes);
                return Err(LaunchReason::TooManyBytes {
                    index,
                    name: name(),
                    given,
                    bytes,
                });
            }
        }
        Ok(())
    }

    fn check_launch(&self, index: usize, launch: &Launch) -> Result<(), LaunchReason> {
        for (key, extent) in [("grid", launch.grid), ("block", launch.block)] {
            if extent.contains(&0) {
                return Err(LaunchReason::NoExtent { index, key, extent });
            }
        }
        if launch.threads().is_none() {
            return Err(LaunchReason::TooManyThreads { index });
        }
        for (argument, arg) in launch.args.iter().enumerate() {
            if let Arg::Buffer(name) = arg
                && !self.buffers.iter().any(|b| &b.name == name)
            {
                let known: Vec<&str> = self.buffers.iter().map(|b| b.name.as_str()).collect();
                return Err(LaunchReason::UnknownBuffer {
                    index,
                    argument,
                    name: name.clone(),
                    known: known.join(", "),
                });
            }
        }
        let missing = |missing| LaunchReason::NoKernel { index, missing };
        self.program.kernel(&launch.kernel).map_err(missing)?;
        match self.program.signature(&launch.kernel) {
            Some(signature) => parameters::check(index, signature, &launch.args),
            None => Ok(()),
        }
    }
}
