//! `majority_scheduler`: groups of warps in a heap; the chosen one stands outside of it.
//!
//! fung2009, section 4.4, figure 11. Parameters, ports and what is common to all schedulers:
//! [`warp_scheduler`]. An assembly of `mheap_lut` and `max_heap`, with
//!
//! * the *Majority Entry*, the chosen group: a bit that says whether there is one, PC, WPH, WPT;
//! * the *update queue*: PC, NTHD (threads), WID (warp), whether the warp is new; the oldest in front.
//!
//! `choice` is that bit, `choice_warp` is WPH. A chosen group stays so until its last warp has left,
//! new arrivals included: `sticky` must be 1.
//!
//! # Update
//!
//! An offer *matches* if a group is chosen and has its PC. Under `majority`, if
//! nothing is chosen and no group is in the heap (nor then an update in the queue), `first` *becomes* the Majority Entry: its PC, its warp as WPH and WPT.
//!
//! An update that matches goes to the Majority Entry at once: if its warp is new, `link_first` says
//! in the same cycle that it follows WPT, and it becomes WPT. Others, but for one that becomes the
//! Majority Entry, enter the queue at the clock edge, the first before the second.
//!
//! `ready` is high if the look-up table is cleared, at least two entries of the queue are free and
//! nothing is popped in this cycle.
//!
//! # Room
//!
//! Each offer may need an entry of the heap, and each update in the queue whose warp is new: `room` is
//! the heap's entries without those of groups and those that may be needed so. (PCs play no part: which group an update finds when it
//! leaves the queue is known then only. An offer that matches needs nothing, but is not told apart,
//! so that nothing that is offered decides whether it fits.)
//!
//! # From the queue to the heap
//!
//! In a cycle in which the heap is at rest, nothing is popped, and no update matches (links
//! have two ports): the front of the queue is looked up and updates the heap as `first`, and with
//! it, as `second`, the one behind it, if there is one, its PC is another one, it fits into the table
//! beside the first, and the order is not `minority`. They leave the queue. A new warp whose PC has
//! no entry in a full set takes that of the group used longest ago; that group lives on in the heap
//! and takes no more warps, so there may be several groups of a PC. Threads that have joined a warp of
//! such a group are not counted. Links of the heap pass to the ports `link`. What the heap moves is
//! written to the look-up table in the same cycle.
//!
//! What enters the queue in a cycle can leave it in the next one. The table is cleared before
//! anything is in the queue.
//!
//! # Pop
//!
//! In a cycle with nothing chosen, the heap at rest, no update in the queue and a group in the heap,
//! the root is popped and is the Majority Entry from the next cycle on. So an update is never queued
//! for the PC of the Majority Entry.
//!
//! # Issue
//!
//! If the warp that leaves is WPT, nothing is chosen from the next cycle on; else WPH becomes
//! `issued_next`. The ports `issued_threads` play no part.
//!
//! # Latency
//!
//! All this is the scheduler of a heap with `heap_latency` = 1. With 2 the queue gives the heap one update at a time:
//!
//! * An update that will be the front of the queue in the next cycle is looked up in this one, if no look-up is in its
//!   second cycle: what is behind the front that leaves, or the front itself if it was not looked up yet, or else `first`
//!   of an offer, if that enters the queue. Two cycles later or in the first one after that in which the heap is at
//!   rest it leaves for the heap, as `first`, with the index that the table shows then.
//! * `link_first` is for the list of the Majority Entry, in the cycle of the update; `link_second` for lists of the
//!   heap, in the cycle after that in which the update leaves the queue. So an update that matches holds nothing up.
//! * An offer becomes the Majority Entry only if the queue is empty besides.
//! * That the table is not `idle` because it is asked does not make the scheduler less `ready`.
//!
//! A pop is as above, with the same effect, and needs a heap at rest, so that all links of the list that is chosen have
//! come before its first warp is. It does not need an empty queue: if no update in it has the root's PC, CNT of the root
//! is exact, and no update can be queued for the PC of the Majority Entry. That is compared in the cycle before. So the
//! root is popped although updates wait if
//!
//! * in the cycle before none in the queue had the root's PC, as the heap showed it then, nor had one that was offered;
//! * the front was looked up, two cycles ago or more, and does not take the entry of a group in the table, which might be
//!   the root's.
//!
//! Nothing leaves the queue in the cycle of a pop; what the table shows of the front stays.
//!
//! # Counts
//!
//! `groups` is the groups in the heap, and one more if one is chosen. `waiting` is high if none is
//! chosen and the heap has a group.
//!
//! # Reset
//!
//! Majority Entry, queue and heap are empty; the table is cleared as `mheap_lut` says, a set a cycle,
//! `ready` low meanwhile.

use super::bits_below;
use super::max_heap::{self, Order};
use super::mheap_lut;
use super::warp_scheduler::{self, In, Out, Params, Shape};
use crate::config::Structure;
use crate::terms::{Is, Terms};
use crate::{Config, Param, ParamError, Path, Property, Signals, System, Unit, require};

/// The contract of the scheduler with a heap.
#[derive(Clone, Copy, Debug)]
pub struct MajorityScheduler;

impl MajorityScheduler {
    /// Validated parameters.
    ///
    /// # Errors
    /// [`ParamError`] naming the parameter that is outside its limits, those of heap and look-up
    /// table included.
    pub fn shaped(shape: Shape) -> Result<Params, ParamError> {
        let params = Params::new(Self::NAME, shape)?;
        if !shape.sticky {
            return Err(ParamError {
                unit: Self::NAME,
                name: "sticky",
                value: "false".into(),
                allowed: "true; a choice for each warp needs structure = \"tournament\"".into(),
            });
        }
        require(Self::NAME, "lut_ways", shape.lut_ways, 2..=16)?;
        Self::lut(&params)?;
        Self::heap(&params)?;
        Ok(params)
    }

    /// Parameters of its look-up table.
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

    /// Parameters of its heap.
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
    const SUMMARY: &'static str = "groups of warps in a heap, the chosen one outside of it";
    const SOURCE: &'static str = "fung2009, section 4.4, figure 11";
    const SYSTEM: System = System::Dwf;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        let order = Order::of(config.dwf.policy);
        let mut shape = Params::of(Self::NAME, config, order)?.shape();
        // A machine with a tournament has no such unit.
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

    fn timing(p: &Params) -> String {
        if p.heap_latency() > 1 {
            return format!(
                "two updates or an issue a cycle, one to the heap in two; a new group is chosen while the heap is \
                 at rest, not ready in that cycle and for {} cycles after reset",
                p.lut_sets()
            );
        }
        format!(
            "two updates or an issue a cycle; a new group is chosen while the heap is at rest, not \
             ready in that cycle and for {} cycles after reset",
            p.lut_sets()
        )
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
        // Under `minority` the queue gives one update a cycle, with a latency the heap says so a cycle later.
        if p.order() != Order::Minority && p.heap_latency() == 1 {
            paths.push(path("link_second", MATCH));
            paths.push(path("link_second_warp", MATCH));
            paths.push(path("link_second_next", MATCH));
        }
        paths
    }

    /// A second list grows as two are offered if two groups, one update of a new warp and both offers
    /// have room.
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

    fn assumptions(_: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        warp_scheduler::assumptions(i, o)
    }

    fn guarantees(_: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        vec![
            warp_scheduler::groups_are_seen(i, o),
            warp_scheduler::choice_is_held(o),
            warp_scheduler::waiting_groups(o),
        ]
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let mut corners = warp_scheduler::corners(p, i, o);
        corners.extend(warp_scheduler::group_corners(
            i,
            o,
            p.order() != Order::Minority || p.heap_latency() > 1,
        ));
        corners.extend(own(p, i, o));
        if p.order() == Order::Majority {
            corners.extend(becoming(i, o));
        }
        // Every group has a warp.
        if p.warps() > p.heap() {
            corners.push(Property::new(
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
            "an update becomes the chosen group",
            i.update & !i.second & o.groups.none(),
        ),
        corner(
            "the first of two becomes the chosen group",
            i.update & i.second & o.groups.none(),
        ),
    ]
}

/// Without an update all links are of the queue; with a latency it has ports of its own.
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
            "an offer waits for the queue",
            i.first & o.room.ge(2) & !o.ready,
        ),
        corner(
            "updates wait for a choice",
            i.first & o.room.ge(2) & !o.ready & !o.choice,
        ),
        corner(
            "the queue is full and the chosen group is issued",
            i.issued & !o.ready,
        ),
        corner(
            "a full heap without a choice",
            !o.choice & o.groups.eq(p.heap()),
        ),
        corner(
            "a link of the queue in a cycle without update",
            is_link_of_queue(p, o) & !i.update,
        ),
        corner(
            "a link of the queue as a warp is issued",
            is_link_of_queue(p, o) & i.issued,
        ),
    ]
}
