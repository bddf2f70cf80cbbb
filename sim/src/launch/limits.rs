//! The limits of the numbers in a launch file that stand for memory of the host. `docs/limits.md` lists them.

/// The most bytes that all buffers of a job may have together. The host holds them in memory, some of them several times.
pub const MOST_BYTES: u64 = 1 << 30;

/// The most launches of a job, those in loops included.
pub const MOST_LAUNCHES: usize = 1 << 16;

/// The most buffers of a job.
pub const MOST_BUFFERS: usize = 1 << 14;

/// The largest alignment of a value in bytes: that of a page. The types of OpenCL C need 128 at most.
/// USR-6: a page; types of OpenCL C need 128.
pub const LARGEST_ALIGN: u32 = 4096;

/// The most bytes of the arguments of a launch.
pub const MOST_ARGUMENT_BYTES: u64 = 1 << 16;

/// The most bytes of the arguments of all launches of a job, to each of which arguments at the top level belong.
pub const ALL_ARGUMENT_BYTES: u64 = 16 << 20;

/// The most rounds of a loop: a report has an entry for each launch of each.
pub const MOST_ROUNDS: u32 = 1_000_000;

/// The longest name of a buffer in bytes, which leaves room for the ending of a file's name.
pub const LONGEST_NAME: usize = 200;
