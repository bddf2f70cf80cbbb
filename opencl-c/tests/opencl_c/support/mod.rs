//! Compiles sources and runs their kernels on a small machine.

use heddle_contract::Config;
use heddle_isa::signature::Hidden;
use heddle_isa::{Program, Signature};
use heddle_machines::shipped;
use heddle_opencl_c::{CompileError, Compiled, Request, compile, print};
use heddle_sim::device::Device;
use heddle_sim::launch::{Arg, Launch};
use heddle_sim::{Gpu, Limits, Mechanism, Outcome};
use std::sync::Arc;

/// Size of the buffers that tests print to, in bytes.
pub const PRINT_BYTES: u32 = 1 << 16;

/// Compiles a source with options.
pub fn try_compile(source: &str, options: &[&str]) -> Result<Compiled, CompileError> {
    compile(&request(source, options))
}

/// The request for a source with options.
pub fn request(source: &str, options: &[&str]) -> Request {
    Request {
        name: "test.cl".into(),
        source: source.into(),
        options: options.iter().map(|&option| option.to_owned()).collect(),
        ..Request::default()
    }
}

/// A compiled source, and a machine with memory.
pub struct Session {
    program: Arc<Program>,
    device: Device,
    /// None: the functional device.
    mechanism: Option<Mechanism>,
    /// The output of the last launch.
    pub printed: print::Printed,
}

impl Session {
    /// # Panics
    /// If the source does not compile.
    pub fn of(source: &str) -> Self {
        Self::with_options(source, &[])
    }

    /// The same with options.
    pub fn with_options(source: &str, options: &[&str]) -> Self {
        let compiled = try_compile(source, options).unwrap_or_else(|error| panic!("{error}"));
        let program = Program::parse("test.elf", &compiled.elf).expect("a kernel file");
        Self {
            program: program.into(),
            device: Device::new(Gpu::new(&shipped("tiny")).expect("a preset")),
            mechanism: Some(Mechanism::Pdom),
            printed: Default::default(),
        }
    }

    /// The same under another mechanism.
    pub fn under(mut self, mechanism: Mechanism) -> Self {
        self.mechanism = Some(mechanism);
        self
    }

    /// The same on the functional device.
    pub fn functional(mut self) -> Self {
        self.mechanism = None;
        self
    }

    /// The same on another machine, whose memory is empty.
    pub fn on(mut self, machine: &Config) -> Self {
        self.device = Device::new(Gpu::new(machine).expect("a machine"));
        self
    }

    pub fn program(&self) -> &Program {
        &self.program
    }

    pub fn signature(&self, kernel: &str) -> &Signature {
        self.program
            .signature(kernel)
            .expect("a kernel of OpenCL C")
    }

    /// A buffer with these elements.
    pub fn buffer<T: Element>(&mut self, values: &[T]) -> Arg {
        let bytes: Vec<u8> = values.iter().flat_map(|value| value.bytes()).collect();
        self.buffer_of(&bytes)
    }

    /// A buffer with these bytes.
    pub fn buffer_of(&mut self, bytes: &[u8]) -> Arg {
        let size = bytes.len() as u32;
        let address = self.device.allocate(size).expect("there is room");
        self.device.write(address, bytes).expect("it is allocated");
        Arg::Address(address)
    }

    pub fn free(&mut self, buffer: &Arg) {
        let freed = self.device.free(address(buffer));
        freed.expect("it is allocated");
    }

    /// The first `count` elements of a buffer.
    pub fn read<T: Element>(&self, buffer: &Arg, count: usize) -> Vec<T> {
        let bytes = self.bytes_of(buffer, count * T::BYTES);
        bytes.chunks_exact(T::BYTES).map(T::of).collect()
    }

    /// The first `count` bytes of a buffer.
    pub fn bytes_of(&self, buffer: &Arg, count: usize) -> Vec<u8> {
        let mut bytes = vec![0; count];
        let read = self.device.read(address(buffer), &mut bytes);
        read.expect("it is allocated");
        bytes
    }

    /// Runs a kernel without an offset, with blocks in one dimension.
    pub fn run(&mut self, kernel: &str, blocks: u32, threads: u32, args: &[Arg]) {
        let hidden = Hidden {
            global_offset: [0; 3],
            work_dimension: 1,
            print_buffer: 0,
        };
        self.launch(kernel, [blocks, 1, 1], [threads, 1, 1], args, hidden);
    }

    /// Runs a kernel.
    pub fn launch(
        &mut self,
        kernel: &str,
        grid: [u32; 3],
        block: [u32; 3],
        args: &[Arg],
        mut hidden: Hidden,
    ) {
        let prints = self.signature(kernel).prints;
        let buffer = prints.then(|| self.print_buffer());
        hidden.print_buffer = buffer.unwrap_or(0);
        let hidden = hidden.words().map(Arg::U32);
        let launch = Launch {
            kernel: kernel.into(),
            grid,
            block,
            shared_bytes: 0,
            args: args.iter().cloned().chain(hidden).collect(),
        };
        let (device, limits) = (&mut self.device, Limits::default());
        let outcome = match self.mechanism {
            Some(mechanism) => device
                .launch(&self.program, &launch, mechanism, &limits)
                .map(|report| report.outcome),
            None => device
                .launch_functional(&self.program, &launch, &limits)
                .map(|report| report.outcome),
        };
        let outcome = outcome.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(outcome, Outcome::Completed);
        if let Some(address) = buffer {
            let mut bytes = vec![0; PRINT_BYTES as usize];
            self.device
                .read(address, &mut bytes)
                .expect("it is allocated");
            self.printed = print::text(&bytes, &self.program);
        }
    }

    fn print_buffer(&mut self) -> u32 {
        let address = self.device.allocate(PRINT_BYTES).expect("there is room");
        self.device
            .write(address, &print::header(PRINT_BYTES))
            .expect("it is allocated");
        address
    }
}

fn address(buffer: &Arg) -> u32 {
    match buffer {
        Arg::Address(address) => *address,
        _ => panic!("{buffer:?} is no buffer"),
    }
}

/// The type of a buffer's elements.
pub trait Element: Copy {
    const BYTES: usize;
    fn bytes(self) -> Vec<u8>;
    fn of(bytes: &[u8]) -> Self;
}

macro_rules! elements {
    ($($element:ty),*) => {
        $(impl Element for $element {
            const BYTES: usize = size_of::<$element>();
            fn bytes(self) -> Vec<u8> {
                self.to_le_bytes().into()
            }
            fn of(bytes: &[u8]) -> Self {
                Self::from_le_bytes(bytes.try_into().expect("as many bytes"))
            }
        })*
    };
}

elements!(u8, i8, u16, i16, u32, i32, u64, i64, f32, f64);
