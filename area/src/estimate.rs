//! Area in mm2 of structures that are not in the paper, scaled from those that are.
//!
//! Each structure is scaled from its own row of Table V:
//!
//! > mm2 = mm2 of the row * (W / W of the row) * (A / A of the row) * (node / 90 nm)^2
//!
//! * W, *weighted bits*: each bit times the square of its memory's number of ports. A port adds a word line and
//!   bit lines, so a cell grows in both directions. The paper's memories without ways agree: 3.1 to
//!   4.3 um2 per bit and port^2, for 896 to 44928 bits and 2, 3 or 4 ports.
//! * A, the price of *associativity*, relative to the memory of one way: 1.12 for 4 ways and 1.70 for 8
//!   according to the paper's three memories with two read and two write ports (Max-Heap, PC-warp LUT, MHeap LUT;
//!   bits as printed). Between and beyond these, A is linear in the logarithm of the ways.
//! * The tournament is scaled from the warp update registers, the tree of winners from the Max-Heap, and the time stamp queue from
//!   the warp allocator, which are built like them.
//!
//! In the paper's configuration all factors are one.
//!
//! Limits: logic is not counted (comparators of the tournament, control, overhead bits).
//! Area linear in bits is right for the cells; decoders and sense amplifiers grow more slowly,
//! so the estimate is too small for a structure much smaller than its row, and too large for a much larger one (by
//! about a third between the extremes above). The node is assumed to shrink ideally: below 45 nm SRAM
//! has not done so. Newer versions of CACTI give 0.1 to 1.2 times the paper's column, so only
//! ratios between configurations should be trusted.

use super::paper::{self, Printed};
use super::table_v::Shape;
use heddle_contract::Unit;
use heddle_contract::units::{
    MaxHeap, MheapLut, PcWarpLut, TimestampQueue, TournamentScheduler, WarpAllocator,
    WarpUpdateRegisters, WinnerTree,
};

/// Area of a structure in mm2; `paper` are the structures of the paper's configuration.
pub fn mm2(shape: &Shape, paper: &[Shape], node: u32) -> f64 {
    let row = match shape.unit {
        TournamentScheduler::NAME => WarpUpdateRegisters::NAME,
        TimestampQueue::NAME => WarpAllocator::NAME,
        WinnerTree::NAME => MaxHeap::NAME,
        unit => unit,
    };
    let anchor = paper.iter().find(|shape| shape.unit == row);
    let anchor = anchor.expect("the paper has it or what it is built like");
    let weight = |shape| weighted_bits(shape) * associativity(shape.ways);
    printed(row).mm2 * weight(shape) / weight(anchor) * shrink(node)
}

/// Area at a node relative to the paper's node.
pub fn shrink(node: u32) -> f64 {
    (f64::from(node) / f64::from(paper::NODE)).powi(2)
}

fn printed(unit: &str) -> &'static Printed {
    paper::row(unit).expect("a row of table V")
}

fn weighted_bits(shape: &Shape) -> f64 {
    let fields = shape.fields.iter();
    let entry: f64 = fields
        .map(|field| field.bits() as f64 * f64::from(field.ports).powi(2))
        .sum();
    shape.entries as f64 * entry
}

/// Area per bit relative to a memory of one way with the same ports.
fn associativity(ways: usize) -> f64 {
    let per_bit = |unit| printed(unit).mm2 / printed(unit).bits as f64;
    let of = |unit| per_bit(unit) / per_bit(MaxHeap::NAME);
    let (four, eight) = (of(PcWarpLut::NAME), of(MheapLut::NAME));
    let doublings = (ways as f64).log2();
    if doublings <= 2.0 {
        1.0 + (four - 1.0) * doublings / 2.0
    } else {
        four + (eight - four) * (doublings - 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::table_v::shapes;
    use super::*;

    /// The estimates of all structures in the paper's configuration with some keys changed.
    fn estimates(changes: &[&str], node: u32) -> Vec<f64> {
        let source = heddle_contract::config::Source::Preset("fung2009".into());
        let changes: Vec<String> = changes.iter().map(|change| change.to_string()).collect();
        let config = heddle_contract::Config::load(&source, &changes).unwrap();
        let paper = shapes(&paper::config()).unwrap();
        let shapes = shapes(&config).unwrap();
        shapes
            .iter()
            .map(|shape| mm2(shape, &paper, node))
            .collect()
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn the_papers_configuration_has_the_papers_column() {
        let printed = paper::PRINTED.iter().map(|row| row.mm2);
        let all = estimates(&[], 90);
        assert!(
            all.iter().zip(printed).all(|(a, b)| close(*a, b)),
            "{all:?}"
        );
    }

    #[test]
    fn it_grows_with_bits_ways_and_feature_size() {
        let (paper, half) = (estimates(&[], 90), estimates(&[], 45));
        assert!(paper.iter().zip(&half).all(|(a, b)| close(*a, 4.0 * b)));
        let twice = estimates(&["dwf.heap_lut_entries=256", "dwf.heap_lut_ways=8"], 90);
        assert!(close(twice[4], 2.0 * paper[4]));
        let ways = |ways: u32| estimates(&[&format!("dwf.lut_ways={ways}")], 90)[1];
        let all = [1, 2, 4, 8, 16].map(ways);
        assert!(all.is_sorted_by(|a, b| a < b), "{all:?}");
        assert!(close(all[2], paper[1]));
    }

    /// Checks what the module's documentation says about the paper's memories.
    #[test]
    fn memories_without_ways_agree_on_the_price_of_a_bit_and_port() {
        let shapes = shapes(&paper::config()).unwrap();
        let plain = shapes
            .iter()
            .filter(|shape| shape.ways == 1 && shape.entries > 2);
        let prices = plain.map(|shape| printed(shape.unit).mm2 * 1e6 / weighted_bits(shape));
        let prices: Vec<f64> = prices.collect();
        assert_eq!(prices.len(), 3);
        assert!(
            prices.iter().all(|price| (3.1..4.3).contains(price)),
            "{prices:?}"
        );
        assert!((1.12..1.13).contains(&associativity(4)));
        assert!((1.70..1.71).contains(&associativity(8)));
    }
}
