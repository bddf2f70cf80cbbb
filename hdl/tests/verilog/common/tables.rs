//! The storage of units whose papers count bits.

use heddle_hdl::{Design, Hardware, StorageKind};
use heddle_machines::shipped;

/// The design of a unit without mistakes.
pub fn design<U: Hardware>(params: &U::Params) -> Design {
    Design::of::<U>(params).unwrap_or_else(|errors| panic!("{errors}"))
}

/// Bits that count as storage with a preset, and all other storage.
pub fn storage<U: Hardware>(preset: &str) -> (usize, Vec<(String, usize)>) {
    let design = design::<U>(&U::params(&shipped(preset)).expect("a unit of the machine"));
    let (overhead, counted): (Vec<_>, Vec<_>) = design
        .top()
        .storage
        .iter()
        .partition(|storage| storage.kind == StorageKind::Overhead);
    assert!(counted.iter().all(|storage| storage.reason.is_none()));
    let others = overhead.into_iter().map(|storage| {
        let reason = storage.reason.unwrap_or_default();
        assert!(!reason.is_empty(), "{} needs a reason", storage.name);
        (storage.name.clone(), storage.bits())
    });
    (
        counted.iter().map(|storage| storage.bits()).sum(),
        others.collect(),
    )
}

/// Names and bits, owned.
pub fn others(expected: &[(&str, usize)]) -> Vec<(String, usize)> {
    let owned = expected
        .iter()
        .map(|(name, bits)| ((*name).to_owned(), *bits));
    owned.collect()
}
