//! Every key of the machine file.

use super::keys::{Form, Limits, MachineKey, Section, Values};
use super::{
    Compaction, Core, Dram, Dwf, Dwr, Host, L3, LimitStudy, Llc, MOST_CORES, Memory, Mimd, Network,
    Pipeline, Stack, Stackless,
};

/// The keys outside of all sections.
const MACHINE: Section = Section {
    name: "",
    doc: "Keys outside of all sections.",
    keys: &[MachineKey {
        name: "cores",
        doc: "Shader cores of the GPU.",
        measure: "cores",
        values: Values::Number,
        limits: Limits {
            least: 1,
            most: Some(MOST_CORES as u64),
            form: Form::Any,
            also: "with at most 1,048,576 threads together",
        },
        is_optional: false,
    }],
};

/// The sections of the machine file, in the order in which `heddle config` prints them.
pub const SECTIONS: [Section; 16] = [
    MACHINE,
    Core::SECTION,
    Pipeline::SECTION,
    Memory::SECTION,
    Network::SECTION,
    Dram::SECTION,
    L3::SECTION,
    Llc::SECTION,
    Host::SECTION,
    Stackless::SECTION,
    Stack::SECTION,
    Dwf::SECTION,
    Compaction::SECTION,
    Dwr::SECTION,
    Mimd::SECTION,
    LimitStudy::SECTION,
];

/// Every key with its section.
pub fn keys() -> impl Iterator<Item = (&'static Section, &'static MachineKey)> {
    let of_section = |section: &'static Section| section.keys.iter().map(move |key| (section, key));
    const { &SECTIONS }.iter().flat_map(of_section)
}
