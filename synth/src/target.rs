//! Targets of synthesis.

use crate::error::Error;
use heddle_hdl::MemoryStyle;
use heddle_system::input::LIBRARY;
use std::fmt;
use std::path::{Path, PathBuf};

/// Where Debian's packages put the cell libraries of qflow.
const QFLOW: &str = "/usr/share/qflow/tech";

/// A family of devices, or a library of standard cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// Lattice ECP5, LFE5U-85F of speed grade 6.
    Ecp5,
    /// Lattice iCE40 HX8K.
    Ice40,
    /// Xilinx 7 series: synthesis only.
    Xilinx7,
    /// Standard cells: the name of the target and its liberty file.
    Cells {
        /// Name of the target.
        name: &'static str,
        /// Liberty file.
        liberty: PathBuf,
        /// The command that installs the file.
        install: Option<&'static str>,
    },
}

impl Target {
    /// Targets that need no file from the user.
    pub const NAMES: [&str; 5] = ["ecp5", "ice40", "xilinx7", "osu018", "osu035"];

    /// The target with a name, which may be `liberty=FILE`.
    pub fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "ecp5" => Self::Ecp5,
            "ice40" => Self::Ice40,
            "xilinx7" => Self::Xilinx7,
            "osu018" => qflow("osu018", "apt-get install qflow-tech-osu018"),
            "osu035" => qflow("osu035", "apt-get install qflow-tech-osu035"),
            _ => Self::Cells {
                name: "liberty",
                liberty: text
                    .strip_prefix("liberty=")
                    .filter(|file| !file.is_empty())?
                    .into(),
                install: None,
            },
        })
    }

    /// Name of the target on the command line, and of the file of latencies.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Ecp5 => "ecp5",
            Self::Ice40 => "ice40",
            Self::Xilinx7 => "xilinx7",
            Self::Cells { name, .. } => name,
        }
    }

    /// Device, speed grade and package, or the library.
    pub fn device(&self) -> String {
        match self {
            Self::Ecp5 => "LFE5U-85F, speed grade 6, CABGA381".into(),
            Self::Ice40 => "iCE40HX8K, CT256".into(),
            Self::Xilinx7 => "7 series".into(),
            Self::Cells { liberty, .. } => liberty.display().to_string(),
        }
    }

    /// The best style for memories with several write ports on this target. A block or distributed RAM has one write
    /// port; with standard cells, the memory is a macro that has as many ports as the array needs.
    pub fn memory_style(&self) -> MemoryStyle {
        match self {
            Self::Cells { .. } => MemoryStyle::Array,
            _ => MemoryStyle::LiveValueTable,
        }
    }

    /// Whether memories of this style are macros on this target, which the attribute of
    /// [`Design::with_macros`](heddle_hdl::Design::with_macros) marks; all other arrays become flip-flops.
    pub fn has_macros(&self, memory: MemoryStyle) -> bool {
        self.is_cells() && memory != MemoryStyle::Registers
    }

    /// Whether the target has standard cells, where memories are macros.
    pub fn is_cells(&self) -> bool {
        matches!(self, Self::Cells { .. })
    }

    /// Text of the cell library, if the target has one.
    pub(crate) fn liberty(&self) -> Result<Option<String>, Error> {
        let Self::Cells {
            liberty, install, ..
        } = self
        else {
            return Ok(None);
        };
        let text =
            heddle_system::input::read(liberty, LIBRARY).map_err(|reason| Error::Library {
                path: liberty.clone(),
                what: format!("the cell library cannot be read: {reason}"),
                remedy: match install {
                    Some(install) => format!("install it with {install}"),
                    None => format!(
                        "{}: --target liberty=FILE",
                        heddle_system::input::remedy(&reason)
                    ),
                },
            })?;
        Ok(Some(String::from_utf8_lossy(&text).into_owned()))
    }
}

fn qflow(name: &'static str, install: &'static str) -> Target {
    Target::Cells {
        name,
        liberty: Path::new(QFLOW)
            .join(name)
            .join(format!("{name}_stdcells.lib")),
        install: Some(install),
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cells {
                name: "liberty",
                liberty,
                ..
            } => write!(f, "liberty={}", liberty.display()),
            _ => f.write_str(self.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_target() {
        for name in Target::NAMES {
            assert_eq!(Target::parse(name).expect(name).to_string(), name);
        }
        let own = Target::parse("liberty=a/b.lib").expect("a file");
        assert_eq!(own.to_string(), "liberty=a/b.lib");
        assert!(Target::parse("liberty=").is_none() && Target::parse("ecp6").is_none());
    }
}
