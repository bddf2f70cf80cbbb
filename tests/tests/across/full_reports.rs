//! Reports at full size, on presets as shipped: the same as committed, on any number of host threads.

use crate::reports::Reports;
use crate::support;
use heddle_kernels::{Room, Size, by_name};
use heddle_machines::shipped;
use heddle_sim::{Gpu, Limits, Mechanism};

/// Twelve runs that last seconds: every preset and every mechanism.
const RUNS: [(&str, Mechanism, &str); 12] = [
    ("fung2009", Mechanism::Pdom, "lu"),
    ("fung2009", Mechanism::Pdom, "matrix"),
    ("fung2009", Mechanism::Stack, "black_scholes"),
    ("fung2009", Mechanism::Nrec, "bitonic_global"),
    ("fung2009", Mechanism::Mimd, "fft"),
    ("fung2009", Mechanism::Dwf, "matrix"),
    ("lashgar2012", Mechanism::Dwr, "matmul"),
    ("lashgar2012", Mechanism::Dwr, "recursion"),
    ("collange2011", Mechanism::Stackless, "mandelbrot"),
    ("collange2011", Mechanism::Stackless, "ray_ao"),
    ("vaidya2013", Mechanism::Pdom, "hotspot"),
    ("tiny", Mechanism::Dwf, "bitonic"),
];

/// Numbers of host threads; no more are used than there are processors.
const THREADS: [usize; 3] = [1, 2, 7];

#[test]
#[ignore = "at night: minutes"]
fn full_reports_do_not_depend_on_host_threads() {
    let mut reports = Reports::of("full");
    for (preset, mechanism, workload) in RUNS {
        let config = shipped(preset);
        let room = Room::new(config.core.warps, config.core.warp_size);
        let workload = by_name(workload).unwrap();
        let job = workload.job(Size::Full, support::SEED, room);
        for threads in THREADS {
            let gpu = Gpu::new(&config).unwrap().with_threads(threads);
            let report = gpu.run(&job, mechanism, &Limits::default()).unwrap();
            support::assert_result(workload, mechanism.name(), &report);
            let (mechanism, workload) = (mechanism.name(), workload.name());
            reports.add(format!("{preset} {mechanism} {workload}"), &report);
        }
    }
    reports.assert_committed(true);
}
