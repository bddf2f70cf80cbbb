//! The limits of the numbers in a launch file that stand for memory of the host. `docs/limits.md` lists them.

use super::{Arg, LaunchReason};

/// The most bytes that all buffers of a job may have together. The host holds them in memory, some of them several times.
pub const MOST_BYTES: u64 = 1 << 30;

/// The most launches of a job, those in loops included.
pub const MOST_LAUNCHES: usize = 1 << 16;

/// The most buffers of a job.
pub const MOST_BUFFERS: usize = 1 << 14;

/// The largest alignment of a value in bytes: that of a page. The types of OpenCL C need 128 at most.
pub const LARGEST_ALIGN: u32 = 4096;

/// The most bytes of the arguments of a launch.
pub const MOST_ARGUMENT_BYTES: u64 = 1 << 16;

/// The most bytes of the arguments of all launches of a job, to each of which arguments at the top level belong.
pub const ALL_ARGUMENT_BYTES: u64 = 16 << 20;

/// The most rounds of a loop: a report has an entry for each launch of each.
pub const MOST_ROUNDS: u32 = 1_000_000;

/// The longest name of a buffer in bytes, which leaves room for the ending of a file's name.
pub const LONGEST_NAME: usize = 200;

/// Counts the bytes of the arguments of launches, one after the other.
#[derive(Default)]
pub(super) struct ArgumentBytes(u64);

impl ArgumentBytes {
    /// Adds the arguments of the launch with this number.
    ///
    /// # Errors
    /// An alignment or a number of bytes beyond its limit.
    pub fn add(&mut self, launch: usize, args: &[Arg]) -> Result<(), LaunchReason> {
        let mut bytes = 0u64;
        for (argument, arg) in args.iter().enumerate() {
            if let Arg::Bytes { align, .. } = *arg
                && !(align.is_power_of_two() && align <= LARGEST_ALIGN)
            {
                return Err(LaunchReason::Align {
                    launch,
                    argument,
                    align,
                });
            }
            let (size, align) = arg.size();
            bytes = bytes.next_multiple_of(align) + size;
        }
        self.0 += bytes;
        let over = |bytes, most| LaunchReason::Arguments {
            index: launch,
            bytes,
            most,
        };
        match (bytes, self.0) {
            (one, _) if one > MOST_ARGUMENT_BYTES => Err(over(one, MOST_ARGUMENT_BYTES)),
            (_, all) if all > ALL_ARGUMENT_BYTES => Err(over(all, ALL_ARGUMENT_BYTES)),
            _ => Ok(()),
        }
    }
}

/// Refuses more of something than a job may have.
pub(super) fn at_most(what: &'static str, found: usize, most: usize) -> Result<(), LaunchReason> {
    match found > most {
        true => Err(LaunchReason::TooMany { what, found, most }),
        false => Ok(()),
    }
}
