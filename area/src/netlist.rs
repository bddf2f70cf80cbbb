//! Storage structures, counted in the netlists of a machine's units.

use crate::error::Error;
use heddle_contract::units::{CycleCompressor, DwfScheduler};
use heddle_contract::{Config, System, Unit, UnitInfo, units as contract};
use heddle_hdl::{Design, Module, StorageKind, units};

/// A storage structure, in the module that contains it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    /// The module.
    pub module: String,
    /// Number of instances of the module.
    pub instances: usize,
    /// Name of the structure in the module.
    pub name: String,
    /// Number of elements in each instance.
    pub entries: usize,
    /// Bits of an element.
    pub width: u32,
    /// Why no source counts the structure, if none does.
    pub reason: Option<&'static str>,
}

impl Memory {
    /// Bits in all instances.
    pub fn bits(&self) -> usize {
        self.instances * self.entries * self.width as usize
    }
}

/// The netlists of a machine's largest assemblies: a unit inside another one is counted there, and only once.
pub struct Netlists {
    warp_formation: Design,
    others: Vec<Design>,
}

impl Netlists {
    /// The netlists of a machine. For dynamic warp formation they contain what the scheduler contains, that is, one of several
    /// structures that choose the next warp; for compaction, what the mode needs.
    ///
    /// # Errors
    /// [`Error`] for a machine that a unit refuses.
    pub fn of(config: &Config) -> Result<Self, Error> {
        let infos = contract::all(config)?;
        let others = infos.iter().filter(|info| is_on_its_own(info));
        let designs = others.map(|info| units::design(info.name, config));
        let designs = designs.collect::<Result<Vec<_>, _>>()?;
        let warp_formation = DwfScheduler::params(config)?;
        let warp_formation = Design::of::<DwfScheduler>(&warp_formation);
        let warp_formation = warp_formation.map_err(units::UnitError::from)?;
        Ok(Self {
            warp_formation,
            others: outermost(designs),
        })
    }

    /// Storage bits of all instances of a module of dynamic warp formation, without overhead.
    pub fn bits(&self, module: &str) -> usize {
        let modules = self.warp_formation.modules.iter();
        let own = modules.filter(|own| own.name == module);
        let bits = own.map(|own| own.register_bits() + own.memory_bits());
        bits.sum::<usize>() * instances(&self.warp_formation, module)
    }

    /// Storage of the other units, without overhead.
    pub fn others(&self) -> Vec<Memory> {
        let designs = self.others.iter();
        designs.flat_map(|design| memories(design, false)).collect()
    }

    /// Storage that no source counts, in all units.
    pub fn overhead(&self) -> Vec<Memory> {
        let designs = self.others.iter().chain([&self.warp_formation]);
        designs.flat_map(|design| memories(design, true)).collect()
    }
}

/// Whether a machine has the unit independent of the choices in its assemblies.
fn is_on_its_own(info: &UnitInfo) -> bool {
    let chosen = [System::Dwf, System::Compaction].map(System::name);
    info.name == CycleCompressor::NAME || !chosen.contains(&info.system)
}

fn outermost(designs: Vec<Design>) -> Vec<Design> {
    let modules = designs.iter().flat_map(|design| &design.modules);
    let inside: Vec<String> = modules
        .flat_map(|module| module.instances.clone())
        .collect();
    let mut designs = designs;
    designs.retain(|design| !inside.contains(&design.top().name));
    designs
}

/// All storage of a design: what sources count, then the rest.
pub fn storage(design: &Design) -> Vec<Memory> {
    let of_kind = |overhead| memories(design, overhead);
    [false, true].into_iter().flat_map(of_kind).collect()
}

/// Storage of a design: its overhead, or everything else.
fn memories(design: &Design, overhead: bool) -> impl Iterator<Item = Memory> + '_ {
    let storage = design.modules.iter().flat_map(|module| {
        let instances = instances(design, &module.name);
        let storage = module.storage.iter();
        storage.map(move |storage| (module, instances, storage))
    });
    let asked = storage.filter(move |(.., s)| (s.kind == StorageKind::Overhead) == overhead);
    asked.map(|(module, instances, storage)| Memory {
        module: module.name.clone(),
        instances,
        name: storage.name.clone(),
        entries: storage.entries,
        width: storage.width,
        reason: storage.reason,
    })
}

/// Number of instances of a module in a design, over all modules that instantiate it.
fn instances(design: &Design, name: &str) -> usize {
    if design.top().name == name {
        return 1;
    }
    let named = |parent: &Module| {
        parent
            .instances
            .iter()
            .filter(|inside| *inside == name)
            .count()
    };
    let parents = design.modules.iter().filter(|parent| named(parent) > 0);
    parents
        .map(|parent| named(parent) * instances(design, &parent.name))
        .sum()
}
