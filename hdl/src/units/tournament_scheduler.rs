//! RTL of `tournament_scheduler`: groups in registers, all compared with each offer, and a tree of
//! comparators over them.
//!
//! The key of a group is such that the largest wins, and a free entry has a smaller one than any
//! group.

mod tree;

use crate::shapes::{count_ones, lowest_one_hot, matches, one_hot_mux};
use crate::{Array, Drives, Expr, Hardware, ModuleBuilder, Reads, Wire};
use heddle_contract::units::TournamentScheduler;
use heddle_contract::units::max_heap::Order;
use heddle_contract::units::warp_scheduler::{In, Out, Params};

const TREE: &str = "control: pipeline registers of the tree, and the choice";

/// The groups, as they can be read.
#[derive(Clone, Copy)]
struct Groups<'m> {
    pc: Array<'m>,
    threads: Array<'m>,
    head: Array<'m>,
    tail: Array<'m>,
    /// Per entry: it is a group.
    live: Wire<'m>,
}

/// An offer, and what it is to the groups.
#[derive(Clone, Copy)]
struct Grown<'m> {
    name: &'static str,
    there: Expr<'m>,
    pc: Expr<'m>,
    threads: Expr<'m>,
    warp: Expr<'m>,
    create: Expr<'m>,
    /// Per entry: it is the group of this PC.
    holds: Expr<'m>,
    /// Per entry: it becomes the group of this PC, which has none yet.
    place: Expr<'m>,
}

/// The chosen group.
#[derive(Clone, Copy)]
struct Current<'m> {
    /// There is one.
    chosen: Expr<'m>,
    index: Expr<'m>,
}

impl Hardware for TournamentScheduler {
    fn build<'m>(m: &'m ModuleBuilder, p: &Params, input: In<Reads<'m>>, output: Out<Drives<'m>>) {
        let groups = groups(m, p);
        let offers = offers(m, &input, groups);
        link(m, &input, groups, offers, &output);
        let current = choose(m, p, &input, groups, &output);
        update(m, p, &input, groups, offers, current);
        m.section("Counts.");
        let count = count_ones(m, "count", *groups.live);
        let count = count.zero_extend(p.groups_bits());
        let most = m.constant(p.heap() as u64, p.groups_bits());
        output.room.set(most - count);
        output.ready.set(1);
        output.groups.set(count);
        output.waiting.set(groups.live.any() & !current.chosen);
    }
}

fn groups<'m>(m: &'m ModuleBuilder, p: &Params) -> Groups<'m> {
    m.section("Groups; an entry without threads is free.");
    let row = |name, width| m.array(name, p.heap(), width);
    let threads = row("threads", p.count_bits());
    let live = m.wire("live", p.heap() as u32);
    m.each("live", p.heap(), |n| live.set_bit(n, threads.at(n).any()));
    Groups {
        pc: row("pc", p.pc_bits()),
        threads,
        head: row("head", p.warp_bits()),
        tail: row("tail", p.warp_bits()),
        live,
    }
}

fn offers<'m>(m: &'m ModuleBuilder, i: &In<Reads<'m>>, groups: Groups<'m>) -> [Grown<'m>; 2] {
    m.section("Offers: which group has their PC. New PCs take the lowest free entries.");
    let holds = |name: &str, there: Expr<'m>, pc: Expr<'m>| {
        let holds = matches(m, &format!("{name}_matches"), *groups.pc, pc) & *groups.live;
        let holds = holds.named(format!("{name}_holds"));
        (holds, (there & !holds.any()).named(format!("{name}_new")))
    };
    let (first_holds, first_new) = holds("first", i.first, i.first_pc);
    let (second_holds, second_new) = holds("second", i.second, i.second_pc);
    let free = (!*groups.live).named("free");
    let lowest = lowest_one_hot("lowest_free", free);
    let others = (free & !lowest).named("other_free");
    let next = lowest_one_hot("next_free", others);
    let first = Grown {
        name: "first",
        there: i.first,
        pc: i.first_pc,
        threads: i.first_threads,
        warp: i.first_warp,
        create: i.first_create,
        holds: first_holds,
        place: lowest.masked(first_new),
    };
    let second = Grown {
        name: "second",
        there: i.second,
        pc: i.second_pc,
        threads: i.second_threads,
        warp: i.second_warp,
        create: i.second_create,
        holds: second_holds,
        place: first_new.mux(next, lowest).masked(second_new),
    };
    [first, second]
}

/// Lists grow where a warp is new.
fn link<'m>(
    m: &'m ModuleBuilder,
    input: &In<Reads<'m>>,
    groups: Groups<'m>,
    offers: [Grown<'m>; 2],
    output: &Out<Drives<'m>>,
) {
    m.section("Lists that grow.");
    let links = offers.map(|offer| {
        let name = offer.name;
        let tail = one_hot_mux(m, &format!("{name}_tail"), offer.holds, *groups.tail);
        let grows = input.update & offer.there & offer.holds.any() & offer.create;
        let grows = grows.named(format!("{name}_links"));
        (grows, tail.masked(grows), offer.warp.masked(grows))
    });
    let [
        (first, first_warp, first_next),
        (second, second_warp, second_next),
    ] = links;
    output.link_first.set(first);
    output.link_first_warp.set(first_warp);
    output.link_first_next.set(first_next);
    output.link_second.set(second);
    output.link_second_warp.set(second_warp);
    output.link_second_next.set(second_next);
}

/// The chosen group, and the tree that chooses it when none is.
fn choose<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    groups: Groups<'m>,
    output: &Out<Drives<'m>>,
) -> Current<'m> {
    let winner = tournament(m, p, groups);
    m.section("The chosen group. The tree is believed when all that is in it is up to date.");
    let chosen = m.register("chosen", 1).reset(0).overhead(TREE);
    let index = m.register("current", winner.width()).overhead(TREE);
    let quiet = quiet(m, p, input);
    let chooses = !chosen & quiet & groups.live.any();
    let chooses = chooses.named("chooses");
    let leaves = match p.sticky() {
        true => input.issued & groups.threads.index(*index).eq(input.issued_threads),
        false => input.issued,
    };
    chosen.next(chooses | (chosen & !leaves));
    index.next_when(chooses, winner);
    output.choice.set(chosen);
    output.choice_warp.set(groups.head.index(*index));
    Current {
        chosen: *chosen,
        index: *index,
    }
}

/// The best group, as many cycles ago as the tree has registers.
fn tournament<'m>(m: &'m ModuleBuilder, p: &Params, groups: Groups<'m>) -> Expr<'m> {
    m.section("The tree: of each pair of groups the one with the larger key, one array per level.");
    let count = if p.order() == Order::Pc {
        0
    } else {
        p.count_bits()
    };
    let key = m.array("key0", p.heap(), count + p.pc_bits());
    m.each("key", p.heap(), |n| {
        let (threads, pc) = (groups.threads.at(n), !groups.pc.at(n));
        let value = match p.order() {
            Order::Majority => threads.cat(pc),
            Order::Minority => (!threads).cat(pc),
            Order::Pc => pc,
        };
        key.set(n, value);
    });
    tree::largest(m, *groups.live, *key, p.tournament_latency(), TREE)
}

/// Whether no group changes, now and for as many cycles as the tree takes.
fn quiet<'m>(m: &'m ModuleBuilder, p: &Params, input: &In<Reads<'m>>) -> Expr<'m> {
    let latency = p.tournament_latency();
    if latency == 0 {
        return !input.update;
    }
    let changed = m.register("changed", latency).reset(0).overhead(TREE);
    let changes = (input.update | input.issued).named("changes");
    changed.next(match latency {
        1 => changes,
        _ => changed.truncate(latency - 1).cat(changes),
    });
    !(changed.any() | input.update)
}

/// The next state of the groups.
fn update<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    groups: Groups<'m>,
    offers: [Grown<'m>; 2],
    current: Current<'m>,
) {
    m.section("Groups are made, grow, and are issued.");
    let [first, second] = offers;
    let [first_makes, second_makes] = offers.map(|offer| {
        let makes = offer.place.masked(input.update);
        makes.named(format!("{}_makes", offer.name))
    });
    let grows = |offer: Grown<'m>, makes: Expr<'m>| {
        let holds = offer.holds.masked(input.update & offer.there);
        (holds | makes).named(format!("{}_grows", offer.name))
    };
    let first_grows = grows(first, first_makes);
    let second_grows = grows(second, second_makes);
    let issues = current.index.decode(p.heap() as u32);
    let issues = issues.masked(input.issued).named("issues");
    m.each("group", p.heap(), |n| {
        let register = |name: &str, row: Array<'m>| {
            let register = m.register(name, row.width());
            row.set(n, register);
            register
        };
        let pc = register("group_pc", groups.pc);
        let threads = register("group_threads", groups.threads).reset(0);
        let head = register("group_head", groups.head);
        let tail = register("group_tail", groups.tail);
        let makes = (first_makes.bit(n) | second_makes.bit(n)).named("makes");
        let grows = (first_grows.bit(n) | second_grows.bit(n)).named("grows");
        let grown = |first: Expr<'m>, second: Expr<'m>| first_grows.bit(n).mux(first, second);
        let warp = grown(first.warp, second.warp).named("warp");
        let more = grown(first.threads, second.threads)
            .masked(grows)
            .named("more");
        let less = input.issued_threads.masked(issues.bit(n));
        pc.next_when(makes, grown(first.pc, second.pc));
        threads.next(threads + more - less);
        head.next_when(
            makes | issues.bit(n),
            issues.bit(n).mux(input.issued_next, warp),
        );
        tail.next_when(grows, warp);
    });
}
