//! The layout of the 4 GiB address space, around the program's own segments.
//!
//! Buffers and argument blocks are identity-mapped. One *private range* serves two purposes. As virtual addresses it holds the
//! windows that every thread sees at the same place (its stack, its block's shared memory). As physical addresses it holds the
//! memory behind these windows for all threads. A program can therefore never address another thread's stack (GPU-13).

use super::addresses::{ALIGN, Addresses, GUARD};
pub use super::no_room::{NoRoom, Placing};
use super::{ArgumentBlock, Buffer, Job, Launch, RoundWord};
use heddle_contract::Config;
use heddle_gpu_core::memory::private_range::PrivateRange;

/// Addresses of a job on a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// First address of each buffer.
    pub buffers: Vec<u32>,
    /// Argument block of each launch.
    pub arguments: Vec<PlacedBlock>,
    /// Shared memory of a block in each launch, in bytes.
    pub shared_bytes: Vec<u32>,
    /// Where every thread sees its stack and its block's shared memory.
    pub private: PrivateRange,
}

/// An argument block and its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedBlock {
    /// First address.
    pub address: u32,
    /// Contents.
    pub bytes: Vec<u8>,
    /// Words of the block that change from round to round.
    pub rounds: Vec<RoundWord>,
}

impl Layout {
    /// Places everything a job needs on a machine.
    ///
    /// # Errors
    /// [`NoRoom`] if the job does not fit into 4 GiB beside the program.
    pub fn new(job: &Job, config: &Config) -> Result<Layout, NoRoom> {
        let segments = job.program.segments.iter().map(|segment| {
            let start = u64::from(segment.address);
            start..start + u64::from(segment.memory_bytes)
        });
        let mut addresses = Addresses::around(segments);
        keep_fixed(&mut addresses, job)?;
        let dynamic = job.launches.iter().map(dynamic_bytes).collect::<Vec<_>>();
        let shared_bytes = dynamic
            .iter()
            .enumerate()
            .map(|(index, &bytes)| shared_bytes(job, index, bytes))
            .collect::<Result<Vec<_>, _>>()?;
        let largest = shared_bytes.iter().copied().max().unwrap_or(0);
        let private = place_private(&mut addresses, config, job.program.tls.align, largest)?;
        let buffers = place_buffers(&mut addresses, job)?;
        let arguments = job
            .launches
            .iter()
            .enumerate()
            .map(|(index, launch)| place_arguments(&mut addresses, job, index, launch, &buffers))
            .collect::<Result<_, _>>()?;
        Ok(Layout {
            buffers,
            arguments,
            shared_bytes,
            private,
        })
    }

    /// The first address of a buffer of the job.
    pub(crate) fn buffer(&self, job: &Job, name: &str) -> u32 {
        self.buffers[position(job, name)]
    }

    /// Buffers that are not regions of other buffers, with their addresses.
    pub(crate) fn whole_buffers<'a>(
        &'a self,
        job: &'a Job,
    ) -> impl Iterator<Item = (&'a Buffer, u32)> {
        let buffers = job.buffers.iter().zip(self.buffers.iter().copied());
        buffers.filter(|(buffer, _)| buffer.part.is_none())
    }
}

/// Places buffers at their requested addresses, or where there is room, and regions inside their buffers.
fn place_buffers(addresses: &mut Addresses, job: &Job) -> Result<Vec<u32>, NoRoom> {
    let mut placed = vec![0; job.buffers.len()];
    for (index, buffer) in job.buffers.iter().enumerate() {
        placed[index] = match (&buffer.part, buffer.address) {
            (Some(_), _) => continue,
            (None, Some(address)) => address,
            (None, None) => {
                let name = buffer.name.clone();
                addresses.place_or(Placing::Buffer { index, name }, buffer.bytes.into())?
            }
        };
    }
    for (index, buffer) in job.buffers.iter().enumerate() {
        if let Some(part) = &buffer.part {
            placed[index] = placed[position(job, &part.buffer)] + part.offset;
        }
    }
    Ok(placed)
}

/// The number of a buffer.
fn position(job: &Job, name: &str) -> usize {
    let index = job.buffers.iter().position(|buffer| buffer.name == name);
    index.expect("a validated job names buffers it has")
}

/// Reserves the addresses of buffers that request a fixed one.
fn keep_fixed(addresses: &mut Addresses, job: &Job) -> Result<(), NoRoom> {
    for (index, buffer) in job.buffers.iter().enumerate() {
        let Some(address) = buffer.address else {
            continue;
        };
        let start = u64::from(address);
        if !addresses.keep(start..start + u64::from(buffer.bytes)) {
            let name = buffer.name.clone();
            return Err(NoRoom {
                what: Placing::BufferAt {
                    index,
                    name,
                    address,
                },
                bytes: buffer.bytes.into(),
            });
        }
    }
    Ok(())
}

fn dynamic_bytes(launch: &Launch) -> u64 {
    ArgumentBlock::new(&launch.args, launch.shared_bytes, |_| 0).dynamic_bytes
}

/// Shared memory of a block: the static part, then the dynamic one, aligned to 16 or placed where `__simt_dyn` says.
fn shared_bytes(job: &Job, index: usize, dynamic: u64) -> Result<u32, NoRoom> {
    let static_bytes = u64::from(job.program.tls.memory_bytes);
    let start = match job.program.dynamic_shared() {
        Some(offset) => u64::from(offset),
        None => static_bytes.next_multiple_of(16),
    };
    let bytes = match dynamic {
        0 => static_bytes,
        _ => static_bytes.max(start + dynamic),
    };
    u32::try_from(bytes).map_err(|_| NoRoom {
        what: Placing::Shared { index },
        bytes,
    })
}

fn place_arguments(
    addresses: &mut Addresses,
    job: &Job,
    index: usize,
    launch: &Launch,
    buffers: &[u32],
) -> Result<PlacedBlock, NoRoom> {
    let of_buffer = |name: &str| buffers[position(job, name)];
    let block = ArgumentBlock::new(&launch.args, launch.shared_bytes, of_buffer);
    let bytes = (block.bytes.len() as u64).max(4);
    let address = addresses.place_or(Placing::Arguments { index }, bytes)?;
    Ok(PlacedBlock {
        address,
        bytes: block.bytes,
        rounds: block.rounds,
    })
}

/// Places the private range.
fn place_private(
    addresses: &mut Addresses,
    config: &Config,
    tls_align: u32,
    shared_bytes: u32,
) -> Result<PrivateRange, NoRoom> {
    let threads = (config.core.warps * config.core.warp_size) as u64;
    let (cores, stack) = (config.cores as u64, u64::from(config.core.stack_bytes));
    let stacks = (stack * threads).next_multiple_of(ALIGN);
    let line = u64::from(config.memory.line_bytes.max(16));
    let align = line.max(u64::from(tls_align));
    let stride = u64::from(shared_bytes).next_multiple_of(align);
    let shared = (stride * config.core.blocks as u64).next_multiple_of(ALIGN);
    let window = (stack + GUARD).next_multiple_of(ALIGN.max(align));
    let bytes = (cores * (stacks + shared)).max(window + u64::from(shared_bytes));
    let what = Placing::Private {
        cores: config.cores,
    };
    let start = addresses.place_or(what, bytes)?;
    let at = |offset: u64| start + offset as u32;
    let first_shared = cores * stacks;
    Ok(PrivateRange {
        range: start..at(bytes),
        stack_bytes: config.core.stack_bytes,
        shared_window: at(window),
        stacks: (0..cores).map(|core| at(core * stacks)).collect(),
        shared: (0..cores)
            .map(|core| at(first_shared + core * shared))
            .collect(),
        shared_stride: stride as u32,
        shared_range: at(first_shared)..at(first_shared + cores * shared),
    })
}
