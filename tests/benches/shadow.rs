//! What shadow mode costs against its parts: the golden GPU alone, and the bare RTL over the same
//! cycles.
//!
//! The three are timed in turn, many times; the median of the ratios turn by turn counts, so that a
//! busy machine disturbs it little.

use heddle_contract::units::StacklessFrontEnd;
use heddle_contract::units::stackless_front_end::{In, Out};
use heddle_contract::{Behaviour, Config, Golden, Unit, Values, pack};
use heddle_cosim::verilated::{Cache, Library};
use heddle_cosim::{Lockstep, emit, rtl};
use heddle_kernels::{Room, Size, by_name};
use heddle_sim::units::StacklessFrontEnd as GoldenFrontEnd;
use heddle_sim::{Gpu, Job, Limits, Mechanism};
use std::sync::Arc;
use std::time::Instant;

const TURNS: usize = 21;
const SEED: u64 = 1;

/// The golden unit, and its inputs of every cycle as words.
struct Recorder {
    inner: GoldenFrontEnd,
    words: usize,
    inputs: Vec<u64>,
}

impl Behaviour<StacklessFrontEnd> for Recorder {
    fn eval(&mut self, input: &In<Values>, output: &mut Out<Values>) {
        self.inner.out(input, output);
    }

    fn tick(&mut self, input: &In<Values>) {
        let end = self.inputs.len();
        self.inputs.resize(end + self.words, 0);
        pack(input, &mut self.inputs[end..]);
        self.inner.clock(input);
    }
}

struct Parts {
    gpu: Gpu,
    job: Job,
    library: Arc<Library>,
}

impl Parts {
    fn new(workload: &str) -> Self {
        let config = Config::preset("collange2011").expect("a preset");
        let params = StacklessFrontEnd::params(&config).expect("a unit of the preset");
        let verilog = emit::<StacklessFrontEnd>(&params).expect("no mistakes");
        let cache = Cache::user().expect("a cache");
        let room = Room::new(config.core.warps, config.core.warp_size);
        Self {
            gpu: Gpu::new(&config).expect("a machine"),
            job: by_name(workload)
                .expect("a workload")
                .job(Size::Small, SEED, room),
            library: rtl::library::<StacklessFrontEnd>(&params, verilog, &cache).expect("tools"),
        }
    }

    fn record(&self) -> Vec<u64> {
        let words = self.library.model().input_words();
        let run = self.gpu.run_with::<StacklessFrontEnd, _>(
            &self.job,
            &Limits::default(),
            |_, params| Recorder {
                inner: GoldenFrontEnd::new(params),
                words,
                inputs: Vec::new(),
            },
        );
        run.expect("it runs").1.remove(0).inputs
    }

    fn golden(&self) {
        self.gpu
            .run(&self.job, Mechanism::Stackless, &Limits::default())
            .expect("it runs");
    }

    fn shadow(&self) {
        let run = self.gpu.run_with::<StacklessFrontEnd, _>(
            &self.job,
            &Limits::default(),
            |_, params| Lockstep::<StacklessFrontEnd, GoldenFrontEnd>::new(params, &self.library),
        );
        let mut cores = run.expect("it runs").1;
        assert_eq!(cores[0].finish(), None);
    }

    fn bare_rtl(&self, inputs: &[u64]) {
        let mut model = self.library.model();
        let rows = model.input_words();
        let mut outputs = vec![0; 1024 * model.output_words()];
        for chunk in inputs.chunks(1024 * rows) {
            let cycles = chunk.len() / rows;
            let used = cycles * model.output_words();
            model.run(cycles, chunk, &mut outputs[..used]);
        }
    }
}

fn seconds(part: impl FnOnce()) -> f64 {
    let start = Instant::now();
    part();
    start.elapsed().as_secs_f64()
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn main() {
    for workload in ["mandelbrot", "matmul"] {
        let parts = Parts::new(workload);
        let inputs = parts.record();
        let turns: Vec<[f64; 3]> = (0..TURNS)
            .map(|_| {
                let golden = seconds(|| parts.golden());
                let rtl = seconds(|| parts.bare_rtl(&inputs));
                [golden, rtl, seconds(|| parts.shadow())]
            })
            .collect();
        let typical = |part: usize| 1e3 * median(turns.iter().map(|turn| turn[part]).collect());
        let ratio = median(
            turns
                .iter()
                .map(|turn| turn[2] / (turn[0] + turn[1]))
                .collect(),
        );
        println!(
            "{workload}: golden GPU {:.1} ms, bare RTL {:.1} ms, shadow {:.1} ms; ratio {ratio:.2}",
            typical(0),
            typical(1),
            typical(2)
        );
    }
}
