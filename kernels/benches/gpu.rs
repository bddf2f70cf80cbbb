//! Thread instructions a second of the golden GPU on one host thread.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use heddle_contract::Config;
use heddle_kernels::{Room, Size, by_name};
use heddle_sim::{Gpu, Limits, Mechanism};

const SEED: u64 = 1;

fn gpu(c: &mut Criterion) {
    let config = Config::preset("collange2011").expect("a preset");
    let gpu = Gpu::new(&config).expect("a valid machine");
    let room = Room::new(config.core.warps, config.core.warp_size);
    let mut group = c.benchmark_group("collange2011");
    group.sample_size(10);
    for (name, size) in [("mandelbrot", Size::Full), ("matmul", Size::Small)] {
        let workload = by_name(name).expect("a built-in workload");
        let job = workload.job(size, SEED, room);
        // As many under every mechanism, for kernels without races.
        let run = |mechanism| {
            gpu.run(&job, mechanism, &Limits::default())
                .expect("it runs")
        };
        let counts = run(Mechanism::Nrec).statistics;
        group.throughput(Throughput::Elements(counts.thread_instructions));
        for mechanism in Mechanism::ALL {
            group.bench_function(format!("{name}/{mechanism}"), |b| b.iter(|| run(mechanism)));
        }
    }
    group.finish();
}

criterion_group!(benches, gpu);
criterion_main!(benches);
