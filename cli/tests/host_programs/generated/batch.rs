//! Kernels in one file, with launches for each machine, as files for the host program.

use super::generator::{Kernel, file};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A machine as it is shipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine {
    pub preset: &'static str,
    /// How many times larger groups are than those of the smallest machine.
    times: u32,
}

/// At least one warp in each group.
pub const TINY: Machine = Machine {
    preset: "tiny",
    times: 1,
};

/// At most two warps in a group, and several cores.
pub const FUNG2009: Machine = Machine {
    preset: "fung2009",
    times: 4,
};

/// Files of kernels.
pub struct Batch<'k> {
    pub kernels: &'k [Kernel],
    folder: PathBuf,
}

impl<'k> Batch<'k> {
    /// Writes the files into a folder.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn write(kernels: &'k [Kernel], folder: &Path) -> io::Result<Self> {
        let batch = Batch {
            kernels,
            folder: folder.into(),
        };
        fs::create_dir_all(folder)?;
        for machine in [TINY, FUNG2009] {
            let prefix = batch.prefix(machine);
            let launches = kernels.iter().map(|kernel| kernel.launch(machine.times));
            fs::write(prefix.with_extension("cl"), file(kernels))?;
            fs::write(
                prefix.with_extension("launches"),
                launches.collect::<String>(),
            )?;
        }
        Ok(batch)
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The argument of the host program: names of files without their endings.
    pub fn prefix(&self, machine: Machine) -> PathBuf {
        self.folder.join(machine.preset)
    }

    /// The file for what kernels leave in memory on a device.
    pub fn output(&self, machine: Machine, device: &str) -> PathBuf {
        self.folder.join(format!("{}-{device}.txt", machine.preset))
    }
}
