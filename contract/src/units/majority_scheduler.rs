//! `majority_scheduler`: groups of warps in a heap, with the chosen group held outside the heap.
//!
//! fung2009, section 4.4, figure 11. [`warp_scheduler`] describes parameters, ports and everything that all schedulers
//! have in common. This unit is an assembly of `mheap_lut` and `max_heap`, with
//!
//! * the *Majority Entry*, the chosen group: a bit that says whether a group is chosen, PC, WPH, WPT;
//! * the *update queue*: PC, NTHD (threads), WID (warp), whether the warp is new; the oldest update is at the front.
//!
//! `choice` is that bit, `choice_warp` is WPH. A chosen group stays chosen until its last warp has left,
//! new arrivals included: `sticky` must be 1.
//!
//! # Update
//!
//! An offer *matches* if the chosen group has its PC. Under `majority`, if
//! no group is chosen and no group is in the heap (so that no update is in the queue either), `first` *becomes* the Majority
//! Entry, with its PC, and its warp as WPH and WPT.
//!
//! An update that matches goes to the Majority Entry at once: if its warp is new, `link_first` says
//! in the same cycle that the warp follows WPT, and the warp becomes WPT. All other updates, except one that becomes the
//! Majority Entry, enter the queue at the clock edge, the first before the second.
//!
//! `ready` is high if the look-up table is cleared, at least two entries of the queue are free and
//! nothing is popped in this cycle.
//!
//! # Room
//!
//! Each offer may need an entry of the heap, and so may each update in the queue whose warp is new. `room` is
//! the number of heap entries minus the groups in the heap and minus these queued updates. (PCs have no effect: the group
//! of an update is known only when the update leaves the queue. An offer that matches needs no entry, but is treated like
//! any other, so that `room` does not depend on the offers.)
//!
//! # From the queue to the heap
//!
//! If the heap is at rest, nothing is popped, and no update matches (links
//! have two ports), the front of the queue is looked up and updates the heap as `first`. The update behind it does so
//! as `second`, provided that it exists, has another PC, has room in the table
//! beside the first, and the order is not `minority`. Both leave the queue. A new warp whose PC has
//! no entry in a full set takes the entry of the least recently used group. That group stays in the heap
//! and takes no more warps, so several groups may have the same PC. Threads that join a warp of
//! such a group are not counted. Links of the heap pass to the ports `link`. Entries that the heap moves are
//! written to the look-up table in the same cycle.
//!
//! An update can leave the queue in the cycle after it entered. The table is cleared before
//! any update is in the queue.
//!
//! # Pop
//!
//! If no group is chosen, the heap is at rest, no update is in the queue and the heap has a group,
//! the root is popped and is the Majority Entry from the next cycle on. So an update for the PC of the Majority
//! Entry is never queued.
//!
//! # Issue
//!
//! If the warp that leaves is WPT, no group is chosen from the next cycle on; else WPH becomes
//! `issued_next`. The port `issued_threads` is ignored.
//!
//! # Latency
//!
//! All of the above describes the scheduler of a heap with `heap_latency` = 1. With 2, the queue gives the heap one update at
//! a time:
//!
//! * If no look-up is in its second cycle, the update that will be the front of the queue in the next cycle is looked up:
//!   the update behind a front that leaves, or the front itself if it was not looked up yet, or else the offer `first`,
//!   if it enters the queue. The update leaves for the heap, as `first`, with the index that the table then shows: two
//!   cycles later, or in the first cycle after that in which the heap is at rest.
//! * `link_first` is for the list of the Majority Entry, in the cycle of the update; `link_second` is for lists of the
//!   heap, in the cycle after the update leaves the queue. So an update that matches delays nothing.
//! * An offer becomes the Majority Entry only if the queue is empty too.
//! * A table that is not `idle` because of a look-up does not make `ready` low.
//!
//! A pop has the same effect as above, and needs a heap at rest, so that all links of the chosen list have
//! come before its first warp is chosen. A pop does not need an empty queue: if no update in the queue has the root's PC, CNT
//! of the root is exact, and no update for the PC of the Majority Entry can be queued. The PCs are compared one cycle before.
//! So the root is popped although updates wait if
//!
//! * in the cycle before, neither an update in the queue nor an offer had the root's PC, as the heap showed it then;
//! * the front was looked up two or more cycles ago, and does not take the table entry of another group, which might be
//!   the root.
//!
//! Nothing leaves the queue in the cycle of a pop; the table keeps showing its result for the front.
//!
//! # Counts
//!
//! `groups` is the number of groups in the heap, plus one if a group is chosen. `waiting` is high if no group is
//! chosen and the heap has a group.
//!
//! # Reset
//!
//! Majority Entry, queue and heap are empty. The table is cleared as `mheap_lut` describes, one set a cycle;
//! `ready` is low meanwhile.

use super::bits_below;
use super::max_heap::{self, Order};
use super::mheap_lut;
use super::warp_scheduler::{self, In, Out, Params, Shape};
use crate::config::Structure;
use crate::terms::{Is, Terms};
use crate::{
    Answer, Config, Param, ParamError, Path, Property, Signals, System, Timing, Unit, require,
};

/// The contract of the scheduler with a heap.
#[derive(Clone, Copy, Debug)]
pub struct MajorityScheduler;

impl MajorityScheduler {
    /// Validated parameters.
    ///
    /// # Errors
    /// [`ParamError`] naming the parameter that is outside its limits, including parameters of the heap and of the look-up
    /// table.
    pub fn shaped(shape: Shape) -> Result<Params, ParamError> {
        let params = Params::new(Self::NAME, shape)?;
        warp_scheduler::require_sticky(Self::NAME, &shape)?;
        require(Self::NAME, "lut_ways", shape.lut_ways, 2..=16)?;
        Self::lut(&params)?;
        Self::heap(&params)?;
        Ok(params)
    }

    /// Parameters of the scheduler's look-up table.
    ///
    /// # Errors
    /// [`ParamError`] naming the parameter that is outside its limits.
    pub fn lut(p: &Params) -> Result<mheap_lut::Params, ParamError> {
        mheap_lut::Params::new(
            p.lut_sets(),
            p.lut_ways(),
            p.pc_bits(),
            p.heap_latency(),
            bits_below(p.heap()) + 1,
        )
    }

    /// Parameters of the scheduler's heap.
    ///
    /// # Errors
    /// [`ParamError`] naming the parameter that is outside its limits.
    pub fn heap(p: &Params) -> Result<max_heap::Params, ParamError> {
        max_heap::Params::new(
            p.order(),
            p.heap_latency(),
            p.heap(),
            p.pc_bits(),
            p.count_bits(),
            p.warp_bits() + 1,
            bits_below(p.lut_sets() * p.lut_ways()) + 1,
        )
    }
}

impl Unit for MajorityScheduler {
    const NAME: &'static str = "majority_scheduler";
    const SUMMARY: &'static str = "groups of warps in a heap, with the chosen group held outside the \
                                   heap";
    const SOURCE: &'static str = "fung2009, section 4.4, figure 11";
    const SYSTEM: System = System::Dwf;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        config.dwf.require_queued_updates(Self::NAME)?;
        let order = Order::of(config.dwf.policy);
        let mut shape = Params::of(Self::NAME, config, order)?.shape();
        // A machine with a tournament does not contain this unit.
        shape.sticky |= config.dwf.structure == Structure::Tournament;
        Self::shaped(shape)
    }

    fn describe(p: &Params) -> Vec<Param> {
        p.describe_some(&[
            "order",
            "heap",
            "lut_sets",
            "lut_ways",
            "heap_latency",
            "queue",
            "pc_bits",
            "count_bits",
            "warps",
        ])
    }

    fn timing(p: &Params) -> Timing {
        let updates = "two updates or one issue a cycle";
        let latency =
            "a new group is chosen while the heap is at rest; not ready in the cycle of the choice";
        let throughput = match p.heap_latency() {
            ..=1 => updates.to_string(),
            _ => format!("{updates}, one update to the heap in two cycles"),
        };
        Timing::new(latency, throughput).ready(format!("ready {} cycles after reset", p.lut_sets()))
    }

    fn combinational(p: &Params) -> Vec<Path> {
        const MATCH: &[&str] = &["first", "first_pc", "second", "second_pc", "update"];
        const LINK: &[&str] = &[
            "first",
            "first_pc",
            "first_create",
            "second",
            "second_pc",
            "second_create",
            "update",
        ];
        const NEXT: &[&str] = &[
            "first",
            "first_pc",
            "first_warp",
            "first_create",
            "second",
            "second_pc",
            "second_warp",
            "second_create",
            "update",
        ];
        let path = |output, inputs| Path { output, inputs };
        let mut paths = vec![
            path("link_first", LINK),
            path("link_first_warp", LINK),
            path("link_first_next", NEXT),
        ];
        // Under `minority` the queue gives one update a cycle; with a latency the heap shows the link a cycle later.
        if p.order() != Order::Minority && p.heap_latency() == 1 {
            paths.push(path("link_second", MATCH));
            paths.push(path("link_second_warp", MATCH));
            paths.push(path("link_second_next", MATCH));
        }
        paths
    }

    /// In a small heap, a second list never grows in a cycle with two offers: that would need room for two groups, one update
    /// of a new warp and both offers.
    fn hidden(p: &Params) -> Vec<Path> {
        const SECOND: &[&str] = &["second", "second_pc"];
        if p.heap() >= 5 || p.order() == Order::Minority || p.heap_latency() > 1 {
            return Vec::new();
        }
        ["link_second", "link_second_warp", "link_second_next"]
            .map(|output| Path {
                output,
                inputs: SECOND,
            })
            .into()
    }

    fn answers(_: &Params) -> Vec<Answer> {
        warp_scheduler::answers()
    }

    fn assumptions(_: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let mut assumptions = warp_scheduler::assumptions(i, o);
        assumptions.push(warp_scheduler::one_at_a_time(i));
        assumptions
    }

    fn guarantees(_: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        vec![
            warp_scheduler::groups_are_seen(i, o),
            warp_scheduler::choice_is_held(o),
            warp_scheduler::waiting_groups(o),
        ]
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let mut corners = warp_scheduler::pairs(i);
        corners.extend(warp_scheduler::corners(p, i, o));
        corners.extend(warp_scheduler::group_corners(
            i,
            o,
            p.order() != Order::Minority || p.heap_latency() > 1,
        ));
        corners.extend(own(p, i, o));
        if p.order() == Order::Majority {
            corners.extend(becoming(i, o));
        }
        // Every group has a warp, so the pool must have more warps than the heap has entries.
        if p.warps() > p.heap() {
            corners.push(Property::new(
                "all_groups_held",
                "heap and Majority Entry are full",
                o.choice & o.groups.eq(p.heap() + 1),
            ));
        }
        corners
    }
}

fn becoming(i: &In<Terms>, o: &Out<Terms>) -> [Property; 2] {
    let corner = Property::new;
    [
        corner(
            "offer_becomes_choice",
            "an update becomes the chosen group",
            i.update & !i.second & o.groups.none(),
        ),
        corner(
            "first_of_two_becomes_choice",
            "the first of two becomes the chosen group",
            i.update & i.second & o.groups.none(),
        ),
    ]
}

/// Whether a link comes from an update of the queue. In a cycle without `update` all links do; with a latency the queue
/// has its own ports.
fn is_link_of_queue(p: &Params, o: &Out<Terms>) -> Is {
    match p.heap_latency() {
        1 => o.link_first,
        _ => o.link_second,
    }
}

fn own(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    vec![
        corner(
            "offer_waits",
            "an offer waits for the queue",
            i.first & o.room.ge(2) & !o.ready,
        ),
        corner(
            "updates_wait_for_choice",
            "updates wait for a choice",
            i.first & o.room.ge(2) & !o.ready & !o.choice,
        ),
        corner(
            "issue_with_full_queue",
            "the queue is full and the chosen group is issued",
            i.issued & !o.ready,
        ),
        corner(
            "full_heap_without_choice",
            "a full heap without a choice",
            !o.choice & o.groups.eq(p.heap()),
        ),
        corner(
            "link_without_update",
            "a link of the queue in a cycle without update",
            is_link_of_queue(p, o) & !i.update,
        ),
        corner(
            "link_during_issue",
            "a link of the queue as a warp is issued",
            is_link_of_queue(p, o) & i.issued,
        ),
    ]
}
