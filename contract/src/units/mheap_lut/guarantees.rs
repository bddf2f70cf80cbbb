//! Guarantees of the table.

use super::{In, Out, Params, Write};
use crate::Property;
use crate::terms::{Terms, any, state};

pub(super) fn guarantees(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    match p.heap_latency {
        1 => [within_the_cycle(p, i, o), written(p, i, o)].concat(),
        // PRP-15: from a cycle in which the PC had no entry, because the writer keeps a PC in one.
        _ => found(p, i, o),
    }
}

/// Guarantees of look-ups that hold whatever was written (PRP-4). The environment ensures that a PC is in one entry at most.
fn within_the_cycle(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let cycles = state("cycles", p.sets.ilog2() + 1, |held| {
        held.lt(p.sets).mux((held + 1).part(0, held.width()), held)
    });
    vec![
        Property::new(
            "clearing_takes_one_cycle_a_set",
            "the table is cleared in as many cycles as it has sets",
            !(o.idle ^ cycles.eq(p.sets)),
        ),
        Property::given(
            "entry_in_set_of_pc",
            "an entry is in the set of its PC",
            i.first | i.second,
            (!i.first | p.belongs(i.first_pc, o.first_entry))
                & (!(i.second & o.second_room) | p.belongs(i.second_pc, o.second_entry)),
        ),
        Property::given(
            "hit_entry_in_use",
            "an entry that has the PC is in use",
            i.first & o.first_hit | i.second & o.second_hit & o.second_room,
            (!(i.first & o.first_hit) | o.first_used)
                & (!(i.second & o.second_hit & o.second_room) | o.second_used),
        ),
    ]
}

/// Guarantees for a PC that is looked up in consecutive cycles: first it has no entry, then it gets one. Then no other
/// entry has the PC (PRP-15).
fn written(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let again = i.first & i.first_pc.stays();
    let writes = Write::all(i);
    let [write, _] = writes;
    let gets = i.first & !o.first_hit & write.there & write.pc.eq(i.first_pc);
    let new = again & (gets & !p.is_none(write.index)).past();
    let of_pc = |write: Write| write.there & write.pc.eq(i.first_pc) & !p.is_none(write.index);
    let of_entry = |write: Write| write.there & write.entry.eq(o.first_entry);
    let untouched = !any(writes.map(|write| of_pc(write) | of_entry(write)));
    let freed = any(writes.map(|write| of_entry(write) & p.is_none(write.index)));
    let freed = freed & !any(writes.map(of_pc));
    let has = |entry, index| o.first_hit & o.first_entry.eq(entry) & o.first_index.eq(index);
    vec![
        Property::given(
            "written_pc_is_found",
            "a PC has the entry and the index that were written",
            new,
            has(write.entry.past(), write.index.past()),
        ),
        Property::given(
            "other_writes_keep_pc",
            "a PC keeps its entry as others are written",
            again & (new & untouched).past(),
            has(write.entry.past().past(), write.index.past().past()),
        ),
        Property::given(
            "freed_pc_misses",
            "a PC has no entry once it is freed",
            again & (new & freed).past(),
            !o.first_hit,
        ),
    ]
}

/// Guarantees of look-ups that take three cycles.
fn found(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let rests = !i.first.past() & !i.first.past().past();
    let names = i.write_first & i.write_first_entry.eq(o.first_entry);
    vec![
        Property::given(
            "result_holds",
            "what was found stays until the next look-up",
            rests,
            o.first_hit.stays() & o.first_entry.stays() & o.first_used.stays(),
        ),
        Property::given(
            "index_is_last_written",
            "the index is the one that was written last",
            rests & o.first_used,
            o.first_index.eq((names & !p.is_none(i.write_first_index))
                .mux(i.write_first_index, o.first_index)
                .past()),
        ),
        Property::given(
            "hit_entry_in_use",
            "an entry that has the PC is in use",
            o.first_hit,
            o.first_used,
        ),
        Property::new(
            "no_second_look_up",
            "a second PC is never looked up",
            !o.second_hit & !o.second_room,
        ),
    ]
}
