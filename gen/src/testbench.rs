//! Testbenches that compare Verilog with recorded runs of golden units, without Heddle (VER-9).
//!
//! The texts are the templates of the folder `testbench` at the root, filled in for each unit: `unit` in the name of a
//! template is replaced by the name of the unit's module. Files that all units share exist once.

pub mod fields;

use crate::File;
use crate::checkers::Files;
use crate::choices::Choices;
use crate::error::Error;
use fields::{Field, Group};
use heddle_contract::Config;
use heddle_cosim::Vectors;
use heddle_hdl::{Design, Level, Module, Style};
use heddle_template::environment;
use minijinja::value::Serde;
use minijinja::{Environment, Value, context};

/// Folder of the testbenches, beside the Verilog.
const FOLDER: &str = "testbench";

/// Number of mismatches that a testbench shows.
const SHOWN: u32 = 10;

/// A template: name and text.
pub type Template = (&'static str, &'static str);

macro_rules! templates {
    ($($name:literal),*) => {
        [$(($name, include_str!(concat!("../testbench/", $name)))),*]
    };
}

/// Templates that other templates import or include.
const PARTS: [Template; 2] = templates!("messages.jinja", "dut.jinja");

/// The head of the vector file.
pub const VECTORS: Template = templates!("unit.vectors")[0];

/// Save files for waveform viewers.
pub const VIEWERS: [Template; 2] = templates!("unit.gtkw", "unit.sucl");

/// The testbenches of each unit.
pub const OF_UNIT: [Template; 3] = templates!("unit_tb.v", "unit_tb.cpp", "test_unit.py");

/// Files that all units share.
const SHARED: [Template; 5] = templates!(
    "Makefile",
    "README.md",
    "requirements.txt",
    "testbench.h",
    "testbench.py"
);

/// A unit, its Verilog and its recorded run.
struct Bench<'a> {
    unit: &'a str,
    design: &'a Design,
    vectors: Vectors,
}

/// Names and texts of the testbenches of these units.
///
/// # Errors
/// A unit that does not support the machine's parameters.
pub fn files(
    config: &Config,
    choices: &Choices,
    cycles: u64,
    designs: &[(&str, &Design)],
) -> Result<Vec<File>, Error> {
    let benches = benches(config, choices.seed, cycles, designs)?;
    let environment = with_parts();
    let mut files = shared(&environment, choices.checkers, cycles, &benches);
    for bench in &benches {
        files.extend(bench.files(&environment, &choices.origin));
    }
    Ok(files)
}

/// Records a run of each of these units; a unit that is named twice gets one testbench.
fn benches<'a>(
    config: &Config,
    seed: u64,
    cycles: u64,
    designs: &[(&'a str, &'a Design)],
) -> Result<Vec<Bench<'a>>, Error> {
    let mut benches: Vec<Bench> = Vec::new();
    for &(unit, design) in designs {
        if benches.iter().all(|known| known.unit != unit) {
            let entry = heddle_cosim::by_name(unit).expect("a unit with a design");
            let vectors = entry.vectors(config, seed, cycles)?;
            benches.push(Bench {
                unit,
                design,
                vectors,
            });
        }
    }
    Ok(benches)
}

/// An environment whose templates may use [`PARTS`].
pub fn with_parts() -> Environment<'static> {
    let mut environment = environment();
    for (name, text) in PARTS {
        let added = environment.add_template(name, text);
        added.expect("a template of ours");
    }
    environment
}

/// The text of a template.
pub fn fill(environment: &Environment, (name, text): Template, values: &Value) -> String {
    let filled = environment.render_named_str(name, text, values);
    filled.unwrap_or_else(|error| panic!("template {name}: {error:#}"))
}

/// Names and texts of the files that all units share.
fn shared(
    environment: &Environment,
    assertions: bool,
    cycles: u64,
    benches: &[Bench],
) -> Vec<File> {
    let unit = |bench: &Bench| {
        context! {
            module => &bench.module().name,
            sources => bench.sources(),
            assertions => bench.assertions(),
        }
    };
    let values = context! {
        clock => Style::CLOCK,
        cycles => cycles,
        assertions => assertions,
        shown => SHOWN,
        units => benches.iter().map(unit).collect::<Vec<Value>>(),
    };
    let file = |template: Template| {
        let text = fill(environment, template, &values);
        (format!("{FOLDER}/{}", template.0), text)
    };
    SHARED.map(file).into()
}

impl Bench<'_> {
    fn module(&self) -> &Module {
        self.design.top()
    }

    /// The Verilog files, relative to the folder of the testbenches.
    fn sources(&self) -> Vec<String> {
        let modules = self.design.modules.iter();
        modules
            .map(|module| format!("../{}", module.file_name()))
            .collect()
    }

    /// The assertion files for the unit's modules, relative to the folder of the testbenches.
    fn assertions(&self) -> Vec<String> {
        let modules = self.design.modules.iter();
        let with_contract = modules.filter(|module| module.contract.is_some());
        with_contract
            .flat_map(|module| Files::of(&module.name).concurrent())
            .map(|file| format!("../{file}"))
            .collect()
    }

    /// Names and texts of the files for this unit.
    fn files(&self, environment: &Environment, origin: &str) -> Vec<File> {
        let fields = fields::of(self.design.style.reset_port(), &self.vectors);
        let values = self.values(origin, &fields);
        let file = |template: Template, end: &str| {
            let name = template.0.replacen("unit", &self.module().name, 1);
            let text = fill(environment, template, &values) + end;
            (format!("{FOLDER}/{name}"), text)
        };
        let plain = OF_UNIT.into_iter().chain(VIEWERS);
        let mut files: Vec<_> = plain.map(|template| file(template, "")).collect();
        let lines = lines(&self.vectors, self.design.style.level);
        files.push(file(VECTORS, &lines));
        files
    }

    fn values(&self, origin: &str, fields: &[Field]) -> Value {
        comparing(
            self.unit,
            values(origin, &self.module().name, fields, &self.vectors),
            fields,
        )
    }
}

/// The values for templates that also compare a module with the golden unit of `unit`.
pub fn comparing(unit: &str, values: Value, fields: &[Field]) -> Value {
    let longest_name = fields.iter().map(|field| field.name.len()).max();
    context! {
        which => format!("of the golden unit of {unit}"),
        shown => SHOWN,
        longest_name => longest_name,
        ..values
    }
}

/// The values for templates that describe a module and its vectors.
pub fn values(origin: &str, module: &str, fields: &[Field], vectors: &Vectors) -> Value {
    context! {
        module => module,
        version => env!("CARGO_PKG_VERSION"),
        arguments => origin,
        clock => Style::CLOCK,
        cycles => vectors.cycles.len(),
        bits => fields::bits(fields),
        reset => Serde(&fields[0]),
        ports => Serde(fields),
        groups => Serde(Group::all(&fields[1..])),
    }
}

/// The lines of the vector file, for a reset that is active at this level.
pub fn lines(vectors: &Vectors, level: Level) -> String {
    let cycles = vectors.cycles.iter();
    cycles
        .map(|cycle| fields::line(vectors, cycle, level == Level::High) + "\n")
        .collect()
}
