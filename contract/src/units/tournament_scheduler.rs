//! `tournament_scheduler`: groups of warps under a tree of comparators.
//!
//! An alternative to the heap of fung2009, section 4.4, of our own. Parameters, ports and what is
//! common to all schedulers: [`warp_scheduler`]. `heap` entries of PC, CNT, WPH,
//! WPT stand in registers; CNT = 0 is free. All of them are compared with the offered PCs at once
//! and compete for the choice at once, so that there is no look-up table, no queue and nothing to
//! rebalance. Given the same updates and issues, each of which waits until all is at rest, it makes
//! the choices that `majority_scheduler` makes, as long as that has not had to replace an entry of
//! its look-up table; otherwise it may choose sooner.
//!
//! # Update
//!
//! `ready` is always high. `room` is the number of free entries when the cycle begins.
//!
//! At the clock edge, the entry of an offer's PC grows by the threads; if the warp is new, a link
//! says in the same cycle that it follows WPT (`link_first` for the first offer, `link_second`
//! for the second), and it becomes WPT. A PC without an entry gets the lowest free one (the second
//! the next lowest, if the first takes one) with the warp as WPH and WPT.
//!
//! # Choice
//!
//! A tree of comparators finds the entry that stands before all others in the order of
//! [`max_heap`](super::max_heap). With `tournament_latency` = L there are L pipeline registers in
//! it: its winner is that of the entries L cycles ago.
//!
//! *Current* is an entry or none. `choice` is high if there is one, and `choice_warp` is its WPH. When
//! there is none, the winner becomes current at the edge of a cycle with `update` low, if some entry
//! has CNT != 0, and if in the L cycles before this one no `update` and no `issued` came.
//!
//! # Issue
//!
//! Of the current entry, CNT falls by `issued_threads` and WPH becomes `issued_next`. If that leaves
//! CNT = 0, or always if `sticky` is 0, there is none current in the next cycle.
//!
//! # Counts
//!
//! `groups` is the number of entries with CNT != 0. `waiting` is high if there are some and none is
//! current.
//!
//! # Reset
//!
//! All entries free, none current.

use super::max_heap::Order;
use super::warp_scheduler::{self, In, Out, Params, Shape};
use crate::terms::Terms;
use crate::{Config, Param, ParamError, Path, Property, Signals, System, Unit};

/// The contract of the scheduler with a tree of comparators.
#[derive(Clone, Copy, Debug)]
pub struct TournamentScheduler;

impl TournamentScheduler {
    /// Validated parameters.
    ///
    /// # Errors
    /// [`ParamError`] naming the parameter that is outside its limits.
    pub fn shaped(shape: Shape) -> Result<Params, ParamError> {
        Params::new(Self::NAME, shape)
    }
}

impl Unit for TournamentScheduler {
    const NAME: &'static str = "tournament_scheduler";
    const SUMMARY: &'static str = "groups of warps under a tree of comparators";
    const SOURCE: &'static str = "our own, in place of the heap of fung2009, section 4.4";
    const SYSTEM: System = System::Dwf;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        let order = Order::of(config.dwf.policy);
        Params::of(Self::NAME, config, order)
    }

    fn describe(p: &Params) -> Vec<Param> {
        p.describe_some(&[
            "order",
            "sticky",
            "heap",
            "tournament_latency",
            "pc_bits",
            "count_bits",
            "warps",
        ])
    }

    fn timing(p: &Params) -> String {
        let latency = p.tournament_latency();
        format!("two updates or an issue a cycle; a group is chosen {latency} quiet cycles later")
    }

    fn combinational(_: &Params) -> Vec<Path> {
        const FIRST: &[&str] = &["first", "first_pc", "first_create", "update"];
        const SECOND: &[&str] = &["second", "second_pc", "second_create", "update"];
        const FIRST_NEXT: &[&str] = &["first", "first_pc", "first_warp", "first_create", "update"];
        const SECOND_NEXT: &[&str] = &[
            "second",
            "second_pc",
            "second_warp",
            "second_create",
            "update",
        ];
        let path = |output, inputs| Path { output, inputs };
        vec![
            path("link_first", FIRST),
            path("link_first_warp", FIRST),
            path("link_first_next", FIRST_NEXT),
            path("link_second", SECOND),
            path("link_second_warp", SECOND),
            path("link_second_next", SECOND_NEXT),
        ]
    }

    fn assumptions(_: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        warp_scheduler::assumptions(i, o)
    }

    fn guarantees(_: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        vec![
            warp_scheduler::groups_are_seen(i, o),
            warp_scheduler::choice_stands(i, o),
            warp_scheduler::waiting_groups(o),
        ]
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let corner = Property::new;
        let mut corners = warp_scheduler::corners(p, i, o);
        corners.extend(warp_scheduler::group_corners(i, o, true));
        corners.extend([
            corner("all entries are taken", o.groups.eq(p.heap())),
            corner(
                "two new groups take the last entries",
                i.update
                    & i.second
                    & o.groups.eq(p.heap() - 2)
                    & i.first_create
                    & i.second_create
                    & !o.link_first
                    & !o.link_second,
            ),
        ]);
        corners
    }
}
