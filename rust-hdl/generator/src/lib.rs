//! Generates Heddle's units as blocks for rust-hdl 0.46: a Rust file for each unit, next to its Verilog.
//!
//! Widths in rust-hdl are constants of types, so a file holds one configuration. The code that does not
//! depend on the unit is in the crate `heddle-rust-hdl`.
#![forbid(unsafe_code)]

use heddle_contract::{Config, Direction, Kind, ParamError, Port, UnitInfo, units};
use heddle_hdl::{Design, Level, Reset, Style};
use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, UndefinedBehavior, Value, context};

const BLOCK: &str = include_str!("block.rs.jinja");
const MODULES: &str = include_str!("mod.rs.jinja");

/// Names and texts of all files: a Rust file for each unit of a machine, the list of modules, and the
/// machine itself. The Verilog of the designs belongs in the same folder.
///
/// # Errors
/// [`ParamError`] of the first unit that cannot be built with the parameters of the machine.
pub fn files(config: &Config, designs: &[Design]) -> Result<Vec<(String, String)>, ParamError> {
    let contracts = units::all(config)?;
    let contract = |design: &Design| -> &UnitInfo {
        let unit = design.top().contract.as_ref().map(|unit| unit.name);
        let found = contracts.iter().find(|info| Some(info.name) == unit);
        found.expect("every unit has a contract")
    };
    let names: Vec<&str> = designs.iter().map(|design| contract(design).name).collect();
    let mut files = vec![
        ("machine.toml".into(), machine(config)),
        ("mod.rs".into(), fill(MODULES, context! { units => names })),
    ];
    files.extend(designs.iter().map(|design| {
        let info = contract(design);
        let text = fill(BLOCK, block(info, design));
        (format!("{}.rs", info.name), text)
    }));
    Ok(files)
}

fn machine(config: &Config) -> String {
    let text = toml::to_string(config).expect("a machine came from TOML");
    format!("# The machine that the blocks beside were generated for.\n{text}")
}

/// Fills in a template. A template line with only a statement produces no line, and an undefined name is an error.
fn fill(template: &str, values: Value) -> String {
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .keep_trailing_newline(true)
        .build()
        .expect("the usual delimiters");
    let mut environment = Environment::new();
    environment.set_syntax(syntax);
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment
        .render_str(template, values)
        .expect("our own template")
}

fn block(info: &UnitInfo, design: &Design) -> Value {
    let Style { reset, level, .. } = design.style;
    let params = info.params.iter();
    let params: Vec<String> = params
        .map(|param| format!("{} {}", param.name, param.value))
        .collect();
    let files = design.modules.iter().map(|module| module.file_name());
    let combinational = |port: &&Port| {
        info.combinational
            .iter()
            .any(|path| path.output == port.name)
    };
    let registered = info.outputs.iter().filter(|port| !combinational(port));
    context! {
        unit => info.name,
        module => &design.top().name,
        block => camel_case(info.name),
        summary => info.summary,
        title => capitalised(info.summary),
        source => info.source,
        params => params.join(", "),
        timing => info.timing.to_string(),
        inputs => ports(&info.inputs, Direction::In),
        outputs => ports(&info.outputs, Direction::Out),
        registered => registered.map(|p| port(p, Direction::Out)).collect::<Vec<_>>(),
        verilog => files.collect::<Vec<_>>(),
        clock_port => Style::CLOCK,
        reset_port => design.style.reset_port(),
        reset_low => level == Level::Low,
        reset_asynchronous => reset == Reset::Asynchronous,
    }
}

fn ports(ports: &[Port], direction: Direction) -> Vec<Value> {
    let mut group = "";
    let with_heading = |p: &Port| {
        let heading = if p.group == group { "" } else { p.group };
        group = p.group;
        context! { group => heading, ..port(p, direction) }
    };
    ports.iter().map(with_heading).collect()
}

fn port(port: &Port, direction: Direction) -> Value {
    let name = format!("{}{}", port.name, direction.suffix());
    let signal = |bits: &str| format!("Signal<{direction:?}, {bits}>");
    let scalar = "Signal::default()";
    let (kind, default, length) = match port.kind {
        Kind::Bit => (signal("Bit"), scalar, 0),
        Kind::Bits(width) => (signal(&format!("Bits<{width}>")), scalar, 0),
        Kind::Array { width, length } => {
            let element = signal(&format!("Bits<{width}>"));
            let default = "std::array::from_fn(|_| Signal::default())";
            (format!("[{element}; {length}]"), default, length)
        }
    };
    // Verilog has the highest element first.
    let elements = (0..length).rev().map(|at| format!("{name}${at}"));
    context! {
        stem => port.name,
        doc => port.doc,
        type => kind,
        default => default,
        elements => elements.collect::<Vec<_>>(),
        name => name,
    }
}

/// The name of a unit as a Rust type name: `unified_arbiter` becomes `UnifiedArbiter`.
fn camel_case(stem: &str) -> String {
    stem.split('_').map(capitalised).collect()
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
