//! Stimuli of the schedulers of dynamic warp formation: a warp pool whose warps grow, go to few or many
//! PCs, and leave.

use super::Stimuli;
use super::random::{Random, Rate, ones};
use heddle_contract::Values;
use heddle_contract::units;
use heddle_contract::units::dwf_scheduler::Scheduler;
use heddle_contract::units::warp_scheduler::{In, Out, Params};
use heddle_units::{GroupScheduler, Issued, Update};

/// How the pool behaves for a while.
#[derive(Clone, Copy, Debug)]
struct Mood {
    offer: Rate,
    second: Rate,
    issue: Rate,
    /// How often a new warp is created although an open one exists.
    create: Rate,
    /// Number of PCs in use.
    pcs: u64,
    /// How often an offer is for the chosen group, in sixteenths.
    chosen: u64,
    /// Distance between PCs: neighbours, or all in one set of the look-up table.
    stride: u64,
}

impl Mood {
    /// Groups come in and nothing leaves.
    fn fill(pcs: u64, create: Rate) -> Self {
        Self {
            offer: Rate::Always,
            second: Rate::Often,
            issue: Rate::Never,
            create,
            pcs,
            chosen: 2,
            stride: 1,
        }
    }

    /// In each cycle the chosen group grows, and another one that has to wait for it.
    fn rush(pcs: u64) -> Self {
        Self {
            second: Rate::Always,
            chosen: 14,
            ..Self::fill(pcs, Rate::Always)
        }
    }

    /// Lists grow as fast as warps leave.
    fn churn(pcs: u64, chosen: u64) -> Self {
        Self {
            second: Rate::Always,
            issue: Rate::Always,
            chosen,
            ..Self::fill(pcs, Rate::Always)
        }
    }

    /// Warps leave.
    fn drain(pcs: u64) -> Self {
        Self {
            offer: Rate::Rare,
            second: Rate::Some,
            issue: Rate::Always,
            create: Rate::Some,
            pcs,
            chosen: 2,
            stride: 1,
        }
    }
}

/// A warp of the pool.
#[derive(Clone, Copy, Debug, Default)]
struct Warp {
    pc: u64,
    /// Number of threads; 0 if the warp is free.
    threads: u64,
    /// Whether the warp may grow.
    open: bool,
    next: u64,
}

/// A pool around a scheduler.
#[derive(Clone, Debug)]
struct Pool {
    random: Random,
    params: Params,
    /// Whether the scheduler takes two offers in a cycle.
    pairs: bool,
    /// A model of the scheduler, which tells whether there is room and which lists grow.
    model: GroupScheduler,
    mood: Mood,
    left: u64,
    pc: u64,
    warps: Vec<Warp>,
    /// Threads of all warps.
    threads: u64,
}

impl Pool {
    fn new(scheduler: Scheduler, params: &Params, seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            params: *params,
            pairs: takes_pairs(scheduler),
            model: GroupScheduler::new(scheduler, params),
            mood: Mood::churn(4, 4),
            left: 64,
            pc: 0,
            warps: vec![Warp::default(); params.warps()],
            threads: 0,
        }
    }

    fn begin_mood(&mut self) {
        let kind = self.random.below(16);
        let pcs = self.some_pcs();
        let rate = self.random.rate();
        let chosen = [2, 8, 8, 14][self.random.below(4) as usize];
        self.left = 16 + self.random.below(8 * self.params.heap() as u64);
        self.mood = match kind {
            0 => Mood::fill(pcs, rate),
            1 => Mood::drain(pcs),
            2..9 => Mood::rush(3 + self.random.below(3)),
            9..13 => Mood::churn(2 + self.random.below(6), chosen),
            _ => Mood {
                issue: self.random.rate(),
                create: rate,
                ..Mood::churn(pcs, chosen)
            },
        };
        if self.random.below(4) == 0 {
            self.mood.stride = self.params.lut_sets() as u64;
        }
        if self.random.below(4) == 0 {
            self.pc = self.random.number(self.params.pc_bits());
        }
    }

    /// Begins a mood in which few or nearly all warps leave.
    fn drain(&mut self) {
        self.mood = Mood::drain(self.mood.pcs);
        self.left = 1 + self.random.below(self.params.warps() as u64);
        // A heap with a latency takes longer to choose the next group.
        if self.params.heap_latency() > 1 {
            self.left *= 6;
        }
    }

    /// A number of PCs: few, some, or more than there are groups.
    fn some_pcs(&mut self) -> u64 {
        let heap = self.params.heap() as u64;
        let some = 2 + self.random.below(heap);
        let few = 2 + self.random.below(3);
        [few, some, heap + 2, 2 * heap][self.random.below(4) as usize]
    }

    fn wants(&mut self, rate: Rate) -> bool {
        self.random.mask(rate) & 1 == 1
    }

    fn pc(&mut self) -> u64 {
        let step = self.random.below(self.mood.pcs) * self.mood.stride;
        self.pc.wrapping_add(step) & ones(self.params.pc_bits())
    }

    /// The PC of the chosen group, if a group is chosen and the offer is for it.
    fn chosen_pc(&mut self) -> Option<u64> {
        let meant = self.random.below(16) < self.mood.chosen;
        let warp = self.model.choice().filter(|_| meant)?;
        Some(self.warps[warp as usize].pc)
    }

    /// The warp with this PC that may grow.
    fn open(&self, pc: u64) -> Option<usize> {
        let grows = |warp: &Warp| warp.threads != 0 && warp.open && warp.pc == pc;
        self.warps.iter().position(grows)
    }

    /// A free warp: sometimes the last of the pool if it is free, otherwise any.
    fn free(&mut self, other: Option<u64>) -> Option<usize> {
        let warps = self.warps.len();
        let any = self.random.below(warps as u64) as usize;
        let start = [any, any, any, warps - 1][self.random.below(4) as usize];
        let mut turn = (start..warps).chain(0..start);
        turn.find(|at| self.warps[*at].threads == 0 && Some(*at as u64) != other)
    }

    /// An offer that is compatible with another one.
    fn offer(&mut self, other: Option<&Update>) -> Option<Update> {
        let other_pc = other.map(|other| other.pc);
        let chosen = self.chosen_pc().filter(|pc| Some(*pc) != other_pc);
        let pc = chosen.unwrap_or_else(|| self.pc());
        let spare =
            ones(self.params.count_bits()) - self.threads - other.map_or(0, |other| other.threads);
        if spare == 0 || Some(pc) == other_pc {
            return None;
        }
        // Warps of the chosen group leave soon anyway; the pool's space is for the lists of other groups.
        let create = match chosen {
            Some(_) => Rate::Some,
            None => self.mood.create,
        };
        let grows = self.open(pc).filter(|_| !self.wants(create));
        let warp = match grows {
            Some(warp) => warp,
            None => self.free(other.map(|other| other.warp))?,
        };
        let few = 1 + self.random.below(3);
        let many = 1 + self.random.below(32);
        Some(Update {
            pc,
            warp: warp as u64,
            threads: [1, 1, few, many][self.random.below(4) as usize].min(spare),
            create: grows.is_none(),
        })
    }

    fn show(&mut self, offers: [Option<Update>; 2], input: &mut In<Values>) {
        let [first, second] = offers;
        input.first = first.is_some();
        input.second = second.is_some();
        let random = &mut self.random;
        let any = |random: &mut Random| Update {
            pc: random.word() & ones(self.params.pc_bits()),
            warp: random.word() & ones(self.params.warp_bits()),
            threads: random.word() & ones(self.params.count_bits()),
            create: random.word() & 1 == 1,
        };
        let [one, other] = [first, second].map(|offer| offer.unwrap_or_else(|| any(random)));
        input.first_pc = one.pc;
        input.first_warp = one.warp;
        input.first_threads = one.threads;
        input.first_create = one.create;
        input.second_pc = other.pc;
        input.second_warp = other.warp;
        input.second_threads = other.threads;
        input.second_create = other.create;
    }

    /// Updates the pool with an accepted offer.
    fn take(&mut self, update: &Update) {
        if update.create {
            let open = self.open(update.pc);
            if let Some(open) = open {
                self.warps[open].open = false;
            }
            let warp = &mut self.warps[update.warp as usize];
            (warp.pc, warp.threads, warp.open) = (update.pc, 0, true);
        }
        self.warps[update.warp as usize].threads += update.threads;
        self.threads += update.threads;
    }

    fn issue(&mut self, warp: u64, input: &mut In<Values>) -> Issued {
        let warp = &mut self.warps[warp as usize];
        let issued = Issued {
            threads: warp.threads,
            next: warp.next,
        };
        self.threads -= warp.threads;
        warp.threads = 0;
        input.issued_threads = issued.threads;
        input.issued_next = issued.next;
        issued
    }

    fn next(&mut self, input: &mut In<Values>) {
        if self.left == 0 || self.mood.issue == Rate::Always && self.threads == 0 {
            self.begin_mood();
        }
        self.left -= 1;
        // Offers for the chosen group mostly wait until a group is chosen.
        let early = self.mood.chosen > 8 && self.model.choice().is_none();
        let offer = self.wants(self.mood.offer) && !(early && self.random.below(4) != 0);
        let first = if offer { self.offer(None) } else { None };
        if offer && first.is_none() && self.random.below(4) == 0 {
            // The pool is full, so drain it.
            self.drain();
        }
        let second = first.filter(|_| self.pairs && self.wants(self.mood.second));
        let second = second.and_then(|first| self.offer(Some(&first)));
        let swap = second.is_some() && self.random.below(2) == 0;
        let (first, second) = if swap {
            (second, first)
        } else {
            (first, second)
        };
        self.show([first, second], input);

        let chosen = self.model.choice().filter(|_| self.wants(self.mood.issue));
        let offers = u64::from(first.is_some()) + u64::from(second.is_some());
        let taken = offers > 0 && self.model.is_ready() && self.model.room() >= offers;
        // A scheduler that takes pairs takes nothing as a warp is issued; another one takes no threads for that warp.
        let grows = first.is_some_and(|first| Some(first.warp) == chosen);
        let is_free = !self.pairs && !grows;
        let leave = chosen.filter(|_| !taken || self.random.below(2) == 0);
        input.issued = leave.is_some();
        let takes = taken && (leave.is_none() || is_free);
        input.update = takes && self.random.below(8) != 0;
        let issued = leave.map(|warp| self.issue(warp, input));
        if !input.update && self.random.below(4) == 0 {
            // Offers that are not taken may be of the same warp.
            input.second_warp = input.first_warp;
        }
        let updates = [first, second].map(|offer| offer.filter(|_| input.update));
        for link in self.model.clock(updates, issued).into_iter().flatten() {
            self.warps[link.warp as usize].next = link.next;
        }
        updates
            .iter()
            .flatten()
            .for_each(|update| self.take(update));
    }
}

/// Whether a scheduler takes two offers in a cycle.
fn takes_pairs(scheduler: Scheduler) -> bool {
    scheduler != Scheduler::WinnerTree
}

fn legalise(scheduler: Scheduler, output: &Out<Values>, input: &mut In<Values>) {
    input.second &= takes_pairs(scheduler);
    input.first &= input.first_threads > 0;
    input.second &= input.first && input.second_threads > 0 && input.first_pc != input.second_pc;
    input.issued &= output.choice && input.issued_threads > 0;
    let has_room = output.room > u64::from(input.second);
    let grows = input.first_warp == output.choice_warp;
    let is_free = !input.issued || !takes_pairs(scheduler) && !grows;
    let differ = !input.second || input.first_warp != input.second_warp;
    input.update &= input.first && output.ready && has_room && is_free && differ;
}

macro_rules! stimuli {
    ($($(#[$doc:meta])* $unit:ident $scheduler:ident;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Debug)]
            pub struct $unit(Pool);

            impl Stimuli<units::$unit> for $unit {
                const REACTIVE: bool = false;

                fn new(params: &Params, seed: u64) -> Self {
                    Self(Pool::new(Scheduler::$scheduler, params, seed))
                }

                fn next(&mut self, _: &Out<Values>, input: &mut In<Values>) {
                    self.0.next(input);
                }

                fn legalise(output: &Out<Values>, input: &mut In<Values>) {
                    legalise(Scheduler::$scheduler, output, input);
                }
            }
        )*
    };
}

stimuli! {
    /// A pool around `majority_scheduler`.
    MajorityScheduler Majority;
    /// A pool around `tournament_scheduler`.
    TournamentScheduler Tournament;
    /// A pool around `winner_tree`.
    WinnerTree WinnerTree;
    /// A pool around `timestamp_queue`.
    TimestampQueue Timestamp;
}
