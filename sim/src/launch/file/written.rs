//! Writing jobs as launch files.

use super::text::{BufferEntry, Extent, InitEntry, LaunchEntry, LoopEntry, Text, WriteEntry};
use crate::launch::{Arg, Buffer, HostLoop, Init, Job, Launch, Step};
use serde::Serialize;

/// Launch files contain only strings and numbers that TOML can represent.
const TOML: &str = "launch files are TOML";

/// A job as files: a launch file, and the buffers' files to be put into the same directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The launch file's text.
    pub launch: String,
    /// Name and contents of each other file.
    pub buffers: Vec<(String, Vec<u8>)>,
}

impl Job {
    /// The launch file of this job. Reading it with the same program gives the same job.
    pub fn written(&self) -> Written {
        let mut tables = self.tables().into_iter();
        let first = tables.next().unwrap_or_default();
        let text = Text {
            kernel: None,
            grid: None,
            block: None,
            shared_bytes: None,
            args: None,
            buffers: self.buffers.iter().map(BufferEntry::of).collect(),
            launches: first.launches,
            loops: first.loops,
        };
        let text = toml::to_string(&text).expect(TOML);
        let more = tables.map(|tables| toml::to_string(&tables).expect(TOML));
        let has_file = |buffer: &&Buffer| matches!(InitEntry::of(buffer), InitEntry::File(_));
        let bytes = self.buffers.iter().filter(has_file).map(|buffer| {
            let contents = buffer.init.contents(buffer.bytes);
            (contents_file(&buffer.name), contents)
        });
        Written {
            launch: [text]
                .into_iter()
                .chain(more)
                .collect::<Vec<_>>()
                .join("\n"),
            buffers: bytes.collect(),
        }
    }

    /// Launches and loops in order. Each written text has all launches before all loops, so a launch behind a loop starts another
    /// text.
    fn tables(&self) -> Vec<Tables> {
        let (mut all, mut last) = (Vec::new(), Tables::default());
        for step in self.steps() {
            match step {
                Step::Launch(index) => {
                    if !last.loops.is_empty() {
                        all.push(std::mem::take(&mut last));
                    }
                    last.launches.push(LaunchEntry::of(&self.launches[index]));
                }
                Step::Loop(_, host_loop) => {
                    last.loops.push(LoopEntry::of(host_loop, &self.launches));
                }
            }
        }
        all.push(last);
        all
    }
}

/// Tables of one text that hold launches and loops.
#[derive(Default, Serialize)]
struct Tables {
    #[serde(rename = "launch", skip_serializing_if = "Vec::is_empty")]
    launches: Vec<LaunchEntry>,
    #[serde(rename = "loop", skip_serializing_if = "Vec::is_empty")]
    loops: Vec<LoopEntry>,
}

/// The file name for the first contents of a buffer.
fn contents_file(buffer: &str) -> String {
    format!("{buffer}.bin")
}

/// The largest integer of TOML.
const TOML_MAX: u64 = i64::MAX as u64;

/// The argument, or an equivalent one that TOML can represent.
fn in_toml(arg: &Arg) -> Arg {
    match *arg {
        Arg::U64(value) if value > TOML_MAX => Arg::Bytes {
            bytes: value.to_le_bytes().into(),
            align: 8,
        },
        _ => arg.clone(),
    }
}

impl InitEntry {
    fn of(buffer: &Buffer) -> InitEntry {
        match buffer.init {
            Init::Zero => InitEntry::Zero,
            Init::Random(seed) if seed <= TOML_MAX => InitEntry::Random(seed),
            _ => InitEntry::File(contents_file(&buffer.name).into()),
        }
    }
}

impl LaunchEntry {
    fn of(launch: &Launch) -> LaunchEntry {
        LaunchEntry {
            kernel: Some(launch.kernel.clone()),
            grid: Some(Extent(launch.grid)),
            block: Some(Extent(launch.block)),
            shared_bytes: Some(launch.shared_bytes),
            args: Some(launch.args.iter().map(in_toml).collect()),
        }
    }
}

impl LoopEntry {
    fn of(host_loop: &HostLoop, launches: &[Launch]) -> LoopEntry {
        let writes = host_loop.before.iter();
        let writes = writes.map(|write| WriteEntry {
            buffer: write.place.buffer.clone(),
            offset: write.place.offset,
            u32: write.value,
        });
        let own = launches[host_loop.launches.clone()].iter();
        LoopEntry {
            until_zero: host_loop.until_zero.clone(),
            before: writes.collect(),
            most_rounds: Some(host_loop.most_rounds),
            launches: own.map(LaunchEntry::of).collect(),
        }
    }
}

impl BufferEntry {
    fn of(buffer: &Buffer) -> BufferEntry {
        BufferEntry {
            name: buffer.name.clone(),
            bytes: Some(buffer.bytes),
            init: InitEntry::of(buffer),
            out: buffer.out,
            address: buffer.address,
            part: buffer.part.clone(),
        }
    }
}
