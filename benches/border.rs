//! The cost of crossing the language border: a loop in C++ compared with a call from Rust in every cycle.

use criterion::{Criterion, Throughput};
use heddle_contract::Unit;
use heddle_contract::units::UnifiedArbiter;
use heddle_contract::units::unified_arbiter::{In, Out};
use heddle_contract::{Border, Values, pack};
use heddle_cosim::stimuli::{self, Stimuli};
use heddle_cosim::verilated::{Cache, Model};
use heddle_cosim::{emit, rtl};
use heddle_machines::shipped;

const CYCLES: usize = 1024;

/// A model and inputs for it.
struct Bench {
    model: Model,
    inputs: Vec<u64>,
    outputs: Vec<u64>,
}

impl Bench {
    fn new(preset: &str) -> Self {
        let config = shipped(preset);
        let params = UnifiedArbiter::params(&config).expect("a unit of the preset");
        let verilog = emit::<UnifiedArbiter>(&params).expect("a description without mistakes");
        let cache = Cache::user().expect("a cache");
        let library = rtl::library::<UnifiedArbiter>(&params, verilog, &cache).expect("tools");
        let model = library.model();
        let mut inputs = vec![0; CYCLES * model.input_words()];
        let mut stimuli = stimuli::UnifiedArbiter::new(&params, 1);
        let (mut input, output) = (In::<Values>::zero(&params), Out::zero(&params));
        for row in inputs.chunks_mut(model.input_words()) {
            stimuli.next(&output, &mut input);
            pack(&input, row);
        }
        Self {
            outputs: vec![0; CYCLES * model.output_words()],
            inputs,
            model,
        }
    }

    fn loop_in_cpp(&mut self) {
        self.model.run(CYCLES, &self.inputs, &mut self.outputs);
    }

    fn call_per_cycle(&mut self) {
        let inputs = self.inputs.chunks(self.model.input_words());
        let outputs = self.outputs.chunks_mut(self.model.output_words());
        for (input, output) in inputs.zip(outputs) {
            self.model.eval(input, output);
            self.model.tick();
        }
    }
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    for preset in ["tiny", "collange2011"] {
        let mut bench = Bench::new(preset);
        let mut group = criterion.benchmark_group(format!("border {preset}"));
        group.throughput(Throughput::Elements(CYCLES as u64));
        group.bench_function("loop in C++", |b| b.iter(|| bench.loop_in_cpp()));
        group.bench_function("call per cycle", |b| b.iter(|| bench.call_per_cycle()));
        group.finish();
    }
    criterion.final_summary();
}
