//! The cost of shadow mode compared with its parts: the golden GPU alone, and the RTL alone over the
//! same cycles.
//!
//! The three are timed in turn, many times. The result is the median of the ratios of all turns, so
//! that other load on the machine has little influence.

use heddle_contract::units::{DwfScheduler, StacklessFrontEnd};
use heddle_contract::{Behaviour, Golden, Values, pack};
use heddle_cosim::verilated::{Cache, Library};
use heddle_cosim::{Checked, Lockstep, emit, rtl};
use heddle_kernels::{Room, Size, by_name};
use heddle_machines::{because, changed};
use heddle_sim::mechanisms::ReplaceableUnit;
use heddle_sim::{Gpu, Job, Limits};
use std::sync::Arc;
use std::time::Instant;

const TURNS: usize = 21;
const SEED: u64 = 1;

/// The golden unit, which records its inputs of every cycle as words.
struct Recorder<U: Checked> {
    inner: U::Golden,
    words: usize,
    inputs: Vec<u64>,
}

impl<U: Checked> Behaviour<U> for Recorder<U> {
    fn eval(&mut self, input: &U::In<Values>, output: &mut U::Out<Values>) {
        self.inner.out(input, output);
    }

    fn tick(&mut self, input: &U::In<Values>) {
        let end = self.inputs.len();
        self.inputs.resize(end + self.words, 0);
        pack(input, &mut self.inputs[end..]);
        self.inner.clock(input);
    }
}

struct Components {
    gpu: Gpu,
    job: Job,
    library: Arc<Library>,
}

impl Components {
    /// A bench on one core of a preset.
    fn new<U: Checked + ReplaceableUnit>(preset: &str, workload: &str) -> Self {
        let why = because("cores are alike, and one takes all of the time")
            .twin("nightly: in-loop-shipped");
        let config = changed(preset, &["cores=1"], why);
        let params = U::params(&config).expect("a unit of the preset");
        let verilog = emit::<U>(&params).expect("no mistakes");
        let cache = Cache::user().expect("a cache");
        let room = Room::new(config.core.warps, config.core.warp_size);
        Self {
            gpu: Gpu::new(&config).expect("a machine"),
            job: by_name(workload)
                .expect("a workload")
                .job(Size::Small, SEED, room),
            library: rtl::library::<U>(&params, verilog, &cache).expect("tools"),
        }
    }

    fn record<U: Checked + ReplaceableUnit>(&self) -> Vec<u64> {
        let words = self.library.model().input_words();
        let limits = Limits::default();
        let run = self
            .gpu
            .run_with::<U, _>(&self.job, &limits, |_, params| Recorder::<U> {
                inner: U::Golden::new(params),
                words,
                inputs: Vec::new(),
            });
        run.expect("it runs").1.remove(0).inputs
    }

    fn golden<U: ReplaceableUnit>(&self) {
        self.gpu
            .run(&self.job, U::mechanisms()[0], &Limits::default())
            .expect("it runs");
    }

    fn shadow<U: Checked + ReplaceableUnit>(&self) {
        let limits = Limits::default();
        let run = self.gpu.run_with::<U, _>(&self.job, &limits, |_, params| {
            Lockstep::<U, U::Golden>::new(params, &self.library)
        });
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

fn compare<U: Checked + ReplaceableUnit>(preset: &str, workload: &str) {
    let parts = Components::new::<U>(preset, workload);
    let inputs = parts.record::<U>();
    let turns: Vec<[f64; 3]> = (0..TURNS)
        .map(|_| {
            let golden = seconds(|| parts.golden::<U>());
            let rtl = seconds(|| parts.bare_rtl(&inputs));
            [golden, rtl, seconds(|| parts.shadow::<U>())]
        })
        .collect();
    let typical = |part: usize| median(turns.iter().map(|turn| turn[part]).collect());
    let ratios = turns.iter().map(|turn| turn[2] / (turn[0] + turn[1]));
    let cycles = inputs.len() / parts.library.model().input_words();
    println!(
        "{} on {preset}, {workload}, {cycles} cycles: golden GPU {:.1} ms, bare RTL {:.1} ms, \
         shadow {:.1} ms; ratio {:.2}",
        U::NAME,
        1e3 * typical(0),
        1e3 * typical(1),
        1e3 * typical(2),
        median(ratios.collect())
    );
}

fn main() {
    for workload in ["mandelbrot", "matmul"] {
        compare::<StacklessFrontEnd>("collange2011", workload);
    }
    for workload in ["mandelbrot", "bitonic"] {
        compare::<DwfScheduler>("fung2009", workload);
    }
}
