//! `max_heap`: groups of warps, with the most urgent group at the root.
//!
//! fung2009, section 4.4, figure 11 (b), Table V: a binary heap in a memory with two read and two write
//! ports. The children of entry `i` are `2i + 1` and `2i + 2`; the first `groups` entries are valid.
//! An entry is the group of warps at one PC: the PC, the number of threads (CNT), the
//! first and the last warp (WPH, WPT: a list that is linked in the warp pool), and the
//! number of the group's entry in the heap's look-up table (LUT#). Pointers and LUT# have an extra top bit,
//! which is stored and is zero in every real number. A LUT# of all ones is *none*: the group has no entry
//! any more.
//!
//! Entry a comes *before* b
//! * `majority`: if it has more threads, or as many and the lower PC;
//! * `minority`: if it has fewer threads, or as many and the lower PC;
//! * `pc`: if it has the lower PC.
//!
//! If two groups have the same PC and are otherwise equal, neither comes before the other.
//!
//! CNT only sorts. A group without an entry does not count threads that join its warps, and another group
//! of the same PC may count them: CNT may be lower or higher than the number of threads in the warps. CNT saturates at its
//! maximum.
//!
//! At *rest* no entry comes before its parent. Updates and pops begin only at rest.
//!
//! # Update
//!
//! One group, or two groups of different PCs, changes in a cycle.
//!
//! * A *hit* names the entry. Its CNT grows by the threads. If the update *creates* a warp, the ports `link`
//!   say in the same cycle that this warp follows WPT in the list, and it becomes WPT.
//! * A miss that creates makes a *new* entry at index `groups` (the second one of a cycle at the next index)
//!   from the PC, the threads, the warp as WPH and WPT, and the LUT#. `groups` grows. With *reuse*
//!   the LUT# was that of the entry at the update's index: the LUT# of that entry becomes none at the edge of this cycle.
//!   (Otherwise that group would overwrite the new group's entry in the table when it moves next.)
//! * A miss that does not create changes nothing.
//!
//! Nothing else is written in such a cycle.
//!
//! The changed entry is now *moving*: it is held in a register, not in the memory, and its place
//! in the memory is a *hole*.
//!
//! # Moving up
//!
//! All entries except hits under `minority` move up. In each of the next cycles a moving entry
//! * *settles*, if its hole is 0;
//! * else, if it comes before the parent of its hole, swaps with it: the parent is written
//!   into the hole, and the parent's index becomes the hole;
//! * else settles.
//!
//! An entry that settles is written into the hole and is at rest from the next cycle on. In each cycle
//! the ports `move` describe the entry that is written into the memory, if it has a LUT#: its LUT#, its PC and
//! its index.
//!
//! If two moving entries meet: the first waits if the parent of its hole is the second's hole. The second waits if
//! the parent of its hole is the first's hole, or the parent of the first's hole. An entry that waits
//! does nothing in this cycle. The positions of the holes at the beginning of the cycle decide.
//!
//! # Moving down
//!
//! Under `minority` a hit moves down. In this order `second` is never high, and the ports `move_second` and
//! `link_second` are zero.
//!
//! In each cycle, the valid child of the hole that comes before the other child is
//! examined: if it comes before the moving entry, it is written into the hole, and its index becomes the
//! hole. Else, or if the hole has no valid child, the moving entry settles. An entry that moves down counts as the first
//! and uses the first's ports.
//!
//! # Pop
//!
//! The root leaves; the ports `root` show it in the same cycle, and the ports `move_first` give its LUT#, if it has
//! one, and its PC, with an index of all ones. `groups` falls by one. If a group is left, the last entry moves from
//! now on: down from hole 0, as the first.
//!
//! # Latency
//!
//! All of the above describes a heap with `heap_latency` = 1: one level a cycle, and up to two moving groups. With 2, a level
//! takes two cycles: entries are compared in one cycle; in the other they are swapped and the next ones are read. One group
//! changes at a time: `second` is never high, and the ports `move_second` and `link_second` are zero. Entries change and move
//! as above, in these cycles:
//!
//! 0. The command, at rest. The ports `root` show the root in the cycle of `pop`, and `move_first` gives its LUT#, if it has
//!    one, with an index of all ones, as above. `move_first_entry` shows the root's LUT# at rest without a pop too, and
//!    `root_pc` shows the root's PC in all cycles: in cycle 1 it is the PC of the moving entry if the hole is the root, so
//!    that a heap that comes to rest has shown the PC of its root one cycle before. At the edge `groups` changes, and the
//!    LUT# of a group whose number is reused becomes none. A miss that creates nothing leaves the heap at rest, and so does
//!    a pop of the last group.
//! 1. The moving entry is written into the hole, whether it stays there or not; `move_first` gives it, if it has a LUT#,
//!    with its index. It is compared: if it settles, the heap is at rest from the next cycle on. After a hit that
//!    creates, the ports `link_first` show in the first such cycle how the list grows.
//! 2. Else the entry with which it swaps is written over it; `move_first` gives that entry, if it has a LUT#, with
//!    the index of the hole. Cycles 1 and 2 follow for the new hole.
//!
//! So an update that moves no entry takes two cycles, and each level that an entry moves takes two more. `moving_first` is
//! high in all cycles that are not at rest. The port `move_first_pc` is zero: the look-up table keeps the PC of a look-up
//! itself. The top bit of a pointer is not stored: it is zero at the ports of the root and of links.
//!
//! # Ports of the memory
//!
//! With `heap_latency` = 1, at rest the first read port reads the root if `pop` is high, else the entry at `first_index`; the
//! second reads the last entry if `pop` is high, else the entry at `second_index`. The outputs of a cycle at rest follow from
//! these reads. Without a pop, the ports `move` have no meaning at rest and depend on both reads. `move_first_index` is all
//! ones at rest.
//!
//! # Reset
//!
//! The heap is at rest and has no group. The memory has no reset.

mod corners;

use super::bits_below;
use crate::config::Policy;
use crate::terms::{Is, Terms, Word, count};
use crate::{
    Config, ParamError, Path, Property, Signals, System, Timing, Unit, Words, params, ports,
};

/// Which group is more urgent than another (fung2009, sections 4.3 and 4.4.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Words)]
pub enum Order {
    /// The group with more threads; among equals the lower PC.
    Majority,
    /// The group with fewer threads; among equals the lower PC.
    Minority,
    /// The group with the lower PC.
    Pc,
}

impl Order {
    /// The order of a policy. Policies that choose single warps or threads have no order of groups; their machines
    /// do not contain this unit, and get the paper's order here.
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
        /// which group is more urgent than another
        order: Order
            shown "0: most threads first, 1: fewest, 2: lowest PC"
            = Order::of(config.dwf.policy);
        /// cycles per level of the heap
        heap_latency: u32(1 to 2) = config.dwf.heap_latency;
        /// groups that the heap can hold
        entries: usize(2 to 256) = config.dwf.heap;
        /// width of a PC in words
        pc_bits: u32(4 to 32) = config.core.pc_bits;
        /// width of a number of threads
        count_bits: u32(2 to 16) = config.dwf.tid_bits(&config.core);
        /// width of a warp number with an extra top bit
        pointer_bits: u32(2 to 11) = bits_below(config.dwf.pool) + 1;
        /// width of a look-up table entry's number with an extra top bit
        lut_bits: u32(2 to 11) = bits_below(config.dwf.heap_lut_entries) + 1;
    }
}

impl Params {
    /// Whether two groups can change in a cycle (derived).
    pub fn pairs(&self) -> bool {
        self.order != Order::Minority && self.heap_latency == 1
    }

    /// Width of an index with the bit that marks "none" (derived).
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
        /// a first group changes, the older one
        first: bit;
        /// the first group is in the heap
        first_hit: bit;
        /// the new group takes over the LUT# of another group
        first_reuse: bit;
        /// heap index of the group, or of the one that loses its LUT#
        first_index: bits(p.index_bits());
        /// LUT# of the first group, if it is new
        first_entry: bits(p.lut_bits() - 1);
        /// PC of the first group, if it is new
        first_pc: bits(p.pc_bits());
        /// threads that the first group gets; one or more
        first_threads: bits(p.count_bits());
        /// the warp of these threads
        first_warp: bits(p.pointer_bits());
        /// that warp is new
        first_create: bit;
        group "update: the younger group";
        /// a second group changes, the younger one
        second: bit;
        /// the second group is in the heap
        second_hit: bit;
        /// the new group takes over the LUT# of another group
        second_reuse: bit;
        /// heap index of the group, or of the one that loses its LUT#
        second_index: bits(p.index_bits());
        /// LUT# of the second group, if it is new
        second_entry: bits(p.lut_bits() - 1);
        /// PC of the second group, if it is new
        second_pc: bits(p.pc_bits());
        /// threads that the second group gets; one or more
        second_threads: bits(p.count_bits());
        /// the warp of these threads
        second_warp: bits(p.pointer_bits());
        /// that warp is new
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
        /// no entry is moving
        rest: bit;
        /// the first entry is moving
        moving_first: bit;
        /// the second entry is moving
        moving_second: bit;
        /// groups in the heap, moving ones included
        groups: bits(p.groups_bits());
        group "pop: the root";
        /// PC of the root, in words
        root_pc: bits(p.pc_bits()) when pop;
        /// threads of the root
        root_threads: bits(p.count_bits()) when pop;
        /// first warp of the root's list
        root_head: bits(p.pointer_bits()) when pop;
        /// last warp of the root's list
        root_tail: bits(p.pointer_bits()) when pop;
        group "move: entries of the look-up table that change";
        /// a table entry changes
        move_first: bit;
        /// LUT# of the entry that changes
        move_first_entry: bits(p.lut_bits()) when move_first;
        /// PC of its group, in words
        move_first_pc: bits(p.pc_bits()) when move_first;
        /// new heap index of its group; all ones for none
        move_first_index: bits(p.index_bits()) when move_first;
        /// a second table entry changes
        move_second: bit;
        /// LUT# of the second entry that changes
        move_second_entry: bits(p.lut_bits()) when move_second;
        /// PC of its group, in words
        move_second_pc: bits(p.pc_bits()) when move_second;
        /// new heap index of its group
        move_second_index: bits(p.index_bits()) when move_second;
        group "link: lists of warps that grow";
        /// a warp is linked to the end of a first list
        link_first: bit;
        /// the last warp of the first list so far
        link_first_warp: bits(p.pointer_bits()) when link_first;
        /// the warp that follows it
        link_first_next: bits(p.pointer_bits()) when link_first;
        /// a warp is linked to the end of a second list
        link_second: bit;
        /// the last warp of the second list so far
        link_second_warp: bits(p.pointer_bits()) when link_second;
        /// the warp that follows it
        link_second_next: bits(p.pointer_bits()) when link_second;
    }
}

/// The contract of the heap.
#[derive(Clone, Copy, Debug)]
pub struct MaxHeap;

impl Unit for MaxHeap {
    const NAME: &'static str = "max_heap";
    const SUMMARY: &'static str = "heap of groups of warps, with the most urgent group at the root";
    const SOURCE: &'static str = "fung2009, sections 4.4 and 4.4.4, figure 11 (b), Table V";
    const SYSTEM: System = System::Dwf;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        config.dwf.require_queued_updates(Self::NAME)?;
        Params::of(config)
    }

    fn timing(p: &Params) -> Timing {
        let levels = bits_below(p.entries + 1);
        if p.heap_latency > 1 {
            let latency = format!(
                "at rest again after 2 cycles and 2 more for each level that an entry moves, {} cycles \
                 at most",
                2 * levels
            );
            return Timing::new(latency, "one update or pop at rest");
        }
        let latency = format!(
            "at rest again after up to {levels} cycles, one for each level, or more if two entries meet"
        );
        Timing::new(latency, "two updates or one pop at rest")
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
        // Moving entries come from the rows, which commands choose at rest.
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
        // Under `minority` the second ports are never used.
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

    /// At rest only the root moves, when it is popped.
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
                "no_command_while_moving",
                "a heap that is not at rest is left alone",
                o.rest | !(i.first | i.second | i.pop),
            ),
            assumption(
                "second_needs_first",
                "the second comes with the first only",
                !i.second | i.first,
            ),
            assumption(
                "one_update_if_one_moves",
                "where one group moves: one update a cycle",
                !i.second | p.pairs(),
            ),
            assumption(
                "pop_alone_with_group",
                "a pop comes alone, and finds a group",
                !i.pop | !i.first & o.groups.any(),
            ),
            assumption(
                "update_index_in_heap",
                "a group that is hit or replaced is in the heap",
                (!first_writes(i) | i.first_index.lt(o.groups))
                    & (!second_writes(i) | i.second_index.lt(o.groups)),
            ),
            assumption(
                "updates_differ",
                "the groups that change differ",
                !i.second
                    | i.first_pc.ne(i.second_pc)
                        & !(first_writes(i) & second_writes(i) & i.first_index.eq(i.second_index)),
            ),
            assumption(
                "new_groups_fit",
                "new groups have room",
                (o.groups + new_groups(i)).le(p.entries),
            ),
            assumption(
                "update_has_threads",
                "an update has threads",
                (!i.first | i.first_threads.any()) & (!i.second | i.second_threads.any()),
            ),
        ]
    }

    fn guarantees(_: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        vec![
            Property::new(
                "groups_are_counted",
                "groups in the heap are those that were new and have not left",
                (o.groups.past() + new_groups(i).past()).eq(o.groups + i.pop.past().word()),
            ),
            Property::given(
                "moving_entry_in_heap",
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

/// Whether the older group is new.
fn is_first_new(i: &In<Terms>) -> Is {
    i.first & !i.first_hit & i.first_create
}

/// Whether the younger group is new.
fn is_second_new(i: &In<Terms>) -> Is {
    i.second & !i.second_hit & i.second_create
}

/// Whether the older update hits the group at its index or reuses its LUT#.
fn first_writes(i: &In<Terms>) -> Is {
    i.first & i.first_hit | is_first_new(i) & i.first_reuse
}

/// Whether the younger update hits the group at its index or reuses its LUT#.
fn second_writes(i: &In<Terms>) -> Is {
    i.second & i.second_hit | is_second_new(i) & i.second_reuse
}

/// Number of new groups in an update.
fn new_groups(i: &In<Terms>) -> Word {
    count([is_first_new(i), is_second_new(i)])
}
