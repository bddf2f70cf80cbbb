//! `warp_pool`: the warps that wait to be issued, and their linked lists.
//!
//! fung2009, section 4.2, figure 10 (c), and section 4.4: an entry holds a TID for every lane, the
//! PC, and the scheduler's field Next, the number of the next warp with the same PC. Table V: one bank
//! per lane, written once a cycle, and one bank for PC and Next.
//!
//! An entry has no valid bit: a lane whose TID is all ones is empty.
//!
//! # A cycle
//!
//! All writes act at the clock edge; `read` is combinational and gives the values before the writes of the cycle.
//!
//! * `write`: lane l of `write_lanes` stores `write_tid[l]` in entry `write_warp[l]`; lanes may go to
//!   different entries.
//! * `create`: the entry of a new warp stores its PC. Two entries a cycle.
//! * `link`: an entry stores the number of the warp that follows it in its list. Two entries a cycle.
//! * `read` gives one entry. With `clear`, every lane of that entry becomes empty; PC and Next stay.
//!   A lane's bank has one write port, so no lane is written in such a cycle.
//!
//! If both creations, or both links, write the same entry, the second's value stays.
//!
//! # Reset
//!
//! A walker goes through the entries, one a cycle from entry 0 on: every lane becomes empty, PC and
//! Next become 0 (through the ports of `first`). `init_done` is low for exactly `warps` cycles after
//! reset, and then high until the next reset. While it is low, commands must be low, and only entries that the walker
//! has passed may be read.

use crate::terms::{Is, Terms, Word, all, any, mask, state};
use crate::{Config, ParamError, Path, Property, Signals, System, Timing, Unit, params, ports};

params! {
    /// Parameters of [`WarpPool`].
    pub struct Params of WarpPool from config {
        /// entries of the pool
        warps: usize(power of two, 4 to 1024) = config.dwf.pool;
        /// threads of a warp
        lanes: usize(2 to 64) = config.core.warp_size;
        /// width of a thread number, all ones mark no thread
        tid_bits: u32(2 to 16) = config.dwf.tid_bits(&config.core);
        /// width of a PC in words
        pc_bits: u32(4 to 32) = config.core.pc_bits;
    }
}

impl Params {
    /// Width of an entry's number (derived).
    pub fn warp_bits(&self) -> u32 {
        self.warps.ilog2()
    }

    /// The TID of an empty lane (derived).
    pub fn no_thread(&self) -> u64 {
        u64::MAX >> (64 - self.tid_bits)
    }

    fn all_lanes(&self) -> u64 {
        u64::MAX >> (64 - self.lanes)
    }
}

ports! {
    /// Ports into the pool.
    pub struct In(p: Params) {
        group "write: threads come into warps";
        /// lanes that store a thread
        write_lanes: bits(p.lanes() as u32);
        /// entry to which each lane writes
        write_warp: array(p.lanes(), p.warp_bits());
        /// thread that each lane stores
        write_tid: array(p.lanes(), p.tid_bits());
        group "create: entries get a PC";
        /// a first new warp gets its PC
        create_first: bit;
        /// entry of the first new warp
        create_first_warp: bits(p.warp_bits());
        /// PC of the first new warp, in words
        create_first_pc: bits(p.pc_bits());
        /// a second new warp gets its PC
        create_second: bit;
        /// entry of the second new warp
        create_second_warp: bits(p.warp_bits());
        /// PC of the second new warp, in words
        create_second_pc: bits(p.pc_bits());
        group "link: entries get one behind them";
        /// a first warp is linked to the next one
        link_first: bit;
        /// entry of the first warp
        link_first_warp: bits(p.warp_bits());
        /// next warp in its list
        link_first_next: bits(p.warp_bits());
        /// a second warp is linked to the next one
        link_second: bit;
        /// entry of the second warp
        link_second_warp: bits(p.warp_bits());
        /// next warp in its list
        link_second_next: bits(p.warp_bits());
        group "read: the warp to be issued";
        /// an entry is read
        read: bit;
        /// the entry to read
        read_warp: bits(p.warp_bits());
        /// all lanes of the entry become empty
        clear: bit;
    }
}

ports! {
    /// Ports out of the pool.
    pub struct Out(p: Params) {
        group "state";
        /// the pool has been cleared after reset
        init_done: bit;
        group "read: the warp to be issued";
        /// PC of the warp, in words
        read_pc: bits(p.pc_bits()) when read;
        /// next warp in its list
        read_next: bits(p.warp_bits()) when read;
        /// thread of each lane; all ones for none
        read_tid: array(p.lanes(), p.tid_bits()) when read;
        /// lanes that have a thread
        read_lanes: bits(p.lanes() as u32) when read;
    }
}

/// The contract of the warp pool.
#[derive(Clone, Copy, Debug)]
pub struct WarpPool;

impl Unit for WarpPool {
    const NAME: &'static str = "warp_pool";
    const SUMMARY: &'static str = "the warps that wait to be issued, and their linked lists";
    const SOURCE: &'static str = "fung2009, sections 4.2 and 4.4, figure 10 (c), table V";
    const SYSTEM: System = System::Dwf;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    fn timing(p: &Params) -> Timing {
        let latency = "read within the cycle, written at its end";
        let throughput = "one entry read, each lane, two PCs and two links written a cycle";
        Timing::new(latency, throughput)
            .ready(format!("initialised {} cycles after reset", p.warps))
    }

    fn combinational(_: &Params) -> Vec<Path> {
        let path = |output| Path {
            output,
            inputs: &["read_warp"],
        };
        ["read_pc", "read_next", "read_tid", "read_lanes"]
            .map(path)
            .into()
    }

    fn assumptions(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let assumption = Property::new;
        vec![
            assumption(
                "no_command_before_init",
                "nothing happens before the pool is cleared",
                {
                    let creates = i.create_first | i.create_second;
                    let links = i.link_first | i.link_second;
                    o.init_done | i.write_lanes.none() & !creates & !links & !i.clear
                },
            ),
            assumption(
                "clear_reads_and_writes_none",
                "what is cleared is read, and no lane is written",
                !i.clear | i.read & i.write_lanes.none(),
            ),
            assumption(
                "read_behind_walk",
                "only entries that the walker has passed are read",
                !i.read | cleared(p).gt(i.read_warp),
            ),
        ]
    }

    /// Any entry can be read in any cycle, so it is enough to check how one cycle changes the entry.
    fn guarantees(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let again = i.read & (i.read & o.init_done).past() & i.read_warp.stays();
        vec![
            Property::new(
                "clearing_takes_one_cycle_an_entry",
                "the pool is cleared in as many cycles as it has entries",
                !(o.init_done ^ cleared(p).eq(p.warps)),
            ),
            Property::given(
                "lane_holds_last_thread",
                "a lane has the thread that it got last, and none once it is cleared",
                again,
                all((0..p.lanes).map(|lane| {
                    let here = i.write_lanes.bit(lane) & i.write_warp[lane].eq(i.read_warp);
                    let kept = here.mux(i.write_tid[lane], o.read_tid[lane]);
                    let next = i.clear.mux(p.no_thread(), kept);
                    o.read_tid[lane].eq(next.past())
                })),
            ),
            Property::given(
                "entry_holds_last_pc",
                "an entry has the PC that it got last",
                again,
                o.read_pc
                    .eq(Writes::pcs(i).last(i.read_warp, o.read_pc).past()),
            ),
            Property::given(
                "entry_holds_last_link",
                "an entry has the one behind it that it got last",
                again,
                o.read_next
                    .eq(Writes::links(i).last(i.read_warp, o.read_next).past()),
            ),
            Property::given(
                "lanes_match_tids",
                "lanes that have a thread are said to have one",
                i.read,
                {
                    let threads = o.read_tid.iter().map(|tid| tid.ne(p.no_thread()));
                    o.read_lanes.eq(mask(threads))
                },
            ),
        ]
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let corner = Property::new;
        vec![
            corner("clearing", "the pool is being cleared", !o.init_done),
            corner(
                "one_entry_filled",
                "every lane is written, all in one entry",
                i.write_lanes.eq(p.all_lanes())
                    & all(i.write_warp.iter().map(|warp| warp.eq(i.write_warp[0]))),
            ),
            corner(
                "several_entries_written",
                "lanes are written in different entries",
                i.write_lanes.eq(p.all_lanes())
                    & any(i.write_warp.iter().map(|warp| warp.ne(i.write_warp[0]))),
            ),
            corner(
                "read_during_write",
                "an entry is read as lanes of it are written",
                i.read & some_lane(i, |lane| i.write_warp[lane].eq(i.read_warp)),
            ),
            corner(
                "lane_replaced_during_read",
                "a lane gets another thread as it is read",
                {
                    let changes = |lane: usize| {
                        i.write_warp[lane].eq(i.read_warp) & i.write_tid[lane].ne(o.read_tid[lane])
                    };
                    i.read & some_lane(i, changes)
                },
            ),
            corner(
                "empty_thread_written",
                "a lane is written with no thread",
                some_lane(i, |lane| i.write_tid[lane].eq(p.no_thread())),
            ),
            corner(
                "two_created",
                "two entries are created",
                i.create_first & i.create_second & i.create_first_warp.ne(i.create_second_warp),
            ),
            corner(
                "one_created_twice",
                "one entry is created twice",
                i.create_first
                    & i.create_second
                    & i.create_first_warp.eq(i.create_second_warp)
                    & i.create_first_pc.ne(i.create_second_pc),
            ),
            corner(
                "second_created_alone",
                "second is created without first",
                !i.create_first & i.create_second,
            ),
            corner(
                "read_during_create",
                "an entry is read as it is created",
                i.read
                    & i.create_first
                    & i.create_first_warp.eq(i.read_warp)
                    & i.create_first_pc.ne(o.read_pc),
            ),
            corner(
                "two_linked",
                "two entries are linked",
                i.link_first & i.link_second & i.link_first_warp.ne(i.link_second_warp),
            ),
            corner(
                "one_linked_twice",
                "one entry is linked twice",
                i.link_first
                    & i.link_second
                    & i.link_first_warp.eq(i.link_second_warp)
                    & i.link_first_next.ne(i.link_second_next),
            ),
            corner(
                "second_linked_alone",
                "second is linked without first",
                !i.link_first & i.link_second,
            ),
            corner(
                "read_during_link",
                "an entry is read as it is linked",
                i.read
                    & i.link_first
                    & i.link_first_warp.eq(i.read_warp)
                    & i.link_first_next.ne(o.read_next),
            ),
            corner(
                "full_entry_cleared",
                "a full entry is cleared",
                i.clear & o.read_lanes.eq(p.all_lanes()),
            ),
            corner(
                "partial_entry_cleared",
                "a part of an entry is cleared",
                i.clear & o.read_lanes.any() & o.read_lanes.ne(p.all_lanes()),
            ),
            corner(
                "empty_entry_cleared",
                "an empty entry is cleared",
                i.clear & o.read_lanes.none(),
            ),
            corner(
                "link_during_clear",
                "an entry is linked as it is cleared",
                i.clear & i.link_first & i.link_first_warp.eq(i.read_warp),
            ),
            corner(
                "read_without_clear",
                "an entry is read and stays",
                i.read & !i.clear & o.read_lanes.any(),
            ),
            corner(
                "cleared_entry_keeps_pc",
                "an entry that is cleared has PC and Next",
                i.read & o.read_lanes.none() & o.read_pc.any() & o.read_next.any(),
            ),
            corner(
                "last_entry_read",
                "the last entry is read",
                i.read & i.read_warp.eq(p.warps - 1),
            ),
        ]
    }
}

/// Number of the entries that the walker has passed.
pub fn cleared(p: &Params) -> Word {
    state("cycles", p.warp_bits() + 1, |held| {
        held.lt(p.warps).mux((held + 1).part(0, held.width()), held)
    })
}

/// The two writes of a cycle: for each, whether it happens, its entry, and its value.
struct Writes([(Is, Word, Word); 2]);

impl Writes {
    fn pcs(i: &In<Terms>) -> Self {
        Self([
            (i.create_first, i.create_first_warp, i.create_first_pc),
            (i.create_second, i.create_second_warp, i.create_second_pc),
        ])
    }

    fn links(i: &In<Terms>) -> Self {
        Self([
            (i.link_first, i.link_first_warp, i.link_first_next),
            (i.link_second, i.link_second_warp, i.link_second_next),
        ])
    }

    /// The value in an entry after the cycle.
    fn last(&self, warp: Word, held: Word) -> Word {
        let writes = self.0.iter();
        writes.fold(held, |held, &(write, entry, value)| {
            (write & entry.eq(warp)).mux(value, held)
        })
    }
}

/// Whether a predicate holds for some lane that is written.
fn some_lane(i: &In<Terms>, is_true: impl Fn(usize) -> Is) -> Is {
    any((0..i.write_warp.len()).map(|lane| i.write_lanes.bit(lane) & is_true(lane)))
}
