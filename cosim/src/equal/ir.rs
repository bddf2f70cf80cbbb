//! The cycles of golden units as LLVM IR: that of Heddle's own units, which `scripts/golden` compiles, or that of a user's file.
//! Each unit has a function with its name.

use crate::error::Error;
use heddle_symbolic::Module;
use heddle_system::input;
use std::path::Path;
use std::sync::OnceLock;

/// The IR of Heddle's units, packed.
const KEPT: &[u8] = include_bytes!("../../golden/cycles.ll.gz");
/// Bytes that gzip writes before what is packed, if it writes no name.
const HEAD: usize = 10;

/// The cycle of one of Heddle's units, with all that it needs.
pub fn module(unit: &str) -> Module {
    Module::parse_for(text(), unit).expect("a test reads the cycle of each unit")
}

/// The IR of Heddle's units. It is unpacked once.
pub fn text() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let bytes = miniz_oxide::inflate::decompress_to_vec(&KEPT[HEAD..]);
        String::from_utf8(bytes.expect("a test unpacks it")).expect("IR is ASCII")
    })
}

/// The cycle of a unit in a file of IR, as `scripts/golden --out` writes it. What only others need is not read.
///
/// # Errors
/// [`Error::Unreadable`] for no text or too much of it, [`Error::Ir`] for a construct that is not known, [`Error::NoCycle`] if the
/// unit is missing.
pub fn read(path: &Path, unit: &str) -> Result<Module, Error> {
    let text = input::read_text(path, input::IR).map_err(Error::unreadable(path))?;
    let module = Module::parse_for(&text, unit).map_err(Error::ir(path))?;
    match module.functions.contains_key(unit) {
        true => Ok(module),
        false => Err(Error::NoCycle {
            path: path.into(),
            unit: unit.into(),
        }),
    }
}
