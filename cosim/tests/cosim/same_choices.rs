//! Given the same updates and issues one at a time, the RTL of the heap, of the tournament and of the tree of winners make the
//! same choices: the best group by the order, until it is empty.

use crate::fixture::cache;
use heddle_contract::units::max_heap::Order;
use heddle_contract::units::warp_scheduler::{In, Out, Params, Shape, WarpScheduler};
use heddle_contract::units::{MajorityScheduler, TournamentScheduler, WinnerTree};
use heddle_contract::{Behaviour, Border, Values};
use heddle_cosim::{Rtl, emit, rtl};
use heddle_hdl::Hardware;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

const ACTIONS: usize = 2000;
/// Number of cycles after which all are at rest, whatever came before, including the walk after reset.
const REST: usize = 24;
const PCS: u64 = 6;
const THREADS: u64 = 4;

/// Pairs of a warp and the warp that follows it in a list.
type Links = BTreeSet<(u64, u64)>;

/// One of the schedulers, run cycle by cycle.
struct Scheduler<U> {
    rtl: Rtl<U>,
    output: Out<Values>,
    links: Links,
}

impl<U: Hardware + WarpScheduler> Scheduler<U> {
    fn new(params: &Params) -> Self {
        let verilog = emit::<U>(params).expect("it is described without mistakes");
        let library = rtl::library::<U>(params, verilog, &cache()).expect("it compiles");
        Self {
            rtl: Rtl::new(&library),
            output: Out::zero(params),
            links: Links::new(),
        }
    }

    /// Runs one cycle with these inputs, then idle cycles until everything is at rest; returns the links that it makes.
    fn act(&mut self, input: &In<Values>, idle: &In<Values>) -> Links {
        self.rtl.eval(input, &mut self.output);
        assert!(!input.update || self.output.ready && self.output.room >= 2);
        self.tick(input);
        for _ in 0..REST {
            self.rtl.eval(idle, &mut self.output);
            self.tick(idle);
        }
        self.rtl.eval(idle, &mut self.output);
        std::mem::take(&mut self.links)
    }

    /// The same for a scheduler that takes one offer at a time: the second follows when the first has been taken in.
    fn act_apart(&mut self, input: &In<Values>, idle: &In<Values>) -> Links {
        let [mut first, mut second] = [input.clone(), input.clone()];
        first.second = false;
        let mut links = self.act(&first, idle);
        if input.second {
            second.second = false;
            second.first_pc = input.second_pc;
            second.first_warp = input.second_warp;
            second.first_threads = input.second_threads;
            second.first_create = input.second_create;
            links.append(&mut self.act(&second, idle));
        }
        links
    }

    fn tick(&mut self, input: &In<Values>) {
        let o = &self.output;
        let first = o
            .link_first
            .then_some((o.link_first_warp, o.link_first_next));
        let second = o
            .link_second
            .then_some((o.link_second_warp, o.link_second_next));
        self.links.extend(first.into_iter().chain(second));
        self.rtl.tick(input);
    }
}

/// A model of the groups that all schedulers should know.
struct Groups {
    order: Order,
    /// For each PC, warps and their numbers of threads, the oldest first.
    lists: BTreeMap<u64, Vec<(u64, u64)>>,
    free: Vec<u64>,
    /// The PC whose group is issued until it is empty.
    chosen: Option<u64>,
}

impl Groups {
    fn threads(&self, pc: u64) -> u64 {
        self.lists[&pc].iter().map(|(_, threads)| threads).sum()
    }

    /// The warp to be issued.
    fn choice(&mut self) -> Option<u64> {
        let threads = |pc: &u64| self.threads(*pc);
        let pcs = self.lists.keys().copied();
        let best = match self.order {
            Order::Majority => pcs.min_by_key(|pc| (Reverse(threads(pc)), *pc)),
            Order::Minority => pcs.min_by_key(|pc| (threads(pc), *pc)),
            Order::Pc => pcs.min(),
        };
        self.chosen = self.chosen.or(best);
        self.chosen.map(|pc| self.lists[&pc][0].0)
    }

    /// Adds threads to a group, in a new warp or in its last one. Returns the warp, whether it is
    /// new, and the link that it needs.
    fn grow(&mut self, pc: u64, threads: u64, new: bool) -> (u64, bool, Option<(u64, u64)>) {
        let list = self.lists.entry(pc).or_default();
        let last = list.last_mut().filter(|_| !new);
        if let Some(last) = last {
            last.1 += threads;
            return (last.0, false, None);
        }
        let warp = self.free.pop().expect("a free warp");
        let link = list.last().map(|(last, _)| (*last, warp));
        list.push((warp, threads));
        (warp, true, link)
    }

    /// Issues the first warp of the chosen group; returns its threads and the next warp.
    fn issue(&mut self) -> (u64, u64) {
        let pc = self.chosen.expect("a choice");
        let list = self.lists.get_mut(&pc).expect("a group");
        let (warp, threads) = list.remove(0);
        let next = list.first().map_or(0, |(next, _)| *next);
        if list.is_empty() {
            self.lists.remove(&pc);
            self.chosen = None;
        }
        self.free.insert(0, warp);
        (threads, next)
    }
}

/// Offers one warp or two of different PCs; returns the new links.
fn offer(groups: &mut Groups, random: &mut impl Rng, input: &mut In<Values>) -> Links {
    let mut below = |end: u64| u64::from(random.next_u32()) % end;
    let (pc, distance, two) = (below(PCS), 1 + below(PCS - 1), below(2) == 0);
    let was_empty = groups.lists.is_empty();
    let (threads, new) = (
        [1 + below(THREADS), 1 + below(THREADS)],
        [below(2) == 0, below(2) == 0],
    );
    input.update = true;
    input.first = true;
    input.first_pc = pc;
    input.first_threads = threads[0];
    let (warp, create, link) = groups.grow(pc, threads[0], new[0]);
    (input.first_warp, input.first_create) = (warp, create);
    let mut links: Links = link.into_iter().collect();
    // Of two groups offered to an empty scheduler, the heap chooses the first and the tournament the best.
    if two && !was_empty {
        input.second = true;
        input.second_pc = (pc + distance) % PCS;
        input.second_threads = threads[1];
        let (warp, create, link) = groups.grow(input.second_pc, threads[1], new[1]);
        (input.second_warp, input.second_create) = (warp, create);
        links.extend(link);
    }
    links
}

fn agree(order: Order, tournament_latency: u32, seed: u64) {
    let shape = Shape {
        order,
        sticky: true,
        heap: 8,
        lut_sets: 4,
        lut_ways: 4,
        heap_latency: 1,
        queue: 4,
        tournament_latency,
        pc_bits: 6,
        count_bits: 9,
        warps: 32,
    };
    let params = MajorityScheduler::shaped(shape).expect("within the limits");
    let mut majority = Scheduler::<MajorityScheduler>::new(&params);
    let mut tournament = Scheduler::<TournamentScheduler>::new(&params);
    let mut tree = Scheduler::<WinnerTree>::new(&params);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut groups = Groups {
        order,
        lists: BTreeMap::new(),
        free: (0..params.warps() as u64).collect(),
        chosen: None,
    };
    let idle = In::zero(&params);
    let mut most = 0;
    for _ in 0..=ACTIONS {
        let choice = groups.choice();
        let mut input = idle.clone();
        let full = groups.free.len() < 2;
        let links = if choice.is_some() && (full || random.next_u32() % 2 == 0) {
            input.issued = true;
            (input.issued_threads, input.issued_next) = groups.issue();
            Links::new()
        } else if most == 0 && majority.output.groups == 0 && !majority.output.ready {
            Links::new() // the walk after reset
        } else {
            offer(&mut groups, &mut random, &mut input)
        };
        assert_eq!(majority.act(&input, &idle), links);
        assert_eq!(tournament.act(&input, &idle), links);
        assert_eq!(tree.act_apart(&input, &idle), links);
        let expected = groups.choice();
        for output in [&majority.output, &tournament.output, &tree.output] {
            assert_eq!(output.choice.then_some(output.choice_warp), expected);
            assert_eq!(output.groups, groups.lists.len() as u64);
            assert!(!output.waiting);
        }
        most = most.max(groups.lists.len());
    }
    assert_eq!(most as u64, PCS, "every PC has a group at some time");
}

#[test]
fn schedulers_choose_alike() {
    agree(Order::Majority, 0, 1);
    agree(Order::Minority, 2, 2);
    agree(Order::Pc, 1, 3);
}
