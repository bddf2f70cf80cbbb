//! Why a job cannot be started on a machine.

use crate::launch::error::find;
use crate::launch::layout::{NoRoom, Placing};
use crate::launch::place::LaunchPaths;
use crate::launch::{LaunchError, LaunchFile};
use heddle_contract::{Excerpt, ParamError};
use heddle_mechanisms::Mechanism;

/// Why a job cannot be started on a machine.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The job contradicts itself.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// A unit cannot be built for this machine.
    #[error(transparent)]
    Param(#[from] ParamError),
    /// The job does not fit into the address space.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// The program has more words than its PC can address.
    #[error(
        "the program has {words} words ({own} of them Heddle's own), more than core.pc_bits = \
         {pc_bits} can address"
    )]
    ProgramTooLarge {
        /// Words of code.
        words: usize,
        /// How many of them are not in the file.
        own: usize,
        /// Width of a PC.
        pc_bits: u32,
        /// The PC width that would be sufficient.
        needed: u32,
    },
    /// The cores have this unit only under other mechanisms.
    #[error("under {mechanism} cores have no {unit}")]
    NotUnder {
        /// Name of the unit.
        unit: &'static str,
        /// The requested mechanism.
        mechanism: Mechanism,
        /// Mechanisms under which the cores have the unit.
        known: Vec<Mechanism>,
    },
    /// No mechanism gives the cores this unit.
    #[error("under no mechanism do cores have a {unit}")]
    NotInCores {
        /// Name of the unit.
        unit: &'static str,
    },
    /// A block has more threads than a core.
    #[error(
        "launch {launch}: a block of {threads} threads does not fit on a core of {warps} warps of \
         {warp_size}"
    )]
    BlockTooLarge {
        /// Number of the launch, from 0.
        launch: usize,
        /// Threads of the block.
        threads: u32,
        /// Warps of a core.
        warps: usize,
        /// Threads of a warp.
        warp_size: usize,
    },
    /// A block requests more shared memory than a core has.
    #[error(
        "launch {launch}: a block asks for {bytes} bytes of shared memory, and a core has \
         core.shared_bytes = {limit}"
    )]
    SharedTooLarge {
        /// Number of the launch, from 0.
        launch: usize,
        /// Bytes that a block requests.
        bytes: u32,
        /// Bytes of shared memory of a core.
        limit: u32,
    },
    /// A thread needs more stack than the machine gives it.
    #[error(
        "launch {launch}: a thread of kernel `{kernel}` needs {needed} bytes of stack, and has \
         core.stack_bytes = {has}"
    )]
    StackTooSmall {
        /// Number of the launch, from 0.
        launch: usize,
        /// Name of the kernel.
        kernel: String,
        /// Bytes that a thread needs.
        needed: u32,
        /// Bytes that it is given.
        has: u32,
    },
    /// A kernel's symbol is not an address of code.
    #[error(
        "kernel `{kernel}` starts at 0x{address:08x}, which is no instruction's address in the \
         program's code"
    )]
    KernelOutside {
        /// Name of the kernel.
        kernel: String,
        /// Value of its symbol.
        address: u32,
    },
    /// No addresses are left behind the code for the stub that ends threads.
    #[error("the program's code ends at the last addresses of memory")]
    NoStub,
}

impl Error {
    /// How to fix it.
    pub fn remedy(&self) -> String {
        match self {
            Error::Launch(error) => error.reason.remedy(),
            Error::Param(_) => {
                "change the machine with --config FILE or --set section.key=value".into()
            }
            Error::NoRoom(error) => error.remedy().into(),
            Error::ProgramTooLarge { needed, .. } => format!("--set core.pc_bits={needed}"),
            Error::NotUnder { known, .. } => {
                let names = known.iter().map(|mechanism| mechanism.name());
                format!("--mechanism {}", names.collect::<Vec<_>>().join(" or "))
            }
            Error::NotInCores { .. } => "take a unit that `heddle mechanisms` lists".into(),
            Error::BlockTooLarge { .. } => "use smaller blocks, or more core.warps".into(),
            Error::SharedTooLarge { bytes, .. } => {
                format!("use less shared memory, or --set core.shared_bytes={bytes}")
            }
            Error::StackTooSmall { needed, .. } => {
                let multiple = needed.next_multiple_of(16);
                format!("--set core.stack_bytes={multiple}")
            }
            Error::KernelOutside { .. } => {
                "mark the symbol as a function of an executable section".into()
            }
            Error::NoStub => "link it lower".into(),
        }
    }

    /// Whether the program's file causes the error, and not the launch or the machine.
    pub fn is_of_program(&self) -> bool {
        matches!(
            self,
            Error::ProgramTooLarge { .. } | Error::KernelOutside { .. } | Error::NoStub
        )
    }

    /// Dotted paths where the cause may be in a launch file, the most likely first.
    fn keys(&self, paths: &LaunchPaths) -> Vec<String> {
        match self {
            Error::NoRoom(NoRoom { what, .. }) => match what {
                Placing::Buffer { index, .. } => vec![format!("buffer[{index}].bytes")],
                Placing::BufferAt { index, .. } => vec![format!("buffer[{index}].address")],
                Placing::Arguments { index } => paths.key_of(*index, "args"),
                Placing::Shared { index } => paths.key_of(*index, "shared_bytes"),
                Placing::Allocation | Placing::Private { .. } => vec![],
            },
            Error::BlockTooLarge { launch, .. } => paths.key_of(*launch, "block"),
            Error::SharedTooLarge { launch, .. } => paths.key_of(*launch, "shared_bytes"),
            Error::StackTooSmall { launch, .. } => paths.key_of(*launch, "kernel"),
            _ => vec![],
        }
    }
}

impl LaunchFile {
    /// File, line and column of the cause that keeps a machine from starting the job, if it is in the launch file, and the text
    /// there.
    pub fn place_of(&self, error: &Error) -> (String, Option<Excerpt>) {
        let excerpt = find(&self.text, &error.keys(&self.paths));
        let place = match &excerpt {
            Some(excerpt) => excerpt.place_in(&self.name),
            None => self.name.clone(),
        };
        (place, excerpt)
    }
}
