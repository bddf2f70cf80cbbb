//! `ignore_list_table`: LATs before which partners no longer wait for each other.
//!
//! lashgar2012, sections IV.C and IV.E: the ignore list (ILT), a set-associative table of PCs, each with
//! a valid bit. The low bits of a PC select the set. Partners that wait at different PCs gain nothing from
//! waiting; the PC of one of them is put on the list and ignored from then on.
//!
//! # Look-up
//!
//! `ignored` says whether a PC is on the list. Every cycle has a PC. `ignored` does not yet see an insertion of the same cycle.
//!
//! With `arrive_latency` 1 the answer comes from a register, in the next cycle. It is the one that the list gives in that cycle: it
//! has seen all insertions of earlier cycles, including the cycle of the PC.
//!
//! # Insertion
//!
//! With `insert` the PC that is answered is on the list from the next cycle on. It takes the lowest free way
//! of its set; if no way is free, it replaces the oldest entry of the set. (The paper calls the table "cache-like" and
//! says no more. A replaced PC is inserted again when its barrier fails again.) A PC already on the list keeps its entry.
//!
//! # Reset
//!
//! The list is empty. With a latency PC 0 is answered in the first cycle.

use super::bits_below;
use crate::terms::{Terms, Word};
use crate::{Config, ParamError, Path, Property, Signals, System, Timing, Unit, params, ports};

params! {
    /// Parameters of [`IgnoreListTable`].
    pub struct Params of IgnoreListTable from config {
        /// sets of the table
        sets: usize(power of two, 2 to 64, at most 1 << (pc_bits - 1))
            = config.dwr.ignore_entries / config.dwr.ignore_ways;
        /// entries of a set
        ways: usize(power of two, 1 to 16) = config.dwr.ignore_ways;
        /// width of a PC in words
        pc_bits: u32(4 to 32) = config.core.pc_bits;
        /// cycles from a PC to its answer
        arrive_latency: u32(0 to 1) = config.dwr.arrive_latency;
    }
}

impl Params {
    /// Width of the number of a set (derived).
    pub fn set_bits(&self) -> u32 {
        bits_below(self.sets)
    }

    /// Width of the part of a PC that an entry holds (derived).
    pub fn tag_bits(&self) -> u32 {
        self.pc_bits - self.set_bits()
    }
}

ports! {
    /// Ports into the table.
    pub struct In(p: Params) {
        group "look-up";
        /// the PC to look up, in words
        pc: bits(p.pc_bits());
        /// the PC that is answered is put on the list
        insert: bit;
    }
}

ports! {
    /// Ports out of the table.
    pub struct Out(p: Params) {
        group "look-up";
        /// the PC is on the list
        ignored: bit;
    }
}

/// The contract of the ignore list.
#[derive(Clone, Copy, Debug)]
pub struct IgnoreListTable;

impl Unit for IgnoreListTable {
    const NAME: &'static str = "ignore_list_table";
    const SUMMARY: &'static str = "LATs before which partners no longer wait for each other";
    const SOURCE: &'static str = "lashgar2012, sections IV.C and IV.E";
    const SYSTEM: System = System::Dwr;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    fn timing(p: &Params) -> Timing {
        let latency = match p.arrive_latency {
            0 => "looked up within the cycle, inserted at its end",
            _ => "looked up in a cycle, answered in the next one, inserted at its end",
        };
        Timing::new(latency, "one look-up and one insertion a cycle")
    }

    fn combinational(p: &Params) -> Vec<Path> {
        let path = Path {
            output: "ignored",
            inputs: &["pc"],
        };
        match p.arrive_latency {
            0 => vec![path],
            _ => Vec::new(),
        }
    }

    fn assumptions(_: &Params, _: &In<Terms>, _: &Out<Terms>) -> Vec<Property> {
        Vec::new()
    }

    fn guarantees(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let pc = answered(p, i);
        vec![Property::given(
            "inserted_pc_is_listed",
            "a PC that was put on the list is there in the next cycle",
            i.insert.past() & pc.eq(pc.past()),
            o.ignored,
        )]
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let corner = Property::new;
        let pc = answered(p, i);
        let mut corners = vec![
            corner("hit", "a PC is on the list", o.ignored),
            corner(
                "miss",
                "a PC is not on the list, nor put there",
                !i.insert & !o.ignored,
            ),
            corner(
                "insert_new",
                "a PC is put on the list",
                i.insert & !o.ignored,
            ),
            corner(
                "insert_listed",
                "a PC is put on the list that is there",
                i.insert & o.ignored,
            ),
            corner(
                "insert_in_last_set",
                "a PC of the last set is put on the list",
                i.insert & !o.ignored & pc.part(0, p.sets.ilog2()).eq(p.sets - 1),
            ),
            corner(
                "highest_pc_hit",
                "the highest PC is on the list",
                o.ignored & pc.eq((1u64 << p.pc_bits) - 1),
            ),
        ];
        if p.arrive_latency > 0 {
            let same_set = (i.pc ^ pc).part(0, p.sets.ilog2()).none();
            corners.push(corner(
                "look_up_beside_insert",
                "a PC is looked up while it is put on the list",
                i.insert & !o.ignored & i.pc.eq(pc),
            ));
            corners.push(corner(
                "look_up_in_set_of_insert",
                "a PC is looked up while another one of its set is put on the list",
                i.insert & !o.ignored & same_set & i.pc.ne(pc),
            ));
        }
        corners
    }
}

/// The PC that is answered.
fn answered(p: &Params, i: &In<Terms>) -> Word {
    match p.arrive_latency {
        0 => i.pc,
        _ => i.pc.past(),
    }
}
