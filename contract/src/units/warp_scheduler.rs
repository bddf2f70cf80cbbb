//! The common parameters and ports of the schedulers of dynamic warp formation.
//!
//! fung2009, sections 4.3 and 4.4, figure 11. Four units have these parameters and ports and can replace each other:
//! `majority_scheduler` (the paper's heap), `tournament_scheduler` (a tree of comparators), `winner_tree` (a tree of winners in
//! stages) and `timestamp_queue` (warps in order of arrival). The cycle contract of each is in its own file;
//! this file describes the rules common to all.
//!
//! # Offers
//!
//! An offer describes a warp that grows: its PC, its number in the pool, the number of threads that it gets,
//! and whether it has just been *created*. `first` is the older offer; `second` comes only with `first`
//! and has another PC. A lane conflict is one offer: the new warp, with the threads of both warps. Two offers that are taken are of
//! different warps; where the pool has no room, and they are not taken, they may be of the same one.
//!
//! `room` says how many offers fit in any case, whatever their PCs and whatever happens to the queued updates. With
//! `update`, which requires `ready` and room for all current offers, the offers are accepted at the clock
//! edge; without `update` they change nothing.
//!
//! # Choice
//!
//! `choice_warp` is the warp to be issued next. When it leaves the pool, `issued` is high, with the number of its
//! threads and with the warp that follows it in the list of its group (the field Next in the
//! pool; meaningless if it is the last warp). No update comes in that cycle, unless the unit allows it.
//!
//! # Links
//!
//! The warps of a group form a list in the pool. The ports `link` say that a warp follows
//! another. They are zero if there is no link. A link may come several cycles after its update. But all links of a group
//! come before one of its warps is chosen, and links of the chosen group come with their updates. (A
//! unit that knows better when a list goes on says so.)
//!
//! # Counts
//!
//! `groups` counts the groups held, the chosen one included. `waiting` is high while groups are held
//! and none is chosen.

use super::bits_below;
use super::max_heap::Order;
use crate::terms::{Is, Terms, count};
use crate::{Answer, Config, Param, ParamError, Parameters, Property, Unit, Values, params, ports};

params! {
    /// Parameters of the schedulers. The unit that has a look-up table checks its parameters.
    pub struct Params(Shape) {
        /// which group is more urgent than another; ignored by `timestamp_queue`
        order: Order shown "0: most threads first, 1: fewest, 2: lowest PC";
        /// a group is issued until it is empty
        sticky: bool;
        /// groups of the heap, or leaves of the tournament
        heap: usize(2 to 256) shown "groups; 2 to 256";
        /// sets of the heap's look-up table
        lut_sets: usize shown "sets of the heap's look-up table; power of two, 2 to 1024";
        /// ways of the heap's look-up table
        lut_ways: usize shown "its ways; power of two, 1 to 16";
        /// cycles per level of the heap
        heap_latency: u32(1 to 2);
        /// entries of the update queue
        queue: usize(2 to 16);
        /// pipeline registers in the tree of comparators
        tournament_latency: u32(0 to 4);
        /// width of a PC in words
        pc_bits: u32(4 to 32);
        /// width of a number of threads
        count_bits: u32(2 to 16);
        /// entries of the warp pool
        warps: usize(power of two, 4 to 1024);
    }
}

impl Params {
    /// The parameters of a machine, for a unit that orders groups by `order`.
    pub(super) fn of(
        unit: &'static str,
        config: &Config,
        order: Order,
    ) -> Result<Self, ParamError> {
        let (core, dwf) = (&config.core, &config.dwf);
        Self::new(
            unit,
            Shape {
                order,
                sticky: dwf.sticky,
                heap: dwf.heap,
                lut_sets: dwf.heap_lut_entries / dwf.heap_lut_ways,
                lut_ways: dwf.heap_lut_ways,
                heap_latency: dwf.heap_latency,
                queue: dwf.queue,
                tournament_latency: dwf.tournament_latency,
                pc_bits: core.pc_bits,
                count_bits: dwf.tid_bits(core),
                warps: dwf.pool,
            },
        )
    }

    /// Width of a warp number (derived).
    pub fn warp_bits(&self) -> u32 {
        bits_below(self.warps)
    }

    /// Width of a number of groups, or of offers, 0 to the greater of `heap + 1` and `warps` (derived).
    pub fn groups_bits(&self) -> u32 {
        bits_below(self.warps.max(self.heap + 1) + 1)
    }

    /// The parameters with these names.
    pub(super) fn describe_some(&self, names: &[&str]) -> Vec<Param> {
        let mut params = self.describe();
        params.retain(|param| names.contains(&param.name));
        params
    }
}

ports! {
    /// Ports into a scheduler.
    pub struct In(p: Params) {
        group "offer: a warp that grows, the older of two";
        /// a first warp that grows is offered, the older one
        first: bit;
        /// PC of the first warp, in words
        first_pc: bits(p.pc_bits());
        /// pool entry of the first warp
        first_warp: bits(p.warp_bits());
        /// threads that the first warp gets; one or more
        first_threads: bits(p.count_bits());
        /// the first warp is new in the pool
        first_create: bit;
        group "offer: the younger";
        /// a second warp that grows is offered
        second: bit;
        /// PC of the second warp, in words; differs from the first
        second_pc: bits(p.pc_bits());
        /// pool entry of the second warp
        second_warp: bits(p.warp_bits());
        /// threads that the second warp gets; one or more
        second_threads: bits(p.count_bits());
        /// the second warp is new in the pool
        second_create: bit;
        group "update";
        /// the offers are accepted
        update: bit;
        group "issue";
        /// the chosen warp leaves the pool
        issued: bit;
        /// threads of the warp that leaves
        issued_threads: bits(p.count_bits());
        /// the warp that follows it in its list
        issued_next: bits(p.warp_bits());
    }
}

ports! {
    /// Ports out of a scheduler.
    pub struct Out(p: Params) {
        group "offer";
        /// updates can be accepted
        ready: bit;
        /// how many offers fit, whatever their PCs
        room: bits(p.groups_bits());
        group "choice";
        /// a warp is chosen to be issued next
        choice: bit;
        /// pool entry of the chosen warp
        choice_warp: bits(p.warp_bits()) when choice;
        group "link: lists of warps that grow";
        /// a warp is linked to the end of a first list
        link_first: bit;
        /// the last warp of the first list so far
        link_first_warp: bits(p.warp_bits()) when link_first;
        /// the warp that follows it
        link_first_next: bits(p.warp_bits()) when link_first;
        /// a warp is linked to the end of a second list
        link_second: bit;
        /// the last warp of the second list so far
        link_second_warp: bits(p.warp_bits()) when link_second;
        /// the warp that follows it
        link_second_next: bits(p.warp_bits()) when link_second;
        group "counts";
        /// groups held, the chosen one included
        groups: bits(p.groups_bits());
        /// groups are held, but none is chosen
        waiting: bit;
    }
}

/// Refuses schedulers that would give up their choice after each warp, for a unit that cannot take a group back.
pub(super) fn require_sticky(unit: &'static str, shape: &Shape) -> Result<(), ParamError> {
    if shape.sticky {
        return Ok(());
    }
    Err(ParamError {
        unit,
        name: "sticky",
        value: "false".into(),
        allowed: "true; a choice for each warp needs structure = \"tournament\"".into(),
    })
}

/// A unit with these parameters and ports, as a single trait bound.
pub trait WarpScheduler:
    Unit<Params = Params, In<Values> = In<Values>, Out<Values> = Out<Values>>
{
}

impl<U> WarpScheduler for U where
    U: Unit<Params = Params, In<Values> = In<Values>, Out<Values> = Out<Values>>
{
}

/// Assumptions on the environment of every scheduler. Further assumptions span several cycles and are not checked here:
/// a created warp is not held already, any other offered warp is the last of its group's list,
/// and `issued` gives the number of threads that the chosen warp has got.
pub(super) fn assumptions(i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let assumption = Property::new;
    vec![
        assumption(
            "second_needs_first",
            "the second is offered with the first only",
            !i.second | i.first,
        ),
        assumption(
            "offered_pcs_differ",
            "the PCs that are offered differ",
            !i.second | i.first_pc.ne(i.second_pc),
        ),
        assumption(
            "taken_warps_differ",
            "two warps that are taken differ",
            !(i.update & i.second) | i.first_warp.ne(i.second_warp),
        ),
        assumption(
            "offer_has_threads",
            "an offer has threads",
            (!i.first | i.first_threads.any()) & (!i.second | i.second_threads.any()),
        ),
        assumption(
            "update_needs_offer",
            "what is taken was offered",
            !i.update | i.first,
        ),
        assumption(
            "update_needs_room",
            "updates are taken only when ready and with room",
            !i.update | o.ready & has_room(i, o),
        ),
        assumption(
            "issue_needs_choice",
            "only what is chosen is issued",
            !i.issued | o.choice,
        ),
        assumption(
            "issued_has_threads",
            "a warp that is issued has threads",
            !i.issued | i.issued_threads.any(),
        ),
    ]
}

/// An assumption of schedulers that take nothing in a cycle in which a warp is issued.
pub(super) fn one_at_a_time(i: &In<Terms>) -> Property {
    Property::new(
        "no_update_during_issue",
        "nothing is taken as a warp is issued",
        !(i.update & i.issued),
    )
}

/// What the environment of every scheduler answers in the cycle: a scheduler stops being ready by itself.
pub(super) fn answers() -> Vec<Answer> {
    vec![Answer {
        input: "update",
        outputs: &["ready", "room"],
    }]
}

/// A guarantee of every scheduler.
pub(super) fn groups_are_seen(i: &In<Terms>, o: &Out<Terms>) -> Property {
    let quiet = !i.update.past() & !i.issued.past();
    Property::given(
        "waiting_or_chosen",
        "groups that are held wait, or one is chosen",
        o.groups.any() & quiet,
        o.choice | o.waiting | !o.ready,
    )
}

/// A guarantee of schedulers that choose within few cycles, so that a violation becomes visible.
pub(super) fn choice_stands(i: &In<Terms>, o: &Out<Terms>) -> Property {
    let stays = o.choice.past() & !i.issued.past();
    Property::given(
        "choice_holds_until_issued",
        "a choice stands until it is issued",
        stays,
        o.choice,
    )
}

/// A guarantee of schedulers that count warps, not threads: no assumption on ports says that `issued_threads` is
/// the number of threads of the warp.
pub(super) fn choice_is_held(o: &Out<Terms>) -> Property {
    Property::given(
        "choice_needs_group",
        "a choice is of a group that is held",
        o.choice,
        o.groups.any(),
    )
}

/// A guarantee of schedulers that may hold groups without a choice.
pub(super) fn waiting_groups(o: &Out<Terms>) -> Property {
    let rest = !o.choice & o.groups.any();
    Property::given(
        "no_choice_while_waiting",
        "nothing is chosen while groups wait",
        o.waiting,
        rest,
    )
}

/// Whether the current offers fit.
fn has_room(i: &In<Terms>, o: &Out<Terms>) -> Is {
    o.room.ge(count([i.first, i.second]))
}

/// Corners of schedulers that take two offers in a cycle.
pub(super) fn pairs(i: &In<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner(
            "two_new_warps",
            "two new warps",
            i.update & i.second & i.first_create & i.second_create,
        ),
        corner(
            "new_and_growing",
            "a new warp, and one that grows",
            i.update & i.second & i.first_create & !i.second_create,
        ),
        corner(
            "growing_and_new",
            "a warp that grows, and a new one",
            i.update & i.second & !i.first_create & i.second_create,
        ),
        corner(
            "two_growing",
            "two warps that grow",
            i.update & i.second & !i.first_create & !i.second_create,
        ),
    ]
}

/// Corners of every scheduler.
pub(super) fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner("one_offer", "one warp alone", i.update & !i.second),
        corner(
            "chosen_grows",
            "the chosen warp grows",
            i.update & o.choice & !i.first_create & i.first_warp.eq(o.choice_warp),
        ),
        corner(
            "offer_not_taken",
            "an offer is not taken",
            i.first & o.ready & has_room(i, o) & !i.update,
        ),
        corner("nothing_held", "nothing is held", o.groups.none()),
        corner(
            "first_update",
            "the first update of all",
            i.update & o.groups.none(),
        ),
        corner("issue", "a warp is issued", i.issued),
        corner(
            "last_group_issued",
            "the last group's warp is issued",
            i.issued & o.groups.eq(1),
        ),
        corner(
            "choice_stands",
            "a choice stands",
            o.choice & !i.issued & !i.update,
        ),
        corner(
            "last_warp_offered",
            "the last warp of the pool is offered",
            i.update & i.first_warp.eq(p.warps() - 1),
        ),
    ]
}

/// Corners of schedulers that may hold groups without a choice.
pub(super) fn waiting_corners(i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner("no_room", "no offer has room", i.first & o.room.none()),
        corner("groups_wait", "groups wait for a choice", o.waiting),
        corner(
            "update_while_waiting",
            "an update while groups wait",
            i.update & o.waiting,
        ),
    ]
}

/// Corners of schedulers that hold groups, where one or two groups change in a cycle.
pub(super) fn group_corners(i: &In<Terms>, o: &Out<Terms>, two: bool) -> Vec<Property> {
    let corner = Property::new;
    let mut corners = waiting_corners(i, o);
    corners.extend([
        corner(
            "room_for_one",
            "one offer has room, two have none",
            i.second & o.room.eq(1),
        ),
        corner("list_grows", "a list grows", o.link_first & !o.link_second),
        corner(
            "chosen_list_grows",
            "the list of the chosen group grows",
            i.update & o.choice & o.link_first & o.link_first_next.eq(i.first_warp),
        ),
        corner(
            "chosen_warp_linked",
            "the chosen warp gets a follower",
            o.choice & o.link_first & o.link_first_warp.eq(o.choice_warp),
        ),
        corner(
            "new_without_link",
            "a new warp, and no list grows",
            i.update & i.first_create & !o.link_first & !o.link_second,
        ),
    ]);
    if two {
        corners.extend([
            corner(
                "two_lists_grow",
                "two lists grow",
                o.link_first & o.link_second,
            ),
            corner(
                "second_list_grows",
                "the second list grows alone",
                !o.link_first & o.link_second,
            ),
        ]);
    }
    corners
}
