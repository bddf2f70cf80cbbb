//! Statistics of a run as text for people.

use crate::output;
use heddle_sim::Report;
use heddle_sim::functional::FunctionalReport;
use heddle_sim::mechanisms::DwfCounts;
use heddle_sim::report::{Limit, Limits, Room, Statistics};

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

/// The figures of a run, with the speed of the simulation.
pub fn table(report: &Report, seconds: f64) -> String {
    let s = &report.statistics;
    let mut table = output::table(&["figure", "value"], &[1]);
    for (name, value) in counts(s) {
        table.add_row([name, &value.to_string()]);
    }
    table.add_row(["thread instructions per cycle", &format!("{:.3}", s.ipc)]);
    table.add_row(["SIMD efficiency", &percent(s.simd_efficiency)]);
    table.add_row(["simulated in", &speed(s.thread_instructions, seconds)]);
    table.to_string()
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

fn speed(thread_instructions: u64, seconds: f64) -> String {
    let speed = thread_instructions as f64 / seconds / 1e6;
    format!("{seconds:.3} s, {speed:.1} M thread instructions/s")
}

/// The one line of a run without time.
pub fn functional_line(name: &str, report: &FunctionalReport) -> String {
    let counts = &report.counts;
    let (instructions, efficiency) = (counts.instructions, 100.0 * counts.simd_efficiency);
    format!(
        "{name}  no cycles  instructions {instructions:>9}  SIMD efficiency {efficiency:>5.1} %"
    )
}

/// The figures of a run without time, with the speed of its computation.
pub fn functional_table(report: &FunctionalReport, seconds: f64) -> String {
    let counts = &report.counts;
    let mut table = output::table(&["figure", "value"], &[1]);
    let rows = [
        ("mechanism", report.mechanism.to_string()),
        ("instructions", counts.instructions.to_string()),
        (
            "thread instructions",
            counts.thread_instructions.to_string(),
        ),
        ("SIMD efficiency", percent(counts.simd_efficiency)),
        ("computed in", speed(counts.thread_instructions, seconds)),
    ];
    for (name, value) in rows {
        table.add_row([name, &value]);
    }
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
        ("stall cycles: data cache", s.stalls.port),
        ("stall cycles: arbiter", s.stalls.arbiter),
        ("stall cycles: memory", s.stalls.memory),
        ("stall cycles: pipeline", s.stalls.pipeline),
        ("stall cycles: barrier", s.stalls.barrier),
        ("stall cycles: idle", s.stalls.idle),
        ("nesting key saturations", s.nesting_saturations),
    ];
    if let Some(shared) = &s.shared_caches {
        counts.extend([
            ("L3 accesses", shared.l3.accesses),
            ("L3 misses", shared.l3.misses),
            ("LLC misses", shared.llc.misses),
        ]);
    }
    if let Some(executed) = &s.compaction {
        counts.extend([
            ("ALU cycles without compaction", executed.cycles.none),
            ("ALU cycles under ivb", executed.cycles.ivb),
            ("ALU cycles under bcc", executed.cycles.bcc),
            ("ALU cycles under scc", executed.cycles.scc),
        ]);
    }
    if let Some(dwf) = s.mechanism.of::<DwfCounts>() {
        counts.extend([
            ("scheduler: merges", dwf.merges),
            ("scheduler: lane conflicts", dwf.conflicts),
            ("scheduler: spilled", dwf.spills),
        ]);
    }
    counts.extend(room(&s.room));
    counts
}

/// What the mechanism needed room for, as far as it has such structures.
fn room(Room { peaks, shortages }: &Room) -> impl Iterator<Item = (&'static str, u64)> {
    let all = [
        ("most entries of a stack", peaks.stack_depth),
        ("most splits of a warp", peaks.splits),
        ("most warps that wait", peaks.warps),
        ("most groups", peaks.groups),
        ("most updates in the queue", peaks.queue),
        ("most warps in the spill queue", peaks.spilled),
        ("most entries of the PC-warp LUT", peaks.lut),
        ("most entries of the heap's table", peaks.heap_lut),
        (
            "most large warps that wait for partners",
            peaks.partner_sync,
        ),
        ("most PCs on the ignore list", peaks.ignore_list),
        ("waits for the queue", shortages.queue),
        ("entries lost: PC-warp LUT", shortages.lut),
        ("entries lost: heap's table", shortages.heap_lut),
        ("entries lost: ignore list", shortages.ignore_list),
    ];
    let there = all.into_iter();
    there.filter_map(|(name, count)| Some((name, count.number()?)))
}

/// What the lanes did and what limits the run, in a few lines.
pub fn explanation(report: &Report) -> String {
    let s = &report.statistics;
    let shares = s
        .active_threads
        .iter()
        .map(|share| (share.class.as_str(), share.fraction));
    format!(
        "active threads: {}\nlimited by {}: {}\nmemory: {}",
        shares_of(shares),
        limit(s.limits.dominant),
        lanes(&s.limits),
        memory(&s.limits),
    )
}

/// The shares that are large enough to be printed.
fn shares_of<'a>(shares: impl IntoIterator<Item = (&'a str, f64)>) -> String {
    let shown = shares.into_iter().filter(|(_, share)| *share >= 0.0005);
    let texts: Vec<String> = shown
        .map(|(name, share)| format!("{name} {:.1} %", 100.0 * share))
        .collect();
    texts.join(", ")
}

fn limit(limit: Limit) -> &'static str {
    match limit {
        Limit::Lanes => "the width of the pipeline",
        Limit::Divergence => "divergence",
        Limit::Pipes => "pipes without an instruction while another has one",
        Limit::Bandwidth => "memory bandwidth",
        Limit::Latency => "memory latency",
        Limit::Port => "the data cache",
        Limit::Regrouping => "the regrouping of warps",
        Limit::Pipeline => "the length of the pipeline",
        Limit::Barrier => "barriers",
        Limit::Idle => "too few threads",
    }
}

fn lanes(limits: &Limits) -> String {
    let lanes = &limits.lanes;
    let lost = shares_of([
        ("divergence", lanes.divergence),
        ("other pipes", lanes.pipes),
        ("memory", lanes.memory),
        ("data cache", lanes.port),
        ("regrouping", lanes.regrouping),
        ("pipeline", lanes.pipeline),
        ("barriers", lanes.barrier),
        ("no threads", lanes.idle),
    ]);
    let used = 100.0 * lanes.used;
    format!("lanes used {used:.1} % of the time; lost: {lost}")
}

fn memory(limits: &Limits) -> String {
    format!(
        "{:.1} % of the bandwidth used, reads take {:.0} cycles, {:.1} are on their way",
        100.0 * limits.bandwidth_use,
        limits.read_latency,
        limits.reads_outstanding
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_contract::Config;
    use heddle_sim::{Gpu, Mechanism};

    #[test]
    fn runs_are_explained() {
        let config = Config::preset("tiny").unwrap();
        let workload = heddle_kernels::by_name("bfs").unwrap();
        let size = heddle_kernels::Size::Small;
        let job = crate::command::job::of_workload(workload, size, 1, &config);
        let gpu = Gpu::new(&config).unwrap();
        let texts = Mechanism::ALL.map(|mechanism| {
            let report = gpu.run(&job, mechanism, &Default::default()).unwrap();
            format!("{mechanism}\n{}\n", explanation(&report))
        });
        insta::assert_snapshot!(texts.join("\n"));
    }
}
