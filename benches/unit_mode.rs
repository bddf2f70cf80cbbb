//! The cost of unit mode compared with its parts: golden model, stimuli and RTL, each alone.
//!
//! All of them go through exactly the same cycles, each cycle once. The host's branch predictors and
//! caches therefore favour no part over unit mode. The parts take turns after each chunk of cycles, and
//! the median of the chunks' ratios is printed, so that other load on the machine has little influence.

use criterion::{Criterion, Throughput};
use heddle_contract::units::{DwfScheduler, StacklessFrontEnd, UnifiedArbiter};
use heddle_contract::{Border, Golden, Values, pack};
use heddle_cosim::stimuli::Stimuli;
use heddle_cosim::verilated::{Cache, Library, Model};
use heddle_cosim::{Checked, UnitMode, emit, rtl};
use heddle_machines::shipped;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Number of cycles in a chunk.
const CHUNK: usize = 1024;

/// Number of chunks for the ratio.
const CHUNKS: usize = 2000;

/// Chunks before the first measurement. Corners are only watched until they were hit often enough.
const WARM_UP: usize = 500;

const SEED: u64 = 1;

const PARTS: [&str; 4] = ["golden", "stimuli", "rtl", "unit mode"];

/// Golden model and stimuli, in the same state as unit mode.
struct Environment<U: Checked> {
    golden: U::Golden,
    stimuli: U::Stimuli,
}

impl<U: Checked> Environment<U> {
    fn new(params: &U::Params) -> Self {
        Self {
            golden: U::Golden::new(params),
            stimuli: U::Stimuli::new(params, SEED),
        }
    }
}

/// The parts of unit mode and unit mode itself.
struct Components<U: Checked> {
    recorder: Environment<U>,
    alone: Environment<U>,
    model: Model,
    unit_mode: UnitMode<U>,
    /// The cycles of a chunk: inputs, and the outputs that the stimuli read before and after them.
    inputs: Vec<U::In<Values>>,
    outputs: Vec<U::Out<Values>>,
    answers: Vec<U::Out<Values>>,
    input_words: Vec<u64>,
    output_words: Vec<u64>,
    scratch: U::Out<Values>,
}

impl<U: Checked> Components<U> {
    fn new(params: &U::Params, library: &Arc<Library>) -> Self {
        let model = library.model();
        Self {
            recorder: Environment::new(params),
            alone: Environment::new(params),
            unit_mode: UnitMode::new(params, library, SEED),
            inputs: vec![Border::zero(params); CHUNK],
            outputs: vec![Border::zero(params); CHUNK],
            answers: vec![Border::zero(params); CHUNK],
            input_words: vec![0; CHUNK * model.input_words()],
            output_words: vec![0; CHUNK * model.output_words()],
            scratch: Border::zero(params),
            model,
        }
    }

    /// Runs the next chunk; returns the time that each of [`PARTS`] takes.
    fn chunk(&mut self) -> [Duration; 4] {
        self.record();
        [Self::golden, Self::stimuli, Self::rtl, Self::unit_mode].map(|part| {
            let start = Instant::now();
            part(self);
            start.elapsed()
        })
    }

    fn record(&mut self) {
        let Environment { golden, stimuli } = &mut self.recorder;
        let rows = self.input_words.chunks_mut(self.model.input_words());
        let outputs = self.outputs.iter_mut().zip(&mut self.answers);
        let cycles = self.inputs.iter_mut().zip(outputs).zip(rows);
        for ((input, (output, answer)), row) in cycles {
            golden.out(input, output);
            stimuli.next(output, input);
            pack(input, row);
            golden.out(input, answer);
            stimuli.seen(input, answer);
            golden.clock(input);
        }
    }

    fn golden(&mut self) {
        for input in &self.inputs {
            self.alone.golden.out(input, &mut self.scratch);
            self.alone.golden.clock(input);
        }
    }

    fn stimuli(&mut self) {
        let outputs = self.outputs.iter().zip(&self.answers);
        for (input, (output, answer)) in self.inputs.iter_mut().zip(outputs) {
            self.alone.stimuli.next(output, input);
            self.alone.stimuli.seen(input, answer);
        }
    }

    fn rtl(&mut self) {
        self.model
            .run(CHUNK, &self.input_words, &mut self.output_words);
    }

    fn unit_mode(&mut self) {
        assert_eq!(self.unit_mode.run(CHUNK as u64), None);
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Prints the nanoseconds per cycle of each part, and the ratio.
fn print_ratio<U: Checked>(name: &str, all: &mut Components<U>) {
    let chunks: Vec<[f64; 4]> = (0..CHUNKS)
        .map(|_| {
            all.chunk()
                .map(|time| time.as_nanos() as f64 / CHUNK as f64)
        })
        .collect();
    let typical = |part: usize| median(chunks.iter().map(|chunk| chunk[part]).collect());
    let ratio = |chunk: &[f64; 4]| chunk[3] / (chunk[0] + chunk[1] + chunk[2]);
    let ratio = median(chunks.iter().map(ratio).collect());
    let [golden, stimuli, rtl, unit_mode] = [0, 1, 2, 3].map(typical);
    println!(
        "{name}: golden {golden:.0}, stimuli {stimuli:.0}, RTL {rtl:.0}, \
         unit mode {unit_mode:.0} ns a cycle; ratio {ratio:.2}"
    );
}

fn bench<U: Checked>(criterion: &mut Criterion, preset: &str) {
    let config = shipped(preset);
    let params = U::params(&config).expect("a unit of the preset");
    let verilog = emit::<U>(&params).expect("a description without mistakes");
    let cache = Cache::user().expect("a cache");
    let library = rtl::library::<U>(&params, verilog, &cache).expect("tools");
    let mut all = Components::<U>::new(&params, &library);
    (0..WARM_UP).for_each(|_| {
        all.chunk();
    });
    let name = format!("{} {preset}", U::NAME);
    print_ratio(&name, &mut all);

    let mut group = criterion.benchmark_group(&name);
    group.throughput(Throughput::Elements(CHUNK as u64));
    for (part, part_name) in PARTS.iter().enumerate() {
        group.bench_function(*part_name, |bencher| {
            bencher.iter_custom(|times| (0..times).map(|_| all.chunk()[part]).sum());
        });
    }
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    for preset in ["tiny", "collange2011"] {
        bench::<UnifiedArbiter>(&mut criterion, preset);
        bench::<StacklessFrontEnd>(&mut criterion, preset);
    }
    bench::<DwfScheduler>(&mut criterion, "fung2009");
    criterion.final_summary();
}
