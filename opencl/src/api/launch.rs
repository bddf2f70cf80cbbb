//! Commands that run kernels.

mod geometry;
mod print;

use crate::answer::Result;
use crate::border::{Handle, In};
use crate::gpu::{self, Gpu, Machine};
use crate::object::kernel::Argument;
use crate::object::registry::get;
use crate::object::{Kernel, Memory, Queue, Waits};
use geometry::{Asked, Geometry};
use heddle_isa::signature::{Hidden, Kind, Parameter};
use heddle_sim::launch::{Arg, Launch};
use opencl_sys::*;
use print::PrintBuffer;
use std::sync::Arc;

/// Enqueues a launch over a range of one to three dimensions.
pub fn range(
    queue: Handle,
    kernel: Handle,
    dimensions: u32,
    offset: In<usize>,
    global: In<usize>,
    local: In<usize>,
    waits: &Waits,
) -> Result<()> {
    let (queue, kernel) = checked(queue, kernel)?;
    let arguments = bound(&kernel)?;
    if !(1..=3).contains(&dimensions) {
        return Err(CL_INVALID_WORK_DIMENSION);
    }
    let asked = Asked {
        dimensions: dimensions as usize,
        offset: offset.list(dimensions as usize),
        global: global.list(dimensions as usize),
        local: local.list(dimensions as usize),
    };
    let kind = CL_COMMAND_NDRANGE_KERNEL;
    if asked.is_empty() {
        return waits.enqueue(&queue, kind, false, |_| Ok(()));
    }
    let machine = gpu::machine()?;
    let geometry = Geometry::new(&asked, kernel.signature(), machine)
        .inspect_err(|_| report_large_groups(&queue, &kernel, &asked, machine))?;
    enqueue(&queue, kernel, arguments, geometry, kind, waits)
}

/// Names the machines for groups that no core of this machine has room for.
fn report_large_groups(queue: &Queue, kernel: &Kernel, asked: &Asked, machine: &Machine) {
    let items = asked.group_items().unwrap_or_default();
    if items > machine.block_threads() {
        let kernel = &kernel.signature().kernel;
        let refusal = machine.refusal_of_block(items);
        queue
            .context
            .report(&format!("kernel `{kernel}`: {refusal}"));
    }
}

/// Enqueues a launch of one thread.
pub fn task(queue: Handle, kernel: Handle, waits: &Waits) -> Result<()> {
    let (queue, kernel) = checked(queue, kernel)?;
    let arguments = bound(&kernel)?;
    let asked = Asked {
        dimensions: 1,
        offset: None,
        global: Some(vec![1]),
        local: Some(vec![1]),
    };
    let geometry = Geometry::new(&asked, kernel.signature(), gpu::machine()?)?;
    enqueue(&queue, kernel, arguments, geometry, CL_COMMAND_TASK, waits)
}

/// The queue and the kernel of these handles; refuses a kernel of another context.
fn checked(queue: Handle, kernel: Handle) -> Result<(Arc<Queue>, Arc<Kernel>)> {
    let queue = get::<Queue>(queue)?;
    let kernel = get::<Kernel>(kernel)?;
    queue.context.same(&kernel.program.context)?;
    Ok((queue, kernel))
}

/// Arguments of a launch, with the buffers that the launch keeps alive until it has ended.
struct Bound {
    args: Vec<Arg>,
    buffers: Vec<Arc<Memory>>,
    /// Bytes of shared memory that the arguments request.
    local_bytes: u64,
}

/// The current arguments of the kernel.
///
/// # Errors
/// `CL_INVALID_KERNEL_ARGS` if an argument was not set; `CL_INVALID_MEM_OBJECT` if a buffer no longer exists.
fn bound(kernel: &Kernel) -> Result<Bound> {
    let mut bound = Bound {
        args: Vec::new(),
        buffers: Vec::new(),
        local_bytes: 0,
    };
    let parameters = kernel.signature().parameters.iter();
    for (parameter, argument) in parameters.zip(kernel.arguments()?) {
        bound.push(parameter, argument)?;
    }
    Ok(bound)
}

impl Bound {
    fn push(&mut self, parameter: &Parameter, argument: Argument) -> Result<()> {
        self.args.push(match argument {
            Argument::Null => Arg::Address(0),
            Argument::Memory(memory) => {
                // HST-11: a kernel does not keep its buffers alive.
                let memory = memory.upgrade().ok_or(CL_INVALID_MEM_OBJECT)?;
                let address = memory.address();
                self.buffers.push(memory);
                Arg::Address(address)
            }
            Argument::Local(bytes) => {
                self.local_bytes += u64::from(bytes);
                Arg::Local(bytes)
            }
            Argument::Value(bytes) => Arg::Bytes {
                bytes,
                align: alignment(parameter),
            },
        });
        Ok(())
    }
}

fn alignment(parameter: &Parameter) -> u32 {
    match parameter.kind {
        Kind::Value { align, .. } => align,
        Kind::Global | Kind::Constant | Kind::Local => 4,
    }
}

fn enqueue(
    queue: &Arc<Queue>,
    kernel: Arc<Kernel>,
    bound: Bound,
    geometry: Geometry,
    kind: u32,
    waits: &Waits,
) -> Result<()> {
    let declared = u64::from(kernel.signature().shared_bytes);
    if declared + bound.local_bytes > gpu::machine()?.local_bytes() {
        return Err(CL_OUT_OF_RESOURCES);
    }
    // HST-9: the command was enqueued, so a fault of the kernel is reported by its event and by later calls.
    let failed = queue.clone();
    waits.enqueue(queue, kind, false, move |gpu| {
        let launched = launch(gpu, &kernel, &bound, &geometry);
        launched.map_err(|what| {
            failed.context.report(&what);
            failed.fail();
            CL_OUT_OF_RESOURCES
        })
    })
}

/// Runs the kernel, and writes the text that it printed to standard output.
fn launch(
    gpu: &mut Gpu,
    kernel: &Kernel,
    bound: &Bound,
    geometry: &Geometry,
) -> std::result::Result<(), String> {
    let executable = &kernel.executable;
    if !kernel.signature().prints {
        let launch = described(kernel, bound, geometry, 0);
        return gpu.launch(executable, &launch, None);
    }
    let buffer = PrintBuffer::new(gpu)?;
    let launch = described(kernel, bound, geometry, buffer.address());
    let launched = gpu.launch(executable, &launch, Some(buffer.address()));
    buffer.print(gpu, executable.program());
    launched
}

/// The launch as the device expects it: the kernel's arguments, followed by the hidden words.
fn described(kernel: &Kernel, bound: &Bound, geometry: &Geometry, print_buffer: u32) -> Launch {
    let hidden = Hidden {
        global_offset: geometry.offset,
        work_dimension: geometry.dimensions,
        print_buffer,
    };
    let hidden = hidden.words().map(Arg::U32);
    Launch {
        kernel: kernel.signature().kernel.clone(),
        grid: geometry.grid,
        block: geometry.block,
        shared_bytes: 0,
        args: bound.args.iter().cloned().chain(hidden).collect(),
    }
}
