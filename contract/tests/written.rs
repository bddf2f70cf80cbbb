//! The environment of `mheap_lut` keeps a PC in one entry (PRP-15).

use heddle_contract::terms::Watch;
use heddle_contract::units::MheapLut;
use heddle_contract::units::mheap_lut::{In, Out, Params};
use heddle_contract::{Border, Properties, Property, Values};

/// Index of a group, and one that frees an entry.
const GROUP: u64 = 1;
const NONE: u64 = 8;

/// An entry, the PC and the index that are written to it.
type Write = (u64, u64, u64);

/// Whether cycles with these writes, of which the second may be missing, keep a PC in one entry; for a table of four sets of four
/// ways, which has been cleared.
fn keep(cycles: &[(Write, Option<Write>)]) -> bool {
    let params = Params::new(4, 4, 16, 1, 4).expect("within the limits");
    let assumptions = Properties::of::<MheapLut>(&params).assumptions;
    let is_meant = |assumption: &Property| assumption.label == "pc_in_one_entry";
    let at = assumptions.iter().position(is_meant).expect("it is there");
    let mut watch = Watch::<MheapLut>::new(&params, &assumptions);
    let mut input = In::<Values>::zero(&params);
    let mut output = Out::<Values>::zero(&params);
    output.idle = true;
    cycles.iter().all(|(first, second)| {
        input.write_first = true;
        (
            input.write_first_entry,
            input.write_first_pc,
            input.write_first_index,
        ) = *first;
        input.write_second = second.is_some();
        (
            input.write_second_entry,
            input.write_second_pc,
            input.write_second_index,
        ) = second.unwrap_or_default();
        watch.cycle(&input, &output);
        watch.holds(at)
    })
}

#[test]
fn a_pc_is_written_to_its_entry_again() {
    assert!(keep(&[((1, 0x40, GROUP), None), ((1, 0x40, GROUP), None)]));
}

#[test]
fn a_pc_is_not_written_to_a_second_entry() {
    assert!(!keep(&[((1, 0x40, GROUP), None), ((2, 0x40, GROUP), None)]));
    let elsewhere = Some((5, 0x41, GROUP));
    assert!(!keep(&[
        ((5, 0x41, GROUP), Some((1, 0x40, GROUP))),
        ((2, 0x40, GROUP), elsewhere)
    ]));
}

#[test]
fn a_freed_pc_is_written_to_another_entry() {
    let freed = (1, 0x40, NONE);
    assert!(keep(&[
        ((1, 0x40, GROUP), None),
        (freed, None),
        ((2, 0x40, GROUP), None)
    ]));
    assert!(keep(&[
        ((1, 0x40, GROUP), None),
        (freed, Some((2, 0x40, GROUP)))
    ]));
}

#[test]
fn an_entry_of_another_pc_is_free_for_others() {
    let other = (1, 0x44, GROUP);
    assert!(keep(&[
        ((1, 0x40, GROUP), None),
        (other, Some((2, 0x40, GROUP)))
    ]));
    assert!(keep(&[
        ((1, 0x40, GROUP), None),
        (other, None),
        ((2, 0x40, GROUP), None)
    ]));
}
