//! The work for a GPU: a program, global buffers, and launches that use them.
//!
//! A [`Job`] is built in Rust or read from a launch file ([`Job::from_file`]).

mod addresses;
mod argument;
mod block;
mod buffer_offset;
mod check;
pub(crate) mod error;
mod file;
mod host_loop;
pub mod layout;
mod limits;
mod near;
mod no_room;
mod parameters;
pub(crate) mod place;
mod sizes;

pub(crate) use addresses::Addresses;
pub use argument::{Arg, ArgumentBlock, RoundWord};
pub use block::chosen_block;
pub use buffer_offset::{BufferOffset, REGION_ALIGN};
pub use error::{ArgumentMismatch, BlockMismatch, LaunchError, LaunchReason};
pub use file::{LaunchFile, Written, split_kernel};
pub(crate) use host_loop::Step;
pub use host_loop::{HostLoop, HostWrite};
pub use limits::MOST_BYTES;
pub use place::Naming;

use heddle_isa::Program;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::sync::Arc;

/// A program with its buffers, and the launches that run on them one after the other.
#[derive(Clone, Debug)]
pub struct Job {
    /// The loaded ELF file.
    pub program: Arc<Program>,
    /// Global buffers; every launch sees the contents that earlier launches left.
    pub buffers: Vec<Buffer>,
    /// The launches, in order.
    pub launches: Vec<Launch>,
    /// Which of the launches are repeated, in order; no launch is in two loops.
    pub loops: Vec<HostLoop>,
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
    /// Whether its final contents are returned.
    pub out: bool,
    /// Its first address if it must be fixed; otherwise the layout chooses.
    pub address: Option<u32>,
    /// Its place in another buffer, if it is a region of that buffer. Its first contents are then part of the other buffer's.
    pub part: Option<BufferOffset>,
}

/// First contents of a buffer.
#[derive(Clone, Debug, PartialEq)]
pub enum Init {
    /// These bytes, then zeros.
    Bytes(Vec<u8>),
    /// All zeros.
    Zero,
    /// Bytes of Xoshiro256++ with this seed, the same on every machine.
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
    /// Dynamic shared memory of a block in bytes, in addition to `Arg::Local` arguments.
    pub shared_bytes: u32,
    /// Arguments, in order.
    pub args: Vec<Arg>,
}

impl Launch {
    /// The launch with the [words](heddle_isa::signature::Hidden) that follow a kernel's own arguments, if the program declares
    /// them: the global offset is 0, and nothing is printed.
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

fn product([x, y, z]: [u32; 3]) -> Option<u32> {
    x.checked_mul(y)?.checked_mul(z)
}
