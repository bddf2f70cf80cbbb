//! Failures as the user sees them, and their exit codes.
//!
//! A failure names file, place and fault in one sentence, shows the place if it is in a text
//! file, and says what to do in a separate line.

mod sources;

use crate::console;
use heddle_contract::Excerpt;
use miette::{Diagnostic, LabeledSpan, MietteHandlerOpts, NamedSource, Report, SourceCode};
use std::fmt::{self, Display};
use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitCode;

/// Width of a report that does not go to a terminal, in columns.
const WIDTH: usize = 100;

/// The most bytes of the lines that are shown from a text file.
const LONGEST_EXCERPT: usize = 4096;

/// Why a command did not succeed.
#[derive(Debug)]
pub struct Failure(Box<Account>);

/// The contents of a failure.
#[derive(Debug)]
struct Account {
    exit_code: u8,
    code: &'static str,
    what: String,
    help: Option<String>,
    source: Option<NamedSource<String>>,
    label: Option<LabeledSpan>,
}

impl Account {
    /// Replaces characters that act on a terminal, which names in files may contain.
    fn make_printable(&mut self) {
        let arguments: Vec<_> = std::env::args_os().collect();
        let printable = |text: &str| {
            let text = console::names_on_one_line(text, &arguments);
            console::printable(&text).into_owned()
        };
        self.what = printable(&self.what);
        self.help = self.help.take().map(|help| printable(&help));
        self.source = self.source.take().map(|source| {
            let name = printable(source.name());
            NamedSource::new(name, blotted(source.inner()))
        });
    }
}

/// Text with each byte of a control character replaced, so that all other characters keep their positions.
fn blotted(text: &str) -> String {
    let shown = text.chars().map(
        |c| match c.is_control() && !matches!(c, '\n' | '\r' | '\t') {
            true => "?".repeat(c.len_utf8()),
            false => c.to_string(),
        },
    );
    shown.collect()
}

impl Failure {
    fn new(exit_code: u8, code: &'static str, what: impl Display) -> Self {
        Failure(Box::new(Account {
            exit_code,
            code,
            what: what.to_string(),
            help: None,
            source: None,
            label: None,
        }))
    }

    /// Something the user supplied is wrong (arguments, files, the environment); exit code 2.
    pub fn input(what: impl Display) -> Self {
        Self::new(2, "heddle::input", what)
    }

    /// Something the user supplied is wrong, with a remedy.
    pub fn input_with(what: impl Display, remedy: impl Display) -> Self {
        Self::input(what).help(remedy)
    }

    /// A file of the user that cannot be read, with the remedy for its error; exit code 2.
    pub fn unreadable(file: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| {
            let what = format!("{}: cannot be read: {error}", file.display());
            Self::input_with(what, heddle_system::input::remedy(&error))
        }
    }

    /// The command ran and failed; exit code 1.
    pub fn ran(what: impl Display) -> Self {
        Self::new(1, "heddle::failed", what)
    }

    /// Replaces the exit code, by that of a program that the command ran for the user.
    pub fn exit_code(mut self, exit_code: u8) -> Self {
        self.0.exit_code = exit_code;
        self
    }

    /// Adds what to do, or where to look next.
    pub fn help(mut self, remedy: impl Display) -> Self {
        self.0.help = Some(remedy.to_string());
        self
    }

    /// Adds an end to the sentence that says what is wrong.
    pub fn also(mut self, end: &str) -> Self {
        self.0.what = format!("{} {end}", self.0.what);
        self
    }

    /// Sets a more specific code than the general one, such as `heddle::config`.
    pub fn code(mut self, code: &'static str) -> Self {
        self.0.code = code;
        self
    }

    /// Adds the place in a text file: the file's name, perhaps with line and column, and the text there unless it is too long to
    /// be looked at.
    pub fn at(mut self, place: &str, excerpt: &Excerpt) -> Self {
        if excerpt.lines().len() > LONGEST_EXCERPT {
            return self;
        }
        let file = place.strip_suffix(&excerpt.place_in("")).unwrap_or(place);
        self.0.source = Some(NamedSource::new(file, excerpt.text.to_string()));
        self.0.label = Some(LabeledSpan::new_with_span(
            Some("here".into()),
            excerpt.span.clone(),
        ));
        self
    }

    /// Reports the failure to the user and returns the exit code.
    pub fn report(mut self) -> ExitCode {
        let code = ExitCode::from(self.0.exit_code);
        self.0.make_printable();
        console::note(&format!("{:?}", Report::new(self)));
        code
    }
}

/// Decides how reports look: as wide as the terminal, in colours unless `NO_COLOR` is set.
pub fn install_reporter() {
    miette::set_hook(Box::new(|_| {
        let options = MietteHandlerOpts::new();
        let options = if io::stderr().is_terminal() {
            options
        } else {
            options.width(WIDTH)
        };
        Box::new(options.build())
    }))
    .expect("nobody else installs a reporter");
}

impl Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.what)
    }
}

impl std::error::Error for Failure {}

impl Diagnostic for Failure {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.0.code))
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        let help = self.0.help.as_ref()?;
        Some(Box::new(help))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        let source = self.0.source.as_ref()?;
        Some(source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = self.0.label.clone()?;
        Some(Box::new(std::iter::once(label)))
    }
}
