//! Which mutants are made of a netlist.

use super::mutant::Mutant;
use crate::stimuli::Random;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt::Write;

/// Ports of cells that are not mutated: clocks, and what memories read without a clock ignore.
const IDLE: &[&str] = &["CLK", "WR_CLK", "RD_CLK", "RD_EN", "RD_ARST", "RD_SRST"];

/// Asks Yosys for all that there are: its own choice among those of a few cells does not always come to an end.
const ALL: usize = 1 << 24;

const ANYWHERE: &str = "anywhere";

/// How many mutants, and where.
pub(crate) struct Choice {
    /// So many at cells of all kinds and places.
    anywhere: usize,
    /// The nets that each property sees.
    seen: Vec<Vec<String>>,
    /// So many, if there are as many, at the cells that drive the nets of a property.
    each: usize,
    /// Chooses cells, bits and mistakes.
    seed: u64,
}

impl Choice {
    /// Mutants for a test of stimuli and comparison: each cell is as likely as another.
    pub fn anywhere(count: usize, seed: u64) -> Self {
        Self {
            anywhere: count,
            seen: Vec::new(),
            each: 0,
            seed,
        }
    }

    /// Mutants for properties: half of them anywhere, the others where properties would see them, as many for each
    /// property and, of one property, as many for each net.
    pub fn half_seen(count: usize, seen: Vec<Vec<String>>, seed: u64) -> Self {
        Self {
            anywhere: count - count / 2,
            each: (count / 2).div_ceil(seen.len().max(1)),
            seen,
            seed,
        }
    }

    /// Commands of Yosys that list mutants of a flat netlist, in files of [`Choice::lists`].
    pub(super) fn commands(&self) -> String {
        // Twice as many as wanted, because some are left out. Yosys takes seeds of 31 bits.
        let (listed, seed) = (2 * self.anywhere, self.seed % (1 << 31));
        let mut commands = format!("mutate -list {listed} -seed {seed} -o {ANYWHERE}\n");
        for net in self.nets() {
            // A step back to the register or signal that a net is another name of, and one to what drives it.
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

    /// The mutants, numbered from 1, given all that Yosys listed in these files.
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

/// So many of the mutants in lists, by chance, of each list as many as of another.
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
