//! What can be wrong with a launch.

use super::buffer_offset::{BufferOffset, REGION_ALIGN};
use super::limits::{LARGEST_ALIGN, LONGEST_NAME, MOST_ROUNDS};
use super::place::{LaunchPaths, Naming};
use std::ops::Range;

use heddle_contract::{Excerpt, at_key};
use heddle_isa::program::NoKernel;

/// A job that cannot be run, with the file (or other source) it comes from.
/// [`LaunchReason::remedy`] says how to fix it.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {reason}")]
pub struct LaunchError {
    /// File with line and column, or another source of the job.
    pub place: String,
    /// What is wrong.
    pub reason: LaunchReason,
    /// The relevant text of the file.
    pub excerpt: Option<Box<Excerpt>>,
}

impl LaunchError {
    pub(crate) fn new(source: &str, reason: LaunchReason) -> Self {
        Self {
            place: source.into(),
            reason,
            excerpt: None,
        }
    }

    /// An error of a launch file, with the place that it concerns.
    pub(crate) fn in_file(
        file: &str,
        text: &str,
        paths: &LaunchPaths,
        reason: LaunchReason,
    ) -> Self {
        let excerpt = match &reason {
            LaunchReason::Syntax { span, .. } => Some(Excerpt::new(text, span.clone())),
            LaunchReason::Key { key, .. } => Excerpt::near_key(text, key),
            other => find(text, &other.keys(paths)),
        };
        Self {
            place: match &excerpt {
                Some(excerpt) => excerpt.place_in(file),
                None => file.into(),
            },
            reason,
            excerpt: excerpt.map(Box::new),
        }
    }
}

/// The place of the first dotted path that the launch file contains.
pub(crate) fn find(text: &str, keys: &[String]) -> Option<Excerpt> {
    keys.iter().find_map(|key| Excerpt::of_key(text, key))
}

/// What is wrong with a launch. `index` counts launches, buffers or loops from 0.
#[derive(Debug, thiserror::Error)]
pub enum LaunchReason {
    /// The file cannot be read.
    #[error("cannot be read: {0}")]
    Unreadable(std::io::Error),
    /// The file of a buffer cannot be read.
    #[error("{path} cannot be read: {error}")]
    UnreadableBuffer {
        /// Number of the buffer that names the file.
        index: usize,
        /// The file.
        path: String,
        /// The reason given by the system.
        error: std::io::Error,
    },
    /// The text is not TOML.
    #[error("not valid TOML: {problem}")]
    Syntax {
        /// The parser's message.
        problem: String,
        /// The bytes of the text that the message concerns.
        span: Range<usize>,
    },
    /// A key is unknown, or has the wrong type.
    #[error("{}", at_key(key, problem))]
    Key {
        /// Dotted path of the key.
        key: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A key is missing.
    #[error("launch {index}: `{key}` is missing")]
    Missing {
        /// Which launch.
        index: usize,
        /// Which key.
        key: &'static str,
    },
    /// A buffer without a size.
    #[error("buffer `{name}`: `bytes` is missing")]
    NoSize {
        /// Number of the buffer.
        index: usize,
        /// Which buffer.
        name: String,
    },
    /// The job has no launch.
    #[error("there is nothing to launch")]
    Nothing,
    /// Two buffers share a name.
    #[error("buffer `{name}` is there twice")]
    BufferTwice {
        /// Number of the second one.
        index: usize,
        /// The name.
        name: String,
    },
    /// A name that cannot be a file name.
    #[error("buffer {index}: `{name}` cannot be the name of a file")]
    BufferName {
        /// Number of the buffer.
        index: usize,
        /// The name.
        name: String,
    },
    /// A buffer of no bytes.
    #[error("buffer `{name}` has 0 bytes")]
    EmptyBuffer {
        /// Number of the buffer.
        index: usize,
        /// Which buffer.
        name: String,
    },
    /// All buffers together have too many bytes.
    #[error("with buffer `{name}` all buffers have {bytes} bytes, more than 1 GiB")]
    TooMuch {
        /// Number of the buffer that exceeds the limit.
        index: usize,
        /// Which buffer.
        name: String,
        /// Total bytes up to and including this buffer.
        bytes: u64,
    },
    /// More initial contents than the buffer holds.
    #[error("buffer `{name}`: {given} bytes of initial contents do not fit in `bytes` = {bytes}")]
    TooManyBytes {
        /// Number of the buffer.
        index: usize,
        /// Which buffer.
        name: String,
        /// Size of the contents.
        given: u64,
        /// Size of the buffer.
        bytes: u32,
    },
    /// A dimension is 0.
    #[error("launch {index}: `{key}` = {extent:?} has an extent of 0")]
    NoExtent {
        /// Which launch.
        index: usize,
        /// `grid` or `block`.
        key: &'static str,
        /// Its value.
        extent: [u32; 3],
    },
    /// The launch has more threads than thread numbers exist.
    #[error("launch {index}: grid times block is more than 2^32 threads")]
    TooManyThreads {
        /// Which launch.
        index: usize,
    },
    /// An unknown buffer is named.
    #[error("{named_by}: no buffer is called `{name}`")]
    UnknownBuffer {
        /// What names it.
        named_by: Naming,
        /// The name.
        name: String,
        /// The names of all buffers.
        known: String,
    },
    /// A place in a buffer with the wrong alignment.
    #[error("{named_by}: `offset` = {offset} is no multiple of {align}")]
    Misaligned {
        /// What names it.
        named_by: Naming,
        /// Bytes from the start of the buffer.
        offset: u32,
        /// The required alignment in bytes.
        align: u32,
    },
    /// Bytes outside their buffer.
    #[error("{named_by}: {} not in buffer `{}` of {of} bytes", span(start.offset, *bytes), start.buffer)]
    Outside {
        /// What names the bytes.
        named_by: Naming,
        /// The first of the bytes.
        start: BufferOffset,
        /// How many bytes.
        bytes: u32,
        /// Size of the buffer in bytes.
        of: u32,
    },
    /// A key that is not allowed for regions.
    #[error("buffer `{name}`: it is a region of another buffer, and has `{key}`")]
    RegionKey {
        /// Number of the region.
        index: usize,
        /// Name of the region.
        name: String,
        /// The key.
        key: &'static str,
    },
    /// A region of a region.
    #[error("buffer `{name}`: it is a region of `{of}`, which is a region itself")]
    RegionOfRegion {
        /// Number of the region.
        index: usize,
        /// Name of the region.
        name: String,
        /// The other region.
        of: String,
    },
    /// A loop without launches, or with launches that do not exist or belong to another loop.
    #[error(
        "loop {index}: launches {launches:?} are none, or not all there, or those of another loop"
    )]
    LoopLaunches {
        /// Which loop.
        index: usize,
        /// Numbers of its launches.
        launches: Range<usize>,
    },
    /// A round argument outside of a loop.
    #[error("launch {launch}, argument {argument}: it counts rounds, and the launch is in no loop")]
    NoLoop {
        /// Which launch.
        launch: usize,
        /// Which of its arguments.
        argument: usize,
    },
    /// A loop whose limit of rounds is 0.
    #[error("loop {index}: `most_rounds` is 0")]
    NoRounds {
        /// Which loop.
        index: usize,
    },
    /// A loop with more rounds than a loop may have.
    #[error("loop {index}: `most_rounds` = {rounds} is more than {MOST_ROUNDS}")]
    Rounds {
        /// Which loop.
        index: usize,
        /// Its limit of rounds.
        rounds: u32,
    },
    /// An alignment that no value has.
    #[error(
        "launch {launch}, argument {argument}: `align` = {align} is no power of two of at most {LARGEST_ALIGN}"
    )]
    Align {
        /// Which launch.
        launch: usize,
        /// Which of its arguments.
        argument: usize,
        /// The alignment.
        align: u32,
    },
    /// Arguments of more bytes than a launch, or all launches together, may have.
    #[error(
        "launch {index}: with its arguments there are {bytes} bytes of arguments, more than {most}"
    )]
    Arguments {
        /// Which launch.
        index: usize,
        /// Bytes of its arguments, or of all up to and including those.
        bytes: u64,
        /// The limit.
        most: u64,
    },
    /// More launches or buffers than a job may have.
    #[error("{found} {what}, more than {most}")]
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How many.
        found: usize,
        /// The limit.
        most: usize,
    },
    /// The program has no such kernel.
    #[error("launch {index}: {missing}")]
    NoKernel {
        /// Which launch.
        index: usize,
        /// The missing name, and the available ones.
        missing: NoKernel,
    },
    /// More or fewer arguments than the kernel's source declares.
    #[error("launch {index}: kernel `{kernel}` takes {declared} arguments, not {given}")]
    ArgumentCount {
        /// Which launch.
        index: usize,
        /// Its kernel.
        kernel: String,
        /// Parameters of the kernel.
        declared: usize,
        /// Arguments of the launch.
        given: usize,
        /// Names and types of the parameters.
        parameters: String,
    },
    /// An argument of another type than the kernel's source declares.
    #[error("launch {index}: {mismatch}")]
    ArgumentType {
        /// Which launch.
        index: usize,
        /// Which of its arguments.
        argument: usize,
        /// What was declared, and what was given.
        mismatch: Box<ArgumentMismatch>,
    },
    /// A kernel needs a feature that no machine has.
    #[error("kernel `{kernel}` uses {feature}, which no machine has")]
    Lacking {
        /// Which launch.
        index: usize,
        /// The kernel.
        kernel: String,
        /// The feature.
        feature: String,
    },
    /// Blocks of another size than the kernel's source requires.
    #[error("launch {index}: {mismatch}")]
    BlockSize {
        /// Which launch.
        index: usize,
        /// What was required, and what was given.
        mismatch: Box<BlockMismatch>,
    },
}

/// An argument that does not match its parameter.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{parameter}` of kernel `{kernel}` is {declared}, not {given}")]
pub struct ArgumentMismatch {
    /// The kernel.
    pub kernel: String,
    /// Name of the parameter.
    pub parameter: String,
    /// Declared type of the parameter.
    pub declared: String,
    /// Type of the argument.
    pub given: String,
}

/// Describes bytes outside their buffer.
fn span(offset: u32, bytes: u32) -> String {
    match bytes {
        1 => format!("byte {offset} is"),
        _ => format!("{bytes} bytes from byte {offset} on are"),
    }
}

/// A block size other than the one a kernel requires (`reqd_work_group_size`).
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "kernel `{kernel}` runs in blocks of {required:?} threads (reqd_work_group_size), not {given:?}"
)]
pub struct BlockMismatch {
    /// The kernel.
    pub kernel: String,
    /// The required threads in x, y, z.
    pub required: [u32; 3],
    /// The threads of the launch in x, y, z.
    pub given: [u32; 3],
}

impl LaunchReason {
    /// How to fix it.
    pub fn remedy(&self) -> String {
        match self {
            Self::Unreadable(error) => heddle_system::input::remedy(error).into(),
            Self::UnreadableBuffer { .. } => {
                "files of buffers are looked for beside the launch file".into()
            }
            Self::Syntax { .. } | Self::Key { .. } => {
                "`heddle sim --help` shows a launch file with every key".into()
            }
            Self::Missing { .. } => "write it at the top, or in its [[launch]]".into(),
            Self::NoSize { .. } => "only a buffer with init = {file = ...} may leave it out".into(),
            Self::Nothing => "add a launch".into(),
            Self::BufferName { .. } => {
                format!(
                    "use letters, digits, `_`, `-`, `$` and `.`, not the latter at the start, and at most {LONGEST_NAME} bytes"
                )
            }
            Self::BufferTwice { .. } => "give every buffer its own name".into(),
            Self::EmptyBuffer { .. } => "give it at least one".into(),
            Self::TooMuch { .. } => "use smaller or fewer buffers".into(),
            Self::TooManyBytes { given, .. } => format!("make `bytes` at least {given}"),
            Self::NoExtent { .. } => "every extent is at least 1, also one that is not used".into(),
            Self::TooManyThreads { .. } => "split it into several launches".into(),
            Self::UnknownBuffer { known, .. } if known.is_empty() => "add a [[buffer]]".into(),
            Self::UnknownBuffer { known, .. } => format!("the buffers are: {known}"),
            Self::Misaligned {
                named_by: Naming::Region { .. },
                ..
            } => format!(
                "regions begin at multiples of {REGION_ALIGN} bytes; an argument may begin at any element: \
                 {{part = {{buffer = NAME, offset = N}}}}"
            ),
            Self::Misaligned { offset, align, .. } => {
                let below = offset - offset % align;
                format!(
                    "the nearest are {below} and {}",
                    u64::from(below) + u64::from(*align)
                )
            }
            Self::Outside { .. } => "offsets are bytes, counted from 0".into(),
            Self::RegionKey { .. } => "leave it out: the other buffer says it".into(),
            Self::RegionOfRegion { .. } => {
                "name the whole buffer, with the sum of both offsets".into()
            }
            Self::LoopLaunches { .. } => {
                "a loop has at least one [[loop.launch]], and no launch is in two loops".into()
            }
            Self::NoLoop { .. } => "give a number, or make it a [[loop.launch]]".into(),
            Self::NoRounds { .. } => "a loop runs at least once".into(),
            Self::Rounds { .. } => "give fewer, or put several launches into the loop".into(),
            Self::Align { .. } => "give the alignment of the value's type, such as 4 or 16".into(),
            Self::Arguments { .. } => "put large values into a buffer".into(),
            Self::TooMany { .. } => "split the file, or repeat launches with a [[loop]]".into(),
            Self::NoKernel { missing, .. } => missing.remedy(),
            Self::ArgumentCount { parameters, .. } => format!("they are: {parameters}"),
            Self::ArgumentType { .. } => "give what the kernel's source declares".into(),
            Self::BlockSize { mismatch, .. } => format!("write block = {:?}", mismatch.required),
            Self::Lacking { .. } => {
                "launch another kernel: docs/opencl.md says what machines have".into()
            }
        }
    }

    /// Dotted paths where the cause may be in a launch file, the most likely first.
    fn keys(&self, paths: &LaunchPaths) -> Vec<String> {
        match self {
            Self::Unreadable(_) | Self::Nothing => vec![],
            Self::Syntax { .. } | Self::Key { .. } => vec![],
            Self::UnreadableBuffer { index, .. } | Self::TooManyBytes { index, .. } => {
                vec![format!("buffer[{index}].init")]
            }
            Self::NoSize { index, .. } => vec![format!("buffer[{index}]")],
            Self::BufferTwice { index, .. } | Self::BufferName { index, .. } => {
                vec![format!("buffer[{index}].name")]
            }
            Self::EmptyBuffer { index, .. } | Self::TooMuch { index, .. } => vec![
                format!("buffer[{index}].bytes"),
                format!("buffer[{index}].init"),
            ],
            Self::Missing { index, .. } => vec![paths.table(*index)],
            Self::NoExtent { index, key, .. } => paths.key_of(*index, key),
            Self::TooManyThreads { index } => paths.key_of(*index, "grid"),
            Self::ArgumentCount { index, .. } => paths.key_of(*index, "args"),
            Self::ArgumentType {
                index, argument, ..
            } => paths.key_of(*index, &format!("args[{argument}]")),
            Self::UnknownBuffer { named_by, .. }
            | Self::Misaligned { named_by, .. }
            | Self::Outside { named_by, .. } => named_by.keys(paths),
            Self::RegionKey { index, key, .. } => vec![format!("buffer[{index}].{key}")],
            Self::RegionOfRegion { index, .. } => vec![format!("buffer[{index}].part")],
            Self::LoopLaunches { index, .. } => vec![format!("loop[{index}]")],
            Self::NoLoop { launch, argument } => {
                paths.key_of(*launch, &format!("args[{argument}]"))
            }
            Self::Align {
                launch, argument, ..
            } => paths.key_of(*launch, &format!("args[{argument}]")),
            Self::Arguments { index, .. } => paths.key_of(*index, "args"),
            Self::TooMany { .. } => vec![],
            Self::NoRounds { index } | Self::Rounds { index, .. } => {
                vec![format!("loop[{index}].most_rounds")]
            }
            Self::BlockSize { index, .. } => paths.key_of(*index, "block"),
            Self::NoKernel { index, .. } | Self::Lacking { index, .. } => {
                paths.key_of(*index, "kernel")
            }
        }
    }
}
