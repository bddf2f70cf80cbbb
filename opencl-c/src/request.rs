//! What is asked of the compiler, and what comes out.

use std::path::PathBuf;

/// A source with its options.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// File name in messages and line tables.
    pub name: String,
    /// OpenCL C.
    pub source: Vec<u8>,
    /// As `clBuildProgram` takes them, one a text: `-DN=4`, or `-D` and `N=4`. Others are refused by name.
    pub options: Vec<String>,
    /// Where `#include "..."` and a relative `-I` look; the current folder if it is empty.
    pub folder: PathBuf,
}

/// A program that compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// A kernel file. Its kernels have [signatures](heddle_isa::Signature).
    pub elf: Vec<u8>,
    /// Warnings of the compiler; often empty.
    pub log: String,
}

/// A source that compiled on its own, to be linked with others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Object {
    /// What [`link`](crate::link) takes.
    pub object: Vec<u8>,
    /// Warnings of the compiler; often empty.
    pub log: String,
}
