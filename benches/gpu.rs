//! Speed of the golden GPU: thread instructions per second on `collange2011`, and core-cycles per second
//! with the whole memory system of `fung2009`, on one and on two host threads.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use heddle_contract::Config;
use heddle_kernels::{Room, Size, by_name, paper};
use heddle_machines::shipped;
use heddle_sim::{Gpu, Job, Limits, Mechanism, Report};

const SEED: u64 = 1;

/// A workload on a machine.
struct Run {
    config: Config,
    job: Job,
}

impl Run {
    fn new(config: &Config, name: &str, size: Size) -> Self {
        let workload = by_name(name).expect("a built-in workload");
        let room = Room::new(config.core.warps, config.core.warp_size);
        Run {
            config: config.clone(),
            job: workload.job(size, SEED, room),
        }
    }

    fn report(&self, mechanism: Mechanism, threads: usize) -> Report {
        let gpu = Gpu::new(&self.config).expect("a valid machine");
        let gpu = gpu.with_threads(threads);
        gpu.run(&self.job, mechanism, &Limits::default())
            .expect("it runs")
    }

    fn bench(
        &self,
        group: &mut BenchmarkGroup<WallTime>,
        name: &str,
        mechanism: Mechanism,
        threads: usize,
    ) {
        let id = format!("{name}/{mechanism}/{threads} threads");
        group.bench_function(id, |b| b.iter(|| self.report(mechanism, threads)));
    }
}

fn collange2011(c: &mut Criterion) {
    let config = shipped("collange2011");
    let mut group = c.benchmark_group("collange2011, thread instructions");
    group.sample_size(10);
    for (name, size) in [("mandelbrot", Size::Full), ("matmul", Size::Small)] {
        let run = Run::new(&config, name, size);
        // The number is the same under every mechanism, because the kernels have no races.
        let counts = run.report(Mechanism::Nrec, 1).statistics;
        group.throughput(Throughput::Elements(counts.thread_instructions));
        for mechanism in Mechanism::ALL {
            run.bench(&mut group, name, mechanism, 1);
        }
    }
    group.finish();
}

fn fung2009(c: &mut Criterion) {
    let config = shipped("fung2009");
    let mut group = c.benchmark_group("fung2009, core-cycles");
    group.sample_size(10);
    for (_, workload) in paper() {
        let (name, run) = (
            workload.name(),
            Run::new(&config, workload.name(), Size::Full),
        );
        for (mechanism, threads) in [
            (Mechanism::Pdom, 1),
            (Mechanism::Pdom, 2),
            (Mechanism::Dwf, 1),
        ] {
            let cycles = run.report(mechanism, threads).statistics.cycles;
            let core_cycles = cycles * config.cores as u64;
            group.throughput(Throughput::Elements(core_cycles));
            run.bench(&mut group, name, mechanism, threads);
        }
    }
    group.finish();
}

criterion_group!(benches, collange2011, fung2009);
criterion_main!(benches);
