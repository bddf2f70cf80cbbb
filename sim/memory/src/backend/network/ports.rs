//! Sets of ports of a crossbar: one word for a side with few ports, several words for a side with many.

use heddle_contract::bits;

/// A set of ports, which are numbered from 0.
pub(in crate::backend) trait Ports: Copy + std::fmt::Debug {
    /// No port.
    const NONE: Self;
    /// Every port that the type can represent.
    const ALL: Self;

    fn insert(&mut self, port: usize);
    fn remove(&mut self, port: usize);
    fn and(self, other: Self) -> Self;
    fn without(self, other: Self) -> Self;
    fn is_empty(self) -> bool;
    fn len(self) -> u32;
    /// The port of the set with `before` lower ports; the set must have more than `before` ports.
    fn nth(self, before: u64) -> usize;
    /// The ports, the lowest first.
    fn iter(self) -> impl Iterator<Item = usize>;
}

/// A set of up to 64 ports.
impl Ports for u64 {
    const NONE: Self = 0;
    const ALL: Self = u64::MAX;

    fn insert(&mut self, port: usize) {
        *self |= 1 << port;
    }

    fn remove(&mut self, port: usize) {
        *self &= !(1 << port);
    }

    fn and(self, other: Self) -> Self {
        self & other
    }

    fn without(self, other: Self) -> Self {
        self & !other
    }

    fn is_empty(self) -> bool {
        self == 0
    }

    fn len(self) -> u32 {
        self.count_ones()
    }

    fn nth(mut self, before: u64) -> usize {
        (0..before).for_each(|_| self &= self - 1);
        self.trailing_zeros() as usize
    }

    fn iter(self) -> impl Iterator<Item = usize> {
        bits(self)
    }
}

/// A set of as many ports as a machine may have cores.
#[derive(Clone, Copy, Debug)]
pub(in crate::backend) struct ManyPorts([u64; heddle_contract::config::MOST_CORES / 64]);

impl ManyPorts {
    fn each(mut self, other: Self, of_words: impl Fn(u64, u64) -> u64) -> Self {
        let words = self.0.iter_mut().zip(other.0);
        words.for_each(|(word, other)| *word = of_words(*word, other));
        self
    }
}

impl Ports for ManyPorts {
    const NONE: Self = ManyPorts([0; _]);
    const ALL: Self = ManyPorts([u64::MAX; _]);

    fn insert(&mut self, port: usize) {
        self.0[port / 64].insert(port % 64);
    }

    fn remove(&mut self, port: usize) {
        self.0[port / 64].remove(port % 64);
    }

    fn and(self, other: Self) -> Self {
        self.each(other, u64::and)
    }

    fn without(self, other: Self) -> Self {
        self.each(other, u64::without)
    }

    fn is_empty(self) -> bool {
        self.0.into_iter().all(u64::is_empty)
    }

    fn len(self) -> u32 {
        self.0.into_iter().map(u64::len).sum()
    }

    fn nth(self, mut before: u64) -> usize {
        for (at, word) in self.0.into_iter().enumerate() {
            let here = u64::from(word.len());
            if before < here {
                return 64 * at + word.nth(before);
            }
            before -= here;
        }
        unreachable!("the set has more ports");
    }

    fn iter(self) -> impl Iterator<Item = usize> {
        let words = self.0.into_iter().enumerate();
        words.flat_map(|(at, word)| bits(word).map(move |bit| 64 * at + bit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn set(ports: &BTreeSet<usize>) -> ManyPorts {
        let mut set = ManyPorts::NONE;
        ports.iter().for_each(|port| set.insert(*port));
        set
    }

    #[test]
    fn many_ports_are_a_set() {
        let [a, b] = [
            BTreeSet::from([0, 63, 64, 500, 1023]),
            BTreeSet::from([1, 63, 65, 500]),
        ];
        let same = |set: ManyPorts, ports: Vec<usize>| {
            assert!(set.iter().eq(ports.iter().copied()));
            assert_eq!(set.len() as usize, ports.len());
            assert_eq!(set.is_empty(), ports.is_empty());
            let at = |before| set.nth(before as u64);
            assert!((0..ports.len()).map(at).eq(ports.iter().copied()));
        };
        same(set(&a), a.iter().copied().collect());
        same(set(&a).and(set(&b)), a.intersection(&b).copied().collect());
        same(
            set(&a).without(set(&b)),
            a.difference(&b).copied().collect(),
        );
        same(set(&a).without(ManyPorts::ALL), Vec::new());
        let mut less = set(&a);
        less.remove(500);
        same(less, vec![0, 63, 64, 1023]);
    }
}
