//! A job in memory: segments, buffers and argument blocks at their addresses.

use crate::error::Error;
use crate::launch::Job;
use crate::launch::layout::Layout;
use heddle_contract::Config;
use heddle_gpu_core::{Code, PcUse};
use heddle_isa::Memory;

/// A job ready to run on a machine; after the run it holds the memory that the job left.
pub(crate) struct Loaded {
    pub code: Code,
    pub layout: Layout,
    pub memory: Memory,
}

impl Loaded {
    /// Places a job in a new memory.
    pub fn new(config: &Config, job: &Job) -> Result<Loaded, Error> {
        let mut loaded = Loaded::placed(config, job)?;
        loaded.fill(job, Memory::new());
        Ok(loaded)
    }

    /// A job whose memory has yet to be filled.
    pub fn placed(config: &Config, job: &Job) -> Result<Loaded, Error> {
        job.validate("job")?;
        check_blocks(config, job)?;
        if u64::from(job.program.text_range().end) + 8 >= 1 << 32 {
            return Err(Error::NoStub);
        }
        check_kernels(job)?;
        let code = Code::new(&job.program, &config.pipeline);
        let layout = Layout::new(job, config)?;
        check_shared(config, &layout)?;
        check_stacks(config, job)?;
        Ok(Loaded {
            code,
            layout,
            memory: Memory::within(0, 0),
        })
    }

    /// Writes everything that was placed into a memory, where it must not overlap anything. Buffers that exist there already keep
    /// their contents, unless they have [first contents](crate::launch::Init).
    pub fn fill(&mut self, job: &Job, mut memory: Memory) {
        fill(job, &self.layout, &mut memory);
        self.memory = memory;
    }

    /// The memory, with only the buffers of the job left in it.
    pub fn into_buffers(self, job: &Job) -> Memory {
        let mut memory = self.memory;
        for segment in &job.program.segments {
            memory.unmap(segment.address, segment.memory_bytes.into());
        }
        for block in &self.layout.arguments {
            memory.unmap(block.address, block.bytes.len() as u64);
        }
        let private = &self.layout.private.range;
        memory.unmap(private.start, u64::from(private.end - private.start));
        memory
    }

    /// Refuses a program whose PCs do not fit into `pc_bits` bits (ADR-1, ADR-2), given how the mechanism uses them.
    pub fn check_pc_width(&self, pc_bits: u32, pc: PcUse) -> Result<(), Error> {
        let words = self.code.words() + pc.own_words;
        if words as u64 <= 1 << (pc_bits - pc.own_bits) {
            return Ok(());
        }
        let needed = usize::BITS - (words - 1).leading_zeros() + pc.own_bits;
        Err(Error::ProgramTooLarge {
            words,
            own: Code::OWN_WORDS + pc.own_words,
            pc_bits,
            needed,
        })
    }
}

fn check_blocks(config: &Config, job: &Job) -> Result<(), Error> {
    let (warps, warp_size) = (config.core.warps, config.core.warp_size);
    for (launch, request) in job.launches.iter().enumerate() {
        let threads = request.block_threads().unwrap_or(u32::MAX);
        if threads as usize > warps * warp_size {
            return Err(Error::BlockTooLarge {
                launch,
                threads,
                warps,
                warp_size,
            });
        }
    }
    Ok(())
}

fn check_shared(config: &Config, layout: &Layout) -> Result<(), Error> {
    let limit = config.core.shared_bytes;
    let sizes = layout.shared_bytes.iter().enumerate();
    let mut too_large = sizes.filter(|&(_, &bytes)| bytes > limit);
    match too_large.next() {
        Some((launch, &bytes)) => Err(Error::SharedTooLarge {
            launch,
            bytes,
            limit,
        }),
        None => Ok(()),
    }
}

/// Refuses kernels that need more stack per thread, according to their compiler, than a thread has.
fn check_stacks(config: &Config, job: &Job) -> Result<(), Error> {
    let has = config.core.stack_bytes;
    for (launch, request) in job.launches.iter().enumerate() {
        let signature = job.program.signature(&request.kernel);
        let needed = signature.and_then(|signature| signature.stack_bytes);
        if let Some(needed) = needed.filter(|&needed| needed > has) {
            let kernel = request.kernel.clone();
            return Err(Error::StackTooSmall {
                launch,
                kernel,
                needed,
                has,
            });
        }
    }
    Ok(())
}

fn check_kernels(job: &Job) -> Result<(), Error> {
    for launch in &job.launches {
        let address = job.program.kernel(&launch.kernel);
        let address = address.expect("a validated job names kernels it has");
        if !job.program.text_range().contains(&address) || !address.is_multiple_of(4) {
            let kernel = launch.kernel.clone();
            return Err(Error::KernelOutside { kernel, address });
        }
    }
    Ok(())
}

fn fill(job: &Job, layout: &Layout, memory: &mut Memory) {
    const PLACED: &str = "the layout places things inside memory";
    job.program.load_into(memory).expect(PLACED);
    for (buffer, address) in layout.whole_buffers(job) {
        memory.map(address, buffer.bytes.into());
        if buffer.init != crate::launch::Init::Zero {
            let contents = buffer.init.contents(buffer.bytes);
            memory.write_bytes(address, &contents).expect(PLACED);
        }
    }
    for block in &layout.arguments {
        // A launch without arguments gets no block: reading one must fault.
        if !block.bytes.is_empty() {
            memory.map(block.address, block.bytes.len() as u64);
            memory
                .write_bytes(block.address, &block.bytes)
                .expect(PLACED);
        }
    }
    let private = &layout.private.range;
    memory.map(private.start, u64::from(private.end - private.start));
}
