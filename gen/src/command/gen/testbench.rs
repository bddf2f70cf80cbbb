//! Testbenches that hold Verilog against recorded runs of golden units, where there is no Heddle.
//!
//! The texts are the templates of the folder `testbench` at the root, filled for each unit: `unit` in the name of a
//! template gives way to the name of the unit's module. What all units share stands once.

mod fields;

use super::checkers::Files;
use crate::cli::{Gen, Global};
use crate::failure::Failure;
use crate::template::environment;
use fields::{Field, Group};
use heddle_contract::Config;
use heddle_cosim::Vectors;
use heddle_hdl::{Design, Level, Module, Style};
use minijinja::value::Serde;
use minijinja::{Environment, Value, context};

/// Folder of the testbenches, beside the Verilog.
const FOLDER: &str = "testbench";

/// Mismatches that a testbench shows.
const SHOWN: u32 = 10;

/// A template: name and text.
type Template = (&'static str, &'static str);

macro_rules! templates {
    ($($name:literal),*) => {
        [$(($name, include_str!(concat!("../../../../testbench/", $name)))),*]
    };
}

/// What other templates import.
const MESSAGES: Template = templates!("messages.jinja")[0];

/// The head of the vectors.
const VECTORS: Template = templates!("unit.vectors")[0];

/// What each unit has.
const OF_UNIT: [Template; 5] = templates!(
    "unit_tb.v",
    "unit_tb.cpp",
    "test_unit.py",
    "unit.gtkw",
    "unit.sucl"
);

/// What all units share.
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
/// A unit that cannot be what the machine asks for.
pub fn files(
    global: &Global,
    config: &Config,
    options: &Gen,
    designs: &[(&str, &Design)],
) -> Result<Vec<(String, String)>, Failure> {
    let benches = benches(global, config, options.testbench.cycles, designs)?;
    let environment = with_messages();
    let mut files = shared(&environment, options, &benches);
    for bench in &benches {
        files.extend(bench.files(&environment, global));
    }
    Ok(files)
}

/// Records a run of each of these units; one that is named twice has one testbench.
fn benches<'a>(
    global: &Global,
    config: &Config,
    cycles: u64,
    designs: &[(&'a str, &'a Design)],
) -> Result<Vec<Bench<'a>>, Failure> {
    let mut benches: Vec<Bench> = Vec::new();
    for &(unit, design) in designs {
        if benches.iter().all(|known| known.unit != unit) {
            let entry = heddle_cosim::by_name(unit).expect("clap knows the names");
            let vectors = entry.vectors(config, global.seed, cycles)?;
            benches.push(Bench {
                unit,
                design,
                vectors,
            });
        }
    }
    Ok(benches)
}

fn with_messages() -> Environment<'static> {
    let mut environment = environment();
    let (name, text) = MESSAGES;
    let added = environment.add_template(name, text);
    added.expect("a template of ours");
    environment
}

fn fill(environment: &Environment, (name, text): Template, values: &Value) -> String {
    let filled = environment.render_named_str(name, text, values);
    filled.unwrap_or_else(|error| panic!("template {name}: {error:#}"))
}

/// Names and texts of what all units share.
fn shared(environment: &Environment, options: &Gen, benches: &[Bench]) -> Vec<(String, String)> {
    let unit = |bench: &Bench| {
        context! {
            module => &bench.module().name,
            sources => bench.sources(),
            assertions => bench.assertions(),
        }
    };
    let values = context! {
        clock => Style::CLOCK,
        cycles => options.testbench.cycles,
        assertions => options.checkers,
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

    /// The Verilog, as seen from the folder of the testbenches.
    fn sources(&self) -> Vec<String> {
        let modules = self.design.modules.iter();
        modules
            .map(|module| format!("../{}", module.file_name()))
            .collect()
    }

    /// The assertions that watch its modules, as seen from there.
    fn assertions(&self) -> Vec<String> {
        let modules = self.design.modules.iter();
        let with_contract = modules.filter(|module| module.contract.is_some());
        with_contract
            .flat_map(|module| Files::of(&module.name).concurrent())
            .map(|file| format!("../{file}"))
            .collect()
    }

    /// Names and texts of what this unit has.
    fn files(&self, environment: &Environment, global: &Global) -> Vec<(String, String)> {
        let fields = fields::of(self.design.style.reset_port(), &self.vectors);
        let values = self.values(global, &fields);
        let file = |template: Template, end: &str| {
            let name = template.0.replacen("unit", &self.module().name, 1);
            let text = fill(environment, template, &values) + end;
            (format!("{FOLDER}/{name}"), text)
        };
        let mut files: Vec<_> = OF_UNIT.map(|template| file(template, "")).into();
        files.push(file(VECTORS, &self.lines()));
        files
    }

    fn values(&self, global: &Global, fields: &[Field]) -> Value {
        let longest_name = fields.iter().map(|field| field.name.len()).max();
        context! {
            unit => self.unit,
            module => &self.module().name,
            version => env!("CARGO_PKG_VERSION"),
            arguments => global.arguments(),
            clock => Style::CLOCK,
            shown => SHOWN,
            cycles => self.vectors.cycles.len(),
            bits => fields::bits(fields),
            longest_name => longest_name,
            reset => Serde(&fields[0]),
            ports => Serde(fields),
            groups => Serde(Group::all(&fields[1..])),
        }
    }

    fn lines(&self) -> String {
        let reset_level = self.design.style.level == Level::High;
        let cycles = self.vectors.cycles.iter();
        cycles
            .map(|cycle| fields::line(&self.vectors, cycle, reset_level) + "\n")
            .collect()
    }
}
