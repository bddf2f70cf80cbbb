//! Executables: an ELF file of kernels with signatures, which describe their parameters.

use crate::say::say;
use heddle_isa::{Program, Signature};
use heddle_sim::Mechanism;
use heddle_sim::fault::BarrierAtRisk;
use std::sync::Arc;

/// An ELF file of kernels.
#[derive(Debug)]
pub struct Executable {
    elf: Vec<u8>,
    program: Arc<Program>,
    at_risk: Vec<BarrierAtRisk>,
    source: Option<String>,
}

impl Executable {
    /// The executable in an ELF file.
    ///
    /// # Errors
    /// Why the file is no executable.
    pub fn new(elf: Vec<u8>) -> Result<Executable, String> {
        let program = Program::parse("binary", &elf).map_err(|error| error.to_string())?;
        // A program without kernels is an executable too; a file of another compiler is not.
        let has_kernels = program.signatures().next().is_some();
        if !has_kernels && program.symbol(heddle_opencl_c::NOTHING).is_none() {
            return Err("binary: its kernels have no signatures".into());
        }
        let at_risk = BarrierAtRisk::of(&program);
        for risk in &at_risk {
            let mechanisms = Mechanism::listed("and", |about| about.waits_as_a_whole);
            say(&format!(
                "warning: {risk}: under {mechanisms} the threads of a warp may wait for each other for ever"
            ));
        }
        Ok(Executable {
            elf,
            at_risk,
            program: Arc::new(program),
            source: None,
        })
    }

    /// The executable with the text of the one source that it was built from, if that is known.
    #[must_use]
    pub fn with_source(self, source: Option<&[u8]>) -> Executable {
        let source = source.map(|text| String::from_utf8_lossy(text).into_owned());
        Executable { source, ..self }
    }

    /// The text of the one source that it was built from.
    pub fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    /// The bytes of the file.
    pub fn elf(&self) -> &[u8] {
        &self.elf
    }

    /// The loaded file.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Barriers that deadlock if a branch before them diverges.
    pub fn at_risk(&self) -> &[BarrierAtRisk] {
        &self.at_risk
    }

    /// The signature of a kernel; `None` if no kernel has this name.
    pub fn signature(&self, kernel: &str) -> Option<&Signature> {
        self.program.signature(kernel)
    }

    /// The names of all kernels that the device can run, sorted.
    pub fn kernels(&self) -> Vec<&str> {
        let signatures = self.program.signatures();
        signatures
            .filter(|signature| signature.lacking.is_none())
            .map(|signature| signature.kernel.as_str())
            .collect()
    }
}
