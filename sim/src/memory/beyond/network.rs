//! Two crossbars with the memory modules between them (fung2009, 2.2).

use super::crossbar::{Crossbar, Event};
use super::interleave::Interleave;
use super::{BeyondCounts, BusUse, BusWatch, Kind, Packet, Reply, dram::Module, outbox::Outbox};
use heddle_contract::Config;

/// Seeds of the two allocators: any do, but the same ones in every run.
const REQUEST_SEED: u64 = 1;
const REPLY_SEED: u64 = 2;
/// Bytes of data that an atomic takes along, and brings back.
const WORD_BYTES: u32 = 4;

/// Flits of the packets of one direction.
#[derive(Clone, Copy, Debug)]
struct Flits {
    read: u32,
    write: u32,
    atomic: u32,
}

/// The network and the memory.
#[derive(Clone, Debug)]
pub(super) struct Network {
    outbox: Outbox,
    interleave: Interleave,
    requests: Crossbar<Packet>,
    request_flits: Flits,
    modules: Vec<Module>,
    /// Modules that take requests.
    open: u64,
    replies: Crossbar<Packet>,
    reply_flits: Flits,
    latency: u64,
    /// First cycle after the last step in which something can happen, `outbox` left out.
    next: u64,
    counts: BeyondCounts,
}

impl Network {
    pub fn new(config: &Config) -> Self {
        let (network, cores, modules) = (&config.network, config.cores, config.dram.modules);
        let rounds = network.iterations;
        let flits = |payload: u32| {
            let bytes = network.header_bytes + payload;
            bytes.div_ceil(network.flit_bytes).max(1)
        };
        let (none, word, line) = (flits(0), flits(WORD_BYTES), flits(config.memory.line_bytes));
        Network {
            outbox: Outbox::new(cores),
            interleave: Interleave::new(config),
            requests: Crossbar::new(cores, modules, rounds, REQUEST_SEED),
            request_flits: Flits {
                read: none,
                write: line,
                atomic: word,
            },
            modules: vec![Module::new(config); modules],
            open: u64::MAX,
            replies: Crossbar::new(modules, cores, rounds, REPLY_SEED),
            reply_flits: Flits {
                read: line,
                write: none,
                atomic: word,
            },
            latency: network.latency.into(),
            next: u64::MAX,
            counts: BeyondCounts::new(modules),
        }
    }

    pub fn watch_buses(&mut self, watch: BusWatch) {
        let modules = self.modules.iter_mut();
        modules.for_each(|module| module.watch_bus(watch));
    }

    pub fn bus_use(&self) -> BusUse {
        let modules = self.modules.iter().map(Module::bus_use).collect();
        BusUse { modules }
    }

    pub fn send(&mut self, packet: Packet) {
        self.outbox.push(packet);
    }

    pub fn next(&self) -> u64 {
        self.next.min(self.outbox.next())
    }

    pub fn lookahead(&self) -> u64 {
        self.latency
    }

    pub fn counts(&self) -> &BeyondCounts {
        &self.counts
    }

    /// One cycle. Appends the replies whose last flit crosses in it, in order of their cores.
    pub fn step(&mut self, now: u64, replies: &mut Vec<Reply>) {
        self.outbox.take(now, |packet| {
            let (core, module) = (packet.core.into(), self.interleave.module(packet.line));
            let flits = self.request_flits.of(packet.kind);
            self.requests.push(core, module, flits, packet, now);
        });
        self.step_modules(now);
        self.step_replies(now, replies);
        self.step_requests(now);
        self.next = self.next_after(now);
    }

    fn step_modules(&mut self, now: u64) {
        for (index, module) in self.modules.iter_mut().enumerate() {
            if module.next() > now {
                continue;
            }
            module.step(now, &mut self.counts.modules[index], |packet| {
                let flits = self.reply_flits.of(packet.kind);
                let core = packet.core.into();
                self.replies.push(index, core, flits, packet, now);
            });
            self.open |= u64::from(module.is_open()) << index;
        }
    }

    fn step_replies(&mut self, now: u64, replies: &mut Vec<Reply>) {
        let (modules, counts) = (&mut self.modules, &mut self.counts.modules);
        let cycle = now + self.latency;
        self.replies.step(
            now,
            u64::MAX,
            &mut self.counts.replies,
            |event| match event {
                Event::Granted { input, .. } => modules[input].reply_left(now),
                Event::Crossed { input, item, .. } => {
                    counts[input].answered(&item, cycle);
                    replies.push(item.reply(cycle));
                }
            },
        );
    }

    fn step_requests(&mut self, now: u64) {
        let (modules, open) = (&mut self.modules, &mut self.open);
        let (interleave, cycle) = (&self.interleave, now + self.latency);
        let ports = *open;
        self.requests
            .step(now, ports, &mut self.counts.requests, |event| match event {
                Event::Granted { output, .. } => {
                    modules[output].expect();
                    *open &= !(u64::from(!modules[output].is_open()) << output);
                }
                Event::Crossed { output, item, .. } => {
                    modules[output].arrive(item, interleave.place(item.line), cycle);
                }
            });
    }

    fn next_after(&self, now: u64) -> u64 {
        let modules = self.modules.iter().map(Module::next).min();
        let crossbars = self
            .requests
            .next(now, self.open)
            .min(self.replies.next(now, u64::MAX));
        crossbars.min(modules.unwrap_or(u64::MAX))
    }
}

impl Flits {
    fn of(&self, kind: Kind) -> u32 {
        match kind {
            Kind::Read => self.read,
            Kind::Write => self.write,
            Kind::Atomic => self.atomic,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_cases::cases;
    use heddle_contract::config::{Scheduling, Source};
    use proptest::prelude::*;

    /// The network of `fung2009`, half as far away.
    fn machine(sets: &[&str]) -> Config {
        let sets = [&["network.latency=16"], sets].concat();
        let sets: Vec<String> = sets.iter().map(|set| (*set).into()).collect();
        Config::load(&Source::Preset("fung2009".into()), &sets).expect("a valid machine")
    }

    fn packet(core: u16, tag: u32, kind: Kind, line: u32, cycle: u64) -> Packet {
        Packet {
            core,
            tag,
            line,
            kind,
            cycle,
        }
    }

    /// Simulates every cycle before `until`, whether something is due or not.
    fn every_cycle(network: &mut Network, from: u64, until: u64, replies: &mut Vec<Reply>) {
        (from..until).for_each(|now| network.step(now, replies));
    }

    fn alone(kind: Kind) -> u64 {
        let mut network = Network::new(&machine(&[]));
        network.send(packet(3, 9, kind, 0x1234, 100));
        let mut replies = Vec::new();
        every_cycle(&mut network, 100, 300, &mut replies);
        let [reply] = replies[..] else {
            panic!("one reply, not {replies:?}")
        };
        assert_eq!(
            (reply.core, reply.tag, reply.line, reply.kind),
            (3, 9, 0x1234, kind)
        );
        assert_eq!(network.next(), u64::MAX);
        reply.cycle - 100
    }

    #[test]
    fn latencies_without_contention() {
        // 8 bytes are a flit of 32, a line with its header three. A read crosses in cycle 0, arrives
        // in 16, activates, is read in 28, its data ends with 44, stands before the network in 53,
        // crosses until 55 and can be used in 71.
        assert_eq!(alone(Kind::Read), 71);
        // A write crosses until 2, activates in 18, writes in 30, its data ends with 41; 50 + 16.
        assert_eq!(alone(Kind::Write), 66);
        // An atomic reads in 28, writes in 45, its data ends with 56; 65 + 16.
        assert_eq!(alone(Kind::Atomic), 81);
    }

    #[test]
    fn a_full_module_is_granted_nothing() {
        // One place before the controller, which counts from the grant on, and one in it. The first
        // read arrives in 16 and goes into the controller, so the second is granted; it arrives in
        // 32, when the column command of 28 has made room, so the third is granted.
        let mut network = Network::new(&machine(&["network.queue=1", "dram.queue=1"]));
        for tag in 0..3 {
            network.send(packet(tag as u16, tag, Kind::Read, 0, 0));
        }
        let granted = |network: &Network| network.counts.requests.packets;
        let mut granted_in = Vec::new();
        let mut replies = Vec::new();
        for now in 0..100 {
            let before = granted(&network);
            network.step(now, &mut replies);
            granted_in.extend((before..granted(&network)).map(|_| now));
        }
        assert_eq!(granted_in, [0, 16, 32]);
    }

    #[test]
    fn replies_that_wait_stop_the_column_commands() {
        // A place for one reply. The first read's column command goes in 28; its reply is granted in
        // 53, so the second's goes in 54, though the bus was free from 36 on.
        let reads = |queue: &str| {
            let mut network = Network::new(&machine(&[queue]));
            network.send(packet(0, 0, Kind::Read, 0, 0));
            network.send(packet(1, 1, Kind::Read, 1, 0));
            let mut replies = Vec::new();
            every_cycle(&mut network, 0, 200, &mut replies);
            replies.iter().map(|reply| reply.cycle).collect::<Vec<_>>()
        };
        assert_eq!(reads("network.queue=2"), [71, 79]);
        // 54 + 9 + 8 + 8 = 79 before the network, and 18 more as above.
        assert_eq!(reads("network.queue=1"), [71, 97]);
    }

    fn kinds() -> impl Strategy<Value = Kind> {
        prop_oneof![
            3 => Just(Kind::Read),
            2 => Just(Kind::Write),
            1 => Just(Kind::Atomic),
        ]
    }

    fn machines() -> impl Strategy<Value = Config> {
        let counts = (1..=64usize, 1..=64usize, 1..=8usize, 0..=3u32);
        let ports = (4..=64u32, 1..=4u32, 2..=20u32, any::<bool>());
        (counts, ports).prop_map(|((modules, window, queue, banks), ports)| {
            let (flit_bytes, iterations, latency, fifo) = ports;
            let mut config = machine(&[]);
            config.network.queue = queue;
            config.network.flit_bytes = flit_bytes;
            config.network.iterations = iterations;
            config.network.latency = latency;
            config.dram.modules = modules;
            config.dram.banks = 1 << banks;
            config.dram.queue = window;
            if fifo {
                config.dram.scheduling = Scheduling::Fifo;
            }
            config.validate().expect("within the limits");
            config
        })
    }

    proptest! {
        #![proptest_config(cases(100))]

        /// Skipped cycles change nothing; replies are complete, in order, and never too early.
        #[test]
        fn skipping_changes_nothing(
            sent in proptest::collection::vec((0..16u16, kinds(), 0..600u32, 0..30u64), 1..150),
            config in machines(),
        ) {
            let (mut skipping, mut stepping) = (Network::new(&config), Network::new(&config));
            let mut cycle = 0;
            for (tag, &(core, kind, line, gap)) in sent.iter().enumerate() {
                cycle += gap;
                skipping.send(packet(core, tag as u32, kind, line, cycle));
                stepping.send(packet(core, tag as u32, kind, line, cycle));
            }
            let until = 50_000;
            let (mut skipped, mut stepped) = (Vec::new(), Vec::new());
            while skipping.next() < until {
                let (now, before) = (skipping.next(), skipped.len());
                skipping.step(now, &mut skipped);
                let early = now + skipping.lookahead();
                prop_assert!(skipped[before..].iter().all(|reply| reply.cycle >= early));
            }
            every_cycle(&mut stepping, 0, until, &mut stepped);
            prop_assert_eq!(&skipped, &stepped);
            prop_assert_eq!(skipping.counts(), stepping.counts());
            prop_assert_eq!(skipped.len(), sent.len());
            prop_assert!(skipped.is_sorted_by_key(|reply| (reply.cycle, reply.core)));
            let total = skipping.counts().total();
            let rows = total.row_hits + total.row_misses + total.row_conflicts;
            prop_assert_eq!(rows, sent.len() as u64);
        }
    }
}
