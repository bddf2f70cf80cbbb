//! Verilator as a linter.

use super::BuildError;
use super::tools::Tools;
use std::path::Path;

/// Verilator with all of its warnings.
#[derive(Clone, Debug)]
pub struct Linter(Tools);

impl Linter {
    /// Finds the tools that lint and that make models.
    ///
    /// # Errors
    /// [`BuildError::Program`] for one that is missing or too old.
    pub fn find() -> Result<Self, BuildError> {
        Tools::find().map(Self)
    }

    /// What Verilator says of a module, in a list of files that stand beside the list; `None` if it accepts the module without a word.
    ///
    /// # Errors
    /// [`BuildError::Program`] if Verilator cannot be started.
    pub fn said_of(&self, top: &str, list: &Path) -> Result<Option<String>, BuildError> {
        let mut command = self.0.command();
        command.args(["--lint-only", "-Wall", "--top-module", top, "-F"]);
        command.arg(list);
        let output = command.answer()?;
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said).trim().to_owned();
        Ok(match (output.status.success(), said.is_empty()) {
            (true, true) => None,
            (false, true) => Some(format!("it said nothing ({})", output.status)),
            (_, false) => Some(said),
        })
    }
}
