//! One direction of the network: an input-queued crossbar with a queue for each pair of input and output, so that a
//! packet never waits for a packet to a different output.
//!
//! From its grant on, a packet holds its input and its output for as many cycles as it has flits (MEM-17).

use super::matching::Matching;
use super::ports::Ports;
use crate::backend::CrossbarCounts;
use heddle_types::Cycle;
use std::collections::VecDeque;

#[derive(Clone, Copy, Debug)]
struct Waiting<T> {
    item: T,
    flits: u32,
    since: Cycle,
}

#[derive(Clone, Copy, Debug)]
struct Transfer<T> {
    item: T,
    input: usize,
    /// The last cycle in which the packet holds its ports.
    last: Cycle,
}

/// An event in a cycle of a crossbar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event<T> {
    /// A packet was granted and begins to cross.
    Granted { input: usize, output: usize },
    /// The last flit of a packet has crossed.
    Crossed {
        input: usize,
        output: usize,
        item: T,
    },
}

/// A crossbar for packets that carry a `T`. The set types `I` and `O` bound the number of inputs and outputs.
#[derive(Clone, Debug)]
pub(super) struct Crossbar<T, I, O> {
    outputs: usize,
    /// The queue of input `i` and output `o`, at index `i * outputs + o`.
    queues: Vec<VecDeque<Waiting<T>>>,
    /// For each output, the inputs that have a packet for it.
    wanted: Vec<I>,
    /// Outputs with a queued packet.
    outputs_wanted: O,
    busy_inputs: I,
    busy_outputs: O,
    /// The transfer of each busy output.
    transfers: Vec<Option<Transfer<T>>>,
    /// The earliest end of a transfer; [`Cycle::NEVER`] without any transfer.
    next_last: Cycle,
    matching: Matching<O>,
}

impl<T: Copy, I: Ports, O: Ports> Crossbar<T, I, O> {
    pub fn new(inputs: usize, outputs: usize, rounds: u32, seed: u64) -> Self {
        Crossbar {
            outputs,
            queues: vec![VecDeque::new(); inputs * outputs],
            wanted: vec![I::NONE; outputs],
            outputs_wanted: O::NONE,
            busy_inputs: I::NONE,
            busy_outputs: O::NONE,
            transfers: vec![None; outputs],
            next_last: Cycle::NEVER,
            matching: Matching::new(inputs, rounds, seed),
        }
    }

    /// Queues a packet that can be granted from cycle `now` on.
    pub fn push(&mut self, input: usize, output: usize, flits: u32, item: T, now: Cycle) {
        let since = now;
        self.queues[input * self.outputs + output].push_back(Waiting { item, flits, since });
        self.wanted[output].insert(input);
        self.outputs_wanted.insert(output);
    }

    /// Simulates one cycle; `open` is the set of outputs that accept packets.
    pub fn step(
        &mut self,
        now: Cycle,
        open: O,
        counts: &mut CrossbarCounts,
        mut event: impl FnMut(Event<T>),
    ) {
        let free = self.outputs_wanted.and(open).without(self.busy_outputs);
        if !free.is_empty() {
            self.allocate(now, free, counts, &mut event);
        }
        if self.next_last == now {
            self.finish(now, &mut event);
        }
    }

    fn allocate(
        &mut self,
        now: Cycle,
        free_outputs: O,
        counts: &mut CrossbarCounts,
        event: &mut impl FnMut(Event<T>),
    ) {
        let inputs = I::ALL.without(self.busy_inputs);
        for index in 0..self.matching.run(&self.wanted, inputs, free_outputs) {
            let (input, output) = self.matching.pair(index);
            self.start(now, input, output, counts);
            event(Event::Granted { input, output });
        }
    }

    fn start(&mut self, now: Cycle, input: usize, output: usize, counts: &mut CrossbarCounts) {
        let queue = &mut self.queues[input * self.outputs + output];
        let packet = queue.pop_front().expect("only queued packets are wanted");
        if queue.is_empty() {
            self.wanted[output].remove(input);
        }
        if self.wanted[output].is_empty() {
            self.outputs_wanted.remove(output);
        }
        counts.packets += 1;
        counts.flits += u64::from(packet.flits);
        counts.waiting_cycles += now - packet.since;
        let last = now + u64::from(packet.flits) - 1;
        let item = packet.item;
        self.transfers[output] = Some(Transfer { item, input, last });
        self.busy_inputs.insert(input);
        self.busy_outputs.insert(output);
        self.next_last = self.next_last.min(last);
    }

    fn finish(&mut self, now: Cycle, event: &mut impl FnMut(Event<T>)) {
        self.next_last = Cycle::NEVER;
        for output in self.busy_outputs.iter() {
            let Transfer { item, input, last } =
                self.transfers[output].expect("a busy output has a transfer");
            if last > now {
                self.next_last = self.next_last.min(last);
                continue;
            }
            self.busy_inputs.remove(input);
            self.busy_outputs.remove(output);
            event(Event::Crossed {
                input,
                output,
                item,
            });
        }
    }

    /// Whether a packet is queued for one of these outputs.
    pub fn wants(&self, outputs: O) -> bool {
        !self.outputs_wanted.and(outputs).is_empty()
    }

    /// The first cycle after `now` in which something can happen; [`Cycle::NEVER`] if nothing can happen until a
    /// packet is pushed or an output opens.
    pub fn next(&self, now: Cycle, open: O) -> Cycle {
        let free = self.outputs_wanted.and(open).without(self.busy_outputs);
        let can_start = |output: usize| !self.wanted[output].without(self.busy_inputs).is_empty();
        match free.iter().any(can_start) {
            true => now + 1,
            false => self.next_last,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_machines::cases;
    use proptest::prelude::*;

    struct Run {
        crossbar: Crossbar<usize, u64, u64>,
        counts: CrossbarCounts,
        /// Cycle, input, output and item of each packet that has crossed.
        crossed: Vec<(u64, usize, usize, usize)>,
    }

    impl Run {
        fn new(ports: usize) -> Self {
            Run {
                crossbar: Crossbar::new(ports, ports, 4, 1),
                counts: CrossbarCounts::default(),
                crossed: Vec::new(),
            }
        }

        fn push(&mut self, input: usize, output: usize, flits: u32, item: usize, now: u64) {
            let now = Cycle::new(now);
            self.crossbar.push(input, output, flits, item, now);
        }

        /// The next cycle in which something can happen, if one exists.
        fn next(&self, now: u64, open: u64) -> Option<u64> {
            let next = self.crossbar.next(Cycle::new(now), open);
            (next != Cycle::NEVER).then_some(next.number())
        }

        fn cycle(&mut self, now: u64, open: u64) {
            self.crossbar
                .step(Cycle::new(now), open, &mut self.counts, |event| {
                    if let Event::Crossed {
                        input,
                        output,
                        item,
                    } = event
                    {
                        self.crossed.push((now, input, output, item));
                    }
                });
        }
    }

    #[test]
    fn a_permutation_passes_at_full_rate() {
        let mut run = Run::new(8);
        for item in 0..10 {
            (0..8).for_each(|input| run.push(input, (input * 3) % 8, 2, item, 0));
        }
        (0..20).for_each(|now| run.cycle(now, u64::MAX));
        // With two flits a packet, the nth packet of each pair of ports has crossed with cycle 2n + 1.
        assert_eq!(run.crossed.len(), 80);
        for &(cycle, input, output, item) in &run.crossed {
            assert_eq!(output, input * 3 % 8);
            assert_eq!(cycle, 2 * item as u64 + 1);
        }
        assert_eq!((run.counts.packets, run.counts.flits), (80, 160));
        // The packets of each input wait for 0, 2, 4 ... 18 cycles.
        assert_eq!(run.counts.waiting_cycles, 8 * 90);
    }

    #[test]
    fn one_output_takes_one_packet_at_a_time() {
        let mut run = Run::new(4);
        (0..4).for_each(|input| run.push(input, 2, 3, input, 0));
        (0..12).for_each(|now| run.cycle(now, u64::MAX));
        let cycles: Vec<u64> = run.crossed.iter().map(|crossed| crossed.0).collect();
        assert_eq!(cycles, [2, 5, 8, 11]);
        let mut inputs: Vec<usize> = run.crossed.iter().map(|crossed| crossed.1).collect();
        inputs.sort_unstable();
        assert_eq!(inputs, [0, 1, 2, 3]);
    }

    #[test]
    fn a_closed_output_is_not_granted_and_holds_nobody_else_up() {
        let mut run = Run::new(4);
        run.push(0, 1, 1, 10, 0);
        run.push(0, 2, 1, 11, 0);
        run.cycle(0, !(1 << 1));
        assert_eq!(run.crossed, [(0, 0, 2, 11)]);
        assert_eq!(run.next(0, !(1 << 1)), None);
        assert_eq!(run.next(0, u64::MAX), Some(1));
        run.cycle(7, u64::MAX);
        assert_eq!(run.crossed[1], (7, 0, 1, 10));
        assert_eq!(run.counts.waiting_cycles, 7);
    }

    proptest! {
        #![proptest_config(cases(100))]

        #[test]
        fn packets_arrive_once_and_in_order(
            packets in proptest::collection::vec((0..5usize, 0..7usize, 1..6u32, 0..4u64), 1..200),
        ) {
            let mut run = Run::new(7);
            let mut now = 0;
            for (item, &(input, output, flits, gap)) in packets.iter().enumerate() {
                (now..now + gap).for_each(|cycle| run.cycle(cycle, u64::MAX));
                now += gap;
                run.push(input, output, flits, item, now);
            }
            // Longer than all transfers one after the other.
            (now..now + 1200).for_each(|cycle| run.cycle(cycle, u64::MAX));
            prop_assert_eq!(run.next(now + 1200, u64::MAX), None);
            let mut last = [[None; 7]; 7];
            let mut busy = [[0; 7]; 2];
            for &(cycle, input, output, item) in &run.crossed {
                let (from, to, flits, _) = packets[item];
                prop_assert_eq!((from, to), (input, output));
                prop_assert!(last[input][output].replace(item) < Some(item));
                // No port carries two packets at once.
                for (side, port) in [(0, input), (1, output)] {
                    prop_assert!(cycle + 1 >= busy[side][port] + u64::from(flits));
                    busy[side][port] = cycle + 1;
                }
            }
            prop_assert_eq!(run.crossed.len(), packets.len());
        }
    }
}
