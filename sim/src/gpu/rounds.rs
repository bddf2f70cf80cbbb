//! The launches of a job in order, those of a loop once for each round.

use crate::fault::{Outcome, RoundLimit};
use crate::launch::layout::Layout;
use crate::launch::{BufferOffset, HostLoop, Job, Step};
use heddle_isa::Memory;

/// The host reads and writes words of buffers.
const MAPPED: &str = "a validated loop names words of buffers";

/// A device with a job in its memory, as the host sees it.
pub(super) trait Host {
    /// The report of a launch.
    type Launched;

    /// Runs a launch, in a round of a loop if it is part of one.
    fn launch(&mut self, index: usize, round: Option<u32>) -> (Self::Launched, Outcome);

    /// The memory of the device.
    fn memory(&mut self) -> &mut Memory;

    /// Where the parts of the job lie in the memory.
    fn layout(&self) -> &Layout;
}

/// The launches of a job on a device.
pub(super) struct Launches<'a, H: Host> {
    job: &'a Job,
    host: &'a mut H,
    reports: Vec<H::Launched>,
}

/// Runs one launch after the other, until one does not complete.
pub(super) fn launches<H: Host>(job: &Job, host: &mut H) -> (Vec<H::Launched>, Outcome) {
    let mut launches = Launches {
        job,
        host,
        reports: Vec::new(),
    };
    for step in job.steps() {
        let outcome = match step {
            Step::Launch(index) => launches.one(index, None),
            Step::Loop(number, host_loop) => launches.repeated(number, host_loop),
        };
        if !outcome.is_complete() {
            return (launches.reports, outcome);
        }
    }
    (launches.reports, Outcome::Completed)
}

impl<H: Host> Launches<'_, H> {
    fn one(&mut self, index: usize, round: Option<u32>) -> Outcome {
        let (report, outcome) = self.host.launch(index, round);
        self.reports.push(report);
        outcome
    }

    fn repeated(&mut self, number: usize, host_loop: &HostLoop) -> Outcome {
        let end = self.address(&host_loop.until_zero);
        let mut word = 0;
        for round in 0..host_loop.most_rounds {
            self.before_round(host_loop);
            for index in host_loop.launches.clone() {
                self.count_round(index, round);
                let outcome = self.one(index, Some(round));
                if !outcome.is_complete() {
                    return outcome;
                }
            }
            word = self.host.memory().read(end, 4).expect(MAPPED);
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

    fn before_round(&mut self, host_loop: &HostLoop) {
        for write in &host_loop.before {
            let address = self.address(&write.place);
            let written = self.host.memory().write(address, 4, write.value);
            written.expect(MAPPED);
        }
    }

    fn address(&self, place: &BufferOffset) -> u32 {
        self.host.layout().buffer(self.job, &place.buffer) + place.offset
    }

    /// Writes the number of a round to the arguments that hold it.
    fn count_round(&mut self, launch: usize, round: u32) {
        let arguments = &self.host.layout().arguments[launch];
        let words = arguments.rounds.iter().map(|word| {
            let number = word.first.wrapping_add(round);
            (arguments.address + word.offset, number)
        });
        for (place, number) in words.collect::<Vec<_>>() {
            let written = self.host.memory().write(place, 4, number);
            written.expect("arguments are mapped");
        }
    }
}
