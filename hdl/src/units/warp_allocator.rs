//! RTL of `warp_allocator`: a ring with the free entries of the pool, starting at its head.
//!
//! The walk after reset releases every entry once, in ascending order: it uses the write port and the
//! counter of releases, so the count is right when the walk is over.

pub(super) mod invariants;

use crate::blocks::walker;
use crate::{Drives, Hardware, ModuleBuilder, Reads};
use heddle_contract::Property;
use heddle_contract::terms::Terms;
use heddle_contract::units::WarpAllocator;
use heddle_contract::units::warp_allocator::{In, Out, Params};

impl Hardware for WarpAllocator {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        m.section("After reset a walk releases every entry, one a cycle.");
        let walk = walker(m, p.warps());
        let release_en = (!walk.done | input.release).named("release_en");
        let released = walk.until_done(walk.row, input.release_warp);

        m.section(
            "The ring of free entries: entries are taken from its head and released at its tail.",
        );
        let ring = m.memory("ring", p.warps(), p.warp_bits());
        let head = m.register("head", p.warp_bits()).reset(0);
        let head = head.overhead("where the ring of free entries begins");
        let count = m.register("count", p.count_bits()).reset(0);
        let count = count.overhead("how long the ring of free entries is");
        let tail = (head + count.truncate(p.warp_bits())).named("tail");
        let second = (head + 1).named("second");
        ring.write(tail, release_en, released);
        head.next(head + input.take.zero_extend(p.warp_bits()));
        let taken = input.take.zero_extend(p.count_bits());
        count.next(count + release_en.zero_extend(p.count_bits()) - taken);

        let free = count.masked(walk.done).named("free");
        output.init_done.set(walk.done);
        output.free.set(free);
        output.has_first.set(free.any());
        output.next_first.set(ring.read(head));
        output.has_second.set(free.gt(1));
        output.next_second.set(ring.read(second));
    }

    fn invariants(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        invariants::invariants(p, "", i, o)
    }
}
