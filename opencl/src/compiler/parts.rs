//! Waits for the compiler.

use heddle_opencl_c::{CompileError, Compiled, Request};

pub struct Object {
    pub object: Vec<u8>,
    pub log: String,
}

pub fn compile(_: &Request) -> Result<Compiled, CompileError> {
    Err(missing())
}

pub fn compile_object(_: &Request) -> Result<Object, CompileError> {
    Err(missing())
}

pub fn link(_: &[&[u8]]) -> Result<Compiled, CompileError> {
    Err(missing())
}

fn missing() -> CompileError {
    CompileError::MissingTool {
        tool: "clang".into(),
    }
}
