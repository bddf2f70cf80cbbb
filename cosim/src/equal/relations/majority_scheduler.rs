//! `majority_scheduler`: the relations of the heap and its look-up table, the same queue and the same chosen group. The golden unit's
//! queue begins with the oldest update, and the RTL's ring at its head.

use super::{Golden, Is, Property, Word, all, max_heap, mheap_lut};
use heddle_contract::units::MajorityScheduler;
use heddle_contract::units::warp_scheduler::Params;

pub(super) fn relation(p: &Params, golden: &Golden) -> Vec<Property> {
    let (Ok(heap), Ok(lut)) = (MajorityScheduler::heap(p), MajorityScheduler::lut(p)) else {
        return Vec::new();
    };
    // With two cycles a level the scheduler takes one update at a time.
    if p.heap_latency() > 1 {
        return Vec::new();
    }
    let mut relation = max_heap::relation(&heap, &golden.part("heap.", "u_max_heap."));
    relation.extend(mheap_lut::inside(&lut, &golden.part("lut.", "u_mheap_lut.")));
    relation.extend([queue(p, golden), chosen(p, golden)].concat());
    relation
}

fn queue(p: &Params, golden: &Golden) -> Vec<Property> {
    let places = p.queue();
    let bits = places.ilog2();
    let head = golden.inside("queue_head_q", bits);
    let count = golden.inside("queue_count_q", bits + 1);
    let length = golden.word("queue.length");
    // The fields of a row, the lowest first.
    let fields = [
        ("create", 1),
        ("warp", p.warp_bits()),
        ("threads", p.count_bits()),
        ("pc", p.pc_bits()),
    ];
    let width = fields.iter().map(|(_, width)| width).sum();
    let rows = golden.memory("queue_entry_q", places, width);
    let same_at = |at: usize| -> Is {
        let row = rows.index((head + at).part(0, bits));
        let mut low = 0;
        let same = fields.map(|(field, width)| {
            let part = row.part(low, width);
            low += width;
            golden.word(&format!("queue[{at}].{field}")).eq(part)
        });
        length.gt(at).implies(all(same))
    };
    vec![
        Property::new(
            "length_is_count",
            "as many updates wait, for which there are places",
            length.eq(count) & count.le(places),
        ),
        Property::new(
            "queue_is_queue",
            "the same updates wait, in the same order",
            all((0..places).map(same_at)),
        ),
    ]
}

fn chosen(p: &Params, golden: &Golden) -> Vec<Property> {
    let is_chosen = golden.inside("chosen_q", 1).any();
    let same = |field: &str, width: u32| -> Is {
        let register: Word = golden.inside(&format!("chosen_{field}_q"), width);
        golden.word(&format!("chosen.{field}")).eq(register)
    };
    let fields = same("pc", p.pc_bits()) & same("head", p.warp_bits()) & same("tail", p.warp_bits());
    vec![Property::new(
        "chosen_is_chosen",
        "the same group is chosen, or none is",
        !(golden.word("chosen.some").any() ^ is_chosen) & is_chosen.implies(fields),
    )]
}
