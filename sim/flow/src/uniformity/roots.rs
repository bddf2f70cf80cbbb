//! Where threads come from: kernels, and addresses of functions.

use crate::block::End;
use crate::flow::Flow;
use heddle_isa::Program;
use std::collections::BTreeSet;

/// The words of the program's data, at addresses that are multiples of 4.
pub(super) fn words(program: &Program) -> impl Iterator<Item = u32> {
    let segments = program.segments.iter();
    segments.flat_map(|segment| {
        let skipped = segment.address.wrapping_neg() as usize & 3;
        let words = segment
            .data
            .get(skipped..)
            .unwrap_or_default()
            .chunks_exact(4);
        words.map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]]))
    })
}

/// Entries of the functions that a launcher may start (BAR-9): kernels by their prefix, or all functions that no other one
/// calls.
pub(super) fn kernels(program: &Program, flow: &Flow) -> BTreeSet<u32> {
    let called: BTreeSet<u32> = flow
        .blocks()
        .filter_map(|block| match block.leaves {
            End::Call { target } => target,
            _ => None,
        })
        .collect();
    let named = program.kernels().into_iter();
    let named = named.filter_map(|name| program.kernel(name).ok());
    named
        .chain([program.entry])
        .filter(|entry| !called.contains(entry))
        .collect()
}
