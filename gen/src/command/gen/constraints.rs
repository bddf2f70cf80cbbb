//! Constraint files: templates filled for a module's clock, reset and ports.
//!
//! A template is text in the syntax of Jinja; `heddle gen --help` lists the names it may use. Any
//! other name is an error, not empty text.

use crate::failure::Failure;
use crate::template;
use heddle_contract::Direction;
use heddle_hdl::{Module, ModulePort, Reset, Style};
use heddle_system::input::WRITTEN;
use minijinja::{Error, Value, context};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Valid clock periods, from a picosecond to a millisecond: six digits after the point can express a thousandth of the
/// first one, and the frequency of the last one.
const PERIODS_NS: RangeInclusive<f64> = 0.001..=1e6;

/// The timing that the modules have to reach.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    period_ns: f64,
    io_delay: f64,
}

impl Timing {
    /// A clock period, and the fraction of it that belongs to the logic outside of the module, before
    /// its inputs and after its outputs.
    ///
    /// # Errors
    /// The option whose value makes no sense.
    pub fn new(period_ns: f64, io_delay: f64) -> Result<Self, Failure> {
        if !PERIODS_NS.contains(&period_ns) {
            let what = format!("--period {period_ns}: not a positive time in ns that a clock has");
            let remedy = "write a number from 0.001 to 1000000, for example --period 5";
            return Err(Failure::input_with(what, remedy));
        }
        if !(0.0..1.0).contains(&io_delay) {
            let what = format!("--io-delay {io_delay}: not a part of the clock period");
            return Err(Failure::input_with(
                what,
                "write a number from 0 to less than 1",
            ));
        }
        Ok(Self {
            period_ns,
            // Removes the sign of a negative zero, which tools do not read.
            io_delay: io_delay.abs(),
        })
    }
}

/// A template of a constraint file.
#[derive(Debug)]
pub struct Template {
    /// Origin of the template, for error messages.
    name: String,
    /// Extension of the files made from the template, which tells tools their language.
    extension: String,
    text: String,
}

impl Template {
    /// Name of the file for a module.
    fn file_name(&self, module: &Module) -> String {
        format!("{}.{}", module.name, self.extension)
    }
}

/// The templates that are part of Heddle: SDC, XDC, LPF and PCF.
pub fn built_in() -> Vec<Template> {
    let template = |extension: &str, text: &str| Template {
        name: format!("timing.{extension}"),
        extension: extension.into(),
        text: text.into(),
    };
    vec![
        template("sdc", include_str!("../../../../constraints/timing.sdc")),
        template("xdc", include_str!("../../../../constraints/timing.xdc")),
        template("lpf", include_str!("../../../../constraints/timing.lpf")),
        template("pcf", include_str!("../../../../constraints/timing.pcf")),
    ]
}

/// The templates of a folder, one for each extension, in the order of their names.
///
/// # Errors
/// A folder or file that cannot be read, a folder without templates, a file without extension, and
/// two files with the same extension.
pub fn of_folder(folder: &Path) -> Result<Vec<Template>, Failure> {
    let mut templates: Vec<Template> = Vec::new();
    for path in files(folder)? {
        let template = read(&path)?;
        if let Some(other) = templates
            .iter()
            .find(|other| other.extension == template.extension)
        {
            let what = format!("{}: {} has the same extension", template.name, other.name);
            return Err(Failure::input_with(what, "leave one template per language"));
        }
        templates.push(template);
    }
    if templates.is_empty() {
        let what = format!("--constraints {}: no template there", folder.display());
        let remedy = "put files like timing.sdc there, or leave the option out";
        return Err(Failure::input_with(what, remedy));
    }
    Ok(templates)
}

fn files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let list = || -> std::io::Result<Vec<PathBuf>> {
        let entries: Result<Vec<_>, _> = std::fs::read_dir(folder)?.collect();
        Ok(entries?.iter().map(|entry| entry.path()).collect())
    };
    let mut files = list().map_err(|error| unreadable(folder, &error))?;
    files.retain(|path| path.is_file());
    files.sort();
    Ok(files)
}

fn read(path: &Path) -> Result<Template, Failure> {
    let name = path.display().to_string();
    let Some(extension) = path.extension().and_then(|extension| extension.to_str()) else {
        let what = format!("{name}: a template needs an extension");
        return Err(Failure::input_with(what, "name it like timing.sdc"));
    };
    Ok(Template {
        extension: extension.into(),
        text: heddle_system::input::read_text(path, WRITTEN).map_err(Failure::unreadable(path))?,
        name,
    })
}

fn unreadable(path: &Path, error: &std::io::Error) -> Failure {
    let what = format!("{}: cannot be read: {error}", path.display());
    Failure::input_with(what, "--constraints takes a folder of templates")
}

/// Makes sure that a module's constraint files replace none of the other files.
///
/// # Errors
/// A template whose file has the name of another file, also if only capitals differ: some file systems
/// do not distinguish them.
pub fn replaces_none(
    module: &Module,
    templates: &[Template],
    others: &[(String, String)],
) -> Result<(), Failure> {
    for template in templates {
        let name = template.file_name(module);
        if let Some((other, _)) = others.iter().find(|(o, _)| o.eq_ignore_ascii_case(&name)) {
            let what = format!("{}: it would replace the generated {other}", template.name);
            let remedy = "give the template an extension of its own, such as .sdc";
            return Err(Failure::input_with(what, remedy));
        }
    }
    Ok(())
}

/// Names and texts of a module's constraint files.
///
/// # Errors
/// A template with a mistake: file, line and the mistake.
pub fn of_module(
    module: &Module,
    style: Style,
    timing: Timing,
    templates: &[Template],
) -> Result<Vec<(String, String)>, Failure> {
    let values = values(module, style, timing);
    let fill = |template: &Template| {
        let text = template::fill(&template.name, &template.text, &values)
            .map_err(|error| wrong(template, &error))?;
        Ok((template.file_name(module), text))
    };
    templates.iter().map(fill).collect()
}

fn values(module: &Module, style: Style, timing: Timing) -> Value {
    let (clock, reset) = (Style::CLOCK, style.reset_port());
    let ports = |direction| {
        let others = module.ports.iter().filter(move |port| {
            port.direction == direction && port.name != clock && port.name != reset
        });
        others.map(port).collect::<Vec<Value>>()
    };
    let outside_ns = timing.period_ns * timing.io_delay;
    let inside_ns = timing.period_ns - outside_ns;
    context! {
        module => &module.name,
        clock => clock,
        reset => reset,
        reset_asynchronous => style.reset == Reset::Asynchronous,
        period_ns => number(timing.period_ns),
        frequency_mhz => number(1000.0 / timing.period_ns),
        input_delay_ns => number(outside_ns),
        input_setup_ns => number(inside_ns),
        output_delay_ns => number(outside_ns),
        clock_to_output_ns => number(inside_ns),
        inputs => ports(Direction::In),
        outputs => ports(Direction::Out),
    }
}

fn port(port: &ModulePort) -> Value {
    let pins = match port.width {
        1 => port.name.clone(),
        _ => format!("{{{}[*]}}", port.name),
    };
    context! { name => &port.name, width => port.width, pins => pins }
}

/// A number in a form that tools read: no more digits than a femtosecond needs, no exponent.
fn number(value: f64) -> String {
    let digits = format!("{value:.6}");
    digits.trim_end_matches('0').trim_end_matches('.').into()
}

fn wrong(template: &Template, error: &Error) -> Failure {
    let line = error.line().map(|line| format!(":{line}"));
    let kind = error.kind().to_string();
    let what = format!(
        "{}{}: {}",
        template.name,
        line.unwrap_or_default(),
        error.detail().unwrap_or(&kind),
    );
    let remedy = "`heddle gen --help` lists the names that a template may use";
    Failure::input_with(what, remedy)
}
