//! What unit mode costs against its parts: golden model, stimuli and RTL, each alone.
//!
//! Beside criterion's figures it prints the ratio of unit mode to the sum of its parts. The four
//! are timed in turn, many times, and the fastest time of each counts, so that a busy machine
//! disturbs the ratio little.

use criterion::{Criterion, Throughput};
use heddle_contract::units::{StacklessFrontEnd, UnifiedArbiter};
use heddle_contract::{Border, Config, Golden, Values, pack};
use heddle_cosim::stimuli::Stimuli;
use heddle_cosim::verilated::{Cache, Library, Model};
use heddle_cosim::{Checked, UnitMode, emit, rtl};
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Cycles of a measurement: so many that the processor cannot learn the recorded inputs by heart,
/// so few that they stay in its cache.
const CYCLES: u64 = 2048;

/// Measurements in a row before the turn passes to the next part.
const TURN: u64 = 5;

/// Turns of each part.
const TURNS: u32 = 200;

const SEED: u64 = 1;

/// The parts of unit mode on the same cycles.
struct Parts<U: Checked> {
    start: U::Golden,
    golden: U::Golden,
    stimuli: U::Stimuli,
    model: Model,
    unit_mode: UnitMode<U>,
    inputs: Vec<U::In<Values>>,
    outputs: Vec<U::Out<Values>>,
    input_words: Vec<u64>,
    output_words: Vec<u64>,
}

impl<U: Checked> Parts<U> {
    fn new(params: &U::Params, library: &Arc<Library>) -> Self {
        let model = library.model();
        let mut parts = Self {
            start: U::Golden::new(params),
            golden: U::Golden::new(params),
            stimuli: U::Stimuli::new(params, SEED),
            unit_mode: UnitMode::new(params, library, SEED),
            inputs: vec![Border::zero(params); CYCLES as usize],
            outputs: vec![Border::zero(params); CYCLES as usize],
            input_words: vec![0; CYCLES as usize * model.input_words()],
            output_words: vec![0; CYCLES as usize * model.output_words()],
            model,
        };
        parts.record();
        // Corners are watched until they were hit often enough.
        assert_eq!(parts.unit_mode.run(200_000), None);
        parts
    }

    /// Inputs and outputs of the first cycles.
    fn record(&mut self) {
        let words = self.model.input_words();
        let rows = self.input_words.chunks_mut(words);
        for ((input, output), row) in self.inputs.iter_mut().zip(&mut self.outputs).zip(rows) {
            self.golden.out(input, output);
            self.stimuli.next(output, input);
            pack(input, row);
            self.golden.clock(input);
        }
    }

    fn golden(&mut self) {
        self.golden.clone_from(&self.start);
        for (input, output) in self.inputs.iter().zip(&mut self.outputs) {
            self.golden.out(input, output);
            self.golden.clock(input);
        }
    }

    fn stimuli(&mut self) {
        for (input, output) in self.inputs.iter_mut().zip(&self.outputs) {
            self.stimuli.next(output, input);
        }
    }

    fn rtl(&mut self) {
        self.model
            .run(CYCLES as usize, &self.input_words, &mut self.output_words);
    }

    fn unit_mode(&mut self) {
        black_box(self.unit_mode.run(CYCLES));
    }
}

/// A part by name.
type Part<U> = (&'static str, fn(&mut Parts<U>));

fn parts<U: Checked>() -> [Part<U>; 4] {
    [
        ("golden", Parts::golden),
        ("stimuli", Parts::stimuli),
        ("rtl", Parts::rtl),
        ("unit mode", Parts::unit_mode),
    ]
}

/// Nanoseconds per cycle of each part.
fn in_turn<U: Checked>(all: &mut Parts<U>) -> [f64; 4] {
    let mut fastest = [Duration::MAX; 4];
    for _ in 0..TURNS {
        for ((_, part), fastest) in parts().iter().zip(&mut fastest) {
            let start = Instant::now();
            (0..TURN).for_each(|_| part(all));
            *fastest = start.elapsed().min(*fastest);
        }
    }
    fastest.map(|time| time.as_nanos() as f64 / (TURN * CYCLES) as f64)
}

fn bench<U: Checked>(criterion: &mut Criterion, preset: &str) {
    let config = Config::preset(preset).expect("a preset");
    let params = U::params(&config).expect("a unit of the preset");
    let verilog = emit::<U>(&params).expect("a description without mistakes");
    let cache = Cache::user().expect("a cache");
    let library = rtl::library::<U>(&params, verilog, &cache).expect("tools");
    let mut all = Parts::<U>::new(&params, &library);

    let name = format!("{} {preset}", U::NAME);
    let mut group = criterion.benchmark_group(&name);
    group.throughput(Throughput::Elements(CYCLES));
    for (part_name, part) in parts::<U>() {
        group.bench_function(part_name, |bencher| bencher.iter(|| part(&mut all)));
    }
    group.finish();

    let times = in_turn(&mut all);
    let [golden, stimuli, rtl, unit_mode] = times;
    let ratio = unit_mode / (golden + stimuli + rtl);
    println!(
        "{name}: {golden:.0} + {stimuli:.0} + {rtl:.0} ns, unit mode {unit_mode:.0} ns: ratio {ratio:.2}"
    );
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    for preset in ["tiny", "collange2011"] {
        bench::<UnifiedArbiter>(&mut criterion, preset);
        bench::<StacklessFrontEnd>(&mut criterion, preset);
    }
    criterion.final_summary();
}
