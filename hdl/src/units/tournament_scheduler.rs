//! RTL of `tournament_scheduler`: groups in registers, all compared with each offer, and a tree of
//! comparators over them.
//!
//! Keys are defined so that the largest key wins, and a free entry has a smaller key than any
//! group.

mod tree;

use crate::blocks::{count_ones, lowest_one_hot, matches, one_hot_mux};
use crate::{Array, Drives, Expr, Hardware, ModuleBuilder, Reads, Wire};
use heddle_contract::units::TournamentScheduler;
use heddle_contract::units::max_heap::Order;
use heddle_contract::units::warp_scheduler::{In, Out, Params};

const TREE: &str = "control: pipeline registers of the tree, and the choice";

/// The stored groups.
#[derive(Clone, Copy)]
struct Groups<'m> {
    pc: Array<'m>,
    threads: Array<'m>,
    head: Array<'m>,
    tail: Array<'m>,
    /// Per entry: it holds a group.
    live: Wire<'m>,
}

/// An offer, and its relation to the groups.
#[derive(Clone, Copy)]
struct Grown<'m> {
    name: &'static str,
    there: Expr<'m>,
    pc: Expr<'m>,
    threads: Expr<'m>,
    warp: Expr<'m>,
    create: Expr<'m>,
    /// Per entry: it is the group of the offer's PC.
    group_hit: Expr<'m>,
    /// Per entry: it becomes the group of the offer's PC, which has none yet.
    place: Expr<'m>,
}

/// The chosen group.
#[derive(Clone, Copy)]
struct Current<'m> {
    /// Whether a group is chosen.
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
    m.section(
        "Offers: which group has the PC of each offer. New PCs take the lowest free entries.",
    );
    let group_hit = |name: &str, there: Expr<'m>, pc: Expr<'m>| {
        let group_hit = matches(m, &format!("{name}_pc_match"), *groups.pc, pc) & *groups.live;
        let group_hit = group_hit.named(format!("{name}_group_hit"));
        (
            group_hit,
            (there & !group_hit.any()).named(format!("{name}_new")),
        )
    };
    let (first_group_hit, first_new) = group_hit("first", i.first, i.first_pc);
    let (second_group_hit, second_new) = group_hit("second", i.second, i.second_pc);
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
        group_hit: first_group_hit,
        place: lowest.masked(first_new),
    };
    let second = Grown {
        name: "second",
        there: i.second,
        pc: i.second_pc,
        threads: i.second_threads,
        warp: i.second_warp,
        create: i.second_create,
        group_hit: second_group_hit,
        place: first_new.mux(next, lowest).masked(second_new),
    };
    [first, second]
}

/// The links: a list grows if a warp is new.
fn link<'m>(
    m: &'m ModuleBuilder,
    input: &In<Reads<'m>>,
    groups: Groups<'m>,
    offers: [Grown<'m>; 2],
    output: &Out<Drives<'m>>,
) {
    m.section("Links: a new warp follows the last warp of its group.");
    let link_en = offers.map(|offer| {
        let name = offer.name;
        let tail = one_hot_mux(m, &format!("{name}_tail"), offer.group_hit, *groups.tail);
        let increment = input.update & offer.there & offer.group_hit.any() & offer.create;
        let increment = increment.named(format!("{name}_link_en"));
        (
            increment,
            tail.masked(increment),
            offer.warp.masked(increment),
        )
    });
    let [
        (first, first_warp, first_next),
        (second, second_warp, second_next),
    ] = link_en;
    output.link_first.set(first);
    output.link_first_warp.set(first_warp);
    output.link_first_next.set(first_next);
    output.link_second.set(second);
    output.link_second_warp.set(second_warp);
    output.link_second_next.set(second_next);
}

/// The chosen group, and the tree that chooses a group when none is chosen.
fn choose<'m>(
    m: &'m ModuleBuilder,
    p: &Params,
    input: &In<Reads<'m>>,
    groups: Groups<'m>,
    output: &Out<Drives<'m>>,
) -> Current<'m> {
    let winner = tournament(m, p, groups);
    m.section(
        "The chosen group. The winner of the tree is used only when all keys in the tree are up to \
         date.",
    );
    let chosen = m.register("chosen", 1).reset(0).overhead(TREE);
    let index = m.register("current", winner.width()).overhead(TREE);
    let quiet = quiet(m, p, input);
    let choose_en = !chosen & quiet & groups.live.any();
    let choose_en = choose_en.named("choose_en");
    let leaves = match p.sticky() {
        true => input.issued & groups.threads.index(*index).eq(input.issued_threads),
        false => input.issued,
    };
    chosen.next(choose_en | (chosen & !leaves));
    index.next_when(choose_en, winner);
    output.choice.set(chosen);
    output.choice_warp.set(groups.head.index(*index));
    Current {
        chosen: *chosen,
        index: *index,
    }
}

/// The best group, delayed by the pipeline registers of the tree.
fn tournament<'m>(m: &'m ModuleBuilder, p: &Params, groups: Groups<'m>) -> Expr<'m> {
    m.section(
        "The tree: each node keeps the group with the larger key of a pair; one array per level.",
    );
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

/// Whether no group changes in this cycle and in as many cycles before as the tree takes.
fn quiet<'m>(m: &'m ModuleBuilder, p: &Params, input: &In<Reads<'m>>) -> Expr<'m> {
    let latency = p.tournament_latency();
    if latency == 0 {
        return !input.update;
    }
    let changed = m.register("changed", latency).reset(0).overhead(TREE);
    let change = (input.update | input.issued).named("change");
    changed.next(match latency {
        1 => change,
        _ => changed.truncate(latency - 1).cat(change),
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
    m.section("Groups are created, grow, and are issued.");
    let [first, second] = offers;
    let [first_create_en, second_create_en] = offers.map(|offer| {
        let create_en = offer.place.masked(input.update);
        create_en.named(format!("{}_create_en", offer.name))
    });
    let increment = |offer: Grown<'m>, create_en: Expr<'m>| {
        let group_hit = offer.group_hit.masked(input.update & offer.there);
        (group_hit | create_en).named(format!("{}_increment", offer.name))
    };
    let first_increment = increment(first, first_create_en);
    let second_increment = increment(second, second_create_en);
    let issue_groups = current.index.decode(p.heap() as u32);
    let issue_groups = issue_groups.masked(input.issued).named("issue_groups");
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
        let create_en = (first_create_en.bit(n) | second_create_en.bit(n)).named("create_en");
        let increment = (first_increment.bit(n) | second_increment.bit(n)).named("increment");
        let grown = |first: Expr<'m>, second: Expr<'m>| first_increment.bit(n).mux(first, second);
        let warp = grown(first.warp, second.warp).named("warp");
        let more = grown(first.threads, second.threads)
            .masked(increment)
            .named("more");
        let less = input.issued_threads.masked(issue_groups.bit(n));
        pc.next_when(create_en, grown(first.pc, second.pc));
        threads.next(threads + more - less);
        head.next_when(
            create_en | issue_groups.bit(n),
            issue_groups.bit(n).mux(input.issued_next, warp),
        );
        tail.next_when(increment, warp);
    });
}
