//! RTL of `spill_queue`: three registers and a state bit; warps pass through.

use crate::{Drives, Expr, Hardware, ModuleBuilder, Reads};
use heddle_contract::units::SpillQueue;
use heddle_contract::units::spill_queue::{In, Out, Params};

/// Why no bits of the queue count as storage.
const REASON: &str = "table V leaves the spill queue out: its warps are in memory";

impl Hardware for SpillQueue {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        m.section(
            "The buffer in memory: its address, the place of the oldest warp (head), the next free \
             place (tail).",
        );
        let bits = p.place_bits();
        let offset = m.register("offset", p.address_bits()).reset(0);
        let offset = offset
            .overhead(REASON)
            .next_when(input.configure, input.offset);
        let head = m.register("head", bits).reset(0).overhead(REASON);
        let tail = m.register("tail", bits).reset(0).overhead(REASON);
        let fetching = m.register("fetching", p.fetching_bits()).reset(0);
        let fetching = fetching.overhead(REASON);
        let empty = head.eq(*tail).named("empty");
        let behind = (tail + 1).named("behind_tail");
        let full = behind.eq(*head).named("full");
        let address = |place: Expr<'m>| offset + scaled(m, p, place);

        m.section(
            "A warp is spilled to memory, a warp is fetched from memory, and a fetched warp comes \
             back.",
        );
        let write = (input.push & !full).named("write");
        let count = (tail - *head).named("count");
        let widest = bits.max(p.fetching_bits());
        let ahead = fetching.zero_extend(widest).named("ahead");
        let others = ahead.ne(count.zero_extend(widest));
        let fetch_request = (others & fetching.lt(p.fetches() as u64)).named("fetch_request");
        let fetch = (input.pull & fetch_request).named("fetch");
        let return_en = (input.back & input.pop_ready).named("return_en");
        tail.next_when(write & input.write_ready, behind);
        head.next_when(return_en, head + 1);
        let one = |counts: Expr<'m>| counts.zero_extend(p.fetching_bits());
        fetching.next(*fetching + one(fetch & input.fetch_ready) - one(return_en));

        output.empty.set(empty);
        output.count.set(count);
        output.fetch_request.set(fetch_request);
        output.fetching.set(fetching);
        output.push_ready.set(input.write_ready & !full);
        output.write.set(write);
        output.write_address.set(address(*tail));
        output.write_pc.set(input.push_pc);
        output.write_tid.set(input.push_tid);
        output.fetch.set(fetch);
        output
            .fetch_address
            .set(address(head + ahead.truncate(bits)));
        output.back_ready.set(input.pop_ready);
        output.pop.set(input.back);
        output.pop_pc.set(input.back_pc);
        output.pop_tid.set(input.back_tid);
        m.each("lane", p.lanes(), |i| {
            output.pop_lanes.bit(i).set(!input.back_tid.at(i).all());
        });
    }
}

/// Bytes from the start of the buffer to a place.
fn scaled<'m>(m: &'m ModuleBuilder, p: &Params, place: Expr<'m>) -> Expr<'m> {
    let low = p.entry_bytes().ilog2();
    let high = p.address_bits() - low - p.place_bits();
    let zeros = |bits| (bits > 0).then(|| m.constant(0, bits));
    m.cat([zeros(high), Some(place), zeros(low)].into_iter().flatten())
}
