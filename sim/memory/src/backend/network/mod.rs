//! Two crossbars with the memory modules between them (fung2009, 2.2).
//!
//! A packet that a core sends in a cycle reaches a module at least `network.latency` cycles later. So modules and
//! replies can be simulated that many cycles further than requests. The only information that flows back to the
//! requests, which places have become free, is then known before it is needed.

mod crossbar;
mod dram;
mod flits;
mod interleave;
mod matching;
mod ports;
mod requests;
mod traffic;

pub(super) use ports::ManyPorts;
pub use traffic::{BusUse, BusWatch};

use self::crossbar::{Crossbar, Event};
use self::dram::Module;
use self::flits::Flits;
use self::ports::Ports;
use self::requests::{Arrival, Requests};
use super::BackendCounts;
use crate::packet::{Packet, Reply};
use heddle_contract::Config;
use heddle_types::Cycle;

/// Any seed will do that differs from that of the requests, but it must be the same in every run.
const SEED: u64 = 2;

/// The network and the memory modules; `C` is a set of cores.
#[derive(Clone, Debug)]
pub(super) struct Network<C> {
    requests: Requests<C>,
    modules: Vec<Module>,
    /// The next cycle in which each module can do something: most are not due in a cycle.
    due: Vec<Cycle>,
    replies: Crossbar<Packet, u64, C>,
    reply_flits: Flits,
    latency: u64,
    /// The next cycle in which modules or replies can do something.
    service: Cycle,
    counts: BackendCounts,
}

impl<C: Ports> Network<C> {
    pub fn new(config: &Config) -> Self {
        let (network, modules) = (&config.network, config.dram.modules);
        Network {
            requests: Requests::new(config),
            modules: vec![Module::new(config); modules],
            due: vec![Cycle::NEVER; modules],
            replies: Crossbar::new(modules, config.cores, network.iterations, SEED),
            reply_flits: Flits::of_replies(config),
            latency: network.latency.into(),
            service: Cycle::NEVER,
            counts: BackendCounts::new(modules),
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
        self.requests.send(packet);
    }

    pub fn next(&self) -> Cycle {
        self.service.min(self.requests.next())
    }

    pub fn lookahead(&self) -> u64 {
        self.latency
    }

    pub fn lead(&self) -> u64 {
        self.latency
    }

    pub fn counts(&self) -> &BackendCounts {
        &self.counts
    }

    pub fn advance(&mut self, sent: Cycle, until: Cycle, replies: &mut Vec<Reply>) {
        loop {
            let request = self.requests.next();
            // Within a cycle modules come first: a place that they free can be taken in the same cycle.
            if request < sent && request < self.service {
                self.step_requests(request);
            } else if self.service < until {
                self.step_service(self.service, replies);
            } else {
                return;
            }
        }
    }

    fn step_requests(&mut self, now: Cycle) {
        let (modules, due, service) = (&mut self.modules, &mut self.due, &mut self.service);
        let arrive = |arrival: Arrival| {
            let module = &mut modules[arrival.module];
            module.arrive(arrival.packet, arrival.place, arrival.cycle);
            due[arrival.module] = module.next();
            *service = (*service).min(arrival.cycle);
        };
        self.requests.step(now, &mut self.counts.requests, arrive);
    }

    /// Simulates one cycle of modules and replies. Appends the replies whose last flit crosses in it, ordered by
    /// core.
    fn step_service(&mut self, now: Cycle, replies: &mut Vec<Reply>) {
        self.step_modules(now);
        self.step_replies(now, replies);
        let due = self.due.iter().copied();
        self.service = due.fold(self.replies.next(now, C::ALL), Cycle::min);
    }

    fn step_modules(&mut self, now: Cycle) {
        for (index, due) in self.due.iter_mut().enumerate() {
            if *due > now {
                continue;
            }
            let module = &mut self.modules[index];
            let taken_in = module.step(now, &mut self.counts.modules[index], |packet| {
                let flits = self.reply_flits.of(packet.kind);
                let core = packet.core.into();
                self.replies.push(index, core, flits, packet, now);
            });
            *due = module.next();
            if taken_in {
                self.requests.free(index, now);
            }
        }
    }

    fn step_replies(&mut self, now: Cycle, replies: &mut Vec<Reply>) {
        let (modules, due) = (&mut self.modules, &mut self.due);
        let counts = &mut self.counts.modules;
        let cycle = now + self.latency;
        self.replies
            .step(now, C::ALL, &mut self.counts.replies, |event| match event {
                Event::Granted { input, .. } => {
                    modules[input].reply_left(now);
                    due[input] = modules[input].next();
                }
                Event::Crossed { input, item, .. } => {
                    counts[input].answered(&item, cycle);
                    replies.push(item.reply(cycle));
                }
            });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::Kind;
    use heddle_contract::config::{Scheduling, Source};
    use heddle_machines::cases;
    use proptest::prelude::*;

    /// The network of `fung2009` with half the latency.
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
            cycle: Cycle::new(cycle),
        }
    }

    /// Simulates a cycle, whether something is due or not.
    fn step(network: &mut Network<u64>, now: u64, replies: &mut Vec<Reply>) {
        let now = Cycle::new(now);
        network.step_service(now, replies);
        network.step_requests(now);
    }

    /// Simulates every cycle from `from` to before `until`.
    fn every_cycle(network: &mut Network<u64>, from: u64, until: u64, replies: &mut Vec<Reply>) {
        (from..until).for_each(|now| step(network, now, replies));
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
        assert_eq!(network.next(), Cycle::NEVER);
        reply.cycle - Cycle::new(100)
    }

    #[test]
    fn latencies_without_contention() {
        // 8 bytes are one flit of 32, a line with its header three. A read crosses in cycle 0, arrives in 16,
        // activates, is read in 28, its data ends with 44, it is ready for the network in 53, crosses until 55 and
        // can be used in 71.
        assert_eq!(alone(Kind::Read), 71);
        // A write crosses until 2, activates in 18, writes in 30, its data ends with 41; 50 + 16.
        assert_eq!(alone(Kind::Write), 66);
        // An atomic reads in 28, writes in 45, its data ends with 56; 65 + 16.
        assert_eq!(alone(Kind::Atomic), 81);
    }

    #[test]
    fn a_full_module_is_granted_nothing() {
        // The queue has one place before the controller, which a request takes from its grant on, and one place in
        // the controller. The first read arrives in 16 and enters the controller, so the second is granted. The
        // second arrives in 32, when the column command of 28 has made room, so the third is granted.
        let mut network = Network::new(&machine(&["network.queue=1", "dram.queue=1"]));
        for tag in 0..3 {
            network.send(packet(tag as u16, tag, Kind::Read, 0, 0));
        }
        let granted = |network: &Network<u64>| network.counts.requests.packets;
        let mut granted_in = Vec::new();
        let mut replies = Vec::new();
        for now in 0..100 {
            let before = granted(&network);
            step(&mut network, now, &mut replies);
            granted_in.extend((before..granted(&network)).map(|_| now));
        }
        assert_eq!(granted_in, [0, 16, 32]);
    }

    #[test]
    fn replies_that_wait_stop_the_column_commands() {
        // The module has a place for one reply. The column command of the first read is issued in 28; its reply is
        // granted in 53, so the column command of the second is issued in 54, though the bus was free from 36 on.
        let reads = |queue: &str| {
            let mut network = Network::new(&machine(&[queue]));
            network.send(packet(0, 0, Kind::Read, 0, 0));
            network.send(packet(1, 1, Kind::Read, 1, 0));
            let mut replies = Vec::new();
            every_cycle(&mut network, 0, 200, &mut replies);
            let cycles = replies.iter().map(|reply| reply.cycle.number());
            cycles.collect::<Vec<_>>()
        };
        assert_eq!(reads("network.queue=2"), [71, 79]);
        // Ready for the network in 54 + 9 + 8 + 8 = 79, and 18 cycles more as above.
        assert_eq!(reads("network.queue=1"), [71, 97]);
    }

    fn kinds() -> impl Strategy<Value = Kind> {
        prop_oneof![
            3 => Just(Kind::Read),
            2 => Just(Kind::Write),
            1 => Just(Kind::Atomic),
        ]
    }

    /// Packets with gaps between them.
    fn packets(of: &[(u16, Kind, u32, u64)]) -> Vec<Packet> {
        let mut cycle = 0;
        let mut sent = |(tag, &(core, kind, line, gap)): (usize, &(u16, Kind, u32, u64))| {
            cycle += gap;
            packet(core, tag as u32, kind, line, cycle)
        };
        of.iter().enumerate().map(&mut sent).collect()
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

        /// Skipping cycles changes nothing; replies are complete, in order, and never too early.
        #[test]
        fn skipping_changes_nothing(
            sent in proptest::collection::vec((0..16u16, kinds(), 0..600u32, 0..30u64), 1..150),
            config in machines(),
        ) {
            let mut skipping = Network::<u64>::new(&config);
            let mut stepping = Network::<u64>::new(&config);
            for packet in packets(&sent) {
                skipping.send(packet);
                stepping.send(packet);
            }
            let until = 50_000;
            let (mut skipped, mut stepped) = (Vec::new(), Vec::new());
            while skipping.next().number() < until {
                let (now, before) = (skipping.next(), skipped.len());
                skipping.advance(now + 1, now + 1, &mut skipped);
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

        /// Requests are handed in late, a quantum at a time, while modules are as far ahead as allowed; also with set
        /// types that have room for more cores.
        #[test]
        fn modules_ahead_of_requests_change_nothing(
            sent in proptest::collection::vec((0..16u16, kinds(), 0..600u32, 0..30u64), 1..150),
            config in machines(),
            quantum in 1..=20u64,
        ) {
            let mut sent = packets(&sent);
            let mut straight = Network::<u64>::new(&config);
            let mut ahead = Network::<ManyPorts>::new(&config);
            sent.iter().for_each(|packet| straight.send(*packet));
            let (mut all, mut early) = (Vec::new(), Vec::new());
            let end = Cycle::new(50_000);
            straight.advance(end, end, &mut all);
            let quantum = quantum.min(ahead.lead());
            for now in (0..50_000).step_by(quantum as usize).map(Cycle::new) {
                let later = sent.partition_point(|packet| packet.cycle < now);
                sent.drain(..later).for_each(|packet| ahead.send(packet));
                let before = early.len();
                ahead.advance(now, now + quantum, &mut early);
                let usable = now + ahead.lookahead();
                prop_assert!(early[before..].iter().all(|reply| reply.cycle >= usable));
            }
            ahead.advance(end, end, &mut early);
            prop_assert_eq!(all, early);
            prop_assert_eq!(straight.counts(), ahead.counts());
        }
    }
}
