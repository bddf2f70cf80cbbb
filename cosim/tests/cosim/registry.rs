//! The units by name.

use heddle_cosim::{NAMES, by_name};

#[test]
fn every_unit_with_rtl_is_found_by_its_name() {
    assert_eq!(NAMES, heddle_hdl::units::NAMES);
    let found = |name: &&str| by_name(name).is_some_and(|entry| entry.name == *name);
    assert!(NAMES.iter().all(found));
    assert!(by_name("no_such_unit").is_none());
}
