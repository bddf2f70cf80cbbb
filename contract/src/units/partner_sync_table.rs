//! `partner_sync_table`: sub-warps that wait for their partners before a LAT.
//!
//! lashgar2012, sections IV.B to IV.E: the partner-synch table (PST) has an entry for each large warp, that is, for each
//! group of sub-warps that are partners. An entry is a valid bit, a PC, and a lock bit for each partner.
//!
//! # Arrival
//!
//! A sub-warp reaches a LAT barrier. Its lock bit is set at the clock edge. If the group's entry is not
//! valid, it becomes valid with the sub-warp's PC. If it is valid and holds another PC, `mismatch` is high in
//! the cycle of the arrival: partners that wait at different LATs gain nothing from waiting. (The PC of
//! the later arrival goes to the ignore list.)
//!
//! # Release
//!
//! A partner is *excused* if it need not arrive: it waits at a block barrier, has ended, or has no threads. A
//! group is released while its entry is valid and each of its partners is locked or excused. These are
//! levels, not events: a partner that was excused when a group was released is still excused at the next barrier. The
//! lock bits and the valid bit of a released group are cleared at the clock edge.
//!
//! # Time
//!
//! A partner may never come: it may spin until one of those that wait for it does something. A group
//! therefore waits for `wait_cycles` cycles at most, counted from the cycle after its first arrival, and is released
//! in the last of them, whoever is missing. A sub-warp that arrives in this cycle is too late: it is locked as the first
//! of a new group, with its own PC; `mismatch` still compares with the group that leaves. With `wait_cycles` 0 a group
//! waits without a limit, as in the paper.
//!
//! # Reset
//!
//! No entry is valid and no partner is locked. PCs have no reset. Ages are zero.

use super::bits_below;
use crate::terms::{Is, Row, Terms, Word, all, any, state};
use crate::{Config, ParamError, Path, Property, Signals, System, Timing, Unit, params, ports};

params! {
    /// Parameters of [`PartnerSyncTable`].
    pub struct Params of PartnerSyncTable from config {
        /// large warps of a core
        warps: usize(2 to 64) = config.core.warps;
        /// sub-warps of a large warp
        partners: usize(power of two, 2 to 8)
            shown "sub-warps of a large warp; 2, 4 or 8"
            = config.dwr.partners(&config.core);
        /// width of a PC in words
        pc_bits: u32(4 to 32) = config.core.pc_bits;
        /// cycles that a group waits at most; 0 for no limit
        wait_cycles: u32(0 to 100_000) = config.dwr.wait_cycles(config);
    }
}

impl Params {
    /// Width of the number of a large warp (derived).
    pub fn warp_bits(&self) -> u32 {
        bits_below(self.warps)
    }

    /// Width of the number of a partner in its large warp (derived).
    pub fn partner_bits(&self) -> u32 {
        bits_below(self.partners)
    }

    /// Width of the number of cycles that a group has waited, before the cycle that it is in (derived).
    pub fn age_bits(&self) -> u32 {
        bits_below(self.wait_cycles as usize).max(1)
    }

    /// A bit for each partner of a group.
    pub fn all_partners(&self) -> u64 {
        (1 << self.partners) - 1
    }
}

ports! {
    /// Ports into the table.
    pub struct In(p: Params) {
        group "arrival: a sub-warp comes to a LAT barrier";
        /// a sub-warp arrives at a LAT barrier
        arrive: bit;
        /// large warp of the sub-warp
        warp: bits(p.warp_bits());
        /// number of the sub-warp in its large warp
        partner: bits(p.partner_bits());
        /// PC of the LAT, in words
        pc: bits(p.pc_bits());
        group "partners that need not come, one bit per partner";
        /// the partner waits at a block barrier, has ended, or has no threads
        excused: array(p.warps(), p.partners() as u32);
    }
}

ports! {
    /// Ports out of the table.
    pub struct Out(p: Params) {
        group "arrival";
        /// a partner waits at another PC
        mismatch: bit when arrive;
        group "state, one bit per partner";
        /// the partner waits for the others
        locked: array(p.warps(), p.partners() as u32);
        group "release, one bit per large warp";
        /// the waiting partners are released
        released: bits(p.warps() as u32);
    }
}

/// The contract of the partner-synch table.
#[derive(Clone, Copy, Debug)]
pub struct PartnerSyncTable;

impl Unit for PartnerSyncTable {
    const NAME: &'static str = "partner_sync_table";
    const SUMMARY: &'static str = "sub-warps that wait for their partners before a LAT";
    const SOURCE: &'static str = "lashgar2012, sections IV.B to IV.E";
    const SYSTEM: System = System::Dwr;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    fn timing(_: &Params) -> Timing {
        let latency = "a large warp can be released in the cycle after its last arrival";
        Timing::new(latency, "one arrival a cycle")
    }

    fn combinational(_: &Params) -> Vec<Path> {
        let path = |output, inputs| Path { output, inputs };
        vec![
            path("mismatch", &["warp", "pc"]),
            path("released", &["excused"]),
        ]
    }

    fn assumptions(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let assumption = Property::new;
        vec![
            assumption(
                "the large warp of who arrives exists",
                !i.arrive | i.warp.lt(p.warps),
            ),
            assumption("who arrives is not locked", !arrives_in(i, &o.locked)),
            assumption("who arrives is not excused", !arrives_in(i, &i.excused)),
            assumption("who is locked is not excused", {
                let both = i.excused.iter().zip(o.locked.iter());
                all(both.map(|(excused, locked)| (excused & locked).none()))
            }),
        ]
    }

    fn guarantees(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let groups = || i.excused.iter().zip(o.locked.iter()).enumerate();
        let whole = |excused: Word, locked: Word| (excused | locked).eq(p.all_partners());
        let released = |group: usize| o.released.bit(group);
        let late = late(p, o);
        let mut guarantees = vec![
            Property::given(
                "a group that is released is whole or late, and one of it waits",
                o.released.any(),
                all(groups().map(|(group, (excused, locked))| {
                    let leaves = whole(excused, locked) | late[group];
                    released(group).implies(leaves & locked.any())
                })),
            ),
            Property::given(
                "a whole group of which one waits is released",
                any(o.locked.iter().map(Word::any)),
                all(groups().map(|(group, (excused, locked))| {
                    (whole(excused, locked) & locked.any()).implies(released(group))
                })),
            ),
            Property::given(
                "who arrives waits from the next cycle on",
                i.arrive.past(),
                o.locked.index(i.warp.past()).has(i.partner.past()),
            ),
            Property::given(
                "of a group that is released nobody waits in the next cycle",
                o.released.past().any(),
                all(o.locked.iter().enumerate().map(|(group, locked)| {
                    let arrives = i.arrive.past() & i.warp.past().eq(group);
                    (released(group).past() & !arrives).implies(locked.none())
                })),
            ),
            Property::given(
                "nobody else waits than who has come",
                any(o.locked.iter().map(Word::any)),
                all(o.locked.iter().enumerate().map(|(group, locked)| {
                    let comes = i.arrive & i.warp.eq(group);
                    let came = i.partner.decode(p.partners as u32).masked(comes).past();
                    (locked & !(locked.past() | came)).none()
                })),
            ),
            Property::given(
                "a PC differs only where somebody waits",
                i.arrive & o.mismatch,
                there(i, o).any(),
            ),
        ];
        if p.wait_cycles > 0 {
            guarantees.push(Property::given(
                "a group that is late is released",
                any(late.iter().copied()),
                all(late
                    .iter()
                    .enumerate()
                    .map(|(group, late)| late.implies(released(group)))),
            ));
        }
        guarantees
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let corner = Property::new;
        let mut corners = vec![
            corner(
                "the first of a group arrives",
                i.arrive & there(i, o).none(),
            ),
            corner(
                "a partner arrives at the same PC",
                i.arrive & there(i, o).any() & !o.mismatch,
            ),
            corner(
                "a partner arrives at another PC",
                i.arrive & there(i, o).any() & o.mismatch,
            ),
            corner(
                "a group is released, all of it locked",
                any_released(o, |locked| locked.eq(p.all_partners())),
            ),
            corner(
                "a group is released, one of it locked",
                any_released(o, |locked| locked.ones().eq(1)),
            ),
            corner(
                "two groups are released in one cycle",
                o.released.ones().gt(1),
            ),
            corner("the last group is released", o.released.bit(p.warps - 1)),
            corner(
                "a sub-warp arrives while another group is released",
                i.arrive & (o.released & !i.warp.decode(p.warps as u32)).any(),
            ),
            corner(
                "all partners of a group are excused",
                any(i.excused.iter().map(|excused| excused.eq(p.all_partners()))),
            ),
            corner(
                "no group waits",
                all(o.locked.iter().map(|locked| locked.none())),
            ),
        ];
        // Partners arrive one a cycle: the last one would be too late.
        if (1..p.partners).contains(&(p.wait_cycles as usize)) {
            corners.retain(|corner| !corner.name.ends_with("all of it locked"));
        }
        if p.wait_cycles > 0 {
            corners.push(corner(
                "a group is released without its partners",
                any_lacks(p, i, o),
            ));
            corners.push(corner(
                "a sub-warp arrives too late for its group",
                i.arrive & o.released.has(i.warp),
            ));
        }
        if p.partners > 2 {
            corners.push(corner("a group lacks one partner", {
                let groups = i.excused.iter().zip(o.locked.iter());
                any(groups.map(|(excused, locked)| {
                    let missing = !(excused | locked);
                    locked.any() & excused.any() & missing.ones().eq(1)
                }))
            }));
        }
        corners
    }
}

/// Whether the bit of the arriving sub-warp is set.
fn arrives_in(i: &In<Terms>, groups: &Row) -> Is {
    i.arrive & groups.index(i.warp).has(i.partner)
}

/// The partners that wait in the large warp of an arriving sub-warp.
fn there(i: &In<Terms>, o: &Out<Terms>) -> Word {
    o.locked.index(i.warp)
}

fn any_released(o: &Out<Terms>, is: impl Fn(Word) -> Is) -> Is {
    let groups = o.locked.iter().enumerate();
    any(groups.map(|(group, locked)| o.released.bit(group) & is(locked)))
}

/// Whether a group is released that is not whole.
fn any_lacks(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Is {
    let groups = i.excused.iter().zip(o.locked.iter()).enumerate();
    any(groups.map(|(group, (excused, locked))| {
        let lacks = (excused | locked).ne(p.all_partners());
        o.released.bit(group) & lacks
    }))
}

/// For each group, whether it waits in the last cycle that it may.
fn late(p: &Params, o: &Out<Terms>) -> Vec<Is> {
    let groups = o.locked.iter().enumerate();
    let late = groups.map(|(group, locked)| match p.wait_cycles {
        0 => Is::from(false),
        limit => locked.any() & age(p, o, group, locked).ge(limit - 1),
    });
    late.collect()
}

/// How many cycles a group has waited before this cycle, up to one less than the limit.
fn age(p: &Params, o: &Out<Terms>, group: usize, locked: Word) -> Word {
    let stays = locked.any() & !o.released.bit(group);
    state(&format!("age_{group}"), p.age_bits(), |age| {
        let older = age
            .ge(p.wait_cycles - 1)
            .mux(age, (age + 1).part(0, p.age_bits()));
        older.masked(stays)
    })
}
