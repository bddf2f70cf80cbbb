//! `mheap_lut`: where in the heap the group of a PC stands.
//!
//! fung2009, section 4.4, figure 11 (c), Table V: a set-associative table, two read and two write
//! ports. An entry is a PC and the index of its group in the heap; the top bit of the index says
//! that the entry is free. The set of a PC is its low bits. Entries are numbered
//! `set * ways + way`; heap entries keep these numbers (LUT#) to find their way back.
//!
//! # Look-up
//!
//! Two PCs that differ are looked up in a cycle, `first` and `second`; either may come alone. What
//! they see is the table before this cycle's writes.
//!
//! * A *hit* is an entry in use that holds the PC; there is at most one.
//! * At a miss the lowest free way of its set is the PC's to take; if there is none, the way that was used longest
//!   ago. It is *taken* if the look-up is to `create` an entry. The group that the way is of then stays in the heap,
//!   without an entry.
//!
//! `entry` is the number of the way, `used` says whether it is in use so far, and `index` what it holds then: the group
//! of the PC at a hit, another one at a miss.
//!
//! `second` comes after `first`, if that hits or takes: of one set, the first's way is not to be taken any more, and
//! is the one used last. What `second` hits may be the way that the first takes: then it does not *fit*, and waits.
//!
//! A way is used by a look-up that hits or takes it, `second` counting as later than `first`; one that does not fit
//! uses none. A look-up changes nothing else: the environment writes the entry.
//!
//! # Write
//!
//! Up to two entries are written whole at the clock edge: PC and index. An index whose top bit is
//! set frees the entry. The environment sees to it that a PC is in one entry at most. A write is no use.
//!
//! # Latency
//!
//! All this is the table of a heap with `heap_latency` = 1. With 2 one PC is looked up at a time: `second` and
//! `write_second` never come, and the outputs `second` are zero. A look-up takes three cycles, of which the last may be
//! the first one of the next, and each memory has one write port:
//!
//! * In the cycle of `first`, cycle 0, the set is read.
//! * At the edge of cycle 1 what it takes is the PC's from then on: its entry is in use and holds the PC. Its index stays
//!   as it is until it is written.
//! * From cycle 2 on until cycle 1 of the next look-up, the outputs `first` show what was found: `entry`, `hit` and
//!   `used`, as they were when the set was read; and `index`, which is what the entry holds now. After reset they are
//!   zero until then.
//! * A look-up uses its way before the next one sees the set.
//!
//! `idle` is low in cycle 1 too. A write writes the index alone, or frees the entry and leaves its index as
//! it is; the ports `write_first_pc` play no part. Indexes may be written whether the table is idle or not, but one
//! that is written while the table is cleared is lost. Entries are freed only when it is idle.
//!
//! # Reset
//!
//! Validity stands in the memory, so after reset the table clears a set a cycle: every index all
//! ones, every PC zero. `idle` is low for as many cycles as there are sets; in the meantime nothing
//! is looked up or written. At first the highest way of a set counts as the one used longest ago. With `heap_latency` =
//! 2 every entry becomes free and its index zero.

mod corners;
mod guarantees;

use super::bits_below;
use crate::terms::{Is, Terms, Word};
use crate::{Config, ParamError, Path, Property, Signals, System, Unit, params, ports};

params! {
    /// Parameters of [`MheapLut`].
    pub struct Params of MheapLut from config {
        /// sets of the table
        sets: usize(power of two, 2 to 1024, at most 1 << (pc_bits - 1))
            = config.dwf.heap_lut_entries / config.dwf.heap_lut_ways;
        /// entries of a set
        ways: usize(power of two, 2 to 16) = config.dwf.heap_lut_ways;
        /// width of a PC in words
        pc_bits: u32(4 to 32) = config.core.pc_bits;
        /// cycles of a level of the heap
        heap_latency: u32(1 to 2) = config.dwf.heap_latency;
        /// width of an index of the heap and the bit that says none
        index_bits: u32(2 to 9) = bits_below(config.dwf.heap) + 1;
    }
}

impl Params {
    /// Entries of the table (derived).
    pub fn entries(&self) -> usize {
        self.sets * self.ways
    }

    /// Width of the number of an entry (derived).
    pub fn entry_bits(&self) -> u32 {
        bits_below(self.entries())
    }

    /// The set of a PC.
    pub fn set(&self, pc: u64) -> usize {
        pc as usize & (self.sets - 1)
    }
}

ports! {
    /// Ports into the table.
    pub struct In(p: Params) {
        group "look-up: the older PC";
        /// the PC below is looked up
        first: bit;
        /// in words
        first_pc: bits(p.pc_bits());
        /// it takes an entry if it has none
        first_create: bit;
        group "look-up: the younger PC";
        /// the PC below is looked up
        second: bit;
        /// differs from the older one
        second_pc: bits(p.pc_bits());
        /// it takes an entry if it has none
        second_create: bit;
        group "write";
        /// the entry below is written
        write_first: bit;
        /// its number
        write_first_entry: bits(p.entry_bits());
        /// its PC, of the entry's set
        write_first_pc: bits(p.pc_bits());
        /// its index; the top bit frees it
        write_first_index: bits(p.index_bits());
        group "write: another entry";
        /// the entry below is written
        write_second: bit;
        /// its number
        write_second_entry: bits(p.entry_bits());
        /// its PC, of the entry's set
        write_second_pc: bits(p.pc_bits());
        /// its index; the top bit frees it
        write_second_index: bits(p.index_bits());
    }
}

ports! {
    /// Ports out of the table.
    pub struct Out(p: Params) {
        group "state";
        /// it is cleared, and a PC can be looked up
        idle: bit;
        group "look-up: the older PC";
        /// the PC has an entry
        first_hit: bit when first;
        /// the entry that it has or may take
        first_entry: bits(p.entry_bits()) when first;
        /// the entry is in use, by the PC or another one
        first_used: bit when first;
        /// where the group that it is of stands in the heap
        first_index: bits(p.index_bits()) when first_used;
        group "look-up: the younger PC";
        /// the PC has an entry
        second_hit: bit when second;
        /// the older PC does not take the entry that it has
        second_fits: bit when second;
        /// the entry that it has or may take
        second_entry: bits(p.entry_bits()) when second_fits;
        /// the entry is in use, by the PC or another one
        second_used: bit when second_fits;
        /// where the group that it is of stands in the heap
        second_index: bits(p.index_bits()) when second_used;
    }
}

/// The contract of the heap's look-up table.
#[derive(Clone, Copy, Debug)]
pub struct MheapLut;

impl Unit for MheapLut {
    const NAME: &'static str = "mheap_lut";
    const SUMMARY: &'static str = "where in the heap the group of a PC stands";
    const SOURCE: &'static str = "fung2009, section 4.4, figure 11 (c), Table V";
    const SYSTEM: System = System::Dwf;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    fn timing(p: &Params) -> String {
        if p.heap_latency > 1 {
            return format!(
                "a look-up every second cycle, answered after two; a write a cycle; cleared for {} cycles \
                 after reset",
                p.sets
            );
        }
        format!(
            "two look-ups within the cycle and two writes at its edge; cleared for {} cycles after \
             reset",
            p.sets
        )
    }

    fn combinational(p: &Params) -> Vec<Path> {
        const FIRST: &[&str] = &["first_pc"];
        const SECOND: &[&str] = &["second_pc"];
        const BOTH: &[&str] = &["first", "first_pc", "first_create", "second_pc"];
        if p.heap_latency > 1 {
            return Vec::new();
        }
        let path = |output, inputs| Path { output, inputs };
        vec![
            path("first_hit", FIRST),
            path("first_entry", FIRST),
            path("first_used", FIRST),
            path("first_index", FIRST),
            path("second_hit", SECOND),
            path("second_fits", BOTH),
            path("second_entry", BOTH),
            path("second_used", BOTH),
            path("second_index", BOTH),
        ]
    }

    fn assumptions(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let assumption = Property::new;
        vec![
            assumption(
                "nothing is asked of a table that is not idle",
                o.idle | !(i.first | i.second | p.needs_idle(i)),
            ),
            assumption(
                "one look-up and one write a cycle, or two",
                (p.heap_latency == 1) | !(i.second | i.write_second),
            ),
            assumption(
                "the PCs that are looked up differ",
                !(i.first & i.second) | i.first_pc.ne(i.second_pc),
            ),
            assumption(
                "the entries that are written differ",
                !both_write(i) | i.write_first_entry.ne(i.write_second_entry),
            ),
            assumption(
                "a PC is written to an entry of its set",
                (p.heap_latency > 1)
                    | (!i.write_first | p.belongs(i.write_first_pc, i.write_first_entry))
                        & (!i.write_second | p.belongs(i.write_second_pc, i.write_second_entry)),
            ),
            assumption(
                "a PC is not written to two entries",
                !both_write(i)
                    | i.write_first_pc.ne(i.write_second_pc)
                    | p.is_none(i.write_first_index)
                    | p.is_none(i.write_second_index),
            ),
        ]
    }

    fn guarantees(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        guarantees::guarantees(p, i, o)
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        corners::corners(p, i, o)
    }
}

impl Params {
    fn belongs(&self, pc: Word, entry: Word) -> Is {
        let way_bits = self.ways.ilog2();
        let set = entry.part(way_bits, entry.width() - way_bits);
        set.eq(self.set_of(pc))
    }

    fn set_of(&self, pc: Word) -> Word {
        pc.part(0, self.sets.ilog2())
    }

    /// The writes are such that the table must be idle for them.
    fn needs_idle(&self, i: &In<Terms>) -> Is {
        match self.heap_latency {
            1 => i.write_first | i.write_second,
            _ => i.write_first & self.is_none(i.write_first_index),
        }
    }

    fn is_none(&self, index: Word) -> Is {
        index.bit(self.index_bits as usize - 1)
    }
}

fn both_write(i: &In<Terms>) -> Is {
    i.write_first & i.write_second
}
