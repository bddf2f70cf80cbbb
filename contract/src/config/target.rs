//! Targets of synthesis, and the latencies that each target recommends.

/// The technology that hardware is synthesised for.
///
/// A target recommends latencies of units: a table of machine keys (`targets/NAME.toml`) that overrides a
/// preset or a file. Without a target a machine keeps its own latencies, so that no result changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    /// Lattice ECP5 FPGAs.
    Ecp5,
    /// Lattice iCE40 FPGAs.
    Ice40,
    /// AMD 7 series FPGAs.
    Xilinx7,
    /// Standard cells of Oklahoma State University, 180 nm.
    Osu018,
    /// Standard cells of Oklahoma State University, 350 nm.
    Osu035,
}

impl Target {
    /// Every target.
    pub const ALL: [Target; 5] = [
        Target::Ecp5,
        Target::Ice40,
        Target::Xilinx7,
        Target::Osu018,
        Target::Osu035,
    ];

    /// Its name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Target::Ecp5 => "ecp5",
            Target::Ice40 => "ice40",
            Target::Xilinx7 => "xilinx7",
            Target::Osu018 => "osu018",
            Target::Osu035 => "osu035",
        }
    }

    /// The target with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|target| target.name() == name)
    }

    /// The recommended latencies, as TOML.
    pub(super) fn latencies(self) -> &'static str {
        match self {
            Target::Ecp5 => include_str!("../../targets/ecp5.toml"),
            Target::Ice40 => include_str!("../../targets/ice40.toml"),
            Target::Xilinx7 => include_str!("../../targets/xilinx7.toml"),
            Target::Osu018 => include_str!("../../targets/osu018.toml"),
            Target::Osu035 => include_str!("../../targets/osu035.toml"),
        }
    }
}
