//! `timestamp_queue`: warps in the order of their arrival.
//!
//! fung2009, sections 4.3 (DTime) and 4.4.4: a circular FIFO, which consists of a memory of `warps` warp numbers
//! (DWF-18: no PCs), a head and a count. [`warp_scheduler`] describes parameters, ports and everything that all
//! schedulers have in common.
//!
//! * An accepted offer that is *created* enters at the tail at the clock edge, the first before the
//!   second. An offer that only grows changes nothing: its warp is in the queue already.
//! * `choice` is high if the queue holds a warp, and `choice_warp` is the warp at the head. `issued` removes it;
//!   `issued_threads` and `issued_next` are ignored.
//! * `ready` is always high and `room` is always the number of warps in the pool: the queue has a place for each.
//! * `groups` counts warps. No links are made, and `waiting` is always low.
//!
//! # Reset
//!
//! The queue is empty. The memory has no reset.

use super::max_heap::Order;
use super::warp_scheduler::{self, In, Out, Params, Shape};
use crate::terms::{Terms, Word, count};
use crate::{Answer, Config, Param, ParamError, Path, Property, Signals, System, Timing, Unit};

/// The contract of the queue of warps.
#[derive(Clone, Copy, Debug)]
pub struct TimestampQueue;

impl TimestampQueue {
    /// Validated parameters.
    ///
    /// # Errors
    /// [`ParamError`] naming the parameter that is outside its limits.
    pub fn shaped(shape: Shape) -> Result<Params, ParamError> {
        Params::new(Self::NAME, shape)
    }
}

impl Unit for TimestampQueue {
    const NAME: &'static str = "timestamp_queue";
    const SUMMARY: &'static str = "warps in the order of their arrival";
    const SOURCE: &'static str = "fung2009, sections 4.3 and 4.4.4";
    const SYSTEM: System = System::Dwf;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        // Only arrival counts; the order of groups has no effect.
        Params::of(Self::NAME, config, Order::Majority)
    }

    fn describe(p: &Params) -> Vec<Param> {
        p.describe_some(&["heap", "pc_bits", "count_bits", "warps"])
    }

    fn timing(_: &Params) -> Timing {
        let latency = "a warp can leave in the cycle after it enters";
        Timing::new(latency, "two warps enter or one warp leaves each cycle")
    }

    fn combinational(_: &Params) -> Vec<Path> {
        vec![]
    }

    fn answers(_: &Params) -> Vec<Answer> {
        warp_scheduler::answers()
    }

    fn assumptions(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let mut assumptions = warp_scheduler::assumptions(i, o);
        assumptions.push(warp_scheduler::one_at_a_time(i));
        assumptions.push(Property::new(
            "count_within_pool",
            "there are no more warps than the pool holds",
            !i.update | (o.groups + created(i)).le(p.warps()),
        ));
        assumptions
    }

    fn guarantees(_: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        vec![
            warp_scheduler::groups_are_seen(i, o),
            warp_scheduler::choice_stands(i, o),
            warp_scheduler::choice_is_held(o),
        ]
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let corner = Property::new;
        let mut corners = warp_scheduler::pairs(i);
        corners.extend(warp_scheduler::corners(p, i, o));
        corners.extend([
            corner(
                "queue_full",
                "every warp of the pool is held",
                o.groups.eq(p.warps()),
            ),
            corner(
                "two_fill_queue",
                "two warps take the last places",
                i.update & created(i).eq(2) & o.groups.eq(p.warps() - 2),
            ),
            corner(
                "issue_from_full_queue",
                "a warp leaves a full queue",
                i.issued & o.groups.eq(p.warps()),
            ),
        ]);
        corners
    }
}

/// Offers that enter.
fn created(i: &In<Terms>) -> Word {
    count([i.first & i.first_create, i.second & i.second_create])
}
