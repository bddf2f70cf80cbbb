//! The launch files beside the kernels say what `--size small --seed 0` does, in blocks of at most
//! 16 threads, so that they run on every preset. `HEDDLE_BLESS=1` writes their input files anew.

use heddle_kernels::launch::{Arg, Buffer, Init, Launch};
use heddle_kernels::{Size, Workload, all};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use std::{env, fs};

const SEED: u64 = 0;
const BLOCK_LIMIT: u32 = 16;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LaunchFile {
    kernel: Option<String>,
    grid: Option<[u32; 3]>,
    block: Option<[u32; 3]>,
    #[serde(default)]
    args: Vec<ArgText>,
    buffer: Vec<BufferText>,
    #[serde(default)]
    launch: Vec<LaunchText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LaunchText {
    kernel: String,
    grid: [u32; 3],
    block: [u32; 3],
    args: Vec<ArgText>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum ArgText {
    Buffer(String),
    U32(u32),
    F32(f32),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BufferText {
    name: String,
    bytes: u32,
    init: InitText,
    #[serde(default)]
    out: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum InitText {
    File(PathBuf),
    Zero,
}

impl LaunchFile {
    /// The launches: the `[[launch]]` tables, or the one at the top.
    fn launches(self) -> Vec<Launch> {
        let top = self.kernel.map(|kernel| LaunchText {
            kernel,
            grid: self.grid.expect("`grid` beside `kernel`"),
            block: self.block.expect("`block` beside `kernel`"),
            args: self.args,
        });
        let texts = top.into_iter().chain(self.launch);
        texts.map(LaunchText::launch).collect()
    }
}

impl LaunchText {
    fn launch(self) -> Launch {
        Launch {
            kernel: self.kernel,
            grid: self.grid,
            block: self.block,
            shared_bytes: 0,
            args: self.args.into_iter().map(ArgText::arg).collect(),
        }
    }
}

impl ArgText {
    fn arg(self) -> Arg {
        match self {
            ArgText::Buffer(name) => Arg::Buffer(name),
            ArgText::U32(value) => Arg::U32(value),
            ArgText::F32(value) => Arg::F32(value),
        }
    }
}

impl BufferText {
    fn buffer(self, folder: &Path) -> Buffer {
        let init = match self.init {
            InitText::File(file) => Init::Bytes(fs::read(folder.join(file)).expect("an input")),
            InitText::Zero => Init::Zero,
        };
        Buffer {
            name: self.name,
            bytes: self.bytes,
            init,
            out: self.out,
        }
    }
}

fn folder(workload: &dyn Workload) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(workload.name())
}

/// Writes the contents of every buffer that has any as `<buffer>.bin`.
fn bless(workload: &dyn Workload) {
    for buffer in workload.buffers(Size::Small, SEED) {
        if let Init::Bytes(bytes) = buffer.init {
            let file = folder(workload).join(format!("{}.bin", buffer.name));
            fs::write(file, bytes).expect("a file that can be written");
        }
    }
}

#[test]
fn launch_files_say_what_the_workloads_do() {
    for workload in all() {
        if env::var_os("HEDDLE_BLESS").is_some() {
            bless(*workload);
        }
        let name = workload.name();
        let folder = folder(*workload);
        let text = fs::read_to_string(folder.join(format!("{name}.toml"))).expect("a launch file");
        let mut file: LaunchFile = toml::from_str(&text).expect("a valid launch file");
        let buffers: Vec<Buffer> = std::mem::take(&mut file.buffer)
            .into_iter()
            .map(|buffer| buffer.buffer(&folder))
            .collect();
        assert!(
            buffers == workload.buffers(Size::Small, SEED),
            "{name}.toml"
        );
        let launches = workload.launches(Size::Small, SEED, BLOCK_LIMIT);
        assert_eq!(file.launches(), launches, "{name}.toml");
    }
}
