//! Runs kernels with many calls; one program contains many kernels.

use super::call::{BLOCK, Type, stride};
use super::value::Value;
use crate::support::Session;
use heddle_machines::shipped;
use heddle_sim::launch::Arg;

/// A kernel and its buffers.
pub struct Kernel {
    pub name: String,
    pub source: String,
    /// Elements of a vector.
    pub width: usize,
    pub results: Vec<Type>,
}

/// A program of kernels on the functional device of the default machine: what a function computes does not depend on the mechanism, as
/// other tests show, and a night has time for more arguments.
pub struct Runner {
    session: Session,
}

impl Runner {
    /// Compiles kernels, with `prelude` before them.
    pub fn new<'k>(prelude: &'k str, kernels: impl Iterator<Item = &'k Kernel>) -> Self {
        let sources = kernels.map(|kernel| kernel.source.as_str());
        let source: String = [prelude].into_iter().chain(sources).collect();
        let session = Session::of(&source);
        let session = session.on(&shipped("collange2011")).functional();
        Self { session }
    }

    /// The results of a kernel: each has as many elements as each argument.
    pub fn run(
        &mut self,
        kernel: &Kernel,
        parameters: &[Type],
        arguments: &[Vec<Value>],
    ) -> Vec<Vec<Value>> {
        let count = arguments[0].len();
        let threads = count / stride(kernel.width);
        assert_eq!(threads % BLOCK, 0, "blocks are full");
        let inputs = parameters.iter().zip(arguments);
        let inputs: Vec<Arg> = inputs
            .map(|(of, values)| self.session.buffer_of(&of.kind.encode(values)))
            .collect();
        let outputs: Vec<Arg> = kernel
            .results
            .iter()
            .map(|of| self.session.buffer_of(&vec![0; count * of.kind.bytes()]))
            .collect();
        let buffers = [inputs, outputs.clone()].concat();
        self.session.run(
            &kernel.name,
            (threads / BLOCK) as u32,
            BLOCK as u32,
            &buffers,
        );
        let found = kernel.results.iter().zip(&outputs);
        let found = found.map(|(of, buffer)| {
            of.kind
                .decode(&self.session.bytes_of(buffer, count * of.kind.bytes()))
        });
        let found = found.collect();
        buffers.iter().for_each(|buffer| self.session.free(buffer));
        found
    }
}
