//! What a recording is of: the first frame.

use super::reason::REASONS;
use super::shapes::Table;
use crate::counters::PERIOD;
use crate::log::place;
use crate::window::Window;
use heddle_contract::Config;
use heddle_flow::{Flow, Reconvergence};
use heddle_isa::{Class, Program};
use heddle_sim::{Code, Mechanism};
use heddle_system::input::{SOURCE, read_text};
use heddle_types::Pc;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// Endings of files that are read as sources: an ELF file may name any file as the source of an instruction.
const SOURCES: [&str; 8] = ["c", "cc", "cpp", "cl", "clh", "h", "S", "s"];

/// What was recorded.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct About {
    /// Heddle's version.
    pub heddle: String,
    /// What it is, for people.
    pub title: String,
    /// The command that recorded it.
    pub command: String,
    /// Seed of the inputs, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// How divergence was handled.
    pub mechanism: String,
    /// The machine, for people.
    pub machine: String,
    /// Lanes of a warp.
    pub warp_size: usize,
    /// Lanes that the mechanism schedules together.
    pub width: usize,
    /// Cores of the machine.
    pub cores: usize,
    /// Warps of a core.
    pub warps: usize,
    /// The first cycle that is recorded, and the first one after it that is not.
    pub window: [u64; 2],
    /// The launches of the job.
    pub launches: Vec<Launch>,
    /// Why a core may issue nothing.
    pub reasons: Vec<String>,
    /// The instructions of the program, by address.
    pub instructions: Vec<Instruction>,
    /// The source files that instructions name.
    pub sources: Vec<SourceFile>,
    /// The tables of the mechanism.
    pub tables: Vec<Table>,
    /// Cycles of a period, by which the use of data buses is counted.
    pub period: u64,
    /// Memory modules, each with a data bus.
    pub modules: usize,
}

/// A launch.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct Launch {
    /// The kernel.
    pub kernel: String,
    /// Blocks in x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y, z.
    pub block: [u32; 3],
}

/// An instruction of the program.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Instruction {
    /// Its address.
    pub pc: u32,
    /// Assembly.
    pub text: String,
    /// The function and the offset in it.
    pub place: String,
    /// `branch`, `jump`, `load`, `store`, `atomic`, `barrier` or `other`.
    pub class: String,
    /// Index of the file in `sources`, and the line from 1.
    pub source: Option<(usize, u32)>,
    /// The functions that it was compiled from, the outermost first, each inlined into the one before; empty if that is unknown.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<String>,
    /// Where threads that it splits meet again, if that is an instruction of the function.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reconverges: Option<u32>,
    /// Whether it is a load or store that may leave the core.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lat: bool,
}

/// A source file.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub struct SourceFile {
    /// Its name, as the compiler was given it.
    pub file: String,
    /// Its text, where it could be read.
    pub text: Option<String>,
}

impl About {
    /// What launches of a program are. Title, command, seed, machine and the texts of sources are not known here.
    pub fn new(
        config: &Config,
        mechanism: Mechanism,
        (program, launches): (&Program, &[heddle_sim::launch::Launch]),
        window: Window,
    ) -> Self {
        let (instructions, files) = instructions(program);
        let launches = launches.iter().map(|launch| Launch {
            kernel: launch.kernel.clone(),
            grid: launch.grid,
            block: launch.block,
        });
        let file = |file| SourceFile { file, text: None };
        About {
            heddle: env!("CARGO_PKG_VERSION").into(),
            mechanism: mechanism.name().into(),
            warp_size: config.core.warp_size,
            width: mechanism.lanes(config),
            cores: config.cores,
            warps: config.core.warps,
            window: [window.from, window.to],
            launches: launches.collect(),
            reasons: REASONS.map(String::from).into(),
            instructions,
            sources: files.into_iter().map(file).collect(),
            tables: mechanism.tables().iter().map(Table::from).collect(),
            period: PERIOD,
            modules: config.dram.modules,
            ..About::default()
        }
    }

    /// Reads the texts of the sources that can be read, from the present folder where their names are relative.
    pub fn read_sources(&mut self) {
        for source in &mut self.sources {
            let path = Path::new(&source.file);
            let extension = path.extension().and_then(|it| it.to_str());
            if extension.is_some_and(|it| SOURCES.contains(&it)) {
                source.text = read_text(path, SOURCE).ok();
            }
        }
    }

    /// The place of the instruction at a PC in `instructions`. The end of a thread, which lies behind the program, is the last one.
    pub(super) fn index(&self, pc: Pc) -> u64 {
        let behind = self
            .instructions
            .partition_point(|one| one.pc < pc.address());
        behind.min(self.instructions.len() - 1) as u64
    }
}

/// The instructions of a program, with the stub behind it to which kernels return; and the names of its source files.
fn instructions(program: &Program) -> (Vec<Instruction>, Vec<String>) {
    let flow = Flow::new(program);
    let lats = flow.lats(program);
    let meets: BTreeMap<u32, Reconvergence> = flow.divergences().collect();
    let mut files: Vec<String> = Vec::new();
    let mut instruction = |pc: u32| {
        let decoded = program.instruction(pc);
        let source = program.line_at(pc).filter(|_| decoded.is_some());
        let source = source.map(|source| {
            let known = files.iter().position(|file| file == source.file);
            let file = known.unwrap_or_else(|| {
                files.push(source.file.into());
                files.len() - 1
            });
            (file, source.line)
        });
        Instruction {
            pc,
            text: decoded.map_or("exit".into(), ToString::to_string),
            place: place(program, Pc::new(pc)),
            class: decoded
                .map_or("other", |decoded| class(decoded.class()))
                .into(),
            source,
            calls: program.calls_at(pc).into_iter().map(String::from).collect(),
            reconverges: meets.get(&pc).and_then(|meeting| match meeting {
                Reconvergence::At(pc) => Some(*pc),
                Reconvergence::FunctionExit => None,
            }),
            lat: lats.contains(&pc),
        }
    };
    let stub = Code::exit_stub_of(program).address();
    let all = program.text_range().step_by(4).chain([stub]);
    (all.map(&mut instruction).collect(), files)
}

fn class(class: Class) -> &'static str {
    match class {
        Class::Branch => "branch",
        Class::Jump => "jump",
        Class::Load => "load",
        Class::Store => "store",
        Class::Atomic => "atomic",
        Class::Barrier | Class::PartialBarrier => "barrier",
        _ => "other",
    }
}
