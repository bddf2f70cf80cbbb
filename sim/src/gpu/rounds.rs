//! The launches of a job in order, those of a loop once for each round.

use super::launches::Running;
use super::task::Task;
use crate::fault::{Outcome, RoundLimit};
use crate::launch::{BufferOffset, HostLoop, Step};
use crate::report::LaunchReport;
use heddle_core::Scheduler;

/// The host reads and writes words of buffers.
const MAPPED: &str = "a validated loop names words of buffers";

impl Task<'_> {
    /// Runs one launch after the other, until one does not complete.
    pub(super) fn launches<S: Scheduler + ?Sized>(
        self,
        running: &mut Running<S>,
    ) -> (Vec<LaunchReport>, Outcome) {
        let mut reports = Vec::new();
        for step in self.job.steps() {
            let outcome = match step {
                Step::Launch(index) => self.counted(running, index, None, &mut reports),
                Step::Loop(number, host_loop) => {
                    self.repeated(running, number, host_loop, &mut reports)
                }
            };
            if !outcome.is_complete() {
                return (reports, outcome);
            }
        }
        (reports, Outcome::Completed)
    }

    fn counted<S: Scheduler + ?Sized>(
        self,
        running: &mut Running<S>,
        index: usize,
        round: Option<u32>,
        reports: &mut Vec<LaunchReport>,
    ) -> Outcome {
        let start = running.machine.now();
        let outcome = self.launch(running, index, round);
        reports.push(LaunchReport {
            kernel: self.job.launches[index].kernel.clone(),
            round,
            cycles: running.machine.now() - start,
        });
        outcome
    }

    fn repeated<S: Scheduler + ?Sized>(
        self,
        running: &mut Running<S>,
        number: usize,
        host_loop: &HostLoop,
        reports: &mut Vec<LaunchReport>,
    ) -> Outcome {
        let end = self.address(running, &host_loop.until_zero);
        let mut word = 0;
        for round in 0..host_loop.most_rounds {
            self.before_round(running, host_loop);
            for index in host_loop.launches.clone() {
                count_round(running, index, round);
                let outcome = self.counted(running, index, Some(round), reports);
                if !outcome.is_complete() {
                    return outcome;
                }
            }
            word = running.machine.memory().read(end, 4).expect(MAPPED);
            if word == 0 {
                return Outcome::Completed;
            }
        }
        let BufferOffset { buffer, offset } = host_loop.until_zero.clone();
        Outcome::RoundLimit(RoundLimit {
            number,
            rounds: host_loop.most_rounds,
            buffer,
            offset,
            word,
        })
    }

    fn before_round<S: Scheduler + ?Sized>(self, running: &mut Running<S>, host_loop: &HostLoop) {
        for write in &host_loop.before {
            let address = self.address(running, &write.place);
            let written = running.machine.memory().write(address, 4, write.value);
            written.expect(MAPPED);
        }
    }

    fn address<S: ?Sized>(self, running: &Running<S>, place: &BufferOffset) -> u32 {
        running.layout.buffer(self.job, &place.buffer) + place.offset
    }
}

/// Writes the number of a round to the arguments that hold it.
fn count_round<S: Scheduler + ?Sized>(running: &mut Running<S>, launch: usize, round: u32) {
    let arguments = &running.layout.arguments[launch];
    let memory = running.machine.memory();
    for word in &arguments.rounds {
        let number = word.first.wrapping_add(round);
        let written = memory.write(arguments.address + word.offset, 4, number);
        written.expect("arguments are mapped");
    }
}
