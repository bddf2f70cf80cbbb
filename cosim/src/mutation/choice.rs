//! The choice of a netlist's mutants.

use super::mutant::Mutant;
use crate::stimuli::Random;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write;

/// Ports of cells that are not mutated: clocks, and ports that a memory with asynchronous reads ignores.
const IDLE: &[&str] = &["CLK", "WR_CLK", "RD_CLK", "RD_EN", "RD_ARST", "RD_SRST"];

/// Requests all mutants: Yosys' own choice among the mutants of a few cells does not always terminate.
const ALL: usize = 1 << 24;

const ANYWHERE: &str = "anywhere";

/// How many mutants, and where.
pub(crate) struct Choice {
    /// Number of mutants at cells of all kinds and places.
    anywhere: usize,
    /// The nets that each property sees.
    seen: Vec<Vec<String>>,
    /// Maximum number of mutants, for each property, at the cells that drive the property's nets.
    each: usize,
    /// Seed of the choice of cells, bits and mistakes.
    seed: u64,
}

impl Choice {
    /// Mutants for a test of stimuli and comparison: every cell is equally likely.
    pub fn anywhere(count: usize, seed: u64) -> Self {
        Self {
            anywhere: count,
            seen: Vec::new(),
            each: 0,
            seed,
        }
    }

    /// Mutants for properties: half of them anywhere, the others where properties would see them, with equal numbers for each
    /// property and, within a property, for each net.
    pub fn half_seen(count: usize, seen: Vec<Vec<String>>, seed: u64) -> Self {
        Self {
            anywhere: count - count / 2,
            each: (count / 2).div_ceil(seen.len().max(1)),
            seen,
            seed,
        }
    }

    /// Yosys commands that list mutants of a flat netlist in the files [`Choice::lists`].
    pub(super) fn commands(&self) -> String {
        // Twice as many as wanted, because some are left out. Yosys accepts seeds of 31 bits.
        let (listed, seed) = (2 * self.anywhere, self.seed % (1 << 31));
        let mut commands = format!("mutate -list {listed} -seed {seed} -o {ANYWHERE}\n");
        for net in self.nets() {
            // `%ci2` steps back twice: to the register or signal that the net is another name of, and to the cell that drives it.
            let _ = writeln!(
                commands,
                "mutate -list {ALL} -o {} w:{net} %ci2",
                list_of(net)
            );
        }
        commands
    }

    /// The files that [`Choice::commands`] writes.
    pub(super) fn lists(&self) -> Vec<String> {
        let of_nets = self.nets().map(|net| list_of(net));
        [ANYWHERE.to_owned()].into_iter().chain(of_nets).collect()
    }

    /// The chosen mutants, numbered from 1, from all mutants that Yosys listed in these files.
    pub(super) fn mutants(&self, mut listed: BTreeMap<String, Vec<Mutant>>) -> Vec<Mutant> {
        for mutants in listed.values_mut() {
            mutants.retain(|mutant| !IDLE.contains(&mutant.port.as_str()));
        }
        let mut random = Random::new(self.seed);
        let mut chosen = listed.remove(ANYWHERE).unwrap_or_default();
        chosen.truncate(self.anywhere);
        for nets in &self.seen {
            let lists = nets
                .iter()
                .filter_map(|net| listed.get(&list_of(net)).cloned());
            chosen.extend(in_turn(lists.collect(), self.each, &mut random));
        }
        let mut known = HashSet::new();
        chosen.retain(|mutant| known.insert(mutant.options.clone()));
        (1..)
            .zip(&mut chosen)
            .for_each(|(id, mutant)| mutant.id = id);
        chosen
    }

    fn nets(&self) -> impl Iterator<Item = &String> {
        let nets: BTreeSet<_> = self.seen.iter().flatten().collect();
        nets.into_iter()
    }
}

fn list_of(net: &str) -> String {
    format!("net_{net}")
}

/// Chooses `count` of the mutants in lists at random, equally many from each list.
fn in_turn(mut lists: Vec<Vec<Mutant>>, count: usize, random: &mut Random) -> Vec<Mutant> {
    let mut chosen = Vec::new();
    while chosen.len() < count && lists.iter().any(|list| !list.is_empty()) {
        for list in lists.iter_mut().filter(|list| !list.is_empty()) {
            let at = random.below(list.len() as u64) as usize;
            chosen.push(list.swap_remove(at));
        }
    }
    chosen.truncate(count);
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(signal: &str, count: usize) -> Vec<Mutant> {
        let mutant = |bit| Mutant {
            signal: Some(format!("{signal}[{bit}]")),
            ..Mutant::example()
        };
        (0..count).map(mutant).collect()
    }

    #[test]
    fn wide_nets_do_not_crowd_out_narrow_ones() {
        let lists = vec![named("wide", 100), named("narrow", 3), Vec::new()];
        let chosen = in_turn(lists, 10, &mut Random::new(1));
        let narrow = chosen.iter().filter(|mutant| {
            let signal = mutant.signal.as_deref().unwrap_or_default();
            signal.starts_with("narrow")
        });
        assert_eq!((chosen.len(), narrow.count()), (10, 3));
        assert_eq!(
            in_turn(vec![named("few", 2)], 10, &mut Random::new(1)).len(),
            2
        );
    }
}
