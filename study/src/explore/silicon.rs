//! What the points of a front take on a target of synthesis.

use serde::Serialize;
use std::collections::BTreeMap;

/// What a point takes: all instances of its units in a core.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Silicon {
    /// Look-up tables; `None` for standard cells.
    pub luts: Option<usize>,
    /// Square micrometres of cells, without macros; `None` for FPGAs.
    pub um2: Option<f64>,
    /// Flip-flops.
    pub flip_flops: usize,
    /// Memories by kind, as text.
    pub memories: String,
    /// Bits that these memories hold.
    pub memory_bits: usize,
    /// Clock of the slowest unit in MHz; `None` if it was left out, or the target has no tool that finds it.
    pub mhz: Option<f64>,
}

/// The points of a front on a target.
#[derive(Clone, Debug, Serialize)]
pub struct Synthesis {
    /// The target.
    pub target: String,
    /// Its device, or its library.
    pub device: String,
    /// The most LUTs of a point that is shown on the front and can win.
    pub budget_luts: Option<u64>,
    /// What points take, by their numbers.
    #[serde(skip)]
    pub by_point: BTreeMap<usize, Silicon>,
}

impl Silicon {
    /// Cells of a table, below [`Synthesis::headings`].
    pub fn cells(&self) -> [String; 5] {
        let um2 = self.um2.map(|um2| format!("{um2:.0}"));
        let luts = self.luts.map(|luts| luts.to_string());
        [
            luts.or(um2).unwrap_or_default(),
            self.flip_flops.to_string(),
            self.memories.clone(),
            self.memory_bits.to_string(),
            self.mhz.map(|mhz| format!("{mhz:.1}")).unwrap_or_default(),
        ]
    }

    /// Names of the columns of comma-separated values.
    pub(super) const COLUMNS: [&str; 6] = [
        "luts",
        "um2",
        "flip_flops",
        "memories",
        "memory_bits",
        "mhz",
    ];

    /// The columns; empty if a point was not synthesised.
    pub(super) fn columns(own: Option<&Silicon>) -> [String; 6] {
        let Some(own) = own else {
            return Default::default();
        };
        [
            own.luts.map(|luts| luts.to_string()).unwrap_or_default(),
            own.um2.map(|um2| um2.to_string()).unwrap_or_default(),
            own.flip_flops.to_string(),
            own.memories.clone(),
            own.memory_bits.to_string(),
            own.mhz.map(|mhz| mhz.to_string()).unwrap_or_default(),
        ]
    }
}

impl Synthesis {
    /// Headings of a table for people.
    pub fn headings(&self) -> [&'static str; 5] {
        let is_cells = self.by_point.values().any(|own| own.um2.is_some());
        let size = if is_cells { "um2" } else { "LUTs" };
        [size, "flip-flops", "memories", "they hold", "MHz"]
    }

    /// Whether a point of the front takes no more LUTs than the budget (EXP-12).
    pub fn is_within(&self, point: usize) -> bool {
        let luts = self.by_point.get(&point).and_then(|own| own.luts);
        match (self.budget_luts, luts) {
            (Some(budget), Some(luts)) => luts as u64 <= budget,
            (Some(_), None) => false,
            (None, _) => true,
        }
    }

    /// The point with the fewest LUTs, and how many these are.
    pub fn least(&self) -> Option<(usize, usize)> {
        let points = self.by_point.iter();
        let points = points.filter_map(|(point, own)| Some((*point, own.luts?)));
        points.min_by_key(|(_, luts)| *luts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn silicon(luts: usize) -> Silicon {
        Silicon {
            luts: Some(luts),
            um2: None,
            flip_flops: 1,
            memories: String::new(),
            memory_bits: 0,
            mhz: None,
        }
    }

    #[test]
    fn a_budget_has_its_own_number_of_luts() {
        let by_point = [(2, silicon(40)), (5, silicon(30)), (7, silicon(30))];
        let mut synthesis = Synthesis {
            target: "ecp5".into(),
            device: String::new(),
            budget_luts: None,
            by_point: by_point.into(),
        };
        let within = |synthesis: &Synthesis| [2, 5, 7].map(|point| synthesis.is_within(point));
        assert_eq!(within(&synthesis), [true; 3]);
        synthesis.budget_luts = Some(30);
        assert_eq!(within(&synthesis), [false, true, true]);
        synthesis.budget_luts = Some(29);
        assert_eq!(within(&synthesis), [false; 3]);
        assert_eq!(synthesis.least(), Some((5, 30)));
    }
}
