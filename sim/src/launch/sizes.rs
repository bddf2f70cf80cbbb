//! Counting what a job has against its limits, before memory is taken for it.

use super::limits::{ALL_ARGUMENT_BYTES, LARGEST_ALIGN, MOST_ARGUMENT_BYTES};
use super::{Arg, LaunchReason};

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
