//! The synchroniser of a core, and its inputs.

use super::partners::Partners;
use super::parts::Parts;
use super::shows::Shows;
use heddle_contract::units::dwr_synchronizer::{In, Out, Params};
use heddle_contract::{Border, Values, bits};
use heddle_gpu_core::{Peaks, Room, Shortages};
use heddle_types::{Cycle, WarpId, WarpMask, WordPc};
use heddle_units::{DwrSynchronizer, IgnoreListTable};
use std::collections::VecDeque;

/// A sub-warp whose PC is looked up in the ignore list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    pub sub: usize,
    /// Whether the sub-warp arrives at its LAT barrier. If not, it only asks.
    pub arrives: bool,
}

/// See the [module](self).
#[derive(Debug)]
pub(super) struct Synchronisation {
    pub input: In<Values>,
    /// Outputs for the state at the start of the next cycle, until `eval` computes those for the inputs of a cycle.
    pub output: Out<Values>,
    /// Whether the unit has been clocked in this cycle.
    is_clocked: bool,
    /// Whether a sub-warp may have been locked at the last clock edge.
    locks: bool,
    /// Large warps with a combine-ready sub-warp, according to the outputs for the state of the next cycle.
    ready: WarpMask,
    /// Sub-warps that execute their barrier, in order.
    arriving: VecDeque<usize>,
    /// Whether arrivals are answered in the cycle after them.
    answers_late: bool,
    /// The sub-warp whose PC is looked up in this cycle, and the one that is answered in it if answers are late.
    asks: Option<Asked>,
    asked: Option<Asked>,
    /// Large warps on their way to their answer, if combining has a latency.
    shows: Shows,
    /// Whether nothing changes until a sub-warp arrives, issues, or is excused.
    is_settled: bool,
    /// The cycle behind the last one in which the unit was clocked.
    clocked: Cycle,
    /// The cycle in which sub-warps are released because they have waited long enough.
    late: Cycle,
    /// The most large warps with a sub-warp that waits for partners.
    most_waiting: u64,
    /// PCs that had lost their place on the ignore list when counts were last taken.
    replaced: u64,
    partners: Partners,
}

impl Synchronisation {
    /// The synchroniser of units in their reset state, in which no sub-warp has threads.
    pub fn new(params: &Params, parts: &mut impl Parts) -> Self {
        let partners = Partners::new(params.partners());
        let mut input: In<Values> = In::zero(params);
        input.excused.fill((1 << partners.count()) - 1);
        let mut output = Out::zero(params);
        parts.eval(&input, &mut output);
        Synchronisation {
            is_clocked: false,
            locks: false,
            input,
            ready: ready(&output),
            output,
            arriving: VecDeque::with_capacity(params.warps() * partners.count()),
            answers_late: params.arrive_latency() > 0,
            asks: None,
            asked: None,
            shows: Shows::new(params.combine_latency()),
            is_settled: false,
            clocked: Cycle::ZERO,
            late: Cycle::NEVER,
            most_waiting: 0,
            replaced: 0,
            partners,
        }
    }

    /// A sub-warp executes its barrier.
    pub fn arrives(&mut self, sub: usize) {
        self.arriving.push_back(sub);
    }

    /// Sets whether a sub-warp is excused from LATs.
    pub fn excuse(&mut self, sub: usize, is_excused: bool) {
        let excused = &mut self.input.excused[self.partners.warp(sub).index()];
        let bit = 1 << self.partners.position(sub);
        *excused = *excused & !bit | if is_excused { bit } else { 0 };
        self.is_settled = false;
    }

    /// Whether something changes in this cycle or the next.
    pub fn is_busy(&self) -> bool {
        !self.is_settled || !self.arriving.is_empty() || self.shows_follow()
    }

    /// Whether a large warp is to be shown ahead, or is on its way and does not have to wait.
    fn shows_follow(&self) -> bool {
        let waits = self.output.combined;
        self.shows_ahead() && !waits && (!self.shows.is_empty() || self.some_ready())
    }

    /// Whether large warps are shown some cycles before they issue (RSZ-20).
    pub fn shows_ahead(&self) -> bool {
        self.shows.latency() > 0
    }

    /// Whether a large warp must be shown before anything else reads stacks: nothing else is on its way.
    pub fn must_show(&self) -> bool {
        self.shows_follow() && self.shows.is_empty()
    }

    /// The large warp to show in this cycle, if one is to be shown ahead and the unit accepts it.
    pub fn next_shown(&self) -> Option<WarpId> {
        let accepts = !self.output.combined || self.input.take;
        let ready = self.ready.without(self.shows.in_flight());
        if !self.shows_ahead() || !accepts || ready.is_empty() {
            return None;
        }
        ready.next_after(self.shows.last())
    }

    /// The large warp whose answer can be taken, if large warps are shown ahead.
    pub fn answered_warp(&self) -> Option<WarpId> {
        self.shows.answered().filter(|_| self.output.combined)
    }

    /// Whether sub-warps can be issued together.
    pub fn can_issue(&self) -> bool {
        match self.shows_ahead() {
            true => self.output.combined,
            false => self.some_ready(),
        }
    }

    /// The next cycle in which time alone changes something.
    pub fn late(&self) -> Cycle {
        self.late
    }

    /// Whether any sub-warp is combine-ready.
    pub fn some_ready(&self) -> bool {
        !self.ready.is_empty()
    }

    /// The first combine-ready sub-warp from `start` on, wrapping round. Of large warps that are shown ahead only the answered
    /// one counts.
    pub fn ready_from(&self, start: usize) -> Option<usize> {
        if self.shows_ahead() {
            let leader = self.output.members.trailing_zeros() as usize % self.partners.count();
            return Some(self.partners.sub(self.answered_warp()?, leader));
        }
        if self.ready.is_empty() {
            return None;
        }
        let (first, position) = (self.partners.warp(start), self.partners.position(start));
        let in_warp = |warp: WarpId, positions: u64| {
            let position = bits(self.output.combinable[warp.index()] & positions).next()?;
            Some(self.partners.sub(warp, position))
        };
        in_warp(first, u64::MAX << position)
            .or_else(|| in_warp(self.ready.next_after(first)?, u64::MAX))
    }

    /// Presents the sub-warp that arrives in this cycle, unless another one asks; returns the one that is answered.
    pub fn present(&mut self, pc_of: impl Fn(usize) -> WordPc) -> Option<Asked> {
        if self.asks.is_none()
            && let Some(sub) = self.arriving.pop_front()
        {
            self.offer(sub, pc_of(sub));
            self.asks = Some(Asked { sub, arrives: true });
        }
        match self.answers_late {
            true => self.asked,
            false => self.asks,
        }
    }

    /// Whether an answer comes a cycle after its question.
    pub fn answers_late(&self) -> bool {
        self.answers_late
    }

    /// Whether no sub-warp asks in this cycle yet.
    pub fn can_ask(&self) -> bool {
        self.asks.is_none()
    }

    /// A sub-warp asks whether its PC is on the ignore list, without arriving. The answer comes a cycle later.
    pub fn ask(&mut self, sub: usize, pc: WordPc) {
        self.offer(sub, pc);
        self.input.arrive = false;
        self.asks = Some(Asked {
            sub,
            arrives: false,
        });
    }

    fn offer(&mut self, sub: usize, pc: WordPc) {
        self.input.arrive = true;
        self.input.arrive_warp = self.partners.warp(sub).into();
        self.input.arrive_partner = self.partners.position(sub) as u64;
        self.input.arrive_pc = pc.into();
    }

    /// Whether a sub-warp that arrived in this cycle would be ignored. Nothing changes: the arrival is withdrawn before the
    /// clock edge.
    pub fn ignores(&mut self, parts: &mut impl Parts, sub: usize, pc: WordPc) -> bool {
        self.offer(sub, pc);
        self.eval(parts);
        self.input.arrive = false;
        self.output.ignored
    }

    /// Computes the outputs for this cycle's inputs.
    pub fn eval(&mut self, parts: &mut impl Parts) {
        parts.eval(&self.input, &mut self.output);
    }

    /// Gives the inputs of the clock edge, if the unit has to be clocked.
    pub fn tick<P: Parts>(&mut self, parts: &mut P, now: Cycle) {
        let In {
            arrive, show, take, ..
        } = self.input;
        let arrival = self.asks.is_some() || self.asked.is_some();
        let acts = arrival || take || show && self.shows_ahead();
        let moves = self.shows_follow();
        if !(P::EVERY_CYCLE || acts || moves || !self.is_settled || now >= self.late) {
            return;
        }
        let shown = show.then(|| WarpId::of_port(self.input.show_warp));
        self.shows.clock(shown, take || !self.output.combined);
        self.asked = self.asks.take().filter(|_| self.answers_late);
        parts.age(now - self.clocked);
        parts.tick(&self.input);
        self.clocked = now + 1;
        (self.input.arrive, self.input.show, self.input.take) = (false, false, false);
        self.is_settled = !acts;
        self.locks = arrive || self.answers_late;
        self.is_clocked = true;
    }

    /// Computes the outputs of the state after the clock edge.
    pub fn ticked(&mut self, parts: &mut impl Parts) {
        if !std::mem::take(&mut self.is_clocked) {
            return;
        }
        let left = parts.late_in();
        self.late = left.map_or(Cycle::NEVER, |left| self.clocked + left);
        parts.eval_state(&self.input, &mut self.output);
        self.ready = ready(&self.output);
        if self.locks {
            self.most_waiting = self.most_waiting.max(self.waiting());
        }
    }

    /// Large warps with a sub-warp that waits for its partners.
    fn waiting(&self) -> u64 {
        let locked = self.output.locked.iter();
        locked.filter(|partners| **partners != 0).count() as u64
    }

    /// The most that the tables held, and how often a PC lost its place, since the last call.
    pub fn take_room(&mut self, parts: &mut impl Parts) -> Room {
        let waiting = self.waiting();
        let most = std::mem::replace(&mut self.most_waiting, waiting);
        let depth = parts.take_most();
        // PCs stay on the ignore list until others replace them, so the list never holds fewer than before.
        let list = parts.synchronizer().map(DwrSynchronizer::ignore_list);
        let replaced = list.map(IgnoreListTable::replaced);
        let before = replaced.map(|all| std::mem::replace(&mut self.replaced, all));
        Room {
            peaks: Peaks {
                partner_sync: most.into(),
                ignore_list: list.map(|list| list.pcs().count() as u64).into(),
                stack_depth: depth.into(),
                ..Peaks::default()
            },
            shortages: Shortages {
                ignore_list: replaced
                    .zip(before)
                    .map(|(all, before)| all - before)
                    .into(),
                ..Shortages::default()
            },
        }
    }
}

fn ready(output: &Out<Values>) -> WarpMask {
    // Backwards, so that each bit is shifted by one.
    let combinable = output.combinable.iter().rev();
    WarpMask::new(combinable.fold(0, |ready, subs| ready << 1 | u64::from(*subs != 0)))
}
