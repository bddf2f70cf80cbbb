//! `ignore_list_table`: LATs before which partners no longer wait for each other.
//!
//! lashgar2012, sections IV.C and IV.E: the ignore list (ILT), a set-associative table of PCs, each with
//! a valid bit. The set of a PC is its low bits. Partners that wait at different PCs gain nothing from
//! it; the PC of one of them is put on the list and ignored from then on.
//!
//! # Look-up
//!
//! `ignored` says whether a PC is on the list. What it sees is the table before this cycle's insertion.
//!
//! # Insertion
//!
//! With `insert` the PC that is looked up is on the list from the next cycle on. It takes the lowest free way
//! of its set; if there is none, the oldest entry of the set gives way. (The paper calls the table "cache-like" and
//! says no more. A PC that left comes back when its barrier fails again.) A PC that is on the list stays where it is.
//!
//! # Reset
//!
//! The list is empty.

use super::bits_below;
use crate::{
    Assumption, Config, Corner, Param, ParamError, Path, Signals, System, Unit, ports, require,
    require_power_of_two,
};

/// Parameters of [`IgnoreListTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Params {
    sets: usize,
    ways: usize,
    pc_bits: u32,
}

impl Params {
    /// Validated parameters: sets a power of two from 2 to 64 whose number needs fewer bits than a
    /// PC has, ways a power of two from 1 to 16, PC 4 to 32 bits.
    ///
    /// # Errors
    /// [`ParamError`] naming the parameter that is outside its limits.
    pub fn new(sets: usize, ways: usize, pc_bits: u32) -> Result<Self, ParamError> {
        const UNIT: &str = IgnoreListTable::NAME;
        require(UNIT, "pc_bits", pc_bits, 4..=32)?;
        require(UNIT, "sets", sets, 2..=64.min(1 << (pc_bits - 1)))?;
        require_power_of_two(UNIT, "sets", sets as u64)?;
        require(UNIT, "ways", ways, 1..=16)?;
        require_power_of_two(UNIT, "ways", ways as u64)?;
        Ok(Self {
            sets,
            ways,
            pc_bits,
        })
    }

    /// Sets of the table.
    pub fn sets(&self) -> usize {
        self.sets
    }

    /// Entries of a set.
    pub fn ways(&self) -> usize {
        self.ways
    }

    /// Width of a PC, in instruction words.
    pub fn pc_bits(&self) -> u32 {
        self.pc_bits
    }

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
        /// the PC below is looked up
        look: bit;
        /// in words
        pc: bits(p.pc_bits());
        /// it is put on the list
        insert: bit;
    }
}

ports! {
    /// Ports out of the table.
    pub struct Out(p: Params) {
        group "look-up";
        /// the PC is on the list
        ignored: bit when look;
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
        let dwr = &config.dwr;
        let sets = dwr.ignore_entries / dwr.ignore_ways;
        Params::new(sets, dwr.ignore_ways, config.core.pc_bits)
    }

    fn describe(p: &Params) -> Vec<Param> {
        let param = |name, value, doc| Param { name, value, doc };
        vec![
            param(
                "sets",
                p.sets as u64,
                "sets of the table; power of two, 2 to 64",
            ),
            param(
                "ways",
                p.ways as u64,
                "entries of a set; power of two, 1 to 16",
            ),
            param(
                "pc_bits",
                p.pc_bits.into(),
                "width of a PC in words; 4 to 32",
            ),
        ]
    }

    fn timing(_: &Params) -> String {
        "a look-up within the cycle, an insertion at its edge".into()
    }

    fn combinational(_: &Params) -> Vec<Path> {
        vec![Path {
            output: "ignored",
            inputs: &["pc"],
        }]
    }

    fn assumptions() -> Vec<Assumption<Self>> {
        let assumption = Assumption::<Self>::new;
        vec![assumption(
            "only a PC that is looked up is inserted",
            |_, i, _| !i.insert || i.look,
        )]
    }

    fn corners(_: &Params) -> Vec<Corner<Self>> {
        let corner = Corner::<Self>::new;
        vec![
            corner("a PC is on the list", |_, i, o| i.look && o.ignored),
            corner("a PC is not on the list, nor put there", |_, i, o| {
                i.look && !i.insert && !o.ignored
            }),
            corner("a PC is put on the list", |_, i, o| i.insert && !o.ignored),
            corner("a PC is put on the list that is there", |_, i, o| {
                i.insert && o.ignored
            }),
            corner("a PC of the last set is put on the list", |p, i, o| {
                i.insert && !o.ignored && i.pc as usize & (p.sets - 1) == p.sets - 1
            }),
            corner("the highest PC is on the list", |p, i, o| {
                i.look && o.ignored && i.pc == (1 << p.pc_bits) - 1
            }),
        ]
    }
}
