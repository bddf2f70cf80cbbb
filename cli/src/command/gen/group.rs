//! The units of a point that are built for warps of one width, and their files.

use heddle_contract::Config;
use heddle_gen::Generated;
use std::path::PathBuf;

/// Units of one machine, in a folder of their own.
pub struct Group {
    /// The folder.
    pub folder: PathBuf,
    /// The machine from which the units take their parameters.
    pub machine: Config,
    /// The outermost units.
    pub units: Vec<String>,
    /// Their files.
    pub generated: Generated,
}

impl Group {
    /// Whether a module has the name of this unit.
    pub fn has(&self, unit: &str) -> bool {
        let mut modules = self.generated.modules.iter();
        modules.any(|module| module.name == unit)
    }

    /// The files of a unit, with those of what it instantiates, children first.
    pub fn files(&self, unit: &str) -> Vec<PathBuf> {
        let mut needed = vec![unit];
        // Children stand before their parents: from the last one on, all parents of a module have been seen.
        let mut files = Vec::new();
        for module in self.generated.modules.iter().rev() {
            if needed.contains(&module.name.as_str()) {
                needed.extend(module.instances.iter().map(String::as_str));
                files.push(self.folder.join(module.file_name()));
            }
        }
        files.reverse();
        files
    }

    /// The keys of the machine that differ from that of the point, as options `--set` have them.
    pub fn set(&self, point: &Config) -> Vec<String> {
        let (own, whole) = (&self.machine.core, &point.core);
        match own.warp_size == whole.warp_size {
            true => Vec::new(),
            false => vec![
                format!("core.warp_size={}", own.warp_size),
                format!("core.simd_width={}", own.simd_width),
            ],
        }
    }
}
