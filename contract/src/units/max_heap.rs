//! `max_heap`: groups of warps, the most urgent at the root.
//!
//! fung2009, section 4.4, figure 11 (b), Table V: a binary heap in a memory of two read and two write
//! ports. The children of entry `i` are `2i + 1` and `2i + 2`; the first `groups` entries are valid.
//! An entry is the group of warps that stand at a PC: the PC, the number of their threads (CNT), the
//! first and the last of their warps (WPH, WPT: a list that is linked in the warp pool), and the
//! number of the group's entry in the heap's look-up table (LUT#). Pointers and LUT# have a top bit
//! that is stored and zero for what is real. A LUT# of all ones is *none*: the group has no entry
//! any more.
//!
//! Entry a stands *before* b
//! * `majority`: if it has more threads, or as many and the lower PC;
//! * `minority`: if it has fewer threads, or as many and the lower PC;
//! * `pc`: if it has the lower PC.
//!
//! Of two groups of one PC, equal in that, neither stands before the other.
//!
//! CNT only sorts. Groups without an entry lose sight of threads that join their warps, and others
//! of the same PC may count them: it may say less or more than the warps have. It stops at its
//! maximum.
//!
//! At *rest* no entry stands before its parent. What follows begins at rest only.
//!
//! # Update
//!
//! One group, or two of different PCs, changes in a cycle.
//!
//! * A *hit* names the entry. Its CNT grows by the threads. If the update *creates*, the ports `link`
//!   say, in the same cycle, that its warp follows WPT in the list, and it becomes WPT.
//! * A miss that creates makes a *new* entry at index `groups` (the second one of a cycle at the next)
//!   of the PC, the threads, the warp as WPH and WPT, and the LUT#. `groups` grows. If it *replaces*,
//!   the LUT# was that of the entry at its index: that one's becomes none at the edge of this cycle.
//!   (The group would otherwise write over the new one's entry of the table when it moves next.)
//! * A miss that does not create changes nothing.
//!
//! Nothing else is written in such a cycle.
//!
//! The changed entry is now *moving*: it stands in a register, not in the memory, and its place
//! there is a *hole*.
//!
//! # Moving up
//!
//! All but hits under `minority` move up. In each of the next cycles a moving entry
//! * at hole 0 *settles*;
//! * else, if it stands before its hole's parent, changes places with it: the parent is written
//!   into the hole and the parent's index is the hole;
//! * else settles.
//!
//! To settle is to be written into the hole and to be at rest from the next cycle on. In each cycle
//! the ports `move` give the entry that is written into the memory, if it has a LUT#: that, its PC,
//! its index.
//!
//! Two that meet: the first waits if its hole's parent is the second's hole. The second waits if
//! its hole's parent is the first's hole, or the parent of the first's hole. An entry that waits
//! does nothing in this cycle. All this goes by where the holes are when the cycle begins.
//!
//! # Moving down
//!
//! Under `minority` a hit moves down. There `second` never comes, and the ports `move_second` and
//! `link_second` are zero.
//!
//! Each cycle, of the children of the hole that are valid, the one that stands before the other is
//! looked at: if it stands before the moving entry, it is written into the hole and its index is the
//! hole. Else, or if there is none, the moving entry settles. What moves down is the first, and it
//! writes on the ports of the first.
//!
//! # Pop
//!
//! The root leaves; its ports show it in the same cycle, and `move_first` gives its LUT#, if it has
//! one, and PC with an index of all ones. `groups` falls by one. If a group is left, the last entry is moving from
//! now on, down from hole 0, as the first.
//!
//! # Latency
//!
//! All this is a heap with `heap_latency` = 1: a level a cycle, and two groups under way. With 2 a level takes two
//! cycles: entries are compared in one, and changed places and the next ones read in the other. One group changes at a
//! time: `second` never comes, and the ports `move_second` and `link_second` are zero. Entries change and move as above,
//! in these cycles:
//!
//! 0. The command, at rest. The root's ports show it in the cycle of `pop`, and `move_first` gives its LUT#, if it has
//!    one, with an index of all ones, as above; its entry shows at rest without a pop too, and its PC in all cycles: in cycle 1 that of the moving entry, if
//!    the hole is the root, so that who comes to rest has shown its root's PC a cycle before. At the edge `groups` changes, and the LUT# of a group that is replaced
//!    becomes none. A miss that creates nothing leaves the heap at rest, and so does a pop of the last group.
//! 1. The moving entry is written into the hole, whether it stays there or not; `move_first` gives it, if it has a LUT#,
//!    with its index. It is compared: if it settles, the heap is at rest from the next cycle on. After a hit that
//!    creates, the ports `link_first` show in the first such cycle how the list grows.
//! 2. Else the entry with which it changes places is written over it; `move_first` gives that, if it has a LUT#, with
//!    the index of the hole. Cycles 1 and 2 follow for the new hole.
//!
//! So an update that moves nothing takes two cycles, and each level that an entry moves two more. `moving_first` is high in
//! all cycles that are not at rest. The ports `move_first_pc` are zero: the look-up table keeps the PC of a look-up
//! itself. The top bit of a pointer is not stored: it is zero at the ports of the root and of links.
//!
//! # Ports of the memory
//!
//! With `heap_latency` = 1, at rest the first read port is at the root if `pop`, else at `first_index`, the second at
//! the last entry if `pop`, else at `second_index`; the outputs of a cycle at rest follow from that. Without a pop,
//! what `move` shows at rest means nothing and depends on both. `move_first_index` reads all ones at rest.
//!
//! # Reset
//!
//! At rest with no group. The memory has no reset.

mod corners;

use super::bits_below;
use crate::config::Policy;
use crate::terms::{Is, Terms, Word, count};
use crate::{Config, ParamError, Path, Property, Signals, System, Unit, params, ports};

/// What makes a group more urgent than another (fung2009, sections 4.3 and 4.4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// More threads; among equals the lower PC.
    Majority,
    /// Fewer threads; among equals the lower PC.
    Minority,
    /// The lower PC.
    Pc,
}

impl Order {
    /// The order of a policy. Policies that go by single warps or threads have none; their machines
    /// have no such unit, and it would get the paper's.
    pub fn of(policy: Policy) -> Self {
        match policy {
            Policy::Minority => Order::Minority,
            Policy::Pc => Order::Pc,
            Policy::Majority | Policy::Timestamp | Policy::PdomPriority => Order::Majority,
        }
    }
}

params! {
    /// Parameters of [`MaxHeap`].
    pub struct Params of MaxHeap from config {
        /// what makes a group more urgent than another
        order: Order
            shown "0: most threads first, 1: fewest, 2: lowest PC"
            = Order::of(config.dwf.policy);
        /// cycles of a level
        heap_latency: u32(1 to 2) = config.dwf.heap_latency;
        /// groups that the heap can hold
        entries: usize(2 to 256) = config.dwf.heap;
        /// width of a PC in words
        pc_bits: u32(4 to 32) = config.core.pc_bits;
        /// width of a number of threads
        count_bits: u32(2 to 16) = config.dwf.tid_bits(&config.core);
        /// width of a warp number and a bit above
        pointer_bits: u32(2 to 11) = bits_below(config.dwf.pool) + 1;
        /// width of the number of an entry of the look-up table and a bit above
        lut_bits: u32(2 to 11) = bits_below(config.dwf.heap_lut_entries) + 1;
    }
}

impl Params {
    /// Whether two groups can change in a cycle (derived).
    pub fn pairs(&self) -> bool {
        self.order != Order::Minority && self.heap_latency == 1
    }

    /// Width of an index with the bit that says "none" (derived).
    pub fn index_bits(&self) -> u32 {
        bits_below(self.entries) + 1
    }

    /// Width of a number of groups, 0 to `entries` (derived).
    pub fn groups_bits(&self) -> u32 {
        bits_below(self.entries + 1)
    }
}

ports! {
    /// Ports into the heap.
    pub struct In(p: Params) {
        group "update: a group, or the older of two";
        /// the group below changes
        first: bit;
        /// it is in the heap
        first_hit: bit;
        /// a new one takes the LUT# of the group at this index
        first_replaces: bit;
        /// where it is, or the one that it replaces
        first_index: bits(p.index_bits());
        /// the LUT# that it gets, if it is new
        first_entry: bits(p.lut_bits() - 1);
        /// the PC that it gets, if it is new
        first_pc: bits(p.pc_bits());
        /// threads that it gets; one or more
        first_threads: bits(p.count_bits());
        /// the warp that they are in
        first_warp: bits(p.pointer_bits());
        /// that is a new one
        first_create: bit;
        group "update: the younger group";
        /// the group below changes
        second: bit;
        /// it is in the heap
        second_hit: bit;
        /// a new one takes the LUT# of the group at this index
        second_replaces: bit;
        /// where it is, or the one that it replaces
        second_index: bits(p.index_bits());
        /// the LUT# that it gets, if it is new
        second_entry: bits(p.lut_bits() - 1);
        /// the PC that it gets, if it is new
        second_pc: bits(p.pc_bits());
        /// threads that it gets; one or more
        second_threads: bits(p.count_bits());
        /// the warp that they are in
        second_warp: bits(p.pointer_bits());
        /// that is a new one
        second_create: bit;
        group "pop";
        /// the root leaves
        pop: bit;
    }
}

ports! {
    /// Ports out of the heap.
    pub struct Out(p: Params) {
        group "state";
        /// nothing is moving
        rest: bit;
        /// the first entry is moving
        moving_first: bit;
        /// the second entry is moving
        moving_second: bit;
        /// groups in the heap, moving ones included
        groups: bits(p.groups_bits());
        group "pop: the root";
        /// its PC
        root_pc: bits(p.pc_bits()) when pop;
        /// its threads
        root_threads: bits(p.count_bits()) when pop;
        /// the first of its warps
        root_head: bits(p.pointer_bits()) when pop;
        /// the last of its warps
        root_tail: bits(p.pointer_bits()) when pop;
        group "move: entries of the look-up table that change";
        /// the entry below changes
        move_first: bit;
        /// its LUT#
        move_first_entry: bits(p.lut_bits()) when move_first;
        /// its PC
        move_first_pc: bits(p.pc_bits()) when move_first;
        /// its index from now on; all ones: none
        move_first_index: bits(p.index_bits()) when move_first;
        /// the entry below changes
        move_second: bit;
        /// its LUT#
        move_second_entry: bits(p.lut_bits()) when move_second;
        /// its PC
        move_second_pc: bits(p.pc_bits()) when move_second;
        /// its index from now on
        move_second_index: bits(p.index_bits()) when move_second;
        group "link: lists of warps that grow";
        /// a warp follows the one below
        link_first: bit;
        /// so far the last of its list
        link_first_warp: bits(p.pointer_bits()) when link_first;
        /// the warp that follows
        link_first_next: bits(p.pointer_bits()) when link_first;
        /// a warp follows the one below
        link_second: bit;
        /// so far the last of its list
        link_second_warp: bits(p.pointer_bits()) when link_second;
        /// the warp that follows
        link_second_next: bits(p.pointer_bits()) when link_second;
    }
}

/// The contract of the heap.
#[derive(Clone, Copy, Debug)]
pub struct MaxHeap;

impl Unit for MaxHeap {
    const NAME: &'static str = "max_heap";
    const SUMMARY: &'static str = "groups of warps, the most urgent at the root";
    const SOURCE: &'static str = "fung2009, sections 4.4 and 4.4.4, figure 11 (b), Table V";
    const SYSTEM: System = System::Dwf;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        Params::of(config)
    }

    fn timing(p: &Params) -> String {
        let levels = bits_below(p.entries + 1);
        if p.heap_latency > 1 {
            return format!(
                "an update or a pop at rest, at rest again in the second cycle after it, or two later for each level that \
                 an entry moves, {} cycles at most",
                2 * levels
            );
        }
        format!(
            "two updates or a pop a cycle, at rest again after up to {levels} cycles, one a level, or \
             more where two entries meet"
        )
    }

    fn combinational(p: &Params) -> Vec<Path> {
        const FIRST_ROW: &[&str] = &["first_index", "pop"];
        const SECOND_ROW: &[&str] = &["second_index", "pop"];
        const SECOND_LINK: &[&str] = &["second", "second_hit", "second_create"];
        if p.heap_latency > 1 {
            return vec![Path {
                output: "move_first",
                inputs: &["pop"],
            }];
        }
        // What moves comes from the rows, which commands choose at rest.
        let moved = match p.order {
            Order::Minority => FIRST_ROW,
            Order::Majority | Order::Pc => &["first_index", "second_index", "pop"],
        };
        let path = |output, inputs| Path { output, inputs };
        let mut paths = vec![
            path("root_pc", FIRST_ROW),
            path("root_threads", FIRST_ROW),
            path("root_head", FIRST_ROW),
            path("root_tail", FIRST_ROW),
            path("move_first", moved),
            path("move_first_entry", moved),
            path("move_first_pc", moved),
            path("link_first", &["first", "first_hit", "first_create"]),
            path("link_first_warp", FIRST_ROW),
            path("link_first_next", &["first_warp"]),
        ];
        // Under `minority` nothing is second.
        if p.order != Order::Minority {
            paths.push(path("move_second", SECOND_ROW));
            paths.push(path("move_second_entry", SECOND_ROW));
            paths.push(path("move_second_pc", SECOND_ROW));
            paths.push(path("link_second", SECOND_LINK));
            paths.push(path("link_second_warp", SECOND_ROW));
            paths.push(path("link_second_next", &["second_warp"]));
        }
        paths
    }

    /// At rest only the root moves, if it pops.
    fn hidden(p: &Params) -> Vec<Path> {
        let path = |output, inputs| Path { output, inputs };
        if p.heap_latency > 1 {
            return Vec::new();
        }
        match p.order {
            Order::Minority => vec![path("move_first", &["first_index"])],
            Order::Majority | Order::Pc => vec![
                path("move_first", &["first_index", "second_index"]),
                path("move_second", &["second_index", "pop"]),
            ],
        }
    }

    fn assumptions(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let assumption = Property::new;
        vec![
            assumption(
                "a heap that is not at rest is left alone",
                o.rest | !(i.first | i.second | i.pop),
            ),
            assumption("the second comes with the first only", !i.second | i.first),
            assumption(
                "where one group moves: one update a cycle",
                !i.second | p.pairs(),
            ),
            assumption(
                "a pop comes alone, and finds a group",
                !i.pop | !i.first & o.groups.any(),
            ),
            assumption(
                "a group that is hit or replaced is in the heap",
                (!first_writes(i) | i.first_index.lt(o.groups))
                    & (!second_writes(i) | i.second_index.lt(o.groups)),
            ),
            assumption(
                "the groups that change differ",
                !i.second
                    | i.first_pc.ne(i.second_pc)
                        & !(first_writes(i) & second_writes(i) & i.first_index.eq(i.second_index)),
            ),
            assumption(
                "new groups have room",
                (o.groups + new_groups(i)).le(p.entries),
            ),
            assumption(
                "an update has threads",
                (!i.first | i.first_threads.any()) & (!i.second | i.second_threads.any()),
            ),
        ]
    }

    fn guarantees(_: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        vec![
            Property::new(
                "groups in the heap are those that were new and have not left",
                (o.groups.past() + new_groups(i).past()).eq(o.groups + i.pop.past().word()),
            ),
            Property::given(
                "what moves is a group of the heap",
                o.moving_first | o.moving_second,
                o.groups.any() | i.pop.past(),
            ),
        ]
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        corners::corners(p, i, o)
    }
}

/// The older group is new.
fn is_first_new(i: &In<Terms>) -> Is {
    i.first & !i.first_hit & i.first_create
}

/// The younger one is.
fn is_second_new(i: &In<Terms>) -> Is {
    i.second & !i.second_hit & i.second_create
}

/// The older update hits or replaces the group at its index.
fn first_writes(i: &In<Terms>) -> Is {
    i.first & i.first_hit | is_first_new(i) & i.first_replaces
}

/// The younger one does.
fn second_writes(i: &In<Terms>) -> Is {
    i.second & i.second_hit | is_second_new(i) & i.second_replaces
}

/// New groups of an update.
fn new_groups(i: &In<Terms>) -> Word {
    count([is_first_new(i), is_second_new(i)])
}
