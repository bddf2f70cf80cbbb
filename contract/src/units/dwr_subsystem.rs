//! `dwr_subsystem`: the hardware of dynamic warp resizing in a core, as one module.
//!
//! lashgar2012, section IV: sub-warps run with a reconvergence stack each, meet before LATs, and execute them together. The
//! subsystem is the synchroniser ([`dwr_synchronizer`]) and the stacks of all sub-warps ([`reconvergence_stack`]): one bank
//! for each position in a large warp (RSZ-16). What the environment must give within a cycle to `dwr_synchronizer` alone, the
//! PCs and lanes of a large warp that is shown, is read here.
//!
//! Ports of one position are one bit or one element of an array; position 0 comes first. An offer `x` is accepted in a cycle
//! with `x` and `x_ready`.
//!
//! # Start
//!
//! With `start` the sub-warps of a large warp that have lanes get a stack with `start_pc`, as in the contract of the stacks.
//!
//! # Update
//!
//! The sub-warps that have executed an instruction are reported, at most one for each position in a cycle. `update_ready` is low while
//! a stack of the position is popping. A sub-warp in `busy` accepts no update. `overflow` and `unbalanced` answer as in the contract of the
//! stacks, with their latency.
//!
//! # Read
//!
//! The top of a sub-warp's stack is read for an instruction that it issues alone: `read_done`, `read_pc` and `read_lanes` answer
//! within the cycle. A large warp that is shown is read through the same ports of the stacks, so a cycle has one or the other, and
//! `read_warp` is the large warp of either (RSZ-24). The show comes first: beside it no read is answered.
//!
//! # PCs
//!
//! The highest bit of a PC in the stacks tells calls apart and is no part of the address (RSZ-22). In arrivals and in `issue_pc` it is 0,
//! and sub-warps combine whatever it is.
//!
//! # Arrival
//!
//! As in the contract of the synchroniser, with its latency.
//!
//! # Show and issue
//!
//! A large warp is shown. If a sub-warp of it is combine-ready, it is offered for issue as `combine_latency` cycles later, with the members
//! that were combine-ready when it was shown, and waits until `issue_ready`. Shows are accepted (`show_ready`) while no offer
//! waits. With `combine_latency` 0 the offer is that of the large warp that is shown in the same cycle: `show` is held until
//! then.
//!
//! A large warp is not shown again before it has issued: members would issue twice. A sub-warp that arrives is live and has no
//! update in flight, and it is not updated from then on until it has issued, or is ignored.
//!
//! # Reset
//!
//! No sub-warp is live, and the synchroniser is in its reset state.

mod corners;

use super::{DwrSynchronizer, ReconvergenceStack, dwr_synchronizer, reconvergence_stack};
use crate::hardware::Width;
use crate::terms::{Is, Terms, Word, all, any};
use crate::{
    Answer, Config, ParamError, Path, Property, Signals, System, Timing, Unit, params, ports,
    require,
};

params! {
    /// Parameters of [`DwrSubsystem`]: the parameters of the units inside.
    pub struct Params {
        /// the synchroniser
        synchronizer: unit(DwrSynchronizer);
        /// the stacks at one position of all large warps
        stack: unit(ReconvergenceStack);
    }
}

impl Params {
    /// Validated parameters: the stacks are those of sub-warps as wide as the synchroniser's.
    ///
    /// # Errors
    /// [`ParamError`] naming the parameter of the stacks that differs.
    pub fn new(
        synchronizer: dwr_synchronizer::Params,
        stack: reconvergence_stack::Params,
    ) -> Result<Self, ParamError> {
        let same = |name, found: u64, wanted: u64| {
            require(DwrSubsystem::NAME, name, found, wanted..=wanted).map(drop)
        };
        same("warps", stack.warps() as u64, synchronizer.warps() as u64)?;
        same(
            "lanes",
            stack.lanes() as u64,
            synchronizer.sub_lanes() as u64,
        )?;
        same(
            "pc_bits",
            stack.pc_bits().into(),
            synchronizer.pc_bits().into(),
        )?;
        Ok(Self {
            synchronizer,
            stack,
        })
    }

    /// Large warps of a core.
    pub fn warps(&self) -> usize {
        self.synchronizer.warps()
    }

    /// Sub-warps of a large warp.
    pub fn partners(&self) -> usize {
        self.synchronizer.partners()
    }

    /// Lanes of a sub-warp.
    pub fn sub_lanes(&self) -> usize {
        self.synchronizer.sub_lanes()
    }

    /// Width of a PC, in instruction words, with the bit that tells calls apart.
    pub fn pc_bits(&self) -> u32 {
        self.synchronizer.pc_bits()
    }

    /// Width of the number of a large warp (derived).
    pub fn warp_bits(&self) -> u32 {
        self.synchronizer.combiner().warp_bits()
    }

    /// Width of the number of a sub-warp in its large warp (derived).
    pub fn partner_bits(&self) -> u32 {
        self.synchronizer.partner_sync().partner_bits()
    }

    /// Cycles from a show to its offer.
    pub fn combine_latency(&self) -> u32 {
        self.synchronizer.combine_latency()
    }
}

ports! {
    /// Ports into the subsystem.
    pub struct In(p: Params) {
        group "start: sub-warps of a large warp get their threads";
        /// sub-warps of a large warp start
        start: bit;
        /// the large warp; those of its sub-warps that start are not live
        start_warp: bits(p.warp_bits());
        /// PC at which they start, in words
        start_pc: bits(p.pc_bits());
        /// lanes of each sub-warp that have a thread; a sub-warp without any does not start
        start_lanes: array(p.partners(), p.sub_lanes() as u32);
        group "update: sub-warps have executed an instruction, one for each position";
        /// the sub-warp has executed an instruction
        update: bits(p.partners() as u32);
        /// its large warp
        update_warp: array(p.partners(), p.warp_bits());
        /// lanes whose thread ends
        exit: array(p.partners(), p.sub_lanes() as u32);
        /// lanes that leave the top and wait in the entry below that holds them
        leave: array(p.partners(), p.sub_lanes() as u32);
        /// lanes that take the branch to target; the others go to next
        taken: array(p.partners(), p.sub_lanes() as u32);
        /// PC of the taken lanes, in words
        target: array(p.partners(), p.pc_bits());
        /// PC of the other lanes, in words
        next: array(p.partners(), p.pc_bits());
        /// new entries are pushed; their lanes meet again at reconverge
        push: bits(p.partners() as u32);
        /// the reconvergence point, in words
        reconverge: array(p.partners(), p.pc_bits());
        /// pushed entries are popped when they reach the reconvergence point
        compare: bits(p.partners() as u32);
        group "read: the top of a sub-warp's stack";
        /// the top of a sub-warp's stack is read
        read: bit;
        /// large warp of the sub-warp, which is live; or the large warp that is shown
        read_warp: bits(p.warp_bits());
        /// number of the sub-warp in its large warp
        read_partner: bits(p.partner_bits());
        group "arrival: a sub-warp executes a LAT barrier";
        /// a sub-warp arrives at a LAT barrier
        arrive: bit;
        /// large warp of the sub-warp
        arrive_warp: bits(p.warp_bits());
        /// number of the sub-warp in its large warp
        arrive_partner: bits(p.partner_bits());
        /// PC of the LAT, in words
        arrive_pc: bits(p.pc_bits());
        group "partners that need not come, one bit per partner";
        /// the partner waits at a block barrier, has ended, or has no threads
        excused: array(p.warps(), p.partners() as u32);
        group "show: a large warp whose sub-warps are to issue together; held until show_ready";
        /// the large warp read_warp is shown
        show: bit;
        group "issue";
        /// the pipeline accepts the combined sub-warps
        issue_ready: bit;
    }
}

ports! {
    /// Ports out of the subsystem.
    pub struct Out(p: Params) {
        group "state of the stacks, by position, one bit per large warp";
        /// the sub-warp has threads
        live: array(p.partners(), p.warps() as u32);
        /// an update of the sub-warp is in flight; it accepts no other
        busy: array(p.partners(), p.warps() as u32);
        group "update, one bit per position";
        /// the position accepts an update
        update_ready: bits(p.partners() as u32);
        /// the update needs more entries than a stack has, and is not done
        overflow: bits(p.partners() as u32);
        /// lanes leave the only entry, and the update is not done
        unbalanced: bits(p.partners() as u32);
        group "read: the top of a sub-warp's stack";
        /// the read is answered: no large warp is shown beside it
        read_done: bit;
        /// PC of the top entry
        read_pc: bits(p.pc_bits()) when read_done;
        /// lanes of the top entry whose threads have not ended
        read_lanes: bits(p.sub_lanes() as u32) when read_done;
        group "arrival";
        /// the PC is on the ignore list: the sub-warp continues alone
        ignored: bit;
        group "state of the synchroniser, one bit per partner";
        /// the partner waits for the others
        locked: array(p.warps(), p.partners() as u32);
        /// the partner is combine-ready
        combinable: array(p.warps(), p.partners() as u32);
        group "show";
        /// the large warp that is shown is accepted
        show_ready: bit;
        group "issue: combined sub-warps; held until issue_ready";
        /// combined sub-warps are offered for issue
        issue: bit;
        /// their large warp
        issue_warp: bits(p.warp_bits()) when issue;
        /// sub-warps that are issued together
        issue_members: bits(p.partners() as u32) when issue;
        /// number of sub-warps that are issued together
        issue_size: bits(p.synchronizer().combiner().size_bits()) when issue;
        /// PC of the members, in words
        issue_pc: bits(p.pc_bits()) when issue;
        /// active lanes of the members
        issue_lanes: bits(p.synchronizer().combiner().lanes() as u32) when issue;
    }
}

/// The contract of the subsystem.
#[derive(Clone, Copy, Debug)]
pub struct DwrSubsystem;

impl Unit for DwrSubsystem {
    const NAME: &'static str = "dwr_subsystem";
    const SUMMARY: &'static str = "dynamic warp resizing as one module: the synchroniser and the \
                                   stacks of all sub-warps";
    const SOURCE: &'static str = "lashgar2012, section IV";
    const SYSTEM: System = System::Dwr;

    type Params = Params;
    type In<S: Signals> = In<S>;
    type Out<S: Signals> = Out<S>;

    fn params(config: &Config) -> Result<Params, ParamError> {
        let stack = ReconvergenceStack::params(&Width::SubWarp.machine(config))?;
        Params::new(DwrSynchronizer::params(config)?, stack)
    }

    fn timing(p: &Params) -> Timing {
        let show = match p.combine_latency() {
            0 => "a large warp is offered in the cycle in which it is shown".into(),
            1 => "a large warp is offered 1 cycle after it is shown".into(),
            n => format!("a large warp is offered {n} cycles after it is shown"),
        };
        let update = match p.stack().latency() {
            0 => "updates are done at the end of their cycle".into(),
            1 => "updates are done 1 cycle later".into(),
            n => format!("updates are done {n} cycles later"),
        };
        Timing::new(
            format!("{show}; {update}"),
            "one large warp, one arrival, and one update for each position a cycle",
        )
    }

    fn combinational(p: &Params) -> Vec<Path> {
        const READ: &[&str] = &["read_warp", "read_partner"];
        let path = |output, inputs| Path { output, inputs };
        let mut paths = vec![
            path("read_done", &["read", "show"]),
            path("read_pc", READ),
            path("read_lanes", READ),
        ];
        if p.stack().latency() == 0 {
            let overflow = &["update", "update_warp", "exit", "leave", "taken", "push"];
            paths.push(path("overflow", overflow));
            let unbalanced = &["update", "update_warp", "exit", "leave", "push"];
            paths.push(path("unbalanced", unbalanced));
        }
        if p.synchronizer().arrive_latency() == 0 {
            paths.push(path("ignored", &["arrive_pc"]));
        }
        if p.combine_latency() > 0 {
            paths.push(path("show_ready", &["issue_ready"]));
            return paths;
        }
        paths.extend([
            path("show_ready", &["issue_ready", "show", "read_warp"]),
            path("issue", &["show", "read_warp"]),
            path("issue_warp", &["read_warp"]),
            path("issue_members", &["read_warp"]),
            path("issue_size", &["read_warp"]),
            path("issue_pc", &["read_warp"]),
            path("issue_lanes", &["read_warp"]),
        ]);
        paths
    }

    /// A stack begins to pop by itself. Without a latency an offer is about the cycle alone; with one it waits, but would issue
    /// in every other cycle only if a core answered later.
    fn answers(_: &Params) -> Vec<Answer> {
        let answer = |input, outputs| Answer { input, outputs };
        vec![
            answer("update", &["update_ready"]),
            answer("issue_ready", &["issue"]),
        ]
    }

    fn assumptions(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let assumption = Property::new;
        let live = |position: usize| o.live.index(Word::from(position));
        let mut assumptions = vec![
            assumption(
                "starting_warp_exists",
                "the large warp that starts exists",
                !i.start | i.start_warp.lt(p.warps()),
            ),
            assumption(
                "start_needs_dead_sub_warps",
                "only sub-warps that are not live start, and at least one does",
                !i.start
                    | any(i.start_lanes.iter().map(Word::any))
                        & all(i
                            .start_lanes
                            .iter()
                            .enumerate()
                            .map(|(at, lanes)| lanes.none() | !live(at).has(i.start_warp))),
            ),
            assumption(
                "update_needs_live_sub_warp",
                "only sub-warps are updated that are live and not busy",
                all(updates(i).map(|(at, updated, warp)| {
                    let accepts = live(at) & !o.busy.index(Word::from(at));
                    updated.implies(accepts.has(warp))
                })),
            ),
            assumption(
                "no_update_while_popping",
                "no position is updated that does not accept it",
                (i.update & !o.update_ready).none(),
            ),
            assumption(
                "no_update_of_who_waits",
                "no sub-warp is updated that waits for partners, or to issue with them",
                all(updates(i).map(|(at, updated, warp)| {
                    let waits = o.locked.index(warp) | o.combinable.index(warp);
                    !(updated & waits.bit(at))
                })),
            ),
            assumption(
                "read_needs_live_sub_warp",
                "only a live sub-warp is read, unless a large warp is shown",
                !i.read | i.show | o.live.index(i.read_partner).has(i.read_warp),
            ),
        ];
        assumptions.push(assumption(
            "arriving_is_live",
            "who arrives is live and not busy",
            !i.arrive
                | (o.live.index(i.arrive_partner) & !o.busy.index(i.arrive_partner))
                    .has(i.arrive_warp),
        ));
        assumptions.push(assumption(
            "no_update_of_who_arrives",
            "no sub-warp is updated that arrives, or whose arrival is in flight",
            all(updates(i).flat_map(|(at, updated, warp)| {
                let latency = p.synchronizer().arrive_latency();
                arrivals(i, latency).map(move |(arrive, of, partner)| {
                    !(updated & arrive & warp.eq(of) & partner.eq(at))
                })
            })),
        ));
        let (input, output) = synchronizer(i, o);
        assumptions.extend(DwrSynchronizer::assumptions(
            p.synchronizer(),
            &input,
            &output,
        ));
        assumptions
    }

    fn guarantees(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        let (input, output) = synchronizer(i, o);
        let of_synchronizer = DwrSynchronizer::guarantees(p.synchronizer(), &input, &output);
        // No port has the PCs that are shown.
        let mut guarantees: Vec<Property> = of_synchronizer
            .into_iter()
            .filter(|property| !OF_PCS.contains(&property.label))
            .collect();
        let shows = dwr_synchronizer::show(&input, &output).shows(p.synchronizer().combiner());
        guarantees.push(Property::given(
            "issues_warp_of_show",
            "the large warp that issues is the one that was shown",
            o.issue,
            o.issue_warp.eq(shows.taken_warp),
        ));
        guarantees.push(Property::new(
            "show_waits_for_issue",
            "a large warp is accepted unless an offer waits",
            !(o.show_ready ^ (!o.issue | i.issue_ready)),
        ));
        guarantees.push(Property::new(
            "read_beside_show_waits",
            "a read is answered in its cycle, unless a large warp is shown",
            !(o.read_done ^ (i.read & !i.show)),
        ));
        guarantees.push(Property::given(
            "only_started_become_live",
            "only a sub-warp that was started becomes live",
            any(o.live.iter().map(Word::any)),
            all(o
                .live
                .iter()
                .zip(i.start_lanes.iter())
                .map(|(live, lanes)| {
                    let started = i.start & lanes.any();
                    let started = i.start_warp.decode(p.warps() as u32).masked(started);
                    (live & !(live.past() | started.past())).none()
                })),
        ));
        guarantees
    }

    fn corners(p: &Params, i: &In<Terms>, o: &Out<Terms>) -> Vec<Property> {
        corners::corners(p, i, o)
    }
}

/// The properties of the synchroniser that speak of PCs and lanes that are shown.
const OF_PCS: &[&str] = &[
    "members_share_pc",
    "ready_at_pc_is_member",
    "members_are_those_of_show",
];

/// For each position, whether a sub-warp is updated, and its large warp.
fn updates(i: &In<Terms>) -> impl Iterator<Item = (usize, Is, Word)> {
    let warps = i.update_warp.iter().enumerate();
    warps.map(|(at, warp)| (at, i.update.bit(at), warp))
}

/// The arrival of this cycle, then those of `latency` cycles before: whether there is one, its large warp and its position.
fn arrivals(i: &In<Terms>, latency: u32) -> impl Iterator<Item = (Is, Word, Word)> {
    let now = (i.arrive, i.arrive_warp, i.arrive_partner);
    let before = |(arrive, warp, partner): &(Is, Word, Word)| {
        Some((arrive.past(), warp.past(), partner.past()))
    };
    std::iter::successors(Some(now), before).take(latency as usize + 1)
}

/// The ports of the synchroniser inside. In the place of PCs and lanes that are shown, which no port has, are others.
fn synchronizer(
    i: &In<Terms>,
    o: &Out<Terms>,
) -> (dwr_synchronizer::In<Terms>, dwr_synchronizer::Out<Terms>) {
    let input = dwr_synchronizer::In {
        arrive: i.arrive,
        arrive_warp: i.arrive_warp,
        arrive_partner: i.arrive_partner,
        arrive_pc: i.arrive_pc,
        excused: i.excused.clone(),
        show: i.show,
        show_warp: i.read_warp,
        show_pc: i.target.clone(),
        show_active: i.taken.clone(),
        take: i.issue_ready & o.issue,
    };
    let output = dwr_synchronizer::Out {
        ignored: o.ignored,
        locked: o.locked.clone(),
        combinable: o.combinable.clone(),
        combined: o.issue,
        members: o.issue_members,
        size: o.issue_size,
        combined_pc: o.issue_pc,
        lanes: o.issue_lanes,
    };
    (input, output)
}
