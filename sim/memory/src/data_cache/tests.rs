//! A small cache, compared with sequences written by hand.

use super::*;
use heddle_types::{Cycle, LaneMask};

/// Two sets of two lines of 16 bytes, two miss registers for two waiters each, two places for
/// outgoing lines, hits in 2 cycles; stacks are lines 0x80 to 0xff, shared memory is 0x100 to
/// 0x10f.
fn cache(write: &str) -> DataCache {
    let sets = [
        "memory.cache_bytes=64",
        "memory.cache_ways=2",
        "memory.mshrs=2",
        "memory.mshr_merges=2",
        "memory.outgoing=2",
        write,
    ];
    let source = heddle_contract::config::Source::Preset("tiny".into());
    let config = Config::load(&source, &sets.map(String::from)).unwrap();
    DataCache::new(&config, 3, 0x800..0x1000, 0x1000..0x1100)
}

fn back() -> DataCache {
    cache("memory.write=back")
}

fn ask(cache: &mut DataCache, access: LineAccess, line: u32, cycle: u64) -> Service {
    ask_words(cache, access, line, &[0], cycle)
}

/// A request for some of the words of a line, each by its number in the line.
fn ask_words(
    cache: &mut DataCache,
    access: LineAccess,
    line: u32,
    numbers: &[u32],
    cycle: u64,
) -> Service {
    let mut words = WordMask::NONE;
    numbers
        .iter()
        .for_each(|word| words.insert(16 * line + 4 * word));
    let waiter = Waiter {
        tag: cycle as u32,
        lanes: LaneMask::all(2),
    };
    cache.access(LineRequest {
        line,
        access,
        words,
        waiter,
        cycle: Cycle::new(cycle),
    })
}

fn load_words(cache: &mut DataCache, line: u32, numbers: &[u32], cycle: u64) -> Service {
    ask_words(cache, LineAccess::Load, line, numbers, cycle)
}

fn store_words(cache: &mut DataCache, line: u32, numbers: &[u32], cycle: u64) -> Service {
    ask_words(cache, LineAccess::Store, line, numbers, cycle)
}

fn load(cache: &mut DataCache, line: u32, cycle: u64) -> Service {
    ask(cache, LineAccess::Load, line, cycle)
}

fn store(cache: &mut DataCache, line: u32, cycle: u64) -> Service {
    ask(cache, LineAccess::Store, line, cycle)
}

fn hit(ready: u64) -> Service {
    let ready = Cycle::new(ready);
    Service::Hit { ready }
}

fn sent(cache: &mut DataCache) -> Vec<Packet> {
    cache.sent().collect()
}

fn kinds(packets: &[Packet]) -> Vec<(Kind, u32)> {
    packets
        .iter()
        .map(|packet| (packet.kind, packet.line))
        .collect()
}

/// Replies to a packet; returns the tags of the waiters.
fn answer(cache: &mut DataCache, packet: Packet) -> Vec<u32> {
    let Packet {
        core,
        tag,
        line,
        kind,
        cycle,
    } = packet;
    let mut woken = Vec::new();
    let reply = Reply {
        core,
        tag,
        line,
        kind,
        cycle: cycle + 20,
    };
    cache.reply(reply, |waiter| woken.push(waiter.tag));
    woken
}

#[test]
fn a_line_is_fetched_once_and_wakes_all_in_order() {
    let mut cache = back();
    assert_eq!(load(&mut cache, 4, 0), Service::Miss);
    assert_eq!(load(&mut cache, 4, 7), Service::Miss);
    let packets = sent(&mut cache);
    assert_eq!(kinds(&packets), [(Kind::Read, 4)]);
    assert_eq!((packets[0].core, packets[0].cycle), (3, Cycle::ZERO));
    assert_eq!(answer(&mut cache, packets[0]), [0, 7]);
    assert_eq!(load(&mut cache, 4, 30), hit(32));
    let counts = cache.counts();
    assert_eq!((counts.accesses, counts.thread_accesses), (3, 6));
    let found = (counts.hits, counts.misses, counts.pending_hits);
    assert_eq!(found, (1, 2, 1));
}

#[test]
fn without_sharing_every_access_that_misses_sends_for_its_line() {
    let mut cache = DataCache {
        shares: false,
        ..back()
    };
    assert_eq!(load(&mut cache, 4, 0), Service::Miss);
    assert_eq!(store(&mut cache, 4, 7), hit(8));
    // Both registers are in use, also for a store.
    assert_eq!(load(&mut cache, 4, 8), Service::Refused);
    assert_eq!(store(&mut cache, 4, 8), Service::Refused);
    let packets = sent(&mut cache);
    assert_eq!(kinds(&packets), [(Kind::Read, 4), (Kind::Read, 4)]);
    // The first reply brings the line; the second one wakes its waiters, of which there are none.
    assert_eq!(answer(&mut cache, packets[0]), [0]);
    assert_eq!(load(&mut cache, 4, 30), hit(32));
    assert!(answer(&mut cache, packets[1]).is_empty());
    assert_eq!(load(&mut cache, 4, 50), hit(52));
    let counts = cache.counts();
    let found = (counts.hits, counts.misses, counts.pending_hits);
    assert_eq!(found, (2, 2, 0));
}

#[test]
fn without_registers_waiters_or_ways_a_line_is_refused() {
    let mut cache = back();
    assert_eq!(load(&mut cache, 0, 0), Service::Miss);
    assert_eq!(load(&mut cache, 0, 1), Service::Miss);
    // Two wait for line 0 already.
    assert_eq!(load(&mut cache, 0, 2), Service::Refused);
    assert_eq!(load(&mut cache, 2, 3), Service::Miss);
    // Both registers are in use.
    assert_eq!(load(&mut cache, 1, 4), Service::Refused);
    let packets = sent(&mut cache);
    answer(&mut cache, packets[0]);
    // All registers but one are free again, and set 0 has a way that does not wait.
    assert_eq!(load(&mut cache, 4, 25), Service::Miss);
    // Lines 2 and 4 are in flight and occupy both ways of set 0; the next request also needs a register.
    answer(&mut cache, packets[1]);
    assert_eq!(load(&mut cache, 6, 26), Service::Miss);
    assert_eq!(cache.counts().refused, 2);
}

#[test]
fn every_way_of_a_set_on_its_way_refuses_a_third_line() {
    let mut cache = cache("memory.mshrs=3");
    assert_eq!(load(&mut cache, 0, 0), Service::Miss);
    assert_eq!(load(&mut cache, 2, 1), Service::Miss);
    assert_eq!(load(&mut cache, 4, 2), Service::Refused);
    assert_eq!(load(&mut cache, 1, 3), Service::Miss);
}

#[test]
fn a_dirty_line_is_written_back_when_it_leaves() {
    let mut cache = back();
    // A store that misses fetches its line, and no instruction waits for it.
    assert_eq!(store(&mut cache, 0, 0), hit(1));
    let fetched = sent(&mut cache);
    assert_eq!(kinds(&fetched), [(Kind::Read, 0)]);
    assert!(answer(&mut cache, fetched[0]).is_empty());
    // Line 2 is clean, and both are in set 0; line 4 takes the place of the older, line 0.
    assert_eq!(load(&mut cache, 2, 30), Service::Miss);
    let fetched = sent(&mut cache);
    answer(&mut cache, fetched[0]);
    assert_eq!(load(&mut cache, 4, 60), Service::Miss);
    let packets = sent(&mut cache);
    assert_eq!(kinds(&packets), [(Kind::Write, 0), (Kind::Read, 4)]);
    assert_eq!(cache.counts().written, 1);
    // The clean line 2 is dropped without a write.
    answer(&mut cache, packets[1]);
    assert_eq!(load(&mut cache, 6, 90), Service::Miss);
    assert_eq!(kinds(&sent(&mut cache)), [(Kind::Read, 6)]);
}

#[test]
fn without_a_place_to_go_a_dirty_line_stays() {
    let mut cache = back();
    for (cycle, line) in [(0, 0x80), (1, 0x82), (2, 0x84), (3, 0x86)] {
        // Stacks are not fetched; the third and fourth push out the first two.
        assert!(matches!(
            store(&mut cache, line, cycle),
            Service::Hit { .. }
        ));
    }
    let packets = sent(&mut cache);
    assert_eq!(kinds(&packets), [(Kind::Write, 0x80), (Kind::Write, 0x82)]);
    assert_eq!(store(&mut cache, 0x88, 4), Service::Refused);
    answer(&mut cache, packets[0]);
    assert_eq!(store(&mut cache, 0x88, 30), hit(31));
}

#[test]
fn stores_written_through_take_a_place_each_and_allocate_on_stacks_only() {
    let mut cache = cache("memory.write=through");
    assert_eq!(store(&mut cache, 5, 0), hit(1));
    assert_eq!(store(&mut cache, 0x81, 1), hit(2));
    assert_eq!(store(&mut cache, 5, 2), Service::Refused);
    let packets = sent(&mut cache);
    assert_eq!(kinds(&packets), [(Kind::Write, 5), (Kind::Write, 0x81)]);
    packets.into_iter().for_each(|packet| {
        answer(&mut cache, packet);
    });
    assert_eq!(load(&mut cache, 0x81, 40), hit(42));
    assert_eq!(load(&mut cache, 5, 40), Service::Miss);
}

#[test]
fn atomics_go_to_memory_and_take_the_cores_copy_with_them() {
    let mut cache = back();
    store(&mut cache, 0x80, 0);
    assert_eq!(ask(&mut cache, LineAccess::Atomic, 0x80, 5), Service::Miss);
    let packets = sent(&mut cache);
    assert_eq!(kinds(&packets), [(Kind::Write, 0x80), (Kind::Atomic, 0x80)]);
    // Both places are taken.
    assert_eq!(ask(&mut cache, LineAccess::Atomic, 9, 6), Service::Refused);
    assert_eq!(answer(&mut cache, packets[1]), [5]);
    assert_eq!(load(&mut cache, 0x80, 40), Service::Miss);
}

#[test]
fn shared_memory_always_answers_and_is_not_counted() {
    let mut cache = back();
    let shared = ask(&mut cache, LineAccess::Atomic, 0x100, 70);
    assert_eq!(shared, hit(72));
    assert_eq!(cache.counts().accesses, 0);
}

#[test]
fn a_flush_writes_back_what_is_dirty_and_forgets_the_rest() {
    let mut cache = back();
    store(&mut cache, 0x80, 0);
    store(&mut cache, 0x81, 1);
    assert_eq!(load(&mut cache, 4, 2), Service::Miss);
    let fetched = sent(&mut cache);
    answer(&mut cache, fetched[0]);
    cache.flush(Cycle::new(50));
    let packets = sent(&mut cache);
    let written = [(Kind::Write, 0x80), (Kind::Write, 0x81)];
    assert_eq!(kinds(&packets), written);
    assert_eq!(
        packets
            .iter()
            .map(|packet| packet.cycle.number())
            .collect::<Vec<_>>(),
        [50, 51]
    );
    packets.into_iter().for_each(|packet| {
        answer(&mut cache, packet);
    });
    assert_eq!(load(&mut cache, 4, 90), Service::Miss);
}

/// A thread writes word 0 of a stack line; two stores to other lines of the set push the line out.
fn word_0_leaves(cache: &mut DataCache) {
    for (cycle, line) in [(0, 0x80), (1, 0x82), (2, 0x84)] {
        store_words(cache, line, &[0], cycle);
    }
    let packets = sent(cache);
    assert_eq!(kinds(&packets), [(Kind::Write, 0x80)]);
    packets.into_iter().for_each(|packet| {
        answer(cache, packet);
    });
}

#[test]
fn a_stack_line_hits_for_words_that_were_written_since_it_was_allocated() {
    let mut cache = back();
    word_0_leaves(&mut cache);
    // Another thread's store allocates the line once more.
    assert_eq!(store_words(&mut cache, 0x80, &[1], 30), hit(31));
    assert_eq!(load_words(&mut cache, 0x80, &[1], 31), hit(33));
    sent(&mut cache);
    // Word 0 is in memory. The whole line is on its way then, also for the word that was written.
    assert_eq!(load_words(&mut cache, 0x80, &[0], 32), Service::Miss);
    let packets = sent(&mut cache);
    assert_eq!(kinds(&packets), [(Kind::Read, 0x80)]);
    assert_eq!(load_words(&mut cache, 0x80, &[1], 33), Service::Miss);
    assert_eq!(store_words(&mut cache, 0x80, &[2], 34), hit(35));
    assert_eq!(answer(&mut cache, packets[0]), [32, 33]);
    assert_eq!(load_words(&mut cache, 0x80, &[0, 1, 2, 3], 60), hit(62));
}

#[test]
fn a_fetched_stack_line_keeps_what_was_written() {
    let mut cache = back();
    store_words(&mut cache, 0x80, &[1], 0);
    assert_eq!(load_words(&mut cache, 0x80, &[0, 1], 1), Service::Miss);
    let packets = sent(&mut cache);
    answer(&mut cache, packets[0]);
    cache.flush(Cycle::new(50));
    assert_eq!(kinds(&sent(&mut cache)), [(Kind::Write, 0x80)]);
}

#[test]
fn the_words_of_a_line_before_do_not_count_for_the_line_in_its_place() {
    let mut cache = back();
    for (cycle, line) in [(0, 0x80), (1, 0x82)] {
        store_words(&mut cache, line, &[0, 1, 2, 3], cycle);
    }
    store_words(&mut cache, 0x84, &[3], 2);
    assert_eq!(load_words(&mut cache, 0x84, &[3], 3), hit(5));
    assert_eq!(load_words(&mut cache, 0x84, &[2], 4), Service::Miss);
}

#[test]
fn without_a_free_register_the_rest_of_a_stack_line_is_refused() {
    let mut cache = back();
    store_words(&mut cache, 0x80, &[1], 0);
    assert_eq!(load(&mut cache, 1, 1), Service::Miss);
    assert_eq!(load(&mut cache, 3, 2), Service::Miss);
    assert_eq!(load_words(&mut cache, 0x80, &[0], 3), Service::Refused);
    assert_eq!(load_words(&mut cache, 0x80, &[1], 4), hit(6));
    let packets = sent(&mut cache);
    answer(&mut cache, packets[0]);
    assert_eq!(load_words(&mut cache, 0x80, &[0], 30), Service::Miss);
}

#[test]
fn written_through_words_count_as_well() {
    let mut cache = cache("memory.write=through");
    store_words(&mut cache, 0x80, &[1], 0);
    store_words(&mut cache, 0x80, &[2], 1);
    assert_eq!(load_words(&mut cache, 0x80, &[1, 2], 2), hit(4));
    assert_eq!(load_words(&mut cache, 0x80, &[0], 3), Service::Miss);
}

#[test]
fn a_stack_line_can_count_as_whole() {
    let mut cache = cache("memory.stack_lines=whole");
    cache.write = Write::Back;
    word_0_leaves(&mut cache);
    assert_eq!(store_words(&mut cache, 0x80, &[1], 30), hit(31));
    assert_eq!(load_words(&mut cache, 0x80, &[0], 31), hit(33));
}
