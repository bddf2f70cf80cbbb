//! RTL of `timestamp_queue`: a ring of warp numbers.

use crate::blocks::{Offer, ring};
use crate::{Drives, Hardware, ModuleBuilder, Reads, Sink};
use heddle_contract::units::TimestampQueue;
use heddle_contract::units::warp_scheduler::{In, Out, Params};

impl Hardware for TimestampQueue {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        m.section("Warp numbers in the order of creation.");
        let enqueue = |offered, creates, data| Offer {
            valid: input.update & offered & creates,
            data,
        };
        let first = enqueue(input.first, input.first_create, input.first_warp);
        let second = enqueue(input.second, input.second_create, input.second_warp);
        let named = |offer: Offer<'m>, name: &str| Offer {
            valid: offer.valid.named(name),
            ..offer
        };
        let pushes = [
            named(first, "first_enqueue"),
            named(second, "second_enqueue"),
        ];
        let ring = ring(m, "queue", p.warps(), &pushes, &[input.issued])
            .pointers_overhead("where the queue begins and ends");

        m.section("The queue has a place for each warp of the pool, and links no lists.");
        output.ready.set(1);
        output.room.set(p.warps() as u64);
        output.choice.set(ring.fronts[0].valid);
        output.choice_warp.set(ring.fronts[0].data);
        output.groups.set(ring.count.zero_extend(p.groups_bits()));
        for silent in never(&output) {
            silent.set(0);
        }
        for ignored in [
            input.first_pc,
            input.first_threads,
            input.second_pc,
            input.second_threads,
            input.issued_threads,
            input.issued_next,
        ] {
            m.unused(ignored);
        }
    }
}

/// Outputs that are always zero.
fn never<'m>(output: &Out<Drives<'m>>) -> [Sink<'m>; 7] {
    [
        output.link_first,
        output.link_first_warp,
        output.link_first_next,
        output.link_second,
        output.link_second_warp,
        output.link_second_next,
        output.waiting,
    ]
}
