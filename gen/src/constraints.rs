//! Constraint files: templates filled for a module's clock, reset and ports (VER-8).
//!
//! A template is text in the syntax of Jinja; `heddle gen --help` lists the names it may use. Any
//! other name is an error, not empty text.

use crate::File;
use crate::choices::Choices;
use crate::error::Error;
use heddle_contract::Direction;
use heddle_hdl::{Module, ModulePort, Reset, Style};
use heddle_system::input::WRITTEN;
use heddle_template as template;
use minijinja::{Value, context};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// Valid clock periods, from a picosecond to a millisecond: six digits after the point can express a thousandth of the
/// first one, and the frequency of the last one.
const PERIODS_NS: RangeInclusive<f64> = 0.001..=1e6;

/// The timing that the modules have to reach.
#[derive(Clone, Copy, Debug)]
struct Timing {
    period_ns: f64,
    io_delay: f64,
}

impl Timing {
    /// A clock period, and the fraction of it that belongs to the logic outside of the module, before
    /// its inputs and after its outputs.
    ///
    /// # Errors
    /// The number that makes no sense.
    fn new(period_ns: f64, io_delay: f64) -> Result<Self, Error> {
        if !PERIODS_NS.contains(&period_ns) {
            return Err(Error::Period(period_ns));
        }
        if !(0.0..1.0).contains(&io_delay) {
            return Err(Error::IoDelay(io_delay));
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
struct Template {
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

/// The constraint files of modules.
///
/// # Errors
/// Wrong choices or templates, and a template whose files would replace other files.
pub fn files(modules: &[Module], choices: &Choices, others: &[File]) -> Result<Vec<File>, Error> {
    let timing = Timing::new(choices.period_ns, choices.io_delay)?;
    let templates = match &choices.templates {
        Some(folder) => of_folder(folder)?,
        None => built_in(),
    };
    let mut files = Vec::new();
    // A memory wrapper has no ports of a fixed width, and is never the top of a design.
    for module in modules.iter().filter(|module| !module.ports.is_empty()) {
        replaces_none(module, &templates, others)?;
        files.extend(of_module(module, choices.style, timing, &templates)?);
    }
    Ok(files)
}

/// The templates that are part of Heddle: SDC, XDC, LPF and PCF.
fn built_in() -> Vec<Template> {
    let template = |extension: &str, text: &str| Template {
        name: format!("timing.{extension}"),
        extension: extension.into(),
        text: text.into(),
    };
    vec![
        template("sdc", include_str!("../constraints/timing.sdc")),
        template("xdc", include_str!("../constraints/timing.xdc")),
        template("lpf", include_str!("../constraints/timing.lpf")),
        template("pcf", include_str!("../constraints/timing.pcf")),
    ]
}

/// The templates of a folder, one for each extension, in the order of their names.
///
/// # Errors
/// A folder or file that cannot be read, a folder without templates, a file without extension, and
/// two files with the same extension.
fn of_folder(folder: &Path) -> Result<Vec<Template>, Error> {
    let mut templates: Vec<Template> = Vec::new();
    for path in listed(folder)? {
        let template = read(&path)?;
        if let Some(other) = templates
            .iter()
            .find(|other| other.extension == template.extension)
        {
            return Err(Error::SameExtension {
                template: template.name,
                other: other.name.clone(),
            });
        }
        templates.push(template);
    }
    match templates.is_empty() {
        true => Err(Error::NoTemplate(folder.into())),
        false => Ok(templates),
    }
}

fn listed(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let list = || -> std::io::Result<Vec<PathBuf>> {
        let entries: Result<Vec<_>, _> = std::fs::read_dir(folder)?.collect();
        Ok(entries?.iter().map(|entry| entry.path()).collect())
    };
    let mut files = list().map_err(|error| Error::NoFolder {
        folder: folder.into(),
        error,
    })?;
    files.retain(|path| path.is_file());
    files.sort();
    Ok(files)
}

fn read(path: &Path) -> Result<Template, Error> {
    let name = path.display().to_string();
    let Some(extension) = path.extension().and_then(|extension| extension.to_str()) else {
        return Err(Error::NoExtension { template: name });
    };
    let text =
        heddle_system::input::read_text(path, WRITTEN).map_err(|error| Error::Unreadable {
            file: path.into(),
            error,
        })?;
    Ok(Template {
        extension: extension.into(),
        text,
        name,
    })
}

/// Makes sure that a module's constraint files replace none of the other files.
///
/// # Errors
/// A template whose file has the name of another file, also if only capitals differ: some file systems
/// do not distinguish them.
fn replaces_none(module: &Module, templates: &[Template], others: &[File]) -> Result<(), Error> {
    for template in templates {
        let name = template.file_name(module);
        if let Some((other, _)) = others.iter().find(|(o, _)| o.eq_ignore_ascii_case(&name)) {
            return Err(Error::Replaces {
                template: template.name.clone(),
                other: other.clone(),
            });
        }
    }
    Ok(())
}

/// Names and texts of a module's constraint files.
///
/// # Errors
/// A template with a mistake: file, line and the mistake.
fn of_module(
    module: &Module,
    style: Style,
    timing: Timing,
    templates: &[Template],
) -> Result<Vec<File>, Error> {
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

fn wrong(template: &Template, error: &minijinja::Error) -> Error {
    let kind = error.kind().to_string();
    Error::Template {
        template: template.name.clone(),
        line: error.line(),
        mistake: error.detail().unwrap_or(&kind).into(),
    }
}
