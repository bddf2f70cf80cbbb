//! How a program is launched on each machine: blocks and threads, input and output.

use crate::generator::{INPUT_WORDS, OUTPUT_WORDS};
use heddle_isa::Program;
use heddle_isa::signature::Hidden;
use heddle_sim::Job;
use heddle_sim::launch::{Arg, Buffer, Init, Launch};
use std::sync::Arc;

/// Machines as shipped, with the number of threads in a full block: several warps, and no more than a core has.
pub const PRESETS: [(&str, u32); 2] = [("tiny", 16), ("fung2009", 64)];

/// Blocks of a launch: on `fung2009` they run on different cores, on `tiny` one after the other.
const BLOCKS: u32 = 2;

/// Blocks and threads of a launch of one program on one machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    pub seed: u64,
    pub blocks: u32,
    pub threads: u32,
}

impl Shape {
    /// Blocks of at most `most` threads. In one program of four the last warp of a block is partly filled.
    pub fn new(seed: u64, most: u32) -> Self {
        let threads = if seed % 4 == 3 { most - 3 } else { most };
        Shape {
            seed,
            blocks: BLOCKS,
            threads,
        }
    }

    /// The shapes on each machine of [`PRESETS`].
    pub fn on_presets(seed: u64) -> [Shape; PRESETS.len()] {
        PRESETS.map(|(_, threads)| Shape::new(seed, threads))
    }

    pub fn output_bytes(&self) -> u32 {
        4 * OUTPUT_WORDS * self.blocks * self.threads
    }

    /// The words that all threads read.
    pub fn input(&self) -> Vec<u8> {
        self.first_contents().contents(4 * INPUT_WORDS)
    }

    fn first_contents(&self) -> Init {
        Init::Random(self.input_seed())
    }

    /// A seed that a launch file can represent.
    fn input_seed(&self) -> u64 {
        u64::from(self.seed as u32)
    }

    /// The launch of this kernel.
    pub fn job(&self, program: &Arc<Program>, kernel: &str) -> Job {
        let buffer = |name: &str, bytes, init, out| Buffer {
            name: name.into(),
            bytes,
            init,
            out,
            address: None,
            part: None,
        };
        let arguments = ["in", "out"].map(|name| Arg::Buffer(name.into()));
        Job {
            program: program.clone(),
            buffers: vec![
                buffer("in", 4 * INPUT_WORDS, self.first_contents(), false),
                buffer("out", self.output_bytes(), Init::Zero, true),
            ],
            launches: vec![Launch {
                kernel: kernel.into(),
                grid: [self.blocks, 1, 1],
                block: [self.threads, 1, 1],
                shared_bytes: 0,
                args: arguments
                    .into_iter()
                    .chain(hidden(program, kernel))
                    .collect(),
            }],
            loops: Vec::new(),
        }
    }

    /// The same launch as a launch file.
    pub fn file(&self, kernel: &str) -> String {
        format!(
            "kernel = \"{kernel}\"\n\
             grid = [{}, 1, 1]\n\
             block = [{}, 1, 1]\n\
             args = [{{buffer = \"in\"}}, {{buffer = \"out\"}}]\n\n\
             [[buffer]]\nname = \"in\"\nbytes = {}\ninit = {{random = {}}}\n\n\
             [[buffer]]\nname = \"out\"\nbytes = {}\nout = true\n",
            self.blocks,
            self.threads,
            4 * INPUT_WORDS,
            self.input_seed(),
            self.output_bytes(),
        )
    }
}

/// The hidden words behind the arguments of a kernel in OpenCL C.
fn hidden(program: &Program, kernel: &str) -> impl Iterator<Item = Arg> + use<> {
    let hidden = Hidden {
        global_offset: [0; 3],
        work_dimension: 1,
        print_buffer: 0,
    };
    let is_opencl = program.signature(kernel).is_some();
    let words = is_opencl.then(|| hidden.words().map(Arg::U32));
    words.into_iter().flatten()
}
