//! Cores that always have the same number of lines in flight.

use heddle_contract::Config;
use heddle_machines::{because, changed};
use heddle_memory::{Backend, BackendCounts, Kind, Packet};
use heddle_types::Cycle;

/// The machine of fung2009, changed where less memory or network is the subject.
pub fn machine(sets: &[&str]) -> Config {
    let why = because("less of the memory or of the network is the subject")
        .twin("bandwidth::a_stream_of_reads_keeps_the_buses_busy");
    changed("fung2009", sets, why)
}

/// The measurements of a run.
pub struct Measured {
    pub cycles: u64,
    pub counts: BackendCounts,
    /// Requests in flight, summed over the cycles.
    pub outstanding: u64,
    pub answered: u64,
}

impl Measured {
    /// Share of the cycles in which the data buses were busy.
    pub fn bus(&self) -> f64 {
        let modules = self.counts.modules.len() as u64;
        self.counts.total().bus_cycles as f64 / (self.cycles * modules) as f64
    }
}

/// Keeps `outstanding` requests of each core in flight for `cycles`, then waits for the rest. `request` determines
/// the nth request of all cores.
pub fn closed_loop(
    config: &Config,
    outstanding: u32,
    cycles: u64,
    request: impl Fn(u32) -> (Kind, u32),
) -> Measured {
    let mut backend = Backend::new(config);
    let mut number = 0;
    let mut send = |backend: &mut Backend, core: u16, cycle: Cycle| {
        let (kind, line) = request(number);
        backend.send(Packet {
            core,
            tag: number,
            line,
            kind,
            cycle,
        });
        number += 1;
    };
    for _ in 0..outstanding {
        (0..config.cores as u16).for_each(|core| send(&mut backend, core, Cycle::ZERO));
    }
    let mut measured = Measured {
        cycles: 0,
        counts: BackendCounts::default(),
        outstanding: 0,
        answered: 0,
    };
    let all = u64::from(outstanding) * config.cores as u64;
    let (mut replies, end) = (Vec::new(), Cycle::new(cycles));
    while backend.next() != Cycle::NEVER {
        let now = backend.next() + backend.lookahead();
        backend.advance(now, &mut replies);
        for reply in replies.drain(..) {
            measured.answered += 1;
            measured.cycles = reply.cycle.number();
            match reply.cycle < end {
                true => send(&mut backend, reply.core, reply.cycle),
                // From here on one request less is in flight.
                false => measured.outstanding += reply.cycle - end,
            }
        }
    }
    measured.outstanding += all * cycles;
    measured.counts = backend.counts().clone();
    measured
}
