//! Kernels: functions of a program, with the arguments of their next launch.

use super::registry::{Object, Tag};
use super::{Memory, Program};
use crate::answer::{Code, Result};
use crate::compiler::Executable;
use heddle_isa::Signature;
use heddle_isa::signature::Parameter;
use opencl_sys::{
    CL_INVALID_ARG_INDEX, CL_INVALID_KERNEL, CL_INVALID_KERNEL_ARGS, CL_INVALID_KERNEL_NAME,
    CL_OUT_OF_RESOURCES,
};
use parking_lot::Mutex;
use std::sync::{Arc, Weak};

/// A kernel.
pub struct Kernel {
    tag: Tag,
    /// Its program.
    pub program: Arc<Program>,
    /// The executable of its program when the kernel was created.
    pub executable: Arc<Executable>,
    name: String,
    arguments: Mutex<Vec<Option<Argument>>>,
}

/// An argument of the next launch.
#[derive(Clone)]
pub enum Argument {
    /// A buffer. The kernel does not keep it alive.
    Memory(Weak<Memory>),
    /// A null pointer in place of a buffer.
    Null,
    /// A number of bytes of shared memory.
    Local(u32),
    /// A value.
    Value(Vec<u8>),
}

impl Object for Kernel {
    const INVALID: Code = CL_INVALID_KERNEL;

    fn tag(&self) -> &Tag {
        &self.tag
    }
}

impl Kernel {
    /// A kernel of a program, without arguments.
    ///
    /// # Errors
    /// `CL_INVALID_PROGRAM_EXECUTABLE` if the program has no executable; `CL_INVALID_KERNEL_NAME` if it has no such kernel;
    /// `CL_OUT_OF_RESOURCES` if the kernel needs what the device lacks.
    pub fn new(program: Arc<Program>, name: &str) -> Result<Kernel> {
        let executable = program.executable()?;
        let signature = executable.signature(name).ok_or(CL_INVALID_KERNEL_NAME)?;
        // HST-22: the program is built, only this kernel cannot run.
        if let Some(feature) = &signature.lacking {
            let what = format!("kernel `{name}` uses {feature}, which the device does not have");
            program.context.report(&what);
            return Err(CL_OUT_OF_RESOURCES);
        }
        let arguments = vec![None; signature.parameters.len()];
        program.count_kernel(1);
        Ok(Kernel {
            tag: Tag::new(),
            program,
            executable,
            name: name.into(),
            arguments: Mutex::new(arguments),
        })
    }

    /// A kernel with the same arguments, which change separately from now on.
    pub fn copied(&self) -> Kernel {
        self.program.count_kernel(1);
        Kernel {
            tag: Tag::new(),
            program: self.program.clone(),
            executable: self.executable.clone(),
            name: self.name.clone(),
            arguments: Mutex::new(self.arguments.lock().clone()),
        }
    }

    /// The signature of the kernel in its source.
    pub fn signature(&self) -> &Signature {
        let signature = self.executable.signature(&self.name);
        signature.expect("a kernel is created with its signature")
    }

    /// The parameter with this index.
    ///
    /// # Errors
    /// `CL_INVALID_ARG_INDEX` if the kernel has fewer parameters.
    pub fn parameter(&self, index: u32) -> Result<&Parameter> {
        let parameters = &self.signature().parameters;
        parameters.get(index as usize).ok_or(CL_INVALID_ARG_INDEX)
    }

    /// Sets an argument of the next launches.
    pub fn set(&self, index: u32, argument: Argument) {
        self.arguments.lock()[index as usize] = Some(argument);
    }

    /// The arguments as they are now.
    ///
    /// # Errors
    /// `CL_INVALID_KERNEL_ARGS` if one was never set.
    pub fn arguments(&self) -> Result<Vec<Argument>> {
        let arguments = self.arguments.lock().clone();
        let all: Option<Vec<Argument>> = arguments.into_iter().collect();
        all.ok_or(CL_INVALID_KERNEL_ARGS)
    }

    /// Shared memory of a block in bytes: the kernel's own declarations, and the arguments that are already set.
    pub fn local_bytes(&self) -> u64 {
        let arguments = self.arguments.lock();
        let local = arguments.iter().map(|argument| match argument {
            Some(Argument::Local(bytes)) => u64::from(*bytes),
            _ => 0,
        });
        u64::from(self.signature().shared_bytes) + local.sum::<u64>()
    }
}

impl Drop for Kernel {
    fn drop(&mut self) {
        self.program.count_kernel(-1);
    }
}
