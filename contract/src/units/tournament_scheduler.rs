//! `tournament_scheduler`: groups of warps, of which a tree of comparators chooses one.
//!
//! Our own alternative to the heap of fung2009, section 4.4. [`warp_scheduler`] describes parameters, ports and everything
//! that all schedulers have in common. `heap` entries {PC, CNT, WPH, WPT} are held
//! in registers; an entry with CNT = 0 is free. All entries are compared with the offered PCs at once
//! and compete for the choice at once, so that the unit needs no look-up table, no queue and no
//! rebalancing. Given the same updates and issues, each of which waits until everything is at rest, it makes
//! the same choices as `majority_scheduler`, as long as that unit has not had to replace an entry of
//! its look-up table. Without these waits it may choose sooner.
//!
//! # Update
//!
//! `ready` is always high. `room` is the number of free entries at the beginning of the cycle.
//!
//! At the clock edge, CNT in the entry of an offer's PC grows by the threads. If the warp is new, a link
//! says in the same cycle that the warp follows WPT (`link_first` for the first offer, `link_second`
//! for the second), and the warp becomes WPT. A PC without an entry gets the lowest free entry (the second offer
//! the next lowest, if the first takes one) with the warp as WPH and WPT.
//!
//! # Choice
//!
//! A tree of comparators finds the entry that comes before all others in the order of
//! [`max_heap`](super::max_heap). With `tournament_latency` = L the tree has L pipeline registers:
//! its winner is the best of the entries L cycles ago.
//!
//! At most one entry is *current*. `choice` is high if an entry is current, and `choice_warp` is its WPH. While
//! none is current, the winner becomes current at the edge of a cycle with `update` low, if some entry
//! has CNT != 0, and if `update` and `issued` were low in the L cycles before this one.
//!
//! # Issue
//!
//! In the current entry, CNT falls by `issued_threads` and WPH becomes `issued_next`. If that leaves
//! CNT = 0, or always if `sticky` is 0, no entry is current in the next cycle.
//!
//! # Counts
//!
//! `groups` is the number of entries with CNT != 0. `waiting` is high if this number is not 0 and no entry is
//! current.
//!
//! # Reset
//!
//! All entries are free, no entry is current.

use super::max_heap::Order;
use super::warp_scheduler::{self, In, Out, Params, Shape};
use crate::terms::Terms;
use crate::{Answer, Config, Param, ParamError, Path, Property, Signals, System, Timing, Unit};

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
    const SUMMARY: &'static str = "groups of warps, of which a tree of comparators chooses one";
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

    fn timing(p: &Params) -> Timing {
        let cycles = p.tournament_latency();
        let latency = format!("a group is chosen after {cycles} cycles without a change");
        Timing::new(latency, "two updates or one issue a cycle")
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
            warp_scheduler::choice_stands(i, o),
            warp_scheduler::waiting_groups(o),
        ]
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let corner = Property::new;
        let mut corners = warp_scheduler::pairs(i);
        corners.extend(warp_scheduler::corners(p, i, o));
        corners.extend(warp_scheduler::group_corners(i, o, true));
        corners.extend([
            corner(
                "all_entries_taken",
                "all entries are taken",
                o.groups.eq(p.heap()),
            ),
            corner(
                "two_take_last_entries",
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
