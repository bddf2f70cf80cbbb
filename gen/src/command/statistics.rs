//! Statistics of a run, for people.

use crate::output;
use heddle_sim::Report;
use heddle_sim::report::Statistics;

/// One line: cycles, instructions, efficiency.
pub fn line(name: &str, report: &Report) -> String {
    let s = &report.statistics;
    figures(name, [s.cycles, s.instructions], s.simd_efficiency, s.ipc)
}

/// One line: cycles and instructions, efficiency, thread instructions per cycle.
pub fn figures(name: &str, [cycles, instructions]: [u64; 2], efficiency: f64, ipc: f64) -> String {
    let efficiency = 100.0 * efficiency;
    format!(
        "{name}  cycles {cycles:>10}  instructions {instructions:>9}  SIMD efficiency \
         {efficiency:>5.1} %  IPC {ipc:.2}"
    )
}

/// The figures of a run with the speed of the simulation.
pub fn table(report: &Report, seconds: f64) -> String {
    let s = &report.statistics;
    let mut table = output::table(&["figure", "value"], &[1]);
    for (name, value) in counts(s) {
        table.add_row([name, &value.to_string()]);
    }
    table.add_row(["thread instructions per cycle", &format!("{:.3}", s.ipc)]);
    table.add_row([
        "SIMD efficiency",
        &format!("{:.1} %", 100.0 * s.simd_efficiency),
    ]);
    let speed = s.thread_instructions as f64 / seconds / 1e6;
    table.add_row([
        "simulated in",
        &format!("{seconds:.3} s, {speed:.1} M thread instructions/s"),
    ]);
    table.to_string()
}

fn counts(s: &Statistics) -> Vec<(&'static str, u64)> {
    let mut counts = vec![
        ("cycles", s.cycles),
        ("instructions", s.instructions),
        ("thread instructions", s.thread_instructions),
        ("cache accesses", s.cache.accesses),
        ("cache hits", s.cache.hits),
        ("cache misses", s.cache.misses),
        ("stall cycles: arbiter", s.stalls.arbiter),
        ("stall cycles: memory", s.stalls.memory),
        ("stall cycles: pipeline", s.stalls.pipeline),
        ("stall cycles: barrier", s.stalls.barrier),
        ("stall cycles: idle", s.stalls.idle),
        ("nesting key saturations", s.nesting_saturations),
    ];
    if let Some(dwf) = &s.dwf {
        counts.extend([
            ("scheduler: merges", dwf.merges),
            ("scheduler: lane conflicts", dwf.conflicts),
            ("scheduler: spilled", dwf.spills),
            ("scheduler: most warps", dwf.peak_warps),
            ("scheduler: most groups", dwf.peak_groups),
        ]);
    }
    counts
}
