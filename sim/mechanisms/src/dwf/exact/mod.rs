//! Schedulers without resource limits and delays, for variants that are not built in hardware.
//!
//! Only these schedulers implement three variants: the idealised one (fung2009, 6.4: no lane conflicts, no resource
//! limits), warps that do not respect home lanes (4.1, figure 9 (c)), and the policy DPdPri (4.3), which section
//! 4.4.4 calls impractical.
//!
//! Threads join the newest warp of their PC, as with the PC-warp LUT of section 4.2. Where threads keep to their home
//! lanes, threads that find their lane taken go to a new warp, any number of them at once: ports are not limited
//! either. Where threads do not keep to home lanes, they go to a new warp if the old one is full. All threads that
//! were offered are available in the next cycle, and the choice takes no time (DWF-53).
//!
//! Decisions where the paper is silent: under `majority` a chosen group stays chosen until it is empty, under
//! `minority` and `pc` only if `dwf.sticky` is set; ties go to the lower PC. DWF-52: a thread has passed a post-dominator
//! whenever its next PC is the immediate post-dominator of some instruction that can split threads. A warp has the
//! priority of the thread that passed the fewest, since "incoming threads with higher priority" raise it.

mod groups;
mod passed;

pub(crate) use passed::PostDominators;

use super::counts::DwfCounts;
use super::formation::{Formation, Offer, Turn};
use super::room::{Held, RoomCounts};
use super::warp::{Formed, members};
use groups::Groups;
use heddle_contract::Config;
use heddle_contract::config::Policy;
use heddle_gpu_core::{Chip, Contents, Peaks, Room};
use heddle_memory::DataCache;
use heddle_types::{Cycle, ThreadId, WordPc};
use passed::Passed;
use std::collections::BTreeSet;
use std::sync::Arc;

/// See the [module](self).
pub(crate) struct Exact<const W: usize> {
    groups: Groups<W>,
    passed: Passed,
    policy: Policy,
    /// Whether a chosen group is issued until it is empty.
    sticky: bool,
    /// The PC of the group that is being issued.
    chosen: Option<WordPc>,
    counts: DwfCounts,
    room: RoomCounts,
    /// The first cycle that is not counted yet.
    counted: Cycle,
}

/// Number of home lanes that threads keep to; one, which comprises all lanes of a warp, if they keep to none.
fn home_lanes(config: &Config) -> usize {
    match config.dwf.lane_aware && !config.dwf.ideal {
        true => config.dwf.home_lanes.count(&config.core),
        false => 1,
    }
}

impl<const W: usize> Exact<W> {
    /// The scheduler of a core.
    pub fn new(config: &Config, points: Arc<PostDominators>) -> Self {
        let dwf = &config.dwf;
        Exact {
            groups: Groups::new(config.core.threads(), home_lanes(config)),
            passed: Passed::new(config.core.threads(), points),
            policy: dwf.policy,
            sticky: match dwf.policy {
                Policy::Majority => true,
                Policy::Minority | Policy::Pc => dwf.sticky,
                Policy::Timestamp | Policy::PdomPriority => false,
            },
            chosen: None,
            counts: DwfCounts::default(),
            room: RoomCounts::default(),
            counted: Cycle::ZERO,
        }
    }

    /// Takes in the threads of an offer, those with the PC of the lowest lane first.
    fn take(&mut self, offer: &Offer<W>) {
        let mut rest = offer.lanes;
        while let Some(lane) = rest.first() {
            let pc = offer.word(offer.threads[lane]);
            let mut half = Formed::empty();
            half.pc = pc;
            for (lane, thread) in members(rest, offer.threads) {
                if offer.word(thread) == pc {
                    half.put(lane, thread);
                    self.passed.come_to(thread, pc);
                }
            }
            rest = rest.without(half.lanes);
            let joined = self.groups.join(&half);
            self.counts.merges += u64::from(joined.merges);
            self.counts.creates += u64::from(joined.creates);
            self.counts.conflicts += u64::from(joined.conflicts);
        }
    }

    /// The PC of the group to issue next.
    fn choose(&self) -> Option<WordPc> {
        let passed = |warp: &Formed<W>| self.passed.fewest(warp);
        match self.policy {
            Policy::Majority => self.groups.first_by(|group| u64::MAX - group.threads()),
            Policy::Minority => self.groups.first_by(|group| group.threads()),
            Policy::Pc => self.groups.first_by(|_| 0),
            Policy::Timestamp => self.groups.first_by(|group| group.oldest()),
            Policy::PdomPriority => self
                .groups
                .first_by(|group| group.warps().map(passed).min().unwrap_or(u64::MAX)),
        }
    }

    fn leave(&mut self) -> Option<Formed<W>> {
        let pc = self.chosen.or_else(|| self.choose())?;
        let left = match self.policy {
            Policy::PdomPriority => {
                let passed = &self.passed;
                self.groups.leave(pc, |warp| passed.fewest(warp))
            }
            _ => self.groups.leave(pc, |_| 0),
        };
        self.chosen = (self.sticky && self.groups.has(pc)).then_some(pc);
        Some(left)
    }
}

impl<const W: usize> Formation<W> for Exact<W> {
    const EVERY_CYCLE: bool = false;

    fn cycle(
        &mut self,
        offer: Option<Offer<W>>,
        wanted: bool,
        now: Cycle,
        warp: &mut Formed<W>,
        _cache: &mut DataCache,
    ) -> Turn {
        self.catch_up(now + 1);
        let left = wanted.then(|| self.leave()).flatten();
        if let Some(left) = left {
            *warp = left;
        }
        if let Some(offer) = &offer {
            self.take(offer);
        }
        Turn {
            taken: offer.is_some(),
            leaves: left.is_some(),
            wrong: None,
        }
    }

    fn rests(&self, _: Cycle) -> bool {
        self.groups.is_empty()
    }

    fn is_still(&self) -> bool {
        true
    }

    fn made(&mut self, thread: ThreadId) {
        self.passed.made(thread);
    }

    fn catch_up(&mut self, now: Cycle) {
        let (warps, groups) = (self.groups.warps(), self.groups.count());
        self.counts.hold(warps, groups, 0, now - self.counted);
        self.room.hold(Held {
            warps,
            groups,
            spilled: 0,
        });
        self.counted = now;
    }

    fn counts(&self) -> &DwfCounts {
        &self.counts
    }

    fn take_room(&mut self) -> Room {
        self.room.take_formed()
    }

    fn holds(&self) -> Peaks {
        let pcs: BTreeSet<WordPc> = self.groups.all().map(|warp| warp.pc).collect();
        Peaks {
            warps: (self.groups.all().count() as u64).into(),
            groups: (pcs.len() as u64).into(),
            ..Peaks::default()
        }
    }

    fn show_tables(&self, chip: &Chip, contents: &mut Contents) {
        contents.table(0, 0);
        contents.table(1, 0);
        for (number, warp) in self.groups.all().enumerate() {
            let is_next = self.chosen == Some(warp.pc);
            let pc = chip.code.pc(warp.pc).address();
            contents.row([number as u64, pc.into(), warp.lanes.bits(), is_next.into()]);
        }
    }

    fn show(&self, mut see: impl FnMut(ThreadId)) -> bool {
        for warp in self.groups.all() {
            members(warp.lanes, &warp.threads).for_each(|(_, thread)| see(thread));
        }
        true
    }
}
