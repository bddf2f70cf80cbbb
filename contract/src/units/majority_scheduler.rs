//! `majority_scheduler`: groups of warps in a heap; the chosen one stands outside of it.
//!
//! fung2009, section 4.4, figure 11. Parameters, ports and what is common to all schedulers:
//! [`warp_scheduler`]. An assembly of `mheap_lut` and `max_heap`, with
//!
//! * the *Majority Entry*, the chosen group: PC, CNT (0: there is none), WPH, WPT;
//! * the *update queue*: PC, NTHD (threads), WID (warp), the oldest in front;
//! * for each set of the look-up table a counter of the ways *reserved*.
//!
//! `choice` is CNT != 0, `choice_warp` is WPH. A chosen group stays so until it is empty, new
//! arrivals included: `sticky` must be 1.
//!
//! # Update
//!
//! An offer *matches* if CNT != 0 and its PC is the Majority Entry's. An update that matches goes
//! there at once: CNT grows by its threads; if its warp is not WPT, `link_first` says in
//! the same cycle that it follows WPT, and it becomes WPT. Others enter the queue at the clock
//! edge, the first before the second. The ports `create` play no part.
//!
//! `ready` is high if both the look-up table is cleared and at least two entries of the queue are
//! free when the cycle begins.
//!
//! # Room
//!
//! With n offers that do not match there is room if groups in the heap + updates in the queue + n
//! are not more than the heap's entries, and if for each of the n
//! `reserved` of its set + (1 for `second`, if `first` does not match and has the same set) is less
//! than the ways. `reserved` of a set is the number of its live entries + the queued updates of PCs
//! of that set: one more when an update is queued, one less when an update leaves the queue and
//! hits, one less when a group is popped. So an update that has been taken always fits. All that
//! counts is the state when the cycle begins.
//!
//! A queued update reserves a way besides its group's own. With one way no group in the heap could
//! grow, so there are two or more.
//!
//! # From the queue to the heap
//!
//! In a cycle in which the heap is at rest, nothing is popped, and no update matches (links
//! have two ports): the front of the queue is looked up and updates the heap as `first`, and with
//! it, as `second`, the one behind it, if there is one, its PC is another one, and the order is not
//! `minority`. They leave the queue. Links of the heap pass to the ports `link`. What the
//! heap moves is written to the look-up table in the same cycle.
//!
//! What enters the queue in a cycle can leave it in the next one. The table is cleared before
//! anything is in the queue.
//!
//! # Pop
//!
//! In a cycle with CNT = 0, the heap at rest, no update in the queue, `update` low and a group
//! in the heap, the root is popped and is the Majority Entry from the next cycle on. So an update is
//! never queued for the PC of the Majority Entry, and CNT is exact.
//!
//! # Issue
//!
//! CNT falls by `issued_threads`, WPH becomes `issued_next`.
//!
//! # Counts
//!
//! `groups` is the groups in the heap, and one more if CNT != 0. `waiting` is high if CNT = 0 and the
//! heap has a group or the queue an update.
//!
//! # Reset
//!
//! CNT, queue, counters and heap are empty; the table is cleared as `mheap_lut` says, a set a cycle,
//! `ready` low meanwhile.

use super::bits_below;
use super::max_heap::{self, Order};
use super::mheap_lut;
use super::warp_scheduler::{self, In, Out, Params, Shape};
use crate::config::Structure;
use crate::{Assumption, Config, Corner, Param, ParamError, Path, Signals, System, Unit, require};

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
        p.describe(&[
            "order",
            "heap",
            "lut_sets",
            "lut_ways",
            "queue",
            "pc_bits",
            "count_bits",
            "warps",
        ])
    }

    fn timing(p: &Params) -> String {
        format!(
            "two updates or an issue a cycle; a new group is chosen while the heap is at rest; not \
             ready for {} cycles after reset",
            p.lut_sets()
        )
    }

    fn combinational(p: &Params) -> Vec<Path> {
        const ROOM: &[&str] = &["first", "first_pc", "second", "second_pc"];
        const MATCH: &[&str] = &["first", "first_pc", "second", "second_pc", "update"];
        const LINK: &[&str] = &[
            "first",
            "first_pc",
            "first_warp",
            "second",
            "second_pc",
            "second_warp",
            "update",
        ];
        let path = |output, inputs| Path { output, inputs };
        let mut paths = vec![
            path("room", ROOM),
            path("link_first", LINK),
            path("link_first_warp", LINK),
            path("link_first_next", LINK),
        ];
        // Under `minority` the queue gives one update a cycle.
        if p.order() != Order::Minority {
            paths.push(path("link_second", MATCH));
            paths.push(path("link_second_warp", MATCH));
            paths.push(path("link_second_next", MATCH));
        }
        paths
    }

    fn assumptions() -> Vec<Assumption<Self>> {
        warp_scheduler::assumptions()
    }

    fn corners(p: &Params) -> Vec<Corner<Self>> {
        let mut corners = warp_scheduler::corners();
        corners.extend(warp_scheduler::group_corners(p.order() != Order::Minority));
        corners.extend(own());
        // Every group has a warp.
        if p.warps() > p.heap() {
            corners.extend(full());
        }
        corners
    }
}

fn full() -> [Corner<MajorityScheduler>; 2] {
    let corner = Corner::<MajorityScheduler>::new;
    [
        corner("heap and Majority Entry are full", |p, _, o| {
            o.groups == p.heap() as u64 + 1
        }),
        corner("the chosen group grows beside a full heap", |p, i, o| {
            // Only what matches has room.
            i.update && o.groups == p.heap() as u64 + 1
        }),
    ]
}

fn own() -> Vec<Corner<MajorityScheduler>> {
    let corner = Corner::<MajorityScheduler>::new;
    vec![
        corner("an offer waits for the queue", |_, i, o| {
            i.first && o.room && !o.ready
        }),
        corner(
            "the queue is full and the chosen group is issued",
            |_, i, o| i.issued && !o.ready,
        ),
        corner("a full heap without a choice", |p, _, o| {
            !o.choice && o.groups == p.heap() as u64
        }),
        corner(
            "a link of the queue in a cycle without update",
            |_, i, o| o.link_first && !i.update,
        ),
        corner("a link of the queue as a warp is issued", |_, i, o| {
            o.link_first && i.issued
        }),
        corner("updates are queued, no group is held", |_, _, o| {
            o.waiting && o.groups == 0
        }),
    ]
}
