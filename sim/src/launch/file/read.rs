//! Building jobs from launch files.

use super::text::{BufferEntry, InitEntry, LaunchEntry, LoopEntry, Table, Text, WriteEntry};
use crate::launch::limits::MOST_LAUNCHES;
use crate::launch::sizes::{ArgumentBytes, at_most};
use crate::launch::{
    Buffer, BufferOffset, HostLoop, HostWrite, Init, Job, Launch, LaunchReason, MOST_BYTES,
};
use heddle_isa::Program;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

type Reason<T> = Result<T, LaunchReason>;

/// The inputs for reading a launch file.
pub(super) struct Reading<'a> {
    /// The directory of the buffers' files.
    pub folder: &'a Path,
    /// The program to launch.
    pub program: Arc<Program>,
    /// Replaces the file's top-level `kernel`.
    pub kernel: Option<&'a str>,
}

impl Reading<'_> {
    /// The job of a file, with its launches in the order of its tables.
    pub fn job(self, file: Text, tables: &[Table]) -> Reason<Job> {
        let top = LaunchEntry {
            kernel: self
                .kernel
                .map(str::to_owned)
                .or(file.kernel)
                .or_else(|| only_kernel(&self.program)),
            grid: file.grid,
            block: file.block,
            shared_bytes: file.shared_bytes,
            args: file.args,
        };
        let buffers = file.buffers.into_iter().enumerate();
        let mut job = Job {
            buffers: buffers
                .map(|(index, entry)| entry.buffer(index, self.folder))
                .collect::<Reason<_>>()?,
            launches: Vec::new(),
            loops: Vec::new(),
            program: self.program,
        };
        let mut bytes = ArgumentBytes::default();
        for table in tables {
            match *table {
                Table::Launch(index) => job.add(&file.launches[index..=index], &top, &mut bytes)?,
                Table::Loop(index) => {
                    let start = job.launches.len();
                    job.add(&file.loops[index].launches, &top, &mut bytes)?;
                    let host_loop = file.loops[index].host_loop(start..job.launches.len());
                    job.loops.push(host_loop);
                }
            }
        }
        Ok(job)
    }
}

impl Job {
    /// Adds the launches of some entries. Each has a copy of the arguments at the top, so their bytes are counted here, before
    /// the job is checked.
    fn add(
        &mut self,
        entries: &[LaunchEntry],
        top: &LaunchEntry,
        bytes: &mut ArgumentBytes,
    ) -> Reason<()> {
        at_most(
            "launches",
            self.launches.len() + entries.len(),
            MOST_LAUNCHES,
        )?;
        for entry in entries {
            let launch = entry.launch(self.launches.len(), top, &self.program)?;
            bytes.add(self.launches.len(), &launch.args)?;
            self.launches.push(launch.complete(&self.program));
        }
        Ok(())
    }
}

fn only_kernel(program: &Program) -> Option<String> {
    match program.kernels()[..] {
        [name] => Some(name.to_owned()),
        _ => None,
    }
}

impl LaunchEntry {
    /// The launch of an entry. A block size that is left out is the one that the kernel's source requires.
    fn launch(&self, index: usize, top: &LaunchEntry, program: &Program) -> Reason<Launch> {
        let missing = |key| LaunchReason::Missing { index, key };
        let kernel = self.kernel.as_ref().or(top.kernel.as_ref());
        let kernel = kernel.ok_or(missing("kernel"))?;
        let required = || program.signature(kernel)?.required_work_group_size;
        let block = self.block.or(top.block).map(|block| block.0);
        let args = self.args.as_ref().or(top.args.as_ref());
        Ok(Launch {
            kernel: kernel.clone(),
            grid: self.grid.or(top.grid).ok_or(missing("grid"))?.0,
            block: block.or_else(required).ok_or(missing("block"))?,
            shared_bytes: self.shared_bytes.or(top.shared_bytes).unwrap_or(0),
            args: args.cloned().unwrap_or_default(),
        })
    }
}

impl LoopEntry {
    fn host_loop(&self, launches: Range<usize>) -> HostLoop {
        HostLoop {
            launches,
            until_zero: self.until_zero.clone(),
            before: self.before.iter().map(WriteEntry::host_write).collect(),
            most_rounds: self.most_rounds.unwrap_or(HostLoop::MOST_ROUNDS),
        }
    }
}

impl WriteEntry {
    fn host_write(&self) -> HostWrite {
        HostWrite {
            place: BufferOffset {
                buffer: self.buffer.clone(),
                offset: self.offset,
            },
            value: self.u32,
        }
    }
}

impl BufferEntry {
    fn buffer(self, index: usize, folder: &Path) -> Reason<Buffer> {
        let init = match &self.init {
            InitEntry::Zero => Init::Zero,
            InitEntry::Random(seed) => Init::Random(*seed),
            InitEntry::File(name) => Init::Bytes(self.contents(index, &folder.join(name))?),
        };
        let given = match &init {
            Init::Bytes(bytes) => Some(bytes.len() as u32),
            _ => None,
        };
        Ok(Buffer {
            bytes: self.bytes.or(given).ok_or_else(|| LaunchReason::NoSize {
                index,
                name: self.name.clone(),
            })?,
            name: self.name,
            init,
            out: self.out,
            address: self.address,
            part: self.part,
        })
    }

    /// The bytes of the buffer's file. No more bytes are read than fit.
    fn contents(&self, index: usize, path: &Path) -> Reason<Vec<u8>> {
        let most = MOST_BYTES as u32;
        let room = self.bytes.map_or(most, |bytes| bytes.min(most));
        let read = heddle_system::input::read_at_most(path, room.into());
        let read = read.map_err(|error| LaunchReason::UnreadableBuffer {
            index,
            path: path.display().to_string(),
            error,
        })?;
        let name = self.name.clone();
        read.map_err(|given| match given {
            given if given > MOST_BYTES => LaunchReason::TooMuch {
                index,
                name,
                bytes: given,
            },
            given => LaunchReason::TooManyBytes {
                index,
                name,
                given,
                bytes: room,
            },
        })
    }
}
