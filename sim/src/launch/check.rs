//! The rules for a valid job: names, sizes, dimensions, places in buffers.

use super::buffer_offset::{BufferOffset, REGION_ALIGN};
use super::error::{BlockMismatch, LaunchError, LaunchReason};
use super::host_loop::HostLoop;
use super::limits::{LONGEST_NAME, MOST_BUFFERS, MOST_BYTES, MOST_LAUNCHES, MOST_ROUNDS};
use super::place::Naming;
use super::sizes::{ArgumentBytes, at_most};
use super::{Arg, Buffer, Init, Job, Launch, parameters};
use std::collections::HashSet;

type Reason = Result<(), LaunchReason>;

/// Bytes of a word.
const WORD: u32 = 4;

/// A range of bytes in a buffer.
struct Bytes<'a> {
    named_by: Naming,
    start: &'a BufferOffset,
    bytes: u32,
    /// Required alignment of the offset.
    align: u32,
}

impl Job {
    /// Checks names, sizes and dimensions; `source` names the job in errors.
    ///
    /// # Errors
    /// [`LaunchError`] with the key that is wrong and how to fix it.
    pub fn validate(&self, source: &str) -> Result<(), LaunchError> {
        self.check()
            .map_err(|reason| LaunchError::new(source, reason))
    }

    pub(super) fn check(&self) -> Reason {
        self.check_buffers()?;
        if self.launches.is_empty() {
            return Err(LaunchReason::Nothing);
        }
        at_most("launches", self.launches.len(), MOST_LAUNCHES)?;
        let mut launches = self.launches.iter().enumerate();
        let mut arguments = ArgumentBytes::default();
        launches.try_for_each(|(index, launch)| {
            arguments.add(index, &launch.args)?;
            self.check_launch(index, launch)
        })?;
        self.check_loops()
    }

    fn check_buffers(&self) -> Reason {
        at_most("buffers", self.buffers.len(), MOST_BUFFERS)?;
        let (mut names, mut all) = (HashSet::new(), 0);
        for (index, buffer) in self.buffers.iter().enumerate() {
            let name = || buffer.name.clone();
            if buffer.part.is_none() {
                all += u64::from(buffer.bytes);
            }
            if all > MOST_BYTES {
                return Err(LaunchReason::TooMuch {
                    index,
                    name: name(),
                    bytes: all,
                });
            }
            if !names.insert(&buffer.name) {
                return Err(LaunchReason::BufferTwice {
                    index,
                    name: name(),
                });
            }
            self.check_buffer(index, buffer)?;
        }
        Ok(())
    }

    fn check_buffer(&self, index: usize, buffer: &Buffer) -> Reason {
        let name = || buffer.name.clone();
        if !is_file_name(&buffer.name) {
            let name = name();
            return Err(LaunchReason::BufferName { index, name });
        }
        if buffer.bytes == 0 {
            let name = name();
            return Err(LaunchReason::EmptyBuffer { index, name });
        }
        if let Init::Bytes(given) = &buffer.init
            && given.len() > buffer.bytes as usize
        {
            return Err(LaunchReason::TooManyBytes {
                index,
                name: name(),
                given: given.len() as u64,
                bytes: buffer.bytes,
            });
        }
        match &buffer.part {
            Some(part) => self.check_region(index, buffer, part),
            None => Ok(()),
        }
    }

    /// A region uses the memory and first contents of a buffer that is not a region itself.
    fn check_region(&self, index: usize, buffer: &Buffer, part: &BufferOffset) -> Reason {
        let name = buffer.name.clone();
        let keys = [
            ("init", buffer.init != Init::Zero),
            ("address", buffer.address.is_some()),
        ];
        if let Some((key, _)) = keys.into_iter().find(|(_, given)| *given) {
            return Err(LaunchReason::RegionKey { index, name, key });
        }
        let bytes = Bytes {
            named_by: Naming::Region {
                index,
                name: name.clone(),
            },
            start: part,
            bytes: buffer.bytes,
            align: REGION_ALIGN,
        };
        let whole = self.check_bytes(bytes)?;
        match &whole.part {
            Some(_) => Err(LaunchReason::RegionOfRegion {
                index,
                name,
                of: whole.name.clone(),
            }),
            None => Ok(()),
        }
    }

    fn check_launch(&self, index: usize, launch: &Launch) -> Reason {
        for (key, extent) in [("grid", launch.grid), ("block", launch.block)] {
            if extent.contains(&0) {
                return Err(LaunchReason::NoExtent { index, key, extent });
            }
        }
        if launch.threads().is_none() {
            return Err(LaunchReason::TooManyThreads { index });
        }
        for argument in 0..launch.args.len() {
            self.check_argument(index, launch, argument)?;
        }
        let missing = |missing| LaunchReason::NoKernel { index, missing };
        self.program.kernel(&launch.kernel).map_err(missing)?;
        let Some(signature) = self.program.signature(&launch.kernel) else {
            return Ok(());
        };
        if let Some(feature) = &signature.lacking {
            return Err(LaunchReason::Lacking {
                index,
                kernel: launch.kernel.clone(),
                feature: feature.clone(),
            });
        }
        if let Some(required) = signature.required_work_group_size
            && required != launch.block
        {
            return Err(LaunchReason::BlockSize {
                index,
                mismatch: Box::new(BlockMismatch {
                    kernel: launch.kernel.clone(),
                    required,
                    given: launch.block,
                }),
            });
        }
        parameters::check(index, signature, &launch.args)
    }

    /// Checks an argument that names a buffer or a round.
    fn check_argument(&self, launch: usize, of: &Launch, argument: usize) -> Reason {
        let named_by = Naming::Argument { launch, argument };
        match &of.args[argument] {
            Arg::Buffer(name) => self.buffer(&named_by, name).map(drop),
            Arg::Part(start) => {
                let signature = self.program.signature(&of.kernel);
                let parameter = signature.and_then(|known| known.parameters.get(argument));
                let bytes = Bytes {
                    named_by,
                    start,
                    bytes: 1,
                    align: parameter.map_or(WORD, parameters::element_align),
                };
                self.check_bytes(bytes).map(drop)
            }
            Arg::Round(_) if !self.loops.iter().any(|l| l.launches.contains(&launch)) => {
                Err(LaunchReason::NoLoop { launch, argument })
            }
            _ => Ok(()),
        }
    }

    fn check_loops(&self) -> Reason {
        let mut free = 0;
        for (index, host_loop) in self.loops.iter().enumerate() {
            let launches = &host_loop.launches;
            let are_there = launches.start >= free && launches.end <= self.launches.len();
            if launches.is_empty() || !are_there {
                let launches = launches.clone();
                return Err(LaunchReason::LoopLaunches { index, launches });
            }
            free = launches.end;
            self.check_loop(index, host_loop)?;
        }
        Ok(())
    }

    fn check_loop(&self, index: usize, host_loop: &HostLoop) -> Reason {
        if host_loop.most_rounds == 0 {
            return Err(LaunchReason::NoRounds { index });
        }
        if host_loop.most_rounds > MOST_ROUNDS {
            let rounds = host_loop.most_rounds;
            return Err(LaunchReason::Rounds { index, rounds });
        }
        let writes = host_loop.before.iter().enumerate();
        let writes = writes.map(|(write, word)| (Naming::Before { index, write }, &word.place));
        let until_zero = (Naming::UntilZero { index }, &host_loop.until_zero);
        for (named_by, start) in writes.chain([until_zero]) {
            self.check_bytes(Bytes {
                named_by,
                start,
                bytes: WORD,
                align: WORD,
            })?;
        }
        Ok(())
    }

    /// The buffer that contains the bytes.
    fn check_bytes(&self, bytes: Bytes<'_>) -> Result<&Buffer, LaunchReason> {
        let Bytes {
            named_by,
            start,
            bytes,
            align,
        } = bytes;
        let buffer = self.buffer(&named_by, &start.buffer)?;
        if !start.offset.is_multiple_of(align) {
            let offset = start.offset;
            return Err(LaunchReason::Misaligned {
                named_by,
                offset,
                align,
            });
        }
        if u64::from(start.offset) + u64::from(bytes) > buffer.bytes.into() {
            return Err(LaunchReason::Outside {
                named_by,
                start: start.clone(),
                bytes,
                of: buffer.bytes,
            });
        }
        Ok(buffer)
    }

    fn buffer(&self, named_by: &Naming, name: &str) -> Result<&Buffer, LaunchReason> {
        let found = self.buffers.iter().find(|buffer| buffer.name == name);
        found.ok_or_else(|| {
            let known: Vec<&str> = self.buffers.iter().map(|b| b.name.as_str()).collect();
            LaunchReason::UnknownBuffer {
                named_by: named_by.clone(),
                name: name.into(),
                known: known.join(", "),
            }
        })
    }
}

/// Whether the name of a buffer can also be the name of a file, to which it may be written (GPU-18).
fn is_file_name(name: &str) -> bool {
    let allowed = |c: char| c.is_alphanumeric() || "_-.$".contains(c);
    (1..=LONGEST_NAME).contains(&name.len()) && !name.starts_with('.') && name.chars().all(allowed)
}
