//! Queues.

use super::{Offer, around};
use crate::builder::{bits_of, index_bits};
use crate::{Expr, ModuleBuilder, ReadDuringWrite};

/// The outputs of a queue.
#[derive(Clone, Copy, Debug)]
pub struct Fifo<'m> {
    /// Whether the queue accepts an offer.
    pub ready: Expr<'m>,
    /// The oldest entry.
    pub output: Offer<'m>,
    /// Number of entries held, 0 to the depth.
    pub count: Expr<'m>,
}

/// A queue of `depth` entries between a source and a sink that is ready when `ready` is 1.
///
/// One cycle from input to output, one entry in and one out each cycle. All results come from registers:
/// the queue is ready unless it is full, even if an entry leaves in the cycle. Entries are held in a memory with one
/// write port and one registered read port, as a block RAM has. After reset the queue is empty.
#[track_caller]
pub fn fifo<'m>(
    m: &'m ModuleBuilder,
    name: &str,
    depth: usize,
    input: Offer<'m>,
    ready: Expr<'m>,
) -> Fifo<'m> {
    let (bits, count_bits) = (index_bits(depth), bits_of(depth as u64));
    let named = |what: &str| format!("{name}_{what}");
    let memory = m.memory(named("entry"), depth, input.data.width());
    let head = m.register(named("head"), bits).reset(0);
    let tail = m.register(named("tail"), bits).reset(0);
    let count = m.register(named("count"), count_bits).reset(0);
    let is_ready = count.ne(depth as u64).named(named("ready"));
    let valid = count.ne(0).named(named("valid"));
    let puts = (input.valid & is_ready).named(named("puts"));
    let take_en = (valid & ready).named(named("take_en"));
    let next_head = take_en.mux(around(m, depth, *head, 1), *head);
    let next_head = next_head.named(named("next_head"));
    head.next(next_head);
    tail.next_when(puts, around(m, depth, *tail, 1));
    count.next(count + puts.zero_extend(count_bits) - take_en.zero_extend(count_bits));
    memory.write(*tail, puts, input.data);
    let always = m.constant(1, 1);
    let data = memory.read_registered(named("data"), always, next_head, ReadDuringWrite::New);
    Fifo {
        ready: is_ready,
        output: Offer { valid, data },
        count: *count,
    }
}
