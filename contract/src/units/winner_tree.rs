//! `winner_tree`: groups of warps in a pipelined tree of winners, which takes an update in nearly every cycle.
//!
//! Our own alternative to the heap of fung2009, section 4.4 (DWF-55). [`warp_scheduler`] describes parameters, ports and
//! everything that all schedulers have in common. A pipelined heap (Ioannou and Katevenis, the paper's own reference) takes an
//! insertion and a removal of the maximum at a time, but a group that grows needs neither: its key changes where it is. A
//! tree of winners takes any change of a key, at its leaf; each level compares two nodes in a cycle and hands the better one on.
//!
//! `heap` entries {PC, CNT, WPH, WPT} are *held* or free. All PCs are compared with an offer at once, so there is no look-up table
//! whose entries could be replaced. One group is *current*: it is the choice, and is issued until it is empty. `sticky` must
//! be 1.
//!
//! # Update
//!
//! `second` must be low: there is one update a cycle, which takes three cycles. An update may come as a warp is issued, but not for
//! that warp. `ready` is low only where *Choice* says so.
//!
//! * In the first it is accepted.
//! * In the second its entry is found: the entry that holds its PC, or else the one that has been free longest (after reset, the
//!   lowest), which holds the PC from the next cycle on. `room` is the number of entries that were free at the beginning of the
//!   cycle before, as far as they still are, less one if an update is in its second cycle (DWF-67).
//! * In the third, the *change*, CNT grows by the threads and a new warp becomes WPT. An entry that was free gets the threads as CNT,
//!   and the warp as WPH and WPT. `link_first` says that a new warp follows WPT, if the entry was held already. (`link_second` is
//!   always low.)
//!
//! If no entry is held, none was in the cycle before and no update is in its second cycle, the warp of an update is the choice from the next cycle on: the entry
//! that it will get is current, with the warp as WPH and WPT (DWF-56). Such an update has no change.
//!
//! # Tree
//!
//! At the edge of its change an entry that is not current, and does not become current, *enters* the tree with its new
//! CNT. An entry that becomes current is *taken out*: at the same edge, or, if another entry enters then, at the next edge at which
//! none enters. So at each edge at most one entry enters the tree or is taken out of it.
//!
//! The tree has L levels; 2 to the power of L is `heap` or more. The *winner* of a cycle is the best entry in the tree, in the order of
//! [`max_heap`](super::max_heap), with all that has entered and been taken out at the edges up to L + 2 cycles before. But nothing
//! wins if that entry has become current and has not entered the tree again, both until the beginning of the cycle before.
//!
//! # Choice
//!
//! `choice` is high if an entry is current and its list is not empty, and `choice_warp` is its WPH. While none is current, one becomes
//! current at the edge of a cycle:
//!
//! * the winner;
//! * or else the entry of the change in this cycle (DWF-56).
//!
//! If both are one entry, the change comes first. While an entry waits to be taken out of the tree, none becomes current; in the first
//! cycle in which it waits, `ready` is low, so that it waits for three cycles at most.
//!
//! # Issue
//!
//! `issued_threads` is ignored. WPH becomes `issued_next`. If WPH was WPT, and no change of this cycle adds a warp to the entry, its list
//! is empty from the next cycle on. The first warp that a change adds to an empty list becomes WPH; so does a warp that is added
//! as WPT is issued, because `issued_next` cannot know it yet.
//!
//! An entry whose list is empty, or becomes empty in this cycle, is free from the next cycle on, and not current, unless an update in
//! its second cycle has its PC.
//!
//! # Counts
//!
//! `groups` is `heap` less `room`: an update in its second cycle counts like a group. `waiting` is high if this number is not 0 and
//! `choice` is low.
//!
//! # Reset
//!
//! All entries are free, no entry is current, and the tree is empty.

use super::bits_below;
use super::max_heap::Order;
use super::warp_scheduler::{self, In, Out, Params, Shape};
use crate::config::Structure;
use crate::terms::Terms;
use crate::{Answer, Config, Param, ParamError, Path, Property, Signals, System, Timing, Unit};

/// The contract of the scheduler with a tree of winners.
#[derive(Clone, Copy, Debug)]
pub struct WinnerTree;

impl WinnerTree {
    /// Validated parameters.
    ///
    /// # Errors
    /// [`ParamError`] naming the parameter that is outside its limits.
    pub fn shaped(shape: Shape) -> Result<Params, ParamError> {
        let params = Params::new(Self::NAME, shape)?;
        warp_scheduler::require_sticky(Self::NAME, &shape)?;
        Ok(params)
    }

    /// Levels of the tree over `heap` entries.
    pub fn levels(p: &Params) -> usize {
        bits_below(p.heap()) as usize
    }
}

impl Unit for WinnerTree {
    const NAME: &'static str = "winner_tree";
    const SUMMARY: &'static str = "groups of warps in a pipelined tree of winners, which takes an update \
                                   in nearly every cycle";
    const SOURCE: &'static str = "our own, in place of the heap of fung2009, section 4.4";
    const SYSTEM: System = System::Dwf;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        let order = Order::of(config.dwf.policy);
        let mut shape = Params::of(Self::NAME, config, order)?.shape();
        // A machine with a tournament does not contain this unit.
        shape.sticky |= config.dwf.structure == Structure::Tournament;
        Self::shaped(shape)
    }

    fn describe(p: &Params) -> Vec<Param> {
        p.describe_some(&["order", "heap", "pc_bits", "count_bits", "warps"])
    }

    fn timing(p: &Params) -> Timing {
        let behind = Self::levels(p) + 5;
        let latency = format!(
            "an update is the choice in the next cycle if nothing is held, in the third if no group can win, and wins {behind} \
             cycles later"
        );
        Timing::new(
            latency,
            "an update and an issue a cycle, but no update two cycles behind most choices",
        )
    }

    fn combinational(_: &Params) -> Vec<Path> {
        Vec::new()
    }

    fn answers(_: &Params) -> Vec<Answer> {
        warp_scheduler::answers()
    }

    fn assumptions(_: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let mut assumptions = warp_scheduler::assumptions(i, o);
        assumptions.extend([
            Property::new("one_update_a_cycle", "no second warp is offered", !i.second),
            Property::new(
                "issued_warp_does_not_grow",
                "a warp does not grow as it is issued",
                !(i.update & i.issued & i.first_warp.eq(o.choice_warp)),
            ),
        ]);
        assumptions
    }

    fn guarantees(_: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        vec![
            warp_scheduler::groups_are_seen(i, o),
            warp_scheduler::choice_stands(i, o),
            warp_scheduler::choice_is_held(o),
            warp_scheduler::waiting_groups(o),
        ]
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let mut corners = warp_scheduler::corners(p, i, o);
        corners.extend(warp_scheduler::waiting_corners(i, o));
        corners.extend(own(p, i, o));
        corners
    }
}

fn own(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
    let corner = Property::new;
    let follows = o.choice & o.link_first & o.link_first_warp.eq(o.choice_warp);
    let chosen = o.choice & !o.choice.past();
    let again = i.update & i.update.past();
    let mut corners = vec![
        corner("list_grows", "a list grows", o.link_first),
        corner("updates_in_a_row", "an update follows another", again),
        corner(
            "group_grows_again",
            "two updates in a row have one PC",
            again & i.first_pc.stays(),
        ),
        corner(
            "chosen_warp_linked",
            "the chosen warp gets a follower",
            follows & !i.issued,
        ),
        corner(
            "issued_warp_linked",
            "the chosen warp gets a follower as it is issued",
            follows & i.issued,
        ),
        corner(
            "chosen_during_updates",
            "a group is chosen among updates",
            chosen & again,
        ),
        corner(
            "chosen_at_rest",
            "a group is chosen while nothing changes",
            chosen & !i.update.past() & !i.update.past().past(),
        ),
        corner(
            "chosen_at_once",
            "an update becomes the choice at once",
            o.choice & i.update.past() & o.groups.past().none(),
        ),
        corner(
            "list_empty_for_a_cycle",
            "a list is empty while an update for it is found",
            o.waiting & o.choice.past() & i.issued.past() & i.update.past().past(),
        ),
        corner(
            "issue_behind_issue",
            "warps are issued one behind the other",
            i.issued & i.issued.past(),
        ),
        corner(
            "update_during_issue",
            "an update comes as a warp is issued",
            i.update & i.issued,
        ),
        corner(
            "not_ready",
            "an update waits for a choice",
            i.first & !o.ready,
        ),
    ];
    // Every group has a warp.
    if p.warps() >= p.heap() {
        corners.push(corner(
            "all_entries_held",
            "all entries are held",
            o.groups.eq(p.heap()),
        ));
    }
    corners
}
