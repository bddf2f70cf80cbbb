//! How templates are filled in: as text files, and strictly; those of users within bounds.
#![forbid(unsafe_code)]

use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, Error, ErrorKind, UndefinedBehavior, Value};
use std::io::{self, Write};

/// The most steps of a user's template. A step fills in or compares a value; the largest module needs thousands.
const MOST_STEPS: u64 = 4_000_000;

/// The most bytes that a user's template may become.
const MOST_BYTES: usize = 16 << 20;

/// An environment in which a line that contains only a statement leaves no line in the output, and a name
/// without a value is an error.
pub fn environment() -> Environment<'static> {
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
}

/// Fills in a template of the user, whose loops may not end.
///
/// # Errors
/// A mistake in the template; too many steps or bytes, with a detail that says so.
pub fn fill(name: &str, text: &str, values: &Value) -> Result<String, Error> {
    let mut environment = environment();
    environment.set_fuel(Some(MOST_STEPS));
    let mut output = Bounded(Vec::new());
    let template = environment.template_from_named_str(name, text)?;
    let filled = template.render_captured_to(values, &mut output).map(drop);
    filled.map_err(|error| match error.kind() {
        ErrorKind::OutOfFuel => beyond(error, format!("more than {MOST_STEPS} steps")),
        ErrorKind::WriteFailure => beyond(error, format!("more than {} MiB", MOST_BYTES >> 20)),
        _ => error,
    })?;
    Ok(String::from_utf8_lossy(&output.0).into_owned())
}

fn beyond(error: Error, limit: String) -> Error {
    Error::new(error.kind(), format!("{limit}: its loops do not end")).with_source(error)
}

/// Text of at most [`MOST_BYTES`].
struct Bounded(Vec<u8>);

impl Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.len() + bytes.len() > MOST_BYTES {
            true => Err(io::ErrorKind::FileTooLarge.into()),
            false => self.0.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
