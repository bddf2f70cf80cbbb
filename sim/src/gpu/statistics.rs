//! The counts of a machine, for the report.

use super::task::Task;
use crate::fault::ProgramLocation;
use crate::report::{
    Executed as Progress, Limits, MechanismReport, Peak, ProfileRow, Room, Statistics, Timeline,
    active_threads, ratio,
};
use heddle_gpu_core::Scheduler;
use heddle_gpu_core::accounting::activity::History;
use heddle_gpu_core::accounting::counts::CoreCounts;
use heddle_gpu_core::accounting::profile::Row;
use heddle_gpu_core::accounting::thread_progress::Quartiles;
use heddle_gpu_core::clock::{CoreRunner, Machine};
use heddle_gpu_core::compaction::Executed;
use heddle_gpu_core::execution::pipes::Pipes;
use heddle_memory::{CacheCounts, DramCounts};
use heddle_types::{Cycle, Pc};

/// The activity of the cores over time: of all cores, and of those that are shown.
#[derive(Default)]
struct Histories {
    all: History,
    shown: History,
    /// Thread progress, if a single core is shown.
    progress: Option<Vec<Quartiles>>,
}

impl Task<'_> {
    /// The counts of a machine whose cores issue up to `width` threads at once.
    pub(super) fn statistics<S: Scheduler + ?Sized>(
        self,
        machine: &mut Machine<S>,
        width: usize,
    ) -> Statistics {
        let mut counts = CoreCounts::new(width);
        let mut histories = Histories::default();
        let mut cache = CacheCounts::default();
        let mut nesting_saturations = 0;
        let mut executed = Executed::default();
        let mut mechanism = MechanismReport::default();
        for CoreRunner {
            core, scheduler, ..
        } in machine.cores()
        {
            mechanism.add(scheduler.counts());
            counts.merge(&core.counts);
            executed.merge(&core.compactor.executed);
            let history = core.counts.activity.history();
            if let Some(progress) = &core.progress {
                histories.progress = Some(progress.until(Cycle::new(history.total().cycles())));
            }
            if self.timeline_of.is_none_or(|shown| shown == core.index) {
                histories.shown.add(history.clone());
            }
            histories.all.add(history);
            cache.merge(&core.cache.counts());
            nesting_saturations += core.threads.depths.saturated;
        }
        let cycles = machine.now() - Cycle::ZERO;
        mechanism.complete(cycles * self.config.cores as u64);
        let dram = DramCounts::new(machine.backend().counts(), cycles);
        let has_warps = executed.instructions > 0;
        let peak = Peak {
            cores: self.config.cores,
            pipes: if has_warps {
                Pipes::count(self.config)
            } else {
                1
            },
            width: self.config.core.simd_width,
            cycles,
        };
        // Warps of different sizes have different numbers of lanes.
        let one_size = counts.instructions * width as u64;
        let slots = mechanism.issue_slots().unwrap_or(one_size);
        Statistics {
            cycles,
            instructions: counts.instructions,
            thread_instructions: counts.thread_instructions,
            ipc: ratio(counts.thread_instructions, cycles),
            simd_efficiency: ratio(counts.thread_instructions, slots),
            active_lane_histogram: counts.by_active[..=width].to_vec(),
            active_threads: active_threads(&histories.all, width),
            timeline: Timeline {
                executed: histories.progress.as_deref().map(Progress::new),
                ..Timeline::new(&histories.shown, width, self.timeline_of)
            },
            limits: Limits::new(peak, &histories.all.total(), &dram),
            cache,
            network: machine.backend().counts().into(),
            dram,
            shared_caches: machine.backend().counts().shared,
            stalls: counts.stalls,
            arbiter: mechanism.of().copied().unwrap_or_default(),
            nesting_saturations,
            compaction: has_warps.then_some(executed),
            // That of the launches is added to it.
            room: Room::default(),
            mechanism,
        }
    }

    /// The events at every PC, the PC that lost most lanes first, if they were counted.
    pub(super) fn profile<S: Scheduler + ?Sized>(
        self,
        machine: &mut Machine<S>,
        width: usize,
    ) -> Option<Vec<ProfileRow>> {
        let mut rows: Vec<Row> = Vec::new();
        for runner in machine.cores() {
            let counted = runner.core.profile.as_mut()?.rows();
            rows.resize(counted.len(), Row::default());
            for (mine, theirs) in rows.iter_mut().zip(counted) {
                mine.add(theirs);
            }
        }
        let program = &self.job.program;
        let addresses = (program.text_range().start..).step_by(4);
        let executed = addresses.zip(&rows).filter(|(_, row)| row.issued != 0);
        let row = |(pc, row)| {
            let (place, source) = (
                ProgramLocation::new(program, Pc::new(pc)),
                program.line_at(pc),
            );
            ProfileRow::new(place, source, row, width)
        };
        let mut profile: Vec<ProfileRow> = executed.map(row).collect();
        profile.sort_by_key(|row| std::cmp::Reverse(row.lost_lanes));
        Some(profile)
    }
}
