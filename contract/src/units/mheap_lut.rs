//! `mheap_lut`: the place in the heap of the group of a PC.
//!
//! fung2009, section 4.4, figure 11 (c), Table V: a set-associative table with two read and two write
//! ports. An entry is a PC and the index of its group in the heap; the top bit of the index marks
//! a free entry. The low bits of a PC select the set. Entries are numbered
//! `set * ways + way`; heap entries keep these numbers (LUT#) so that they can update their table entry.
//!
//! # Look-up
//!
//! Two different PCs are looked up in a cycle, `first` and `second`; either may come alone. Look-ups
//! see the table before the writes of the same cycle.
//!
//! * A *hit* is an entry in use that holds the PC; at most one exists.
//! * At a miss the PC may take the lowest free way of its set; if no way is free, the least recently used
//!   way. The way is *taken* if the look-up is to `create` an entry. If the way belonged to another group, that group stays
//!   in the heap without an entry.
//!
//! `entry` is the number of the entry that is hit or may be taken. `used` says whether the entry is already in use, and
//! `index` is the index that it then holds: of the PC's group at a hit, of another group at a miss.
//!
//! If `first` hits or takes a way, `second` comes after `first`: in the same set, `second` cannot take the first's way, which
//! is then the most recently used one. If `second` hits the way that `first` takes, `second_room` is low, and `second` waits.
//!
//! A look-up uses the way that it hits or takes, and `second` counts as later than `first`; a `second` without room
//! uses no way. A look-up changes nothing else: the environment writes the entry.
//!
//! # Write
//!
//! Up to two entries are written whole at the clock edge: PC and index. An index whose top bit is
//! set frees the entry. The environment ensures that a PC is in one entry at most: where it moves a PC to another entry, it
//! frees the former one, or writes another PC to it, in the same cycle. Replacement does not count a write as a use.
//!
//! # Latency
//!
//! All of the above describes the table of a heap with `heap_latency` = 1. With 2, one PC is looked up at a time: `second` and
//! `write_second` are never high, and the outputs `second` are zero. A look-up takes three cycles, the last of which may be
//! the first cycle of the next look-up, and each memory has one write port:
//!
//! * In the cycle of `first`, cycle 0, the set is read.
//! * At the edge of cycle 1 the entry that the look-up takes becomes the PC's: it is in use and holds the PC. Its index stays
//!   unchanged until it is written.
//! * From cycle 2 on until cycle 1 of the next look-up, the outputs `first` show the result: `entry`, `hit` and
//!   `used` as of the cycle in which the set was read, and `index` as the entry holds it now. From reset until the first
//!   result they are zero.
//! * A look-up has used its way before the next look-up sees the set.
//!
//! `idle` is low in cycle 1 too. A write changes the index alone, or frees the entry and leaves its index
//! unchanged; the port `write_first_pc` is ignored. Indexes may be written whether or not the table is idle, but an index
//! that is written while the table is cleared is lost. Entries may be freed only while the table is idle.
//!
//! # Reset
//!
//! The memory itself holds the validity, so after reset the table clears one set a cycle: every index becomes all
//! ones, every PC zero. `idle` is low for as many cycles as the table has sets; meanwhile nothing may be
//! looked up or written. Initially the highest way of a set counts as the least recently used. With `heap_latency` =
//! 2 every entry becomes free and its index zero.

mod corners;
mod guarantees;
mod writes;

pub use writes::written;

use super::bits_below;
use crate::terms::{Is, Terms, Word, all};
use crate::{Config, ParamError, Path, Property, Signals, System, Timing, Unit, params, ports};
use writes::{Write, kept_elsewhere};

params! {
    /// Parameters of [`MheapLut`].
    pub struct Params of MheapLut from config {
        /// sets of the table
        sets: usize(power of two, 2 to 1024, at most 1 << (pc_bits - 1))
            = config.dwf.heap_lut_entries / config.dwf.heap_lut_ways;
        // DWF-20: with one way, two PCs would take it from each other in turn.
        /// entries of a set
        ways: usize(power of two, 2 to 16) = config.dwf.heap_lut_ways;
        /// width of a PC in words
        pc_bits: u32(4 to 32) = config.core.pc_bits;
        /// cycles per level of the heap
        heap_latency: u32(1 to 2) = config.dwf.heap_latency;
        /// width of a heap index with the bit that marks none
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
        /// the older PC is looked up
        first: bit;
        /// the older PC, in words
        first_pc: bits(p.pc_bits());
        /// the older PC takes an entry if it has none
        first_create: bit;
        group "look-up: the younger PC";
        /// the younger PC is looked up
        second: bit;
        /// the younger PC, in words; differs from the older one
        second_pc: bits(p.pc_bits());
        /// the younger PC takes an entry if it has none
        second_create: bit;
        group "write";
        /// an entry is written
        write_first: bit;
        /// number of the entry
        write_first_entry: bits(p.entry_bits());
        /// PC to write, one of the entry's set
        write_first_pc: bits(p.pc_bits());
        /// heap index to write; the top bit frees the entry
        write_first_index: bits(p.index_bits());
        group "write: another entry";
        /// another entry is written
        write_second: bit;
        /// number of the other entry
        write_second_entry: bits(p.entry_bits());
        /// PC to write, one of the entry's set
        write_second_pc: bits(p.pc_bits());
        /// heap index to write; the top bit frees the entry
        write_second_index: bits(p.index_bits());
    }
}

ports! {
    /// Ports out of the table.
    pub struct Out(p: Params) {
        group "state";
        /// the table has been cleared, and a PC can be looked up
        idle: bit;
        group "look-up: the older PC";
        /// the older PC has an entry
        first_hit: bit when first;
        /// the entry that the older PC has or may take
        first_entry: bits(p.entry_bits()) when first;
        /// the entry is in use, by this PC or another one
        first_used: bit when first;
        /// heap index of the group that uses the entry
        first_index: bits(p.index_bits()) when first_used;
        group "look-up: the younger PC";
        /// the younger PC has an entry
        second_hit: bit when second;
        /// the older PC does not take the younger PC's entry
        second_room: bit when second;
        /// the entry that the younger PC has or may take
        second_entry: bits(p.entry_bits()) when second_room;
        /// the entry is in use, by this PC or another one
        second_used: bit when second_room;
        /// heap index of the group that uses the entry
        second_index: bits(p.index_bits()) when second_used;
    }
}

/// The contract of the heap's look-up table.
#[derive(Clone, Copy, Debug)]
pub struct MheapLut;

impl Unit for MheapLut {
    const NAME: &'static str = "mheap_lut";
    const SUMMARY: &'static str = "look-up table from a PC to the heap index of its group";
    const SOURCE: &'static str = "fung2009, section 4.4, figure 11 (c), Table V";
    const SYSTEM: System = System::Dwf;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        config.dwf.require_queued_updates(Self::NAME)?;
        Params::of(config)
    }

    fn timing(p: &Params) -> Timing {
        let (latency, throughput) = match p.heap_latency {
            ..=1 => (
                "looked up within the cycle, written at its end",
                "two look-ups and two writes a cycle",
            ),
            _ => (
                "answered two cycles after the look-up",
                "one look-up every second cycle, one write a cycle",
            ),
        };
        Timing::new(latency, throughput).ready(format!("cleared {} cycles after reset", p.sets))
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
            path("second_room", BOTH),
            path("second_entry", BOTH),
            path("second_used", BOTH),
            path("second_index", BOTH),
        ]
    }

    fn assumptions(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let assumption = Property::new;
        vec![
            assumption(
                "no_request_while_busy",
                "nothing is asked of a table that is not idle",
                o.idle | !(i.first | i.second | p.needs_idle(i)),
            ),
            assumption(
                "one_or_two_requests",
                "one look-up and one write a cycle, or two",
                (p.heap_latency == 1) | !(i.second | i.write_second),
            ),
            assumption(
                "look_ups_differ",
                "the PCs that are looked up differ",
                !(i.first & i.second) | i.first_pc.ne(i.second_pc),
            ),
            assumption(
                "written_entries_differ",
                "the entries that are written differ",
                !both_write(i) | i.write_first_entry.ne(i.write_second_entry),
            ),
            assumption(
                "written_to_own_set",
                "a PC is written to an entry of its set",
                (p.heap_latency > 1)
                    | (!i.write_first | p.belongs(i.write_first_pc, i.write_first_entry))
                        & (!i.write_second | p.belongs(i.write_second_pc, i.write_second_entry)),
            ),
            assumption(
                "pc_written_once",
                "a PC is not written to two entries",
                !both_write(i)
                    | i.write_first_pc.ne(i.write_second_pc)
                    | p.is_none(i.write_first_index)
                    | p.is_none(i.write_second_index),
            ),
            assumption(
                "pc_in_one_entry",
                "a PC is not written to an entry while it is in another one",
                all(Write::all(i).map(|write| !kept_elsewhere(p, i, write))),
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

    /// Whether the table must be idle for the writes.
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
