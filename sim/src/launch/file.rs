//! Launch files.
//!
//! ```toml
//! kernel = "saxpy"              # or FILE.elf:NAME on the command line
//! grid = [4, 1, 1]
//! block = [64, 1, 1]
//! shared_bytes = 0
//! args = [{buffer = "x"}, {u32 = 256}, {f32 = 1.5}, {local = 1024}]
//!
//! [[buffer]]
//! name = "x"
//! bytes = 1024
//! init = {random = 7}           # or "zero", or {file = "x.bin"}, beside the launch file
//! out = true
//! address = 0x4000_0000         # optional: its first address
//!
//! [[launch]]                    # optional, several: keys left out are those at the top
//! kernel = "second"
//! ```

use super::{Arg, Buffer, Init, Job, Launch, LaunchError, LaunchReason, MOST_BYTES};
use heddle_contract::read_text;
use heddle_isa::Program;
use serde::{Deserialize, Serialize};
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

type Reason<T> = Result<T, LaunchReason>;

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Text {
    kernel: Option<String>,
    grid: Option<Extent>,
    block: Option<Extent>,
    shared_bytes: Option<u32>,
    args: Option<Vec<Arg>>,
    #[serde(default, rename = "buffer")]
    buffers: Vec<BufferEntry>,
    #[serde(default, rename = "launch")]
    launches: Vec<LaunchEntry>,
}

#[derive(Clone, Default, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct LaunchEntry {
    kernel: Option<String>,
    grid: Option<Extent>,
    block: Option<Extent>,
    shared_bytes: Option<u32>,
    args: Option<Vec<Arg>>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct BufferEntry {
    name: String,
    bytes: Option<u32>,
    #[serde(default)]
    init: InitEntry,
    #[serde(default)]
    out: bool,
    address: Option<u32>,
}

/// Three numbers; as an array, serde would take the first three of more.
#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(try_from = "Vec<u32>")]
struct Extent([u32; 3]);

impl TryFrom<Vec<u32>> for Extent {
    type Error = String;

    fn try_from(values: Vec<u32>) -> Result<Self, String> {
        let wrong = |values: Vec<u32>| format!("{values:?} is not three numbers: x, y, z");
        values.try_into().map(Extent).map_err(wrong)
    }
}

#[derive(Default, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum InitEntry {
    #[default]
    Zero,
    File(PathBuf),
    Random(u64),
}

/// `FILE.elf` or `FILE.elf:NAME`, as the command line takes it: the file, and the kernel's name. A file whose own
/// name has a colon is meant if it is there.
pub fn split_kernel(text: &OsStr) -> (&Path, Option<&str>) {
    let whole = Path::new(text);
    match named_kernel(text) {
        Some((file, name)) if !whole.is_file() => (Path::new(file), Some(name)),
        _ => (whole, None),
    }
}

/// What stands before the last colon, and the name behind it, if it can be one.
fn named_kernel(text: &OsStr) -> Option<(&OsStr, &str)> {
    let bytes = text.as_encoded_bytes();
    let colon = bytes.iter().rposition(|&byte| byte == b':')?;
    let name = str::from_utf8(&bytes[colon + 1..]).ok()?;
    let is_name = !name.is_empty() && !name.contains(['/', '\\']);
    is_name.then_some((until(text, colon)?, name))
}

#[cfg(unix)]
fn until(text: &OsStr, end: usize) -> Option<&OsStr> {
    use std::os::unix::ffi::OsStrExt;
    Some(OsStr::from_bytes(&text.as_bytes()[..end]))
}

#[cfg(not(unix))]
fn until(text: &OsStr, end: usize) -> Option<&OsStr> {
    text.to_str().map(|text| OsStr::new(&text[..end]))
}

/// A launch file that was read, with its text: what is wrong with its job on some machine still has
/// a place there.
#[derive(Clone, Debug)]
pub struct LaunchFile {
    /// What it asks for.
    pub job: Job,
    pub(crate) name: String,
    pub(crate) text: String,
}

impl LaunchFile {
    /// Reads a launch file. `kernel` replaces the file's top-level `kernel`; without either, the
    /// program's only kernel is meant. Files of buffers are looked for beside the launch file.
    ///
    /// # Errors
    /// [`LaunchError`] naming file, line and key.
    pub fn read(
        path: &Path,
        program: Arc<Program>,
        kernel: Option<&str>,
    ) -> Result<LaunchFile, LaunchError> {
        let name = path.display().to_string();
        let text = read_text(path)
            .map_err(|error| LaunchError::new(&name, LaunchReason::Unreadable(error)))?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let job = job(&text, folder, program, kernel)
            .and_then(|job| job.check().map(|()| job))
            .map_err(|reason| LaunchError::in_file(&name, &text, reason))?;
        Ok(LaunchFile { job, name, text })
    }
}

/// A job as files: a launch file, and those of its buffers to be put beside it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The launch file's text.
    pub launch: String,
    /// Name and contents of each other file.
    pub buffers: Vec<(String, Vec<u8>)>,
}

impl Job {
    /// The launch file of this job. Read with the same program, it is this job again.
    pub fn written(&self) -> Written {
        let text = Text {
            kernel: None,
            grid: None,
            block: None,
            shared_bytes: None,
            args: None,
            buffers: self.buffers.iter().map(BufferEntry::of).collect(),
            launches: self.launches.iter().map(LaunchEntry::of).collect(),
        };
        let has_file = |buffer: &&Buffer| matches!(InitEntry::of(buffer), InitEntry::File(_));
        let bytes = self.buffers.iter().filter(has_file).map(|buffer| {
            let contents = buffer.init.contents(buffer.bytes);
            (contents_file(&buffer.name), contents)
        });
        Written {
            launch: toml::to_string(&text).expect("launch files are TOML"),
            buffers: bytes.collect(),
        }
    }

    /// The job of a launch file, as [`LaunchFile::read`].
    ///
    /// # Errors
    /// [`LaunchError`] naming file, line and key.
    pub fn from_file(
        path: &Path,
        program: Arc<Program>,
        kernel: Option<&str>,
    ) -> Result<Job, LaunchError> {
        Ok(LaunchFile::read(path, program, kernel)?.job)
    }
}

fn job(text: &str, folder: &Path, program: Arc<Program>, kernel: Option<&str>) -> Reason<Job> {
    let file = parse(text)?;
    let top = LaunchEntry {
        kernel: kernel
            .map(str::to_owned)
            .or(file.kernel)
            .or_else(|| only_kernel(&program)),
        grid: file.grid,
        block: file.block,
        shared_bytes: file.shared_bytes,
        args: file.args,
    };
    let entries = match file.launches {
        own if own.is_empty() => vec![LaunchEntry::default()],
        own => own,
    };
    let launches = entries.into_iter().enumerate();
    let complete = |launch: Launch| launch.complete(&program);
    Ok(Job {
        buffers: file
            .buffers
            .into_iter()
            .enumerate()
            .map(|(index, entry)| entry.buffer(index, folder))
            .collect::<Reason<_>>()?,
        launches: launches
            .map(|(index, entry)| entry.launch(index, &top).map(complete))
            .collect::<Reason<_>>()?,
        program,
    })
}

fn parse(text: &str) -> Reason<Text> {
    let deserializer = toml::Deserializer::parse(text).map_err(|error| LaunchReason::Syntax {
        problem: error.message().trim().into(),
        span: error.span().unwrap_or_default(),
    })?;
    serde_path_to_error::deserialize(deserializer).map_err(|error| {
        let key = error.path().to_string();
        let problem = error.into_inner().message().trim().to_owned();
        LaunchReason::Key { key, problem }
    })
}

fn only_kernel(program: &Program) -> Option<String> {
    match program.kernels()[..] {
        [name] => Some(name.to_owned()),
        _ => None,
    }
}

/// Where the first contents of a buffer are kept.
fn contents_file(buffer: &str) -> String {
    format!("{buffer}.bin")
}

/// The largest integer of TOML.
const TOML_MAX: u64 = i64::MAX as u64;

/// The same argument as TOML can have it.
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

    fn launch(self, index: usize, top: &LaunchEntry) -> Reason<Launch> {
        let missing = |key| LaunchReason::Missing { index, key };
        let kernel = self.kernel.or_else(|| top.kernel.clone());
        Ok(Launch {
            kernel: kernel.ok_or(missing("kernel"))?,
            grid: self.grid.or(top.grid).ok_or(missing("grid"))?.0,
            block: self.block.or(top.block).ok_or(missing("block"))?.0,
            shared_bytes: self.shared_bytes.or(top.shared_bytes).unwrap_or(0),
            args: self.args.or_else(|| top.args.clone()).unwrap_or_default(),
        })
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
        }
    }

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
        })
    }

    /// The bytes of the buffer's file. Not more are read than fit.
    fn contents(&self, index: usize, path: &Path) -> Reason<Vec<u8>> {
        let most = MOST_BYTES as u32;
        let room = self.bytes.map_or(most, |bytes| bytes.min(most));
        let read = |bytes: &mut Vec<u8>| {
            let file = File::open(path)?;
            let length = file.metadata()?.len();
            if length <= room.into() {
                file.take(u64::from(room) + 1).read_to_end(bytes)?;
            }
            Ok(length.max(bytes.len() as u64))
        };
        let mut bytes = Vec::new();
        let given = read(&mut bytes).map_err(|error| LaunchReason::UnreadableBuffer {
            index,
            path: path.display().to_string(),
            error,
        })?;
        let name = self.name.clone();
        match given {
            given if given > MOST_BYTES => Err(LaunchReason::TooMuch {
                index,
                name,
                bytes: given,
            }),
            given if given > room.into() => Err(LaunchReason::TooManyBytes {
                index,
                name,
                given,
                bytes: room,
            }),
            _ => Ok(bytes),
        }
    }
}
