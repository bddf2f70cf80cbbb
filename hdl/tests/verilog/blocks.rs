//! Blocks agree with naive models, and are clean.

use crate::common::clocked::{Outputs, Random, clocked};
use crate::common::lint::lint;
use crate::common::{Size, unit};
use heddle_hdl::blocks::{self, Offer};
use heddle_hdl::{Design, Hardware};
use std::collections::VecDeque;

/// Simulates a design, which must be clean.
fn run<U: Hardware<Params = Size>>(size: usize, inputs: &[Vec<u64>]) -> Vec<Outputs> {
    let design = Design::of::<U>(&Size(size)).unwrap_or_else(|errors| panic!("{errors}"));
    lint(&design);
    let found = clocked(&design, inputs);
    assert_eq!(found.len(), inputs.len());
    found
}

/// Compares outputs; outputs that the model leaves open may have any value.
fn assert_agrees(size: usize, found: &[Outputs], expected: &[Outputs]) {
    for (cycle, (found, expected)) in found.iter().zip(expected).enumerate() {
        let agrees = |(found, expected): (&Option<u64>, &Option<u64>)| {
            expected.is_none() || found == expected
        };
        let all = found.iter().zip(expected).all(agrees);
        assert!(
            all,
            "size {size}, cycle {cycle}: found {found:?}, expected {expected:?}"
        );
    }
}

unit! {
    Ones = ones(p);
    in { bits: bits(p.0 as u32); values: array(p.0, 4); key: bits(4); }
    out {
        low: bits(4); high: bits(4); or: bits(4); first: bits(p.0 as u32); one: bits(4);
        count: bits(4); chosen: bits(4); lowest_chosen: bits(4); hits: bits(p.0 as u32); found: bit; at: bits(4);
    }
    paths {
        low <- [bits]; high <- [bits]; or <- [bits, key]; first <- [bits]; one <- [bits];
        count <- [bits]; chosen <- [bits, values]; lowest_chosen <- [bits, values]; hits <- [values, key];
        found <- [bits, values, key]; at <- [bits, values, key];
    }
    |m, i, o| {
        o.low.set(blocks::lowest(m, "lowest", i.bits).zero_extend(4));
        o.high.set(blocks::highest(m, "highest", i.bits).zero_extend(4));
        o.or.set(blocks::lowest_or(m, "lowest_or_key", i.bits, i.key));
        o.first.set(blocks::lowest_one_hot("first", i.bits));
        o.one.set(blocks::encode(m, "one", i.bits).zero_extend(4));
        o.count.set(blocks::count_ones(m, "count", i.bits).zero_extend(4));
        o.chosen.set(blocks::one_hot_mux(m, "chosen", i.bits, i.values));
        o.lowest_chosen.set(blocks::lowest_mux(m, "lowest_chosen", i.bits, i.values));
        o.hits.set(blocks::matches(m, "hits", i.values, i.key));
        m.section("Several values in one fold: the first valid value that is the key.");
        let rows = m.array("row", p.0, 4);
        m.each("row", p.0, |n| rows.set(n, i.values.at(n) ^ i.key));
        let (none, zero) = (m.constant(0, 1), m.constant(0, 4));
        let [at, found] = m.folds([("at", zero), ("found", none)], p.0, |n, [at, found]| {
            let hit = !found & i.bits.bit(n) & rows.at(n).eq(0);
            [hit.mux(m.number(n, 4), at), hit.mux(1, found)]
        });
        o.at.set(at);
        o.found.set(found);
    }
}

fn ones(size: usize, row: &[u64]) -> Outputs {
    let [bits, packed, key] = row[..] else {
        panic!("three inputs");
    };
    let set: Vec<u64> = (0..size as u64).filter(|n| bits >> n & 1 == 1).collect();
    let value = |n: &u64| packed >> (4 * n) & 15;
    let or = |values: &mut dyn Iterator<Item = u64>| values.fold(0, |all, one| all | one);
    let hits = (0..size as u64).filter(|n| value(n) == key);
    let found = set.iter().find(|n| value(n) == key);
    vec![
        Some(set.first().copied().unwrap_or(0)),
        Some(set.last().copied().unwrap_or(0)),
        Some(set.first().copied().unwrap_or(key)),
        Some(set.first().map_or(0, |n| 1 << n)),
        Some(or(&mut set.iter().copied())),
        Some(set.len() as u64),
        Some(or(&mut set.iter().map(value))),
        set.first().map(value),
        Some(or(&mut hits.map(|n| 1 << n))),
        Some(u64::from(found.is_some())),
        Some(found.copied().unwrap_or(0)),
    ]
}

#[test]
fn ones_are_found_counted_and_select() {
    for size in [2, 5, 8, 13] {
        let mut random = Random::new(size as u64);
        let row = |random: &mut Random| {
            // Few ones, and values that often equal the key.
            let bits = random.below(1 << size) & random.below(1 << size);
            let values = (0..size).fold(0, |all, n| all | random.below(3) << (4 * n));
            vec![bits, values, random.below(3)]
        };
        let inputs: Vec<Vec<u64>> = (0..500).map(|_| row(&mut random)).collect();
        let expected: Vec<Outputs> = inputs.iter().map(|row| ones(size, row)).collect();
        assert_agrees(size, &run::<Ones>(size, &inputs), &expected);
    }
}

/// Model and stimuli of a handshake: a source that keeps its offer until it is taken, a sink that is ready
/// at random. `depth` offers fit in between; `passes` says whether ready passes through.
struct Queue {
    held: VecDeque<u64>,
    depth: usize,
    passes: bool,
}

impl Queue {
    /// Returns ready, valid, data and number; then acts on the inputs.
    fn cycle(&mut self, [valid, data, ready]: [u64; 3]) -> Outputs {
        let is_ready = self.held.len() < self.depth || self.passes && ready == 1;
        let front = self.held.front().copied();
        let outputs = vec![
            Some(is_ready.into()),
            Some(front.is_some().into()),
            front,
            Some(self.held.len() as u64),
        ];
        if ready == 1 {
            self.held.pop_front();
        }
        if valid == 1 && is_ready {
            self.held.push_back(data);
        }
        outputs
    }
}

fn assert_queue<U: Hardware<Params = Size>>(depth: usize, passes: bool) {
    let mut random = Random::new(depth as u64);
    let held = VecDeque::new();
    let mut queue = Queue {
        held,
        depth,
        passes,
    };
    let (mut inputs, mut expected) = (Vec::new(), Vec::new());
    let mut offer = [0, 0];
    for cycle in 0..3000u64 {
        // Phases in which the source, the sink, or neither is the slower one.
        let (source, sink) = [(9, 3), (3, 9), (9, 9), (5, 5)][(cycle / 100 % 4) as usize];
        if offer[0] == 0 {
            offer = [u64::from(random.below(10) < source), random.below(256)];
        }
        let ready = u64::from(random.below(10) < sink);
        let outputs = queue.cycle([offer[0], offer[1], ready]);
        inputs.push(vec![offer[0], offer[1], ready]);
        if outputs[0] == Some(1) {
            offer[0] = 0;
        }
        expected.push(outputs);
    }
    assert!(
        expected.iter().any(|row| row[3] == Some(depth as u64)),
        "it fills up"
    );
    let mut found = run::<U>(depth, &inputs);
    if found[0].len() == 3 {
        found
            .iter_mut()
            .zip(&expected)
            .for_each(|(row, expected)| row.push(expected[3]));
    }
    assert_agrees(depth, &found, &expected);
}

unit! {
    Slice = slice(p);
    in { valid: bit; data: bits(8); take: bit; }
    out { ready: bit; out_valid: bit; out_data: bits(8); }
    paths { ready <- [take]; }
    |m, i, o| {
        let input = Offer { valid: i.valid, data: i.data };
        let (output, ready) = blocks::register_slice(m, "slice", input, i.take);
        o.ready.set(ready);
        o.out_valid.set(output.valid);
        o.out_data.set(output.data);
    }
}

unit! {
    Skid = skid(p);
    in { valid: bit; data: bits(8); take: bit; }
    out { ready: bit; out_valid: bit; out_data: bits(8); }
    paths { }
    |m, i, o| {
        let input = Offer { valid: i.valid, data: i.data };
        let (output, ready) = blocks::skid_buffer(m, "skid", input, i.take);
        o.ready.set(ready);
        o.out_valid.set(output.valid);
        o.out_data.set(output.data);
    }
}

unit! {
    Half = half(p);
    in { valid: bit; data: bits(8); take: bit; }
    out { ready: bit; out_valid: bit; out_data: bits(8); }
    paths { }
    |m, i, o| {
        let slice = blocks::half_rate_slice(m, "half", i.valid, i.take, "no source counts it");
        o.ready.set(slice.ready);
        o.out_valid.set(slice.full);
        o.out_data.set(m.register("half_data", 8).next_when(slice.ready, i.data));
    }
}

unit! {
    Queued = queued(p);
    in { valid: bit; data: bits(8); take: bit; }
    out { ready: bit; out_valid: bit; out_data: bits(8); count: bits(5); }
    paths { }
    |m, i, o| {
        let input = Offer { valid: i.valid, data: i.data };
        let fifo = blocks::fifo(m, "queue", p.0, input, i.take);
        o.ready.set(fifo.ready);
        o.out_valid.set(fifo.output.valid);
        o.out_data.set(fifo.output.data);
        o.count.set(fifo.count.zero_extend(5));
    }
}

#[test]
fn handshakes_lose_and_reorder_nothing() {
    assert_queue::<Slice>(1, true);
    assert_queue::<Skid>(2, false);
    assert_queue::<Half>(1, false);
}

#[test]
fn queues_of_any_depth() {
    for depth in [1, 2, 3, 7, 16] {
        assert_queue::<Queued>(depth, false);
    }
}

unit! {
    Numbers = numbers(p);
    in { take: bits(2); release: bits(2); first: bits(4); second: bits(4); }
    out { valid: bits(2); one: bits(4); two: bits(4); count: bits(5); }
    paths { }
    |m, i, o| {
        let bits = p.0.next_power_of_two().ilog2();
        let back = |n: u32, number: heddle_hdl::Expr<'m>| Offer {
            valid: i.release.bit(n),
            data: number.truncate(bits),
        };
        if bits < 4 {
            m.unused(i.first.bits(3, bits));
            m.unused(i.second.bits(3, bits));
        }
        let takes = [i.take.bit(0), i.take.bit(1)];
        let releases = [back(0, i.first), back(1, i.second)];
        let list = blocks::free_list(m, "number", p.0, &takes, &releases);
        let [one, two] = list.offers[..] else { panic!("an offer for each take") };
        o.valid.set(two.valid.cat(one.valid));
        o.one.set(one.data.zero_extend(4));
        o.two.set(two.data.zero_extend(4));
        o.count.set(list.count.zero_extend(5));
    }
}

#[test]
fn free_numbers_are_handed_out_in_order() {
    for length in [3, 5, 8, 16] {
        let mut random = Random::new(length as u64);
        let mut free: VecDeque<u64> = (0..length as u64).collect();
        let mut taken: Vec<u64> = Vec::new();
        let (mut inputs, mut expected) = (Vec::new(), Vec::new());
        for cycle in 0..2000u64 {
            let eager = if cycle / 50 % 2 == 0 { 3 } else { 1 };
            let count = (random.below(3).min(eager) as usize).min(free.len());
            let place = |n: usize| free.get(n).copied();
            expected.push(vec![
                Some([0, 1, 3][free.len().min(2)]),
                place(0),
                place(1),
                Some(free.len() as u64),
            ]);
            let mut back = [None, None];
            for slot in &mut back {
                if !taken.is_empty() && random.below(4) >= eager {
                    *slot = Some(taken.swap_remove(random.below(taken.len() as u64) as usize));
                }
            }
            taken.extend(free.drain(..count));
            let releases = u64::from(back[0].is_some()) | u64::from(back[1].is_some()) << 1;
            free.extend(back.iter().flatten());
            inputs.push(vec![
                (1 << count) - 1,
                releases,
                back[0].unwrap_or(0),
                back[1].unwrap_or(0),
            ]);
        }
        assert_agrees(length, &run::<Numbers>(length, &inputs), &expected);
    }
}

unit! {
    Cleared = cleared(p);
    in { on: bit; at: bits(4); value: bits(4); }
    out { done: bit; word: bits(4); }
    paths { word <- [at]; }
    |m, i, o| {
        let walk = blocks::walker(m, p.0);
        let at = i.at.truncate(p.0.ilog2());
        if p.0 < 16 {
            m.unused(i.at.bits(3, p.0.ilog2()));
        }
        let word = m.memory("word", p.0, 4);
        let row = walk.until_done(walk.row, at);
        word.write(row, walk.until_done(1, i.on), walk.until_done(9, i.value));
        o.done.set(walk.done);
        o.word.set(word.read(at));
    }
}

#[test]
fn a_walk_writes_every_row_once_and_says_when() {
    for rows in [2usize, 8, 16] {
        let mut random = Random::new(rows as u64);
        let mut words = vec![None; rows];
        let (mut inputs, mut expected) = (Vec::new(), Vec::new());
        for cycle in 0..200 {
            let [on, at, value] = [2, rows as u64, 16].map(|below| random.below(below));
            let ready = cycle >= rows;
            let on = on & u64::from(ready);
            expected.push(vec![Some(u64::from(ready)), words[at as usize]]);
            inputs.push(vec![on, at, value]);
            match ready {
                false => words[cycle] = Some(9),
                true if on == 1 => words[at as usize] = Some(value),
                true => {}
            }
        }
        assert_agrees(rows, &run::<Cleared>(rows, &inputs), &expected);
    }
}

unit! {
    Circle = circle(p);
    in { push: bits(2); first: bits(8); second: bits(8); pop: bits(2); }
    out { valid: bits(2); one: bits(8); two: bits(8); count: bits(5); }
    paths { }
    |m, i, o| {
        let offer = |n: u32, data| Offer { valid: i.push.bit(n), data };
        let pushes = [offer(0, i.first), offer(1, i.second)];
        let pops = [i.pop.bit(0), i.pop.bit(1)];
        let ring = blocks::ring(m, "circle", p.0, &pushes, &pops).overhead("a test counts none");
        let [one, two] = ring.fronts[..] else { panic!("a front for each pop") };
        o.valid.set(two.valid.cat(one.valid));
        o.one.set(one.data);
        o.two.set(two.data);
        o.count.set(ring.count.zero_extend(5));
    }
}

#[test]
fn rings_keep_the_order() {
    for length in [2, 3, 5, 8, 16] {
        let design = Design::of::<Circle>(&Size(length)).expect("a clean description");
        assert_eq!(
            (design.top().memory_bits(), design.top().register_bits()),
            (0, 0)
        );
        let mut random = Random::new(length as u64);
        let mut held: VecDeque<u64> = VecDeque::new();
        let (mut inputs, mut expected) = (Vec::new(), Vec::new());
        for cycle in 0..2000 {
            let eager = if cycle / 50 % 2 == 0 { [4, 2] } else { [2, 4] };
            let count = held.len();
            expected.push(vec![
                Some([0, 1, 3][count.min(2)]),
                held.front().copied(),
                held.get(1).copied(),
                Some(count as u64),
            ]);
            let pops = (random.below(eager[1]).min(2) as usize).min(count);
            // Either push may come alone.
            let mut push = random.below(eager[0]);
            if count + push.count_ones() as usize > length {
                push = 0;
            }
            let values = [random.below(256), random.below(256)];
            held.drain(..pops);
            held.extend((0..2).filter(|n| push >> n & 1 == 1).map(|n| values[n]));
            inputs.push(vec![push, values[0], values[1], (1 << pops) - 1]);
        }
        assert!(expected.iter().any(|row| row[3] == Some(length as u64)));
        assert_agrees(length, &run::<Circle>(length, &inputs), &expected);
    }
}
