//! The file that ABC writes about a run that it found (`write_cex -n`).

use std::collections::HashSet;

/// Inputs of a netlist in the cycles that lead to the requested event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    /// The inputs that are high, for each cycle.
    high: Vec<HashSet<String>>,
}

impl Found {
    /// Reads words such as `warp_i[0]@3=1`: input, cycle, level. Other words are ignored.
    pub fn parse(text: &str) -> Self {
        let mut high: Vec<HashSet<String>> = Vec::new();
        for (input, cycle, level) in text.split_whitespace().filter_map(word) {
            if high.len() <= cycle {
                high.resize_with(cycle + 1, HashSet::new);
            }
            if level {
                high[cycle].insert(input.into());
            }
        }
        Self { high }
    }

    /// Number of cycles.
    pub fn cycles(&self) -> usize {
        self.high.len()
    }

    /// Whether an input is high in a cycle.
    pub fn is_high(&self, cycle: usize, input: &str) -> bool {
        self.high
            .get(cycle)
            .is_some_and(|high| high.contains(input))
    }
}

fn word(word: &str) -> Option<(&str, usize, bool)> {
    let (input, behind) = word.rsplit_once('@')?;
    let (cycle, level) = behind.split_once('=')?;
    Some((input, cycle.parse().ok()?, level == "1"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn high_inputs_have_their_cycles() {
        let found = Found::parse("a@0=0 b[1]@0=1 \n a@2=1 b[1]@2=0\n# said: 3 frames");
        assert_eq!(found.cycles(), 3);
        let high = |input| (0..4).map(|cycle| found.is_high(cycle, input)).collect();
        let (a, b): (Vec<bool>, Vec<bool>) = (high("a"), high("b[1]"));
        assert_eq!(a, [false, false, true, false]);
        assert_eq!(b, [true, false, false, false]);
    }
}
