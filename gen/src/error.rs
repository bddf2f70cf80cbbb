//! Why files cannot be generated.

use heddle_contract::ParamError;
use heddle_hdl::units::UnitError;
use std::io;
use std::path::PathBuf;

/// Why files cannot be generated. The text names place and fault, [`Error::remedy`] says what to do.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A unit refuses the machine.
    #[error(transparent)]
    Params(#[from] ParamError),
    /// A unit has no Verilog.
    #[error(transparent)]
    Unit(#[from] UnitError),
    /// A golden unit cannot be recorded.
    #[error(transparent)]
    Recording(#[from] heddle_cosim::Error),
    /// Of all units, some do not fit the machine.
    #[error("{}", refused.join("\n"))]
    Unfit {
        /// A line for each unit that does not fit.
        refused: Vec<String>,
        /// The units that fit.
        fitting: Vec<String>,
    },
    /// Two units contain different modules of one name.
    #[error("{module}: two units need different modules of this name")]
    Ambiguous {
        /// The name.
        module: String,
    },
    /// A clock period, in nanoseconds, that no clock has.
    #[error("--period {0}: not a positive time in ns that a clock has")]
    Period(f64),
    /// A delay outside of a module that is no part of the clock period.
    #[error("--io-delay {0}: not a part of the clock period")]
    IoDelay(f64),
    /// A folder of templates that cannot be listed.
    #[error("{}: cannot be read: {error}", folder.display())]
    NoFolder {
        /// The folder.
        folder: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// A folder without templates.
    #[error("--constraints {}: no template there", .0.display())]
    NoTemplate(PathBuf),
    /// A template that cannot be read.
    #[error("{}: cannot be read: {error}", file.display())]
    Unreadable {
        /// The template.
        file: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// A template without an extension, which its files would have.
    #[error("{template}: a template needs an extension")]
    NoExtension {
        /// The template.
        template: String,
    },
    /// Two templates whose files would have the same name.
    #[error("{template}: {other} has the same extension")]
    SameExtension {
        /// The second template.
        template: String,
        /// The first template.
        other: String,
    },
    /// A template whose file would have the name of another file.
    #[error("{template}: it would replace the generated {other}")]
    Replaces {
        /// The template.
        template: String,
        /// The other file.
        other: String,
    },
    /// A template with a mistake.
    #[error("{template}{}: {mistake}", line.map(|line| format!(":{line}")).unwrap_or_default())]
    Template {
        /// The template.
        template: String,
        /// Line of the mistake, if it has one.
        line: Option<usize>,
        /// The mistake.
        mistake: String,
    },
}

impl Error {
    /// What to do.
    pub fn remedy(&self) -> String {
        let remedy = match self {
            Error::Params(_) => "change the machine with --config FILE or --set section.key=value",
            Error::Unit(UnitError::Description(_)) => "a bug in Heddle: please report it",
            Error::Unit(_) => "see `heddle units`",
            Error::Recording(error) => return error.remedy(),
            Error::Unfit { fitting, .. } => {
                let fitting = fitting.join(",");
                return format!("write the units that fit this machine: --unit {fitting}");
            }
            Error::Ambiguous { .. } => {
                "add --name-by-config, or write each unit into a folder of its own"
            }
            Error::Period(_) => "write a number from 0.001 to 1000000, for example --period 5",
            Error::IoDelay(_) => "write a number from 0 to less than 1",
            Error::NoFolder { .. } => "--constraints takes a folder of templates",
            Error::NoTemplate(_) => "put files like timing.sdc there, or leave the option out",
            Error::Unreadable { error, .. } => heddle_system::input::remedy(error),
            Error::NoExtension { .. } => "name it like timing.sdc",
            Error::SameExtension { .. } => "leave one template per language",
            Error::Replaces { .. } => "give the template an extension of its own, such as .sdc",
            Error::Template { .. } => "`heddle gen --help` lists the names that a template may use",
        };
        remedy.into()
    }
}
