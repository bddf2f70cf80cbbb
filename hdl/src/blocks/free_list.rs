//! Free lists.

use super::ring::push;
use super::{Offer, around};
use crate::builder::{bits_of, index_bits};
use crate::{Expr, Memory, ModuleBuilder, Register};

/// The outputs of a free list.
#[derive(Clone, Debug)]
pub struct FreeList<'m> {
    /// The numbers that are handed out next, in order.
    pub offers: Vec<Offer<'m>>,
    /// How many numbers are free.
    pub count: Expr<'m>,
    /// The ring of free numbers.
    pub ring: Memory<'m>,
    /// What says which part of it is filled.
    pub pointers: [Register<'m>; 4],
}

/// A free list of the numbers 0 to `length - 1`, handed out in the order in which they became free; after reset in
/// ascending order. Reads are combinational; releases and allocations act at the clock edge.
///
/// * `takes[k]` takes the number of `offers[k]`. A take requires all takes before it
///   and a valid offer.
/// * Each of `releases` returns a number that was taken; the number is offered from the next cycle on.
///   If several come in a cycle, the first counts as the oldest.
///
/// A ring in a memory of `length` words, with a read port for each take and a write port for each release;
/// both must be fewer than `length`. The ring is not filled after reset: on the first way around it, each place yields its own
/// number.
#[track_caller]
pub fn free_list<'m>(
    m: &'m ModuleBuilder,
    name: &str,
    length: usize,
    takes: &[Expr<'m>],
    releases: &[Offer<'m>],
) -> FreeList<'m> {
    assert!(
        takes.len() < length && releases.len() < length,
        "{name}: fewer takes and releases a cycle than the {length} numbers"
    );
    let bits = bits_of(length as u64);
    let ring = m.memory(format!("{name}_ring"), length, index_bits(length));
    let count = m
        .register(format!("{name}_count"), bits)
        .reset(length as u64);
    let tail = m
        .register(format!("{name}_tail"), index_bits(length))
        .reset(0);
    push(m, name, length, ring, tail, releases);
    let (values, [head, fresh]) = head(m, name, length, ring, takes);
    let offer = |(data, place): (Expr<'m>, u64)| Offer {
        valid: count.gt(place),
        data,
    };
    let offers = values.into_iter().zip(0..).map(offer).collect();
    let more = releases
        .iter()
        .fold(*count, |sum, release| sum + release.valid.zero_extend(bits));
    // Takes may be known late: they choose between sums, no carry waits for them.
    let left = takes.iter().zip(1..).fold(more, |sum, (take, n)| {
        let sum = sum.named(format!("{name}_count{n}"));
        take.mux(sum - 1, sum)
    });
    count.next(left);
    FreeList {
        offers,
        count: *count,
        ring,
        pointers: [head, tail, count, fresh],
    }
}

/// The offered numbers, from the oldest on; the head advances by the number of takes.
#[track_caller]
fn head<'m>(
    m: &'m ModuleBuilder,
    name: &str,
    length: usize,
    ring: Memory<'m>,
    takes: &[Expr<'m>],
) -> (Vec<Expr<'m>>, [Register<'m>; 2]) {
    let head = m
        .register(format!("{name}_head"), index_bits(length))
        .reset(0);
    // High until the head has gone around the ring once.
    let fresh = m.register(format!("{name}_fresh"), 1).reset(1);
    let (mut values, mut place, mut is_first) = (Vec::new(), *head, *fresh);
    let (mut next, mut next_fresh) = (place, is_first);
    for (&take, step) in takes.iter().zip(1..) {
        values.push(is_first.mux(place, ring.read(place)));
        is_first = (fresh & head.lt(length as u64 - step)).named(format!("{name}_fresh{step}"));
        place = around(m, length, *head, step).named(format!("{name}_head{step}"));
        next = take.mux(place, next);
        next_fresh = take.mux(is_first, next_fresh);
    }
    head.next(next);
    fresh.next(next_fresh);
    (values, [head, fresh])
}
