//! Rings: queues with several inputs and outputs.

use super::{Offer, around};
use crate::builder::{bits_of, index_bits};
use crate::{Expr, Memory, ModuleBuilder, Register};
use heddle_contract::terms::{Is, Word};

/// The outputs of a ring.
#[derive(Clone, Debug)]
pub struct Ring<'m> {
    /// The oldest values, in order.
    pub fronts: Vec<Offer<'m>>,
    /// Number of values held, 0 to the length.
    pub count: Expr<'m>,
    memory: Memory<'m>,
    pointers: [Register<'m>; 3],
}

impl<'m> Ring<'m> {
    /// Counts the bits of the ring as [`StorageKind::Overhead`](crate::StorageKind::Overhead): state that the
    /// source of the unit does not count, for `reason`.
    pub fn overhead(self, reason: &'static str) -> Self {
        self.memory.overhead(reason);
        self.pointers_overhead(reason)
    }

    /// Counts only the pointers and the count as overhead.
    pub fn pointers_overhead(self, reason: &'static str) -> Self {
        for pointer in self.pointers {
            pointer.overhead(reason);
        }
        self
    }
}

/// A queue of `length` values with several inputs and outputs in each cycle; after reset it is
/// empty. Reads are combinational; a value can leave from the cycle after its arrival on.
///
/// * Each of `pushes` appends a value; if several come in a cycle, the first counts as the oldest.
///   All of them must fit.
/// * `pops[k]` takes the value of `fronts[k]`. A pop requires all pops
///   before it and a valid front.
///
/// A memory with a read port for each pop and a write port for each push; at most `length` of each.
#[track_caller]
pub fn ring<'m>(
    m: &'m ModuleBuilder,
    name: &str,
    length: usize,
    pushes: &[Offer<'m>],
    pops: &[Expr<'m>],
) -> Ring<'m> {
    assert!(
        pushes.len() <= length && pops.len() <= length,
        "{name}: at most as many pushes and pops a cycle as the {length} places"
    );
    let (places, bits) = (index_bits(length), bits_of(length as u64));
    let memory = m.memory(format!("{name}_entry"), length, pushes[0].data.width());
    let head = m.register(format!("{name}_head"), places).reset(0);
    let tail = m.register(format!("{name}_tail"), places).reset(0);
    let count = m.register(format!("{name}_count"), bits).reset(0);
    push(m, name, length, memory, tail, pushes);
    let (mut place, mut next, mut fronts) = (*head, *head, Vec::new());
    for (&pop, step) in pops.iter().zip(1..) {
        fronts.push(Offer {
            valid: count.ge(step),
            data: memory.read(place),
        });
        place = around(m, length, *head, step).named(format!("{name}_head{step}"));
        next = pop.mux(place, next);
    }
    head.next(next);
    let one = |bit: Expr<'m>| bit.zero_extend(bits);
    let more = pushes
        .iter()
        .fold(*count, |sum, push| sum + one(push.valid));
    count.next(pops.iter().fold(more, |sum, &pop| sum - one(pop)));
    Ring {
        fronts,
        count: *count,
        memory,
        pointers: [head, tail, count],
    }
}

/// For invariants of a ring: whether a place is one of the `length` from `head` on.
pub(crate) fn is_filled(place: usize, places: usize, head: Word, length: Word) -> Is {
    let end = head + length;
    head.le(place) & end.gt(place) | head.gt(place) & end.gt(place + places)
}

/// Writes values from `tail` on, and advances `tail`.
#[track_caller]
pub(super) fn push<'m>(
    m: &'m ModuleBuilder,
    name: &str,
    length: usize,
    memory: Memory<'m>,
    tail: Register<'m>,
    pushes: &[Offer<'m>],
) {
    let mut place = *tail;
    for (push, number) in pushes.iter().zip(1..) {
        memory.write(place, push.valid, push.data);
        let next = push.valid.mux(around(m, length, place, 1), place);
        place = next.named(format!("{name}_tail{number}"));
    }
    tail.next(place);
}
